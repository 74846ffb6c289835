//! `--base`: what is new fails the run, what was there before does not.
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod support;

use std::fs;
use std::process::Command;

use serde_json::Value;
use support::{Repository, Scratch, awscompat_in, go_mod, root, stderr, stdout};

const HEALTHY: (&str, &str) = ("v1.21.0", "v1.20.2");
const RAISED: (&str, &str) = ("v1.23.5", "v1.20.2");

/// A healthy module, and one that has been broken for long.
fn with_an_old_finding() -> Repository {
    let repository = Repository::new();
    repository.go("", HEALTHY.0, HEALTHY.1);
    repository.go("old/", RAISED.0, RAISED.1);
    repository.commit();
    repository
}

#[test]
fn a_raise_that_breaks_fails_with_one_new_finding_and_its_fix_passes() {
    let repository = with_an_old_finding();
    assert_eq!(repository.code(&["--base", "main"]), 0);
    repository.git(&["switch", "-q", "-c", "bot"]);
    repository.go("", RAISED.0, RAISED.1);
    repository.commit();

    let output = repository.check(&["--base", "main", "--format", "github"]);
    let told = stdout(&output);
    assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{told}");
    assert!(told.starts_with("::error file=go.mod,line=7,col="), "{told}");
    let text = stdout(&repository.check(&["--base", "main"]));
    assert!(text.contains("found: 1 new error, 0 new warnings"), "{text}");
    assert!(text.contains("1 unchanged") && !text.contains("old/go.mod:"), "{text}");

    let fixed = repository.check(&["fix", "--edit-only", "go.mod"]);
    assert_eq!(fixed.status.code(), Some(0), "{}{}", stdout(&fixed), stderr(&fixed));
    assert_eq!(repository.code(&["--base", "main"]), 0);
}

#[test]
fn a_raise_of_one_crate_fails_and_the_good_lock_passes() {
    let repository = Repository::new();
    let fixture = root().join("fixtures/config-behind-types-1-7");
    let put = |side: &str| {
        for file in ["Cargo.toml", "Cargo.lock"] {
            repository.0.write(file, fs::read(fixture.join(side).join(file)).unwrap());
        }
        repository.0.write("src/lib.rs", "");
    };
    put("good");
    repository.commit();
    put("bad");
    let text = stdout(&repository.check(&["--base", "HEAD"]));
    assert!(text.contains("new: not there at HEAD ("), "{text}");
    assert_eq!(repository.code(&["--base", "HEAD"]), 1);
    put("good");
    assert_eq!(repository.code(&["--base", "HEAD"]), 0);
}

#[test]
fn what_fails_is_the_users_choice() {
    let repository = with_an_old_finding();
    assert_eq!(repository.code(&["--base", "main", "--fail-on", "new"]), 0);
    assert_eq!(repository.code(&["--base", "main", "--fail-on", "any"]), 1);
    assert_eq!(repository.code(&["--base", "main", "--fail-on", "any", "--exit-zero"]), 0);
    assert_eq!(repository.code(&["--fail-on", "any"]), 2);
    let text = stdout(&repository.check(&["--base", "main", "--fail-on", "any"]));
    assert!(text.contains("unchanged: there already at main"), "{text}");
}

#[test]
fn every_form_tells_new_from_old() {
    let repository = with_an_old_finding();
    repository.go("new/", RAISED.0, RAISED.1);
    let form = |form: &str| stdout(&repository.check(&["--base", "main", "--format", form]));
    let json: Value = serde_json::from_str(&form("json")).unwrap();
    let status = |build: usize| &json["builds"][build]["findings"][0]["stale"][0]["status"];
    assert!(json["base"]["name"].as_str().unwrap().starts_with("main ("));
    assert_eq!((status(1).as_str(), status(2).as_str()), (Some("new"), Some("unchanged")));
    let sarif: Value = serde_json::from_str(&form("sarif")).unwrap();
    let states: Vec<&Value> = sarif["runs"][0]["results"].as_array().unwrap().iter().collect();
    let states: Vec<&str> = states.iter().map(|result| result["baselineState"].as_str().unwrap()).collect();
    assert_eq!(states, ["new", "unchanged"]);
    assert_eq!(form("junit").matches("<failure").count(), 1);
    assert_eq!(form("github").matches("::error").count(), 1);
    let markdown = form("markdown");
    assert!(markdown.contains("### awscompat: 1 new error, 0 new warnings"), "{markdown}");
    assert!(markdown.contains("1 unchanged, 0 fixed"), "{markdown}");
}

#[test]
fn what_is_fixed_is_told() {
    let repository = with_an_old_finding();
    repository.go("old/", HEALTHY.0, HEALTHY.1);
    let text = stdout(&repository.check(&["--base", "main"]));
    assert!(text.contains("fixed: old/go.mod: service-behind-core-1-23 (service/ecr v1.20.2)"), "{text}");
}

#[test]
fn a_folder_that_moved_is_compared_with_its_old_place() {
    let repository = with_an_old_finding();
    fs::rename(repository.path().join("old"), repository.path().join("moved")).unwrap();
    repository.git(&["add", "--all"]);
    assert_eq!(repository.code(&["--base", "main"]), 0);
}

