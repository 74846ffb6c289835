//! What several tests need.
#![allow(dead_code, unreachable_pub, reason = "each test takes the part it needs")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use awscompat::catalog::Catalog;
use awscompat::family::Family;
use awscompat::inventory::{Component, Decision, Inventory, Location, Origin, Relation};
use awscompat::plan::Plan;
use awscompat::source::{Source, Span};
use awscompat::version::Version;

/// The repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The built binary, in the repository's folder, without the user's module cache or colours.
pub fn awscompat(arguments: &[&str]) -> Output {
    awscompat_in(root(), arguments)
}

/// The built binary, in a folder.
pub fn awscompat_in(folder: &Path, arguments: &[&str]) -> Output {
    command(folder).args(arguments).output().expect("the binary runs")
}

/// The built binary, ready for more settings.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_awscompat"));
    command.current_dir(folder).env("GOMODCACHE", "/nowhere").env_remove("CARGO_TERM_COLOR");
    command
}

/// Standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("output is UTF-8")
}

/// A folder with real projects for tests, beside the repository; not everybody has it.
pub fn shared_cases(kind: &str) -> Option<PathBuf> {
    let folder = root().join("../shared/cases").join(kind);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no ../shared/cases/{kind} here");
    None
}

/// A new empty folder that goes away with the value.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let nth = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("awscompat-{name}-{}-{nth}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, with the folders above it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("it has a parent")).expect("folders can be made");
        std::fs::write(&path, bytes).expect("a file can be written");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A repository that goes away with the value.
pub struct Repository(pub Scratch);

impl Repository {
    pub fn new() -> Self {
        let repository = Self(Scratch::new("repository"));
        repository.git(&["init", "-q", "-b", "main"]);
        repository
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .current_dir(self.path())
            .args(["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", stderr(&output));
        stdout(&output)
    }

    /// Commits everything.
    pub fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "-q", "-m", "change"]);
    }

    /// Writes the go.mod of a module that has core and the client of a registry.
    pub fn go(&self, folder: &str, core: &str, ecr: &str) {
        self.0.write(&format!("{folder}go.mod"), go_mod(core, ecr));
    }

    pub fn check(&self, arguments: &[&str]) -> Output {
        awscompat_in(self.path(), arguments)
    }

    pub fn code(&self, arguments: &[&str]) -> i32 {
        self.check(arguments).status.code().unwrap()
    }
}

/// A go.mod with core and the client of a registry.
pub fn go_mod(core: &str, ecr: &str) -> String {
    format!(
        "module example.com/app\n\ngo 1.21\n\nrequire (\n\tgithub.com/aws/aws-sdk-go-v2 {core} // indirect\n\t\
         github.com/aws/aws-sdk-go-v2/service/ecr {ecr} // indirect\n\tgithub.com/aws/smithy-go v1.18.1 // indirect\n)\n"
    )
}

/// An inventory of these modules, by short name or path.
pub fn inventory(modules: &[(&str, &str)]) -> Inventory {
    let components = modules
        .iter()
        .map(|(name, version)| component(&Family::Go.full_path(name), version.parse().expect("a version")));
    inventory_of(components.collect())
}

pub fn inventory_of(mut components: Vec<Component>) -> Inventory {
    components.sort_by(|a, b| a.path.cmp(&b.path));
    inventory_of_sorted(components)
}

fn inventory_of_sorted(components: Vec<Component>) -> Inventory {
    Inventory {
        family: Family::Go,
        name: Some("example.com/m".to_owned()),
        folder: None,
        sources: vec![Source::new("go.mod", "")],
        components,
        decided_by: Decision::GoMod,
        edges: Vec::new(),
        cargo: None,
        remarks: Vec::new(),
    }
}

pub fn component(path: &str, version: Version) -> Component {
    let at = Location { source: 0, span: Span::default() };
    Component {
        path: path.to_owned(),
        version,
        at,
        relation: Relation::Indirect,
        held: None,
        built: true,
        features: None,
        origin: Origin::Registry,
        uses: Vec::new(),
    }
}

/// The inventory as it is once the plan was carried out. Of a lock, the edges stay what they were.
pub fn after(inventory: &Inventory, plan: &Plan) -> Inventory {
    let mut components = inventory.components.clone();
    for moved in plan.moves.iter().chain(&plan.carried) {
        let is_meant = |component: &&mut Component| {
            component.path == moved.path && moved.from.as_ref().is_some_and(|from| *from == component.version)
        };
        match components.iter_mut().find(is_meant) {
            Some(component) => component.version = moved.to.clone(),
            None => components.push(component(&moved.path, moved.to.clone())),
        }
    }
    if inventory.family == Family::Go {
        components.sort_by(|a, b| a.path.cmp(&b.path));
    }
    // Indices stay what they were, so what is gone from a lock leaves an entry that stands for nothing.
    for component in &mut components {
        if plan.removed.iter().any(|(path, version)| *path == component.path && *version == component.version)
        {
            component.path = "removed".to_owned();
        }
    }
    Inventory { family: inventory.family, cargo: inventory.cargo.clone(), ..inventory_of_sorted(components) }
}

/// Raises modules to what they require of each other, as version selection does.
pub fn select(inventory: &mut Inventory, catalog: &Catalog) {
    loop {
        let mut raised = false;
        for component in inventory.components.clone() {
            for (path, least) in catalog.requirements(&component.path, &component.version).unwrap_or_default()
            {
                match inventory.components.binary_search_by(|component| component.path.cmp(&path)) {
                    Ok(i) if inventory.components[i].version >= least => continue,
                    Ok(i) => inventory.components[i].version = least,
                    Err(i) => inventory.components.insert(i, self::component(&path, least)),
                }
                raised = true;
            }
        }
        if !raised {
            return;
        }
    }
}
