//! What CI reads: each form as it is written for a fixture, and with names that want to be more than names.
//! `AWSCOMPAT_BLESS=1 cargo test --test formats` writes what `tests/formats` holds.
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use awscompat::catalog::{Between, Catalog};
use awscompat::check::{Finding, Outcome, StaleComponent, Waived};
use awscompat::event::{self, Impact, Severity};
use awscompat::family::Family;
use awscompat::inventory::{Inventory, Location};
use awscompat::plan::{Move, Plan, Strategy, Why};
use awscompat::report::human::Verbosity;
use awscompat::report::root::Root;
use awscompat::report::{
    Checked, Notice, Report, RunError, github, gitlab, human, json, jsonl, junit, markdown, sarif,
};
use awscompat::source::{Source, Span};
use awscompat::version::Version;
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;
use support::{Scratch, awscompat, awscompat_in, component, inventory_of, root, stderr, stdout};

const FORMS: [&str; 8] = ["human", "json", "jsonl", "sarif", "github", "gitlab", "markdown", "junit"];

/// A name with all that a log, a page, or a terminal could obey.
const EVIL: &str = "%0A::error title=x::y\r\n::error::z\u{1b}[31m`co``de`|<script>alert(1)</script>\u{202e}\u{200b}\
                    @someone #1 [a](http://b.example) {0} &amp; \"q\" 'a' ]]> --> www.example.com \u{0}";

#[test]
fn each_form_as_it_is_written() {
    for form in FORMS {
        let output = awscompat(&["--format", form, "fixtures/kpack-like"]);
        assert_eq!(output.status.code(), Some(1), "{form}");
        let text = stdout(&output).replace(&format!("\"{}\"", env!("CARGO_PKG_VERSION")), "\"VERSION\"");
        let golden = root().join("tests/formats").join(form);
        if std::env::var_os("AWSCOMPAT_BLESS").is_some() {
            fs::write(&golden, &text).unwrap();
        }
        assert_eq!(text, fs::read_to_string(&golden).unwrap(), "{form}");
    }
}

#[test]
fn the_form_never_changes_the_exit_code_and_exit_zero_does() {
    let code = |arguments: &[&str]| awscompat(arguments).status.code();
    for form in FORMS {
        for (path, expected, with_zero) in [
            ("fixtures/kpack-like", 1, 0),
            ("fixtures/service-behind-core-1-23/good", 0, 0),
            ("nowhere", 2, 2),
            ("rules", 3, 3),
        ] {
            assert_eq!(code(&["--format", form, path]), Some(expected), "{form} {path}");
            assert_eq!(code(&["--format", form, "--exit-zero", path]), Some(with_zero), "{form} {path}");
        }
        assert_eq!(
            code(&["--format", form, "--exit-zero", "fixtures/kpack-like", "nowhere"]),
            Some(2),
            "{form}"
        );
    }
}

