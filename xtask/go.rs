//! `go`, asked for modules. It brings its own proxy, cache and checks.

use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;

use crate::Result;

/// What `go` says of a module version.
#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(crate) struct Module {
    pub(crate) path: String,
    pub(crate) version: String,
    /// RFC 3339; its first ten characters are the day.
    pub(crate) time: String,
    pub(crate) dir: PathBuf,
    pub(crate) go_mod: PathBuf,
    pub(crate) versions: Vec<String>,
}

/// `go list -m`: no source is downloaded.
pub(crate) fn list(arguments: &[String]) -> Result<Vec<Module>> {
    run(&["list", "-m", "-json"], arguments)
}

/// As [`list`], without the versions that the proxy does not hold.
pub(crate) fn list_if_there(versions: &[String]) -> Result<Vec<Module>> {
    let mut modules = run(&["list", "-m", "-e", "-json"], versions)?;
    modules.retain(|module| !module.go_mod.as_os_str().is_empty());
    Ok(modules)
}

/// `go mod download`: with source, for its changelog.
pub(crate) fn download(module: &str) -> Result<Module> {
    run(&["mod", "download", "-json"], &[module.to_owned()])?.pop().ok_or_else(|| "nothing came".into())
}

fn run(command: &[&str], arguments: &[String]) -> Result<Vec<Module>> {
    let output = Command::new("go")
        .args(command)
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .env("GOWORK", "off")
        .env("GO111MODULE", "on")
        .output()
        .map_err(|error| format!("`go` does not start: {error}; install Go"))?;
    let modules = serde_json::Deserializer::from_slice(&output.stdout)
        .into_iter()
        .collect::<std::result::Result<_, _>>();
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`go {} {}`: {}", command.join(" "), arguments.join(" "), said.trim()).into());
    }
    Ok(modules?)
}
