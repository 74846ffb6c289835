//! A component held below what another one requires. Version selection never builds that; `replace`, `exclude` and
//! stale vendor folders do.

use super::{Outcome, StaleComponent, Subject};
use crate::catalog::Between;
use crate::event::{Event, Impact, Kind};

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let explained: Vec<usize> = outcome
        .findings
        .iter()
        .filter(|finding| finding.event.kind == Kind::Unsatisfied)
        .flat_map(|finding| finding.stale.iter().map(|stale| stale.component))
        .collect();
    let (mut stale, mut triggers) = (Vec::new(), Vec::new());
    for &i in subject.members {
        let component = &subject.components[i];
        if component.held.is_none() || explained.contains(&i) {
            continue;
        }
        let mut required = None;
        for &other in subject.members {
            let consumer = &subject.components[other];
            let requirements =
                subject.catalog.requirements(&consumer.path, &consumer.version).unwrap_or_default();
            for (path, version) in requirements {
                if path == component.path && version > component.version {
                    required = required.max(Some(version));
                    triggers.push(other);
                }
            }
        }
        if required.is_some() {
            stale.push(StaleComponent {
                component: i,
                breaks: &[Impact::Compile, Impact::SomeCalls],
                severity: event.severity,
                built_for: Between { low: None, high: None },
                required,
            });
        }
    }
    outcome.add(event, stale, triggers);
}
