//! Each event has its rule file, its two fixtures and its page, and they agree.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::collections::BTreeSet;
use std::fs;

use awscompat::catalog::Catalog;
use awscompat::check::{Finding, Outcome, check};
use awscompat::discover::{Input, discover};
use awscompat::event::{self, Event, Kind, Severity};
use awscompat::family::Family;
use awscompat::inventory::cargo_metadata::Selection;
use awscompat::inventory::{Inventory, cargo};
use awscompat::plan::{NoPlan, Strategy, Wish, plan};
use awscompat::report::page;

use support::{after, root};

fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    entries
        .filter_map(|entry| {
            entry.unwrap().file_name().into_string().unwrap().strip_suffix(ending).map(str::to_owned)
        })
        .collect()
}

/// Events that cannot be without another one; the fixture's file `also` names it.
fn also(event: &Event) -> Vec<String> {
    let path = root().join("fixtures").join(event.id).join("also");
    fs::read_to_string(path).map(|text| text.lines().map(str::to_owned).collect()).unwrap_or_default()
}

fn outcome(event: &Event, side: &str) -> Outcome {
    let inputs = discover(&root().join("fixtures").join(event.id).join(side)).unwrap();
    assert_eq!(inputs.len(), 1, "{} {side}", event.id);
    let inventory = read(event, &inputs[0]);
    check(&inventory, &Catalog::embedded(inventory.family))
}

/// Reads a fixture; where features or code decide, cargo is asked for them.
fn read(event: &Event, input: &Input) -> Inventory {
    let mut inventory = input.read().unwrap();
    if event.stale.iter().any(|stale| !stale.needs.is_empty()) {
        cargo::resolve(&mut inventory, &Selection::default()).unwrap();
    }
    inventory
}

#[test]
fn rules_fixtures_and_pages_are_the_same_set() {
    let ids: BTreeSet<String> = event::all().iter().map(|event| event.id.to_owned()).collect();
    let files: BTreeSet<String> =
        Family::ALL.iter().flat_map(|family| names(&format!("rules/{}", family.name()), ".toml")).collect();
    assert_eq!(files, ids);
    assert_eq!(names("docs/events", ".md"), ids, "`cargo xtask pages` writes them");
    let fixtures = names("fixtures", "");
    let missing: Vec<&String> = ids.difference(&fixtures).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

#[test]
fn pages_say_what_the_rules_say() {
    for event in event::all() {
        let path = root().join("docs/events").join(format!("{}.md", event.id));
        let page = fs::read_to_string(&path).unwrap();
        assert!(page == page::render(event), "{} is stale; `cargo xtask pages` writes it", path.display());
    }
}

#[test]
fn the_bad_fixture_has_this_event_and_no_other() {
    for event in event::all() {
        let outcome = outcome(event, "bad");
        let (own, others): (Vec<&Finding>, Vec<&Finding>) =
            outcome.findings.iter().partition(|finding| finding.event.id == event.id);
        assert_eq!(own.len(), 1, "{}: {:?}", event.id, outcome.findings);
        let severities: Vec<Severity> = event.stale.iter().filter_map(|stale| stale.severity).collect();
        assert!(own[0].severity == event.severity || severities.contains(&own[0].severity), "{}", event.id);
        // Locks of old releases have left-over crates and doubles, which are notes.
        let others = others.iter().filter(|finding| finding.severity > Severity::Note);
        let others: Vec<String> = others.map(|finding| finding.event.id.to_owned()).collect();
        assert_eq!(others, also(event), "{}", event.id);
        assert_eq!(outcome.unknown, [], "{}", event.id);
    }
}

#[test]
fn the_good_fixture_is_clean() {
    for event in event::all() {
        let outcome = outcome(event, "good");
        let own = outcome.findings.iter().any(|finding| finding.event.id == event.id);
        assert!(!own && outcome.is_clean_at(Severity::Warning), "{}: {:?}", event.id, outcome.findings);
        assert_eq!(outcome.unknown, [], "{}", event.id);
    }
}

#[test]
fn the_plan_of_the_bad_fixture_cures_it() {
    for event in event::all().iter().filter(|event| event.severity > Severity::Note) {
        let inputs = discover(&root().join("fixtures").join(event.id).join("bad")).unwrap();
        let inventory = read(event, &inputs[0]);
        let catalog = Catalog::embedded(event.family);
        let wish = Wish { strategy: Some(Strategy::Minimal), ..Wish::default() };
        let plan = match plan(&inventory, &catalog, &wish) {
            // The cure is to go back, and plans only go up.
            Err(NoPlan::NoCure { .. }) if event.id == "preview-core-beside-split-modules" => continue,
            // 0.36 to 0.37 is no update for cargo.
            Err(NoPlan::OtherLine { .. }) if event.id == "sqs-0-36-0-cannot-send-batches" => continue,
            plan => plan.unwrap_or_else(|reason| panic!("{}: {reason}", event.id)),
        };
        // These need another requirement or another Rust, which the finding says.
        let by_hand = matches!(
            event.kind,
            Kind::SingleInstance | Kind::OtherLine | Kind::LooseCap | Kind::RustVersion | Kind::Feature
        );
        assert_eq!(plan.moves.is_empty(), by_hand, "{}", event.id);
        let mut outcome = check(&after(&inventory, &plan), &catalog);
        outcome.findings.retain(|finding| !(by_hand && finding.event == event));
        assert!(outcome.is_clean_at(Severity::Warning), "{}: {:?}", event.id, outcome.findings);
    }
}
