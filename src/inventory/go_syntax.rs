//! The syntax that go.mod and go.work share, kept without loss.
//!
//! A [`Tree`] holds the text, the tokens it is made of, and the statements they form. Between two tokens there is
//! only white space, so the tree prints every byte it has read, and an edit changes one token and nothing else.
//!
//! What is read is what `go` reads, and a little more: a byte order mark at the start and, as the language's
//! reference has it, back-quoted strings. Characters that cannot be seen are refused as `go` refuses them, as far
//! as the tables of this crate know them.

mod lexer;
mod parser;
mod quote;

use std::fmt;
use std::ops::Range;

use super::parse_error::{ParseError, text_start};
use crate::source::Span;

pub(super) use quote::unquote;

/// Larger texts are refused: the largest manifests known are a hundred times smaller, and input is not to be
/// trusted.
pub const MAX_BYTES: usize = 4 << 20;

/// A text of the syntax of go.mod and go.work.
#[derive(Clone, Debug)]
pub struct Tree {
    text: String,
    tokens: Vec<Token>,
    statements: Vec<Statement>,
}

/// A piece of text that is no white space, or a line's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is: a string with its quotes, a comment with its slashes and without the line's end.
    pub span: Span,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A run of other characters, such as a path, a version or `=>`.
    Word,
    /// `"…"`, with escapes as in Go.
    Quoted,
    /// `` `…` ``.
    RawQuoted,
    /// One of `( ) [ ] { } ,`.
    Punctuation,
    /// `// …` to the end of the line.
    Comment,
    /// A line feed.
    LineEnd,
}

/// A directive with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// One that stands on a line of its own.
    Line(Line),
    /// Several of one kind: `verb ( … )`.
    Block(Block),
}

/// The tokens of one line, without its comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its tokens, as indices into [`Tree::tokens`]; never empty.
    pub tokens: Range<usize>,
    /// The comments on lines of their own that belong to it, as indices into [`Tree::tokens`]; line ends are
    /// among them.
    pub before: Range<usize>,
    /// The comment at its end, as an index into [`Tree::tokens`].
    pub comment: Option<usize>,
}

/// Lines in parentheses after a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What stands before the parenthesis, with the comments before it and the one after the parenthesis; one
    /// token in all blocks that `go` knows.
    pub head: Line,
    /// What stands in the parentheses.
    pub lines: Vec<Line>,
    /// The closing parenthesis, as an index into [`Tree::tokens`].
    pub close: usize,
}

/// Why a text was not edited. The text is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The span is that of no word and no string.
    #[error("no word or string stands at the bytes {}..{}", .0.start, .0.end)]
    NotAToken(Span),
    /// The new text would be no token there, or several, or change how others are read.
    #[error("`{0}` cannot stand there as one word")]
    NotOneToken(String),
    /// The edited text cannot be read.
    #[error("the edited text cannot be read: {0}")]
    Unreadable(#[from] ParseError),
}

