//! Plans over builds drawn at random from the table of trains.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::path::PathBuf;

use awscompat::catalog::Catalog;
use awscompat::check::check;
use awscompat::event::Severity;
use awscompat::family::Family;
use awscompat::inventory::{Inventory, Location, Origin, RustBound, cargo};
use awscompat::plan::go::plan;
use awscompat::plan::{NoPlan, Plan, Strategy as PlanStrategy, Wish, plan as any_plan};
use awscompat::source::{Source, Span};
use awscompat::version::Version;
use proptest::prelude::*;
use proptest::sample::Index;

use support::{
    Scratch, after, awscompat, awscompat_in, component, inventory, inventory_of, root, select, stdout,
};

/// A build as version selection would make it: a few modules at versions of any age, and what they require.
fn build(picks: &[(Index, Index)], catalog: &Catalog) -> Inventory {
    let table = catalog.table();
    let modules: Vec<_> =
        table.modules().filter(|module| !table.name(*module).contains("internal/")).collect();
    let mut components = Vec::new();
    for (module, row) in picks {
        let module = *module.get(&modules);
        let rows: Vec<_> = table.rows(module).collect();
        components.push(component(&Family::Go.full_path(table.name(module)), table.version(*row.get(&rows))));
    }
    components.sort_by(|a, b| a.path.cmp(&b.path).then(b.version.cmp(&a.version)));
    components.dedup_by(|a, b| a.path == b.path);
    let mut inventory = inventory_of(components);
    select(&mut inventory, catalog);
    inventory
}

fn picks() -> impl Strategy<Value = Vec<(Index, Index)>> {
    prop::collection::vec((any::<Index>(), any::<Index>()), 1..8)
}

