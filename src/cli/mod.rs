//! The command line: what is asked, what is answered, and the exit code.

mod args;
mod check;
mod config;
mod events;
mod fix;
mod output;
mod trains;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};

use args::{CHECK_ARGS, Cli, Color, Command};

use crate::report::human::Verbosity;
use crate::report::plain::{clean, clean_lines};

/// Nothing at or above the fail level was found.
const CLEAN: u8 = 0;
/// Something was found, or there is no plan.
const FOUND: u8 = 1;
/// The command line or an input is wrong.
const BAD_INPUT: u8 = 2;
/// A signal has stopped the run.
const STOPPED: u8 = 130;
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
    let mut command = Cli::command()
        .bin_name(name)
        .override_usage(format!("{name} [OPTIONS] [PATH]...\n       {name} [OPTIONS] <COMMAND>"));
    let parsed = command.try_get_matches_from_mut(arguments).and_then(|matches| {
        refuse_misplaced(&mut command, &matches)?;
        Cli::from_arg_matches(&matches)
    });
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers; clap puts them on stdout and everything else on stderr.
            let code = if error.use_stderr() { BAD_INPUT } else { CLEAN };
            let _ = match clean_lines(&error.render().to_string()) {
                Some(text) => io::stderr().write_all(text.as_bytes()),
                None => error.print(),
            };
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
            Command::Fix(args) => fix::fix(&args, verbosity),
            Command::Trains(args) => trains::trains(&args),
            Command::List(args) => events::list(&args),
            Command::Config(args) => config::show(&args),
            Command::Init(args) => config::init(&args),
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

/// Refuses what belongs to `check` where it stands before another subcommand, and would be lost; and `explain`, which
/// is an option.
fn refuse_misplaced(command: &mut clap::Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    if let Some(subcommand) = matches.subcommand_name() {
        if matches.contains_id("explain") {
            let message = "`--explain ID` stands alone, without a subcommand";
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        let is_given = |id: &&&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let Some(misplaced) = CHECK_ARGS.iter().find(is_given) else { return Ok(()) };
        let message = match *misplaced {
            "paths" => format!(
                "paths stand after the subcommand: `{subcommand} PATH`; a folder by its name is `./{subcommand}`"
            ),
            option => {
                format!("`--{}` stands after the subcommand: `{subcommand} …`", option.replace('_', "-"))
            }
        };
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    let first = matches.get_many::<PathBuf>("paths").and_then(|mut paths| paths.next());
    if first.is_some_and(|first| first.as_os_str() == "explain" && !first.exists()) {
        let message = "there is no subcommand `explain`; `--explain ID` tells the story of an event";
        return Err(command.error(ErrorKind::InvalidSubcommand, message));
    }
    Ok(())
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
        let err = format!("error: {}\n\n  help: {}\n", clean(what), clean(help));
        Self { out: String::new(), err, code: BAD_INPUT }
    }
}
