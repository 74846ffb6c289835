//! go.mod: what is read is printed without loss, and edits change one token.
#![no_main]

mod common;

use awscompat::inventory::go_mod::{GoMod, ReplaceTarget};
use awscompat::inventory::go_syntax::Tree;
use awscompat::version::Version;
use common::{check_error, slice};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // Which token is edited follows from the text, so that seeds are plain files.
    let choice = data.iter().map(|&byte| usize::from(byte)).sum::<usize>();
    match Tree::parse(text) {
        Ok(tree) => check_tree(text, tree, choice),
        Err(error) => check_error(text, &error),
    }
    match GoMod::parse(text) {
        Ok(manifest) => check_manifest(text, manifest, choice),
        Err(error) => check_error(text, &error),
    }
});

fn check_tree(text: &str, mut tree: Tree, choice: usize) {
    assert_eq!(tree.to_string(), text);
    let mut end = 0;
    for token in tree.tokens() {
        let gap = &text[end..token.span.start];
        assert!(gap.chars().all(|c| matches!(c, ' ' | '\t' | '\r' | '\u{feff}')), "{gap:?}");
        end = token.span.end;
    }
    if tree.tokens().is_empty() {
        return;
    }
    let index = choice % tree.tokens().len();
    let token = tree.tokens()[index];
    let span = if choice.is_multiple_of(2) { token.span } else { token.inner() };
    for new in ["v1.2.3", "\"x y\"", "a/", "("] {
        let before = tree.clone();
        let result = tree.replace(span, new);
        if result.is_err() {
            assert_eq!(tree.to_string(), before.to_string());
            continue;
        }
        let expected = format!("{}{new}{}", &text[..span.start], &text[span.end..]);
        assert_eq!(tree.to_string(), expected);
        let read = Tree::parse(&expected).unwrap();
        assert_eq!(read.tokens(), tree.tokens());
        assert_eq!(read.statements(), before.statements());
        tree = before;
    }
}

fn check_manifest(text: &str, manifest: GoMod, choice: usize) {
    assert_eq!(manifest.tree().to_string(), text);
    for require in &manifest.requires {
        slice(text, require.path_span);
        slice(text, require.version_span);
    }
    for replace in &manifest.replaces {
        slice(text, replace.old_span);
        match &replace.target {
            ReplaceTarget::Module { path_span, version_span, .. } => {
                slice(text, *path_span);
                slice(text, *version_span);
            }
            ReplaceTarget::Local { path_span, .. } => _ = slice(text, *path_span),
        }
    }
    let spans = manifest.excludes.iter().map(|exclude| exclude.span);
    let spans = spans.chain(manifest.retracts.iter().map(|retract| retract.span));
    let spans = spans.chain(manifest.godebugs.iter().map(|godebug| godebug.span));
    let paths = manifest.tools.iter().chain(&manifest.ignores).chain(&manifest.unknown);
    let single = [&manifest.module, &manifest.go, &manifest.toolchain].into_iter().flatten();
    spans.chain(paths.chain(single).map(|path| path.span)).for_each(|span| _ = slice(text, span));
    manifest.go_at_least(1, 17);

    if manifest.requires.is_empty() {
        return;
    }
    let path = manifest.requires[choice % manifest.requires.len()].path.clone();
    let version = Version::new(1, 2, 3);
    let mut edited = manifest.clone();
    let count = edited.set_require_version(&path, &version).unwrap();
    let read = GoMod::parse(edited.tree().text()).unwrap();
    assert_eq!(read.requires.len(), manifest.requires.len());
    let mut changed = 0;
    for (new, old) in read.requires.iter().zip(&manifest.requires) {
        assert_eq!((&new.path, new.indirect), (&old.path, old.indirect));
        if old.path == path {
            changed += 1;
            assert_eq!(new.version.to_string(), "v1.2.3");
        } else {
            assert_eq!(new.version.to_string(), old.version.to_string());
        }
    }
    assert_eq!(count, changed);
}
