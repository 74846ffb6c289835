//! The directives of go.mod and go.work, one at a time.

use super::super::go_syntax::{Line, Statement, Token, TokenKind, Tree, unquote};
use super::super::parse_error::{ParseError, shown};
use super::{Exclude, Godebug, Replace, ReplaceTarget, Require, Retract, Spanned};
use crate::source::Span;
use crate::version::Version;

/// One directive: a line of its own, a line in a block, or all of a block whose verb is not known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directive<'t> {
    tree: &'t Tree,
    verb: Token,
    args: &'t [Token],
    line: &'t Line,
    in_block: bool,
}

/// The directives of a text in its order. `block_verbs` may stand before a block, `line_verbs` not; a block of any
/// other verb is one directive.
pub(crate) fn directives<'t>(
    tree: &'t Tree,
    block_verbs: &[&str],
    line_verbs: &[&str],
) -> Result<Vec<Directive<'t>>, ParseError> {
    let mut directives = Vec::new();
    for statement in tree.statements() {
        let block = match statement {
            Statement::Line(line) => {
                directives.push(Directive::new(tree, line)?);
                continue;
            }
            Statement::Block(block) => block,
        };
        let head = Directive::new(tree, &block.head)?;
        let is_line_verb = line_verbs.contains(&head.verb());
        if is_line_verb {
            return Err(ParseError::new(head.verb.span, format!("`{}` cannot be a block", head.verb()))
                .with_help("write it on one line, without parentheses"));
        }
        if !block_verbs.contains(&head.verb()) {
            directives.push(head);
            continue;
        }
        if let [extra, ..] = head.args {
            let help = format!("write `{} (` and start a new line after it", head.verb());
            return Err(ParseError::new(extra.span, "only the verb may stand before the `(` of a block")
                .with_help(help));
        }
        let in_block = |line| Directive { args: tokens_of(tree, line), line, in_block: true, ..head };
        directives.extend(block.lines.iter().map(in_block));
    }
    Ok(directives)
}

impl<'t> Directive<'t> {
    fn new(tree: &'t Tree, line: &'t Line) -> Result<Self, ParseError> {
        let tokens = tokens_of(tree, line);
        let Some((&verb, args)) = tokens.split_first() else {
            return Err(ParseError::new(Span::default(), "a directive is missing"));
        };
        let text = tree.token_text(verb);
        let is_verb = text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        if !is_verb {
            let help = match text {
                ")" => "no block is open here; delete the `)`",
                _ => "start the line with a verb such as `require`, or put it into a block `require ( … )`",
            };
            let message = format!("`{}` is no directive", shown(text));
            return Err(ParseError::new(verb.span, message).with_help(help));
        }
        Ok(Self { tree, verb, args, line, in_block: false })
    }