fn verify(inventory: &Inventory, plan: &Plan, catalog: &Catalog) -> Result<(), TestCaseError> {
    let core = Family::Go.core().unwrap();
    let moved: Vec<&str> = plan.moves.iter().chain(&plan.carried).map(|moved| moved.path.as_str()).collect();
    prop_assert_ne!(&moved, &[core], "core alone");
    for moved in plan.moves.iter().chain(&plan.carried) {
        prop_assert!(moved.from.as_ref().is_none_or(|from| *from < moved.to), "{} goes down", moved.path);
    }
    let result = after(inventory, plan);
    let outcome = check(&result, catalog);
    prop_assert!(outcome.is_clean_at(Severity::Warning), "{:?}", outcome.findings);
    // Version selection has nothing left to raise.
    let mut selected = after(inventory, plan);
    select(&mut selected, catalog);
    for component in &selected.components {
        let planned = result.component(&component.path);
        prop_assert_eq!(planned.map(|c| &c.version), Some(&component.version), "{}", &component.path);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_plan_is_clean_closed_and_upwards(picks in picks(), strategy in 0..4_usize) {
        let catalog = Catalog::embedded(Family::Go);
        let inventory = build(&picks, &catalog);
        let strategies = [
            PlanStrategy::Minimal,
            PlanStrategy::Aligned,
            PlanStrategy::Latest,
            PlanStrategy::Train("2024-06-28".parse().unwrap()),
        ];
        match plan(&inventory, &catalog, &Wish { strategy: Some(strategies[strategy]), ..Wish::default() }) {
            Ok(plan) => verify(&inventory, &plan, &catalog)?,
            // Only a module that has no release past the event may have no cure.
            Err(NoPlan::NoCure { path, event, .. }) => {
                let module = catalog.module(&path).expect("it was drawn from the table");
                let newest = catalog.table().rows(module).next_back().expect("it has versions");
                let event = awscompat::event::find(event).expect("it is an event");
                let newest = catalog.table().version(newest);
                prop_assert!(awscompat::check::affects(event, &catalog, &path, &newest), "{path} {newest} cures it");
            }
            Err(held) => prop_assert!(false, "nothing is held: {held}"),
        }
    }

    #[test]
    fn a_clean_build_needs_no_minimal_plan(picks in picks()) {
        let catalog = Catalog::embedded(Family::Go);
        let inventory = build(&picks, &catalog);
        if check(&inventory, &catalog).is_clean_at(Severity::Warning) {
            let plan = plan(&inventory, &catalog, &Wish { strategy: Some(PlanStrategy::Minimal), ..Wish::default() }).unwrap();
            prop_assert_eq!((plan.moves, plan.carried), (Vec::new(), Vec::new()));
        }
    }
}

#[test]
fn a_held_module_that_must_move_leaves_no_plan() {
    let catalog = Catalog::embedded(Family::Go);
    let inventory = inventory(&[("core", "v1.23.5"), ("service/ecr", "v1.20.2")]);
    let hold = [Family::Go.full_path("service/ecr")];
    let refused = plan(
        &inventory,
        &catalog,
        &Wish { strategy: Some(PlanStrategy::Minimal), holds: &hold, ..Wish::default() },
    )
    .unwrap_err();
    assert!(matches!(&refused, NoPlan::Held { path, .. } if *path == hold[0]), "{refused}");
}

#[test]
fn a_held_core_picks_a_release_that_leaves_it_alone() {
    let catalog = Catalog::embedded(Family::Go);
    let inventory = inventory(&[("core", "v1.23.5"), ("service/ecr", "v1.20.2"), ("smithy-go", "v1.18.1")]);
    let hold = [Family::Go.core().unwrap().to_owned()];
    let plan = plan(
        &inventory,
        &catalog,
        &Wish { strategy: Some(PlanStrategy::Minimal), holds: &hold, ..Wish::default() },
    )
    .unwrap();
    assert!(plan.moves.iter().chain(&plan.carried).all(|moved| moved.path != hold[0]));
    assert!(check(&after(&inventory, &plan), &catalog).is_clean_at(Severity::Warning));
}

#[test]
fn aligned_takes_every_module_to_the_train_of_core() {
    let catalog = Catalog::embedded(Family::Go);
    let inventory = inventory(&[
        ("core", "v1.24.1"),
        ("config", "v1.26.1"),
        ("credentials", "v1.16.12"),
        ("feature/ec2/imds", "v1.14.10"),
        ("service/sts", "v1.26.5"),
        ("smithy-go", "v1.19.0"),
    ]);
    let plan = plan(&inventory, &catalog, &Wish { strategy: Some(PlanStrategy::Aligned), ..Wish::default() })
        .unwrap();
    let to: Vec<String> = plan
        .moves
        .iter()
        .map(|moved| format!("{} {}", Family::Go.short_name(&moved.path).unwrap(), moved.to))
        .collect();
    // The last releases before core v1.25.0 of 2024-02-13.
    assert_eq!(
        to,
        ["config v1.26.6", "credentials v1.16.16", "feature/ec2/imds v1.14.11", "service/sts v1.26.7"]
    );
}

#[test]
fn a_day_stands_for_its_last_release() {
    let catalog = Catalog::embedded(Family::Go);
    let inventory = inventory(&[("core", "v1.23.1"), ("service/ecr", "v1.20.2")]);
    for (day, release, version) in [
        ("2023-11-28", "2023-11-28.3", "v1.23.3"),
        ("2023-11-28.2", "2023-11-28.2", "v1.23.3"),
        ("2023-11-27", "2023-11-27.2", "v1.23.1"),
    ] {
        let strategy = PlanStrategy::Train(day.parse().unwrap());
        let plan = plan(&inventory, &catalog, &Wish { strategy: Some(strategy), ..Wish::default() }).unwrap();
        let ecr = plan.moves.iter().find(|moved| moved.path.ends_with("/ecr")).unwrap();
        assert_eq!(ecr.to.to_string(), version, "{day}");
        assert_eq!(ecr.why.to_string(), format!("the train of {release}"));
    }
}

#[test]
fn what_stops_short_of_a_train_names_its_own() {
    let catalog = Catalog::embedded(Family::Go);
    let mut inventory = inventory(&[("core", "v1.23.5"), ("service/ecr", "v1.20.2")]);
    select(&mut inventory, &catalog);
    let strategy = PlanStrategy::Train("2024-03-05".parse().unwrap());
    let hold = [Family::Go.core().unwrap().to_owned()];
    let plan =
        plan(&inventory, &catalog, &Wish { strategy: Some(strategy), holds: &hold, ..Wish::default() })
            .unwrap();
    let ecr = plan.moves.iter().find(|moved| moved.path.ends_with("/ecr")).unwrap();
    assert_eq!(ecr.why.to_string(), "the train of 2023-12-06");
}

#[test]
fn strategies_go_as_far_as_what_is_held_allows() {
    let catalog = Catalog::embedded(Family::Go);
    let mut inventory =
        inventory(&[("core", "v1.30.3"), ("service/ecr", "v1.28.0"), ("service/sts", "v1.28.7")]);
    select(&mut inventory, &catalog);
    let hold = [Family::Go.core().unwrap().to_owned()];
    let plan = plan(
        &inventory,
        &catalog,
        &Wish { strategy: Some(PlanStrategy::Latest), holds: &hold, ..Wish::default() },
    )
    .unwrap();
    assert!(plan.moves.iter().any(|moved| moved.path.ends_with("/ecr")), "{plan:?}");
    let result = after(&inventory, &plan);
    assert_eq!(result.component(&hold[0]).unwrap().version, inventory.component(&hold[0]).unwrap().version);
    let mut selected = after(&inventory, &plan);
    select(&mut selected, &catalog);
    assert_eq!(selected.component(&hold[0]).unwrap().version, result.component(&hold[0]).unwrap().version);
}

/// Every lock of the fixtures that is broken, and one of real size.
fn locks() -> Vec<PathBuf> {
    let fixtures = std::fs::read_dir(root().join("fixtures")).unwrap();
    let mut locks: Vec<PathBuf> =
        fixtures.map(|fixture| fixture.unwrap().path().join("bad/Cargo.lock")).collect();
    locks.push(root().join("benches/data/Cargo.lock"));
    locks.push(root().join("fixtures/order-queue/Cargo.lock"));
    locks.retain(|lock| lock.is_file());
    locks.sort();
    assert!(locks.len() > 20);
    locks
}

const RUSTS: [(u16, u16); 6] = [(0, 0), (70, 0), (78, 0), (86, 0), (91, 1), (94, 1)];

fn wish(rust_version: Option<(u16, u16)>, strategy: Option<PlanStrategy>) -> Wish<'static> {
    Wish { strategy, rust_version, ..Wish::default() }
}

