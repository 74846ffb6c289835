//! A lock as it would be: moves crates the way `cargo update` does.
//!
//! `cargo update a b c` takes the newest of each crate it names. `cargo update -p X --precise V` moves X alone and lets
//! go of what X required before: of that, what is too old for V goes to the newest version that fits the rest, not to
//! the least that would do, and the others stay. All else is locked: where V needs more of it, cargo refuses.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::catalog::Catalog;
use crate::catalog::cargo_index::Floor;
use crate::event::exempts;
use crate::inventory::cargo::Ask;
use crate::inventory::{CargoWorkspace, Component, Location, Origin, Relation};
use crate::source::Span;
use crate::version::Version;

/// Crates that a feature now asks for in the place of another one.
const FORMERLY: [(&str, &str); 1] = [("aws-smithy-http-client", "hyper")];

/// What may be chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits<'a> {
    /// Crates that must stay where they are.
    pub(super) holds: &'a [String],
    /// The Rust that must do: the N and M of `1.N.M`.
    pub(super) rust: Option<(u16, u16)>,
}

/// A crate that must not move and would have to.
#[derive(Debug)]
pub(super) struct Stuck {
    pub(super) entry: usize,
    pub(super) path: String,
    pub(super) version: Version,
    pub(super) needed: Version,
    pub(super) by: (String, Version),
}

/// What comes of a move.
pub(super) type Moved<T> = Result<T, Box<Stuck>>;

/// The lock in the making. Entries keep their index; those that nothing requires any more are dead.
#[derive(Clone)]
pub(super) struct Lock<'a> {
    catalog: &'a Catalog,
    cargo: Option<&'a CargoWorkspace>,
    pub(super) limits: Limits<'a>,
    /// Shared, since a move is tried on a copy of the lock.
    entries: Vec<Rc<Component>>,
    /// Who made an entry move, where it was not asked for.
    pub(super) dragged: Vec<Option<(String, Version)>>,
}

