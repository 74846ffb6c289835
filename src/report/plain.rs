//! Text from an input or the command line, made safe to show: it cannot move the cursor, colour the terminal, or read
//! otherwise than it is written.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with a replacement character for each character that a terminal would obey or hide.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if is_unsafe(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The lines of a text, each clean; None where all of them are.
pub(crate) fn clean_lines(text: &str) -> Option<String> {
    let spoiled = text.chars().any(|c| c != '\n' && is_unsafe(c));
    spoiled.then(|| text.split('\n').map(clean).collect::<Vec<_>>().join("\n"))
}

/// JSON text in which such characters are escaped: the values stay, for whoever reads them as JSON.
pub(crate) fn clean_json(text: &str) -> Cow<'_, str> {
    let is_spoiled = |c: char| c != '\n' && is_unsafe(c);
    if !text.contains(is_spoiled) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_spoiled(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The text of a file for an excerpt. Places are bytes, so what is replaced keeps its length. ASCII is left to the
/// renderer, which has signs for its control characters.
pub(super) fn excerptible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let stand_in = |c: char| match c.len_utf8() {
        _ if !is_unsafe(c) => c,
        1 => c,
        2 => '¿',
        3 => char::REPLACEMENT_CHARACTER,
        _ => '\u{1fbc4}',
    };
    Cow::Owned(text.chars().map(stand_in).collect())
}

/// Control characters, and those that are not seen or turn the direction of what is around them.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: &str = "a\u{9b}31m \u{202e}b\u{200b}\u{61c}\u{e0041}é";

    #[test]
    fn what_a_terminal_obeys_or_hides_is_replaced() {
        assert_eq!(clean(BAD), "a\u{fffd}31m \u{fffd}b\u{fffd}\u{fffd}\u{fffd}é");
        assert_eq!(clean("\u{1b}[0m"), "\u{fffd}[0m");
        assert_eq!(clean("plain ü 日本 …"), "plain ü 日本 …");
        assert_eq!(clean_lines("a\nb"), None);
        assert_eq!(clean_lines("a\u{9b}\nb\n").as_deref(), Some("a\u{fffd}\nb\n"));
    }

    #[test]
    fn json_keeps_its_values() {
        let text = serde_json::to_string_pretty(&[BAD]).expect("it is JSON");
        let shown = clean_json(&text);
        assert!(shown.contains("\\u009b31m \\u202eb\\u200b\\u061c\\udb40\\udc41é"), "{shown}");
        let read: Vec<String> = serde_json::from_str(&shown).expect("it is JSON still");
        assert_eq!(read, [BAD]);
        assert!(matches!(clean_json("[\n\"a\"\n]\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn places_in_excerpts_stay() {
        let shown = excerptible(BAD);
        assert_eq!(shown, "a¿31m \u{fffd}b\u{fffd}¿\u{1fbc4}é");
        assert_eq!(shown.len(), BAD.len());
        assert!(shown.char_indices().map(|(at, _)| at).eq(BAD.char_indices().map(|(at, _)| at)));
        assert!(matches!(excerptible("\u{1b}[0m"), Cow::Borrowed(_)));
    }
}
