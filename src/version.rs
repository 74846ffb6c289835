//! Go module versions and ranges of them.
//!
//! The order is that of semantic versioning, which is what `go` uses: a pre-release sorts before its release, so
//! the pseudo-version `v1.20.3-0.20231115…` lies between `v1.20.2` and `v1.20.3`. Build metadata
//! (`+incompatible`) is kept for printing and plays no part in the order.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// One module version, such as `v1.23.5`, `v0.0.0-20231024185945-8841054dbdb8` or `v2.0.0+incompatible`.
#[derive(Clone, Debug)]
pub struct Version(semver::Version);

/// Why a text is no version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a version of the form v1.2.3")]
pub struct VersionError {
    text: String,
}

impl Version {
    /// The version `vMAJOR.MINOR.PATCH`.
    pub const fn new(major: u64, minor: u64, patch: u64) -> Self {
        Self(semver::Version::new(major, minor, patch))
    }

    pub(crate) const fn from_semver(version: semver::Version) -> Self {
        Self(version)
    }

    /// The parts of the version, for look-ups.
    pub fn as_semver(&self) -> &semver::Version {
        &self.0
    }

    /// Whether this names a commit rather than a tag, by the three forms that `go` writes.
    pub fn is_pseudo(&self) -> bool {
        let pre = self.0.pre.as_str();
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

    /// Reads a full version. `v1.2` and `v1`, which `go` takes as short for `v1.2.0` and `v1.0.0`, are read too.
    fn from_str(text: &str) -> Result<Self, VersionError> {
        let error = || VersionError { text: text.to_owned() };
        let digits = text.strip_prefix('v').ok_or_else(error)?;
        let parsed = match digits.bytes().filter(|&b| b == b'.').count() {
            0 if !digits.contains(['-', '+']) => semver::Version::parse(&format!("{digits}.0.0")),
            1 if !digits.contains(['-', '+']) => semver::Version::parse(&format!("{digits}.0")),
            _ => semver::Version::parse(digits),
        };
        parsed.map(Self).map_err(|_| error())
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp_precedence(&other.0)
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
    fn pseudo_versions_are_told_from_tags() {
        assert!(v("v0.0.0-20231024185945-8841054dbdb8").is_pseudo());
        assert!(v("v1.20.3-0.20231115000000-abcdefabcdef").is_pseudo());
        assert!(v("v1.20.3-pre.0.20231115000000-abcdefabcdef").is_pseudo());
        assert!(!v("v1.0.0-preview.4").is_pseudo());
        assert!(!v("v1.20.3").is_pseudo());
    }
}