#[test]
fn the_commit_in_common_counts_and_not_the_newest_of_the_other_branch() {
    let repository = Repository::new();
    repository.go("", RAISED.0, RAISED.1);
    repository.commit();
    repository.git(&["switch", "-q", "-c", "change"]);
    repository.git(&["switch", "-q", "main"]);
    repository.go("", HEALTHY.0, HEALTHY.1);
    repository.commit();
    repository.git(&["switch", "-q", "change"]);
    assert_eq!(repository.code(&["--base", "main"]), 0);
}

#[test]
fn a_clone_without_the_base_says_what_to_fetch() {
    let origin = with_an_old_finding();
    origin.git(&["switch", "-q", "-c", "bot"]);
    origin.go("", RAISED.0, RAISED.1);
    origin.commit();
    let clone = Scratch::new("clone");
    let url = format!("file://{}", origin.path().display());
    let target = clone.path().join("shallow").display().to_string();
    origin.git(&["clone", "-q", "--depth=1", "--branch", "bot", &url, &target]);
    let shallow = clone.path().join("shallow");
    let output = awscompat_in(&shallow, &["--base", "origin/main"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("git fetch --depth=1 origin main"), "{}", stderr(&output));

    // What was fetched has nothing in common with the head, as far as this clone knows.
    let fetch = ["fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main"];
    assert!(Command::new("git").current_dir(&shallow).args(fetch).status().unwrap().success());
    let output = awscompat_in(&shallow, &["--base", "origin/main"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("as in a shallow clone"), "{}", stdout(&output));
    assert!(stdout(&output).contains("found: 1 new error"), "{}", stdout(&output));
}

#[test]
fn a_base_that_cannot_be_read_is_an_error() {
    let repository = Repository::new();
    repository.0.write("go.mod", "module example.com/app\n\nrequire (\n");
    repository.commit();
    repository.go("", HEALTHY.0, HEALTHY.1);
    let output = repository.check(&["--base", "main"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("--base main (") && said.contains("go.mod"), "{said}");
    assert!(!said.contains("awscompat-base-"), "{said}");
}

#[test]
fn another_folder_or_file_can_be_the_base() {
    let scratch = Scratch::new("folders");
    scratch.write("before/go.mod", go_mod(HEALTHY.0, HEALTHY.1));
    scratch.write("before/old/go.mod", go_mod(RAISED.0, RAISED.1));
    scratch.write("after/go.mod", go_mod(RAISED.0, RAISED.1));
    scratch.write("after/old/go.mod", go_mod(RAISED.0, RAISED.1));
    let code = |arguments: &[&str]| awscompat_in(scratch.path(), arguments).status.code();
    assert_eq!(code(&["--base", "before", "after"]), Some(1));
    assert_eq!(code(&["--base", "after", "before"]), Some(0));
    assert_eq!(code(&["--base", "before/go.mod", "after/go.mod"]), Some(1));
    assert_eq!(code(&["--base", "before/old/go.mod", "after/go.mod"]), Some(0));
    assert_eq!(code(&["--base", "before", "after", "before"]), Some(2));
    assert_eq!(code(&["--base", "nowhere", "after"]), Some(2));
}

#[test]
fn a_workspace_tells_nothing_twice() {
    let repository = Repository::new();
    repository.go("a/", RAISED.0, RAISED.1);
    repository.0.write("go.work", "go 1.21\n\nuse ./a\n");
    repository.commit();
    let output = repository.check(&["--base", "main"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(!stdout(&output).contains("fixed"), "{}", stdout(&output));
}

#[cfg(unix)]
#[test]
fn links_of_the_commit_are_followed_inside_of_it_only() {
    let repository = Repository::new();
    repository.go("real/", RAISED.0, RAISED.1);
    fs::create_dir(repository.path().join("link")).unwrap();
    std::os::unix::fs::symlink("../real/go.mod", repository.path().join("link/go.mod")).unwrap();
    repository.commit();
    assert_eq!(repository.code(&["--base", "main", "link/go.mod"]), 0);
    let outside = Scratch::new("outside");
    let target = outside.write("go.mod", go_mod(RAISED.0, RAISED.1));
    fs::remove_file(repository.path().join("link/go.mod")).unwrap();
    std::os::unix::fs::symlink(target, repository.path().join("link/go.mod")).unwrap();
    repository.commit();
    assert_eq!(repository.code(&["--base", "main", "link/go.mod"]), 1);
}

#[test]
fn hostile_names_of_a_base_do_nothing() {
    let repository = with_an_old_finding();
    for name in ["--output=x", "-h", "main^{tree}", "", "$(touch x)", "\u{1b}[31m", "main --output=x"] {
        let output = repository.check(&[&format!("--base={name}")]);
        assert_eq!(output.status.code(), Some(2), "{name:?}");
        assert!(!stderr(&output).contains('\u{1b}'), "{name:?}");
    }
    assert!(!repository.path().join("x").exists());
}
