//! Paths as a repository knows them, which is how CI does.

use std::path::{Component, Path, PathBuf};

/// The folder that paths are relative to, and the one that the program runs in.
#[derive(Clone, Debug)]
pub struct Root {
    here: PathBuf,
    root: PathBuf,
}

impl Root {
    /// The root of the repository that is checked out around `here`, a canonical path; or `here` itself.
    pub fn new(here: PathBuf, repository: Option<PathBuf>) -> Self {
        let root = repository.unwrap_or_else(|| here.clone());
        Self { here, root }
    }

    /// A path from the root, with `/` between its parts. What lies elsewhere stays absolute.
    pub fn relative(&self, path: &Path) -> String {
        let mut whole = PathBuf::new();
        for part in self.here.join(path).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => {
                    whole.pop();
                }
                part => whole.push(part),
            }
        }
        let path = whole.strip_prefix(&self.root).unwrap_or(&whole);
        let text = path.to_string_lossy();
        if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_the_root() {
        let root = Root::new("/r/a".into(), Some("/r".into()));
        let relative = |path: &str| root.relative(Path::new(path));
        assert_eq!(relative("go.mod"), "a/go.mod");
        assert_eq!(relative("./b/../go.mod"), "a/go.mod");
        assert_eq!(relative("../go.mod"), "go.mod");
        assert_eq!(relative("/r/b/go.mod"), "b/go.mod");
        assert_eq!(relative("../../x/go.mod"), "/x/go.mod");
        assert_eq!(Root::new("/r/a".into(), None).relative(Path::new("go.mod")), "go.mod");
    }
}
