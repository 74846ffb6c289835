//! What the builds of a run were before: in a commit, or in another folder.

use std::cell::OnceCell;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use tempfile::TempDir;

use crate::discover::search;
use crate::git::{Blob, Repository};
use crate::inventory::Inventory;

/// The files of a commit that decide what is built, beside those that end like Go's.
const KEPT: [&str; 5] = ["modules.txt", "Cargo.lock", "Cargo.toml", "rust-toolchain", "rust-toolchain.toml"];

/// Where a run is compared with.
#[derive(Debug)]
pub struct Base {
    /// What it is called: a revision and its commit, or a folder.
    pub name: String,
    /// What a reader should know of the choice.
    pub remark: Option<String>,
    tree: Tree,
}

#[derive(Debug)]
enum Tree {
    Commit {
        repository: Repository,
        commit: String,
        folder: TempDir,
        moved: OnceCell<Vec<(PathBuf, PathBuf)>>,
    },
    /// What stands in the place of the first.
    Folder { head: PathBuf, base: PathBuf },
}

/// Why there is nothing to compare with.
#[derive(Debug, thiserror::Error)]
pub enum BaseError {
    /// The name stands for no commit that is here.
    #[error("--base {name}: there is no such commit or path here")]
    Unknown {
        /// As given.
        name: String,
        /// What git should fetch for it.
        fetch: String,
    },
    /// A revision was given outside of a repository.
    #[error("--base {0}: there is no such path, and this is no git repository")]
    NoRepository(String),
    /// Git did not give the files of the commit.
    #[error("--base {name}: cannot read the commit: {error}")]
    Git {
        /// As given.
        name: String,
        /// What git said.
        error: io::Error,
    },
    /// A folder is compared with more than one path.
    #[error("--base {0}: a path is compared with one path; several were given")]
    SeveralPaths(String),
    /// What was built before cannot be read.
    #[error("--base {name}: {path}: {message}")]
    Unreadable {
        /// What the base is called.
        name: String,
        /// The manifest, from the root.
        path: String,
        /// Why not.
        message: String,
    },
}

impl BaseError {
    /// What to do next, where that is known.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Unknown { fetch, .. } => {
                format!(
                    "a shallow clone lacks it: `git fetch --depth=1 origin {fetch}`; a path is written ./path"
                )
            }
            Self::NoRepository(_) => {
                "run it in the repository, or give the path of another folder".to_owned()
            }
            Self::Git { .. } => "`git fsck` tells whether the clone is whole".to_owned(),
            Self::SeveralPaths(_) => "give one PATH, or compare with a revision".to_owned(),
            Self::Unreadable { .. } => {
                "without it nothing is known of what was there before; choose another --base, or leave it out"
                    .to_owned()
            }
        })
    }
}

impl Base {
    /// Opens a revision of the repository, or a path; `heads` are the paths that the run checks. Of a revision the
    /// commit counts at which the head's history left it.
    ///
    /// # Errors
    /// When the name stands for nothing, or git cannot give what it stands for.
    pub fn open(name: &str, repository: Option<Repository>, heads: &[PathBuf]) -> Result<Self, BaseError> {
        let git = |error| BaseError::Git { name: name.to_owned(), error };
        let is_path = name.starts_with('.') || Path::new(name).is_absolute();
        let commit = match &repository {
            Some(repository) if !is_path => repository.commit(name).map_err(git)?,
            _ => None,
        };
        let (Some(repository), Some(tip)) = (repository.clone(), commit) else {
            return Self::of_path(name, repository.is_some(), heads);
        };
        let common = repository.merge_base("HEAD", &tip).map_err(git)?;
        let remark = common.is_none().then(|| {
            format!(
                "no commit is known that the head has in common with {name}, as in a shallow clone: compared with \
                 {name} as it is now"
            )
        });
        let commit = common.unwrap_or(tip);
        let folder = tempfile::Builder::new().prefix("awscompat-base-").tempdir().map_err(git)?;
        unpack(&repository, &commit, folder.path()).map_err(git)?;
        let short = commit.get(..9).unwrap_or(&commit).to_owned();
        let name = if commit.starts_with(name) { short } else { format!("{name} ({short})") };
        let moved = OnceCell::new();
        Ok(Self { name, remark, tree: Tree::Commit { repository, commit, folder, moved } })
    }

    fn of_path(name: &str, in_repository: bool, heads: &[PathBuf]) -> Result<Self, BaseError> {
        let path = Path::new(name);
        if !path.exists() {
            return Err(if in_repository {
                let fetch = name.strip_prefix("origin/").unwrap_or(name).to_owned();
                BaseError::Unknown { name: name.to_owned(), fetch }
            } else {
                BaseError::NoRepository(name.to_owned())
            });
        }
        let head = match heads {
            [] => PathBuf::from("."),
            [head] => head.clone(),
            _ => return Err(BaseError::SeveralPaths(name.to_owned())),
        };
        let tree = Tree::Folder { head: absolute(&head), base: path.to_owned() };
        Ok(Self { name: name.to_owned(), remark: None, tree })
    }

