//! Plans over builds drawn at random from the table of trains.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use awscompat::catalog::Catalog;
use awscompat::check::check;
use awscompat::event::Severity;
use awscompat::family::Family;
use awscompat::inventory::Inventory;
use awscompat::plan::go::plan;
use awscompat::plan::{NoPlan, Plan, Strategy as PlanStrategy};
use proptest::prelude::*;
use proptest::sample::Index;

use support::{after, component, inventory, inventory_of, select};

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
        match plan(&inventory, &catalog, strategies[strategy], &[], Severity::Warning) {
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
            let plan = plan(&inventory, &catalog, PlanStrategy::Minimal, &[], Severity::Warning).unwrap();
            prop_assert_eq!((plan.moves, plan.carried), (Vec::new(), Vec::new()));
        }
    }
}

#[test]
fn a_held_module_that_must_move_leaves_no_plan() {
    let catalog = Catalog::embedded(Family::Go);
    let inventory = inventory(&[("core", "v1.23.5"), ("service/ecr", "v1.20.2")]);
    let hold = [Family::Go.full_path("service/ecr")];
    let refused = plan(&inventory, &catalog, PlanStrategy::Minimal, &hold, Severity::Warning).unwrap_err();
    assert!(matches!(&refused, NoPlan::Held { path, .. } if *path == hold[0]), "{refused}");
}

#[test]
fn a_held_core_picks_a_release_that_leaves_it_alone() {
    let catalog = Catalog::embedded(Family::Go);
    let inventory = inventory(&[("core", "v1.23.5"), ("service/ecr", "v1.20.2"), ("smithy-go", "v1.18.1")]);
    let hold = [Family::Go.core().unwrap().to_owned()];
    let plan = plan(&inventory, &catalog, PlanStrategy::Minimal, &hold, Severity::Warning).unwrap();
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
    let plan = plan(&inventory, &catalog, PlanStrategy::Aligned, &[], Severity::Warning).unwrap();
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
        let plan = plan(&inventory, &catalog, strategy, &[], Severity::Warning).unwrap();
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
    let plan = plan(&inventory, &catalog, strategy, &hold, Severity::Warning).unwrap();
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
    let plan = plan(&inventory, &catalog, PlanStrategy::Latest, &hold, Severity::Warning).unwrap();
    assert!(plan.moves.iter().any(|moved| moved.path.ends_with("/ecr")), "{plan:?}");
    let result = after(&inventory, &plan);
    assert_eq!(result.component(&hold[0]).unwrap().version, inventory.component(&hold[0]).unwrap().version);
    let mut selected = after(&inventory, &plan);
    select(&mut selected, &catalog);
    assert_eq!(selected.component(&hold[0]).unwrap().version, result.component(&hold[0]).unwrap().version);
}
