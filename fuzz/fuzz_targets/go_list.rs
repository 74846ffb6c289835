//! `go list -m -json all`: versions are parts of the text.
#![no_main]

mod common;

use std::borrow::Cow;

use awscompat::inventory::go_list::GoList;
use common::{check_error, slice};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let list = match GoList::parse(text) {
        Ok(list) => list,
        Err(error) => return check_error(text, &error),
    };
    for module in &list.modules {
        let replace = module.replace.as_ref();
        let replace = replace.map(|new| (&new.path, new.path_span, &new.version, new.version_span));
        let this = (&module.path, module.path_span, &module.version, module.version_span);
        for (path, path_span, version, version_span) in [Some(this), replace].into_iter().flatten() {
            match path {
                Cow::Borrowed(path) => assert_eq!(slice(text, path_span), *path),
                Cow::Owned(_) => assert!(slice(text, path_span).starts_with('{')),
            }
            assert_eq!(version.is_some(), version_span.is_some());
            if let Some(span) = version_span {
                let written = slice(text, span);
                // A version with escapes is shown by its whole object.
                assert!(written.parse().ok() == *version || written.starts_with('{'));
            }
        }
    }
});
