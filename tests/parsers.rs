//! The readers of Go's files, as others use them: what they read, what they refuse and where, and that no input
//! makes them panic.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which the lint does not know as such")]

use std::fmt::Write as _;

use awscompat::inventory::ParseError;
use awscompat::inventory::go_graph::GoGraph;
use awscompat::inventory::go_list::GoList;
use awscompat::inventory::go_mod::{GoMod, Replace, ReplaceTarget};
use awscompat::inventory::go_sum::GoSum;
use awscompat::inventory::go_work::GoWork;
use awscompat::inventory::vendor_modules::VendorModules;
use awscompat::source::Source;
use awscompat::version::Version;
use proptest::prelude::*;

/// What was read, one line a directive, in a fixed order of kinds.
fn shown(read: &GoMod) -> String {
    let mut out = String::new();
    let single = [("module", &read.module), ("go", &read.go), ("toolchain", &read.toolchain)];
    for (verb, value) in single {
        if let Some(value) = value {
            writeln!(out, "{verb} {}", value.value).unwrap();
        }
    }
    for require in &read.requires {
        let indirect = if require.indirect { " indirect" } else { "" };
        writeln!(out, "require {} {}{indirect}", require.path, require.version).unwrap();
    }
    read.replaces.iter().for_each(|replace| shown_replace(replace, &mut out));
    for exclude in &read.excludes {
        writeln!(out, "exclude {} {}", exclude.path, exclude.version).unwrap();
    }
    for retract in &read.retracts {
        writeln!(out, "retract {} {}", retract.low, retract.high).unwrap();
    }
    for godebug in &read.godebugs {
        writeln!(out, "godebug {}={}", godebug.key, godebug.value).unwrap();
    }
    let lists = [("tool", &read.tools), ("ignore", &read.ignores), ("unknown", &read.unknown)];
    for (verb, values) in lists {
        for value in values {
            writeln!(out, "{verb} {}", value.value).unwrap();
        }
    }
    out
}

fn shown_replace(replace: &Replace, out: &mut String) {
    let version = replace.old_version.as_ref().map_or(String::new(), |version| format!(" {version}"));
    let new = match &replace.target {
        ReplaceTarget::Module { path, version, .. } => format!("{path} {version}"),
        ReplaceTarget::Local { path, .. } => format!("folder {path}"),
    };
    writeln!(out, "replace {}{version} => {new}", replace.old_path).unwrap();
}

