//! What stands between quotes.

use std::borrow::Cow;

use super::super::parse_error::ParseError;
use super::{Token, TokenKind};
use crate::source::Span;

/// The value of a word or string: without its quotes, its escapes resolved as Go does.
///
/// # Errors
/// At a word with a quote in it, at an escape that Go does not have, and where escapes form no UTF-8.
pub(crate) fn unquote(token: Token, text: &str) -> Result<Cow<'_, str>, ParseError> {
    let inner = token.inner();
    let raw = &text[inner.range()];
    match token.kind {
        TokenKind::Quoted if raw.contains('\\') => unescape(raw, inner.start).map(Cow::Owned),
        TokenKind::Quoted | TokenKind::RawQuoted => Ok(Cow::Borrowed(raw)),
        _ => match raw.find(['"', '\'', '`']) {
            Some(at) => {
                let span = Span::new(inner.start + at, inner.start + at + 1);
                Err(ParseError::new(span, "a quote may only stand around a word, not in it")
                    .with_help("delete the quote, or put the whole word between \" and \""))
            }
            None => Ok(Cow::Borrowed(raw)),
        },
    }
}

fn unescape(raw: &str, start: usize) -> Result<String, ParseError> {
    let mut value = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        value.extend_from_slice(&rest.as_bytes()[..at]);
        let offset = start + raw.len() - rest.len() + at;
        let escape = &rest[at + 1..];
        let Some(length) = push_escape(escape, &mut value) else {
            let length = escape.chars().next().map_or(0, char::len_utf8);
            let span = Span::new(offset, offset + 1 + length);
            return Err(ParseError::new(span, "Go has no such escape in strings")
                .with_help("write `\\\\` for a backslash, or `/` in a path"));
        };
        rest = &escape[length..];
    }
    value.extend_from_slice(rest.as_bytes());
    String::from_utf8(value).map_err(|_| {
        let span = Span::new(start, start + raw.len());
        ParseError::new(span, "the escapes of this string form no UTF-8 text")
    })
}

/// Adds what the text after a backslash stands for, and gives how much of it was taken.
fn push_escape(escape: &str, value: &mut Vec<u8>) -> Option<usize> {
    let first = *escape.as_bytes().first()?;
    let simple = match first {
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' | b'"' => first,
        b'0'..=b'7' => {
            value.push(u8::try_from(number(escape, 0, 3, 8)?).ok()?);
            return Some(3);
        }
        b'x' => {
            value.push(u8::try_from(number(escape, 1, 2, 16)?).ok()?);
            return Some(3);
        }
        b'u' | b'U' => {
            let digits = if first == b'u' { 4 } else { 8 };
            let c = char::from_u32(number(escape, 1, digits, 16)?)?;
            value.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            return Some(1 + digits);
        }
        _ => return None,
    };
    value.push(simple);
    Some(1)
}

/// The number that `digits` digits from byte `start` on write.
fn number(text: &str, start: usize, digits: usize, radix: u32) -> Option<u32> {
    let digits = text.get(start..start + digits)?;
    // `from_str_radix` would also take a sign.
    digits.chars().all(|c| c.is_digit(radix)).then(|| u32::from_str_radix(digits, radix).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<String, ParseError> {
        let kind = match text.as_bytes()[0] {
            b'"' => TokenKind::Quoted,
            b'`' => TokenKind::RawQuoted,
            _ => TokenKind::Word,
        };
        unquote(Token { kind, span: Span::new(0, text.len()) }, text).map(Cow::into_owned)
    }

    #[test]
    fn escapes_are_those_of_go() {
        for (text, expected) in [
            ("plain", "plain"),
            ("\"a b\"", "a b"),
            ("`a\\b`", "a\\b"),
            (r#""\a\b\f\n\r\t\v\\\"""#, "\x07\x08\x0c\n\r\t\x0b\\\""),
            (r#""\x41\101\u00e9\U0001F600""#, "AA\u{e9}\u{1F600}"),
            (r#""\xc3\xa9""#, "\u{e9}"),
        ] {
            assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
        }
        for (text, start, end) in [
            (r#""a\q""#, 2, 4),
            (r#""\'""#, 1, 3),
            (r#""\x4""#, 1, 3),
            (r#""\+12""#, 1, 3),
            (r#""\x+1""#, 1, 3),
            (r#""\400""#, 1, 3),
            (r#""\ud800""#, 1, 3),
            (r#""\xff""#, 1, 5),
            ("\"\\\n\"", 1, 3),
            ("a'b", 1, 2),
            ("'a", 0, 1),
        ] {
            let error = value(text).unwrap_err();
            assert_eq!(error.span, Span::new(start, end), "{text}: {error}");
        }
    }
}
