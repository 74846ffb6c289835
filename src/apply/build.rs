//! One build changed as its plan says.

use std::fs;
use std::path::{Path, PathBuf};

use super::go_mod::{Rewrite, asked, rewrite, rewrite_replacements, rewrite_work};
use super::toolchain::{cargo, go, run};
use super::transaction::Transaction;
use super::{ApplyError, Fix, applied, cargo_toml};
use crate::family::Family;
use crate::inventory::go_mod::GoMod;
use crate::inventory::{Inventory, ParseError};
use crate::plan::Plan;

/// How plans are carried out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means {
    /// Change manifests, and run nothing.
    pub edit_only: bool,
    /// Leave `go mod tidy` out.
    pub no_tidy: bool,
    /// Have `go` and cargo stay off the network.
    pub offline: bool,
}

/// What was done.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// The commands that were run, as one would type them.
    pub ran: Vec<String>,
    /// The commands that must follow.
    pub must_follow: Vec<String>,
    /// What a reader should know.
    pub remarks: Vec<String>,
}

/// The files that a plan may change, beside vendor folders.
pub fn files(inventory: &Inventory, plan: &Plan) -> Result<Vec<PathBuf>, ApplyError> {
    let manifest = inventory.manifest();
    let name = manifest.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let sources = inventory.sources.iter().map(|source| source.path().to_owned());
    let named = |wanted: &str| {
        inventory.sources.iter().any(|source| source.path().file_name().is_some_and(|name| name == wanted))
    };
    match inventory.family {
        Family::Go if inventory.is_workspace() => {
            let members = sources.filter(|path| path.extension().is_some_and(|kind| kind == "mod"));
            let mut files = vec![manifest.to_owned()];
            files.extend(members.flat_map(|path| [path.with_extension("sum"), path]));
            Ok(files)
        }
        Family::Go if named("go.mod") => Ok(vec![manifest.to_owned(), manifest.with_extension("sum")]),
        Family::Go if name.ends_with(".mod") => Ok(vec![manifest.to_owned()]),
        Family::Go => Err(ApplyError::Unfit(format!(
            "{}: versions cannot be moved in this file; give the folder of its go.mod",
            manifest.display()
        ))),
        Family::Rust => {
            let mut files: Vec<PathBuf> =
                cargo_toml::fixes(inventory, plan).into_iter().map(|fix| fix.file).collect();
            files.push(manifest.to_owned());
            files.sort();
            files.dedup();
            Ok(files)
        }
    }
}

/// The vendor folder that would be made anew.
pub fn vendor_folder(inventory: &Inventory, means: Means) -> Option<PathBuf> {
    let folder = inventory.folder.clone().filter(|_| inventory.family == Family::Go && !means.edit_only)?;
    vendored(&folder).map(|_| folder.join("vendor"))
}

/// The command that fills the vendor folder of a workspace, where it has one.
pub fn workspace_vendor_command(inventory: &Inventory) -> Option<&'static str> {
    let workspace = vendored(inventory.folder.as_ref()?)? && inventory.is_workspace();
    workspace.then(|| vendor_command(true))
}

/// What changes in manifests, by their texts alone, and what must follow then.
///
/// # Errors
/// When a manifest is not what was read.
pub fn edits(inventory: &Inventory, plan: &Plan) -> Result<(Vec<Fix>, Done), ApplyError> {
    let mut done = Done::default();
    if inventory.family == Family::Rust {
        done.must_follow.clone_from(&plan.commands);
        return Ok((cargo_toml::fixes(inventory, plan), done));
    }
    let mut fixes = Vec::new();
    for source in &inventory.sources {
        let (path, text) = (source.path(), source.text());
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        let rewrite = match kind {
            // Of a workspace, each module takes what it names itself.
            "mod" => rewrite(path, text, plan, !inventory.is_workspace()),
            "work" => rewrite_work(path, text, plan),
            _ => continue,
        };
        let rewrite = rewrite.map_err(|error| unreadable(path, &error))?;
        say_rewrite(&rewrite, path, &mut done);
        fixes.extend(rewrite.fixes);
    }
    done.must_follow.push("go mod tidy".to_owned());
    let folder = inventory.folder.clone().unwrap_or_default();
    if let Some(workspace) = vendored(&folder) {
        done.must_follow.push(vendor_command(workspace).to_owned());
    }
    done.remarks.push(
        "`go` was not run: `go mod tidy` must follow, which writes the content hashes of the new versions into \
         go.sum and raises what they require; until then `go build` may refuse"
            .to_owned(),
    );
    Ok((fixes, done))
}

