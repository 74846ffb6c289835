//! Requirements with an upper bound alone: `<1.15` is met by a 0.x copy that nothing else uses, and the copy that was
//! to be kept back is not.

use super::{Outcome, StaleComponent, Subject};
use crate::event::Event;
use crate::inventory::Origin;

pub(super) fn check(event: &'static Event, subject: &Subject<'_>, outcome: &mut Outcome) {
    let stray = |&i: &usize| {
        let component = &subject.components[i];
        let mut users = subject.users_of(i).peekable();
        let stands_alone =
            users.peek().is_some() && users.all(|user| subject.components[user].origin == Origin::Path);
        let beside_newer = subject.members.iter().any(|&other| {
            subject.components[other].path == component.path
                && subject.components[other].version > component.version
        });
        stands_alone && beside_newer
    };
    let found: Vec<(usize, _)> = subject
        .members
        .iter()
        .copied()
        .filter_map(|i| Some((i, subject.named(event, i)?)))
        .filter(|(i, _)| asked_by_cap(subject, *i) && stray(i))
        .collect();
    let stale =
        found.iter().map(|&(i, entry)| StaleComponent::plain(i, entry.breaks, event.severity)).collect();
    outcome.add(event, stale, Vec::new());
}

/// Whether a manifest asks for it with an upper bound and no lower one.
fn asked_by_cap(subject: &Subject<'_>, component: usize) -> bool {
    let path = &subject.components[component].path;
    let members = subject.cargo.iter().flat_map(|cargo| &cargo.members);
    members.flat_map(|member| &member.asks).any(|ask| {
        let bounds = ask.requirement.split(',').map(str::trim);
        ask.name == *path
            && !ask.requirement.is_empty()
            && bounds.into_iter().all(|bound| bound.starts_with('<'))
    })
}
