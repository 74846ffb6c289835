//! Cargo.toml, as far as it says what a lock does not: what is asked for, and which Rust must do.

use toml::de::DeTable;

use super::ParseError;
use super::parse_error::shown;
use super::toml_text::{self, Value};
use crate::source::Span;

const HELP: &str = "cargo does not read it either; mend it, then run awscompat again";

/// A Cargo.toml.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoToml {
    /// The package's name; None in a workspace without a package.
    pub package: Option<String>,
    /// The `rust-version`, the package's own or the one its workspace gives to members.
    pub rust_version: Option<(String, Span)>,
    /// Whether the package takes its `rust-version` from the workspace.
    pub inherits_rust_version: bool,
    /// The patterns in `[workspace] members`; None where this is no workspace.
    pub members: Option<Vec<String>>,
    /// What the package asks for, in every table of dependencies.
    pub dependencies: Vec<Dependency>,
    /// What `[workspace.dependencies]` offers to members.
    pub workspace_dependencies: Vec<Dependency>,
    /// The crates that `[patch]` or `[replace]` take from elsewhere.
    pub patched: Vec<String>,
}

/// One line of a table of dependencies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The crate's own name, whatever the manifest calls it.
    pub name: String,
    /// The key it stands under.
    pub key: String,
    /// The requirement as written, and where, without its quotes. None for a path or git source without one, and
    /// where the workspace says it.
    pub requirement: Option<(String, Span)>,
    /// Whether the workspace says the rest.
    pub inherited: bool,
    /// The folder of a path dependency.
    pub path: Option<String>,
}

impl CargoToml {
    /// Parses a manifest. What it does not know is passed over, as cargo does.
    ///
    /// # Errors
    /// At what is no TOML, and at a requirement that is none.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let document = toml_text::parse(text, HELP)?;
        let mut manifest = Self::default();
        let mut rust_version = |table: &DeTable<'_>| {
            let Some(value) = toml_text::get(table, "rust-version") else { return };
            match value.get_ref().as_str() {
                Some(version) => {
                    manifest.rust_version = Some((version.to_owned(), toml_text::inside(text, value)))
                }
                None => manifest.inherits_rust_version = true,
            }
        };
        let workspace = toml_text::table(&document, "workspace");
        if let Some(shared) = workspace.and_then(|workspace| toml_text::table(workspace, "package")) {
            rust_version(shared);
        }
        if let Some(package) = toml_text::table(&document, "package") {
            rust_version(package);
            manifest.package = toml_text::string(package, "name").map(str::to_owned);
        }
        if let Some(workspace) = workspace {
            manifest.members =
                Some(toml_text::strings(workspace, "members").into_iter().map(str::to_owned).collect());
            manifest.workspace_dependencies = dependencies(text, workspace, &["dependencies"])?;
        }
        manifest.dependencies = dependencies(text, &document, &TABLES)?;
        for (_, target) in toml_text::table(&document, "target").into_iter().flatten() {
            if let Some(target) = target.get_ref().as_table() {
                manifest.dependencies.extend(dependencies(text, target, &TABLES)?);
            }
        }
        let patches = toml_text::table(&document, "patch").into_iter().flatten();
        let patches = patches.filter_map(|(_, source)| source.get_ref().as_table());
        for table in patches.chain(toml_text::table(&document, "replace")) {
            // `[replace]` names crates as `name:1.2.3`.
            let name = |(key, value): (&str, &Value<'_>)| {
                let key = key.split([':', '@']).next().unwrap_or(key);
                package_name(value).unwrap_or(key).to_owned()
            };
            manifest.patched.extend(table.iter().map(|(key, value)| name((key.get_ref().as_ref(), value))));
        }
        Ok(manifest)
    }
}

const TABLES: [&str; 5] =
    ["dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"];

fn package_name<'t>(value: &'t Value<'_>) -> Option<&'t str> {
    toml_text::string(value.get_ref().as_table()?, "package")
}

fn dependencies(text: &str, parent: &DeTable<'_>, tables: &[&str]) -> Result<Vec<Dependency>, ParseError> {
    let tables = tables.iter().filter_map(|table| toml_text::table(parent, table));
    let read = |(key, value): (&str, &Value<'_>)| {
        let table = value.get_ref().as_table();
        let requirement = match table {
            Some(table) => toml_text::get(table, "version"),
            None => Some(value),
        };
        let requirement = requirement
            .and_then(|value| Some((value.get_ref().as_str()?, toml_text::inside(text, value))))
            .map(|(written, span)| refuse_no_requirement(written, span).map(|()| (written.to_owned(), span)))
            .transpose()?;
        Ok(Dependency {
            name: package_name(value).unwrap_or(key).to_owned(),
            key: key.to_owned(),
            requirement,
            inherited: table
                .and_then(|table| toml_text::get(table, "workspace"))
                .is_some_and(|value| value.get_ref().as_bool() == Some(true)),
            path: table.and_then(|table| toml_text::string(table, "path")).map(str::to_owned),
        })
    };
    tables.flat_map(|table| table.iter().map(|(key, value)| read((key.get_ref().as_ref(), value)))).collect()
}

/// Refuses what cargo does not take for a requirement.
fn refuse_no_requirement(written: &str, span: Span) -> Result<(), ParseError> {
    match semver::VersionReq::parse(written) {
        Ok(_) => Ok(()),
        Err(error) => Err(ParseError::new(
            span,
            format!("`{}` is no requirement that cargo takes: {error}", shown(written)),
        )
        .with_help("write one such as \"1.2\" or \"=1.2.3\", then run awscompat again")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
[package]
name = "app"
rust-version.workspace = true

[workspace]
members = ["crates/*"]

[workspace.package]
rust-version = "1.88"

[workspace.dependencies]
aws-config = { version = "1.5.1", default-features = false }

[dependencies]
aws-config.workspace = true
s3 = { package = "aws-sdk-s3", version = "=1.34.0" }
local = { path = "../local" }

[target.'cfg(unix)'.dev-dependencies]
aws-sdk-sts = '1.28'

[patch.crates-io]
aws-types = { git = "https://example.com/r" }
"#;

    #[test]
    fn every_table_is_read() {
        let manifest = CargoToml::parse(TEXT).unwrap();
        assert_eq!(manifest.package.as_deref(), Some("app"));
        assert_eq!(manifest.rust_version.as_ref().unwrap().0, "1.88");
        assert!(manifest.inherits_rust_version);
        assert_eq!(manifest.members.as_deref(), Some(&["crates/*".to_owned()][..]));
        assert_eq!(manifest.patched, ["aws-types"]);
        let of = |list: &[Dependency]| -> Vec<String> {
            list.iter()
                .map(|d| {
                    let requirement = d.requirement.as_ref().map_or("-", |(text, _)| text);
                    format!("{} {requirement} {}", d.name, d.inherited)
                })
                .collect()
        };
        let mut found = of(&manifest.dependencies);
        found.sort();
        assert_eq!(
            found,
            ["aws-config - true", "aws-sdk-s3 =1.34.0 false", "aws-sdk-sts 1.28 false", "local - false"]
        );
        assert_eq!(of(&manifest.workspace_dependencies), ["aws-config 1.5.1 false"]);
        for dependency in manifest.dependencies.iter().chain(&manifest.workspace_dependencies) {
            if let Some((requirement, span)) = &dependency.requirement {
                assert_eq!(&TEXT[span.range()], requirement);
            }
        }
    }

    #[test]
    fn what_is_no_toml_is_an_error() {
        let error = CargoToml::parse("[package\n").unwrap_err();
        assert!(error.help.is_some());
    }
}
