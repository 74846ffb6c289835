//! The code quality report of GitLab.

use serde_json::{Value, json};

use super::Report;
use super::fingerprint::fingerprint;
use super::human::Verbosity;
use super::issue::{Failure, Spot, failures, issues, notices};
use super::plain::clean;
use crate::event::Severity;

/// One array with an entry for each finding, and for each input that could not be read.
///
/// # Errors
/// Never for the types used here; the signature is that of the serializer.
pub fn render(report: &Report, verbosity: Verbosity) -> Result<String, serde_json::Error> {
    let failures = said("not-checked", "blocker", failures(report));
    let notices = said("configuration", "minor", notices(report));
    let issues = issues(report, verbosity).into_iter().map(|issue| {
        let text: Vec<String> = [issue.headline()].into_iter().chain(issue.planned()).collect();
        let severity = match issue.severity() {
            Severity::Error => "critical",
            Severity::Warning => "major",
            Severity::Note => "info",
        };
        entry(issue.finding.event.id, severity, &text.join(". "), &issue.fingerprint, &location(&issue.spot))
    });
    let entries: Vec<Value> = failures.into_iter().chain(notices).chain(issues).collect();
    Ok(serde_json::to_string_pretty(&entries)? + "\n")
}

fn said(name: &str, severity: &str, said: Vec<Failure>) -> Vec<Value> {
    let entry = |(nth, said): (usize, Failure)| {
        let location = said.spot.as_ref().map_or_else(|| place(".", 1), location);
        entry(name, severity, &said.message, &fingerprint(name, &said.message, "", nth), &location)
    };
    said.into_iter().enumerate().map(entry).collect()
}

fn entry(name: &str, severity: &str, text: &str, fingerprint: &str, location: &Value) -> Value {
    json!({
        "check_name": name,
        "severity": severity,
        "description": text,
        "fingerprint": fingerprint,
        "location": location,
    })
}

fn location(spot: &Spot) -> Value {
    place(&clean(&spot.file), spot.start.line)
}

fn place(path: &str, line: usize) -> Value {
    json!({ "path": path, "lines": { "begin": line } })
}
