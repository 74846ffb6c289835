//! `awscompat fix`: what it writes, and that nothing is lost whatever happens.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use awscompat::apply::transaction::{Place, Stop, Transaction};
use serde_json::Value;
use support::{Scratch, root, stderr, stdout};

/// Every file below a folder with its bytes; of links, what they lead to.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

fn tree(folder: &Path) -> Tree {
    fn walk(root: &Path, folder: &Path, tree: &mut Tree) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // Git's own files change whenever it is asked something.
                if path.file_name().is_some_and(|name| name == ".git") {
                    assert!(!path.join(".awscompat-fix").exists(), "notes are left");
                    continue;
                }
                // What was there when files were brought back is kept, whatever it was.
                if path.file_name().is_some_and(|name| name == ".awscompat-kept") {
                    continue;
                }
                walk(root, &path, tree);
            } else {
                tree.insert(path.strip_prefix(root).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    let mut found = Tree::new();
    walk(folder, folder, &mut found);
    found
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::write(&target, fs::read(&path).unwrap()).unwrap();
        }
    }
}

fn fix(folder: &Path, arguments: &[&str]) -> Output {
    support::command(folder).arg("fix").args(arguments).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

/// A lock that breaks with each manifest of tests/fix, and what cures it: aws-config 1.9.0.
fn broken_lock() -> PathBuf {
    root().join("fixtures/config-behind-types-1-4/bad/Cargo.lock")
}

#[test]
fn manifests_of_every_shape_keep_all_but_their_versions() {
    let mut shapes = 0;
    for entry in fs::read_dir(root().join("tests/fix")).unwrap() {
        let shape = entry.unwrap().path();
        let name = shape.file_name().unwrap().to_string_lossy().into_owned();
        let scratch = Scratch::new(&name);
        copy(&shape.join("in"), scratch.path());
        let mut expected = tree(&shape.join("out"));
        if name.starts_with("rust-") {
            fs::copy(broken_lock(), scratch.path().join("Cargo.lock")).unwrap();
            expected.insert("Cargo.lock".into(), fs::read(broken_lock()).unwrap());
        }
        let arguments = ["--edit-only", "--strategy", "minimal"];
        let diff = fix(scratch.path(), &[&arguments[..], &["--diff"]].concat());
        let before = tree(scratch.path());
        let output = fix(scratch.path(), &arguments);
        let told = stdout(&output) + &stderr(&output);
        assert_eq!(shown(&tree(scratch.path())), shown(&expected), "{name}: {told}");
        assert!(tree(scratch.path()) == expected, "{name}: bytes differ");
        let pinned = ["go-replace-pins", "go-replace-of-a-version", "go-work-replaces"];
        assert_eq!(told.contains("is moved too"), pinned.contains(&name.as_str()), "{name}: {told}");
        if name.starts_with("go-") {
            assert_eq!(code(&output), 0, "{name}: {told}");
            let check = support::command(scratch.path()).output().unwrap();
            assert_eq!(code(&check), 0, "{name}: {}", stdout(&check));
        }
        // Once more changes nothing.
        fix(scratch.path(), &arguments);
        assert!(tree(scratch.path()) == expected, "{name}: not idempotent");
        // What --diff prints is the same change.
        copy(&shape.join("in"), scratch.path());
        assert!(tree(scratch.path()) == before, "{name}: --diff has changed something");
        if before != expected {
            apply_diff(scratch.path(), &diff.stdout, &name);
            assert!(tree(scratch.path()) == expected, "{name}: --diff tells another change");
        } else {
            assert_eq!(stdout(&diff), "", "{name}");
        }
        shapes += 1;
    }
    assert!(shapes >= 40, "{shapes}");
}

#[test]
fn the_fixes_of_a_sarif_log_are_the_same_change() {
    let mut changed = 0;
    for entry in fs::read_dir(root().join("tests/fix")).unwrap() {
        let shape = entry.unwrap().path();
        let name = shape.file_name().unwrap().to_string_lossy().into_owned();
        let (told, done) = (Scratch::new("told"), Scratch::new("done"));
        for scratch in [&told, &done] {
            copy(&shape.join("in"), scratch.path());
            if name.starts_with("rust-") {
                fs::copy(broken_lock(), scratch.path().join("Cargo.lock")).unwrap();
            }
        }
        let before = tree(told.path());
        fix(done.path(), &["--edit-only"]);
        let output = support::command(told.path()).args(["--format", "sarif"]).output().unwrap();
        apply_sarif(told.path(), &serde_json::from_str(&stdout(&output)).unwrap());
        assert_eq!(shown(&tree(told.path())), shown(&tree(done.path())), "{name}: {}", stdout(&output));
        assert!(tree(told.path()) == tree(done.path()), "{name}: bytes differ");
        changed += usize::from(tree(told.path()) != before);
    }
    assert!(changed >= 30, "{changed}");
}

/// Carries out every fix of a log, from the end of each file to its beginning.
fn apply_sarif(folder: &Path, log: &Value) {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    for result in list(&log["runs"][0], "results") {
        for change in list(&result, "fixes").iter().flat_map(|fix| list(fix, "artifactChanges")) {
            let path = folder.join(change["artifactLocation"]["uri"].as_str().unwrap());
            let mut text = fs::read_to_string(&path).unwrap();
            let mut replacements: Vec<(usize, usize, String)> = list(&change, "replacements")
                .iter()
                .map(|replacement| {
                    let region = &replacement["deletedRegion"];
                    let at = |line: &str, column: &str| {
                        offset(&text, region[line].as_u64().unwrap(), region[column].as_u64().unwrap())
                    };
                    let new = replacement["insertedContent"]["text"].as_str().unwrap().to_owned();
                    (at("startLine", "startColumn"), at("endLine", "endColumn"), new)
                })
                .collect();
            replacements.sort();
            for (start, end, new) in replacements.into_iter().rev() {
                text.replace_range(start..end, &new);
            }
            fs::write(&path, text).unwrap();
        }
    }
}

/// The byte of a place, of which columns count characters.
fn offset(text: &str, line: u64, column: u64) -> usize {
    let skipped: usize =
        text.split_inclusive('\n').take(usize::try_from(line).unwrap() - 1).map(str::len).sum();
    let columns = text[skipped..].chars().take(usize::try_from(column).unwrap() - 1);
    skipped + columns.map(char::len_utf8).sum::<usize>()
}

fn shown(tree: &Tree) -> String {
    let text = |(path, bytes): (&PathBuf, &Vec<u8>)| {
        format!("== {}\n{}", path.display(), String::from_utf8_lossy(bytes))
    };
    tree.iter().filter(|(path, _)| !path.ends_with("Cargo.lock")).map(text).collect()
}

fn apply_diff(folder: &Path, diff: &[u8], name: &str) {
    // Beside the folder, so that it is no part of its tree.
    let patch = folder.with_extension("patch");
    fs::write(&patch, diff).unwrap();
    let applied = Command::new("git")
        .args(["apply", "--whitespace=nowarn"])
        .arg(&patch)
        .current_dir(folder)
        .output()
        .unwrap();
    fs::remove_file(&patch).unwrap();
    assert!(applied.status.success(), "{name}: {}\n{}", stderr(&applied), String::from_utf8_lossy(diff));
}

#[test]
fn what_is_fixed_is_clean_and_what_is_not_is_untouched() {
    let mut fixed = 0;
    for entry in fs::read_dir(root().join("fixtures")).unwrap() {
        let folder = entry.unwrap().path();
        let bad = folder.join("bad");
        if !bad.join("go.mod").is_file() {
            continue;
        }
        let scratch = Scratch::new("property");
        copy(&bad, scratch.path());
        let before = tree(scratch.path());
        let output = fix(scratch.path(), &["--edit-only"]);
        let check = support::command(scratch.path()).output().unwrap();
        match code(&output) {
            0 => {
                assert_eq!(code(&check), 0, "{}: {}", folder.display(), stdout(&check));
                fixed += 1;
            }
            1 => assert!(tree(scratch.path()) == before, "{}", folder.display()),
            other => panic!("{}: {other} {}", folder.display(), stderr(&output)),
        }
    }
    assert!(fixed > 20, "{fixed}");
}

#[test]
fn a_panic_brings_everything_back() {
    let scratch = Scratch::new("panic");
    let go_mod = scratch.write("go.mod", "module old\n");
    let before = tree(scratch.path());
    let result = std::panic::catch_unwind(|| {
        let mut transaction = Transaction::begin(&Place::of(scratch.path()), Stop::default()).unwrap();
        transaction.save(&[go_mod.clone(), scratch.path().join("go.sum")]).unwrap();
        transaction.write(&go_mod, b"module new\n").unwrap();
        scratch.write("go.sum", "new");
        assert_eq!(fs::read(&go_mod).unwrap(), b"module new\n");
        panic!("on purpose");
    });
    assert!(result.is_err());
    assert!(tree(scratch.path()) == before);
}

#[test]
fn where_nothing_is_wrong_nothing_is_touched() {
    let scratch = Scratch::new("healthy");
    copy(&root().join("tests/fix/go-healthy/in"), scratch.path());
    let time = || fs::metadata(scratch.path().join("go.mod")).unwrap().modified().unwrap();
    let (before, folder) = (time(), fs::metadata(scratch.path()).unwrap().modified().unwrap());
    let output = fix(scratch.path(), &[]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("nothing to fix"), "{}", stdout(&output));
    assert_eq!(time(), before);
    assert_eq!(fs::metadata(scratch.path()).unwrap().modified().unwrap(), folder);
}

#[test]
fn a_dry_run_shows_the_plan_and_fails_as_check_does() {
    let scratch = Scratch::new("dry");
    copy(&root().join("tests/fix/go-block/in"), scratch.path());
    let before = tree(scratch.path());
    let output = fix(scratch.path(), &["-n"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("go get github.com/aws/aws-sdk-go-v2/service/ecr@v1.22.2"));
    assert!(tree(scratch.path()) == before);
}

#[test]
fn a_lock_that_alone_would_move_is_no_empty_diff() {
    let scratch = Scratch::new("fix");
    scratch.write(
        "Cargo.toml",
        "[package]\nname = \"app\"\nversion = \"0.1.0\"\n\n[dependencies]\naws-config = \"1\"\n",
    );
    fs::copy(broken_lock(), scratch.path().join("Cargo.lock")).unwrap();
    let output = fix(scratch.path(), &["--edit-only", "--diff"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (1, ""));
    assert!(stderr(&output).contains("the lock alone is moved"), "{}", stderr(&output));
}

#[test]
fn locked_is_for_dry_runs() {
    let scratch = Scratch::new("locked");
    copy(&root().join("tests/fix/go-block/in"), scratch.path());
    assert_eq!(code(&fix(scratch.path(), &["--locked"])), 2);
    assert_eq!(code(&fix(scratch.path(), &["--locked", "-n"])), 1);
}

/// Runs with programs of our own in the place of `go` and cargo.
#[cfg(unix)]
mod faults {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::{Child, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    /// Does what `go get`, `go mod tidy` and `go mod vendor` do to the files, then what FAKE says.
    const GO: &str = r###"#!/bin/sh
[ "$1" = version ] && exit 0
echo "$*" >> "$LOG"
for word in "$@"; do
  case "$word" in
    -modfile=*) mod=${word#-modfile=} ;;
    *@*) sed "s#${word%@*} v[^ ]*#${word%@*} ${word##*@}#" "$mod" > "$mod.new" && mv "$mod.new" "$mod" ;;
  esac
done
case "$FAKE:$1 $2" in
  tidy-fails:mod\ tidy) echo "go: no network" >&2; exit 1 ;;
  rubbish:mod\ tidy) echo "<<<<" > "$mod" ;;
  in-place:get*) echo "<<<<" > go.mod; echo new > go.sum; exit 1 ;;
  sleeps:get*) echo "<<<<" > go.mod; touch "$LOG.ready"; exec sleep 30 ;;
  kills:get*) echo "<<<<" > go.mod; kill -9 $PPID; exit 0 ;;
  vendor-fails:mod\ vendor) mkdir -p "$4"; echo half > "$4/modules.txt"; exit 1 ;;
  vendor-fails:work\ vendor) exit 1 ;;
  vendor-kills:mod\ vendor) mkdir -p "$4"; echo half > "$4/half"; kill -9 $PPID; exit 0 ;;
