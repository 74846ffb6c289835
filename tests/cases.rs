//! Real projects, each with the verdict that is known for it. They are not part of the repository.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use awscompat::catalog::Catalog;
use awscompat::check::{Outcome, check};
use awscompat::discover::discover;
use awscompat::event::Severity;
use awscompat::family::Family;
use awscompat::inventory::Inventory;
use awscompat::inventory::go_mod::GoMod;
use awscompat::inventory::{cargo, go};
use awscompat::plan::go::plan;
use awscompat::plan::{Strategy, Wish};
use awscompat::source::Source;

/// The columns of expected.tsv that name modules, and the events that they stand for.
const RULES: [(&str, &[&str]); 3] = [
    ("rule_A_modules", &["service-behind-core-1-23"]),
    (
        "rule_B_modules",
        &["imds-behind-core-1-24-1", "credentials-behind-core-1-24-1", "login-client-behind-core-1-24-1"],
    ),
    ("rule_C_modules_presign_only", &["presigner-behind-core-1-24-1"]),
];

struct Case {
    folder: PathBuf,
    /// Column name to modules, as `name@version`.
    expected: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Case {
    fn name(&self) -> String {
        self.folder.file_name().unwrap().to_string_lossy().into_owned()
    }

    fn is_broken(&self) -> bool {
        self.expected.values().any(|modules| !modules.is_empty())
    }
}

fn cases() -> Vec<Case> {
    let Some(folder) = support::shared_cases("go") else { return Vec::new() };
    let table = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = |name: &str| header.iter().position(|column| *column == name).unwrap();
    lines
        .map(|row| Case {
            folder: folder.join(row[column("dir")]),
            expected: RULES
                .iter()
                .map(|(name, _)| {
                    let modules = row[column(name)].split(',').filter(|module| *module != "-");
                    (*name, modules.map(str::to_owned).collect())
                })
                .collect(),
        })
        .collect()
}

fn read(path: &Path) -> Inventory {
    let inputs = discover(path).unwrap();
    assert_eq!(inputs.len(), 1, "{}", path.display());
    inputs[0].read().unwrap()
}

/// What was found, in the columns of expected.tsv; whatever belongs to none of them is in the second part, notes aside.
fn found(inventory: &Inventory) -> (BTreeMap<&'static str, BTreeSet<String>>, Vec<String>) {
    let mut columns: BTreeMap<_, BTreeSet<String>> =
        RULES.iter().map(|(name, _)| (*name, BTreeSet::new())).collect();
    let mut others = Vec::new();
    for finding in check(inventory, &Catalog::embedded(Family::Go)).findings {
        let column = RULES.iter().find(|(_, ids)| ids.contains(&finding.event.id));
        for stale in &finding.stale {
            let component = &inventory.components[stale.component];
            let module = format!("{}@{}", Family::Go.short_name(&component.path).unwrap(), component.version);
            match column {
                Some((name, _)) => _ = columns.get_mut(name).unwrap().insert(module),
                None if finding.severity == Severity::Note => {}
                None => others.push(format!("{} {module}", finding.event.id)),
            }
        }
    }
    (columns, others)
}

#[test]
fn verdicts_from_go_mod_and_from_go_sum_alone() {
    for case in cases() {
        for input in [case.folder.clone(), case.folder.join("go.sum")] {
            let (columns, others) = found(&read(&input));
            assert_eq!(columns, case.expected, "{}", input.display());
            assert_eq!(others, Vec::<String>::new(), "{}", input.display());
        }
    }
}

#[test]
fn plans_of_broken_cases_leave_nothing_to_find() {
    let catalog = Catalog::embedded(Family::Go);
    for case in cases().iter().filter(|case| case.is_broken()) {
        let inventory = read(&case.folder);
        for strategy in [Strategy::Minimal, Strategy::Aligned, Strategy::Latest] {
            let plan =
                plan(&inventory, &catalog, &Wish { strategy: Some(strategy), ..Wish::default() }).unwrap();
            let mut manifest =
                GoMod::parse(&fs::read_to_string(case.folder.join("go.mod")).unwrap()).unwrap();
            let mut added = String::new();
            for moved in plan.moves.iter().chain(&plan.carried) {
                match moved.from {
                    Some(_) => _ = manifest.set_require_version(&moved.path, &moved.to).unwrap(),
                    None => added.push_str(&format!("require {} {}\n", moved.path, moved.to)),
                }
            }
            let edited =
                go::module_alone(Source::new("go.mod", format!("{}\n{added}", manifest.tree()))).unwrap();
            let outcome = check(&edited, &catalog);
            assert!(
                outcome.is_clean_at(Severity::Warning),
                "{} {strategy}: {:?}",
                case.name(),
                outcome.findings
            );
        }
    }
}

#[test]
fn the_kpack_case_moves_its_two_stale_modules_only() {
    let Some(case) = cases().into_iter().find(|case| case.name() == "kpack-v0.13.1") else { return };
    let inventory = read(&case.folder);
    let plan = plan(
        &inventory,
        &Catalog::embedded(Family::Go),
        &Wish { strategy: Some(Strategy::Minimal), ..Wish::default() },
    )
    .unwrap();
    let moves: Vec<String> = plan.moves.iter().map(|moved| format!("{}@{}", moved.path, moved.to)).collect();
    let ecr = "github.com/aws/aws-sdk-go-v2/service/ecr@v1.24.2";
    let public = "github.com/aws/aws-sdk-go-v2/service/ecrpublic@v1.21.2";
    assert_eq!(moves, [ecr, public]);
    assert_eq!(plan.carried, []);
    assert_eq!(plan.commands, [format!("go get {ecr} {public}"), "go mod tidy".to_owned()]);
}

/// The events of the Rust SDK by the names that the cases use.
const RUST_EVENTS: [(&str, &[&str]); 7] = [
    ("E4b", &["host-prefix-is-dropped"]),
    ("E4c", &["aws-http-behind-aws-runtime-1-1-4"]),
    ("E6", &["runtime-behind-runtime-api-1-8"]),
    ("E8", &["aws-runtime-behind-eventstream-0-60-21"]),
    ("E8b", &["event-streams-leave-unsigned"]),
    ("E10", &["config-behind-smithy-runtime-1-15"]),
    ("E11", &["config-behind-types-1-4", "config-behind-types-1-7"]),
];

fn rust_cases() -> Vec<(PathBuf, BTreeSet<String>)> {
    let Some(folder) = support::shared_cases("rust") else { return Vec::new() };
    let table = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let rows = table.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let events = |column: &str| column.split(',').filter(|name| *name != "-").map(str::to_owned).collect();
    rows.map(|row| (folder.join(row[0]), events(row[1]))).collect()
}

#[test]
fn verdicts_from_cargo_lock() {
    for (folder, expected) in rust_cases() {
        let inventory = read(&folder);
        let outcome = check(&inventory, &Catalog::embedded(Family::Rust));
        let found: BTreeSet<String> = outcome
            .findings
            .iter()
            .filter(|finding| finding.severity > Severity::Note)
            .map(|finding| {
                let name = RUST_EVENTS.iter().find(|(_, ids)| ids.contains(&finding.event.id));
                name.map_or(finding.event.id, |(name, _)| name).to_owned()
            })
            .collect();
        assert_eq!(found, expected, "{}", folder.display());
        let alone = fs::read_to_string(folder.join("Cargo.lock")).unwrap();
        let alone = cargo::lock_alone(Source::new("Cargo.lock", alone)).unwrap();
        let same = check(&alone, &Catalog::embedded(Family::Rust));
        let ids = |outcome: &Outcome| -> Vec<&str> { outcome.findings.iter().map(|f| f.event.id).collect() };
        assert_eq!(ids(&same), ids(&outcome), "{}: the lock alone is enough", folder.display());
    }
}

#[test]
fn plans_of_broken_rust_cases_leave_nothing_to_find() {
    let catalog = Catalog::embedded(Family::Rust);
    for (folder, expected) in rust_cases() {
        let inventory = read(&folder);
        for strategy in [None, Some(Strategy::Minimal), Some(Strategy::Aligned), Some(Strategy::Latest)] {
            let wish = Wish { strategy, ..Wish::default() };
            // A plan is checked on the lock as it will be before it is given out.
            let plan = awscompat::plan::plan(&inventory, &catalog, &wish).unwrap();
            if strategy != Some(Strategy::Latest) && strategy != Some(Strategy::Aligned) {
                assert_eq!(plan.moves.is_empty(), expected.is_empty(), "{} {strategy:?}", folder.display());
            }
            assert_eq!(plan.commands.is_empty(), plan.moves.is_empty());
            assert_eq!(plan.edits, []);
        }
    }
}
