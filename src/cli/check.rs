//! `awscompat check` and `awscompat plan`.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::args::{CheckArgs, FailOn, Format, InputArgs, PlanArgs, StdinFormat, WishArgs};
use super::config::{Decided, decided, finder, notices};
use super::{Answer, BAD_INPUT, CLEAN, FOUND, NOTHING};
use crate::base::{Base, BaseError};
use crate::catalog::cargo_command;
use crate::catalog::cargo_index::CargoIndex;
use crate::catalog::go_command::GoCommand;
use crate::catalog::module_cache::ModuleCache;
use crate::catalog::{Catalog, Release, Table};
use crate::check::{self, Finding, Judgement, Outcome};
use crate::compare::compare;
use crate::config::Finder;
use crate::discover::{Found, Input, manifest_above, search};
use crate::event::Severity;
use crate::family::Family;
use crate::git;
use crate::inventory::cargo_metadata::Selection;
use crate::inventory::{Decision, InputError, Inventory, Location, Origin, cargo, go};
use crate::plan::{self, NoPlan, Plan, Strategy, Wish};
use crate::report::human::{self, Verbosity};
use crate::report::root::Root;
use crate::report::{Checked, Compared, Report, RunError, json};
use crate::select::select;
use crate::source::Source;

/// Findings from here on make the run fail.
pub(super) const FAIL_LEVEL: Severity = Severity::Error;
/// Findings from here on are cured by a plan.
pub(super) const CURE_LEVEL: Severity = Severity::Warning;

/// What is known of each family.
pub(super) struct Catalogs {
    go: Catalog,
    rust: Catalog,
    /// Why `go` cannot be asked, where it should be.
    missing_go: Option<String>,
}

impl Catalogs {
    pub(super) fn of(&self, family: Family) -> &Catalog {
        match family {
            Family::Go => &self.go,
            Family::Rust => &self.rust,
        }
    }

    /// The paths that a name stands for, in one family or the other.
    fn resolve(&self, name: &str) -> [String; 2] {
        [self.go.resolve(name), self.rust.resolve(name)]
    }
}

pub(super) fn check(args: &CheckArgs, verbosity: Verbosity) -> Answer {
    let base = match args.base.as_ref().map(|name| base(name, &args.input)).transpose() {
        Ok(base) => base,
        Err(error) => return Answer::mistake(&error.to_string(), &error.help().unwrap_or_default()),
    };
    let planning = match Planning::new(&args.input, &WishArgs::default()) {
        Ok(planning) => planning,
        Err(answer) => return *answer,
    };
    let mut report = run(&args.input, &planning, base.as_ref(), |inventory, decided, outcome| {
        let broken = !outcome.is_clean_at(CURE_LEVEL);
        broken.then(|| planning.plan_as(inventory, decided))
    });
    report.notices = notices(&report, &planning.configs, &args.input);
    report.base = base.map(|base| Compared {
        name: base.name,
        remark: base.remark,
        fail_on_any: args.fail_on == Some(FailOn::Any),
    });
    let mut answer = args.outputs.write(&report, verbosity);
    answer.err.push_str(&human::render_errors(&report.errors));
    if answer.code == CLEAN {
        answer.code = code(&report, report.count_telling(FAIL_LEVEL) > 0 && !args.exit_zero);
    }
    answer
}

pub(super) fn plan(args: &PlanArgs, verbosity: Verbosity) -> Answer {
    let planning = match Planning::new(&args.input, &args.wish) {
        Ok(planning) => planning,
        Err(answer) => return *answer,
    };
    let report = match planning.report(&args.input, &args.wish) {
        Ok(report) => report,
        Err(answer) => return *answer,
    };
    let mut answer = render_plan_report(&report, args.format, verbosity);
    let hopeless = report.checked.iter().any(|checked| match &checked.plan {
        Some(Ok(plan)) => plan.left.iter().any(|left| left.severity >= FAIL_LEVEL),
        plan => plan.is_some(),
    });
    answer.code = code(&report, hopeless);
    answer
}

