//! What is really built: our reading of manifests, locks and tool output, with the place of each entry.
//!
//! One reader per kind of input; [`go`] and [`cargo`] put what they read together.

pub mod cargo;
pub mod cargo_lock;
pub mod cargo_metadata;
pub mod cargo_toml;
pub mod code;
pub mod go;
pub mod go_graph;
pub mod go_list;
pub mod go_mod;
pub mod go_sum;
pub mod go_syntax;
pub mod go_work;
mod input_error;
mod parse_error;
mod paths;
pub(crate) mod toml_text;
pub mod vendor_modules;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use cargo::{CargoWorkspace, RustBound};
pub use input_error::InputError;
pub use parse_error::ParseError;

use crate::family::Family;
use crate::requirers::Requirer;
use crate::source::{Source, Span};
use crate::version::Version;

/// The components of one build, such as a Go module or a Go workspace.
#[derive(Debug)]
pub struct Inventory {
    /// The SDK family it was read for.
    pub family: Family,
    /// What is built: the path of the main module, where it is known.
    pub name: Option<String>,
    /// The folder of the build; where commands that change it must run. None for standard input.
    pub folder: Option<PathBuf>,
    /// The files read, in the order in which [`Location`] counts them.
    pub sources: Vec<Source>,
    /// What is built, sorted by path and version; of a Go module there is one, of a crate there may be several.
    pub components: Vec<Component>,
    /// Which input decided the versions.
    pub decided_by: Decision,
    /// Requirements on modules of the family, where the input is a graph: the module required, and who requires it.
    pub edges: Vec<(String, Requirer)>,
    /// What the manifests of a Rust workspace say beside its lock.
    pub cargo: Option<CargoWorkspace>,
    /// What a reader should know about the reading.
    pub remarks: Vec<String>,
}

/// One module or crate at the version that is built.
#[derive(Clone, Debug)]
pub struct Component {
    /// The module's path, or the crate's name.
    pub path: String,
    /// The version that is built.
    pub version: Version,
    /// Where that version is written.
    pub at: Location,
    /// How the main module comes to it.
    pub relation: Relation,
    /// The line that holds it at this version, against what requirements may ask.
    pub held: Option<Hold>,
    /// False where the module is listed but no package of it is built.
    pub built: bool,
    /// The features that it is built with, sorted. None where nobody asked cargo, and for Go.
    pub features: Option<Arc<[String]>>,
    /// Where it comes from.
    pub origin: Origin,
    /// What it requires, by index into the list of components. Known for locks; empty for Go.
    pub uses: Vec<usize>,
}

impl Component {
    /// Whether a package specification of cargo means it: `app`, `app@0.1.0` or `app@0.1`.
    pub fn is_meant_by(&self, spec: &str) -> bool {
        let (name, version) = spec.split_once('@').map_or((spec, None), |(name, v)| (name, Some(v)));
        let is_version = |asked: &str| {
            let rest = self.version.to_string().strip_prefix(asked).map(str::to_owned);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.path == name && version.is_none_or(is_version)
    }
}

/// Where a component comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A registry or module proxy.
    Registry,
    /// A git repository, by its address.
    Git(String),
    /// The tree that is checked, or a folder beside it.
    Path,
}

/// A place in one of an inventory's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Index into [`Inventory::sources`].
    pub source: usize,
    /// The bytes meant.
    pub span: Span,
}

/// How the main module comes to a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It requires the component itself.
    Direct,
    /// Something else requires it.
    Indirect,
    /// The input does not tell.
    Unknown,
}

/// What holds a component at its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// How: by which directive or file.
    pub by: HoldKind,
    /// Where that is written.
    pub at: Location,
    /// The version on the left of a `replace`, where it has one.
    pub replaced: Option<Version>,
}

impl Hold {
    /// A `replace` line without a version on its left.
    pub(crate) const fn replace(at: Location) -> Self {
        Self { by: HoldKind::Replace, at, replaced: None }
    }
}

/// The ways of holding a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldKind {
    /// A `replace` line.
    Replace,
    /// An `exclude` line took the version out that would have been built.
    Exclude,
}

