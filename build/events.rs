//! Reads `rules/<family>/*.toml`, checks each event, and writes it as a constant of `src/event.rs`.

use std::fmt::Write as _;
use std::fs;
use std::ops::{Bound, Range as Bytes};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

/// The families and how their enum variants are called.
const FAMILIES: [(&str, &str); 2] = [("go", "Family::Go"), ("rust", "Family::Rust")];

const KINDS: [(&str, &str); 11] = [
    ("floor", "Kind::Floor"),
    ("bad-pair", "Kind::BadPair"),
    ("bad-release", "Kind::BadRelease"),
    ("unsatisfied", "Kind::Unsatisfied"),
    ("withdrawn", "Kind::Withdrawn"),
    ("single-instance", "Kind::SingleInstance"),
    ("other-line", "Kind::OtherLine"),
    ("loose-cap", "Kind::LooseCap"),
    ("yanked", "Kind::Yanked"),
    ("rust-version", "Kind::RustVersion"),
    ("feature", "Kind::Feature"),
];

const SEVERITIES: [(&str, &str); 3] =
    [("note", "Severity::Note"), ("warning", "Severity::Warning"), ("error", "Severity::Error")];

const CERTAINTIES: [(&str, &str); 5] = [
    ("run", "Certainty::Run"),
    ("maintainer", "Certainty::Maintainer"),
    ("reports", "Certainty::Reports"),
    ("source", "Certainty::Source"),
    ("predicted", "Certainty::Predicted"),
];

const IMPACTS: [(&str, &str); 18] = [
    ("compile", "Impact::Compile"),
    ("registry-login", "Impact::RegistryLogin"),
    ("signed-calls", "Impact::SignedCalls"),
    ("some-calls", "Impact::SomeCalls"),
    ("role-assumption", "Impact::RoleAssumption"),
    ("web-identity", "Impact::WebIdentity"),
    ("sso", "Impact::Sso"),
    ("instance-role", "Impact::InstanceRole"),
    ("container-credentials", "Impact::ContainerCredentials"),
    ("presigned-urls", "Impact::PresignedUrls"),
    ("s3-compatible", "Impact::S3Compatible"),
    ("custom-endpoints", "Impact::CustomEndpoints"),
    ("shared-config", "Impact::SharedConfig"),
    ("event-streams", "Impact::EventStreams"),
    ("telemetry", "Impact::Telemetry"),
    ("credential-commands", "Impact::CredentialCommands"),
    ("console-login", "Impact::ConsoleLogin"),
    ("advisories", "Impact::Advisories"),
];

const CODE_FACTS: [(&str, &str); 3] = [
    ("no-behavior-version", "CodeFact::NoBehaviorVersion"),
    ("no-http-client", "CodeFact::NoHttpClient"),
    ("no-sleep-impl", "CodeFact::NoSleepImpl"),
];

