//! Compares what the linter says of a mix with what happened in it.

use std::collections::BTreeSet;

use awscompat::catalog::Catalog;
use awscompat::check::{self, Finding};
use awscompat::event::{Impact, Severity};
use awscompat::inventory::{Component, go};
use awscompat::source::Source;

use crate::Result;
use crate::outcome::Outcome;
use crate::toolchain::{PartRun, Run};

/// What was found, and where it is not what happened.
pub(crate) struct Verdict {
    /// Ids of events; notes in brackets.
    pub(crate) findings: Vec<String>,
    pub(crate) differences: Vec<String>,
}

pub(crate) fn compare(run: &Run, catalog: &Catalog) -> Result<Verdict> {
    let built: BTreeSet<&String> = run.parts.iter().flat_map(|part| &part.modules).collect();
    let mut components = go::list(Source::new("go list", run.listing.as_str()))?.components;
    // A module that is selected and not compiled breaks nothing, and the linter reads less than that of a go.mod.
    components.retain(|component| built.contains(&component.path));
    let outcome = check::check_components(&components, None, catalog);
    let mut differences = missed(run, &outcome.findings, &components);
    differences.extend(outcome.findings.iter().flat_map(|finding| false_alarms(run, finding, &components)));
    let name = |finding: &Finding| match finding.severity {
        Severity::Note => format!("({})", finding.event.id),
        _ => finding.event.id.to_owned(),
    };
    Ok(Verdict { findings: outcome.findings.iter().map(name).collect(), differences })
}

/// Parts that fail though nothing was found that breaks them. A note is enough.
fn missed(run: &Run, findings: &[Finding], components: &[Component]) -> Vec<String> {
    let failing = run.parts.iter().filter(|part| !part.outcome.works());
    failing
        .filter(|part| {
            let explains = |finding: &Finding| {
                finding.stale.iter().any(|stale| {
                    uses(part, &components[stale.component]) && stale.breaks.iter().any(|b| meets(part, *b))
                })
            };
            !findings.iter().any(explains)
        })
        .map(|part| format!("missed: {} {}", part.part, part.outcome))
        .collect()
}

/// Whether a part that fails does so in this way.
fn meets(part: &PartRun, impact: Impact) -> bool {
    match part.outcome {
        Outcome::Compile(_) => impact == Impact::Compile,
        _ => part.breaks.contains(&impact),
    }
}

/// Components that should break some part, and no part that tries just that failed. What no part tries is no alarm.
fn false_alarms(run: &Run, finding: &Finding, components: &[Component]) -> Vec<String> {
    let alarm = finding.stale.iter().filter(|stale| stale.severity > Severity::Note).filter_map(|stale| {
        let component = &components[stale.component];
        let tries = |part: &&PartRun| {
            uses(part, component)
                && stale.breaks.iter().any(|b| *b == Impact::Compile || part.breaks.contains(b))
        };
        let tried: Vec<&PartRun> = run.parts.iter().filter(tries).collect();
        let unfounded = !tried.is_empty() && tried.iter().all(|part| part.outcome.works());
        unfounded.then(|| {
            let names: Vec<&str> = tried.iter().map(|part| part.part.as_str()).collect();
            let (id, path, version) = (finding.event.id, &component.path, &component.version);
            format!("false alarm: {id} for {path} {version}, and these work: {}", names.join(" "))
        })
    });
    alarm.collect()
}

fn uses(part: &PartRun, component: &Component) -> bool {
    part.modules.contains(&component.path)
}
