//! The code of a workspace, as far as it decides what the SDK does: which `BehaviorVersion` it asks for, and whether
//! it brings an HTTP client or a sleep implementation of its own.
//!
//! It is read by a parser of Rust, so what stands in comments, strings and tests does not count.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Span as Tokens, TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::Location;
use crate::source::{Source, Span};

/// Files that are read; more than any workspace that uses the SDK has.
const MAX_FILES: usize = 20_000;

/// What the code of a workspace does with the SDK.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Each `BehaviorVersion` that it asks for by its day.
    pub behavior_versions: Vec<BehaviorVersion>,
    /// Each configuration that it builds without naming a `BehaviorVersion`.
    pub without_behavior_version: Vec<Configuration>,
    /// Whether it sets an HTTP client of its own somewhere.
    pub sets_http_client: bool,
    /// Whether it sets a sleep implementation of its own somewhere.
    pub sets_sleep_impl: bool,
}

/// A `BehaviorVersion` as code asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BehaviorVersion {
    /// Its day, written as the number 20260112.
    pub day: u32,
    /// Where.
    pub at: Location,
}

/// A configuration as code builds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The crate whose configuration it is, as code spells it; None for the one that serves every crate.
    pub of: Option<String>,
    /// Where.
    pub at: Location,
}

impl Configuration {
    /// Whether clients of a crate may be made of it.
    pub fn is_of(&self, crate_name: &str) -> bool {
        self.of.as_ref().is_none_or(|of| *of == crate_name.replace('-', "_"))
    }
}

/// Reads the code that begins in these files, and follows its modules. The files in which something stands are added to
/// the sources; those that cannot be read or parsed are named in the second answer.
pub fn read(roots: &[PathBuf], folder: &Path, sources: &mut Vec<Source>) -> (Code, Vec<String>) {
    let mut code = Code::default();
    let mut unread = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<(PathBuf, PathBuf)> = roots
        .iter()
        .rev()
        .map(|root| (root.clone(), root.parent().unwrap_or(Path::new("")).to_owned()))
        .collect();
    while let Some((path, modules)) = open.pop() {
        if seen.len() >= MAX_FILES || !seen.insert(path.clone()) {
            continue;
        }
        // Shown as the user knows it: from the folder of the workspace on.
        let shown = std::fs::canonicalize(folder)
            .ok()
            .and_then(|root| path.strip_prefix(root).ok().map(|rest| folder.join(rest)))
            .unwrap_or_else(|| path.clone());
        let Ok(source) = Source::read(&path) else {
            unread.push(format!("{} cannot be read", shown.display()));
            continue;
        };
        let Ok(file) = syn::parse_file(source.text()) else {
            unread.push(format!("{} does not parse", shown.display()));
            continue;
        };
        let mut reader = Reader::new(modules);
        reader.note_names(&file.items);
        reader.visit_file(&file);
        open.extend(reader.modules.into_iter().rev().filter(|(path, _)| path.is_file()));
        code.sets_http_client |= reader.sets_http_client;
        code.sets_sleep_impl |= reader.sets_sleep_impl;
        if reader.behavior_versions.is_empty() && reader.without.is_empty() {
            continue;
        }
        let at = |span| Location { source: sources.len(), span };
        code.behavior_versions.extend(
            reader.behavior_versions.iter().map(|&(day, span)| BehaviorVersion { day, at: at(span) }),
        );
        code.without_behavior_version
            .extend(reader.without.iter().map(|(of, span)| Configuration { of: of.clone(), at: at(*span) }));
        sources.push(Source::new(shown, source.text()));
    }
    (code, unread)
}

/// Reads one file.
struct Reader {
    /// The folder in which the modules of the file at hand lie.
    folder: PathBuf,
    /// What the names that `use` brings in stand for, from the crate on.
    names: BTreeMap<String, Vec<String>>,
    behavior_versions: Vec<(u32, Span)>,
    without: Vec<(Option<String>, Span)>,
    sets_http_client: bool,
    sets_sleep_impl: bool,
    /// The modules that the file names: the file of each, and the folder of its own modules.
    modules: Vec<(PathBuf, PathBuf)>,
}