/// Plans in full, with the errors of reading.
pub(super) fn render_plan_report(report: &Report, format: Format, verbosity: Verbosity) -> Answer {
    let mut answer = match format {
        Format::Human => Answer::new(human::render_plans(report, verbosity)),
        Format::Json => render_json(report),
    };
    answer.err.push_str(&human::render_errors(&report.errors));
    answer
}

/// What plans are made with.
pub(super) struct Planning {
    pub(super) catalogs: Catalogs,
    /// The user's decisions.
    pub(super) configs: Finder,
    /// What each `--hold` stands for.
    named: Vec<[String; 2]>,
    holds: Vec<String>,
    strategy: Option<Strategy>,
    /// The Rust that must do, on the user's word.
    pub(super) rust_version: Option<(u16, u16)>,
}

impl Planning {
    /// Reads the tables, and refuses a train that never left.
    pub(super) fn new(input: &InputArgs, wish: &WishArgs) -> Result<Self, Box<Answer>> {
        let catalogs = catalogs(input);
        if let Some(Strategy::Train(release)) = wish.strategy
            && let Some(answer) = no_such_train(release, &catalogs)
        {
            return Err(Box::new(answer));
        }
        let named: Vec<[String; 2]> = wish.hold.iter().map(|name| catalogs.resolve(name)).collect();
        let holds = named.concat();
        let configs = finder(&input.config, catalogs.go.table().date());
        let (strategy, rust_version) = (wish.strategy, wish.rust_version);
        Ok(Self { catalogs, configs, named, holds, strategy, rust_version })
    }

    /// The plan of one build.
    pub(super) fn plan(&self, inventory: &Inventory) -> Result<Plan, NoPlan> {
        self.plan_as(inventory, &decided(&self.configs, inventory))
    }

    /// The plan of one build, as the user has decided.
    fn plan_as(&self, inventory: &Inventory, decided: &Decided) -> Result<Plan, NoPlan> {
        let config = decided.config.as_ref();
        let held = config.iter().flat_map(|config| &config.hold);
        let holds: Vec<String> = held.flat_map(|name| self.catalogs.resolve(&name.value)).collect();
        let wish = Wish {
            // What is typed counts more than what is written.
            strategy: self.strategy.or_else(|| config?.strategy.as_ref().map(|strategy| strategy.value)),
            holds: &[&holds[..], &self.holds].concat(),
            level: CURE_LEVEL,
            rust_version: self.rust_version,
            judgement: &decided.judgement,
        };
        plan::plan(inventory, self.catalogs.of(inventory.family), &wish)
    }

    /// The plans of all builds; refuses to hold what is built nowhere.
    pub(super) fn report(&self, input: &InputArgs, wish: &WishArgs) -> Result<Report, Box<Answer>> {
        let report = run(input, self, None, |inventory, decided, outcome| {
            // The lock is the whole workspace's; it moves if there is something to cure for the packages named.
            let spared = !input.package.is_empty()
                && inventory.family == Family::Rust
                && self.strategy.is_none()
                && outcome.is_clean_at(CURE_LEVEL);
            (!spared).then(|| self.plan_as(inventory, decided))
        });
        let builds =
            |path: &String| report.checked.iter().any(|checked| checked.inventory.component(path).is_some());
        let strange = wish.hold.iter().zip(&self.named).filter(|(_, paths)| !paths.iter().any(builds));
        let strangers: Vec<&str> = strange.map(|(name, _)| name.as_str()).collect();
        if strangers.is_empty() || report.checked.is_empty() {
            return Ok(report);
        }
        Err(Box::new(Answer::mistake(
            &format!("--hold {}: no such module is built here", strangers.join(", ")),
            "name a module as go.mod does, or by what follows aws-sdk-go-v2/, such as service/ecr; a crate as Cargo.lock does",
        )))
    }
}

