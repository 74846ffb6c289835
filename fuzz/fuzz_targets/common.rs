//! What holds for every reader.

use awscompat::inventory::ParseError;
use awscompat::source::Span;

/// A span must lie in the text, on characters' borders: a report slices the text by it.
pub fn slice(text: &str, span: Span) -> &str {
    text.get(span.range()).unwrap_or_else(|| panic!("{span:?} is no part of the text"))
}

/// An error must have a place and say something.
pub fn check_error(text: &str, error: &ParseError) {
    slice(text, error.span);
    assert!(!error.message.is_empty());
    assert!(error.help.as_deref() != Some(""));
    // What a hostile file holds must not reach a terminal.
    let shown = format!("{error}{}", error.help.as_deref().unwrap_or_default());
    assert!(!shown.chars().any(char::is_control), "{shown:?}");
}