    /// What kind of directive it is.
    pub(crate) fn verb(&self) -> &'t str {
        self.tree.token_text(self.verb)
    }

    /// Keeps the value of a directive that can be there only once.
    pub(crate) fn set_once<T>(&self, slot: &mut Option<T>, value: T) -> Result<(), ParseError> {
        if slot.is_some() {
            let message = format!("there is more than one `{}` line", self.verb());
            return Err(ParseError::new(self.span(), message).with_help("keep one of them"));
        }
        *slot = Some(value);
        Ok(())
    }

    /// The directive by its verb only.
    pub(crate) fn unknown(&self) -> Spanned<String> {
        Spanned { value: self.verb().to_owned(), span: self.verb.span }
    }

    /// The one argument of `module`, `tool`, `ignore` or `use`; `form` is how it looks.
    pub(crate) fn path(&self, form: &str) -> Result<Spanned<String>, ParseError> {
        let [path] = self.args else { return Err(self.usage(form)) };
        self.value(*path, form)
    }

    pub(crate) fn go_version(&self) -> Result<Spanned<String>, ParseError> {
        const FORM: &str = "1.21";
        let version = self.bare(FORM)?;
        if language_version(&version.value).is_some() {
            return Ok(version);
        }
        let message = format!("`{}` is no version of the Go language", shown(&version.value));
        Err(ParseError::new(version.span, message).with_help("write it like `go 1.21` or `go 1.21.3`"))
    }

    pub(crate) fn toolchain(&self) -> Result<Spanned<String>, ParseError> {
        self.bare("go1.21.3")
    }

    pub(crate) fn godebug(&self) -> Result<Godebug, ParseError> {
        const FORM: &str = "key=value";
        let setting = self.bare(FORM)?;
        let (key, value) = setting.value.split_once('=').ok_or_else(|| self.usage(FORM))?;
        Ok(Godebug { key: key.to_owned(), value: value.to_owned(), span: setting.span })
    }

    pub(crate) fn require(&self) -> Result<Require, ParseError> {
        let (path, version) = self.module_version()?;
        Ok(Require {
            path: path.value,
            version: version.value,
            indirect: self.tree.line_comment(self.line).is_some_and(says_indirect),
            path_span: path.span,
            version_span: version.span,
        })
    }

    pub(crate) fn exclude(&self) -> Result<Exclude, ParseError> {
        let (path, version) = self.module_version()?;
        let span = Span::new(path.span.start, version.span.end);
        Ok(Exclude { path: path.value, version: version.value, span })
    }

    pub(crate) fn replace(&self) -> Result<Replace, ParseError> {
        const FORM: &str = "module/path [v1.2.3] => other/module v1.2.3` or `… => ../folder";
        let is_arrow = |token: &Token| self.tree.token_text(*token) == "=>";
        // Go looks for the arrow at the second place first, at the third else, and nowhere else.
        let arrow = if self.args.get(1).is_some_and(is_arrow) { 1 } else { 2 };
        let (old, new) = match self.args.get(arrow) {
            Some(token) if is_arrow(token) => (&self.args[..arrow], &self.args[arrow + 1..]),
            _ => return Err(self.usage(FORM)),
        };
        let (old_path, old_version) = match old {
            [path] => (self.value(*path, FORM)?, None),
            [path, version] => (self.value(*path, FORM)?, Some(self.version(*version, FORM)?)),
            _ => return Err(self.usage(FORM)),
        };
        let old_end = old_version.as_ref().map_or(old_path.span.end, |version| version.span.end);
        let target = match new {
            [path] => self.local_target(self.value(*path, FORM)?)?,
            [path, version] => self.module_target(self.value(*path, FORM)?, *version, FORM)?,
            _ => return Err(self.usage(FORM)),
        };
        Ok(Replace {
            old_span: Span::new(old_path.span.start, old_end),
            old_path: old_path.value,
            old_version: old_version.map(|version| version.value),
            target,
        })
    }

    fn local_target(&self, path: Spanned<String>) -> Result<ReplaceTarget, ParseError> {
        if is_folder(&path.value) {
            return Ok(ReplaceTarget::Local { path: path.value, path_span: path.span });
        }
        let help = match path.value.split_once('@') {
            Some((path, version)) => format!("write `{} {}`", shown(path), shown(version)),
            None => "add the version, or start the path with ./ or ../ if it is a folder".to_owned(),
        };
        Err(ParseError::new(path.span, "a module that replaces another needs a version").with_help(help))
    }

    fn module_target(
        &self,
        path: Spanned<String>,
        version: Token,
        form: &str,
    ) -> Result<ReplaceTarget, ParseError> {
        let version = self.version(version, form)?;
        if is_folder(&path.value) {
            return Err(ParseError::new(version.span, "a folder that replaces a module has no version")
                .with_help("delete the version"));
        }
        Ok(ReplaceTarget::Module {
            path: path.value,
            version: version.value,
            path_span: path.span,
            version_span: version.span,
        })
    }

    pub(crate) fn retract(&self) -> Result<Retract, ParseError> {
        const FORM: &str = "v1.2.3` or `[v1.2.0, v1.2.3]";
        let is = |token: &Token, text: &str| self.tree.token_text(*token) == text;
        let (low, high) = match self.args {
            [version] => (version, version),
            [open, low, comma, high, close] if is(open, "[") && is(comma, ",") && is(close, "]") => {
                (low, high)
            }
            _ => return Err(self.usage(FORM)),
        };
        Ok(Retract {
            low: self.version(*low, FORM)?.value,
            high: self.version(*high, FORM)?.value,
            span: self.span(),
        })
    }

    fn module_version(&self) -> Result<(Spanned<String>, Spanned<Version>), ParseError> {
        const FORM: &str = "module/path v1.2.3";
        let [path, version] = self.args else {
            let usage = self.usage(FORM);
            return Err(match self.args {
                [one] if self.tree.token_text(*one).contains('@') => {
                    usage.with_help("put a space in the place of `@`")
                }
                _ => usage,
            });
        };
        Ok((self.value(*path, FORM)?, self.version(*version, FORM)?))
    }

    /// A word or string.
    fn value(&self, token: Token, form: &str) -> Result<Spanned<String>, ParseError> {
        if !token.is_value() {
            return Err(self.usage(form));
        }
        let value = unquote(token, self.tree.text())?.into_owned();
        Ok(Spanned { value, span: token.inner() })
    }

    /// The one argument, which Go does not take in quotes.
    fn bare(&self, form: &str) -> Result<Spanned<String>, ParseError> {
        match self.args {
            [word] if word.kind == TokenKind::Word => self.value(*word, form),
            _ => Err(self.usage(form)),
        }
    }

    fn version(&self, token: Token, form: &str) -> Result<Spanned<Version>, ParseError> {
        if !token.is_value() {
            return Err(self.usage(form));
        }
        let text = unquote(token, self.tree.text())?;
        let span = token.inner();
        text.parse().map(|value| Spanned { value, span }).map_err(|_| {
            let help = if format!("v{text}").parse::<Version>().is_ok() {
                format!("write `v{}`", shown(&text))
            } else {
                "write a full version; `go mod tidy` finds the one that a branch stands for".to_owned()
            };
            let message = format!("`{}` is not a version of the form v1.2.3", shown(&text));
            ParseError::new(span, message).with_help(help)
        })
    }

    /// From the first argument to the last; the verb where there is none.
    fn span(&self) -> Span {
        match (self.args.first(), self.args.last()) {
            (Some(first), Some(last)) => Span::new(first.span.start, last.span.end),
            _ => self.verb.span,
        }
    }

    fn usage(&self, form: &str) -> ParseError {
        let is_open = |token: &Token| self.tree.token_text(*token) == "(";
        let help = if self.in_block && self.args.last().is_some_and(is_open) {
            format!("close the block `{} (` above with a line `)` first", self.verb())
        } else {
            format!("write `{} {form}`", self.verb())
        };
        let message = format!("this `{}` does not have the form that go reads", self.verb());
        ParseError::new(self.span(), message).with_help(help)
    }
}

