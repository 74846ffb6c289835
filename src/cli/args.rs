//! The arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::output::Outputs;
use crate::catalog::Release;
use crate::inventory::cargo::parse_rust;
use crate::plan::Strategy;

const ABOUT: &str = "Knows which AWS SDK releases belong together";

const LONG_ABOUT: &str = "\
Knows which AWS SDK releases belong together.

Reads what is locked (go.mod, go.sum, go.work, vendor/modules.txt, Cargo.lock), says which modules or crates of \
the AWS SDK do not go with which, what stops working and what you will have seen of it, and gives the smallest set of upgrades \
after which they do. Offline, in milliseconds.";

const AFTER_HELP: &str = "\
Exit codes: 0 nothing found, 1 an error was found, 2 wrong usage or an unreadable input, 3 nothing to check.

Examples:
  awscompat                                check every module and workspace below this folder
  awscompat fix                            repair what was found
  awscompat plan --strategy aligned        every AWS module to the train of the core that is built
  go list -m -json all | awscompat --stdin-format go-list
  awscompat trains service/ecr@v1.20.2     what this version was built for, and what breaks it
  awscompat --explain service-behind-core-1-23";

/// The arguments of `check`, by their names in clap. Where no subcommand is, they may stand alone.
pub(super) const CHECK_ARGS: [&str; 22] = [
    "paths",
    "stdin_format",
    "online",
    "manifest_path",
    "package",
    "workspace",
    "locked",
    "offline",
    "frozen",
    "config",
    "no_config",
    "today",
    "resolve",
    "features",
    "all_features",
    "no_default_features",
    "target",
    "base",
    "fail_on",
    "format",
    "output",
    "exit_zero",
];

#[derive(Debug, Parser)]
#[command(
    name = "awscompat",
    version,
    about = ABOUT,
    long_about = LONG_ABOUT,
    after_help = AFTER_HELP,
    subcommand_precedence_over_arg = true
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    #[command(flatten)]
    pub(super) check: CheckArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,

    /// Tell the story of an event: what changed, who is hit, what it looks like, what cures it
    #[arg(long, value_name = "ID", conflicts_with_all = CHECK_ARGS)]
    pub(super) explain: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Say what does not belong together, and why (the default)
    Check(CheckArgs),
    /// Give the upgrades after which everything belongs together
    Plan(PlanArgs),
    /// Carry the plan out, or leave everything as it was
    Fix(FixArgs),
    /// Show the releases: all, one day's, a module's, or one version's
    Trains(TrainsArgs),
    /// List the events that are known
    List(ListArgs),
    /// Print the configuration that is in force, and where it is written
    Config(ShowArgs),
    /// Write an awscompat.toml to start from
    Init(InitArgs),
}

#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Whether to use colours
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        env = "CARGO_TERM_COLOR",
        hide_env = true,
        global = true
    )]
    pub(super) color: Color,

    /// Say only what was found: no plan and no summary
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(super) quiet: bool,

    /// Also show notes, and how each build was read
    #[arg(short, long, global = true)]
    pub(super) verbose: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Default, Args)]
pub(super) struct InputArgs {
    /// Files or folders; a folder stands for every module and Rust workspace in it that git does not ignore [default: .]
    #[arg(value_name = "PATH", help_heading = "Input")]
    pub(super) paths: Vec<PathBuf>,

    /// Read standard input instead of files, in this form
    #[arg(long, value_name = "FORM", help_heading = "Input", conflicts_with = "paths")]
    pub(super) stdin_format: Option<StdinFormat>,

    /// Ask `go` and cargo for what the tables do not hold; they may use the network
    #[arg(long, help_heading = "Input", conflicts_with_all = ["offline", "frozen"])]
    pub(super) online: bool,

    /// The workspace of this Cargo.toml
    #[arg(long, value_name = "FILE", help_heading = "Cargo", conflicts_with = "stdin_format")]
    pub(super) manifest_path: Option<PathBuf>,

    /// Only what this package of a Rust workspace is built from (name, or name@version); may be given more than once
    #[arg(short, long, value_name = "SPEC", help_heading = "Cargo", conflicts_with = "workspace")]
    pub(super) package: Vec<String>,

    /// Every package of a Rust workspace: what is done anyway
    #[arg(long, visible_alias = "all", help_heading = "Cargo")]
    pub(super) workspace: bool,

