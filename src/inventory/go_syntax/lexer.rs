//! From text to tokens.

use super::super::parse_error::{ParseError, refuse_conflict_marker};
use super::{Token, TokenKind};
use crate::source::Span;

/// The tokens of a text from the byte `at` on.
pub(super) fn lex(text: &str, at: usize) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer { text, at };
    // One token to eight bytes is more than manifests have; a hostile text makes the vector grow.
    let mut tokens = Vec::with_capacity(text.len() / 8);
    refuse_conflict_marker(&text[at..], at)?;
    while let Some(token) = lexer.next()? {
        tokens.push(token);
        if token.kind == TokenKind::LineEnd {
            refuse_conflict_marker(&text[lexer.at..], lexer.at)?;
        }
    }
    Ok(tokens)
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl Lexer<'_> {
    fn next(&mut self) -> Result<Option<Token>, ParseError> {
        let rest = self.text[self.at..].trim_start_matches([' ', '\t', '\r']);
        self.at = self.text.len() - rest.len();
        let Some(&first) = rest.as_bytes().first() else { return Ok(None) };
        let (kind, length) = match first {
            b'\n' => (TokenKind::LineEnd, 1),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' => (TokenKind::Punctuation, 1),
            b'"' => (TokenKind::Quoted, self.string_length(rest)?),
            b'`' => (TokenKind::RawQuoted, self.string_length(rest)?),
            b'/' if rest.starts_with("//") => (TokenKind::Comment, comment_length(rest)),
            _ => (TokenKind::Word, self.word_length(rest)?),
        };
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        Ok(Some(Token { kind, span }))
    }

    /// The length of the string at the start of `rest`. A backslash takes the next character with it, except
    /// between back-quotes.
    fn string_length(&self, rest: &str) -> Result<usize, ParseError> {
        let bytes = rest.as_bytes();
        let quote = bytes[0];
        let mut length = 1;
        while let Some(&byte) = bytes.get(length) {
            match byte {
                b'\n' => break,
                _ if byte == quote => return Ok(length + 1),
                // Characters of several bytes need no care: none of their bytes is one of those looked for.
                b'\\' if quote == b'"' && length + 1 < bytes.len() => length += 2,
                _ => length += 1,
            }
        }
        let quote = char::from(quote);
        Err(ParseError::new(Span::new(self.at, self.at + length), "this string has no end on its line")
            .with_help(format!("close it with {quote}")))
    }

    /// The length of the word at the start of `rest`.
    fn word_length(&self, rest: &str) -> Result<usize, ParseError> {
        let bytes = rest.as_bytes();
        let mut length = 0;
        while let Some(&byte) = bytes.get(length) {
            match byte {
                b' ' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' => break,
                b'/' => match bytes.get(length + 1) {
                    Some(b'/') => break,
                    Some(b'*') => return Err(self.block_comment(length)),
                    _ => length += 1,
                },
                b'!'..=b'~' => length += 1,
                0x80.. => match rest[length..].chars().next() {
                    Some(c) if is_visible(c) => length += c.len_utf8(),
                    _ => break,
                },
                // Control characters; tab, carriage return and line feed among them.
                _ => break,
            }
        }
        if length > 0 { Ok(length) } else { Err(self.unexpected(rest)) }
    }

    fn block_comment(&self, offset: usize) -> ParseError {
        let start = self.at + offset;
        ParseError::new(Span::new(start, start + 2), "`/*` comments are not allowed in this file")
            .with_help("write the comment after //")
    }

    fn unexpected(&self, rest: &str) -> ParseError {
        let c = rest.chars().next().unwrap_or_default();
        let span = Span::new(self.at, self.at + c.len_utf8());
        let message = format!("unexpected character U+{:04X}", u32::from(c));
        ParseError::new(span, message).with_help("delete it: it is no space and cannot be part of a word")
    }
}

/// The length of the comment at the start of `rest`, without the line's end.
fn comment_length(rest: &str) -> usize {
    let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
    line.strip_suffix('\r').unwrap_or(line).len()
}

/// Whether a character outside ASCII may be part of a word: none that is white space, and none that would be
/// invisible or reorder the text around it.
fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !c.is_control()
        && !matches!(c,
            '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}'
            | '\u{8e2}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{feff}'
            | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..)
}
