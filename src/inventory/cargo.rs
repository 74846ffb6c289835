//! Puts the files of a Rust workspace together into what is built.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::cargo_lock::{CargoLock, LockedPackage};
use super::cargo_metadata::{self, MetadataError, Selection};
use super::cargo_toml::{CargoToml, Dependency};
use super::code::{self, Code};
use super::input_error::{InputError, parsed, read};
use super::paths::joined;
use super::{Component, Decision, Inventory, Location, Origin, Relation, toml_text};
use crate::family::Family;
use crate::source::{Source, Span};
use crate::version::{Notation, Version};

/// Members that are read; more than any workspace has, so that a pattern cannot make us read without end.
const MAX_MEMBERS: usize = 4096;

/// What the manifests of a workspace say beside its lock.
#[derive(Clone, Debug, Default)]
pub struct CargoWorkspace {
    /// The packages of the workspace and what they ask for.
    pub members: Vec<Member>,
    /// The Rust that the workspace is bound to.
    pub rust: Option<RustBound>,
    /// What its code does with the SDK, where it was read.
    pub code: Option<Code>,
    /// Whether a lock tells who requires whom.
    pub locked: bool,
}

impl CargoWorkspace {
    /// Binds it to a Rust, the N and M of `1.N.M`, whatever its files say.
    pub fn bind(&mut self, version: (u16, u16)) {
        let at = Location { source: 0, span: Span::default() };
        self.rust = Some(RustBound { version, at, pinned: true });
    }
}

/// One package of the workspace.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Index of its manifest in [`Inventory::sources`].
    pub source: usize,
    /// What it asks for of crates.
    pub asks: Vec<Ask>,
}

/// A requirement as a manifest of the workspace writes it.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The crate.
    pub name: String,
    /// The requirement, such as `1.5` or `>=1, <1.15`.
    pub requirement: String,
    /// Where it is written: in the member's own manifest, or in the workspace's.
    pub at: Location,
}

/// The Rust that a build is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustBound {
    /// The N and M of `1.N.M`.
    pub version: (u16, u16),
    /// Where that is written.
    pub at: Location,
    /// True where a toolchain file pins the compiler itself; false where `rust-version` promises it.
    pub pinned: bool,
}

/// The workspace whose Cargo.lock this is, with the manifests beside it.
///
/// # Errors
/// When one of these files is there and cannot be read or parsed.
pub fn lock(path: &Path) -> Result<Inventory, InputError> {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let source = read(path)?;
    let lock = parsed(&source, CargoLock::parse(source.text()))?;
    let mut workspace = Reading::new(source);
    workspace.read_manifests(&folder, Some(&lock))?;
    workspace.find_toolchain(&folder)?;
    Ok(workspace.finish(Some(folder), lock))
}

/// The workspace whose Cargo.toml this is, where no lock tells what is built: the exact versions that it asks for, and
/// no more than that can be known.
///
/// # Errors
/// When one of its manifests cannot be read or parsed.
pub fn manifest(path: &Path) -> Result<Inventory, InputError> {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut reading = Reading { sources: Vec::new(), manifests: Vec::new(), rust: None, name: None };
    reading.read_manifests(&folder, None)?;
    reading.find_toolchain(&folder)?;
    let ignored = folder.join("Cargo.lock").is_file();
    let mut inventory = reading.finish(Some(folder), CargoLock::default());
    inventory.decided_by = Decision::CargoToml;
    if let Some(cargo) = &mut inventory.cargo {
        cargo.locked = false;
        inventory.components = pinned(cargo);
    }
    let asked = inventory.cargo.iter().flat_map(|cargo| &cargo.members).flat_map(|member| &member.asks);
    if asked.into_iter().any(|ask| Family::Rust.short_name(&ask.name).is_some()) {
        inventory.remarks.push(if ignored {
            "Cargo.lock is ignored by git, so it was not read (name it to have it read): whoever builds this \
             next gets what cargo resolves then"
                .to_owned()
        } else {
            "there is no Cargo.lock: whoever builds this next gets what cargo resolves then; run \
             `cargo generate-lockfile` and check the lock"
                .to_owned()
        });
    }
    Ok(inventory)
}

