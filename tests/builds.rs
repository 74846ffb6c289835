//! What is really built: replace, exclude, old go.mod files, vendor folders, workspaces, and Go's own answers.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

mod support;

use awscompat::catalog::Catalog;
use awscompat::check::check;
use awscompat::discover::{Input, discover};
use awscompat::family::Family;
use awscompat::inventory::{Decision, HoldKind, Inventory, Relation, go};
use awscompat::select::select;
use awscompat::source::Source;
use support::{Scratch, awscompat_in, stdout};

const AWS: &str = "github.com/aws/aws-sdk-go-v2";
const BROKEN: &str = "\
module example.com/m

go 1.21

require (
	github.com/aws/aws-sdk-go-v2 v1.23.5
	github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2 // indirect
)
";
const HASH: &str = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

fn read(text: &str) -> Inventory {
    go::module_alone(Source::new("go.mod", text)).unwrap()
}

fn version(inventory: &Inventory, name: &str) -> Option<String> {
    inventory.component(&Family::Go.full_path(name)).map(|component| component.version.to_string())
}

fn ids(inventory: &Inventory) -> Vec<&'static str> {
    let outcome = check(inventory, &Catalog::embedded(Family::Go));
    outcome.findings.iter().map(|finding| finding.event.id).collect()
}

fn sum(modules: &[(&str, &str)]) -> String {
    let lines = modules.iter().map(|(name, version)| {
        let path = Family::Go.full_path(name);
        format!("{path} {version} {HASH}\n{path} {version}/go.mod {HASH}\n")
    });
    lines.collect()
}

#[test]
fn a_replace_with_a_version_decides() {
    let replaced = format!("{BROKEN}\nreplace {AWS}/service/ecr => {AWS}/service/ecr v1.24.3\n");
    let inventory = read(&replaced);
    assert_eq!(version(&inventory, "service/ecr").as_deref(), Some("v1.24.3"));
    assert_eq!(ids(&inventory), [""; 0]);
    let ecr = inventory.component(&format!("{AWS}/service/ecr")).unwrap();
    assert_eq!(ecr.held.as_ref().map(|hold| hold.by), Some(HoldKind::Replace));
    assert_eq!(&inventory.source(ecr.at).text()[ecr.at.span.range()], "v1.24.3");
}

#[test]
fn a_replace_holds_for_its_left_version_only_and_wins_over_a_general_one() {
    let other = format!("{BROKEN}\nreplace {AWS}/service/ecr v1.19.0 => {AWS}/service/ecr v1.24.3\n");
    assert_eq!(version(&read(&other), "service/ecr").as_deref(), Some("v1.20.2"));
    let both = format!(
        "{BROKEN}\nreplace {AWS}/service/ecr => {AWS}/service/ecr v1.19.0\n\
         replace {AWS}/service/ecr v1.20.2 => {AWS}/service/ecr v1.24.3\n"
    );
    assert_eq!(version(&read(&both), "service/ecr").as_deref(), Some("v1.24.3"));
}

#[test]
fn what_a_folder_or_another_module_replaces_is_not_judged() {
    for target in ["./local/ecr", "../ecr", "/src/ecr", "example.com/fork/ecr v1.20.2"] {
        let inventory = read(&format!("{BROKEN}\nreplace {AWS}/service/ecr => {target}\n"));
        assert_eq!(version(&inventory, "service/ecr"), None, "{target}");
        assert_eq!(ids(&inventory), [""; 0]);
        assert_eq!(inventory.remarks.len(), 1, "{target}");
    }
}

#[test]
fn the_highest_of_two_requirements_is_built() {
    let twice = format!("{BROKEN}\nrequire {AWS}/service/ecr v1.24.3\n");
    assert_eq!(version(&read(&twice), "service/ecr").as_deref(), Some("v1.24.3"));
}

#[test]
fn an_excluded_version_is_not_built_and_go_sum_stands_in() {
    let scratch = Scratch::new("exclude");
    let excluded =
        BROKEN.replace("ecr v1.20.2", "ecr v1.24.3") + &format!("\nexclude {AWS}/service/ecr v1.24.3\n");
    let manifest = scratch.write("go.mod", &excluded);
    scratch
        .write("go.sum", sum(&[("core", "v1.23.5"), ("service/ecr", "v1.20.2"), ("service/ecr", "v1.24.3")]));
    let inventory = go::module(&manifest).unwrap();
    assert_eq!(version(&inventory, "service/ecr").as_deref(), Some("v1.20.2"));
    let ecr = inventory.component(&format!("{AWS}/service/ecr")).unwrap();
    assert_eq!(ecr.held.as_ref().map(|hold| hold.by), Some(HoldKind::Exclude));
    assert_eq!(ids(&inventory), ["service-behind-core-1-23"]);
    assert_eq!(inventory.remarks.len(), 1);
    // Without go.sum nobody knows.
    std::fs::remove_file(scratch.path().join("go.sum")).unwrap();
    assert_eq!(version(&go::module(&manifest).unwrap(), "service/ecr"), None);
}