/// Changes a build. The files of [`files`] are saved by then.
///
/// # Errors
/// When a file cannot be written or a command fails; the caller brings the old files back.
pub fn apply(
    transaction: &mut Transaction,
    inventory: &Inventory,
    plan: &Plan,
    means: Means,
) -> Result<Done, ApplyError> {
    if means.edit_only {
        let (fixes, done) = edits(inventory, plan)?;
        write_fixes(transaction, inventory, &fixes)?;
        return Ok(done);
    }
    match inventory.family {
        Family::Rust => update_lock(transaction, inventory, plan, means),
        Family::Go if inventory.is_workspace() => apply_workspace(transaction, inventory, plan, means),
        Family::Go => {
            let mut done = Done::default();
            let folder = inventory.folder.clone().unwrap_or_default();
            let wanted = asked(plan).map(|moved| format!("{}@{}", moved.path, moved.to)).collect();
            apply_module(transaction, &folder, plan, wanted, means, &mut done)?;
            vendor(transaction, &folder, means, &mut done)?;
            Ok(done)
        }
    }
}

fn write_fixes(transaction: &Transaction, inventory: &Inventory, fixes: &[Fix]) -> Result<(), ApplyError> {
    for source in &inventory.sources {
        let own: Vec<Fix> = fixes.iter().filter(|fix| fix.file == source.path()).cloned().collect();
        if own.is_empty() {
            continue;
        }
        let text = applied(source.text(), &own)
            .ok_or_else(|| ApplyError::Unfit(format!("{}: changes overlap", source.path().display())))?;
        transaction.write(source.path(), text.as_bytes())?;
    }
    Ok(())
}

/// One go.mod. `go` works on copies of go.mod and go.sum, which take their place at the end.
fn apply_module(
    transaction: &mut Transaction,
    folder: &Path,
    plan: &Plan,
    wanted: Vec<String>,
    means: Means,
    done: &mut Done,
) -> Result<(), ApplyError> {
    let (go_mod, go_sum) = (folder.join("go.mod"), folder.join("go.sum"));
    let text = fs::read_to_string(&go_mod).map_err(ApplyError::io(&go_mod, "cannot read"))?;
    let rewrite = rewrite_replacements(&go_mod, &text, plan).map_err(|error| unreadable(&go_mod, &error))?;
    say_rewrite(&rewrite, &go_mod, done);
    if rewrite.fixes.is_empty() && wanted.is_empty() {
        return Ok(());
    }
    let text = applied(&text, &rewrite.fixes).unwrap_or(text);
    let scratch = transaction.scratch()?;
    let (new_mod, new_sum) = (scratch.join("go.mod"), scratch.join("go.sum"));
    fs::write(&new_mod, &text).map_err(ApplyError::io(&new_mod, "cannot write"))?;
    if go_sum.is_file() {
        fs::copy(&go_sum, &new_sum).map_err(ApplyError::io(&go_sum, "cannot copy"))?;
    }
    let copy = format!("-modfile={}", new_mod.display());
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !wanted.is_empty() {
        let mut command = go(here, means.offline);
        command.arg("get").arg(&copy).args(&wanted);
        let shown = format!("go get {}", wanted.join(" "));
        run(transaction, command, &shown)?;
        done.ran.push(shown);
    }
    let has_source = has_go_files(here, 0);
    if !means.no_tidy && has_source {
        let mut command = go(here, means.offline);
        command.args(["mod", "tidy"]).arg(&copy);
        run(transaction, command, "go mod tidy")?;
        done.ran.push("go mod tidy".to_owned());
    } else if !has_source {
        done.remarks.push(
            "`go mod tidy` was left out: there is no Go file here, so it would take every requirement away"
                .to_owned(),
        );
    }
    let read = |path: &Path| fs::read(path).map_err(ApplyError::io(path, "cannot read"));
    let new = read(&new_mod)?;
    let parsed = String::from_utf8(new)
        .ok()
        .filter(|text| GoMod::parse(text).is_ok_and(|go_mod| go_mod.module.is_some()));
    let Some(new) = parsed else {
        return Err(ApplyError::Unfit(format!("{}: what `go` wrote is no go.mod", go_mod.display())));
    };
    transaction.write(&go_mod, new.as_bytes())?;
    if new_sum.is_file() {
        transaction.write(&go_sum, &read(&new_sum)?)?;
    }
    Ok(())
}

/// A workspace: its own `replace` lines, then each module that requires what is to move, in the order of go.work.
fn apply_workspace(
    transaction: &mut Transaction,
    inventory: &Inventory,
    plan: &Plan,
    means: Means,
) -> Result<Done, ApplyError> {
    let mut done = Done::default();
    for source in &inventory.sources {
        let path = source.path();
        match path.extension().and_then(|kind| kind.to_str()) {
            Some("work") => {
                let rewrite = rewrite_work(path, source.text(), plan).map_err(|e| unreadable(path, &e))?;
                say_rewrite(&rewrite, path, &mut done);
                write_fixes(transaction, inventory, &rewrite.fixes)?;
            }
            Some("mod") => {
                let go_mod = GoMod::parse(source.text()).map_err(|error| unreadable(path, &error))?;
                let requires = |path: &str| go_mod.requires.iter().any(|require| require.path == path);
                let wanted = asked(plan).filter(|moved| requires(&moved.path));
                let wanted = wanted.map(|moved| format!("{}@{}", moved.path, moved.to)).collect();
                let folder = path.parent().unwrap_or(Path::new(""));
                apply_module(transaction, folder, plan, wanted, means, &mut done)?;
            }
            _ => {}
        }
    }
    let folder = inventory.folder.clone().unwrap_or_default();
    vendor(transaction, &folder, means, &mut done)?;
    Ok(done)
}

