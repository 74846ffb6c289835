//! All or nothing: every file that may change is saved first, and is back unless the end is reached.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::ApplyError;
use super::atomic::{beside, target, write};
pub use super::journal::Recovered;
use super::journal::{Journal, folder_in, is_noted, is_ours};
use crate::git::{Repository, repository};

/// Where a transaction lives.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The folder that the notes lie in: git's own, or that of the manifests.
    home: PathBuf,
    /// The folder that paths are noted from.
    base: PathBuf,
    /// The repository.
    pub repository: Option<Repository>,
}

impl Place {
    /// The place for a folder: its repository, or else the folder itself.
    pub fn of(folder: &Path) -> Self {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        match repository(folder) {
            Some(repository) => Self {
                home: repository.git.clone(),
                base: repository.root.clone(),
                repository: Some(repository),
            },
            None => {
                let base = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
                Self { home: base.clone(), base, repository: None }
            }
        }
    }

    /// Whether a file, by its path from the root, belongs to it.
    pub fn covers(&self, file: &Path) -> bool {
        file.starts_with(&self.base)
    }

    /// Undoes what a run that was cut short has left in this folder or above it.
    ///
    /// # Errors
    /// When another run is at work, or an old file cannot be brought back.
    pub fn recover(folder: &Path) -> Result<Recovered, ApplyError> {
        let mut all = Recovered::default();
        for (home, base) in homes(folder).filter(|(home, _)| is_ours(home)) {
            let (journal, recovered) = Journal::open(&home, &base)?;
            all.files.extend(recovered.files);
            all.kept.extend(recovered.kept);
            journal.close();
        }
        Ok(all)
    }

    /// Whether a run that was cut short has left something in this folder or above it. Changes nothing.
    pub fn is_pending(folder: &Path) -> bool {
        homes(folder).any(|(home, _)| is_noted(&home))
    }
}

/// Where notes may lie for what is in a folder, each with the folder that paths are noted from.
fn homes(folder: &Path) -> impl Iterator<Item = (PathBuf, PathBuf)> {
    let start = Place::of(folder);
    let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let above: Vec<_> = real.ancestors().map(|folder| (folder.to_owned(), folder.to_owned())).collect();
    above.into_iter().chain([(start.home, start.base)]).filter(|(home, _)| folder_in(home).is_dir())
}

/// A run's changes so far.
#[derive(Debug)]
pub struct Transaction {
    /// None once it is over.
    journal: Option<Journal>,
    stop: Stop,
    /// Whether old files could not be brought back. Nothing must happen here any more.
    stuck: bool,
}

