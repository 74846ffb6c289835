//! Cargo.lock, versions 1 to 4 of the format.
//!
//! The lock holds the whole build of a workspace for every feature and platform: names, versions, sources and who
//! requires whom. Nothing else has to be fetched to know what is built.

use std::borrow::Cow;

use toml::de::DeTable;

use super::ParseError;
use super::parse_error::{shown, span_in};
use super::toml_text::{self, Value};
use crate::source::Span;
use crate::version::Version;

const REGENERATE: &str =
    "take Cargo.lock from the last good commit, or have cargo write it anew: cargo generate-lockfile";

/// A Cargo.lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoLock {
    /// The version of the format, where the file tells: 3 and up. Versions 1 and 2 do not.
    pub format: Option<i64>,
    /// The packages, sorted by name, version and source.
    pub packages: Vec<LockedPackage>,
    /// Requirements that no package of the lock meets: cargo will write the lock anew. `package -> requirement`.
    pub dangling: Vec<String>,
}

/// One package of a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedPackage {
    /// The package's name.
    pub name: String,
    /// The version that is locked.
    pub version: Version,
    /// Where that version is written, without its quotes.
    pub at: Span,
    /// Where it comes from, such as `registry+https://…` or `git+https://…`; None for the workspace's own packages
    /// and others on a path.
    pub source: Option<String>,
    /// What it requires, by index into the packages.
    pub requires: Vec<usize>,
}

impl CargoLock {
    /// Parses a lock.
    ///
    /// # Errors
    /// At what is no TOML, no lock, or a package without name or version; where a package is listed twice.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        // One package at a time: what is parsed stays small and in the cache, and a lock is large.
        let mut read = Read::default();
        let pieces = pieces(text).try_for_each(|(start, piece)| read.add(start, piece));
        if pieces.is_err() {
            // Where the text is not what cargo writes, the whole tells what is wrong, and whether.
            read = Read::default();
            read.add(0, text)?;
        }
        let Read { format, mut entries } = read;
        // Even the smallest workspace has a package of its own.
        if entries.is_empty() {
            let end = Span::new(text.len(), text.len());
            return Err(ParseError::new(end, "a lock without packages").with_help(REGENERATE));
        }
        entries.sort_by(|a, b| a.key().cmp(&b.key()));
        if let Some(twice) = entries.windows(2).find(|pair| pair[0].key() == pair[1].key()) {
            let message = format!("package `{} {}` is listed twice", shown(&twice[1].name), twice[1].version);
            return Err(ParseError::new(twice[1].at, message).with_help(REGENERATE));
        }
        Ok(link(format, &entries))
    }
}

/// The text in pieces, each with its offset: what comes before the first package, then a package each.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    const START: &str = "\n[[package]]";
    let mut start = 0;
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.get(1..).and_then(|later| later.find(START)).map(|at| at + 1);
        let (piece, later) = end.map_or((text, None), |end| (&text[..end], Some(&text[end..])));
        let this = (start, piece);
        start += piece.len();
        rest = later;
        Some(this)
    })
}

/// Reads a package that stands there just as cargo writes it, line by line, which takes a tenth of the time. None where
/// it does not, and TOML has to tell.
fn as_written_by_cargo(piece: &str) -> Option<Entry<'_>> {
    let mut lines = piece.strip_prefix("\n[[package]]")?.lines().filter(|line| !line.is_empty());
    let plain = |text: &str| text.bytes().all(|b| b >= b' ' && !matches!(b, b'"' | b'\\' | 0x7f));
    let string =
        |text| Some(str::strip_suffix(str::strip_prefix(text, '"')?, '"')?).filter(|text| plain(text));
    let (mut name, mut version, mut source, mut checksum, mut replace) = (None, None, None, None, None);
    let mut requires = None;
    while let Some(line) = lines.next() {
        if line == "dependencies = [" {
            let mut list = Vec::new();
            loop {
                match lines.next()? {
                    "]" => break,
                    line => list.push(Cow::Borrowed(string(line.strip_prefix(' ')?.strip_suffix(',')?)?)),
                }
            }
            if requires.replace(list).is_some() {
                return None;
            }
            continue;
        }
        let (key, value) = line.split_once(" = ")?;
        let field = match key {
            "name" => &mut name,
            "version" => &mut version,
            "source" => &mut source,
            "checksum" => &mut checksum,
            "replace" => &mut replace,
            _ => return None,
        };
        if field.replace(string(value)?).is_some() {
            return None;
        }
    }
    let version = version?;
    Some(Entry {
        name: Cow::Borrowed(name?),
        at: span_in(piece, version),
        version: Version::parse_cargo(version).ok()?,
        source: source.map(Cow::Borrowed),
        requires: requires.unwrap_or_default(),
        replace: replace.map(Cow::Borrowed),
    })
}