/// Inputs that are easily misread, each with its reading.
const READINGS: [(&str, &str); 54] = [
    ("", ""),
    ("\n\n\r\n", ""),
    ("// only a comment", ""),
    ("module a.b/c", "module a.b/c\n"),
    ("module\ta.b/c\r\n", "module a.b/c\n"),
    ("\u{feff}module a.b/c\n", "module a.b/c\n"),
    ("module \"a.b/c\"\n", "module a.b/c\n"),
    ("module `a.b/c`\n", "module a.b/c\n"),
    ("module (\n\ta.b/c\n)\n", "module a.b/c\n"),
    ("// Deprecated: gone\nmodule a // b\n", "module a\n"),
    ("go 1.21 // note\n", "go 1.21\n"),
    ("go 1.21rc1\ntoolchain go1.21.3 // note\n", "go 1.21rc1\ntoolchain go1.21.3\n"),
    ("go 1.13.x\ntoolchain default\n", "go 1.13.x\ntoolchain default\n"),
    ("require a.b/c v1.2.3", "require a.b/c v1.2.3\n"),
    ("require a.b/c v1.2.3 // indirect", "require a.b/c v1.2.3 indirect\n"),
    ("require a.b/c v1.2.3//indirect\r\n", "require a.b/c v1.2.3 indirect\n"),
    ("require a.b/c v1.2.3 //\tindirect\t\n", "require a.b/c v1.2.3 indirect\n"),
    ("require a.b/c v1.2.3 // indirect; why\n", "require a.b/c v1.2.3 indirect\n"),
    ("require a.b/c v1.2.3 // indirect;\n", "require a.b/c v1.2.3\n"),
    ("require a.b/c v1.2.3 // indirect why\n", "require a.b/c v1.2.3\n"),
    ("// indirect\nrequire a.b/c v1.2.3\n// indirect\n", "require a.b/c v1.2.3\n"),
    ("require ( // indirect\na.b/c v1.2.3\n) // indirect\n", "require a.b/c v1.2.3\n"),
    ("require(\na.b/c v1.2.3\n)", "require a.b/c v1.2.3\n"),
    ("require (\r\n\r\n\ta.b/c v1.2.3 // indirect\r\n\r\n)\r\n", "require a.b/c v1.2.3 indirect\n"),
    ("require ()\nrequire ( ) // none\nrequire (\n)\nmodule a\n", "module a\n"),
    ("require (\na v1.0.0\n)\nrequire (\nb v1.0.0\n)\n", "require a v1.0.0\nrequire b v1.0.0\n"),
    ("require a v1.0.0\nrequire a v1.1.0\n", "require a v1.0.0\nrequire a v1.1.0\n"),
    ("require a v1\nrequire b v1.2\n", "require a v1.0.0\nrequire b v1.2.0\n"),
    ("require \"a.b/\\x63\" \"v1.2.3\"\n", "require a.b/c v1.2.3\n"),
    ("require \"a b\" `v1.2.3` // indirect", "require a b v1.2.3 indirect\n"),
    ("require a.b/c v2.0.0+incompatible\n", "require a.b/c v2.0.0+incompatible\n"),
    ("require a v1.2.4-0.20231024185945-8841054dbdb8", "require a v1.2.4-0.20231024185945-8841054dbdb8\n"),
    ("require a.b/c/v2 v2.0.0\nrequire gopkg.in/d.v3 v3.0.1", {
        "require a.b/c/v2 v2.0.0\nrequire gopkg.in/d.v3 v3.0.1\n"
    }),
    ("require a.b/c v2.0.0\n", "require a.b/c v2.0.0\n"),
    ("require é.b/ç v1.0.0 // indirect\n", "require é.b/ç v1.0.0 indirect\n"),
    ("require a/b/c//d v1\n v1.0.0\n", "error"),
    ("replace a => ./b\n", "replace a => folder ./b\n"),
    ("replace a v1.0.0 => ../b // c\n", "replace a v1.0.0 => folder ../b\n"),
    ("replace a => b v1.0.0\n", "replace a => b v1.0.0\n"),
    ("replace a v1.0.0 => b v1.2\n", "replace a v1.0.0 => b v1.2.0\n"),
    ("replace (\na => /b\nc => \"C:\\\\d e\"\n)\n", "replace a => folder /b\nreplace c => folder C:\\d e\n"),
    ("replace a => ..\nreplace b => .\n", "replace a => folder ..\nreplace b => folder .\n"),
    ("replace a => .\\b\nreplace c => d:\\e\n", "replace a => folder .\\b\nreplace c => folder d:\\e\n"),
    ("exclude (\na v1.0.0\nb v1.1\n)\n", "exclude a v1.0.0\nexclude b v1.1.0\n"),
    ("retract v1.0.0\nretract [v1.1.0, v1.2.0]\n", "retract v1.0.0 v1.0.0\nretract v1.1.0 v1.2.0\n"),
    ("retract (\n[v1,v2] // c\nv3\n)\n", "retract v1.0.0 v2.0.0\nretract v3.0.0 v3.0.0\n"),
    ("tool a.b/c\ntool (\nd\n\"e\"\n)\n", "tool a.b/c\ntool d\ntool e\n"),
    ("ignore ./a\nignore (\nb/c\n)\n", "ignore ./a\nignore b/c\n"),
    ("godebug a=b\ngodebug (\nc=d=e\nf=\n)\n", "godebug a=b\ngodebug c=d=e\ngodebug f=\n"),
    ("future x [y] {z}\nrequire a v1.0.0\n", "require a v1.0.0\nunknown future\n"),
    ("future (\nx (\n)\nrequire a v1.0.0\n", "require a v1.0.0\nunknown future\n"),
    ("future y (\nx\n)\nfuture ( x\nmodule a\n", "module a\nunknown future\nunknown future\n"),
    ("future \"a\\\nb\" // c\nmodule a\n", "module a\nunknown future\n"),
    ("require a v1.0.0\rrequire", "error"),
];

