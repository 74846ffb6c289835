//! `cargo` itself, asked to bring its index up to date. Registries, proxies and credentials stay its business.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Has cargo look up these crates, so that its local index knows their newest versions. It runs in a folder of its own:
/// nothing of the tree that is checked takes part, nothing is built, and no source is fetched.
///
/// # Errors
/// When cargo does not start or fails, in its own words.
pub fn refresh(crates: &[&str]) -> Result<(), String> {
    let folder = env::temp_dir().join(format!("awscompat-{}", std::process::id()));
    let result = resolve(&folder, crates);
    let _ = fs::remove_dir_all(&folder);
    result
}

fn resolve(folder: &Path, crates: &[&str]) -> Result<(), String> {
    let io = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder.join("src")).map_err(io)?;
    fs::write(folder.join("src/lib.rs"), "").map_err(io)?;
    let wants: String = crates.iter().map(|name| format!("{name} = \"*\"\n")).collect();
    let manifest = format!(
        "[package]\nname = \"look-up\"\nversion = \"0.0.0\"\n\n[workspace]\n\n[dependencies]\n{wants}"
    );
    fs::write(folder.join("Cargo.toml"), manifest).map_err(io)?;
    let output = Command::new("cargo")
        .args(["generate-lockfile", "--quiet"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("`cargo` does not start: {error}; install it, or leave out --online"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("`cargo generate-lockfile`: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
