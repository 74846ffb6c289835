//! Plans for Go modules, closed under minimal version selection.

use std::collections::BTreeMap;

use super::{Move, NoPlan, Plan, Strategy, Why, Wish};
use crate::catalog::{Catalog, Release};
use crate::check::{self, Finding};
use crate::event::{Event, Severity};
use crate::family::GO_CORE;
use crate::inventory::{Component, Decision, HoldKind, Inventory, Location, Origin, Relation};
use crate::source::Span;
use crate::version::Version;

/// Rounds of curing and closing; real plans need two or three.
const MAX_ROUNDS: usize = 64;

/// Finds the moves after which no finding of the level of the wish or above is left.
///
/// # Errors
/// When a finding has no cure, or its cure would move a module that is held.
pub fn plan(inventory: &Inventory, catalog: &Catalog, wish: &Wish<'_>) -> Result<Plan, NoPlan> {
    let strategy = wish.strategy.unwrap_or_default();
    let mut draft = Draft::new(inventory, catalog, wish.holds);
    draft.align(strategy)?;
    draft.settle(wish)?;
    if draft.moves_core_alone() {
        // What was released with a core belongs with it: the rest goes to its train.
        draft.align(Strategy::Aligned)?;
        draft.settle(wish)?;
    }
    Ok(draft.finish(strategy))
}

/// A plan in the making: the build as it would be.
struct Draft<'a> {
    inventory: &'a Inventory,
    catalog: &'a Catalog,
    holds: &'a [String],
    /// Sorted by path, as checks want them.
    components: Vec<Component>,
    reasons: BTreeMap<String, Why>,
}

impl<'a> Draft<'a> {
    fn new(inventory: &'a Inventory, catalog: &'a Catalog, holds: &'a [String]) -> Self {
        Self { inventory, catalog, holds, components: inventory.components.clone(), reasons: BTreeMap::new() }
    }

    /// Cures and closes in turn until nothing is found that is to be cured.
    fn settle(&mut self, wish: &Wish<'_>) -> Result<(), NoPlan> {
        let mut rounds = 0;
        loop {
            self.close()?;
            let mut outcome = check::check_components(&self.components, None, self.catalog);
            wish.judgement.apply(&mut outcome, &self.components, self.catalog.family());
            let open: Vec<Finding> =
                outcome.findings.into_iter().filter(|finding| finding.severity >= wish.level).collect();
            let Some(first) = open.first() else { return Ok(()) };
            // Each round raises something, so this ends; if it ever did not, no plan is better than a wrong one.
            rounds += 1;
            if rounds > MAX_ROUNDS {
                return Err(no_cure(&self.components[first.stale[0].component], first.event));
            }
            self.cure(&open)?;
        }
    }

    /// Whether core is the only module that moves. To let go of a core that is held is another matter.
    fn moves_core_alone(&self) -> bool {
        let core = GO_CORE;
        let held = self.inventory.component(core).is_some_and(|core| core.held.is_some());
        !held && self.reasons.len() == 1 && self.reasons.contains_key(core)
    }

    /// Moves every component of the family as far as the strategy says.
    fn align(&mut self, strategy: Strategy) -> Result<(), NoPlan> {
        let release = match strategy {
            Strategy::Minimal => return Ok(()),
            Strategy::Latest => None,
            Strategy::Train(release) => {
                let past = release.last_meant();
                Some(self.catalog.table().releases().rfind(|known| *known <= past).unwrap_or(release))
            }
            Strategy::Aligned => match self.core_train() {
                Some(release) => Some(release),
                None => return Ok(()),
            },
        };
        let family = self.catalog.family();
        let members: Vec<(String, Version)> = self
            .components
            .iter()
            .filter(|component| family.short_name(&component.path).is_some())
            .map(|component| (component.path.clone(), component.version.clone()))
            .collect();
        for (path, version) in members {
            if self.holds.contains(&path) {
                continue;
            }
            let (mut target, mut why) = match release {
                Some(release) => (self.catalog.newest_at(&path, release), Why::Train(release)),
                None => (self.catalog.versions_above(&path, &version).pop(), Why::Newest),
            };
            // As far as what is held allows.
            if target.as_ref().is_some_and(|target| !self.respects_holds(&path, target)) {
                let mut below = self.catalog.versions_above(&path, &version);
                below.retain(|below| target.as_ref() > Some(below));
                target = below.into_iter().rfind(|below| self.respects_holds(&path, below));
                let own = target.as_ref().and_then(|target| self.catalog.release(&path, target));
                if let (Why::Train(release), Some(own)) = (&mut why, own) {
                    *release = own;
                }
            }
            if let Some(target) = target.filter(|target| *target > version) {
                self.raise(&path, &target, why)?;
            }
        }
        // Core may have had a release of its own since; by itself it is never worth raising.
        let train = matches!(self.reasons.get(GO_CORE), Some(Why::Newest | Why::Train(_)));
        if self.moves_core_alone() && train {
            self.reasons.clear();
            self.components = self.inventory.components.clone();
        }
        Ok(())
    }

