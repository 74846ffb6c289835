//! Mixes: versions that are built together.

use std::fmt;

use awscompat::family::Family;
use awscompat::version::Version;

use crate::Result;

/// A list of `module@version`, in the order in which it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mix {
    pub(crate) family: Family,
    /// Short names and versions.
    pub(crate) modules: Vec<(String, Version)>,
    /// What is locked beside them to begin with.
    pub(crate) locked: Vec<(String, Version)>,
    /// What is raised in the lock afterwards, one by one, as `cargo update --precise` does it.
    pub(crate) raised: Vec<(String, Version)>,
    /// The commands of a plan, which are run at the end.
    pub(crate) commands: Vec<String>,
    /// The features and the code that parts are built with, in the words of a rule file; mostly none.
    pub(crate) with: String,
}

impl Mix {
    /// Reads `module@version`, short names or full paths.
    pub(crate) fn parse<T: AsRef<str>>(family: Family, versions: &[T]) -> Result<Self> {
        let modules = versions.iter().map(|text| {
            let text = text.as_ref();
            let (name, version) = text
                .split_once('@')
                .ok_or_else(|| format!("`{text}` is no version of a module: write service/ecr@v1.20.2"))?;
            Ok((short(family, name), family.parse_version(version)?))
        });
        Ok(Self { modules: modules.collect::<Result<_>>()?, ..Self::empty(family) })
    }

    /// A mix of nothing.
    pub(crate) fn empty(family: Family) -> Self {
        Self {
            family,
            modules: Vec::new(),
            locked: Vec::new(),
            raised: Vec::new(),
            commands: Vec::new(),
            with: String::new(),
        }
    }

    /// Reads a file with one `module@version` a line; what follows a `#` is left out. Crates are known by their names.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let versions: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        if versions.is_empty() {
            return Err("the mix is empty: write one `module@version` a line".into());
        }
        let is_crate =
            |text: &&str| Family::Rust.short_name(text.split('@').next().unwrap_or_default()).is_some();
        let family = if versions.iter().any(is_crate) { Family::Rust } else { Family::Go };
        Self::parse(family, &versions)
    }

    /// As it is written in rule files and results.
    pub(crate) fn versions(&self) -> Vec<String> {
        self.modules.iter().map(|(name, version)| format!("{name}@{version}")).collect()
    }

    /// Whether it names a module.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.modules.iter().any(|(module, _)| module == name)
    }

    /// Puts a module at a version, whether it was there or not.
    pub(crate) fn set(&mut self, name: &str, version: Version) {
        match self.modules.iter_mut().find(|(module, _)| module == name) {
            Some((_, old)) => *old = version,
            None => self.modules.push((name.to_owned(), version)),
        }
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.versions().join(" "))?;
        self.raised.iter().try_for_each(|(name, version)| write!(f, ", then {name}@{version}"))
    }
}

fn short(family: Family, name: &str) -> String {
    family.short_name(&family.full_path(name)).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_version_a_line_and_remarks() {
        let mix = Mix::read("core@v1.23.5 # newer\n\n# old\ngithub.com/aws/smithy-go@v1.18.1\n").unwrap();
        assert_eq!(mix.family, Family::Go);
        assert_eq!(mix.versions(), ["core@v1.23.5", "smithy-go@v1.18.1"]);
        let crates = Mix::read("aws-config@1.5.0\ntokio@1.40.0\n").unwrap();
        assert_eq!((crates.family, crates.versions().len()), (Family::Rust, 2));
    }

    #[test]
    fn what_is_no_mix_is_refused_with_the_reason() {
        for (text, said) in [("# none\n", "empty"), ("core\n", "`core`"), ("core@1\n", "1")] {
            let error = Mix::read(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text:?}: {error}");
        }
    }
}
