//! Parts of the probe: folders of Go files, whose first lines say what they need and what they try.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use awscompat::event::{self, Impact};
use awscompat::family::Family;
use awscompat::version::Version;

use crate::Result;
use crate::mix::Mix;

/// The file that each part has; what it says counts for the part.
const MAIN: &str = "part.go";

/// A part of the probe.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) name: String,
    /// What stops working where it fails.
    pub(super) breaks: Vec<Impact>,
    /// Operations that must be called, and the key that they are signed with, or `unsigned`.
    pub(super) expects: Vec<(String, String)>,
    /// Its files, by the names that they get.
    pub(super) files: Vec<(String, String)>,
}

/// What is selected in a mix, by short names.
pub(super) type Selected = BTreeMap<String, Version>;

/// The parts that can be built of a mix: what they need is named in it, at a version that they can use.
pub(super) fn fitting(folder: &Path, mix: &Mix, selected: &Selected) -> Result<Vec<Part>> {
    let mut parts = vec![imports(mix)];
    for folder in sorted(folder)? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut part = Part { name, breaks: Vec::new(), expects: Vec::new(), files: Vec::new() };
        let mut fits = true;
        for path in sorted(&folder)? {
            let text = fs::read_to_string(&path)?;
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let met = fits_mix(&text, mix, selected)?;
            if file == MAIN {
                part.breaks = values(&text, "breaks").map(impact).collect::<Result<_>>()?;
                part.expects = values(&text, "expects").filter_map(pair).collect();
                fits = met;
            }
            if met {
                part.files.push((file, text));
            }
        }
        if fits {
            parts.push(part);
        }
    }
    Ok(parts)
}

/// The part that only imports what the mix names.
fn imports(mix: &Mix) -> Part {
    let mut text = String::from("package part\n\nimport (\n\t\"context\"\n");
    for (name, _) in &mix.modules {
        if let Some(package) = package(name) {
            text += &format!("\t_ {package:?}\n");
        }
    }
    text += ")\n\nfunc Run(context.Context) error { return nil }\n";
    Part {
        name: "imports".to_owned(),
        breaks: vec![Impact::Compile],
        expects: Vec::new(),
        files: vec![(MAIN.to_owned(), text)],
    }
}

/// A package of a module that can be imported from outside, where it has one.
fn package(name: &str) -> Option<String> {
    match name {
        "core" => Some(format!("{}/aws", Family::Go.full_path(name))),
        "gocloud.dev" => Some("gocloud.dev/blob/s3blob".to_owned()),
        "github.com/awslabs/smithy-go" => None,
        _ if name.split('/').any(|segment| segment == "internal") => None,
        _ => Some(Family::Go.full_path(name)),
    }
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// The words after `//lab:<name>`.
fn values<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().take_while(|line| line.starts_with("//lab:"));
    lines
        .filter_map(move |line| line.strip_prefix("//lab:")?.strip_prefix(name)?.strip_prefix(' '))
        .flat_map(str::split_whitespace)
}

/// Whether the mix has what a file needs.
pub(super) fn fits_mix(text: &str, mix: &Mix, selected: &Selected) -> Result<bool> {
    let needs = values(text, "needs").map(|need| is_met(need, mix, selected));
    Ok(needs.collect::<Result<Vec<bool>>>()?.into_iter().all(|met| met))
}

/// `service/s3` must be named in the mix; `core>=v1.11.0` must be selected.
fn is_met(need: &str, mix: &Mix, selected: &Selected) -> Result<bool> {
    let Some((name, least)) = need.split_once(">=") else { return Ok(mix.has(need)) };
    let least: Version = least.parse()?;
    Ok(selected.get(name).is_some_and(|version| *version >= least))
}

fn impact(name: &str) -> Result<Impact> {
    let mut known = event::all().iter().flat_map(|event| event.stale).flat_map(|stale| stale.breaks);
    known
        .find(|impact| impact.name() == name)
        .copied()
        .ok_or_else(|| format!("no event breaks `{name}`, so no part need try it").into())
}

fn pair(text: &str) -> Option<(String, String)> {
    text.split_once('=').map(|(operation, key)| (operation.to_owned(), key.to_owned()))
}
