//! `awscompat check` and `awscompat plan`.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::args::{CheckArgs, Format, InputArgs, PlanArgs, StdinFormat};
use super::{Answer, BAD_INPUT, CLEAN, FOUND, NOTHING};
use crate::catalog::go_command::GoCommand;
use crate::catalog::module_cache::ModuleCache;
use crate::catalog::{Catalog, Release};
use crate::check::{Finding, Outcome, check as check_components};
use crate::discover::{Found, Input, search};
use crate::event::Severity;
use crate::family::Family;
use crate::inventory::InputError;
use crate::inventory::{Inventory, Location, go};
use crate::plan::go::plan as plan_go;
use crate::plan::{NoPlan, Plan, Strategy};
use crate::report::human::{self, Verbosity};
use crate::report::plain::clean;
use crate::report::{Checked, Report, RunError, json};
use crate::select::select;
use crate::source::Source;

/// Findings from here on make the run fail.
const FAIL_LEVEL: Severity = Severity::Error;
/// Findings from here on are cured by a plan.
const CURE_LEVEL: Severity = Severity::Warning;

pub(super) fn check(args: &CheckArgs, verbosity: Verbosity) -> Answer {
    let catalog = match catalog(&args.input) {
        Ok(catalog) => catalog,
        Err(answer) => return answer,
    };
    let report = run(&args.input, &catalog, |inventory, outcome| {
        let broken = !outcome.is_clean_at(CURE_LEVEL);
        broken.then(|| plan_go(inventory, &catalog, Strategy::Minimal, &[], CURE_LEVEL))
    });
    let mut answer = match args.format {
        Format::Human => Answer::new(human::render(&report, verbosity)),
        Format::Json => render_json(&report),
    };
    answer.err.push_str(&human::render_errors(&report.errors));
    answer.code = code(&report, report.count(FAIL_LEVEL) > 0);
    answer
}

pub(super) fn plan(args: &PlanArgs, verbosity: Verbosity) -> Answer {
    let catalog = match catalog(&args.input) {
        Ok(catalog) => catalog,
        Err(answer) => return answer,
    };
    if let Strategy::Train(release) = args.strategy
        && let Some(answer) = no_such_train(release, &catalog)
    {
        return answer;
    }
    let holds: Vec<String> = args.hold.iter().map(|name| catalog.resolve(name)).collect();
    let report = run(&args.input, &catalog, |inventory, _| {
        Some(plan_go(inventory, &catalog, args.strategy, &holds, CURE_LEVEL))
    });
    let strangers: Vec<&str> = args
        .hold
        .iter()
        .zip(&holds)
        .filter(|(_, path)| report.checked.iter().all(|checked| checked.inventory.component(path).is_none()))
        .map(|(name, _)| name.as_str())
        .collect();
    if !strangers.is_empty() && !report.checked.is_empty() {
        return Answer::mistake(
            &format!("--hold {}: no such module is built here", strangers.join(", ")),
            "name a module as go.mod does, or by what follows aws-sdk-go-v2/, such as service/ecr",
        );
    }
    let mut answer = match args.format {
        Format::Human => Answer::new(human::render_plans(&report, verbosity)),
        Format::Json => render_json(&report),
    };
    answer.err.push_str(&human::render_errors(&report.errors));
    let hopeless = report.checked.iter().any(|checked| matches!(checked.plan, Some(Err(_))));
    answer.code = code(&report, hopeless);
    answer
}

/// The answer to who asks for a train that never left.
fn no_such_train(release: Release, catalog: &Catalog) -> Option<Answer> {
    let releases = || catalog.table().releases();
    let last = release.last_meant();
    if releases().any(|known| known >= release && known <= last) {
        return None;
    }
    let near = [releases().rfind(|known| *known < release), releases().find(|known| *known > last)];
    let near: Vec<String> = near.into_iter().flatten().map(|known| known.day().to_string()).collect();
    Some(Answer::mistake(
        &format!("--strategy train={release}: the {} has no such release", catalog.family().title()),
        &format!("nearest release days: {}; `awscompat trains` lists all of them", near.join(" and ")),
    ))
}

fn render_json(report: &Report) -> Answer {
    match json::render(report) {
        Ok(text) => Answer::new(text),
        Err(error) => Answer::mistake(&format!("cannot write JSON: {error}"), "please report this as a bug"),
    }
}

fn code(report: &Report, found: bool) -> u8 {
    let empty = |error: &RunError| matches!(error, RunError::Empty(_) | RunError::Ignored(_));
    if report.errors.iter().any(|error| !empty(error)) {
        BAD_INPUT
    } else if report.checked.is_empty() {
        NOTHING
    } else if found {
        FOUND
    } else {
        CLEAN
    }
}

