//! The command `cargo awscompat`: the same program, found by cargo under its own name.

use std::process::ExitCode;

fn main() -> ExitCode {
    awscompat::cli::run_as_cargo_subcommand(std::env::args_os())
}