    /// The last release that still holds the core that is built.
    fn core_train(&self) -> Option<Release> {
        let core = self.component(GO_CORE)?;
        let table = self.catalog.table();
        let holds_it = |release: &Release| {
            self.catalog.newest_at(&core.path, *release).is_some_and(|version| version <= core.version)
        };
        table.releases().rev().find(holds_it)
    }

    /// Raises what the components require of each other, until nothing asks for more.
    fn close(&mut self) -> Result<(), NoPlan> {
        // Requirements that were there before are the build's own business: only moved components are followed.
        let mut pending: Vec<String> = self.reasons.keys().cloned().collect();
        let mut followed: BTreeMap<String, Version> = BTreeMap::new();
        while let Some(path) = pending.pop() {
            let Some(version) = self.version(&path).cloned() else { continue };
            if followed.get(&path) == Some(&version) {
                continue;
            }
            followed.insert(path.clone(), version.clone());
            for (required, least) in self.catalog.requirements(&path, &version).unwrap_or_default() {
                let pinned = self.component(&required).is_some_and(is_pinned);
                if pinned || self.version(&required).is_some_and(|built| *built >= least) {
                    continue;
                }
                self.raise(&required, &least, Why::RequiredBy(path.clone(), version.clone()))?;
                pending.push(required);
            }
        }
        Ok(())
    }

