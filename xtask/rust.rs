//! Brings the tables of the Rust SDK up to date: from the registry's index, by way of cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use awscompat::catalog::Release;
use awscompat::catalog::cargo_index::{CargoIndex, IndexedVersion};
use awscompat::family::Family;
use awscompat::version::Version;

use crate::Result;

const REQUIRES_HEAD: &str = "\
# Which crates of the family a crate requires, from a version on until the next line about it; `?` where only some
# feature does. Which version of each follows from the train; see exceptions.tsv for where it does not.
";

const EXCEPTIONS_HEAD: &str = "\
# Requirements that do not follow from the train: crate, version, required crate, the version it requires, why.
";

const ADOPTIONS_HEAD: &str = "\
# From which release on the rest of the family requires a version, where that is not the version's own release.
";

/// A pause between publications, in seconds, after which a new release starts.
const PAUSE: u32 = 900;

/// A crate's versions, each with the release that published it.
type Crates = BTreeMap<String, Vec<(IndexedVersion, Release)>>;

/// Has cargo resolve a project that depends on every crate of the table, and reads what cargo then holds of them.
pub(crate) fn from_cargo(root: &Path, date: &str) -> Result<()> {
    date.parse::<Release>()?;
    let folder = root.join("rules/trains/rust");
    let manifest = fs::read_to_string(folder.join("table.toml"))?;
    let fresh = fresh_crates(&manifest)?;
    ask_cargo(root, &fresh)?;
    let index = CargoIndex::find().ok_or("cargo has no index; is CARGO_HOME what cargo uses?")?;
    let versions = |name: &String| index.versions(name).into_iter().filter(is_release).collect();
    let crates = dated(fresh.iter().map(|name| (name.clone(), versions(name))).collect())?;
    let rows: Vec<Row> = crates.iter().flat_map(|(name, versions)| rows(name, versions, &crates)).collect();
    let adoptions = adoptions(&rows, &crates);
    let mut requires = REQUIRES_HEAD.to_owned();
    let mut exceptions = EXCEPTIONS_HEAD.to_owned();
    for of_crate in rows.chunk_by(|a, b| a.name == b.name) {
        let (mut table, mut last) = (String::new(), None);
        for row in of_crate {
            table.push_str(&row.to_string());
            let set: Vec<String> = row
                .floors
                .iter()
                .map(|floor| format!("{}{}", floor.name, if floor.optional { "?" } else { "" }))
                .collect();
            if last.as_ref() != Some(&set) {
                let shown = if set.is_empty() { "-".to_owned() } else { set.join(",") };
                let _ = writeln!(requires, "{}\t{}\t{shown}", row.name, row.indexed.version);
                last = Some(set);
            }
            for floor in &row.floors {
                if newest_at(&crates[floor.name], row.train, |version| {
                    adoptions.get(&(floor.name, version)).is_none_or(|adopted| *adopted <= row.train)
                }) != Some(floor.least)
                {
                    let (name, version) = (row.name, &row.indexed.version);
                    let _ = writeln!(
                        exceptions,
                        "{name}\t{version}\t{}\t{}\tread in the index",
                        floor.name, floor.least
                    );
                }
            }
        }
        fs::write(folder.join(format!("{}.tsv", of_crate[0].name)), table)?;
    }
    let adopted: String = adoptions
        .iter()
        .map(|((name, version), release)| format!("{name}\t{version}\t{release}\n"))
        .collect();
    fs::write(folder.join("requires.tsv"), requires)?;
    fs::write(folder.join("exceptions.tsv"), exceptions)?;
    fs::write(folder.join("adoptions.tsv"), ADOPTIONS_HEAD.to_owned() + &adopted)?;
    let dated = |line: &str| match line.split_once(" = ") {
        Some((key @ ("date" | "complete-to"), _)) => format!("{key} = \"{date}\"\n"),
        _ => format!("{line}\n"),
    };
    Ok(fs::write(folder.join("table.toml"), manifest.lines().map(dated).collect::<String>())?)
}

/// One line of a crate's table.
struct Row<'a> {
    name: &'a str,
    indexed: &'a IndexedVersion,
    release: Release,
    /// The release of the newest crate that it requires.
    train: Release,
    floors: Vec<Required<'a>>,
}

/// A requirement on a crate of the table, at a version of the table.
struct Required<'a> {
    name: &'a str,
    least: &'a Version,
    release: Release,
    optional: bool,
}

impl std::fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let yanked = if self.indexed.yanked { "yanked" } else { "-" };
        let rust_version = self.indexed.rust_version.as_deref().unwrap_or("-");
        writeln!(f, "{}\t{}\t{}\t{rust_version}\t{yanked}", self.indexed.version, self.release, self.train)
    }
}

fn rows<'a>(name: &'a str, versions: &'a [(IndexedVersion, Release)], crates: &'a Crates) -> Vec<Row<'a>> {
    versions
        .iter()
        .map(|(indexed, release)| {
            let floors = floors(indexed, crates);
            let train = floors.iter().map(|floor| floor.release).max().unwrap_or(*release);
            Row { name, indexed, release: *release, train, floors }
        })
        .collect()
}

