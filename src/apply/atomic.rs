//! Files written so that there is the old one or the new one, whatever happens.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The file that a path means: links are followed, one that leads nowhere to the place that it names.
pub(super) fn target(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    match fs::read_link(path) {
        Ok(link) => path.parent().unwrap_or(Path::new("")).join(link),
        Err(_) => path.to_owned(),
    }
}

/// Where a file is written before it takes its name. One name for each: who writes holds the lock.
pub(super) fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.awscompat"))
}

/// Writes a file anew. Its mode and its owner stay.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = target(path);
    let temporary = beside(&target);
    let result = write_beside(&target, &temporary, bytes);
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}

fn write_beside(target: &Path, temporary: &Path, bytes: &[u8]) -> io::Result<()> {
    let _ = fs::remove_file(temporary);
    let mut file = File::create_new(temporary)?;
    file.write_all(bytes)?;
    if let Ok(old) = fs::metadata(target) {
        take_over(temporary, &old)?;
    }
    file.sync_all()?;
    fs::rename(temporary, target)?;
    sync_folder(target);
    Ok(())
}

/// Gives a file the mode and, where that is allowed, the owner of another one.
pub(super) fn take_over(path: &Path, old: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, chown};
        // Only root can give files away, and root is who must.
        let _ = chown(path, Some(old.uid()), Some(old.gid()));
    }
    fs::set_permissions(path, old.permissions())
}

/// Has a rename outlive a loss of power. Some systems open no folders; there is nothing to be done then.
pub(super) fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}
