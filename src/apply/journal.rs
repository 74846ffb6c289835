//! The notes by which a run that was cut short is undone: what was saved, and where it belongs.
//!
//! They lie in a folder of their own, in git's where there is a repository, beside the manifests else. A note is
//! complete before the first change, and goes before anything that was saved does.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::ApplyError;
use super::atomic::{beside, sync_folder, take_over, target, write};
use crate::hash::fnv1a;

/// The folder's name; in git's own folder and beside manifests alike.
const FOLDER: &str = ".awscompat-fix";
const NOTES: &str = "journal.json";
const LOCK: &str = "lock";
/// Held open by the commands that a run starts, so that it is seen when they outlive it.
const CHILDREN: &str = "children";
/// How long a command that was told to end may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Something that was saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    /// Its path, from the base where it lies below that.
    path: PathBuf,
    /// The copy: of a file, its name among the notes; of a folder, the name beside it under which it was put away. None
    /// where the file was not there.
    copy: Option<String>,
    /// What the content of a file is known by, in hexadecimal digits. None of a folder, and where it was not there.
    was: Option<String>,
    /// Whether it is a folder.
    folder: bool,
}

#[derive(Default, Serialize, Deserialize)]
struct Notes {
    /// Whether the new files are the ones to keep.
    done: bool,
    saved: Vec<Saved>,
}

/// The folder of notes of one run, which it alone may use.
#[derive(Debug)]
pub(super) struct Journal {
    base: PathBuf,
    folder: PathBuf,
    /// Kept open: the system frees it when the process ends, however it ends.
    lock: Option<File>,
    pub(super) saved: Vec<Saved>,
    /// Whether another run left the notes, so that what is there now may be somebody's work.
    is_late: bool,
    /// Where that was put, before the old files took its place.
    kept: Vec<PathBuf>,
}

/// What was brought back after a run that was cut short.
#[derive(Clone, Debug, Default)]
pub struct Recovered {
    /// The files that are as they were before that run.
    pub files: Vec<PathBuf>,
    /// Where what was there instead is now.
    pub kept: Vec<PathBuf>,
}

/// Where what somebody may have written since is put; beside the folder of notes.
const KEPT: &str = ".awscompat-kept";

/// What a folder that was put away is called, with a number.
const AWAY: &str = ".awscompat-old-";

/// What the folder is called that will take the place of one that is put away under this name.
fn new_name(away: &str) -> String {
    away.replace("old", "new")
}

/// Where the notes for a base lie.
pub(super) fn folder_in(home: &Path) -> PathBuf {
    home.join(FOLDER)
}

/// Whether a run has left something to be undone there.
pub(super) fn is_noted(home: &Path) -> bool {
    folder_in(home).join(NOTES).is_file()
}

/// Whether the folder there is one that runs have made, with notes or without.
pub(super) fn is_ours(home: &Path) -> bool {
    is_noted(home) || refuse_strangers(&folder_in(home)).is_ok()
}

impl Journal {
    /// Opens the folder of notes, and undoes what an earlier run has left.
    pub(super) fn open(home: &Path, base: &Path) -> Result<(Self, Recovered), ApplyError> {
        let folder = folder_in(home);
        refuse_strangers(&folder)?;
        let lock = lock(&folder)?;
        let mut journal = Self {
            base: base.to_owned(),
            folder,
            lock: Some(lock),
            saved: Vec::new(),
            is_late: false,
            kept: Vec::new(),
        };
        journal.wait_for_children()?;
        let files = journal.recover()?;
        let restored = Recovered { files, kept: std::mem::take(&mut journal.kept) };
        // What lies there now is of no use, and a link among it would lead what is saved elsewhere.
        journal.sweep();
        Ok((journal, restored))
    }

    /// The folder, for what else a run needs.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Something for a command to hold as long as it runs.
    pub(super) fn child_mark(&self) -> Result<File, ApplyError> {
        let path = self.folder.join(CHILDREN);
        let file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(ApplyError::io(&path, "cannot write"))?;
        fs4::FileExt::lock_shared(&file).map_err(ApplyError::io(&path, "cannot lock"))?;
        Ok(file)
    }

