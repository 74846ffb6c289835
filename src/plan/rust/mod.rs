//! Plans for Rust workspaces: what `cargo update` has to be told, and what it will then do.

mod left;
mod lock;

use std::collections::BTreeSet;

use left::moves_cure;
use lock::{Limits, Lock, Moved, Stuck, is_misfit};

use super::{Edit, Left, Move, NoPlan, Plan, RustVersion, Strategy, Why, Wish};
use crate::catalog::Catalog;
use crate::catalog::cargo_index::Floor;
use crate::check::{self, Finding, Judgement, Outcome};
use crate::event::{Event, Kind};
use crate::inventory::{CargoWorkspace, Component, Decision, Inventory, Origin, Relation};
use crate::version::Version;

/// Rounds of curing; each raises something, and real plans need two or three.
const MAX_ROUNDS: usize = 64;

/// Crates that may have to move before another one can.
const MAX_WAY: usize = 16;

/// Finds the moves after which no finding that moves can cure is left.
///
/// # Errors
/// When a finding has no cure, or its cure would move a crate that must stay, or none is for the Rust that must do.
pub fn plan(inventory: &Inventory, catalog: &Catalog, wish: &Wish<'_>) -> Result<Plan, NoPlan> {
    let bound = inventory.cargo.as_ref().and_then(|cargo| cargo.rust.as_ref());
    let rust = wish.rust_version.or_else(|| bound.map(|bound| bound.version));
    match Draft::for_rust(inventory, catalog, wish, rust) {
        Err(reason) => {
            Err(rust.and_then(|rust| newer_rust(inventory, catalog, wish, rust)).unwrap_or(reason))
        }
        plan => plan,
    }
}

/// Where there is no plan for the Rust that must do: whether a newer one has one, and what needs it.
fn newer_rust(inventory: &Inventory, catalog: &Catalog, wish: &Wish<'_>, rust: (u16, u16)) -> Option<NoPlan> {
    let needs = |component: &Component, version: &Version| catalog.needs_rust(&component.path, version);
    let of_family: Vec<_> = inventory.family_components().collect();
    let newer: BTreeSet<(u16, u16)> = of_family
        .iter()
        .flat_map(|component| {
            catalog.line(&component.path, &component.version, None).into_iter().map(move |v| (component, v))
        })
        .filter_map(|(component, version)| needs(component, &version))
        .chain(of_family.iter().filter_map(|component| needs(component, &component.version)))
        .filter(|needed| *needed > rust)
        .collect();
    let works = newer.into_iter().find_map(|newer| {
        let plan =
            Draft::for_rust(inventory, catalog, &Wish { rust_version: Some(newer), ..*wish }, Some(newer));
        Some((newer, plan.ok()?))
    });
    // What the plan for the newer Rust builds; without one, what is built now.
    let moved = works.iter().flat_map(|(_, plan)| plan.moves.iter().chain(&plan.carried));
    let moved: Vec<(String, Version)> = moved.map(|moved| (moved.path.clone(), moved.to.clone())).collect();
    let stays = of_family.iter().filter(|component| moved.iter().all(|(path, _)| *path != component.path));
    let built =
        stays.map(|component| (component.path.clone(), component.version.clone())).chain(moved.clone());
    let (needed, path, version) = built
        .filter_map(|(path, version)| Some((catalog.needs_rust(&path, &version)?, path, version)))
        .filter(|(needed, ..)| *needed > rust)
        .max_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(&a.1)))?;
    let words = |(minor, patch)| RustVersion(minor, patch);
    let works = works.map(|(newer, _)| words(newer));
    Some(NoPlan::Rust { path, version: Box::new(version), needed: words(needed), rust: words(rust), works })
}

/// A move to be told to cargo.
struct Asked {
    entry: usize,
    /// The version when its turn comes, by which it is told from other copies.
    from: Version,
    to: Version,
    /// Whether cargo is told the version; else it takes the newest.
    precise: bool,
    why: Why,
}

struct Draft<'a> {
    inventory: &'a Inventory,
    /// What its manifests say, with the Rust that the user wishes.
    cargo: Option<CargoWorkspace>,
    catalog: &'a Catalog,
    lock: Lock<'a>,
    judgement: &'a Judgement,
    asked: Vec<Asked>,
}

