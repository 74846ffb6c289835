//! A summary in Markdown, for a job's page or a comment of a change.
//!
//! Names stand in code spans, where nothing is markup, a link, or a mention. There are lists and no tables: a name cannot
//! end an item.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::human::Verbosity;
use super::issue::{Issue, failures, notices, telling};
use super::plain::clean;
use super::words::{accepted, count, tally, unchanged};
use super::{Checked, Report};

/// By this a comment is found again, to be written anew.
pub const MARKER: &str = "<!-- awscompat -->";
/// The most that GitHub takes for a comment. Counted in bytes, which are never fewer than characters.
const MOST: usize = 65_536;
/// What is kept free for the last line.
const RESERVE: usize = 300;
/// The most of a name that is shown, in characters.
const MAX_NAME: usize = 200;
/// How many components of one finding are listed.
const MAX_LISTED: usize = 20;

/// The summary: what was found, the worst first, then what cures it.
pub fn render(report: &Report, verbosity: Verbosity) -> String {
    let mut issues = telling(report, verbosity);
    issues.sort_by_key(|issue| Reverse(issue.finding.severity));
    let found: Vec<String> =
        issues.chunk_by(|a, b| std::ptr::eq(a.finding, b.finding)).map(finding).collect();
    let failed: Vec<String> = failures(report)
        .iter()
        .map(|failure| {
            let place =
                failure.spot.as_ref().map_or(String::new(), |spot| format!("{}: ", code(&spot.text())));
            format!("**not checked**: {place}{}\n", code(&failure.message.replace('\n', " ")))
        })
        .collect();
    let configured: Vec<String> = notices(report)
        .iter()
        .map(|notice| {
            let place =
                notice.spot.as_ref().map_or(String::new(), |spot| format!("{}: ", code(&spot.text())));
            format!("**configuration**: {place}{}\n", code(&notice.message))
        })
        .collect();
    let plans: Vec<String> = report.checked.iter().filter_map(|checked| plan(checked, report)).collect();

    let mut out = format!(
        "{MARKER}\n### awscompat: {}\n\n{} checked, table of {}.\n",
        tally(report),
        count(report.checked.len(), "build"),
        report.table_date
    );
    if let Some(base) = &report.base {
        let fixed = report.fixed().count();
        let _ = writeln!(
            out,
            "\nCompared with {}: {} unchanged, {fixed} fixed.",
            code(&base.name),
            unchanged(report)
        );
        if let Some(remark) = &base.remark {
            let _ = writeln!(out, "\n{}.", code(remark));
        }
    }
    let accepted = accepted(report);
    if accepted > 0 {
        let _ = writeln!(out, "\n{} by the configuration.", format_args!("{accepted} ignored"));
    }
    let mut left = Vec::new();
    for (what, blocks) in
        [("unreadable input", failed), ("finding", found), ("plan", plans), ("notice", configured)]
    {
        let all = blocks.len();
        let mut room = true;
        let shown = blocks.iter().take_while(|block| {
            room = room && out.len() + block.len() + 1 + RESERVE <= MOST;
            if room {
                let _ = write!(out, "\n{block}");
            }
            room
        });
        let more = all - shown.count();
        if more > 0 {
            left.push(count(more, what));
        }
    }
    if !left.is_empty() {
        let _ = write!(out, "\n**Left out**, since this would be too long: {}.\n", left.join(", "));
    }
    out
}

/// One finding, with all that is stale by it.
fn finding(issues: &[Issue<'_>]) -> String {
    let Some(first) = issues.first() else { return String::new() };
    let event = first.finding.event;
    let mut out = format!("#### {}: {}\n\n", first.finding.severity.name(), event.title);
    for issue in issues.iter().take(MAX_LISTED) {
        let matter = issue.matter().map_or(String::new(), |matter| format!(", {matter}"));
        let _ = writeln!(out, "- {} at {}{matter}", code(&issue.name()), code(&issue.spot.text()));
    }
    if issues.len() > MAX_LISTED {
        let _ = writeln!(out, "- and {} more", issues.len() - MAX_LISTED);
    }
    let breaks: Vec<&str> = first.finding.breaks().iter().map(|impact| impact.words()).collect();
    if !breaks.is_empty() {
        let _ = writeln!(out, "\nBreaks: {}.", breaks.join(", "));
    }
    let _ = writeln!(out, "\n{}\n\n{}\n\n`{}`", event.what.trim(), event.cure.trim(), event.id);
    out
}

/// The plan of one build, where there is something to say of it.
fn plan(checked: &Checked, report: &Report) -> Option<String> {
    let inventory = &checked.inventory;
    let manifest = code(&report.root.relative(inventory.manifest()));
    let plan = match checked.plan.as_ref()? {
        Ok(plan) if plan.moves.is_empty() && plan.edits.is_empty() => return None,
        Ok(plan) => plan,
        Err(reason) => {
            return Some(format!("#### No plan for {manifest}\n\n{}\n", code(&reason.to_string())));
        }
    };
    let mut out = format!("#### Plan for {manifest}\n\n");
    for edit in &plan.edits {
        let requirement = |text: &str| code(&format!("{} = \"{text}\"", edit.path));
        let _ =
            writeln!(out, "- write {} in the place of {}", requirement(&edit.to), requirement(&edit.from));
    }
    for moved in &plan.moves {
        let name = inventory.family.short_name(&moved.path).unwrap_or(&moved.path);
        let from = moved.from.as_ref().map_or_else(|| "new".to_owned(), ToString::to_string);
        let _ = writeln!(out, "- {} {from} → {}", code(name), moved.to);
    }
    // A fence longer than any run of backticks, although no command begins with one.
    let commands: Vec<String> = plan.commands.iter().map(|command| clean(command)).collect();
    let fence = "`".repeat(commands.iter().map(|command| longest_run(command)).max().unwrap_or(0).max(2) + 1);
    let _ = writeln!(out, "\n{fence}console\n{}\n{fence}", commands.join("\n"));
    Some(out)
}

/// A code span, whatever the text holds.
fn code(text: &str) -> String {
    let text = clean(text);
    let mut short: String = text.chars().take(MAX_NAME).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    let fence = "`".repeat(longest_run(&short) + 1);
    // One space at either end belongs to the fence.
    let space = if short.starts_with(['`', ' ']) || short.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{space}{short}{space}{fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_spans_hold_whatever_is_in_them() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("`a``b"), "``` `a``b ```");
        assert_eq!(code("<b>|\n"), "`<b>|\u{fffd}`");
        assert_eq!(code(&"x".repeat(900)).chars().count(), MAX_NAME + 3);
    }
}
