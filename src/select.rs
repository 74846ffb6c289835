//! Version selection over what is listed: a go.mod that is not tidy lists versions that `go` will not build.

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::inventory::{Component, Decision, Inventory};
use crate::version::Version;

/// A component that is raised: the version that is listed, and who requires the one that is selected.
struct Raised {
    listed: Version,
    required_by: usize,
}

/// Raises the components that nothing holds to what the others require of them, as `go` will, with a remark for each.
/// What Go itself has selected or copied stays as it is. Nobody is asked for what the table does not hold.
pub fn select(inventory: &mut Inventory, catalog: &Catalog) {
    let selects = match inventory.decided_by {
        Decision::GoMod | Decision::GoModDirect | Decision::GoSum | Decision::GoWork => true,
        Decision::Vendor | Decision::GoList | Decision::GoGraph => false,
        Decision::CargoLock | Decision::CargoToml => false,
    };
    if !selects {
        return;
    }
    let components = &mut inventory.components;
    let mut raised: BTreeMap<usize, Raised> = BTreeMap::new();
    let is_member = |component: &Component| catalog.family().short_name(&component.path).is_some();
    let mut pending: Vec<usize> = (0..components.len()).filter(|&i| is_member(&components[i])).collect();
    while let Some(required_by) = pending.pop() {
        for (path, least) in requirements(&components[required_by], catalog) {
            let place = components.binary_search_by(|component| component.path.as_str().cmp(&path));
            let Ok(at) = place else { continue };
            let component = &mut components[at];
            if component.held.is_some() || component.version >= least {
                continue;
            }
            let listed = std::mem::replace(&mut component.version, least);
            raised.entry(at).or_insert(Raised { listed, required_by }).required_by = required_by;
            pending.push(at);
        }
    }
    let remarks: Vec<String> = raised.iter().map(|(&at, raised)| remark(inventory, at, raised)).collect();
    inventory.remarks.extend(remarks);
}

fn requirements(component: &Component, catalog: &Catalog) -> Vec<(String, Version)> {
    let (path, version) = (component.path.as_str(), &component.version);
    let known = catalog.knows(path, version);
    let required =
        if known { catalog.requirements(path, version) } else { catalog.cached_requirements(path, version) };
    required.unwrap_or_default()
}

fn remark(inventory: &Inventory, at: usize, raised: &Raised) -> String {
    let (component, required_by) = (&inventory.components[at], &inventory.components[raised.required_by]);
    let name = |component: &Component| {
        inventory.family.short_name(&component.path).unwrap_or(&component.path).to_owned()
    };
    let path = inventory.source(component.at).path();
    // A workspace has several of them.
    let file = path.file_name().filter(|_| !inventory.is_workspace()).map_or(path.as_os_str(), |name| name);
    format!(
        "{} lists {} {}, but {} {} requires {}, which go will select",
        file.display(),
        name(component),
        raised.listed,
        name(required_by),
        required_by.version,
        component.version
    )
}
