//! `awscompat list` and `awscompat --explain ID`.

use std::fmt::Write as _;

use serde::Serialize;

use super::Answer;
use super::args::{Format, ListArgs};
use crate::event;
use crate::report::page;

#[derive(Serialize)]
struct Row {
    id: &'static str,
    family: &'static str,
    kind: &'static str,
    severity: &'static str,
    certainty: &'static str,
    released: Option<&'static str>,
    title: &'static str,
}

pub(super) fn list(args: &ListArgs) -> Answer {
    let rows: Vec<Row> = event::all()
        .iter()
        .map(|event| Row {
            id: event.id,
            family: event.family.name(),
            kind: event.kind.name(),
            severity: event.severity.name(),
            certainty: event.certainty.name(),
            released: event.released,
            title: event.title,
        })
        .collect();
    match args.format {
        Format::Json => to_json(&rows),
        Format::Human => {
            let width = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
            let mut out = String::new();
            for row in &rows {
                let _ =
                    writeln!(out, "{:width$}  {:7}  {:11}  {}", row.id, row.severity, row.kind, row.title);
            }
            Answer::new(out)
        }
    }
}

pub(super) fn explain(id: &str) -> Answer {
    if let Some(event) = event::find(id) {
        return Answer::new(page::render(event));
    }
    let near = event::all()
        .iter()
        .map(|event| event.id)
        .filter(|known| likeness(known, id) > 0)
        .max_by_key(|known| likeness(known, id));
    let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Answer::mistake(&format!("no event `{id}`{near}"), "`awscompat list` shows all of them")
}

/// How many words of an id stand in what was typed.
fn likeness(id: &str, typed: &str) -> usize {
    id.split('-').filter(|word| typed.split('-').any(|other| other == *word)).count()
}

pub(super) fn to_json(value: &impl Serialize) -> Answer {
    match serde_json::to_string_pretty(value) {
        Ok(text) => Answer::new(text + "\n"),
        Err(error) => Answer::mistake(&format!("cannot write JSON: {error}"), "please report this as a bug"),
    }
}