/// A Cargo.lock alone, as from standard input.
///
/// # Errors
/// When it does not parse.
pub fn lock_alone(source: Source) -> Result<Inventory, InputError> {
    let lock = parsed(&source, CargoLock::parse(source.text()))?;
    Ok(Reading::new(source).finish(None, lock))
}

/// Asks cargo what the lock does not tell, and reads the code of the workspace: features, what is built, and what the
/// code asks of the SDK.
///
/// # Errors
/// When cargo cannot say it.
pub fn resolve(inventory: &mut Inventory, selection: &Selection) -> Result<(), MetadataError> {
    let resolved = cargo_metadata::resolve(inventory, selection)?;
    let folder = inventory.folder.clone().unwrap_or_default();
    let (code, unread) = code::read(&resolved.roots, &folder, &mut inventory.sources);
    if let Some(cargo) = &mut inventory.cargo {
        cargo.code = Some(code);
    }
    if let (Some(target), None) = (resolved.target, &selection.target) {
        inventory.remarks.push(format!(
            "features are those of {target} alone, since crates of other platforms are not on this machine; \
             `cargo fetch --locked` brings them"
        ));
    }
    inventory.remarks.extend(unread.into_iter().map(|file| format!("{file}, so its code was not looked at")));
    Ok(())
}

struct Reading {
    sources: Vec<Source>,
    manifests: Vec<(usize, CargoToml)>,
    rust: Option<RustBound>,
    name: Option<String>,
}

impl Reading {
    fn new(lock: Source) -> Self {
        Self { sources: vec![lock], manifests: Vec::new(), rust: None, name: None }
    }

    /// Reads the root manifest, those of the members it names, and those on the paths that these ask for.
    fn read_manifests(&mut self, folder: &Path, lock: Option<&CargoLock>) -> Result<(), InputError> {
        let root = folder.join("Cargo.toml");
        if !is_there(&root) {
            return Ok(());
        }
        // Only the lock's own packages have no source; what a manifest's pattern finds beside them is no member.
        let own: Option<BTreeSet<&str>> = lock.map(|lock| {
            lock.packages.iter().filter(|p| p.source.is_none()).map(|p| p.name.as_str()).collect()
        });
        let mut seen = BTreeSet::from([joined(Path::new(""), &root)]);
        let mut open = vec![root.clone()];
        while let Some(path) = open.pop() {
            let source = read(&path)?;
            let manifest = parsed(&source, CargoToml::parse(source.text()))?;
            let here = path.parent().unwrap_or(Path::new(""));
            let mut found: Vec<PathBuf> = Vec::new();
            for pattern in manifest.members.iter().flatten().filter(|_| path == root) {
                expand(here, pattern, &mut found);
            }
            let paths = manifest.dependencies.iter().chain(&manifest.workspace_dependencies);
            found.extend(paths.filter_map(|dependency| Some(here.join(dependency.path.as_ref()?))));
            for member in found {
                let member = member.join("Cargo.toml");
                if seen.len() < MAX_MEMBERS
                    && is_there(&member)
                    && seen.insert(joined(Path::new(""), &member))
                {
                    open.push(member);
                }
            }
            let is_member = match (&own, manifest.package.as_deref()) {
                (Some(own), Some(name)) => own.contains(name),
                _ => true,
            };
            if path == root || is_member {
                self.manifests.push((self.sources.len(), manifest));
                self.sources.push(source);
            }
        }
        self.name = self.manifests.first().and_then(|(_, manifest)| manifest.package.clone());
        Ok(())
    }

