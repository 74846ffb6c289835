//! Events: incompatibilities that came with one release, as data.
//!
//! They are written in `rules/<family>/<id>.toml`, checked by the build script and embedded as constants, so that
//! nothing is decoded at start. Kinds of events are code ([`Kind`]); the events themselves are not.

use std::ops::{Bound, RangeBounds};
use std::sync::OnceLock;

use crate::family::Family;
use crate::version::Version;

include!(concat!(env!("OUT_DIR"), "/events.rs"));

/// Every event known, sorted by family and id.
pub fn all() -> &'static [Event] {
    EVENTS
}

/// The event with this id.
pub fn find(id: &str) -> Option<&'static Event> {
    EVENTS.iter().find(|event| event.id == id)
}

/// The modules outside an SDK family that some event of it names.
pub fn outsiders(family: Family) -> &'static [&'static str] {
    static OUTSIDERS: OnceLock<Vec<Vec<&'static str>>> = OnceLock::new();
    let all = OUTSIDERS.get_or_init(|| Family::ALL.map(outsiders_of).to_vec());
    all.get(family as usize).map_or(&[], Vec::as_slice)
}

fn outsiders_of(family: Family) -> Vec<&'static str> {
    let selectors =
        |event: &'static Event| event.triggers.iter().chain(event.stale.iter().map(|stale| &stale.who));
    EVENTS
        .iter()
        .filter(|event| event.family == family)
        .flat_map(selectors)
        .flat_map(|who| who.modules.iter().copied())
        .filter(|path| family.short_name(path).is_none())
        .collect()
}

/// Whether some event is about a component only while it does not require this itself.
pub(crate) fn exempts(path: &str) -> bool {
    let triggers = EVENTS.iter().flat_map(|event| event.triggers);
    triggers.flat_map(|trigger| trigger.unless_uses).any(|used| used.path == path)
}

/// One incompatibility: what triggers it, who breaks and how, what cures it, and how that is known.
#[derive(Debug)]
pub struct Event {
    /// The name of its file; it reads well after "allow".
    pub id: &'static str,
    /// The SDK family it belongs to.
    pub family: Family,
    /// One line, without a full stop.
    pub title: &'static str,
    /// Which kind of rule finds it.
    pub kind: Kind,
    /// How bad a finding of it is.
    pub severity: Severity,
    /// How it is known.
    pub certainty: Certainty,
    /// The release day that brought it, `YYYY-MM-DD`, where there is one.
    pub released: Option<&'static str>,
    /// What must be in the build for the event to matter: any of these. Empty where nothing must.
    pub triggers: &'static [Selector],
    /// Who breaks: the components to move. The first selector that matches a component speaks for it.
    pub stale: &'static [Stale],
    /// What goes wrong, in two or three sentences.
    pub what: &'static str,
    /// What the user will have seen.
    pub texts: &'static [ErrorText],
    /// What repairs it, in words; the plan names the versions.
    pub cure: &'static str,
    /// The whole story, for `--explain` and the event's page.
    pub story: &'static str,
    /// Where it is written down.
    pub sources: &'static [&'static str],
    /// Runs of the real toolchain that show the break and the cure.
    pub runs: &'static [Run],
}

/// The kinds of rules. The same few serve every SDK family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A component at or above a version breaks those that were built for an older one.
    Floor,
    /// Two ranges of versions do not go together.
    BadPair,
    /// A version is faulty by itself, or together with what uses it.
    BadRelease,
    /// A component is held below what another one requires.
    Unsatisfied,
    /// The module is no longer released.
    Withdrawn,
    /// A crate whose types cross the borders of crates is there twice.
    SingleInstance,
    /// A package of the workspace uses a crate of another line of versions than its SDK crates do.
    OtherLine,
    /// A requirement with an upper bound alone, which cargo met with a copy of its own.
    LooseCap,
    /// The version was taken back.
    Yanked,
    /// A crate needs a newer Rust than the workspace is bound to.
    RustVersion,
    /// A feature of a crate is off that is needed, or on that does harm.
    Feature,
}

impl Kind {
    /// The kind's name in rule files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::BadPair => "bad-pair",
            Self::BadRelease => "bad-release",
            Self::Unsatisfied => "unsatisfied",
            Self::Withdrawn => "withdrawn",
            Self::SingleInstance => "single-instance",
            Self::OtherLine => "other-line",
            Self::LooseCap => "loose-cap",
            Self::Yanked => "yanked",
            Self::RustVersion => "rust-version",
            Self::Feature => "feature",
        }
    }
}

