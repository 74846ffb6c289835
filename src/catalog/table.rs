//! The embedded table of trains, looked up in place.
//!
//! Its form is written down in `build/trains.rs`, which makes it. A table is only bytes and offsets: opening one
//! reads its header and nothing else.

use crate::catalog::release::Release;
use crate::family::Family;
use crate::version::{Notation, Version};

static GO: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/trains-go.bin"));
static RUST: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/trains-rust.bin"));

const MAGIC: &[u8] = b"AWCTRN03";
const HEADER: usize = 8 + 12 * 4;
const MODULE: usize = 12;
const RELEASE: usize = 4;
const ROW: usize = 8;
const CHANGE: usize = 8;
const SET: usize = 4;
const EXCEPTION: usize = 12;
const ADOPTION: usize = 8;
const MEMBER: usize = 2;
const FACTS: usize = 8;
/// Marks a set member that is required with some feature only.
const OPTIONAL: u16 = 0x8000;
const RELEASED: u8 = u8::MAX;

/// A table of trains. Modules go by their short names.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    data: &'static [u8],
    notation: Notation,
    modules: Part,
    releases: Part,
    rows: Part,
    changes: Part,
    sets: Part,
    exceptions: Part,
    adoptions: Part,
    members: Part,
    names: Part,
    facts: Part,
    date: Release,
    complete_to: Release,
}

/// One part of the table: where it starts and how many entries it has.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    len: usize,
}

/// A module of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleId(usize);

/// One version of a module of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowId(usize);

impl Table {
    /// The trains of a family.
    pub fn of(family: Family) -> Self {
        match family {
            Family::Go => Self::open(GO, Notation::Go),
            Family::Rust => Self::open(RUST, Notation::Cargo),
        }
    }

    fn open(data: &'static [u8], notation: Notation) -> Self {
        debug_assert!(data.starts_with(MAGIC), "the build script and this file disagree on the form");
        let number = |i: usize| u32_at(data, 8 + i * 4) as usize;
        let mut next = HEADER;
        let mut part = |len: usize, width: usize| {
            let start = next;
            next += len * width;
            Part { start, len }
        };
        Self {
            data,
            notation,
            modules: part(number(0), MODULE),
            releases: part(number(1), RELEASE),
            rows: part(number(2), ROW),
            changes: part(number(3), CHANGE),
            sets: part(number(4), SET),
            exceptions: part(number(5), EXCEPTION),
            adoptions: part(number(6), ADOPTION),
            members: part(number(9), MEMBER),
            names: part(number(10), 1),
            facts: part(number(11), FACTS),
            date: Release::from_packed(u32_at(data, 8 + 7 * 4)),
            complete_to: Release::from_packed(u32_at(data, 8 + 8 * 4)),
        }
    }

    /// The day the table was brought up to date.
    pub fn date(&self) -> Release {
        self.date
    }

    /// The day up to which every module of the family is in; later releases are there for the modules in wide use.
    pub fn complete_to(&self) -> Release {
        self.complete_to
    }

    /// How many versions of all modules it holds.
    pub fn len(&self) -> usize {
        self.rows.len
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.rows.len == 0
    }

    /// The module of that short name.
    pub fn module(&self, short_name: &str) -> Option<ModuleId> {
        // Every look-up begins here, so names are compared as bytes, which have the same order.
        let name = short_name.as_bytes();
        let index = partition(self.modules.len, |i| self.name_bytes(ModuleId(i)) < name);
        (index < self.modules.len && self.name_bytes(ModuleId(index)) == name).then_some(ModuleId(index))
    }

    /// All modules, in the order of their names.
    pub fn modules(&self) -> impl ExactSizeIterator<Item = ModuleId> + use<> {
        (0..self.modules.len).map(ModuleId)
    }

