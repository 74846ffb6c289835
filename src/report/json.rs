//! The report as one JSON object.
//!
//! `version` grows when a key changes its meaning or goes away; new keys may come at any time.

use std::iter;

use serde::Serialize;

use super::fingerprint;
use super::plain::clean_json;
use super::root::Root;
use super::{Checked, Notice, Report, RunError};
use crate::catalog::Between;
use crate::check::{Finding, StaleComponent, Waived};
use crate::compare::{Fixed, Status};
use crate::event::Severity;
use crate::inventory::{Component, Inventory, Location, Relation};
use crate::plan::{Move, NoPlan, Plan, Why};
use crate::requirers::Requirers;
use crate::source::{Source, Span};

/// The form of the JSON.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Whole {
    version: u32,
    tool: Tool,
    table: TableHead,
    base: Option<Base>,
    inputs: Vec<Input>,
    builds: Vec<Build>,
    errors: Vec<Failure>,
    notices: Vec<Failure>,
    summary: Summary,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct TableHead {
    date: String,
    complete_to: String,
}

#[derive(Serialize)]
struct Base {
    name: String,
    remark: Option<String>,
}

#[derive(Serialize)]
struct Input {
    path: String,
}

#[derive(Serialize)]
struct Build {
    name: Option<String>,
    family: &'static str,
    manifest: String,
    decided_by: &'static str,
    inference: bool,
    remarks: Vec<String>,
    components: Vec<ComponentEntry>,
    findings: Vec<FindingEntry>,
    unknown: Vec<UnknownEntry>,
    not_looked_at: Vec<&'static str>,
    newer_than_table: Vec<String>,
    fixed: Option<Vec<FixedEntry>>,
    config: Option<String>,
    ignored: Vec<IgnoredEntry>,
    plan: Option<PlanEntry>,
}

/// What was found and the user accepts.
#[derive(Serialize)]
struct IgnoredEntry {
    id: &'static str,
    severity: &'static str,
    path: String,
    version: String,
    at: Place,
    fingerprint: String,
    reason: String,
    /// Where the decision is written.
    decided: Option<Place>,
}

/// What was found at the base and is no more.
#[derive(Serialize)]
struct FixedEntry {
    id: &'static str,
    severity: &'static str,
    path: String,
    version: String,
}

#[derive(Serialize)]
struct ComponentEntry {
    path: String,
    version: String,
    at: Place,
    relation: Option<&'static str>,
    held_by: Option<&'static str>,
    built: bool,
    features: Option<Vec<String>>,
}

#[derive(Serialize)]
struct FindingEntry {
    id: &'static str,
    title: &'static str,
    kind: &'static str,
    severity: &'static str,
    certainty: &'static str,
    released: Option<&'static str>,
    breaks: Vec<&'static str>,
    what: &'static str,
    texts: Vec<Text>,
    cure: &'static str,
    sources: &'static [&'static str],
    stale: Vec<StaleEntry>,
    triggers: Vec<Named>,
    seen: Vec<Place>,
}

#[derive(Serialize)]
struct Text {
    says: &'static str,
    when: &'static str,
}

#[derive(Serialize)]
struct StaleEntry {
    fingerprint: String,
    status: Option<&'static str>,
    path: String,
    version: String,
    at: Place,
    severity: &'static str,
    breaks: Vec<&'static str>,
    built_for: Option<String>,
    required: Option<String>,
    direct: Option<bool>,
    packages: Vec<String>,
    required_by: Vec<RequirerEntry>,
}

#[derive(Serialize)]
struct RequirerEntry {
    path: String,
    version: Option<String>,
    asks: Option<String>,
    by_way_of: Vec<String>,
}

#[derive(Serialize)]
struct Named {
    path: String,
    version: String,
    at: Place,
}

#[derive(Serialize)]
struct UnknownEntry {
    path: String,
    version: String,
    events: Vec<&'static str>,
}

