//! go.work: the modules that are built together.

use super::go_mod::{Godebug, Replace, Spanned, directives};
use super::go_syntax::Tree;
use super::parse_error::ParseError;

/// A go.work file. Spans are as in go.mod: those of tokens, of a string without its quotes.
#[derive(Clone, Debug)]
pub struct GoWork {
    tree: Tree,
    /// The language version, such as `1.21` or `1.22.3`.
    pub go: Option<Spanned<String>>,
    /// The suggested toolchain, such as `go1.22.3` or `default`.
    pub toolchain: Option<Spanned<String>>,
    /// The folders of the modules, relative to that of the file.
    pub uses: Vec<Spanned<String>>,
    /// The replacements, which win over those of the modules.
    pub replaces: Vec<Replace>,
    /// The run-time settings.
    pub godebugs: Vec<Godebug>,
    /// Directives that are not known here, each by its first word: once for a line, once for a block.
    pub unknown: Vec<Spanned<String>>,
}

impl GoWork {
    /// Reads a go.work file.
    ///
    /// # Errors
    /// At the first place that is no go.work syntax, at a directive that does not have its form, at a version that
    /// is none, and at a line that a merge left behind.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut read = Self {
            tree: Tree::parse(text)?,
            go: None,
            toolchain: None,
            uses: Vec::new(),
            replaces: Vec::new(),
            godebugs: Vec::new(),
            unknown: Vec::new(),
        };
        for directive in directives(&read.tree, &["use", "replace", "godebug"], &["go", "toolchain"])? {
            match directive.verb() {
                "go" => directive.set_once(&mut read.go, directive.go_version()?)?,
                "toolchain" => directive.set_once(&mut read.toolchain, directive.toolchain()?)?,
                "use" => read.uses.push(directive.path("./folder")?),
                "replace" => read.replaces.push(directive.replace()?),
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
}
