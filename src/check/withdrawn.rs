//! Modules that are no longer released: they stay at their last version, whatever the rest becomes.

use super::{Outcome, StaleComponent, Subject};
use crate::event::Event;

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let stale = subject.members.iter().filter_map(|&i| {
        let entry = subject.named(event, i)?;
        let severity = entry.severity.unwrap_or(event.severity);
        Some(StaleComponent::plain(i, entry.breaks, severity))
    });
    let stale = stale.collect();
    outcome.add(event, stale, Vec::new());
}
