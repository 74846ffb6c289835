//! `go list -m -json all`: the modules that are built, in Go's own words.

use std::borrow::Cow;

use serde::Deserialize;

use super::parse_error::{ParseError, shown, span_in, text_start};
use crate::source::Span;
use crate::version::Version;

/// The output of `go list -m -json all`, with or without `-u`, `-versions` and the like.
#[derive(Clone, Debug)]
pub struct GoList<'t> {
    /// The modules, in their order.
    pub modules: Vec<ListedModule<'t>>,
}

/// A module of the build.
#[derive(Clone, Debug)]
pub struct ListedModule<'t> {
    /// The module's path.
    pub path: Cow<'t, str>,
    /// Its version; none for a main module.
    pub version: Option<Version>,
    /// Whether it is a main module.
    pub main: bool,
    /// Whether only other modules need it.
    pub indirect: bool,
    /// What takes its place.
    pub replace: Option<ListedReplacement<'t>>,
    /// Why `go` could not load it.
    pub error: Option<Cow<'t, str>>,
    /// Where the path is written.
    pub path_span: Span,
    /// Where the version is written.
    pub version_span: Option<Span>,
}

/// What takes the place of a module.
#[derive(Clone, Debug)]
pub struct ListedReplacement<'t> {
    /// A module's path, or a folder.
    pub path: Cow<'t, str>,
    /// Its version; none for a folder.
    pub version: Option<Version>,
    /// Where the path is written.
    pub path_span: Span,
    /// Where the version is written.
    pub version_span: Option<Span>,
}

/// A string that stays in the input where it has no escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RawModule<'t> {
    #[serde(borrow)]
    path: Text<'t>,
    #[serde(borrow)]
    version: Option<Text<'t>>,
    #[serde(default)]
    main: bool,
    #[serde(default)]
    indirect: bool,
    #[serde(borrow)]
    replace: Option<RawReplacement<'t>>,
    #[serde(borrow)]
    error: Option<RawError<'t>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RawReplacement<'t> {
    #[serde(borrow)]
    path: Text<'t>,
    #[serde(borrow)]
    version: Option<Text<'t>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RawError<'t> {
    #[serde(borrow)]
    err: Text<'t>,
}

impl<'t> GoList<'t> {
    /// Reads the output of `go list -m -json all`. No output at all has no modules.
    ///
    /// # Errors
    /// At what is no JSON object with a path, where the text ends within one, and at a version that is none.
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        let body = &text[text_start(text)..];
        let mut objects = serde_json::Deserializer::from_str(body).into_iter::<RawModule<'t>>();
        let mut modules = Vec::new();
        loop {
            let start = text.len() - body.len() + objects.byte_offset();
            let Some(object) = objects.next() else { break };
            let object = object.map_err(|error| json_error(text, body, &error))?;
            let end = text.len() - body.len() + objects.byte_offset();
            let place = Place { text, object: span_in(text, text[start..end].trim_ascii()) };
            // serde would take a list of values for an object, by its order.
            if !text[place.object.range()].starts_with('{') {
                let message = "no list of modules: expected an object";
                return Err(ParseError::new(place.object, message).with_help(HELP));
            }
            modules.push(place.module(object)?);
        }
        Ok(Self { modules })
    }
}

/// Where an object stands.
#[derive(Clone, Copy)]
struct Place<'t> {
    text: &'t str,
    object: Span,
}

