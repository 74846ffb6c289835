//! SARIF 2.1.0, which code scanning reads.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::human::Verbosity;
use super::issue::{Failure, Issue, Spot, accepted, failures, issues, notices};
use super::plain::clean_json;
use super::root::Root;
use super::words::count;
use super::{Checked, Report, page};
use crate::apply::{Fix, build};
use crate::compare::Status;
use crate::event::Event;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The name that uploads of code scanning resolve to the root of the repository.
const ROOT: &str = "%SRCROOT%";

/// The log, with one run.
///
/// # Errors
/// Never for the types used here; the signature is that of the serializer.
pub fn render(report: &Report, verbosity: Verbosity) -> Result<String, serde_json::Error> {
    let mut issues = issues(report, verbosity);
    issues.extend(accepted(report));
    let mut rules: Vec<&Event> = Vec::new();
    let mut fixes = Fixes::default();
    let mut results = Vec::new();
    for issue in &issues {
        let event = issue.finding.event;
        let index = rules.iter().position(|rule| *rule == event).unwrap_or_else(|| {
            rules.push(event);
            rules.len() - 1
        });
        results.push(result(issue, index, fixes.for_issue(issue, &report.root), &report.root));
    }
    let failures = failures(report);
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.into_iter().map(rule).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: { "description": { "text": "The root of the repository." } } },
            "invocations": [{
                "executionSuccessful": failures.is_empty(),
                "toolExecutionNotifications": notifications("error", &failures),
                "toolConfigurationNotifications": notifications("warning", &notices(report)),
            }],
            "results": results,
        }],
    });
    let text = serde_json::to_string_pretty(&log)? + "\n";
    Ok(clean_json(&text).into_owned())
}

fn rule(event: &Event) -> Value {
    let mut rule = json!({
        "id": event.id,
        "shortDescription": { "text": event.title },
        "fullDescription": { "text": event.what },
        "help": { "text": format!("{}\n\n{}", event.what, event.cure), "markdown": page::render(event) },
        "defaultConfiguration": { "level": event.severity.name() },
        "properties": { "tags": ["aws-sdk", event.family.name(), event.kind.name()] },
    });
    // Not every event is written down somewhere else.
    if let Some(source) = event.sources.first() {
        rule["helpUri"] = json!(source);
    }
    rule
}

fn result(issue: &Issue<'_>, rule_index: usize, fix: Option<Value>, root: &Root) -> Value {
    let inventory = &issue.checked.inventory;
    let lines: Vec<String> =
        [issue.headline()].into_iter().chain(issue.breaks()).chain(issue.planned()).collect();
    let related = issue.related().into_iter().map(|(at, label)| {
        let mut place = location(&Spot::new(inventory.source(at), at.span, root));
        place["message"] = json!({ "text": plain(&label) });
        place
    });
    let suppressions: Vec<Value> = issue
        .suppression
        .iter()
        .map(|reason| json!({ "kind": "external", "justification": reason }))
        .collect();
    let mut result = json!({
        "ruleId": issue.finding.event.id,
        "ruleIndex": rule_index,
        "level": issue.severity().name(),
        "message": { "text": plain(&lines.join("\n")) },
        "locations": [location(&issue.spot)],
        "relatedLocations": related.collect::<Vec<_>>(),
        "partialFingerprints": { "awscompat/v1": issue.fingerprint },
        "suppressions": suppressions,
    });
    if let Some(status) = issue.status {
        result["baselineState"] = json!(match status {
            Status::New => "new",
            Status::Worse => "updated",
            Status::Unchanged => "unchanged",
        });
    }
    if let Some(fix) = fix {
        result["fixes"] = json!([fix]);
    }
    result
}

fn notifications(level: &str, said: &[Failure]) -> Vec<Value> {
    let notification = |said: &Failure| {
        json!({
            "level": level,
            "message": { "text": plain(&said.message) },
            "locations": said.spot.iter().map(location).collect::<Vec<_>>(),
        })
    };
    said.iter().map(notification).collect()
}

fn location(spot: &Spot) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": artifact(&spot.file),
        "region": region(spot),
    }})
}

fn region(spot: &Spot) -> Value {
    json!({
        "startLine": spot.start.line,
        "startColumn": spot.start.column,
        "endLine": spot.end.line,
        "endColumn": spot.end.column,
    })
}

fn artifact(file: &str) -> Value {
    if Path::new(file).is_absolute() {
        let slash = if file.starts_with('/') { "" } else { "/" };
        json!({ "uri": format!("file://{slash}{}", encoded(file)) })
    } else {
        json!({ "uri": encoded(file), "uriBaseId": ROOT })
    }
}

/// The changes of manifests. A plan is one step: its parts alone could break more than they cure, so it is told whole, at
/// the first of a build's results that it moves.
#[derive(Default)]
struct Fixes<'a> {
    /// The build of which it was told last: results come build by build.
    told: Option<&'a Checked>,
}

impl<'a> Fixes<'a> {
    fn for_issue(&mut self, issue: &Issue<'a>, root: &Root) -> Option<Value> {
        let checked = issue.checked;
        if self.told.is_some_and(|told| std::ptr::eq(told, checked)) || issue.planned().is_none() {
            return None;
        }
        self.told = Some(checked);
        fix(checked, root)
    }
}

fn fix(checked: &Checked, root: &Root) -> Option<Value> {
    let inventory = &checked.inventory;
    let plan = checked.plan.as_ref()?.as_ref().ok()?;
    let (mut fixes, done) = build::edits(inventory, plan).ok()?;
    fixes.sort();
    let mut files: BTreeMap<&Path, Vec<&Fix>> = BTreeMap::new();
    for fix in &fixes {
        files.entry(&fix.file).or_default().push(fix);
    }
    let changes: Vec<Value> = inventory
        .sources
        .iter()
        .filter_map(|source| Some((source, files.get(source.path())?)))
        .map(|(source, fixes)| {
            let replacements = fixes.iter().map(|fix| {
                json!({
                    "deletedRegion": region(&Spot::new(source, fix.span, root)),
                    "insertedContent": { "text": fix.text },
                })
            });
            json!({
                "artifactLocation": artifact(&root.relative(source.path())),
                "replacements": replacements.collect::<Vec<_>>(),
            })
        })
        .collect();
    let moves = count(plan.moves.len(), "move");
    let text = format!("{moves} in one step. Then run: {}", done.must_follow.join("; "));
    (!changes.is_empty())
        .then(|| json!({ "description": { "text": plain(&text) }, "artifactChanges": changes }))
}

/// Text in which no link and no placeholder is seen.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '[' | ']' | '\\' => out.extend(['\\', c]),
            '{' | '}' => out.extend([c, c]),
            c => out.push(c),
        }
    }
    out
}

/// A path as part of a URI.
fn encoded(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_links_and_uris_no_foreign_characters() {
        assert_eq!(plain("[a](b) {0}"), "\\[a\\](b) {{0}}");
        assert_eq!(encoded("a b/%0A\u{202e}.mod"), "a%20b/%250A%E2%80%AE.mod");
    }
}