#[test]
fn an_old_go_mod_is_completed_from_go_sum() {
    let scratch = Scratch::new("old");
    let manifest =
        scratch.write("go.mod", format!("module example.com/m\n\ngo 1.16\n\nrequire {AWS} v1.23.5\n"));
    scratch.write("go.sum", sum(&[("core", "v1.23.5"), ("core", "v1.21.2"), ("service/ecr", "v1.20.2")]));
    let inventory = go::module(&manifest).unwrap();
    assert_eq!(inventory.decided_by, Decision::GoSum);
    assert!(inventory.decided_by.is_inference());
    assert_eq!(ids(&inventory), ["service-behind-core-1-23"]);
    let core = inventory.component(AWS).unwrap();
    assert_eq!(core.relation, Relation::Direct);
    assert_eq!(inventory.source(core.at).path(), manifest);
    std::fs::remove_file(scratch.path().join("go.sum")).unwrap();
    let piped = read(&std::fs::read_to_string(&manifest).unwrap());
    for alone in [go::module(&manifest).unwrap(), piped] {
        assert_eq!(ids(&alone), [""; 0]);
        assert_eq!(alone.decided_by, Decision::GoModDirect);
        assert!(alone.decided_by.is_inference());
        assert!(alone.decided_by.words().contains("direct requirements only"));
        assert_eq!(alone.remarks, [""; 0], "it is said once");
    }
}

#[test]
fn a_module_that_go_sum_names_only_by_its_go_mod_is_not_built() {
    let text = format!(
        "{AWS} v1.23.5 {HASH}\n{AWS} v1.23.5/go.mod {HASH}\n{AWS}/service/ecr v1.20.2/go.mod {HASH}\n"
    );
    let inventory = go::sum(Source::new("go.sum", text)).unwrap();
    assert_eq!(version(&inventory, "service/ecr"), None);
    assert_eq!(ids(&inventory), [""; 0]);
}

#[test]
fn the_vendor_folder_wins_and_unused_modules_are_latent() {
    let scratch = Scratch::new("vendor");
    let manifest = scratch.write("go.mod", BROKEN);
    let core = format!("# {AWS} v1.23.5\n## explicit; go 1.19\n{AWS}/aws\n");
    scratch.write(
        "vendor/modules.txt",
        format!("{core}# {AWS}/service/ecr v1.20.2\n## explicit\n{AWS}/service/ecr\n"),
    );
    let built = go::module(&manifest).unwrap();
    assert_eq!(built.decided_by, Decision::Vendor);
    let outcome = check(&built, &Catalog::embedded(Family::Go));
    assert_eq!(outcome.findings[0].severity.name(), "error");

    scratch.write("vendor/modules.txt", format!("{core}# {AWS}/service/ecr v1.20.2\n## explicit\n"));
    let unused = go::module(&manifest).unwrap();
    let outcome = check(&unused, &Catalog::embedded(Family::Go));
    assert_eq!(outcome.findings[0].severity.name(), "warning", "no package of ecr is compiled");

    // A folder that was made for a workspace, and one of a go.mod that does not say how old it is, are not looked at.
    scratch.write("vendor/modules.txt", format!("## workspace\n{core}"));
    let left = go::module(&manifest).unwrap();
    assert_eq!((left.decided_by, left.remarks), (Decision::GoMod, vec![]));
    scratch.write("go.mod", BROKEN.replace("go 1.21\n", ""));
    scratch.write("vendor/modules.txt", &core);
    let ageless = go::module(&manifest).unwrap();
    assert_eq!((ageless.decided_by, ageless.remarks), (Decision::GoModDirect, vec![]));
}