const OUTCOMES: [&str; 4] = ["works", "compile", "runtime", "silent"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EventFile {
    title: Spanned<String>,
    kind: Spanned<String>,
    severity: Spanned<String>,
    certainty: Spanned<String>,
    released: Option<Spanned<String>>,
    what: Spanned<String>,
    cure: Spanned<String>,
    story: Spanned<String>,
    sources: Vec<Spanned<String>>,
    /// Why no run can show the break, for an error that has none.
    unproved: Option<Spanned<String>>,
    #[serde(default)]
    trigger: Vec<SelectorFile>,
    #[serde(default)]
    stale: Vec<StaleFile>,
    #[serde(default)]
    text: Vec<TextFile>,
    #[serde(default)]
    run: Vec<RunFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SelectorFile {
    modules: Spanned<Vec<String>>,
    #[serde(default)]
    except: Vec<String>,
    versions: Option<Spanned<String>>,
    built_for: Option<Spanned<String>>,
    #[serde(default)]
    uses: Vec<Spanned<String>>,
    #[serde(default)]
    unless_uses: Vec<Spanned<String>>,
    #[serde(default)]
    used_by: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StaleFile {
    modules: Spanned<Vec<String>>,
    #[serde(default)]
    except: Vec<String>,
    versions: Option<Spanned<String>>,
    built_for: Option<Spanned<String>>,
    #[serde(default)]
    uses: Vec<Spanned<String>>,
    #[serde(default)]
    unless_uses: Vec<Spanned<String>>,
    #[serde(default)]
    used_by: Vec<Spanned<String>>,
    #[serde(default)]
    breaks: Vec<Spanned<String>>,
    severity: Option<Spanned<String>>,
    /// Features of the crate that must all be on.
    #[serde(default)]
    features: Vec<String>,
    /// Features of it that must all be off.
    #[serde(default)]
    unless_features: Vec<String>,
    /// What must all hold for the code of the workspace.
    #[serde(default)]
    code: Vec<Spanned<String>>,
}

impl StaleFile {
    fn names_features(&self) -> bool {
        !self.features.is_empty() || !self.unless_features.is_empty()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextFile {
    says: String,
    #[serde(default)]
    when: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RunFile {
    versions: Vec<String>,
    #[serde(default)]
    with: String,
    outcome: Spanned<String>,
    #[serde(default)]
    text: String,
}

/// A mistake at a byte range of the file at hand.
struct Mistake(Bytes<usize>, String);

type Checked<T> = Result<T, Mistake>;

/// The code of the constant `EVENTS`, or the first mistake as `file:line: text`.
pub(crate) fn compile(rules: &Path) -> Result<String, String> {
    let mut code = String::from("static EVENTS: &[Event] = &[\n");
    for (family, variant) in FAMILIES {
        for path in event_files(&rules.join(family))? {
            let shown = format!("rules/{family}/{}", path.file_name().unwrap_or_default().to_string_lossy());
            let text = fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
            let at = |Mistake(bytes, message): Mistake| {
                let line = text[..bytes.start].matches('\n').count() + 1;
                format!("{shown}:{line}: {message}")
            };
            let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let event = toml::from_str::<EventFile>(&text)
                .map_err(|error| at(Mistake(error.span().unwrap_or(0..0), error.message().to_owned())))?;
            check(&id, &event).map_err(&at)?;
            write_event(&mut code, &id, variant, family, &event).map_err(&at)?;
        }
    }
    code.push_str("];\n");
    Ok(code)
}

fn event_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    Ok(files)
}

fn check(id: &str, event: &EventFile) -> Checked<()> {
    let mistake = |span: Bytes<usize>, message: &str| Err(Mistake(span, message.to_owned()));
    if !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
        return mistake(
            0..0,
            "the file name, which is the event's id, must be lower-case words joined by `-`",
        );
    }
    let title = event.title.as_ref();
    if title.is_empty() || title.contains('\n') || title.ends_with('.') {
        return mistake(event.title.span(), "`title` must be one line without a full stop");
    }
    for text in [&event.what, &event.cure, &event.story] {
        if text.as_ref().trim().is_empty() {
            return mistake(text.span(), "must not be empty");
        }
    }
    if let Some(day) = &event.released
        && !is_day(day.as_ref())
    {
        return mistake(day.span(), "`released` must read YYYY-MM-DD");
    }
    if event.certainty.as_ref() == "predicted" && event.severity.as_ref() == "error" {
        return mistake(event.severity.span(), "what is only predicted can be no error");
    }
    for source in &event.sources {
        if !source.as_ref().starts_with("https://") {
            return mistake(source.span(), "a source must be an https address");
        }
    }
    check_runs(event)?;
    check_kind(event)
}

fn check_runs(event: &EventFile) -> Checked<()> {
    for run in &event.run {
        if !OUTCOMES.contains(&run.outcome.as_ref().as_str()) {
            return Err(Mistake(
                run.outcome.span(),
                format!("`outcome` must be one of {}", OUTCOMES.join(", ")),
            ));
        }
    }
    let has = |works: bool| event.run.iter().any(|run| (run.outcome.as_ref() == "works") == works);
    let proved = has(true) && has(false);
    if event.certainty.as_ref() == "run" && !proved {
        let message = "certainty `run` needs a [[run]] that shows the break and one that shows the cure";
        return Err(Mistake(event.certainty.span(), message.to_owned()));
    }
    match &event.unproved {
        None if !proved => {
            let message =
                "an event needs a [[run]] on either side, or `unproved` with the reason why there is none";
            Err(Mistake(event.severity.span(), message.to_owned()))
        }
        Some(reason) if proved || reason.as_ref().trim().is_empty() => Err(Mistake(
            reason.span(),
            "`unproved` must give a reason, and only where runs are missing".to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Each kind needs its parts and no others.
fn check_kind(event: &EventFile) -> Checked<()> {
    let kind = event.kind.as_ref().as_str();
    let wrong = |message: &str| Err(Mistake(event.kind.span(), format!("kind `{kind}` {message}")));
    let all = |part: fn(&StaleFile) -> bool| !event.stale.is_empty() && event.stale.iter().all(part);
    match kind {
        "floor" if event.trigger.is_empty() => wrong("needs a [[trigger]]"),
        "floor" if !all(|stale| stale.built_for.is_some()) => wrong("needs `built-for` in each [[stale]]"),
        "bad-pair" if event.trigger.is_empty() => wrong("needs a [[trigger]]"),
        "bad-pair" | "bad-release" if !all(|stale| stale.versions.is_some()) => {
            wrong("needs `versions` in each [[stale]]")
        }
        "unsatisfied" if event.trigger.is_empty() != event.stale.is_empty() => {
            wrong("needs [[trigger]] and [[stale]], or neither")
        }
        "single-instance" | "other-line" | "loose-cap" | "withdrawn"
            if !event.trigger.is_empty() || event.stale.is_empty() =>
        {
            wrong("needs [[stale]] and no [[trigger]]")
        }
        "feature" if !all(|stale| stale.names_features()) => {
            wrong("needs `features` or `unless-features` in each [[stale]]")
        }
        "yanked" | "rust-version" if !event.trigger.is_empty() || !event.stale.is_empty() => {
            wrong("takes neither [[trigger]] nor [[stale]]: it is about every crate of the family")
        }
        _ => Ok(()),
    }?;
    for stale in &event.stale {
        if stale.breaks.is_empty() && !["withdrawn", "loose-cap"].contains(&kind) {
            return Err(Mistake(stale.modules.span(), "`breaks` must say what stops working".to_owned()));
        }
    }
    Ok(())
}

fn is_day(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 10
        && bytes
            .iter()
            .enumerate()
            .all(|(i, b)| if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() })
}

/// What a [[trigger]] and a [[stale]] have in common.
struct Parts<'a> {
    modules: &'a Spanned<Vec<String>>,
    except: &'a [String],
    versions: &'a Option<Spanned<String>>,
    built_for: &'a Option<Spanned<String>>,
    uses: &'a [Spanned<String>],
    unless_uses: &'a [Spanned<String>],
    used_by: &'a [Spanned<String>],
}

macro_rules! parts {
    ($file:expr) => {
        Parts {
            modules: &$file.modules,
            except: &$file.except,
            versions: &$file.versions,
            built_for: &$file.built_for,
            uses: &$file.uses,
            unless_uses: &$file.unless_uses,
            used_by: &$file.used_by,
        }
    };
}

fn write_event(code: &mut String, id: &str, variant: &str, family: &str, event: &EventFile) -> Checked<()> {
    let triggers = event
        .trigger
        .iter()
        .map(|trigger| selector(family, parts!(trigger)))
        .collect::<Checked<Vec<_>>>()?
        .join(", ");
    let mut stale = String::new();
    for entry in &event.stale {
        let who = selector(family, parts!(entry))?;
        let breaks =
            entry.breaks.iter().map(|name| word("impact", &IMPACTS, name)).collect::<Checked<Vec<_>>>()?;
        let severity = match &entry.severity {
            Some(severity) => format!("Some({})", word("severity", &SEVERITIES, severity)?),
            None => "None".to_owned(),
        };
        let _ = write!(
            stale,
            "Stale {{ who: {who}, breaks: &[{}], severity: {severity}, needs: Needs {{ features: &{:?}, \
             unless_features: &{:?}, code: &[{}] }} }},",
            breaks.join(", "),
            entry.features,
            entry.unless_features,
            entry.code.iter().map(code_fact).collect::<Checked<Vec<_>>>()?.join(", "),
        );
    }
    let texts: String = event
        .text
        .iter()
        .map(|text| format!("ErrorText {{ says: {:?}, when: {:?} }},", text.says, text.when))
        .collect();
    let runs: String = event
        .run
        .iter()
        .map(|run| {
            format!(
                "Run {{ versions: &{:?}, with: {:?}, outcome: {:?}, text: {:?} }},",
                run.versions,
                run.with,
                run.outcome.as_ref(),
                run.text
            )
        })
        .collect();
    let sources: Vec<&str> = event.sources.iter().map(|source| source.as_ref().as_str()).collect();
    let _ = writeln!(
        code,
        "Event {{ id: {id:?}, family: {variant}, title: {:?}, kind: {}, severity: {}, certainty: {}, \
         released: {:?}, triggers: &[{triggers}], stale: &[{stale}], what: {:?}, texts: &[{texts}], cure: {:?}, \
         story: {:?}, sources: &{sources:?}, runs: &[{runs}] }},",
        event.title.as_ref(),
        word("kind", &KINDS, &event.kind)?,
        word("severity", &SEVERITIES, &event.severity)?,
        word("certainty", &CERTAINTIES, &event.certainty)?,
        event.released.as_ref().map(|day| day.as_ref()),
        event.what.as_ref().trim(),
        event.cure.as_ref().trim(),
        event.story.as_ref().trim(),
    );
    Ok(())
}

/// A fact about code: a word, or `behavior-before` and a day.
fn code_fact(text: &Spanned<String>) -> Checked<String> {
    match text.as_ref().split_once(' ') {
        Some(("behavior-before", day)) if is_day(day) => {
            Ok(format!("CodeFact::BehaviorBefore({})", day.replace('-', "")))
        }
        _ => word("fact about code", &CODE_FACTS, text).map(str::to_owned),
    }
}

/// The enum variant behind a word of the file.
fn word(what: &str, table: &[(&str, &'static str)], found: &Spanned<String>) -> Checked<&'static str> {
    let name = found.as_ref().as_str();
    table.iter().find(|(word, _)| *word == name).map(|(_, variant)| *variant).ok_or_else(|| {
        let known: Vec<&str> = table.iter().map(|(word, _)| *word).collect();
        Mistake(found.span(), format!("unknown {what} `{name}`; known are {}", known.join(", ")))
    })
}

fn selector(family: &str, parts: Parts<'_>) -> Checked<String> {
    let modules = parts.modules;
    if modules.as_ref().is_empty() {
        return Err(Mistake(modules.span(), "`modules` must name at least one".to_owned()));
    }
    let full =
        |names: &[String]| -> Vec<String> { names.iter().map(|name| full_path(family, name)).collect() };
    if let Some(name) =
        modules.as_ref().iter().find(|name| name[..name.len().saturating_sub(1)].contains('*'))
    {
        return Err(Mistake(modules.span(), format!("`*` may only stand at the end of `{name}`")));
    }
    let range = |range: &Option<Spanned<String>>| match range {
        Some(text) => Ok(format!("Some({})", range_code(family, text)?)),
        None => Ok("None".to_owned()),
    };
    let used = |list: &[Spanned<String>]| -> Checked<String> {
        let codes = list.iter().map(|text| used_code(family, text)).collect::<Checked<Vec<_>>>()?;
        Ok(codes.join(", "))
    };
    Ok(format!(
        "Selector {{ modules: &{:?}, except: &{:?}, versions: {}, built_for: {}, uses: &[{}], \
         unless_uses: &[{}], used_by: &[{}] }}",
        full(modules.as_ref()),
        full(parts.except),
        range(parts.versions)?,
        range(parts.built_for)?,
        used(parts.uses)?,
        used(parts.unless_uses)?,
        used(parts.used_by)?,
    ))
}

/// `name`, or `name` and a range after a space.
fn used_code(family: &str, text: &Spanned<String>) -> Checked<String> {
    let (name, versions) = match text.as_ref().split_once(' ') {
        Some((name, range)) => {
            let range = Spanned::new(text.span(), range.to_owned());
            (name, format!("Some({})", range_code(family, &range)?))
        }
        None => (text.as_ref().as_str(), "None".to_owned()),
    };
    Ok(format!("Used {{ path: {:?}, versions: {versions} }}", full_path(family, name)))
}

/// Short names are the family's; a first segment with a dot in it is a host, so the path is whole already.
fn full_path(family: &str, name: &str) -> String {
    let is_whole = name.split('/').next().is_some_and(|first| first.contains('.'));
    match (family, name) {
        _ if is_whole || family == "rust" => name.to_owned(),
        ("go", "core") => "github.com/aws/aws-sdk-go-v2".to_owned(),
        ("go", "smithy-go") => "github.com/aws/smithy-go".to_owned(),
        _ => format!("github.com/aws/aws-sdk-go-v2/{name}"),
    }
}

/// `>=v1.2.3, <v1.3.0` and the like as a constant; one bound at most on each side.
fn range_code(family: &str, text: &Spanned<String>) -> Checked<String> {
    let wrong = |message: &str| Mistake(text.span(), format!("`{}` is no range: {message}", text.as_ref()));
    let (mut from, mut to) = (Bound::Unbounded, Bound::Unbounded);
    for part in text.as_ref().split(',').map(str::trim) {
        let mark = if family == "go" { "v" } else { "" };
        let first = part.find(|c: char| c == 'v' || c.is_ascii_digit()).unwrap_or(part.len());
        let (operator, version) = part.split_at(first);
        let version = version
            .strip_prefix(mark)
            .and_then(|digits| semver::Version::parse(digits).ok())
            .ok_or_else(|| wrong(&format!("write versions as {mark}1.2.3")))
            .and_then(|v| {
                if v.pre.is_empty() && v.build.is_empty() { Ok(v) } else { Err(wrong("plain releases only")) }
            })?;
        match operator.trim() {
            "" => (from, to) = (Bound::Included(version.clone()), Bound::Included(version)),
            ">=" if from == Bound::Unbounded => from = Bound::Included(version),
            ">" if from == Bound::Unbounded => from = Bound::Excluded(version),
            "<=" if to == Bound::Unbounded => to = Bound::Included(version),
            "<" if to == Bound::Unbounded => to = Bound::Excluded(version),
            _ => return Err(wrong("use >=, >, <=, < once on each side, or a version alone")),
        }
    }
    let make = if family == "go" { "new" } else { "cargo" };
    let code = |v: &semver::Version| format!("Version::{make}({}, {}, {})", v.major, v.minor, v.patch);
    let bound = |bound: &Bound<semver::Version>| match bound {
        Bound::Included(v) => format!("Bound::Included({})", code(v)),
        Bound::Excluded(v) => format!("Bound::Excluded({})", code(v)),
        Bound::Unbounded => "Bound::Unbounded".to_owned(),
    };
    Ok(format!("Range {{ from: {}, to: {} }}", bound(&from), bound(&to)))
}
