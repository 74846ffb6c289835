//! Workflow commands of GitHub Actions, which become annotations of a change.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::Report;
use super::human::Verbosity;
use super::issue::{Spot, failures, notices, telling};
use super::plain::clean;
use super::words::count;
use crate::event::Severity;

/// How many annotations of one level GitHub takes from a step.
const MOST: usize = 10;

/// The annotations, the worst first, and a last one that says how many there would be more.
pub fn render(report: &Report, verbosity: Verbosity) -> String {
    let mut commands: Vec<(Severity, String)> = Vec::new();
    for failure in failures(report) {
        let line = command("error", failure.spot.as_ref(), "awscompat: not checked", &failure.message);
        commands.push((Severity::Error, line));
    }
    for notice in notices(report) {
        let line = command("warning", notice.spot.as_ref(), "awscompat: configuration", &notice.message);
        commands.push((Severity::Warning, line));
    }
    for issue in telling(report, verbosity) {
        let title = format!("{}: {}", issue.finding.event.id, issue.name());
        let line = command(word(issue.severity()), Some(&issue.spot), &title, &issue.lines().join("\n"));
        commands.push((issue.severity(), line));
    }
    commands.sort_by_key(|(severity, _)| Reverse(*severity));
    let mut out = String::new();
    let mut left = Vec::new();
    for alike in commands.chunk_by(|a, b| a.0 == b.0) {
        let severity = alike[0].0;
        // What is said last is a notice as well.
        let most = if severity == Severity::Note { MOST - 1 } else { MOST };
        for (_, line) in alike.iter().take(most) {
            let _ = writeln!(out, "{line}");
        }
        if alike.len() > most {
            left.push(count(alike.len() - most, severity.name()));
        }
    }
    if !left.is_empty() {
        let text = format!("Not shown, since GitHub takes {MOST} of a kind: {}.", left.join(", "));
        let _ = writeln!(out, "{}", command("notice", None, "awscompat", &text));
    }
    out
}

const fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

fn command(word: &str, spot: Option<&Spot>, title: &str, message: &str) -> String {
    let place = spot.map_or(String::new(), |spot| {
        let file = property(&clean(&spot.file));
        format!("file={file},line={},col={},", spot.start.line, spot.start.column)
    });
    format!("::{word} {place}title={}::{}", property(title), data(message))
}

/// A message, in which nothing ends the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value before the message, in which nothing ends the value either.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        assert_eq!(data("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a,line=1::b%0A"), "a%2Cline=1%3A%3Ab%250A");
    }
}