#[test]
fn several_forms_go_to_their_files_and_one_to_standard_output() {
    let scratch = Scratch::new("forms");
    let file = |name: &str| scratch.path().join(name).display().to_string();
    let (sarif, human) = (file("a.sarif"), file("a.txt"));
    let arguments = [
        "--color", "always", "--format", "github", "--format", "sarif", "--output", &sarif, "--format",
        "human",
    ];
    let output = awscompat(&[&arguments[..], &["--output", &human, "fixtures/kpack-like"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let alone = |form: &str| stdout(&awscompat(&["--format", form, "fixtures/kpack-like"]));
    assert_eq!(stdout(&output), alone("github"));
    assert_eq!(fs::read_to_string(sarif).unwrap(), alone("sarif"));
    assert_eq!(fs::read_to_string(human).unwrap(), alone("human"));

    let output = awscompat(&["--output", &file("no/where"), "--exit-zero", "fixtures/kpack-like"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write the result"), "{}", stderr(&output));
    let output = awscompat(&["--format", "json", "--format", "sarif", "fixtures/kpack-like"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("only one --format can go to standard output"), "{}", stderr(&output));
}

#[test]
fn sarif_is_what_its_schema_says_for_every_event_that_has_a_fixture() {
    let mut schema: Value =
        serde_json::from_str(&fs::read_to_string(root().join("tests/schemas/sarif-2.1.0.json")).unwrap())
            .unwrap();
    // Its pattern has a bracket too many, which not every regex reader takes; we do not write a language.
    for part in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][part]["properties"]["language"];
        assert!(language.as_object_mut().unwrap().remove("pattern").is_some());
    }
    let validator = jsonschema::draft7::options().should_validate_formats(true).build(&schema).unwrap();
    let mut rules = BTreeSet::new();
    for arguments in [&["fixtures"][..], &["nowhere", "tests/data/go_mod/empty.mod"]] {
        let text = stdout(&awscompat(&[&["-v", "--format", "sarif"], arguments].concat()));
        let log: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert_eq!(errors, Vec::<String>::new());
        for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap() {
            rules.insert(rule["id"].as_str().unwrap().to_owned());
        }
    }
    assert!(rules.len() > 40, "{rules:?}");
    // The validator says no where there is something to say.
    assert!(!validator.is_valid(&serde_json::json!({ "version": "2.1.0", "runs": [{ "results": [] }] })));
}

#[test]
fn the_fix_of_a_sarif_log_cures_what_it_is_told_for() {
    let log: Value =
        serde_json::from_str(&stdout(&awscompat(&["--format", "sarif", "fixtures/kpack-like"]))).unwrap();
    let result = &log["runs"][0]["results"][0];
    let text = fs::read_to_string(root().join("fixtures/kpack-like/go.mod")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let change = &result["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "fixtures/kpack-like/go.mod");
    for replacement in change["replacements"].as_array().unwrap() {
        let at =
            |key: &str| usize::try_from(replacement["deletedRegion"][key].as_u64().unwrap()).unwrap() - 1;
        assert_eq!(at("startLine"), at("endLine"));
        lines[at("startLine")].replace_range(
            at("startColumn")..at("endColumn"),
            replacement["insertedContent"]["text"].as_str().unwrap(),
        );
    }
    let scratch = Scratch::new("sarif-fix");
    scratch.write("go.mod", lines.join("\n") + "\n");
    assert_eq!(awscompat_in(scratch.path(), &["go.mod"]).status.code(), Some(0));
}

#[test]
fn a_fingerprint_outlives_lines_and_versions_and_names_the_manifest_from_the_root() {
    let prints = |folder: &std::path::Path, path: &str| -> Vec<String> {
        let text = stdout(&awscompat_in(folder, &["--format", "gitlab", path]));
        let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
        entries.iter().map(|entry| entry["fingerprint"].as_str().unwrap().to_owned()).collect()
    };
    let text = fs::read_to_string(root().join("fixtures/kpack-like/go.mod")).unwrap();
    let scratch = Scratch::new("prints");
    scratch.write(".git/HEAD", "ref: refs/heads/main\n");
    scratch.write("a/go.mod", &text);
    let before = prints(scratch.path(), "a");
    assert_eq!(before.len(), 2);
    assert_eq!(before.iter().collect::<BTreeSet<_>>().len(), 2);
    assert_eq!(prints(&scratch.path().join("a"), "."), before);
    scratch.write(
        "a/go.mod",
        text.replace("ecr v1.20.2", "ecr v1.20.1").replace("go 1.21\n", "\n\n\ngo 1.21\n"),
    );
    assert_eq!(prints(scratch.path(), "a"), before);
    scratch.write("b/go.mod", &text);
    assert!(prints(scratch.path(), "b").iter().all(|print| !before.contains(print)));
}

#[test]
fn folders_may_be_called_anything() {
    let name = "%0A::error::x,line=1 `<script>`|\u{202e}\u{1b}[31m";
    let scratch = Scratch::new("folders");
    let text = fs::read_to_string(root().join("fixtures/kpack-like/go.mod")).unwrap();
    scratch.write(&format!("{name}/go.mod"), text);
    for form in FORMS {
        let output = awscompat_in(scratch.path(), &["--format", form]);
        assert_eq!(output.status.code(), Some(1), "{form}");
        assert_eq!(unsafe_characters(&stdout(&output)), "", "{form}");
    }
    let text = stdout(&awscompat_in(scratch.path(), &["--format", "github"]));
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(
        text.lines().all(|line| line.starts_with("::error file=%250A%3A%3Aerror%3A%3Ax%2Cline=1 `<")),
        "{text}"
    );
    let log: Value =
        serde_json::from_str(&stdout(&awscompat_in(scratch.path(), &["--format", "sarif"]))).unwrap();
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(place, "%250A%3A%3Aerror%3A%3Ax%2Cline%3D1%20%60%3Cscript%3E%60%7C%E2%80%AE%1B%5B31m/go.mod");
}

#[test]
fn hostile_names_for_people() {
    let text = anstream::adapter::strip_str(&human::render(&hostile(), Verbosity::Verbose)).to_string();
    assert_eq!(unsafe_characters(&text), "");
    assert!(!text.lines().any(|line| line.trim_start().starts_with("::")), "{text}");
}

#[test]
fn hostile_names_in_json_are_values() {
    let text = json::render(&hostile()).unwrap();
    assert_eq!(unsafe_characters(&text), "");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["builds"][0]["findings"][0]["stale"][0]["path"], evil_path());
    let text = jsonl::render(&hostile()).unwrap();
    assert_eq!(unsafe_characters(&text), "");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["findings"][0]["stale"][0]["path"], evil_path());
    assert!(lines[1]["error"]["message"].as_str().unwrap().contains(EVIL));
}

#[test]
fn hostile_names_in_sarif() {
    let text = sarif::render(&hostile(), Verbosity::Normal).unwrap();
    assert_eq!(unsafe_characters(&text), "");
    let log: Value = serde_json::from_str(&text).unwrap();
    let run = &log["runs"][0];
    for message in [
        &run["results"][0]["message"]["text"],
        &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
        &run["invocations"][0]["toolConfigurationNotifications"][0]["message"]["text"],
    ] {
        let message = message.as_str().unwrap();
        assert!(message.contains("\\[a\\](http://b.example) {{0}}"), "{message}");
        assert_eq!(unsafe_characters(message), "");
    }
    let uri =
        run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)), "{uri}");
}

#[test]
fn hostile_names_in_workflow_commands() {
    let text = github::render(&hostile(), Verbosity::Normal);
    assert_eq!(unsafe_characters(&text), "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    for line in &lines {
        let command = line.strip_prefix("::error ").or_else(|| line.strip_prefix("::warning ")).unwrap();
        let (properties, message) = command.split_once("::").unwrap();
        for property in properties.split(',') {
            let (key, value) = property.split_once('=').unwrap();
            assert!(["file", "line", "col", "title"].contains(&key), "{line}");
            assert!(!value.contains(':'), "{line}");
        }
        // What the runner makes of it has the name as it was.
        assert!(message.contains("%250A::error title=x::y"), "{line}");
    }
}

#[test]
fn hostile_names_in_code_quality() {
    let text = gitlab::render(&hostile(), Verbosity::Normal).unwrap();
    assert_eq!(unsafe_characters(&text), "");
    let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(entries.len(), 3);
    for entry in entries {
        assert_eq!(unsafe_characters(entry["description"].as_str().unwrap()), "");
        assert_eq!(unsafe_characters(entry["location"]["path"].as_str().unwrap()), "");
        assert_eq!(entry["fingerprint"].as_str().unwrap().len(), 32);
    }
}

#[test]
fn hostile_names_in_markdown_are_code() {
    let text = markdown::render(&hostile(), Verbosity::Normal);
    assert_eq!(unsafe_characters(&text), "");
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_GFM;
    let (mut html, mut code, mut in_block) = (String::new(), String::new(), false);
    for event in Parser::new_ext(&text, options) {
        match event {
            Event::Html(text) | Event::InlineHtml(text) => html.push_str(&text),
            Event::Code(text) => code.push_str(&text),
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => in_block = false,
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::Table(_)) => panic!("{event:?}"),
            Event::Text(text) if !in_block => {
                for word in ["script", "someone", "example", "::error"] {
                    assert!(!text.contains(word), "{text}");
                }
            }
            _ => {}
        }
    }
    assert_eq!(html.trim_end(), markdown::MARKER);
    assert!(code.contains("<script>alert(1)</script>") && code.contains("@someone"), "{code}");
}

