//! A mistake in an event file stops the build, with the file and the line.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that panics has failed")]

#[path = "../build/events.rs"]
mod events;
mod support;

use support::Scratch;

const GOOD: &str = r#"title = "a pair"
kind = "bad-pair"
severity = "warning"
certainty = "reports"
what = "w"
cure = "c"
story = "s"
unproved = "u"
sources = ["https://example.com/1"]

[[trigger]]
modules = ["core"]
versions = ">=v1.2.3, <v2.0.0"

[[stale]]
modules = ["service/ecr"]
versions = "<v1.2.3"
breaks = ["compile"]
"#;

fn compile(text: &str) -> Result<String, String> {
    let scratch = Scratch::new("rules");
    scratch.write("go/some-event.toml", text);
    std::fs::create_dir_all(scratch.path().join("rust")).unwrap();
    events::compile(scratch.path())
}

#[test]
fn a_good_file_becomes_code() {
    let code = compile(GOOD).unwrap();
    assert!(code.contains("id: \"some-event\""), "{code}");
    assert!(code.contains("github.com/aws/aws-sdk-go-v2/service/ecr"), "{code}");
}

#[test]
fn each_mistake_is_told_with_its_line() {
    let mistakes = [
        ("title = \"a pair\"", "title = \"a pair.\"", 1, "without a full stop"),
        ("kind = \"bad-pair\"", "kind = \"pair\"", 2, "unknown kind `pair`"),
        ("kind = \"bad-pair\"", "kind = \"floor\"", 2, "needs `built-for`"),
        ("kind = \"bad-pair\"", "kind = \"withdrawn\"", 2, "no [[trigger]]"),
        ("unproved = \"u\"\n", "", 3, "needs a [[run]] on either side"),
        ("unproved = \"u\"", "unproved = \" \"", 8, "must give a reason"),
        ("certainty = \"reports\"", "certainty = \"run\"", 4, "needs a [[run]]"),
        ("what = \"w\"", "what = \" \"", 5, "must not be empty"),
        ("cure = \"c\"", "cures = \"c\"", 6, "unknown field `cures`"),
        ("https://example.com/1", "ftp://example.com/1", 9, "https address"),
        ("versions = \">=v1.2.3, <v2.0.0\"", "versions = \">=1.2.3\"", 13, "write versions as v1.2.3"),
        ("versions = \"<v1.2.3\"", "versions = \"<v1.2\"", 17, "write versions as v1.2.3"),
        ("modules = [\"service/ecr\"]", "modules = []", 16, "must name at least one"),
        ("modules = [\"service/ecr\"]", "modules = [\"*/ecr\"]", 16, "at the end"),
        ("breaks = [\"compile\"]", "breaks = [\"all\"]", 18, "unknown impact `all`"),
    ];
    for (from, to, line, said) in mistakes {
        assert!(GOOD.contains(from), "{from}");
        let error = compile(&GOOD.replacen(from, to, 1)).expect_err(to);
        let place = format!("rules/go/some-event.toml:{line}: ");
        assert!(error.starts_with(&place) && error.contains(said), "{to}: {error}");
    }
}
