//! The keys of a configuration: what each is called, what it is for, and what it takes. The reader, the schema and the
//! template of `awscompat init` all go by these.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::event::{self, Severity};
use crate::plan::Strategy;

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// How far plans go.
    Strategy,
    /// Names of modules or crates.
    Modules,
    /// Paths as in a .gitignore.
    Paths,
    /// The ids of events, each with a level.
    Levels,
    /// Tables that say what is accepted.
    Ignores,
    /// The id of an event.
    Event,
    /// Any text that says something.
    Text,
    /// A day.
    Day,
}

/// A key.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// What it is for: one sentence.
    pub(super) what: &'static str,
    pub(super) takes: Takes,
    /// Whether it must be there.
    pub(super) required: bool,
    /// The line, or lines, of the template.
    pub(super) example: &'static str,
}

const fn key(name: &'static str, takes: Takes, what: &'static str, example: &'static str) -> Key {
    Key { name, what, takes, required: false, example }
}

/// The keys of the whole.
pub(super) const TOP: [Key; 5] = [
    key(
        "strategy",
        Takes::Strategy,
        "How far plans go: minimal, aligned, latest or train=2024-01-04. Without it minimal for Go, latest for Rust.",
        "strategy = \"minimal\"",
    ),
    key(
        "hold",
        Takes::Modules,
        "Modules or crates that plans do not move, by their short or their full names.",
        "hold = [\"service/s3\", \"aws-sdk-s3\"]",
    ),
    key(
        "exclude",
        Takes::Paths,
        "What is passed over below this folder, in the form of .gitignore. What a command names is checked all the same.",
        "exclude = [\"third_party/\", \"testbed/**/go.mod\"]",
    ),
    key(
        "levels",
        Takes::Levels,
        "How bad an event is here: off, note, warning or error. `awscompat list` has their ids.",
        "[levels]\ncore-1-43-7-presigns-checksum-mode = \"off\"",
    ),
    key(
        "ignore",
        Takes::Ignores,
        "A finding that is known and accepted, as narrow as you can say it.",
        "[[ignore]]",
    ),
];

/// The keys of an entry of `ignore`.
pub(super) const IGNORE: [Key; 6] = [
    Key { required: true, ..key("id", Takes::Event, "The event.", "id = \"service-behind-core-1-23\"") },
    Key {
        required: true,
        ..key(
            "reason",
            Takes::Text,
            "Why it is accepted, for the next reader.",
            "reason = \"the login is done by the node, nothing here calls ECR\"",
        )
    },
    key("module", Takes::Text, "Only this module or crate.", "module = \"service/ecr\""),
    key("version", Takes::Text, "Only this version of it.", "version = \"v1.20.2\""),
    key(
        "path",
        Takes::Text,
        "Only in manifests at this path, in the form of .gitignore.",
        "path = \"tools/\"",
    ),
    key("expires", Takes::Day, "The last day on which it counts.", "expires = \"2027-06-30\""),
];

/// The levels that an event can have.
pub(super) const LEVELS: [(&str, Option<Severity>); 4] = [
    ("off", None),
    ("note", Some(Severity::Note)),
    ("warning", Some(Severity::Warning)),
    ("error", Some(Severity::Error)),
];

/// What strategies are called but for `train=DAY`.
pub(super) const STRATEGIES: [Strategy; 3] = [Strategy::Minimal, Strategy::Aligned, Strategy::Latest];

/// A commented file with every key.
pub fn template() -> String {
    let mut out = String::from(
        "# What awscompat makes of the modules and workspaces in this folder and below.\n\
         # Every line here says what it would do; take its `#` away to have it done.\n\
         # `awscompat config` prints what is in force.\n",
    );
    let mut entry = |key: &Key| {
        let _ = writeln!(out, "\n# {}", key.what);
        for line in key.example.lines() {
            let _ = writeln!(out, "#{line}");
        }
    };
    TOP.iter().for_each(&mut entry);
    IGNORE.iter().for_each(&mut entry);
    out
}

/// The JSON Schema (draft 7, which editors know) of `awscompat.toml`.
pub fn schema() -> Value {
    let ids: Vec<&str> = event::all().iter().map(|event| event.id).collect();
    let levels = LEVELS.map(|(name, _)| name);
    let ignore = object(&IGNORE, &|takes| match takes {
        Takes::Event => json!({ "enum": ids }),
        // TOML has days of its own, which editors show as strings.
        Takes::Day => json!({ "type": "string", "format": "date", "pattern": DAY }),
        _ => json!({ "type": "string", "pattern": "\\S" }),
    });
    let mut whole = object(&TOP, &|takes| match takes {
        Takes::Strategy => {
            let names: Vec<String> = STRATEGIES.iter().map(ToString::to_string).collect();
            json!({ "anyOf": [{ "enum": names }, { "type": "string", "pattern": "^train=\\d{4}-\\d\\d-\\d\\d(\\.\\d+)?$" }] })
        }
        Takes::Levels => {
            let level = json!({ "enum": levels });
            let each =
                ids.iter().map(|id| ((*id).to_owned(), level.clone())).collect::<serde_json::Map<_, _>>();
            json!({ "type": "object", "properties": each, "additionalProperties": false })
        }
        Takes::Ignores => json!({ "type": "array", "items": ignore.clone() }),
        _ => json!({ "type": "array", "items": { "type": "string", "pattern": "\\S" } }),
    });
    whole["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    whole["title"] = json!("awscompat.toml");
    whole
}

/// A day as it is written.
const DAY: &str = "^\\d{4}-\\d\\d-\\d\\d$";

fn object(keys: &[Key], takes: &dyn Fn(Takes) -> Value) -> Value {
    let properties: serde_json::Map<String, Value> = keys
        .iter()
        .map(|key| {
            let mut value = takes(key.takes);
            value["description"] = json!(key.what);
            (key.name.to_owned(), value)
        })
        .collect();
    let required: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
    let mut object = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}