/// Whether the user wants the run to end.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Is told by the signals that mean it.
    ///
    /// # Errors
    /// When the system takes no handler.
    pub fn by_signals() -> Result<Self, std::io::Error> {
        let flag = Arc::new(AtomicBool::new(false));
        let signals = [
            signal_hook::consts::SIGINT,
            signal_hook::consts::SIGTERM,
            #[cfg(unix)]
            signal_hook::consts::SIGHUP,
            #[cfg(unix)]
            signal_hook::consts::SIGQUIT,
        ];
        for signal in signals {
            signal_hook::flag::register(signal, Arc::clone(&flag))?;
        }
        Ok(Self(flag))
    }

    /// Whether it was told.
    pub fn is_told(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Transaction {
    /// Begins one, which locks the place against others.
    ///
    /// # Errors
    /// When another run is at work there, or nothing can be written.
    pub fn begin(place: &Place, stop: Stop) -> Result<Self, ApplyError> {
        let (journal, _) = Journal::open(&place.home, &place.base)?;
        Ok(Self { journal: Some(journal), stop, stuck: false })
    }

    /// Whether the user wants the run to end.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    fn journal(&mut self) -> Result<&mut Journal, ApplyError> {
        if self.stuck {
            return Err(ApplyError::Unfit("an earlier change here could not be undone".to_owned()));
        }
        self.journal.as_mut().ok_or(ApplyError::Stopped)
    }

    /// How far it has come, to go back to.
    pub fn mark(&self) -> usize {
        self.journal.as_ref().map_or(0, |journal| journal.saved.len())
    }

    /// Saves files before they change, and makes sure that they can be changed.
    ///
    /// # Errors
    /// When a copy cannot be written, or a file or its folder is read-only.
    pub fn save(&mut self, files: &[PathBuf]) -> Result<(), ApplyError> {
        let files: BTreeSet<PathBuf> = files.iter().map(|file| absolute(file)).collect();
        let read_only = |file: &&PathBuf| {
            fs::metadata(target(file)).is_ok_and(|metadata| metadata.permissions().readonly())
        };
        if let Some(file) = files.iter().find(read_only) {
            return Err(ApplyError::ReadOnly(file.clone()));
        }
        let files: Vec<PathBuf> = files.into_iter().collect();
        self.journal()?.save(&files)?;
        // Not before that: it is by the notes that what is left of a probe is found.
        for file in &files {
            let probe = beside(&target(file));
            let _ = fs::remove_file(&probe);
            fs::File::create_new(&probe).map_err(ApplyError::io(file, "cannot write in its folder"))?;
            fs::remove_file(&probe).map_err(ApplyError::io(file, "cannot write in its folder"))?;
        }
        Ok(())
    }

    /// Writes a file that was saved.
    ///
    /// # Errors
    /// When it cannot be written; it is as it was then.
    pub fn write(&self, file: &Path, bytes: &[u8]) -> Result<(), ApplyError> {
        if fs::read(file).is_ok_and(|now| now == bytes) {
            return Ok(());
        }
        write(file, bytes).map_err(ApplyError::io(file, "cannot write"))
    }

    /// Has a new folder made, and puts it in the place of an old one, which is kept until the end.
    ///
    /// # Errors
    /// When it cannot be made, or one of them cannot be moved.
    pub fn exchange_folder(
        &mut self,
        folder: &Path,
        make: impl FnOnce(&mut Self, &Path) -> Result<(), ApplyError>,
    ) -> Result<(), ApplyError> {
        let folder = target(&absolute(folder));
        let (away, new) = self.journal()?.save_folder(&folder)?;
        let _ = fs::remove_dir_all(&new);
        make(self, &new)?;
        let io = |error| ApplyError::io(&folder, "cannot exchange the folder")(error);
        fs::rename(&folder, &away).map_err(io)?;
        fs::rename(&new, &folder).map_err(io)
    }

    /// A folder for what a run needs on its way.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn scratch(&mut self) -> Result<PathBuf, ApplyError> {
        let folder = self.journal()?.folder().join("scratch");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(ApplyError::io(&folder, "cannot make the folder"))?;
        Ok(folder)
    }

    /// A file for what a command says.
    pub(super) fn scratch_file(&mut self, name: &str) -> Result<PathBuf, ApplyError> {
        Ok(self.journal()?.folder().join(name))
    }

    /// Something for a command to hold as long as it runs.
    pub(super) fn child_mark(&mut self) -> Result<fs::File, ApplyError> {
        self.journal()?.child_mark()
    }

    /// Waits until what was started has ended.
    pub(super) fn wait_for_children(&mut self) -> Result<(), ApplyError> {
        self.journal()?.wait_for_children()
    }

    /// Brings back what was saved since a mark. Gives the files that had changed.
    ///
    /// # Errors
    /// When an old file cannot be brought back; the copy is kept then, for the next run.
    pub fn roll_back(&mut self, mark: usize) -> Result<Vec<PathBuf>, ApplyError> {
        let restored = self.journal()?.restore(mark);
        self.stuck |= restored.is_err();
        restored
    }

    /// The end: the new files are the ones to keep. Where old ones could not be brought back, their copies stay.
    ///
    /// # Errors
    /// When that cannot be noted; the old files are back then.
    pub fn commit(mut self) -> Result<(), ApplyError> {
        match self.journal.take() {
            Some(journal) if !self.stuck => journal.commit(),
            _ => Ok(()),
        }
    }
}

impl Drop for Transaction {
    /// Whatever ended the run, a panic among it: the old files are back.
    fn drop(&mut self) {
        if let Some(mut journal) = self.journal.take()
            && journal.restore(0).is_ok()
        {
            journal.close();
        }
    }
}

/// A path from the root, without following the link that its last part may be.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
