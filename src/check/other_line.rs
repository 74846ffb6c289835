//! Packages of the workspace that use a crate of another line of versions than their SDK crates do.

use super::{Outcome, StaleComponent, Subject};
use crate::event::Event;

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let (mut stale, mut triggers) = (Vec::new(), Vec::new());
    for package in subject.packages() {
        let own = &subject.components[package].uses;
        for &used in own {
            let Some(entry) = subject.named(event, used) else { continue };
            let path = &subject.components[used].path;
            // The SDK crates that the package uses beside it, and the copies that they use.
            let others: Vec<usize> = own
                .iter()
                .filter(|&&other| other != used && is_sdk(subject, other))
                .flat_map(|&other| subject.components[other].uses.iter().copied())
                .filter(|&copy| subject.components[copy].path == *path)
                .collect();
            if others.is_empty() || others.contains(&used) || outcome.explains(used) {
                continue;
            }
            if stale.iter().all(|known: &StaleComponent| known.component != used) {
                stale.push(StaleComponent::plain(used, entry.breaks, event.severity));
            }
            triggers.extend(others);
        }
    }
    outcome.add(event, stale, triggers);
}

fn is_sdk(subject: &Subject<'_>, component: usize) -> bool {
    subject.catalog.family().short_name(&subject.components[component].path).is_some()
}
