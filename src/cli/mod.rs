//! The command line: what is asked, what is answered, and the exit code.

mod args;
mod check;
mod events;
mod trains;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Color, Command};

use crate::report::human::Verbosity;

/// Nothing at or above the fail level was found.
const CLEAN: u8 = 0;
/// Something was found, or there is no plan.
const FOUND: u8 = 1;
/// The command line or an input is wrong.
const BAD_INPUT: u8 = 2;
/// There was nothing to check.
const NOTHING: u8 = 3;

/// Runs the program on these arguments, the first of which is its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    dispatch(arguments.into_iter().collect(), "awscompat")
}

/// Runs the program as cargo does: with the subcommand's name put in front of the user's arguments.
pub fn run_as_cargo_subcommand(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|first| first == "awscompat") {
        arguments.remove(1);
    }
    dispatch(arguments, "cargo awscompat")
}

fn dispatch(arguments: Vec<OsString>, name: &'static str) -> ExitCode {
    let arguments = subcommand_first(arguments);
    let parsed = Cli::command()
        .bin_name(name)
        .try_get_matches_from(arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers; clap puts them on stdout and everything else on stderr.
            let code = if error.use_stderr() { BAD_INPUT } else { CLEAN };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let choice = match cli.output.color {
        Color::Auto => AutoStream::choice(&io::stdout()),
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    let error_choice = match cli.output.color {
        Color::Auto => AutoStream::choice(&io::stderr()),
        _ => choice,
    };
    let verbosity = match (cli.output.quiet, cli.output.verbose) {
        (true, _) => Verbosity::Quiet,
        (false, false) => Verbosity::Normal,
        (false, true) => Verbosity::Verbose,
    };
    let answer = if let Some(id) = &cli.explain {
        events::explain(id)
    } else {
        match cli.command.unwrap_or(Command::Check(cli.check)) {
            Command::Check(args) => check::check(&args, verbosity),
            Command::Plan(args) => check::plan(&args, verbosity),
            Command::Trains(args) => trains::trains(&args),
            Command::List(args) => events::list(&args),
        }
    };
    // A reader that goes away early, such as `head`, has seen what it wanted.
    let mut out = AutoStream::new(io::stdout().lock(), choice);
    let written = out.write_all(answer.out.as_bytes()).and_then(|()| out.flush());
    let mut err = AutoStream::new(io::stderr().lock(), error_choice);
    let _ = err.write_all(answer.err.as_bytes());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(err, "error: cannot write the result: {error}");
            ExitCode::from(BAD_INPUT)
        }
        _ => ExitCode::from(answer.code),
    }
}

/// Puts a subcommand in front of the options that were typed before it: `awscompat -q check` is `awscompat check -q`.
/// Without a subcommand those options belong to `check`, which clap would not let a subcommand follow.
fn subcommand_first(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let cli = Cli::command();
    let takes_value = |option: &str| {
        cli.get_arguments().any(|argument| {
            argument.get_action().takes_values() && option.strip_prefix("--") == argument.get_long()
        })
    };
    let mut at = 1;
    while let Some(argument) = arguments.get(at).and_then(|argument| argument.to_str()) {
        if !argument.starts_with('-') || argument == "-" || argument == "--" {
            if cli.find_subcommand(argument).is_some() {
                arguments[1..=at].rotate_right(1);
            }
            break;
        }
        at += if takes_value(argument) { 2 } else { 1 };
    }
    arguments
}

/// What a command has to say.
#[derive(Debug, Default)]
struct Answer {
    /// The result, for standard output.
    out: String,
    /// The rest, for standard error.
    err: String,
    /// The exit code.
    code: u8,
}

impl Answer {
    fn new(out: String) -> Self {
        Self { out, ..Self::default() }
    }

    /// A mistake of the user's, and what to type instead.
    fn mistake(what: &str, help: &str) -> Self {
        let err = format!("error: {what}\n\n  help: {help}\n");
        Self { out: String::new(), err, code: BAD_INPUT }
    }
}
