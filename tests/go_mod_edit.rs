//! Our reading of go.mod and go.work against that of the `go` command, where there is one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "helpers of tests, which the lint does not know as such"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use awscompat::inventory::go_mod::{GoMod, Replace, ReplaceTarget, Spanned};
use awscompat::inventory::go_work::GoWork;
use awscompat::version::Version;
use serde::Deserialize;

/// Real manifests beside the repository, one folder each, if somebody has put some there.
const CASES: &str = "../shared/cases/go";

/// What `go mod edit -json` prints.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Reading {
    module: OnlyPath,
    go: String,
    toolchain: String,
    require: Option<Vec<Requirement>>,
    exclude: Option<Vec<Module>>,
    replace: Option<Vec<Replacement>>,
    retract: Option<Vec<Interval>>,
    tool: Option<Vec<OnlyPath>>,
    ignore: Option<Vec<OnlyPath>>,
    r#use: Option<Vec<Use>>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Use {
    disk_path: String,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct OnlyPath {
    path: String,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Module {
    path: String,
    version: String,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Requirement {
    path: String,
    version: String,
    indirect: bool,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Replacement {
    old: Module,
    new: Module,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Interval {
    low: String,
    high: String,
}

/// Go's spelling of a version: build metadata is dropped, except for `+incompatible`.
fn canonical(version: &Version) -> String {
    let text = version.to_string();
    match text.split_once('+') {
        Some((version, build)) if build != "incompatible" => version.to_owned(),
        _ => text,
    }
}

/// None for no entries, as `go` prints them.
fn list<T>(entries: impl Iterator<Item = T>) -> Option<Vec<T>> {
    let entries: Vec<T> = entries.collect();
    (!entries.is_empty()).then_some(entries)
}

fn our_reading(read: &GoMod) -> Reading {
    let value =
        |value: &Option<Spanned<String>>| value.as_ref().map_or(String::new(), |value| value.value.clone());
    Reading {
        module: OnlyPath { path: value(&read.module) },
        go: value(&read.go),
        toolchain: value(&read.toolchain),
        require: list(read.requires.iter().map(|require| Requirement {
            path: require.path.clone(),
            version: canonical(&require.version),
            indirect: require.indirect,
        })),
        exclude: list(
            read.excludes
                .iter()
                .map(|exclude| Module { path: exclude.path.clone(), version: canonical(&exclude.version) }),
        ),
        replace: list(read.replaces.iter().map(our_replacement)),
        retract: list(
            read.retracts
                .iter()
                .map(|retract| Interval { low: retract.low.to_string(), high: retract.high.to_string() }),
        ),
        tool: list(read.tools.iter().map(|tool| OnlyPath { path: tool.value.clone() })),
        ignore: list(read.ignores.iter().map(|ignore| OnlyPath { path: ignore.value.clone() })),
        r#use: None,
    }
}

fn our_replacement(replace: &Replace) -> Replacement {
    Replacement {
        old: Module {
            path: replace.old_path.clone(),
            version: replace.old_version.as_ref().map_or(String::new(), canonical),
        },
        new: match &replace.target {
            ReplaceTarget::Module { path, version, .. } => {
                Module { path: path.clone(), version: canonical(version) }
            }
            ReplaceTarget::Local { path, .. } => Module { path: path.clone(), version: String::new() },
        },
    }
}

/// Go's reading of a file, or why it refuses the file.
fn gos_reading(kind: &str, file: &Path) -> Result<Reading, String> {
    let output = Command::new("go")
        .args([kind, "edit", "-json"])
        .arg(file)
        .env("GOTOOLCHAIN", "local")
        .env("GOWORK", "off")
        .env("GOFLAGS", "")
        .output()
        .expect("go was there before");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut reading: Reading = serde_json::from_slice(&output.stdout).expect("go prints JSON");
    for interval in reading.retract.iter_mut().flatten() {
        for version in [&mut interval.low, &mut interval.high] {
            // This command prints the words of the file; only a build checks that they are versions, as we do.
            *version = version.parse::<Version>().map_err(|error| error.to_string())?.to_string();
        }
    }
    Ok(reading)
}

/// Whether the `go` command is there; says so if not.
fn go_is_there() -> bool {
    let there = Command::new("go").arg("version").output().is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: there is no `go` command");
    }
    there
}

/// The go.mod files written for these tests.
fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/go_mod");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|e| e == "mod")).collect();
    files.sort();
    assert!(files.len() > 10, "{files:?}");
    files
}

/// Compares the readings of one file; gives whether `go` reads it.
#[track_caller]
fn compare(file: &Path, text: &str) -> Result<(), String> {
    let expected = gos_reading("mod", file)?;
    let read = GoMod::parse(text).unwrap_or_else(|error| {
        panic!("{}: go reads it, we do not: {error} ({:?})\n{text:?}", file.display(), error.span)
    });
    assert_eq!(our_reading(&read), expected, "{}\n{text:?}", file.display());
    Ok(())
}

#[test]
fn our_own_files_are_read_as_go_reads_them() {
    if !go_is_there() {
        return;
    }
    for file in corpus() {
        let text = fs::read_to_string(&file).unwrap();
        match compare(&file, &text) {
            Ok(()) => {}
            // Directives come with releases of Go.
            Err(refusal)
                if refusal.contains("unknown directive") || refusal.contains("unknown block type") =>
            {
                println!("skipped: {}: this `go` is older: {refusal}", file.display());
            }
            Err(refusal) => panic!("{}: go refuses it: {refusal}", file.display()),
        }
    }
}

#[test]
fn real_files_are_read_as_go_reads_them() {
    if !go_is_there() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(CASES);
    let Ok(cases) = fs::read_dir(&folder) else {
        println!("skipped: there is no folder {CASES}");
        return;
    };
    let mut compared = 0;
    for case in cases {
        let file = case.unwrap().path().join("go.mod");
        let Ok(text) = fs::read_to_string(&file) else { continue };
        match compare(&file, &text) {
            Ok(()) => compared += 1,
            Err(refusal) => println!("skipped: {}: go refuses it: {refusal}", file.display()),
        }
    }
    println!("compared {compared} files of {CASES}");
}

/// A small generator of numbers, so that all runs see the same files.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}

/// What is put into files, or out of them, to see whether both still read the same.
const WORDS: [&str; 26] = [
    " ",
    "\t",
    "\r",
    "\n",
    "\r\n",
    "(",
    ")",
    " ( )",
    "[",
    ",",
    "{",
    "//",
    "// indirect",
    "//indirect; x",
    "\"",
    "`",
    "\\",
    "=>",
    " v1.0.0",
    " v1",
    "\"v1.2.0\"",
    "require ",
    "require (\n",
    "\n)\n",
    "é",
    "./",
];

/// The text with a few pieces changed.
fn changed(text: &str, numbers: &mut Numbers) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(chars.len() + 1);
        let end = chars.len().min(at + numbers.below(3));
        let word = if numbers.below(4) == 0 { "" } else { WORDS[numbers.below(WORDS.len())] };
        chars.splice(at..end, word.chars());
    }
    chars.into_iter().collect()
}

