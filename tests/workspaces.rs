//! Rust workspaces as they are found on disk: locks of every form, members, manifests without a lock, and odd input.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::fmt::Write as _;
use std::fs;

use awscompat::catalog::Catalog;
use awscompat::check::check;
use awscompat::family::Family;
use awscompat::inventory::cargo;
use awscompat::source::Source;
use proptest::prelude::*;
use support::{Scratch, awscompat_in, root, stderr, stdout};

const SOURCE: &str = "registry+https://example.com/index";

/// A lock that `fixtures/config-behind-types-1-7/bad` has, and the event in it.
fn broken() -> String {
    fs::read_to_string(root().join("fixtures/config-behind-types-1-7/bad/Cargo.lock")).unwrap()
}

const EVENT: &str = "config-behind-types-1-7";

/// The ids of what is found in a lock alone.
fn found(text: &str) -> Vec<&'static str> {
    let inventory = cargo::lock_alone(Source::new("Cargo.lock", text)).unwrap();
    let outcome = check(&inventory, &Catalog::embedded(Family::Rust));
    outcome.findings.iter().map(|finding| finding.event.id).collect()
}

/// The smallest lock in which one package of a workspace is broken, and another is not.
fn two_members() -> String {
    let mut text = "version = 4\n".to_owned();
    let mut package = |name: &str, version: &str, source: bool, dependencies: &[&str]| {
        write!(text, "\n[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n").unwrap();
        if source {
            writeln!(text, "source = \"{SOURCE}\"").unwrap();
        }
        writeln!(text, "dependencies = {dependencies:?}").unwrap();
    };
    package("aws-config", "1.12.0", true, &["aws-types"]);
    package("aws-types", "1.7.0", true, &[]);
    package("broken", "0.1.0", false, &["aws-config"]);
    package("healthy", "0.1.0", false, &["serde"]);
    package("serde", "1.0.228", true, &[]);
    text
}

fn manifest(name: &str, dependencies: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n{dependencies}\n"
    )
}