impl Reader {
    const fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            names: BTreeMap::new(),
            behavior_versions: Vec::new(),
            without: Vec::new(),
            sets_http_client: false,
            sets_sleep_impl: false,
            modules: Vec::new(),
        }
    }

    /// The names that `use` gives to what we look for.
    fn note_names(&mut self, items: &[syn::Item]) {
        for item in items {
            if let syn::Item::Use(item) = item {
                self.note_use(&item.tree, &mut Vec::new());
            }
        }
    }

    fn note_use(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        let mut note = |name: &syn::Ident, real: &syn::Ident| {
            let mut path = before.clone();
            // `use aws_sdk_s3::config::{self, Builder}`
            if real != "self" {
                path.push(real.to_string());
            }
            let name =
                if name == "self" { path.last().cloned().unwrap_or_default() } else { name.to_string() };
            self.names.insert(name, path);
        };
        match tree {
            syn::UseTree::Name(name) => note(&name.ident, &name.ident),
            syn::UseTree::Rename(name) => note(&name.rename, &name.ident),
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.note_use(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.note_use(tree, before)),
            syn::UseTree::Glob(_) => {}
        }
    }

    /// A path with its first name written out.
    fn whole(&self, path: &syn::Path) -> Vec<String> {
        let mut names = path.segments.iter().map(|segment| segment.ident.to_string());
        let first = names.next().unwrap_or_default();
        let mut whole = self.names.get(&first).cloned().unwrap_or_else(|| vec![first]);
        whole.extend(names);
        whole
    }

    /// `BehaviorVersion::v2025_01_17`, from a path or from the tokens of a macro.
    fn behavior_version(&mut self, owner: &str, name: &str, span: Tokens) {
        let real = self.names.get(owner).and_then(|path| path.last()).map_or(owner, String::as_str);
        if real == "BehaviorVersion"
            && let Some(day) = day(name)
        {
            self.behavior_versions.push((day, bytes(span)));
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut owner: Option<String> = None;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if let Some(owner) = owner.filter(|_| colons == 2) {
                        self.behavior_version(&owner, &name, ident.span());
                    }
                    self.setter(&name);
                    (owner, colons) = (Some(name), 0);
                }
                other => {
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                    (owner, colons) = (None, 0);
                }
            }
        }
    }

    /// A chain of calls that ends in `build()`: `aws_sdk_s3::Config::builder().region(r).build()`.
    fn built(&mut self, chain: &syn::ExprMethodCall) {
        let mut receiver = &*chain.receiver;
        while let syn::Expr::MethodCall(call) = receiver {
            if call.method.to_string().contains("behavior_version") {
                return;
            }
            receiver = &call.receiver;
        }
        let syn::Expr::Call(call) = receiver else { return };
        let syn::Expr::Path(function) = &*call.func else { return };
        let Some(last) = function.path.segments.last() else { return };
        let whole = self.whole(&function.path);
        let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
        let of = match whole[..] {
            ["aws_config" | "aws_types", .., "SdkConfig", "builder"] => None,
            [service, "Config", "builder"] | [service, "config", "Config", "builder"]
                if service.starts_with("aws_sdk_") =>
            {
                Some(service.to_owned())
            }
            [service, "config", "Builder", "new" | "default"] if service.starts_with("aws_sdk_") => {
                Some(service.to_owned())
            }
            _ => return,
        };
        self.without.push((of, bytes(last.ident.span())));
    }

    /// The methods by which a program brings parts of its own.
    fn setter(&mut self, method: &str) {
        self.sets_http_client |= ["http_client", "set_http_client"].contains(&method);
        self.sets_sleep_impl |= ["sleep_impl", "set_sleep_impl"].contains(&method);
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let name = item.ident.to_string();
        let name = name.strip_prefix("r#").unwrap_or(&name);
        if let Some((_, items)) = &item.content {
            let outer = self.folder.clone();
            self.folder.push(name);
            self.note_names(items);
            visit::visit_item_mod(self, item);
            self.folder = outer;
            return;
        }
        if let Some(path) = path_attribute(&item.attrs) {
            let file = self.folder.join(path);
            let folder = file.parent().unwrap_or(Path::new("")).to_owned();
            self.modules.push((file, folder));
            return;
        }
        let folder = self.folder.join(name);
        // Only one of them is there; the other is passed over.
        self.modules.push((self.folder.join(format!("{name}.rs")), folder.clone()));
        self.modules.push((folder.join("mod.rs"), folder));
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.note_use(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut segments = path.segments.iter().rev();
        if let (Some(name), Some(owner)) = (segments.next(), segments.next()) {
            self.behavior_version(&owner.ident.to_string(), &name.ident.to_string(), name.ident.span());
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.setter(&call.method.to_string());
        if call.method == "build" {
            self.built(call);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
    }
}

/// The day of `v2025_01_17`.
fn day(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('v')?.replace('_', "");
    (digits.len() == 8).then(|| digits.parse().ok()).flatten()
}

fn bytes(span: Tokens) -> Span {
    let range = span.byte_range();
    Span::new(range.start, range.end)
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

/// `#[cfg(test)]`, `#[test]` and `#[tokio::test]`.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let is_cfg = path.is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"));
        is_cfg || path.segments.last().is_some_and(|last| last.ident == "test")
    })
}