#[test]
fn go_mod_is_read_as_go_reads_it() {
    for (text, expected) in READINGS {
        match GoMod::parse(text) {
            Ok(read) => {
                assert_eq!(shown(&read), expected, "{text:?}");
                assert_eq!(read.tree().to_string(), text);
            }
            Err(error) => assert_eq!(expected, "error", "{text:?}: {error}"),
        }
    }
}

#[test]
fn very_long_lines_are_read() {
    let path = "x".repeat(100_000);
    let text = format!("require {path} v1.0.0 // indirect; {}", "y".repeat(1_000_000));
    let read = GoMod::parse(&text).unwrap();
    assert!(read.requires[0].indirect);
    assert_eq!(read.requires[0].path, path);
}

#[test]
fn spans_are_those_of_the_words() {
    let text = "\u{feff}module \"é\"\nrequire (\r\n\t\"a\" v1.0.0 // indirect\n)\nreplace b v1.1.0 => `c` \"v1.2.0\"\n\
                exclude d v1.3.0\nretract [v1.4.0, v1.5.0]\nfuture (\n)\n";
    let read = GoMod::parse(text).unwrap();
    let at = |span: awscompat::source::Span| &text[span.range()];
    assert_eq!(at(read.module.unwrap().span), "é");
    assert_eq!(at(read.requires[0].path_span), "a");
    assert_eq!(at(read.requires[0].version_span), "v1.0.0");
    assert_eq!(at(read.replaces[0].old_span), "b v1.1.0");
    let ReplaceTarget::Module { path_span, version_span, .. } = read.replaces[0].target else { panic!() };
    assert_eq!((at(path_span), at(version_span)), ("c", "v1.2.0"));
    assert_eq!(at(read.excludes[0].span), "d v1.3.0");
    assert_eq!(at(read.retracts[0].span), "[v1.4.0, v1.5.0]");
    assert_eq!(at(read.unknown[0].span), "future");
}

#[test]
fn language_versions_are_compared() {
    for (text, at_least_17) in [
        ("", false),
        ("go 1.16", false),
        ("go 1.9", false),
        ("go 1.17", true),
        ("go 1.17.3", true),
        ("go 2.0", true),
    ] {
        assert_eq!(GoMod::parse(text).unwrap().go_at_least(1, 17), at_least_17, "{text:?}");
    }
    assert!(GoMod::parse("").unwrap().go_at_least(1, 16));
}

#[test]
fn edits_change_versions_and_nothing_else() {
    let version = Version::new(1, 30, 0);
    let mut read = GoMod::parse(
        "require a v1.0.0 // indirect\r\nrequire (\n\t\"a\"   \"v1.1.0\"// why\n\n\tb v1.0.0\n)\nreplace a v1.0.0 => ./a",
    )
    .unwrap();
    assert_eq!(read.set_require_version("a", &version), Ok(2));
    assert_eq!(
        read.tree().text(),
        "require a v1.30.0 // indirect\r\nrequire (\n\t\"a\"   \"v1.30.0\"// why\n\n\tb v1.0.0\n)\nreplace a v1.0.0 => ./a",
    );
    assert_eq!(&read.tree().text()[read.requires[2].version_span.range()], "v1.0.0");
    assert_eq!(read.set_require_version("c", &version), Ok(0));
}