#[test]
fn hostile_names_in_xml() {
    let text = junit::render(&hostile(), Verbosity::Normal);
    assert_eq!(unsafe_characters(&text), "");
    let document = roxmltree::Document::parse(&text).unwrap();
    let names: BTreeSet<&str> =
        document.descendants().filter(|node| node.is_element()).map(|node| node.tag_name().name()).collect();
    assert_eq!(
        names,
        BTreeSet::from(["error", "failure", "system-out", "testcase", "testsuite", "testsuites"])
    );
    let failure = document.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert!(failure.attribute("message").unwrap().contains("<script>alert(1)</script>"));
    assert!(failure.text().unwrap().contains("&amp; \"q\" 'a' ]]>"));
}

#[test]
fn github_gets_no_more_than_it_takes_the_worst_first() {
    let severities = [(Severity::Note, 12), (Severity::Warning, 15), (Severity::Error, 25)];
    let all = severities.iter().flat_map(|(severity, n)| std::iter::repeat_n(*severity, *n));
    let text = github::render(&report(vec![build("go.mod", "service/x", all)]), Verbosity::Verbose);
    let words: Vec<&str> = text.lines().map(|line| line[2..].split(' ').next().unwrap()).collect();
    assert_eq!(words, [["error"; 10], ["warning"; 10], ["notice"; 10]].concat());
    let last = text.lines().last().unwrap();
    assert_eq!(
        last,
        "::notice title=awscompat::Not shown, since GitHub takes 10 of a kind: 15 errors, 5 warnings, 3 notes."
    );
}