#[test]
fn a_plan_for_a_rust_leaves_nothing_that_it_cannot_build() {
    let catalog = Catalog::embedded(Family::Rust);
    let (mut plans, mut moves, mut refused) = (0, 0, 0);
    for path in locks() {
        let inventory = cargo::lock(&path).unwrap();
        for rust in RUSTS {
            for strategy in [None, Some(PlanStrategy::Latest)] {
                let case = format!("{} {rust:?} {strategy:?}", path.display());
                let plan = match any_plan(&inventory, &catalog, &wish(Some(rust), strategy)) {
                    Ok(plan) => plan,
                    Err(reason) => {
                        refused += usize::from(matches!(reason, NoPlan::Rust { .. }));
                        continue;
                    }
                };
                (plans, moves) = (plans + 1, moves + usize::from(!plan.moves.is_empty()));
                for moved in plan.moves.iter().chain(&plan.carried) {
                    let needs = catalog.needs_rust(&moved.path, &moved.to);
                    assert!(needs.is_none_or(|needs| needs <= rust), "{case}: {} {}", moved.path, moved.to);
                }
                let mut result = after(&inventory, &plan);
                let at = Location { source: 0, span: Span::default() };
                result.cargo.get_or_insert_default().rust =
                    Some(RustBound { version: rust, at, pinned: true });
                let left: Vec<&str> = plan.left.iter().map(|left| left.event.id).collect();
                let was: Vec<&str> =
                    check(&inventory, &catalog).findings.iter().map(|finding| finding.event.id).collect();
                assert!(left.iter().all(|id| was.contains(id)), "{case}: {left:?}");
                let mut outcome = check(&result, &catalog);
                outcome.findings.retain(|finding| !left.contains(&finding.event.id));
                assert!(outcome.is_clean_at(Severity::Warning), "{case}: {:?}", outcome.findings);
                assert!(goes_one_way(&plan.commands), "{case}: {:?}", plan.commands);
            }
        }
    }
    assert!(plans > 50 && moves > 20 && refused > 50, "{plans} {moves} {refused}");
}

