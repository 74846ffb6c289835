//! The user's decisions: where they come from, what they come to, `awscompat config` and `awscompat init`.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::{Value, json};

use super::args::{ConfigArgs, Format, InitArgs, InputArgs, ShowArgs};
use super::{Answer, BAD_INPUT};
use crate::catalog::{Catalog, Release};
use crate::check::Judgement;
use crate::config::{Config, FILE, Finder, Set, Where, template};
use crate::event::Severity;
use crate::family::Family;
use crate::inventory::Inventory;
use crate::report::human::{self, BOLD, DIM};
use crate::report::plain::clean;
use crate::report::{Notice, Report, RunError};
use crate::source::Span;

/// What the user has decided about one build.
#[derive(Debug, Default)]
pub(super) struct Decided {
    pub(super) config: Option<Rc<Config>>,
    pub(super) judgement: Judgement,
}

/// What finds configurations, as the arguments say. Without a commit, the day of the table is that of the run.
pub(super) fn finder(args: &ConfigArgs, table: Release) -> Finder {
    let whence = match &args.config {
        Some(file) => Where::File(file.clone()),
        None if args.no_config => Where::Nowhere,
        None => Where::Nearest,
    };
    Finder::new(whence, args.today, table)
}

/// What the user has decided about a build.
pub(super) fn decided(finder: &Finder, inventory: &Inventory) -> Decided {
    let manifest = inventory.manifest();
    let Some(config) = finder.of(manifest.parent().unwrap_or(Path::new("."))) else {
        return Decided::default();
    };
    let manifest = fs::canonicalize(manifest).unwrap_or_else(|_| manifest.to_owned());
    let judgement = config.judgement(&manifest, finder.today(&config));
    Decided { config: Some(config), judgement }
}

/// What the configurations of a run should not say any more.
pub(super) fn notices(report: &Report, finder: &Finder, args: &InputArgs) -> Vec<Notice> {
    let mut configs: Vec<&Rc<Config>> = Vec::new();
    for config in report.checked.iter().filter_map(|checked| checked.config.as_ref()) {
        if !configs.iter().any(|known| Rc::ptr_eq(known, config)) {
            configs.push(config);
        }
    }
    configs.into_iter().flat_map(|config| of_config(config, report, finder, args)).collect()
}

fn of_config(config: &Rc<Config>, report: &Report, finder: &Finder, args: &InputArgs) -> Vec<Notice> {
    let notice = |at: Span, message: String, help: &str| Notice {
        message,
        help: help.to_owned(),
        source: config.source.clone(),
        at,
    };
    let today = finder.today(config);
    let sees_all = covers(&config.folder, args) && report.errors.is_empty();
    let own = || {
        report
            .checked
            .iter()
            .filter(|checked| checked.config.as_ref().is_some_and(|in_force| Rc::ptr_eq(in_force, config)))
    };
    let mut notices = Vec::new();
    for (index, ignore) in config.ignores.iter().enumerate() {
        let id = ignore.event.id;
        // What was not looked at may be found by another run.
        let is_open = own().any(|checked| {
            let outcome = &checked.outcome;
            outcome.not_looked_at.contains(&ignore.event)
                || outcome.unknown.iter().any(|unknown| unknown.events.contains(&id))
        });
        let is_used = own().any(|checked| checked.outcome.waived.iter().any(|waived| waived.index == index));
        if let Some(expires) = ignore.expires.as_ref().filter(|_| ignore.is_over(today)) {
            let message = format!("this ignore of `{id}` has expired: its last day was {}", expires.value);
            notices.push(notice(
                expires.at,
                message,
                "take it away, or set another day if the reason still holds",
            ));
        } else if sees_all && !is_open && !is_used {
            let message = format!("this ignore of `{id}` fits nothing that was found");
            notices.push(notice(ignore.at, message, "take it away, or look whether it says what you meant"));
        }
    }
    notices
}

/// Whether a run looks at all that is below a folder.
fn covers(folder: &Path, args: &InputArgs) -> bool {
    let here = [PathBuf::from(".")];
    let paths = if args.paths.is_empty() { &here[..] } else { &args.paths };
    let whole = args.stdin_format.is_none() && args.package.is_empty() && args.manifest_path.is_none();
    whole && paths.iter().any(|path| fs::canonicalize(path).is_ok_and(|path| folder.starts_with(path)))
}

