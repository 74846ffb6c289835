//! Events against an inventory: what applies, to which components, and how bad it is.
//!
//! One file per kind of rule that has logic of its own. Nothing here prints, reads files or knows a format.

mod judgement;
mod loose_cap;
mod mix;
mod needs;
mod other_line;
mod rust_version;
mod single_instance;
mod unsatisfied;
mod withdrawn;
mod yanked;

use std::cell::OnceCell;
use std::cmp::Reverse;

use crate::catalog::{Between, Catalog};
use crate::event::{self, Event, Impact, Kind, Selector, Severity, Stale};
use crate::family::Family;
use crate::inventory::{CargoWorkspace, Component, Inventory, Location, Origin};
use crate::version::Version;

pub use judgement::{Judgement, NO_JUDGEMENT, Waived, Waiver};

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
    /// The places in the code of the workspace that decided, where code did.
    pub seen: Vec<Location>,
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
    /// What could not be decided, sorted by component.
    pub unknown: Vec<Unknown>,
    /// The events that depend on features or code, and whose crates are there, where cargo was not asked.
    pub not_looked_at: Vec<&'static Event>,
    /// What applies, and the user accepts.
    pub waived: Vec<Waived>,
}

impl Outcome {
    /// Whether nothing at or above this severity was found.
    pub fn is_clean_at(&self, level: Severity) -> bool {
        self.findings.iter().all(|finding| finding.severity < level)
    }
}

/// Checks what an inventory holds.
pub fn check(inventory: &Inventory, catalog: &Catalog) -> Outcome {
    check_components(&inventory.components, inventory.cargo.as_ref(), catalog)
}

/// Checks the components of one build, sorted by path and version, against every event of the catalog's family.
pub fn check_components(
    components: &[Component],
    cargo: Option<&CargoWorkspace>,
    catalog: &Catalog,
) -> Outcome {
    let members: Vec<usize> = (0..components.len()).filter(|&i| concerns(&components[i], catalog)).collect();
    let mut outcome = Outcome::default();
    if members.is_empty() {
        return outcome;
    }
    let subject = Subject { components, members: &members, cargo, catalog, users: OnceCell::new() };
    let events = event::all().iter().filter(|event| event.family == catalog.family());
    for event in events.clone() {
        match event.kind {
            Kind::Floor | Kind::BadPair | Kind::BadRelease | Kind::Feature => {
                mix::check(event, &subject, &mut outcome)
            }
            Kind::Unsatisfied if !event.triggers.is_empty() => mix::check(event, &subject, &mut outcome),
            Kind::Withdrawn => withdrawn::check(event, &subject, &mut outcome),
            Kind::LooseCap => loose_cap::check(event, &subject, &mut outcome),
            Kind::OtherLine => other_line::check(event, &subject, &mut outcome),
            Kind::RustVersion => rust_version::check(event, &subject, &mut outcome),
            Kind::Unsatisfied | Kind::SingleInstance | Kind::Yanked => {}
        }
    }
    // After the rest: these leave out what an event of its own already explains.
    for event in events {
        match event.kind {
            Kind::Unsatisfied if event.triggers.is_empty() => {
                unsatisfied::check(event, &subject, &mut outcome);
            }
            Kind::SingleInstance => single_instance::check(event, &subject, &mut outcome),
            Kind::Yanked => yanked::check(event, &subject, &mut outcome),
            _ => {}
        }
    }
    for finding in &mut outcome.findings {
        cap(finding, components, catalog.family());
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
    cargo: Option<&'a CargoWorkspace>,
    catalog: &'a Catalog,
    /// Who requires each component, once somebody asks.
    users: OnceCell<Vec<Vec<usize>>>,
}

impl Subject<'_> {
    /// Who requires a component itself.
    fn users_of(&self, component: usize) -> impl Iterator<Item = usize> {
        let users = self.users.get_or_init(|| {
            let mut users = vec![Vec::new(); self.components.len()];
            for (user, component) in self.components.iter().enumerate() {
                component.uses.iter().for_each(|&used| users[used].push(user));
            }
            users
        });
        users[component].iter().copied()
    }

    /// The packages of the workspace itself.
    fn packages(&self) -> impl Iterator<Item = usize> {
        (0..self.components.len()).filter(|&i| self.components[i].origin == Origin::Path)
    }

    /// What the event is about, without more ado: its modules and versions.
    fn named<'e>(&self, event: &'e Event, component: usize) -> Option<&'e Stale> {
        let Component { path, version, .. } = &self.components[component];
        let meant = |who: &Selector| {
            who.names(path) && who.versions.as_ref().is_none_or(|range| range.contains(version))
        };
        event.stale.iter().find(|stale| meant(&stale.who))
    }
}

impl Outcome {
    /// Whether some finding already names a component as the one to move.
    fn explains(&self, component: usize) -> bool {
        self.findings.iter().any(|finding| finding.stale.iter().any(|stale| stale.component == component))
    }

    fn not_looked_at(&mut self, event: &'static Event) {
        if self.not_looked_at.last() != Some(&event) {
            self.not_looked_at.push(event);
        }
    }

    /// Adds a finding, where there is someone to move.
    fn add(&mut self, event: &'static Event, stale: Vec<StaleComponent>, mut triggers: Vec<usize>) {
        triggers.sort_unstable();
        triggers.dedup();
        if let Some(severity) = stale.iter().map(|stale| stale.severity).max() {
            self.findings.push(Finding { event, severity, stale, triggers, seen: Vec::new() });
        }
    }
}

impl StaleComponent {
    /// A component of which nothing more is known than that it is the one.
    fn plain(component: usize, breaks: &'static [Impact], severity: Severity) -> Self {
        Self { component, breaks, severity, built_for: Between { low: None, high: None }, required: None }
    }
}

fn concerns(component: &Component, catalog: &Catalog) -> bool {
    let path = component.path.as_str();
    catalog.family().short_name(path).is_some() || event::outsiders(catalog.family()).contains(&path)
}

/// What nothing is built from earns less: of a module go may build a package tomorrow, which is a warning; of a crate
/// cargo has said that no target and no feature needs it, which is a note.
fn cap(finding: &mut Finding, components: &[Component], family: Family) {
    let most = match family {
        Family::Go => Severity::Warning,
        Family::Rust => Severity::Note,
    };
    let triggers = finding.triggers.iter().filter(|_| family == Family::Rust);
    let triggers: Vec<bool> = triggers.map(|&i| components[i].built).collect();
    let is_met = triggers.is_empty() || triggers.contains(&true);
    for stale in &mut finding.stale {
        if !components[stale.component].built || !is_met {
            stale.severity = stale.severity.min(most);
        }
    }
    finding.rank();
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
