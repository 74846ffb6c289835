//! `go mod graph`: which module version requires which.

use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, HashSet};

use super::go_mod::language_version;
use super::parse_error::{ParseError, lines, refuse_conflict_marker, shown, span_in};
use crate::source::Span;
use crate::version::Version;

const HELP: &str = "pass the output of `go mod graph` as it is";

/// The output of `go mod graph`.
#[derive(Clone, Debug)]
pub struct GoGraph<'t> {
    /// Its lines, in their order.
    pub edges: Vec<Edge<'t>>,
}

/// One requirement. It holds for `from` at that version, whether or not that version is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<'t> {
    /// Who requires.
    pub from: Node<'t>,
    /// What is required.
    pub to: Node<'t>,
}

/// A module version. The version is a text: a graph names each many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<'t> {
    /// The module's path; `go` and `toolchain` are no modules but stand in the graph as if they were.
    pub path: &'t str,
    /// Its version; none for a main module.
    pub version: Option<&'t str>,
    /// Where the path is written.
    pub path_span: Span,
    /// Where the version is written.
    pub version_span: Option<Span>,
}

/// A module at the version that is built.
#[derive(Clone, Debug)]
pub struct Selected<'t> {
    /// The module's path.
    pub path: &'t str,
    /// The highest version of it in the graph.
    pub version: Version,
    /// Whether a main module requires it, at whatever version.
    pub from_main: bool,
    /// Where the version is first written; the path is before it.
    pub version_span: Span,
}

impl Node<'_> {
    /// Whether it stands for the language or its tools and not for a module.
    pub fn is_go_itself(&self) -> bool {
        matches!(self.path, "go" | "toolchain")
    }
}

impl<'t> GoGraph<'t> {
    /// Reads the output of `go mod graph`.
    ///
    /// # Errors
    /// At a line that is not two modules, and at a line that a merge left behind.
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        let mut edges = Vec::new();
        for (start, line) in lines(text) {
            refuse_conflict_marker(line, start)?;
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next(), words.next()) {
                (None, ..) => {}
                (Some(from), Some(to), None) => {
                    edges.push(Edge { from: node(text, from)?, to: node(text, to)? });
                }
                _ => {
                    let message = "this line is not two modules with a space between them";
                    return Err(ParseError::new(span_in(text, line.trim_ascii()), message).with_help(HELP));
                }
            }
        }
        Ok(Self { edges })
    }

    /// Whether each main module that tells its Go version is of Go 1.17 or later. Those require every module that
    /// provides a package to the build; the others of the graph only take part in version selection.
    pub fn is_pruned(&self) -> bool {
        let edges = self.edges.iter().filter(|edge| edge.from.version.is_none() && edge.to.path == "go");
        let mut versions = edges.filter_map(|edge| edge.to.version).peekable();
        versions.peek().is_some()
            && versions.all(|version| language_version(version).is_some_and(|version| version >= (1, 17)))
    }

    /// The modules that are built, by Go's rule: each at the highest version that the graph names. In the order in
    /// which the graph first names them; without the main modules, `go` and `toolchain`.
    ///
    /// # Errors
    /// At a version that is none.
    pub fn selected(&self) -> Result<Vec<Selected<'t>>, ParseError> {
        let nodes = || {
            self.edges.iter().flat_map(|edge| [(edge.from, false), (edge.to, edge.from.version.is_none())])
        };
        // A main module can be required by others at some version, and is itself built all the same.
        let mains: HashSet<&str> =
            nodes().filter(|(node, _)| node.version.is_none()).map(|(node, _)| node.path).collect();
        let mut selected: Vec<Selected<'t>> = Vec::new();
        let mut places: HashMap<&str, (usize, &str)> = HashMap::new();
        for (node, from_main) in nodes() {
            let (Some(text), Some(version_span)) = (node.version, node.version_span) else { continue };
            if node.is_go_itself() || mains.contains(node.path) {
                continue;
            }
            match places.entry(node.path) {
                Slot::Vacant(slot) => {
                    slot.insert((selected.len(), text));
                    let version = node.parsed(text, version_span)?;
                    selected.push(Selected { path: node.path, version, from_main, version_span });
                }
                Slot::Occupied(mut slot) => {
                    let (place, highest) = *slot.get();
                    let Some(module) = selected.get_mut(place) else { continue };
                    module.from_main |= from_main;
                    if highest == text {
                        continue;
                    }
                    let version = node.parsed(text, version_span)?;
                    if version > module.version {
                        slot.insert((place, text));
                        (module.version, module.version_span) = (version, version_span);
                    }
                }
            }
        }
        Ok(selected)
    }
}

impl Node<'_> {
    fn parsed(&self, version: &str, span: Span) -> Result<Version, ParseError> {
        version.parse().map_err(|_| {
            ParseError::new(span, format!("`{}` is not a version of the form v1.2.3", shown(version)))
                .with_help(HELP)
        })
    }
}

fn node<'t>(text: &'t str, word: &'t str) -> Result<Node<'t>, ParseError> {
    let (path, version) = match word.split_once('@') {
        Some((path, version)) => (path, Some(version)),
        None => (word, None),
    };
    if path.is_empty() || version == Some("") {
        let message = format!("`{}` is not a module of the form path@version", shown(word));
        return Err(ParseError::new(span_in(text, word), message).with_help(HELP));
    }
    Ok(Node {
        path,
        version,
        path_span: span_in(text, path),
        version_span: version.map(|version| span_in(text, version)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_version_is_selected() {
        let text = "main go@1.21\nmain a@v1.9.0\nmain b@v1.0.0\na@v1.9.0 c@v0.1.0\nb@v1.0.0 a@v1.10.0\n\
                    b@v1.0.0 main@v0.9.0\na@v1.10.0 c@v0.0.9\ngo@1.21 toolchain@go1.21\n";
        let graph = GoGraph::parse(text).unwrap();
        assert_eq!(graph.edges.len(), 8);
        let selected = graph.selected().unwrap();
        let shown: Vec<String> = selected
            .iter()
            .map(|module| {
                let written = &text[module.version_span.range()];
                format!("{} {} {written} {}", module.path, module.version, module.from_main)
            })
            .collect();
        assert_eq!(shown, ["a v1.10.0 v1.10.0 true", "b v1.0.0 v1.0.0 true", "c v0.1.0 v0.1.0 false"]);
    }

    #[test]
    fn a_pruned_graph_is_told_by_the_go_version_of_its_main_modules() {
        for (text, pruned) in [
            ("main a@v1.0.0\n", false),
            ("main go@1.16\n", false),
            ("main go@1.17\n", true),
            ("main go@1.21rc1\na@v1.0.0 go@1.13\n", true),
            ("main go@1.21.0\nother go@1.16\n", false),
        ] {
            assert_eq!(GoGraph::parse(text).unwrap().is_pruned(), pruned, "{text}");
        }
    }

    #[test]
    fn what_is_no_graph_is_located() {
        for (text, start, end) in
            [("main a@v1\n x \n", 11, 12), ("a b c", 0, 5), ("a @v1", 2, 5), ("a b@", 2, 4)]
        {
            let error = GoGraph::parse(text).unwrap_err();
            assert_eq!(error.span, Span::new(start, end), "{text:?}: {error}");
        }
        let graph = GoGraph::parse("a b@master").unwrap();
        assert_eq!(graph.selected().unwrap_err().span, Span::new(4, 10));
    }
}
