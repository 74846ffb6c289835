//! `awscompat trains`: the releases, as the embedded table holds them.

use std::fmt::Write as _;

use serde::Serialize;

use super::Answer;
use super::args::{Format, TrainsArgs};
use super::events::to_json;
use crate::catalog::{Catalog, ModuleId, Release, RowId};
use crate::check;
use crate::event::{self, Event, Kind};
use crate::family::Family;
use crate::report::page;
use crate::version::Version;

#[derive(Serialize)]
struct ReleaseRow {
    release: String,
    modules: usize,
    core: Option<String>,
}

#[derive(Serialize)]
struct VersionRow {
    module: String,
    version: String,
    release: String,
    built_for_core: Option<String>,
}

#[derive(Serialize)]
struct VersionDetail {
    #[serde(flatten)]
    row: VersionRow,
    requires: Vec<Sibling>,
    events: Vec<EventRow>,
}

#[derive(Serialize)]
struct Sibling {
    module: String,
    version: String,
}

#[derive(Serialize)]
struct EventRow {
    id: &'static str,
    severity: &'static str,
    when: String,
}

pub(super) fn trains(args: &TrainsArgs) -> Answer {
    let catalog = Catalog::embedded(Family::Go);
    let Some(what) = args.what.as_deref() else { return releases(&catalog, args.format) };
    if what.starts_with(|c: char| c.is_ascii_digit()) {
        return match what.parse::<Release>() {
            Ok(release) => one_release(&catalog, release, args.format),
            Err(error) => Answer::mistake(&error.to_string(), "`awscompat trains` lists the releases"),
        };
    }
    let (name, version) = match what.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (what, None),
    };
    let path = catalog.resolve(name);
    let Some(module) = catalog.module(&path) else {
        return Answer::mistake(
            &format!("no module `{name}` in the table of {}", catalog.table().date()),
            "name it as go.mod does, or by what follows aws-sdk-go-v2/, such as service/ecr; core and smithy-go are names too",
        );
    };
    let Some(version) = version else { return one_module(&catalog, module, args.format) };
    let row = version.parse::<Version>().map_err(|error| error.to_string()).and_then(|version| {
        catalog.table().row(module, &version).ok_or_else(|| {
            format!(
                "{} {version} is not in the table of {}",
                catalog.table().name(module),
                catalog.table().date()
            )
        })
    });
    match row {
        Ok(row) => one_version(&catalog, module, row, args.format),
        Err(what) => Answer::mistake(
            &what,
            &format!("`awscompat trains {}` lists the versions that are", catalog.table().name(module)),
        ),
    }
}

fn releases(catalog: &Catalog, format: Format) -> Answer {
    let table = catalog.table();
    let core = table.module("core");
    // Releases are dense numbers, so one pass over all rows counts each.
    let mut counts = std::collections::BTreeMap::<Release, usize>::new();
    for row in table.modules().flat_map(|module| table.rows(module)) {
        *counts.entry(table.release(row)).or_default() += 1;
    }
    let rows: Vec<ReleaseRow> = counts
        .into_iter()
        .map(|(release, modules)| ReleaseRow {
            release: release.to_string(),
            modules,
            core: core
                .and_then(|core| table.newest_at(core, release))
                .map(|row| table.version(row).to_string()),
        })
        .collect();
    match format {
        Format::Json => to_json(&rows),
        Format::Human => {
            let mut out = format!("{:13} {:>7}  core then\n", "release", "modules");
            for row in &rows {
                let _ = writeln!(
                    out,
                    "{:13} {:>7}  {}",
                    row.release,
                    row.modules,
                    row.core.as_deref().unwrap_or("-")
                );
            }
            let _ = writeln!(
                out,
                "{} versions in {} releases; every module up to {}, those in wide use up to {}",
                table.len(),
                rows.len(),
                table.complete_to(),
                table.date()
            );
            Answer::new(out)
        }
    }
}

fn one_release(catalog: &Catalog, release: Release, format: Format) -> Answer {
    let table = catalog.table();
    let rows: Vec<VersionRow> = table
        .modules()
        .filter_map(|module| {
            let row = table.newest_at(module, release).filter(|row| table.release(*row) == release)?;
            Some(version_row(catalog, module, row))
        })
        .collect();
    if rows.is_empty() {
        let near = table.releases().rfind(|known| *known < release);
        let near = near.map_or(String::new(), |near| format!("; the one before it is {near}"));
        return Answer::mistake(
            &format!("no release of {release} in the table{near}"),
            "`awscompat trains` lists the releases",
        );
    }
    match format {
        Format::Json => to_json(&rows),
        Format::Human => {
            Answer::new(columns(&rows, &format!("{} modules were released on {release}", rows.len())))
        }
    }
}

