//! Who requires a module: from Go's own graph where that was the input, else from the manifests in the module cache.

use std::collections::{HashMap, HashSet};

use crate::catalog::Catalog;
use crate::inventory::{Inventory, Relation};
use crate::version::Version;

/// A component that requires another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirer {
    /// Its module path.
    pub path: String,
    /// Its version; None for the main module.
    pub version: Option<Version>,
    /// The least version that it asks for.
    pub asks: Version,
}

/// What is known of who requires a module.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Requirers {
    /// Whether the main module requires it itself; None where the input does not tell.
    pub direct: Option<bool>,
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
            all[at].found.push(Requirer { path: component.path.clone(), version, asks });
        }
    }
}