/// What was read so far.
#[derive(Default)]
struct Read<'a> {
    format: Option<i64>,
    entries: Vec<Entry<'a>>,
}

impl<'a> Read<'a> {
    /// Reads a piece of the lock that is TOML by itself and starts at that offset.
    fn add(&mut self, start: usize, piece: &'a str) -> Result<(), ParseError> {
        if let Some(mut entry) = as_written_by_cargo(piece) {
            entry.at = Span::new(entry.at.start + start, entry.at.end + start);
            self.entries.push(entry);
            return Ok(());
        }
        let moved = |error: ParseError| ParseError {
            span: Span::new(error.span.start + start, error.span.end + start),
            ..error
        };
        let document = toml_text::parse(piece, REGENERATE).map_err(moved)?;
        if let Some(value) = toml_text::get(&document, "version") {
            self.format = Some(integer(piece, value).map_err(moved)?);
        }
        // Locks of before 2016 set the workspace's own package apart.
        for key in ["root", "package"] {
            let Some(value) = toml_text::get(&document, key) else { continue };
            let tables: Vec<&Value<'a>> = match value.get_ref().as_array() {
                Some(array) => array.iter().collect(),
                None if key == "root" => vec![value],
                None => {
                    let error = ParseError::new(
                        toml_text::inside(piece, value),
                        "one `package` is no lock, which lists them",
                    );
                    return Err(moved(
                        error.with_help("this looks like a Cargo.toml; give the Cargo.lock beside it"),
                    ));
                }
            };
            for table in tables {
                let mut entry = Entry::read(piece, table).map_err(moved)?;
                entry.at = Span::new(entry.at.start + start, entry.at.end + start);
                self.entries.push(entry);
            }
        }
        Ok(())
    }
}

/// A package as it stands in the file.
#[derive(Debug, PartialEq, Eq)]
struct Entry<'a> {
    name: Cow<'a, str>,
    version: Version,
    at: Span,
    source: Option<Cow<'a, str>>,
    requires: Vec<Cow<'a, str>>,
    /// What takes its place (`[replace]` in a manifest).
    replace: Option<Cow<'a, str>>,
}

impl<'a> Entry<'a> {
    fn read(text: &str, value: &Value<'a>) -> Result<Self, ParseError> {
        let wrong = |at: Span, message: &str| Err(ParseError::new(at, message).with_help(REGENERATE));
        let whole = value.span();
        let Some(table) = value.get_ref().as_table() else {
            return wrong(Span::new(whole.start, whole.end), "a package must be a table");
        };
        let Some(name) = toml_text::text(table, "name") else {
            return wrong(header(table, whole), "a package without a name");
        };
        let Some(version) = toml_text::get(table, "version") else {
            return wrong(header(table, whole), "a package without a version");
        };
        let at = toml_text::inside(text, version);
        let Some(Ok(version)) = version.get_ref().as_str().map(Version::parse_cargo) else {
            return wrong(at, "not a version of the form 1.2.3");
        };
        Ok(Self {
            name,
            version,
            at,
            source: toml_text::text(table, "source"),
            requires: requirements(text, table)?,
            replace: toml_text::text(table, "replace"),
        })
    }

    fn key(&self) -> (&str, &Version, Option<&str>) {
        (&self.name, &self.version, self.source.as_deref())
    }
}

