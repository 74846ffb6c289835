//! Builds and runs the parts of a project.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::part::Part;
use super::project::Project;
use super::{cargo, output};
use crate::Result;
use crate::mock::Mock;
use crate::outcome::Outcome;

/// A part that takes longer is stopped.
const PATIENCE: Duration = Duration::from_secs(60);

/// A line of `cargo --message-format=json`.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    message: Option<Message>,
    #[serde(default)]
    target: Option<Target>,
    #[serde(default)]
    executable: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    message: String,
    code: Option<Code>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// Full names of the crates that a part is built from.
pub(super) fn crates(project: &Project, part: &Part) -> Result<BTreeSet<String>> {
    let mut command = cargo(project.folder());
    command.args(["tree", "--locked", "-q", "-e", "normal,build", "--prefix", "none", "-p", &part.name]);
    let tree = output(command.args(features(part)))?;
    if !tree.success {
        return Err(format!("`cargo tree`: {}", tree.stderr.trim()).into());
    }
    let names = tree.stdout.lines().filter_map(|line| line.split_whitespace().next());
    Ok(names.filter(|name| *name != part.name).map(str::to_owned).collect())
}

/// Builds a part, and runs it where it is there to be run.
pub(super) fn run(project: &Project, part: &Part) -> Result<Outcome> {
    let mut command = cargo(project.folder());
    command.arg(if part.check { "check" } else { "build" });
    if part.release {
        command.arg("--release");
    }
    command.args(["--locked", "-q", "--message-format=json", "-p", &part.name]).args(features(part));
    let built = output(&mut command)?;
    let lines: Vec<Line> = built.stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if !built.success {
        let errors = lines.iter().filter_map(|line| Some((line.target.as_ref()?, line.message.as_ref()?)));
        let error = errors.filter(|(_, message)| message.level == "error").map(said).min();
        return match error {
            Some(error) => Ok(Outcome::Compile(error)),
            // Downloads and build scripts fail without a word of the compiler.
            None => Err(format!("`cargo build`: {}", built.stderr.trim()).into()),
        };
    }
    match lines.into_iter().filter_map(|line| line.executable).next_back() {
        Some(program) if !part.check => execute(project, part, &program),
        _ => Ok(Outcome::Works),
    }
}

fn said((target, error): (&Target, &Message)) -> String {
    let code = error.code.as_ref().map_or(String::new(), |code| format!("[{}]", code.code));
    let first = error.message.lines().next().unwrap_or_default();
    format!("error{code}: {first} ({})", target.name)
}

fn features(part: &Part) -> [String; 2] {
    ["--features".to_owned(), part.features.join(",")]
}

/// A program on another processor than this machine's.
fn emulated(processor: &str, program: &str) -> Result<Command> {
    const EMULATOR: &str = "qemu-x86_64";
    if let Err(error) = Command::new(EMULATOR).arg("--version").output() {
        return Err(format!("{EMULATOR} (Debian's qemu-user) does not start: {error}").into());
    }
    let mut command = Command::new(EMULATOR);
    command.args(["-cpu", processor, program]);
    Ok(command)
}

fn execute(project: &Project, part: &Part, program: &str) -> Result<Outcome> {
    let home = project.folder().join(&part.name);
    let mock = Mock::start()?;
    let said = home.join("stdout");
    let mut command = match &part.processor {
        Some(processor) => emulated(processor, program)?,
        None => Command::new(program),
    };
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("AWS_")) {
        command.env_remove(name);
    }
    let mut child = command
        .current_dir(&home)
        .env("HOME", &home)
        .env("LAB_MOCK", mock.address().to_string())
        .stdin(Stdio::null())
        .stdout(fs::File::create(&said)?)
        .stderr(Stdio::null())
        .spawn()?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(Outcome::Runtime("it hangs".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = fs::read_to_string(&said)?;
    // A signal leaves no word; the status names it.
    Ok(text.lines().find_map(Outcome::read).unwrap_or_else(|| Outcome::Runtime(status.to_string())))
}
