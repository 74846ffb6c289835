//! Builds the parts of a project, those that can be, into one program.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::command;
use super::part::Part;
use super::project::Project;
use crate::Result;

/// The program, in the project's folder.
pub(super) const BINARY: &str = "lab-probe";

/// Where the packages of parts are.
const PARTS: &str = "lab/parts/";

/// A part, and how building it went.
pub(super) struct Built {
    pub(super) part: Part,
    /// Full paths of the modules that it is built from.
    pub(super) modules: BTreeSet<String>,
    /// Why it does not compile: the first line about each package that does not.
    pub(super) failure: Option<String>,
}

/// What `go list` says of a package.
#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Package {
    import_path: String,
    module: Option<Module>,
    deps: Vec<String>,
    error: Option<PackageError>,
    deps_errors: Vec<PackageError>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Module {
    path: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct PackageError {
    err: String,
}

pub(super) fn build(project: &Project) -> Result<Vec<Built>> {
    if project.parts.is_empty() {
        return Ok(Vec::new());
    }
    let packages = list(project)?;
    let mut built: Vec<Built> = project
        .parts
        .iter()
        .map(|part| {
            let package = packages.get(&package_of(part)).ok_or_else(|| format!("no part {}", part.name))?;
            let deps = package.deps.iter().filter_map(|dep| packages.get(dep)?.module.as_ref());
            let errors = || package.error.iter().chain(&package.deps_errors).map(|error| error.err.as_str());
            if let Some(error) = errors().find(|error| !is_of_mix(error)) {
                return Err(format!("the mix cannot be had: {}", first_line(error)).into());
            }
            Ok(Built {
                part: part.clone(),
                modules: deps.map(|module| module.path.clone()).filter(|path| path != "lab").collect(),
                failure: errors().next().map(first_line),
            })
        })
        .collect::<Result<_>>()?;
    compile(project, &packages, &mut built)?;
    let names: Vec<&str> = good(&built).map(|built| built.part.name.as_str()).collect();
    if !names.is_empty() {
        project.write_main(&names)?;
        // Linking is a third of the time, and half of that is debug information.
        let arguments = ["build", "-mod=mod", "-ldflags=-s -w", "-o", BINARY, "."];
        let output = command(project.folder(), &arguments)?;
        if !output.success {
            return Err(format!("the program does not link: {}", output.stderr.trim()).into());
        }
    }
    Ok(built)
}

fn good(built: &[Built]) -> impl Iterator<Item = &Built> {
    built.iter().filter(|built| built.failure.is_none())
}

fn package_of(part: &Part) -> String {
    format!("{PARTS}{}", part.name)
}

/// Every package that the parts are built from, with the errors of loading them.
fn list(project: &Project) -> Result<BTreeMap<String, Package>> {
    let fields = "-json=ImportPath,Module,Deps,Error,DepsErrors";
    let arguments = ["list", "-mod=mod", "-e", "-deps", fields, "./parts/..."];
    let output = command(project.folder(), &arguments)?;
    let packages = serde_json::Deserializer::from_str(&output.stdout).into_iter::<Package>();
    let packages: BTreeMap<String, Package> = packages
        .map(|package| package.map(|package| (package.import_path.clone(), package)))
        .collect::<std::result::Result<_, _>>()?;
    if packages.is_empty() {
        return Err(format!("`go list`: {}", output.stderr.trim()).into());
    }
    Ok(packages)
}

/// Compiles what could be loaded, and says of each part whether it did.
fn compile(project: &Project, packages: &BTreeMap<String, Package>, built: &mut [Built]) -> Result<()> {
    let paths: Vec<String> = good(built).map(|built| package_of(&built.part)).collect();
    if paths.is_empty() {
        return Ok(());
    }
    let mut arguments = vec!["build", "-mod=mod"];
    arguments.extend(paths.iter().map(String::as_str));
    let output = command(project.folder(), &arguments)?;
    if output.success {
        return Ok(());
    }
    let failures = failures(&output.stderr);
    if failures.is_empty() {
        return Err(format!("`go build`: {}", output.stderr.trim()).into());
    }
    if let Some((package, line)) = failures.iter().find(|(package, _)| package.starts_with("lab/")) {
        return Err(format!("the probe itself does not compile here: {package}: {line}").into());
    }
    for built in built.iter_mut().filter(|built| built.failure.is_none()) {
        let Some(package) = packages.get(&package_of(&built.part)) else { continue };
        let lines: Vec<&str> = failures
            .iter()
            .filter(|(failed, _)| package.deps.contains(failed))
            .map(|(_, line)| line.as_str())
            .collect();
        built.failure = (!lines.is_empty()).then(|| lines.join("; "));
    }
    Ok(())
}

/// The packages that did not compile, in their order, since `go` tells of them as they come, and the first line about
/// each.
fn failures(stderr: &str) -> BTreeMap<String, String> {
    let lines: Vec<&str> = stderr.lines().collect();
    let package = |pair: &[&str]| Some((pair[0].strip_prefix("# ")?.to_owned(), within_module(pair[1])));
    lines.windows(2).filter_map(package).collect()
}

/// A line without the way to the module cache: from the module's folder on.
fn within_module(line: &str) -> String {
    let Some((_, rest)) = line.split_once("@v") else { return line.to_owned() };
    rest.split_once('/').map_or(line, |(_, inside)| inside).to_owned()
}

/// Whether a package is missing or there twice in this mix, rather than out of reach.
fn is_of_mix(error: &str) -> bool {
    ["does not contain package", "ambiguous import", "no required module provides package"]
        .iter()
        .any(|known| error.contains(known))
}

fn first_line(error: &str) -> String {
    error.lines().next().unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_each_package_that_does_not_compile_the_first_line_is_kept() {
        let said = "\
# example.com/b
../../pkg/mod/example.com/b@v1.2.3/inner/b.go:1:2: undefined: x
../../pkg/mod/example.com/b@v1.2.3/inner/b.go:9:9: undefined: y
# example.com/a
parts/a.go:3:4: undefined: z
";
        let expected = [
            ("example.com/a".to_owned(), "parts/a.go:3:4: undefined: z".to_owned()),
            ("example.com/b".to_owned(), "inner/b.go:1:2: undefined: x".to_owned()),
        ];
        assert_eq!(failures(said), BTreeMap::from(expected));
    }
}
