//! Runs the rows of events, or one mix.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use awscompat::catalog::Catalog;
use awscompat::event::{self, Event, Impact};

use crate::mix::Mix;
use crate::outcome::Outcome;
use crate::results::{Results, Row, today};
use crate::toolchain::{self, PartRun, Pinning};
use crate::{Result, say, verdict};

/// Every event that has rows. False where a row is not as its file has it.
pub(crate) fn every_event(root: &Path) -> Result<bool> {
    let events: Vec<&'static Event> = event::all().iter().filter(|event| !event.runs.is_empty()).collect();
    run(root, &events)
}

/// The events of these ids.
pub(crate) fn events(root: &Path, ids: &[String]) -> Result<bool> {
    let find = |id: &String| {
        let event = event::find(id).ok_or_else(|| format!("no event is called `{id}`: see rules/"))?;
        if event.runs.is_empty() {
            return Err(format!("{id} has no [[run]] in rules/{}/{id}.toml", event.family.name()));
        }
        Ok(event)
    };
    let events = ids.iter().map(find).collect::<std::result::Result<Vec<_>, _>>()?;
    run(root, &events)
}

fn run(root: &Path, events: &[&'static Event]) -> Result<bool> {
    let (mut rows, mut as_told) = (0, 0);
    for event in events {
        let runs: Vec<(&event::Run, Mix, Vec<PartRun>)> = try_rows(root, event)?;
        rows += event.runs.len();
        let showing: BTreeSet<&str> = runs
            .iter()
            .flat_map(|(run, _, parts)| show_break(run, parts))
            .map(|part| part.part.as_str())
            .collect();
        for (run, mix, parts) in &runs {
            let agrees = agrees(run, parts, &showing);
            as_told += usize::from(agrees);
            say(&format!("{} {} {mix}", if agrees { "as told" } else { "DIFFERS" }, event.id));
            if !agrees {
                say(&format!("        told: {} {}", run.outcome, run.text));
                show(parts);
            }
        }
    }
    say(&format!("{as_told} of {rows} rows are as told"));
    Ok(as_told == rows)
}

/// Runs the rows of an event, as far as they can be had, and writes down what came of them.
fn try_rows(root: &Path, event: &'static Event) -> Result<Vec<(&'static event::Run, Mix, Vec<PartRun>)>> {
    let toolchain = toolchain::of(event.family);
    let version = toolchain.version()?;
    let breaks: Vec<Impact> = event.stale.iter().flat_map(|stale| stale.breaks).copied().collect();
    let wanted = |_: &str, impacts: &[Impact]| impacts.iter().any(|impact| breaks.contains(impact));
    let mut runs = Vec::new();
    for run in event.runs {
        let mix = Mix { with: run.with.to_owned(), ..Mix::parse(event.family, run.versions)? };
        match toolchain.run(&mix, Pinning::Exact, &wanted) {
            Ok(done) => {
                // Another lab may run beside this one.
                let mut results = Results::open(root, event.family)?;
                done.parts.iter().for_each(|part| results.insert(row(&mix, part, &version)));
                results.save()?;
                runs.push((run, mix, done.parts));
            }
            Err(error) => say(&format!("FAILED  {} {mix}\n        {error}", event.id)),
        }
    }
    Ok(runs)
}

/// The parts in which something breaks as the rule file tells.
fn show_break<'p>(run: &event::Run, parts: &'p [PartRun]) -> Vec<&'p PartRun> {
    let alike = |part: &&PartRun| {
        let outcome = &part.outcome;
        !outcome.works() && outcome.name() == run.outcome && outcome.text().contains(run.text)
    };
    parts.iter().filter(alike).collect()
}

/// Whether what happened is what the rule file tells: that something breaks like this, or that what breaks in the
/// event's other rows works here. Parts that another event breaks do not count.
fn agrees(run: &event::Run, parts: &[PartRun], showing: &BTreeSet<&str>) -> bool {
    if run.outcome != Outcome::Works.name() {
        return !show_break(run, parts).is_empty();
    }
    let mut tried = parts.iter().filter(|part| showing.contains(part.part.as_str())).peekable();
    tried.peek().is_some() && tried.all(|part| part.outcome.works())
}

/// Every part in one mix, whatever it is for, and the linter's verdict. False where the two differ.
pub(crate) fn mix(file: &Path) -> Result<bool> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mix = Mix::read(&text)?;
    let done = toolchain::of(mix.family).run(&mix, Pinning::Exact, &|_, _| true)?;
    show(&done.parts);
    let verdict = verdict::compare(&done, &Catalog::embedded(mix.family))?;
    say(&format!("the linter finds: [{}]", verdict.findings.join(" ")));
    verdict.differences.iter().for_each(|difference| say(difference));
    Ok(verdict.differences.is_empty())
}

fn show(parts: &[PartRun]) {
    for part in parts {
        say(&format!("        {:<22} {}", part.part, part.outcome));
    }
}

fn row(mix: &Mix, part: &PartRun, toolchain: &str) -> Row {
    Row {
        versions: mix.versions(),
        with: mix.with.clone(),
        part: part.part.clone(),
        outcome: part.outcome.name().to_owned(),
        text: part.outcome.text().to_owned(),
        toolchain: toolchain.to_owned(),
        day: today(),
    }
}