/// The file that `#[path = "…"]` names.
fn path_attribute(attributes: &[syn::Attribute]) -> Option<String> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("path")).find_map(|attribute| {
        match &attribute.meta.require_name_value().ok()?.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Reader {
        let file = syn::parse_file(text).expect("it is Rust");
        let mut reader = Reader::new(PathBuf::new());
        reader.note_names(&file.items);
        reader.visit_file(&file);
        reader
    }

    fn days(text: &str) -> Vec<u32> {
        read_text(text).behavior_versions.iter().map(|(day, _)| *day).collect()
    }

    #[test]
    fn behavior_versions_are_read_where_code_asks_for_them() {
        assert_eq!(days("fn f() { aws_config::defaults(BehaviorVersion::v2025_01_17()); }"), [20250117]);
        assert_eq!(
            days("use aws_config::BehaviorVersion as Bv; fn f() { g(Bv::v2024_03_28()) }"),
            [20240328]
        );
        assert_eq!(days("fn f() { g!(BehaviorVersion::v2023_11_09(), [1]) }"), [20231109]);
        assert_eq!(days("fn f() { g(BehaviorVersion::latest()) }"), [0; 0]);
    }

    #[test]
    fn comments_strings_and_tests_do_not_count() {
        assert_eq!(days("// BehaviorVersion::v2025_01_17()\nfn f() {}"), [0; 0]);
        assert_eq!(days("fn f() { g(\"BehaviorVersion::v2025_01_17()\") }"), [0; 0]);
        assert_eq!(days("#[cfg(test)] mod t { fn f() { g(BehaviorVersion::v2025_01_17()) } }"), [0; 0]);
        assert_eq!(days("#[tokio::test] async fn f() { g(BehaviorVersion::v2025_01_17()) }"), [0; 0]);
    }

    #[test]
    fn places_are_those_of_the_name() {
        let text = "fn f() {\n    // ä\n    g(BehaviorVersion::v2025_01_17());\n}\n";
        let (_, span) = read_text(text).behavior_versions[0];
        assert_eq!(&text[span.range()], "v2025_01_17");
    }

    #[test]
    fn configurations_without_a_version_are_found_by_their_real_names() {
        let of = |text: &str| {
            let found = read_text(text).without.into_iter();
            found.map(|(of, _)| of.unwrap_or_else(|| "every crate".to_owned())).collect::<Vec<_>>()
        };
        let sts = ["aws_sdk_sts"];
        assert_eq!(of("fn f() { aws_sdk_sts::Config::builder().region(r).build(); }"), sts);
        assert_eq!(
            of("use aws_sdk_sts::config::{self, Region}; fn f() { config::Builder::new().build(); }"),
            sts
        );
        assert_eq!(of("use aws_sdk_sts as sts; fn f() { g(sts::Config::builder().build()) }"), sts);
        assert_eq!(
            of("use aws_config::SdkConfig; fn f() { SdkConfig::builder().build(); }"),
            ["every crate"]
        );
        let none: [&str; 0] = [];
        assert_eq!(of("fn f() { aws_sdk_sts::Config::builder().behavior_version(v).build(); }"), none);
        assert_eq!(of("fn f() { aws_sdk_sts::Config::builder().behavior_version_latest().build(); }"), none);
        assert_eq!(of("use my::Config; fn f() { Config::builder().build(); }"), none);
        assert_eq!(of("fn f() { aws_sdk_sts::types::Tag::builder().build(); }"), none);
        assert_eq!(of("fn f() { aws_sdk_sts::config::Builder::from(&c).build(); }"), none);
    }

    #[test]
    fn parts_of_its_own_are_seen() {
        assert!(read_text("fn f() { b.http_client(c); }").sets_http_client);
        assert!(read_text("fn f() { g!(b.http_client(c)) }").sets_http_client);
        assert!(read_text("fn f() { b.sleep_impl(c); }").sets_sleep_impl);
        assert!(!read_text("fn f() { http_clients(); }").sets_http_client);
    }

    #[test]
    fn modules_are_looked_for_where_rust_does() {
        let text = "mod a; mod b { mod c; } #[path = \"x/y.rs\"] mod d; #[cfg(test)] mod tests;";
        let files: Vec<PathBuf> = read_text(text).modules.into_iter().map(|(file, _)| file).collect();
        let expected = ["a.rs", "a/mod.rs", "b/c.rs", "b/c/mod.rs", "x/y.rs"];
        assert_eq!(files, expected.map(PathBuf::from));
    }
}
