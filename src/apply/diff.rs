//! Unified diffs that `git apply` takes.

use std::fmt::Write as _;
use std::path::Path;

use similar::TextDiff;

/// The difference between two states of a file; None is a file that is not there. Empty where there is none.
pub fn unified(path: &Path, old: Option<&str>, new: Option<&str>) -> String {
    if old == new {
        return String::new();
    }
    let name = path.display().to_string();
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name };
    let mut out = format!("diff --git {} {}\n", quoted('a', &name), quoted('b', &name));
    let side = |letter: char, text: Option<&str>| match text {
        // A tab ends a name that has spaces in it, or it would end at the first of them.
        Some(_) if name.contains(' ') => quoted(letter, &name) + "\t",
        Some(_) => quoted(letter, &name),
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

/// A name as git writes it: in quotes and with escapes, as in C, where it has anything that would end a line or a quote.
fn quoted(letter: char, name: &str) -> String {
    if !name.chars().any(|char| char.is_ascii_control() || matches!(char, '"' | '\\')) {
        return format!("{letter}/{name}");
    }
    let mut out = format!("\"{letter}/");
    for char in name.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            char if char.is_ascii_control() => {
                let _ = write!(out, "\\{:03o}", u32::from(char));
            }
            char => out.push(char),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_where_git_quotes_them() {
        assert_eq!(quoted('a', "x y/go.mod"), "a/x y/go.mod");
        assert_eq!(quoted('b', "q\"\\\t\n/go.mod"), "\"b/q\\\"\\\\\\011\\012/go.mod\"");
    }
}