impl<'a> Draft<'a> {
    /// The plan for a Rust. What it cannot build is moved down, where that leaves nothing else to find.
    fn for_rust(
        inventory: &'a Inventory,
        catalog: &'a Catalog,
        wish: &Wish<'a>,
        rust: Option<(u16, u16)>,
    ) -> Result<Plan, NoPlan> {
        let lowered = Self::new(inventory, catalog, wish, rust).carry_out(wish, true);
        // Who names a Rust wants a set for it; who is bound to one by a file still wants the rest cured.
        if rust.is_none()
            || wish.rust_version.is_some()
            || lowered.as_ref().is_ok_and(|plan| plan.left.is_empty())
        {
            return lowered;
        }
        // To leave what is too new is better than nothing, and so is to move it down and leave another thing.
        let standing = Self::new(inventory, catalog, wish, rust).carry_out(wish, false);
        match (&lowered, &standing) {
            (Ok(_), Err(_)) => lowered,
            (Ok(down), Ok(up)) if down.left.len() <= up.left.len() => lowered,
            _ => standing,
        }
    }

    fn new(
        inventory: &'a Inventory,
        catalog: &'a Catalog,
        wish: &Wish<'a>,
        rust: Option<(u16, u16)>,
    ) -> Self {
        let mut cargo = inventory.cargo.clone();
        if let Some(version) = wish.rust_version {
            cargo.get_or_insert_default().bind(version);
        }
        let limits = Limits { holds: wish.holds, rust };
        let lock = Lock::new(catalog, inventory.cargo.as_ref(), limits, &inventory.components);
        Draft { inventory, cargo, catalog, lock, judgement: wish.judgement, asked: Vec::new() }
    }

    fn carry_out(mut self, wish: &Wish<'_>, lower: bool) -> Result<Plan, NoPlan> {
        let before = self.check();
        let is_kept_back = self
            .lock
            .live()
            .into_iter()
            .any(|entry| self.lock.is_free(entry) && self.lock.is_kept_back(entry));
        // `cargo update` with names alone takes what the Rust that must do does not build.
        let usual = if is_kept_back { Strategy::Minimal } else { Strategy::Latest };
        let strategy = wish.strategy.unwrap_or(usual);
        let broken = self.open(wish).next().is_some();
        match strategy {
            Strategy::Minimal => {}
            // In a check, a healthy lock needs no plan; whoever asks for one by its strategy gets it.
            Strategy::Latest if wish.strategy.is_none() && !broken => {}
            Strategy::Latest if is_kept_back => self.each_to_newest(),
            Strategy::Latest => self.update_all()?,
            Strategy::Aligned => self.align(self.newest_train())?,
            Strategy::Train(release) => self.align(Some(release))?,
        }
        let whole = self.asked.len();
        if lower {
            self.lower();
        }
        self.settle(wish)?;
        if lower {
            // What came in new may be too new.
            self.lower();
            self.settle(wish)?;
        }
        let left = self.left(wish, &before)?;
        Ok(self.finish(strategy, whole, left))
    }

    fn check(&self) -> (Outcome, Vec<usize>) {
        let (components, entries) = self.lock.components();
        let mut outcome = check::check_components(&components, self.cargo.as_ref(), self.catalog);
        self.judgement.apply(&mut outcome, &components, self.catalog.family());
        (outcome, entries)
    }

    /// The findings that are left, each with the entries to move.
    fn open(&self, wish: &Wish<'_>) -> impl Iterator<Item = (Finding, Vec<usize>)> + use<> {
        let (outcome, entries) = self.check();
        let level = wish.level;
        outcome
            .findings
            .into_iter()
            .filter(move |finding| finding.severity >= level && moves_cure(finding.event))
            .map(move |finding| {
                let stale = finding.stale.iter().map(|stale| entries[stale.component]).collect();
                (finding, stale)
            })
    }

    /// Cures in turn until nothing is left that moves can cure.
    fn settle(&mut self, wish: &Wish<'_>) -> Result<(), NoPlan> {
        for _ in 0..MAX_ROUNDS {
            let Some((finding, stale)) = self.open(wish).next() else { return Ok(()) };
            for entry in stale {
                self.cure(entry, finding.event)?;
            }
        }
        match self.open(wish).next() {
            None => Ok(()),
            Some((finding, stale)) => Err(self.no_cure(stale[0], finding.event)),
        }
    }

