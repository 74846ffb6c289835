//! `awscompat fix`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};

use super::args::{FixArgs, Format, InputArgs};
use super::check::{CURE_LEVEL, FAIL_LEVEL, Planning, code, find_inputs, render_plan_report};
use super::config::decided;
use super::{Answer, BAD_INPUT, CLEAN, FOUND, STOPPED};
use crate::apply::build::{self, Done, Means};
use crate::apply::transaction::{Place, Recovered, Stop, Transaction, absolute};
use crate::apply::{ApplyError, applied, diff, toolchain};
use crate::catalog::Catalog;
use crate::check::{self, Outcome as Checked};
use crate::config::{Finder, Where};
use crate::discover::Input;
use crate::family::Family;
use crate::git;
use crate::inventory::Inventory;
use crate::plan::{Move, NoPlan, Plan};
use crate::report::fix::{FixReport, Fixed, Moved, Outcome, Trouble};
use crate::report::human::{self, Verbosity};
use crate::select::select;

/// Plans in a row: what `go` selects may ask for another one.
const MAX_ROUNDS: usize = 4;

/// Files with changes that are named before the rest is counted.
const MAX_NAMED: usize = 5;

const PENDING: &str = "note: an earlier run of `awscompat fix` was cut short here, or one is at work; the next without -n brings the old \
                       files back first\n\n";

pub(super) fn fix(args: &FixArgs, verbosity: Verbosity) -> Answer {
    if (args.locked || args.frozen) && !args.dry_run {
        return Answer::mistake(
            "--locked and --frozen forbid what fix is for: another Cargo.lock",
            "leave them out, or see what would change: `awscompat fix --dry-run --locked`",
        );
    }
    let input = args.input();
    let folders = folders_of(&input);
    let recovered = match recover(folders.iter().filter(|_| !args.dry_run)) {
        Ok(Recovered { files, kept }) => FixReport { recovered: files, kept, ..FixReport::default() },
        Err(error) => return Answer::mistake(&error.to_string(), &error.help()),
    };
    let planning = match Planning::new(&input, &args.wish) {
        Ok(planning) => planning,
        Err(answer) => return *answer,
    };
    let mut report = match planning.report(&input, &args.wish) {
        Ok(report) => report,
        Err(answer) => return *answer,
    };
    if args.dry_run {
        if args.no_tidy {
            for plan in report.checked.iter_mut().filter_map(|checked| checked.plan.as_mut()?.as_mut().ok()) {
                plan.commands.retain(|command| command != "go mod tidy");
            }
        }
        let mut answer = render_plan_report(&report, args.format, verbosity);
        let hopeless = report.checked.iter().any(|checked| matches!(checked.plan, Some(Err(_))));
        answer.code = code(&report, hopeless || report.count(FAIL_LEVEL) > 0);
        if folders.iter().any(|folder| Place::is_pending(folder)) {
            answer.err.insert_str(0, PENDING);
        }
        return answer;
    }
    let stop = match Stop::by_signals() {
        Ok(stop) => stop,
        Err(error) => {
            return Answer::mistake(
                &format!("cannot listen to signals: {error}"),
                "please report this as a bug",
            );
        }
    };
    let (inputs, _) = find_inputs(&input.paths, input.manifest_path.as_ref(), &planning.configs);
    let mut fixing = Fixing {
        args,
        planning: &planning,
        means: Means { edit_only: args.edit_only, no_tidy: args.no_tidy, offline: args.offline },
        home: common_folder(&inputs),
        stop,
        has_workspace: inputs.iter().any(|input| matches!(input, Input::GoWork(_))),
        changed: BTreeSet::new(),
        undone: BTreeSet::new(),
        transactions: BTreeMap::new(),
        refused: false,
    };
    let mut fixed = FixReport { builds: Vec::new(), ..recovered };
    for input in &inputs {
        match fixing.build(input) {
            Ok(Some(build)) => fixed.builds.push(build),
            Ok(None) => {}
            Err(Stopped) => return fixing.stopped(&fixed),
        }
    }
    let refused = fixing.refused;
    for build in &mut fixed.builds {
        let undone = |file: &PathBuf| fs::canonicalize(file).is_ok_and(|file| fixing.undone.contains(&file));
        if build.outcome != Outcome::Failed && build.files.iter().any(undone) {
            let why = "undone, for the vendor folder of its workspace could not be filled anew";
            let help = "mend what is said of go.work, then run `awscompat fix` again".to_owned();
            *build = failed(build.manifest.clone(), why.to_owned(), help);
        }
    }
    if fixing.stop.is_told() {
        return fixing.stopped(&fixed);
    }
    for (place, error) in fixing.finish() {
        let covered = |file: &PathBuf| place.covers(&absolute(file));
        for build in fixed.builds.iter_mut().filter(|build| build.files.iter().any(covered)) {
            *build = failed_by(build.manifest.clone(), &error);
        }
    }
    let mut answer = match args.format {
        Format::Json => match fixed.json() {
            Ok(text) => Answer::new(text),
            Err(error) => {
                Answer::mistake(&format!("cannot write JSON: {error}"), "please report this as a bug")
            }
        },
        Format::Human if args.diff => Answer { out: fixed.diff(), err: fixed.render(verbosity), code: CLEAN },
        Format::Human => Answer::new(fixed.render(verbosity)),
    };
    answer.err.push_str(&fixed.errors());
    answer.err.push_str(&human::render_errors(&report.errors));
    let failed = |build: &Fixed| match build.outcome {
        Outcome::Failed => true,
        Outcome::Open | Outcome::Edited | Outcome::Previewed => !build.left.is_empty(),
        Outcome::Clean | Outcome::Fixed => false,
    };
    answer.code = match code(&report, fixed.builds.iter().any(failed)) {
        CLEAN | FOUND if refused => BAD_INPUT,
        code => code,
    };
    answer
}

