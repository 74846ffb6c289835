//! Words that several formats share.

use super::plain::clean;
use crate::check::{Finding, StaleComponent};
use crate::event::Kind;
use crate::inventory::{Component, Inventory, Location};

/// A number of things.
pub(super) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A component by the name that people use.
pub(super) fn short_name(inventory: &Inventory, path: &str) -> String {
    clean(inventory.family.short_name(path).unwrap_or(path))
}

/// What is the matter with a stale component, beside the event's title: fixed words and versions.
pub(super) fn matter(finding: &Finding, stale: &StaleComponent) -> Option<String> {
    match (finding.event.kind, &stale.required, stale.built_for.exact()) {
        (Kind::Unsatisfied, Some(required), _) => Some(format!("{required} is required")),
        (Kind::Floor, _, Some(core)) => Some(format!("built for core {core}")),
        (Kind::Floor, _, None) => {
            stale.built_for.high.as_ref().map(|core| format!("built for core {core} at most"))
        }
        (Kind::Withdrawn, ..) => Some("no longer released".to_owned()),
        (Kind::Yanked, ..) => Some("yanked".to_owned()),
        _ => None,
    }
}

/// The line that holds a component back, where that is another one.
pub(super) fn held(component: &Component) -> Option<(Location, String)> {
    let hold = component.held.as_ref().filter(|hold| hold.at != component.at)?;
    Some((hold.at, format!("held back by {}", hold.by.words())))
}

/// The places that a finding is about beside what is stale, each with what is there.
pub(super) fn context(inventory: &Inventory, finding: &Finding) -> Vec<(Location, String)> {
    let triggers = finding.triggers.iter().map(|&trigger| {
        let component = &inventory.components[trigger];
        (component.at, format!("{} {}", short_name(inventory, &component.path), component.version))
    });
    let seen = finding.seen.iter().map(|&place| (place, "the code asks for it here".to_owned()));
    triggers.chain(seen).collect()
}
