//! Plans: version moves after which nothing is found.
//!
//! The constraints have the form "this at or above X needs that at or above Y" and versions are a chain, so raising
//! what is broken and what that raise requires, again and again, ends in the least solution; no solver is needed. A
//! plan never moves core without what depends on it, and moves down only what a Rust that must do cannot build, and what is
//! bad by itself and has no better version above.

pub mod go;
pub mod rust;

use std::fmt;
use std::str::FromStr;

use crate::catalog::{Catalog, Release};
use crate::check::{Judgement, NO_JUDGEMENT};
use crate::event::{Event, Severity};
use crate::family::Family;
use crate::inventory::{Hold, Inventory, Location, Origin};
use crate::version::Version;

/// How far a plan goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// The fewest components, each to core's own train.
    #[default]
    Minimal,
    /// Every component of the family to core's own train.
    Aligned,
    /// Every component of the family to its newest version.
    Latest,
    /// Every component of the family to the train of that day.
    Train(Release),
}

/// Why a text names no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown strategy `{0}`; use minimal, aligned, latest, or train=2024-01-04 with the day of a release"
)]
pub struct StrategyError(String);

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        match text {
            "minimal" => Ok(Self::Minimal),
            "aligned" => Ok(Self::Aligned),
            "latest" => Ok(Self::Latest),
            _ => text
                .strip_prefix("train=")
                .and_then(|day| day.parse().ok())
                .map(Self::Train)
                .ok_or_else(|| StrategyError(text.to_owned())),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minimal => f.write_str("minimal"),
            Self::Aligned => f.write_str("aligned"),
            Self::Latest => f.write_str("latest"),
            Self::Train(release) => write!(f, "train={release}"),
        }
    }
}

/// What a plan is to reach, and what it must leave alone.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// How far to go; None for what is usual in the family: minimal for Go, latest for Rust, where cargo moves what is
    /// forced to the newest anyway.
    pub strategy: Option<Strategy>,
    /// The components that must not move, by path.
    pub holds: &'a [String],
    /// Findings from here on are to be cured.
    pub level: Severity,
    /// The Rust that must do, the N and M of `1.N.M`; None for the one that the workspace is bound to.
    pub rust_version: Option<(u16, u16)>,
    /// What the user has decided about events.
    pub judgement: &'a Judgement,
}

impl Default for Wish<'_> {
    /// What is usual: errors and warnings are to be cured, and everything may move.
    fn default() -> Self {
        Self {
            strategy: None,
            holds: &[],
            level: Severity::Warning,
            rust_version: None,
            judgement: &NO_JUDGEMENT,
        }
    }
}

/// Finds the moves that a wish asks for.
///
/// # Errors
/// When a finding has no cure, or its cure would move what is held.
pub fn plan(inventory: &Inventory, catalog: &Catalog, wish: &Wish<'_>) -> Result<Plan, NoPlan> {
    match inventory.family {
        Family::Go => go::plan(inventory, catalog, wish),
        Family::Rust => rust::plan(inventory, catalog, wish),
    }
}

/// A set of version moves after which nothing at the level asked for is found but what is [left](Plan::left).
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How far it goes.
    pub strategy: Strategy,
    /// The moves to ask for, sorted by path. Empty where nothing needs to move.
    pub moves: Vec<Move>,
    /// What version selection then moves along, sorted by path.
    pub carried: Vec<Move>,
    /// What nothing requires any more then, sorted by path. Cargo takes it out of the lock.
    pub removed: Vec<(String, Version)>,
    /// Requirements to change in manifests before the commands.
    pub edits: Vec<Edit>,
    /// The commands that carry the plan out, in order, to be run in the folder of the build.
    pub commands: Vec<String>,
    /// What is found before and after, since no move cures it.
    pub left: Vec<Left>,
}

impl Plan {
    /// Whether it has nothing to say.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.carried.is_empty() && self.edits.is_empty() && self.left.is_empty()
    }
}

/// A finding that needs another requirement or another Rust.
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    /// What is found.
    pub event: &'static Event,
    /// How bad it is here.
    pub severity: Severity,
    /// The crate.
    pub path: String,
    /// Its version.
    pub version: Version,
    /// What it needs.
    pub needs: String,
}

