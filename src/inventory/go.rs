//! Puts the files of a Go module or workspace together into what is built.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::go_graph::{Edge, GoGraph};
use super::go_list::GoList;
use super::go_mod::{Exclude, GoMod, Replace, ReplaceTarget, Spanned};
use super::go_sum::GoSum;
use super::go_work::GoWork;
use super::input_error::{InputError, parsed, read};
use super::parse_error::{ParseError, shown};
use super::paths::joined;
use super::vendor_modules::{VendorModules, VendorReplacement};
use super::{Component, Decision, Hold, HoldKind, Inventory, Location, Origin, Relation};
use crate::family::Family;
use crate::requirers::Requirer;
use crate::source::{Source, Span};
use crate::version::Version;

/// The first Go release whose go.mod lists the whole build.
const PRUNING: (u64, u64) = (1, 17);

/// The module whose go.mod this is, with go.sum and the vendor folder beside it.
///
/// # Errors
/// When one of these files is there and cannot be read or parsed.
pub fn module(go_mod: &Path) -> Result<Inventory, InputError> {
    let folder = go_mod.parent().unwrap_or(Path::new("")).to_owned();
    let mut reading = Reading::new(Some(folder.clone()));
    let manifest = reading.add_manifest(read(go_mod)?)?;
    let whole = reading.manifests[manifest].go_mod.go_at_least(PRUNING.0, PRUNING.1);
    reading.take_requirements();
    let go_mod_knows = &reading.manifests[manifest].go_mod;
    if go_mod_knows.go.is_some() && go_mod_knows.go_at_least(1, 14) && reading.try_vendor(&folder, false)? {
        return Ok(reading.finish(Decision::Vendor));
    }
    let sum = go_mod.with_extension("sum");
    let excluded = !reading.manifests[manifest].go_mod.excludes.is_empty();
    if whole && !excluded {
        reading.apply_replacements();
        return Ok(reading.finish(Decision::GoMod));
    }
    let summed = sum.is_file();
    if summed {
        reading.take_sum(read(&sum)?, whole)?;
    }
    reading.apply_replacements();
    Ok(reading.finish(match (whole, summed) {
        (true, _) => Decision::GoMod,
        (false, true) => Decision::GoSum,
        (false, false) => Decision::GoModDirect,
    }))
}

/// A go.mod alone, as from standard input.
///
/// # Errors
/// When it does not parse.
pub fn module_alone(source: Source) -> Result<Inventory, InputError> {
    let mut reading = Reading::new(None);
    let manifest = reading.add_manifest(source)?;
    reading.take_requirements();
    reading.apply_replacements();
    let whole = reading.manifests[manifest].go_mod.go_at_least(PRUNING.0, PRUNING.1);
    Ok(reading.finish(if whole { Decision::GoMod } else { Decision::GoModDirect }))
}

/// A go.sum alone.
///
/// # Errors
/// When it does not parse.
pub fn sum(source: Source) -> Result<Inventory, InputError> {
    let mut reading = Reading::new(source.path().parent().map(Path::to_owned));
    reading.take_sum(source, false)?;
    Ok(reading.finish(Decision::GoSum))
}

/// A vendor/modules.txt alone.
///
/// # Errors
/// When it does not parse.
pub fn vendor(source: Source) -> Result<Inventory, InputError> {
    let folder = source.path().parent().and_then(Path::parent).map(Path::to_owned);
    let mut reading = Reading::new(folder);
    let vendor = parsed(&source, VendorModules::parse(source.text()))?;
    reading.take_vendor(&vendor);
    reading.add_source(source);
    Ok(reading.finish(Decision::Vendor))
}

