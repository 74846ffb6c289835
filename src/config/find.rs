//! Which configuration is in force in a folder.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::{Config, read};
use crate::catalog::Release;
use crate::git;
use crate::inventory::{InputError, ParseError};
use crate::source::{Source, Span};

/// The file's name.
pub const FILE: &str = "awscompat.toml";
const MANIFEST: &str = "Cargo.toml";

/// Where configurations are looked for.
#[derive(Clone, Debug, Default)]
pub enum Where {
    /// The nearest, from each build's folder up to the root of its repository, or without one to the current folder.
    #[default]
    Nearest,
    /// This file, for all builds.
    File(PathBuf),
    /// Nowhere.
    Nowhere,
}

/// Finds and reads configurations, each once.
#[derive(Debug)]
pub struct Finder {
    whence: Where,
    /// The day on the user's word.
    today: Option<Release>,
    /// The day where nothing else tells one.
    fallback: Release,
    known: RefCell<BTreeMap<PathBuf, Option<Rc<Config>>>>,
    given: OnceCell<Option<Rc<Config>>>,
    days: RefCell<BTreeMap<PathBuf, Release>>,
    errors: RefCell<Vec<InputError>>,
}

impl Finder {
    /// A finder. What expires is compared with `today`; without it, with the day of the commit that is checked out, and
    /// outside of a repository with `fallback`: the same commit has the same answer on any day.
    pub fn new(whence: Where, today: Option<Release>, fallback: Release) -> Self {
        Self {
            whence,
            today,
            fallback,
            known: RefCell::default(),
            given: OnceCell::new(),
            days: RefCell::default(),
            errors: RefCell::default(),
        }
    }

    /// The configuration in force in a folder.
    pub fn of(&self, folder: &Path) -> Option<Rc<Config>> {
        match &self.whence {
            Where::Nowhere => None,
            Where::File(path) => self.given.get_or_init(|| self.given(path)).clone(),
            Where::Nearest => {
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                let folder = fs::canonicalize(folder).ok()?;
                let known = self.known.borrow().get(&folder).cloned();
                known.unwrap_or_else(|| self.nearest(&folder, &end(&folder)))
            }
        }
    }

    /// The day with which what expires in a configuration is compared.
    pub fn today(&self, config: &Config) -> Release {
        if let Some(today) = self.today {
            return today;
        }
        if !config.has_days() {
            return self.fallback;
        }
        *self.days.borrow_mut().entry(config.folder.clone()).or_insert_with(|| {
            let day = git::repository(&config.folder).and_then(|repository| repository.day("HEAD").ok()?);
            day.and_then(|day| day.parse().ok()).unwrap_or(self.fallback)
        })
    }

    /// What was wrong with the configurations that were read, each mistake once.
    pub fn take_errors(&self) -> Vec<InputError> {
        self.errors.take()
    }

    fn given(&self, path: &Path) -> Option<Rc<Config>> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let is_cargo = path.file_name().is_some_and(|name| name == MANIFEST);
        let config = self.read(path, &folder, is_cargo);
        if config.is_none() && is_cargo && self.errors.borrow().is_empty() {
            let source = Source::new(path, "");
            let error = ParseError::new(Span::default(), "there is no [workspace.metadata.awscompat] in it");
            self.errors.borrow_mut().push(InputError::Parse { source_file: Box::new(source), error });
        }
        config
    }

    fn nearest(&self, folder: &Path, end: &Path) -> Option<Rc<Config>> {
        if let Some(known) = self.known.borrow().get(folder) {
            return known.clone();
        }
        let above = folder.parent().filter(|_| folder != end);
        let config = self.in_folder(folder).or_else(|| self.nearest(above?, end));
        self.known.borrow_mut().insert(folder.to_owned(), config.clone());
        config
    }

    fn in_folder(&self, folder: &Path) -> Option<Rc<Config>> {
        let (file, manifest) = (folder.join(FILE), folder.join(MANIFEST));
        let own = file.is_file().then(|| self.read(&file, folder, false)).flatten();
        let of_cargo = manifest.is_file().then(|| self.read(&manifest, folder, true)).flatten();
        if let (Some(own), Some(of_cargo)) = (&own, &of_cargo) {
            let message = format!("{FILE} in this folder is a configuration too");
            let error = ParseError::new(at_metadata(of_cargo.source.text()), message)
                .with_help("keep one of the two; that of awscompat.toml was taken");
            let source_file = Box::new(of_cargo.source.clone());
            self.errors.borrow_mut().push(InputError::Parse { source_file, error });
            return Some(Rc::clone(own));
        }
        own.or(of_cargo)
    }

    fn read(&self, path: &Path, folder: &Path, is_cargo: bool) -> Option<Rc<Config>> {
        let path = shown(path);
        let source = match Source::read(&path) {
            Ok(source) => source,
            // Of a Cargo.toml that was not asked for, whoever reads the workspace says it.
            Err(_) if is_cargo && matches!(self.whence, Where::Nearest) => return None,
            Err(error) => {
                self.errors.borrow_mut().push(InputError::Read { path, error });
                return None;
            }
        };
        // Most manifests have none, and need not be parsed to know it.
        if is_cargo && !source.text().contains(read::METADATA[2]) {
            return None;
        }
        let (config, mistakes) = read::read(source.clone(), folder, is_cargo);
        let mistakes = mistakes
            .into_iter()
            .map(|error| InputError::Parse { source_file: Box::new(source.clone()), error });
        self.errors.borrow_mut().extend(mistakes);
        config.map(Rc::new)
    }
}

/// Where the configuration begins in a Cargo.toml.
fn at_metadata(text: &str) -> Span {
    let name = read::METADATA[2];
    let start = text.find(name).unwrap_or_default();
    Span::new(start, start + name.len())
}

/// The last folder to look in: what lies above it says nothing of this tree.
fn end(folder: &Path) -> PathBuf {
    if let Some(repository) = git::repository(folder) {
        return repository.root;
    }
    let here = env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    if folder.starts_with(&here) { here } else { folder.to_owned() }
}

/// A path as a person in the current folder would write it.
fn shown(path: &Path) -> PathBuf {
    let here = env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    path.strip_prefix(&here).map_or_else(|_| path.to_owned(), Path::to_owned)
}
