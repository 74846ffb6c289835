//! Floors, bad pairs, bad releases and unmet requirements that are events: a trigger, if the event has one, beside
//! components that do not go with it.

use std::cmp::Reverse;
use std::ops::Bound;

use super::needs::{self, Held};
use super::{Finding, Outcome, StaleComponent, Subject, Unknown};
use crate::catalog::{Between, Catalog};
use crate::event::{Event, Range, Selector, Stale, Used};
use crate::version::Version;

/// An answer that may not be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    Unknown,
}

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let answer = |selector: &Selector, i: usize| {
        let component = &subject.components[i];
        match selects(selector, subject.catalog, &component.path, &component.version) {
            (Answer::No, built_for) => (Answer::No, built_for),
            (_, built_for) if !neighbours_match(selector, subject, i) => (Answer::No, built_for),
            found => found,
        }
    };
    let is_trigger = |i: &usize| event.triggers.iter().any(|trigger| answer(trigger, *i).0 == Answer::Yes);
    let triggers: Vec<usize> = subject.members.iter().copied().filter(is_trigger).collect();
    if triggers.is_empty() && !event.triggers.is_empty() {
        return;
    }
    let (mut stale, mut seen) = (Vec::new(), Vec::new());
    for &i in subject.members {
        // A component cannot be its own trigger: the event is about two.
        if triggers == [i] {
            continue;
        }
        let answers = event.stale.iter().map(|entry| (entry, answer(&entry.who, i)));
        let mut unknown = false;
        for (entry, (found, built_for)) in answers {
            unknown |= found == Answer::Unknown;
            if found == Answer::Yes {
                match needs::hold(&entry.needs, i, subject) {
                    Held::Yes(places) => seen.extend(places),
                    Held::No => continue,
                    Held::Unknown => {
                        outcome.not_looked_at(event);
                        continue;
                    }
                }
                stale.push(stale_component(event, entry, i, built_for));
                unknown = false;
                break;
            }
        }
        if unknown {
            note_unknown(outcome, i, event.id);
        }
    }
    if stale.is_empty() {
        return;
    }
    stale.sort_by_key(|stale| Reverse(stale.severity));
    let severity = stale.iter().map(|stale| stale.severity).max().unwrap_or(event.severity);
    seen.sort_unstable();
    seen.dedup();
    outcome.findings.push(Finding { event, severity, stale, triggers, seen });
}

fn stale_component(
    event: &'static Event,
    entry: &'static Stale,
    index: usize,
    built_for: Between,
) -> StaleComponent {
    StaleComponent {
        component: index,
        breaks: entry.breaks,
        severity: entry.severity.unwrap_or(event.severity),
        built_for,
        required: None,
    }
}

fn note_unknown(outcome: &mut Outcome, component: usize, event: &'static str) {
    match outcome.unknown.binary_search_by_key(&component, |unknown| unknown.component) {
        Ok(at) => outcome.unknown[at].events.push(event),
        Err(at) => outcome.unknown.insert(at, Unknown { component, events: vec![event] }),
    }
}

/// Whether a component requires, and is required by, what the selector says.
fn neighbours_match(selector: &Selector, subject: &Subject<'_>, i: usize) -> bool {
    // Without a lock nobody knows who requires whom, and an event that asks for it is not known to apply.
    let asks = !(selector.uses.is_empty() && selector.unless_uses.is_empty() && selector.used_by.is_empty());
    if asks && subject.cargo.is_some_and(|cargo| !cargo.locked) {
        return false;
    }
    let is = |at: usize, used: &Used| used.is(&subject.components[at].path, &subject.components[at].version);
    let uses = |used: &Used| subject.components[i].uses.iter().any(|&at| is(at, used));
    (selector.uses.is_empty() || selector.uses.iter().any(uses))
        && !selector.unless_uses.iter().any(uses)
        && (selector.used_by.is_empty()
            || subject.users_of(i).any(|user| selector.used_by.iter().any(|used| is(user, used))))
}

/// Whether the selector holds for a version of a module, and the core that it was built for if that was asked.
pub(super) fn selects(
    selector: &Selector,
    catalog: &Catalog,
    path: &str,
    version: &Version,
) -> (Answer, Between) {
    let unasked = Between { low: None, high: None };
    if !selector.names(path) || !selector.versions.as_ref().is_none_or(|range| range.contains(version)) {
        return (Answer::No, unasked);
    }
    let Some(range) = &selector.built_for else { return (Answer::Yes, unasked) };
    let mut built_for = catalog.built_for(path, version);
    let mut answer = lies_in(&built_for, range);
    if answer == Answer::Unknown
        && let Some(read) = catalog.built_for_by_manifest(path, version)
    {
        answer = lies_in(&read, range);
        built_for = read;
    }
    (answer, built_for)
}

/// Whether a version that is known between bounds lies in a range.
fn lies_in(between: &Between, range: &Range) -> Answer {
    if let Some(exact) = between.exact() {
        return if range.contains(exact) { Answer::Yes } else { Answer::No };
    }
    let above = between.low.as_ref().is_some_and(|low| match &range.to {
        Bound::Included(to) => low > to,
        Bound::Excluded(to) => low >= to,
        Bound::Unbounded => false,
    });
    let below = between.high.as_ref().is_some_and(|high| match &range.from {
        Bound::Included(from) => high < from,
        Bound::Excluded(from) => high <= from,
        Bound::Unbounded => false,
    });
    if above || below {
        return Answer::No;
    }
    let starts_in =
        matches!(range.from, Bound::Unbounded) || between.low.as_ref().is_some_and(|low| range.contains(low));
    let ends_in = matches!(range.to, Bound::Unbounded)
        || between.high.as_ref().is_some_and(|high| range.contains(high));
    if starts_in && ends_in { Answer::Yes } else { Answer::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: Option<(u64, u64)>, high: Option<(u64, u64)>) -> Between {
        let version = |(minor, patch)| Version::new(1, minor, patch);
        Between { low: low.map(version), high: high.map(version) }
    }

    #[test]
    fn bounds_decide_where_they_can() {
        let before = Range { from: Bound::Unbounded, to: Bound::Excluded(Version::new(1, 23, 0)) };
        assert_eq!(lies_in(&between(Some((21, 2)), Some((21, 2))), &before), Answer::Yes);
        assert_eq!(lies_in(&between(Some((20, 0)), Some((22, 2))), &before), Answer::Yes);
        assert_eq!(lies_in(&between(None, Some((22, 2))), &before), Answer::Yes);
        assert_eq!(lies_in(&between(Some((22, 2)), Some((23, 0))), &before), Answer::Unknown);
        assert_eq!(lies_in(&between(Some((23, 0)), None), &before), Answer::No);
        assert_eq!(lies_in(&between(None, None), &before), Answer::Unknown);
        let window = Range {
            from: Bound::Included(Version::new(1, 23, 0)),
            to: Bound::Excluded(Version::new(1, 24, 1)),
        };
        assert_eq!(lies_in(&between(Some((23, 1)), Some((24, 0))), &window), Answer::Yes);
        assert_eq!(lies_in(&between(None, Some((22, 9))), &window), Answer::No);
        assert_eq!(lies_in(&between(Some((23, 1)), None), &window), Answer::Unknown);
    }
}
