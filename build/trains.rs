//! Packs `rules/trains/<family>/` into the table that `src/catalog/table.rs` reads in place.
//!
//! All numbers are little-endian. After the header (magic, then twelve `u32`: seven counts, the table's date, the day
//! to which every module is in, the sizes of the two variable parts, and the count of facts) follow, without gaps:
//!
//! | part | entry |
//! | --- | --- |
//! | modules, sorted by short name | name start `u32`, first row `u32`, first change of requirements `u32` |
//! | releases, ascending | `YYYYMMDD * 16 + N` as `u32` |
//! | rows, by module and version | major `u8`, preview `u8`, minor `u16`, patch `u16`, release index `u16` |
//! | changes of requirements, by module | row from which on it holds `u32`, set `u32` |
//! | sets | start in set members `u32` |
//! | exceptions, by row | row `u32`, required module `u32`, required row `u32` (`u32::MAX`: not required) |
//! | adoptions, by row | row `u32`, release from which on the family requires it `u32` |
//! | set members | module `u16` |
//! | names | UTF-8 |
//! | facts, by row, where crates have them | train index `u16`, rust-version `u16`, row in release order `u16`, yanked `u16` |
//!
//! `preview` is 255 for a release, else the N of `-preview.N` (of crates `-alpha.N`), 0 for `-preview`. The top bit of
//! a set member marks what is required with some feature only. A rust-version `1.MINOR.PATCH` is `MINOR * 16 + PATCH`,
//! 0 where none is declared. The row in release order counts from the crate's first row.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Marks the table and its form.
const MAGIC: &[u8; 8] = b"AWCTRN03";

/// Modules that the wildcard rows of `requires.tsv` speak for.
const SERVICES: &str = "service/";

/// Files beside the modules' tables.
const NO_MODULES: [&str; 3] = ["requires", "exceptions", "adoptions"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TableFile {
    date: String,
    complete_to: String,
    /// The modules that are up to `date`; `cargo xtask trains` keeps them so.
    fresh: Vec<String>,
}

/// Version as a row holds it, in the table's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    major: u8,
    minor: u16,
    patch: u16,
    preview: u8,
}

struct Module {
    name: String,
    rows: Vec<(Key, u32)>,
    /// As many as rows for crates, else none.
    facts: Vec<Facts>,
}

/// What the registry says of a crate's version beside its day.
struct Facts {
    train: u32,
    rust_version: u16,
    yanked: bool,
}

/// Marks a set member that is required with some feature only.
const OPTIONAL: u16 = 0x8000;

