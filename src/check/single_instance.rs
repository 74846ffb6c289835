//! Crates whose types cross the borders of crates: a value made with one copy does not fit the other.

use super::{Outcome, StaleComponent, Subject};
use crate::event::{Event, Severity};

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let (mut stale, mut triggers) = (Vec::new(), Vec::new());
    // Copies of one crate stand side by side, the newest last.
    for copies in subject.members.chunk_by(|&a, &b| subject.components[a].path == subject.components[b].path)
    {
        let [older @ .., newest] = copies else { continue };
        for &copy in older {
            let Some(entry) = subject.named(event, copy) else { continue };
            if outcome.explains(copy) {
                continue;
            }
            // What a dependency does within itself harms nobody; where one package uses both, types will meet.
            let meet = subject
                .packages()
                .any(|package| reaches(subject, package, copy) && reaches(subject, package, *newest));
            let severity = if meet { event.severity } else { Severity::Note };
            stale.push(StaleComponent::plain(copy, entry.breaks, severity));
            triggers.push(*newest);
        }
    }
    outcome.add(event, stale, triggers);
}

/// Whether a package comes to a copy by way of crates of the SDK alone: then it has its types in its own hands.
fn reaches(subject: &Subject<'_>, package: usize, copy: usize) -> bool {
    let mut seen = vec![false; subject.components.len()];
    let mut open = vec![package];
    while let Some(at) = open.pop() {
        for &used in &subject.components[at].uses {
            if used == copy {
                return true;
            }
            let of_sdk = subject.catalog.family().short_name(&subject.components[used].path).is_some();
            if of_sdk && !std::mem::replace(&mut seen[used], true) {
                open.push(used);
            }
        }
    }
    false
}
