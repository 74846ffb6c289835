//! Events against an inventory: what applies, to which components, and how bad it is.
//!
//! One file per kind of rule that has logic of its own. Nothing here prints, reads files or knows a format.

mod mix;
mod unsatisfied;
mod withdrawn;

use std::cmp::Reverse;

use crate::catalog::{Between, Catalog};
use crate::event::{self, Event, Impact, Kind, Severity};
use crate::inventory::Component;
use crate::version::Version;

/// An event that applies to an inventory. Components go by their index in the list that was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What applies.
    pub event: &'static Event,
    /// How bad it is here: the event's own severity, or less.
    pub severity: Severity,
    /// The components to move, worst first, then in the order of their paths.
    pub stale: Vec<StaleComponent>,
    /// The components that make them stale.
    pub triggers: Vec<usize>,
}

impl Finding {
    /// Everything that stops working, each once.
    pub fn breaks(&self) -> Vec<Impact> {
        let mut breaks: Vec<Impact> =
            self.stale.iter().flat_map(|stale| stale.breaks.iter().copied()).collect();
        breaks.sort_unstable();
        breaks.dedup();
        breaks
    }
}

/// A component that an event breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct StaleComponent {
    /// Which one.
    pub component: usize,
    /// What stops working with it.
    pub breaks: &'static [Impact],
    /// How bad it is for this one.
    pub severity: Severity,
    /// The core that it was built for, as far as that is known.
    pub built_for: Between,
    /// The version below which it was required not to be, where it is held back.
    pub required: Option<Version>,
}

/// A component of which it is not known whether an event applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Which one.
    pub component: usize,
    /// The events that may apply.
    pub events: Vec<&'static str>,
}

/// What checking found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What applies, worst first.
    pub findings: Vec<Finding>,
    /// What could not be decided.
    pub unknown: Vec<Unknown>,
}

impl Outcome {
    /// Whether nothing at or above this severity was found.
    pub fn is_clean_at(&self, level: Severity) -> bool {
        self.findings.iter().all(|finding| finding.severity < level)
    }
}

/// Checks the components of one build, sorted by path, against every event of the catalog's family.
pub fn check(components: &[Component], catalog: &Catalog) -> Outcome {
    let members: Vec<usize> = (0..components.len()).filter(|&i| concerns(&components[i], catalog)).collect();
    let mut outcome = Outcome::default();
    if members.is_empty() {
        return outcome;
    }
    let subject = Subject { components, members: &members, catalog };
    let events = event::all().iter().filter(|event| event.family == catalog.family());
    for event in events.clone() {
        match event.kind {
            Kind::Floor | Kind::BadPair | Kind::BadRelease => mix::check(event, &subject, &mut outcome),
            Kind::Unsatisfied if !event.triggers.is_empty() => mix::check(event, &subject, &mut outcome),
            Kind::Withdrawn => withdrawn::check(event, &subject, &mut outcome),
            Kind::Unsatisfied => {}
        }
    }
    // After the rest: it leaves out what an event of its own already explains.
    for event in events.filter(|event| event.kind == Kind::Unsatisfied && event.triggers.is_empty()) {
        unsatisfied::check(event, &subject, &mut outcome);
    }
    outcome.findings.sort_by_key(|finding| Reverse(finding.severity));
    outcome
}

/// Whether a version of a module is surely one that triggers an event.
pub fn triggers(event: &Event, catalog: &Catalog, path: &str, version: &Version) -> bool {
    event.triggers.iter().any(|trigger| mix::selects(trigger, catalog, path, version).0 == mix::Answer::Yes)
}

/// Whether an event is, or may be, about a version of a module: whether it is the one to move.
pub fn affects(event: &Event, catalog: &Catalog, path: &str, version: &Version) -> bool {
    event.stale.iter().any(|stale| mix::selects(&stale.who, catalog, path, version).0 != mix::Answer::No)
}

/// What the kinds look at.
struct Subject<'a> {
    components: &'a [Component],
    /// The components that some event could be about.
    members: &'a [usize],
    catalog: &'a Catalog,
}

fn concerns(component: &Component, catalog: &Catalog) -> bool {
    let path = component.path.as_str();
    catalog.family().short_name(path).is_some() || event::outsiders(catalog.family()).contains(&path)
}

/// A component that nothing is built from can at most earn a warning.
fn capped(severity: Severity, component: &Component) -> Severity {
    if component.built { severity } else { severity.min(Severity::Warning) }
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
