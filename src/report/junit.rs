//! JUnit's XML: a suite for each build, a test for each finding. What does not fail the run does not fail its test.

use std::fmt::Write as _;

use super::Report;
use super::human::Verbosity;
use super::issue::{Issue, failures, notices, of_build};
use super::plain::clean;
use crate::event::Severity;

/// The whole document.
pub fn render(report: &Report, verbosity: Verbosity) -> String {
    let mut suites = String::new();
    let (mut tests, mut failed) = (0, 0);
    for checked in &report.checked {
        let manifest = clean(&report.root.relative(checked.inventory.manifest()));
        let issues = of_build(checked, &report.root, verbosity);
        let mut cases: String =
            issues.iter().map(|issue| case(&manifest, issue, fails(report, issue))).collect();
        if issues.is_empty() {
            let _ =
                writeln!(cases, "    <testcase classname={} name=\"belongs together\"/>", quoted(&manifest));
        }
        let failures = issues.iter().filter(|issue| fails(report, issue)).count();
        suite(&mut suites, &manifest, issues.len().max(1), failures, 0, &cases);
        (tests, failed) = (tests + issues.len().max(1), failed + failures);
    }
    let notices = notices(report);
    if !notices.is_empty() {
        let mut cases = String::new();
        for notice in &notices {
            let name = notice.spot.as_ref().map_or_else(String::new, |spot| spot.text());
            let _ = writeln!(
                cases,
                "    <testcase classname=\"configuration\" name={}>\n      <system-out>warning: {}</system-out>\n    \
                 </testcase>",
                quoted(&name),
                escaped(&notice.message)
            );
        }
        suite(&mut suites, "configuration", notices.len(), 0, 0, &cases);
        tests += notices.len();
    }
    let errors = failures(report);
    if !errors.is_empty() {
        let mut cases = String::new();
        for error in &errors {
            let name = error.spot.as_ref().map_or_else(|| "input".to_owned(), |spot| spot.text());
            let _ = writeln!(
                cases,
                "    <testcase classname=\"not checked\" name={}>\n      <error type=\"not-checked\" message={}/>\n    \
                 </testcase>",
                quoted(&name),
                quoted(&error.message)
            );
        }
        suite(&mut suites, "not checked", errors.len(), 0, errors.len(), &cases);
    }
    let tests = tests + errors.len();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"awscompat\" tests=\"{tests}\" \
         failures=\"{failed}\" errors=\"{}\">\n{suites}</testsuites>\n",
        errors.len()
    )
}

fn suite(out: &mut String, name: &str, tests: usize, failures: usize, errors: usize, cases: &str) {
    let _ = writeln!(
        out,
        "  <testsuite name={} tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{cases}  </testsuite>",
        quoted(name)
    );
}

fn fails(report: &Report, issue: &Issue<'_>) -> bool {
    issue.severity() == Severity::Error && report.tells(issue.status)
}

fn case(manifest: &str, issue: &Issue<'_>, fails: bool) -> String {
    let event = issue.finding.event.id;
    let text = escaped(&format!("{}\n{}", issue.spot.text(), issue.lines().join("\n")));
    let told = if fails {
        format!("<failure type={} message={}>{text}</failure>", quoted(event), quoted(&issue.headline()))
    } else {
        format!("<system-out>{}: {text}</system-out>", issue.severity().name())
    };
    format!(
        "    <testcase classname={} name={} file={}>\n      {told}\n    </testcase>\n",
        quoted(manifest),
        quoted(&format!("{event}: {}", issue.name())),
        quoted(&clean(&issue.spot.file))
    )
}

/// The value of an attribute, with its quotes.
fn quoted(text: &str) -> String {
    // A line break that is written as such reads as a space.
    format!("\"{}\"", escaped(text).replace('"', "&quot;").replace('\n', "&#10;"))
}

/// Text in which no markup is seen, and which has only what XML 1.0 allows.
fn escaped(text: &str) -> String {
    let is_allowed = |c: &char| *c == '\n' || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
    let text: String = text.chars().filter(is_allowed).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_what_xml_forbids_stay_out() {
        assert_eq!(quoted("a\"<b>&'\n\u{0}\u{1b}\u{ffff}]]>"), "\"a&quot;&lt;b&gt;&amp;'&#10;]]&gt;\"");
    }
}
