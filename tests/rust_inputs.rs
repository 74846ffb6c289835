//! Locks, manifests and toolchain files that are not what they should be, and large or winding ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use support::{Scratch, awscompat_in, command, root, stderr, stdout};

const PAIR: &str = "version = 4\n\n[[package]]\nname = \"app\"\nversion = \"0.1.0\"\ndependencies = [\n \"aws-config\",\n]\n\n\
    [[package]]\nname = \"aws-config\"\nversion = \"1.12.0\"\nsource = \"registry+x\"\ndependencies = [\n \"aws-types\",\n]\n\n\
    [[package]]\nname = \"aws-types\"\nversion = \"1.7.0\"\nsource = \"registry+x\"\n\n\
    [[package]]\nname = \"other\"\nversion = \"0.2.0\"\n";

/// The error that a lock on standard input earns.
fn lock_error(text: &str) -> String {
    let mut child = command(root())
        .args(["--stdin-format", "cargo-lock"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}: {}", stdout(&output));
    stderr(&output)
}

#[test]
fn a_lock_that_is_none_is_an_error_with_its_place() {
    let manifest = "[package]\nname = \"app\"\nversion = \"0.1.0\"\n\n[dependencies]\naws-config = \"1\"\n";
    assert!(lock_error(manifest).contains("this looks like a Cargo.toml"));
    let odd = PAIR.replace("dependencies = [\n \"aws-config\",\n]", "dependencies = { aws-config = \"1\" }");
    let error = lock_error(&odd);
    assert!(error.contains("must be a list of strings") && error.contains(":6:"), "{error}");
    let odd = PAIR.replace("\"aws-config\",", "1,");
    assert!(lock_error(&odd).contains("must be a list of strings"));
    for version in ["-1", "0", "\"4\"", "4.0"] {
        let odd = PAIR.replace("version = 4", &format!("version = {version}"));
        assert!(lock_error(&odd).contains("the lock's version must be a number from 1 on"), "{version}");
    }
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_an_error_and_never_waited_for() {
    for name in ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"] {
        let scratch = Scratch::new("no-file");
        scratch.write("Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\n");
        scratch.write("Cargo.lock", PAIR);
        let path = scratch.path().join(name);
        let _ = std::fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        let output = awscompat_in(scratch.path(), &["."]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", stdout(&output));
        assert!(stderr(&output).contains("not a regular file"), "{name}: {}", stderr(&output));
    }
}

#[test]
fn winding_patterns_of_members_do_not_take_time() {
    let scratch = Scratch::new("winding");
    scratch.write("Cargo.toml", format!("[workspace]\nmembers = [\"{}crates/*\"]\n", "*/../".repeat(40)));
    scratch.write("Cargo.lock", PAIR);
    for name in ["app", "other"] {
        scratch.write(
            &format!("crates/{name}/Cargo.toml"),
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n"),
        );
        scratch.write(&format!("more{name}/x"), "");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", scratch.path().join("crates/loop")).unwrap();
    let start = Instant::now();
    let output = awscompat_in(scratch.path(), &["."]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn long_chains_do_not_take_time() {
    let scratch = Scratch::new("chain");
    let mut lock = PAIR.replace(" \"aws-config\",", " \"c00000\",");
    for i in 0..8000 {
        let next = if i < 7999 { format!(" \"c{:05}\",\n", i + 1) } else { String::new() };
        let _ = write!(
            lock,
            "\n[[package]]\nname = \"c{i:05}\"\nversion = \"1.0.0\"\nsource = \"registry+x\"\ndependencies = [\n \
             \"aws-config\",\n{next}]\n"
        );
    }
    scratch.write("Cargo.lock", lock);
    let start = Instant::now();
    let output = awscompat_in(scratch.path(), &["."]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let way = "c00000 1.0.0 <- app";
    assert!(stdout(&output).contains(way), "{}", stdout(&output));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn packages_are_named_as_cargo_does() {
    let scratch = Scratch::new("specs");
    scratch.write("Cargo.lock", PAIR);
    let code = |arguments: &[&str]| awscompat_in(scratch.path(), arguments).status.code();
    for command in ["check", "plan"] {
        let with = |spec| code(&[command, "-p", spec]);
        assert_eq!(with("other"), Some(0), "{command}");
        assert_eq!(with("app@0.2.0"), Some(2), "{command}");
        assert_eq!(with("nope"), Some(2), "{command}");
    }
    assert_eq!(code(&["check", "-p", "app"]), Some(1));
    assert_eq!(code(&["check", "-p", "app@0.1.0"]), Some(1));
    assert_eq!(code(&["check", "-p", "app@0.1"]), Some(1));
    let plan = |spec| stdout(&awscompat_in(scratch.path(), &["plan", "-p", spec]));
    assert!(plan("app").contains("cargo update"), "{}", plan("app"));
    assert!(!plan("other").contains("cargo update"), "{}", plan("other"));
}

#[test]
fn a_crate_that_nothing_requires_is_told_in_the_words_of_rust() {
    let scratch = Scratch::new("nobody");
    scratch.write("Cargo.lock", PAIR.replace("dependencies = [\n \"aws-config\",\n]\n", ""));
    let output = awscompat_in(scratch.path(), &["."]);
    assert!(stdout(&output).contains("aws-config: nothing in this lock"), "{}", stdout(&output));
    assert!(!stdout(&output).contains("indirect"));
}

#[test]
fn without_a_lock_pins_are_judged_by_what_is_known_of_them() {
    let scratch = Scratch::new("pins");
    let manifest =
        |pins: &str| format!("[package]\nname = \"lib\"\nversion = \"0.1.0\"\n\n[dependencies]\n{pins}");
    scratch.write("Cargo.toml", manifest("aws-config = \"=1.12.0\"\naws-types = \"=1.7.0\"\n"));
    let output = awscompat_in(scratch.path(), &["."]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stdout(&output).contains("error[config-behind-types-1-7]"), "{}", stdout(&output));
    // Whether this pair breaks depends on what aws-config uses, which no manifest tells.
    scratch.write("Cargo.toml", manifest("aws-config = \"=1.12.0\"\naws-smithy-runtime = \"=1.15.0\"\n"));
    let output = awscompat_in(scratch.path(), &["."]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("there is no Cargo.lock"), "{}", stdout(&output));
}