esac
soon() { (sleep "$DELAY"; kill -9 "$PPID") < /dev/null > /dev/null 2>&1 & }
[ "$FAKE:$1 $2" = "soon:mod vendor" ] && soon
case "$1 $2" in
  "mod vendor"|"work vendor")
    mkdir -p "$4"
    { echo "# github.com/aws/aws-sdk-go-v2 v1.23.5"; echo "## explicit"; } > "$4/modules.txt" ;;
esac
exit 0
"###;

    /// Does to Cargo.lock what `cargo update` does, in place, or what FAKE says.
    const CARGO: &str = r#"#!/bin/sh
[ "$1" = --version ] && exit 0
echo "$*" >> "$LOG"
half() { head -c 500 "$GOOD" > Cargo.lock; }
case "$FAKE" in
  fails) half; echo "error: no space or network" >&2; exit 101 ;;
  rubbish) echo "[[[" > Cargo.lock ;;
  nothing) ;;
  all-but-says-no) cat "$GOOD" > Cargo.lock; exit 1 ;;
  removes) rm Cargo.lock; exit 1 ;;
  folder) rm Cargo.lock; mkdir Cargo.lock; exit 1 ;;
  forgets) half; rm -r .awscompat-fix; exit 1 ;;
  sleeps) half; touch "$LOG.ready"; exec sleep 30 ;;
  late) touch "$LOG.ready"; sleep 1; half; exit 0 ;;
  kills) half; kill -9 $PPID ;;
  soon) half; (sleep "$DELAY"; kill -9 "$PPID") < /dev/null > /dev/null 2>&1 & cat "$GOOD" > Cargo.lock ;;
  *) half; cat "$GOOD" > Cargo.lock ;;