/// A workspace, and the go.mod files of its members.
///
/// # Errors
/// When go.work or a member's go.mod is not there, or cannot be read or parsed.
pub fn workspace(go_work: &Path) -> Result<Inventory, InputError> {
    let folder = go_work.parent().unwrap_or(Path::new("")).to_owned();
    let source = read(go_work)?;
    let work = parsed(&source, GoWork::parse(source.text()))?;
    parsed(&source, refuse_conflict(&work.replaces))?;
    let mut reading = Reading::new(Some(folder.clone()));
    reading.remark_unknown(&source, &work.unknown);
    let members = work.uses.iter().map(|member| parsed(&source, member_manifest(&folder, member)));
    let members: Vec<PathBuf> = members.collect::<Result<_, _>>()?;
    let index = reading.add_source(source);
    reading.work_replaces = work.replaces.into_iter().map(|replace| (index, replace)).collect();
    for go_mod in members {
        reading.add_manifest(read(&go_mod)?)?;
    }
    reading.take_requirements();
    let decided_by = if work.go.is_some() && reading.try_vendor(&folder, true)? {
        Decision::Vendor
    } else {
        reading.apply_replacements();
        Decision::GoWork
    };
    let mut inventory = reading.finish(decided_by);
    inventory.name = Some(format!("the workspace of {}", go_work.display()));
    Ok(inventory)
}

/// The go.mod of a member of a workspace, by its `use` line.
fn member_manifest(folder: &Path, member: &Spanned<String>) -> Result<PathBuf, ParseError> {
    let go_mod = joined(folder, Path::new(&member.value)).join("go.mod");
    if go_mod.try_exists().unwrap_or(true) {
        return Ok(go_mod);
    }
    let message = format!("there is no go.mod in `{}`", shown(&member.value));
    Err(ParseError::new(member.span, message).with_help("take the line out, or bring the module back"))
}

/// Go's own build list: the output of `go list -m -json all`.
///
/// # Errors
/// When it does not parse.
pub fn list(source: Source) -> Result<Inventory, InputError> {
    let mut reading = Reading::new(None);
    let list = parsed(&source, GoList::parse(source.text()))?;
    let index = reading.add_source(Source::new(source.path(), source.text()));
    for module in list.modules {
        if module.main {
            reading.name.get_or_insert(module.path.into_owned());
            continue;
        }
        let (Some(version), Some(span)) = (module.version, module.version_span) else { continue };
        let relation = if module.indirect { Relation::Indirect } else { Relation::Direct };
        let at = Location { source: index, span };
        let path = module.path.into_owned();
        match module.replace {
            None => reading.put(path, version, at, relation),
            Some(replace) => {
                reading.put(path.clone(), version, at, relation);
                let target =
                    Location { source: index, span: replace.version_span.unwrap_or(replace.path_span) };
                reading.replace(
                    &path,
                    &replace.path,
                    replace.version.as_ref(),
                    target,
                    Hold::replace(target),
                );
            }
        }
    }
    Ok(reading.finish(Decision::GoList))
}

/// Go's own module graph: the output of `go mod graph`.
///
/// # Errors
/// When it does not parse.
pub fn graph(source: Source) -> Result<Inventory, InputError> {
    let mut reading = Reading::new(None);
    let graph = parsed(&source, GoGraph::parse(source.text()))?;
    let selected = parsed(&source, graph.selected())?;
    reading.name =
        graph.edges.iter().find(|edge| edge.from.version.is_none()).map(|edge| edge.from.path.to_owned());
    let index = reading.add_source(Source::new(source.path(), source.text()));
    let built: HashMap<&str, &Version> =
        selected.iter().map(|module| (module.path, &module.version)).collect();
    let edges = graph.edges.iter().filter_map(|edge| sdk_edge(edge, &built)).collect();
    let pruned = graph.is_pruned();
    for module in selected {
        let relation = if module.from_main { Relation::Direct } else { Relation::Indirect };
        let at = Location { source: index, span: module.version_span };
        reading.put(module.path.to_owned(), module.version, at, relation);
        if let Some(component) = reading.components.get_mut(module.path) {
            component.built = module.from_main || !pruned;
        }
    }
    let mut inventory = reading.finish(Decision::GoGraph);
    inventory.edges = edges;
    Ok(inventory)
}

