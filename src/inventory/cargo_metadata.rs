//! Cargo's own answer, `cargo metadata`: which crates of a lock are built, for which target, with which features.
//!
//! A lock tells none of that. Asking takes about a second, needs the sources of the crates, and lets cargo use the
//! settings of the folder; so it is done on the user's word only.

use std::collections::{HashMap, HashSet};
use std::error::Error as _;
use std::path::{Path, PathBuf};

use guppy::graph::cargo::{CargoOptions, CargoResolverVersion, CargoSet};
use guppy::graph::feature::{StandardFeatures, named_feature_filter};
use guppy::graph::{BuildTargetId, PackageGraph, PackageMetadata};
use guppy::platform::{Platform, PlatformSpec, TargetFeatures};
use guppy::{CargoMetadata, MetadataCommand, PackageId};

use super::{Component, Inventory, Origin, toml_text};

/// What is to be built, in cargo's own words.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Features of the workspace's packages to put on.
    pub features: Vec<String>,
    /// All of them.
    pub all_features: bool,
    /// Without the default ones.
    pub no_default_features: bool,
    /// The target platform; every platform where none is given.
    pub target: Option<String>,
}

/// What cargo told beside the lock.
#[derive(Debug)]
pub struct Resolved {
    /// The file with which each library and binary of the workspace begins.
    pub roots: Vec<PathBuf>,
    /// The platform that it was asked for, where not every one.
    pub target: Option<String>,
}

/// Why cargo's answer is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MetadataError {
    /// Cargo did not start, or failed, in its own words.
    #[error("{0}")]
    Cargo(String),
    /// Cargo's answer makes no sense to us.
    #[error("cannot read what `cargo metadata` says: {0}")]
    Answer(String),
    /// No package of the workspace has such a feature.
    #[error("no package of the workspace has the feature `{0}`")]
    Feature(String),
    /// The target is none that is known.
    #[error("`{0}` is no target platform that is known; `rustc --print target-list` lists them")]
    Target(String),
}

/// Asks cargo about a workspace, and notes the answer in its inventory: the features of each crate, which crates are
/// built at all, and who really uses whom.
///
/// # Errors
/// When cargo cannot say it, or the selection names what is not there.
pub fn resolve(inventory: &mut Inventory, selection: &Selection) -> Result<Resolved, MetadataError> {
    let folder = inventory.folder.clone().unwrap_or_default();
    let (metadata, target) = ask(&folder, selection)?;
    let graph = metadata.build_graph().map_err(|error| MetadataError::Answer(error.to_string()))?;
    let root = inventory.sources.iter().find(|source| source.path() == folder.join("Cargo.toml"));
    let resolver = root.map_or(CargoResolverVersion::V1, |source| resolver(source.text()));
    let built = Built::new(&graph, selection, target.as_deref(), resolver)?;
    note(inventory, &graph, &built);
    Ok(Resolved { roots: roots(&graph), target })
}

/// Runs `cargo metadata`, which writes nothing and uses no network. Where the sources of other platforms' crates are
/// not there, this machine's platform is asked for alone.
fn ask(folder: &Path, selection: &Selection) -> Result<(CargoMetadata, Option<String>), MetadataError> {
    let run = |target: Option<&str>| {
        let mut command = MetadataCommand::new();
        // Cargo's own settings, and rustup's, are those of the folder in which it runs.
        command.current_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let filter = target.iter().flat_map(|target| ["--filter-platform", target]);
        command.other_options(["--locked", "--offline"].into_iter().chain(filter));
        // What cargo itself said is the last of the causes.
        command.exec().map_err(|error| {
            let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            let lines = cause.lines().map(str::trim).filter(|line| !line.is_empty());
            MetadataError::Cargo(lines.collect::<Vec<_>>().join("; "))
        })
    };
    if let Some(target) = &selection.target {
        return run(Some(target)).map(|metadata| (metadata, Some(target.clone())));
    }
    match run(None) {
        Ok(metadata) => Ok((metadata, None)),
        Err(error) => {
            let here = Platform::build_target().map_err(|_| error.clone())?.triple_str().to_owned();
            run(Some(&here)).map(|metadata| (metadata, Some(here))).map_err(|_| error)
        }
    }
}

/// What `cargo build --workspace` builds, and `cargo test --workspace` beside it.
struct Built<'g> {
    main: CargoSet<'g>,
    with_tests: CargoSet<'g>,
}