    /// The short name of a module.
    pub fn name(&self, module: ModuleId) -> &'static str {
        std::str::from_utf8(self.name_bytes(module)).unwrap_or_default()
    }

    fn name_bytes(&self, module: ModuleId) -> &'static [u8] {
        let (start, end) = self.bounds(self.modules, MODULE, 0, module.0, self.names.len);
        &self.data[self.names.start + start..self.names.start + end]
    }

    /// All versions of a module, oldest first.
    pub fn rows(
        &self,
        module: ModuleId,
    ) -> impl DoubleEndedIterator<Item = RowId> + ExactSizeIterator + use<> {
        let (start, end) = self.row_bounds(module);
        (start..end).map(RowId)
    }

    /// All releases, oldest first.
    pub fn releases(&self) -> impl DoubleEndedIterator<Item = Release> + ExactSizeIterator {
        (0..self.releases.len).map(|i| self.release_at(i))
    }

    /// The version that a row is about.
    pub fn version(&self, row: RowId) -> Version {
        let at = self.rows.start + row.0 * ROW;
        let number = |offset| u64::from(u16_at(self.data, at + offset));
        let mut version = semver::Version::new(u64::from(self.data[at]), number(2), number(4));
        version.pre = match self.data[at + 1] {
            RELEASED => semver::Prerelease::EMPTY,
            n => {
                let word = match self.notation {
                    Notation::Go => "preview",
                    Notation::Cargo => "alpha",
                };
                let pre = if n == 0 { word.to_owned() } else { format!("{word}.{n}") };
                semver::Prerelease::new(&pre).unwrap_or_default()
            }
        };
        Version::from_semver(version, self.notation)
    }

    /// The release that brought a version.
    pub fn release(&self, row: RowId) -> Release {
        self.release_at(usize::from(u16_at(self.data, self.rows.start + row.0 * ROW + 6)))
    }

    /// The release whose newest crates a version requires. A Go module's own release is that.
    pub fn train(&self, row: RowId) -> Release {
        match self.fact(row, 0) {
            Some(train) => self.release_at(usize::from(train)),
            None => self.release(row),
        }
    }

    /// The oldest Rust that a crate's version says it builds with: the N and M of `1.N.M`.
    pub fn rust_version(&self, row: RowId) -> Option<(u16, u16)> {
        self.fact(row, 1).filter(|packed| *packed != 0).map(|packed| (packed / 16, packed % 16))
    }

    /// Whether a crate's version was taken back.
    pub fn is_yanked(&self, row: RowId) -> bool {
        self.fact(row, 3).is_some_and(|yanked| yanked != 0)
    }

    /// What the registry says of a crate's version; Go modules have no such entries.
    fn fact(&self, row: RowId, column: usize) -> Option<u16> {
        (row.0 < self.facts.len).then(|| u16_at(self.data, self.facts.start + row.0 * FACTS + column * 2))
    }

    /// The row of a version, if it is in the table.
    pub fn row(&self, module: ModuleId, version: &Version) -> Option<RowId> {
        let row = self.first_at_or_above(module, version)?;
        (self.version(row) == *version).then_some(row)
    }

    /// The newest version of a module below this one, whether this one is in the table or not.
    pub fn below(&self, module: ModuleId, version: &Version) -> Option<RowId> {
        let (start, end) = self.row_bounds(module);
        let index = self.first_at_or_above(module, version).map_or(end, |row| row.0);
        (index > start).then(|| RowId(index - 1))
    }

    /// The oldest version of a module that is not below this one.
    pub fn first_at_or_above(&self, module: ModuleId, version: &Version) -> Option<RowId> {
        let (start, end) = self.row_bounds(module);
        let index = start + partition(end - start, |i| self.version(RowId(start + i)) < *version);
        (index < end).then_some(RowId(index))
    }

    /// The version of a module that was the last to be released up to a release, that one included.
    pub fn newest_at(&self, module: ModuleId, release: Release) -> Option<RowId> {
        let (start, past) = self.released_at(module, release);
        (past > 0).then(|| self.in_order(start, past - 1))
    }

    /// The module's first row, and how many of its versions were released up to a release.
    fn released_at(&self, module: ModuleId, release: Release) -> (usize, usize) {
        let (start, end) = self.row_bounds(module);
        (start, partition(end - start, |i| self.release(self.in_order(start, i)) <= release))
    }

    /// The version that a module released as its Nth. Crates are not released in the order of their versions: an old
    /// line may be tended beside a new one.
    fn in_order(&self, start: usize, nth: usize) -> RowId {
        RowId(start + self.fact(RowId(start + nth), 2).map_or(nth, usize::from))
    }

    /// What a version requires of its siblings: the newest of each in its train, but for the known exceptions. With
    /// each, whether it is required with some feature only.
    pub fn requirements(&self, module: ModuleId, row: RowId) -> Vec<(ModuleId, RowId, bool)> {
        let train = self.train(row);
        let mut required: Vec<(ModuleId, RowId, bool)> = self
            .members(module, row)
            .filter_map(|(sibling, optional)| {
                Some((sibling, self.newest_adopted_at(sibling, train)?, optional))
            })
            .collect();
        for (sibling, exception) in self.exceptions(row) {
            match (required.iter().position(|known| known.0 == sibling), exception) {
                (Some(at), Some(row)) => required[at].1 = row,
                (Some(at), None) => drop(required.remove(at)),
                (None, Some(row)) => required.push((sibling, row, false)),
                (None, None) => {}
            }
        }
        required
    }

    /// What a version requires of one sibling.
    pub fn requirement(&self, module: ModuleId, row: RowId, sibling: ModuleId) -> Option<RowId> {
        if let Some((_, exception)) = self.exceptions(row).find(|(required, _)| *required == sibling) {
            return exception;
        }
        self.members(module, row).find(|(member, _)| *member == sibling)?;
        self.newest_adopted_at(sibling, self.train(row))
    }

    /// The newest version of a module that the rest of the family requires in a release.
    fn newest_adopted_at(&self, module: ModuleId, release: Release) -> Option<RowId> {
        let (start, past) = self.released_at(module, release);
        let adopted = |row: &RowId| self.adoption(*row).is_none_or(|adopted| adopted <= release);
        (0..past).rev().map(|nth| self.in_order(start, nth)).find(adopted)
    }

    /// From which release on the family requires a version, where that is not its own.
    fn adoption(&self, row: RowId) -> Option<Release> {
        let number =
            |i: usize, column: usize| u32_at(self.data, self.adoptions.start + i * ADOPTION + column * 4);
        let index = partition(self.adoptions.len, |i| (number(i, 0) as usize) < row.0);
        let found = index < self.adoptions.len && number(index, 0) as usize == row.0;
        found.then(|| Release::from_packed(number(index, 1)))
    }

    /// The siblings that a version requires, and whether only some feature does.
    fn members(&self, module: ModuleId, row: RowId) -> impl Iterator<Item = (ModuleId, bool)> {
        let (start, end) = self.bounds(self.modules, MODULE, 8, module.0, self.changes.len);
        let change = |i: usize| self.changes.start + i * CHANGE;
        let past = start + partition(end - start, |i| u32_at(self.data, change(start + i)) as usize <= row.0);
        let set = (past > start).then(|| u32_at(self.data, change(past - 1) + 4) as usize);
        let (from, to) = set.map_or((0, 0), |set| self.bounds(self.sets, SET, 0, set, self.members.len));
        (from..to).map(|i| {
            let member = u16_at(self.data, self.members.start + i * MEMBER);
            (ModuleId(usize::from(member & !OPTIONAL)), member & OPTIONAL != 0)
        })
    }

    fn exceptions(&self, row: RowId) -> impl Iterator<Item = (ModuleId, Option<RowId>)> {
        let number =
            |i: usize, column: usize| u32_at(self.data, self.exceptions.start + i * EXCEPTION + column * 4);
        let first = partition(self.exceptions.len, |i| (number(i, 0) as usize) < row.0);
        (first..self.exceptions.len).take_while(move |&i| number(i, 0) as usize == row.0).map(move |i| {
            let required = number(i, 2);
            (ModuleId(number(i, 1) as usize), (required != u32::MAX).then_some(RowId(required as usize)))
        })
    }

    fn release_at(&self, index: usize) -> Release {
        Release::from_packed(u32_at(self.data, self.releases.start + index * RELEASE))
    }

    fn row_bounds(&self, module: ModuleId) -> (usize, usize) {
        self.bounds(self.modules, MODULE, 4, module.0, self.rows.len)
    }

    /// Entries of a part say where their own entries of another part start; they end where the next one's start.
    fn bounds(&self, part: Part, width: usize, column: usize, index: usize, end: usize) -> (usize, usize) {
        let at = |i: usize| u32_at(self.data, part.start + i * width + column) as usize;
        (at(index), if index + 1 < part.len { at(index + 1) } else { end })
    }
}

/// The first index of `0..len` for which the test fails.
fn partition(len: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low.midpoint(high);
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn u16_at(data: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([data[at], data[at + 1]])
}

fn u32_at(data: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]])
}