impl<'t> Place<'t> {
    fn module(self, raw: RawModule<'t>) -> Result<ListedModule<'t>, ParseError> {
        let (version, version_span) = self.version(raw.version.as_ref())?.unzip();
        let replace = raw.replace.map(|replace| {
            let (version, version_span) = self.version(replace.version.as_ref())?.unzip();
            let path_span = self.span(&replace.path);
            Ok(ListedReplacement { path: replace.path.0, version, path_span, version_span })
        });
        Ok(ListedModule {
            version,
            main: raw.main,
            indirect: raw.indirect,
            replace: replace.transpose()?,
            error: raw.error.map(|error| error.err.0),
            path_span: self.span(&raw.path),
            path: raw.path.0,
            version_span,
        })
    }

    fn version(self, raw: Option<&Text<'t>>) -> Result<Option<(Version, Span)>, ParseError> {
        // An empty version is none: Go leaves both out.
        let Some(raw) = raw.filter(|raw| !raw.0.is_empty()) else { return Ok(None) };
        let span = self.span(raw);
        match raw.0.parse() {
            Ok(version) => Ok(Some((version, span))),
            Err(_) => {
                let message = format!("`{}` is not a version of the form v1.2.3", shown(&raw.0));
                Err(ParseError::new(span, message).with_help(HELP))
            }
        }
    }

    /// The place of a string, without its quotes; that of its object where it has escapes, and so no bytes of its
    /// own to point at.
    fn span(self, raw: &Text<'t>) -> Span {
        match raw.0 {
            Cow::Borrowed(slice) => span_in(self.text, slice),
            Cow::Owned(_) => self.object,
        }
    }
}

const HELP: &str = "pass the output of `go list -m -json all` as it is";

/// The error with its place: serde_json counts lines and bytes in a line from 1.
fn json_error(text: &str, body: &str, error: &serde_json::Error) -> ParseError {
    if error.is_eof() {
        let end = Span::new(text.len(), text.len());
        return ParseError::new(end, "the output ends in the middle of a module")
            .with_help("run `go list -m -json all` again, and look at what it says on its error output");
    }
    let line_start =
        body.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let mut start = line_start + error.column().saturating_sub(1);
    while !body.is_char_boundary(start) {
        start -= 1;
    }
    let length = body.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let start = text.len() - body.len() + start.min(body.len());
    let message = error.to_string();
    // The place is told by the span; serde_json repeats it in the message.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    ParseError::new(Span::new(start, start + length), format!("no list of modules: {}", shown(message)))
        .with_help(HELP)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r#"{
	"Path": "example.com/main",
	"Main": true,
	"GoVersion": "1.21"
}
{
	"Path": "a.b/c",
	"Version": "v1.2.3",
	"Versions": ["v1.2.3", "v1.3.0"],
	"Update": {"Path": "a.b/c", "Version": "v1.3.0"},
	"Indirect": true,
	"Replace": {"Path": "d.e/f", "Version": "v1.2.4", "Time": "2023-01-01T00:00:00Z"},
	"Error": {"Err": "not \"found\""}
}
{"Path": "g.h/\u0069", "Version": "v0.0.0-20231024185945-8841054dbdb8", "Replace": {"Path": "./x"}}
"#;

    #[test]
    fn modules_are_read_with_their_places() {
        let list = GoList::parse(LIST).unwrap();
        let [main, module, local] = &list.modules[..] else { panic!("{list:?}") };
        assert!(main.main && main.version.is_none() && !main.indirect);
        assert_eq!(&LIST[main.path_span.range()], "example.com/main");
        assert!(module.indirect && !module.main);
        assert_eq!(&LIST[module.version_span.unwrap().range()], "v1.2.3");
        assert_eq!(module.error.as_deref(), Some("not \"found\""));
        let replace = module.replace.as_ref().unwrap();
        assert_eq!(&LIST[replace.version_span.unwrap().range()], "v1.2.4");
        assert_eq!(&LIST[replace.path_span.range()], "d.e/f");
        assert_eq!(local.path, "g.h/i");
        assert!(LIST[local.path_span.range()].starts_with(r#"{"Path": "g.h"#));
        assert!(local.replace.as_ref().unwrap().version.is_none());
    }

    #[test]
    fn a_byte_order_mark_moves_the_places() {
        let text = format!("\u{feff}{LIST}");
        let list = GoList::parse(&text).unwrap();
        assert_eq!(&text[list.modules[1].version_span.unwrap().range()], "v1.2.3");
        assert!(text[list.modules[2].path_span.range()].starts_with('{'));
    }

    #[test]
    fn what_is_no_list_is_located() {
        for (text, start, end) in [
            ("{\"Path\": \"a\"}\n{\"Path\": ", 23, 23),
            ("{\"Path\": \"a\"}\nwarning", 14, 15),
            (" [\"a\", null, true, false, null, null]", 1, 37),
            ("{\"Path\": \"a\",\n \"Main\": \"é\"}", 26, 27),
            ("{\"Path\": \"a\", \"Version\": \"master\"}", 26, 32),
        ] {
            let error = GoList::parse(text).unwrap_err();
            assert_eq!(error.span, Span::new(start, end), "{text:?}: {error}");
        }
        assert!(GoList::parse(" \n").unwrap().modules.is_empty());
    }
}
