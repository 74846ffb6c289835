//! Plans for Rust workspaces: what `cargo update` has to be told, and what it will then do.

mod lock;

use lock::{Limits, Lock, Moved, Stuck};

use super::{Edit, Move, NoPlan, Plan, Strategy, Why, Wish};
use crate::catalog::Catalog;
use crate::catalog::cargo_index::Floor;
use crate::check::{self, Finding, Outcome};
use crate::event::{Event, Kind};
use crate::inventory::Inventory;
use crate::version::Version;

/// Rounds of curing; each raises something, and real plans need two or three.
const MAX_ROUNDS: usize = 64;

/// Crates that may have to move before another one can.
const MAX_WAY: usize = 16;

/// Finds the moves after which no finding that moves can cure is left.
///
/// # Errors
/// When a finding has no cure, or its cure would move a crate that is held.
pub fn plan(inventory: &Inventory, catalog: &Catalog, wish: &Wish<'_>) -> Result<Plan, NoPlan> {
    let rust = wish.rust_version.or_else(|| {
        let bound = inventory.cargo.as_ref()?.rust.as_ref()?;
        Some(bound.version)
    });
    let limits = Limits { holds: wish.holds, rust };
    let lock = Lock::new(catalog, inventory.cargo.as_ref(), limits, &inventory.components);
    let mut draft = Draft { inventory, catalog, lock, asked: Vec::new(), edits: Vec::new() };
    let strategy = wish.strategy.unwrap_or(Strategy::Latest);
    let broken = draft.open(wish).next().is_some();
    match strategy {
        Strategy::Minimal => {}
        // In a check, a healthy lock needs no plan; whoever asks for one by its strategy gets it.
        Strategy::Latest if wish.strategy.is_none() && !broken => {}
        Strategy::Latest => draft.update_all()?,
        Strategy::Aligned => draft.align(draft.newest_train())?,
        Strategy::Train(release) => draft.align(Some(release))?,
    }
    let whole = draft.asked.len();
    draft.settle(wish)?;
    Ok(draft.finish(strategy, whole))
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
    catalog: &'a Catalog,
    lock: Lock<'a>,
    asked: Vec<Asked>,
    edits: Vec<Edit>,
}

impl Draft<'_> {
    fn check(&self) -> (Outcome, Vec<usize>) {
        let (components, entries) = self.lock.components();
        (check::check_components(&components, self.inventory.cargo.as_ref(), self.catalog), entries)
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
        let up = choices.iter().find(|version| **version > component.version && !affected(version));
        // Back only from what is bad by itself; where two do not go together, the older one is to come up.
        let by_itself = matches!(event.kind, Kind::Yanked | Kind::BadRelease);
        let before = |version: &&Version| **version < component.version && !affected(version);
        let down = || choices.iter().rfind(before).filter(|_| by_itself);
        let Some(to) = up.or_else(down).cloned() else { return self.cure_by_users(entry, event, MAX_WAY) };
        if self.lock.limits.holds.contains(&component.path) {
            return Err(NoPlan::Held {
                path: component.path,
                version: Box::new(component.version),
                needed: Box::new(to),
                reason: format!("the cure of `{}`", event.id),
            });
        }
        self.edit_requirements(&component.path, &component.version, &to);
        self.make_way(entry, &to, &Why::Cures(vec![event]), MAX_WAY).map_err(held)
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
            if left == 0 || !self.lock.is_free(user) {
                return Err(self.no_cure(entry, event));
            }
            let component = self.lock.entry(user).clone();
            let leaves = |version: &&Version| {
                let floors = self.catalog.floors(&component.path, version).unwrap_or_default();
                let stays =
                    |floor: &Floor| floor.name == line.path && floor.least.is_compatible_with(&line.version);
                **version > component.version && !floors.iter().any(stays)
            };
            match self.lock.choices(user).iter().find(leaves).cloned() {
                Some(to) => self.make_way(user, &to, &Why::Cures(vec![event]), MAX_WAY).map_err(held)?,
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
                self.lock.raise(entry, &newest).map_err(held)?;
                continue;
            }
            let mut choices = self.lock.choices(entry);
            choices.retain(|version| *version > current && *version < newest);
            // As far as what is held allows.
            if let Some(to) = choices.into_iter().rfind(|to| self.lock.clone().raise(entry, to).is_ok()) {
                self.lock.raise(entry, &to).map_err(held)?;
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
                Some(stuck) if !moved => return Err(held(stuck)),
                Some(_) => {}
                None => return Ok(()),
            }
        }
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
            Err(stuck) if left > 0 && !self.lock.is_held(stuck.entry) => stuck,
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

    /// Requirements of the workspace that do not let a version in.
    fn edit_requirements(&mut self, path: &str, from: &Version, to: &Version) {
        let members = self.inventory.cargo.iter().flat_map(|cargo| &cargo.members);
        for ask in members.flat_map(|member| &member.asks).filter(|ask| ask.name == path) {
            let Ok(requirement) = semver::VersionReq::parse(&ask.requirement) else { continue };
            let is_about = requirement.matches(from.as_semver());
            if is_about
                && !requirement.matches(to.as_semver())
                && self.edits.iter().all(|edit| edit.at != ask.at)
            {
                let wanted = widened(&ask.requirement, to);
                self.edits.push(Edit {
                    path: path.to_owned(),
                    from: ask.requirement.clone(),
                    to: wanted,
                    at: ask.at,
                });
            }
        }
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

    fn finish(self, strategy: Strategy, whole: usize) -> Plan {
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
        let commands = self.commands(whole);
        let live = self.lock.live();
        // The order of the lock is that of paths.
        let dead = (0..before.len()).filter(|entry| live.binary_search(entry).is_err());
        let removed = dead
            .filter(|&entry| self.catalog.family().short_name(&before[entry].path).is_some())
            .map(|entry| (before[entry].path.clone(), before[entry].version.clone()))
            .collect();
        Plan { strategy, moves, carried, removed, edits: self.edits, commands }
    }

    /// The calls of cargo, in the order in which they must come.
    fn commands(&self, whole: usize) -> Vec<String> {
        let mut commands = Vec::new();
        let (all, rest) = self.asked.split_at(whole);
        let free: Vec<&Asked> = all.iter().filter(|asked| !asked.precise).collect();
        if !free.is_empty() {
            let mut names: Vec<String> = free.iter().map(|asked| self.spec(&asked.entry, None)).collect();
            names.sort();
            commands.push(format!("cargo update {}", names.join(" ")));
        }
        for asked in all.iter().filter(|asked| asked.precise).chain(rest) {
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

/// Whether moving crates within their lines cures an event; the others need another requirement or another Rust.
fn moves_cure(event: &Event) -> bool {
    !matches!(
        event.kind,
        Kind::SingleInstance
            | Kind::OtherLine
            | Kind::LooseCap
            | Kind::RustVersion
            | Kind::Withdrawn
            | Kind::Feature
    )
}

#[allow(clippy::boxed_local, reason = "it comes boxed, because errors should be small")]
fn held(stuck: Box<Stuck>) -> NoPlan {
    let reason = format!("{} {}", stuck.by.0, stuck.by.1);
    let Stuck { path, version, needed, .. } = *stuck;
    NoPlan::Held { path, version: Box::new(version), needed: Box::new(needed), reason }
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
