//! Compares what the tables derive with what real go.mod files require.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use awscompat::catalog::Catalog;
use awscompat::family::Family;
use awscompat::inventory::go_mod::GoMod;
use awscompat::version::Version;

use crate::{Result, go};

/// Versions asked for in one run of `go list`.
const BATCH: usize = 40;

pub(crate) fn run(root: &Path, versions: &[&str]) -> Result<()> {
    let path = root.join("tests/data/go-requirements.tsv");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut rows: BTreeMap<(String, Version), String> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [module, version, required] = columns[..] else { return Err(format!("`{line}`").into()) };
        rows.insert((module.to_owned(), version.parse()?), required.to_owned());
    }
    for batch in versions.chunks(BATCH) {
        let asked: Vec<String> = batch
            .iter()
            .map(|name| {
                name.split_once('@')
                    .map(|(name, version)| format!("{}@{version}", Family::Go.full_path(name)))
            })
            .collect::<Option<_>>()
            .ok_or("write MODULE@VERSION")?;
        for module in go::list_if_there(&asked)? {
            let manifest = GoMod::parse(&fs::read_to_string(&module.go_mod)?)?;
            let required: BTreeSet<String> = manifest
                .requires
                .iter()
                .filter_map(|require| {
                    Some(format!("{}@{}", Family::Go.short_name(&require.path)?, require.version))
                })
                .collect();
            let required: Vec<String> = required.into_iter().collect();
            let name = Family::Go.short_name(&module.path).unwrap_or(&module.path).to_owned();
            rows.insert((name, module.version.parse()?), required.join(","));
        }
    }
    let lines: String = rows
        .iter()
        .map(|((module, version), required)| format!("{module}\t{version}\t{required}\n"))
        .collect();
    fs::write(&path, lines)?;
    let different =
        rows.iter().filter(|((module, version), required)| !agrees(module, version, required)).count();
    say(&format!("{} of {} agree", rows.len() - different, rows.len()));
    Ok(())
}

fn agrees(module: &str, version: &Version, required: &str) -> bool {
    let catalog = Catalog::embedded(Family::Go);
    let path = Family::Go.full_path(module);
    let Some(derived) = catalog.requirements(&path, version) else {
        say(&format!("{module} {version}: not in the tables"));
        return false;
    };
    let derived: BTreeSet<String> = derived
        .into_iter()
        .map(|(path, version)| format!("{}@{version}", Family::Go.short_name(&path).unwrap_or(&path)))
        .collect();
    let real: BTreeSet<String> =
        required.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let release = catalog.release(&path, version).map(|release| release.to_string()).unwrap_or_default();
    for (sign, part) in real
        .difference(&derived)
        .map(|part| ("real   ", part))
        .chain(derived.difference(&real).map(|part| ("derived", part)))
    {
        say(&format!("{module} {version} ({release}): only {sign} {part}"));
    }
    derived == real
}

#[allow(clippy::print_stdout, reason = "the answer for a maintainer")]
fn say(text: &str) {
    println!("{text}");
}