/// `awscompat config`
pub(super) fn show(args: &ShowArgs) -> Answer {
    let folder = match fs::metadata(&args.path) {
        Ok(metadata) if metadata.is_dir() => args.path.clone(),
        Ok(_) => args.path.parent().unwrap_or(Path::new(".")).to_owned(),
        Err(error) => {
            let what = format!("{}: {error}", args.path.display());
            return Answer::mistake(&what, "give a folder, or a manifest");
        }
    };
    let finder = finder(&args.config, Catalog::embedded(Family::Go).table().date());
    let config = finder.of(&folder);
    let errors: Vec<RunError> = finder.take_errors().into_iter().map(RunError::from).collect();
    let mut answer = Answer::new(match args.format {
        Format::Human => config.as_ref().map_or_else(nothing, |config| words(config, finder.today(config))),
        Format::Json => {
            let value = config.as_ref().map(|config| object(config, finder.today(config)));
            format!("{:#}\n", value.unwrap_or(Value::Null))
        }
    });
    answer.err = human::render_errors(&errors);
    if !errors.is_empty() {
        answer.code = BAD_INPUT;
    }
    answer
}

fn nothing() -> String {
    format!("no configuration is in force here; `awscompat init` writes an {FILE} to start from\n")
}

/// Every decision, with its line.
fn words(config: &Config, today: Release) -> String {
    let mut out = String::new();
    let path = clean(&config.source.path().display().to_string());
    let _ = writeln!(
        out,
        "{BOLD}{path}{BOLD:#}, for what is below {}",
        clean(&config.folder.display().to_string())
    );
    let mut say = |at: Span, what: &str| {
        let line = config.source.position(at.start).line;
        let _ = writeln!(out, "  {}  {DIM}{path}:{line}{DIM:#}", clean(what));
    };
    if let Some(strategy) = &config.strategy {
        say(strategy.at, &format!("strategy: {}", strategy.value));
    }
    config.hold.iter().for_each(|hold| say(hold.at, &format!("hold: {}", hold.value)));
    config.exclude.iter().for_each(|path| say(path.at, &format!("exclude: {}", path.value)));
    for Set { value: (event, level), at } in &config.levels {
        say(*at, &format!("level of {}: {}", event.id, name(*level)));
    }
    for ignore in &config.ignores {
        let mut what = format!("ignore: {}", ignore.event.id);
        let path = ignore.path.as_ref().map(|path| &path.text);
        for (word, text) in
            [("module", &ignore.module), ("version", &ignore.version), ("path", &path.cloned())]
        {
            if let Some(text) = text {
                let _ = write!(what, ", {word} {text}");
            }
        }
        if let Some(expires) = &ignore.expires {
            let over = if ignore.is_over(today) { ", which is past" } else { "" };
            let _ = write!(what, ", until {}{over}", expires.value);
        }
        say(ignore.at, &format!("{what}: {}", ignore.reason));
    }
    if config.has_days() {
        let _ = writeln!(out, "  days are compared with {today}");
    }
    out
}

const fn name(level: Option<Severity>) -> &'static str {
    match level {
        Some(level) => level.name(),
        None => "off",
    }
}

fn object(config: &Config, today: Release) -> Value {
    let line = |at: Span| config.source.position(at.start).line;
    let texts = |set: &[Set<String>]| -> Vec<Value> {
        set.iter().map(|set| json!({ "value": set.value, "line": line(set.at) })).collect()
    };
    json!({
        "path": config.source.path().display().to_string(),
        "folder": config.folder.display().to_string(),
        "today": today.to_string(),
        "strategy": config.strategy.as_ref().map(|set| json!({ "value": set.value.to_string(), "line": line(set.at) })),
        "hold": texts(&config.hold),
        "exclude": texts(&config.exclude),
        "levels": config.levels.iter().map(|set| json!({
            "id": set.value.0.id,
            "level": name(set.value.1),
            "line": line(set.at),
        })).collect::<Vec<_>>(),
        "ignore": config.ignores.iter().map(|ignore| json!({
            "id": ignore.event.id,
            "module": ignore.module,
            "version": ignore.version,
            "path": ignore.path.as_ref().map(|path| &path.text),
            "reason": ignore.reason,
            "expires": ignore.expires.as_ref().map(|expires| expires.value.to_string()),
            "expired": ignore.is_over(today),
            "line": line(ignore.at),
        })).collect::<Vec<_>>(),
    })
}

/// `awscompat init`
pub(super) fn init(args: &InitArgs) -> Answer {
    let path = args.folder.join(FILE);
    let written = fs::File::create_new(&path).and_then(|mut file| file.write_all(template().as_bytes()));
    match written {
        Ok(()) => Answer::new(format!(
            "wrote {}; every line of it is a comment yet\n",
            clean(&path.display().to_string())
        )),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Answer::mistake(
            &format!("{} is there already", path.display()),
            "`awscompat config` prints what it says; take it away first to have a new one",
        ),
        Err(error) => Answer::mistake(
            &format!("{}: cannot write: {error}", path.display()),
            "give a folder that is there and that this user may write to",
        ),
    }
}
