//! The report as a flat list, which is what CI reads: one entry for each component that is stale by an event, and one
//! for each input that could not be read.

use std::iter;

use super::fingerprint;
use super::human::Verbosity;
use super::plain::{clean, clean_lines};
use super::root::Root;
use super::words::{context, held, matter, short_name};
use super::{Checked, Notice, Report, RunError};
use crate::check::{Finding, StaleComponent};
use crate::compare::Status;
use crate::event::Severity;
use crate::inventory::Location;
use crate::plan::{Move, Plan};
use crate::source::{Position, Source, Span};

/// A component that is stale by an event.
pub(super) struct Issue<'a> {
    pub(super) checked: &'a Checked,
    pub(super) finding: &'a Finding,
    pub(super) stale: &'a StaleComponent,
    /// Where its version is written.
    pub(super) spot: Spot,
    /// What it is known by from one commit to the next.
    pub(super) fingerprint: String,
    /// How it stands to the base, where there is one.
    pub(super) status: Option<Status>,
    /// Why the user does not want to hear of it.
    pub(super) suppression: Option<String>,
}

/// A place in a file, the path of which is that from the root.
pub(super) struct Spot {
    pub(super) file: String,
    pub(super) start: Position,
    pub(super) end: Position,
}

/// Something to be said of a file: that it could not be read, or what it should not say any more.
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) spot: Option<Spot>,
}

impl Spot {
    pub(super) fn new(source: &Source, span: Span, root: &Root) -> Self {
        Self {
            file: root.relative(source.path()),
            start: source.position(span.start),
            end: source.position(span.end.max(span.start)),
        }
    }

    /// For a reader: `go.mod:18:43`.
    pub(super) fn text(&self) -> String {
        format!("{}:{}:{}", clean(&self.file), self.start.line, self.start.column)
    }
}

/// Everything that is to be told, build by build, the worst of each first. Notes are told on request, as people are.
pub(super) fn issues(report: &Report, verbosity: Verbosity) -> Vec<Issue<'_>> {
    report.checked.iter().flat_map(|checked| of_build(checked, &report.root, verbosity)).collect()
}

/// Those of the issues that are to be pointed at: with a base, what was there before is left out unless it counts.
pub(super) fn telling(report: &Report, verbosity: Verbosity) -> Vec<Issue<'_>> {
    let mut issues = issues(report, verbosity);
    issues.retain(|issue| verbosity == Verbosity::Verbose || report.tells(issue.status));
    issues
}

/// What is to be told of one build.
pub(super) fn of_build<'a>(checked: &'a Checked, root: &Root, verbosity: Verbosity) -> Vec<Issue<'a>> {
    let mut issues = Vec::new();
    let fingerprints = fingerprint::of_build(checked, root);
    for (index, (finding, fingerprints)) in checked.outcome.findings.iter().zip(fingerprints).enumerate() {
        let statuses = checked.statuses(index).map(Some).chain(iter::repeat(None));
        for ((stale, fingerprint), status) in finding.stale.iter().zip(fingerprints).zip(statuses) {
            if stale.severity == Severity::Note && verbosity != Verbosity::Verbose {
                continue;
            }
            issues.push(Issue::new(checked, root, (finding, stale), fingerprint, status));
        }
    }
    issues
}

/// What the user accepts.
pub(super) fn accepted(report: &Report) -> Vec<Issue<'_>> {
    let mut issues = Vec::new();
    for checked in &report.checked {
        let fingerprints = fingerprint::of_build(checked, &report.root);
        let fingerprints = fingerprints.into_iter().skip(checked.outcome.findings.len());
        for (waived, fingerprints) in checked.outcome.waived.iter().zip(fingerprints) {
            for (stale, fingerprint) in waived.finding.stale.iter().zip(fingerprints) {
                let issue = Issue::new(checked, &report.root, (&waived.finding, stale), fingerprint, None);
                issues.push(Issue { suppression: Some(waived.reason.clone()), ..issue });
            }
        }
    }
    issues
}

