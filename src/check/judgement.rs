//! What the user has decided about events: how bad each is here, and which findings are known and accepted.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Finding, Outcome};
use crate::event::{Event, Severity};
use crate::family::Family;
use crate::inventory::Component;

/// The user's decisions that hold for one build.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// How bad events are, by their ids; None where they are off.
    pub levels: BTreeMap<&'static str, Option<Severity>>,
    /// What is known and accepted.
    pub waivers: Vec<Waiver>,
}

/// A finding that the user knows of and accepts.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiver {
    /// Which of the configuration's it is.
    pub index: usize,
    /// The event.
    pub event: &'static Event,
    /// The module or crate, by its full or its short name; None for all.
    pub module: Option<String>,
    /// The version, with or without a `v`; None for all.
    pub version: Option<String>,
    /// Why it is accepted.
    pub reason: String,
}

/// A finding that is accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Waived {
    /// What was found, with those of its components that are accepted.
    pub finding: Finding,
    /// Which waiver of the configuration it is.
    pub index: usize,
    /// Why.
    pub reason: String,
}

/// No decisions.
pub static NO_JUDGEMENT: Judgement = Judgement { levels: BTreeMap::new(), waivers: Vec::new() };

impl Judgement {
    /// Applies the decisions to what was found in the components of one build.
    pub fn apply(&self, outcome: &mut Outcome, components: &[Component], family: Family) {
        if self.levels.is_empty() && self.waivers.is_empty() {
            return;
        }
        let findings = std::mem::take(&mut outcome.findings);
        outcome.findings = findings.into_iter().filter_map(|finding| self.level(finding)).collect();
        for waiver in &self.waivers {
            waiver.apply(outcome, components, family);
        }
        outcome.findings.sort_by_key(|finding| Reverse(finding.severity));
        let is_on = |event: &str| self.levels.get(event) != Some(&None);
        outcome.not_looked_at.retain(|event| is_on(event.id));
        for unknown in &mut outcome.unknown {
            unknown.events.retain(|event| is_on(event));
        }
        outcome.unknown.retain(|unknown| !unknown.events.is_empty());
    }

    /// A finding as bad as the user says. What is less bad than its event for a reason of its own stays less bad.
    fn level(&self, mut finding: Finding) -> Option<Finding> {
        let Some(level) = self.levels.get(finding.event.id) else { return Some(finding) };
        let level = (*level)?;
        for stale in &mut finding.stale {
            let is_capped = stale.severity < finding.event.severity;
            stale.severity = if is_capped { stale.severity.min(level) } else { level };
        }
        finding.rank();
        Some(finding)
    }
}

impl Waiver {
    fn apply(&self, outcome: &mut Outcome, components: &[Component], family: Family) {
        let mut waived = Vec::new();
        for finding in outcome.findings.iter_mut().filter(|finding| finding.event == self.event) {
            let (accepted, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut finding.stale)
                .into_iter()
                .partition(|stale| self.is_about(&components[stale.component], family));
            finding.stale = rest;
            finding.rank();
            if !accepted.is_empty() {
                let mut accepted = Finding { stale: accepted, ..finding.clone() };
                accepted.rank();
                waived.push(Waived { finding: accepted, index: self.index, reason: self.reason.clone() });
            }
        }
        outcome.findings.retain(|finding| !finding.stale.is_empty());
        outcome.waived.extend(waived);
    }

    fn is_about(&self, component: &Component, family: Family) -> bool {
        let is_named = self.module.as_ref().is_none_or(|name| {
            *name == component.path || family.short_name(&component.path) == Some(name.as_str())
        });
        let bare = |text: &str| text.strip_prefix('v').unwrap_or(text).to_owned();
        let is_of_version = |version: &String| bare(version) == bare(&component.version.to_string());
        is_named && self.version.as_ref().is_none_or(is_of_version)
    }
}

impl Finding {
    /// Puts the worst first, and takes its severity.
    pub(super) fn rank(&mut self) {
        self.stale.sort_by_key(|stale| Reverse(stale.severity));
        self.severity = self.stale.first().map_or(self.severity, |stale| stale.severity);
    }
}