fn catalog(args: &InputArgs) -> Result<Catalog, Answer> {
    let catalog = Catalog::embedded(Family::Go).with_cache(ModuleCache::find());
    if !args.online {
        return Ok(catalog);
    }
    match GoCommand::find() {
        Ok(go) => Ok(catalog.with_go(Some(go))),
        Err(error) => Err(Answer {
            err: format!("error: {}\n", clean(&error.to_string())),
            code: BAD_INPUT,
            ..Answer::default()
        }),
    }
}

/// Reads, checks and plans whatever the arguments name. What cannot be read does not keep the rest from being.
fn run(
    args: &InputArgs,
    catalog: &Catalog,
    plan: impl Fn(&Inventory, &Outcome) -> Option<Result<Plan, NoPlan>>,
) -> Report {
    let (inventories, mut errors) = match args.stdin_format {
        Some(format) => match read_stdin(format) {
            Ok(inventory) => (vec![inventory], Vec::new()),
            Err(error) => (Vec::new(), vec![error]),
        },
        None => read_paths(&args.paths),
    };
    let mut checked: Vec<Checked> = Vec::new();
    for mut inventory in inventories {
        select(&mut inventory, catalog);
        let mut outcome = check_components(&inventory.components, catalog);
        if inventory.is_workspace() {
            outcome.findings.retain(|finding| !is_told(finding, &inventory, &checked));
        }
        let plan = plan(&inventory, &outcome)
            .filter(|plan| !plan.as_ref().is_ok_and(|plan| plan.moves.is_empty() && plan.carried.is_empty()));
        checked.push(Checked::new(inventory, outcome, plan, catalog));
    }
    if let Some(go) = catalog.go() {
        errors.extend(go.failures().into_iter().map(RunError::Online));
    }
    let (table, online) = (catalog.table(), args.online);
    Report { checked, errors, online, table_date: table.date(), complete_to: table.complete_to() }
}

fn read_paths(paths: &[PathBuf]) -> (Vec<Inventory>, Vec<RunError>) {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let (mut inputs, mut errors) = (BTreeSet::new(), Vec::new());
    let paths: BTreeSet<&PathBuf> = paths.iter().collect();
    for path in paths {
        match search(path) {
            Ok(Found { inputs, errors: unread }) if inputs.is_empty() && unread.is_empty() => {
                let ignored = path.join("go.mod").is_file();
                errors.push(if ignored { RunError::Ignored } else { RunError::Empty }(path.clone()));
            }
            Ok(found) => {
                inputs.extend(found.inputs);
                errors.extend(found.errors.into_iter().map(RunError::from));
            }
            Err(error) => errors.push(error.into()),
        }
    }
    let mut inventories = Vec::new();
    // Members come before their workspace, which then tells only what it adds.
    let (workspaces, rest): (Vec<Input>, Vec<Input>) =
        inputs.into_iter().partition(|input| matches!(input, Input::GoWork(_)));
    for input in rest.into_iter().chain(workspaces) {
        match input.read() {
            Ok(inventory) => inventories.push(inventory),
            Err(error) => errors.push(error.into()),
        }
    }
    (inventories, errors)
}

fn read_stdin(format: StdinFormat) -> Result<Inventory, RunError> {
    let path = Path::new("<stdin>");
    let source = Source::from_reader(path, io::stdin().lock(), 0)
        .map_err(|error| InputError::Read { path: path.to_owned(), error })?;
    // Without a word on this, a pipe whose left side failed would be reported clean.
    if source.text().trim().is_empty() {
        return Err(RunError::NoInput);
    }
    Ok(match format {
        StdinFormat::GoList => go::list(source),
        StdinFormat::GoGraph => go::graph(source),
        StdinFormat::GoMod => go::module_alone(source),
        StdinFormat::GoSum => go::sum(source),
    }?)
}

/// Whether members of the workspace have told all of a finding: the same event about the same lines.
fn is_told(finding: &Finding, workspace: &Inventory, members: &[Checked]) -> bool {
    let place = |inventory: &Inventory, at: Location| (inventory.source(at).path().to_owned(), at.span);
    finding.stale.iter().all(|stale| {
        let here = place(workspace, workspace.components[stale.component].at);
        members.iter().any(|member| {
            let same = member.outcome.findings.iter().filter(|other| other.event == finding.event);
            same.flat_map(|other| &other.stale).any(|other| {
                place(&member.inventory, member.inventory.components[other.component].at) == here
            })
        })
    })
}
