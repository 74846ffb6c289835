//! vendor/modules.txt: modules are parts of the text.
#![no_main]

mod common;

use awscompat::inventory::vendor_modules::{VendorModules, VendorReplacement};
use common::{check_error, slice};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let vendor = match VendorModules::parse(text) {
        Ok(vendor) => vendor,
        Err(error) => return check_error(text, &error),
    };
    for module in &vendor.modules {
        assert_eq!(slice(text, module.path_span), module.path);
        assert_eq!(module.version.is_some(), module.version_span.is_some());
        if let Some(span) = module.version_span {
            assert_eq!(slice(text, span).parse().ok(), module.version);
        }
        match &module.replacement {
            Some(VendorReplacement::Module { path, version, path_span, version_span }) => {
                assert_eq!(slice(text, *path_span), *path);
                assert_eq!(slice(text, *version_span).parse().as_ref(), Ok(version));
            }
            Some(VendorReplacement::Local { path, path_span }) => assert_eq!(slice(text, *path_span), *path),
            None => {}
        }
    }
});