/// The answer to who asks for a train that never left.
fn no_such_train(release: Release, catalogs: &Catalogs) -> Option<Answer> {
    let releases = || Family::ALL.into_iter().flat_map(|family| catalogs.of(family).table().releases());
    let last = release.last_meant();
    if releases().any(|known| known >= release && known <= last) {
        return None;
    }
    let before = releases().filter(|known| *known < release).max();
    let after = releases().filter(|known| *known > last).min();
    let near = [before, after];
    let near: Vec<String> = near.into_iter().flatten().map(|known| known.day().to_string()).collect();
    Some(Answer::mistake(
        &format!("--strategy train={release}: no AWS SDK has such a release"),
        &format!("nearest release days: {}; `awscompat trains` lists all of them", near.join(" and ")),
    ))
}

fn render_json(report: &Report) -> Answer {
    match json::render(report) {
        Ok(text) => Answer::new(text),
        Err(error) => Answer::mistake(&format!("cannot write JSON: {error}"), "please report this as a bug"),
    }
}

pub(super) fn code(report: &Report, found: bool) -> u8 {
    let empty = |error: &RunError| {
        matches!(error, RunError::Empty(_) | RunError::Ignored(_) | RunError::Excluded { .. })
    };
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

fn catalogs(args: &InputArgs) -> Catalogs {
    let go = Catalog::embedded(Family::Go).with_cache(ModuleCache::find());
    let rust = Catalog::embedded(Family::Rust).with_index(CargoIndex::find());
    if !args.online {
        return Catalogs { go, rust, missing_go: None };
    }
    let (go_command, missing_go) = match GoCommand::find() {
        Ok(command) => (Some(command), None),
        Err(error) => (None, Some(error.to_string())),
    };
    Catalogs { go: go.with_go(go_command), rust, missing_go }
}

/// Reads, checks and plans whatever the arguments name. What cannot be read does not keep the rest from being.
fn run(
    args: &InputArgs,
    planning: &Planning,
    base: Option<&Base>,
    plan: impl Fn(&Inventory, &Decided, &Outcome) -> Option<Result<Plan, NoPlan>>,
) -> Report {
    let Planning { catalogs, configs, .. } = planning;
    let (inventories, mut errors) = match args.stdin_format {
        Some(format) => match read_stdin(format) {
            Ok(inventory) => (vec![inventory], Vec::new()),
            Err(error) => (Vec::new(), vec![error]),
        },
        None => read_paths(&args.paths, args.manifest_path.as_ref(), configs),
    };
    let strangers: Vec<RunError> =
        args.package.iter().filter_map(|name| no_such_package(name, &inventories)).collect();
    // What was asked about is not there, so to call anything else well would mislead.
    let inventories = if strangers.is_empty() { inventories } else { Vec::new() };
    errors.extend(strangers);
    if args.online {
        errors.extend(bring_up_to_date(catalogs, &inventories));
    }
    let selection = selection(args);
    let mut checked: Vec<Checked> = Vec::new();
    let mut before: Vec<(Inventory, Outcome)> = Vec::new();
    for mut inventory in inventories {
        let catalog = catalogs.of(inventory.family);
        if let (Some(selection), Decision::CargoLock) = (&selection, inventory.decided_by)
            && let Err(error) = cargo::resolve(&mut inventory, selection)
        {
            errors.push(RunError::Resolve { manifest: inventory.manifest().to_owned(), error });
        }
        let members = || checked.iter().map(|checked| (&checked.inventory, &checked.outcome));
        let decided = decided(configs, &inventory);
        let outcome = examine(&mut inventory, catalog, args, &decided.judgement, members());
        let comparison = match base.map(|base| base.before(inventory.manifest())) {
            None => None,
            Some(Ok(was)) => {
                let was = was.map(|mut was| {
                    let members = before.iter().map(|(inventory, outcome)| (inventory, outcome));
                    let outcome = examine(&mut was, catalog, args, &decided.judgement, members);
                    (was, outcome)
                });
                let comparison =
                    compare((&inventory, &outcome), was.as_ref().map(|(was, outcome)| (was, outcome)));
                before.extend(was);
                Some(comparison)
            }
            Some(Err(error)) => {
                errors.push(error.into());
                None
            }
        };
        let plan =
            plan(&inventory, &decided, &outcome).filter(|plan| !plan.as_ref().is_ok_and(Plan::is_empty));
        let config = decided.config;
        checked.push(Checked { comparison, config, ..Checked::new(inventory, outcome, plan, catalog) });
    }
    errors.extend(configs.take_errors().into_iter().map(RunError::from));
    if let Some(go) = catalogs.go.go() {
        errors.extend(go.failures().into_iter().map(RunError::Online));
    }
    // Where both families were read, the older table speaks for the run.
    let families = [Family::Go, Family::Rust].into_iter().filter(|family| {
        checked.is_empty() || checked.iter().any(|checked| checked.inventory.family == *family)
    });
    let tables: Vec<_> = families.map(|family| catalogs.of(family).table()).collect();
    let oldest = |day: fn(&Table) -> Release| tables.iter().map(|table| day(table)).min();
    let today = catalogs.go.table().date();
    Report {
        checked,
        errors,
        notices: Vec::new(),
        base: None,
        root: root(),
        online: args.online,
        table_date: oldest(Table::date).unwrap_or(today),
        complete_to: oldest(Table::complete_to).unwrap_or(today),
    }
}

/// Selects and checks what was read. Of a workspace that leaves out what its members have told.
fn examine<'m>(
    inventory: &mut Inventory,
    catalog: &Catalog,
    args: &InputArgs,
    judgement: &Judgement,
    members: impl Iterator<Item = (&'m Inventory, &'m Outcome)> + Clone,
) -> Outcome {
    select(inventory, catalog);
    let mut outcome = check::check(inventory, catalog);
    judgement.apply(&mut outcome, &inventory.components, inventory.family);
    if !args.package.is_empty() && inventory.family == Family::Rust {
        let built = inventory.built_from(&args.package);
        outcome.findings.retain(|finding| finding.stale.iter().any(|stale| built[stale.component]));
    }
    if inventory.is_workspace() {
        outcome.findings.retain(|finding| !is_told(finding, inventory, members.clone()));
    }
    outcome
}