/// Asserts where and how a text is refused; line and column from 1, in characters.
#[track_caller]
fn refused<T>(text: &str, result: Result<T, ParseError>, at: (usize, usize), message: &str, help: &str) {
    let Err(error) = result else { panic!("{text:?} was read") };
    let position = Source::new("x", text).position(error.span.start);
    assert_eq!((position.line, position.column), at, "{text:?}: {error}");
    assert!(error.message.contains(message), "{text:?}: {:?} has no {message:?}", error.message);
    let found = error.help.as_deref().unwrap_or_default();
    assert!(found.contains(help), "{text:?}: {found:?} has no {help:?}");
}

#[test]
fn broken_go_mod_is_refused_at_its_place() {
    for (text, at, message, help) in [
        ("module a\n/* b */\n", (2, 1), "`/*` comments", "//"),
        ("require é/*c*/ v1.0.0", (1, 10), "`/*` comments", "//"),
        ("module \"a\n", (1, 8), "no end on its line", "close it with \""),
        ("module `a", (1, 8), "no end on its line", "close it with `"),
        ("module \"a\\", (1, 8), "no end on its line", ""),
        ("module a\u{a0}b", (1, 9), "U+00A0", "delete it"),
        ("module a\u{202e}b", (1, 9), "U+202E", "delete it"),
        ("module a\u{feff}", (1, 9), "U+FEFF", "delete it"),
        ("module \u{1b}[31m", (1, 8), "U+001B", "delete it"),
        ("module a'b", (1, 9), "a quote may only stand around", "delete the quote"),
        ("module \"a\\qb\"", (1, 10), "no such escape", "\\\\"),
        ("module \"\\xff\"", (1, 9), "no UTF-8", ""),
        ("module", (1, 1), "`module`", "write `module module/path`"),
        ("module a b", (1, 8), "`module`", "write `module module/path`"),
        ("module a\nmodule b\n", (2, 8), "more than one `module`", "keep one"),
        ("go 1.21\ngo 1.22\n", (2, 4), "more than one `go`", "keep one"),
        ("go 1\n", (1, 4), "`1` is no version of the Go language", "go 1.21"),
        ("go \"1.21\"\n", (1, 4), "`go`", "write `go 1.21`"),
        ("go (\n1.21\n)\n", (1, 1), "cannot be a block", "one line"),
        ("\n  require a.b/c master // x\n", (2, 17), "`master` is not a version", "go mod tidy"),
        ("require (\n\ta.b/ç 1.2.3\n)\n", (2, 8), "`1.2.3` is not a version", "write `v1.2.3`"),
        ("require a \"v1.2.3.4\"\n", (1, 12), "`v1.2.3.4` is not a version", ""),
        ("require a.b/c\n", (1, 9), "`require`", "write `require module/path v1.2.3`"),
        ("require a.b/c@v1.2.3\n", (1, 9), "`require`", "space in the place of `@`"),
        ("require a v1.0.0 v1.1.0\n", (1, 9), "`require`", "write `require"),
        ("require a [v1.0.0]\n", (1, 9), "`require`", "write `require"),
        ("require (\n\ta v1.0.0\n", (1, 9), "no end", "close it with a line `)`"),
        (
            "require (\n\ta v1.0.0\n\nreplace (\n\tb => ./b\n)\n",
            (4, 1),
            "`require`",
            "close the block `require (`",
        ),
        ("require (\n\ta v1.0.0 )\n", (1, 9), "no end", "with a line `)`"),
        ("require (\n) a\n", (2, 3), "only a comment may follow", "new line"),
        ("require a (\n)\n", (1, 9), "only the verb may stand before", "write `require (`"),
        ("require a v1.0.0\n)\n", (2, 1), "`)` is no directive", "no block is open"),
        ("a.b/c v1.0.0\n", (1, 1), "`a.b/c` is no directive", "`require`"),
        ("\"require\" a v1.0.0\n", (1, 1), "is no directive", ""),
        ("replace a b v1.0.0\n", (1, 9), "`replace`", "=>"),
        ("replace a => b\n", (1, 14), "needs a version", "./ or ../"),
        ("replace a => b@v1.0.0\n", (1, 14), "needs a version", "write `b v1.0.0`"),
        ("replace a => ./b v1.0.0\n", (1, 18), "has no version", "delete the version"),
        ("replace a master => ./b\n", (1, 11), "`master` is not a version", ""),
        ("replace a v1.0.0 v1.1.0 => ./b\n", (1, 9), "`replace`", "=>"),
        ("exclude a\n", (1, 9), "`exclude`", "write `exclude module/path v1.2.3`"),
        ("retract [v1.0.0 v1.1.0]\n", (1, 9), "`retract`", "[v1.2.0, v1.2.3]"),
        ("retract v1.0.0 v1.1.0\n", (1, 9), "`retract`", ""),
        ("godebug a\n", (1, 9), "`godebug`", "key=value"),
        ("godebug a,b=c\n", (1, 9), "`godebug`", "key=value"),
        ("tool a b\n", (1, 6), "`tool`", "write `tool package/path`"),
        (
            "module a\n<<<<<<< HEAD\n",
            (2, 1),
            "unresolved merge conflict",
            "resolve it, then run awscompat again",
        ),
        ("module a\n=======\r\n", (2, 1), "unresolved merge conflict", "run awscompat again"),
        ("require (\n\ta v1.0.0\n>>>>>>> x\n)\n", (3, 1), "unresolved merge conflict", "run awscompat again"),
    ] {
        refused(text, GoMod::parse(text), at, message, help);
    }
}

