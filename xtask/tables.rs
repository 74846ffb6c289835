//! The tables as text: `rules/trains/go/MODULE.tsv`, a line `VERSION<tab>RELEASE` a version.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use awscompat::catalog::Release;
use awscompat::version::Version;

use crate::Result;
use crate::changelog::Entry;

/// All tables, by module.
pub(crate) struct Tables {
    folder: PathBuf,
    modules: BTreeMap<String, BTreeMap<Version, Release>>,
}

/// Files of the folder that are no module's table.
const OTHERS: [&str; 3] = ["requires", "exceptions", "adoptions"];

impl Tables {
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let folder = root.join("rules/trains/go");
        let mut tables = Self { folder, modules: BTreeMap::new() };
        tables.read_folder(&tables.folder.clone())?;
        Ok(tables)
    }

    fn read_folder(&mut self, folder: &Path) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.read_folder(&path)?;
            } else if path.extension().is_some_and(|extension| extension == "tsv") {
                let name = path.strip_prefix(&self.folder)?.with_extension("").to_string_lossy().into_owned();
                if OTHERS.contains(&name.as_str()) {
                    continue;
                }
                let rows = self.modules.entry(name).or_default();
                for line in fs::read_to_string(&path)?.lines().filter(|line| !line.starts_with('#')) {
                    let (version, release) =
                        line.split_once('\t').ok_or_else(|| format!("{}: `{line}`", path.display()))?;
                    rows.insert(version.parse()?, release.parse()?);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn has(&self, module: &str, version: &Version) -> bool {
        self.modules.get(module).is_some_and(|rows| rows.contains_key(version))
    }

    /// Adds what is new and gives how much that was. Which release of its day brought a version is corrected; another
    /// day is an error.
    pub(crate) fn merge(&mut self, entries: &[Entry]) -> Result<usize> {
        let mut added = 0;
        let mut contradictions = Vec::new();
        for entry in entries {
            let (version, release): (Version, Release) = (entry.version.parse()?, entry.release.parse()?);
            let rows = self.modules.entry(entry.module.clone()).or_default();
            match rows.get(&version) {
                Some(known) if *known == release => {}
                Some(known) if known.end_of_day() == release.end_of_day() => {
                    rows.insert(version, release);
                    added += 1;
                }
                Some(known) => {
                    let Entry { module, .. } = entry;
                    contradictions
                        .push(format!("{module} {version}: the table says {known}, the changelog {release}"));
                }
                None => {
                    rows.insert(version, release);
                    added += 1;
                }
            }
        }
        if contradictions.is_empty() { Ok(added) } else { Err(contradictions.join("\n").into()) }
    }

    /// Puts the table of one module on disk.
    pub(crate) fn write(&self, module: &str) -> Result<()> {
        let Some(rows) = self.modules.get(module) else { return Ok(()) };
        let lines: String = rows.iter().map(|(version, release)| format!("{version}\t{release}\n")).collect();
        let path = self.folder.join(format!("{module}.tsv"));
        fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
        Ok(fs::write(path, lines)?)
    }

    pub(crate) fn write_all(&self) -> Result<()> {
        self.modules.keys().try_for_each(|module| self.write(module))
    }
}
