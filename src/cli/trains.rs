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
    family: &'static str,
    release: String,
    modules: usize,
    core: Option<String>,
    aws_config: Option<String>,
}

#[derive(Serialize)]
struct VersionRow {
    module: String,
    version: String,
    release: String,
    built_for_core: Option<String>,
    /// The release whose newest crates it requires.
    train: Option<String>,
    rust_version: Option<String>,
    yanked: bool,
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
    /// Whether only some feature requires it.
    optional: bool,
}

#[derive(Serialize)]
struct EventRow {
    id: &'static str,
    severity: &'static str,
    when: String,
}

pub(super) fn trains(args: &TrainsArgs) -> Answer {
    let catalogs = Family::ALL.map(Catalog::embedded);
    let Some(what) = args.what.as_deref() else { return releases(&catalogs, args.format) };
    if what.starts_with(|c: char| c.is_ascii_digit()) {
        return match what.parse::<Release>() {
            Ok(release) => one_release(&catalogs, release, args.format),
            Err(error) => Answer::mistake(&error.to_string(), "`awscompat trains` lists the releases"),
        };
    }
    let (name, version) = match what.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (what, None),
    };
    let known =
        || catalogs.iter().filter_map(|catalog| Some((catalog, catalog.module(&catalog.resolve(name))?)));
    // A service may be known to both; how the version is written tells which is meant.
    let reads =
        |catalog: &Catalog| version.is_none_or(|version| catalog.family().parse_version(version).is_ok());
    let found = known().find(|(catalog, _)| reads(catalog)).or_else(|| known().next());
    let Some((catalog, module)) = found else {
        return Answer::mistake(
            &format!("no module or crate `{name}` in the table of {}", catalogs[0].table().date()),
            "name a module as go.mod does, or by what follows aws-sdk-go-v2/, such as service/ecr (core and smithy-go are names too); a crate as Cargo.lock does, such as aws-sdk-s3",
        );
    };
    let Some(version) = version else { return one_module(catalog, module, args.format) };
    let parsed = catalog.family().parse_version(version);
    let row = parsed.map_err(|error| error.to_string()).and_then(|version| {
        catalog.table().row(module, &version).ok_or_else(|| {
            format!(
                "{} {version} is not in the table of {}",
                catalog.table().name(module),
                catalog.table().date()
            )
        })
    });
    match row {
        Ok(row) => one_version(catalog, module, row, args.format),
        Err(what) => Answer::mistake(
            &what,
            &format!("`awscompat trains {}` lists the versions that are", catalog.table().name(module)),
        ),
    }
}

/// The module that stands for a release of its family.
const fn head(family: Family) -> &'static str {
    match family {
        Family::Go => "core",
        Family::Rust => "aws-config",
    }
}

fn releases(catalogs: &[Catalog], format: Format) -> Answer {
    let rows: Vec<Vec<ReleaseRow>> = catalogs.iter().map(release_rows).collect();
    if format == Format::Json {
        return to_json(&rows.into_iter().flatten().collect::<Vec<_>>());
    }
    let mut out = String::new();
    for (catalog, rows) in catalogs.iter().zip(&rows) {
        let (family, table) = (catalog.family(), catalog.table());
        let word = family.component_word();
        let _ = writeln!(out, "{}\n{:13} {word:>7}s  {} then", family.title(), "release", head(family));
        for row in rows {
            let head = row.core.as_deref().or(row.aws_config.as_deref()).unwrap_or("-");
            let _ = writeln!(out, "{:13} {:>8}  {head}", row.release, row.modules);
        }
        let _ = writeln!(
            out,
            "{} versions in {} releases; every {word} of the table up to {}, those in wide use up to {}\n",
            table.len(),
            rows.len(),
            table.complete_to(),
            table.date()
        );
    }
    out.pop();
    Answer::new(out)
}

fn release_rows(catalog: &Catalog) -> Vec<ReleaseRow> {
    let (family, table) = (catalog.family(), catalog.table());
    let head = table.module(head(family));
    // Releases are dense numbers, so one pass over all rows counts each.
    let mut counts = std::collections::BTreeMap::<Release, usize>::new();
    for row in table.modules().flat_map(|module| table.rows(module)) {
        *counts.entry(table.release(row)).or_default() += 1;
    }
    let row = |(release, modules)| {
        let newest = head.and_then(|head| table.newest_at(head, release));
        let newest = newest.map(|row| table.version(row).to_string());
        let (core, aws_config) = match family {
            Family::Go => (newest, None),
            Family::Rust => (None, newest),
        };
        ReleaseRow { family: family.name(), release: release.to_string(), modules, core, aws_config }
    };
    counts.into_iter().map(row).collect()
}

