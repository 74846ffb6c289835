//! SDK families: one SDK with its core and services.

use crate::version::{Version, VersionError};

/// A family of modules that are released together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The AWS SDK for Go v2, with smithy-go.
    Go,
    /// The AWS SDK for Rust, with the Smithy runtime.
    Rust,
}

/// The core of the AWS SDK for Go.
pub(crate) const GO_CORE: &str = "github.com/aws/aws-sdk-go-v2";
const GO_SMITHY: &str = "github.com/aws/smithy-go";

/// The crates that the others of their SDK are built on, beside `aws-smithy-*`.
const RUST_RUNTIME: [&str; 10] = [
    "aws-config",
    "aws-credential-types",
    "aws-endpoint",
    "aws-http",
    "aws-hyper",
    "aws-runtime",
    "aws-runtime-api",
    "aws-sig-auth",
    "aws-sigv4",
    "aws-types",
];

impl Family {
    /// Every family.
    pub const ALL: [Self; 2] = [Self::Go, Self::Rust];

    /// The family's name in rule files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Rust => "rust",
        }
    }

    /// What its users call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Go => "AWS SDK for Go v2",
            Self::Rust => "AWS SDK for Rust",
        }
    }

    /// What its users call one component.
    pub const fn component_word(self) -> &'static str {
        match self {
            Self::Go => "module",
            Self::Rust => "crate",
        }
    }

    /// The module that every other one is built for, where there is one. The Rust SDK has a dozen runtime crates
    /// instead, each with numbers of its own.
    pub const fn core(self) -> Option<&'static str> {
        match self {
            Self::Go => Some(GO_CORE),
            Self::Rust => None,
        }
    }

    /// Reads a version as the family writes it.
    ///
    /// # Errors
    /// When the text is no version of that form.
    pub fn parse_version(self, text: &str) -> Result<Version, VersionError> {
        match self {
            Self::Go => text.parse(),
            Self::Rust => Version::parse_cargo(text),
        }
    }

    /// Paths such that every module of the family has one of them in its own.
    pub const fn roots(self) -> &'static [&'static str] {
        match self {
            Self::Go => &[GO_CORE, GO_SMITHY],
            Self::Rust => &["aws-"],
        }
    }

    /// The short name of a component of the family. For Go `core`, `smithy-go`, or the path below core; a crate's
    /// name is short already.
    pub fn short_name(self, path: &str) -> Option<&str> {
        match (self, path) {
            (Self::Go, GO_CORE) => Some("core"),
            (Self::Go, GO_SMITHY) => Some("smithy-go"),
            (Self::Go, _) => path.strip_prefix(GO_CORE)?.strip_prefix('/'),
            (Self::Rust, _) => {
                let rest = path.strip_prefix("aws-")?;
                let member = rest.starts_with("sdk-") || rest.starts_with("smithy-");
                (member || RUST_RUNTIME.contains(&path)).then_some(path)
            }
        }
    }

    /// The path that a short name stands for; a full path stands for itself.
    pub fn full_path(self, name: &str) -> String {
        match (self, name) {
            (Self::Rust, _) => name.to_owned(),
            (Self::Go, "core") => GO_CORE.to_owned(),
            (Self::Go, "smithy-go") => GO_SMITHY.to_owned(),
            // Only a full path starts with a host name, and only a host name has a dot there.
            _ if name.split('/').next().is_some_and(|first| first.contains('.')) => name.to_owned(),
            _ => format!("{GO_CORE}/{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_and_full_paths_are_each_others_inverse() {
        for name in ["core", "smithy-go", "service/ecr", "internal/endpoints/v2"] {
            assert_eq!(Family::Go.short_name(&Family::Go.full_path(name)), Some(name));
        }
        let stranger = "github.com/snowflakedb/gosnowflake";
        assert_eq!(Family::Go.full_path(stranger), stranger);
        assert_eq!(Family::Go.short_name(stranger), None);
        assert_eq!(Family::Go.short_name("github.com/aws/aws-sdk-go-v2x"), None);
    }

    #[test]
    fn crates_of_the_sdk_are_told_from_those_of_others() {
        for name in ["aws-config", "aws-types", "aws-sdk-s3", "aws-smithy-http-client"] {
            assert_eq!(Family::Rust.short_name(name), Some(name));
        }
        for name in ["aws-lc-rs", "aws-lambda-events", "aws-nitro-enclaves-cose", "tokio", "aws_types"] {
            assert_eq!(Family::Rust.short_name(name), None, "{name}");
        }
    }
}
