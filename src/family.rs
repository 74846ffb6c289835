//! SDK families: one SDK with its core and services.

/// A family of modules that are released together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The AWS SDK for Go v2, with smithy-go.
    Go,
}

const GO_CORE: &str = "github.com/aws/aws-sdk-go-v2";
const GO_SMITHY: &str = "github.com/aws/smithy-go";

impl Family {
    /// The family's name in rule files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Go => "go",
        }
    }

    /// The module that every other one is built for.
    pub const fn core(self) -> &'static str {
        match self {
            Self::Go => GO_CORE,
        }
    }

    /// Paths such that every module of the family has one of them in its own.
    pub const fn roots(self) -> &'static [&'static str] {
        match self {
            Self::Go => &[GO_CORE, GO_SMITHY],
        }
    }

    /// The short name of a module of the family: `core`, `smithy-go`, or the path below core.
    pub fn short_name(self, path: &str) -> Option<&str> {
        match path {
            GO_CORE => Some("core"),
            GO_SMITHY => Some("smithy-go"),
            _ => path.strip_prefix(GO_CORE)?.strip_prefix('/'),
        }
    }

    /// The module path that a short name stands for; a full path stands for itself.
    pub fn full_path(self, name: &str) -> String {
        match name {
            "core" => GO_CORE.to_owned(),
            "smithy-go" => GO_SMITHY.to_owned(),
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
}
