//! The catalog: which release a version came with, what it requires, what came before and after it.
//!
//! The embedded table answers first. What it does not hold is asked of the local module cache, and of `go` itself
//! where the user allows the network; else the answer is "unknown", or a bound where the versions around it are known.

pub mod cargo_index;
pub mod go_command;
pub mod module_cache;
mod release;
mod table;

use std::cell::RefCell;
use std::collections::HashMap;

pub use release::{Release, ReleaseError};
pub use table::{ModuleId, RowId, Table};

use crate::event;
use crate::family::Family;
use crate::inventory::go_mod::GoMod;
use crate::version::Version;
use go_command::GoCommand;
use module_cache::ModuleCache;

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
        Self { family, table, core, cache: None, online: None, manifests: RefCell::default() }
    }

    /// Also asks the local module cache for what the table does not hold.
    pub fn with_cache(mut self, cache: Option<ModuleCache>) -> Self {
        self.cache = cache;
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
        let service = self.family.full_path(&format!("service/{name}"));
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
        self.table.module(self.family.short_name(path)?)
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