/// What a package requires, where it says so.
fn requirements<'a>(text: &str, table: &DeTable<'a>) -> Result<Vec<Cow<'a, str>>, ParseError> {
    let Some(value) = toml_text::get(table, "dependencies") else { return Ok(Vec::new()) };
    let found = toml_text::texts(table, "dependencies");
    if value.get_ref().as_array().is_some_and(|array| array.len() == found.len()) {
        return Ok(found);
    }
    let message = "`dependencies` of a lock must be a list of strings";
    Err(ParseError::new(toml_text::inside(text, value), message).with_help(REGENERATE))
}

/// Where a table without the key that one would point at starts.
fn header(table: &DeTable<'_>, whole: std::ops::Range<usize>) -> Span {
    let first = table.iter().map(|(key, _)| key.span()).min_by_key(|span| span.start).unwrap_or(whole);
    Span::new(first.start, first.end)
}

fn integer(text: &str, value: &Value<'_>) -> Result<i64, ParseError> {
    let number = value
        .get_ref()
        .as_integer()
        .and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
    number.filter(|number| *number > 0).ok_or_else(|| {
        ParseError::new(toml_text::inside(text, value), "the lock's version must be a number from 1 on")
            .with_help(REGENERATE)
    })
}

/// Finds the package behind each requirement.
fn link(format: Option<i64>, entries: &[Entry<'_>]) -> CargoLock {
    // `name`, `name version` or `name version (source)`: as much as it takes to tell it from the others.
    let find = |requirement: &str| -> Option<usize> {
        let mut parts = requirement.splitn(3, ' ');
        let (name, version) = (parts.next()?, parts.next());
        let source = parts.next().map(|source| source.trim_start_matches('(').trim_end_matches(')'));
        let first = entries.partition_point(|entry| *entry.name < *name);
        let named = (first..entries.len()).take_while(|&i| entries[i].name == name);
        let is_meant = |&i: &usize| {
            let of_version = version.is_none_or(|version| entries[i].version.to_string() == version);
            of_version && source.is_none_or(|source| entries[i].source.as_deref() == Some(source))
        };
        named.into_iter().find(is_meant)
    };
    let replaced = |i: usize| entries[i].replace.as_deref().and_then(find).unwrap_or(i);
    let mut dangling = Vec::new();
    let packages = entries
        .iter()
        .map(|entry| {
            let mut requires = Vec::with_capacity(entry.requires.len());
            for requirement in &entry.requires {
                match find(requirement) {
                    Some(i) => requires.push(replaced(i)),
                    None => dangling.push(format!("{} -> {requirement}", entry.name)),
                }
            }
            LockedPackage {
                name: entry.name.clone().into_owned(),
                version: entry.version.clone(),
                at: entry.at,
                source: entry.source.clone().map(Cow::into_owned),
                requires,
            }
        })
        .collect();
    CargoLock { format, packages, dangling }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(lock: &CargoLock) -> Vec<String> {
        let name = |i: usize| format!("{} {}", lock.packages[i].name, lock.packages[i].version);
        let of = |i: usize| {
            lock.packages[i].requires.iter().map(move |&to| format!("{} -> {}", name(i), name(to)))
        };
        (0..lock.packages.len()).flat_map(of).collect()
    }

    /// The same text read by the two ways.
    fn both_ways(piece: &str) -> (Option<Entry<'_>>, Option<Entry<'_>>) {
        let document = toml_text::parse(piece, "").ok();
        let by_toml = document.and_then(|document| {
            let packages = toml_text::get(&document, "package")?.get_ref().as_array()?;
            packages.first().and_then(|package| Entry::read(piece, package).ok())
        });
        (as_written_by_cargo(piece), by_toml)
    }

    #[test]
    fn the_short_way_reads_what_toml_reads() {
        let text = include_str!("../../benches/data/Cargo.lock");
        let mut short = 0;
        for (_, piece) in pieces(text).skip(1) {
            let (quick, by_toml) = both_ways(piece);
            short += usize::from(quick.is_some());
            assert!(quick.is_none() || quick == by_toml, "{piece}");
        }
        assert!(short > 600, "cargo's own form goes the short way: {short}");
    }

    #[test]
    fn what_cargo_does_not_write_goes_the_long_way() {
        let package = "\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n";
        assert!(as_written_by_cargo(package).is_some());
        for odd in [
            "source = \"x\" # a comment\n",
            "name = \"twice\"\n",
            "source = 'x'\n",
            "source = \"x\\u0041\"\n",
            "source = \"x\u{7}\"\n",
            "dependencies = [\"b\"]\n",
            "dependencies = [\n \"b\"\n]\n",
            "dependencies = [\n \"b\",\n",
            "[metadata]\n",
            "other = 1\n",
        ] {
            assert!(as_written_by_cargo(&format!("{package}{odd}")).is_none(), "{odd}");
        }
    }

    #[test]
    fn requirements_name_as_much_as_it_takes() {
        let text = r#"
version = 4

[[package]]
name = "app"
version = "0.1.0"
dependencies = ["aws-smithy-http 0.60.2", "aws-smithy-http 0.63.5 (git+https://example.com/r#abc)", "tokio"]

[[package]]
name = "aws-smithy-http"
version = "0.60.2"
source = "registry+https://example.com/index"

[[package]]
name = "aws-smithy-http"
version = "0.63.5"
source = "registry+https://example.com/index"

[[package]]
name = "aws-smithy-http"
version = "0.63.5"
source = "git+https://example.com/r#abc"

[[package]]
name = "tokio"
version = "1.40.0"
source = "registry+https://example.com/index"
"#;
        let lock = CargoLock::parse(text).unwrap();
        assert_eq!(lock.format, Some(4));
        assert_eq!(
            edges(&lock),
            [
                "app 0.1.0 -> aws-smithy-http 0.60.2",
                "app 0.1.0 -> aws-smithy-http 0.63.5",
                "app 0.1.0 -> tokio 1.40.0"
            ]
        );
        let git = lock.packages[0].requires[1];
        assert!(lock.packages[git].source.as_deref().unwrap().starts_with("git+"));
        assert_eq!(&text[lock.packages[1].at.range()], "0.60.2");
    }

    #[test]
    fn old_locks_set_the_root_apart() {
        let text = "[root]\nname = \"app\"\nversion = \"0.1.0\"\ndependencies = [\n \"libc 0.2.1 (registry+x)\",\n]\n\n\
                    [[package]]\nname = \"libc\"\nversion = \"0.2.1\"\nsource = \"registry+x\"\n\n[metadata]\n\
                    \"checksum libc 0.2.1 (registry+x)\" = \"aa\"\n";
        let lock = CargoLock::parse(text).unwrap();
        assert_eq!(lock.format, None);
        assert_eq!(edges(&lock), ["app 0.1.0 -> libc 0.2.1"]);
    }

    #[test]
    fn a_replaced_package_is_not_what_is_built() {
        let text = "[[package]]\nname = \"app\"\nversion = \"0.1.0\"\ndependencies = [\"libc\"]\n\n\
                    [[package]]\nname = \"libc\"\nversion = \"0.2.1\"\nsource = \"registry+x\"\n\
                    replace = \"libc 0.2.1 (git+y)\"\n\n\
                    [[package]]\nname = \"libc\"\nversion = \"0.2.1\"\nsource = \"git+y\"\n";
        let lock = CargoLock::parse(text).unwrap();
        let built = &lock.packages[lock.packages[0].requires[0]];
        assert_eq!(built.source.as_deref(), Some("git+y"));
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let package = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n";
        for (text, message, at) in [
            ("[[package]]\nname = \"a\"\n", "without a version", "name"),
            ("[[package]]\nversion = \"1.0.0\"\n", "without a name", "version"),
            ("[[package]]\nname = \"a\"\nversion = \"1.0\"\n", "not a version", "1.0"),
            ("version = \"four\"\n", "must be a number", "four"),
            (&format!("{package}{package}"), "listed twice", "1.0.0"),
            (&format!("{package}<<<<<<< HEAD\n"), "merge conflict", "<<<<<<<"),
        ] {
            let error = CargoLock::parse(text).unwrap_err();
            assert!(error.message.contains(message), "{text}: {error}");
            assert_eq!(&text[error.span.range()], at, "{text}");
            assert!(error.help.is_some());
        }
    }

    #[test]
    fn what_nothing_meets_is_told() {
        let text = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\ndependencies = [\"gone\"]\n";
        assert_eq!(CargoLock::parse(text).unwrap().dangling, ["a -> gone"]);
    }
}