fn floors<'a>(indexed: &'a IndexedVersion, crates: &'a Crates) -> Vec<Required<'a>> {
    let mut floors: Vec<Required> = indexed
        .requires
        .iter()
        .filter(|floor| Family::Rust.short_name(&floor.name).is_some())
        .filter_map(|floor| {
            let (name, versions) = crates.get_key_value(&floor.name)?;
            // A requirement such as `0.57` is met by the first version there is of that line.
            let (found, release) = versions.iter().find(|(candidate, _)| {
                candidate.version >= floor.least && candidate.version.is_compatible_with(&floor.least)
            })?;
            Some(Required { name, least: &found.version, release: *release, optional: floor.optional })
        })
        .collect();
    floors.sort_by_key(|floor| floor.name);
    floors
}

/// Versions that trains did not require at once: from which one on they do.
fn adoptions<'a>(rows: &[Row<'a>], crates: &'a Crates) -> BTreeMap<(&'a str, &'a Version), Release> {
    // The last train whose service crates still required what came before. What a runtime crate alone does is an
    // exception.
    let mut late: BTreeMap<(&str, &Version), Release> = BTreeMap::new();
    let floors = || rows.iter().flat_map(|row| row.floors.iter().map(|floor| (floor, row.train)));
    let of_services = rows.iter().filter(|row| row.name.starts_with("aws-sdk-"));
    for (floor, train) in of_services.flat_map(|row| row.floors.iter().map(|floor| (floor, row.train))) {
        let newest = newest_at(&crates[floor.name], train, |_| true).filter(|newest| **newest > *floor.least);
        if let Some(newest) = newest {
            let last = late.entry((floor.name, newest)).or_insert(train);
            *last = train.max(*last);
        }
    }
    let mut adoptions = BTreeMap::new();
    for ((name, version), last) in late {
        let required = floors().filter(|(floor, _)| floor.name == name && floor.least == version);
        // Where no later train ever required it, it went when the next version came.
        let releases = crates[name].iter().map(|row| row.1);
        let adopted =
            required.map(|(_, train)| train).chain(releases).filter(|release| *release > last).min();
        adoptions.extend(adopted.map(|adopted| ((name, version), adopted)));
    }
    adoptions
}

/// As the embedded table finds it: the last that was published.
fn newest_at(
    versions: &[(IndexedVersion, Release)],
    train: Release,
    adopted: impl Fn(&Version) -> bool,
) -> Option<&Version> {
    let published =
        versions.iter().filter(|(indexed, release)| *release <= train && adopted(&indexed.version));
    published.max_by_key(|(_, release)| *release).map(|(indexed, _)| &indexed.version)
}

/// Gives each version its release. Where the runtime crates were published in several goes on one day, with a pause
/// between them, each go is a release of its own: what came at noon was not there for what was built in the morning.
fn dated(indexed: BTreeMap<String, Vec<IndexedVersion>>) -> Result<Crates> {
    let mut goes: BTreeSet<String> = BTreeSet::new();
    let runtime = |name: &str| Family::Rust.short_name(name).is_some() && !name.starts_with("aws-sdk-");
    for (_, versions) in indexed.iter().filter(|(name, _)| runtime(name)) {
        goes.extend(versions.iter().map(published).collect::<Result<Vec<_>>>()?);
    }
    let mut last = String::new();
    goes.retain(|time| {
        let starts = last.get(..10) != time.get(..10) || second_of_day(time) > second_of_day(&last) + PAUSE;
        last.clone_from(time);
        starts
    });
    let mut crates = Crates::new();
    for (name, versions) in indexed {
        let mut rows = Vec::new();
        for version in versions {
            let time = published(&version)?;
            let nth = goes.range(time[..10].to_owned()..=time.clone()).count();
            let release = if nth > 1 { format!("{}.{nth}", &time[..10]) } else { time[..10].to_owned() };
            rows.push((version, release.parse()?));
        }
        rows.sort_by(|a, b| a.0.version.cmp(&b.0.version));
        crates.insert(name, rows);
    }
    Ok(crates)
}

fn published(indexed: &IndexedVersion) -> Result<String> {
    let time = indexed.published.clone().filter(|time| time.len() >= 19 && time.is_ascii());
    time.ok_or_else(|| format!("the index does not say when {} was published", indexed.version).into())
}

fn second_of_day(time: &str) -> u32 {
    let part =
        |range: std::ops::Range<usize>| time.get(range).and_then(|part| part.parse().ok()).unwrap_or(0);
    part(11..13) * 3600 + part(14..16) * 60 + part(17..19)
}

/// Whether a version belongs into the table: placeholders and odd pre-releases do not.
fn is_release(indexed: &IndexedVersion) -> bool {
    let pre = indexed.version.as_semver().pre.as_str();
    let numbered = pre.strip_prefix("alpha").is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    (pre.is_empty() || numbered) && indexed.version > Version::cargo(0, 0, 0)
}

fn ask_cargo(root: &Path, crates: &[String]) -> Result<()> {
    let folder = root.join("target/trains-rust");
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let wants: String = crates.iter().map(|name| format!("{name} = \"*\"\n")).collect();
    let manifest = format!(
        "[package]\nname = \"trains\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{wants}"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    let output =
        Command::new("cargo").args(["generate-lockfile", "--quiet"]).current_dir(&folder).output()?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("`cargo generate-lockfile`: {}", String::from_utf8_lossy(&output.stderr).trim()).into())
    }
}

fn fresh_crates(manifest: &str) -> Result<Vec<String>> {
    let table: toml::Table = manifest.parse()?;
    let fresh =
        table.get("fresh").and_then(|fresh| fresh.as_array()).ok_or("table.toml has no list `fresh`")?;
    Ok(fresh.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
}