#[test]
fn a_vendor_folder_that_go_refuses_does_not_decide() {
    let scratch = Scratch::new("inconsistent");
    let replaced = format!("{BROKEN}\nreplace a.b/c => d.e/f v1.0.0\n");
    let core = format!("# {AWS} v1.23.5\n## explicit; go 1.19\n{AWS}/aws\n");
    let ecr = format!("# {AWS}/service/ecr v1.20.2\n## explicit\n{AWS}/service/ecr\n");
    let other = format!("# {AWS}/service/sts v1.26.0\n## explicit\n{AWS}/service/sts\n");
    let fork = "# a.b/c => d.e/f v1.0.0\n";
    for (vendored, said) in [
        (format!("{core}{ecr}{fork}"), None),
        (format!("{core}{ecr}# o.p/q v1.0.0\no.p/q\n{fork}"), None),
        (String::new(), Some("aws-sdk-go-v2 v1.23.5 is not there")),
        ("garbage\n# more\n".to_owned(), Some("aws-sdk-go-v2 v1.23.5 is not there")),
        (format!("{core}{fork}"), Some("service/ecr v1.20.2 is not there")),
        (
            format!("{core}{ecr}{fork}").replace("v1.20.2", "v1.24.3"),
            Some("service/ecr is v1.24.3 in one and v1.20.2 in the other"),
        ),
        (
            format!("{core}{ecr}{fork}").replace("## explicit\n", ""),
            Some("service/ecr is not `explicit` there"),
        ),
        (format!("{core}{ecr}{other}{fork}"), Some("service/sts v1.26.0 is there alone")),
        (format!("{core}{ecr}"), Some("a.b/c is not replaced alike in both")),
        (
            format!("{core}{ecr}{fork}").replace("v1.0.0", "v1.1.0"),
            Some("a.b/c is not replaced alike in both"),
        ),
        (format!("{core}{ecr}{fork}# g.h/i => ./i\n"), Some("g.h/i is not replaced alike in both")),
    ] {
        let manifest = scratch.write("go.mod", &replaced);
        scratch.write("vendor/modules.txt", &vendored);
        let inventory = go::module(&manifest).unwrap();
        assert_eq!(ids(&inventory), ["service-behind-core-1-23"], "{vendored}");
        match said {
            None => assert_eq!((inventory.decided_by, inventory.remarks), (Decision::Vendor, vec![])),
            Some(said) => {
                assert_eq!(inventory.decided_by, Decision::GoMod, "{vendored}");
                assert!(inventory.remarks[0].contains(said), "{:?}", inventory.remarks);
                assert!(inventory.remarks[0].ends_with("until `go mod vendor`; go.mod was read"));
            }
        }
    }
}

#[test]
fn the_vendor_folder_of_a_workspace_lists_what_each_member_requires() {
    let scratch = Scratch::new("work-vendor");
    for (name, version) in [("a", "v1.20.2"), ("b", "v1.24.3")] {
        let text = BROKEN.replace("example.com/m", &format!("example.com/{name}"));
        scratch.write(&format!("{name}/go.mod"), text.replace("v1.20.2", version));
    }
    let work = scratch.write("go.work", "go 1.22\n\nuse (\n\t./a\n\t./b\n)\n");
    let ecr = |version: &str| format!("# {AWS}/service/ecr {version}\n## explicit\n");
    let core = format!("# {AWS} v1.23.5\n## explicit; go 1.19\n{AWS}/aws\n");
    let both = format!("## workspace\n{core}{}{}{AWS}/service/ecr\n", ecr("v1.20.2"), ecr("v1.24.3"));
    scratch.write("vendor/modules.txt", &both);
    let inventory = go::workspace(&work).unwrap();
    assert_eq!((inventory.decided_by, &inventory.remarks), (Decision::Vendor, &vec![]));
    let ecr = inventory.component(&format!("{AWS}/service/ecr")).unwrap();
    assert_eq!((ecr.version.to_string(), ecr.built, &ecr.held), ("v1.24.3".to_owned(), true, &None));
    scratch.write("vendor/modules.txt", both.replace("v1.20.2", "v1.20.1"));
    let stale = go::workspace(&work).unwrap();
    assert_eq!(stale.decided_by, Decision::GoWork);
    assert!(stale.remarks[0].contains("until `go work vendor`"), "{:?}", stale.remarks);
}

#[test]
fn a_vendored_replacement_is_what_is_compiled() {
    let text = format!(
        "# {AWS} v1.23.5\n{AWS}/aws\n# {AWS}/service/ecr v1.24.3 => {AWS}/service/ecr v1.20.2\n{AWS}/service/ecr\n"
    );
    let inventory = go::vendor(Source::new("vendor/modules.txt", text)).unwrap();
    assert_eq!(version(&inventory, "service/ecr").as_deref(), Some("v1.20.2"));
    assert_eq!(ids(&inventory), ["service-behind-core-1-23"]);
}

