//! What was found, ready to be shown; one file per format.

pub mod fingerprint;
pub mod fix;
pub mod github;
pub mod gitlab;
pub mod human;
mod issue;
pub mod json;
pub mod jsonl;
pub mod junit;
pub mod markdown;
pub mod page;
pub(crate) mod plain;
pub mod root;
pub mod sarif;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::path::PathBuf;
use std::rc::Rc;

use crate::base::BaseError;
use crate::catalog::{Catalog, Release};
use crate::check::{Finding, Outcome};
use crate::compare::{Comparison, Fixed, Status};
use crate::config::Config;
use crate::discover::DiscoverError;
use crate::event::Severity;
use crate::family::Family;
use crate::inventory::InputError;
use crate::inventory::Inventory;
use crate::inventory::cargo_metadata::MetadataError;
use crate::plan::{Move, NoPlan, Plan, Why};
use crate::requirers::{LockUsers, Requirers};
use crate::source::{Source, Span};

use root::Root;

/// Everything that one run has to say.
#[derive(Debug)]
pub struct Report {
    /// The builds that were checked.
    pub checked: Vec<Checked>,
    /// The inputs that could not be.
    pub errors: Vec<RunError>,
    /// What there is to say of the configurations.
    pub notices: Vec<Notice>,
    /// What the builds are compared with.
    pub base: Option<Compared>,
    /// What paths are relative to where CI reads them.
    pub root: Root,
    /// Whether `go` was asked for what the table does not hold.
    pub online: bool,
    /// The day of the table that decided.
    pub table_date: Release,
    /// The day up to which the table holds every module.
    pub complete_to: Release,
}

/// What a run is compared with, and what follows from it.
#[derive(Debug)]
pub struct Compared {
    /// What the base is called.
    pub name: String,
    /// What a reader should know of the choice.
    pub remark: Option<String>,
    /// Whether what was there before fails the run as well.
    pub fail_on_any: bool,
}

/// What a configuration should not say any more.
#[derive(Debug)]
pub struct Notice {
    /// What is the matter.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The file.
    pub source: Source,
    /// Where in it.
    pub at: Span,
}

/// One build, what was found in it, and what cures it.
#[derive(Debug)]
pub struct Checked {
    /// What is built.
    pub inventory: Inventory,
    /// What was found.
    pub outcome: Outcome,
    /// Who requires the components that are stale, by their index.
    pub requirers: BTreeMap<usize, Requirers>,
    /// The moves that cure it; None where nothing needs to move.
    pub plan: Option<Result<Plan, NoPlan>>,
    /// Modules that the plan moves as far as what is held allows, and not to their newest version.
    pub short_of_newest: BTreeSet<String>,
    /// Modules of the family that are newer than the table, by path.
    pub newer_than_table: Vec<String>,
    /// How it stands to its base, where there is one.
    pub comparison: Option<Comparison>,
    /// The configuration in force.
    pub config: Option<Rc<Config>>,
}

/// Why an input was not checked.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The path stands for nothing that is read.
    #[error(transparent)]
    Discover(#[from] DiscoverError),
    /// A file could not be read or parsed.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Standard input has nothing in it.
    #[error("standard input is empty")]
    NoInput,
    /// `go`, asked on the user's wish, failed.
    #[error("--online: {0}")]
    Online(String),
    /// Cargo, asked by --resolve, did not answer.
    #[error("--resolve, for {}: {error}", manifest.display())]
    Resolve {
        /// The lock.
        manifest: PathBuf,
        /// Why not.
        error: MetadataError,
    },
    /// `-p` names no package of a workspace that was read.
    #[error("no package `{name}` in the workspaces that were read")]
    Package {
        /// The name as given.
        name: String,
        /// The packages that there are.
        known: Vec<String>,
    },
    /// What a build was at the base is not known.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// A folder with nothing to check in it.
    #[error("{}: no go.mod, go.sum, go.work, vendor/modules.txt, Cargo.lock or Cargo.toml here; give the folder of a Go module or of a Rust workspace", .0.display())]
    Empty(PathBuf),
    /// A folder all of which the configuration excludes.
    #[error("{}: all that is here is excluded by {}", path.display(), config.display())]
    Excluded {
        /// The folder as given.
        path: PathBuf,
        /// The configuration.
        config: PathBuf,
    },
    /// A folder with a go.mod that git ignores, and nothing else to check in it.
    #[error("{}: git ignores the go.mod here; name the file to check it all the same", .0.display())]
    Ignored(PathBuf),
}

impl RunError {
    /// What went wrong, without the place where that is known.
    pub fn message(&self) -> String {
        match self {
            Self::Input(InputError::Parse { error, .. }) => error.message.clone(),
            error => error.to_string(),
        }
    }

    /// Where, if it is a place in a file.
    pub fn place(&self) -> Option<(&Source, Span)> {
        match self {
            Self::Input(InputError::Parse { source_file, error }) => Some((source_file, error.span)),
            _ => None,
        }
    }

