//! `go` itself, asked for what neither the table nor the cache holds. Proxies, private modules and credentials stay
//! its business.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::module_cache::Settings;
use crate::version::Version;

/// The `go` command on the user's path.
#[derive(Debug)]
pub struct GoCommand {
    /// A folder without a go.mod, so that nothing of the checked tree takes part.
    folder: PathBuf,
    /// The user's flags, and one more.
    flags: String,
    /// What `go` answered to the question for the versions of a module.
    versions: RefCell<BTreeMap<String, Vec<Version>>>,
    /// What `go` answered to the question for a go.mod, by module and version.
    manifests: RefCell<BTreeMap<(String, String), Option<String>>>,
    /// What went wrong, each to be told once.
    failures: RefCell<BTreeSet<String>>,
}

/// Why `go` cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum GoCommandError {
    /// It is not installed, or does not start.
    #[error(
        "it asks `go` for newer releases, but `go` does not start: {0}; install Go, or leave out --online"
    )]
    Missing(std::io::Error),
    /// It starts and fails.
    #[error("it asks `go` for newer releases, but `go version` failed: {0}")]
    Failed(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ModuleInfo {
    versions: Option<Vec<String>>,
    go_mod: Option<PathBuf>,
    error: Option<ModuleError>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ModuleError {
    err: String,
}

impl GoCommand {
    /// Finds `go` and checks that it starts.
    ///
    /// # Errors
    /// When `go` is not on the path or does not run.
    pub fn find() -> Result<Self, GoCommandError> {
        let output = Command::new("go")
            .arg("version")
            .stdin(Stdio::null())
            .output()
            .map_err(GoCommandError::Missing)?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(GoCommandError::Failed(text));
        }
        // With `-mod=vendor`, which some people set for good, `go` answers no questions about other modules.
        let flags = Settings::read().get("GOFLAGS").unwrap_or_default() + " -mod=mod";
        Ok(Self {
            folder: std::env::temp_dir(),
            flags,
            versions: RefCell::default(),
            manifests: RefCell::default(),
            failures: RefCell::default(),
        })
    }

    /// The versions of a module that its proxy lists, oldest first.
    pub fn versions(&self, path: &str) -> Vec<Version> {
        if let Some(known) = self.versions.borrow().get(path) {
            return known.clone();
        }
        let info = self.list(&["-versions", path]);
        let texts = info.and_then(|info| info.versions).unwrap_or_default();
        let mut versions: Vec<Version> = texts.iter().filter_map(|text| text.parse().ok()).collect();
        versions.sort();
        self.versions.borrow_mut().insert(path.to_owned(), versions.clone());
        versions
    }

    /// The go.mod of a module version, downloaded into the module cache if it is not there yet.
    pub fn go_mod(&self, path: &str, version: &Version) -> Option<String> {
        let key = (path.to_owned(), version.to_string());
        if let Some(known) = self.manifests.borrow().get(&key) {
            return known.clone();
        }
        let info = self.list(&[&format!("{path}@{version}")]);
        let text = info.and_then(|info| fs::read_to_string(info.go_mod?).ok());
        self.manifests.borrow_mut().insert(key, text.clone());
        text
    }

    /// What went wrong so far.
    pub fn failures(&self) -> Vec<String> {
        self.failures.borrow().iter().cloned().collect()
    }

    fn list(&self, arguments: &[&str]) -> Option<ModuleInfo> {
        let asked = arguments.last().copied().unwrap_or_default();
        let output = Command::new("go")
            .args(["list", "-m", "-e", "-json"])
            .args(arguments)
            .current_dir(&self.folder)
            .env("GO111MODULE", "on")
            .env("GOWORK", "off")
            .env("GOFLAGS", &self.flags)
            .stdin(Stdio::null())
            .output();
        let fail = |why: String| {
            // Go breaks its messages into indented lines.
            let why: Vec<&str> = why.split_whitespace().collect();
            self.failures.borrow_mut().insert(format!("`go list -m {asked}`: {}", why.join(" ")));
            None
        };
        let output = match output {
            Ok(output) => output,
            Err(error) => return fail(error.to_string()),
        };
        match serde_json::from_slice::<ModuleInfo>(&output.stdout) {
            Ok(ModuleInfo { error: Some(error), .. }) => fail(error.err),
            Ok(info) => Some(info),
            Err(_) => fail(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        }
    }
}
