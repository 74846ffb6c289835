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

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(mix: &[&str]) -> Vec<Part> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/go/parts");
        let mix = Mix::parse(Family::Go, mix).unwrap();
        let selected = mix.modules.iter().cloned().collect();
        fitting(&folder, &mix, &selected).unwrap()
    }

    fn names(parts: &[Part]) -> Vec<&str> {
        parts.iter().map(|part| part.name.as_str()).collect()
    }

    #[test]
    fn a_mix_has_the_parts_that_it_has_the_modules_for() {
        let sts = parts(&["core@v1.10.0", "service/sts@v1.11.0"]);
        assert_eq!(names(&sts), ["imports", "presign-sts", "sts", "web-identity"]);
        let newer = parts(&["core@v1.11.0", "service/sts@v1.11.0"]);
        assert!(names(&newer).contains(&"endpoint-resolver"));
        assert_eq!(names(&parts(&["core@v0.31.0", "config@v0.4.0"])), ["imports"]);
    }

    #[test]
    fn a_file_that_a_version_is_too_old_for_is_left_out() {
        let files = |manager: &str| {
            let mix = ["core@v1.38.0", "service/s3@v1.87.0", manager];
            let part = parts(&mix).into_iter().find(|part| part.name == "s3-manager").unwrap();
            part.files.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(files("feature/s3/manager@v1.18.5"), ["config.go", "part.go"]);
        assert_eq!(files("feature/s3/manager@v1.19.0"), ["config.go", "part.go", "uploader.go"]);
    }

    #[test]
    fn what_a_part_says_of_itself_is_read() {
        let parts = parts(&["core@v1.20.0", "service/sts@v1.20.0"]);
        let sts = parts.iter().find(|part| part.name == "sts").unwrap();
        assert_eq!(sts.breaks, [Impact::RoleAssumption, Impact::SignedCalls]);
        assert_eq!(sts.expects, [("AssumeRole".to_owned(), "AKIDSTATIC".to_owned())]);
    }

    #[test]
    fn only_packages_that_anyone_may_import_are_imported() {
        let mix = ["core@v1.20.0", "internal/ini@v1.3.0", "service/internal/checksum@v1.0.0"];
        let text = &parts(&mix)[0].files[0].1;
        assert!(text.contains("_ \"github.com/aws/aws-sdk-go-v2/aws\""), "{text}");
        assert!(!text.contains("internal"), "{text}");
    }
}
