//! What decides beside versions: the features that are on, and the code of the workspace.

use super::Subject;
use crate::event::{CodeFact, Needs};
use crate::inventory::code::Code;
use crate::inventory::{Component, Location};

/// Whether that holds for a component.
pub(super) enum Held {
    /// It does; the places in the code that show it.
    Yes(Vec<Location>),
    No,
    /// Nobody asked cargo.
    Unknown,
}

pub(super) fn hold(needs: &Needs, component: usize, subject: &Subject<'_>) -> Held {
    if needs.is_empty() {
        return Held::Yes(Vec::new());
    }
    let Component { path, features, .. } = &subject.components[component];
    let Some(features) = features else { return Held::Unknown };
    let is_on = |feature: &str| features.iter().any(|on| on == feature);
    if !needs.features.iter().all(|feature| is_on(feature))
        || needs.unless_features.iter().any(|feature| is_on(feature))
    {
        return Held::No;
    }
    if needs.code.is_empty() {
        return Held::Yes(Vec::new());
    }
    let Some(code) = subject.cargo.and_then(|cargo| cargo.code.as_ref()) else { return Held::Unknown };
    let facts = needs.code.iter().map(|fact| shown(*fact, code, path)).collect::<Option<Vec<_>>>();
    facts.map_or(Held::No, |places| Held::Yes(places.concat()))
}

/// The places that show a fact, or None where it does not hold. What code does not do has no place.
fn shown(fact: CodeFact, code: &Code, path: &str) -> Option<Vec<Location>> {
    let where_any = |places: Vec<Location>| (!places.is_empty()).then_some(places);
    match fact {
        CodeFact::BehaviorBefore(day) => where_any(
            code.behavior_versions.iter().filter(|asked| asked.day < day).map(|asked| asked.at).collect(),
        ),
        CodeFact::NoBehaviorVersion => where_any(
            code.without_behavior_version
                .iter()
                .filter(|config| config.is_of(path))
                .map(|config| config.at)
                .collect(),
        ),
        CodeFact::NoHttpClient => (!code.sets_http_client).then(Vec::new),
        CodeFact::NoSleepImpl => (!code.sets_sleep_impl).then(Vec::new),
    }
}
