//! The catalog: which release a version came with, what it requires, what came before and after it.
//!
//! The embedded table answers first. What it does not hold is asked of the local module cache, and of `go` itself
//! where the user allows the network; else the answer is "unknown", or a bound where the versions around it are known.

pub mod cargo_command;
pub mod cargo_index;
pub mod go_command;
pub mod module_cache;
mod release;
mod table;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

pub use release::{Release, ReleaseError};
pub use table::{ModuleId, RowId, Table};

use crate::event;
use crate::family::Family;
use crate::inventory::cargo::parse_rust;
use crate::inventory::go_mod::GoMod;
use crate::version::Version;
use cargo_index::{CargoIndex, Floor, IndexedVersion};
use go_command::GoCommand;
use module_cache::ModuleCache;

/// The crate that is released with every train and declares its rust-version.
const RUST_BELLWETHER: &str = "aws-sdk-sts";

/// What a component requires of others: module path and least version.
pub type Requirements = Vec<(String, Version)>;

/// Requirements read from real go.mod files in this run, by module; None where there is no such file.
type Manifests = HashMap<String, Vec<(Version, Option<Requirements>)>>;

/// Knowledge of one family's releases.
#[derive(Debug)]
pub struct Catalog {
    family: Family,
    table: Table,
    core: Option<ModuleId>,
    cache: Option<ModuleCache>,
    index: Option<CargoIndex>,
    /// Whether the index was just brought up to date, so that plans may go by it.
    fresh_index: Cell<bool>,
    /// What the index says of crates that were asked for in this run.
    indexed: RefCell<BTreeMap<String, Rc<[IndexedVersion]>>>,
    online: Option<GoCommand>,
    manifests: RefCell<Manifests>,
}

/// What is known of a version that a component requires: that it is no lower than one and no higher than the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// No lower than this; None where nothing is known below.
    pub low: Option<Version>,
    /// No higher than this; None where nothing is known above.
    pub high: Option<Version>,
}

impl Between {
    fn exactly(version: Version) -> Self {
        Self { low: Some(version.clone()), high: Some(version) }
    }

    /// The version itself, where it is known to the letter.
    pub fn exact(&self) -> Option<&Version> {
        self.low.as_ref().filter(|_| self.low == self.high)
    }
}

impl Catalog {
    /// A catalog that knows the embedded table alone: the same answers on any machine and day.
    pub fn embedded(family: Family) -> Self {
        let table = Table::of(family);
        let core = family.core().and_then(|core| table.module(family.short_name(core)?));
        Self {
            family,
            table,
            core,
            cache: None,
            index: None,
            fresh_index: Cell::new(false),
            indexed: RefCell::default(),
            online: None,
            manifests: RefCell::default(),
        }
    }

    /// Also asks the local module cache for what the table does not hold.
    pub fn with_cache(mut self, cache: Option<ModuleCache>) -> Self {
        self.cache = cache;
        self
    }

    /// Also asks cargo's local index for what the table does not hold.
    pub fn with_index(mut self, index: Option<CargoIndex>) -> Self {
        self.index = index;
        self
    }

    /// Also asks `go`, which may use the network, for what neither table nor cache holds.
    pub fn with_go(mut self, go: Option<GoCommand>) -> Self {
        self.online = go;
        self
    }

    /// The family that this catalog is about.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The embedded table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The local module cache, where it is asked.
    pub fn cache(&self) -> Option<&ModuleCache> {
        self.cache.as_ref()
    }

    /// `go` itself, where it may be asked.
    pub fn go(&self) -> Option<&GoCommand> {
        self.online.as_ref()
    }

    /// The module path that a user means: a full path, a short name, or a service's name alone.
    pub fn resolve(&self, name: &str) -> String {
        let path = self.family.full_path(name);
        let service = match self.family {
            Family::Go => self.family.full_path(&format!("service/{name}")),
            Family::Rust => format!("aws-sdk-{name}"),
        };
        if self.module(&path).is_none() && self.module(&service).is_some() { service } else { path }
    }

    /// Whether the version is in the embedded table.
    pub fn knows(&self, path: &str, version: &Version) -> bool {
        self.row(path, version).is_some()
    }

    /// Whether the version is newer than every one of its module that the table holds.
    pub fn is_newer_than_table(&self, path: &str, version: &Version) -> bool {
        self.module(path).is_some_and(|module| {
            self.table.first_at_or_above(module, version).is_none() && self.table.rows(module).len() > 0
        })
    }

    /// The release that brought a version.
    pub fn release(&self, path: &str, version: &Version) -> Option<Release> {
        self.row(path, version).map(|(_, row)| self.table.release(row))
    }

    /// Whether a version was taken back; None where that is not known.
    pub fn is_yanked(&self, path: &str, version: &Version) -> Option<bool> {
        match self.row(path, version) {
            Some((_, row)) => Some(self.table.is_yanked(row)),
            None => Some(self.indexed(path, version)?.yanked),
        }
    }

