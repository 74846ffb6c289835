//! What `awscompat fix` has done, for a person and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use super::human::{BOLD, DIM, GOOD, Verbosity};
use super::plain::{clean, clean_lines};
use super::words::count;
use crate::inventory::Inventory;
use crate::plan::Plan;
use crate::version::Version;

/// The form of the JSON.
pub const VERSION: u32 = 1;

/// What became of one build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// There was nothing to fix.
    Clean,
    /// What is left is nothing that moving versions cures.
    Open,
    /// All is well now.
    Fixed,
    /// The manifests are changed; commands must follow.
    Edited,
    /// It would be fixed; every file is as it was.
    Previewed,
    /// It could not be fixed; every file is as it was.
    Failed,
}

/// One component that has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The module or crate.
    pub path: String,
    /// The versions before; several of a crate that is there several times.
    pub from: Vec<Version>,
    /// The versions after.
    pub to: Vec<Version>,
    /// The version that was asked for.
    pub asked: Option<Version>,
    /// Why.
    pub why: Option<String>,
}

/// What was done to one build.
#[derive(Debug)]
pub struct Fixed {
    /// Its manifest.
    pub manifest: String,
    /// What became of it.
    pub outcome: Outcome,
    /// What has moved of the family, by path.
    pub moved: Vec<Moved>,
    /// How many others have.
    pub others: usize,
    /// The commands that were run.
    pub ran: Vec<String>,
    /// The commands that must follow.
    pub must_follow: Vec<String>,
    /// What a reader should know.
    pub remarks: Vec<String>,
    /// The files that differ now.
    pub files: Vec<PathBuf>,
    /// The difference, for `git apply`.
    pub diff: String,
    /// Events that still apply, each once.
    pub left: Vec<&'static str>,
    /// What failed.
    pub error: Option<Trouble>,
}

/// Why a build could not be fixed.
#[derive(Debug)]
pub struct Trouble {
    /// What failed.
    pub message: String,
    /// What to type.
    pub help: String,
    /// Whether every file of it is as it was.
    pub restored: bool,
}

impl Fixed {
    /// A build of which nothing is said yet.
    pub fn new(manifest: String, outcome: Outcome) -> Self {
        Self {
            manifest,
            outcome,
            moved: Vec::new(),
            others: 0,
            ran: Vec::new(),
            must_follow: Vec::new(),
            remarks: Vec::new(),
            files: Vec::new(),
            diff: String::new(),
            left: Vec::new(),
            error: None,
        }
    }

    /// Notes what differs between two states of the build, and what of it was asked for.
    pub fn compare(&mut self, before: &Inventory, after: &Inventory, plans: &[Plan]) {
        type Versions<'a> = BTreeMap<&'a str, (Vec<Version>, Vec<Version>)>;
        let mut versions: Versions<'_> = BTreeMap::new();
        for component in &before.components {
            versions.entry(&component.path).or_default().0.push(component.version.clone());
        }
        for component in &after.components {
            versions.entry(&component.path).or_default().1.push(component.version.clone());
        }
        versions.retain(|_, (from, to)| from != to);
        let all = versions.len();
        versions.retain(|path, _| before.family.short_name(path).is_some());
        self.others = all - versions.len();
        let moves = || plans.iter().rev().flat_map(|plan| plan.moves.iter());
        self.moved = versions
            .into_iter()
            .map(|(path, (from, to))| {
                let asked = moves().find(|moved| moved.path == path);
                Moved {
                    path: path.to_owned(),
                    from,
                    to,
                    asked: asked.map(|moved| moved.to.clone()),
                    why: asked.map(|moved| moved.why.to_string()),
                }
            })
            .collect();
    }
}

/// Everything that a run of `fix` has to say.
#[derive(Debug, Default)]
pub struct FixReport {
    /// The builds, in the order in which they were fixed.
    pub builds: Vec<Fixed>,
    /// Files that an earlier run had left half done, and that were brought back first.
    pub recovered: Vec<PathBuf>,
    /// Where what lay in their places is now.
    pub kept: Vec<PathBuf>,
}

impl FixReport {
    /// The diffs of all builds, for `git apply`.
    pub fn diff(&self) -> String {
        self.builds.iter().map(|build| build.diff.as_str()).collect()
    }

    /// For a person. What failed is left to [`FixReport::errors`].
    pub fn render(&self, verbosity: Verbosity) -> String {
        let mut out = String::new();
        for build in &self.builds {
            let manifest = clean(&build.manifest);
            match build.outcome {
                Outcome::Failed => continue,
                Outcome::Clean if verbosity > Verbosity::Quiet => {
                    let _ = writeln!(out, "{GOOD}ok{GOOD:#}: {manifest}: nothing to fix");
                }
                Outcome::Clean => {}
                Outcome::Open => {
                    let left = build.left.join(", ");
                    let _ = writeln!(
                        out,
                        "{BOLD}open{BOLD:#}: {manifest}: no version that could be moved cures {left}\n  \
                         `awscompat --explain ID` says what does"
                    );
                }
                Outcome::Fixed | Outcome::Edited | Outcome::Previewed => build.render(&mut out, verbosity),
            }
        }
        out
    }

