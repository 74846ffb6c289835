//! The user's configuration: `awscompat.toml`, or `[workspace.metadata.awscompat]` in a Cargo.toml.

mod find;
mod keys;
mod read;

use std::path::{Path, PathBuf};

use ignore::gitignore::Gitignore;

pub use find::{FILE, Finder, Where};
pub use keys::{schema, template};

use crate::catalog::Release;
use crate::check::{Judgement, Waiver};
use crate::event::{Event, Severity};
use crate::plan::Strategy;
use crate::source::{Source, Span};

/// A configuration as it was read.
#[derive(Debug)]
pub struct Config {
    /// The file.
    pub source: Source,
    /// The folder that its paths are relative to, from the root.
    pub folder: PathBuf,
    /// How far plans go.
    pub strategy: Option<Set<Strategy>>,
    /// What plans do not move, by the names as they are written.
    pub hold: Vec<Set<String>>,
    /// What is passed over, as it is written.
    pub exclude: Vec<Set<String>>,
    /// How bad events are; None where they are off.
    pub levels: Vec<Set<(&'static Event, Option<Severity>)>>,
    /// What is known and accepted.
    pub ignores: Vec<Ignore>,
    excluded: Gitignore,
}

/// A value, and where it is written.
#[derive(Clone, Debug)]
pub struct Set<T> {
    /// The value.
    pub value: T,
    /// Its place in the file.
    pub at: Span,
}

/// A finding that is known and accepted.
#[derive(Debug)]
pub struct Ignore {
    /// Where its id is written.
    pub at: Span,
    /// The event.
    pub event: &'static Event,
    /// Why.
    pub reason: String,
    /// The module or crate; None for all.
    pub module: Option<String>,
    /// The version; None for all.
    pub version: Option<String>,
    /// The manifests; None for all.
    pub path: Option<Place>,
    /// The last day on which it counts, and where that is written.
    pub expires: Option<Set<Release>>,
}

/// A path as in a .gitignore.
#[derive(Debug)]
pub struct Place {
    /// As it is written.
    pub text: String,
    globs: Gitignore,
}

impl Config {
    /// Whether a file or folder, by its path from the root, is passed over.
    pub fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        matches(&self.excluded, &self.folder, path, is_folder)
    }

    /// What the user has decided about a build, by its manifest's path from the root, on a day.
    pub fn judgement(&self, manifest: &Path, today: Release) -> Judgement {
        let waivers = self.ignores.iter().enumerate().filter(|(_, ignore)| {
            !ignore.is_over(today)
                && ignore
                    .path
                    .as_ref()
                    .is_none_or(|place| matches(&place.globs, &self.folder, manifest, false))
        });
        Judgement {
            levels: self.levels.iter().map(|level| (level.value.0.id, level.value.1)).collect(),
            waivers: waivers
                .map(|(index, ignore)| Waiver {
                    index,
                    event: ignore.event,
                    module: ignore.module.clone(),
                    version: ignore.version.clone(),
                    reason: ignore.reason.clone(),
                })
                .collect(),
        }
    }

    /// Whether anything in it depends on the day.
    pub fn has_days(&self) -> bool {
        self.ignores.iter().any(|ignore| ignore.expires.is_some())
    }
}

impl Ignore {
    /// Whether its last day is past.
    pub fn is_over(&self, today: Release) -> bool {
        self.expires.as_ref().is_some_and(|expires| expires.value.day() < today.day())
    }
}

/// Whether a path below a folder, or a folder above it, is meant.
fn matches(globs: &Gitignore, folder: &Path, path: &Path, is_folder: bool) -> bool {
    let Ok(below) = path.strip_prefix(folder) else { return false };
    !globs.is_empty() && globs.matched_path_or_any_parents(below, is_folder).is_ignore()
}
