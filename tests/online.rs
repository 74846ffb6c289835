//! `--online`, with a stand-in for `go`; and where the module cache is looked for.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that panics has failed")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use support::{Scratch, command, stderr, stdout};

const AWS: &str = "github.com/aws/aws-sdk-go-v2";
const NEW: &str = "module m\n\ngo 1.24\n\nrequire (\n\tgithub.com/aws/aws-sdk-go-v2 v1.30.0\n\t\
                   github.com/aws/aws-sdk-go-v2/service/brandnew v1.0.0\n)\n";

/// A `go` that answers as this shell script does.
fn stand_in(scratch: &Scratch, script: &str) -> PathBuf {
    let path = scratch.write("bin/go", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.parent().unwrap().to_owned()
}

#[test]
fn go_is_asked_for_what_the_table_does_not_hold() {
    let scratch = Scratch::new("online");
    scratch.write("go.mod", NEW);
    let manifest =
        scratch.write("brandnew.mod", format!("module {AWS}/service/brandnew\n\nrequire {AWS} v1.22.0\n"));
    let script = format!(
        "case \"$*\" in version) ;; *-versions*) echo '{{\"Versions\": [\"v1.0.0\", \"v1.1.0\"]}}' ;; \
         *) echo '{{\"GoMod\": \"{}\"}}' ;; esac",
        manifest.display()
    );
    let bin = stand_in(&scratch, &script);
    let offline = command(scratch.path()).output().unwrap();
    assert_eq!(offline.status.code(), Some(0));
    assert!(stdout(&offline).contains("unknown, so not judged"), "{}", stdout(&offline));
    let online = command(scratch.path()).arg("--online").env("PATH", bin).output().unwrap();
    assert_eq!(online.status.code(), Some(1), "{}", stderr(&online));
    assert!(stdout(&online).contains("service-behind-core-1-23"), "{}", stdout(&online));
}

#[test]
fn a_missing_go_is_said_with_what_to_do() {
    let scratch = Scratch::new("no-go");
    scratch.write("go.mod", NEW);
    let output = command(scratch.path()).arg("--online").env("PATH", "/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("install Go, or leave out --online"), "{}", stderr(&output));
}

#[test]
fn a_failing_go_is_an_error_and_the_rest_is_told() {
    let scratch = Scratch::new("failing-go");
    scratch.write("go.mod", NEW);
    let script = "[ \"$1\" = version ] && exit 0\nprintf 'go: no such\\n\\thost\\n' >&2; exit 1";
    let bin = stand_in(&scratch, script);
    let output = command(scratch.path()).arg("--online").env("PATH", bin).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("go: no such host"), "{}", stderr(&output));
    assert!(stdout(&output).contains("unknown, so not judged"));
}

#[test]
fn go_is_asked_once_and_its_failure_is_told_once() {
    let scratch = Scratch::new("asked-once");
    for folder in ["a", "b"] {
        scratch.write(&format!("{folder}/go.mod"), NEW);
    }
    let asked = scratch.path().join("asked");
    let script = format!(
        "[ \"$1\" = version ] && exit 0\necho \"$GOFLAGS|$*\" >>{}\necho 'go: no such host' >&2; exit 1",
        asked.display()
    );
    let bin = stand_in(&scratch, &script);
    let mut command = command(scratch.path());
    command.arg("--online").env("PATH", bin).env("GOFLAGS", "-mod=vendor -modcacherw");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output).matches("no such host").count(), 1, "{}", stderr(&output));
    let said = stdout(&output);
    assert!(said.contains("unknown, so not judged") && !said.contains("--online asks"), "{said}");
    let questions = fs::read_to_string(asked).unwrap();
    let question = "-mod=vendor -modcacherw -mod=mod|list -m -e -json \
                    github.com/aws/aws-sdk-go-v2/service/brandnew@v1.0.0\n";
    assert_eq!(questions, question);
}

#[test]
fn where_there_is_no_plan_online_is_not_advised_twice() {
    let scratch = Scratch::new("no-plan");
    let preview = "module m\n\ngo 1.21\n\nrequire (\n\tgithub.com/aws/aws-sdk-go-v2 v2.0.0-preview.4+incompatible\n\t\
                   github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2\n)\n";
    scratch.write("go.mod", preview);
    let bin = stand_in(&scratch, "[ \"$1\" = version ] || echo '{}'");
    let offline = command(scratch.path()).output().unwrap();
    assert!(stdout(&offline).contains("does it; --online asks `go`"), "{}", stdout(&offline));
    let online = command(scratch.path()).arg("--online").env("PATH", bin).output().unwrap();
    assert!(stdout(&online).contains("does it."), "{}", stdout(&online));
}

#[test]
fn a_pipe_in_the_module_cache_is_not_waited_for() {
    let scratch = Scratch::new("cache-pipe");
    let require = "\nrequire example.com/login v0.1.0\n";
    scratch.write(
        "m/go.mod",
        NEW.replace("service/brandnew v1.0.0", "service/ecr v1.20.2 // indirect") + require,
    );
    let folder = scratch.path().join("mod/cache/download/example.com/login/@v");
    fs::create_dir_all(&folder).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.join("v0.1.0.mod")).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: there is no mkfifo here");
        return;
    }
    let mut child = command(&scratch.path().join("m"))
        .env("GOMODCACHE", scratch.path().join("mod"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    for _ in 0..100 {
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(1));
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("it waits for a writer");
}

#[test]
fn the_module_cache_is_where_go_has_it() {
    let scratch = Scratch::new("cache-places");
    scratch.write(
        "m/go.mod",
        format!(
            "module m\n\ngo 1.21\n\nrequire (\n\t{AWS} v1.23.5\n\t{AWS}/service/ecr v1.20.2 // indirect\n\t\
             example.com/login v0.1.0\n)\n"
        ),
    );
    let manifest = format!("module example.com/login\n\nrequire {AWS}/service/ecr v1.20.2\n");
    scratch.write("path/pkg/mod/cache/download/example.com/login/@v/v0.1.0.mod", manifest);
    let folder = scratch.path().display();
    scratch.write("config/go/env", format!("GOMODCACHE={folder}/path/pkg/mod\n"));
    let run = |settings: &[(&str, String)]| {
        let mut command = command(&scratch.path().join("m"));
        for name in ["GOMODCACHE", "GOPATH", "GOENV", "XDG_CONFIG_HOME"] {
            command.env_remove(name);
        }
        command.env("HOME", "/nowhere").envs(settings.iter().map(|(name, value)| (name, value)));
        stdout(&command.output().unwrap()).contains("example.com/login v0.1.0 (asks for v1.20.2)")
    };
    assert!(!run(&[]));
    assert!(run(&[("GOMODCACHE", format!("{folder}/path/pkg/mod"))]));
    assert!(run(&[("GOPATH", format!("{folder}/path"))]));
    assert!(run(&[("GOENV", format!("{folder}/config/go/env"))]));
    #[cfg(target_os = "linux")]
    assert!(run(&[("XDG_CONFIG_HOME", format!("{folder}/config"))]));
    assert!(!run(&[("GOENV", "off".to_owned()), ("XDG_CONFIG_HOME", format!("{folder}/config"))]));
}
