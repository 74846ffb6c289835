//! vendor/modules.txt: what `go` compiles where dependencies are copied into the repository.
//!
//! Lines that begin with `# ` name a module, those that begin with `## ` say more about it, and any other names a
//! package of it that was copied. What `go` passes over is passed over here too.

use super::parse_error::{ParseError, lines, refuse_conflict_marker, shown, span_in};
use crate::source::Span;
use crate::version::Version;

/// A vendor/modules.txt file.
#[derive(Clone, Debug)]
pub struct VendorModules<'t> {
    /// Its modules, in the order of the file. One path can be there several times: at the end, `go` repeats
    /// replacements that hold for all versions.
    pub modules: Vec<VendorModule<'t>>,
    /// Whether it belongs to a go.work file and not to a go.mod file.
    pub workspace: bool,
}

/// A module of vendor/modules.txt.
#[derive(Clone, Debug)]
pub struct VendorModule<'t> {
    /// The module's path.
    pub path: &'t str,
    /// Its version; none for a line that only replaces all versions.
    pub version: Option<Version>,
    /// What was copied in its place.
    pub replacement: Option<VendorReplacement<'t>>,
    /// Whether the main module's go.mod requires it.
    pub explicit: bool,
    /// How many packages of it were copied. Of a module with none, nothing is compiled.
    pub packages: usize,
    /// Where the path is written.
    pub path_span: Span,
    /// Where the version is written.
    pub version_span: Option<Span>,
}

/// What was copied in a module's place.
#[derive(Clone, Debug)]
pub enum VendorReplacement<'t> {
    /// A module at a version.
    Module {
        /// The module's path.
        path: &'t str,
        /// Its version.
        version: Version,
        /// Where the path is written.
        path_span: Span,
        /// Where the version is written.
        version_span: Span,
    },
    /// A folder, whose version nobody knows.
    Local {
        /// The folder, relative to that of go.mod.
        path: &'t str,
        /// Where it is written.
        path_span: Span,
    },
}

impl<'t> VendorModules<'t> {
    /// Reads a vendor/modules.txt file.
    ///
    /// # Errors
    /// At a version that is none, and at a line that a merge left behind.
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        let mut read = Self { modules: Vec::new(), workspace: false };
        // Whether the lines that follow belong to the last module.
        let mut in_module = false;
        for (start, line) in lines(text) {
            refuse_conflict_marker(line, start)?;
            if line.starts_with("# ") {
                let module = module(text, line)?;
                // Go passes over a module line with less than three words, and stays with the module before it.
                in_module = module.is_some() || (in_module && line.split_whitespace().nth(2).is_none());
                read.modules.extend(module);
                continue;
            }
            let annotations = line.strip_prefix("## ");
            let entries = || annotations.unwrap_or_default().split(';').map(str::trim);
            if !in_module {
                read.workspace |= entries().any(|entry| entry == "workspace");
                continue;
            }
            let Some(module) = read.modules.last_mut() else { continue };
            if annotations.is_some() {
                module.explicit |= entries().any(|entry| entry == "explicit");
            } else if !line.starts_with('#') && line.split_whitespace().count() == 1 {
                module.packages += 1;
            }
        }
        Ok(read)
    }
}

/// The module of a line that begins with `# `; none where `go` passes over the line.
fn module<'t>(text: &'t str, line: &'t str) -> Result<Option<VendorModule<'t>>, ParseError> {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let (path, version, replacement) = match words[..] {
        [path, "=>", ref new @ ..] => (path, None, new),
        [path, version, ref rest @ ..] => match (self::version(text, version)?, rest) {
            (None, _) => return Ok(None),
            (version, ["=>", new @ ..]) => (path, version, new),
            (version, _) => (path, version, [].as_slice()),
        },
        _ => return Ok(None),
    };
    let (version, version_span) = version.unzip();
    let replacement = match *replacement {
        [path] => Some(VendorReplacement::Local { path, path_span: span_in(text, path) }),
        [path, version] => self::version(text, version)?.map(|(version, version_span)| {
            VendorReplacement::Module { path, version, path_span: span_in(text, path), version_span }
        }),
        _ => None,
    };
    Ok(Some(VendorModule {
        path,
        version,
        replacement,
        explicit: false,
        packages: 0,
        path_span: span_in(text, path),
        version_span,
    }))
}

/// A version with its place. A word that is none by its first letters may be of a form to come, and is passed over
/// as `go` does; one that begins as a version and is none is an error, since a module would be lost with it.
fn version(text: &str, word: &str) -> Result<Option<(Version, Span)>, ParseError> {
    let begins = matches!(word.as_bytes(), [b'v', b'0'..=b'9', ..]);
    match word.parse() {
        Ok(version) => Ok(Some((version, span_in(text, word)))),
        Err(_) if !begins => Ok(None),
        Err(_) => {
            let message = format!("`{}` is not a version of the form v1.2.3", shown(word));
            Err(ParseError::new(span_in(text, word), message)
                .with_help("run `go mod vendor`, which writes this file anew"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_of_lines_are_read() {
        let text = "## workspace\n# a.b/c v1.2.3\n## explicit; go 1.17\na.b/c\na.b/c/d\n# e.f/g v1.0.0 => h.i/j v1.1.0\n\
                    ## go 1.20\ne.f/g\n# k.l/m v1.0.0 => ./m\nk.l/m\n# n.o/p v1.0.0\n## explicit\n# k.l/m => ./m\n";
        let read = VendorModules::parse(text).unwrap();
        assert!(read.workspace);
        let shown: Vec<String> = read
            .modules
            .iter()
            .map(|module| {
                let new = match &module.replacement {
                    None => String::new(),
                    Some(VendorReplacement::Local { path, .. }) => format!(" => {path}"),
                    Some(VendorReplacement::Module { path, version_span, .. }) => {
                        format!(" => {path} {}", &text[version_span.range()])
                    }
                };
                let version = module.version_span.map_or("-", |span| &text[span.range()]);
                format!("{} {version}{new} {} {}", module.path, module.explicit, module.packages)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "a.b/c v1.2.3 true 2",
                "e.f/g v1.0.0 => h.i/j v1.1.0 false 1",
                "k.l/m v1.0.0 => ./m false 1",
                "n.o/p v1.0.0 true 0",
                "k.l/m - => ./m false 0",
            ]
        );
    }

    #[test]
    fn what_go_passes_over_is_passed_over() {
        let text = "lost/package\n# word\n# a.b/c what => d\nlost/too\n# a.b/c v1.0.0 => d e f\n# word\na.b/c\ntwo words\n#x\n";
        let read = VendorModules::parse(text).unwrap();
        assert_eq!(read.modules.len(), 1);
        assert_eq!(read.modules[0].packages, 1);
        assert!(read.modules[0].replacement.is_none());
    }

    #[test]
    fn broken_versions_are_located() {
        let error = VendorModules::parse("# a.b/c v1.2.3.4\n").unwrap_err();
        assert_eq!(error.span, Span::new(8, 16));
        let error = VendorModules::parse("# a.b/c v1.2.3 => d v1.x\n").unwrap_err();
        assert_eq!(error.span, Span::new(20, 24));
    }
}
