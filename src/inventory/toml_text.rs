//! TOML with the place of each value, and its mistakes in our words.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ParseError;
use super::parse_error::{lines, refuse_conflict_marker, text_start};
use crate::source::Span;

pub(crate) type Value<'a> = Spanned<DeValue<'a>>;

/// Parses a whole document. Spans count from the start of `text`, a byte order mark included.
pub(crate) fn parse<'a>(text: &'a str, help: &str) -> Result<DeTable<'a>, ParseError> {
    let start = text_start(text);
    let parsed = DeTable::parse(&text[start..]).map_err(|error| {
        // A merge that was left half done is what most broken locks are; TOML would name any odd character of it.
        let conflict = lines(text).find_map(|(at, line)| refuse_conflict_marker(line, at).err());
        conflict.unwrap_or_else(|| {
            let span = error.span().map_or(Span::new(text.len(), text.len()), |span| {
                Span::new(span.start + start, span.end + start)
            });
            ParseError::new(span, error.message().to_owned()).with_help(help)
        })
    })?;
    Ok(parsed.into_inner())
}

/// The value of a key.
pub(crate) fn get<'t, 'a>(table: &'t DeTable<'a>, key: &str) -> Option<&'t Value<'a>> {
    table.iter().find(|(known, _)| known.get_ref().as_ref() == key).map(|(_, value)| value)
}

/// The table of a key.
pub(crate) fn table<'t, 'a>(parent: &'t DeTable<'a>, key: &str) -> Option<&'t DeTable<'a>> {
    get(parent, key)?.get_ref().as_table()
}

/// The string of a key.
pub(crate) fn string<'t>(parent: &'t DeTable<'_>, key: &str) -> Option<&'t str> {
    get(parent, key)?.get_ref().as_str()
}

/// The string of a key, as part of the text where it has no escapes.
pub(crate) fn text<'a>(parent: &DeTable<'a>, key: &str) -> Option<Cow<'a, str>> {
    match get(parent, key)?.get_ref() {
        DeValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// The strings of an array, as [`text`].
pub(crate) fn texts<'a>(parent: &DeTable<'a>, key: &str) -> Vec<Cow<'a, str>> {
    let array = get(parent, key).and_then(|value| value.get_ref().as_array());
    let texts = array.into_iter().flatten().filter_map(|value| match value.get_ref() {
        DeValue::String(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

/// The strings of an array.
pub(crate) fn strings<'t>(parent: &'t DeTable<'_>, key: &str) -> Vec<&'t str> {
    let array = get(parent, key).and_then(|value| value.get_ref().as_array());
    array.into_iter().flatten().filter_map(|value| value.get_ref().as_str()).collect()
}

/// What the parser calls a range, in `text`.
pub(crate) fn place(text: &str, range: Range<usize>) -> Span {
    let start = text_start(text);
    Span::new(range.start + start, range.end + start)
}

/// The bytes between the quotes of a string value.
pub(crate) fn inside(text: &str, value: &Value<'_>) -> Span {
    let Span { start: from, end: to } = place(text, value.span());
    let quoted = text.get(from..to).is_some_and(|raw| raw.len() >= 2 && raw.starts_with(['"', '\'']));
    if quoted { Span::new(from + 1, to - 1) } else { Span::new(from, to) }
}
