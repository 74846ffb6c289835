//! The two forms of changelog that the SDK writes.

/// A version of a module, by its short name, and the release that brought it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) module: String,
    pub(crate) version: String,
    pub(crate) release: String,
}

/// A module's own changelog: a heading `# v1.20.2 (2023-10-12)` a version.
pub(crate) fn of_module(module: &str, text: &str) -> Vec<Entry> {
    let headings = text.lines().filter_map(|line| line.strip_prefix("# v"));
    headings
        .filter_map(|heading| {
            let (version, release) = heading.split_once(" (")?;
            let release = release.trim_end().strip_suffix(')')?;
            Some(Entry {
                module: module.to_owned(),
                version: format!("v{version}"),
                release: release.to_owned(),
            })
        })
        .collect()
}

/// The changelog of a whole repository: a heading `# Release (2023-11-15)` a release, below it the modules that have
/// something of their own to say, as `` * `path`: v1.2.3`` or `` * `path`: [v1.2.3](…)``.
pub(crate) fn of_releases(text: &str) -> Vec<Entry> {
    let mut release = None;
    let mut entries = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("# Release (") {
            // The first releases of smithy-go are headed by a version.
            release = heading.trim_end().strip_suffix(')').filter(|release| release.starts_with("20"));
        } else if line.starts_with("# ") {
            release = None;
        } else if let (Some(release), Some(item)) = (release, line.strip_prefix("* `")) {
            let Some((path, rest)) = item.split_once("`: ") else { continue };
            let Some(module) = awscompat::family::Family::Go.short_name(path) else { continue };
            let version = rest.trim_start_matches('[').split([']', ' ']).next().unwrap_or_default();
            if version.parse::<awscompat::version::Version>().is_ok() {
                entries.push(Entry {
                    module: module.to_owned(),
                    version: version.to_owned(),
                    release: release.to_owned(),
                });
            }
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(module: &str, version: &str, release: &str) -> Entry {
        Entry { module: module.to_owned(), version: version.to_owned(), release: release.to_owned() }
    }

    #[test]
    fn a_modules_changelog_has_a_heading_a_version() {
        let text =
            "# v1.2.0 (2023-11-28.2)\n\n* **Feature**: x\n\n# v1.1.0 (2023-11-15)\n# Not (a version)\n";
        let expected =
            [entry("service/x", "v1.2.0", "2023-11-28.2"), entry("service/x", "v1.1.0", "2023-11-15")];
        assert_eq!(of_module("service/x", text), expected);
    }

    #[test]
    fn a_repositorys_changelog_has_a_heading_a_release() {
        let text = "\
# Release (2026-11-10)

## Module Highlights
* `github.com/aws/aws-sdk-go-v2`: v1.48.0
  * **Feature**: not `this`: v9.9.9
* `github.com/aws/aws-sdk-go-v2/service/ecr`: [v1.67.6](service/ecr/CHANGELOG.md#v1676-2026-11-10)
* `example.com/other`: v1.0.0

# Preview
* `github.com/aws/aws-sdk-go-v2`: v0.1.0
";
        let expected =
            [entry("core", "v1.48.0", "2026-11-10"), entry("service/ecr", "v1.67.6", "2026-11-10")];
        assert_eq!(of_releases(text), expected);
    }
}