/// How bad a finding is. The order is the order of concern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; shown on request.
    Note,
    /// A break that is proved for some use only, or predicted.
    Warning,
    /// A break that is proved for this pair.
    Error,
}

impl Severity {
    /// The severity's name in rule files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// How an event is known, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The break and the cure were seen in runs of the real toolchain.
    Run,
    /// A maintainer of the SDK said so in public.
    Maintainer,
    /// Users reported it.
    Reports,
    /// Read in the source of the versions named.
    Source,
    /// Follows from the source; nobody has seen it yet.
    Predicted,
}

impl Certainty {
    /// The certainty's name in rule files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Maintainer => "maintainer",
            Self::Reports => "reports",
            Self::Source => "source",
            Self::Predicted => "predicted",
        }
    }
}

/// What stops working.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Impact {
    /// The module no longer compiles.
    Compile,
    /// Login to a container registry (ECR).
    RegistryLogin,
    /// Every call that is signed.
    SignedCalls,
    /// Calls of some kind fail or answer wrongly.
    SomeCalls,
    /// `AssumeRole`: role chaining and `source_profile`.
    RoleAssumption,
    /// `AssumeRoleWithWebIdentity`: IRSA, OIDC federation.
    WebIdentity,
    /// Profiles that log in with IAM Identity Center.
    Sso,
    /// Instance role and region from the EC2 metadata service.
    InstanceRole,
    /// Credentials of ECS tasks and EKS Pod Identity.
    ContainerCredentials,
    /// URLs signed in advance, EKS tokens among them.
    PresignedUrls,
    /// Stores that speak S3 but are not AWS.
    S3Compatible,
    /// An endpoint set by the program is not used.
    CustomEndpoints,
    /// Values of the shared configuration files.
    SharedConfig,
    /// Streams of events that the client sends, such as audio to transcribe.
    EventStreams,
    /// Metrics and traces.
    Telemetry,
    /// Profiles that get credentials from a command.
    CredentialCommands,
    /// Profiles that log in with `aws login`.
    ConsoleLogin,
    /// Nothing stops; the build contains what advisories warn of.
    Advisories,
}

impl Impact {
    /// The impact's name in rule files and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compile => "compile",
            Self::RegistryLogin => "registry-login",
            Self::SignedCalls => "signed-calls",
            Self::SomeCalls => "some-calls",
            Self::RoleAssumption => "role-assumption",
            Self::WebIdentity => "web-identity",
            Self::Sso => "sso",
            Self::InstanceRole => "instance-role",
            Self::ContainerCredentials => "container-credentials",
            Self::PresignedUrls => "presigned-urls",
            Self::S3Compatible => "s3-compatible",
            Self::CustomEndpoints => "custom-endpoints",
            Self::SharedConfig => "shared-config",
            Self::EventStreams => "event-streams",
            Self::Telemetry => "telemetry",
            Self::CredentialCommands => "credential-commands",
            Self::ConsoleLogin => "console-login",
            Self::Advisories => "advisories",
        }
    }

    /// The impact as a reader of a report should see it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Compile => "the build",
            Self::RegistryLogin => "registry login",
            Self::SignedCalls => "every signed call",
            Self::SomeCalls => "some calls",
            Self::RoleAssumption => "role assumption",
            Self::WebIdentity => "web identity (IRSA)",
            Self::Sso => "SSO profiles",
            Self::InstanceRole => "instance role and region from the metadata service",
            Self::ContainerCredentials => "container credentials (ECS, EKS Pod Identity)",
            Self::PresignedUrls => "presigned URLs",
            Self::S3Compatible => "S3-compatible servers",
            Self::CustomEndpoints => "custom endpoints",
            Self::SharedConfig => "shared configuration",
            Self::EventStreams => "event streams that the client sends",
            Self::Telemetry => "metrics and traces",
            Self::CredentialCommands => "profiles with credential_process",
            Self::ConsoleLogin => "profiles of `aws login`",
            Self::Advisories => "nothing at once, but security advisories apply",
        }
    }
}

/// Which components an event speaks of.
#[derive(Debug)]
pub struct Selector {
    /// Full module paths; a last segment of `*` stands for any one segment.
    pub modules: &'static [&'static str],
    /// Taken out again.
    pub except: &'static [&'static str],
    /// The component's own version must be in it.
    pub versions: Option<Range>,
    /// The version of core that the component itself requires must be in it.
    pub built_for: Option<Range>,
    /// The component must require one of these itself, where any is given. Known from locks.
    pub uses: &'static [Used],
    /// It must not require any of these itself.
    pub unless_uses: &'static [Used],
    /// One of these must require it, where any is given.
    pub used_by: &'static [Used],
}