/// The packed table, or the first mistake as `file:line: text`.
pub(crate) fn compile(folder: &Path) -> Result<Vec<u8>, String> {
    let modules = read_modules(folder)?;
    let names: BTreeMap<&str, usize> =
        modules.iter().enumerate().map(|(i, m)| (m.name.as_str(), i)).collect();
    let releases: Vec<u32> = modules
        .iter()
        .flat_map(|m| m.rows.iter().map(|row| row.1).chain(m.facts.iter().map(|facts| facts.train)))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let first_rows: Vec<usize> = modules
        .iter()
        .scan(0, |next, module| {
            let first = *next;
            *next += module.rows.len();
            Some(first)
        })
        .collect();

    let mut sets: Vec<Vec<u16>> = Vec::new();
    let changes = read_requirements(&folder.join("requires.tsv"), &modules, &names, &mut sets)?;
    let exceptions = read_exceptions(&folder.join("exceptions.tsv"), &modules, &names, &first_rows)?;
    let adoptions = read_adoptions(&folder.join("adoptions.tsv"), &modules, &names, &first_rows)?;
    let table = read_table_file(&folder.join("table.toml"), &names)?;

    let release_index = |release: u32| -> Result<u16, String> {
        let index = releases.binary_search(&release).map_err(|_| "a release went missing")?;
        u16::try_from(index).map_err(|_| "more than 65,536 releases".to_owned())
    };
    let mut out = Packed::default();
    let total_rows: usize = modules.iter().map(|module| module.rows.len()).sum();
    let total_changes: usize = changes.iter().map(Vec::len).sum();
    out.0.extend_from_slice(MAGIC);
    out.u32(modules.len())?;
    out.u32(releases.len())?;
    out.u32(total_rows)?;
    out.u32(total_changes)?;
    out.u32(sets.len())?;
    out.u32(exceptions.len())?;
    out.u32(adoptions.len())?;
    out.u32(table.0)?;
    out.u32(table.1)?;
    out.u32(sets.iter().map(Vec::len).sum::<usize>())?;
    out.u32(modules.iter().map(|module| module.name.len()).sum::<usize>())?;
    out.u32(modules.iter().map(|module| module.facts.len()).sum::<usize>())?;

    let (mut name_start, mut first_change) = (0, 0);
    for (i, module) in modules.iter().enumerate() {
        out.u32(name_start)?;
        out.u32(first_rows[i])?;
        out.u32(first_change)?;
        name_start += module.name.len();
        first_change += changes[i].len();
    }
    for &release in &releases {
        out.u32(release)?;
    }
    for (key, release) in modules.iter().flat_map(|module| &module.rows) {
        out.0.extend_from_slice(&[key.major, key.preview]);
        out.u16(key.minor);
        out.u16(key.patch);
        out.u16(release_index(*release)?);
    }
    for (i, list) in changes.iter().enumerate() {
        for &(row, set) in list {
            out.u32(first_rows[i] + row)?;
            out.u32(set)?;
        }
    }
    let mut member_start = 0;
    for set in &sets {
        out.u32(member_start)?;
        member_start += set.len();
    }
    for &(row, module, required) in &exceptions {
        out.u32(row)?;
        out.u32(module)?;
        match required {
            Some(required) => out.u32(required)?,
            None => out.u32(u32::MAX)?,
        }
    }
    for &(row, release) in &adoptions {
        out.u32(row)?;
        out.u32(release)?;
    }
    for &member in sets.iter().flatten() {
        out.u16(member);
    }
    for module in &modules {
        out.0.extend_from_slice(module.name.as_bytes());
    }
    for module in &modules {
        let mut order: Vec<usize> = (0..module.facts.len()).collect();
        order.sort_by_key(|&row| module.rows[row].1);
        for (facts, row) in module.facts.iter().zip(order) {
            out.u16(release_index(facts.train)?);
            out.u16(facts.rust_version);
            out.u16(u16::try_from(row).map_err(|_| "more than 65,536 versions of a crate")?);
            out.u16(u16::from(facts.yanked));
        }
    }
    Ok(out.0)
}

#[derive(Default)]
struct Packed(Vec<u8>);

impl Packed {
    fn u16(&mut self, value: u16) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn u32(&mut self, value: impl TryInto<u32>) -> Result<(), String> {
        let value = value.try_into().map_err(|_| "a number of the train table is larger than 32 bits")?;
        self.0.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }
}

fn read_modules(folder: &Path) -> Result<Vec<Module>, String> {
    let mut files = Vec::new();
    find_tables(folder, &mut files)?;
    let mut modules = Vec::new();
    for file in files {
        let relative = file.strip_prefix(folder).map_err(|error| error.to_string())?;
        let name = relative.with_extension("").to_string_lossy().replace('\\', "/");
        if NO_MODULES.contains(&name.as_str()) {
            continue;
        }
        modules.push(read_module(name, &file)?);
    }
    modules.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(modules)
}

/// A module's table: version and release, and for crates train, rust-version and `yanked`, `-` where there is none.
fn read_module(name: String, file: &Path) -> Result<Module, String> {
    let mut module = Module { name, rows: Vec::new(), facts: Vec::new() };
    for (at, columns) in rows(file)? {
        let (version, release, facts) = match &columns[..] {
            [version, release] => (version, release, None),
            [version, release, train, rust_version, yanked] => {
                (version, release, Some((train, rust_version, yanked)))
            }
            _ => return Err(format!("{at}: needs 2 columns, or 5 for a crate, with a tab between them")),
        };
        let key =
            parse_version(version).ok_or_else(|| format!("{at}: `{version}` is no version of the table"))?;
        let parse = |text: &str| {
            parse_release(text)
                .ok_or_else(|| format!("{at}: `{text}` is no release; write YYYY-MM-DD or YYYY-MM-DD.N"))
        };
        let release = parse(release)?;
        if let Some(&(last_key, last_release)) = module.rows.last() {
            if last_key >= key {
                return Err(format!("{at}: {version} stands after a version that is not older"));
            }
            // Crates have lines of versions that are tended side by side.
            if facts.is_none() && last_release > release {
                return Err(format!("{at}: {version} was released before the version above it"));
            }
        }
        module.rows.push((key, release));
        if let Some((train, rust_version, yanked)) = facts {
            module.facts.push(Facts {
                train: parse(train)?,
                rust_version: parse_rust_version(rust_version).ok_or_else(|| {
                    format!("{at}: `{rust_version}` is no rust-version; write 1.88, 1.94.1 or -")
                })?,
                yanked: match yanked.as_str() {
                    "yanked" => true,
                    "-" => false,
                    _ => return Err(format!("{at}: the last column must read `yanked` or `-`")),
                },
            });
        }
    }
    if !module.facts.is_empty() && module.facts.len() != module.rows.len() {
        return Err(format!("{}: some lines have 2 columns and some have 5", file.display()));
    }
    Ok(module)
}

