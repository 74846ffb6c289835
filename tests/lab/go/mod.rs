//! Mixes of Go modules: writes a throwaway module, builds it, runs it.
//!
//! Proxy, checksum database and caches are the user's own settings.

mod build;
mod part;
mod project;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Result;
use crate::mix::Mix;
use crate::mock::{Mock, Request};
use crate::outcome::Outcome;
use crate::toolchain::{PartRun, Pinning, Run, Toolchain, Wanted};
use part::Part;
use project::Project;

/// A part that takes longer is stopped; the probe itself gives up earlier.
const PATIENCE: Duration = Duration::from_secs(60);

/// `go`, as the command line finds it.
pub(crate) struct Go;

impl Toolchain for Go {
    fn version(&self) -> Result<String> {
        let output = command(Path::new("."), &["env", "GOVERSION"])?;
        if !output.success {
            return Err(format!("`go env`: {}", output.stderr.trim()).into());
        }
        Ok(output.stdout.trim().to_owned())
    }

    fn run(&self, mix: &Mix, pinning: Pinning, wanted: &Wanted<'_>) -> Result<Run> {
        let project = Project::write(mix, pinning, &self.version()?, wanted)?;
        let built = build::build(&project)?;
        let parts = built.into_iter().map(|built| {
            let outcome = match built.failure {
                Some(line) => Outcome::Compile(line),
                None => run(&project, &built.part)?,
            };
            let Part { name, breaks, .. } = built.part;
            Ok(PartRun { part: name, breaks, modules: built.modules, outcome })
        });
        let parts = parts.collect::<Result<_>>()?;
        Ok(Run { parts, listing: project.listing.clone() })
    }
}

/// Runs one part against a mock of its own.
fn run(project: &Project, part: &Part) -> Result<Outcome> {
    let home = project.folder().join("home").join(&part.name);
    fs::create_dir_all(&home)?;
    let mock = Mock::start()?;
    let mut command = Command::new(project.folder().join(build::BINARY));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("AWS_")) {
        command.env_remove(name);
    }
    let mut child = command
        .arg(&part.name)
        .current_dir(&home)
        .env("HOME", &home)
        .env("LAB_MOCK", mock.address().to_string())
        .stdin(Stdio::null())
        .stdout(File::create(home.join("stdout"))?)
        .stderr(File::create(home.join("stderr"))?)
        .spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(Outcome::Runtime("it hangs".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let said = fs::read_to_string(home.join("stdout"))?;
    match said.lines().find_map(Outcome::read) {
        Some(Outcome::Works) => Ok(judge(part, &mock.requests())),
        Some(outcome) => Ok(outcome),
        None => {
            let trace = fs::read_to_string(home.join("stderr"))?;
            let panic = trace.lines().find(|line| line.starts_with("panic:") || line.starts_with("fatal"));
            Ok(Outcome::Runtime(panic.unwrap_or("it ended without a word").to_owned()))
        }
    }
}

/// What the mock has to say where the probe is content.
fn judge(part: &Part, requests: &[Request]) -> Outcome {
    for (operation, key) in &part.expects {
        let mut calls = requests.iter().filter(|request| request.operation() == operation).peekable();
        if calls.peek().is_none() {
            return Outcome::Silent(format!("{operation} was not called"));
        }
        if let Some(call) = calls.find(|call| call.key().unwrap_or("unsigned") != key) {
            let key = call.key().map_or("unsigned".to_owned(), |key| format!("signed with {key}"));
            return Outcome::Silent(format!("{operation} was {key}"));
        }
    }
    requests.iter().find_map(Request::fault).map_or(Outcome::Works, Outcome::Silent)
}

/// What a run of `go` gave.
struct Output {
    success: bool,
    stdout: String,
    stderr: String,
}

fn command(folder: &Path, arguments: &[&str]) -> Result<Output> {
    let output = Command::new("go")
        .args(arguments)
        .current_dir(folder)
        .env("GOWORK", "off")
        .env("GO111MODULE", "on")
        .output()
        .map_err(|error| format!("`go` does not start: {error}; install Go"))?;
    Ok(Output {
        success: output.status.success(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}
