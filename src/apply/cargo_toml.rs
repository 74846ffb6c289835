//! The requirements that a plan widens in Cargo.toml, each in the style in which its user wrote it.
//!
//! A requirement is one string wherever it stands: in a table of a target, under a dotted key, in the workspace's table.
//! What is between its quotes is all that changes.

use semver::{Version, VersionReq};

use super::Fix;
use crate::inventory::Inventory;
use crate::plan::{Edit, Plan};

/// The changes that a plan makes in the manifests of a workspace.
pub fn fixes(inventory: &Inventory, plan: &Plan) -> Vec<Fix> {
    let fix = |edit: &Edit| Fix {
        file: inventory.source(edit.at).path().to_owned(),
        span: edit.at.span,
        text: written(edit, plan),
    };
    plan.edits.iter().map(fix).collect()
}

/// The requirement to write in the place of an edit's old one.
pub fn written(edit: &Edit, plan: &Plan) -> String {
    let to = plan.moves.iter().chain(&plan.carried).filter(|moved| moved.path == edit.path).find(|moved| {
        VersionReq::parse(&edit.to).is_ok_and(|requirement| requirement.matches(moved.to.as_semver()))
    });
    let styled = to.and_then(|moved| styled(&edit.from, moved.to.as_semver()));
    styled.unwrap_or_else(|| edit.to.clone())
}

/// A requirement that lets a version in, with the operator, the number of parts and the spaces of one that does not. None
/// where there is none.
pub fn styled(requirement: &str, to: &Version) -> Option<String> {
    let parts: Vec<String> = requirement.split(',').map(|bound| bound_to(bound, to)).collect();
    let text = parts.join(",");
    VersionReq::parse(&text).ok()?.matches(to).then_some(text)
}

/// One bound, moved where it does not let the version in.
fn bound_to(bound: &str, to: &Version) -> String {
    if VersionReq::parse(bound).is_ok_and(|requirement| requirement.matches(to)) {
        return bound.to_owned();
    }
    let number = bound.find(|c: char| c.is_ascii_digit()).unwrap_or(bound.len());
    let (operator, rest) = bound.split_at(number);
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (old, tail) = rest.split_at(length);
    let (old, wildcard) = match old.split_once(".*") {
        Some((old, _)) => (old, ".*"),
        None => (old, ""),
    };
    // A pre-release is named in full, or it is not let in.
    let count = if to.pre.is_empty() { old.split('.').count() } else { 3 };
    let new = match operator.trim() {
        // What stands there is the first that is not let in.
        "<" => match count {
            1 => (to.major + 1).to_string(),
            2 => format!("{}.{}", to.major, to.minor + 1),
            _ => format!("{}.{}.{}", to.major, to.minor, to.patch + 1),
        },
        _ => match count {
            1 => to.major.to_string(),
            2 => format!("{}.{}", to.major, to.minor),
            _ => Version { build: semver::BuildMetadata::EMPTY, ..to.clone() }.to_string(),
        },
    };
    format!("{operator}{new}{wildcard}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_keep_their_style() {
        for (old, to, new) in [
            ("0.9", "0.10.2", "0.10"),
            ("0", "1.4.2", "1"),
            ("1", "2.4.2", "2"),
            ("1.2", "2.4.2", "2.4"),
            ("1.2.3", "2.4.2", "2.4.2"),
            ("^1.2", "2.4.2", "^2.4"),
            ("=1.2.3", "1.4.2", "=1.4.2"),
            ("= 1.2.3", "1.4.2", "= 1.4.2"),
            ("=1.2", "1.4.2", "=1.4"),
            ("~1.2", "1.4.2", "~1.4"),
            ("~1.2.3", "1.4.2", "~1.4.2"),
            ("1.2.*", "1.4.2", "1.4.*"),
            (">=1, <1.3", "1.4.2", ">=1, <1.5"),
            (">=1.0.0, <2", "2.4.2", ">=1.0.0, <3"),
            (">= 1 , < 1.3.0 ", "1.4.2", ">= 1 , < 1.4.3 "),
            ("<=1.3", "1.4.2", "<=1.4"),
            ("1.2", "1.4.2", "1.2"),
        ] {
            assert_eq!(styled(old, &to.parse().unwrap()).as_deref(), Some(new), "{old} {to}");
        }
    }

    #[test]
    fn what_would_not_let_the_version_in_is_not_written() {
        assert_eq!(styled("not one", &Version::new(1, 2, 3)), None);
    }
}