#[test]
fn every_form_of_the_lock_says_the_same() {
    // Version 1 names each requirement in full and keeps checksums apart.
    let full = |name: &str, version: &str| format!("\"{name} {version} ({SOURCE})\"");
    let first = format!(
        "[root]\nname = \"app\"\nversion = \"0.1.0\"\ndependencies = [{}]\n\n\
         [[package]]\nname = \"aws-config\"\nversion = \"1.12.0\"\nsource = \"{SOURCE}\"\ndependencies = [{}]\n\n\
         [[package]]\nname = \"aws-types\"\nversion = \"1.7.0\"\nsource = \"{SOURCE}\"\n\n\
         [metadata]\n\"checksum aws-types 1.7.0 ({SOURCE})\" = \"00\"\n",
        full("aws-config", "1.12.0"),
        full("aws-types", "1.7.0"),
    );
    let second = two_members().replace("version = 4\n", "");
    for text in [first, second.clone(), format!("version = 3\n{second}"), two_members()] {
        assert_eq!(found(&text), [EVENT], "{text}");
    }
    let newer = Scratch::new("lock-5");
    newer.write("Cargo.lock", two_members().replace("version = 4", "version = 5"));
    let output = awscompat_in(newer.path(), &[]);
    assert!(stdout(&output).contains("newer format"), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_member_is_checked_by_the_lock_of_its_workspace() {
    let scratch = Scratch::new("members");
    scratch.write("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n");
    scratch.write("Cargo.lock", two_members());
    scratch.write("crates/broken/Cargo.toml", manifest("broken", "aws-config = \"1.12.0\""));
    scratch.write("crates/healthy/Cargo.toml", manifest("healthy", "serde = \"1\""));
    for (folder, arguments) in [
        (scratch.path().to_owned(), &[][..]),
        (scratch.path().join("crates/healthy"), &[][..]),
        (scratch.path().to_owned(), &["--manifest-path", "crates/healthy/Cargo.toml"][..]),
        (scratch.path().to_owned(), &["--workspace", "--locked", "--offline"][..]),
        (scratch.path().to_owned(), &["-p", "broken"][..]),
    ] {
        let output = awscompat_in(&folder, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).contains("aws-config: broken itself"), "{}", stdout(&output));
    }
    let healthy = awscompat_in(scratch.path(), &["-p", "healthy"]);
    assert_eq!(healthy.status.code(), Some(0), "{}", stdout(&healthy));
    let unknown = awscompat_in(scratch.path(), &["-p", "nobody"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("the packages are broken, healthy"), "{}", stderr(&unknown));
    let both = awscompat_in(scratch.path(), &["--online", "--offline"]);
    assert_eq!(both.status.code(), Some(2), "these two exclude each other");
}

#[test]
fn a_lock_that_git_ignores_is_not_what_others_build() {
    let scratch = Scratch::new("ignored-lock");
    scratch.write(".gitignore", "Cargo.lock\n");
    scratch.write("Cargo.toml", manifest("app", "aws-config = \"1.12.0\""));
    scratch.write("Cargo.lock", broken());
    let walked = awscompat_in(scratch.path(), &[]);
    assert_eq!(walked.status.code(), Some(0), "{}", stderr(&walked));
    assert!(stdout(&walked).contains("ignored by git"), "{}", stdout(&walked));
    let named = awscompat_in(scratch.path(), &["Cargo.lock"]);
    assert_eq!(named.status.code(), Some(1), "{}", stderr(&named));
}

#[test]
fn without_a_lock_nothing_is_claimed() {
    let scratch = Scratch::new("no-lock");
    scratch.write("Cargo.toml", manifest("app", "aws-config = \"1.12.0\""));
    let output = awscompat_in(scratch.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("there is no Cargo.lock"), "{}", stdout(&output));
}

#[test]
fn a_repository_of_both_languages_is_one_run() {
    let scratch = Scratch::new("both");
    scratch.write("server/Cargo.lock", broken());
    let core = "github.com/aws/aws-sdk-go-v2";
    scratch.write(
        "controller/go.mod",
        format!("module m\n\ngo 1.21\n\nrequire (\n\t{core} v1.23.5\n\t{core}/service/ecr v1.20.2\n)\n"),
    );
    let output = awscompat_in(scratch.path(), &[]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    for expected in [EVENT, "service-behind-core-1-23", "cargo update", "go get", "2 builds checked"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn a_copy_from_git_beside_the_registry_is_told() {
    let git = "git+https://example.com/sdk?rev=abc#abc";
    let text = format!(
        "version = 4\n\n[[package]]\nname = \"app\"\nversion = \"0.1.0\"\n\
         dependencies = [\"aws-config\", \"aws-types 1.7.0 ({git})\"]\n\n\
         [[package]]\nname = \"aws-config\"\nversion = \"1.13.0\"\nsource = \"{SOURCE}\"\n\
         dependencies = [\"aws-types 1.7.0 ({SOURCE})\"]\n\n\
         [[package]]\nname = \"aws-types\"\nversion = \"1.7.0\"\nsource = \"{git}\"\n\n\
         [[package]]\nname = \"aws-types\"\nversion = \"1.7.0\"\nsource = \"{SOURCE}\"\n"
    );
    assert_eq!(found(&text), ["shared-types-twice"]);
}

#[test]
fn a_pinned_toolchain_is_an_error_and_a_promise_a_warning() {
    let scratch = Scratch::new("rust-version");
    let lock = fs::read_to_string(root().join("fixtures/needs-newer-rust/bad/Cargo.lock")).unwrap();
    scratch.write("Cargo.lock", lock);
    let text = manifest("app", "aws-sdk-sqs = \"1.118.0\"");
    scratch.write("Cargo.toml", text.replace("edition", "rust-version = \"1.85\"\nedition"));
    let promised = awscompat_in(scratch.path(), &[]);
    assert_eq!(promised.status.code(), Some(0));
    assert!(stdout(&promised).contains("warning[needs-newer-rust]"), "{}", stdout(&promised));
    scratch.write("rust-toolchain", "1.85.0\n");
    let pinned = awscompat_in(scratch.path(), &[]);
    assert_eq!(pinned.status.code(), Some(1));
    scratch.write("rust-toolchain", "stable\n");
    scratch.write("Cargo.toml", text);
    assert_eq!(awscompat_in(scratch.path(), &[]).status.code(), Some(0));
}

#[test]
fn mistakes_in_locks_are_told_with_their_place() {
    for (text, said, help) in [
        ("", "a lock without packages", "cargo generate-lockfile"),
        ("<<<<<<< HEAD\n", "merge conflict", "resolve it"),
        ("[[package]]\nname = \"a\"\nversion = \"x\"\n", "not a version", "cargo generate-lockfile"),
        ("[[package]\n", "", "cargo generate-lockfile"),
    ] {
        let scratch = Scratch::new("bad-lock");
        scratch.write("Cargo.lock", text);
        scratch.write("go.mod", "module m\n\ngo 1.21\n");
        let output = awscompat_in(scratch.path(), &[]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(said) && stderr(&output).contains(help), "{}", stderr(&output));
        assert!(stdout(&output).contains("1 build checked"), "the rest is checked: {}", stdout(&output));
    }
}

#[test]
fn a_requirement_that_is_none_is_told_with_its_place() {
    let scratch = Scratch::new("bad-requirement");
    scratch.write("Cargo.lock", broken());
    for wrong in ["latest", "1.x.y", "=1.12.0.0", "", "1.2 3"] {
        for line in
            [format!("aws-config = {wrong:?}"), format!("c = {{ package = \"a\", version = {wrong:?} }}")]
        {
            scratch.write("Cargo.toml", manifest("app", &line));
            let output = awscompat_in(scratch.path(), &[]);
            assert_eq!(output.status.code(), Some(2), "{line}");
            let said = stderr(&output);
            assert!(said.contains("no requirement that cargo takes"), "{said}");
            assert!(said.contains("Cargo.toml:7:") && said.contains("=1.2.3"), "{said}");
        }
    }
}

#[test]
fn a_lock_that_does_not_fit_the_manifest_is_told() {
    let scratch = Scratch::new("misfit");
    scratch.write("Cargo.lock", broken());
    for (asks, told) in [("=1.20.0", true), ("=1.12.0", false), ("2", true), ("1.5", false), ("<1.12", true)]
    {
        scratch.write("Cargo.toml", manifest("app", &format!("aws-config = {asks:?}")));
        let said = stdout(&awscompat_in(scratch.path(), &["-v"]));
        let remark =
            format!("line 7: asks for aws-config {asks}, but 1.12.0 is locked: Cargo.lock does not fit");
        assert_eq!(said.contains(&remark), told, "{said}");
    }
    // What the manifest asks for has to be changed where nothing that it lets in is a cure.
    scratch.write("Cargo.toml", manifest("app", "aws-config = \"=1.11.0\""));
    let said = stdout(&awscompat_in(scratch.path(), &["plan", "--strategy", "minimal"]));
    assert!(said.contains("aws-config = \"=1.13.0\"  in the place of \"=1.11.0\""), "{said}");
    // Else it is where a plan goes.
    let lock = root().join("fixtures/config-behind-smithy-runtime-1-15/bad/Cargo.lock");
    scratch.write("Cargo.lock", fs::read(lock).unwrap());
    scratch.write("Cargo.toml", manifest("app", "aws-config = \"=1.13.0\""));
    let said = stdout(&awscompat_in(scratch.path(), &["plan", "--strategy", "minimal"]));
    assert!(said.matches("-p aws-config").count() == 1 && said.contains("--precise 1.13.0"), "{said}");
    assert!(!said.contains("first write"), "{said}");
    // A requirement that several moves go past is written for the last of them.
    scratch.write("Cargo.toml", manifest("app", "aws-config = \"=1.5.1\""));
    let said = stdout(&awscompat_in(scratch.path(), &["plan", "--strategy", "minimal"]));
    let (_, edit) = said.split_once("aws-config = \"=").unwrap();
    let to = edit.split('"').next().unwrap();
    assert!(said.contains(&format!("1.5.1 -> {to} ")), "{said}");
    assert_eq!(said.matches("-p aws-config").count(), 1, "{said}");
}

#[test]
fn plans_hold_what_is_to_be_held_and_keep_to_the_rust_that_must_do() {
    let folder = root().join("fixtures/config-behind-smithy-runtime-1-15/bad");
    let held = awscompat_in(&folder, &["plan", "--hold", "aws-sdk-sqs"]);
    assert_eq!(held.status.code(), Some(0), "{}", stderr(&held));
    assert!(!stdout(&held).contains("aws-sdk-sqs  "), "{}", stdout(&held));
    let stuck = awscompat_in(&folder, &["plan", "--hold", "aws-config"]);
    assert_eq!(stuck.status.code(), Some(1));
    assert!(stdout(&stuck).contains("is held at 1.5.1"), "{}", stdout(&stuck));
    let old = awscompat_in(&folder, &["plan", "--strategy", "minimal", "--rust-version", "1.81"]);
    assert_eq!(old.status.code(), Some(1));
    assert!(stdout(&old).contains("no set that goes together was found for Rust 1.81"), "{}", stdout(&old));
    assert!(stdout(&old).contains("awscompat plan --rust-version 1.94.1"), "{}", stdout(&old));
}

/// What this Rust cannot build is moved down where that is known to be possible, and the rest is named with what may do.
#[test]
fn a_rust_by_file_and_one_by_option_have_the_same_plan() {
    let scratch = Scratch::new("rust");
    let registry = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    let lock = format!(
        "version = 4\n\n[[package]]\nname = \"app\"\nversion = \"0.1.0\"\ndependencies = [\n \"aws-smithy-types\",\n]\n\n\
         [[package]]\nname = \"aws-smithy-types\"\nversion = \"1.9.3\"\n{registry}\ndependencies = [\n \"time\",\n]\n\n\
         [[package]]\nname = \"time\"\nversion = \"0.3.55\"\n{registry}\n"
    );
    scratch.write("Cargo.toml", manifest("app", "aws-smithy-types = \"1\""));
    scratch.write("Cargo.lock", lock);
    scratch.write("src/lib.rs", "");
    let by_option = awscompat_in(scratch.path(), &["plan", "--rust-version", "1.85"]);
    scratch.write("rust-toolchain.toml", "[toolchain]\nchannel = \"1.85\"\n");
    let by_file = awscompat_in(scratch.path(), &["plan"]);
    let said = stdout(&by_file);
    assert_eq!(said, stdout(&by_option));
    assert_eq!((by_file.status.code(), by_option.status.code()), (Some(1), Some(1)));
    assert!(said.contains("1.9.3 -> 1.3.2     the newest for Rust 1.85"), "{said}");
    assert!(said.contains("or `cargo update -p time --precise 0.3."), "{said}");
}

#[test]
fn nothing_is_called_well_where_the_package_asked_about_is_not_there() {
    let output = awscompat_in(root(), &["-p", "nope", "fixtures/config-behind-smithy-runtime-1-15/good"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
    assert!(stderr(&output).contains("no package `nope`"), "{}", stderr(&output));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn order_comments_and_line_ends_do_not_matter(
        order in Just((0..64).collect::<Vec<usize>>()).prop_shuffle(),
        comments in proptest::collection::vec(0..64_usize, 0..8),
        crlf in any::<bool>(),
    ) {
        let text = broken();
        let mut parts = text.split("\n[[package]]\n");
        let head = parts.next().unwrap();
        let mut packages: Vec<(usize, &str)> = parts.enumerate().collect();
        packages.sort_by_key(|(at, _)| order.get(*at).copied().unwrap_or(*at));
        let mut shuffled = head.to_owned();
        for (at, package) in packages {
            if comments.contains(&at) {
                shuffled.push_str("\n# a comment\n");
            }
            write!(shuffled, "\n[[package]]\n{}", package.trim_end_matches('\n')).unwrap();
            shuffled.push('\n');
        }
        if crlf {
            shuffled = shuffled.replace('\n', "\r\n");
        }
        prop_assert_eq!(found(&shuffled), [EVENT]);
    }

    #[test]
    fn no_lock_makes_it_panic(at in any::<prop::sample::Index>(), cut in 0..40_usize, noise in ".{0,12}") {
        let text = broken();
        let mut start = at.index(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let end = (start + cut).min(text.len());
        let mutated = format!("{}{noise}{}", &text[..start], &text[end..]);
        if let Ok(inventory) = cargo::lock_alone(Source::new("Cargo.lock", mutated)) {
            check(&inventory, &Catalog::embedded(Family::Rust));
        }
    }
}

#[test]
fn in_a_folder_without_a_manifest_the_one_above_counts_as_it_does_for_cargo_and_go() {
    let scratch = Scratch::new("above");
    scratch.write("app/Cargo.toml", manifest("app", "aws-config = \"1.12\""));
    scratch.write("app/Cargo.lock", broken());
    scratch.write("app/src/bin/tool.rs", "fn main() {}\n");
    scratch.write("tool/go.mod", "module tool\n\ngo 1.21\n");
    scratch.write("tool/cmd/main.go", "package main\n");
    for folder in ["app/src/bin", "app/src"] {
        let output = awscompat_in(&scratch.path().join(folder), &[]);
        assert!(stdout(&output).contains(EVENT), "{folder}: {}", stderr(&output));
    }
    let output = awscompat_in(&scratch.path().join("tool/cmd"), &["--format", "json"]);
    assert!(stdout(&output).contains("\"manifest\": \"../go.mod\""), "{}", stderr(&output));
    // A repository ends the search, and a folder that is named means itself.
    scratch.write("app/src/other/.git/HEAD", "ref: refs/heads/main\n");
    for (folder, arguments) in [("app/src/other", &[][..]), ("app/src", &["bin"])] {
        let output = awscompat_in(&scratch.path().join(folder), arguments);
        assert_eq!(output.status.code(), Some(3), "{folder}: {}", stdout(&output));
    }
}