    /// What failed, and what was brought back, for standard error.
    pub fn errors(&self) -> String {
        let mut out = String::new();
        if !self.recovered.is_empty() {
            let _ = writeln!(
                out,
                "note: an earlier run of `awscompat fix` was cut short; first, these are back as they were: {}\n",
                clean(&names(&self.recovered))
            );
        }
        if !self.kept.is_empty() {
            let _ = writeln!(
                out,
                "note: what had been written there in between is kept: {}\n",
                clean(&names(&self.kept))
            );
        }
        for build in &self.builds {
            if let Some(Trouble { message, help, restored }) = &build.error {
                let message = clean_lines(message).unwrap_or_else(|| message.clone());
                // Some errors name the file themselves.
                let manifest = clean(&build.manifest);
                let named = format!("{manifest}: ");
                let message = message.strip_prefix(&named).unwrap_or(&message).trim_end();
                let state = if *restored { "  everything of it is as it was\n" } else { "" };
                let _ = writeln!(out, "error: {named}{message}\n\n{state}  help: {}\n", clean(help));
            }
        }
        out
    }

    /// As one JSON object.
    ///
    /// # Errors
    /// Never for the types used here; the signature is that of the serializer.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let root = Root {
            version: VERSION,
            recovered: self.recovered.iter().map(|path| path.display().to_string()).collect(),
            kept: self.kept.iter().map(|path| path.display().to_string()).collect(),
            builds: self.builds.iter().map(entry).collect(),
        };
        let mut text = serde_json::to_string_pretty(&root)?;
        text.push('\n');
        Ok(text)
    }
}

impl Fixed {
    fn render(&self, out: &mut String, verbosity: Verbosity) {
        let manifest = clean(&self.manifest);
        let word = match self.outcome {
            Outcome::Edited => "edited",
            Outcome::Previewed => "would fix",
            _ => "fixed",
        };
        let many = count(self.moved.len(), "move");
        let _ = writeln!(out, "{GOOD}{word}{GOOD:#}: {manifest}: {many}");
        if verbosity == Verbosity::Quiet && self.outcome != Outcome::Edited {
            return;
        }
        let name = |moved: &Moved| {
            let family = crate::family::Family::ALL.into_iter();
            let short = family.filter_map(|family| family.short_name(&moved.path)).next();
            clean(short.unwrap_or(&moved.path))
        };
        let from = |moved: &Moved| versions(&moved.from, "new");
        let before = self.moved.iter().map(|moved| from(moved).len()).max().unwrap_or(0);
        let after = self.moved.iter().map(|moved| versions(&moved.to, "gone").len()).max().unwrap_or(0);
        let width = self.moved.iter().map(|moved| name(moved).chars().count()).max().unwrap_or(0);
        for moved in &self.moved {
            let who = match crate::family::Family::Rust.short_name(&moved.path) {
                Some(_) => "cargo took",
                None => "version selection asks for",
            };
            let why = match (&moved.asked, &moved.why) {
                _ if moved.to.is_empty() => "nothing requires it any more".to_owned(),
                (Some(asked), _) if !moved.to.contains(asked) => {
                    format!("asked for {asked}; {who} a newer one")
                }
                (_, Some(why)) => clean(why),
                _ if moved.from.is_empty() => "required now".to_owned(),
                _ => "came along".to_owned(),
            };
            let _ = writeln!(
                out,
                "    {:width$}  {:>before$} -> {:<after$}  {DIM}{why}{DIM:#}",
                name(moved),
                from(moved),
                versions(&moved.to, "gone"),
            );
        }
        if self.others > 0 {
            let _ = writeln!(out, "  and {} beside the SDK", count(self.others, "move"));
        }
        let ran =
            if self.outcome == Outcome::Previewed { "ran, and took back what came of it" } else { "ran" };
        for (what, commands) in [(ran, &self.ran), ("run now", &self.must_follow)] {
            if !commands.is_empty() {
                let _ = writeln!(out, "  {what}:");
            }
            for command in commands {
                let _ = writeln!(out, "    {}", clean(command));
            }
        }
        if !self.left.is_empty() {
            let _ = writeln!(out, "  left: {}", self.left.join(", "));
        }
        for remark in &self.remarks {
            let _ = writeln!(out, "  {BOLD}note{BOLD:#}: {}", clean(remark));
        }
    }
}

fn versions(versions: &[Version], none: &str) -> String {
    let texts: Vec<String> = versions.iter().map(ToString::to_string).collect();
    if texts.is_empty() { none.to_owned() } else { texts.join(" and ") }
}

fn names(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

#[derive(Serialize)]
struct Root {
    version: u32,
    recovered: Vec<String>,
    kept: Vec<String>,
    builds: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    manifest: String,
    outcome: Outcome,
    moves: Vec<MoveEntry>,
    other_moves: usize,
    ran: Vec<String>,
    must_follow: Vec<String>,
    remarks: Vec<String>,
    files: Vec<String>,
    diff: String,
    left: Vec<&'static str>,
    error: Option<ErrorEntry>,
}

#[derive(Serialize)]
struct MoveEntry {
    path: String,
    from: Vec<String>,
    to: Vec<String>,
    asked: Option<String>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct ErrorEntry {
    message: String,
    help: String,
    restored: bool,
}

fn entry(build: &Fixed) -> Entry {
    let texts = |versions: &[Version]| versions.iter().map(ToString::to_string).collect();
    Entry {
        manifest: build.manifest.clone(),
        outcome: build.outcome,
        moves: build
            .moved
            .iter()
            .map(|moved| MoveEntry {
                path: moved.path.clone(),
                from: texts(&moved.from),
                to: texts(&moved.to),
                asked: moved.asked.as_ref().map(ToString::to_string),
                reason: moved.why.clone(),
            })
            .collect(),
        other_moves: build.others,
        ran: build.ran.clone(),
        must_follow: build.must_follow.clone(),
        remarks: build.remarks.clone(),
        files: build.files.iter().map(|path| path.display().to_string()).collect(),
        diff: build.diff.clone(),
        left: build.left.clone(),
        error: build.error.as_ref().map(|error| ErrorEntry {
            message: error.message.clone(),
            help: error.help.clone(),
            restored: error.restored,
        }),
    }
}