/// The user wants no more.
struct Stopped;

struct Fixing<'a> {
    args: &'a FixArgs,
    planning: &'a Planning,
    means: Means,
    /// The folder that all inputs lie in, for what belongs to no repository.
    home: PathBuf,
    stop: Stop,
    /// Whether a build is made of others that are fixed before it.
    has_workspace: bool,
    /// The files that were changed so far.
    changed: BTreeSet<PathBuf>,
    /// Those of them that are as they were again.
    undone: BTreeSet<PathBuf>,
    /// One for each repository.
    transactions: BTreeMap<Place, Transaction>,
    /// Whether something is in the way that is not a matter of versions.
    refused: bool,
}

/// A build as it is now.
struct State {
    inventory: Inventory,
    outcome: Checked,
}

impl Fixing<'_> {
    /// Fixes one build, or says why not. None where it cannot be read, which has been said.
    fn build(&mut self, input: &Input) -> Result<Option<Fixed>, Stopped> {
        let Some(state) = self.read(input) else { return Ok(None) };
        let place = self.place(&state.inventory);
        let manifest = state.inventory.manifest().display().to_string();
        if absolute(state.inventory.manifest()).to_str().is_none() {
            let help = "rename the folder, or run the commands of `awscompat plan` by hand".to_owned();
            return Ok(Some(failed(
                manifest,
                "the path is not UTF-8, so no notes of it can be kept".to_owned(),
                help,
            )));
        }
        let plan = match self.planning.plan(&state.inventory) {
            Ok(plan) => plan,
            Err(reason) => {
                let help =
                    "`awscompat` says what is wrong, and `awscompat --explain ID` what to do".to_owned();
                return Ok(Some(failed(manifest, reason.to_string(), help)));
            }
        };
        if is_empty(&plan) && !self.vendors_what_changed(&state.inventory) {
            return Ok(Some(untouched(manifest, &state)));
        }
        let mut means = self.means;
        let mut missing = None;
        if state.inventory.family == Family::Go && !means.edit_only && !toolchain::starts("go") {
            means.edit_only = true;
            missing = Some("`go` is not on the path".to_owned());
        }
        let result = if self.args.diff && means.edit_only && !self.has_workspace {
            preview(&state, &plan)
        } else {
            self.change(input, &state.inventory, &place, means)
        };
        match result {
            Ok(mut fixed) => {
                self.changed
                    .extend(fixed.files.iter().map(|file| fs::canonicalize(file).unwrap_or_default()));
                fixed.remarks.splice(0..0, missing);
                Ok(Some(fixed))
            }
            Err(ApplyError::Stopped) => Err(Stopped),
            Err(error) => {
                self.refused |= !matches!(
                    error,
                    ApplyError::Command { .. } | ApplyError::NotClean { .. } | ApplyError::Unfit(_)
                );
                Ok(Some(failed_by(manifest, &error)))
            }
        }
    }

    fn read(&self, input: &Input) -> Option<State> {
        let mut inventory = input.read().ok()?;
        let catalog = self.planning.catalogs.of(inventory.family);
        if let (Some(version), Family::Rust) = (self.planning.rust_version, inventory.family) {
            inventory.cargo.get_or_insert_default().bind(version);
        }
        select(&mut inventory, catalog);
        let mut outcome = check::check(&inventory, catalog);
        let decided = decided(&self.planning.configs, &inventory);
        decided.judgement.apply(&mut outcome, &inventory.components, inventory.family);
        Some(State { inventory, outcome })
    }

    fn place(&self, inventory: &Inventory) -> Place {
        let own = Place::of(&inventory.folder.clone().unwrap_or_default());
        if own.repository.is_some() { own } else { Place::of(&self.home) }
    }

    /// Changes a build, and goes back where it is not well then.
    fn change(
        &mut self,
        input: &Input,
        inventory: &Inventory,
        place: &Place,
        means: Means,
    ) -> Result<Fixed, ApplyError> {
        let mut transaction = match self.transactions.remove(place) {
            Some(transaction) => transaction,
            None => Transaction::begin(place, self.stop.clone())?,
        };
        let mark = if self.vendors_what_changed(inventory) {
            // Members that have moved do not go with the vendor folder as it was: it is all of them, or none.
            0
        } else {
            transaction.mark()
        };
        let mut result = self.change_in(&mut transaction, input, place, means);
        // For a diff, all comes back at the end: a workspace is to see what its members would be.
        if result.is_err()
            && let Err(error) = transaction.roll_back(mark)
        {
            // Nothing is more urgent to be known than this.
            result = Err(error);
        }
        if result.is_err() && mark == 0 {
            let (undone, kept) =
                mem::take(&mut self.changed).into_iter().partition(|file| place.covers(file));
            self.changed = kept;
            self.undone.extend::<BTreeSet<PathBuf>>(undone);
        }
        self.transactions.insert(place.clone(), transaction);
        result
    }

    fn change_in(
        &self,
        transaction: &mut Transaction,
        input: &Input,
        place: &Place,
        means: Means,
    ) -> Result<Fixed, ApplyError> {
        // Until the place was locked, another run may have been at work.
        let gone = || ApplyError::Unfit(format!("{}: cannot be read any more", input.path().display()));
        let before = self.read(input).ok_or_else(gone)?;
        let no_plan = |reason: NoPlan| ApplyError::Unfit(reason.to_string());
        let mut plan = self.planning.plan(&before.inventory).map_err(no_plan)?;
        let manifest = before.inventory.manifest().display().to_string();
        if is_empty(&plan) {
            let mut fixed = untouched(manifest, &before);
            if self.vendors_what_changed(&before.inventory) {
                self.vendor_workspace(transaction, place, &before.inventory, means, &mut fixed)?;
            }
            return Ok(fixed);
        }
        let mut fixed =
            Fixed::new(manifest, if self.args.diff { Outcome::Previewed } else { Outcome::Fixed });
        let mut old: BTreeMap<PathBuf, Option<String>> = BTreeMap::new();
        let mut now: Option<State> = None;
        let mut waits;
        let mut plans: Vec<Plan> = Vec::new();
        loop {
            let state = now.as_ref().unwrap_or(&before);
            let files = build::files(&state.inventory, &plan)?;
            let new: Vec<PathBuf> = files.into_iter().filter(|file| !old.contains_key(file)).collect();
            if !self.args.allow_dirty && !self.args.diff {
                let vendor = build::vendor_folder(&state.inventory, means).filter(|_| plans.is_empty());
                refuse_dirty(place, new.iter().chain(&vendor))?;
            }
            transaction.save(&new)?;
            old.extend(new.into_iter().map(|file| {
                let text = fs::read_to_string(&file).ok();
                (file, text)
            }));
            let moved = build::apply(transaction, &state.inventory, &plan, means);
            let lock = self.read(input).ok_or_else(|| {
                ApplyError::Unfit(format!("{}: what came out cannot be read", input.path().display()))
            });
            let lock = match (&moved, lock) {
                // What failed is the reason why it cannot be read.
                (Err(_), Err(_)) => None,
                (_, lock) => Some(lock?),
            };
            plans.push(plan);
            let after = match (moved, lock) {
                (Ok(done), Some(after)) => {
                    note(&mut fixed, done);
                    after
                }
                // A step of several may be done already by the one before: cargo takes that for an error. Only what then
                // succeeds shows that it was no other one.
                (Err(error @ ApplyError::Command { .. }), Some(after))
                    if after.inventory.family == Family::Rust
                        && plans.len() < MAX_ROUNDS
                        && !same(&after.inventory, &state.inventory)
                        && self.planning.plan(&after.inventory).is_ok_and(|next| !is_empty(&next)) =>
                {
                    fixed.remarks.push(format!("{error}; planned anew from what was reached"));
                    after
                }
                (Err(error), _) => return Err(error),
                (Ok(_), None) => return Err(gone()),
            };
            let state = now.insert(after);
            // The lock is as it was until the commands have run.
            waits = !fixed.must_follow.is_empty() && state.inventory.family == Family::Rust;
            if waits {
                break;
            }
            if state.outcome.is_clean_at(CURE_LEVEL) {
                break;
            }
            plan = match self.planning.plan(&state.inventory) {
                Ok(next) if is_empty(&next) => break,
                Ok(next) if plans.len() < MAX_ROUNDS => next,
                Ok(_) => return Err(not_clean(state, "no end is in sight")),
                Err(reason) => return Err(not_clean(state, &reason.to_string())),
            };
        }
        let state = now.as_ref().unwrap_or(&before);
        fixed.left = left(state);
        fixed.remarks.extend(newer_than_table(state, self.planning.catalogs.of(state.inventory.family)));
        if !waits && !state.outcome.is_clean_at(FAIL_LEVEL) {
            return Err(not_clean(state, "no version that could be moved cures that"));
        }
        if self.args.diff && build::vendor_folder(&before.inventory, means).is_some() {
            fixed
                .remarks
                .push("the vendor folder is no part of the diff; it must be filled anew after it".to_owned());
        }
        if !fixed.must_follow.is_empty() && !self.args.diff {
            fixed.outcome = Outcome::Edited;
        }
        fixed.compare(&before.inventory, &state.inventory, &plans);
        if self.args.diff {
            fixed.remarks.extend(apply_elsewhere(old.keys()));
        }
        for (file, old) in &old {
            let new = fs::read_to_string(file).ok();
            if *old != new {
                fixed.files.push(file.clone());
                if self.args.diff {
                    fixed.diff.push_str(&diff::unified(&for_git(file), old.as_deref(), new.as_deref()));
                }
            }
        }
        Ok(fixed)
    }

    /// Whether this is a workspace whose vendor folder does not go with its members any more.
    fn vendors_what_changed(&self, inventory: &Inventory) -> bool {
        let changed = |path: &Path| fs::canonicalize(path).is_ok_and(|path| self.changed.contains(&path));
        build::workspace_vendor_command(inventory).is_some()
            && inventory.sources.iter().any(|source| changed(source.path()))
    }

    /// Fills the vendor folder of a workspace anew, after its members have changed.
    fn vendor_workspace(
        &self,
        transaction: &mut Transaction,
        place: &Place,
        inventory: &Inventory,
        means: Means,
        fixed: &mut Fixed,
    ) -> Result<(), ApplyError> {
        if means.edit_only {
            let command = build::workspace_vendor_command(inventory);
            fixed.must_follow.extend(command.map(str::to_owned));
            fixed.outcome = if self.args.diff { Outcome::Previewed } else { Outcome::Edited };
            return Ok(());
        }
        let folder = build::vendor_folder(inventory, means);
        if !self.args.allow_dirty && !self.args.diff {
            refuse_dirty(place, folder.iter())?;
        }
        let mut done = Done::default();
        build::vendor(transaction, &inventory.folder.clone().unwrap_or_default(), means, &mut done)?;
        note(fixed, done);
        fixed.outcome = if self.args.diff { Outcome::Previewed } else { Outcome::Fixed };
        Ok(())
    }

    /// The end: what was changed stays, or goes where only the difference was asked for.
    /// Tells in which places that failed.
    fn finish(mut self) -> Vec<(Place, ApplyError)> {
        let mut failures = Vec::new();
        while let Some((place, mut transaction)) = self.transactions.pop_first() {
            let rolled_back = if self.args.diff { transaction.roll_back(0).map(drop) } else { Ok(()) };
            if let Err(error) = rolled_back.and_then(|()| transaction.commit()) {
                failures.push((place, error));
            }
        }
        failures
    }

    /// Brings everything back after a signal.
    fn stopped(mut self, fixed: &FixReport) -> Answer {
        let mut err = fixed.errors();
        let mut all = true;
        while let Some((_, mut transaction)) = self.transactions.pop_first() {
            if let Err(error) = transaction.roll_back(0) {
                all = false;
                err.push_str(&format!("error: {error}\n\n  help: {}\n", error.help()));
            }
        }
        err.push_str(if all { "stopped: every file is as it was\n" } else { "stopped\n" });
        Answer { out: String::new(), err, code: STOPPED }
    }
}

