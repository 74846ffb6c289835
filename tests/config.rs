//! The user's decisions: what they change, what is wrong with them, and which of them have had their day.
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod support;

use std::fs;

use awscompat::config;
use serde_json::Value;
use support::{Repository, Scratch, awscompat_in, go_mod, root, stderr, stdout};

const BROKEN: (&str, &str) = ("v1.23.5", "v1.20.2");
const ID: &str = "service-behind-core-1-23";

/// A repository with one broken module, and a configuration.
fn with(config: &str) -> Repository {
    let repository = Repository::new();
    repository.go("", BROKEN.0, BROKEN.1);
    repository.0.write("awscompat.toml", config);
    repository.commit();
    repository
}

/// An entry that accepts the one finding.
fn ignore(more: &str) -> String {
    format!("[[ignore]]\nid = \"{ID}\"\nreason = \"nothing here calls ECR\"\n{more}")
}

#[test]
fn levels_say_how_bad_an_event_is() {
    for (level, code, says) in [
        ("off", 0, "ok: 1 build checked"),
        ("note", 0, "1 note not shown"),
        ("warning", 0, "found: 0 errors, 1 warning"),
        ("error", 1, "found: 1 error, 0 warnings"),
    ] {
        let repository = with(&format!("[levels]\n{ID} = \"{level}\"\n"));
        let output = repository.check(&[]);
        assert_eq!(output.status.code(), Some(code), "{level}");
        assert!(stdout(&output).contains(says), "{level}: {}", stdout(&output));
    }
}

#[test]
fn what_is_ignored_is_counted_with_its_reason() {
    let repository = with(&ignore(""));
    let output = repository.check(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("1 ignored by the configuration"), "{}", stdout(&output));
    let text = stdout(&repository.check(&["-v"]));
    assert!(
        text.contains(
            "ignored: go.mod: service-behind-core-1-23 (service/ecr v1.20.2): nothing here calls ECR"
        )
    );
    assert_eq!(repository.code(&["--no-config"]), 1);

    let report: Value = serde_json::from_str(&stdout(&repository.check(&["--format", "json"]))).unwrap();
    let ignored = &report["builds"][0]["ignored"][0];
    assert_eq!((&ignored["id"], &ignored["version"]), (&ID.into(), &"v1.20.2".into()));
    assert_eq!(
        (&ignored["decided"]["file"], &ignored["decided"]["line"]),
        (&"awscompat.toml".into(), &2.into())
    );
    let log: Value = serde_json::from_str(&stdout(&repository.check(&["--format", "sarif"]))).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["suppressions"][0]["justification"], "nothing here calls ECR");
    // It is the same finding that was told before.
    let told: Value =
        serde_json::from_str(&stdout(&repository.check(&["--format", "sarif", "--no-config"]))).unwrap();
    assert_eq!(result["partialFingerprints"], told["runs"][0]["results"][0]["partialFingerprints"]);
}

#[test]
fn an_ignore_is_as_narrow_as_it_says() {
    for (more, ignored) in [
        ("module = \"service/ecr\"", true),
        ("module = \"github.com/aws/aws-sdk-go-v2/service/ecr\"", true),
        ("module = \"service/ecrpublic\"", false),
        ("version = \"v1.20.2\"", true),
        ("version = \"1.20.2\"", true),
        ("version = \"v1.20.1\"", false),
        ("path = \"go.mod\"", true),
        ("path = \"/go.mod\"", true),
        ("path = \"*.mod\"", true),
        ("path = \"tools/\"", false),
        ("path = \"/tools/go.mod\"", false),
    ] {
        let repository = with(&ignore(more));
        assert_eq!(repository.code(&[]), i32::from(!ignored), "{more}");
        let unused = stdout(&repository.check(&[])).contains("fits nothing that was found");
        assert_eq!(unused, !ignored, "{more}");
    }
}