    /// What a build was, by its manifest now; None where it was not there.
    ///
    /// # Errors
    /// When it was there and cannot be read.
    pub fn before(&self, manifest: &Path) -> Result<Option<Inventory>, BaseError> {
        let manifest = absolute(manifest);
        let (before, told) = match &self.tree {
            Tree::Commit { repository, folder, .. } => {
                let Ok(path) = manifest.strip_prefix(&repository.root) else { return Ok(None) };
                (folder.path().join(path), path.to_owned())
            }
            // Of a file the base is a file.
            Tree::Folder { head, base } if *head == manifest => (base.clone(), base.clone()),
            Tree::Folder { head, base } => {
                let Ok(path) = manifest.strip_prefix(head) else { return Ok(None) };
                (base.join(path), base.join(path))
            }
        };
        let mut places = vec![before.clone()];
        places.extend(self.moved_from(&told)?);
        // A lock that is new has the manifest beside it to be compared with.
        places.push(before.with_file_name("Cargo.toml"));
        let is_lock = manifest.extension().is_some_and(|extension| extension == "lock");
        let there =
            places.iter().position(|place| place.is_file()).filter(|at| is_lock || *at + 1 < places.len());
        let Some(place) = there.map(|at| &places[at]) else { return Ok(None) };
        let unreadable = |message: String| BaseError::Unreadable {
            name: self.name.clone(),
            path: told.display().to_string(),
            message: self.without_folder(&message),
        };
        let found = search(place).map_err(|error| unreadable(error.to_string()))?;
        let Some(input) = found.inputs.first() else { return Ok(None) };
        input.read().map(Some).map_err(|error| unreadable(error.to_string()))
    }

    /// Where a file that was moved lay before.
    fn moved_from(&self, path: &Path) -> Result<Option<PathBuf>, BaseError> {
        let Tree::Commit { repository, commit, folder, moved } = &self.tree else { return Ok(None) };
        if folder.path().join(path).exists() {
            return Ok(None);
        }
        if moved.get().is_none() {
            let read = repository.moved(commit);
            let read = read.map_err(|error| BaseError::Git { name: self.name.clone(), error })?;
            let _ = moved.set(read);
        }
        let mut moved = moved.get().into_iter().flatten();
        Ok(moved.find(|(_, new)| new == path).map(|(old, _)| folder.path().join(old)))
    }

    /// A message in which files are named as the repository knows them.
    fn without_folder(&self, message: &str) -> String {
        match &self.tree {
            Tree::Commit { folder, .. } => {
                message.replace(&format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR), "")
            }
            Tree::Folder { .. } => message.to_owned(),
        }
    }
}

/// Writes the files of a commit that count into a folder.
fn unpack(repository: &Repository, commit: &str, folder: &Path) -> io::Result<()> {
    // Nothing above it belongs to it.
    fs::create_dir(folder.join(".git"))?;
    let mut blobs = repository.files(commit)?;
    blobs.retain(|blob| is_kept(&blob.path));
    let mut links: Vec<(PathBuf, PathBuf)> = Vec::new();
    repository.read(&blobs, |blob: &Blob, content| {
        let place = folder.join(&blob.path);
        if blob.is_link {
            let target = place.parent().unwrap_or(folder).join(String::from_utf8_lossy(content).as_ref());
            links.push((place, target));
            return Ok(());
        }
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(place, content)
    })?;
    for (place, target) in links {
        // A target such as `../go.mod` leads through the link's own folder.
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        // A copy is as good as a link, and one that leads elsewhere is not followed.
        let inside = fs::canonicalize(&target).is_ok_and(|target| {
            fs::canonicalize(folder).is_ok_and(|folder| target.starts_with(folder) && target.is_file())
        });
        if inside {
            fs::copy(target, place)?;
        }
    }
    Ok(())
}

fn is_kept(path: &Path) -> bool {
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    let of_go = path.extension().is_some_and(|end| ["mod", "sum", "work"].iter().any(|known| end == *known));
    plain && (of_go || path.file_name().is_some_and(|name| KEPT.iter().any(|kept| name == *kept)))
}

/// A path with the links of its folder resolved; its own name stays.
fn absolute(path: &Path) -> PathBuf {
    let name = match path.components().next_back() {
        Some(Component::Normal(name)) => name,
        _ => return fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
    };
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::canonicalize(folder).map_or_else(|_| path.to_owned(), |folder| folder.join(name))
}
