//! The versions that a plan moves, in go.mod and go.work. Every other byte stays.

use std::path::Path;

use super::Fix;
use crate::inventory::ParseError;
use crate::inventory::go_mod::{GoMod, Replace, ReplaceTarget};
use crate::inventory::go_syntax::{Line, Statement, Tree};
use crate::inventory::go_work::GoWork;
use crate::plan::{Move, Plan};
use crate::source::Span;

/// The changes of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rewrite {
    /// What to write.
    pub fixes: Vec<Fix>,
    /// Modules whose `replace` line pins them, and is moved too.
    pub unpinned: Vec<String>,
    /// Modules to move that the file does not name yet.
    pub added: Vec<String>,
}

/// All that a plan changes in a go.mod: `replace` lines, the versions of `require` lines, and, where `with_new`, a new
/// line for a module to be asked for that has none.
///
/// # Errors
/// When the text is no go.mod.
pub fn rewrite(file: &Path, text: &str, plan: &Plan, with_new: bool) -> Result<Rewrite, ParseError> {
    let go_mod = GoMod::parse(text)?;
    let mut rewrite = replacements(file, &go_mod.replaces, plan);
    let mut new = Vec::new();
    let asked = plan.moves.len();
    for (i, moved) in plan.moves.iter().chain(&plan.carried).enumerate() {
        if moved.replaced_at.is_some() {
            continue;
        }
        let lines: Vec<_> = go_mod.requires.iter().filter(|require| require.path == moved.path).collect();
        if lines.is_empty() && i < asked && with_new {
            new.push(moved);
        }
        for line in lines.iter().filter(|line| line.version < moved.to) {
            rewrite.fixes.push(fix(file, line.version_span, moved.to.to_string()));
        }
    }
    if !new.is_empty() {
        rewrite.fixes.push(insertion(file, text, go_mod.tree(), &new));
        rewrite.added = new.iter().map(|moved| moved.path.clone()).collect();
    }
    Ok(rewrite)
}

/// What a plan changes in the `replace` lines of a go.mod alone.
///
/// # Errors
/// When the text is no go.mod.
pub fn rewrite_replacements(file: &Path, text: &str, plan: &Plan) -> Result<Rewrite, ParseError> {
    Ok(replacements(file, &GoMod::parse(text)?.replaces, plan))
}

/// What a plan changes in the `replace` lines of a go.work.
///
/// # Errors
/// When the text is no go.work.
pub fn rewrite_work(file: &Path, text: &str, plan: &Plan) -> Result<Rewrite, ParseError> {
    Ok(replacements(file, &GoWork::parse(text)?.replaces, plan))
}

/// The moves that a module is to be asked for: of those, `go get` is told.
pub fn asked(plan: &Plan) -> impl Iterator<Item = &Move> {
    plan.moves.iter().filter(|moved| moved.replaced_at.is_none())
}

fn replacements(file: &Path, replaces: &[Replace], plan: &Plan) -> Rewrite {
    let mut rewrite = Rewrite::default();
    let pinned = plan.moves.iter().chain(&plan.carried).filter(|moved| moved.replaced_at.is_some());
    for moved in pinned {
        for replace in replaces.iter().filter(|replace| replace.old_path == moved.path) {
            let ReplaceTarget::Module { path, version, version_span, .. } = &replace.target else { continue };
            // The line that decides is the one with the version that is built.
            if *path == moved.path && moved.from.as_ref() == Some(version) {
                rewrite.fixes.push(fix(file, *version_span, moved.to.to_string()));
                rewrite.unpinned.push(moved.path.clone());
            }
        }
    }
    rewrite
}

fn fix(file: &Path, span: Span, text: String) -> Fix {
    Fix { file: file.to_owned(), span, text }
}

/// New requirements: at the end of the last block, else after the last line that requires something, else at the end.
fn insertion(file: &Path, text: &str, tree: &Tree, moves: &[&Move]) -> Fix {
    let end_of_line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let verb = |line: &Line| tree.tokens().get(line.tokens.start).map(|&token| tree.token_text(token));
    let end = |line: &Line| {
        let last = line.comment.unwrap_or(line.tokens.end.saturating_sub(1));
        // A comment goes up to the line feed, and takes the carriage return along.
        let end = tree.tokens().get(last).map_or(text.len(), |token| token.span.end);
        text[..end].trim_end_matches('\r').len()
    };
    let is_require = |line: &Line| verb(line) == Some("require");
    let block = tree.statements().iter().rev().find_map(|statement| match statement {
        Statement::Block(block) if is_require(&block.head) => block.lines.last(),
        _ => None,
    });
    let line = tree.statements().iter().rev().find_map(|statement| match statement {
        Statement::Line(line) if is_require(line) => Some(line),
        _ => None,
    });
    let wanted = |before: &str| -> String {
        let line = |moved: &&Move| format!("{end_of_line}{before}{} {} // indirect", moved.path, moved.to);
        moves.iter().map(line).collect()
    };
    let (at, new) = match (block, line) {
        (Some(last), _) => (end(last), wanted("\t")),
        (None, Some(line)) => (end(line), wanted("require ")),
        (None, None) => {
            let gap = if text.ends_with('\n') { "" } else { end_of_line };
            (text.len(), format!("{gap}{}{end_of_line}", wanted("require ")))
        }
    };
    fix(file, Span::new(at, at), new)
}