/// What would change in manifests, of which nothing has to be run to know it.
fn preview(state: &State, plan: &Plan) -> Result<Fixed, ApplyError> {
    build::files(&state.inventory, plan)?;
    let (fixes, done) = build::edits(&state.inventory, plan)?;
    let mut fixed = Fixed::new(state.inventory.manifest().display().to_string(), Outcome::Previewed);
    note(&mut fixed, done);
    fixed.moved = plan.moves.iter().map(planned).collect();
    if fixes.is_empty() && !fixed.must_follow.is_empty() {
        // An empty diff would pass for a cure.
        fixed.left = left(state);
        let only =
            "no manifest has to change: the lock alone is moved, by the commands, so leave out --edit-only";
        fixed.remarks.push(only.to_owned());
    }
    fixed.remarks.extend(apply_elsewhere(fixes.iter().map(|fix| &fix.file)));
    for source in &state.inventory.sources {
        let own: Vec<_> = fixes.iter().filter(|fix| fix.file == source.path()).cloned().collect();
        let Some(new) = applied(source.text(), &own).filter(|new| new != source.text()) else { continue };
        fixed.files.push(source.path().to_owned());
        fixed.diff.push_str(&diff::unified(&for_git(source.path()), Some(source.text()), Some(&new)));
    }
    Ok(fixed)
}

