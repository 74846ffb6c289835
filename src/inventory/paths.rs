//! Paths as manifests name them.

use std::path::{Component, Path, PathBuf};

/// A path from a folder: without `.`, and without `..` as far as names tell, which is how `go` and cargo do it.
pub(super) fn joined(folder: &Path, path: &Path) -> PathBuf {
    let mut joined = folder.to_owned();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(joined.components().next_back(), Some(Component::Normal(_))) => {
                joined.pop();
            }
            part => joined.push(part),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_where_the_tools_find_them() {
        for (folder, path, expected) in [
            ("w", "./b", "w/b"),
            ("", "./b/./c", "b/c"),
            ("w", "../b", "b"),
            ("", "../b", "../b"),
            ("", "../a/../b", "../b"),
            ("", "a/./b/../c/Cargo.toml", "a/c/Cargo.toml"),
            ("a/..", "../b", "a/../../b"),
            ("w", ".", "w"),
            ("w", "/b", "/b"),
        ] {
            assert_eq!(joined(Path::new(folder), Path::new(path)), Path::new(expected), "{folder} {path}");
        }
    }
}
