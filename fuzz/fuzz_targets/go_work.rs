//! go.work: what is read is printed without loss.
#![no_main]

mod common;

use awscompat::inventory::go_work::GoWork;
use common::{check_error, slice};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match GoWork::parse(text) {
        Ok(work) => {
            assert_eq!(work.tree().to_string(), text);
            for path in work.uses.iter().chain(&work.unknown).chain(&work.go).chain(&work.toolchain) {
                slice(text, path.span);
            }
            for replace in &work.replaces {
                slice(text, replace.old_span);
            }
        }
        Err(error) => check_error(text, &error),
    }
});
