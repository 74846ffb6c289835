//! Commands for maintainers: `cargo xtask …`.

mod changelog;
mod go;
mod pages;
mod requirements;
mod rust;
mod tables;
mod trains;

use std::path::Path;
use std::process::ExitCode;

/// What goes wrong here is shown to a maintainer and ends the command.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const USAGE: &str = "\
cargo xtask pages
    Write docs/events/ from rules/, and the schema of the configuration.
cargo xtask trains from-proxy --date YYYY-MM-DD [MODULE…]
    Bring the tables in rules/trains/go/ up to that day: each module's newest changelog, by way of `go`.
    Without modules: those that table.toml calls fresh. Stopped half-way, it goes on where it was.
cargo xtask trains from-checkout DIR
    Read every CHANGELOG.md of an unpacked aws-sdk-go-v2.
cargo xtask trains from-list FILE
    Read lines of `MODULE<tab>VERSION<tab>RELEASE`.
cargo xtask trains from-cargo --date YYYY-MM-DD
    Write the tables in rules/trains/rust/ anew: every version of each crate that its table.toml calls fresh, from
    the registry's index by way of cargo.
cargo xtask requirements [MODULE@VERSION…]
    Read the go.mod of these versions into tests/data/go-requirements.tsv, then compare the whole file with
    what the tables derive.";

#[allow(clippy::print_stderr, reason = "this is a program of its own")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let done = match arguments[..] {
        ["pages"] => pages::write(root),
        ["trains", "from-proxy", "--date", date, ref modules @ ..] => trains::from_proxy(root, date, modules),
        ["trains", "from-cargo", "--date", date] => rust::from_cargo(root, date),
        ["trains", "from-checkout", folder] => trains::from_checkout(root, Path::new(folder)),
        ["trains", "from-list", file] => trains::from_list(root, Path::new(file)),
        ["requirements", ref versions @ ..] => requirements::run(root, versions),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