fn one_module(catalog: &Catalog, module: ModuleId, format: Format) -> Answer {
    let table = catalog.table();
    let rows: Vec<VersionRow> = table.rows(module).map(|row| version_row(catalog, module, row)).collect();
    match format {
        Format::Json => to_json(&rows),
        Format::Human => {
            Answer::new(columns(&rows, &format!("{} versions, table of {}", rows.len(), table.date())))
        }
    }
}

fn one_version(catalog: &Catalog, module: ModuleId, row: RowId, format: Format) -> Answer {
    let table = catalog.table();
    let path = catalog.family().full_path(table.name(module));
    let detail = VersionDetail {
        row: version_row(catalog, module, row),
        requires: table
            .requirements(module, row)
            .into_iter()
            .map(|(sibling, row, _)| Sibling {
                module: table.name(sibling).to_owned(),
                version: table.version(row).to_string(),
            })
            .collect(),
        events: event::all()
            .iter()
            .filter_map(|event| event_row(event, catalog, &path, &table.version(row)))
            .collect(),
    };
    if format == Format::Json {
        return to_json(&detail);
    }
    let mut out = format!("{} {}, released {}\n", detail.row.module, detail.row.version, detail.row.release);
    if let Some(core) = &detail.row.built_for_core {
        let _ = writeln!(out, "  built for   core {core}");
    }
    let width = detail.requires.iter().map(|sibling| sibling.module.len()).max().unwrap_or(0);
    for (i, sibling) in detail.requires.iter().enumerate() {
        let label = if i == 0 { "requires" } else { "" };
        let _ = writeln!(out, "  {label:11} {:width$}  {}", sibling.module, sibling.version);
    }
    if detail.events.is_empty() {
        let _ = writeln!(out, "  events      none known");
    }
    for (i, event) in detail.events.iter().enumerate() {
        let label = if i == 0 { "events" } else { "" };
        let _ = writeln!(out, "  {label:11} {} ({}): {}", event.id, event.severity, event.when);
    }
    Answer::new(out)
}

fn version_row(catalog: &Catalog, module: ModuleId, row: RowId) -> VersionRow {
    let table = catalog.table();
    let version = table.version(row);
    let path = catalog.family().full_path(table.name(module));
    let core = (Some(path.as_str()) != catalog.family().core()).then(|| catalog.built_for(&path, &version));
    VersionRow {
        module: table.name(module).to_owned(),
        release: table.release(row).to_string(),
        built_for_core: core.and_then(|core| core.exact().map(ToString::to_string)),
        version: version.to_string(),
    }
}

/// Whether a trigger names this very module; what any service triggers is no news about one.
fn names_it(event: &Event, path: &str) -> bool {
    event.triggers.iter().any(|trigger| trigger.modules.contains(&path))
}

/// The event, if it can be about this version, with what must be there beside it.
fn event_row(event: &'static Event, catalog: &Catalog, path: &str, version: &Version) -> Option<EventRow> {
    // What a hold breaks is no property of the version that is held.
    if event.family != catalog.family() || event.kind == Kind::Unsatisfied {
        return None;
    }
    let stale = check::affects(event, catalog, path, version);
    let when = if stale && !event.triggers.is_empty() {
        let triggers: Vec<String> =
            event.triggers.iter().map(|trigger| page::selector(event.family, trigger)).collect();
        format!("breaks beside {}", triggers.join(", or ").replace('`', ""))
    } else if stale && event.kind == Kind::Withdrawn {
        "no longer released".to_owned()
    } else if stale {
        "by itself".to_owned()
    } else if names_it(event, path) && check::triggers(event, catalog, path, version) {
        "breaks others beside it".to_owned()
    } else {
        return None;
    };
    Some(EventRow { id: event.id, severity: event.severity.name(), when })
}

fn columns(rows: &[VersionRow], last: &str) -> String {
    let name = rows.iter().map(|row| row.module.len()).max().unwrap_or(0).max(6);
    let version = rows.iter().map(|row| row.version.len()).max().unwrap_or(0).max(7);
    let mut out = format!("{:name$}  {:version$}  {:12}  built for core\n", "module", "version", "release");
    for row in rows {
        let core = row.built_for_core.as_deref().unwrap_or("-");
        let _ = writeln!(out, "{:name$}  {:version$}  {:12}  {core}", row.module, row.version, row.release);
    }
    let _ = writeln!(out, "{last}");
    out
}
