//! go.sum: entries are parts of the text, and the highest version is not below any other.
#![no_main]

mod common;

use awscompat::inventory::go_sum::GoSum;
use awscompat::version::Version;
use common::{check_error, slice};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let sum = match GoSum::parse(text) {
        Ok(sum) => sum,
        Err(error) => return check_error(text, &error),
    };
    for entry in &sum.entries {
        assert_eq!(slice(text, entry.path_span), entry.path);
        assert_eq!(slice(text, entry.version_span), entry.version);
    }
    match sum.highest_with_zip(|_| true) {
        Ok(highest) => {
            for found in &highest {
                assert_eq!(slice(text, found.version_span).parse::<Version>().unwrap(), found.version);
                for entry in sum.entries.iter().filter(|entry| entry.path == found.path && !entry.go_mod_only)
                {
                    assert!(entry.version.parse::<Version>().unwrap() <= found.version);
                }
            }
        }
        Err(error) => check_error(text, &error),
    }
});