/// A requirement on a module of the SDK, if who requires it is a main module or built at just that version: what
/// other versions ask for is of no interest.
fn sdk_edge(edge: &Edge<'_>, built: &HashMap<&str, &Version>) -> Option<(String, Requirer)> {
    Family::Go.short_name(edge.to.path)?;
    let asks: Version = edge.to.version?.parse().ok()?;
    let version: Option<Version> = match edge.from.version {
        Some(text) => Some(text.parse().ok().filter(|version| built.get(edge.from.path) == Some(&version))?),
        None => None,
    };
    Some((
        edge.to.path.to_owned(),
        Requirer { path: edge.from.path.to_owned(), version, asks: Some(asks), by_way_of: Vec::new() },
    ))
}

struct Manifest {
    source: usize,
    go_mod: GoMod,
}

/// An inventory in the making.
struct Reading {
    folder: Option<PathBuf>,
    name: Option<String>,
    sources: Vec<Source>,
    manifests: Vec<Manifest>,
    work_replaces: Vec<(usize, Replace)>,
    components: BTreeMap<String, Component>,
    remarks: Vec<String>,
}

impl Reading {
    fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            name: None,
            sources: Vec::new(),
            manifests: Vec::new(),
            work_replaces: Vec::new(),
            components: BTreeMap::new(),
            remarks: Vec::new(),
        }
    }

    fn add_source(&mut self, source: Source) -> usize {
        self.sources.push(source);
        self.sources.len() - 1
    }

    fn add_manifest(&mut self, source: Source) -> Result<usize, InputError> {
        let go_mod = parsed(&source, main_go_mod(source.text()))?;
        self.remark_unknown(&source, &go_mod.unknown);
        if self.name.is_none() {
            self.name = go_mod.module.as_ref().map(|module| module.value.clone());
        }
        let source = self.add_source(source);
        self.manifests.push(Manifest { source, go_mod });
        Ok(self.manifests.len() - 1)
    }

    /// That directives were passed over. `go` refuses those of a main module; a newer `go` may know more of them.
    fn remark_unknown(&mut self, source: &Source, unknown: &[Spanned<String>]) {
        // The report names the first file itself.
        let file = match self.sources[..] {
            [] => String::new(),
            _ => format!("{}, ", source.path().display()),
        };
        self.remarks.extend(unknown.iter().map(|directive| {
            let line = source.position(directive.span.start).line;
            let verb = shown(&directive.value);
            format!("{file}line {line}: `{verb}` is no directive that go knows; what it holds was not read")
        }));
    }

    /// The requirements of every go.mod: the highest version of each module that no `exclude` takes out.
    fn take_requirements(&mut self) {
        let manifests = std::mem::take(&mut self.manifests);
        let main_modules: Vec<&str> =
            manifests.iter().filter_map(|m| Some(m.go_mod.module.as_ref()?.value.as_str())).collect();
        for manifest in &manifests {
            for require in &manifest.go_mod.requires {
                if main_modules.contains(&require.path.as_str()) {
                    continue;
                }
                let at = Location { source: manifest.source, span: require.version_span };
                let relation = if require.indirect { Relation::Indirect } else { Relation::Direct };
                if excludes(&manifests, &require.path, &require.version).is_none() {
                    self.put(require.path.clone(), require.version.clone(), at, relation);
                }
            }
        }
        self.manifests = manifests;
    }

    /// What go.sum adds. Where go.mod lists the whole build (`whole`) it only stands in for excluded versions.
    fn take_sum(&mut self, source: Source, whole: bool) -> Result<(), InputError> {
        let index = self.add_source(Source::new(source.path(), ""));
        let mut sum = parsed(&source, GoSum::parse(source.text()))?;
        sum.entries.retain(|entry| {
            let version = entry.version.parse::<Version>();
            !version.is_ok_and(|version| excludes(&self.manifests, entry.path, &version).is_some())
        });
        for module in parsed(&source, sum.highest_with_zip(|_| true))? {
            let at = Location { source: index, span: module.version_span };
            let exclude = self.exclude_of(module.path);
            if !whole {
                let lowered = exclude.filter(|(excluded, _)| *excluded > module.version);
                self.put(module.path.to_owned(), module.version, at, Relation::Unknown);
                self.hold(module.path, lowered.map(|(_, hold)| hold));
            } else if let Some((_, hold)) = exclude
                && !self.components.contains_key(module.path)
            {
                self.put(module.path.to_owned(), module.version, at, Relation::Unknown);
                self.hold(module.path, Some(hold));
                let path = module.path;
                self.remarks.push(format!(
                    "{path}: the version that go.mod requires is excluded; inferred from go.sum"
                ));
            }
        }
        self.sources[index] = source;
        Ok(())
    }

    /// Lets the vendor folder decide, if `go` would: it is of this kind of build, and goes with the manifests.
    fn try_vendor(&mut self, folder: &Path, workspace: bool) -> Result<bool, InputError> {
        let file = folder.join("vendor").join("modules.txt");
        if !file.is_file() {
            return Ok(false);
        }
        let source = read(&file)?;
        let vendor = parsed(&source, VendorModules::parse(source.text()))?;
        if vendor.workspace != workspace {
            return Ok(false);
        }
        if let Some(difference) = vendor.difference(self.manifests.iter().map(|manifest| &manifest.go_mod)) {
            let command = if workspace { "go work vendor" } else { "go mod vendor" };
            self.remarks.push(format!(
                "vendor/modules.txt does not match go.mod ({difference}): go refuses such a build until \
                 `{command}`; go.mod was read"
            ));
            return Ok(false);
        }
        self.take_vendor(&vendor);
        self.add_source(source);
        Ok(true)
    }

    /// What is compiled, from the vendor/modules.txt that is the next source. Modules that it leaves out are not
    /// built.
    fn take_vendor(&mut self, vendor: &VendorModules<'_>) {
        let source = self.sources.len();
        for component in self.components.values_mut() {
            component.built = false;
        }
        for module in &vendor.modules {
            // `# path => target` without a version only repeats a replacement.
            let (Some(listed), Some(span)) = (&module.version, module.version_span) else { continue };
            self.put(module.path.to_owned(), listed.clone(), Location { source, span }, Relation::Unknown);
            let Some(component) = self.components.get_mut(module.path) else { continue };
            // Of the versions that members of a workspace require, the lower ones are listed too.
            if component.version > *listed {
                continue;
            }
            component.built = module.packages > 0;
            let (target, version, span) = match &module.replacement {
                Some(VendorReplacement::Module { path, version, version_span, .. }) => {
                    (*path, Some(version), *version_span)
                }
                Some(VendorReplacement::Local { path, path_span }) => (*path, None, *path_span),
                None => continue,
            };
            let at = Location { source, span };
            self.replace(module.path, target, version, at, Hold::replace(at));
        }
    }

    /// `replace` lines: those of go.work win over those of the modules, and a line with a version over one without.
    fn apply_replacements(&mut self) {
        let work = std::mem::take(&mut self.work_replaces);
        let manifests = std::mem::take(&mut self.manifests);
        let own: Vec<(usize, &Replace)> = manifests
            .iter()
            .flat_map(|m| m.go_mod.replaces.iter().map(|replace| (m.source, replace)))
            .collect();
        let paths: Vec<String> = self.components.keys().cloned().collect();
        for path in paths {
            let Some(version) = self.components.get(&path).map(|component| component.version.clone()) else {
                continue;
            };
            let work = work.iter().map(|(source, replace)| (*source, replace));
            let found =
                applying(work, &path, &version).or_else(|| applying(own.iter().copied(), &path, &version));
            let Some((source, replace)) = found else { continue };
            let line = Location { source, span: replace.old_span };
            let hold = Hold { by: HoldKind::Replace, at: line, replaced: replace.old_version.clone() };
            match &replace.target {
                ReplaceTarget::Module { path: target, version, version_span, .. } => {
                    let at = Location { source, span: *version_span };
                    self.replace(&path, target, Some(version), at, hold);
                }
                ReplaceTarget::Local { path: target, .. } => self.replace(&path, target, None, line, hold),
            }
        }
        self.manifests = manifests;
    }

    /// Another module or a folder in the place of one: only another version of the same module is still known.
    fn replace(&mut self, path: &str, target: &str, version: Option<&Version>, at: Location, hold: Hold) {
        let Some(component) = self.components.get_mut(path) else { return };
        match version {
            Some(version) if target == path => {
                component.held = Some(hold);
                (component.version, component.at) = (version.clone(), at);
            }
            _ => {
                self.components.remove(path);
                if Family::Go.short_name(path).is_some() {
                    self.remarks.push(format!("{path} is replaced by {target}, which is not checked"));
                }
            }
        }
    }

    fn put(&mut self, path: String, version: Version, at: Location, relation: Relation) {
        match self.components.get_mut(&path) {
            None => {
                let component = Component {
                    path: path.clone(),
                    version,
                    at,
                    relation,
                    held: None,
                    built: true,
                    features: None,
                    origin: Origin::Registry,
                    uses: Vec::new(),
                };
                self.components.insert(path, component);
            }
            Some(known) => {
                if relation == Relation::Direct {
                    known.relation = Relation::Direct;
                }
                if version > known.version {
                    (known.version, known.at) = (version, at);
                }
            }
        }
    }

    fn hold(&mut self, path: &str, hold: Option<Hold>) {
        if let Some(component) = self.components.get_mut(path) {
            component.held = hold;
        }
    }

    /// The highest excluded version of a module, and the line that excludes it.
    fn exclude_of(&self, path: &str) -> Option<(Version, Hold)> {
        let lines =
            self.manifests.iter().flat_map(|m| m.go_mod.excludes.iter().map(|exclude| (m.source, exclude)));
        let (source, exclude) =
            lines.filter(|(_, exclude)| exclude.path == path).max_by(|a, b| a.1.version.cmp(&b.1.version))?;
        let at = Location { source, span: exclude.span };
        Some((exclude.version.clone(), Hold { by: HoldKind::Exclude, at, replaced: None }))
    }

    fn finish(self, decided_by: Decision) -> Inventory {
        Inventory {
            family: Family::Go,
            name: self.name,
            folder: self.folder,
            sources: self.sources,
            components: self.components.into_values().collect(),
            decided_by,
            edges: Vec::new(),
            cargo: None,
            remarks: self.remarks,
        }
    }
}