    /// The toolchain file that rustup would find from here, up to the root of the repository.
    fn find_toolchain(&mut self, folder: &Path) -> Result<(), InputError> {
        let promised = self.manifests.iter().find_map(|(source, manifest)| {
            let (text, span) = manifest.rust_version.as_ref()?;
            let at = Location { source: *source, span: *span };
            Some(RustBound { version: parse_rust(text)?, at, pinned: false })
        });
        self.rust = promised;
        let start = fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        for (i, ancestor) in start.iter().flat_map(|start| start.ancestors()).enumerate() {
            // The folder's own file goes by the path that the user knows.
            let place = if i == 0 { folder } else { ancestor };
            for name in ["rust-toolchain.toml", "rust-toolchain"] {
                let path = place.join(name);
                // A folder of that name is none of rustup's business.
                if !is_there(&path) || path.is_dir() {
                    continue;
                }
                let source = read(&path)?;
                if let Some((version, span)) = channel(source.text()) {
                    let at = Location { source: self.sources.len(), span };
                    self.rust = Some(RustBound { version, at, pinned: true });
                    self.sources.push(source);
                }
                return Ok(());
            }
            if ancestor.join(".git").exists() {
                break;
            }
        }
        Ok(())
    }

    /// That a manifest asks for what the lock does not have. Cargo resolves such a crate anew, whatever is locked.
    fn contradiction(&self, members: &[Member], packages: &[LockedPackage]) -> Option<String> {
        let locked = |ask: &Ask| -> Vec<&Version> {
            packages
                .iter()
                .filter(|package| package.name == ask.name)
                .map(|package| &package.version)
                .collect()
        };
        // A crate that is not locked at all may be one of another part of the lock.
        let contradicts = |ask: &&Ask| {
            let locked = locked(ask);
            let asked = semver::VersionReq::parse(&ask.requirement);
            asked.is_ok_and(|asked| {
                !locked.is_empty() && !locked.iter().any(|version| asked.matches(version.as_semver()))
            })
        };
        let mut asks: Vec<&Ask> =
            members.iter().flat_map(|member| &member.asks).filter(contradicts).collect();
        // What the workspace says for several members stands in one line.
        asks.sort_by_key(|ask| ask.at);
        asks.dedup_by_key(|ask| ask.at);
        let first = asks.first()?;
        let source = &self.sources[first.at.source];
        let more = if asks.len() > 1 { format!(" (and {} more)", asks.len() - 1) } else { String::new() };
        let versions: Vec<String> = locked(first).iter().map(ToString::to_string).collect();
        Some(format!(
            "{}, line {}: asks for {} {}, but {} is locked{more}: Cargo.lock does not fit the manifest, and cargo \
             will write it anew; run `cargo update --workspace` and check the lock",
            source.path().display(),
            source.position(first.at.span.start).line,
            first.name,
            first.requirement,
            versions.join(" and "),
        ))
    }

    fn finish(self, folder: Option<PathBuf>, lock: CargoLock) -> Inventory {
        let mut remarks = Vec::new();
        if !lock.dangling.is_empty() {
            let more = lock.dangling.len() - 1;
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            remarks.push(format!(
                "Cargo.lock lacks what a package of it requires ({}{more}): cargo will write it anew",
                lock.dangling[0]
            ));
        }
        if lock.format.is_some_and(|format| format > 4) {
            remarks
                .push("Cargo.lock is of a newer format than 4; it was read as if it were of that".to_owned());
        }
        let root =
            self.manifests.first().map(|(source, manifest)| (*source, &manifest.workspace_dependencies));
        let members: Vec<Member> = self
            .manifests
            .iter()
            .filter_map(|(source, manifest)| {
                let asks = asks(*source, manifest, root);
                Some(Member { name: manifest.package.clone()?, source: *source, asks })
            })
            .collect();
        remarks.extend(self.contradiction(&members, &lock.packages));
        Inventory {
            family: Family::Rust,
            name: self.name.or_else(|| only_member(&lock)),
            folder,
            sources: self.sources,
            components: components(lock.packages),
            decided_by: Decision::CargoLock,
            edges: Vec::new(),
            cargo: Some(CargoWorkspace { members, rust: self.rust, code: None, locked: true }),
            remarks,
        }
    }
}