#[test]
fn a_workspace_builds_the_highest_over_its_members() {
    let scratch = Scratch::new("work");
    let module = |name: &str, version: &str| {
        format!("module example.com/m\n\ngo 1.21\n\nrequire {AWS}{name} {version}\n")
    };
    scratch.write("a/go.mod", module("", "v1.23.5"));
    scratch.write("b/go.mod", module("/service/ecr", "v1.20.2").replace("example.com/m", "example.com/b"));
    let work = scratch.write("go.work", "go 1.21\n\nuse (\n\t./a\n\t./b\n)\n");
    let workspace = go::workspace(&work).unwrap();
    assert_eq!(workspace.decided_by, Decision::GoWork);
    assert_eq!(ids(&workspace), ["service-behind-core-1-23"], "neither member has the mix by itself");
    for member in ["a", "b"] {
        assert_eq!(ids(&go::module(&scratch.path().join(member).join("go.mod")).unwrap()), [""; 0]);
    }
    let inputs = discover(scratch.path()).unwrap();
    assert_eq!(inputs.len(), 3);

    scratch.write(
        "go.work",
        format!("go 1.21\n\nuse ./a\nuse ./b\n\nreplace {AWS}/service/ecr => {AWS}/service/ecr v1.24.3\n"),
    );
    let replaced = go::workspace(&work).unwrap();
    assert_eq!(ids(&replaced), [""; 0]);
}

#[test]
fn gos_own_list_and_graph_are_read() {
    let list = format!(
        r#"{{"Path": "example.com/m", "Main": true}}
{{"Path": "{AWS}", "Version": "v1.23.5", "Indirect": true}}
{{"Path": "{AWS}/service/ecr", "Version": "v1.24.3", "Replace": {{"Path": "{AWS}/service/ecr", "Version": "v1.20.2"}}}}
"#
    );
    let inventory = go::list(Source::new("<stdin>", list)).unwrap();
    assert_eq!(inventory.name.as_deref(), Some("example.com/m"));
    assert_eq!(ids(&inventory), ["service-behind-core-1-23"]);
    let ecr = inventory.component(&format!("{AWS}/service/ecr")).unwrap();
    assert_eq!(&inventory.source(ecr.at).text()[ecr.at.span.range()], "v1.20.2");

    let graph = format!(
        "example.com/m {AWS}@v1.23.5\nexample.com/m example.com/login@v0.1.0\n\
         example.com/login@v0.1.0 {AWS}/service/ecr@v1.20.2\n{AWS}/service/ecr@v1.20.2 {AWS}@v1.21.2\n"
    );
    let inventory = go::graph(Source::new("<stdin>", graph)).unwrap();
    assert_eq!(ids(&inventory), ["service-behind-core-1-23"]);
    let requirers = awscompat::requirers::requirers(
        &inventory,
        &Catalog::embedded(Family::Go),
        &[&format!("{AWS}/service/ecr")],
    );
    assert_eq!(requirers[0].direct, Some(false));
    assert_eq!(requirers[0].found.len(), 1);
    assert_eq!(requirers[0].found[0].path, "example.com/login");
}

#[test]
fn a_pruned_graph_tells_what_provides_no_package() {
    let edges = format!(
        "m {AWS}@v1.23.5\nm a.b/login@v0.1.0\na.b/login@v0.1.0 {AWS}/service/ecr@v1.20.2\n\
         a.b/login@v0.0.9 {AWS}/service/ecr@v1.20.1\n"
    );
    for (go, severity) in [("", "error"), ("m go@1.16\n", "error"), ("m go@1.17\n", "warning")] {
        let inventory = go::graph(Source::new("<stdin>", format!("{edges}{go}"))).unwrap();
        let outcome = check(&inventory, &Catalog::embedded(Family::Go));
        assert_eq!(outcome.findings[0].severity.name(), severity, "{go}");
    }
}

#[test]
fn the_main_module_is_named_once_among_those_that_require() {
    let ecr = format!("{AWS}/service/ecr");
    let graph = format!("m {AWS}@v1.23.5\nm {ecr}@v1.20.2\nother {ecr}@v1.20.1\n");
    let inventory = go::graph(Source::new("<stdin>", graph)).unwrap();
    let requirers =
        awscompat::requirers::requirers(&inventory, &Catalog::embedded(Family::Go), &[ecr.as_str()]);
    assert_eq!(requirers[0].direct, Some(true));
    let found: Vec<&str> = requirers[0].found.iter().map(|requirer| requirer.path.as_str()).collect();
    assert_eq!(found, ["other"]);
}