/// A neighbour of a component: one that it requires itself, or that requires it.
#[derive(Debug)]
pub struct Used {
    /// Its path.
    pub path: &'static str,
    /// The versions meant; any, where none are given.
    pub versions: Option<Range>,
}

impl Selector {
    /// Whether the module belongs to the selection, whatever its version.
    pub fn names(&self, path: &str) -> bool {
        let matches = |pattern: &&str| match pattern.strip_suffix('*') {
            Some(prefix) => {
                path.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && !rest.contains('/'))
            }
            None => *pattern == path,
        };
        self.modules.iter().any(matches) && !self.except.iter().any(matches)
    }
}

impl Used {
    /// Whether a version of a module is meant.
    pub fn is(&self, path: &str, version: &Version) -> bool {
        self.path == path && self.versions.as_ref().is_none_or(|range| range.contains(version))
    }
}

impl std::fmt::Display for Used {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.versions {
            Some(versions) => write!(f, "{} {versions}", self.path),
            None => f.write_str(self.path),
        }
    }
}

/// Who breaks, and what stops working with it.
#[derive(Debug)]
pub struct Stale {
    /// The components meant.
    pub who: Selector,
    /// What they take down.
    pub breaks: &'static [Impact],
    /// A severity of their own, where it differs from the event's.
    pub severity: Option<Severity>,
    /// What must hold beside their versions, which no lock tells.
    pub needs: Needs,
}

/// What decides beside versions: the features that are on, and the code of the workspace.
#[derive(Debug)]
pub struct Needs {
    /// Features of the component that must all be on.
    pub features: &'static [&'static str],
    /// Features of it that must all be off.
    pub unless_features: &'static [&'static str],
    /// What must all hold for the code of the workspace.
    pub code: &'static [CodeFact],
}

impl Needs {
    /// Whether versions alone decide.
    pub const fn is_empty(&self) -> bool {
        self.features.is_empty() && self.unless_features.is_empty() && self.code.is_empty()
    }
}

/// Something that the code of a workspace does, or does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeFact {
    /// It asks for a `BehaviorVersion` from before this day, written as the number 20260112.
    BehaviorBefore(u32),
    /// It builds a configuration of the crate, or one for all crates, that names no `BehaviorVersion`.
    NoBehaviorVersion,
    /// It nowhere sets an HTTP client of its own.
    NoHttpClient,
    /// It nowhere sets a sleep implementation of its own.
    NoSleepImpl,
}

/// A text that the user will have seen.
#[derive(Debug)]
pub struct ErrorText {
    /// The text, or the part of it that does not vary.
    pub says: &'static str,
    /// Where or since when it reads so.
    pub when: &'static str,
}

/// A run of the real toolchain.
#[derive(Debug)]
pub struct Run {
    /// `module@version`, short names.
    pub versions: &'static [&'static str],
    /// The features and the code with which it was run, where they decide.
    pub with: &'static str,
    /// What happened: `works`, `compile`, `runtime` or `silent`.
    pub outcome: &'static str,
    /// What it printed; empty where it works.
    pub text: &'static str,
}

/// A range of versions: every version between two bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// Where it starts.
    pub from: Bound<Version>,
    /// Where it ends.
    pub to: Bound<Version>,
}

impl Range {
    /// Whether the version is in the range.
    pub fn contains(&self, version: &Version) -> bool {
        (self.from.as_ref(), self.to.as_ref()).contains(version)
    }

    /// The first version past the range, if it ends before one (`<v1.2.3`).
    pub fn end(&self) -> Option<&Version> {
        match &self.to {
            Bound::Excluded(end) => Some(end),
            Bound::Included(_) | Bound::Unbounded => None,
        }
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.from, &self.to) {
            (Bound::Included(from), Bound::Included(to)) if from == to => return write!(f, "{from}"),
            (Bound::Unbounded, Bound::Unbounded) => return write!(f, "any version"),
            _ => {}
        }
        let mut separator = "";
        match &self.from {
            Bound::Included(from) => write!(f, ">={from}")?,
            Bound::Excluded(from) => write!(f, ">{from}")?,
            Bound::Unbounded => {}
        }
        if !matches!(self.from, Bound::Unbounded) {
            separator = ", ";
        }
        match &self.to {
            Bound::Included(to) => write!(f, "{separator}<={to}"),
            Bound::Excluded(to) => write!(f, "{separator}<{to}"),
            Bound::Unbounded => Ok(()),
        }
    }
}
