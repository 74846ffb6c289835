//! Unified diffs that `git apply` takes.

use std::fmt::Write as _;
use std::path::Path;

use similar::TextDiff;

/// The difference between two states of a file; None is a file that is not there. Empty where there is none.
pub fn unified(path: &Path, old: Option<&str>, new: Option<&str>) -> String {
    if old == new {
        return String::new();
    }
    let name = path.display().to_string().replace('\\', "/");
    // A tab ends a name that has spaces in it, or it would end at the first of them.
    let tab = if name.contains(' ') { "\t" } else { "" };
    let mut out = format!("diff --git a/{name} b/{name}\n");
    let side = |letter: char, text: Option<&str>| match text {
        Some(_) => format!("{letter}/{name}{tab}"),
        None => "/dev/null".to_owned(),
    };
    match (old, new) {
        (None, _) => out.push_str("new file mode 100644\n"),
        (_, None) => out.push_str("deleted file mode 100644\n"),
        _ => {}
    }
    // For git a line ends with a line feed, and nowhere else.
    let before: Vec<&str> = old.unwrap_or_default().split_inclusive('\n').collect();
    let after: Vec<&str> = new.unwrap_or_default().split_inclusive('\n').collect();
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&before, &after);
    let _ = write!(out, "{}", diff.unified_diff().header(&side('a', old), &side('b', new)));
    out
}