impl<'a> Lock<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        cargo: Option<&'a CargoWorkspace>,
        limits: Limits<'a>,
        components: &[Component],
    ) -> Self {
        let dragged = vec![None; components.len()];
        let entries = components.iter().cloned().map(Rc::new).collect();
        Self { catalog, cargo, limits, entries, dragged }
    }

    /// How many entries there are, the dead ones included.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn entry(&self, at: usize) -> &Component {
        &self.entries[at]
    }

    /// The entries that something of the workspace still requires.
    pub(super) fn live(&self) -> Vec<usize> {
        let mut seen = vec![false; self.entries.len()];
        let mut open: Vec<usize> =
            (0..self.entries.len()).filter(|&at| self.entries[at].origin == Origin::Path).collect();
        // A lock without packages of its own, as a part of one on standard input, lives as a whole.
        if open.is_empty() {
            return (0..self.entries.len()).collect();
        }
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                open.extend(&self.entries[at].uses);
            }
        }
        (0..self.entries.len()).filter(|&at| seen[at]).collect()
    }

    /// The components as checks want them: sorted, without what is dead. Beside each, its index here.
    pub(super) fn components(&self) -> (Vec<Component>, Vec<usize>) {
        let mut order = self.live();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.entries[a], &self.entries[b]);
            (&a.path, &a.version).cmp(&(&b.path, &b.version))
        });
        let mut place = vec![usize::MAX; self.entries.len()];
        for (i, &at) in order.iter().enumerate() {
            place[at] = i;
        }
        let components = order
            .iter()
            .map(|&at| {
                let mut component = Component::clone(&self.entries[at]);
                component.uses = component.uses.iter().map(|&used| place[used]).collect();
                component
            })
            .collect();
        (components, order)
    }

    /// Whether an entry is one that cargo may move: of the family, from a registry, and not held.
    pub(super) fn is_free(&self, at: usize) -> bool {
        self.catalog.family().short_name(&self.entries[at].path).is_some() && !self.is_held(at)
    }

    /// The versions that an entry could move to within its line, oldest first: not taken back, and for the Rust that
    /// must do.
    pub(super) fn choices(&self, at: usize) -> Vec<Version> {
        let entry = &self.entries[at];
        self.catalog.line(&entry.path, &entry.version, self.limits.rust)
    }

    /// Whether the Rust that must do builds a version, as far as that is known.
    pub(super) fn suits_rust(&self, path: &str, version: &Version) -> bool {
        let Some(rust) = self.limits.rust else { return true };
        self.catalog.needs_rust(path, version).is_none_or(|needs| needs <= rust)
    }

    /// Whether the Rust that must do keeps a version back that an entry could move to.
    pub(super) fn is_kept_back(&self, at: usize) -> bool {
        let entry = &self.entries[at];
        self.limits.rust.is_some()
            && self.catalog.line(&entry.path, &entry.version, None).last() != self.choices(at).last()
    }

    /// The newest version within an entry's line that the workspace's requirements let in.
    pub(super) fn newest(&self, at: usize) -> Option<Version> {
        let entry = &self.entries[at];
        let of_workspace = entry.relation == Relation::Direct;
        self.choices(at).into_iter().rfind(|version| !of_workspace || self.is_asked(&entry.path, version))
    }

    /// Whether every requirement of the workspace on a line of a crate lets a version in.
    pub(super) fn is_asked(&self, path: &str, version: &Version) -> bool {
        self.asks(path, version).all(|ask| ask.matches(version.as_semver()))
    }

    /// The requirements of the workspace that are about this version's line.
    fn asks(&self, path: &str, version: &Version) -> impl Iterator<Item = semver::VersionReq> {
        let line = version.clone();
        let asks = self.cargo.into_iter().flat_map(|cargo| &cargo.members).flat_map(|member| &member.asks);
        asks.filter(move |ask| ask.name == path)
            .filter_map(|ask| semver::VersionReq::parse(&ask.requirement).ok())
            // A package may ask for two lines under two names.
            .filter(move |ask| ask.comparators.iter().all(|bound| touches(bound, &line)))
    }

    /// Moves an entry as a call does that names it with all it requires: each of them to the newest.
    pub(super) fn raise(&mut self, at: usize, to: &Version) -> Moved<()> {
        self.set(at, to, &mut |lock, name, least, by| lock.require_newest(name, least, by))
    }

    /// Moves an entry as `cargo update -p X --precise V` does.
    pub(super) fn update(&mut self, at: usize, to: &Version) -> Moved<()> {
        let floors = self.floors_at(at, to);
        let mut call = Call { free: self.below(at), must: BTreeSet::new(), floors: floors.clone() };
        // What is too old for the new version has to move, whatever else it needs.
        for floor in floors {
            if let Some(found) = self.in_line(&floor.name, &floor.least)
                && self.entries[found].version < floor.least
            {
                call.must.insert(found);
            }
        }
        self.update_within(at, to, &mut call)
    }

    fn update_within(&mut self, at: usize, to: &Version, call: &mut Call) -> Moved<()> {
        self.set(at, to, &mut |lock, name, least, by| lock.require_fitting(name, least, by, call))
    }

    /// Gives an entry a version and looks for what meets its requirements.
    fn set(&mut self, at: usize, to: &Version, require: &mut Require<'_, 'a>) -> Moved<()> {
        let path = self.entries[at].path.clone();
        let floors = self.floors_at(at, to);
        let known = self.catalog.floors(&path, to).is_some();
        Rc::make_mut(&mut self.entries[at]).version = to.clone();
        if !known {
            return Ok(());
        }
        // What else it requires is taken to stay, but for what would excuse it: that is not known of the new version.
        let stays = |lock: &Self, used: usize| {
            let name = &lock.entries[used].path;
            lock.catalog.family().short_name(name).is_none() && !exempts(name)
        };
        let mut uses: Vec<usize> =
            self.entries[at].uses.iter().copied().filter(|&used| stays(self, used)).collect();
        for floor in floors {
            uses.push(require(self, &floor.name, &floor.least, (&path, to))?);
        }
        Rc::make_mut(&mut self.entries[at]).uses = uses;
        Ok(())
    }

    /// What a version of an entry would require with the features that are on.
    fn floors_at(&self, at: usize, version: &Version) -> Vec<Floor> {
        let entry = &self.entries[at];
        let mut floors = self.catalog.floors(&entry.path, version).unwrap_or_default();
        // Features stay as they are: what one of them asks for is there if it was there before.
        let was_there = |name: &str| entry.uses.iter().any(|&used| self.entries[used].path == name);
        let before = |name: &str| FORMERLY.iter().find(|(now, _)| *now == name).map(|(_, before)| *before);
        floors.retain(|floor| {
            !floor.optional || was_there(&floor.name) || before(&floor.name).is_some_and(was_there)
        });
        floors
    }

    /// The live entry of a crate in the line of a version.
    fn in_line(&self, name: &str, of: &Version) -> Option<usize> {
        let matches = |&at: &usize| {
            let entry = &self.entries[at];
            entry.path == name && entry.version.is_compatible_with(of)
        };
        // Most crates have one entry, and whether it lives is dear to find out.
        let mut found = (0..self.entries.len()).filter(matches);
        let first = found.next()?;
        if found.next().is_none() { Some(first) } else { self.live().into_iter().find(matches) }
    }

    /// Whether an entry requires another one, directly or by way of crates of the family.
    pub(super) fn reaches(&self, at: usize, other: usize) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![at];
        while let Some(user) = open.pop() {
            let is_sdk = self.catalog.family().short_name(&self.entries[user].path).is_some();
            if is_sdk && seen.insert(user) {
                open.extend(&self.entries[user].uses);
            }
        }
        seen.contains(&other)
    }

    /// Everything that an entry requires, directly and indirectly.
    fn below(&self, at: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut open = self.entries[at].uses.clone();
        while let Some(used) = open.pop() {
            if seen.insert(used) {
                open.extend(&self.entries[used].uses);
            }
        }
        seen
    }

    /// The entry that meets a requirement: one that does already, one that is raised to its newest, or a new one.
    fn require_newest(&mut self, name: &str, least: &Version, by: (&str, &Version)) -> Moved<usize> {
        let Some(at) = self.in_line(name, least) else {
            // Cargo does not ask which Rust must do.
            let newest = self.catalog.line(name, least, None).pop().filter(|newest| newest >= least);
            let at = self.insert(name, by);
            self.raise(at, &newest.unwrap_or_else(|| least.clone()))?;
            return Ok(at);
        };
        if self.entries[at].version >= *least {
            return Ok(at);
        }
        let newest = self.newest(at).filter(|newest| newest >= least);
        let newest = newest.filter(|_| !self.is_held(at)).ok_or_else(|| self.stuck(at, least, by))?;
        self.dragged[at] = Some((by.0.to_owned(), by.1.clone()));
        self.raise(at, &newest)?;
        Ok(at)
    }

    /// As [`Self::require_newest`], but what is raised goes only as far as it fits what stays.
    fn require_fitting(
        &mut self,
        name: &str,
        least: &Version,
        by: (&str, &Version),
        call: &mut Call,
    ) -> Moved<usize> {
        let found = self.in_line(name, least);
        if let Some(at) = found {
            if self.entries[at].version >= *least {
                return Ok(at);
            }
            if self.is_held(at) || !call.free.contains(&at) {
                return Err(self.stuck(at, least, by));
            }
        }
        let mut choices = match found {
            Some(at) => {
                let entry = &self.entries[at];
                let of_workspace = entry.relation == Relation::Direct;
                // Cargo does not ask which Rust must do.
                let mut choices = self.catalog.line(&entry.path, &entry.version, None);
                choices.retain(|version| !of_workspace || self.is_asked(name, version));
                choices
            }
            // Cargo does not ask which Rust must do.
            None => self.catalog.line(name, least, None),
        };
        choices.retain(|version| version >= least);
        let at = found.unwrap_or_else(|| self.insert(name, by));
        // The newest that asks for no more than there is of what may stay; else the newest that cargo can have at all.
        let fits = |lock: &Self, version: &Version, may_move: &dyn Fn(usize) -> bool| {
            lock.floors_at(at, version).iter().all(|floor| {
                let below = lock.in_line(&floor.name, &floor.least);
                below.is_none_or(|below| lock.entries[below].version >= floor.least || may_move(below))
            })
        };
        let comes_later = |below: usize| {
            call.must.contains(&below)
                || call.free.contains(&below) && self.comes_later(below, at, choices.len(), call)
        };
        let fitting = choices.iter().rfind(|version| fits(self, version, &comes_later));
        let possible =
            || choices.iter().rfind(|version| fits(self, version, &|below| call.free.contains(&below)));
        let Some(to) = fitting.or_else(possible).cloned() else { return Err(self.stuck(at, least, by)) };
        if found.is_some() && !self.suits_rust(name, &to) {
            return Err(self.stuck(at, least, by));
        }
        self.dragged[at] = Some((by.0.to_owned(), by.1.clone()));
        call.free.insert(at);
        self.update_within(at, &to, call)?;
        Ok(at)
    }

    /// Whether cargo comes to an entry after another one with that many choices, and so has not settled for what is
    /// locked of it: it takes what leaves the fewest choices first, and what nobody else requires with who requires it.
    fn comes_later(&self, at: usize, than: usize, choices: usize, call: &Call) -> bool {
        let entry = &self.entries[at];
        let asked = call.floors.iter().find(|floor| floor.name == entry.path).map(|floor| &floor.least);
        let mut others =
            self.live().into_iter().filter(|&user| user != than && self.entries[user].uses.contains(&at));
        if asked.is_none() && others.next().is_none() {
            return true;
        }
        let least = asked.unwrap_or(&entry.version);
        self.choices(at).iter().filter(|version| *version >= least).count() > choices
    }

    /// Whether an entry must stay: on the user's wish, or because no update moves what a folder or git has.
    pub(super) fn is_held(&self, at: usize) -> bool {
        let entry = &self.entries[at];
        entry.origin != Origin::Registry || self.limits.holds.contains(&entry.path)
    }

    fn stuck(&self, at: usize, needed: &Version, by: (&str, &Version)) -> Box<Stuck> {
        let entry = &self.entries[at];
        Box::new(Stuck {
            entry: at,
            path: entry.path.clone(),
            version: entry.version.clone(),
            needed: needed.clone(),
            by: (by.0.to_owned(), by.1.clone()),
        })
    }

    /// A new entry without version or requirements yet.
    fn insert(&mut self, name: &str, by: (&str, &Version)) -> usize {
        // What comes in new has no line yet; nothing reads the place of a component in a draft.
        let at = Location { source: 0, span: Span::default() };
        self.entries.push(Rc::new(Component {
            path: name.to_owned(),
            version: Version::cargo(0, 0, 0),
            at,
            relation: Relation::Indirect,
            held: None,
            built: true,
            features: None,
            origin: Origin::Registry,
            uses: Vec::new(),
        }));
        self.dragged.push(Some((by.0.to_owned(), by.1.clone())));
        self.entries.len() - 1
    }
}

