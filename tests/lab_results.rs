//! Rule files and what the lab saw hold together. Neither network nor toolchain is needed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use awscompat::event::{self, Run};
use awscompat::family::Family;
use serde::Deserialize;

use support::root;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    versions: Vec<String>,
    #[serde(default)]
    with: String,
    part: String,
    outcome: String,
    text: String,
    toolchain: String,
    day: String,
}

/// The rows of a family; None where no lab has run its mixes yet.
fn rows(family: Family) -> Option<Vec<Row>> {
    let path = root().join(format!("tests/lab/results/{}.jsonl", family.name()));
    let text = fs::read_to_string(path).ok()?;
    Some(text.lines().map(|line| serde_json::from_str(line).expect(line)).collect())
}

/// Whether a row shows what a rule file tells of a break.
fn shows(row: &Row, run: &Run) -> bool {
    row.outcome == run.outcome && row.text.contains(run.text)
}

#[test]
fn what_the_rule_files_tell_was_seen() {
    let mut wrong = Vec::new();
    for family in Family::ALL {
        let Some(rows) = rows(family) else { continue };
        let mut by_mix: BTreeMap<(Vec<&str>, &str), Vec<&Row>> = BTreeMap::new();
        for row in &rows {
            let versions = row.versions.iter().map(String::as_str).collect();
            by_mix.entry((versions, &row.with)).or_default().push(row);
        }
        for event in event::all().iter().filter(|event| event.family == family) {
            let seen =
                |run: &Run| by_mix.get(&(run.versions.to_vec(), run.with)).map_or(&[][..], Vec::as_slice);
            let (works, breaks): (Vec<&Run>, Vec<&Run>) =
                event.runs.iter().partition(|run| run.outcome == "works");
            let mut showing = BTreeSet::new();
            for run in breaks {
                let parts = seen(run).iter().filter(|row| shows(row, run)).map(|row| row.part.as_str());
                let parts: Vec<&str> = parts.collect();
                if parts.is_empty() {
                    wrong.push(format!("{}: {} {} {:?}", event.id, run.outcome, run.text, run.versions));
                }
                showing.extend(parts);
            }
            for run in works {
                let tried: Vec<&&Row> =
                    seen(run).iter().filter(|row| showing.contains(row.part.as_str())).collect();
                if tried.is_empty() || tried.iter().any(|row| row.outcome != "works") {
                    wrong.push(format!("{}: works {:?}", event.id, run.versions));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "run `cargo lab run EVENT`:\n{}", wrong.join("\n"));
}

#[test]
fn each_row_is_told_of_by_a_rule_file() {
    for family in Family::ALL {
        let runs = event::all().iter().filter(|event| event.family == family).flat_map(|event| event.runs);
        let told: BTreeSet<&[&str]> = runs.map(|run| run.versions).collect();
        for row in rows(family).unwrap_or_default() {
            let versions: Vec<&str> = row.versions.iter().map(String::as_str).collect();
            assert!(
                told.contains(versions.as_slice()),
                "delete the rows of a mix that is gone: {versions:?}"
            );
        }
    }
}

#[test]
fn events_are_proved_on_either_side_or_say_why_not() {
    for event in event::all() {
        let has = |works: bool| event.runs.iter().any(|run| (run.outcome == "works") == works);
        // The build script asks for `unproved` where this does not hold.
        let source = root().join(format!("rules/{}/{}.toml", event.family.name(), event.id));
        let excused = fs::read_to_string(source).unwrap().contains("\nunproved = ");
        assert!(has(true) && has(false) || excused, "{}", event.id);
    }
}

#[test]
fn rows_are_in_order_and_each_mix_and_part_is_there_once() {
    for family in Family::ALL {
        let Some(rows) = rows(family) else { continue };
        assert!(!rows.is_empty());
        let keys: Vec<_> = rows.iter().map(|row| (&row.versions, &row.with, &row.part)).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{}", family.name());
        for row in &rows {
            assert_eq!(row.outcome == "works", row.text.is_empty(), "{:?} {}", row.versions, row.part);
            let compiler = if family == Family::Go { "go" } else { "rustc " };
            assert!(row.toolchain.starts_with(compiler), "{}", row.toolchain);
            assert_eq!(row.day.len(), 10, "{}", row.day);
        }
    }
}
