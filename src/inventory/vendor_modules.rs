//! vendor/modules.txt: what `go` compiles where dependencies are copied into the repository.
//!
//! Lines that begin with `# ` name a module, those that begin with `## ` say more about it, and any other names a
//! package of it that was copied. What `go` passes over is passed over here too.

use std::collections::BTreeMap;

use super::go_mod::{GoMod, ReplaceTarget};
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

impl<'t> VendorModules<'t> {
    /// What makes `go` call vendoring inconsistent, for a reader: the first thing that this file and the go.mod
    /// files of the main modules tell differently.
    pub(super) fn difference<'m>(&self, go_mods: impl Iterator<Item = &'m GoMod>) -> Option<String> {
        let go_mods: Vec<&GoMod> = go_mods.collect();
        let required = self.unlike_requirements(&go_mods);
        // Paths of folders are written anew for a workspace.
        let replaced = || if self.workspace { None } else { self.unlike_replacements(&go_mods) };
        required.or_else(replaced)
    }

    fn unlike_requirements(&self, go_mods: &[&GoMod]) -> Option<String> {
        let mut listed: BTreeMap<&str, Vec<&VendorModule<'t>>> = BTreeMap::new();
        for module in self.modules.iter().filter(|module| module.version.is_some()) {
            listed.entry(module.path).or_default().push(module);
        }
        let mut required: BTreeMap<&str, Vec<&Version>> = BTreeMap::new();
        for require in go_mods.iter().flat_map(|go_mod| &go_mod.requires) {
            let (path, version) = (require.path.as_str(), &require.version);
            required.entry(path).or_default().push(version);
            let modules = listed.get(path).map_or(&[][..], Vec::as_slice);
            let same = modules.iter().find(|module| module.version.as_ref() == Some(version));
            match (same, modules.first().and_then(|module| module.version.as_ref())) {
                (Some(module), _) if module.explicit => {}
                (Some(_), _) => return Some(format!("{} is not `explicit` there", shown(path))),
                (None, Some(other)) => {
                    return Some(format!("{} is {other} in one and {version} in the other", shown(path)));
                }
                (None, None) => return Some(format!("{} {version} is not there", shown(path))),
            }
        }
        let built = self.modules.iter().filter(|module| module.explicit && module.packages > 0);
        built.filter_map(|module| Some((module.path, module.version.as_ref()?))).find_map(
            |(path, version)| {
                let known = required.get(path).is_some_and(|versions| versions.contains(&version));
                (!known).then(|| format!("{} {version} is there alone", shown(path)))
            },
        )
    }

    fn unlike_replacements(&self, go_mods: &[&GoMod]) -> Option<String> {
        type Left<'a> = (&'a str, Option<&'a Version>);
        let replaces = go_mods.iter().flat_map(|go_mod| &go_mod.replaces);
        let lines: BTreeMap<Left<'_>, &ReplaceTarget> = replaces
            .map(|replace| ((replace.old_path.as_str(), replace.old_version.as_ref()), &replace.target))
            .collect();
        let mut copied: BTreeMap<Left<'_>, &VendorReplacement<'t>> = BTreeMap::new();
        for module in &self.modules {
            let Some(replacement) = &module.replacement else { continue };
            copied.insert((module.path, module.version.as_ref()), replacement);
        }
        let differ = |path: &str| Some(format!("{} is not replaced alike in both", shown(path)));
        for (left, target) in &lines {
            if !copied.get(left).is_some_and(|replacement| replacement.is(target)) {
                return differ(left.0);
            }
        }
        let unknown = |left: &&Left<'_>| !lines.contains_key(*left) && !lines.contains_key(&(left.0, None));
        copied.keys().find(unknown).and_then(|left| differ(left.0))
    }
}

impl VendorReplacement<'_> {
    fn is(&self, target: &ReplaceTarget) -> bool {
        match (self, target) {
            (
                Self::Module { path, version, .. },
                ReplaceTarget::Module { path: other, version: other_version, .. },
            ) => path == other && version == other_version,
            (Self::Local { path, .. }, ReplaceTarget::Local { path: other, .. }) => path == other,
            _ => false,
        }
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
