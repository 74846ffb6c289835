//! Who requires a module: from Go's own graph where that was the input, else from the manifests in the module cache.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::catalog::Catalog;
use crate::inventory::{Component, Inventory, Origin, Relation};
use crate::version::Version;

/// A component that requires another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirer {
    /// Its module path.
    pub path: String,
    /// Its version; None for the main module.
    pub version: Option<Version>,
    /// The least version that it asks for, where that is known.
    pub asks: Option<Version>,
    /// Who requires it in turn, up to a package of the workspace. Known from locks.
    pub by_way_of: Vec<String>,
}

/// What is known of who requires a module.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Requirers {
    /// Whether the main module requires it itself; None where the input does not tell.
    pub direct: Option<bool>,
    /// The packages of the workspace that require it themselves. Known from locks.
    pub packages: Vec<String>,
    /// Those found, the ones that ask for the highest version first. From the module cache, where every file costs
    /// time, only as many as it takes to find one that decides the version.
    pub found: Vec<Requirer>,
}

/// For each of these module paths, who requires it.
pub fn requirers(inventory: &Inventory, catalog: &Catalog, paths: &[&str]) -> Vec<Requirers> {
    let mut all: Vec<Requirers> = paths
        .iter()
        .map(|path| Requirers {
            direct: inventory.component(path).and_then(|component| match component.relation {
                Relation::Direct => Some(true),
                Relation::Indirect => Some(false),
                Relation::Unknown => None,
            }),
            packages: Vec::new(),
            found: Vec::new(),
        })
        .collect();
    let places: HashMap<&str, usize> = paths.iter().enumerate().map(|(at, path)| (*path, at)).collect();
    for (path, requirer) in &inventory.edges {
        let Some(&at) = places.get(path.as_str()) else { continue };
        // That the main module itself requires it is said by `direct`.
        let main = requirer.version.is_none() && inventory.name.as_ref() == Some(&requirer.path);
        if !(main && all[at].direct == Some(true)) {
            all[at].found.push(requirer.clone());
        }
    }
    if inventory.edges.is_empty() {
        read_manifests(inventory, catalog, &places, &mut all);
    }
    for requirers in &mut all {
        requirers.found.sort_by(|a, b| b.asks.cmp(&a.asks).then_with(|| a.path.cmp(&b.path)));
    }
    all
}

/// Names that are kept of a way up; of a longer one the rest but its end is left out.
const MAX_WAY: usize = 16;

/// Who requires whom in a lock, ready to be asked about many components.
#[derive(Debug)]
pub struct LockUsers<'a> {
    components: &'a [Component],
    catalog: &'a Catalog,
    /// Who requires each component itself.
    users: Vec<Vec<usize>>,
    /// The user by whom the way to a package of the workspace is the shortest.
    up: Vec<Option<usize>>,
    /// The package in which that way ends.
    top: Vec<Option<usize>>,
}

impl<'a> LockUsers<'a> {
    /// Turns the edges of a lock around.
    pub fn new(inventory: &'a Inventory, catalog: &'a Catalog) -> Self {
        let components = &inventory.components[..];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); components.len()];
        for (user, component) in components.iter().enumerate() {
            component.uses.iter().for_each(|&used| users[used].push(user));
        }
        // Down from all packages at once, breadth first: each component is met by its shortest way.
        let (mut up, mut top) = (vec![None; components.len()], vec![None; components.len()]);
        let own = (0..components.len()).filter(|&at| components[at].origin == Origin::Path);
        let mut open: VecDeque<usize> = own.collect();
        while let Some(at) = open.pop_front() {
            for &used in &components[at].uses {
                if up[used].is_none() && components[used].origin != Origin::Path {
                    up[used] = Some(at);
                    top[used] = top[at].or(Some(at));
                    open.push_back(used);
                }
            }
        }
        Self { components, catalog, users, up, top }
    }

    /// Who requires a component, each with the shortest way up to a package of the workspace.
    pub fn of(&self, component: usize) -> Requirers {
        let (packages, others): (Vec<usize>, Vec<usize>) =
            self.users[component].iter().partition(|&&user| self.components[user].origin == Origin::Path);
        let mut found: Vec<Requirer> =
            others.into_iter().map(|user| self.requirer(user, component)).collect();
        found.sort_by(|a, b| b.asks.cmp(&a.asks).then_with(|| a.path.cmp(&b.path)));
        let packages: Vec<String> =
            packages.into_iter().map(|user| self.components[user].path.clone()).collect();
        Requirers { direct: Some(!packages.is_empty()), packages, found }
    }

    fn requirer(&self, user: usize, component: usize) -> Requirer {
        let Component { path, version, .. } = &self.components[user];
        let floors = self.catalog.floors(path, version).unwrap_or_default();
        let asks = floors.into_iter().find(|floor| floor.name == self.components[component].path);
        let name = |at: usize| self.components[at].path.clone();
        let mut way = std::iter::successors(self.up[user], |&at| self.up[at]);
        let mut by_way_of: Vec<String> = way.by_ref().take(MAX_WAY).map(name).collect();
        if let (Some(_), Some(top)) = (way.next(), self.top[user]) {
            by_way_of.extend(["…".to_owned(), name(top)]);
        }
        Requirer {
            path: path.clone(),
            version: Some(version.clone()),
            asks: asks.map(|floor| floor.least),
            by_way_of,
        }
    }
}

/// Looks through the manifests of what is built until each path has someone who decides its version.
fn read_manifests(
    inventory: &Inventory,
    catalog: &Catalog,
    places: &HashMap<&str, usize>,
    all: &mut [Requirers],
) {
    let mut open: HashSet<usize> = (0..all.len()).filter(|&at| all[at].direct != Some(true)).collect();
    for component in &inventory.components {
        if open.is_empty() {
            return;
        }
        let required = catalog.cached_requirements(&component.path, &component.version).unwrap_or_default();
        for (path, asks) in required {
            let Some(at) = places.get(path.as_str()).copied().filter(|at| open.contains(at)) else {
                continue;
            };
            if inventory.component(&path).is_some_and(|built| built.version == asks) {
                open.remove(&at);
            }
            let version = Some(component.version.clone());
            let path = component.path.clone();
            all[at].found.push(Requirer { path, version, asks: Some(asks), by_way_of: Vec::new() });
        }
    }
}