/// One call of cargo with `--precise`.
struct Call {
    /// What it lets go of.
    free: BTreeSet<usize>,
    /// What cannot stay where it is.
    must: BTreeSet<usize>,
    /// What the crate that it names requires.
    floors: Vec<Floor>,
}

/// Finds the entry that meets a requirement: name, least version, and who asks.
type Require<'r, 'a> = dyn FnMut(&mut Lock<'a>, &str, &Version, (&str, &Version)) -> Moved<usize> + 'r;

/// Whether a requirement is about this version's line, but no locked version meets it.
pub(super) fn is_misfit(ask: &Ask, line: &Version, components: &[Component]) -> bool {
    let Ok(requirement) = semver::VersionReq::parse(&ask.requirement) else { return false };
    let met = |entry: &Component| entry.path == ask.name && requirement.matches(entry.version.as_semver());
    requirement.comparators.iter().all(|bound| touches(bound, line)) && !components.iter().any(met)
}

/// Whether a bound is about versions of this line.
fn touches(bound: &semver::Comparator, line: &Version) -> bool {
    let least = semver::Version::new(bound.major, bound.minor.unwrap_or(0), bound.patch.unwrap_or(0));
    match bound.op {
        semver::Op::Caret | semver::Op::Tilde | semver::Op::Exact | semver::Op::Wildcard => {
            line.is_compatible_with(&Version::cargo(least.major, least.minor, least.patch))
        }
        _ => true,
    }
}