esac
exit 0
"#;

    struct Bench {
        scratch: Scratch,
        tools: Scratch,
    }

    impl Bench {
        fn new(shape: &str) -> Self {
            let (scratch, tools) = (Scratch::new("faults"), Scratch::new("tools"));
            if shape == "rust" {
                copy(&root().join("fixtures/config-behind-types-1-4/bad"), scratch.path());
            } else {
                copy(&root().join("tests/fix").join(shape).join("in"), scratch.path());
                scratch.write("main.go", "package main\n");
            }
            for (name, text) in [("go", GO), ("cargo", CARGO)] {
                let path = tools.write(name, text);
                fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
            }
            Self { scratch, tools }
        }

        fn folder(&self) -> &Path {
            self.scratch.path()
        }

        fn command(&self, fake: &str, arguments: &[&str]) -> Command {
            let mut command = support::command(self.folder());
            let log = self.tools.path().join("log");
            let _ = fs::remove_file(log.with_extension("ready"));
            command
                .arg("fix")
                .args(arguments)
                .env("PATH", format!("{}:/usr/bin:/bin", self.tools.path().display()))
                .env("FAKE", fake)
                .env("LOG", log)
                .env("GOOD", root().join("fixtures/config-behind-types-1-4/good/Cargo.lock"));
            command
        }

        fn fix(&self, fake: &str, arguments: &[&str]) -> Output {
            self.command(fake, arguments).output().unwrap()
        }

        /// Starts a run and waits until its command is at work.
        fn start(&self, fake: &str) -> Child {
            let mut command = self.command(fake, &[]);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let start = Instant::now();
            while !self.tools.path().join("log.ready").exists() {
                assert!(start.elapsed() < Duration::from_secs(20), "the command never started");
                sleep(Duration::from_millis(5));
            }
            child
        }

        fn log(&self) -> String {
            fs::read_to_string(self.tools.path().join("log")).unwrap_or_default()
        }
    }

    fn signal(child: &Child, name: &str) {
        let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    #[test]
    fn go_is_told_all_modules_at_once_and_tidies() {
        let bench = Bench::new("go-block");
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let log = bench.log();
        let lines: Vec<&str> = log.lines().collect();
        assert_eq!(lines.len(), 2, "{log}");
        assert!(
            lines[0].starts_with("get ")
                && lines[0]
                    .ends_with("service/ecr@v1.22.2 github.com/aws/aws-sdk-go-v2/service/ecrpublic@v1.20.2"),
            "{log}"
        );
        assert!(lines[1].starts_with("mod tidy"), "{log}");
        let text = fs::read(bench.folder().join("go.mod")).unwrap();
        assert!(text == fs::read(root().join("tests/fix/go-block/out/go.mod")).unwrap());
        // A second run finds nothing to do, and runs nothing.
        assert_eq!(code(&bench.fix("", &[])), 0);
        assert_eq!(bench.log(), log);
    }

    #[test]
    fn tidy_can_be_left_out_and_is_where_there_is_no_go_file() {
        let bench = Bench::new("go-block");
        assert_eq!(code(&bench.fix("", &["--no-tidy"])), 0);
        assert!(!bench.log().contains("mod tidy"), "{}", bench.log());
        let bench = Bench::new("go-block");
        fs::remove_file(bench.folder().join("main.go")).unwrap();
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 0);
        assert!(!bench.log().contains("mod tidy"), "{}", bench.log());
        assert!(stdout(&output).contains("there is no Go file here"), "{}", stdout(&output));
    }

    #[test]
    fn each_module_of_a_workspace_is_asked_for_what_it_requires() {
        let bench = Bench::new("go-workspace-mixes");
        bench.scratch.write("b/main.go", "package main\n");
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        let text = fs::read_to_string(bench.folder().join("b/go.mod")).unwrap();
        assert!(text.contains("service/ecr v1.22.2"), "{text}");
        let a = fs::read(bench.folder().join("a/go.mod")).unwrap();
        assert!(a == fs::read(root().join("tests/fix/go-workspace-mixes/in/a/go.mod")).unwrap());
    }

    #[test]
    fn without_go_the_manifest_is_edited_and_that_is_said() {
        let bench = Bench::new("go-block");
        fs::remove_file(bench.tools.path().join("go")).unwrap();
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).contains("`go` is not on the path"), "{}", stdout(&output));
        assert!(stdout(&output).contains("go mod tidy"), "{}", stdout(&output));
        let text = fs::read(bench.folder().join("go.mod")).unwrap();
        assert!(text == fs::read(root().join("tests/fix/go-block/out/go.mod")).unwrap());
    }

    #[test]
    fn a_lock_is_moved_by_cargo() {
        let bench = Bench::new("rust");
        let output = bench.fix("", &["--offline"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(bench.log().lines().all(|line| line.starts_with("update ") && line.ends_with("--offline")));
        assert!(stdout(&output).contains("aws-config"), "{}", stdout(&output));
        let check = support::command(bench.folder()).output().unwrap();
        assert_eq!(code(&check), 0);
    }

    #[test]
    fn commands_that_fail_or_write_rubbish_leave_the_old_files() {
        for (shape, fakes) in [
            ("go-block", &["tidy-fails", "rubbish", "in-place"][..]),
            ("rust", &["fails", "rubbish", "nothing", "removes", "all-but-says-no"][..]),
        ] {
            for fake in fakes {
                let bench = Bench::new(shape);
                let before = tree(bench.folder());
                let output = bench.fix(fake, &[]);
                assert_eq!(code(&output), 1, "{shape} {fake}: {}", stderr(&output));
                assert!(tree(bench.folder()) == before, "{shape} {fake}");
                let told = stderr(&output);
                assert!(told.contains("everything of it is as it was") && told.contains("help: "), "{told}");
            }
        }
    }

    #[test]
    fn what_the_command_said_is_shown() {
        let bench = Bench::new("rust");
        let told = stderr(&bench.fix("fails", &[]));
        assert!(told.contains("error: no space or network") && told.contains("`cargo update "), "{told}");
    }

    #[test]
    fn signals_bring_everything_back() {
        for shape in ["go-block", "rust"] {
            for name in ["-INT", "-TERM", "-HUP", "-QUIT"] {
                let bench = Bench::new(shape);
                let before = tree(bench.folder());
                let child = bench.start("sleeps");
                assert!(tree(bench.folder()) != before, "{shape}: the test tests nothing");
                signal(&child, name);
                let output = child.wait_with_output().unwrap();
                assert_eq!(code(&output), 130, "{shape} {name}: {}", stderr(&output));
                assert!(stderr(&output).contains("every file is as it was"), "{}", stderr(&output));
                assert!(tree(bench.folder()) == before, "{shape} {name}");
            }
        }
    }

    #[test]
    fn what_kill_9_leaves_half_done_is_brought_back_by_the_next_run() {
        for (shape, vendored, fake) in
            [("go-block", false, "kills"), ("rust", false, "kills"), ("go-block", true, "vendor-kills")]
        {
            let bench = Bench::new(shape);
            if vendored {
                vendor(&bench);
            }
            let before = tree(bench.folder());
            let output = bench.fix(fake, &[]);
            assert_eq!(code(&output), -1, "{shape}: it was to be killed");
            assert!(tree(bench.folder()) != before, "{shape}: the test tests nothing");
            let output = bench.fix("", &["--diff"]);
            assert!(stderr(&output).contains("cut short"), "{shape}: {}", stderr(&output));
            assert!(tree(bench.folder()) == before, "{shape} {fake}");
            // What was written in between, by whomever, is not lost.
            assert!(stderr(&output).contains("is kept: "), "{shape}: {}", stderr(&output));
            let kept = fs::read_dir(bench.folder().join(".awscompat-kept")).unwrap().count();
            assert_eq!(kept, 1, "{shape} {fake}");
            // It is told once.
            assert!(!stderr(&bench.fix("", &["--diff"])).contains("cut short"));
        }
    }

    #[test]
    fn killed_at_any_moment_the_tree_is_old_or_new() {
        for shape in ["go-block", "rust"] {
            let whole = Bench::new(shape);
            vendor_if_go(&whole, shape);
            assert_eq!(code(&whole.fix("", &[])), 0);
            let new = tree(whole.folder());
            let (mut olds, mut news) = (0, 0);
            // From when the last command is at work to past the end: what lies before is in the other tests.
            for step in 0..60 {
                let bench = Bench::new(shape);
                vendor_if_go(&bench, shape);
                let old = tree(bench.folder());
                let delay = format!("{:.4}", f64::from(step) * 0.0004);
                bench.command("soon", &[]).env("DELAY", &delay).output().unwrap();
                let next = bench.fix("", &["--diff"]);
                let now = tree(bench.folder());
                assert!(
                    now == old || now == new,
                    "{shape}, killed after {delay} s: {}\n{}",
                    shown(&now),
                    stderr(&next)
                );
                olds += usize::from(now == old);
                news += usize::from(now == new);
            }
            println!("{shape}: {olds} old, {news} new");
            assert!(olds > 0, "{shape}: the test tests nothing");
        }
    }

    /// The calls of the system by which a run changes files.
    const CALLS: [&str; 10] = [
        "rename",
        "unlink",
        "unlinkat",
        "mkdir",
        "rmdir",
        "fsync",
        "chmod",
        "fchmod",
        "copy_file_range",
        "flock",
    ];

    fn can_trace() -> bool {
        let works = Command::new("strace").args(["-qq", "-e", "trace=none", "true"]).output();
        let works = works.is_ok_and(|output| output.status.success());
        if !works {
            println!("skipped: there is no strace here, or it may not trace");
        }
        works
    }

    /// Runs a command that is killed at the nth call of that name. True where it makes fewer of them.
    fn survives(bench: &Bench, plain: &Command, call: &str, nth: u32) -> bool {
        let mut traced = Command::new("strace");
        let inject = format!("inject={call}:signal=KILL:when={nth}");
        traced.args(["-qq", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject]);
        traced.arg(plain.get_program()).args(plain.get_args()).current_dir(bench.folder());
        for (key, value) in plain.get_envs() {
            match value {
                Some(value) => traced.env(key, value),
                None => traced.env_remove(key),
            };
        }
        traced.output().unwrap().status.code().is_some()
    }

    #[test]
    fn killed_while_it_brings_files_back_the_next_run_does() {
        if !can_trace() {
            return;
        }
        let mut kills = 0;
        for (shape, fake) in [("go-block", "kills"), ("go-block", "vendor-kills"), ("rust", "kills")] {
            for call in CALLS {
                for nth in 1.. {
                    let bench = Bench::new(shape);
                    if fake == "vendor-kills" {
                        vendor(&bench);
                    }
                    let old = tree(bench.folder());
                    assert_eq!(code(&bench.fix(fake, &[])), -1);
                    let done = survives(&bench, &bench.command("", &["--diff"]), call, nth);
                    bench.fix("", &["--diff"]);
                    assert!(tree(bench.folder()) == old, "{shape} {fake}, {call} {nth}");
                    if done {
                        break;
                    }
                    kills += 1;
                }
            }
        }
        println!("killed {kills} times");
        assert!(kills > 10, "the test tests nothing");
    }

    /// Each call by which a run changes files is once the last that it makes.
    #[test]
    fn killed_at_any_call_of_the_system_the_tree_is_old_or_new() {
        if !can_trace() {
            return;
        }
        for shape in ["go-block", "rust"] {
            let whole = Bench::new(shape);
            vendor_if_go(&whole, shape);
            assert_eq!(code(&whole.fix("", &[])), 0);
            let new = tree(whole.folder());
            let (mut olds, mut news) = (0, 0);
            for call in CALLS {
                for nth in 1.. {
                    let bench = Bench::new(shape);
                    vendor_if_go(&bench, shape);
                    let old = tree(bench.folder());
                    if survives(&bench, &bench.command("", &[]), call, nth) {
                        break;
                    }
                    let next = bench.fix("", &["--diff"]);
                    let now = tree(bench.folder());
                    let told = stderr(&next);
                    assert!(now == old || now == new, "{shape}, {call} {nth}: {}\n{told}", shown(&now));
                    olds += usize::from(now == old);
                    news += usize::from(now == new);
                }
            }
            println!("{shape}: killed {} times, {olds} old, {news} new", olds + news);
            assert!(olds > 10 && news > 2, "{shape}: the test tests nothing");
        }
    }

    /// The folder of a repository, with git's own in it.
    fn in_repository(bench: &Bench) {
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.current_dir(bench.folder()).args(["-c", "user.name=t", "-c", "user.email=t@example.com"]);
            assert!(git.args(arguments).status().unwrap().success());
        };
        git(&["init", "-q"]);
        git(&["add", "--all"]);
        git(&["commit", "-q", "-m", "all"]);
    }

    #[test]
    fn what_cannot_be_brought_back_keeps_its_copy_and_is_named() {
        let bench = Bench::new("rust");
        let before = tree(bench.folder());
        // A folder in the place of the lock goes out of the way.
        let output = bench.fix("folder", &[]);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(tree(bench.folder()) == before, "{}", stderr(&output));
        // Notes and copies that are gone cannot be made up for, and nobody says that they were.
        let output = bench.fix("forgets", &[]);
        assert_ne!(code(&output), 0);
        assert!(stderr(&output).contains("not everything is as it was"), "{}", stderr(&output));
        assert!(!stderr(&output).contains("everything of it is as it was"), "{}", stderr(&output));
        let json = Bench::new("rust").fix("forgets", &["--format", "json"]);
        let told: Value = serde_json::from_str(&stdout(&json)).unwrap();
        assert_eq!(told["builds"][0]["error"]["restored"], false);
    }

    #[test]
    fn what_was_written_after_a_run_was_killed_is_kept() {
        let bench = Bench::new("go-block");
        let before = tree(bench.folder());
        assert_eq!(code(&bench.fix("kills", &[])), -1);
        fs::write(bench.folder().join("go.mod"), "module example.com/mine\n").unwrap();
        let dry = bench.fix("", &["-n"]);
        assert!(stderr(&dry).contains("cut short"), "{}", stderr(&dry));
        assert_eq!(fs::read_to_string(bench.folder().join("go.mod")).unwrap(), "module example.com/mine\n");
        bench.fix("", &["--diff"]);
        assert!(tree(bench.folder()) == before);
        let kept = bench.folder().join(".awscompat-kept/1-go.mod");
        assert_eq!(fs::read_to_string(kept).unwrap(), "module example.com/mine\n");
    }

    #[test]
    fn where_git_does_not_answer_nothing_is_changed() {
        let bench = Bench::new("go-block");
        in_repository(&bench);
        let before = tree(bench.folder());
        bench.tools.write("git", "#!/bin/sh\necho 'fatal: detected dubious ownership' >&2\nexit 128\n");
        fs::set_permissions(bench.tools.path().join("git"), fs::Permissions::from_mode(0o755)).unwrap();
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains("dubious ownership"), "{}", stderr(&output));
        assert!(stderr(&output).contains("--allow-dirty"), "{}", stderr(&output));
        assert!(tree(bench.folder()) == before);
        assert_eq!(code(&bench.fix("", &["--allow-dirty"])), 0);
    }

    #[test]
    fn somebodys_own_folder_of_that_name_is_left_alone() {
        let bench = Bench::new("go-block");
        bench.scratch.write(".awscompat-fix/thesis.txt", "mine");
        let before = tree(bench.folder());
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains("thesis.txt"), "{}", stderr(&output));
        assert!(tree(bench.folder()) == before);
    }

    #[test]
    fn a_diff_is_taken_in_any_folder_of_the_repository() {
        let bench = Bench::new("go-block");
        in_repository(&bench);
        let sub = bench.folder().join("sub \t\"q\"");
        fs::create_dir(&sub).unwrap();
        for name in ["go.mod", "main.go"] {
            fs::rename(bench.folder().join(name), sub.join(name)).unwrap();
        }
        in_repository(&bench);
        let diff = bench.command("", &["--edit-only", "--diff"]).current_dir(&sub).output().unwrap();
        assert_eq!(code(&diff), 0, "{}", stderr(&diff));
        fs::write(bench.tools.path().join("diff"), &diff.stdout).unwrap();
        let before = fs::read_to_string(sub.join("go.mod")).unwrap();
        let applied =
            Command::new("git").current_dir(&sub).arg("apply").arg(bench.tools.path().join("diff")).output();
        assert!(applied.unwrap().status.success(), "{}", stdout(&diff));
        assert_ne!(fs::read_to_string(sub.join("go.mod")).unwrap(), before, "{}", stdout(&diff));
        let elsewhere = bench.folder().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::write(sub.join("go.mod"), before).unwrap();
        let told =
            bench.command("", &["--edit-only", "--diff", ".."]).current_dir(&elsewhere).output().unwrap();
        assert!(stderr(&told).contains("`git apply` takes this diff in "), "{}", stderr(&told));
    }

    #[test]
    fn a_command_that_outlives_its_run_is_waited_for() {
        let bench = Bench::new("rust");
        let before = tree(bench.folder());
        let mut child = bench.start("late");
        child.kill().unwrap();
        child.wait().unwrap();
        // cargo still writes a second later; whoever came back too early would lose against it.
        let output = bench.fix("", &["--diff"]);
        assert!(stderr(&output).contains("cut short"), "{}", stderr(&output));
        assert!(tree(bench.folder()) == before);
        sleep(Duration::from_millis(1500));
        assert!(tree(bench.folder()) == before);
    }

    #[test]
    fn two_runs_do_not_meet() {
        let bench = Bench::new("rust");
        let before = tree(bench.folder());
        let first = bench.start("sleeps");
        let dry = bench.fix("", &["-n"]);
        assert!(stderr(&dry).contains("or one is at work"), "{}", stderr(&dry));
        for arguments in [&[][..], &["--diff"]] {
            let second = bench.fix("", arguments);
            assert_eq!(code(&second), 2);
            assert!(
                stderr(&second).contains("another run of `awscompat fix` is at work"),
                "{}",
                stderr(&second)
            );
        }
        signal(&first, "-TERM");
        assert_eq!(code(&first.wait_with_output().unwrap()), 130);
        assert!(tree(bench.folder()) == before);
        assert_eq!(code(&bench.fix("", &[])), 0);
    }

    #[test]
    fn a_read_only_file_is_refused_before_anything_happens() {
        for (shape, file) in [("go-block", "go.mod"), ("rust", "Cargo.lock")] {
            let bench = Bench::new(shape);
            fs::set_permissions(bench.folder().join(file), fs::Permissions::from_mode(0o444)).unwrap();
            let before = tree(bench.folder());
            let output = bench.fix("", &[]);
            assert_eq!(code(&output), 2, "{}", stderr(&output));
            assert!(stderr(&output).contains("read-only") && stderr(&output).contains("chmod u+w"));
            assert_eq!(bench.log(), "", "nothing was run");
            assert!(tree(bench.folder()) == before);
        }
    }

    #[test]
    fn modes_and_links_stay() {
        let bench = Bench::new("go-block");
        let (link, real) = (bench.folder().join("go.mod"), bench.folder().join("real.mod"));
        fs::rename(&link, &real).unwrap();
        symlink("real.mod", &link).unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        let before = tree(bench.folder());
        assert_eq!(code(&bench.fix("tidy-fails", &[])), 1);
        assert!(tree(bench.folder()) == before);
        let output = bench.fix("", &[link.to_str().unwrap()]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::read(&real).unwrap() == fs::read(root().join("tests/fix/go-block/out/go.mod")).unwrap());
    }

    #[test]
    fn what_comes_back_looks_as_if_it_had_never_been_away() {
        let bench = Bench::new("rust");
        let lock = bench.folder().join("Cargo.lock");
        fs::set_permissions(&lock, fs::Permissions::from_mode(0o600)).unwrap();
        let time = fs::metadata(&lock).unwrap().modified().unwrap();
        sleep(Duration::from_millis(20));
        assert_eq!(code(&bench.fix("fails", &[])), 1);
        let now = fs::metadata(&lock).unwrap();
        assert_eq!((now.modified().unwrap(), now.permissions().mode() & 0o777), (time, 0o600));
    }

    fn vendor(bench: &Bench) {
        bench.scratch.write("vendor/modules.txt", "# github.com/aws/aws-sdk-go-v2 v1.0.0\n## explicit\n");
        bench.scratch.write("vendor/old/file.go", "package old\n");
    }

    fn vendor_if_go(bench: &Bench, shape: &str) {
        if shape.starts_with("go") {
            vendor(bench);
        }
    }

    #[test]
    fn the_vendor_folder_of_a_workspace_follows_its_members() {
        let bench = Bench::new("go-workspace");
        bench.scratch.write(
            "vendor/modules.txt",
            "## workspace\n# github.com/aws/aws-sdk-go-v2 v1.0.0\n## explicit\n",
        );
        let output = bench.fix("", &["--edit-only", "--diff"]);
        assert!(stderr(&output).contains("go work vendor"), "{}", stderr(&output));
        // A member alone would not go with the old vendor folder.
        let before = tree(bench.folder());
        let output = bench.fix("vendor-fails", &[]);
        assert_eq!(code(&output), 1);
        assert!(tree(bench.folder()) == before);
        assert_eq!(
            stderr(&output).matches("everything of it is as it was").count(),
            2,
            "{}",
            stderr(&output)
        );
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(bench.log().lines().last().unwrap().starts_with("work vendor"), "{}", bench.log());
        let text = fs::read_to_string(bench.folder().join("vendor/modules.txt")).unwrap();
        assert!(text.contains("v1.23.5"), "{text}");
        // Once is enough.
        let log = bench.log();
        assert_eq!(code(&bench.fix("", &[])), 0);
        assert_eq!(bench.log(), log);
    }

    #[test]
    fn a_vendor_folder_is_made_anew_or_stays() {
        let bench = Bench::new("go-block");
        vendor(&bench);
        let before = tree(bench.folder());
        let output = bench.fix("vendor-fails", &[]);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(tree(bench.folder()) == before);
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).contains("go mod vendor"));
        let now = tree(bench.folder());
        assert!(!now.contains_key(Path::new("vendor/old/file.go")));
        assert!(now[Path::new("vendor/modules.txt")].starts_with(b"# github.com/aws/aws-sdk-go-v2 v1.23.5"));
        assert_eq!(now.len(), 3, "{:?}", now.keys());
    }

    #[test]
    fn a_disk_that_is_full_changes_nothing() {
        for fill in [true, false] {
            let bench = Bench::new("rust");
            let disk = Scratch::new("disk");
            let mount = Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"])
                .arg(disk.path())
                .output();
            if !mount.is_ok_and(|output| output.status.success()) {
                println!("skipped: no tmpfs can be mounted here");
                return;
            }
            copy(bench.folder(), disk.path());
            let filler = disk.path().join("filler");
            if fill {
                // What is left has no room for a copy.
                let _ = fs::write(&filler, vec![0; 1 << 20]);
            } else {
                // Room for the copies, and no more once cargo is at work.
                fs::write(bench.tools.path().join("cargo"), FULL).unwrap();
            }
            let before = tree(disk.path());
            let mut command = bench.command("fails", &[]);
            let output = command.current_dir(disk.path()).output().unwrap();
            let _ = fs::remove_file(disk.path().join("full"));
            let after = tree(disk.path());
            let status = Command::new("umount").arg(disk.path()).status().unwrap();
            assert!(status.success());
            assert_eq!(code(&output), if fill { 2 } else { 1 }, "{}", stderr(&output));
            assert!(after == before, "fill: {fill}: {}", stderr(&output));
        }
    }

    /// Fills the disk, and leaves half a lock.
    const FULL: &str = r#"#!/bin/sh