    /// Moves a crate to the first version past an event.
    fn cure(&mut self, entry: usize, event: &'static Event) -> Result<(), NoPlan> {
        let component = self.lock.entry(entry).clone();
        let affected = |version: &Version| match event.kind {
            Kind::Yanked => false,
            _ => check::affects(event, self.catalog, &component.path, version),
        };
        let choices = self.lock.choices(entry);
        let above = |version: &&Version| **version > component.version && !affected(version);
        // A lock that does not fit the manifest has to come to what the manifest asks for.
        let asked = |version: &&Version| above(version) && self.lock.is_asked(&component.path, version);
        let up = choices.iter().find(asked).or_else(|| choices.iter().find(above));
        // Back only from what is bad by itself; where two do not go together, the older one is to come up.
        let by_itself = matches!(event.kind, Kind::Yanked | Kind::BadRelease);
        let before = |version: &&Version| **version < component.version && !affected(version);
        let down = || choices.iter().rfind(before).filter(|_| by_itself);
        let Some(to) = up.or_else(down).cloned() else { return self.cure_by_users(entry, event, MAX_WAY) };
        if self.lock.is_held(entry) {
            return Err(stays(&component, to, format!("the cure of `{}`", event.id)));
        }
        self.make_way(entry, &to, &Why::Cures(vec![event]), MAX_WAY).map_err(|stuck| self.held(&stuck))
    }

    /// Where the whole line of a crate is affected: moves those that require it to versions that require another.
    fn cure_by_users(&mut self, entry: usize, event: &'static Event, left: usize) -> Result<(), NoPlan> {
        let line = self.lock.entry(entry).clone();
        let uses = |lock: &Lock<'_>, user: usize| lock.entry(user).uses.contains(&entry);
        let users: Vec<usize> = self.lock.live().into_iter().filter(|&user| uses(&self.lock, user)).collect();
        for user in users {
            // An earlier move may have let go of it.
            if !uses(&self.lock, user) || !self.lock.live().contains(&user) {
                continue;
            }
            let component = self.lock.entry(user).clone();
            if left == 0 || !self.lock.is_free(user) {
                return Err(self.no_cure(entry, event));
            }
            let leaves = |version: &&Version| {
                let floors = self.catalog.floors(&component.path, version).unwrap_or_default();
                let stays =
                    |floor: &Floor| floor.name == line.path && floor.least.is_compatible_with(&line.version);
                **version > component.version && !floors.iter().any(stays)
            };
            match self.lock.choices(user).iter().find(leaves).cloned() {
                Some(to) => self
                    .make_way(user, &to, &Why::Cures(vec![event]), MAX_WAY)
                    .map_err(|stuck| self.held(&stuck))?,
                None => self.cure_by_users(user, event, left - 1)?,
            }
        }
        Ok(())
    }

    /// Every crate of the SDK to the newest that the workspace's requirements let in, in one call of cargo.
    fn update_all(&mut self) -> Result<(), NoPlan> {
        let free: Vec<usize> =
            self.lock.live().into_iter().filter(|&entry| self.lock.is_free(entry)).collect();
        let before: Vec<Version> = free.iter().map(|&entry| self.lock.entry(entry).version.clone()).collect();
        for &entry in &free {
            let current = self.lock.entry(entry).version.clone();
            let Some(newest) = self.lock.newest(entry).filter(|newest| *newest > current) else { continue };
            // The newest goes nearly always; only where it does not, the others are looked at.
            if self.lock.clone().raise(entry, &newest).is_ok() {
                self.lock.raise(entry, &newest).map_err(|stuck| self.held(&stuck))?;
                continue;
            }
            let mut choices = self.lock.choices(entry);
            choices.retain(|version| *version > current && *version < newest);
            // As far as what is held allows.
            if let Some(to) = choices.into_iter().rfind(|to| self.lock.clone().raise(entry, to).is_ok()) {
                self.lock.raise(entry, &to).map_err(|stuck| self.held(&stuck))?;
            }
        }
        // One call looks at all of them at once, so what one of them dragged along is named like the rest.
        let live = self.lock.live();
        for (entry, from) in free.into_iter().zip(before).filter(|(entry, _)| live.contains(entry)) {
            let to = self.lock.entry(entry).version.clone();
            if to != from {
                let newest = self.lock.newest(entry).as_ref() == Some(&to);
                let why = if newest { Why::Newest } else { Why::NewestAllowed };
                self.asked.push(Asked { entry, from, to, precise: false, why });
            }
        }
        Ok(())
    }