#[test]
fn too_large_a_go_mod_is_refused() {
    let text = "\n".repeat((4 << 20) + 1);
    refused(&text, GoMod::parse(&text), (1, 1), "larger than 4 MiB", "");
}

#[test]
fn go_work_is_read_and_refused() {
    let text = "go 1.22 // c\ntoolchain go1.22.1\nuse .\nuse (\n\t./a // why\n\t\"../b c\"\n)\n\
                replace a v1.0.0 => b v1.1.0\nreplace (\n\tc => ./c\n)\ngodebug x=1\nfuture (\n\ty\n)\n";
    let read = GoWork::parse(text).unwrap();
    assert_eq!(read.tree().to_string(), text);
    assert_eq!(read.go.unwrap().value, "1.22");
    assert_eq!(read.toolchain.unwrap().value, "go1.22.1");
    let uses: Vec<_> = read.uses.iter().map(|u| (u.value.as_str(), &text[u.span.range()])).collect();
    assert_eq!(uses, [(".", "."), ("./a", "./a"), ("../b c", "../b c")]);
    let mut replaces = String::new();
    read.replaces.iter().for_each(|replace| shown_replace(replace, &mut replaces));
    assert_eq!(replaces, "replace a v1.0.0 => b v1.1.0\nreplace c => folder ./c\n");
    assert_eq!(read.godebugs[0].key, "x");
    assert_eq!(read.unknown[0].value, "future");
    // What only go.mod knows is unknown here.
    assert_eq!(GoWork::parse("require (\n\ta v1.0.0\n)\n").unwrap().unknown[0].value, "require");
    for (text, at, message, help) in [
        ("use\n", (1, 1), "`use`", "write `use ./folder`"),
        ("go 1.22\nuse ./a ./b\n", (2, 5), "`use`", "write `use ./folder`"),
        ("go 1.22\n<<<<<<< a\n", (2, 1), "unresolved merge conflict", "resolve it"),
        ("use (\n\t.\n", (1, 5), "no end", "close it"),
    ] {
        refused(text, GoWork::parse(text), at, message, help);
    }
}

