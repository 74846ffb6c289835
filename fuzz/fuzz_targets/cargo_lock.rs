//! Cargo.lock: versions are parts of the text, packages are sorted and each once, and requirements lead somewhere.
#![no_main]

mod common;

use awscompat::catalog::Catalog;
use awscompat::check::check;
use awscompat::family::Family;
use awscompat::inventory::cargo;
use awscompat::inventory::cargo_lock::CargoLock;
use awscompat::inventory::cargo_toml::CargoToml;
use awscompat::source::Source;
use awscompat::version::Version;
use common::{check_error, slice};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Err(error) = CargoToml::parse(text) {
        check_error(text, &error);
    }
    let lock = match CargoLock::parse(text) {
        Ok(lock) => lock,
        Err(error) => return check_error(text, &error),
    };
    for package in &lock.packages {
        // An escape in the string is no version, so what is written is what was read.
        if let Ok(version) = Version::parse_cargo(slice(text, package.at)) {
            assert_eq!(version, package.version);
        }
        assert!(package.requires.iter().all(|&at| at < lock.packages.len()));
    }
    for pair in lock.packages.windows(2) {
        assert!((&pair[0].name, &pair[0].version) <= (&pair[1].name, &pair[1].version));
    }
    let inventory = cargo::lock_alone(Source::new("Cargo.lock", text)).expect("it was read before");
    check(&inventory, &Catalog::embedded(Family::Rust));
});