    /// The oldest Rust that a crate's version says it builds with: the N and M of `1.N.M`.
    pub fn rust_version(&self, path: &str, version: &Version) -> Option<(u16, u16)> {
        match self.row(path, version) {
            Some((_, row)) => self.table.rust_version(row),
            None => parse_rust(self.indexed(path, version)?.rust_version.as_deref()?),
        }
    }

    /// The Rust that a crate's version needs. The runtime crates did not declare it before December 2025; what was
    /// released with them did since May 2024.
    pub fn needs_rust(&self, path: &str, version: &Version) -> Option<(u16, u16)> {
        match self.row(path, version) {
            Some((_, row)) => self.row_needs_rust(row),
            None => self.rust_version(path, version),
        }
    }

    fn row_needs_rust(&self, row: RowId) -> Option<(u16, u16)> {
        self.table.rust_version(row).or_else(|| {
            let train = self.table.train(row);
            let service = self.module(RUST_BELLWETHER)?;
            let row = self.table.rows(service).rfind(|row| self.table.train(*row) <= train)?;
            self.table.rust_version(row)
        })
    }

    /// Every version of a component that the table holds, oldest first; with the network allowed, of the registry.
    pub fn versions(&self, path: &str) -> Vec<Version> {
        let rows = self.module(path).map(|module| self.table.rows(module));
        let mut versions: Vec<Version> =
            rows.into_iter().flatten().map(|row| self.table.version(row)).collect();
        self.add_indexed(path, &mut versions);
        versions
    }

    /// The versions of a crate that cargo takes for updates of each other, oldest first: none that was taken back, and
    /// with a Rust given, the N and M of `1.N.M`, none of which it is known that this does not build it.
    pub fn line(&self, path: &str, of: &Version, rust: Option<(u16, u16)>) -> Vec<Version> {
        let is_update =
            |version: &Version| version.is_compatible_with(of) && version.as_semver().pre.is_empty();
        let suits =
            |needs: Option<(u16, u16)>| rust.is_none_or(|rust| needs.is_none_or(|needs| needs <= rust));
        let rows = self.module(path).map(|module| self.table.rows(module));
        let usable = rows.into_iter().flatten().filter(|row| !self.table.is_yanked(*row));
        let mut versions: Vec<Version> = usable
            .map(|row| (row, self.table.version(row)))
            .filter(|(row, version)| is_update(version) && suits(self.row_needs_rust(*row)))
            .map(|(_, version)| version)
            .collect();
        let known = versions.len();
        self.add_indexed(path, &mut versions);
        if versions.len() > known {
            versions.retain(|version| {
                is_update(version)
                    && self.is_yanked(path, version) != Some(true)
                    && suits(self.needs_rust(path, version))
            });
        }
        versions
    }

    /// Adds what cargo's index has beside the table, where it was just brought up to date.
    fn add_indexed(&self, path: &str, versions: &mut Vec<Version>) {
        if self.fresh_index.get() {
            versions.extend(self.index_of(path).iter().map(|indexed| indexed.version.clone()));
            versions.sort();
            versions.dedup();
        }
    }

    /// What a crate's version asks of the other crates of its family.
    pub fn floors(&self, path: &str, version: &Version) -> Option<Vec<Floor>> {
        if let Some((module, row)) = self.row(path, version) {
            let floor = |(sibling, row, optional)| Floor {
                name: self.table.name(sibling).to_owned(),
                least: self.table.version(row),
                optional,
            };
            return Some(self.table.requirements(module, row).into_iter().map(floor).collect());
        }
        let mut floors = self.indexed(path, version)?.requires;
        floors.retain(|floor| self.family.short_name(&floor.name).is_some());
        Some(floors)
    }

    /// The release whose newest crates a version requires.
    pub fn train(&self, path: &str, version: &Version) -> Option<Release> {
        self.row(path, version).map(|(_, row)| self.table.train(row))
    }

    /// What cargo's own index says of a version that the table does not hold.
    fn indexed(&self, path: &str, version: &Version) -> Option<IndexedVersion> {
        self.index_of(path).iter().find(|indexed| indexed.version == *version).cloned()
    }

    /// What cargo's own index says of a crate. Each entry is read once.
    fn index_of(&self, path: &str) -> Rc<[IndexedVersion]> {
        let read = || self.index.as_ref().map(|index| index.versions(path)).unwrap_or_default().into();
        Rc::clone(self.indexed.borrow_mut().entry(path.to_owned()).or_insert_with(read))
    }

    /// Takes the index for up to date: newer versions than the table's count for plans.
    pub fn trust_index(&self) {
        self.fresh_index.set(true);
    }

    /// The newest version of a module that a release holds or that is older than it.
    pub fn newest_at(&self, path: &str, release: Release) -> Option<Version> {
        let row = self.table.newest_at(self.module(path)?, release)?;
        Some(self.table.version(row))
    }