#[test]
fn go_sum_is_read_and_refused() {
    let text = "\u{feff}a v1.0.0 h1:x\na v1.0.0/go.mod h1:y\r\n\n \t\n  b\tv0.0.0-20231024185945-8841054dbdb8   h1:z\n\
                c v1.0.0/go.mod h1:G7mAYYxgmS0lVkHyy2hEOLQCFB0DlQFTMLWggykrydY=\né v2.0.0+incompatible h1:x";
    let read = GoSum::parse(text).unwrap();
    let entries: Vec<_> = read.entries.iter().map(|e| (e.path, e.version, e.go_mod_only)).collect();
    assert_eq!(
        entries,
        [
            ("a", "v1.0.0", false),
            ("a", "v1.0.0", true),
            ("b", "v0.0.0-20231024185945-8841054dbdb8", false),
            ("é", "v2.0.0+incompatible", false),
        ]
    );
    for entry in &read.entries {
        assert_eq!(&text[entry.path_span.range()], entry.path);
        assert_eq!(&text[entry.version_span.range()], entry.version);
    }
    for (text, at, message, help) in [
        ("a v1.0.0 h1:x\n  b v1.0.0 \n", (2, 3), "2 fields", "go mod tidy"),
        ("é v1.0.0 h1:x extra\n", (1, 1), "4 fields", "go mod tidy"),
        ("a\n", (1, 1), "1 field,", "go mod tidy"),
        ("a v1.0.0 h1:x\n<<<<<<< HEAD\n", (2, 1), "unresolved merge conflict", "resolve it"),
        ("=======\n", (1, 1), "unresolved merge conflict", "resolve it"),
        (">>>>>>> branch h1:x\n", (1, 1), "unresolved merge conflict", "resolve it"),
    ] {
        refused(text, GoSum::parse(text), at, message, help);
    }
    let text = "b v1 h1:x\na master h1:x\n";
    let read = GoSum::parse(text).unwrap();
    refused(text, read.highest_with_zip(|_| true), (2, 3), "`master` is not a version", "go mod tidy");
    assert_eq!(read.highest_with_zip(|path| path == "b").unwrap().len(), 1);
}

#[test]
fn the_other_readers_refuse_at_the_place() {
    let text = "# a v1.0.0\n<<<<<<< HEAD\n";
    refused(text, VendorModules::parse(text), (2, 1), "unresolved merge conflict", "resolve it");
    let text = "# a v1.0.0\n## explicit\n# b v1.0.0 => c v1.x\n";
    refused(text, VendorModules::parse(text), (3, 17), "`v1.x` is not a version", "go mod vendor");
    let text = "m a@v1.0.0\nm a@v1.0.0 b@v1.0.0\n";
    refused(text, GoGraph::parse(text), (2, 1), "not two modules", "go mod graph");
    let text = "{\"Path\": \"a\"}\n{\"Path\": \"b\", \"Version\": \"1.0\"}\n";
    refused(text, GoList::parse(text), (2, 27), "`1.0` is not a version", "go list -m -json all");
    let text = "{\"Path\": \"a\"}\n{\"Path\": \"b\",";
    refused(text, GoList::parse(text), (2, 14), "ends in the middle", "again");
    let text = "go: downloading a v1.0.0\n{\"Path\": \"a\"}\n";
    refused(text, GoList::parse(text), (1, 1), "no list of modules", "go list -m -json all");
}

/// A requirement, and how it is written.
#[derive(Clone, Debug)]
struct Wanted {
    path: String,
    version: String,
    indirect: bool,
    quoted: (bool, bool),
    space: String,
    comment: String,
}

fn wanted() -> impl Strategy<Value = Wanted> {
    let comment = prop_oneof![
        Just((String::new(), false)),
        Just((" // indirect".to_owned(), true)),
        Just(("//indirect; x".to_owned(), true)),
        "[ \t]//[a-z() \"]{0,8}x".prop_map(|comment| (comment, false)),
    ];
    let version = prop_oneof![
        "v[0-9]{1,3}\\.(0|[1-9][0-9]?)\\.(0|[1-9][0-9]?)",
        "v1\\.0\\.0-rc\\.[1-9]",
        "v0\\.0\\.0-20[0-9]{12}-[0-9a-f]{12}",
        "v[2-9]\\.[1-9]\\.0\\+incompatible",
    ]
    .prop_filter("Go has no leading zeros", |version: &String| version.parse::<Version>().is_ok());
    let path = "[a-zé][a-z0-9./~_é-]{0,20}[a-z]".prop_filter("no comment in it", |path| !path.contains("//"));
    (path, version, comment, any::<(bool, bool)>(), "[ \t]{1,3}").prop_map(
        |(path, version, (comment, indirect), quoted, space)| Wanted {
            path,
            version,
            indirect,
            quoted,
            space,
            comment,
        },
    )
}