fn find_tables(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.is_dir() {
            find_tables(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "tsv") {
            files.push(path);
        }
    }
    Ok(())
}

/// For each module, from which of its rows on which set of modules is required.
fn read_requirements(
    file: &Path,
    modules: &[Module],
    names: &BTreeMap<&str, usize>,
    sets: &mut Vec<Vec<u16>>,
) -> Result<Vec<Vec<(usize, usize)>>, String> {
    let mut own: BTreeMap<usize, Vec<(Key, usize)>> = BTreeMap::new();
    let mut services: Vec<(u32, usize)> = Vec::new();
    for (at, [name, from, required]) in lines(file)? {
        let mut set = Vec::new();
        for member in required.split(',').filter(|member| !member.is_empty() && *member != "-") {
            let (member, mark) = member.strip_suffix('?').map_or((member, 0), |member| (member, OPTIONAL));
            let index = names.get(member).ok_or_else(|| format!("{at}: no table for module `{member}`"))?;
            let index = u16::try_from(*index).ok().filter(|index| *index < OPTIONAL);
            set.push(index.ok_or_else(|| format!("{at}: too many modules"))? | mark);
        }
        set.sort_unstable();
        let set = sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            sets.push(set);
            sets.len() - 1
        });
        if name == "service/*" {
            let release = parse_release(&from).ok_or_else(|| format!("{at}: `{from}` is no release"))?;
            services.push((release, set));
        } else {
            let module =
                names.get(name.as_str()).ok_or_else(|| format!("{at}: no table for module `{name}`"))?;
            let key = parse_version(&from).ok_or_else(|| format!("{at}: `{from}` is no version"))?;
            own.entry(*module).or_default().push((key, set));
        }
    }
    services.sort_unstable();
    Ok(modules
        .iter()
        .enumerate()
        .map(|(i, module)| {
            let ordinary = module.name.strip_prefix(SERVICES).is_some_and(|rest| !rest.contains('/'));
            let mut starts: Vec<(usize, usize)> = match own.get(&i) {
                Some(list) => list
                    .iter()
                    .map(|(key, set)| (module.rows.partition_point(|row| row.0 < *key), *set))
                    .collect(),
                None if ordinary => services
                    .iter()
                    .map(|(release, set)| (module.rows.partition_point(|row| row.1 < *release), *set))
                    .collect(),
                None => Vec::new(),
            };
            starts.sort_by_key(|start| start.0);
            starts.retain(|start| start.0 < module.rows.len());
            starts
        })
        .collect())
}

fn read_adoptions(
    file: &Path,
    modules: &[Module],
    names: &BTreeMap<&str, usize>,
    first_rows: &[usize],
) -> Result<Vec<(usize, u32)>, String> {
    let mut adoptions = Vec::new();
    // Crates are required as soon as they are there.
    if !file.exists() {
        return Ok(adoptions);
    }
    for (at, [name, version, release]) in lines(file)? {
        let (module, row) = find_row(&at, modules, names, &name, &version)?;
        let release = parse_release(&release).ok_or_else(|| format!("{at}: `{release}` is no release"))?;
        adoptions.push((first_rows[module] + row, release));
    }
    adoptions.sort_unstable();
    Ok(adoptions)
}

/// The module of that name and its row of that version.
fn find_row(
    at: &str,
    modules: &[Module],
    names: &BTreeMap<&str, usize>,
    name: &str,
    version: &str,
) -> Result<(usize, usize), String> {
    let module = *names.get(name).ok_or_else(|| format!("{at}: no table for module `{name}`"))?;
    let key = parse_version(version).ok_or_else(|| format!("{at}: `{version}` is no version"))?;
    let row = modules[module].rows.binary_search_by_key(&key, |row| row.0);
    Ok((module, row.map_err(|_| format!("{at}: {name} {version} is not in the tables"))?))
}

