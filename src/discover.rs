//! Which inputs a path stands for.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use ignore::WalkBuilder;

use crate::inventory::Inventory;
use crate::inventory::{InputError, cargo, go};
use crate::source::{ReadError, Source};

/// Folders that `go` leaves out of `./...`, and those that hold other people's code.
const PASSED_OVER: [&str; 3] = ["vendor", "testdata", "node_modules"];

/// One thing to read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Input {
    /// A workspace, by its go.work. First, so that it is read before its members are left out of it.
    GoWork(PathBuf),
    /// A Go module, by its go.mod.
    GoMod(PathBuf),
    /// A go.sum or go.work.sum by itself.
    GoSum(PathBuf),
    /// A vendor/modules.txt by itself.
    Vendor(PathBuf),
    /// A Rust workspace, by its Cargo.lock.
    CargoLock(PathBuf),
    /// A Rust workspace without a lock that counts, by its Cargo.toml.
    CargoToml(PathBuf),
}

/// Why a path cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// There is nothing there, or it cannot be looked at.
    #[error("{}: {error}", path.display())]
    Io {
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A folder below that cannot be looked into.
    #[error("{}: cannot look into this folder: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// `-`, which other programs take for standard input.
    #[error("-: standard input is read with --stdin-format go-mod, go-sum, go-list or go-graph")]
    Dash,
    /// The file is of no kind that is read.
    #[error("{}: not a file that is checked; give a go.mod, go.sum, go.work or vendor/modules.txt, or a folder", path.display())]
    Kind {
        /// The path as given.
        path: PathBuf,
    },
}

impl Input {
    /// Reads the input and all that belongs to it.
    ///
    /// # Errors
    /// When a file that belongs to it cannot be read or parsed.
    pub fn read(&self) -> Result<Inventory, InputError> {
        let read = |path: &Path| {
            Source::read(path).map_err(|error: ReadError| InputError::Read { path: path.to_owned(), error })
        };
        match self {
            Self::GoWork(path) => go::workspace(path),
            Self::GoMod(path) => go::module(path),
            Self::GoSum(path) => go::sum(read(path)?),
            Self::Vendor(path) => go::vendor(read(path)?),
            Self::CargoLock(path) => cargo::lock(path),
            Self::CargoToml(path) => cargo::manifest(path),
        }
    }

    /// The file that the input is known by.
    pub fn path(&self) -> &Path {
        match self {
            Self::GoWork(path)
            | Self::GoMod(path)
            | Self::GoSum(path)
            | Self::Vendor(path)
            | Self::CargoLock(path)
            | Self::CargoToml(path) => path,
        }
    }

    fn from_file(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy();
        let path = path.to_owned();
        match name.as_ref() {
            "go.work" => Some(Self::GoWork(path)),
            "modules.txt" => Some(Self::Vendor(path)),
            "Cargo.toml" => Some(lock_of(&path).map_or(Self::CargoToml(path), Self::CargoLock)),
            _ if name.ends_with(".lock") => Some(Self::CargoLock(path)),
            _ if name.ends_with(".mod") => Some(Self::GoMod(path)),
            _ if name.ends_with(".sum") => Some(Self::GoSum(path)),
            _ if name.ends_with(".work") => Some(Self::GoWork(path)),
            _ => None,
        }
    }
}

/// What a path stands for.
#[derive(Debug, Default)]
pub struct Found {
    /// The inputs, in the order in which they are best read.
    pub inputs: Vec<Input>,
    /// What could not be looked into; there may be more inputs in it.
    pub errors: Vec<DiscoverError>,
}

/// The inputs below a path: a file stands for itself, a folder for every module in it that git does not ignore.
///
/// # Errors
/// When the path is not there, or is a file of a kind that is not read.
pub fn discover(path: &Path) -> Result<Vec<Input>, DiscoverError> {
    Ok(search(path)?.inputs)
}

