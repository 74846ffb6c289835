//! Parts of the probe: Rust files, whose first lines say what they need and what they try.

use std::fs;
use std::path::Path;

use awscompat::event::{self, Impact};

use crate::Result;
use crate::mix::Mix;

/// A part of the probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) name: String,
    /// What stops working where it fails.
    pub(super) breaks: Vec<Impact>,
    /// Crates beside those of the mix, as `name@version/feature,feature`.
    pub(super) also: Vec<String>,
    /// Features of crates of the mix, as `crate/feature`; `?` after the crate where the mix need not have it.
    pub(super) features: Vec<String>,
    /// Crates whose default features are off.
    pub(super) bare: Vec<String>,
    /// Whether it is only checked, not run.
    pub(super) check: bool,
    /// Whether it is built as users do for release.
    pub(super) release: bool,
    /// The processor it is run on, as QEMU names it, where any other would hide what it tries.
    pub(super) processor: Option<String>,
    pub(super) text: String,
}

/// The parts that can be built of a mix: it names what they need, and says with what they are built.
pub(super) fn fitting(folder: &Path, mix: &Mix) -> Result<Vec<Part>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    let mut parts = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path)?;
        let needed = values(&text, "needs").all(|name| mix.has(name));
        if let Some(features) = features(&text, mix).filter(|_| needed) {
            let processor = values(&text, "processor").next().map(str::to_owned);
            parts.push(Part {
                name,
                breaks: values(&text, "breaks").map(impact).collect::<Result<_>>()?,
                also: values(&text, "also").map(str::to_owned).collect(),
                features,
                bare: values(&text, "bare").map(str::to_owned).collect(),
                check: has(&text, "check"),
                release: has(&text, "release"),
                processor,
                text,
            });
        }
    }
    Ok(parts)
}

/// The features that go with what the mix is built with; None where the part is not for that.
fn features(text: &str, mix: &Mix) -> Option<Vec<String>> {
    let always = values(text, "features").filter_map(|word| match word.split_once("?/") {
        Some((name, feature)) => mix.has(name).then(|| format!("{name}/{feature}")),
        None => Some(word.to_owned()),
    });
    let mut variants = header(text).filter_map(|line| line.strip_prefix("with ")).peekable();
    if variants.peek().is_none() {
        return mix.with.is_empty().then(|| always.collect());
    }
    let rest = variants.find_map(|line| line.strip_prefix(mix.with.as_str())?.strip_prefix(" = "))?;
    Some(always.chain(rest.split_whitespace().map(str::to_owned)).collect())
}

fn header(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map_while(|line| line.strip_prefix("//lab:"))
}

fn has(text: &str, name: &str) -> bool {
    header(text).any(|line| line == name)
}

/// The words after `//lab:<name>`.
fn values<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    header(text)
        .filter_map(move |line| line.strip_prefix(name)?.strip_prefix(' '))
        .flat_map(str::split_whitespace)
}

fn impact(name: &str) -> Result<Impact> {
    let mut known = event::all().iter().flat_map(|event| event.stale).flat_map(|stale| stale.breaks);
    known
        .find(|impact| impact.name() == name)
        .copied()
        .ok_or_else(|| format!("no event breaks `{name}`, so no part need try it").into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use awscompat::family::Family;

    fn parts(mix: &[&str], with: &str) -> Vec<Part> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/rust/parts");
        let mix = Mix { with: with.to_owned(), ..Mix::parse(Family::Rust, mix).unwrap() };
        fitting(&folder, &mix).unwrap()
    }

    #[test]
    fn a_mix_has_the_parts_that_it_has_the_crates_for() {
        let names = |mix: &[&str]| parts(mix, "").into_iter().map(|part| part.name).collect::<Vec<_>>();
        assert_eq!(names(&["aws-types@1.7.0"]), ["crates"]);
        assert!(names(&["aws-sdk-servicediscovery@1.4.0"]).contains(&"servicediscovery".to_owned()));
    }

    #[test]
    fn what_rule_files_say_a_part_is_built_with_picks_its_features() {
        let mix = ["aws-config@1.12.0"];
        let on = parts(&mix, "an SSO profile, sso on");
        let off = parts(&mix, "an SSO profile, sso off");
        assert_eq!((on.len(), off.len()), (1, 1));
        assert_ne!(on[0].features, off[0].features);
        assert_eq!(parts(&mix, "what no part is for"), []);
    }
}