/// A move as it will be.
fn planned(moved: &Move) -> Moved {
    Moved {
        path: moved.path.clone(),
        from: moved.from.iter().cloned().collect(),
        to: vec![moved.to.clone()],
        asked: Some(moved.to.clone()),
        why: Some(moved.why.to_string()),
    }
}

/// The folders that a run is about.
fn folders_of(input: &InputArgs) -> Vec<PathBuf> {
    // What is to be brought back may hold the configuration.
    let nowhere = Finder::new(Where::Nowhere, None, Catalog::embedded(Family::Go).table().date());
    let (inputs, _) = find_inputs(&input.paths, input.manifest_path.as_ref(), &nowhere);
    let mut folders: Vec<PathBuf> = inputs.iter().map(|input| folder_of(input.path())).collect();
    let named = input.paths.iter().chain(&input.manifest_path);
    folders.extend(named.map(|path| if path.is_dir() { path.clone() } else { folder_of(path) }));
    folders.push(common_folder(&inputs));
    if input.paths.is_empty() && input.manifest_path.is_none() {
        folders.push(PathBuf::from("."));
    }
    folders.sort();
    folders.dedup();
    folders.retain(|folder| folder.is_dir());
    folders
}

/// Undoes what an earlier run has left half done, before anything is read.
fn recover<'a>(folders: impl Iterator<Item = &'a PathBuf>) -> Result<Recovered, ApplyError> {
    let mut all = Recovered::default();
    for folder in folders {
        let recovered = Place::recover(folder)?;
        all.files.extend(recovered.files);
        all.kept.extend(recovered.kept);
    }
    Ok(all)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The deepest folder that all inputs lie in.
fn common_folder(inputs: &[Input]) -> PathBuf {
    let mut folders = inputs.iter().filter_map(|input| fs::canonicalize(folder_of(input.path())).ok());
    let Some(mut common) = folders.next() else { return PathBuf::from(".") };
    for folder in folders {
        while !folder.starts_with(&common) && common.pop() {}
    }
    common
}

fn refuse_dirty<'a>(place: &Place, files: impl Iterator<Item = &'a PathBuf>) -> Result<(), ApplyError> {
    let Some(repository) = &place.repository else { return Ok(()) };
    let files: Vec<PathBuf> = files.filter_map(|file| fs::canonicalize(file).ok()).collect();
    let mut dirty = git::dirty(repository, &files).map_err(|error| ApplyError::Git(error.to_string()))?;
    if dirty.is_empty() {
        return Ok(());
    }
    let more = dirty.len().saturating_sub(MAX_NAMED);
    dirty.truncate(MAX_NAMED);
    dirty.extend((more > 0).then(|| format!("and {more} more")));
    Err(ApplyError::Dirty(dirty))
}