    /// Also ask `cargo metadata` for what no lock tells: features, what is built, and what the code asks of the SDK
    #[arg(long, help_heading = "Cargo", conflicts_with = "stdin_format")]
    pub(super) resolve: bool,

    /// Features to put on, for --resolve
    #[arg(
        short = 'F',
        long,
        value_name = "FEATURES",
        help_heading = "Cargo",
        value_delimiter = ',',
        requires = "resolve"
    )]
    pub(super) features: Vec<String>,

    /// All features, for --resolve
    #[arg(long, help_heading = "Cargo", requires = "resolve")]
    pub(super) all_features: bool,

    /// No default features, for --resolve
    #[arg(long, help_heading = "Cargo", requires = "resolve")]
    pub(super) no_default_features: bool,

    /// The platform that is built for, for --resolve [default: every platform]
    #[arg(long, value_name = "TRIPLE", help_heading = "Cargo", requires = "resolve")]
    pub(super) target: Option<String>,

    /// Leave Cargo.lock as it is: what is done anyway
    #[arg(long, help_heading = "Cargo")]
    pub(super) locked: bool,

    /// Stay off the network: what is done anyway
    #[arg(long, help_heading = "Cargo")]
    pub(super) offline: bool,

    /// Both of them
    #[arg(long, help_heading = "Cargo")]
    pub(super) frozen: bool,

    #[command(flatten)]
    pub(super) config: ConfigArgs,
}

/// Which decisions of the user's count.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ConfigArgs {
    /// Use this configuration for everything [default: the nearest awscompat.toml, or [workspace.metadata.awscompat]]
    #[arg(long, value_name = "FILE", help_heading = "Configuration")]
    pub(super) config: Option<PathBuf>,

    /// Use no configuration
    #[arg(long, help_heading = "Configuration", conflicts_with = "config")]
    pub(super) no_config: bool,

    /// The day with which what expires is compared [default: that of the commit that is checked out]
    #[arg(long, value_name = "DAY", value_parser = day, help_heading = "Configuration")]
    pub(super) today: Option<Release>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
#[allow(clippy::enum_variant_names, reason = "the names are the words that users type")]
pub(super) enum StdinFormat {
    /// The output of `go list -m -json all`
    GoList,
    /// The output of `go mod graph`
    GoGraph,
    /// A go.mod
    GoMod,
    /// A go.sum
    GoSum,
    /// A Cargo.lock
    CargoLock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a person
    Human,
    /// One object, for programs
    Json,
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Compare with what was there before, and fail on what is new or worse only: a revision, which stands for the
    /// commit that HEAD has in common with it, or a path
    #[arg(long, value_name = "REV|PATH", help_heading = "Base", conflicts_with_all = ["stdin_format", "resolve"])]
    pub(super) base: Option<String>,

    /// What fails a run that has a base [default: new]
    #[arg(long, value_name = "WHICH", help_heading = "Base", requires = "base")]
    pub(super) fail_on: Option<FailOn>,

    #[command(flatten)]
    pub(super) outputs: Outputs,

    /// Exit with 0 also where errors were found; an input that cannot be read stays 2
    #[arg(long, help_heading = "Output")]
    pub(super) exit_zero: bool,
}

/// What fails a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// Errors that were not there at the base, or were less bad
    New,
    /// Every error
    Any,
}

#[derive(Debug, Args)]
pub(super) struct PlanArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    #[command(flatten)]
    pub(super) wish: WishArgs,

    /// The form of the result
    #[arg(long, value_name = "FORM", default_value = "human", help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Default, Args)]
pub(super) struct WishArgs {
    /// How far to go: minimal (the fewest moves), aligned (all to one train), latest, or train=YYYY-MM-DD
    /// [default: minimal for Go, latest for Rust]
    #[arg(long, value_name = "STRATEGY", help_heading = "Plan")]
    pub(super) strategy: Option<Strategy>,

    /// Do not move this module or crate (short or full name); may be given more than once
    #[arg(long, value_name = "MODULE", help_heading = "Plan")]
    pub(super) hold: Vec<String>,

    /// Choose crates that this Rust can build, such as 1.88 [default: rust-toolchain.toml, or rust-version]
    #[arg(long, value_name = "VERSION", value_parser = rust_version, help_heading = "Plan")]
    pub(super) rust_version: Option<(u16, u16)>,
}

