//! Runs `go` and cargo. Proxies, registries and credentials stay their business.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::ApplyError;
use super::transaction::Transaction;
use crate::catalog::module_cache::Settings;

/// Of what a command that fails has said, the last lines are shown.
const LAST_LINES: usize = 12;
const MAX_SAID: usize = 4096;

/// Whether a program is there and starts.
pub fn starts(program: &str) -> bool {
    let version = if program == "go" { "version" } else { "--version" };
    let status = Command::new(program)
        .arg(version)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// `go` in the folder of a module, which counts by itself, whatever workspace it is in.
pub fn go(folder: &Path, offline: bool) -> Command {
    let mut command = Command::new("go");
    let flags = Settings::read().get("GOFLAGS").unwrap_or_default();
    // `-mod=vendor`, which some people set for good, lets nothing be changed.
    let flags = flags.split_whitespace().filter(|flag| {
        let flag = flag.trim_start_matches('-');
        !flag.starts_with("mod=") && !flag.starts_with("modfile=")
    });
    let flags: Vec<&str> = flags.chain(["-mod=mod"]).collect();
    command.current_dir(folder).env("GOFLAGS", flags.join(" ")).env("GOWORK", "off").env("GO111MODULE", "on");
    if offline {
        command.env("GOPROXY", "off");
    }
    command
}

/// cargo in the folder of a workspace.
pub fn cargo(folder: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(folder).env("CARGO_TERM_COLOR", "never");
    command
}

/// Runs a command to its end, or until the user wants no more. `shown` is what one would type.
///
/// # Errors
/// When it does not start or fails, with the end of what it said; when the user stops it.
pub fn run(transaction: &mut Transaction, mut command: Command, shown: &str) -> Result<(), ApplyError> {
    if transaction.stop().is_told() {
        return Err(ApplyError::Stopped);
    }
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "running {shown}");
    }
    let program = if command.get_program() == "go" { "go" } else { "cargo" };
    let path = transaction.scratch_file("said")?;
    let said = File::create(&path).map_err(ApplyError::io(&path, "cannot write"))?;
    let both = said.try_clone().map_err(ApplyError::io(&path, "cannot write"))?;
    // The command reads nothing from it, but holds it open: so the next run sees whether it is still at work.
    command.stdin(transaction.child_mark()?).stdout(both).stderr(said);
    let mut child = command.spawn().map_err(|error| ApplyError::Missing { program, error })?;
    // The builder has a copy of the mark.
    drop(command);
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => {}
            Err(error) => return Err(ApplyError::Missing { program, error }),
        }
        if transaction.stop().is_told() {
            let _ = child.kill();
            let _ = child.wait();
            transaction.wait_for_children()?;
            return Err(ApplyError::Stopped);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    // In a terminal, both are told to stop, and the command may be the faster one.
    if transaction.stop().is_told() {
        return Err(ApplyError::Stopped);
    }
    if status.success() {
        return Ok(());
    }
    let text = fs::read(&path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text[text.len().saturating_sub(MAX_SAID)..]).into_owned();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n");
    let said = match (last.is_empty(), status.code()) {
        (false, _) => Some(last),
        (true, Some(code)) => Some(format!("it said nothing, and ended with code {code}")),
        (true, None) => Some("it was killed".to_owned()),
    };
    Err(ApplyError::Command { command: shown.to_owned(), said })
}
