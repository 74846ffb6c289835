//! Input as it comes: broken, hostile, missing. A clear word for each, and the rest is still checked.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use support::{Scratch, awscompat_in, command, stderr, stdout};

const GOOD: &str = "module example.com/m\n\ngo 1.21\n\nrequire github.com/aws/aws-sdk-go-v2 v1.30.0\n";
const BAD: &str = "module example.com/m\n\ngo 1.21\n\nrequire (\n\tgithub.com/aws/aws-sdk-go-v2 v1.23.5\n\t\
                   github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2\n)\n";

fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

/// Checks a folder with this go.mod beside a good one: code 2, the good one read, and all of these texts said.
fn refused(name: &str, bytes: impl AsRef<[u8]>, texts: &[&str]) {
    let scratch = Scratch::new(name);
    scratch.write("bad/go.mod", bytes);
    scratch.write("good/go.mod", GOOD);
    let output = awscompat_in(scratch.path(), &["."]);
    let said = stderr(&output);
    assert_eq!(code(&output), 2, "{name}: {said}");
    assert!(stdout(&output).contains("1 build checked"), "{name}: {}", stdout(&output));
    for text in texts {
        assert!(said.contains(text), "{name}: `{text}` is not in\n{said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

/// The program with this on its standard input.
fn piped(arguments: &[&str], text: &str) -> Output {
    let scratch = Scratch::new("stdin");
    let mut child = command(scratch.path())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn broken_files_are_refused_with_their_place() {
    refused("truncated", "module m\n\nrequire (\n\tgithub.com/aws/aws-sdk-go-v2 v1.2", &["go.mod:"]);
    refused(
        "conflict",
        "module m\n<<<<<<< HEAD\n",
        &["go.mod:2:1", "unresolved merge conflict", "resolve it"],
    );
    refused("version", "module m\nrequire a.b/c master\n", &["go.mod:2:15", "master"]);
    refused("comment", "module m\n/* no */\n", &["go.mod:2:1"]);
    refused("binary", [0xff, 0xfe, 0, 1, 2, b'\n', 0x80], &["not UTF-8", "line 1"]);
    refused("latin", b"module m\n\n// caf\xe9\n", &["not UTF-8", "line 3"]);
}

#[test]
fn what_is_no_go_mod_of_a_module_is_refused() {
    for (name, text) in [("empty", ""), ("blank", "\n\n"), ("comment", "// nothing\n")] {
        refused(name, text, &["go.mod:1:1", "there is no `module` line", "bring back the file"]);
    }
    refused("garbage", "\nhello world\n", &["go.mod:2:1", "there is no `module` line"]);
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n";
    refused("lfs", pointer, &["go.mod:1:1", "git lfs pull"]);
}

#[test]
fn directives_that_go_does_not_know_are_said() {
    let scratch = Scratch::new("unknown");
    scratch.write("go.mod", format!("{GOOD}Require (\n\ta.b/c v1.0.0\n)\nfuture x\n"));
    let output = awscompat_in(scratch.path(), &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for text in ["line 6: `Require` is no directive that go knows", "line 9: `future` is no directive"] {
        assert!(stdout(&output).contains(text), "{text}: {}", stdout(&output));
    }
}

#[test]
fn replacements_that_contradict_each_other_are_refused() {
    let aws = "github.com/aws/aws-sdk-go-v2";
    let two = |left: &str, first: &str, second: &str| {
        format!("{GOOD}replace {aws}{left} => {first}\nreplace {aws}{left} => {second}\n")
    };
    refused("conflict-all", two("", "./a", "./b"), &["go.mod:7:9", "conflicting replacements", "keep one"]);
    let fork = ("example.com/f v1.0.0", "example.com/f v1.1.0");
    refused("conflict-one", two(" v1.30.0", fork.0, fork.1), &["go.mod:7:9", "conflicting replacements"]);
    for (name, text) in [
        ("twice", two("", "./a", "./a")),
        ("both", format!("{GOOD}replace {aws} => ./a\nreplace {aws} v1.29.0 => ./b\n")),
    ] {
        let scratch = Scratch::new(name);
        scratch.write("go.mod", text);
        let output = awscompat_in(scratch.path(), &[]);
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
    }
    let scratch = Scratch::new("conflict-work");
    scratch.write("a/go.mod", GOOD);
    scratch.write("go.work", "go 1.21\nuse ./a\nreplace x => ./b\nreplace x => ./c\n");
    let output = awscompat_in(scratch.path(), &[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("go.work:4:9"), "{}", stderr(&output));
    assert!(stdout(&output).contains("1 build checked"));
}

#[test]
fn a_workspace_without_a_member_is_refused_and_the_rest_is_checked() {
    let scratch = Scratch::new("gone");
    scratch.write("w/go.work", "go 1.21\n\nuse (\n\t./b\n\t./gone\n)\n");
    scratch.write("w/b/go.mod", BAD);
    let output = awscompat_in(scratch.path(), &["w"]);
    assert_eq!(code(&output), 2);
    for text in ["w/go.work:5:2", "there is no go.mod in `./gone`", "take the line out, or bring the module"]
    {
        assert!(stderr(&output).contains(text), "{text}: {}", stderr(&output));
    }
    assert!(stdout(&output).contains("w/b/go.mod:7:43"), "{}", stdout(&output));
}

#[test]
fn a_workspace_does_not_repeat_its_members() {
    let scratch = Scratch::new("repeat");
    scratch.write("w/go.work", "go 1.21\n\nuse ./b/.\nuse ../c\n");
    scratch.write("w/b/go.mod", BAD);
    scratch.write("c/go.mod", GOOD.replace("example.com/m", "example.com/c"));
    let output = awscompat_in(scratch.path(), &["./w/./go.work"]);
    assert!(stdout(&output).contains("--> w/b/go.mod:7:43"), "{}", stdout(&output));
    let output = awscompat_in(scratch.path(), &["./.", "w/./b/go.mod"]);
    let said = stdout(&output);
    assert_eq!(said.matches("error[service-behind-core-1-23]").count(), 1, "{said}");
    assert!(said.contains("3 builds checked") && !said.contains("/./") && !said.contains(".."), "{said}");
}

#[test]
fn a_huge_file_is_refused_without_reading_it() {
    let scratch = Scratch::new("huge");
    let file = fs::File::create(scratch.path().join("go.mod")).unwrap();
    file.set_len(100 << 20).unwrap();
    let output = awscompat_in(scratch.path(), &["go.mod"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("larger than 32 MiB"), "{}", stderr(&output));
}

#[test]
fn paths_that_stand_for_nothing_are_told_apart() {
    let scratch = Scratch::new("paths");
    scratch.write("empty/readme", "");
    scratch.write("notes.txt", "");
    let nothing = awscompat_in(scratch.path(), &["empty"]);
    assert_eq!(code(&nothing), 3);
    assert!(
        stderr(&nothing)
            .contains("no go.mod, go.sum, go.work, vendor/modules.txt, Cargo.lock or Cargo.toml here")
    );
    let missing = awscompat_in(scratch.path(), &["nowhere"]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("nowhere: No such file"), "{}", stderr(&missing));
    let other = awscompat_in(scratch.path(), &["notes.txt"]);
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("give a go.mod"), "{}", stderr(&other));
    fs::create_dir(scratch.path().join("go.mod")).unwrap();
    let folder = awscompat_in(scratch.path(), &["go.mod"]);
    assert_eq!(code(&folder), 3, "a folder by that name is walked like any other");
}

#[cfg(unix)]
#[test]
fn cycles_of_links_end() {
    use std::os::unix::fs::symlink;
    let scratch = Scratch::new("links");
    scratch.write("a/go.mod", GOOD);
    symlink("..", scratch.path().join("a/up")).unwrap();
    symlink("loop", scratch.path().join("loop")).unwrap();
    let walked = awscompat_in(scratch.path(), &["."]);
    assert_eq!(code(&walked), 0, "{}", stderr(&walked));
    assert!(stdout(&walked).contains("1 build checked"));
    let named = awscompat_in(scratch.path(), &["loop"]);
    assert_eq!(code(&named), 2);
    scratch.write("b/x", "");
    symlink("go.mod", scratch.path().join("b/go.mod")).unwrap();
    let cycle = awscompat_in(scratch.path(), &["b"]);
    assert_eq!(code(&cycle), 2, "{}", stderr(&cycle));
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_without_waiting() {
    let scratch = Scratch::new("pipes");
    let made = std::process::Command::new("mkfifo").arg(scratch.path().join("fifo.mod")).status();
    if made.is_ok_and(|status| status.success()) {
        let output = awscompat_in(scratch.path(), &["fifo.mod"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("not a regular file"), "{}", stderr(&output));
    } else {
        println!("skipped: there is no mkfifo here");
    }
    std::os::unix::fs::symlink("/dev/zero", scratch.path().join("zero.mod")).unwrap();
    assert_eq!(code(&awscompat_in(scratch.path(), &["zero.mod"])), 2);
    scratch.write("go.mod", GOOD);
    let output = command(scratch.path()).env_remove("GOMODCACHE").env("GOENV", "/dev/zero").output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let dash = awscompat_in(scratch.path(), &["-"]);
    assert!(stderr(&dash).contains("--stdin-format"), "{}", stderr(&dash));
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("unreadable");
    let path = scratch.write("go.mod", GOOD);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        println!("skipped: this user may read everything");
        return;
    }
    let output = awscompat_in(scratch.path(), &[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot read the file"));
}

#[cfg(unix)]
#[test]
fn an_unreadable_folder_is_an_error_and_the_rest_is_checked() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("closed");
    for folder in ["a", "b/closed", "c/closed"] {
        scratch.write(&format!("{folder}/go.mod"), GOOD);
    }
    let lock = |mode| {
        for folder in ["b/closed", "c/closed"] {
            fs::set_permissions(scratch.path().join(folder), fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    lock(0o000);
    let readable = fs::read_dir(scratch.path().join("b/closed")).is_ok();
    let output = awscompat_in(scratch.path(), &["."]);
    let alone = awscompat_in(scratch.path(), &["b"]);
    lock(0o755);
    if readable {
        println!("skipped: this user may read everything");
        return;
    }
    assert_eq!((code(&output), code(&alone)), (2, 2));
    assert!(stdout(&output).contains("1 build checked"), "{}", stdout(&output));
    for folder in ["b/closed", "c/closed"] {
        let text = format!("{folder}: cannot look into this folder: permission denied");
        assert!(stderr(&output).contains(&text), "{}", stderr(&output));
    }
    assert!(!stderr(&alone).contains("no go.mod"), "{}", stderr(&alone));
}

#[test]
fn a_go_mod_that_git_ignores_is_said_to_be() {
    let scratch = Scratch::new("ignored");
    scratch.write("m/go.mod", GOOD);
    scratch.write("m/.gitignore", "*.mod\n");
    let output = awscompat_in(scratch.path(), &["m"]);
    assert_eq!(code(&output), 3);
    for text in ["m: git ignores the go.mod here", "name the file"] {
        assert!(stderr(&output).contains(text), "{}", stderr(&output));
    }
    assert_eq!(code(&awscompat_in(scratch.path(), &["m/go.mod"])), 0);
}

#[test]
fn one_of_go_mod_and_go_sum_is_enough() {
    let scratch = Scratch::new("half");
    scratch.write("mod/go.mod", BAD);
    let hash = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    let aws = "github.com/aws/aws-sdk-go-v2";
    scratch.write("sum/go.sum", format!("{aws} v1.23.5 {hash}\n{aws}/service/ecr v1.20.2 {hash}\n"));
    for folder in ["mod", "sum"] {
        let output = awscompat_in(scratch.path(), &[folder]);
        assert_eq!(code(&output), 1, "{folder}");
        assert!(stdout(&output).contains("service-behind-core-1-23"), "{folder}");
    }
}

#[test]
fn findings_and_unreadable_input_together_give_two() {
    let scratch = Scratch::new("both");
    scratch.write("bad/go.mod", BAD);
    scratch.write("broken/go.mod", "require (");
    let output = awscompat_in(scratch.path(), &[]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("service-behind-core-1-23"));
}

#[test]
fn standard_input_is_read_in_each_form() {
    let aws = "github.com/aws/aws-sdk-go-v2";
    let hash = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    let forms = [
        ("go-mod", BAD.to_owned()),
        ("go-sum", format!("{aws} v1.23.5 {hash}\n{aws}/service/ecr v1.20.2 {hash}\n")),
        ("go-graph", format!("m {aws}@v1.23.5\nm {aws}/service/ecr@v1.20.2\n")),
        (
            "go-list",
            format!(
                "{{\"Path\":\"{aws}\",\"Version\":\"v1.23.5\"}}{{\"Path\":\"{aws}/service/ecr\",\"Version\":\"v1.20.2\"}}"
            ),
        ),
    ];
    for (form, text) in forms {
        let output = piped(&["--stdin-format", form], &text);
        assert_eq!(code(&output), 1, "{form}: {}", stderr(&output));
        assert!(stdout(&output).contains("service-behind-core-1-23"), "{form}");
    }
}

#[test]
fn an_empty_pipe_is_an_error() {
    for form in ["go-list", "go-graph", "go-mod", "go-sum"] {
        for text in ["", " \n\t\n"] {
            let output = piped(&["--stdin-format", form], text);
            assert_eq!(code(&output), 2, "{form}: {}", stdout(&output));
            for said in ["error: standard input is empty", "help: the command before the pipe failed"] {
                assert!(stderr(&output).contains(said), "{form}: {}", stderr(&output));
            }
        }
    }
    let json = stdout(&piped(&["--stdin-format", "go-list", "--format", "json"], ""));
    assert!(json.contains("\"message\": \"standard input is empty\"") && json.contains("set -o pipefail"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let scratch = Scratch::new("pipe");
    let mut child = command(scratch.path())
        .args(["trains"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
}

#[test]
fn nothing_from_the_input_reaches_the_terminal_raw() {
    let scratch = Scratch::new("escape");
    scratch.write("go.mod", format!("{BAD}require \"example.com/\\x1b[31mred\" v1.0.0\n"));
    scratch.write("x\u{1b}[31m/go.mod", BAD);
    let output = awscompat_in(scratch.path(), &["--color", "never"]);
    assert!(!stdout(&output).contains('\u{1b}') && !stderr(&output).contains('\u{1b}'));
    // Eight-bit control characters, those that turn the direction of text, and those that are not seen.
    let bad = "\u{9b}31m\u{202e}\u{200b}";
    let raw =
        |output: &Output| (stdout(output) + &stderr(output)).contains(['\u{9b}', '\u{202e}', '\u{200b}']);
    scratch.write("go.mod", BAD.replace("v1.20.2", &format!("v1.20.2 // {bad}")));
    scratch.write(&format!("{bad}/go.mod"), "module m\nrequire (");
    scratch.write("sum/go.sum", format!("a b {bad} h1:x\n"));
    let output = awscompat_in(scratch.path(), &[]);
    assert_eq!(code(&output), 2);
    assert!(!raw(&output), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("^^^^^^^ built for core v1.21.2"));
    let option = format!("--{bad}");
    for arguments in [
        &[bad][..],
        &[&option],
        &["--explain", bad],
        &["trains", bad],
        &["trains", "core@v1.0\u{9b}"],
        &["plan", "--strategy", bad],
        &["plan", "--hold", bad],
    ] {
        let output = awscompat_in(scratch.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(!raw(&output), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn a_thousand_modules_are_one_run() {
    let scratch = Scratch::new("thousand");
    for i in 0..1000 {
        scratch.write(&format!("svc/{i}/go.mod"), if i == 500 { BAD } else { GOOD });
    }
    let output = awscompat_in(scratch.path(), &[]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("1000 builds checked"), "{}", stdout(&output));
}