#[test]
fn what_go_reads_of_changed_files_we_read_alike() {
    if !go_is_there() {
        return;
    }
    let rounds: usize = std::env::var("AWSCOMPAT_GO_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut numbers = Numbers(20_231_128);
    let file = std::env::temp_dir().join(format!("awscompat-go-mod-edit-{}.mod", std::process::id()));
    let (mut read, mut refused) = (0, 0);
    for original in corpus() {
        let text = fs::read_to_string(&original).unwrap();
        for _ in 0..rounds {
            let text = changed(&text, &mut numbers);
            fs::write(&file, &text).unwrap();
            match compare(&file, &text) {
                Ok(()) => read += 1,
                Err(_) => refused += 1,
            }
        }
    }
    fs::remove_file(&file).unwrap();
    println!("go reads {read} of {} changed files, all as we do", read + refused);
}

#[test]
fn go_work_is_read_as_go_reads_it() {
    if !go_is_there() {
        return;
    }
    let text = "go 1.22 // note\n\ntoolchain go1.22.1\n\nuse ./one\nuse (\n\t.\n\t\"./two three\" // why\n\t../four\n)\n\n\
                godebug panicnil=1\nreplace a.b/c v1.2 => d.e/f v1.3.0\nreplace (\n\tg.h/i => ./i\n)\nuse()\n";
    let file = std::env::temp_dir().join(format!("awscompat-go-work-edit-{}.work", std::process::id()));
    fs::write(&file, text).unwrap();
    let expected = gos_reading("work", &file);
    fs::remove_file(&file).unwrap();
    let read = GoWork::parse(text).unwrap();
    let ours = Reading {
        go: read.go.unwrap().value,
        toolchain: read.toolchain.unwrap().value,
        r#use: list(read.uses.iter().map(|folder| Use { disk_path: folder.value.clone() })),
        replace: list(read.replaces.iter().map(our_replacement)),
        ..Reading::default()
    };
    match expected {
        // Not every `go` prints the toolchain of go.work.
        Ok(expected) => assert_eq!(ours, Reading { toolchain: "go1.22.1".to_owned(), ..expected }),
        Err(refusal) => println!("skipped: this `go` is older: {refusal}"),
    }
}