impl Tree {
    /// Reads a text.
    ///
    /// # Errors
    /// At the first place that is not of this syntax, and at a line that a merge left behind.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        if text.len() > MAX_BYTES {
            let message = format!("the file is larger than {} MiB, the most that is read", MAX_BYTES >> 20);
            return Err(ParseError::new(Span::default(), message));
        }
        let tokens = lexer::lex(text, text_start(text))?;
        let statements = parser::parse(text, &tokens)?;
        Ok(Self { text: text.to_owned(), tokens, statements })
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All tokens, in the order of the text.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// All statements, in the order of the text.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// The text of a token of this tree.
    pub fn token_text(&self, token: Token) -> &str {
        &self.text[token.span.range()]
    }

    /// The text of the comment at a line's end, with its slashes.
    pub fn line_comment(&self, line: &Line) -> Option<&str> {
        line.comment.map(|index| self.token_text(self.tokens[index]))
    }

    /// The texts of the comments above a line that belong to it, with their slashes.
    pub fn comments_before<'a>(&'a self, line: &Line) -> impl Iterator<Item = &'a str> {
        let tokens = self.tokens[line.before.clone()].iter();
        tokens.filter(|token| token.kind == TokenKind::Comment).map(|&token| self.token_text(token))
    }

    /// Puts another text in the place of one word or string. The span is that of the token, or what is between
    /// the quotes of a string, which then stay. Spans behind it move.
    ///
    /// # Errors
    /// When the span is no such token, or the new text would not be one token in its place.
    pub fn replace(&mut self, span: Span, text: &str) -> Result<(), EditError> {
        self.replace_all(&[(span, text)])
    }

    /// Does what [`Tree::replace`] does for several tokens, or for none of them. The spans are those before any
    /// of the edits.
    ///
    /// # Errors
    /// As [`Tree::replace`], and when one token is named twice.
    pub fn replace_all(&mut self, edits: &[(Span, &str)]) -> Result<(), EditError> {
        let mut edits: Vec<Edit<'_>> =
            edits.iter().map(|&(span, text)| self.edit(span, text)).collect::<Result<_, _>>()?;
        edits.sort_by_key(|edit| edit.token);
        if let Some(twice) = edits.windows(2).find(|pair| pair[0].token == pair[1].token) {
            return Err(EditError::NotAToken(twice[1].span));
        }
        let mut text = String::with_capacity(self.text.len());
        let mut copied = 0;
        for edit in &edits {
            text.push_str(&self.text[copied..edit.span.start]);
            text.push_str(edit.text);
            copied = edit.span.end;
        }
        text.push_str(&self.text[copied..]);
        let edited = Self::parse(&text)?;
        edited.check_edits_of(self, &edits)?;
        *self = edited;
        Ok(())
    }

    fn edit<'e>(&self, span: Span, text: &'e str) -> Result<Edit<'e>, EditError> {
        let token = self.tokens.partition_point(|token| token.span.end < span.end);
        let found = self.tokens.get(token).filter(|token| token.is_value());
        match found {
            Some(found) if found.span == span || found.inner() == span => Ok(Edit { token, span, text }),
            _ => Err(EditError::NotAToken(span)),
        }
    }

    /// That this is `old` with those words and strings changed, and no token more or less or elsewhere.
    fn check_edits_of(&self, old: &Self, edits: &[Edit<'_>]) -> Result<(), EditError> {
        let mut new_tokens = self.tokens.iter();
        let mut edits = edits.iter().peekable();
        let mut last = "";
        let (mut added, mut removed) = (0, 0);
        for (index, old_token) in old.tokens.iter().enumerate() {
            let edit = edits.next_if(|edit| edit.token == index);
            let start = old_token.span.start + added - removed;
            if let Some(edit) = edit {
                last = edit.text;
                added += edit.text.len();
                removed += edit.span.end - edit.span.start;
            }
            let span = Span::new(start, old_token.span.end + added - removed);
            let is_as_expected = |token: &&Token| {
                token.span == span
                    && if edit.is_some() { token.is_value() } else { token.kind == old_token.kind }
            };
            if new_tokens.next().filter(is_as_expected).is_none() {
                return Err(EditError::NotOneToken(last.to_owned()));
            }
        }
        if new_tokens.next().is_some() { Err(EditError::NotOneToken(last.to_owned())) } else { Ok(()) }
    }
}

/// A new text for the token of that index: in the place of all of it, or of what is between its quotes.
#[derive(Clone, Copy)]
struct Edit<'e> {
    token: usize,
    span: Span,
    text: &'e str,
}

impl Token {
    /// What is between the quotes of a string; all of any other token.
    pub const fn inner(self) -> Span {
        match self.kind {
            TokenKind::Quoted | TokenKind::RawQuoted => Span::new(self.span.start + 1, self.span.end - 1),
            _ => self.span,
        }
    }

    /// Whether it is a word or a string.
    pub const fn is_value(self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Quoted | TokenKind::RawQuoted)
    }

    /// Whether nothing of a statement can follow on the same line.
    const fn ends_line(self) -> bool {
        matches!(self.kind, TokenKind::Comment | TokenKind::LineEnd)
    }
}