/// A requirement of a manifest to another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The crate that is asked for.
    pub path: String,
    /// The requirement as it is written.
    pub from: String,
    /// The one to write.
    pub to: String,
    /// Where.
    pub at: Location,
}

/// One component to another version.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The module.
    pub path: String,
    /// From which version; None for a module that was not built before.
    pub from: Option<Version>,
    /// To which.
    pub to: Version,
    /// Why.
    pub why: Why,
    /// The `replace` line to change, where one decides the version.
    pub replaced_at: Option<Hold>,
}

/// The reason for a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// It cures these events.
    Cures(Vec<&'static Event>),
    /// Another component of the plan requires it.
    RequiredBy(String, Version),
    /// The strategy moves every component to this release.
    Train(Release),
    /// The strategy moves every component to its newest version.
    Newest,
    /// The strategy would, but what is held allows no more.
    NewestAllowed,
    /// It is the newest that this Rust builds.
    Rust(RustVersion),
}

/// A Rust: the N and M of `1.N.M`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RustVersion(pub u16, pub u16);

impl fmt::Display for RustVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            // The first release of a line, or whichever is its last.
            0 | u16::MAX => write!(f, "1.{}", self.0),
            patch => write!(f, "1.{}.{patch}", self.0),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cures(events) => {
                let ids: Vec<&str> = events.iter().map(|event| event.id).collect();
                write!(f, "cures {}", ids.join(", "))
            }
            Self::RequiredBy(path, version) => write!(f, "{path} {version} requires it"),
            Self::Train(release) => write!(f, "the train of {release}"),
            Self::Newest => f.write_str("the newest"),
            Self::NewestAllowed => f.write_str("the newest that goes with what is held"),
            Self::Rust(rust) => write!(f, "the newest for Rust {rust}"),
        }
    }
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoPlan {
    /// No release of the module is past the event.
    #[error("no release of {path} cures `{event}`: its newest known version {version} is still affected")]
    NoCure {
        /// The module.
        path: String,
        /// The version that is built.
        version: Box<Version>,
        /// The event.
        event: &'static str,
    },
    /// No version that cargo takes for an update is past the event: a manifest must ask for another line.
    #[error(
        "no update of {path} within the line of {version} cures `{event}`; Cargo.toml must ask for a newer line"
    )]
    OtherLine {
        /// The crate.
        path: String,
        /// The version that is built.
        version: Box<Version>,
        /// The event.
        event: &'static str,
    },
    /// The cure moves what the user holds.
    #[error("{path} is held at {version}, and {reason} needs it at {needed} or above")]
    Held {
        /// The module.
        path: String,
        /// The version that is built.
        version: Box<Version>,
        /// The version that it must reach.
        needed: Box<Version>,
        /// What needs that.
        reason: String,
    },
    /// The cure moves what comes from a folder or a git repository, which no update moves.
    #[error("{path} {version} comes from {}, where no update moves it; {reason} needs it at {needed} or above", from(.origin))]
    Elsewhere {
        /// The crate.
        path: String,
        /// The version that is built.
        version: Box<Version>,
        /// Where it comes from.
        origin: Origin,
        /// The version that it must reach.
        needed: Box<Version>,
        /// What needs that.
        reason: String,
    },
    /// No set of versions that is free of findings is for the Rust that must do.
    #[error("no set that goes together was found for Rust {rust}: {path} {version} needs Rust {needed}")]
    Rust {
        /// A crate that is, or would be, built.
        path: String,
        /// Its version.
        version: Box<Version>,
        /// The Rust that it needs.
        needed: RustVersion,
        /// The Rust that must do.
        rust: RustVersion,
        /// The oldest Rust for which there is a plan.
        works: Option<RustVersion>,
    },
    /// The moves would cure one finding by another one.
    #[error("the moves that are known bring `{event}` for {path} {version}")]
    Brings {
        /// The crate.
        path: String,
        /// The version that it would have.
        version: Box<Version>,
        /// The event.
        event: &'static str,
    },
}

fn from(origin: &Origin) -> String {
    match origin {
        Origin::Registry => "a registry".to_owned(),
        Origin::Git(address) => format!("git ({address})"),
        Origin::Path => "a folder".to_owned(),
    }
}