/// Where something is written: line and column from 1, bytes from 0.
#[derive(Serialize)]
struct Place {
    file: String,
    line: usize,
    column: usize,
    start: usize,
    end: usize,
}

/// A plan, or the reason why there is none.
#[derive(Serialize)]
pub struct PlanEntry {
    strategy: Option<String>,
    moves: Vec<MoveEntry>,
    carried: Vec<MoveEntry>,
    removed: Vec<RemovedEntry>,
    edits: Vec<EditEntry>,
    commands: Vec<String>,
    left: Vec<LeftEntry>,
    no_plan: Option<String>,
}

/// A finding that no move cures.
#[derive(Serialize)]
struct LeftEntry {
    id: &'static str,
    severity: &'static str,
    path: String,
    version: String,
    needs: String,
}

/// A crate that nothing requires any more.
#[derive(Serialize)]
struct RemovedEntry {
    path: String,
    version: String,
}

/// A requirement of a manifest to write anew before the commands.
#[derive(Serialize)]
struct EditEntry {
    path: String,
    from: String,
    to: String,
    at: Place,
}

#[derive(Serialize)]
struct MoveEntry {
    path: String,
    from: Option<String>,
    to: String,
    reason: String,
    cures: Vec<&'static str>,
}

#[derive(Serialize)]
struct Failure {
    message: String,
    help: Option<String>,
    at: Option<Place>,
}

#[derive(Serialize)]
struct Summary {
    builds: usize,
    components: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    failures: usize,
}

/// The whole report as JSON text with a line break at its end.
///
/// # Errors
/// Never for the types used here; the signature is that of the serializer.
pub fn render(report: &Report) -> Result<String, serde_json::Error> {
    let whole = Whole {
        version: VERSION,
        tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
        table: TableHead { date: report.table_date.to_string(), complete_to: report.complete_to.to_string() },
        base: report.base.as_ref().map(|base| Base { name: base.name.clone(), remark: base.remark.clone() }),
        inputs: report
            .checked
            .iter()
            .flat_map(|checked| &checked.inventory.sources)
            .map(|source| Input { path: source.path().display().to_string() })
            .collect(),
        builds: report.checked.iter().map(|checked| build(checked, &report.root)).collect(),
        errors: report.errors.iter().map(failure).collect(),
        notices: report.notices.iter().map(notice).collect(),
        summary: Summary {
            builds: report.checked.len(),
            components: report.checked.iter().map(Checked::family_size).sum(),
            errors: report.count(Severity::Error),
            warnings: report.count(Severity::Warning),
            notes: report.count(Severity::Note),
            failures: report.errors.len(),
        },
    };
    let text = serde_json::to_string_pretty(&whole)? + "\n";
    Ok(clean_json(&text).into_owned())
}

