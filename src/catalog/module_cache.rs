//! The local module cache of `go`: manifests that were downloaded before.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::source::Source;
use crate::version::Version;

/// A manifest in the cache is never larger than this (Go's own limit).
const MAX_MANIFEST_BYTES: u64 = 16 << 20;

/// The folder `cache/download` of a module cache.
#[derive(Clone, Debug)]
pub struct ModuleCache {
    download: PathBuf,
}

impl ModuleCache {
    /// The cache that `go` uses here: `GOMODCACHE`, else `pkg/mod` in the first folder of `GOPATH`, each from the
    /// environment, `-modcacherw`-style flags aside, or from `go env -w`'s file; else `pkg/mod` in `~/go`.
    /// None where there is no such folder.
    pub fn find() -> Option<Self> {
        let settings = Settings::read();
        let cache = match settings.get("GOMODCACHE") {
            Some(cache) => PathBuf::from(cache),
            None => match settings.get("GOPATH") {
                Some(paths) => env::split_paths(&paths).next()?.join("pkg/mod"),
                None => home()?.join("go/pkg/mod"),
            },
        };
        Self::at(&cache)
    }

    /// The module cache in this folder, if there is one.
    pub fn at(folder: &Path) -> Option<Self> {
        let download = folder.join("cache").join("download");
        download.is_dir().then_some(Self { download })
    }

    /// The go.mod of a module version, if it was downloaded.
    pub fn go_mod(&self, path: &str, version: &Version) -> Option<String> {
        let file = self
            .download
            .join(escape(path)?)
            .join("@v")
            .join(format!("{}.mod", escape(&version.to_string())?));
        // To open a pipe would wait for its writer.
        fs::metadata(&file).ok().filter(fs::Metadata::is_file)?;
        let mut text = String::new();
        File::open(file).ok()?.take(MAX_MANIFEST_BYTES + 1).read_to_string(&mut text).ok()?;
        (text.len() as u64 <= MAX_MANIFEST_BYTES).then_some(text)
    }
}

/// The settings of `go`: the environment wins over the file that `go env -w` writes.
pub(crate) struct Settings(BTreeMap<String, String>);

impl Settings {
    pub(crate) fn read() -> Self {
        let file = match env::var_os("GOENV") {
            Some(off) if off == "off" => None,
            Some(file) if !file.is_empty() => Some(PathBuf::from(file)),
            _ => config_folder().map(|folder| folder.join("go").join("env")),
        };
        let source = file.and_then(|file| Source::read(&file).ok());
        let lines =
            source.iter().flat_map(|source| source.text().lines()).filter_map(|line| line.split_once('='));
        Self(lines.map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned())).collect())
    }

    pub(crate) fn get(&self, key: &str) -> Option<String> {
        let set = env::var(key).ok().filter(|value| !value.is_empty());
        set.or_else(|| self.0.get(key).filter(|value| !value.is_empty()).cloned())
    }
}

fn home() -> Option<PathBuf> {
    env::home_dir().filter(|home| !home.as_os_str().is_empty())
}

fn config_folder() -> Option<PathBuf> {
    if cfg!(target_os = "windows") {
        env::var_os("AppData").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        Some(home()?.join("Library/Application Support"))
    } else {
        env::var_os("XDG_CONFIG_HOME")
            .filter(|dir| !dir.is_empty())
            .map(PathBuf::from)
            .or_else(|| Some(home()?.join(".config")))
    }
}

/// The cache's spelling of a path: upper case as `!` and lower case. None for what is no module path, so that
/// nothing outside the cache can be named.
fn escape(text: &str) -> Option<String> {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'A'..='Z' => {
                escaped.push('!');
                escaped.push(c.to_ascii_lowercase());
            }
            'a'..='z' | '0'..='9' | '-' | '_' | '.' | '~' | '/' | '+' => escaped.push(c),
            _ => return None,
        }
    }
    let plain = escaped.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    plain.then_some(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_as_go_does() {
        assert_eq!(escape("github.com/Azure/azure-sdk").as_deref(), Some("github.com/!azure/azure-sdk"));
        assert_eq!(escape("v2.0.0+incompatible").as_deref(), Some("v2.0.0+incompatible"));
    }

    #[test]
    fn nothing_outside_the_cache_can_be_named() {
        for path in ["../x", "a/../b", "/etc", "a//b", "a\\b", "a\0b", ""] {
            assert_eq!(escape(path), None, "{path:?}");
        }
    }
}