#[test]
fn a_large_graph_is_read_in_no_time() {
    let mut graph = String::new();
    for i in 0..16_000 {
        graph += &format!("m a.b/m{i}@v1.0.0\n");
        (0..5).for_each(|j| graph += &format!("a.b/m{i}@v1.0.0 {AWS}/service/s{j}@v1.{i}.0\n"));
    }
    let start = std::time::Instant::now();
    let inventory = go::graph(Source::new("<stdin>", graph)).unwrap();
    assert_eq!(inventory.edges.len(), 80_000);
    // Unoptimized, a reading takes less than a second; one that looks at each module for each edge, fifteen.
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn a_go_mod_that_is_not_tidy_is_selected_as_go_will() {
    let catalog = Catalog::embedded(Family::Go);
    let selected = |text: &str| {
        let mut inventory = read(text);
        select(&mut inventory, &catalog);
        inventory
    };
    let text = BROKEN.replace("ecr v1.20.2", "ecr v1.67.6");
    assert!(ids(&read(&text)).contains(&"core-held-below-1-45"));
    let raised = selected(&text);
    assert_eq!(ids(&raised), [""; 0]);
    assert_eq!(version(&raised, "core").as_deref(), Some("v1.48.0"));
    let remark = "go.mod lists core v1.23.5, but service/ecr v1.67.6 requires v1.48.0, which go will select";
    assert_eq!(raised.remarks, [remark]);

    // What was raised may itself require more: sso and sts raise core, which raises smithy-go.
    let chain = format!(
        "{BROKEN}require {AWS}/config v1.26.3\nrequire {AWS}/credentials v1.16.9\nrequire github.com/aws/smithy-go v1.18.1\n"
    );
    let raised = selected(&chain);
    let versions =
        ["core", "credentials", "smithy-go", "config", "service/ecr"].map(|name| version(&raised, name));
    let expected = ["v1.24.1", "v1.16.14", "v1.19.0", "v1.26.3", "v1.20.2"].map(|text| Some(text.to_owned()));
    assert_eq!(versions, expected);
    assert_eq!(raised.remarks.len(), 3, "{:?}", raised.remarks);

    let held = selected(&format!("{text}replace {AWS} => {AWS} v1.25.1\n"));
    assert_eq!(version(&held, "core").as_deref(), Some("v1.25.1"));
    assert_eq!(held.remarks, [""; 0]);
}

#[test]
fn what_go_has_selected_or_copied_is_left_alone() {
    let catalog = Catalog::embedded(Family::Go);
    let core = format!("# {AWS} v1.23.5\n{AWS}/aws\n");
    let ecr = format!("# {AWS}/service/ecr v1.67.6\n{AWS}/service/ecr\n");
    let list = format!(
        "{{\"Path\":\"{AWS}\",\"Version\":\"v1.23.5\"}}\n{{\"Path\":\"{AWS}/service/ecr\",\"Version\":\"v1.67.6\"}}\n"
    );
    for mut inventory in [
        go::vendor(Source::new("vendor/modules.txt", core + &ecr)).unwrap(),
        go::list(Source::new("<stdin>", list)).unwrap(),
    ] {
        select(&mut inventory, &catalog);
        assert_eq!(version(&inventory, "core").as_deref(), Some("v1.23.5"));
        assert_eq!(inventory.remarks, [""; 0]);
    }
}

#[test]
fn selection_comes_before_checking() {
    let scratch = Scratch::new("untidy");
    scratch.write("a/go.mod", BROKEN.replace("ecr v1.20.2", "ecr v1.67.6"));
    scratch.write("go.work", "go 1.21\n\nuse ./a\n");
    let said = stdout(&awscompat_in(scratch.path(), &[]));
    assert!(said.contains("note: a/go.mod: go.mod lists core v1.23.5, but"), "{said}");
    assert!(said.contains("note: go.work: a/go.mod lists core v1.23.5, but"), "{said}");
    assert!(said.contains("ok: 2 builds checked"), "{said}");
}

#[test]
fn folders_that_go_passes_over_are_passed_over() {
    let scratch = Scratch::new("walk");
    for folder in ["", "sub", "testdata/x", "vendor/y", "_old", "node_modules/z", "ignored", ".hidden"] {
        scratch.write(format!("{folder}/go.mod").trim_start_matches('/'), BROKEN);
    }
    scratch.write(".gitignore", "ignored/\n");
    scratch.write("lonely/go.sum", sum(&[("core", "v1.23.5")]));
    let found = discover(scratch.path()).unwrap();
    let modules = found.iter().filter(|input| matches!(input, Input::GoMod(_))).count();
    assert_eq!((modules, found.len()), (2, 3), "{found:?}");
    assert_eq!(discover(&scratch.path().join("testdata/x")).unwrap().len(), 1, "what is named is checked");
}