#[derive(Debug, Args)]
#[command(after_help = FIX_HELP)]
pub(super) struct FixArgs {
    /// Files or folders, as for check [default: .]
    #[arg(value_name = "PATH", help_heading = "Input")]
    pub(super) paths: Vec<PathBuf>,

    /// Ask `go` and cargo for what the tables do not hold; they may use the network
    #[arg(long, help_heading = "Input", conflicts_with_all = ["offline", "frozen"])]
    pub(super) online: bool,

    #[command(flatten)]
    pub(super) wish: WishArgs,

    /// Show the plan, and change nothing
    #[arg(short = 'n', long, help_heading = "Fix")]
    pub(super) dry_run: bool,

    /// Print the changes as a diff for `git apply`, and leave every file as it was
    #[arg(long, help_heading = "Fix", conflicts_with = "dry_run")]
    pub(super) diff: bool,

    /// Change go.mod and Cargo.toml only, run nothing, and say what must follow; for Go the default without `go`
    #[arg(long, help_heading = "Fix")]
    pub(super) edit_only: bool,

    /// Leave out `go mod tidy`
    #[arg(long, help_heading = "Fix")]
    pub(super) no_tidy: bool,

    /// Also change files that have changes which are not committed
    #[arg(long, help_heading = "Fix")]
    pub(super) allow_dirty: bool,

    #[command(flatten)]
    pub(super) config: ConfigArgs,

    /// The workspace of this Cargo.toml
    #[arg(long, value_name = "FILE", help_heading = "Cargo")]
    pub(super) manifest_path: Option<PathBuf>,

    /// Have `go` and cargo stay off the network
    #[arg(long, help_heading = "Cargo")]
    pub(super) offline: bool,

    /// Refuse to change Cargo.lock: only with --dry-run
    #[arg(long, help_heading = "Cargo")]
    pub(super) locked: bool,

    /// Both of them
    #[arg(long, help_heading = "Cargo")]
    pub(super) frozen: bool,

    /// The form of the result
    #[arg(long, value_name = "FORM", default_value = "human", help_heading = "Output")]
    pub(super) format: Format,
}

impl FixArgs {
    /// The part that says what to read.
    pub(super) fn input(&self) -> InputArgs {
        InputArgs {
            paths: self.paths.clone(),
            online: self.online,
            manifest_path: self.manifest_path.clone(),
            workspace: true,
            locked: self.locked,
            offline: self.offline,
            frozen: self.frozen,
            config: self.config.clone(),
            ..InputArgs::default()
        }
    }
}

const FIX_HELP: &str = "\
Every file is saved before it changes. If a command fails, or anything is found afterwards, the old files come back; \
after a power cut, the next `awscompat fix` brings them back first.

Examples:
  awscompat fix                            repair every module and workspace below this folder
  awscompat fix --edit-only --diff | git apply
  awscompat fix -n --strategy aligned      show what would be done

Exit codes: 0 all is well now, 1 errors are left or nothing could be done, 2 wrong usage or an input or file that cannot \
be used, 3 nothing to check, 130 stopped.";

fn day(text: &str) -> Result<Release, String> {
    let day = text.parse::<Release>().ok().filter(|day| *day == day.day());
    day.ok_or_else(|| "write it as 2027-06-30".to_owned())
}

fn rust_version(text: &str) -> Result<(u16, u16), String> {
    parse_rust(text).ok_or_else(|| "write it as 1.88 or 1.94.1".to_owned())
}

#[derive(Debug, Args)]
pub(super) struct TrainsArgs {
    /// A release day (2023-11-15), a module (service/ecr) or a version of one (service/ecr@v1.20.2)
    #[arg(value_name = "WHAT")]
    pub(super) what: Option<String>,

    /// The form of the result
    #[arg(long, value_name = "FORM", default_value = "human", help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// The form of the result
    #[arg(long, value_name = "FORM", default_value = "human", help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// A folder, or a manifest
    #[arg(value_name = "PATH", default_value = ".")]
    pub(super) path: PathBuf,

    #[command(flatten)]
    pub(super) config: ConfigArgs,

    /// The form of the result
    #[arg(long, value_name = "FORM", default_value = "human", help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct InitArgs {
    /// The folder; best the root of the repository
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(super) folder: PathBuf,
}
