//! Modules that are no longer released: they stay at their last version, whatever core becomes.

use super::{Finding, Outcome, StaleComponent, Subject, capped};
use crate::catalog::Between;
use crate::event::Event;

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let mut stale = Vec::new();
    for &i in subject.members {
        let component = &subject.components[i];
        let Some(entry) = event.stale.iter().find(|entry| entry.who.names(&component.path)) else { continue };
        stale.push(StaleComponent {
            component: i,
            breaks: entry.breaks,
            severity: capped(entry.severity.unwrap_or(event.severity), component),
            built_for: Between { low: None, high: None },
            required: None,
        });
    }
    if let Some(severity) = stale.iter().map(|stale| stale.severity).max() {
        outcome.findings.push(Finding { event, severity, stale, triggers: Vec::new() });
    }
}
