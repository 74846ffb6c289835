//! Versions of Go modules and of crates.
//!
//! The order is that of semantic versioning, which is what `go` and cargo use: a pre-release sorts before its release,
//! so the pseudo-version `v1.20.3-0.20231115…` lies between `v1.20.2` and `v1.20.3`. Build metadata
//! (`+incompatible`) is kept for printing and plays no part in the order.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// One version, such as `v1.23.5`, `v0.0.0-20231024185945-8841054dbdb8` or `v2.0.0+incompatible` of a Go module, or
/// `1.13.0` of a crate.
#[derive(Clone, Debug)]
pub struct Version {
    parts: semver::Version,
    notation: Notation,
}

/// How a version is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// With a `v` before it.
    Go,
    /// Bare.
    Cargo,
}

/// Why a text is no version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a version of the form {form}")]
pub struct VersionError {
    text: String,
    form: &'static str,
}

impl Version {
    /// The version `vMAJOR.MINOR.PATCH` of a Go module.
    pub const fn new(major: u64, minor: u64, patch: u64) -> Self {
        Self::from_semver(semver::Version::new(major, minor, patch), Notation::Go)
    }

    /// The version `MAJOR.MINOR.PATCH` of a crate.
    pub const fn cargo(major: u64, minor: u64, patch: u64) -> Self {
        Self::from_semver(semver::Version::new(major, minor, patch), Notation::Cargo)
    }

    pub(crate) const fn from_semver(parts: semver::Version, notation: Notation) -> Self {
        Self { parts, notation }
    }

    /// Reads a crate's version.
    ///
    /// # Errors
    /// When the text is no semantic version.
    pub fn parse_cargo(text: &str) -> Result<Self, VersionError> {
        semver::Version::parse(text)
            .map(|parts| Self::from_semver(parts, Notation::Cargo))
            .map_err(|_| VersionError { text: text.to_owned(), form: "1.2.3" })
    }

    /// The parts of the version, for look-ups.
    pub fn as_semver(&self) -> &semver::Version {
        &self.parts
    }

    /// Whether cargo takes one for an update of the other: the same first number that is not zero.
    pub fn is_compatible_with(&self, other: &Self) -> bool {
        let (a, b) = (&self.parts, &other.parts);
        match (a.major, a.minor) {
            (0, 0) => (b.major, b.minor, b.patch) == (0, 0, a.patch),
            (0, minor) => (b.major, b.minor) == (0, minor),
            (major, _) => b.major == major,
        }
    }

    /// Whether this names a commit rather than a tag, by the three forms that `go` writes.
    pub fn is_pseudo(&self) -> bool {
        let pre = self.parts.pre.as_str();
        let Some((head, commit)) = pre.rsplit_once('-') else { return false };
        let time = head.rsplit('.').next().unwrap_or(head);
        commit.len() == 12
            && commit.bytes().all(|b| b.is_ascii_alphanumeric())
            && time.len() == 14
            && time.bytes().all(|b| b.is_ascii_digit())
    }
}

impl FromStr for Version {
    type Err = VersionError;

    /// Reads the full version of a Go module. `v1.2` and `v1`, which `go` takes as short for `v1.2.0` and `v1.0.0`, are read too.
    fn from_str(text: &str) -> Result<Self, VersionError> {
        let error = || VersionError { text: text.to_owned(), form: "v1.2.3" };
        let digits = text.strip_prefix('v').ok_or_else(error)?;
        let parsed = match digits.bytes().filter(|&b| b == b'.').count() {
            0 if !digits.contains(['-', '+']) => semver::Version::parse(&format!("{digits}.0.0")),
            1 if !digits.contains(['-', '+']) => semver::Version::parse(&format!("{digits}.0")),
            _ => semver::Version::parse(digits),
        };
        parsed.map(|parts| Self::from_semver(parts, Notation::Go)).map_err(|_| error())
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.notation {
            Notation::Go => write!(f, "v{}", self.parts),
            Notation::Cargo => write!(f, "{}", self.parts),
        }
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts.cmp_precedence(&other.parts)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn order_is_that_of_go() {
        let ascending = [
            "v0.0.0-20231024185945-8841054dbdb8",
            "v1.0.0-preview",
            "v1.0.0-preview.2",
            "v1.0.0-preview.10",
            "v1.0.0",
            "v1.9.0",
            "v1.20.2",
            "v1.20.3-0.20231115000000-abcdefabcdef",
            "v1.20.3",
            "v2.0.0-preview.3+incompatible",
        ];
        for pair in ascending.windows(2) {
            assert!(v(pair[0]) < v(pair[1]), "{} < {}", pair[0], pair[1]);
        }
        assert_eq!(v("v2.0.0+incompatible"), v("v2.0.0"));
    }

    #[test]
    fn texts_survive() {
        for text in
            ["v1.2.3", "v2.0.0+incompatible", "v0.0.0-20231024185945-8841054dbdb8", "v1.0.0-preview.4"]
        {
            assert_eq!(v(text).to_string(), text);
        }
        assert_eq!(v("v1.2").to_string(), "v1.2.0");
    }

    #[test]
    fn what_is_no_version_is_refused() {
        for text in ["", "v", "1.2.3", "master", "v1.2.3.4", "v01.2.3", "v1.2.3-", "latest"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }

    #[test]
    fn crates_are_updated_within_a_line() {
        let cargo = |text: &str| Version::parse_cargo(text).unwrap();
        for (a, b, same) in [
            ("1.2.3", "1.9.0", true),
            ("1.2.3", "2.0.0", false),
            ("0.60.7", "0.60.21", true),
            ("0.60.7", "0.61.0", false),
            ("0.0.3", "0.0.4", false),
            ("0.60.0", "1.60.0", false),
        ] {
            assert_eq!(cargo(a).is_compatible_with(&cargo(b)), same, "{a} {b}");
            assert_eq!(cargo(b).is_compatible_with(&cargo(a)), same, "{b} {a}");
        }
        assert_eq!(cargo("1.2.3").to_string(), "1.2.3");
        assert!(Version::parse_cargo("v1.2.3").is_err());
    }

    #[test]
    fn pseudo_versions_are_told_from_tags() {
        assert!(v("v0.0.0-20231024185945-8841054dbdb8").is_pseudo());
        assert!(v("v1.20.3-0.20231115000000-abcdefabcdef").is_pseudo());
        assert!(v("v1.20.3-pre.0.20231115000000-abcdefabcdef").is_pseudo());
        assert!(!v("v1.0.0-preview.4").is_pseudo());
        assert!(!v("v1.20.3").is_pseudo());
    }
}
