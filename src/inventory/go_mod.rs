//! go.mod: what a Go module requires, replaces and excludes.
//!
//! The directives are read as `go` reads those of a main module. On purpose it is less strict where strictness
//! would tell nothing about the build: directives it does not know are kept by name in [`GoMod::unknown`], a major
//! version that does not fit its module's path is left for `go` to refuse, and `go 1.21.x` is read as 1.21.
//!
//! All spans are those of tokens of the text. The span of a string is what is between its quotes, so a span can be
//! replaced by a new value as it is.

mod directive;

use super::go_syntax::{EditError, Tree};
use super::parse_error::ParseError;
use crate::source::Span;
use crate::version::Version;

pub(super) use directive::{directives, language_version};

/// A go.mod file.
#[derive(Clone, Debug)]
pub struct GoMod {
    tree: Tree,
    /// The path of the module itself.
    pub module: Option<Spanned<String>>,
    /// The language version, such as `1.21` or `1.22.3`.
    pub go: Option<Spanned<String>>,
    /// The suggested toolchain, such as `go1.22.3` or `default`.
    pub toolchain: Option<Spanned<String>>,
    /// The requirements. One module can be there several times; its highest version counts.
    pub requires: Vec<Require>,
    /// The replacements.
    pub replaces: Vec<Replace>,
    /// The versions that are left out.
    pub excludes: Vec<Exclude>,
    /// The versions of the module itself that its author took back.
    pub retracts: Vec<Retract>,
    /// The packages of tools.
    pub tools: Vec<Spanned<String>>,
    /// The folders that package patterns leave out.
    pub ignores: Vec<Spanned<String>>,
    /// The run-time settings.
    pub godebugs: Vec<Godebug>,
    /// Directives that are not known here, each by its first word: once for a line, once for a block.
    pub unknown: Vec<Spanned<String>>,
}

/// A value with the place where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value: of a string, without its quotes and with its escapes resolved.
    pub value: T,
    /// Its place: of a string, what is between its quotes.
    pub span: Span,
}

/// A `require` line.
#[derive(Clone, Debug)]
pub struct Require {
    /// The module's path.
    pub path: String,
    /// The lowest version that will do.
    pub version: Version,
    /// Whether no package of the main module imports it, as its `// indirect` comment says.
    pub indirect: bool,
    /// Where the path is written.
    pub path_span: Span,
    /// Where the version is written.
    pub version_span: Span,
}

/// A `replace` line.
#[derive(Clone, Debug)]
pub struct Replace {
    /// The path of the module that is replaced.
    pub old_path: String,
    /// The version that is replaced; all, where there is none.
    pub old_version: Option<Version>,
    /// From the path of what is replaced to the end of its version, if it has one.
    pub old_span: Span,
    /// What takes its place.
    pub target: ReplaceTarget,
}

/// What takes the place of a replaced module.
#[derive(Clone, Debug)]
pub enum ReplaceTarget {
    /// A module at a version.
    Module {
        /// The module's path.
        path: String,
        /// Its version.
        version: Version,
        /// Where the path is written.
        path_span: Span,
        /// Where the version is written.
        version_span: Span,
    },
    /// A folder, whose version nobody knows.
    Local {
        /// The folder, relative to that of the file.
        path: String,
        /// Where it is written.
        path_span: Span,
    },
}

impl ReplaceTarget {
    /// Whether both mean the same module or folder, wherever they are written.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Module { path, version, .. },
                Self::Module { path: other, version: other_version, .. },
            ) => path == other && version == other_version,
            (Self::Local { path, .. }, Self::Local { path: other, .. }) => path == other,
            _ => false,
        }
    }
}

/// An `exclude` line.
#[derive(Clone, Debug)]
pub struct Exclude {
    /// The module's path.
    pub path: String,
    /// The version that is left out.
    pub version: Version,
    /// From the path to the end of the version.
    pub span: Span,
}

/// A `retract` line: both ends belong to it.
#[derive(Clone, Debug)]
pub struct Retract {
    /// The lowest version taken back.
    pub low: Version,
    /// The highest version taken back; the same as `low` for a single one.
    pub high: Version,
    /// From the first token after the verb to the last.
    pub span: Span,
}

/// A `godebug` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Godebug {
    /// The setting.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Where both are written.
    pub span: Span,
}

impl GoMod {
    /// Reads a go.mod file.
    ///
    /// # Errors
    /// At the first place that is no go.mod syntax, at a directive that does not have its form, at a version that
    /// is none, and at a line that a merge left behind.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::from_tree(Tree::parse(text)?)
    }

    fn from_tree(tree: Tree) -> Result<Self, ParseError> {
        let mut read = Self {
            module: None,
            go: None,
            toolchain: None,
            requires: Vec::new(),
            replaces: Vec::new(),
            excludes: Vec::new(),
            retracts: Vec::new(),
            tools: Vec::new(),
            ignores: Vec::new(),
            godebugs: Vec::new(),
            unknown: Vec::new(),
            tree,
        };
        for directive in directives(&read.tree, &BLOCK_VERBS, &LINE_VERBS)? {
            match directive.verb() {
                "module" => directive.set_once(&mut read.module, directive.path("module/path")?)?,
                "go" => directive.set_once(&mut read.go, directive.go_version()?)?,
                "toolchain" => directive.set_once(&mut read.toolchain, directive.toolchain()?)?,
                "require" => read.requires.push(directive.require()?),
                "exclude" => read.excludes.push(directive.exclude()?),
                "replace" => read.replaces.push(directive.replace()?),
                "retract" => read.retracts.push(directive.retract()?),
                "tool" => read.tools.push(directive.path("package/path")?),
                "ignore" => read.ignores.push(directive.path("./folder")?),
                "godebug" => read.godebugs.push(directive.godebug()?),
                _ => read.unknown.push(directive.unknown()),
            }
        }
        Ok(read)
    }

    /// The syntax that was read.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Whether the language version is at least `major.minor`. Without a `go` line it is 1.16, as for `go`.
    pub fn go_at_least(&self, major: u64, minor: u64) -> bool {
        let version = self.go.as_ref().map_or("1.16", |go| go.value.as_str());
        language_version(version).is_some_and(|version| version >= (major, minor))
    }

    /// Sets the version of a module on each line that requires it, and gives how many lines there are. Only the
    /// versions' own bytes change; spans read before are void.
    ///
    /// # Errors
    /// None that is known: the text with the new versions is read again, and must be readable.
    pub fn set_require_version(&mut self, path: &str, version: &Version) -> Result<usize, EditError> {
        let text = version.to_string();
        let lines = self.requires.iter().filter(|require| require.path == path);
        let edits: Vec<_> = lines.map(|require| (require.version_span, text.as_str())).collect();
        if edits.is_empty() {
            return Ok(0);
        }
        let mut tree = self.tree.clone();
        tree.replace_all(&edits)?;
        *self = Self::from_tree(tree)?;
        Ok(edits.len())
    }
}

/// The directives that may be blocks.
const BLOCK_VERBS: [&str; 8] =
    ["module", "godebug", "require", "exclude", "replace", "retract", "tool", "ignore"];

/// The directives that may only be lines.
const LINE_VERBS: [&str; 2] = ["go", "toolchain"];
