//! `--format json` says what the human report says, in the form that docs/json.md describes.
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use support::{awscompat, root, stdout};

fn report(arguments: &[&str]) -> Value {
    let mut all = vec!["--format", "json"];
    all.extend(arguments);
    serde_json::from_str(&stdout(&awscompat(&all))).unwrap()
}

#[test]
fn the_finding_its_place_and_its_plan() {
    let report = report(&["fixtures/kpack-like"]);
    assert_eq!(report["version"], 1);
    assert_eq!(report["summary"]["errors"], 1);
    let build = &report["builds"][0];
    assert_eq!(build["decided_by"], "go.mod");
    let finding = &build["findings"][0];
    assert_eq!(finding["id"], "service-behind-core-1-23");
    assert_eq!(finding["severity"], "error");
    let stale = &finding["stale"][0];
    assert_eq!((&stale["version"], &stale["built_for"]), (&"v1.20.2".into(), &"v1.21.2".into()));
    assert_eq!((&stale["at"]["line"], &stale["at"]["column"]), (&18.into(), &43.into()));
    let text = fs::read_to_string(root().join("fixtures/kpack-like/go.mod")).unwrap();
    let (start, end) = (stale["at"]["start"].as_u64().unwrap(), stale["at"]["end"].as_u64().unwrap());
    assert_eq!(&text[usize::try_from(start).unwrap()..usize::try_from(end).unwrap()], "v1.20.2");
    assert_eq!(build["plan"]["moves"].as_array().unwrap().len(), 2);
    assert!(build["plan"]["commands"][0].as_str().unwrap().starts_with("go get "));
}

#[test]
fn a_clean_build_and_a_broken_one_have_the_same_form() {
    let clean = report(&["fixtures/service-behind-core-1-23/good"]);
    assert_eq!(clean["builds"][0]["findings"], Value::Array(Vec::new()));
    assert_eq!(clean["builds"][0]["plan"], Value::Null);
    let failed = report(&["nowhere"]);
    assert_eq!(failed["summary"]["failures"], 1);
    assert_eq!(failed["builds"], Value::Array(Vec::new()));
}

#[test]
fn every_key_is_described() {
    let text = fs::read_to_string(root().join("docs/json.md")).unwrap();
    let mut keys = BTreeSet::new();
    for fixture in ["fixtures/kpack-like", "fixtures/requirement-not-met/bad", "nowhere"] {
        collect(&report(&[fixture]), &mut keys);
    }
    let [good, bad] = ["good", "bad"].map(|side| format!("fixtures/service-behind-core-1-23/{side}"));
    collect(&report(&[&good, "--base", &bad]), &mut keys);
    let missing: Vec<&String> = keys.iter().filter(|key| !text.contains(&format!("`{key}`"))).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

#[test]
fn what_trains_and_list_print_is_described() {
    let text = fs::read_to_string(root().join("docs/json.md")).unwrap();
    let text = &text[text.find("## `trains` and `list`").unwrap()..];
    let mut keys = BTreeSet::new();
    // Options for all commands may stand before the subcommand.
    for what in
        [&["-q", "trains"][..], &["trains", "2023-11-16"], &["trains", "core@v1.23.0"], &["-v", "list"]]
    {
        let printed = stdout(&awscompat(&[what, &["--format", "json"]].concat()));
        collect(&serde_json::from_str(&printed).unwrap(), &mut keys);
    }
    let missing: Vec<&String> = keys.iter().filter(|key| !text.contains(&format!("`{key}`"))).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

#[test]
fn when_an_event_breaks_reads_as_it_stands() {
    let printed = stdout(&awscompat(&["trains", "service/ecr@v1.20.2", "--format", "json"]));
    let detail: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(detail["events"][0]["when"], "breaks beside core >=v1.23.0");
}

#[test]
fn errors_have_the_help_that_people_get() {
    for (path, help) in [
        (
            "nowhere",
            "give a go.mod, go.sum, go.work, vendor/modules.txt, Cargo.lock or Cargo.toml, or a folder",
        ),
        ("tests/data/go_mod/empty.mod", "begin it with `module module/path`"),
    ] {
        let said = report(&[path]);
        assert!(said["errors"][0]["help"].as_str().unwrap().starts_with(help), "{said}");
    }
}

fn collect(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            keys.insert(key.clone());
            collect(value, keys);
        }),
        Value::Array(values) => values.iter().for_each(|value| collect(value, keys)),
        _ => {}
    }
}