fn is_empty(plan: &Plan) -> bool {
    plan.moves.is_empty() && plan.carried.is_empty() && plan.edits.is_empty()
}

fn same(a: &Inventory, b: &Inventory) -> bool {
    let versions = |inventory: &Inventory| -> Vec<(String, String)> {
        let components = inventory.components.iter();
        components.map(|component| (component.path.clone(), component.version.to_string())).collect()
    };
    versions(a) == versions(b)
}

fn note(fixed: &mut Fixed, done: Done) {
    fixed.ran.extend(done.ran);
    fixed.must_follow.extend(done.must_follow);
    fixed.must_follow.dedup();
    for remark in done.remarks {
        if !fixed.remarks.contains(&remark) {
            fixed.remarks.push(remark);
        }
    }
}

/// What to know of versions that came in and are newer than the table.
fn newer_than_table(state: &State, catalog: &Catalog) -> Option<String> {
    let newer: Vec<&str> = state
        .inventory
        .family_components()
        .filter(|component| catalog.is_newer_than_table(&component.path, &component.version))
        .map(|component| component.path.as_str())
        .collect();
    let date = catalog.table().date();
    (!newer.is_empty()).then(|| {
        format!(
            "newer than the table of {date}, so lines drawn since then are not known: {}",
            newer.join(", ")
        )
    })
}

