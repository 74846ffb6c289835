//! The throwaway workspace of a mix.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use awscompat::version::Version;
use serde::Deserialize;

use super::part::{self, Part};
use super::{cargo, output};
use crate::Result;
use crate::mix::Mix;
use crate::toolchain::{Pinning, Wanted};

/// What cargo says of the packages: where it looks for what they require.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    source: Option<String>,
}

/// A workspace in a folder of its own, which goes with it.
pub(super) struct Project {
    folder: PathBuf,
    pub(super) parts: Vec<Part>,
}

impl Project {
    pub(super) fn write(mix: &Mix, pinning: Pinning, wanted: &Wanted<'_>) -> Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::SeqCst);
        let folder = std::env::temp_dir().join(format!("awscompat-lab-{}-{count}", std::process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/rust");
        let mut parts = part::fitting(&source.join("parts"), mix)?;
        parts.retain(|part| wanted(&part.name, &part.breaks));
        let project = Self { folder, parts };
        for part in &project.parts {
            let folder = project.folder.join(&part.name);
            fs::create_dir_all(folder.join("src"))?;
            fs::write(folder.join("Cargo.toml"), manifest(part, mix, pinning))?;
            fs::write(folder.join("src/main.rs"), &part.text)?;
            for shared in ["probe.rs", "net.rs"] {
                fs::copy(source.join(shared), folder.join("src").join(shared))?;
            }
        }
        fs::create_dir_all(&project.folder)?;
        let names: Vec<String> = project.parts.iter().map(|part| format!("{:?}", part.name)).collect();
        let workspace = format!("[workspace]\nresolver = \"2\"\nmembers = [{}]\n", names.join(", "));
        fs::write(project.folder.join("Cargo.toml"), workspace)?;
        fs::write(project.folder.join("Cargo.lock"), project.pins(mix)?)?;
        project.update(&["--workspace"])?;
        for (name, version) in &mix.raised {
            project.update(&["--package", name, "--precise", &version.to_string()])?;
        }
        for line in &mix.commands {
            let words: Vec<&str> = line.split(' ').skip(2).collect();
            project.update(&words)?;
        }
        Ok(project)
    }

    fn update(&self, arguments: &[&str]) -> Result<()> {
        let done = output(cargo(&self.folder).arg("update").args(arguments))?;
        if done.success {
            return Ok(());
        }
        Err(format!("the mix cannot be had: {}", done.stderr.trim()).into())
    }

    /// A lock of the mix alone, to begin with: cargo keeps to it as far as it can, and takes a version that was yanked
    /// only where it is locked.
    fn pins(&self, mix: &Mix) -> Result<String> {
        let done = output(cargo(&self.folder).args(["metadata", "--no-deps", "--format-version", "1"]))?;
        if !done.success {
            return Err(format!("`cargo metadata`: {}", done.stderr.trim()).into());
        }
        let metadata: Metadata = serde_json::from_str(&done.stdout)?;
        let mut dependencies = metadata.packages.into_iter().flat_map(|package| package.dependencies);
        let source = dependencies.find_map(|dependency| dependency.source).unwrap_or_default();
        let package = |(name, version): &(String, Version)| {
            format!("\n[[package]]\nname = {name:?}\nversion = \"{version}\"\nsource = {source:?}\n")
        };
        Ok("version = 4\n".to_owned()
            + &mix.modules.iter().chain(&mix.locked).map(package).collect::<String>())
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn lock(&self) -> Result<String> {
        Ok(fs::read_to_string(self.folder.join("Cargo.lock"))?)
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        // What is left over lies among other temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn manifest(part: &Part, mix: &Mix, pinning: Pinning) -> String {
    let mut text = format!(
        "[package]\nname = {0:?}\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[dependencies]\n",
        part.name
    );
    for (at, (name, version)) in mix.modules.iter().enumerate() {
        let bound = if pinning == Pinning::Exact { "=" } else { "" };
        let defaults = !part.bare.iter().any(|bare| bare == name);
        // A second line of a crate needs a name of its own.
        let again = mix.modules[..at].iter().any(|(other, _)| other == name);
        let key = if again { format!("{name}-again") } else { name.clone() };
        let _ = writeln!(
            text,
            "{key} = {{ package = {name:?}, version = \"{bound}{version}\", default-features = {defaults} }}"
        );
    }
    for also in &part.also {
        let (name, rest) = also.split_once('@').unwrap_or((also, "*"));
        let (version, features) = rest.split_once('/').unwrap_or((rest, ""));
        if !mix.has(name) {
            let features: Vec<String> =
                features.split(',').filter(|name| !name.is_empty()).map(|name| format!("{name:?}")).collect();
            let features = features.join(", ");
            let defaults = !part.bare.iter().any(|bare| bare == name);
            let _ = writeln!(
                text,
                "{name} = {{ version = \"{version}\", features = [{features}], default-features = {defaults} }}"
            );
        }
    }
    // What a variant of the part is called in its code is a feature of its own.
    text += "\n[features]\n";
    for feature in part.features.iter().filter(|feature| !feature.contains('/')) {
        let _ = writeln!(text, "{feature} = []");
    }
    text
}