impl fmt::Display for Tree {
    /// Prints the text as it was read, token by token with what stands before each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printed = 0;
        for token in &self.tokens {
            f.write_str(&self.text[printed..token.span.start])?;
            f.write_str(self.token_text(*token))?;
            printed = token.span.end;
        }
        f.write_str(&self.text[printed..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let tree = Tree::parse(text).unwrap();
        tree.tokens.iter().map(|&token| tree.token_text(token).to_owned()).collect()
    }

    #[test]
    fn tokens_are_those_of_go() {
        assert_eq!(
            words("a(b)[c,d] => \"e f\"`g`//h i"),
            ["a", "(", "b", ")", "[", "c", ",", "d", "]", "=>", "\"e f\"", "`g`", "//h i"]
        );
        assert_eq!(words("a\rb\r\n// c\r\n"), ["a", "b", "\n", "// c", "\n"]);
        assert_eq!(words("x/y/z//w"), ["x/y/z", "//w"]);
        assert_eq!(words("\u{feff}é \"\\\"\""), ["é", "\"\\\"\""]);
    }

    #[test]
    fn blocks_and_lines_are_told_apart() {
        let shapes = |text: &str| -> Vec<Option<usize>> {
            let lines_of = |statement: &Statement| match statement {
                Statement::Line(_) => None,
                Statement::Block(block) => Some(block.lines.len()),
            };
            Tree::parse(text).unwrap().statements.iter().map(lines_of).collect()
        };
        assert_eq!(shapes("a (\n b\n c // d\n\n)\ne"), [Some(2), None]);
        assert_eq!(shapes("a ()\na ( ) // b\na(\n)\n"), [Some(0), Some(0), Some(0)]);
        assert_eq!(shapes("a ( b\na ( ) b\n(\n)\n"), [None, None, None, None]);
        assert_eq!(shapes(""), []);
        assert_eq!(shapes("// only\n\n// comments"), []);
    }

    #[test]
    fn comments_belong_to_lines_as_in_go() {
        let text = "// far\n\n// near\nreq ( // open\n\n  // in\n\n  x // at\n) // close\n";
        let tree = Tree::parse(text).unwrap();
        let [Statement::Block(block)] = tree.statements() else { panic!("{tree:?}") };
        assert_eq!(tree.comments_before(&block.head).collect::<Vec<_>>(), ["// near"]);
        assert_eq!(tree.line_comment(&block.head), Some("// open"));
        assert_eq!(tree.comments_before(&block.lines[0]).collect::<Vec<_>>(), ["// in"]);
        assert_eq!(tree.line_comment(&block.lines[0]), Some("// at"));
    }

    #[test]
    fn an_edit_changes_one_token() {
        let mut tree = Tree::parse("a \"b\"//c\nd").unwrap();
        tree.replace(Span::new(3, 4), "long").unwrap();
        assert_eq!(tree.to_string(), "a \"long\"//c\nd");
        tree.replace(Span::new(2, 8), "w").unwrap();
        assert_eq!(tree.to_string(), "a w//c\nd");
        for (span, text) in [
            (Span::new(2, 3), "x y"),
            (Span::new(2, 3), ""),
            (Span::new(2, 3), "x/"),
            (Span::new(2, 3), "x\n"),
            (Span::new(2, 3), "// x"),
        ] {
            assert!(matches!(tree.replace(span, text), Err(EditError::NotOneToken(_))), "{text:?}");
        }
        for text in ["\"x", "("] {
            assert!(matches!(tree.replace(Span::new(2, 3), text), Err(EditError::Unreadable(_))), "{text:?}");
        }
        for span in [Span::new(1, 3), Span::new(3, 6), Span::new(6, 7), Span::new(90, 91), Span::new(3, 2)] {
            assert_eq!(tree.replace(span, "x"), Err(EditError::NotAToken(span)));
        }
        assert_eq!(tree.to_string(), "a w//c\nd");
        tree.replace_all(&[(Span::new(7, 8), "last"), (Span::new(0, 1), "first")]).unwrap();
        assert_eq!(tree.to_string(), "first w//c\nlast");
        let twice = [(Span::new(0, 5), "x"), (Span::new(0, 5), "y")];
        assert_eq!(tree.replace_all(&twice), Err(EditError::NotAToken(Span::new(0, 5))));
    }

    #[test]
    fn what_is_not_of_the_syntax_is_located() {
        for (text, start, end) in [
            ("a /* b */", 2, 4),
            ("a b/*c*/", 3, 5),
            ("a \"b", 2, 4),
            ("a \"b\nc\"", 2, 4),
            ("a `b\\", 2, 5),
            ("a \"\\", 2, 4),
            ("a\u{a0}b", 1, 3),
            ("a \u{200b}b", 2, 5),
            ("a \0", 2, 3),
            ("x (\n b\n", 2, 3),
            ("x (\n) y\n", 6, 7),
            ("a\n=======\n", 2, 9),
        ] {
            let error = Tree::parse(text).unwrap_err();
            assert_eq!(error.span, Span::new(start, end), "{text:?}: {error}");
        }
    }
}