/// The inputs below a path as [`discover`] finds them, and what could not be looked into.
///
/// # Errors
/// As [`discover`].
pub fn search(path: &Path) -> Result<Found, DiscoverError> {
    if path.as_os_str() == "-" {
        return Err(DiscoverError::Dash);
    }
    let io = |error| DiscoverError::Io { path: path.to_owned(), error };
    if !fs::metadata(path).map_err(io)?.is_dir() {
        return match Input::from_file(&plain(path)) {
            Some(input) => Ok(Found { inputs: vec![input], errors: Vec::new() }),
            None => Err(DiscoverError::Kind { path: path.to_owned() }),
        };
    }
    fs::read_dir(path).map_err(io)?;
    let mut found = Found::default();
    let mut manifests = Vec::new();
    let walk = WalkBuilder::new(path)
        .require_git(false)
        .filter_entry(|entry| {
            let name = entry.file_name().to_string_lossy();
            let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            entry.depth() == 0 || !folder || !(PASSED_OVER.contains(&name.as_ref()) || name.starts_with('_'))
        })
        .build();
    for entry in walk {
        let entry = match entry {
            // A link is followed where it is named like a manifest, so its own kind does not count.
            Ok(entry) if entry.path().is_dir() => continue,
            Ok(entry) => entry,
            Err(error) => {
                found.errors.push(folder_error(path, &error));
                continue;
            }
        };
        let name = entry.file_name();
        let path = || plain(entry.path());
        if name == "go.mod" {
            found.inputs.push(Input::GoMod(path()));
        } else if name == "go.work" {
            found.inputs.push(Input::GoWork(path()));
        } else if name == "go.sum" && !entry.path().with_extension("mod").exists() {
            found.inputs.push(Input::GoSum(path()));
        } else if name == "Cargo.lock" {
            found.inputs.push(Input::CargoLock(path()));
        } else if name == "Cargo.toml" {
            manifests.push(path());
        }
    }
    let unlocked = without_lock(manifests, &found.inputs, path);
    found.inputs.extend(unlocked);
    found.inputs.sort();
    Ok(found)
}

/// What stands for the manifests that no lock of the walk speaks for: the lock of the workspace above the folder that
/// was asked for, else the manifests themselves. A lock that git ignores is no part of the tree: who builds it next
/// gets another.
fn without_lock(manifests: Vec<PathBuf>, inputs: &[Input], asked: &Path) -> BTreeSet<Input> {
    let locked: Vec<&Path> = inputs
        .iter()
        .filter(|input| matches!(input, Input::CargoLock(_)))
        .filter_map(|input| input.path().parent())
        .collect();
    let is_locked = |manifest: &PathBuf| locked.iter().any(|folder| manifest.starts_with(folder));
    let mut rest: Vec<PathBuf> = manifests.into_iter().filter(|manifest| !is_locked(manifest)).collect();
    if rest.is_empty() {
        return BTreeSet::new();
    }
    if let Some(lock) = lock_above(asked) {
        return BTreeSet::from([Input::CargoLock(lock)]);
    }
    // The walk comes to a workspace before its members.
    rest.sort_by_key(|manifest| manifest.components().count());
    let mut roots: BTreeSet<Input> = BTreeSet::new();
    for manifest in rest {
        let folder = manifest.parent().unwrap_or(Path::new(""));
        let below = |root: &Input| {
            root.path().parent().is_some_and(|root| folder.starts_with(root) && folder != root)
        };
        if !roots.iter().any(below) {
            roots.insert(Input::CargoToml(manifest));
        }
    }
    roots
}

/// The lock that cargo would use for a manifest: beside it, or of the workspace above.
fn lock_of(manifest: &Path) -> Option<PathBuf> {
    let lock = manifest.with_file_name("Cargo.lock");
    // What is no file is an error, which reading it tells; to look elsewhere would hide it.
    if lock.exists() { Some(lock) } else { lock_above(manifest.parent()?) }
}

/// The nearest lock above a folder, up to the root of its repository.
fn lock_above(folder: &Path) -> Option<PathBuf> {
    let folder =
        fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).ok()?;
    for (depth, ancestor) in folder.ancestors().enumerate() {
        let lock = ancestor.join("Cargo.lock");
        if depth > 0 && lock.is_file() {
            return Some(lock);
        }
        if ancestor.join(".git").exists() {
            return None;
        }
    }
    None
}

/// The manifest that `go` and cargo would use in a folder without one: the nearest above, up to the root of the
/// repository.
pub fn manifest_above(folder: &Path) -> Option<PathBuf> {
    let whole = fs::canonicalize(folder).ok()?;
    let mut way = folder.to_owned();
    for ancestor in whole.ancestors() {
        for name in ["go.mod", "Cargo.toml"] {
            if ancestor.join(name).is_file() {
                return Some(plain(&way.join(name)));
            }
        }
        if ancestor.join(".git").exists() {
            return None;
        }
        way.push("..");
    }
    None
}

/// Where a walk below `root` failed, and why, in the system's words.
fn folder_error(root: &Path, error: &ignore::Error) -> DiscoverError {
    let kind = error.io_error().map(std::io::Error::kind);
    let error_itself = || std::io::Error::other(error.to_string());
    DiscoverError::Folder {
        path: plain(place(error).unwrap_or(root)),
        error: kind.map_or_else(error_itself, std::io::Error::from),
    }
}

fn place(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place(err),
        _ => None,
    }
}

/// `./go.mod` is `go.mod` to a reader. What `..` stands for, links decide.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}
