//! Compares what the linter says of a mix with what happened in it.

use std::collections::BTreeSet;

use awscompat::catalog::Catalog;
use awscompat::check::{self, Finding};
use awscompat::event::{Impact, Severity};
use awscompat::family::Family;
use awscompat::inventory::{Component, Inventory, cargo, go};
use awscompat::source::Source;

use crate::Result;
use crate::outcome::Outcome;
use crate::toolchain::{PartRun, Run};

/// What was found, and where it is not what happened.
pub(crate) struct Verdict {
    /// Ids of events; notes in brackets.
    pub(crate) findings: Vec<String>,
    pub(crate) differences: Vec<String>,
    /// How many components are said to break something that no part tries. They count for neither side.
    pub(crate) untried: usize,
}

pub(crate) fn compare(run: &Run, catalog: &Catalog) -> Result<Verdict> {
    let components = inventory(run, catalog.family())?.components;
    let outcome = check::check_components(&components, None, catalog);
    let mut verdict = Verdict {
        findings: outcome.findings.iter().map(name).collect(),
        differences: missed(run, &outcome.findings, &components),
        untried: 0,
    };
    for finding in &outcome.findings {
        for stale in finding.stale.iter().filter(|stale| stale.severity > Severity::Note) {
            let component = &components[stale.component];
            let tried: Vec<&PartRun> =
                run.parts.iter().filter(|part| tries(part, component, stale.breaks)).collect();
            verdict.untried += usize::from(tried.is_empty());
            if !tried.is_empty() && tried.iter().all(|part| part.outcome.works()) {
                let names: Vec<&str> = tried.iter().map(|part| part.part.as_str()).collect();
                let (id, path, version) = (finding.event.id, &component.path, &component.version);
                let works = names.join(" ");
                verdict
                    .differences
                    .push(format!("false alarm: {id} for {path} {version}; these work: {works}"));
            }
        }
    }
    Ok(verdict)
}

/// What is built of what was selected.
pub(crate) fn inventory(run: &Run, family: Family) -> Result<Inventory> {
    let built: BTreeSet<&String> = run.parts.iter().flat_map(|part| &part.modules).collect();
    let mut inventory = match family {
        Family::Go => go::list(Source::new("go list", run.listing.as_str()))?,
        Family::Rust => cargo::lock_alone(Source::new("Cargo.lock", run.listing.as_str()))?,
    };
    let components = &mut inventory.components;
    match family {
        // A module that is selected and not compiled breaks nothing, and the linter reads less than that of a go.mod.
        Family::Go => components.retain(|component| built.contains(&component.path)),
        // The edges of a lock tell crates by their place.
        Family::Rust => {
            components.iter_mut().for_each(|component| component.built = built.contains(&component.path))
        }
    }
    Ok(inventory)
}

fn name(finding: &Finding) -> String {
    match finding.severity {
        Severity::Note => format!("({})", finding.event.id),
        _ => finding.event.id.to_owned(),
    }
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

/// Whether a part would notice that a component breaks this.
fn tries(part: &PartRun, component: &Component, breaks: &[Impact]) -> bool {
    let concerns = |impact: &Impact| *impact == Impact::Compile || part.breaks.contains(impact);
    uses(part, component) && breaks.iter().any(concerns)
}

fn uses(part: &PartRun, component: &Component) -> bool {
    part.modules.contains(&component.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ECR: &str = "github.com/aws/aws-sdk-go-v2/service/ecr";

    /// A mix of core v1.23.5 and an ecr, of which one part was tried.
    fn verdict(ecr: &str, outcome: Outcome, breaks: &[Impact]) -> Verdict {
        let core = "github.com/aws/aws-sdk-go-v2";
        let module =
            |path: &str, version: &str| format!("{{\"Path\":\"{path}\",\"Version\":\"{version}\"}}\n");
        let part = PartRun {
            part: "ecr".to_owned(),
            breaks: breaks.to_vec(),
            modules: [core, ECR].map(str::to_owned).into(),
            outcome,
        };
        let main = "{\"Path\":\"lab\",\"Main\":true}\n".to_owned();
        let run = Run { parts: vec![part], listing: main + &module(core, "v1.23.5") + &module(ECR, ecr) };
        compare(&run, &Catalog::embedded(Family::Go)).unwrap()
    }

    #[test]
    fn a_break_that_is_found_and_happens_is_no_difference() {
        let failed = Outcome::Runtime("not found, ResolveEndpointV2".to_owned());
        let verdict = verdict("v1.20.2", failed, &[Impact::SignedCalls]);
        assert_eq!(verdict.findings, ["service-behind-core-1-23"]);
        assert_eq!((verdict.differences.len(), verdict.untried), (0, 0));
    }

    #[test]
    fn a_break_that_is_not_found_is_missed() {
        let verdict = verdict("v1.24.2", Outcome::Runtime("lab".to_owned()), &[Impact::SignedCalls]);
        assert_eq!(verdict.differences, ["missed: ecr runtime: lab"]);
    }

    #[test]
    fn a_break_of_another_kind_than_the_one_found_is_missed() {
        let verdict = verdict("v1.20.2", Outcome::Compile("lab".to_owned()), &[Impact::SignedCalls]);
        assert_eq!(verdict.differences, ["missed: ecr compile: lab"]);
    }

    #[test]
    fn a_break_that_is_found_and_does_not_happen_is_a_false_alarm() {
        let verdict = verdict("v1.20.2", Outcome::Works, &[Impact::SignedCalls]);
        assert_eq!(verdict.differences.len(), 1);
        assert!(verdict.differences[0].starts_with("false alarm: service-behind-core-1-23"));
    }

    #[test]
    fn what_no_part_tries_is_no_alarm() {
        let verdict = verdict("v1.20.2", Outcome::Works, &[Impact::Sso]);
        assert_eq!((verdict.differences.len(), verdict.untried), (0, 1));
    }
}
