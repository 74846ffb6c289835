//! What git knows of a folder: where its repository is, and whether files have changes that are not committed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A repository, by the folder that is checked out and the folder that git keeps for itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repository {
    /// The root of what is checked out.
    pub root: PathBuf,
    /// Git's own folder for it.
    pub git: PathBuf,
}

/// The repository that a folder belongs to.
pub fn repository(folder: &Path) -> Option<Repository> {
    let folder = fs::canonicalize(folder).ok()?;
    folder.ancestors().find_map(|root| {
        let git = root.join(".git");
        if git.join("HEAD").is_file() {
            return Some(Repository { root: root.to_owned(), git });
        }
        // Of a submodule or another work tree, a file tells the place.
        let text = fs::read_to_string(&git).ok()?;
        let git = root.join(text.strip_prefix("gitdir:")?.trim());
        git.join("HEAD").is_file().then(|| Repository { root: root.to_owned(), git })
    })
}

/// Those of the files that have changes which are not committed, or are not known to git, as git names them. None where
/// git cannot be asked.
pub fn dirty(repository: &Repository, files: &[PathBuf]) -> Option<Vec<String>> {
    let output = Command::new("git")
        // A repository must not have programs of its own run.
        .args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=", "--no-optional-locks"])
        .args(["--literal-pathspecs", "status", "--porcelain", "-z", "--untracked-files=all", "--"])
        .args(files)
        .current_dir(&repository.root)
        .stdin(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    Some(text.split('\0').filter_map(|line| line.get(3..)).map(str::to_owned).collect())
}
