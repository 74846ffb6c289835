//! From tokens to statements.

use std::ops::Range;

use super::super::parse_error::ParseError;
use super::{Block, Line, Statement, Token, TokenKind};
use crate::source::Span;

/// The statements that the tokens of a text form.
pub(super) fn parse(text: &str, tokens: &[Token]) -> Result<Vec<Statement>, ParseError> {
    let mut parser = Parser { text, tokens, at: 0 };
    let mut statements = Vec::new();
    let mut before = 0..0;
    while let Some(token) = parser.peek() {
        match token.kind {
            TokenKind::LineEnd => {
                // At the top, a blank line parts a comment from what follows.
                parser.at += 1;
                before = parser.at..parser.at;
            }
            TokenKind::Comment => {
                parser.take_line_end();
                before.end = parser.at;
            }
            _ => {
                statements.push(parser.statement(before)?);
                before = parser.at..parser.at;
            }
        }
    }
    Ok(statements)
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn is(&self, index: usize, punctuation: &str) -> bool {
        self.tokens.get(index).is_some_and(|token| {
            token.kind == TokenKind::Punctuation && &self.text[token.span.range()] == punctuation
        })
    }

    fn line_ends(&self, index: usize) -> bool {
        self.tokens.get(index).is_none_or(|token| token.ends_line())
    }

    /// Takes a comment, if there is one, and the line's end; gives the comment.
    fn take_line_end(&mut self) -> Option<usize> {
        let comment = self.peek().filter(|token| token.kind == TokenKind::Comment).map(|_| self.at);
        self.at += usize::from(comment.is_some());
        self.at += usize::from(self.peek().is_some_and(|token| token.kind == TokenKind::LineEnd));
        comment
    }

    /// A parenthesis opens a block only at a line's end; anywhere else it is a token like others.
    fn statement(&mut self, before: Range<usize>) -> Result<Statement, ParseError> {
        let start = self.at;
        self.at += 1;
        while !self.line_ends(self.at) {
            if self.is(self.at, "(") {
                let open = self.at;
                if self.line_ends(open + 1) {
                    self.at += 1;
                    let head = Line { tokens: start..open, before, comment: self.take_line_end() };
                    return self.block(head, open).map(Statement::Block);
                }
                if self.is(open + 1, ")") && self.line_ends(open + 2) {
                    self.at += 2;
                    let head = Line { tokens: start..open, before, comment: self.take_line_end() };
                    return Ok(Statement::Block(Block { head, lines: Vec::new(), close: open + 1 }));
                }
            }
            self.at += 1;
        }
        let tokens = start..self.at;
        Ok(Statement::Line(Line { tokens, before, comment: self.take_line_end() }))
    }

    fn block(&mut self, head: Line, open: usize) -> Result<Block, ParseError> {
        let mut lines = Vec::new();
        let mut before = self.at;
        while let Some(token) = self.peek() {
            if token.ends_line() {
                self.take_line_end();
                continue;
            }
            if self.is(self.at, ")") {
                let close = self.at;
                self.at += 1;
                if let Some(extra) = self.peek().filter(|token| !token.ends_line()) {
                    return Err(ParseError::new(extra.span, "only a comment may follow the `)` of a block")
                        .with_help("start a new line after the `)`"));
                }
                self.take_line_end();
                return Ok(Block { head, lines, close });
            }
            let start = self.at;
            while !self.line_ends(self.at) {
                self.at += 1;
            }
            let tokens = start..self.at;
            lines.push(Line { tokens, before: before..start, comment: self.take_line_end() });
            before = self.at;
        }
        let span = self.tokens.get(open).map_or(Span::default(), |token| token.span);
        Err(ParseError::new(span, "this block has no end").with_help("close it with a line `)`"))
    }
}