    /// The newest train that a crate of the lock was built for.
    fn newest_train(&self) -> Option<crate::catalog::Release> {
        let entries = self.lock.live().into_iter().map(|entry| self.lock.entry(entry));
        entries.filter_map(|entry| self.catalog.train(&entry.path, &entry.version)).max()
    }

    /// Every crate of the SDK to what a train holds of its line, those that others require first.
    fn align(&mut self, train: Option<crate::catalog::Release>) -> Result<(), NoPlan> {
        let Some(train) = train else { return Ok(()) };
        let target = |draft: &Self, entry: usize| {
            let component = draft.lock.entry(entry);
            let of_train = |version: &Version| {
                let path = &component.path;
                draft.catalog.train(path, version).is_some_and(|of| of <= train)
                    && draft.catalog.release(path, version).is_some_and(|of| of <= train.end_of_day())
                    && draft.lock.is_asked(path, version)
            };
            let held = draft.lock.choices(entry).into_iter().rfind(of_train);
            held.filter(|to| *to > component.version)
        };
        // What cargo refuses now it may take once others have moved.
        loop {
            let mut refused = None;
            let mut moved = false;
            for entry in self.dependencies_first() {
                if !self.lock.is_free(entry) {
                    continue;
                }
                let Some(to) = target(self, entry) else { continue };
                match self.move_to(entry, to, Why::Train(train)) {
                    Ok(()) => moved = true,
                    Err(stuck) => refused = Some(stuck),
                }
            }
            match refused {
                Some(stuck) if !moved => return Err(self.held(&stuck)),
                Some(_) => {}
                None => return Ok(()),
            }
        }
    }

    /// Every crate of the SDK to the newest for the Rust that must do, each in a call of its own.
    fn each_to_newest(&mut self) {
        // What cargo refuses now it may take once others have moved.
        for _ in 0..MAX_ROUNDS {
            let mut moved = false;
            for entry in self.dependencies_first() {
                let current = &self.lock.entry(entry).version;
                let newest = self.lock.newest(entry).filter(|newest| newest > current);
                let Some(to) = newest.filter(|_| self.lock.is_free(entry)) else { continue };
                let why = if self.lock.is_kept_back(entry) { self.why_rust() } else { Why::Newest };
                moved |= self.move_to(entry, to, why).is_ok();
            }
            if !moved {
                return;
            }
        }
    }

    /// Moves down what the Rust that must do does not build, as far as what requires it lets it.
    fn lower(&mut self) {
        for _ in 0..MAX_ROUNDS {
            // What requires others comes first, since it keeps them up.
            let mut order = self.dependencies_first();
            order.reverse();
            let lowered = order
                .into_iter()
                .filter(|&entry| self.is_too_new(entry))
                .find_map(|entry| Some((entry, self.lower_version(entry)?)));
            let Some((entry, to)) = lowered else { return };
            if self.move_to(entry, to, self.why_rust()).is_err() {
                return;
            }
        }
    }

    fn why_rust(&self) -> Why {
        let (minor, patch) = self.lock.limits.rust.unwrap_or_default();
        Why::Rust(RustVersion(minor, patch))
    }

    /// The newest version below the one of an entry that the Rust which must do builds, and that all who require it
    /// let in.
    fn lower_version(&self, entry: usize) -> Option<Version> {
        let component = self.lock.entry(entry);
        if !self.lock.is_free(entry) {
            return None;
        }
        let mut least = Version::cargo(0, 0, 0);
        for user in self.lock.live() {
            let user = self.lock.entry(user);
            if user.origin == Origin::Path || !user.uses.contains(&entry) {
                continue;
            }
            // Whose requirements nobody knows may refuse.
            for floor in self.catalog.floors(&user.path, &user.version)? {
                let is_meant =
                    floor.name == component.path && floor.least.is_compatible_with(&component.version);
                if is_meant && floor.least > least {
                    least = floor.least;
                }
            }
        }
        let lets_in = |version: &Version| {
            *version < component.version
                && *version >= least
                && (component.relation != Relation::Direct || self.lock.is_asked(&component.path, version))
        };
        self.lock.choices(entry).into_iter().rfind(lets_in)
    }