/// One line of many: a build, or an input that could not be read.
#[derive(Serialize)]
pub(super) struct Line {
    version: u32,
    #[serde(flatten)]
    build: Option<Build>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

/// The lines of a report.
pub(super) fn lines(report: &Report) -> impl Iterator<Item = Line> {
    let builds = report.checked.iter().map(|checked| Line {
        version: VERSION,
        build: Some(build(checked, &report.root)),
        error: None,
    });
    let errors =
        report.errors.iter().map(|error| Line { version: VERSION, build: None, error: Some(failure(error)) });
    builds.chain(errors)
}

fn build(checked: &Checked, root: &Root) -> Build {
    let inventory = &checked.inventory;
    Build {
        name: inventory.name.clone(),
        family: inventory.family.name(),
        manifest: inventory.manifest().display().to_string(),
        decided_by: inventory.decided_by.name(),
        inference: inventory.decided_by.is_inference(),
        remarks: inventory.remarks.clone(),
        components: inventory
            .family_components()
            .map(|component| component_entry(inventory, component))
            .collect(),
        findings: checked
            .outcome
            .findings
            .iter()
            .zip(fingerprint::of_build(checked, root))
            .enumerate()
            .map(|(index, (finding, fingerprints))| finding_entry(checked, index, finding, fingerprints))
            .collect(),
        not_looked_at: checked.outcome.not_looked_at.iter().map(|event| event.id).collect(),
        unknown: checked
            .outcome
            .unknown
            .iter()
            .map(|unknown| {
                let component = &inventory.components[unknown.component];
                UnknownEntry {
                    path: component.path.clone(),
                    version: component.version.to_string(),
                    events: unknown.events.clone(),
                }
            })
            .collect(),
        newer_than_table: checked.newer_than_table.clone(),
        fixed: checked
            .comparison
            .as_ref()
            .map(|comparison| comparison.fixed.iter().map(fixed_entry).collect()),
        config: checked.config.as_ref().map(|config| config.source.path().display().to_string()),
        ignored: ignored(checked, root),
        plan: checked.plan.as_ref().map(|plan| plan_entry(checked, plan)),
    }
}

fn ignored(checked: &Checked, root: &Root) -> Vec<IgnoredEntry> {
    let (inventory, outcome) = (&checked.inventory, &checked.outcome);
    let fingerprints = fingerprint::of_build(checked, root).into_iter().skip(outcome.findings.len());
    let waived = outcome.waived.iter().zip(fingerprints).flat_map(|(waived, fingerprints)| {
        waived.finding.stale.iter().zip(fingerprints).map(move |stale| (waived, stale))
    });
    let entry = |(waived, (stale, fingerprint)): (&Waived, (&StaleComponent, String))| {
        let component = &inventory.components[stale.component];
        IgnoredEntry {
            id: waived.finding.event.id,
            severity: stale.severity.name(),
            path: component.path.clone(),
            version: component.version.to_string(),
            at: place(inventory, component.at),
            fingerprint,
            reason: waived.reason.clone(),
            decided: checked
                .config
                .as_ref()
                .and_then(|config| Some(place_in(&config.source, config.ignores.get(waived.index)?.at))),
        }
    };
    waived.map(entry).collect()
}

fn fixed_entry(fixed: &Fixed) -> FixedEntry {
    FixedEntry {
        id: fixed.event.id,
        severity: fixed.severity.name(),
        path: fixed.path.clone(),
        version: fixed.version.to_string(),
    }
}

fn component_entry(inventory: &Inventory, component: &Component) -> ComponentEntry {
    ComponentEntry {
        path: component.path.clone(),
        version: component.version.to_string(),
        at: place(inventory, component.at),
        relation: match component.relation {
            Relation::Direct => Some("direct"),
            Relation::Indirect => Some("indirect"),
            Relation::Unknown => None,
        },
        held_by: component.held.as_ref().map(|hold| hold.by.words()),
        built: component.built,
        features: component.features.as_ref().map(|features| features.to_vec()),
    }
}

fn finding_entry(
    checked: &Checked,
    index: usize,
    finding: &Finding,
    fingerprints: Vec<String>,
) -> FindingEntry {
    let statuses = checked.statuses(index).map(Some).chain(iter::repeat(None));
    let inventory = &checked.inventory;
    let event = finding.event;
    FindingEntry {
        id: event.id,
        title: event.title,
        kind: event.kind.name(),
        severity: finding.severity.name(),
        certainty: event.certainty.name(),
        released: event.released,
        breaks: finding.breaks().iter().map(|impact| impact.name()).collect(),
        what: event.what,
        texts: event.texts.iter().map(|text| Text { says: text.says, when: text.when }).collect(),
        cure: event.cure,
        sources: event.sources,
        stale: finding
            .stale
            .iter()
            .zip(fingerprints)
            .zip(statuses)
            .map(|((stale, fingerprint), status)| stale_entry(checked, stale, fingerprint, status))
            .collect(),
        seen: finding.seen.iter().map(|&at| place(inventory, at)).collect(),
        triggers: finding
            .triggers
            .iter()
            .map(|&i| {
                let component = &inventory.components[i];
                Named {
                    path: component.path.clone(),
                    version: component.version.to_string(),
                    at: place(inventory, component.at),
                }
            })
            .collect(),
    }
}

fn stale_entry(
    checked: &Checked,
    stale: &StaleComponent,
    fingerprint: String,
    status: Option<Status>,
) -> StaleEntry {
    let inventory = &checked.inventory;
    let requirers: Option<&Requirers> = checked.requirers.get(&stale.component);
    let component = &inventory.components[stale.component];
    StaleEntry {
        fingerprint,
        status: status.map(Status::name),
        path: component.path.clone(),
        version: component.version.to_string(),
        at: place(inventory, component.at),
        severity: stale.severity.name(),
        breaks: stale.breaks.iter().map(|impact| impact.name()).collect(),
        built_for: Between::exact(&stale.built_for).map(ToString::to_string),
        required: stale.required.as_ref().map(ToString::to_string),
        direct: requirers.and_then(|requirers| requirers.direct),
        packages: requirers.map(|requirers| requirers.packages.clone()).unwrap_or_default(),
        required_by: requirers
            .map_or(&[][..], |requirers| &requirers.found)
            .iter()
            .map(|requirer| RequirerEntry {
                path: requirer.path.clone(),
                version: requirer.version.as_ref().map(ToString::to_string),
                asks: requirer.asks.as_ref().map(ToString::to_string),
                by_way_of: requirer.by_way_of.clone(),
            })
            .collect(),
    }
}

/// A plan as it stands in JSON.
pub(crate) fn plan_entry(checked: &Checked, plan: &Result<Plan, NoPlan>) -> PlanEntry {
    let entries = |moves: &[Move]| moves.iter().map(|moved| move_entry(checked, moved)).collect();
    match plan {
        Ok(plan) => PlanEntry {
            strategy: Some(plan.strategy.to_string()),
            moves: entries(&plan.moves),
            carried: entries(&plan.carried),
            removed: plan
                .removed
                .iter()
                .map(|(path, version)| RemovedEntry { path: path.clone(), version: version.to_string() })
                .collect(),
            edits: plan
                .edits
                .iter()
                .map(|edit| EditEntry {
                    path: edit.path.clone(),
                    from: edit.from.clone(),
                    to: edit.to.clone(),
                    at: place(&checked.inventory, edit.at),
                })
                .collect(),
            commands: plan.commands.clone(),
            left: plan
                .left
                .iter()
                .map(|left| LeftEntry {
                    id: left.event.id,
                    severity: left.severity.name(),
                    path: left.path.clone(),
                    version: left.version.to_string(),
                    needs: left.needs.clone(),
                })
                .collect(),
            no_plan: None,
        },
        Err(reason) => PlanEntry {
            strategy: None,
            moves: Vec::new(),
            carried: Vec::new(),
            removed: Vec::new(),
            edits: Vec::new(),
            commands: Vec::new(),
            left: Vec::new(),
            no_plan: Some(reason.to_string()),
        },
    }
}

fn move_entry(checked: &Checked, moved: &Move) -> MoveEntry {
    MoveEntry {
        path: moved.path.clone(),
        from: moved.from.as_ref().map(ToString::to_string),
        to: moved.to.to_string(),
        reason: checked.reason(moved),
        cures: match &moved.why {
            Why::Cures(events) => events.iter().map(|event| event.id).collect(),
            _ => Vec::new(),
        },
    }
}

fn place(inventory: &Inventory, location: Location) -> Place {
    place_in(inventory.source(location), location.span)
}

fn place_in(source: &Source, span: Span) -> Place {
    let position = source.position(span.start);
    Place {
        file: source.path().display().to_string(),
        line: position.line,
        column: position.column,
        start: span.start,
        end: span.end,
    }
}

fn notice(notice: &Notice) -> Failure {
    let at = Some(place_in(&notice.source, notice.at));
    Failure { message: notice.message.clone(), help: Some(notice.help.clone()), at }
}

fn failure(error: &RunError) -> Failure {
    let at = error.place().map(|(source, span)| place_in(source, span));
    Failure { message: error.message(), help: error.help(), at }
}
