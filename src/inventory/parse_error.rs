//! Why an input could not be read, and where.

use crate::source::Span;

/// One place that stops the reading of an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// The bytes at fault; empty at the end of an input that stops too early.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do next, where that is known.
    pub help: Option<String>,
}

impl ParseError {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// Refuses a line that a merge left behind. `start` is the line's offset in the input.
///
/// Both sides of a conflict stand in the file, so any reading of it would mix two builds.
pub(super) fn refuse_conflict_marker(line: &str, start: usize) -> Result<(), ParseError> {
    const LENGTH: usize = 7;
    let Some(&first @ (b'<' | b'=' | b'>' | b'|')) = line.as_bytes().first() else { return Ok(()) };
    let run = line.bytes().take_while(|&b| b == first).count();
    let ends = matches!(line.as_bytes().get(run), None | Some(b' ' | b'\t' | b'\r' | b'\n'));
    if run != LENGTH || !ends {
        return Ok(());
    }
    Err(ParseError::new(Span::new(start, start + LENGTH), "unresolved merge conflict")
        .with_help("resolve it, then run awscompat again"))
}

/// The start of the text proper: past a byte order mark, which some editors and shells write.
pub(super) fn text_start(text: &str) -> usize {
    const BYTE_ORDER_MARK: char = '\u{feff}';
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
}

/// The lines of a text with their offsets: without line feeds, past a byte order mark.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = text_start(text);
    text[start..].split('\n').map(move |line| {
        let this = start;
        start += line.len() + 1;
        (this, line)
    })
}

/// The span in `text` of a slice of it.
pub(super) fn span_in(text: &str, slice: &str) -> Span {
    let start = slice.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    Span::new(start, start.wrapping_add(slice.len()))
}

/// A text of the input for a message: cut when it is long, its control and format characters escaped.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflict_markers_are_whole_runs_of_seven() {
        for line in ["<<<<<<< HEAD", "=======", "=======\r", ">>>>>>> main", "||||||| base"] {
            let error = refuse_conflict_marker(line, 10).unwrap_err();
            assert_eq!(error.span, Span::new(10, 17), "{line}");
            assert_eq!(error.help.as_deref(), Some("resolve it, then run awscompat again"));
        }
        for line in ["", "<<<<<< HEAD", "========", "=======x", " =======", "=>", "// ======="] {
            assert!(refuse_conflict_marker(line, 0).is_ok(), "{line}");
        }
    }

    #[test]
    fn lines_know_where_they_start() {
        let text = "\u{feff}a\nbc\r\n\nd";
        for (start, line) in lines(text) {
            assert_eq!(&text[start..start + line.len()], line);
        }
        assert_eq!(lines(text).count(), 4);
    }

    #[test]
    fn what_is_shown_is_short_and_harmless() {
        assert_eq!(shown("a\u{1b}[31m"), "a\\u{1b}[31m");
        assert_eq!(shown(&"x".repeat(200)).chars().count(), 81);
    }
}