/// Whether no crate is moved up by one command and down by another.
fn goes_one_way(commands: &[String]) -> bool {
    let mut stops: Vec<(&str, Version)> = Vec::new();
    for command in commands {
        let Some((name, to)) = command.rsplit_once(" --precise ") else { continue };
        let (name, at) = name.rsplit(' ').next().unwrap().split_once('@').unzip();
        let name = name.unwrap_or_else(|| command.split(' ').nth(3).unwrap());
        stops.extend(at.map(|at| (name, Version::parse_cargo(at).unwrap())));
        stops.push((name, Version::parse_cargo(to).unwrap()));
    }
    stops.iter().enumerate().all(|(i, (name, first))| {
        let same = |(other, version): &&(&str, Version)| other == name && version.is_compatible_with(first);
        let line: Vec<&Version> = stops[i..].iter().filter(same).map(|(_, version)| version).collect();
        line.is_sorted() || line.iter().rev().is_sorted()
    })
}

#[test]
fn where_an_older_rust_has_no_plan_the_one_that_has_is_named() {
    let catalog = Catalog::embedded(Family::Rust);
    let inventory = cargo::lock(&root().join("benches/data/Cargo.lock")).unwrap();
    for rust in [(0, 0), (70, 0), (78, 0)] {
        let refused = any_plan(&inventory, &catalog, &wish(Some(rust), None)).unwrap_err();
        let NoPlan::Rust { works: Some(works), needed, .. } = &refused else { panic!("{refused}") };
        assert_eq!((works.to_string(), needed.to_string()), ("1.94.1".to_owned(), "1.94.1".to_owned()));
        assert!(any_plan(&inventory, &catalog, &wish(Some((works.0, works.1)), None)).is_ok());
        assert!(refused.to_string().contains("needs Rust 1.94.1"), "{refused}");
    }
}

/// A lock of these crates: name, version, source, and what each requires.
fn lock_of(packages: &[(&str, &str, &str, &str)]) -> Inventory {
    let mut text = "version = 4\n".to_owned();
    for (name, version, source, requires) in packages {
        text += &format!("\n[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n");
        if !source.is_empty() {
            text += &format!("source = \"{source}\"\n");
        }
        text += &format!("dependencies = {:?}\n", requires.split_whitespace().collect::<Vec<_>>());
    }
    cargo::lock_alone(Source::new("Cargo.lock", text)).unwrap()
}

const REGISTRY: &str = "registry+https://example.com/index";

#[test]
fn what_no_rust_of_that_age_builds_moves_down_where_all_who_require_it_let_it() {
    let catalog = Catalog::embedded(Family::Rust);
    let inventory =
        lock_of(&[("app", "0.1.0", "", "aws-smithy-async"), ("aws-smithy-async", "1.3.1", REGISTRY, "")]);
    let needs = catalog.rust_version("aws-smithy-async", inventory_version(&inventory)).unwrap();
    assert_eq!(needs, (94, 1));
    let plan = any_plan(&inventory, &catalog, &wish(Some((91, 1)), None)).unwrap();
    let [moved] = &plan.moves[..] else { panic!("{plan:?}") };
    let mut newest = catalog.line("aws-smithy-async", &moved.to, None).into_iter();
    let newest =
        newest.rfind(|v| catalog.needs_rust("aws-smithy-async", v).is_none_or(|needs| needs <= (91, 1)));
    assert_eq!(Some(&moved.to), newest.as_ref());
    assert!(moved.to < *inventory_version(&inventory));
    assert_eq!(plan.commands, [format!("cargo update -p aws-smithy-async --precise {}", moved.to)]);
    assert_eq!(moved.why.to_string(), "the newest for Rust 1.91.1");
}

