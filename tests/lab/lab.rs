//! Tries mixes of versions with the real toolchain: `cargo lab …`.
//!
//! It needs the toolchain and its registry, nothing else: the probe's calls go to a mock on loopback.

mod bisect;
mod go;
mod mix;
mod mock;
mod outcome;
mod random;
mod results;
mod run;
mod rust;
mod toolchain;
mod verdict;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What goes wrong here is shown to a maintainer and ends the command.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Tries mixes of versions with the real toolchain.
#[derive(Parser)]
#[command(name = "cargo lab", bin_name = "cargo lab")]
struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs the rows of events and says whether they are as the rule files have them; writes the results
    Run {
        /// Ids of events, as in rules/
        #[arg(value_name = "EVENT", required_unless_present_any = ["all", "mix"])]
        events: Vec<String>,
        /// Every event that has rows
        #[arg(long, conflicts_with_all = ["events", "mix"])]
        all: bool,
        /// Runs every part in one mix, a file with a `module@version` a line, and says what the linter has to say
        #[arg(long, value_name = "FILE", conflicts_with = "events")]
        mix: Option<PathBuf>,
    },
    /// Finds the line between a good and a bad version of a module, all else being held
    Bisect(bisect::Bisect),
    /// Draws mixes that version selection can reach, and compares the linter's verdict with what happens
    Random(random::Random),
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let done = match Lab::parse().command {
        Command::Run { mix: Some(file), .. } => run::mix(&file),
        Command::Run { all: true, .. } => run::every_event(root),
        Command::Run { events, .. } => run::events(root, &events),
        Command::Bisect(bisect) => bisect.run(),
        Command::Random(random) => random.run(),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            say(&error.to_string());
            ExitCode::from(2)
        }
    }
}

#[allow(clippy::print_stdout, reason = "this is a program of its own")]
fn say(line: &str) {
    println!("{line}");
}