/// The events of errors and warnings that still apply.
fn left(state: &State) -> Vec<&'static str> {
    let findings = state.outcome.findings.iter().filter(|finding| finding.severity >= CURE_LEVEL);
    let mut left: Vec<&'static str> = findings.map(|finding| finding.event.id).collect();
    left.dedup();
    left
}

fn untouched(manifest: String, state: &State) -> Fixed {
    let clean = state.outcome.is_clean_at(FAIL_LEVEL);
    let mut fixed = Fixed::new(manifest, if clean { Outcome::Clean } else { Outcome::Open });
    fixed.left = left(state);
    fixed
}

fn failed(manifest: String, message: String, help: String) -> Fixed {
    let error = Some(Trouble { message, help, restored: true });
    Fixed { error, ..Fixed::new(manifest, Outcome::Failed) }
}

fn failed_by(manifest: String, error: &ApplyError) -> Fixed {
    let restored = !matches!(error, ApplyError::Unrestored(_));
    let error = Some(Trouble { message: error.to_string(), help: error.help(), restored });
    Fixed { error, ..Fixed::new(manifest, Outcome::Failed) }
}

fn not_clean(state: &State, why: &str) -> ApplyError {
    ApplyError::NotClean { left: left(state).join(", "), why: why.to_owned() }
}

/// Where the diff must be applied, if that is not here: git passes over what lies outside of the folder in which it runs,
/// and says nothing.
fn apply_elsewhere<'a>(mut files: impl Iterator<Item = &'a PathBuf>) -> Option<String> {
    let here = env::current_dir().and_then(fs::canonicalize).ok()?;
    let file = files.find(|file| !absolute(file).starts_with(&here))?;
    let root = git::repository(&folder_of(&absolute(file)))?.root;
    Some(format!("`git apply` takes this diff in {}: here it would pass over it", root.display()))
}

/// A file as `git apply` finds it: by its path from the root of its repository, in whatever folder of it that runs;
/// without one, by its path from this folder.
fn for_git(file: &Path) -> PathBuf {
    let real = absolute(file);
    let root = git::repository(&folder_of(&real)).map(|repository| repository.root);
    let here = || env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    real.strip_prefix(root.unwrap_or_else(here)).map_or_else(|_| real.clone(), Path::to_owned)
}