    /// The versions of a module above this one, oldest first. With the network allowed, as `go` lists them.
    pub fn versions_above(&self, path: &str, version: &Version) -> Vec<Version> {
        let mut versions: Vec<Version> = self
            .module(path)
            .map(|module| self.table.rows(module).map(|row| self.table.version(row)).collect())
            .unwrap_or_default();
        if let Some(go) = &self.online {
            versions.extend(go.versions(path));
            versions.sort();
            versions.dedup();
        }
        // `go get` takes a pre-release or a pseudo-version only where it is asked for by name.
        let only_previews = versions.iter().all(|version| !version.as_semver().pre.is_empty());
        versions.retain(|candidate| {
            candidate > version
                && candidate.as_semver().build.is_empty()
                && (only_previews || candidate.as_semver().pre.is_empty())
        });
        versions
    }

    /// What a version requires of the modules of its family, as far as that is known.
    pub fn requirements(&self, path: &str, version: &Version) -> Option<Requirements> {
        if let Some((module, row)) = self.row(path, version) {
            let full =
                |(module, row, _)| (self.family.full_path(self.table.name(module)), self.table.version(row));
            return Some(self.table.requirements(module, row).into_iter().map(full).collect());
        }
        self.manifest_requirements(path, version)
    }

    /// The core that a version was built for, the one its own manifest requires, as far as the table tells. Modules
    /// only ever raise what they require, so the versions around an unknown one bound it.
    pub fn built_for(&self, path: &str, version: &Version) -> Between {
        if Some(path) == self.family.core() {
            return Between::exactly(version.clone());
        }
        let Some(module) = self.module(path) else { return Between { low: None, high: None } };
        let bound = |row: Option<RowId>| row.and_then(|row| self.required_core(module, row));
        if let Some(row) = self.table.row(module, version) {
            return bound(Some(row)).map_or(Between { low: None, high: None }, Between::exactly);
        }
        Between {
            low: bound(self.table.below(module, version)),
            high: bound(self.table.first_at_or_above(module, version)),
        }
    }

    /// The core that a version was built for, from its own manifest: for where the table's bounds do not decide.
    pub fn built_for_by_manifest(&self, path: &str, version: &Version) -> Option<Between> {
        let required = self.manifest_requirements(path, version)?;
        let (_, core) = required.into_iter().find(|(path, _)| Some(path.as_str()) == self.family.core())?;
        Some(Between::exactly(core))
    }

    fn required_core(&self, module: ModuleId, row: RowId) -> Option<Version> {
        self.table.requirement(module, row, self.core?).map(|row| self.table.version(row))
    }

    /// The module of the embedded table with this path.
    pub fn module(&self, path: &str) -> Option<ModuleId> {
        // Tables of crates outside the SDK, such as time, go by their own names.
        self.table.module(self.family.short_name(path).unwrap_or(path))
    }

    fn row(&self, path: &str, version: &Version) -> Option<(ModuleId, RowId)> {
        let module = self.module(path)?;
        Some((module, self.table.row(module, version)?))
    }

    /// The requirements in a real go.mod, from the module cache or from `go`.
    fn manifest_requirements(&self, path: &str, version: &Version) -> Option<Requirements> {
        self.cached_requirements(path, version).or_else(|| self.online_requirements(path, version))
    }

    /// What a version of any module requires of the modules that events are about, if its go.mod is in the local
    /// module cache. Each file is read once.
    pub fn cached_requirements(&self, path: &str, version: &Version) -> Option<Requirements> {
        let cache = self.cache.as_ref()?;
        if let Some(versions) = self.manifests.borrow().get(path)
            && let Some((_, known)) = versions.iter().find(|(known, _)| known == version)
        {
            return known.clone();
        }
        let required = cache.go_mod(path, version).and_then(|text| self.relevant(&text));
        let entry = (version.clone(), required.clone());
        self.manifests.borrow_mut().entry(path.to_owned()).or_default().push(entry);
        required
    }

    fn online_requirements(&self, path: &str, version: &Version) -> Option<Requirements> {
        self.relevant(&self.online.as_ref()?.go_mod(path, version)?)
    }

    /// The requirements in a go.mod that events could be about.
    fn relevant(&self, text: &str) -> Option<Requirements> {
        let is_relevant = |path: &str| {
            self.family.short_name(path).is_some() || event::outsiders(self.family).contains(&path)
        };
        // Most manifests name no such module: a search of the text is far cheaper than parsing it.
        if !self.family.roots().iter().chain(event::outsiders(self.family)).any(|root| text.contains(root)) {
            return Some(Vec::new());
        }
        let required = GoMod::parse(text).ok()?.requires.into_iter();
        Some(required.filter(|require| is_relevant(&require.path)).map(|r| (r.path, r.version)).collect())
    }
}