impl<'g> Built<'g> {
    fn new(
        graph: &'g PackageGraph,
        selection: &Selection,
        target: Option<&str>,
        resolver: CargoResolverVersion,
    ) -> Result<Self, MetadataError> {
        let members = || graph.workspace().iter();
        let known = |name: &str| members().any(|member| member.named_features().any(|named| named == name));
        if let Some(stranger) = selection.features.iter().find(|name| !known(name)) {
            return Err(MetadataError::Feature(stranger.clone()));
        }
        let platform = match target {
            Some(triple) => Platform::new(triple.to_owned(), TargetFeatures::Unknown)
                .map(PlatformSpec::from)
                .map_err(|_| MetadataError::Target(triple.to_owned()))?,
            None => PlatformSpec::Any,
        };
        let set = |tests: bool| {
            let mut options = CargoOptions::new();
            options.set_resolver(resolver).set_include_dev(tests).set_target_platform(platform.clone());
            let standard = match selection {
                Selection { all_features: true, .. } => StandardFeatures::All,
                Selection { no_default_features: true, .. } => StandardFeatures::None,
                _ => StandardFeatures::Default,
            };
            let wanted = named_feature_filter(standard, selection.features.iter().map(String::as_str));
            let initials = graph.resolve_workspace().to_feature_set(wanted);
            initials.into_cargo_set(&options).map_err(|error| MetadataError::Answer(error.to_string()))
        };
        Ok(Self { main: set(false)?, with_tests: set(true)? })
    }

    /// The features that a package is built with: those of the program before those of its tests and build scripts.
    /// None where it is not built.
    fn features(&self, package: &PackageId) -> Option<Vec<String>> {
        let sets = [
            self.main.target_features(),
            self.with_tests.target_features(),
            self.main.host_features(),
            self.with_tests.host_features(),
        ];
        let list = sets.into_iter().find_map(|set| set.features_for(package).ok().flatten())?;
        let mut names: Vec<String> = list.named_features().map(str::to_owned).collect();
        names.sort_unstable();
        Some(names)
    }

    /// Who is built with whom.
    fn links(&self) -> HashSet<(&'g PackageId, &'g PackageId)> {
        let set = &self.with_tests;
        let links = set.target_links().chain(set.host_links()).chain(set.build_dep_links());
        links.chain(set.proc_macro_links()).map(|link| (link.from().id(), link.to().id())).collect()
    }
}

/// Writes cargo's answer into the components.
fn note(inventory: &mut Inventory, graph: &PackageGraph, built: &Built<'_>) {
    let packages: HashMap<Key, &PackageId> = graph.packages().map(|p| (key_of(p), p.id())).collect();
    let ids: Vec<Option<&PackageId>> =
        inventory.components.iter().map(|component| packages.get(&key(component)).copied()).collect();
    let links = built.links();
    for (i, component) in inventory.components.iter_mut().enumerate() {
        let features = ids[i].and_then(|id| built.features(id));
        component.built = features.is_some();
        component.features = Some(features.unwrap_or_default().into());
        component
            .uses
            .retain(|&used| matches!((ids[i], ids[used]), (Some(a), Some(b)) if links.contains(&(a, b))));
    }
}

/// What tells packages apart in a lock and in cargo's answer: two sources may have the same version.
type Key = (String, String, bool);

fn key(component: &Component) -> Key {
    (component.path.clone(), component.version.to_string(), component.origin == Origin::Registry)
}

fn key_of(package: PackageMetadata<'_>) -> Key {
    let from_registry = package.source().external_source().is_some_and(|source| !source.starts_with("git+"));
    (package.name().to_owned(), package.version().to_string(), from_registry)
}

/// The files with which the workspace's libraries and binaries begin; tests, benches and examples are left out.
fn roots(graph: &PackageGraph) -> Vec<PathBuf> {
    let of_program = |id: BuildTargetId<'_>| matches!(id, BuildTargetId::Library | BuildTargetId::Binary(_));
    let targets = graph.workspace().iter().flat_map(|member| member.build_targets().collect::<Vec<_>>());
    let mut roots: Vec<PathBuf> =
        targets.filter(|target| of_program(target.id())).map(|target| target.path().into()).collect();
    roots.sort_unstable();
    roots.dedup();
    roots
}

/// Which rules for features the workspace has: what its manifest says, or what its edition stands for.
fn resolver(manifest: &str) -> CargoResolverVersion {
    let Ok(document) = toml_text::parse(manifest, "") else { return CargoResolverVersion::V1 };
    let table = |name| toml_text::table(&document, name);
    let said = |name, key| table(name).and_then(|table| toml_text::string(table, key));
    match said("workspace", "resolver").or(said("package", "resolver")) {
        Some("2") => CargoResolverVersion::V2,
        Some("3") => CargoResolverVersion::V3,
        Some(_) => CargoResolverVersion::V1,
        // A workspace without a package has no edition, and keeps the first rules.
        None => match said("package", "edition").or(said("workspace", "edition")) {
            Some("2021") => CargoResolverVersion::V2,
            Some("2015" | "2018") | None => CargoResolverVersion::V1,
            Some(_) => CargoResolverVersion::V3,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resolver_is_said_or_follows_from_the_edition() {
        let name = |text| format!("{:?}", resolver(text));
        assert_eq!(name("[package]\nedition = \"2021\"\n"), "V2");
        assert_eq!(name("[package]\nedition = \"2024\"\n"), "V3");
        assert_eq!(name("[package]\nedition = \"2018\"\n"), "V1");
        assert_eq!(name("[workspace]\nmembers = []\n"), "V1");
        assert_eq!(name("[workspace]\nresolver = \"2\"\n"), "V2");
        assert_eq!(name("[package]\nedition = \"2021\"\nresolver = \"1\"\n"), "V1");
    }
}