impl Wanted {
    fn write(&self, out: &mut String) {
        let quote = |text: &str, quoted: bool| if quoted { format!("\"{text}\"") } else { text.to_owned() };
        out.push_str(&quote(&self.path, self.quoted.0));
        out.push_str(&self.space);
        out.push_str(&quote(&self.version, self.quoted.1));
        out.push_str(&self.comment);
    }
}

/// A go.mod file of lines and blocks of requirements among others, with its requirements.
fn manifest() -> impl Strategy<Value = (String, Vec<Wanted>)> {
    let other = prop_oneof![
        Just("// comment"),
        Just("\texclude a.b/c v1.0.0"),
        Just("replace (\n\ta.b/c v1.0.0 => \"../c d\" // x\n\te => f v1.2.3\n)"),
        Just("retract [v1.0.0, v1.1.0]"),
        Just("future ( a [b] {c}"),
        Just("exclude ()"),
        Just(""),
    ];
    let part = (proptest::collection::vec(wanted(), 0..6), any::<bool>(), other);
    let parts = proptest::collection::vec(part, 0..6);
    (parts, prop_oneof![Just("\n"), Just("\r\n")], any::<bool>(), any::<bool>()).prop_map(
        |(parts, line_end, mark, last_end)| {
            let mut text = String::from(if mark { "\u{feff}" } else { "" });
            text.push_str("module example.com/m\n\ngo 1.21\n");
            let mut requires = Vec::new();
            for (wanted, block, other) in parts {
                if block {
                    text.push_str("require (\n");
                }
                for one in wanted {
                    text.push_str(if block { "\t" } else { "require " });
                    one.write(&mut text);
                    text.push('\n');
                    requires.push(one);
                }
                if block {
                    text.push_str(") // end\n");
                }
                text.push_str(other);
                text.push('\n');
            }
            if !last_end {
                text.truncate(text.trim_end().len());
            }
            (text.replace('\n', line_end), requires)
        },
    )
}

/// Words that mean something in one of the files.
const WORDS: [&str; 30] = [
    "require",
    "(",
    ")",
    "//",
    "/*",
    "\"",
    "`",
    "\\",
    "=>",
    "\r\n",
    "\n",
    "[",
    ",",
    "v1.2.3",
    "v1",
    "indirect",
    "\u{feff}",
    "é",
    "\u{a0}",
    "# ",
    "## explicit",
    "@",
    "{",
    "}",
    "\"Path\":",
    "=======\n",
    "/go.mod",
    " ",
    "\t",
    "\0",
];

/// The text with some of its characters taken out and words put in.
fn mutated(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..4_usize, prop::sample::select(WORDS.as_slice()));
    (text, proptest::collection::vec(change, 0..6)).prop_map(|(text, changes)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, length, word) in changes {
            let at = at.index(chars.len() + 1);
            let end = chars.len().min(at + length);
            chars.splice(at..end, word.chars());
        }
        chars.into_iter().collect()
    })
}

const SUM: &str =
    "a.b/c v1.2.3 h1:AAAA=\na.b/c v1.2.3/go.mod h1:BBBB=\nd v0.0.0-20231024185945-8841054dbdb8 h1:C\n";
const WORK: &str = "go 1.22\n\nuse (\n\t.\n\t./a // b\n)\n\nreplace a => b v1.0.0\n";
const VENDOR: &str =
    "## workspace\n# a.b/c v1.2.3 => d v1.0.0\n## explicit; go 1.17\na.b/c/d\n# e v1.0.0 => ./e\n";