type Exception = (usize, usize, Option<usize>);

fn read_exceptions(
    file: &Path,
    modules: &[Module],
    names: &BTreeMap<&str, usize>,
    first_rows: &[usize],
) -> Result<Vec<Exception>, String> {
    let mut exceptions = Vec::new();
    for (at, [name, version, required, required_version, _why]) in lines(file)? {
        let row = |name: &str, version: &str| {
            find_row(&at, modules, names, name, version)
                .map(|(module, row)| (module, first_rows[module] + row))
        };
        let (_, holder) = row(&name, &version)?;
        let module =
            *names.get(required.as_str()).ok_or_else(|| format!("{at}: no table for module `{required}`"))?;
        let required_row = match required_version.as_str() {
            "-" => None,
            version => Some(row(&required, version)?.1),
        };
        exceptions.push((holder, module, required_row));
    }
    exceptions.sort_unstable();
    Ok(exceptions)
}

fn read_table_file(file: &Path, names: &BTreeMap<&str, usize>) -> Result<(u32, u32), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let table: TableFile = toml::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    if let Some(stranger) = table.fresh.iter().find(|module| !names.contains_key(module.as_str())) {
        return Err(format!("{}: `fresh` names `{stranger}`, which has no table", file.display()));
    }
    let day =
        |text: &str| parse_release(text).ok_or_else(|| format!("{}: `{text}` is no day", file.display()));
    Ok((day(&table.date)?, day(&table.complete_to)?))
}

/// The lines of a table with N columns.
fn lines<const N: usize>(file: &Path) -> Result<Vec<(String, [String; N])>, String> {
    let fixed = |(at, columns): (String, Vec<String>)| {
        let columns =
            columns.try_into().map_err(|_| format!("{at}: needs {N} columns with a tab between them"))?;
        Ok((at, columns))
    };
    rows(file)?.into_iter().map(fixed).collect()
}

/// The lines of a table, comments left out, each with `file:line` for messages.
fn rows(file: &Path) -> Result<Vec<(String, Vec<String>)>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let at = format!("{}:{}", file.display(), number + 1);
        found.push((at, line.split('\t').map(str::to_owned).collect()));
    }
    Ok(found)
}

fn parse_version(text: &str) -> Option<Key> {
    let (digits, word) = text.strip_prefix('v').map_or((text, "alpha"), |digits| (digits, "preview"));
    let version = semver::Version::parse(digits).ok()?;
    let preview = match version.pre.strip_prefix(word) {
        None if version.pre.is_empty() => u8::MAX,
        Some("") => 0,
        pre => pre?.strip_prefix('.')?.parse().ok().filter(|&n| n > 0 && n < u8::MAX)?,
    };
    Some(Key {
        major: version.major.try_into().ok()?,
        minor: version.minor.try_into().ok()?,
        patch: version.patch.try_into().ok()?,
        preview,
    })
}

/// `1.88` or `1.94.1` as `MINOR * 16 + PATCH`; `-` as 0.
fn parse_rust_version(text: &str) -> Option<u16> {
    if text == "-" {
        return Some(0);
    }
    let (minor, patch) = match text.strip_prefix("1.")?.split_once('.') {
        Some((minor, patch)) => (minor, patch.parse::<u16>().ok().filter(|patch| *patch < 16)?),
        None => (text.strip_prefix("1.")?, 0),
    };
    minor.parse::<u16>().ok().filter(|minor| *minor < 4096).map(|minor| minor * 16 + patch)
}

/// `YYYY-MM-DD`, or `YYYY-MM-DD.N` for the Nth release of that day, as `YYYYMMDD * 16 + N`.
fn parse_release(text: &str) -> Option<u32> {
    let (day, nth) = match text.split_once('.') {
        Some((day, nth)) => (day, nth.parse().ok().filter(|nth| (2..16).contains(nth))?),
        None => (text, 1),
    };
    let mut parts = day.splitn(3, '-');
    let mut part = |digits: usize| -> Option<u32> {
        parts.next().filter(|part| part.len() == digits).and_then(|part| part.parse().ok())
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    let plausible = (2000..2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    plausible.then_some((year * 10_000 + month * 100 + day) * 16 + nth)
}