    /// Moves what the findings call stale.
    fn cure(&mut self, findings: &[Finding]) -> Result<(), NoPlan> {
        let mut targets: BTreeMap<String, (Version, Vec<&'static Event>)> = BTreeMap::new();
        for finding in findings {
            for stale in finding.stale.iter().filter(|stale| stale.severity > Severity::Note) {
                let component = &self.components[stale.component];
                let target = match &stale.required {
                    Some(required) => required.clone(),
                    None => self.target(component, finding.event)?,
                };
                let entry =
                    targets.entry(component.path.clone()).or_insert_with(|| (target.clone(), Vec::new()));
                entry.0 = entry.0.clone().max(target);
                entry.1.push(finding.event);
            }
        }
        for (path, (version, events)) in targets {
            self.raise(&path, &version, Why::Cures(events))?;
        }
        Ok(())
    }

    /// The version that takes a component past an event: the one of core's own release, else the newest one that
    /// moves nothing else along, and if each does, the first.
    fn target(&self, component: &Component, event: &'static Event) -> Result<Version, NoPlan> {
        let catalog = self.catalog;
        let affected = |version: &Version| check::affects(event, catalog, &component.path, version);
        let moves_nothing_else = |version: &Version| {
            let required = catalog.requirements(&component.path, version).unwrap_or_default();
            required.iter().all(|(path, least)| self.version(path).is_some_and(|built| built >= least))
        };
        // Every other module rests on core, so it goes no further than it must.
        let is_core = component.path == GO_CORE;
        if let Some(version) = self.own_train(&component.path)
            && !is_core
            && version > component.version
            && !affected(&version)
            && moves_nothing_else(&version)
        {
            return Ok(version);
        }
        let mut candidates = catalog.versions_above(&component.path, &component.version);
        // A module outside the family has no train; where its range ends is all that is known.
        if candidates.is_empty() {
            let ranges = event.stale.iter().filter(|entry| entry.who.names(&component.path));
            candidates.extend(ranges.filter_map(|entry| entry.who.versions.as_ref()?.end().cloned()));
        }
        candidates.retain(|version| !affected(version));
        let alone = candidates.iter().take_while(|version| moves_nothing_else(version)).last();
        let least = alone.filter(|_| !is_core).or(candidates.first());
        least.cloned().ok_or_else(|| no_cure(component, event))
    }

    /// Whether a version asks for no more than is built of what the user holds.
    fn respects_holds(&self, path: &str, version: &Version) -> bool {
        let required = self.catalog.requirements(path, version).unwrap_or_default();
        required.iter().all(|(path, least)| {
            !self.holds.contains(path) || self.version(path).is_none_or(|built| built >= least)
        })
    }

    /// The version of a module that was current when the core that is built was released.
    fn own_train(&self, path: &str) -> Option<Version> {
        let core = self.component(GO_CORE)?;
        self.catalog.newest_at(path, self.catalog.release(&core.path, &core.version)?)
    }

    fn raise(&mut self, path: &str, version: &Version, why: Why) -> Result<(), NoPlan> {
        let index = self.components.binary_search_by(|component| component.path.as_str().cmp(path));
        match index {
            Ok(index) if self.components[index].version >= *version => return Ok(()),
            Ok(index) if self.holds.iter().any(|held| held == path) => {
                return Err(NoPlan::Held {
                    path: path.to_owned(),
                    version: Box::new(self.components[index].version.clone()),
                    needed: Box::new(version.clone()),
                    reason: match why {
                        Why::Cures(events) => {
                            let ids: Vec<String> =
                                events.iter().map(|event| format!("`{}`", event.id)).collect();
                            format!("the cure of {}", ids.join(" and "))
                        }
                        Why::RequiredBy(path, version) => format!("{path} {version}"),
                        Why::Train(release) => format!("the train of {release}"),
                        Why::Newest | Why::NewestAllowed => "the newest train".to_owned(),
                        Why::Rust(_) => why.to_string(),
                    },
                });
            }
            Ok(index) => {
                self.components[index].version = version.clone();
                self.components[index].built |= matches!(why, Why::RequiredBy(..));
            }
            Err(index) => {
                // A module that comes in new has no line yet; nothing reads the place of a component in a draft.
                let nowhere = Location { source: 0, span: Span::default() };
                let component = Component {
                    path: path.to_owned(),
                    version: version.clone(),
                    at: nowhere,
                    relation: Relation::Indirect,
                    held: None,
                    built: true,
                    features: None,
                    origin: Origin::Registry,
                    uses: Vec::new(),
                };
                self.components.insert(index, component);
            }
        }
        // The first reason stays, unless a cure explains the move better than "is required".
        match (self.reasons.get_mut(path), why) {
            (Some(Why::Cures(known)), Why::Cures(new)) => {
                known.extend(new);
                known.sort_by_key(|event| event.id);
                known.dedup();
            }
            (Some(known @ Why::RequiredBy(..)), why) => *known = why,
            (Some(_), _) => {}
            (None, why) => {
                self.reasons.insert(path.to_owned(), why);
            }
        }
        Ok(())
    }

    fn component(&self, path: &str) -> Option<&Component> {
        let index = self.components.binary_search_by(|component| component.path.as_str().cmp(path)).ok()?;
        self.components.get(index)
    }

    fn version(&self, path: &str) -> Option<&Version> {
        self.component(path).map(|component| &component.version)
    }

    fn finish(self, strategy: Strategy) -> Plan {
        let (mut moves, mut carried) = (Vec::new(), Vec::new());
        for component in &self.components {
            let Some(why) = self.reasons.get(&component.path) else { continue };
            let before = self.inventory.component(&component.path);
            let moved = Move {
                path: component.path.clone(),
                from: before.map(|component| component.version.clone()),
                to: component.version.clone(),
                why: why.clone(),
                replaced_at: before.filter(|before| is_pinned(before)).and_then(|before| before.held.clone()),
            };
            match moved.why {
                Why::RequiredBy(..) => carried.push(moved),
                _ => moves.push(moved),
            }
        }
        let commands = commands(self.inventory, &moves);
        Plan { strategy, moves, carried, removed: Vec::new(), edits: Vec::new(), commands, left: Vec::new() }
    }
}

/// The commands that carry moves out, in order, each to be run in the folder of the module.
fn commands(inventory: &Inventory, moves: &[Move]) -> Vec<String> {
    let mut commands = Vec::new();
    let mut wanted = Vec::new();
    for moved in moves {
        match &moved.replaced_at {
            Some(hold) => {
                let left = hold.replaced.as_ref().map_or(String::new(), |version| format!("@{version}"));
                commands.push(format!("go mod edit -replace={0}{left}={0}@{1}", moved.path, moved.to));
            }
            None => wanted.push(format!("{}@{}", moved.path, moved.to)),
        }
    }
    if !wanted.is_empty() {
        commands.push(format!("go get {}", wanted.join(" ")));
    }
    if !commands.is_empty() {
        commands.push("go mod tidy".to_owned());
        if inventory.is_workspace() {
            commands.push("go work sync".to_owned());
        }
        if inventory.decided_by == Decision::Vendor {
            commands
                .push(if inventory.is_workspace() { "go work vendor" } else { "go mod vendor" }.to_owned());
        }
    }
    commands
}

fn no_cure(component: &Component, event: &Event) -> NoPlan {
    NoPlan::NoCure {
        path: component.path.clone(),
        version: Box::new(component.version.clone()),
        event: event.id,
    }
}

/// Whether version selection has no say over a component.
fn is_pinned(component: &Component) -> bool {
    component.held.as_ref().is_some_and(|hold| hold.by == HoldKind::Replace)
}