impl HoldKind {
    /// The directive or file, as a reader knows it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Exclude => "exclude",
        }
    }
}

/// Which input decided what is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// go.mod of Go 1.17 or later lists the whole build.
    GoMod,
    /// go.mod of Go 1.16 or older lists direct requirements only, and nothing beside it completes it: an inference.
    GoModDirect,
    /// The highest version with a content hash in go.sum: an inference.
    GoSum,
    /// vendor/modules.txt says what is compiled.
    Vendor,
    /// The highest version over the members of go.work.
    GoWork,
    /// Go's own answer, `go list -m -json all`.
    GoList,
    /// Go's own graph, `go mod graph`.
    GoGraph,
    /// Cargo.lock.
    CargoLock,
    /// Cargo.toml, where nothing is locked: it does not tell what is built.
    CargoToml,
}

impl Decision {
    /// The decision's name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GoMod => "go.mod",
            Self::GoModDirect => "go.mod, direct requirements",
            Self::GoSum => "go.sum",
            Self::Vendor => "vendor/modules.txt",
            Self::GoWork => "go.work",
            Self::GoList => "go list",
            Self::GoGraph => "go mod graph",
            Self::CargoLock => "Cargo.lock",
            Self::CargoToml => "Cargo.toml",
        }
    }

    /// How the versions were decided, for a reader.
    pub const fn words(self) -> &'static str {
        match self {
            Self::GoMod => "go.mod lists the whole build",
            Self::GoModDirect => {
                "go.mod of Go 1.16 or older lists direct requirements only, and there is no go.sum beside it: \
                 modules that others require are not seen"
            }
            Self::GoSum => "inferred from go.sum: the highest version of each module that has a content hash",
            Self::Vendor => "vendor/modules.txt lists what is compiled",
            Self::GoWork => "the highest version over the modules of go.work",
            Self::GoList => "`go list -m -json all`",
            Self::GoGraph => "the highest version in `go mod graph`",
            Self::CargoLock => "Cargo.lock",
            Self::CargoToml => "Cargo.toml alone, which does not tell what is built",
        }
    }

    /// Whether versions could differ from what `go` selects.
    pub const fn is_inference(self) -> bool {
        matches!(self, Self::GoModDirect | Self::GoSum | Self::CargoToml)
    }
}

impl Inventory {
    /// The component of that path, if it is built; the one with the lowest version where there are several.
    pub fn component(&self, path: &str) -> Option<&Component> {
        let index = self.components.partition_point(|component| component.path.as_str() < path);
        self.components.get(index).filter(|component| component.path == path)
    }

    /// The components that belong to the inventory's SDK family.
    pub fn family_components(&self) -> impl Iterator<Item = &Component> {
        self.components.iter().filter(|component| self.family.short_name(&component.path).is_some())
    }

    /// The packages of a Rust workspace.
    pub fn packages(&self) -> impl Iterator<Item = &Component> {
        self.components.iter().filter(|component| component.origin == Origin::Path)
    }

    /// For each component, whether one of these packages is built from it. They go by name, or by name and version as
    /// cargo writes that: `app@0.1.0`.
    pub fn built_from(&self, packages: &[String]) -> Vec<bool> {
        let mut built = vec![false; self.components.len()];
        let named = |component: &Component| {
            component.origin == Origin::Path && packages.iter().any(|spec| component.is_meant_by(spec))
        };
        let mut open: Vec<usize> = (0..built.len()).filter(|&at| named(&self.components[at])).collect();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut built[at], true) {
                open.extend(&self.components[at].uses);
            }
        }
        built
    }

    /// The file of a location.
    pub fn source(&self, location: Location) -> &Source {
        &self.sources[location.source]
    }

    /// Whether this is a workspace, whose members are builds of their own.
    pub fn is_workspace(&self) -> bool {
        self.manifest().extension().is_some_and(|extension| extension == "work")
    }

    /// The manifest that a reader should open first.
    pub fn manifest(&self) -> &Path {
        self.sources.first().map_or(Path::new("-"), Source::path)
    }
}
