//! go.sum and go.work.sum: the hashes of what `go` has looked at.
//!
//! A line with the hash of a module's content (its zip) means that the content was needed once; a line with only
//! the hash of its go.mod means that it was looked at while versions were selected.

use super::parse_error::{ParseError, lines, refuse_conflict_marker, shown, span_in};
use crate::source::Span;
use crate::version::Version;

/// The hash of an empty go.mod. Old versions of `go` wrote it for what is no module, and new ones pass over it.
const HASH_OF_NO_MODULE: &str = "h1:G7mAYYxgmS0lVkHyy2hEOLQCFB0DlQFTMLWggykrydY=";

/// A go.sum file.
#[derive(Clone, Debug)]
pub struct GoSum<'t> {
    /// Its lines, in the order of the file.
    pub entries: Vec<Entry<'t>>,
}

/// One line of go.sum. The version is a text: a file has thousands, of which few matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'t> {
    /// The module's path.
    pub path: &'t str,
    /// The version, without `/go.mod`.
    pub version: &'t str,
    /// Whether the hash is that of the go.mod alone.
    pub go_mod_only: bool,
    /// Where the path is written.
    pub path_span: Span,
    /// Where the version is written, without `/go.mod`.
    pub version_span: Span,
}

/// The highest version of a module.
#[derive(Clone, Debug)]
pub struct Highest<'t> {
    /// The module's path.
    pub path: &'t str,
    /// The version.
    pub version: Version,
    /// Where the path is written.
    pub path_span: Span,
    /// Where the version is written.
    pub version_span: Span,
}

impl<'t> GoSum<'t> {
    /// Reads a go.sum file.
    ///
    /// # Errors
    /// At a line that has not three fields, and at a line that a merge left behind.
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        // A line with its hash takes some hundred bytes.
        let mut entries = Vec::with_capacity(text.len() / 96);
        for (start, line) in lines(text) {
            refuse_conflict_marker(line, start)?;
            let Some([path, version, hash]) = fields(line, start)? else { continue };
            if hash == HASH_OF_NO_MODULE {
                continue;
            }
            let (version, go_mod_only) = match version.strip_suffix("/go.mod") {
                Some(version) => (version, true),
                None => (version, false),
            };
            entries.push(Entry {
                path,
                version,
                go_mod_only,
                path_span: span_in(text, path),
                version_span: span_in(text, version),
            });
        }
        Ok(Self { entries })
    }

    /// For each module that is wanted, by its path, the highest version whose content has a hash; sorted by path.
    ///
    /// # Errors
    /// At a version that is none, of a module that is wanted.
    pub fn highest_with_zip(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<Highest<'t>>, ParseError> {
        let mut entries: Vec<&Entry<'t>> =
            self.entries.iter().filter(|entry| !entry.go_mod_only && wanted(entry.path)).collect();
        // `go` writes the file in this order, and then nothing moves.
        entries.sort_by_key(|entry| entry.path);
        let mut highest: Vec<Highest<'t>> = Vec::with_capacity(entries.len());
        for entry in entries {
            let found = entry.highest()?;
            match highest.last_mut() {
                Some(last) if last.path == found.path => {
                    if last.version < found.version {
                        *last = found;
                    }
                }
                _ => highest.push(found),
            }
        }
        Ok(highest)
    }
}

impl<'t> Entry<'t> {
    fn highest(&self) -> Result<Highest<'t>, ParseError> {
        let version = self.version.parse().map_err(|_| {
            let message = format!("`{}` is not a version of the form v1.2.3", shown(self.version));
            ParseError::new(self.version_span, message).with_help("delete the line, then run `go mod tidy`")
        })?;
        Ok(Highest { path: self.path, version, path_span: self.path_span, version_span: self.version_span })
    }
}

/// The fields of a line; none of a blank one.
fn fields(line: &str, start: usize) -> Result<Option<[&str; 3]>, ParseError> {
    if let Some(fields) = plain_fields(line) {
        return Ok(Some(fields));
    }
    let mut words = line.split_whitespace();
    let fields = [words.next(), words.next(), words.next()];
    match fields {
        [None, ..] => Ok(None),
        [Some(path), Some(version), Some(hash)] if words.next().is_none() => Ok(Some([path, version, hash])),
        _ => {
            let count = line.split_whitespace().count();
            let fields = if count == 1 { "field" } else { "fields" };
            let indent = line.len() - line.trim_start().len();
            let span = Span::new(start + indent, start + line.trim_end().len());
            let message = format!("this line has {count} {fields}, and not path, version and hash");
            Err(ParseError::new(span, message)
                .with_help("run `go mod tidy`: it drops lines that have not three fields"))
        }
    }
}

/// The fields of a line as `go` writes it: ASCII, two spaces, and nothing else that could part words. None of any
/// other line, however it may be read. This is what makes large files fast: many bytes are looked at at once.
fn plain_fields(line: &str) -> Option<[&str; 3]> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    // A count of up to this many fits a byte, and sums of bytes are what processors do best.
    if line.len() > usize::from(u8::MAX) {
        return None;
    }
    let special = line.bytes().fold(0_u8, |count, b| count.wrapping_add(u8::from(!b.is_ascii_graphic())));
    if special != 2 {
        return None;
    }
    let (path, rest) = line.split_once(' ')?;
    let (version, hash) = rest.split_once(' ')?;
    (!path.is_empty() && !version.is_empty() && !hash.is_empty()).then_some([path, version, hash])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_are_read_as_all_lines_are() {
        for line in
            ["a v1 h", "a  v1 h", " a v1 h", "a v1 h ", "a\tv1 h", "a v1 h\r", "é v1 h", "", " ", "\r"]
        {
            let words: Vec<&str> = line.split_whitespace().collect();
            let read = fields(line, 0).unwrap();
            assert_eq!(read.map(Vec::from).unwrap_or_default(), words, "{line:?}");
        }
    }

    #[test]
    fn the_highest_version_with_content_is_found() {
        let text =
            "b v1.9.0 h1:a\nb v1.10.0 h1:a\nb v1.11.0/go.mod h1:a\na v1.0.0 h1:a\nc v1.0.0/go.mod h1:a\n";
        let sum = GoSum::parse(text).unwrap();
        let highest = sum.highest_with_zip(|_| true).unwrap();
        let shown: Vec<String> =
            highest.iter().map(|found| format!("{} {}", found.path, found.version)).collect();
        assert_eq!(shown, ["a v1.0.0", "b v1.10.0"]);
        assert_eq!(&text[highest[1].version_span.range()], "v1.10.0");
    }
}