#[test]
fn the_nearest_configuration_counts_up_to_the_root_of_the_repository() {
    let outside = Scratch::new("outside");
    outside.write("awscompat.toml", ignore(""));
    outside.write("repository/.git/HEAD", "ref: refs/heads/main\n");
    outside.write("repository/a/b/go.mod", go_mod(BROKEN.0, BROKEN.1));
    let check = || awscompat_in(&outside.path().join("repository/a"), &["b"]).status.code();
    assert_eq!(check(), Some(1));
    outside.write("repository/awscompat.toml", ignore(""));
    assert_eq!(check(), Some(0));
    // A nearer one takes its place as a whole.
    outside.write("repository/a/awscompat.toml", "strategy = \"latest\"\n");
    assert_eq!(check(), Some(1));
    let config = ["--config", "../awscompat.toml", "b"];
    assert_eq!(awscompat_in(&outside.path().join("repository/a"), &config).status.code(), Some(0));
    let missing = awscompat_in(outside.path(), &["--config", "nowhere.toml", "repository"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("nowhere.toml"), "{}", stderr(&missing));
}

#[test]
fn a_cargo_manifest_can_hold_it() {
    let manifest = "[workspace]\nmembers = []\n\n[workspace.metadata.awscompat]\n";
    let repository = with("");
    fs::remove_file(repository.path().join("awscompat.toml")).unwrap();
    repository.0.write("Cargo.toml", format!("{manifest}levels = {{ {ID} = \"note\" }}\n"));
    assert_eq!(repository.code(&["go.mod"]), 0);
    repository.0.write("awscompat.toml", "");
    let both = repository.check(&["go.mod"]);
    assert_eq!(both.status.code(), Some(2));
    assert!(stderr(&both).contains("keep one of the two"), "{}", stderr(&both));
    fs::remove_file(repository.path().join("awscompat.toml")).unwrap();
    repository.0.write("Cargo.toml", "[package.metadata.awscompat]\nhold = []\n");
    let package = repository.check(&["go.mod"]);
    assert_eq!(package.status.code(), Some(2));
    assert!(stderr(&package).contains("[workspace.metadata.awscompat]"), "{}", stderr(&package));
}

#[test]
fn every_mistake_is_told_with_its_place_and_what_was_meant() {
    let config = "\
stratgy = \"minimal\"
strategy = \"newest\"
hold = \"service/ecr\"
exclude = [\"a\", 3]

[levels]
service-behind-core-1-32 = \"off\"
service-behind-core-1-23 = \"warn\"

[[ignore]]
id = \"service-behind-core-123\"
reason = \"x\"

[[ignore]]
id = \"service-behind-core-1-23\"

[[ignore]]
id = \"service-behind-core-1-23\"
reason = \" \"
modul = \"service/ecr\"
expires = \"2027-13-01\"
";
    let repository = with(config);
    let output = repository.check(&[]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    for (place, what) in [
        ("1:1", "did you mean `strategy`?"),
        ("2:13", "unknown strategy `newest`"),
        ("3:9", "`hold` takes a list of texts"),
        ("4:17", "`exclude` takes a text that is not empty"),
        ("7:1", "did you mean `service-behind-core-1-23`?"),
        ("8:29", "did you mean `warning`?"),
        ("11:7", "there is no event `service-behind-core-123`"),
        ("14:1", "`reason` is missing"),
        ("19:11", "`reason` takes a text that is not empty"),
        ("20:1", "did you mean `module`?"),
        ("21:12", "this is no day"),
    ] {
        assert!(said.contains(&format!("awscompat.toml:{place}\n")), "{place}: {said}");
        assert!(said.contains(what), "{what}: {said}");
    }
    assert_eq!(said.matches("awscompat.toml:").count(), 11, "{said}");
    // What is wrong makes nothing wider: all is checked as if it were not there.
    assert!(stdout(&output).contains("found: 1 error"), "{}", stdout(&output));
    let broken = with("[levels\n");
    assert_eq!(broken.code(&[]), 2);
    assert!(stderr(&broken.check(&[])).contains("awscompat.toml:1:"), "{}", stderr(&broken.check(&[])));
}

#[test]
fn what_is_excluded_is_passed_over_unless_it_is_named() {
    let repository = with("exclude = [\"third_party/\", \"**/old.mod\"]\n");
    repository.go("third_party/x/", BROKEN.0, BROKEN.1);
    let builds = |arguments: &[&str]| {
        let text = stdout(&repository.check(&[arguments, &["--format", "json"]].concat()));
        let report: Value = serde_json::from_str(&text).unwrap();
        report["builds"].as_array().unwrap().len()
    };
    assert_eq!(builds(&[]), 1);
    assert_eq!(builds(&["--no-config"]), 2);
    assert_eq!(builds(&["third_party/x"]), 1);
    assert_eq!(builds(&["third_party/x/go.mod"]), 1);
    repository.0.write("awscompat.toml", "exclude = [\"go.mod\"]\n");
    let none = repository.check(&[]);
    assert_eq!(none.status.code(), Some(3));
    assert!(stderr(&none).contains("excluded by awscompat.toml"), "{}", stderr(&none));
}

#[test]
fn plans_and_fixes_go_by_it() {
    let repository = with("hold = [\"service/ecr\"]\n");
    let plan = repository.check(&["plan"]);
    assert_eq!(plan.status.code(), Some(1));
    assert!(stdout(&plan).contains("is held at v1.20.2"), "{}", stdout(&plan));
    let repository = with("strategy = \"train=2024-01-04\"\n");
    assert!(stdout(&repository.check(&["plan"])).contains("(train=2024-01-04)"));
    assert!(stdout(&repository.check(&[])).contains("(train=2024-01-04)"));
    assert!(stdout(&repository.check(&["plan", "--strategy", "minimal"])).contains("(minimal)"));
    let repository = with("strategy = \"train=2024-01-06\"\n");
    assert!(stderr(&repository.check(&[])).contains("no AWS SDK has a release of 2024-01-06"));
    let repository = with(&ignore(""));
    assert!(stdout(&repository.check(&["plan"])).contains("nothing to move"));
    let fixed = repository.check(&["fix", "--edit-only"]);
    assert_eq!(fixed.status.code(), Some(0), "{}", stderr(&fixed));
    assert_eq!(fs::read_to_string(repository.path().join("go.mod")).unwrap(), go_mod(BROKEN.0, BROKEN.1));
}

#[test]
fn what_has_expired_or_fits_nothing_is_told() {
    let repository = with(&ignore("expires = 2024-06-30\n"));
    let told = repository.check(&["--today", "2024-07-01"]);
    assert_eq!(told.status.code(), Some(1));
    assert!(stdout(&told).contains("has expired: its last day was 2024-06-30"), "{}", stdout(&told));
    assert!(stdout(&told).contains("awscompat.toml:4:11"), "{}", stdout(&told));
    assert_eq!(repository.code(&["--today", "2024-06-30"]), 0);
    let wrong = repository.check(&["--today", "tomorrow"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("write it as 2027-06-30"), "{}", stderr(&wrong));

    let repository = with(&ignore(""));
    repository.go("", "v1.21.0", "v1.20.2");
    let every = ["human", "json", "sarif", "github", "gitlab", "markdown", "junit"];
    for form in every {
        let output = repository.check(&["--format", form]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("fits nothing that was found"), "{form}: {}", stdout(&output));
    }
    // Who looks at a part cannot know.
    repository.go("part/", "v1.21.0", "v1.20.2");
    assert!(!stdout(&repository.check(&["part"])).contains("fits nothing"));
}

/// Without `--today`, the commit's own day counts, whatever the clock says.
#[test]
fn the_same_commit_has_the_same_answer_on_any_day() {
    let repository = with(&ignore("expires = \"2024-06-30\"\n"));
    for (day, code) in [("2024-06-30", 0), ("2024-07-01", 1)] {
        let date = format!("{day}T23:00:00Z");
        let commit = std::process::Command::new("git")
            .current_dir(repository.path())
            .args(["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"])
            .args(["commit", "-q", "--allow-empty", "-m", "later"])
            .env("GIT_COMMITTER_DATE", &date)
            .status()
            .unwrap();
        assert!(commit.success());
        assert_eq!(repository.code(&[]), code, "{day}");
        #[cfg(target_os = "linux")]
        for (clock, output) in clocks(repository.path()) {
            assert_eq!(output.status.code(), Some(code), "{day} by the clock of {clock}");
            assert_eq!(output.stdout, repository.check(&[]).stdout, "{day} by the clock of {clock}");
        }
    }
}

/// Runs by clocks of other years, which a library sets that is loaded before the system's. None where the toolchain
/// cannot build it.
#[cfg(target_os = "linux")]
fn clocks(folder: &std::path::Path) -> Vec<(i64, std::process::Output)> {
    use std::process::Command;
    let scratch = Scratch::new("clock");
    let mut runs = Vec::new();
    for year in [2001_i64, 2040] {
        let seconds = (year - 1970) * 31_556_952 + 15_778_476;
        let source = scratch.write(
            "clock.rs",
            format!(
                "#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn clock_gettime(_: i32, time: *mut [i64; 2]) -> i32 {{\n    \
                 unsafe {{ *time = [{seconds}, 0] }};\n    0\n}}\n"
            ),
        );
        let library = scratch.path().join(format!("clock{year}.so"));
        let built = Command::new("rustc")
            .args(["--edition", "2024", "--crate-type", "cdylib", "-C", "panic=abort", "-o"])
            .args([&library, &source])
            .output();
        if !built.is_ok_and(|built| built.status.success()) {
            #[allow(clippy::print_stdout, reason = "a test says what it skips")]
            {
                println!("skipped: rustc does not build a clock here");
            }
            return Vec::new();
        }
        let said = Command::new("date").arg("+%Y").env("LD_PRELOAD", &library).output().unwrap();
        assert_eq!(stdout(&said).trim(), year.to_string(), "the clock is not in force");
        let output = support::command(folder).env("LD_PRELOAD", &library).output().unwrap();
        runs.push((year, output));
    }
    runs
}

#[test]
fn config_prints_what_is_in_force_and_from_where() {
    let repository = with(&format!(
        "strategy = \"minimal\"\nhold = [\"service/s3\"]\n\n[levels]\n{ID} = \"warning\"\n\n{}",
        ignore("module = \"service/ecr\"\nexpires = 2024-06-30\n")
    ));
    let text = stdout(&repository.check(&["config", "--today", "2024-07-01"]));
    for line in [
        "strategy: minimal  awscompat.toml:1",
        "hold: service/s3  awscompat.toml:2",
        "level of service-behind-core-1-23: warning  awscompat.toml:5",
        "ignore: service-behind-core-1-23, module service/ecr, until 2024-06-30, which is past: nothing here calls ECR  awscompat.toml:8",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let value: Value =
        serde_json::from_str(&stdout(&repository.check(&["config", "--format", "json"]))).unwrap();
    assert_eq!(value["ignore"][0]["module"], "service/ecr");
    let nothing = Scratch::new("nothing");
    assert!(stdout(&awscompat_in(nothing.path(), &["config"])).contains("no configuration is in force"));
    assert_eq!(with("x = 1\n").code(&["config"]), 2);
}

#[test]
fn init_writes_a_file_that_says_nothing_until_it_is_told_to() {
    let repository = Repository::new();
    repository.go("", BROKEN.0, BROKEN.1);
    assert_eq!(repository.code(&["init"]), 0);
    assert_eq!(repository.code(&[]), 1);
    let path = repository.path().join("awscompat.toml");
    let text = fs::read_to_string(&path).unwrap();
    let again = repository.check(&["init"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("is there already"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    // Every line does what it says.
    let told: String = text
        .lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| format!("{}\n", line.strip_prefix('#').unwrap_or(line)))
        .collect();
    fs::write(&path, told).unwrap();
    let output = repository.check(&["config"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for word in ["strategy: ", "hold: ", "exclude: ", "level of ", "ignore: "] {
        assert!(stdout(&output).contains(word), "{word}: {}", stdout(&output));
    }
}

#[test]
fn the_schema_and_the_reader_agree() {
    let written: Value =
        serde_json::from_str(&fs::read_to_string(root().join("docs/awscompat.schema.json")).unwrap())
            .unwrap();
    assert_eq!(written, config::schema(), "`cargo xtask pages` writes it");
    let validator = jsonschema::draft7::options().should_validate_formats(true).build(&written).unwrap();
    let reason = "reason = \"x\"";
    for (text, good) in [
        (String::new(), true),
        ("strategy = \"aligned\"".to_owned(), true),
        ("strategy = \"train=2024-01-04\"".to_owned(), true),
        ("strategy = \"newest\"".to_owned(), false),
        ("strategy = 1".to_owned(), false),
        ("hold = [\"service/ecr\"]".to_owned(), true),
        ("hold = \"service/ecr\"".to_owned(), false),
        ("hold = [\"\"]".to_owned(), false),
        ("exclude = [\"a/\"]".to_owned(), true),
        ("excludes = []".to_owned(), false),
        (format!("[levels]\n{ID} = \"off\""), true),
        (format!("[levels]\n{ID} = \"warn\""), false),
        ("[levels]\nnothing = \"off\"".to_owned(), false),
        ("levels = []".to_owned(), false),
        (format!("[[ignore]]\nid = \"{ID}\"\n{reason}"), true),
        (format!("[[ignore]]\nid = \"{ID}\"\n{reason}\nexpires = \"2027-06-30\""), true),
        (format!("[[ignore]]\nid = \"{ID}\"\n{reason}\nexpires = \"soon\""), false),
        (format!("[[ignore]]\nid = \"{ID}\""), false),
        (format!("[[ignore]]\n{reason}"), false),
        (format!("[[ignore]]\nid = \"x\"\n{reason}"), false),
        (format!("[[ignore]]\nid = \"{ID}\"\n{reason}\nuntil = \"2027-06-30\""), false),
        (format!("[ignore]\nid = \"{ID}\"\n{reason}"), false),
    ] {
        let value: Value = toml::from_str(&text).unwrap();
        assert_eq!(validator.is_valid(&value), good, "by the schema: {text}");
        let scratch = Scratch::new("schema");
        scratch.write("awscompat.toml", &text);
        let code = awscompat_in(scratch.path(), &["config"]).status.code();
        assert_eq!(code, Some(if good { 0 } else { 2 }), "by the reader: {text}");
    }
}

#[test]
fn ignored_findings_do_not_fail_a_comparison() {
    let repository = with(&ignore(""));
    repository.git(&["branch", "-q", "change"]);
    repository.go("new/", BROKEN.0, BROKEN.1);
    assert_eq!(repository.code(&["--base", "HEAD"]), 0);
    assert_eq!(repository.code(&["--base", "HEAD", "--no-config"]), 1);
}