fn components(packages: Vec<LockedPackage>) -> Vec<Component> {
    let mut relations = vec![Relation::Indirect; packages.len()];
    for package in packages.iter().filter(|package| package.source.is_none()) {
        for &required in &package.requires {
            relations[required] = Relation::Direct;
        }
    }
    packages
        .into_iter()
        .zip(relations)
        .map(|(package, relation)| Component {
            path: package.name,
            version: package.version,
            at: Location { source: 0, span: package.at },
            relation,
            held: None,
            built: true,
            features: None,
            origin: match package.source {
                None => Origin::Path,
                Some(source) => match source.strip_prefix("git+") {
                    Some(address) => Origin::Git(address.to_owned()),
                    None => Origin::Registry,
                },
            },
            uses: package.requires,
        })
        .collect()
}

/// The packages of a workspace without a lock, and the crates whose one version they name: `=1.2.3`.
fn pinned(cargo: &CargoWorkspace) -> Vec<Component> {
    let component = |path: &str, version: Version, at: Location, relation, origin| Component {
        path: path.to_owned(),
        version,
        at,
        relation,
        held: None,
        built: true,
        features: None,
        origin,
        uses: Vec::new(),
    };
    let exact = |ask: &Ask| {
        let requirement = semver::VersionReq::parse(&ask.requirement).ok()?;
        let [only] = &requirement.comparators[..] else { return None };
        let (minor, patch) = (only.minor?, only.patch?);
        let parts =
            semver::Version { pre: only.pre.clone(), ..semver::Version::new(only.major, minor, patch) };
        (only.op == semver::Op::Exact).then(|| Version::from_semver(parts, Notation::Cargo))
    };
    let mut components: Vec<Component> = Vec::new();
    for member in &cargo.members {
        // Its own version is asked by nobody.
        let at = Location { source: member.source, span: Span::default() };
        let own = Version::cargo(0, 0, 0);
        components.push(component(&member.name, own, at, Relation::Unknown, Origin::Path));
        components.extend(member.asks.iter().filter_map(|ask| {
            Some(component(&ask.name, exact(ask)?, ask.at, Relation::Direct, Origin::Registry))
        }));
    }
    components.sort_by(|a, b| (&a.path, &a.version).cmp(&(&b.path, &b.version)));
    // A member of that name is what its fellows mean.
    components.dedup_by(|b, a| a.path == b.path && (a.version == b.version || a.origin == Origin::Path));
    for member in &cargo.members {
        let asked: BTreeSet<(&str, Option<Version>)> =
            member.asks.iter().map(|ask| (ask.name.as_str(), exact(ask))).collect();
        let is_asked = |at: &usize| {
            let component: &Component = &components[*at];
            asked.contains(&(component.path.as_str(), Some(component.version.clone())))
                || component.origin == Origin::Path && asked.iter().any(|(name, _)| *name == component.path)
        };
        let uses: Vec<usize> = (0..components.len()).filter(is_asked).collect();
        let own = components.iter_mut().find(|own| own.origin == Origin::Path && own.path == member.name);
        if let Some(own) = own {
            own.uses = uses;
        }
    }
    components
}

/// The package of the workspace, where it has one only.
fn only_member(lock: &CargoLock) -> Option<String> {
    let mut own = lock.packages.iter().filter(|package| package.source.is_none());
    own.next().filter(|_| own.next().is_none()).map(|package| package.name.clone())
}

