//! Versions that the table does not hold: bounded by their neighbours, read from the module cache, else unknown.
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod support;

use awscompat::catalog::Catalog;
use awscompat::catalog::module_cache::ModuleCache;
use awscompat::check::check;
use awscompat::family::Family;
use support::{Scratch, inventory};

const ECR: &str = "github.com/aws/aws-sdk-go-v2/service/ecr";

#[test]
fn neighbours_decide_where_they_agree() {
    let catalog = Catalog::embedded(Family::Go);
    let old = inventory(&[("core", "v1.23.5"), ("service/ecr", "v1.20.3-0.20231013000000-abcdefabcdef")]);
    assert_eq!(check(&old, &catalog).findings[0].event.id, "service-behind-core-1-23");
    let new = inventory(&[("core", "v1.48.0"), ("service/ecr", "v1.999.0")]);
    let outcome = check(&new, &catalog);
    assert_eq!((outcome.findings, outcome.unknown), (vec![], vec![]));
}

#[test]
fn neighbours_that_disagree_leave_it_unknown_and_the_cache_decides() {
    // Between the last version before the line and the first one after it.
    let version = "v1.22.2-0.20231112000000-abcdefabcdef";
    let inventory = inventory(&[("core", "v1.23.5"), ("service/ecr", version)]);
    let outcome = check(&inventory, &Catalog::embedded(Family::Go));
    assert_eq!(outcome.findings, []);
    assert_eq!(outcome.unknown.len(), 1);
    assert!(outcome.unknown[0].events.contains(&"service-behind-core-1-23"));

    let scratch = Scratch::new("cache");
    for (core, expected) in [("v1.22.2", 1), ("v1.23.0", 0)] {
        let manifest = format!("module {ECR}\n\ngo 1.19\n\nrequire github.com/aws/aws-sdk-go-v2 {core}\n");
        scratch.write(&format!("cache/download/{ECR}/@v/{version}.mod"), manifest);
        let catalog = Catalog::embedded(Family::Go).with_cache(ModuleCache::at(scratch.path()));
        let outcome = check(&inventory, &catalog);
        assert_eq!((outcome.findings.len(), outcome.unknown.len()), (expected, 0), "{core}");
    }
}

#[test]
fn a_module_that_nobody_knows_is_unknown() {
    let inventory = inventory(&[("core", "v1.30.0"), ("service/nosuch", "v1.0.0")]);
    let outcome = check(&inventory, &Catalog::embedded(Family::Go));
    assert_eq!((outcome.findings.len(), outcome.unknown.len()), (0, 1));
}

#[test]
fn who_requires_a_module_is_read_from_the_cache() {
    let scratch = Scratch::new("requirers");
    let text = format!("module example.com/login\n\ngo 1.19\n\nrequire {ECR} v1.20.2\n");
    scratch.write("cache/download/example.com/login/@v/v0.1.0.mod", text);
    let inventory =
        inventory(&[("core", "v1.23.5"), ("service/ecr", "v1.20.2"), ("example.com/login", "v0.1.0")]);
    let catalog = Catalog::embedded(Family::Go).with_cache(ModuleCache::at(scratch.path()));
    let requirers = awscompat::requirers::requirers(&inventory, &catalog, &[ECR]);
    let found: Vec<String> = requirers[0]
        .found
        .iter()
        .map(|requirer| format!("{} {}", requirer.path, requirer.asks.as_ref().unwrap()))
        .collect();
    assert_eq!(found, ["example.com/login v1.20.2"]);
}
