//! Versions that were taken back: no update chooses them, but a lock that has one keeps it.

use super::{Outcome, StaleComponent, Subject};
use crate::event::Event;
use crate::inventory::Origin;

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let yanked = |&i: &usize| {
        let component = &subject.components[i];
        component.origin == Origin::Registry
            && subject.catalog.is_yanked(&component.path, &component.version) == Some(true)
            && !outcome.explains(i)
    };
    let stale = subject.members.iter().copied().filter(yanked);
    let stale = stale.map(|i| StaleComponent::plain(i, &[], event.severity)).collect();
    outcome.add(event, stale, Vec::new());
}
