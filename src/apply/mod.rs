//! Plans carried out: manifests are changed, `go` and cargo are run, and nothing is lost if that fails.
//!
//! Changes of manifests are data, [`Fix`]es; one function applies them. Every file that may change is saved by a
//! [`transaction`] before anything happens.

mod atomic;
pub mod build;
pub mod cargo_toml;
pub mod diff;
pub mod go_mod;
mod journal;
pub mod toolchain;
pub mod transaction;

use std::path::{Path, PathBuf};

use crate::source::Span;

/// A text to put in the place of another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fix {
    /// The file.
    pub file: PathBuf,
    /// The bytes to replace; an empty span is a place to insert at.
    pub span: Span,
    /// What to put there.
    pub text: String,
}

/// Why something was not carried out. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// The system refused.
    #[error("{}: {what}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// What the system said.
        error: std::io::Error,
    },
    /// A file that would have to change must not.
    #[error("{}: the file is read-only, and it would have to change", .0.display())]
    ReadOnly(PathBuf),
    /// Another run is at work.
    #[error("another run of `awscompat fix` is at work here ({})", .0.display())]
    Busy(PathBuf),
    /// What an earlier run has started outlived it.
    #[error(
        "an earlier run of `awscompat fix` was stopped, and the `go` or cargo that it started still runs"
    )]
    Orphan,
    /// The notes of an earlier run make no sense.
    #[error("{}: these are no notes of `awscompat fix`: {why}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Old files could not be brought back. The notes and their copies stay.
    #[error("not everything is as it was: {}", .0.join("; "))]
    Unrestored(Vec<String>),
    /// git does not say which files have changes.
    #[error("git cannot say whether files here have changes that are not committed: {0}")]
    Git(String),
    /// A command failed.
    #[error("`{command}` failed{}", .said.as_ref().map_or(String::new(), |said| format!(":\n{said}")))]
    Command {
        /// The command as one would type it.
        command: String,
        /// The end of what it said.
        said: Option<String>,
    },
    /// A command does not start.
    #[error("`{program}` does not start: {error}")]
    Missing {
        /// The program.
        program: &'static str,
        /// What the system said.
        error: std::io::Error,
    },
    /// The user has stopped the run.
    #[error("stopped")]
    Stopped,
    /// Files have changes that could not be told from ours.
    #[error("files with changes that are not committed would change: {}", .0.join(", "))]
    Dirty(Vec<String>),
    /// It was carried out, and something is found all the same.
    #[error("after the plan was carried out, this is still found: {left} ({why})")]
    NotClean {
        /// The events.
        left: String,
        /// Why there is no further plan.
        why: String,
    },
    /// The build cannot be changed from what was read.
    #[error("{0}")]
    Unfit(String),
}

impl ApplyError {
    /// Wraps an error of the system.
    pub(crate) fn io(path: &Path, what: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, what, error }
    }

    /// What to type next.
    pub fn help(&self) -> String {
        match self {
            Self::Io { error, .. } if error.kind() == std::io::ErrorKind::StorageFull => {
                "make room on the disk, then run `awscompat fix` again".to_owned()
            }
            Self::Io { .. } => "let this user write there, then run `awscompat fix` again".to_owned(),
            Self::ReadOnly(path) => {
                format!("`chmod u+w {}`, then run `awscompat fix` again", path.display())
            }
            Self::Busy(_) => "wait until it is done, then run `awscompat fix` again".to_owned(),
            Self::Orphan => {
                "wait until it is done or stop it, then run `awscompat fix` again: it brings the old files back"
                    .to_owned()
            }
            Self::Journal { path, .. } => {
                format!("look what is in {}, and delete it if it is not yours", path.display())
            }
            Self::Command { command, .. } => format!(
                "`{command}` in that folder shows the same; or `awscompat fix --edit-only` changes the \
                 manifests without running anything"
            ),
            Self::Missing { program, .. } => {
                format!("install {program}, or `awscompat fix --edit-only` changes the manifests without it")
            }
            Self::Unrestored(_) => "mend what is in the way, then `awscompat fix` brings the rest back first; or copy \
                                    them by hand"
                .to_owned(),
            Self::Git(_) => "`git status` here shows why; or `awscompat fix --allow-dirty`".to_owned(),
            Self::Stopped => "`awscompat fix` starts anew".to_owned(),
            Self::Dirty(_) => "commit them, or `awscompat fix --allow-dirty`".to_owned(),
            Self::NotClean { .. } => {
                "`awscompat fix --strategy aligned` goes further; `awscompat plan` says what to change by hand"
                    .to_owned()
            }
            Self::Unfit(_) => "`awscompat plan` says what to change by hand".to_owned(),
        }
    }
}

/// A text with fixes applied; each span is that of the text before any of them. None where spans overlap or do not lie
/// in the text.
pub fn applied(text: &str, fixes: &[Fix]) -> Option<String> {
    let mut fixes: Vec<&Fix> = fixes.iter().collect();
    fixes.sort_by_key(|fix| fix.span);
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for fix in fixes {
        out.push_str(text.get(copied..fix.span.start)?);
        out.push_str(&fix.text);
        copied = fix.span.end;
    }
    out.push_str(text.get(copied..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(start: usize, end: usize, text: &str) -> Fix {
        Fix { file: PathBuf::new(), span: Span::new(start, end), text: text.to_owned() }
    }

    #[test]
    fn fixes_are_applied_in_the_order_of_the_text() {
        assert_eq!(applied("abcdef", &[fix(4, 5, "E"), fix(0, 1, "AA")]).as_deref(), Some("AAbcdEf"));
        assert_eq!(applied("ab", &[fix(2, 2, "!"), fix(1, 1, "-")]).as_deref(), Some("a-b!"));
        assert_eq!(applied("ab", &[]).as_deref(), Some("ab"));
    }

    #[test]
    fn fixes_that_overlap_or_lie_outside_are_refused() {
        assert_eq!(applied("abcdef", &[fix(0, 3, "x"), fix(2, 4, "y")]), None);
        assert_eq!(applied("ab", &[fix(1, 9, "x")]), None);
        assert_eq!(applied("é", &[fix(1, 2, "x")]), None);
    }
}
