//! Cargo's local copy of registry indexes: what the registry said of each version of a crate, when cargo last asked.

use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::version::Version;

/// The entry of a crate is never larger than this; the largest today is a tenth of it.
const MAX_ENTRY_BYTES: u64 = 32 << 20;

/// The folders `registry/index/*/.cache` of a cargo home, one a registry.
#[derive(Clone, Debug)]
pub struct CargoIndex {
    registries: Vec<PathBuf>,
}

/// One version of a crate, as its registry has it.
#[derive(Clone, Debug)]
pub struct IndexedVersion {
    /// Which version.
    pub version: Version,
    /// Whether it was taken back.
    pub yanked: bool,
    /// The oldest Rust that it says it builds with.
    pub rust_version: Option<String>,
    /// When it was published, RFC 3339; registries say so since 2025 only, for old versions too.
    pub published: Option<String>,
    /// The crates it requires, but for tests.
    pub requires: Vec<Floor>,
}

/// What a crate's version asks of another crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// The crate's name.
    pub name: String,
    /// The least version that will do.
    pub least: Version,
    /// Whether only some feature asks for it.
    pub optional: bool,
}

#[derive(Deserialize)]
struct Line {
    vers: String,
    yanked: bool,
    rust_version: Option<String>,
    pubtime: Option<String>,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    package: Option<String>,
    req: String,
    optional: bool,
    kind: Option<String>,
}

impl CargoIndex {
    /// The index that cargo uses here: in `CARGO_HOME`, else in `~/.cargo`. None where there is none.
    pub fn find() -> Option<Self> {
        let home = match env::var_os("CARGO_HOME").filter(|home| !home.is_empty()) {
            Some(home) => PathBuf::from(home),
            None => env::home_dir().filter(|home| !home.as_os_str().is_empty())?.join(".cargo"),
        };
        Self::at(&home)
    }

    /// The index in this cargo home, if it has one.
    pub fn at(home: &Path) -> Option<Self> {
        let entries = fs::read_dir(home.join("registry").join("index")).ok()?;
        let mut registries: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path().join(".cache")))
            .filter(|cache| cache.is_dir())
            .collect();
        registries.sort();
        (!registries.is_empty()).then_some(Self { registries })
    }

    /// Every version of a crate that cargo has heard of. Empty where it never asked.
    pub fn versions(&self, name: &str) -> Vec<IndexedVersion> {
        let Some(entry) = entry_path(name) else { return Vec::new() };
        self.registries.iter().flat_map(|registry| read(&registry.join(&entry)).unwrap_or_default()).collect()
    }
}

/// Where an index keeps a crate: by its first letters.
fn entry_path(name: &str) -> Option<PathBuf> {
    let name = name.to_ascii_lowercase();
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    let folder = match (plain, name.len()) {
        (false, _) | (_, 0) => return None,
        (_, 1) => PathBuf::from("1"),
        (_, 2) => PathBuf::from("2"),
        (_, 3) => Path::new("3").join(&name[..1]),
        _ => Path::new(&name[..2]).join(&name[2..4]),
    };
    Some(folder.join(name))
}

/// A cache entry is a header and then, each ended by a zero byte, versions and what the index says of them as JSON.
/// The header's form is cargo's own business, and so is how long it stays: whatever is no such JSON is passed over.
fn read(path: &Path) -> Option<Vec<IndexedVersion>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MAX_ENTRY_BYTES).read_to_end(&mut bytes).ok()?;
    let lines = bytes.split(|&b| b == 0).filter(|part| part.starts_with(b"{"));
    Some(lines.filter_map(|line| indexed(serde_json::from_slice(line).ok()?)).collect())
}

fn indexed(line: Line) -> Option<IndexedVersion> {
    let mut requires: Vec<Floor> = Vec::new();
    for dependency in line.deps.into_iter().filter(|dependency| dependency.kind.as_deref() != Some("dev")) {
        let Some(least) = least(&dependency.req) else { continue };
        let floor = Floor {
            name: dependency.package.unwrap_or(dependency.name),
            least,
            optional: dependency.optional,
        };
        // The same crate may be asked for once for each platform.
        match requires.iter_mut().find(|known| known.name == floor.name) {
            Some(known) => {
                known.optional &= floor.optional;
                known.least = floor.least.max(known.least.clone());
            }
            None => requires.push(floor),
        }
    }
    Some(IndexedVersion {
        version: Version::parse_cargo(&line.vers).ok()?,
        yanked: line.yanked,
        rust_version: line.rust_version,
        published: line.pubtime,
        requires,
    })
}

/// The least version that a requirement lets in, as far as one is written.
fn least(requirement: &str) -> Option<Version> {
    let requirement = semver::VersionReq::parse(requirement).ok()?;
    let bounds =
        requirement.comparators.iter().filter(|c| !matches!(c.op, semver::Op::Less | semver::Op::LessEq));
    bounds
        .map(|c| {
            let mut least = semver::Version::new(c.major, c.minor.unwrap_or(0), c.patch.unwrap_or(0));
            least.pre = c.pre.clone();
            Version::from_semver(least, crate::version::Notation::Cargo)
        })
        .max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_lie_where_cargo_puts_them() {
        let path = |name| entry_path(name).map(|path| path.to_string_lossy().replace('\\', "/"));
        assert_eq!(path("aws-config").unwrap(), "aw/s-/aws-config");
        assert_eq!(path("Time").unwrap(), "ti/me/time");
        assert_eq!(path("abc").unwrap(), "3/a/abc");
        assert_eq!(path("ab").unwrap(), "2/ab");
        assert_eq!(path("../x"), None);
        assert_eq!(path(""), None);
    }

    #[test]
    fn the_least_version_is_read_from_any_kind_of_requirement() {
        let least = |text| least(text).map(|version| version.to_string());
        for (requirement, expected) in [
            ("^1.5.1", "1.5.1"),
            ("^0.60", "0.60.0"),
            (">=1, <1.15", "1.0.0"),
            ("=1.2.3", "1.2.3"),
            ("~0.57", "0.57.0"),
        ] {
            assert_eq!(least(requirement).as_deref(), Some(expected), "{requirement}");
        }
        assert_eq!(least("*"), None);
        assert_eq!(least("<2"), None);
    }
}