    /// Waits until what was started has ended.
    pub(super) fn wait_for_children(&self) -> Result<(), ApplyError> {
        let path = self.folder.join(CHILDREN);
        let Ok(file) = File::open(&path) else { return Ok(()) };
        let start = Instant::now();
        while fs4::FileExt::try_lock(&file).is_err() {
            if start.elapsed() > PATIENCE {
                return Err(ApplyError::Orphan);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Saves files, those that are not there as such, before any of them changes.
    pub(super) fn save(&mut self, files: &[PathBuf]) -> Result<(), ApplyError> {
        let known = self.saved.len();
        for (i, path) in files.iter().enumerate() {
            let copy = format!("{}", known + i);
            let real = target(path);
            let was = match fs::metadata(&real) {
                Ok(old) => {
                    let to = self.folder.join(&copy);
                    let save = || -> std::io::Result<()> {
                        fs::copy(&real, &to)?;
                        take_over(&to, &old)?;
                        let file = File::open(&to)?;
                        file.sync_all()?;
                        // A file that comes back looks as if it had never been away.
                        if let Ok(time) = old.modified() {
                            let _ = file.set_modified(time);
                        }
                        Ok(())
                    };
                    save().map_err(ApplyError::io(path, "cannot save a copy"))?;
                    Some(hash_of(&to).map_err(ApplyError::io(path, "cannot save a copy"))?)
                }
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => return Err(ApplyError::io(path, "cannot read")(error)),
            };
            let copy = was.is_some().then_some(copy);
            self.saved.push(Saved { path: self.named(path), copy, was, folder: false });
        }
        self.note(false).inspect_err(|_| self.saved.truncate(known))
    }

    /// Notes that a folder will be exchanged. Gives the name, beside it, that the old one is put away under, and the one
    /// that the new one is to be made under.
    pub(super) fn save_folder(&mut self, folder: &Path) -> Result<(PathBuf, PathBuf), ApplyError> {
        let name = format!("{AWAY}{}", self.saved.len());
        let (away, new) = (folder.with_file_name(&name), folder.with_file_name(new_name(&name)));
        self.saved.push(Saved { path: self.named(folder), copy: Some(name), was: None, folder: true });
        self.note(false).inspect_err(|_| {
            self.saved.pop();
        })?;
        Ok((away, new))
    }

    /// Brings back what was saved from that number on, the last first. Gives the paths that had changed.
    pub(super) fn restore(&mut self, from: usize) -> Result<Vec<PathBuf>, ApplyError> {
        let mut restored = Vec::new();
        let mut failed = Vec::new();
        // One that cannot be brought back does not keep the others away.
        for saved in self.saved[from..].to_vec().iter().rev() {
            match self.bring_back(saved) {
                Ok(true) => restored.push(self.base.join(&saved.path)),
                Ok(false) => {}
                Err(error) => failed.push(match &saved.copy {
                    Some(copy) if !saved.folder => {
                        format!("{error} (its copy is {})", self.folder.join(copy).display())
                    }
                    _ => error.to_string(),
                }),
            }
        }
        // Notes and copies stay: the next run tries again.
        if !failed.is_empty() {
            return Err(ApplyError::Unrestored(failed));
        }
        self.saved.truncate(from);
        // What is noted beyond that does no harm: a disk that is full must not make this fail.
        let _ = match from {
            0 => fs::remove_file(self.folder.join(NOTES)),
            _ => self.note(false).map_err(std::io::Error::other),
        };
        restored.sort();
        restored.dedup();
        Ok(restored)
    }

    /// Keeps the new files, and lets go of the old ones. Where that cannot be noted, the old ones are back.
    pub(super) fn commit(mut self) -> Result<(), ApplyError> {
        let noted = if self.saved.is_empty() { Ok(()) } else { self.note(true) };
        if noted.is_err() {
            self.restore(0)?;
        }
        self.clear();
        noted
    }

    /// Goes, where nothing is saved or all of it was brought back.
    pub(super) fn close(mut self) {
        self.clear();
    }

    fn bring_back(&mut self, saved: &Saved) -> Result<bool, ApplyError> {
        let path = self.base.join(&saved.path);
        let io = |error| ApplyError::io(&path, "cannot bring the old file back")(error);
        if saved.folder {
            let Some(name) = &saved.copy else { return Ok(false) };
            let _ = fs::remove_dir_all(path.with_file_name(new_name(name)));
            let away = path.with_file_name(name);
            if !away.exists() {
                return Ok(false);
            }
            if path.exists() {
                fs::remove_dir_all(&path).map_err(io)?;
            }
            fs::rename(&away, &path).map_err(io)?;
            return Ok(true);
        }
        let real = target(&path);
        let _ = fs::remove_file(beside(&real));
        let is_there = fs::symlink_metadata(&real).is_ok();
        let Some(copy) = saved.copy.as_ref().map(|copy| self.folder.join(copy)) else {
            if is_there && (self.is_late || real.is_dir()) {
                self.set_aside(&real).map_err(io)?;
            } else if is_there {
                fs::remove_file(&real).map_err(io)?;
            }
            return Ok(is_there);
        };
        if saved.was.is_some() && hash_of(&real).ok() == saved.was {
            return Ok(false);
        }
        let old = fs::read(&copy).map_err(io)?;
        if is_there && (self.is_late || real.is_dir()) {
            self.set_aside(&real).map_err(io)?;
        }
        // A rename needs no room on a disk that is full; to write in place is for a disk that is full and another one.
        if fs::rename(&copy, &real).is_ok() {
            sync_folder(&real);
            return Ok(true);
        }
        write(&real, &old).or_else(|_| fs::write(&real, &old)).map_err(io)?;
        Ok(true)
    }

    /// Puts a file or folder where nobody loses it.
    fn set_aside(&mut self, path: &Path) -> std::io::Result<()> {
        let folder = self.folder.with_file_name(KEPT);
        fs::create_dir_all(&folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let free = (1_u32..)
            .map(|n| folder.join(format!("{n}-{name}")))
            .find(|to| fs::symlink_metadata(to).is_err());
        let Some(to) = free else { return Ok(()) };
        // Where it lies on another disk, a file can be copied.
        if fs::rename(path, &to).is_err() {
            fs::copy(path, &to)?;
            fs::remove_file(path)?;
        }
        self.kept.push(to);
        Ok(())
    }

    fn named(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.base).unwrap_or(path).to_owned()
    }

    fn note(&self, done: bool) -> Result<(), ApplyError> {
        let path = self.folder.join(NOTES);
        let notes = Notes { done, saved: self.saved.clone() };
        let text = serde_json::to_vec(&notes)
            .map_err(|error| ApplyError::Journal { path: path.clone(), why: error.to_string() })?;
        write(&path, &text).map_err(ApplyError::io(&path, "cannot write"))
    }

    fn recover(&mut self) -> Result<Vec<PathBuf>, ApplyError> {
        let path = self.folder.join(NOTES);
        let Ok(text) = fs::read(&path) else { return Ok(Vec::new()) };
        let wrong = |why: String| ApplyError::Journal { path: path.clone(), why };
        let notes: Notes = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        // A tree may come with notes that its user never made: nothing but manifests is written by them.
        if let Some(stranger) = notes.saved.iter().find(|saved| !self.is_ours(saved)) {
            return Err(wrong(format!("{} is none of its files", stranger.path.display())));
        }
        self.saved = notes.saved;
        self.is_late = true;
        if notes.done {
            self.drop_folders();
            self.saved.clear();
            return Ok(Vec::new());
        }
        self.restore(0)
    }

    fn is_ours(&self, saved: &Saved) -> bool {
        let copy_is_plain = saved.copy.as_ref().is_none_or(|copy| {
            let digits = copy.strip_prefix(AWAY).filter(|_| saved.folder).unwrap_or(copy);
            !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        });
        let manifest = |path: &Path| {
            let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
            ["mod", "sum", "work", "toml", "lock"].contains(&kind)
        };
        let path = self.base.join(&saved.path);
        copy_is_plain
            && match saved.folder {
                true => path.file_name().is_some_and(|name| name == "vendor"),
                false => manifest(&path) && manifest(&target(&path)),
            }
    }

    fn drop_folders(&self) {
        for saved in self.saved.iter().filter(|saved| saved.folder) {
            if let Some(name) = &saved.copy {
                let path = self.base.join(&saved.path);
                let _ = fs::remove_dir_all(path.with_file_name(name));
                let _ = fs::remove_dir_all(path.with_file_name(new_name(name)));
            }
        }
    }

    /// Takes the folder away; the lock is the last to go.
    fn clear(&mut self) {
        self.drop_folders();
        self.sweep();
        // Windows deletes no file that is open.
        if cfg!(windows) {
            self.lock = None;
        }
        let _ = fs::remove_file(self.folder.join(LOCK));
        let _ = fs::remove_dir(&self.folder);
    }

    /// Takes away all that lies in the folder but the lock, the notes first.
    fn sweep(&self) {
        let _ = fs::remove_file(self.folder.join(NOTES));
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name() == LOCK {
                continue;
            }
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let _ = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// Refuses a folder of that name which is somebody else's: whatever is in it goes at the end.
fn refuse_strangers(folder: &Path) -> Result<(), ApplyError> {
    let is_ours = |name: &str| {
        let own = [NOTES, LOCK, CHILDREN, "scratch", "said"];
        own.contains(&name) || name.ends_with(".awscompat") || name.bytes().all(|byte| byte.is_ascii_digit())
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let stranger = entries.map(|entry| entry.file_name()).find(|name| !name.to_str().is_some_and(is_ours));
    match stranger {
        None => Ok(()),
        Some(name) => Err(ApplyError::Journal {
            path: folder.to_owned(),
            why: format!("there is {} in it", name.display()),
        }),
    }
}

fn hash_of(path: &Path) -> std::io::Result<String> {
    Ok(format!("{:032x}", fnv1a(fs::read(path)?)))
}

/// Takes the lock, which must be that of the folder as it is now: another run may just have taken it away.
fn lock(folder: &Path) -> Result<File, ApplyError> {
    let path = folder.join(LOCK);
    let io = |error| ApplyError::io(folder, "cannot write")(error);
    if fs::symlink_metadata(folder).is_ok_and(|folder| folder.is_symlink()) {
        return Err(ApplyError::Journal { path: folder.to_owned(), why: "the folder is a link".to_owned() });
    }
    for _ in 0..100 {
        fs::create_dir_all(folder).map_err(io)?;
        let file = match File::options().create(true).truncate(false).write(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(io(error)),
        };
        if fs4::FileExt::try_lock(&file).is_err() {
            return Err(ApplyError::Busy(folder.to_owned()));
        }
        if is_same(&file, &path) {
            return Ok(file);
        }
    }
    Err(ApplyError::Busy(folder.to_owned()))
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(open), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (open.dev(), open.ino()) == (named.dev(), named.ino())
}

#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}