/// What the builds are compared with.
fn base(name: &str, input: &InputArgs) -> Result<Base, BaseError> {
    let here = env::current_dir().unwrap_or_default();
    let heads: Vec<PathBuf> = input.paths.iter().chain(&input.manifest_path).cloned().collect();
    Base::open(name, git::repository(&here), &heads)
}

/// What paths are relative to where CI reads them.
fn root() -> Root {
    let here = env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    let repository = git::repository(&here).map(|repository| repository.root);
    Root::new(here, repository)
}

/// What to ask cargo about, on the user's word.
fn selection(args: &InputArgs) -> Option<Selection> {
    args.resolve.then(|| Selection {
        // Cargo takes spaces between them as well.
        features: args.features.iter().flat_map(|list| list.split_whitespace()).map(str::to_owned).collect(),
        all_features: args.all_features,
        no_default_features: args.no_default_features,
        target: args.target.clone(),
    })
}

/// Has cargo look up the crates that are locked; `go` is asked as questions come up.
fn bring_up_to_date(catalogs: &Catalogs, inventories: &[Inventory]) -> Vec<RunError> {
    let of = |family: Family| inventories.iter().filter(move |inventory| inventory.family == family);
    let mut errors = Vec::new();
    if let (Some(error), true) = (&catalogs.missing_go, of(Family::Go).next().is_some()) {
        errors.push(RunError::Online(error.clone()));
    }
    let crates: BTreeSet<&str> = of(Family::Rust)
        .flat_map(Inventory::family_components)
        .filter(|component| component.origin == Origin::Registry)
        .map(|component| component.path.as_str())
        .collect();
    if !crates.is_empty() {
        match cargo_command::refresh(&crates.into_iter().collect::<Vec<_>>()) {
            Ok(()) => catalogs.rust.trust_index(),
            Err(error) => errors.push(RunError::Online(error)),
        }
    }
    errors
}

fn read_paths(
    paths: &[PathBuf],
    manifest: Option<&PathBuf>,
    configs: &Finder,
) -> (Vec<Inventory>, Vec<RunError>) {
    let (inputs, mut errors) = find_inputs(paths, manifest, configs);
    let mut inventories = Vec::new();
    for input in inputs {
        match input.read() {
            Ok(inventory) => inventories.push(inventory),
            Err(error) => errors.push(error.into()),
        }
    }
    (inventories, errors)
}

