//! The throwaway module of a mix.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use awscompat::family::Family;
use awscompat::inventory::go_list::GoList;

use super::command;
use super::part::{self, Part, Selected};
use crate::Result;
use crate::mix::Mix;
use crate::toolchain::{Pinning, Wanted};

/// Folders of Go files that parts share, by the parts that need them.
const SHARED: [(&str, &str); 3] = [("probe", ""), ("static", "\"lab/static\""), ("loaded", "\"lab/loaded\"")];

/// A module in a folder of its own, which goes with it.
pub(super) struct Project {
    folder: PathBuf,
    pub(super) parts: Vec<Part>,
    /// `go list -m -json all`.
    pub(super) listing: String,
}

impl Project {
    pub(super) fn write(mix: &Mix, pinning: Pinning, go: &str, wanted: &Wanted<'_>) -> Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::SeqCst);
        let folder = std::env::temp_dir().join(format!("awscompat-lab-{}-{count}", std::process::id()));
        let mut project = Self { folder, parts: Vec::new(), listing: String::new() };
        fs::create_dir_all(&project.folder)?;
        fs::write(project.folder.join("go.mod"), go_mod(mix, pinning, go))?;
        for line in &mix.commands {
            let words: Vec<&str> = line.split(' ').skip(1).collect();
            let output = command(&project.folder, &words)?;
            if !output.success {
                return Err(format!("`{line}`: {}", output.stderr.trim()).into());
            }
        }
        let output = command(&project.folder, &["list", "-mod=mod", "-m", "-json", "all"])?;
        if !output.success {
            return Err(format!("the mix cannot be had: {}", output.stderr.trim()).into());
        }
        let selected = selected(&output.stdout)?;
        project.listing = output.stdout;
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/go");
        project.parts = part::fitting(&source.join("parts"), mix, &selected)?;
        project.parts.retain(|part| wanted(&part.name, &part.breaks));
        project.write_files(&source, mix, &selected)?;
        Ok(project)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn write_files(&self, source: &Path, mix: &Mix, selected: &Selected) -> Result<()> {
        for part in &self.parts {
            let folder = self.folder.join("parts").join(&part.name);
            fs::create_dir_all(&folder)?;
            for (name, text) in &part.files {
                fs::write(folder.join(name), text)?;
            }
        }
        let uses = |import: &str| {
            self.parts.iter().any(|part| part.files.iter().any(|(_, text)| text.contains(import)))
        };
        for (shared, _) in SHARED.into_iter().filter(|(_, import)| uses(import)) {
            let folder = self.folder.join(shared);
            fs::create_dir_all(&folder)?;
            for entry in fs::read_dir(source.join(shared))? {
                let entry = entry?;
                let text = fs::read_to_string(entry.path())?;
                if part::fits_mix(&text, mix, selected)? {
                    fs::write(folder.join(entry.file_name()), text)?;
                }
            }
        }
        Ok(())
    }

    /// The program that runs these parts by name.
    pub(super) fn write_main(&self, parts: &[&str]) -> Result<()> {
        let mut imports = String::new();
        let mut entries = String::new();
        for (number, part) in parts.iter().enumerate() {
            let _ = writeln!(imports, "\tpart{number} \"lab/parts/{part}\"");
            let _ = writeln!(entries, "\t\t{part:?}: part{number}.Run,");
        }
        let text = format!(
            "package main\n\nimport (\n\t\"context\"\n\n{imports}\n\t\"lab/probe\"\n)\n\n\
             func main() {{\n\tprobe.Main(map[string]func(context.Context) error{{\n{entries}\t}})\n}}\n"
        );
        Ok(fs::write(self.folder.join("main.go"), text)?)
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        // What is left over lies among other temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn go_mod(mix: &Mix, pinning: Pinning, go: &str) -> String {
    let line: String = go
        .trim_start_matches("go")
        .split('.')
        .take(2)
        .map(|part| part.chars().take_while(char::is_ascii_digit).collect::<String>())
        .collect::<Vec<_>>()
        .join(".");
    let mut text = format!("module lab\n\ngo {line}\n");
    for (name, version) in &mix.modules {
        let path = mix.family.full_path(name);
        let _ = writeln!(text, "require {path} {version}");
        if pinning == Pinning::Exact {
            let _ = writeln!(text, "replace {path} => {path} {version}");
        }
    }
    text
}

fn selected(listing: &str) -> Result<Selected> {
    let modules = GoList::parse(listing)?.modules.into_iter();
    let versions = modules.filter_map(|module| {
        let version = module.replace.and_then(|replace| replace.version).or(module.version)?;
        Some((Family::Go.short_name(&module.path).unwrap_or(&module.path).to_owned(), version))
    });
    Ok(versions.collect())
}