/// What a member asks for; what the workspace says for it stands in the workspace's manifest.
fn asks(source: usize, manifest: &CargoToml, root: Option<(usize, &Vec<Dependency>)>) -> Vec<Ask> {
    let ask = |source: usize, dependency: &Dependency| {
        let (requirement, span) = dependency.requirement.clone()?;
        Some(Ask { name: dependency.name.clone(), requirement, at: Location { source, span } })
    };
    manifest
        .dependencies
        .iter()
        .filter_map(|dependency| {
            if !dependency.inherited {
                return ask(source, dependency);
            }
            let (root, shared) = root?;
            ask(root, shared.iter().find(|shared| shared.key == dependency.key)?)
        })
        .collect()
}

/// Whether something of that name is there, be it a file or what cannot be read as one.
fn is_there(path: &Path) -> bool {
    !fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// The folders that a pattern of `[workspace] members` stands for; `*` and `?` stand for parts of one name. A folder that
/// several ways lead to counts once, so that no pattern and no loop of links makes the search grow.
fn expand(folder: &Path, pattern: &str, found: &mut Vec<PathBuf>) {
    let mut folders = vec![folder.to_owned()];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        if !part.contains(['*', '?', '[']) {
            folders = folders.iter().map(|folder| folder.join(part)).collect();
        } else if let Ok(glob) = globset::Glob::new(part) {
            let glob = glob.compile_matcher();
            folders = folders.iter().flat_map(|folder| matching(folder, &glob)).collect();
        } else {
            return;
        }
        let mut seen = BTreeSet::new();
        folders.retain(|folder| fs::canonicalize(folder).is_ok_and(|real| seen.insert(real)));
        folders.truncate(MAX_MEMBERS);
    }
    found.append(&mut folders);
}

/// What a folder holds that a pattern matches, by name.
fn matching(folder: &Path, glob: &globset::GlobMatcher) -> Vec<PathBuf> {
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(read).into_iter().flatten().flatten();
    let mut names: Vec<_> =
        entries.map(|entry| entry.file_name()).filter(|name| glob.is_match(name)).collect();
    names.sort();
    names.iter().map(|name| folder.join(name)).collect()
}

/// The N and M of `1.N` or `1.N.M`.
pub(crate) fn parse_rust(text: &str) -> Option<(u16, u16)> {
    let rest = text.trim().strip_prefix("1.")?;
    let (minor, patch) = rest.split_once('.').unwrap_or((rest, "0"));
    Some((minor.parse().ok()?, patch.parse().ok()?))
}

/// The version that a toolchain file names: `[toolchain] channel = "1.85"`, or in the old form the name alone.
/// Channels such as `stable` bind nothing.
fn channel(text: &str) -> Option<((u16, u16), Span)> {
    let number = |channel: &str| {
        let version = channel.trim().split('-').next()?;
        let (minor, patch) = parse_rust(version)?;
        // `1.85` is the last release of that line.
        Some((minor, if version.matches('.').count() == 1 { u16::MAX } else { patch }))
    };
    if let Ok(document) = toml_text::parse(text, "") {
        let value = toml_text::get(toml_text::table(&document, "toolchain")?, "channel")?;
        return Some((number(value.get_ref().as_str()?)?, toml_text::inside(text, value)));
    }
    let line = text.lines().next()?.trim();
    let start = text.find(line)?;
    Some((number(line)?, Span::new(start, start + line.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolchain_files_of_both_forms_are_read() {
        let version = |text| channel(text).map(|(version, _)| version);
        assert_eq!(version("[toolchain]\nchannel = \"1.85\"\n"), Some((85, u16::MAX)));
        assert_eq!(version("[toolchain]\nchannel = \"1.85.1-x86_64-unknown-linux-gnu\"\n"), Some((85, 1)));
        assert_eq!(version("1.70.0\n"), Some((70, 0)));
        assert_eq!(version("stable\n"), None);
        assert_eq!(version("[toolchain]\nchannel = \"nightly-2026-01-01\"\n"), None);
        assert_eq!(version("[toolchain]\npath = \"x\"\n"), None);
    }
}