#[test]
fn markdown_is_cut_between_findings_and_says_so() {
    let builds = (0..2_000).map(|i| build(&format!("{i}/go.mod"), "service/x", [Severity::Error]));
    let text = markdown::render(&report(builds.collect()), Verbosity::Normal);
    assert!(text.len() > 60_000 && text.len() <= 65_536, "{}", text.len());
    let shown = text.matches("\n#### error").count();
    let last = text.lines().last().unwrap();
    assert_eq!(last, format!("**Left out**, since this would be too long: {} findings.", 2_000 - shown));
}

/// What no name may bring into a text: control characters, and those that hide or turn what is around them.
fn unsafe_characters(text: &str) -> String {
    let is_unsafe = |c: &char| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().filter(is_unsafe).flat_map(char::escape_unicode).collect()
}

fn evil_path() -> String {
    Family::Go.full_path(&format!("service/{EVIL}"))
}

/// A module of a hostile name in a file of a hostile name, which a plan moves; and an input that cannot be read.
fn hostile() -> Report {
    let mut report = report(vec![build(
        &format!("{}/go.mod", EVIL.replace('/', "\\")),
        &format!("service/{EVIL}"),
        [Severity::Error],
    )]);
    report.checked[0].plan = Some(Ok(Plan {
        strategy: Strategy::Minimal,
        moves: vec![Move {
            path: evil_path(),
            from: Some(Version::new(1, 20, 2)),
            to: Version::new(1, 24, 2),
            why: Why::Newest,
            replaced_at: None,
        }],
        carried: Vec::new(),
        removed: Vec::new(),
        edits: Vec::new(),
        commands: vec![format!("go get {}@v1.24.2", evil_path())],
        left: Vec::new(),
    }));
    report.errors.push(RunError::Empty(PathBuf::from(EVIL)));
    let waived =
        Waived { finding: report.checked[0].outcome.findings[0].clone(), index: 0, reason: EVIL.to_owned() };
    report.checked[0].outcome.waived.push(waived);
    report.notices.push(Notice {
        message: EVIL.to_owned(),
        help: EVIL.to_owned(),
        source: Source::new(EVIL, EVIL),
        at: Span::new(0, 2),
    });
    report
}

/// A build with one module, stale by one event as often as there are severities.
fn build(manifest: &str, module: &str, severities: impl IntoIterator<Item = Severity>) -> Checked {
    let event = event::find("service-behind-core-1-23").unwrap();
    let mut module = component(&Family::Go.full_path(module), Version::new(1, 20, 2));
    module.at = Location { source: 0, span: Span::new(2, 9) };
    let stale: Vec<StaleComponent> = severities
        .into_iter()
        .map(|severity| StaleComponent {
            component: 0,
            breaks: &[Impact::SignedCalls],
            severity,
            built_for: Between { low: None, high: None },
            required: None,
        })
        .collect();
    let severity = stale.iter().map(|stale| stale.severity).max().unwrap();
    let finding = Finding { event, severity, stale, triggers: vec![0], seen: Vec::new() };
    let inventory =
        Inventory { sources: vec![Source::new(manifest, "x v1.20.2\n")], ..inventory_of(vec![module]) };
    let outcome = Outcome { findings: vec![finding], ..Outcome::default() };
    Checked::new(inventory, outcome, None, &Catalog::embedded(Family::Go))
}

fn report(checked: Vec<Checked>) -> Report {
    let table = Catalog::embedded(Family::Go);
    Report {
        checked,
        errors: Vec::new(),
        notices: Vec::new(),
        base: None,
        root: Root::new("/r".into(), None),
        online: false,
        table_date: table.table().date(),
        complete_to: table.table().complete_to(),
    }
}
