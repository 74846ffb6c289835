//! The command `awscompat`.

use std::process::ExitCode;

fn main() -> ExitCode {
    awscompat::cli::run(std::env::args_os())
}