[ "$1" = --version ] && exit 0
head -c 500 "$GOOD" > Cargo.lock
cat /dev/zero > full 2>/dev/null
cat "$GOOD" > Cargo.lock
"#;

    fn git(folder: &Path, arguments: &[&str]) {
        let output = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.com"])
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }

    #[test]
    fn changes_that_are_not_committed_are_not_mixed_with_ours() {
        let bench = Bench::new("go-block");
        git(bench.folder(), &["init", "-q"]);
        // What git does not know yet cannot be had back from it.
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains("--allow-dirty"), "{}", stderr(&output));
        git(bench.folder(), &["add", "."]);
        git(bench.folder(), &["commit", "-qm", "x"]);
        let go_mod = bench.folder().join("go.mod");
        let text = fs::read_to_string(&go_mod).unwrap();
        fs::write(&go_mod, format!("{text}// mine\n")).unwrap();
        let before = tree(bench.folder());
        assert_eq!(code(&bench.fix("", &[])), 2);
        assert!(tree(bench.folder()) == before);
        // Another file that is dirty is no hindrance, nor is one with the user's leave.
        assert_eq!(code(&bench.fix("", &["--allow-dirty"])), 0);
        git(bench.folder(), &["checkout", "-q", "go.mod"]);
        bench.scratch.write("main.go", "package main // changed\n");
        assert_eq!(code(&bench.fix("", &[])), 0);
    }

    #[test]
    fn a_diff_by_commands_is_what_a_run_does() {
        for shape in ["go-block", "rust"] {
            let bench = Bench::new(shape);
            let before = tree(bench.folder());
            let diff = bench.fix("", &["--diff"]);
            assert!(tree(bench.folder()) == before, "{shape}");
            apply_diff(bench.folder(), &diff.stdout, shape);
            let applied = tree(bench.folder());
            let other = Bench::new(shape);
            assert_eq!(code(&other.fix("", &[])), 0);
            assert!(applied == tree(other.folder()), "{shape}");
        }
    }

    #[test]
    fn json_tells_what_was_asked_and_what_came() {
        let bench = Bench::new("rust");
        let output = bench.fix("", &["--format", "json", "--strategy", "minimal"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let build = &json["builds"][0];
        assert_eq!(build["outcome"], "fixed");
        let moved = build["moves"].as_array().unwrap();
        let config = moved.iter().find(|moved| moved["path"] == "aws-config").unwrap();
        assert_eq!(config["from"][0], "1.8.18");
        assert_eq!(config["asked"], "1.9.0");
    }

    #[test]
    fn links_among_the_notes_lead_nowhere() {
        let bench = Bench::new("go-block");
        let victim = bench.tools.write("victim/file", "mine\n");
        for name in ["0", "said", "journal.json", "children"] {
            fs::create_dir_all(bench.folder().join(".awscompat-fix")).unwrap();
            symlink(&victim, bench.folder().join(".awscompat-fix").join(name)).unwrap();
            bench.fix("tidy-fails", &[]);
            assert_eq!(fs::read_to_string(&victim).unwrap(), "mine\n", "{name}");
            let _ = fs::remove_dir_all(bench.folder().join(".awscompat-fix"));
        }
        symlink(victim.parent().unwrap(), bench.folder().join(".awscompat-fix")).unwrap();
        assert_eq!(code(&bench.fix("", &[])), 2);
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine\n");
    }

    #[test]
    fn a_vendor_folder_with_changes_is_not_lost() {
        let bench = Bench::new("go-block");
        vendor(&bench);
        git(bench.folder(), &["init", "-q"]);
        git(bench.folder(), &["add", "."]);
        git(bench.folder(), &["commit", "-qm", "x"]);
        bench.scratch.write("vendor/old/file.go", "package mine\n");
        let before = tree(bench.folder());
        let output = bench.fix("", &[]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("vendor/old/file.go"), "{}", stderr(&output));
        assert!(tree(bench.folder()) == before);
    }

    #[test]
    fn notes_that_are_none_of_ours_are_not_followed() {
        let bench = Bench::new("go-block");
        let victim = bench.tools.write("profile", "mine\n");
        for (path, copy) in [(victim.display().to_string(), "0"), ("go.mod".to_owned(), "../../x")] {
            let notes = serde_json::json!({
                "done": false, "saved": [{ "path": path, "copy": copy, "folder": false }]
            });
            bench.scratch.write(".awscompat-fix/journal.json", notes.to_string());
            bench.scratch.write(".awscompat-fix/0", "theirs\n");
            let output = bench.fix("", &[]);
            assert_eq!(code(&output), 2, "{}", stderr(&output));
            assert_eq!(fs::read_to_string(&victim).unwrap(), "mine\n");
        }
    }
}

/// Real projects and the real `go` and cargo, which use the network: only where AWSCOMPAT_REAL is set.
#[test]
fn real_projects_are_repaired_by_one_command() {
    if std::env::var_os("AWSCOMPAT_REAL").is_none() {
        println!("skipped: it runs `go` and cargo over the network; set AWSCOMPAT_REAL=1 to have that");
        return;
    }
    for kind in ["go", "rust"] {
        let Some(cases) = support::shared_cases(kind) else { continue };
        let (mut broken, start) = (0, std::time::Instant::now());
        for entry in fs::read_dir(cases).unwrap() {
            let case = entry.unwrap().path();
            if !case.is_dir() {
                continue;
            }
            let scratch = Scratch::new("real");
            copy(&case, scratch.path());
            let check = || {
                code(
                    &Command::new(env!("CARGO_BIN_EXE_awscompat"))
                        .current_dir(scratch.path())
                        .output()
                        .unwrap(),
                )
            };
            if check() != 1 {
                continue;
            }
            broken += 1;
            let output = Command::new(env!("CARGO_BIN_EXE_awscompat"))
                .arg("fix")
                .current_dir(scratch.path())
                .output()
                .unwrap();
            assert_eq!(code(&output), 0, "{}: {}", case.display(), stderr(&output));
            assert_eq!(check(), 0, "{}", case.display());
        }
        println!("{kind}: {broken} broken projects repaired in {:.1?}", start.elapsed());
        assert!(broken > 0);
    }
}