    /// What to do next, where that is known.
    pub fn help(&self) -> Option<String> {
        let fixed = |text: &str| Some(text.to_owned());
        match self {
            Self::Input(InputError::Parse { error, .. }) => error.help.clone(),
            Self::Discover(DiscoverError::Io { .. }) => fixed(
                "give a go.mod, go.sum, go.work, vendor/modules.txt, Cargo.lock or Cargo.toml, or a folder",
            ),
            Self::Discover(DiscoverError::Folder { .. }) => {
                fixed("let this user read it, or have git ignore it")
            }
            Self::Base(error) => error.help(),
            Self::Excluded { .. } => fixed("name a file to check it all the same, or give --no-config"),
            Self::NoInput => {
                fixed("the command before the pipe failed; in a shell, `set -o pipefail` shows that")
            }
            Self::Resolve { error: MetadataError::Cargo(_), .. } => fixed(
                "cargo needs a lock that fits the manifests (`cargo update --workspace`) and the crates' sources \
                 (`cargo fetch --locked`); or leave out --resolve",
            ),
            Self::Package { known, .. } if known.is_empty() => {
                fixed("no Rust workspace was read; leave out -p, or give the folder of one")
            }
            Self::Package { known, .. } => Some(format!("the packages are {}", known.join(", "))),
            _ => None,
        }
    }
}

impl Checked {
    /// Looks up what a report needs beside the outcome.
    pub fn new(
        inventory: Inventory,
        outcome: Outcome,
        plan: Option<Result<Plan, NoPlan>>,
        catalog: &Catalog,
    ) -> Self {
        let requirers = requirers_of(&outcome.findings, &inventory, catalog);
        let newer_than_table = inventory
            .family_components()
            .filter(|component| catalog.is_newer_than_table(&component.path, &component.version))
            .map(|component| component.path.clone())
            .collect();
        let short_of_newest = plan.as_ref().map_or(BTreeSet::new(), |plan| short_of_newest(plan, catalog));
        Self {
            inventory,
            outcome,
            requirers,
            plan,
            short_of_newest,
            newer_than_table,
            comparison: None,
            config: None,
        }
    }

    /// Why the plan makes a move, for a reader.
    pub fn reason(&self, moved: &Move) -> String {
        if self.short_of_newest.contains(&moved.path) {
            "the newest that goes with what is held".to_owned()
        } else {
            moved.why.to_string()
        }
    }

    /// How the components that are stale by a finding, which goes by its index, stand to the base; none without one.
    pub fn statuses(&self, finding: usize) -> impl Iterator<Item = Status> {
        let statuses = self.comparison.iter().filter_map(move |comparison| comparison.statuses.get(finding));
        statuses.flatten().copied()
    }

    /// How many modules of the SDK family are built.
    pub fn family_size(&self) -> usize {
        self.inventory.family_components().count()
    }
}

fn short_of_newest(plan: &Result<Plan, NoPlan>, catalog: &Catalog) -> BTreeSet<String> {
    let moves = plan.as_ref().map_or(&[][..], |plan| &plan.moves).iter();
    moves
        .filter(|moved| {
            moved.why == Why::Newest && !catalog.versions_above(&moved.path, &moved.to).is_empty()
        })
        .map(|moved| moved.path.clone())
        .collect()
}

fn requirers_of(
    findings: &[Finding],
    inventory: &Inventory,
    catalog: &Catalog,
) -> BTreeMap<usize, Requirers> {
    let stale: BTreeSet<usize> =
        findings.iter().flat_map(|finding| finding.stale.iter().map(|stale| stale.component)).collect();
    if stale.is_empty() {
        return BTreeMap::new();
    }
    if inventory.family == Family::Rust {
        let users = LockUsers::new(inventory, catalog);
        return stale.into_iter().map(|index| (index, users.of(index))).collect();
    }
    let paths: Vec<&str> = stale.iter().map(|&index| inventory.components[index].path.as_str()).collect();
    let requirers = crate::requirers::requirers(inventory, catalog, &paths);
    stale.into_iter().zip(requirers).collect()
}

impl Report {
    /// How many findings there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        let findings = self.checked.iter().flat_map(|checked| &checked.outcome.findings);
        findings.filter(|finding| finding.severity == severity).count()
    }

    /// How many of them count: with a base, those that are as bad only since then.
    pub fn count_telling(&self, severity: Severity) -> usize {
        let findings = self.checked.iter().flat_map(|checked| {
            checked.outcome.findings.iter().enumerate().map(move |(at, finding)| {
                let statuses = checked.statuses(at).map(Some).chain(iter::repeat(None));
                let telling = finding.stale.iter().zip(statuses).filter(|(_, status)| self.tells(*status));
                telling.map(|(stale, _)| stale.severity).max()
            })
        });
        findings.filter(|worst| *worst == Some(severity)).count()
    }

    /// Whether what stands so to the base counts.
    pub fn tells(&self, status: Option<Status>) -> bool {
        self.base.as_ref().is_none_or(|base| base.fail_on_any) || status != Some(Status::Unchanged)
    }

    /// What was found at the base and is no more, each with its build.
    pub fn fixed(&self) -> impl Iterator<Item = (&Checked, &Fixed)> {
        self.checked.iter().flat_map(|checked| {
            let fixed = checked.comparison.iter().flat_map(|comparison| &comparison.fixed);
            fixed.map(move |fixed| (checked, fixed))
        })
    }
}
