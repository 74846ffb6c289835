//! Runs the rows of events, or one mix.

use std::fs;
use std::path::Path;

use awscompat::event::{self, Event, Impact};
use awscompat::family::Family;

use crate::mix::Mix;
use crate::outcome::Outcome;
use crate::results::{Results, Row, today};
use crate::toolchain::{self, PartRun, Pinning};
use crate::{Result, say};

/// Every event that has rows and whose family has a toolchain here. False where a row is not as its file has it.
pub(crate) fn every_event(root: &Path) -> Result<bool> {
    let events: Vec<&Event> = event::all()
        .iter()
        .filter(|event| !event.runs.is_empty() && toolchain::of(event.family).is_ok())
        .collect();
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

fn run(root: &Path, events: &[&Event]) -> Result<bool> {
    let (mut rows, mut as_told) = (0, 0);
    for event in events {
        let toolchain = toolchain::of(event.family)?;
        let version = toolchain.version()?;
        let breaks: Vec<Impact> = event.stale.iter().flat_map(|stale| stale.breaks).copied().collect();
        for run in event.runs {
            rows += 1;
            let mix = Mix::parse(event.family, run.versions)?;
            let wanted = |_: &str, impacts: &[Impact]| impacts.iter().any(|impact| breaks.contains(impact));
            let parts = match toolchain.run(&mix, Pinning::Exact, &wanted) {
                Ok(done) => done.parts,
                Err(error) => {
                    say(&format!("failed  {} {mix}\n        {error}", event.id));
                    continue;
                }
            };
            // Another lab may run beside this one.
            let mut results = Results::open(root, event.family)?;
            for part in &parts {
                results.insert(row(&mix, part, &version));
            }
            results.save()?;
            let agrees = agrees(run, &parts);
            as_told += usize::from(agrees);
            say(&format!("{} {} {mix}", if agrees { "as told" } else { "DIFFERS" }, event.id));
            if !agrees {
                say(&format!("        told: {}: {}", run.outcome, run.text));
                show(&parts);
            }
        }
    }
    say(&format!("{as_told} of {rows} rows are as told"));
    Ok(as_told == rows)
}

/// Whether what happened is what the rule file tells: that all works, or that something breaks like this.
fn agrees(run: &event::Run, parts: &[PartRun]) -> bool {
    if run.outcome == Outcome::Works.name() {
        return !parts.is_empty() && parts.iter().all(|part| part.outcome.works());
    }
    parts.iter().any(|part| part.outcome.name() == run.outcome && part.outcome.text().contains(run.text))
}

/// Every part in one mix, whatever it is for.
pub(crate) fn mix(file: &Path) -> Result<bool> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mix = Mix::read(Family::Go, &text)?;
    let done = toolchain::of(mix.family)?.run(&mix, Pinning::Exact, &|_, _| true)?;
    show(&done.parts);
    Ok(done.parts.iter().all(|part| part.outcome.works()))
}

fn show(parts: &[PartRun]) {
    for part in parts {
        say(&format!("        {:<22} {}", part.part, part.outcome));
    }
}

fn row(mix: &Mix, part: &PartRun, toolchain: &str) -> Row {
    Row {
        versions: mix.versions(),
        part: part.part.clone(),
        outcome: part.outcome.name().to_owned(),
        text: part.outcome.text().to_owned(),
        toolchain: toolchain.to_owned(),
        day: today(),
    }
}
