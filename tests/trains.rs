//! The embedded table says what `rules/trains/go/` says, and what real go.mod files say.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use awscompat::catalog::{Catalog, Release, Table};
use awscompat::family::Family;
use awscompat::version::Version;

fn tables(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tables(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "tsv") {
            found.push(path);
        }
    }
}

#[test]
fn every_line_of_the_text_is_found_in_the_table() {
    let folder = support::root().join("rules/trains/go");
    let mut files = Vec::new();
    tables(&folder, &mut files);
    let table = Table::of(Family::Go);
    let mut lines = 0;
    for file in files {
        let name = file.strip_prefix(&folder).unwrap().with_extension("").to_string_lossy().into_owned();
        if ["requires", "exceptions", "adoptions"].contains(&name.as_str()) {
            continue;
        }
        let module = table.module(&name).unwrap_or_else(|| panic!("{name} is not in the table"));
        assert_eq!(table.name(module), name);
        for line in fs::read_to_string(&file).unwrap().lines().filter(|line| !line.starts_with('#')) {
            let (version, release) = line.split_once('\t').unwrap();
            let row =
                table.row(module, &version.parse().unwrap()).unwrap_or_else(|| panic!("{name} {version}"));
            assert_eq!(table.version(row).to_string(), version);
            assert_eq!(table.release(row).to_string(), release, "{name} {version}");
            lines += 1;
        }
    }
    assert_eq!(table.len(), lines);
}

#[test]
fn what_is_not_in_the_text_is_not_in_the_table() {
    let table = Table::of(Family::Go);
    assert_eq!(table.module("service/nosuch"), None);
    assert_eq!(table.module(""), None);
    assert_eq!(table.module("zzz"), None);
    let ecr = table.module("service/ecr").unwrap();
    assert_eq!(table.row(ecr, &Version::new(1, 999, 0)), None);
    assert_eq!(table.row(ecr, &Version::new(1, 20, 999)), None);
    assert_eq!(table.newest_at(ecr, "2010-01-01".parse().unwrap()), None);
}

#[test]
fn releases_are_found_by_day() {
    let catalog = Catalog::embedded(Family::Go);
    let core = Family::Go.core().unwrap();
    let at = |day: &str| catalog.newest_at(core, day.parse::<Release>().unwrap()).unwrap().to_string();
    assert_eq!(at("2023-11-14"), "v1.22.2");
    assert_eq!(at("2023-11-15"), "v1.23.0");
    assert_eq!(at("2024-01-03"), "v1.24.0");
    assert_eq!(at("2024-01-04"), "v1.24.1");
}

#[test]
fn a_version_between_two_known_ones_is_bounded_by_them() {
    let catalog = Catalog::embedded(Family::Go);
    let ecr = Family::Go.full_path("service/ecr");
    let pseudo: Version = "v1.20.3-0.20231101120000-abcdefabcdef".parse().unwrap();
    let bounds = catalog.built_for(&ecr, &pseudo);
    assert_eq!(bounds.low, Some(Version::new(1, 21, 2)));
    assert!(bounds.high.is_some_and(|high| high < Version::new(1, 23, 0)));
    let future = catalog.built_for(&ecr, &Version::new(1, 999, 0));
    assert!(future.low.is_some_and(|low| low > Version::new(1, 40, 0)) && future.high.is_none());
}

/// `tests/data/go-requirements.tsv` was read from the go.mod files of these versions.
#[test]
fn derived_requirements_are_those_of_real_go_mod_files() {
    let text = fs::read_to_string(support::root().join("tests/data/go-requirements.tsv")).unwrap();
    let catalog = Catalog::embedded(Family::Go);
    let mut pairs = 0;
    let mut years = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (module, version) = (columns[0], columns[1].parse::<Version>().unwrap());
        let real: BTreeMap<String, String> = columns[2]
            .split(',')
            .filter(|required| !required.is_empty() && *required != "-")
            .map(|required| required.split_once('@').unwrap())
            .map(|(name, version)| (name.to_owned(), version.to_owned()))
            .collect();
        let path = Family::Go.full_path(module);
        let derived: BTreeMap<String, String> = catalog
            .requirements(&path, &version)
            .unwrap_or_else(|| panic!("{module} {version} is not in the table"))
            .into_iter()
            .map(|(path, version)| (Family::Go.short_name(&path).unwrap().to_owned(), version.to_string()))
            .collect();
        assert_eq!(derived, real, "{module} {version}");
        years.insert(catalog.release(&path, &version).unwrap().to_string()[..4].to_owned());
        pairs += 1;
    }
    assert!(pairs >= 300, "{pairs} pairs");
    assert!(years.len() >= 6, "{years:?}");
}
