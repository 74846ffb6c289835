//! Turns `rules/` into what the binary embeds: the events as constants, the trains as a table for each family.
//!
//! A mistake in a rule file stops the build, with the file and the line.

#[path = "build/events.rs"]
mod events;
#[path = "build/trains.rs"]
mod trains;

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=build");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let rules = root.join("rules");
    let trains = |family: &str| trains::compile(&rules.join("trains").join(family));
    let made = events::compile(&rules).and_then(|code| Ok((code, trains("go")?, trains("rust")?)));
    match made {
        Ok((code, go, rust)) => {
            write(&out.join("events.rs"), code.as_bytes())?;
            write(&out.join("trains-go.bin"), &go)?;
            write(&out.join("trains-rust.bin"), &rust)
        }
        Err(mistake) => {
            println!("cargo::error={mistake}");
            Ok(())
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
