//! An event as a page: for `--explain`, and for `docs/events/`.

use std::fmt::Write as _;

use crate::event::{CodeFact, Event, Needs, Selector};
use crate::family::Family;

/// The whole story of an event, as Markdown that also reads well in a terminal.
pub fn render(event: &Event) -> String {
    let mut page = format!("# {}\n\n{}.\n\n", event.id, event.title);
    let _ = writeln!(page, "| | |\n| --- | --- |");
    let _ = writeln!(page, "| SDK | {} |", event.family.title());
    let _ = writeln!(page, "| Kind | {} |", event.kind.name());
    let _ = writeln!(page, "| Severity | {} |", event.severity.name());
    let _ = writeln!(page, "| Known by | {} |", event.certainty.name());
    if let Some(day) = event.released {
        let _ = writeln!(page, "| Release | {day} |");
    }
    let _ = writeln!(page, "\n## What breaks\n\n{}\n", event.what);
    if !event.triggers.is_empty() {
        let triggers: Vec<String> =
            event.triggers.iter().map(|trigger| selector(event.family, trigger)).collect();
        let _ = writeln!(page, "With {} in the build, these break:\n", triggers.join(", or "));
    }
    for stale in event.stale {
        let breaks: Vec<&str> = stale.breaks.iter().map(|impact| impact.words()).collect();
        let breaks = if breaks.is_empty() { String::new() } else { format!(": {}", breaks.join(", ")) };
        let severity = stale.severity.map_or(String::new(), |severity| format!(" ({})", severity.name()));
        let needs = needs(&stale.needs);
        let _ = writeln!(page, "- {}{needs}{breaks}{severity}", selector(event.family, &stale.who));
    }
    if !event.texts.is_empty() {
        let _ = writeln!(page, "\n## What you will see\n");
        for text in event.texts {
            let when = if text.when.is_empty() { String::new() } else { format!(" ({})", text.when) };
            let _ = writeln!(page, "- `{}`{when}", text.says);
        }
    }
    let _ = writeln!(page, "\n## Cure\n\n{}\n\n`awscompat plan` names the versions.", event.cure);
    let _ = writeln!(page, "\n## Story\n\n{}", event.story);
    if !event.runs.is_empty() {
        let _ = writeln!(page, "\n## Runs of the real toolchain\n");
        for run in event.runs {
            let text = if run.text.is_empty() { String::new() } else { format!(": `{}`", run.text) };
            let with = if run.with.is_empty() { String::new() } else { format!(", {}", run.with) };
            let _ = writeln!(page, "- {}{with}: {}{text}", run.versions.join(", "), run.outcome);
        }
    }
    if !event.sources.is_empty() {
        let _ = writeln!(page, "\n## Sources\n");
        for source in event.sources {
            let _ = writeln!(page, "- <{source}>");
        }
    }
    page
}

/// What must hold beside versions, in words.
fn needs(needs: &Needs) -> String {
    let names = |list: &[&str]| list.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let mut conditions = Vec::new();
    if !needs.features.is_empty() {
        conditions.push(format!("with {} on", names(needs.features)));
    }
    if !needs.unless_features.is_empty() {
        conditions.push(format!("with {} off", names(needs.unless_features)));
    }
    conditions.extend(needs.code.iter().map(|fact| match fact {
        CodeFact::BehaviorBefore(day) => format!(
            "where the code asks for a `BehaviorVersion` before v{}_{:02}_{:02}",
            day / 10_000,
            day / 100 % 100,
            day % 100
        ),
        CodeFact::NoBehaviorVersion => {
            "where the code builds a configuration that names no `BehaviorVersion`".to_owned()
        }
        CodeFact::NoHttpClient => "where the code sets no HTTP client".to_owned(),
        CodeFact::NoSleepImpl => "where the code sets no sleep implementation".to_owned(),
    }));
    conditions.iter().map(|condition| format!(" {condition}")).collect::<Vec<_>>().join(",")
}

/// A selector in words.
pub(crate) fn selector(family: Family, selector: &Selector) -> String {
    let name = |path: &&str| format!("`{}`", family.short_name(path).unwrap_or(path));
    let names: Vec<String> = selector.modules.iter().map(name).collect();
    let mut text = names.join(", ");
    if let Some(range) = &selector.versions {
        let _ = write!(text, " {range}");
    }
    if let Some(range) = &selector.built_for {
        let _ = write!(text, " built for core {range}");
    }
    let neighbours = [
        (selector.uses, "that uses"),
        (selector.unless_uses, "that does not use"),
        (selector.used_by, "used by"),
    ];
    for (list, words) in neighbours.into_iter().filter(|(list, _)| !list.is_empty()) {
        let names: Vec<String> = list.iter().map(|used| format!("`{used}`")).collect();
        let _ = write!(text, " {words} {}", names.join(" or "));
    }
    if !selector.except.is_empty() {
        let except: Vec<String> = selector.except.iter().map(name).collect();
        let _ = write!(text, " (but {})", except.join(", "));
    }
    text
}
