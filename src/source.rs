//! Files as they were read: bytes, spans and lines.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Larger files are refused: no manifest or lock comes near, and input is not to be trusted.
pub const MAX_INPUT_BYTES: u64 = 32 << 20;

/// A range of bytes in one [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span of `start..end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The span as a range, for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A place that a person can go to: both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// One file, or standard input, with its whole text.
#[derive(Clone, Debug)]
pub struct Source {
    path: PathBuf,
    text: String,
    /// Where its lines start: found once, when the first place is asked for.
    line_starts: OnceLock<Vec<usize>>,
}

/// Why a file could not be read, with what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system refused.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
    /// A pipe, a device or a folder.
    #[error("not a regular file; pass what another program writes by --stdin-format")]
    NotAFile,
    /// Larger than [`MAX_INPUT_BYTES`].
    #[error("the file is larger than {} MiB, the most that is read", MAX_INPUT_BYTES >> 20)]
    TooLarge,
    /// Not text.
    #[error("the file is not UTF-8 text (first bad byte at offset {offset}, line {line})")]
    NotUtf8 {
        /// Offset of the first byte that is no UTF-8.
        offset: usize,
        /// Its line, from 1.
        line: usize,
    },
}

impl Source {
    /// A source from text that is already in memory; `path` is what reports call it.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), line_starts: OnceLock::new() }
    }

    /// Reads a file, whole.
    ///
    /// # Errors
    /// When it cannot be opened, is larger than [`MAX_INPUT_BYTES`], or is not UTF-8.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let metadata = fs::metadata(path)?;
        // To open a pipe would wait for its writer, and a device may never end.
        if !metadata.is_file() {
            return Err(ReadError::NotAFile);
        }
        let file = File::open(path)?;
        if metadata.len() > MAX_INPUT_BYTES {
            return Err(ReadError::TooLarge);
        }
        let capacity = usize::try_from(metadata.len()).unwrap_or(0);
        Self::from_reader(path, file, capacity)
    }

    /// Reads a stream to its end, such as standard input.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn from_reader(path: &Path, reader: impl Read, capacity: usize) -> Result<Self, ReadError> {
        let mut bytes = Vec::with_capacity(capacity);
        // One byte past the limit tells "exactly full" from "too large" (a pipe or a device has no length).
        reader.take(MAX_INPUT_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_INPUT_BYTES {
            return Err(ReadError::TooLarge);
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..offset].iter().filter(|&&b| b == b'\n').count() + 1;
            ReadError::NotUtf8 { offset, line }
        })?;
        Ok(Self::new(path, text))
    }

    /// What reports call this source.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset; an offset past the end is the end.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let starts = self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        });
        let line = starts.partition_point(|&start| start <= offset);
        let start = starts.get(line - 1).copied().unwrap_or_default();
        Position { line, column: self.text[start..offset].chars().count() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let source = Source::new("go.mod", "module é\r\ngo 1.21\n");
        assert_eq!(source.position(0), Position { line: 1, column: 1 });
        assert_eq!(source.position(9), Position { line: 1, column: 9 });
        assert_eq!(source.position(11), Position { line: 2, column: 1 });
        assert_eq!(source.position(10), Position { line: 1, column: 10 });
        assert_eq!(source.position(999), Position { line: 3, column: 1 });
        assert_eq!(Source::new("x", "").position(0), Position { line: 1, column: 1 });
    }

    #[test]
    fn thousands_of_places_cost_little() {
        let source = Source::new("go.mod", "0123456789 123456789 123456789 123456789\n".repeat(50_000));
        let start = std::time::Instant::now();
        let lines = (0..50_000).map(|line| source.position(line * 41 + 3));
        assert!(lines.zip(1..).all(|(found, line)| found == Position { line, column: 4 }));
        // Milliseconds; to count the lines before each place takes minutes.
        assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
    }

    #[test]
    fn bad_bytes_are_located() {
        let error = Source::from_reader(Path::new("x"), &b"ok\n\xff"[..], 0).unwrap_err();
        assert!(matches!(error, ReadError::NotUtf8 { offset: 3, line: 2 }));
    }

    #[test]
    fn a_stream_past_the_limit_is_refused() {
        let endless = io::repeat(b'a');
        assert!(matches!(Source::from_reader(Path::new("-"), endless, 0), Err(ReadError::TooLarge)));
    }
}