fn one_release(catalogs: &[Catalog], release: Release, format: Format) -> Answer {
    let of = |catalog: &Catalog| -> Vec<VersionRow> {
        let table = catalog.table();
        let newest = |module| table.newest_at(module, release).filter(|row| table.release(*row) == release);
        table.modules().filter_map(|module| Some(version_row(catalog, module, newest(module)?))).collect()
    };
    let rows: Vec<(&Catalog, Vec<VersionRow>)> =
        catalogs.iter().map(|catalog| (catalog, of(catalog))).filter(|(_, rows)| !rows.is_empty()).collect();
    if rows.is_empty() {
        let releases = catalogs.iter().flat_map(|catalog| catalog.table().releases());
        let near = releases.filter(|known| *known < release).max();
        let near = near.map_or(String::new(), |near| format!("; the one before it is {near}"));
        return Answer::mistake(
            &format!("no release of {release} in the table{near}"),
            "`awscompat trains` lists the releases",
        );
    }
    match format {
        Format::Json => to_json(&rows.into_iter().flat_map(|(_, rows)| rows).collect::<Vec<_>>()),
        Format::Human => {
            let part = |(catalog, rows): &(&Catalog, Vec<VersionRow>)| {
                let word = catalog.family().component_word();
                columns(catalog.family(), rows, &format!("{} {word}s were released on {release}", rows.len()))
            };
            Answer::new(rows.iter().map(part).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn one_module(catalog: &Catalog, module: ModuleId, format: Format) -> Answer {
    let table = catalog.table();
    let rows: Vec<VersionRow> = table.rows(module).map(|row| version_row(catalog, module, row)).collect();
    match format {
        Format::Json => to_json(&rows),
        Format::Human => Answer::new(columns(
            catalog.family(),
            &rows,
            &format!("{} versions, table of {}", rows.len(), table.date()),
        )),
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
            .map(|(sibling, row, optional)| Sibling {
                module: table.name(sibling).to_owned(),
                version: table.version(row).to_string(),
                optional,
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
    let yanked = if detail.row.yanked { ", yanked" } else { "" };
    let mut out =
        format!("{} {}, released {}{yanked}\n", detail.row.module, detail.row.version, detail.row.release);
    if let Some(core) = &detail.row.built_for_core {
        let _ = writeln!(out, "  built for   core {core}");
    }
    if let Some(train) = &detail.row.train {
        let _ = writeln!(out, "  train       {train}");
    }
    if let Some(rust_version) = &detail.row.rust_version {
        let _ = writeln!(out, "  rust        {rust_version}");
    }
    let width = detail.requires.iter().map(|sibling| sibling.module.len()).max().unwrap_or(0);
    for (i, sibling) in detail.requires.iter().enumerate() {
        let label = if i == 0 { "requires" } else { "" };
        let feature = if sibling.optional { "  (with a feature)" } else { "" };
        let _ = writeln!(out, "  {label:11} {:width$}  {}{feature}", sibling.module, sibling.version);
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
    let family = catalog.family();
    let core = family.core().filter(|core| *core != path).map(|_| catalog.built_for(&path, &version));
    let is_crate = family == Family::Rust;
    let rust = table.rust_version(row).map(|(minor, patch)| match patch {
        0 => format!("1.{minor}"),
        patch => format!("1.{minor}.{patch}"),
    });
    VersionRow {
        module: table.name(module).to_owned(),
        release: table.release(row).to_string(),
        built_for_core: core.and_then(|core| core.exact().map(ToString::to_string)),
        version: version.to_string(),
        train: is_crate.then(|| table.train(row).to_string()),
        rust_version: rust,
        yanked: table.is_yanked(row),
    }
}

/// Whether a trigger names this very module; what any service triggers is no news about one.
fn names_it(event: &Event, path: &str) -> bool {
    event.triggers.iter().any(|trigger| trigger.modules.contains(&path))
}

/// The event, if it can be about this version, with what must be there beside it.
fn event_row(event: &'static Event, catalog: &Catalog, path: &str, version: &Version) -> Option<EventRow> {
    // What a hold, a requirement or another copy breaks is no property of the version itself.
    let of_others =
        matches!(event.kind, Kind::Unsatisfied | Kind::LooseCap | Kind::OtherLine | Kind::SingleInstance);
    if event.family != catalog.family() || of_others {
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

fn columns(family: Family, rows: &[VersionRow], last: &str) -> String {
    let name = rows.iter().map(|row| row.module.len()).max().unwrap_or(0).max(6);
    let version = rows.iter().map(|row| row.version.len()).max().unwrap_or(0).max(7);
    let (word, rest) = match family {
        Family::Go => ("module", "built for core"),
        Family::Rust => ("crate", "train         rust    yanked"),
    };
    let mut out = format!("{word:name$}  {:version$}  {:12}  {rest}\n", "version", "release");
    for row in rows {
        let rest = match &row.train {
            None => row.built_for_core.as_deref().unwrap_or("-").to_owned(),
            Some(train) => {
                let yanked = if row.yanked { "yanked" } else { "-" };
                format!("{train:12}  {:6}  {yanked}", row.rust_version.as_deref().unwrap_or("-"))
            }
        };
        let _ = writeln!(out, "{:name$}  {:version$}  {:12}  {rest}", row.module, row.version, row.release);
    }
    let _ = writeln!(out, "{last}");
    out
}