    fn dependencies_first(&self) -> Vec<usize> {
        fn visit(lock: &Lock<'_>, entry: usize, seen: &mut Vec<bool>, order: &mut Vec<usize>) {
            if std::mem::replace(&mut seen[entry], true) {
                return;
            }
            for &used in &lock.entry(entry).uses {
                visit(lock, used, seen, order);
            }
            order.push(entry);
        }
        let live = self.lock.live();
        let mut seen = vec![false; live.last().map_or(0, |last| last + 1)];
        let mut order = Vec::new();
        for entry in live {
            visit(&self.lock, entry, &mut seen, &mut order);
        }
        order
    }

    /// Moves one crate, after those that are locked too low for it and that cargo would not let go of by itself.
    fn make_way(&mut self, entry: usize, to: &Version, why: &Why, left: usize) -> Moved<()> {
        let stuck = match self.move_to(entry, to.clone(), why.clone()) {
            // What would come in new is not there yet to be moved.
            Err(stuck) if left > 0 && stuck.entry < self.lock.len() && !self.lock.is_held(stuck.entry) => {
                stuck
            }
            result => return result,
        };
        let first = self.lock.choices(stuck.entry).into_iter().find(|version| *version >= stuck.needed);
        let Some(first) = first else { return Err(stuck) };
        let required = Why::RequiredBy(stuck.by.0.clone(), stuck.by.1.clone());
        self.make_way(stuck.entry, &first, &required, left - 1)?;
        self.make_way(entry, to, why, left - 1)
    }

    /// Moves one crate with a call of its own; where cargo would refuse that, nothing has happened.
    fn move_to(&mut self, entry: usize, to: Version, why: Why) -> Moved<()> {
        let mut moved = self.lock.clone();
        moved.update(entry, &to)?;
        let from = self.lock.entry(entry).version.clone();
        self.lock = moved;
        self.asked.push(Asked { entry, from, to, precise: true, why });
        Ok(())
    }