/// What the arguments stand for, in the order in which it is to be read.
pub(super) fn find_inputs(
    paths: &[PathBuf],
    manifest: Option<&PathBuf>,
    configs: &Finder,
) -> (Vec<Input>, Vec<RunError>) {
    let here = PathBuf::from(".");
    let mut paths: BTreeSet<&PathBuf> = paths.iter().chain(manifest).collect();
    let (mut inputs, mut errors) = (BTreeSet::new(), Vec::new());
    let none_asked = paths.is_empty() && paths.insert(&here);
    for path in paths {
        let mut found = search(path);
        if none_asked
            && found.as_ref().is_ok_and(|found| found.inputs.is_empty())
            && let Some(manifest) = manifest_above(path)
        {
            found = search(&manifest);
        }
        match found {
            Ok(Found { inputs, errors: unread }) if inputs.is_empty() && unread.is_empty() => {
                let ignored = path.join("go.mod").is_file();
                errors.push(if ignored { RunError::Ignored } else { RunError::Empty }(path.clone()));
            }
            Ok(found) => {
                errors.extend(found.errors.into_iter().map(RunError::from));
                match without_excluded(path, found.inputs, configs) {
                    Ok(found) => inputs.extend(found),
                    Err(excluded) => errors.push(excluded),
                }
            }
            Err(error) => errors.push(error.into()),
        }
    }
    // Members come before their workspace, which then tells only what it adds.
    let (workspaces, rest): (Vec<Input>, Vec<Input>) =
        inputs.into_iter().partition(|input| matches!(input, Input::GoWork(_)));
    (rest.into_iter().chain(workspaces).collect(), errors)
}

/// Takes out what the configuration in force at each input excludes. What was named itself stays.
fn without_excluded(path: &Path, inputs: Vec<Input>, configs: &Finder) -> Result<Vec<Input>, RunError> {
    let excluded_by = |path: &Path, is_folder: bool| {
        let folder = if is_folder { path } else { path.parent().unwrap_or(Path::new(".")) };
        let config = configs.of(folder)?;
        let real = fs::canonicalize(path).ok()?;
        config.excludes(&real, is_folder).then(|| config.source.path().to_owned())
    };
    if !path.is_dir() || excluded_by(path, true).is_some() {
        return Ok(inputs);
    }
    let mut config = None;
    let kept: Vec<Input> = inputs
        .into_iter()
        .filter(|input| match excluded_by(input.path(), false) {
            None => true,
            by => {
                config = by;
                false
            }
        })
        .collect();
    match config {
        Some(config) if kept.is_empty() => Err(RunError::Excluded { path: path.to_owned(), config }),
        _ => Ok(kept),
    }
}

/// The error for a package that no workspace has.
fn no_such_package(name: &str, inventories: &[Inventory]) -> Option<RunError> {
    let packages = || inventories.iter().flat_map(Inventory::packages);
    let known = packages().any(|package| package.is_meant_by(name));
    (!known && !inventories.is_empty()).then(|| RunError::Package {
        name: name.to_owned(),
        known: packages().map(|package| package.path.clone()).collect(),
    })
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
        StdinFormat::CargoLock => cargo::lock_alone(source),
    }?)
}

/// Whether members of the workspace have told all of a finding: the same event about the same lines.
fn is_told<'m>(
    finding: &Finding,
    workspace: &Inventory,
    members: impl Iterator<Item = (&'m Inventory, &'m Outcome)> + Clone,
) -> bool {
    let place = |inventory: &Inventory, at: Location| (inventory.source(at).path().to_owned(), at.span);
    finding.stale.iter().all(|stale| {
        let here = place(workspace, workspace.components[stale.component].at);
        members.clone().any(|(member, outcome)| {
            let same = outcome.findings.iter().filter(|other| other.event == finding.event);
            same.flat_map(|other| &other.stale)
                .any(|other| place(member, member.components[other.component].at) == here)
        })
    })
}
