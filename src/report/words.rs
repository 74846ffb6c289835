//! Words that several formats share.

use super::Report;
use super::plain::clean;
use crate::check::{Finding, StaleComponent};
use crate::compare::Status;
use crate::event::{Kind, Severity};
use crate::inventory::{Component, Inventory, Location};

/// A number of things.
pub(super) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// How many errors and warnings count: `1 error, 0 warnings`, or `1 new error, 0 new warnings` with a base.
pub(super) fn tally(report: &Report) -> String {
    let new = if report.base.as_ref().is_some_and(|base| !base.fail_on_any) { "new " } else { "" };
    let number =
        |severity: Severity| count(report.count_telling(severity), &format!("{new}{}", severity.name()));
    format!("{}, {}", number(Severity::Error), number(Severity::Warning))
}

/// How many errors and warnings were there before.
pub(super) fn unchanged(report: &Report) -> usize {
    let findings = report.checked.iter().flat_map(|checked| {
        let findings = checked.outcome.findings.iter().enumerate();
        findings
            .filter(|(_, finding)| finding.severity > Severity::Note)
            .map(|(at, _)| checked.statuses(at).max())
    });
    findings.filter(|status| *status == Some(Status::Unchanged)).count()
}

/// How many errors and warnings the user accepts.
pub(super) fn accepted(report: &Report) -> usize {
    let waived = report.checked.iter().flat_map(|checked| &checked.outcome.waived);
    waived.filter(|waived| waived.finding.severity > Severity::Note).count()
}

/// A component by the name that people use.
pub(super) fn short_name(inventory: &Inventory, path: &str) -> String {
    clean(inventory.family.short_name(path).unwrap_or(path))
}

/// What is the matter with a stale component, beside the event's title: fixed words and versions.
pub(super) fn matter(finding: &Finding, stale: &StaleComponent) -> Option<String> {
    match (finding.event.kind, &stale.required, stale.built_for.exact()) {
        (Kind::Unsatisfied, Some(required), _) => Some(format!("{required} is required")),
        (Kind::Floor, _, Some(core)) => Some(format!("built for core {core}")),
        (Kind::Floor, _, None) => {
            stale.built_for.high.as_ref().map(|core| format!("built for core {core} at most"))
        }
        (Kind::Withdrawn, ..) => Some("no longer released".to_owned()),
        (Kind::Yanked, ..) => Some("yanked".to_owned()),
        _ => None,
    }
}

/// The line that holds a component back, where that is another one.
pub(super) fn held(component: &Component) -> Option<(Location, String)> {
    let hold = component.held.as_ref().filter(|hold| hold.at != component.at)?;
    Some((hold.at, format!("held back by {}", hold.by.words())))
}

/// The places that a finding is about beside what is stale, each with what is there.
pub(super) fn context(inventory: &Inventory, finding: &Finding) -> Vec<(Location, String)> {
    let triggers = finding.triggers.iter().map(|&trigger| {
        let component = &inventory.components[trigger];
        (component.at, format!("{} {}", short_name(inventory, &component.path), component.version))
    });
    let seen = finding.seen.iter().map(|&place| (place, "the code asks for it here".to_owned()));
    triggers.chain(seen).collect()
}