/// The go.mod of a main module: of those, `go` asks more than of others.
fn main_go_mod(text: &str) -> Result<GoMod, ParseError> {
    let go_mod = GoMod::parse(text)?;
    if go_mod.module.is_none() {
        let help = if text.starts_with("version https://git-lfs.") {
            "git-lfs left a pointer here; `git lfs pull` puts the file in its place"
        } else {
            "begin it with `module module/path`, or bring back the file that was meant to be here"
        };
        let span = go_mod.unknown.first().map_or(Span::default(), |directive| directive.span);
        return Err(ParseError::new(span, "there is no `module` line in this go.mod").with_help(help));
    }
    refuse_conflict(&go_mod.replaces)?;
    Ok(go_mod)
}

/// Refuses two different replacements of the same, as `go` does: it is not said which of them is built.
fn refuse_conflict(replaces: &[Replace]) -> Result<(), ParseError> {
    let mut seen: BTreeMap<(&str, Option<&Version>), &ReplaceTarget> = BTreeMap::new();
    for replace in replaces {
        let left = (replace.old_path.as_str(), replace.old_version.as_ref());
        if seen.insert(left, &replace.target).is_some_and(|other| !other.is_same(&replace.target)) {
            let message = format!("conflicting replacements for {}", shown(&replace.old_path));
            return Err(ParseError::new(replace.old_span, message)
                .with_help("another `replace` line above has the same left side; keep one of them"));
        }
    }
    Ok(())
}

fn excludes<'a>(manifests: &'a [Manifest], path: &str, version: &Version) -> Option<&'a Exclude> {
    let mut lines = manifests.iter().flat_map(|manifest| &manifest.go_mod.excludes);
    lines.find(|exclude| exclude.path == path && exclude.version == *version)
}

fn applying<'a>(
    replaces: impl Iterator<Item = (usize, &'a Replace)>,
    path: &str,
    version: &Version,
) -> Option<(usize, &'a Replace)> {
    let mut general = None;
    for (source, replace) in replaces.filter(|(_, replace)| replace.old_path == path) {
        match &replace.old_version {
            Some(old) if old == version => return Some((source, replace)),
            Some(_) => {}
            None => general = Some((source, replace)),
        }
    }
    general
}
