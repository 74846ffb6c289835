//! Mixes of crates: writes a throwaway workspace with a package for each part, builds it, runs it.
//!
//! Registry, proxy and caches are the user's own settings. What is compiled stays in one folder among the temporary
//! files, so that the next mix builds only what is new in it.

mod build;
mod part;
mod project;

use std::path::Path;
use std::process::Command;

use crate::Result;
use crate::mix::Mix;
use crate::toolchain::{PartRun, Pinning, Run, Toolchain, Wanted};
use project::Project;

/// `cargo`, as the command line finds it.
pub(crate) struct Rust;

impl Toolchain for Rust {
    fn version(&self) -> Result<String> {
        let output = output(Command::new("rustc").arg("--version"))?;
        let words: Vec<&str> = output.stdout.split_whitespace().take(2).collect();
        Ok(words.join(" "))
    }

    fn run(&self, mix: &Mix, pinning: Pinning, wanted: &Wanted<'_>) -> Result<Run> {
        let project = Project::write(mix, pinning, wanted)?;
        let parts = project.parts.iter().map(|part| {
            Ok(PartRun {
                part: part.name.clone(),
                breaks: part.breaks.clone(),
                modules: build::crates(&project, part)?,
                outcome: build::run(&project, part)?,
            })
        });
        let parts = parts.collect::<Result<_>>()?;
        Ok(Run { parts, listing: project.lock()? })
    }
}

/// What a run of a program gave.
struct Output {
    success: bool,
    stdout: String,
    stderr: String,
}

/// `cargo` in a folder.
fn cargo(folder: &Path) -> Command {
    let mut command = Command::new("cargo");
    command
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", std::env::temp_dir().join("awscompat-lab-rust"))
        // Debug information is most of what linking costs.
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTFLAGS");
    command
}

fn output(command: &mut Command) -> Result<Output> {
    let output = command.output().map_err(|error| format!("{command:?} does not start: {error}"))?;
    Ok(Output {
        success: output.status.success(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}
