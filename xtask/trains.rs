//! Brings the tables up to date.

use std::fs;
use std::path::{Path, PathBuf};

use awscompat::catalog::Release;
use awscompat::family::Family;
use awscompat::version::Version;

use crate::changelog::{self, Entry};
use crate::tables::Tables;
use crate::{Result, go};

/// Versions asked for in one run of `go list`.
const BATCH: usize = 40;

/// Asks `go` for the newest version of each module and reads the changelog in it; what the changelog does not name
/// gets the day of its tag. Each module is written as soon as it is read, so a second run goes on where one stopped.
pub(crate) fn from_proxy(root: &Path, date: &str, modules: &[&str]) -> Result<()> {
    date.parse::<Release>()?;
    let manifest_path = root.join("rules/trains/go/table.toml");
    let manifest = fs::read_to_string(&manifest_path)?;
    let fresh = fresh_modules(&manifest)?;
    let modules: Vec<&str> =
        if modules.is_empty() { fresh.iter().map(String::as_str).collect() } else { modules.to_vec() };
    let mut tables = Tables::read(root)?;
    let mut failed = Vec::new();
    for (i, module) in modules.iter().enumerate() {
        match refresh(root, &mut tables, module) {
            Ok(added) => say(&format!("{}/{} {module}: {added} new versions", i + 1, modules.len())),
            Err(error) => {
                say(&format!("{}/{} {module}: {error}", i + 1, modules.len()));
                failed.push(*module);
            }
        }
    }
    if !failed.is_empty() {
        return Err(format!("not brought up to date, try again: {}", failed.join(" ")).into());
    }
    if modules.len() == fresh.len() {
        let lines: Vec<String> = manifest
            .lines()
            .map(
                |line| {
                    if line.starts_with("date = ") { format!("date = \"{date}\"") } else { line.to_owned() }
                },
            )
            .collect();
        fs::write(manifest_path, lines.join("\n") + "\n")?;
    }
    Ok(())
}

fn refresh(root: &Path, tables: &mut Tables, module: &str) -> Result<usize> {
    let path = Family::Go.full_path(module);
    let newest = go::list(&[format!("{path}@latest")])?.pop().ok_or("no version")?;
    let mut added = 0;
    let mut read = Progress::open(root)?;
    let step = format!("{module}@{}", newest.version);
    if !read.has(&step) {
        // Core and smithy-go carry the changelog of their whole repository, with what every module had to say.
        let whole = ["core", "smithy-go"].contains(&module);
        let downloaded = go::download(&format!("{path}@{}", newest.version))?;
        let text = fs::read_to_string(downloaded.dir.join("CHANGELOG.md"))?;
        let entries = if whole { changelog::of_releases(&text) } else { changelog::of_module(module, &text) };
        added += merge(tables, &entries)?;
        read.add(&step)?;
    }
    let listed = go::list(&["-versions".to_owned(), path.clone()])?.pop().map(|module| module.versions);
    let mut unnamed: Vec<String> = listed.unwrap_or_default();
    unnamed.push(newest.version);
    unnamed.retain(|text| {
        let version = text.parse::<Version>();
        version.is_ok_and(|version| version.as_semver().build.is_empty() && !tables.has(module, &version))
    });
    for batch in unnamed.chunks(BATCH) {
        let asked: Vec<String> = batch.iter().map(|version| format!("{path}@{version}")).collect();
        let entries = go::list(&asked)?.into_iter().filter_map(|found| {
            let release = found.time.get(..10)?.to_owned();
            Some(Entry { module: module.to_owned(), version: found.version, release })
        });
        added += merge(tables, &entries.collect::<Vec<_>>())?;
    }
    Ok(added)
}

/// The changelogs that were read before, so that none is fetched twice.
struct Progress {
    path: PathBuf,
    done: String,
}

impl Progress {
    fn open(root: &Path) -> Result<Self> {
        let path = root.join("target/trains-read");
        let done = if path.is_file() { fs::read_to_string(&path)? } else { String::new() };
        Ok(Self { path, done })
    }

    fn has(&self, step: &str) -> bool {
        self.done.lines().any(|line| line == step)
    }

    fn add(&mut self, step: &str) -> Result<()> {
        self.done.push_str(step);
        self.done.push('\n');
        Ok(fs::write(&self.path, &self.done)?)
    }
}

fn merge(tables: &mut Tables, entries: &[Entry]) -> Result<usize> {
    let merged = tables.merge(entries);
    tables.write_all()?;
    merged
}

/// Reads every changelog below a folder that holds the SDK's sources.
pub(crate) fn from_checkout(root: &Path, folder: &Path) -> Result<()> {
    let mut tables = Tables::read(root)?;
    let text = fs::read_to_string(folder.join("CHANGELOG.md"))?;
    let mut entries = changelog::of_releases(&text);
    read_changelogs(folder, folder, &mut entries)?;
    say(&format!("{} new versions", tables.merge(&entries)?));
    tables.write_all()
}

fn read_changelogs(top: &Path, folder: &Path, entries: &mut Vec<Entry>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_changelogs(top, &path, entries)?;
        } else if path.ends_with("CHANGELOG.md") && folder != top && folder.join("go.mod").is_file() {
            let module = folder.strip_prefix(top)?.to_string_lossy().into_owned();
            entries.extend(changelog::of_module(&module, &fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// Reads lines of module, version and release.
pub(crate) fn from_list(root: &Path, file: &Path) -> Result<()> {
    let mut tables = Tables::read(root)?;
    let mut entries = Vec::new();
    for line in fs::read_to_string(file)?.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [module, version, release] = columns[..] else {
            return Err(format!("`{line}` has not three columns").into());
        };
        entries.push(Entry {
            module: module.to_owned(),
            version: version.to_owned(),
            release: release.to_owned(),
        });
    }
    say(&format!("{} new versions", tables.merge(&entries)?));
    tables.write_all()
}

fn fresh_modules(manifest: &str) -> Result<Vec<String>> {
    let table: toml::Table = manifest.parse()?;
    let fresh =
        table.get("fresh").and_then(|fresh| fresh.as_array()).ok_or("table.toml has no list `fresh`")?;
    Ok(fresh.iter().filter_map(|module| module.as_str().map(str::to_owned)).collect())
}

#[allow(clippy::print_stdout, reason = "progress for a maintainer")]
fn say(text: &str) {
    println!("{text}");
}