/// Fills a vendor folder anew, where there is one.
///
/// # Errors
/// When `go` fails or writes none; the old folder is in its place or comes back.
pub fn vendor(
    transaction: &mut Transaction,
    folder: &Path,
    means: Means,
    done: &mut Done,
) -> Result<(), ApplyError> {
    let Some(workspace) = vendored(folder) else { return Ok(()) };
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let shown = vendor_command(workspace);
    let mut command = go(here, means.offline);
    if workspace {
        // Only there, the workspace counts; and it lets nobody choose the mode.
        command.env_remove("GOWORK").env("GOFLAGS", "");
    }
    transaction.exchange_folder(&folder.join("vendor"), |transaction, new| {
        command.args(shown.split(' ').skip(1)).arg("-o").arg(new);
        run(transaction, command, shown)?;
        if new.join("modules.txt").is_file() {
            return Ok(());
        }
        let said = Some("it wrote no vendor/modules.txt".to_owned());
        Err(ApplyError::Command { command: shown.to_owned(), said })
    })?;
    done.ran.push(shown.to_owned());
    Ok(())
}

/// Whether there is a vendor folder, and if so, whether it is that of a workspace.
fn vendored(folder: &Path) -> Option<bool> {
    let text = fs::read_to_string(folder.join("vendor").join("modules.txt")).ok()?;
    Some(text.lines().next().is_some_and(|line| line.trim_end() == "## workspace"))
}

const fn vendor_command(workspace: bool) -> &'static str {
    if workspace { "go work vendor" } else { "go mod vendor" }
}

/// Whether there is something for `go mod tidy` to look at.
fn has_go_files(folder: &Path, depth: usize) -> bool {
    const MAX_DEPTH: usize = 32;
    let entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    let is_go =
        |entry: &fs::DirEntry| Path::new(&entry.file_name()).extension().is_some_and(|kind| kind == "go");
    if entries.iter().any(is_go) {
        return true;
    }
    depth < MAX_DEPTH
        && entries.iter().any(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let own = !name.starts_with(['.', '_']) && !["vendor", "testdata"].contains(&name.as_str());
            own && entry.file_type().is_ok_and(|kind| kind.is_dir())
                && !entry.path().join("go.mod").is_file()
                && has_go_files(&entry.path(), depth + 1)
        })
}

/// Cargo.toml first, then the lock, by cargo.
fn update_lock(
    transaction: &mut Transaction,
    inventory: &Inventory,
    plan: &Plan,
    means: Means,
) -> Result<Done, ApplyError> {
    let folder = inventory.folder.clone().unwrap_or_default();
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
    if inventory.manifest().file_name().is_none_or(|name| name != "Cargo.lock")
        || !here.join("Cargo.toml").is_file()
    {
        return Err(ApplyError::Unfit(format!(
            "{}: cargo moves only a Cargo.lock beside its Cargo.toml",
            inventory.manifest().display()
        )));
    }
    write_fixes(transaction, inventory, &cargo_toml::fixes(inventory, plan))?;
    let mut done = Done::default();
    for shown in &plan.commands {
        let words: Vec<&str> = shown.split_whitespace().collect();
        let Some(words) = words.strip_prefix(&["cargo", "update"]).filter(|words| are_plain(words)) else {
            return Err(ApplyError::Unfit(format!("`{shown}` is not a command that is run")));
        };
        let mut command = cargo(here);
        command.arg("update").args(words);
        if means.offline {
            command.arg("--offline");
        }
        run(transaction, command, shown)?;
        done.ran.push(shown.clone());
    }
    Ok(done)
}

/// Whether these are crates, versions and the two options that plans use: a lock may hold any name.
fn are_plain(words: &[&str]) -> bool {
    words.iter().all(|word| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'@' | b'.' | b'+');
        matches!(*word, "-p" | "--precise") || (!word.starts_with('-') && word.bytes().all(plain))
    })
}

fn say_rewrite(rewrite: &Rewrite, file: &Path, done: &mut Done) {
    let file = file.display();
    for path in &rewrite.unpinned {
        done.remarks.push(format!("{file}: the `replace` line that pinned {path} is moved too"));
    }
    for path in &rewrite.added {
        done.remarks.push(format!("{file}: {path} got a `require` line, which it had not"));
    }
}

fn unreadable(path: &Path, error: &ParseError) -> ApplyError {
    ApplyError::Unfit(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::are_plain;

    #[test]
    fn a_lock_cannot_smuggle_options_in() {
        assert!(are_plain(&["-p", "aws-sdk-s3@1.2.3", "--precise", "1.4.0-beta.1+x"]));
        assert!(!are_plain(&["aws-sdk-s3", "--config=x"]));
        assert!(!are_plain(&["-p", "aws-sdk-$(x)"]));
    }
}
