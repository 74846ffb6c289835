//! What git knows: where a repository is, which files have changes that are not committed, and what a commit holds.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A repository, by the folder that is checked out and the folder that git keeps for itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repository {
    /// The root of what is checked out.
    pub root: PathBuf,
    /// Git's own folder for it.
    pub git: PathBuf,
}

/// A file of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Where it lies, from the root.
    pub path: PathBuf,
    /// The name of its content.
    pub id: String,
    /// Whether it is a symbolic link, the content of which is where it points.
    pub is_link: bool,
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

/// Those of the files that have changes which are not committed, or are not known to git, as git names them.
///
/// # Errors
/// When git does not start, or does not answer, as in a repository that another user owns.
pub fn dirty(repository: &Repository, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let mut git = repository.git();
    git.args(["--literal-pathspecs", "status", "--porcelain", "-z", "--untracked-files=all", "--"]);
    let text = succeeded(git.args(files).output()?)?;
    let text = String::from_utf8_lossy(&text);
    Ok(text.split('\0').filter_map(|line| line.get(3..)).map(str::to_owned).collect())
}

impl Repository {
    /// The full name of the commit that a revision stands for; None where it stands for none that is here.
    ///
    /// # Errors
    /// When git does not start.
    pub fn commit(&self, revision: &str) -> io::Result<Option<String>> {
        let commit = format!("{revision}^{{commit}}");
        let mut git = self.git();
        git.args(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
        Ok(self.text(&mut git)?.map(|text| text.trim().to_owned()))
    }

    /// The commit that two have in common; None where none is known, as in a shallow clone.
    ///
    /// # Errors
    /// When git does not start.
    pub fn merge_base(&self, one: &str, other: &str) -> io::Result<Option<String>> {
        let text = self.text(self.git().args(["merge-base", one, other]))?;
        Ok(text.map(|text| text.trim().to_owned()))
    }

    /// The day of a commit, `YYYY-MM-DD` in UTC, as its committer's clock had it.
    ///
    /// # Errors
    /// When git does not start.
    pub fn day(&self, commit: &str) -> io::Result<Option<String>> {
        let mut git = self.git();
        git.env("TZ", "UTC").args([
            "log",
            "-1",
            "--format=%cd",
            "--date=format-local:%Y-%m-%d",
            commit,
            "--",
        ]);
        Ok(self.text(&mut git)?.map(|text| text.trim().to_owned()))
    }

    /// The files of a commit.
    ///
    /// # Errors
    /// When git does not start, or does not know the commit.
    pub fn files(&self, commit: &str) -> io::Result<Vec<Blob>> {
        let output = self.git().args(["ls-tree", "-r", "-z", "--full-tree", commit]).output()?;
        let listing = succeeded(output)?;
        let entries = listing.split(|byte| *byte == 0).filter(|entry| !entry.is_empty());
        Ok(entries.filter_map(blob).collect())
    }

    /// Reads the contents of files, in their order.
    ///
    /// # Errors
    /// When git does not start, or a content is not here, as in a partial clone.
    pub fn read(
        &self,
        blobs: &[Blob],
        mut each: impl FnMut(&Blob, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut git = self.git();
        git.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = git.spawn()?;
        let done = contents(&mut child, blobs, &mut each);
        // Without its input it ends by itself; after a mistake it may still have something to say.
        let _ = child.kill();
        child.wait()?;
        done
    }

    /// Where the files that were moved since a commit lay then: the old place and the new one.
    ///
    /// # Errors
    /// When git does not start, or does not know the commit.
    pub fn moved(&self, since: &str) -> io::Result<Vec<(PathBuf, PathBuf)>> {
        let mut git = self.git();
        git.args(["diff", "--no-ext-diff", "--no-textconv", "--name-status", "-z", "-M", "--diff-filter=R"]);
        let listing = succeeded(git.args([since, "--"]).output()?)?;
        let mut words = listing.split(|byte| *byte == 0);
        let mut moved = Vec::new();
        while let (Some(_), Some(old), Some(new)) = (words.next(), words.next(), words.next()) {
            moved.push((path_of(old), path_of(new)));
        }
        Ok(moved)
    }

    /// `git`, which must not have a repository's own programs run, and stays off the network.
    fn git(&self) -> Command {
        let mut git = Command::new("git");
        git.args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=", "--no-optional-locks"])
            .current_dir(&self.root)
            .env("GIT_NO_LAZY_FETCH", "1")
            .stdin(Stdio::null());
        git
    }

    /// What git says; None where it fails.
    fn text(&self, git: &mut Command) -> io::Result<Option<String>> {
        let output = git.output()?;
        Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
    }
}

fn succeeded(output: Output) -> io::Result<Vec<u8>> {
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(said.lines().next().unwrap_or("git failed").to_owned()))
}

/// An entry of `git ls-tree`: `<mode> <type> <id>\t<path>`. None for what is no file.
fn blob(entry: &[u8]) -> Option<Blob> {
    let tab = entry.iter().position(|byte| *byte == b'\t')?;
    let head = std::str::from_utf8(&entry[..tab]).ok()?;
    let mut words = head.split(' ');
    let (mode, kind, id) = (words.next()?, words.next()?, words.next()?);
    (kind == "blob").then(|| Blob {
        path: path_of(&entry[tab + 1..]),
        id: id.to_owned(),
        is_link: mode == "120000",
    })
}

/// Asks for one content after the other, and hands each over.
fn contents(
    child: &mut Child,
    blobs: &[Blob],
    each: &mut impl FnMut(&Blob, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let (Some(mut to), Some(from)) = (child.stdin.take(), child.stdout.take()) else { return Ok(()) };
    let mut from = io::BufReader::new(from);
    for blob in blobs {
        writeln!(to, "{}", blob.id)?;
        to.flush()?;
        let mut head = Vec::new();
        while head.last() != Some(&b'\n') {
            let mut byte = [0];
            from.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        // `<id> <type> <size>`, or `<id> missing`.
        let head = String::from_utf8_lossy(&head);
        let size = head.trim_end().rsplit(' ').next().and_then(|size| size.parse::<u64>().ok());
        let Some(size) = size else {
            let path = blob.path.display();
            return Err(io::Error::other(format!("the content of {path} is not in this clone")));
        };
        let mut content = Vec::new();
        from.by_ref().take(size).read_to_end(&mut content)?;
        from.read_exact(&mut [0])?;
        each(blob, &content)?;
    }
    Ok(())
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_a_tree_are_files_and_links() {
        let entry = |text: &str| blob(text.as_bytes()).map(|blob| (blob.path, blob.is_link));
        assert_eq!(entry("100644 blob abc\ta b/go.mod"), Some((PathBuf::from("a b/go.mod"), false)));
        assert_eq!(entry("120000 blob abc\tgo.mod"), Some((PathBuf::from("go.mod"), true)));
        assert_eq!(entry("160000 commit abc\tsub"), None);
        assert_eq!(entry("nonsense"), None);
    }
}
