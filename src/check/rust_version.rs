//! Crates that need a newer Rust than the workspace is bound to.

use super::{Outcome, StaleComponent, Subject};
use crate::event::{Event, Impact, Severity};

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let Some(bound) = subject.cargo.and_then(|cargo| cargo.rust.as_ref()) else { return };
    // A pinned toolchain does not build them; a promise may be an old one that nobody holds it to.
    let severity = if bound.pinned { event.severity } else { event.severity.min(Severity::Warning) };
    let stale = subject.members.iter().filter_map(|&i| {
        let component = &subject.components[i];
        let needs = subject.catalog.rust_version(&component.path, &component.version)?;
        (needs > bound.version).then(|| StaleComponent::plain(i, &[Impact::Compile], severity))
    });
    let stale = stale.collect();
    outcome.add(event, stale, Vec::new());
}