const LIST: &str = "{\n\t\"Path\": \"a\",\n\t\"Version\": \"v1.0.0\",\n\t\"Replace\": {\"Path\": \"b\\u0062\"}\n}\n{\"Path\": \"é\"}\n";
const GRAPH: &str = "m a@v1.0.0\na@v1.0.0 b@v1.2.0\nb@v1.2.0 a@v1.1.0\nm go@1.21\n";

/// Text of any of the files, changed, or of none.
fn anything() -> impl Strategy<Value = String> {
    let files = prop_oneof![
        manifest().prop_map(|(text, _)| text),
        prop::sample::select([SUM, WORK, VENDOR, LIST, GRAPH].as_slice()).prop_map(str::to_owned),
    ];
    let words = proptest::collection::vec(prop::sample::select(WORDS.as_slice()), 0..40);
    prop_oneof![3 => mutated(files), 1 => "\\PC*", 1 => any::<String>(), 1 => words.prop_map(|words| words.concat())]
}

/// A report slices the text by an error's span.
fn has_place<T>(text: &str, result: Result<T, ParseError>) -> Result<(), TestCaseError> {
    if let Err(error) = result {
        prop_assert!(text.get(error.span.range()).is_some(), "{error:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read((text, wanted) in manifest()) {
        let read = GoMod::parse(&text).unwrap();
        prop_assert_eq!(read.tree().to_string(), text);
        prop_assert_eq!(read.requires.len(), wanted.len());
        for (read, wanted) in read.requires.iter().zip(wanted) {
            prop_assert_eq!(&read.path, &wanted.path);
            prop_assert_eq!(read.version.to_string(), wanted.version);
            prop_assert_eq!(read.indirect, wanted.indirect);
        }
    }

    #[test]
    fn what_is_read_is_printed_without_loss(text in mutated(manifest().prop_map(|(text, _)| text))) {
        if let Ok(read) = GoMod::parse(&text) {
            prop_assert_eq!(read.tree().to_string(), text);
        }
    }

    #[test]
    fn an_edit_touches_one_token((text, wanted) in manifest(), chosen in any::<prop::sample::Index>()) {
        prop_assume!(!wanted.is_empty());
        let read = GoMod::parse(&text).unwrap();
        let span = read.requires[chosen.index(wanted.len())].version_span;
        let mut tree = read.tree().clone();
        tree.replace(span, "v1.99.0-rc.1").unwrap();
        let expected = format!("{}v1.99.0-rc.1{}", &text[..span.start], &text[span.end..]);
        prop_assert_eq!(tree.to_string(), expected);
    }

    #[test]
    fn a_version_is_set_on_all_its_lines((text, wanted) in manifest(), chosen in any::<prop::sample::Index>()) {
        prop_assume!(!wanted.is_empty());
        let path = &wanted[chosen.index(wanted.len())].path;
        let mut read = GoMod::parse(&text).unwrap();
        let before = read.requires.clone();
        let lines = read.set_require_version(path, &Version::new(1, 99, 0)).unwrap();
        prop_assert_eq!(lines, wanted.iter().filter(|wanted| wanted.path == *path).count());
        for (after, before) in read.requires.iter().zip(before) {
            let expected = if after.path == *path { "v1.99.0".to_owned() } else { before.version.to_string() };
            prop_assert_eq!(after.version.to_string(), expected);
            prop_assert_eq!((&after.path, after.indirect), (&before.path, before.indirect));
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in anything()) {
        has_place(&text, GoMod::parse(&text))?;
        has_place(&text, GoWork::parse(&text))?;
        has_place(&text, GoSum::parse(&text).and_then(|sum| sum.highest_with_zip(|_| true)))?;
        has_place(&text, VendorModules::parse(&text))?;
        has_place(&text, GoList::parse(&text))?;
        has_place(&text, GoGraph::parse(&text).and_then(|graph| graph.selected()))?;
    }
}
