//! `--resolve`: what cargo and the code of the workspace tell beside the lock. The crates stand in `fixtures/vendor`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::fs;

use serde_json::Value;

use support::{Scratch, awscompat, awscompat_in, root, stderr, stdout};

const BAD_PAIR: &str = "config-behind-types-1-7";

/// A workspace that cargo resolves from `fixtures/vendor`.
fn workspace(manifest: &str, main: &str) -> Scratch {
    let scratch = Scratch::new("resolve");
    let vendor = root().join("fixtures/vendor");
    scratch.write(
        ".cargo/config.toml",
        format!(
            "[source.crates-io]\nreplace-with = \"here\"\n\n[source.here]\ndirectory = {:?}\n",
            vendor.display().to_string()
        ),
    );
    scratch.write(
        "Cargo.toml",
        format!("[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n{manifest}"),
    );
    scratch.write("src/main.rs", main);
    let made = std::process::Command::new(env!("CARGO"))
        .args(["generate-lockfile", "--offline", "--quiet"])
        .current_dir(scratch.path())
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", stderr(&made));
    scratch
}

/// The severity of an event's finding in a run.
fn severity(scratch: &Scratch, event: &str, arguments: &[&str]) -> Option<String> {
    let output = awscompat_in(scratch.path(), &[&["check", "--format", "json"], arguments].concat());
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["errors"].as_array().unwrap().len(), 0, "{}", report["errors"]);
    let findings = report["builds"][0]["findings"].as_array().unwrap().clone();
    let found = findings.iter().find(|finding| finding["id"] == event)?;
    Some(found["severity"].as_str().unwrap().to_owned())
}

const BEHIND_A_FEATURE: &str = "[features]\naws = [\"dep:aws-config\", \"dep:aws-types\"]\n\n[dependencies]\n\
    aws-config = { version = \"=1.12.0\", optional = true }\naws-types = { version = \"=1.7.0\", optional = true }\n";

#[test]
fn what_no_feature_builds_is_a_note() {
    let scratch = workspace(BEHIND_A_FEATURE, "fn main() {}\n");
    assert_eq!(severity(&scratch, BAD_PAIR, &[]).as_deref(), Some("error"));
    assert_eq!(severity(&scratch, BAD_PAIR, &["--resolve"]).as_deref(), Some("note"));
    assert_eq!(severity(&scratch, BAD_PAIR, &["--resolve", "-F", "aws"]).as_deref(), Some("error"));
    assert_eq!(severity(&scratch, BAD_PAIR, &["--resolve", "--all-features"]).as_deref(), Some("error"));
}

#[test]
fn what_no_target_builds_is_a_note() {
    let manifest = "[target.'cfg(windows)'.dependencies]\naws-config = \"=1.12.0\"\naws-types = \"=1.7.0\"\n";
    let scratch = workspace(manifest, "fn main() {}\n");
    let on = |target| severity(&scratch, BAD_PAIR, &["--resolve", "--target", target]);
    assert_eq!(severity(&scratch, BAD_PAIR, &["--resolve"]).as_deref(), Some("error"));
    assert_eq!(on("x86_64-unknown-linux-gnu").as_deref(), Some("note"));
    assert_eq!(on("x86_64-pc-windows-msvc").as_deref(), Some("error"));
}

#[test]
fn what_tests_alone_build_counts() {
    let manifest = "[dev-dependencies]\naws-config = \"=1.12.0\"\naws-types = \"=1.7.0\"\n";
    let scratch = workspace(manifest, "fn main() {}\n");
    assert_eq!(severity(&scratch, BAD_PAIR, &["--resolve"]).as_deref(), Some("error"));
}

#[test]
fn features_of_tests_do_not_help_the_program() {
    let manifest = "[dependencies]\naws-config = { version = \"=1.13.0\", default-features = false, features = \
        [\"rt-tokio\"] }\n\n[dev-dependencies]\naws-config = { version = \"=1.13.0\", features = \
        [\"default-https-client\"] }\n";
    let scratch = workspace(manifest, "fn main() {}\n");
    assert_eq!(severity(&scratch, "no-https-client", &["--resolve"]).as_deref(), Some("error"));
}

#[test]
fn a_client_of_its_own_is_enough() {
    let manifest = "[dependencies]\naws-config = { version = \"=1.13.0\", default-features = false, features = \
        [\"rt-tokio\"] }\n";
    let code = "mod net;\n\nfn main() {}\n";
    let scratch = workspace(manifest, code);
    scratch.write("src/net.rs", "fn load() {\n    aws_config::defaults(v()).http_client(client());\n}\n");
    assert_eq!(severity(&scratch, "no-https-client", &["--resolve"]), None);
    scratch.write("src/net.rs", "// aws_config::defaults(v()).http_client(client());\n");
    assert_eq!(severity(&scratch, "no-https-client", &["--resolve"]).as_deref(), Some("error"));
}

#[test]
fn code_that_does_not_parse_is_said() {
    let scratch = workspace("[dependencies]\naws-config = \"=1.13.0\"\n", "mod broken;\n\nfn main() {}\n");
    scratch.write("src/broken.rs", "fn (\n");
    let output = awscompat_in(scratch.path(), &["--resolve"]);
    let expected = "src/broken.rs does not parse, so its code was not looked at";
    assert!(stdout(&output).contains(expected), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn without_asking_it_is_said_once_what_was_not_looked_at() {
    let output = awscompat(&["fixtures/no-https-client/bad", "fixtures/no-async-sleep/bad"]);
    let lines: Vec<String> =
        stdout(&output).lines().filter(|line| line.contains("--resolve")).map(str::to_owned).collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("no-async-sleep, no-https-client"), "{lines:?}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_lock_that_cargo_would_change_is_an_error_and_stays_as_it_is() {
    let scratch = workspace("[dependencies]\naws-config = \"=1.12.0\"\n", "fn main() {}\n");
    let before = fs::read(scratch.path().join("Cargo.lock")).unwrap();
    let manifest = fs::read_to_string(scratch.path().join("Cargo.toml")).unwrap();
    scratch.write("Cargo.toml", manifest.replace("=1.12.0", "=1.13.0"));
    let output = awscompat_in(scratch.path(), &["--resolve"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cargo fetch --locked"), "{}", stderr(&output));
    assert_eq!(fs::read(scratch.path().join("Cargo.lock")).unwrap(), before);
}

#[test]
fn features_and_targets_that_are_none_are_errors() {
    let scratch = workspace(BEHIND_A_FEATURE, "fn main() {}\n");
    for (arguments, expected) in [
        (["--resolve", "-F", "nope"], "no package of the workspace has the feature `nope`"),
        (["--resolve", "--target", "amiga"], "amiga"),
    ] {
        let output = awscompat_in(scratch.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    let output = awscompat_in(scratch.path(), &["-F", "aws"]);
    assert!(stderr(&output).contains("--resolve"), "{}", stderr(&output));
}

#[test]
fn members_with_a_package_filter_are_resolved_as_a_whole() {
    let output = awscompat(&["--resolve", "-p", "uploader", "fixtures/no-https-client/bad"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("error[no-https-client]"));
}