fn inventory_version(inventory: &Inventory) -> &Version {
    &inventory.component("aws-smithy-async").unwrap().version
}

#[test]
fn what_comes_from_a_folder_or_git_is_not_told_to_move() {
    let catalog = Catalog::embedded(Family::Rust);
    let git = "git+https://example.com/sdk?rev=abc#abc";
    for source in ["", git] {
        // The cure would be aws-config 1.13.0.
        let inventory = lock_of(&[
            ("app", "0.1.0", "", "aws-config"),
            ("aws-config", "1.12.0", source, "aws-types"),
            ("aws-types", "1.7.0", REGISTRY, ""),
        ]);
        for strategy in [PlanStrategy::Minimal, PlanStrategy::Latest] {
            let refused = any_plan(&inventory, &catalog, &wish(None, Some(strategy))).unwrap_err();
            let NoPlan::Elsewhere { path, origin, .. } = &refused else { panic!("{refused}") };
            assert_eq!(path, "aws-config");
            let expected = if source.is_empty() { Origin::Path } else { Origin::Git(source[4..].to_owned()) };
            assert_eq!(*origin, expected);
        }
    }
}

#[test]
fn what_no_move_cures_is_not_called_clean() {
    for (fixture, code, needs) in [
        ("needs-newer-rust", 1, "Rust 1.94.1 or later"),
        ("shared-types-twice", 0, "another requirement in Cargo.toml on aws-config"),
    ] {
        let folder = format!("fixtures/{fixture}/bad");
        let plan = awscompat(&["plan", &folder]);
        assert_eq!(plan.status.code(), Some(code), "{fixture}");
        assert_eq!(awscompat(&["check", &folder]).status.code(), Some(code), "{fixture}");
        let said = stdout(&plan);
        assert!(
            said.contains(&format!("no update of the SDK cures {fixture}")) && said.contains(needs),
            "{said}"
        );
        assert!(!said.contains("nothing to move"), "{said}");
        let json = stdout(&awscompat(&["plan", &folder, "--format", "json"]));
        assert!(json.contains(&format!("\"id\": \"{fixture}\"")) && json.contains("\"left\": ["), "{json}");
    }
}

#[test]
fn exact_requirements_are_checked_without_a_lock() {
    let scratch = Scratch::new("pinned");
    let manifest = |config: &str| {
        format!(
            "[package]\nname = \"lib\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n\
             aws-config = \"{config}\"\naws-types = \"=1.7.0\"\nserde = \"1\"\n"
        )
    };
    scratch.write("Cargo.toml", manifest("=1.12.0"));
    let checked = awscompat_in(scratch.path(), &[]);
    let said = stdout(&checked);
    assert_eq!(checked.status.code(), Some(1), "{said}");
    for expected in [
        "error[config-behind-types-1-7]",
        "Cargo.toml:7:15",
        "aws-config: lib itself",
        "there is no Cargo.lock",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let planned = stdout(&awscompat_in(scratch.path(), &["plan"]));
    assert!(planned.contains("aws-config = \"=1.13.0\""), "{planned}");
    assert!(!planned.contains("cargo update"), "nothing is locked: {planned}");
    for unknown in ["1.12.0", "=1.12", "=1.13.0"] {
        scratch.write("Cargo.toml", manifest(unknown));
        assert_eq!(awscompat_in(scratch.path(), &[]).status.code(), Some(0), "{unknown}");
    }
}