    /// Requirements of the workspace that do not let in what a crate comes to.
    fn edits(&self) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        let members = || self.inventory.cargo.iter().flat_map(|cargo| &cargo.members);
        for (entry, before) in self.inventory.components.iter().enumerate() {
            let to = &self.lock.entry(entry).version;
            if before.version == *to {
                continue;
            }
            for ask in members().flat_map(|member| &member.asks).filter(|ask| ask.name == before.path) {
                let Ok(requirement) = semver::VersionReq::parse(&ask.requirement) else { continue };
                let is_about = requirement.matches(before.version.as_semver())
                    || is_misfit(ask, &before.version, &self.inventory.components);
                let is_new = edits.iter().all(|edit| edit.at != ask.at);
                if is_about && is_new && !requirement.matches(to.as_semver()) {
                    edits.push(Edit {
                        path: before.path.clone(),
                        from: ask.requirement.clone(),
                        to: widened(&ask.requirement, to),
                        at: ask.at,
                    });
                }
            }
        }
        edits
    }

    /// Why there is no plan where a crate that must move cannot.
    fn held(&self, stuck: &Stuck) -> NoPlan {
        let reason = format!("{} {}", stuck.by.0, stuck.by.1);
        if stuck.entry < self.lock.len() {
            return stays(self.lock.entry(stuck.entry), stuck.needed.clone(), reason);
        }
        let (path, version) = (stuck.path.clone(), Box::new(stuck.version.clone()));
        NoPlan::Held { path, version, needed: Box::new(stuck.needed.clone()), reason }
    }

    fn no_cure(&self, entry: usize, event: &'static Event) -> NoPlan {
        let component = self.lock.entry(entry);
        let (path, version, event) = (component.path.clone(), Box::new(component.version.clone()), event.id);
        if self.catalog.versions(&path).last().is_some_and(|newest| !newest.is_compatible_with(&version)) {
            NoPlan::OtherLine { path, version, event }
        } else {
            NoPlan::NoCure { path, version, event }
        }
    }

    fn finish(self, strategy: Strategy, whole: usize, left: Vec<Left>) -> Plan {
        let before = &self.inventory.components;
        let (mut moves, mut carried) = (Vec::new(), Vec::new());
        for entry in self.lock.live() {
            let now = self.lock.entry(entry);
            let was = before.get(entry).map(|component| component.version.clone());
            if was.as_ref() == Some(&now.version) {
                continue;
            }
            let asked = self.asked.iter().find(|asked| asked.entry == entry && asked.to == now.version);
            let why = match (asked, &self.lock.dragged[entry]) {
                (Some(asked), _) => asked.why.clone(),
                (None, Some((path, version))) => Why::RequiredBy(path.clone(), version.clone()),
                (None, None) => continue,
            };
            let moved =
                Move { path: now.path.clone(), from: was, to: now.version.clone(), why, replaced_at: None };
            if asked.is_some() { moves.push(moved) } else { carried.push(moved) }
        }
        for list in [&mut moves, &mut carried] {
            list.sort_by(|a, b| (&a.path, &a.to).cmp(&(&b.path, &b.to)));
        }
        let edits = self.edits();
        let commands = self.commands(whole, &edits);
        let live = self.lock.live();
        // The order of the lock is that of paths.
        let dead = (0..before.len()).filter(|entry| live.binary_search(entry).is_err());
        let mut removed: Vec<_> = dead
            .filter(|&entry| self.catalog.family().short_name(&before[entry].path).is_some())
            .map(|entry| (before[entry].path.clone(), before[entry].version.clone()))
            .collect();
        if self.inventory.decided_by == Decision::CargoToml {
            // What else is built nobody knows yet.
            (carried, removed) = (Vec::new(), Vec::new());
        }
        Plan { strategy, moves, carried, removed, edits, commands, left }
    }

    /// The calls of cargo, in the order in which they must come.
    fn commands(&self, whole: usize, edits: &[Edit]) -> Vec<String> {
        if self.inventory.decided_by == Decision::CargoToml {
            let moves = !self.asked.is_empty();
            return moves.then(|| "cargo generate-lockfile".to_owned()).into_iter().collect();
        }
        let mut commands = Vec::new();
        let (all, rest) = self.asked.split_at(whole);
        let free: Vec<&Asked> = all.iter().filter(|asked| !asked.precise).collect();
        if !free.is_empty() {
            let mut names: Vec<String> = free.iter().map(|asked| self.spec(&asked.entry, None)).collect();
            names.sort();
            commands.push(format!("cargo update {}", names.join(" ")));
        }
        // Cargo refuses a stop on the way that the changed manifest does not let in.
        let is_let_in = |asked: &&Asked| {
            let path = &self.lock.entry(asked.entry).path;
            edits.iter().filter(|edit| edit.path == *path).all(|edit| {
                let wanted = semver::VersionReq::parse(&edit.to);
                wanted.is_ok_and(|wanted| wanted.matches(asked.to.as_semver()))
            })
        };
        for asked in all.iter().filter(|asked| asked.precise).chain(rest).filter(is_let_in) {
            commands.push(format!(
                "cargo update -p {} --precise {}",
                self.spec(&asked.entry, Some(&asked.from)),
                asked.to
            ));
        }
        commands
    }

    /// The name of a crate, with its version where others of that name are, or may come to be, in the lock.
    fn spec(&self, entry: &usize, at: Option<&Version>) -> String {
        let before = &self.inventory.components;
        let component = before.get(*entry).unwrap_or_else(|| self.lock.entry(*entry));
        let version = at.unwrap_or(&component.version);
        let of_lock = before.iter().filter(|other| other.path == component.path).count();
        let stable = component.version.as_semver().major > 0;
        if of_lock == 1 && (stable || at.is_none()) {
            component.path.clone()
        } else {
            format!("{}@{version}", component.path)
        }
    }
}

/// Why there is no plan that leaves a crate where it must stay.
fn stays(component: &Component, needed: Version, reason: String) -> NoPlan {
    let (path, version, needed) =
        (component.path.clone(), Box::new(component.version.clone()), Box::new(needed));
    match &component.origin {
        Origin::Registry => NoPlan::Held { path, version, needed, reason },
        origin => NoPlan::Elsewhere { path, version, origin: origin.clone(), needed, reason },
    }
}

/// A requirement that lets a version in, in the style of the one that did not.
fn widened(requirement: &str, to: &Version) -> String {
    let text = requirement.trim();
    let parts = to.as_semver();
    match text.bytes().next() {
        Some(b'=') => format!("={to}"),
        Some(b'~') => format!("~{}.{}", parts.major, parts.minor),
        _ => to.to_string(),
    }
}