fn tokens_of<'t>(tree: &'t Tree, line: &Line) -> &'t [Token] {
    &tree.tokens()[line.tokens.clone()]
}

/// Go's rule: the comment is the one word `indirect`, or begins with the word `indirect;` and has another.
fn says_indirect(comment: &str) -> bool {
    let mut words = comment.strip_prefix("//").unwrap_or(comment).split_whitespace();
    matches!((words.next(), words.next()), (Some("indirect"), None) | (Some("indirect;"), Some(_)))
}

/// Go's rule for what is a folder and no module, by the spellings of all systems.
fn is_folder(path: &str) -> bool {
    let drive = |bytes: &[u8]| matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
    matches!(path, "." | "..")
        || ["./", ".\\", "../", "..\\", "/", "\\"].iter().any(|start| path.starts_with(start))
        || drive(path.as_bytes())
}

/// Major and minor of a language version such as `1.21`, `1.22.3`, `1.21rc1` or, as in old files, `v1.13.x`.
pub(crate) fn language_version(text: &str) -> Option<(u64, u64)> {
    let number = |digits: &str| -> Option<u64> {
        let plain = digits == "0" || !digits.starts_with('0');
        (plain && digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.parse().ok())?
    };
    let (major, rest) = text.strip_prefix('v').unwrap_or(text).split_once('.')?;
    let minor = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
    Some((number(major).filter(|&major| major > 0)?, number(minor)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indirect_is_as_go_decides() {
        for comment in
            ["// indirect", "//indirect", "//\t indirect \r", "// indirect; why", "// indirect;  x y"]
        {
            assert!(says_indirect(comment), "{comment}");
        }
        for comment in
            ["//", "// indirect;", "// indirect why", "// Indirect", "// not indirect", "//// indirect"]
        {
            assert!(!says_indirect(comment), "{comment}");
        }
    }

    #[test]
    fn folders_of_all_systems_are_known() {
        for path in [".", "..", "./a", "../a", "/a", ".\\a", "..\\a", "\\a", "C:\\a", "c:a"] {
            assert!(is_folder(path), "{path}");
        }
        for path in ["", "a", "...", ".a/b", "a/../b", "1:a", "example.com/a"] {
            assert!(!is_folder(path), "{path}");
        }
    }

    #[test]
    fn language_versions_are_read_to_the_minor() {
        for (text, expected) in [
            ("1.21", Some((1, 21))),
            ("1.22.3", Some((1, 22))),
            ("1.21rc1", Some((1, 21))),
            ("v1.13.x", Some((1, 13))),
            ("1", None),
            ("1.", None),
            ("0.1", None),
            ("1.021", None),
            ("1.+1", None),
            ("go1.21", None),
            ("1.99999999999999999999", None),
        ] {
            assert_eq!(language_version(text), expected, "{text}");
        }
    }
}