/// What configurations should not say any more.
pub(super) fn notices(report: &Report) -> Vec<Failure> {
    let notice = |notice: &Notice| Failure {
        message: format!("{}; {}", clean(&notice.message), clean(&notice.help)),
        spot: Some(Spot::new(&notice.source, notice.at, &report.root)),
    };
    report.notices.iter().map(notice).collect()
}

/// What could not be read.
pub(super) fn failures(report: &Report) -> Vec<Failure> {
    let failure = |error: &RunError| {
        let message = error.message();
        Failure {
            message: clean_lines(&message).unwrap_or(message),
            spot: error.place().map(|(source, span)| Spot::new(source, span, &report.root)),
        }
    };
    report.errors.iter().map(failure).collect()
}

impl<'a> Issue<'a> {
    fn new(
        checked: &'a Checked,
        root: &Root,
        (finding, stale): (&'a Finding, &'a StaleComponent),
        fingerprint: String,
        status: Option<Status>,
    ) -> Self {
        let at = checked.inventory.components[stale.component].at;
        let spot = Spot::new(checked.inventory.source(at), at.span, root);
        Self { checked, finding, stale, spot, fingerprint, status, suppression: None }
    }
}

impl Issue<'_> {
    /// How bad it is for this component.
    pub(super) const fn severity(&self) -> Severity {
        self.stale.severity
    }

    /// The component as people call it, with its version: `service/ecr v1.20.2`.
    pub(super) fn name(&self) -> String {
        let component = &self.checked.inventory.components[self.stale.component];
        format!("{} {}", short_name(&self.checked.inventory, &component.path), component.version)
    }

    /// What is the matter with it, beside the event's title: fixed words and versions.
    pub(super) fn matter(&self) -> Option<String> {
        matter(self.finding, self.stale)
    }

    /// All in one line.
    pub(super) fn headline(&self) -> String {
        let matter = self.matter().map_or(String::new(), |matter| format!(" ({matter})"));
        format!("{}: {}{matter}", self.name(), self.finding.event.title)
    }

    /// What stops working, as a line of its own.
    pub(super) fn breaks(&self) -> Option<String> {
        let words: Vec<&str> = self.stale.breaks.iter().map(|impact| impact.words()).collect();
        (!words.is_empty()).then(|| format!("Breaks: {}.", words.join(", ")))
    }

    /// What the plan does about it, as a line of its own.
    pub(super) fn planned(&self) -> Option<String> {
        let plan = self.plan()?;
        let moved = self.moved(plan).map(|moved| format!("The plan moves it to {}", moved.to));
        Some(match (moved, plan.moves.len()) {
            (Some(moved), 0 | 1) => format!("{moved}."),
            (Some(moved), all) => format!("{moved}, one of {all} moves that belong together."),
            (None, _) => return None,
        })
    }

    /// The plan of its build.
    fn plan(&self) -> Option<&Plan> {
        self.checked.plan.as_ref()?.as_ref().ok()
    }

    fn moved<'p>(&self, plan: &'p Plan) -> Option<&'p Move> {
        let component = &self.checked.inventory.components[self.stale.component];
        let is_meant =
            |moved: &&Move| moved.path == component.path && moved.from.as_ref() == Some(&component.version);
        plan.moves.iter().chain(&plan.carried).find(is_meant)
    }

    /// The whole text, line by line.
    pub(super) fn lines(&self) -> Vec<String> {
        let event = self.finding.event;
        let why = [event.what, event.cure].map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        [self.headline()].into_iter().chain(self.breaks()).chain(why).chain(self.planned()).collect()
    }

    /// Other places that belong to it, each with what is there.
    pub(super) fn related(&self) -> Vec<(Location, String)> {
        let inventory = &self.checked.inventory;
        let held = held(&inventory.components[self.stale.component]);
        held.into_iter().chain(context(inventory, self.finding)).collect()
    }
}
