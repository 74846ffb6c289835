//! What no move cures, and what it needs instead.

use super::Draft;
use crate::check::{Finding, Outcome};
use crate::event::{Event, Kind};
use crate::inventory::Origin;
use crate::plan::{Left, NoPlan, RustVersion, Wish};

/// Whether moving crates within their lines cures an event; the others need another requirement or another Rust.
pub(super) fn moves_cure(event: &Event) -> bool {
    !matches!(
        event.kind,
        Kind::SingleInstance
            | Kind::OtherLine
            | Kind::LooseCap
            | Kind::RustVersion
            | Kind::Withdrawn
            | Kind::Feature
    )
}

impl Draft<'_> {
    /// Whether the Rust that must do does not build a crate. Of what was there before, only what says so counts.
    pub(super) fn is_too_new(&self, entry: usize) -> bool {
        let Some(rust) = self.lock.limits.rust else { return false };
        let component = self.lock.entry(entry);
        let moved = self.inventory.components.get(entry).is_none_or(|was| was.version != component.version);
        // What is none of the SDK's and stays where it is is nobody's business here.
        if !moved && self.catalog.family().short_name(&component.path).is_none() {
            return false;
        }
        let declared = self.catalog.rust_version(&component.path, &component.version);
        let needed = declared
            .or_else(|| self.catalog.needs_rust(&component.path, &component.version).filter(|_| moved));
        needed.is_some_and(|needed| needed > rust)
    }

    /// What is found after the moves that no move cures.
    ///
    /// # Errors
    /// When the moves brought it, or when it is the Rust that the user named for which there is no set.
    pub(super) fn left(
        &self,
        wish: &Wish<'_>,
        (before, entries): &(Outcome, Vec<usize>),
    ) -> Result<Vec<Left>, NoPlan> {
        for entry in self.lock.live() {
            let was = self.inventory.components.get(entry);
            let moved = was.is_none_or(|was| was.version != self.lock.entry(entry).version);
            if self.is_too_new(entry) && (moved || wish.rust_version.is_some()) {
                return Err(self.too_new(entry));
            }
        }
        let (outcome, now) = self.check();
        let findings = outcome.findings.iter().filter(|finding| finding.severity >= wish.level);
        let mut left = Vec::new();
        for finding in findings.filter(|finding| !moves_cure(finding.event)) {
            for stale in finding.stale.iter().filter(|stale| stale.severity >= wish.level) {
                let entry = now[stale.component];
                let component = self.lock.entry(entry);
                let (path, version) = (component.path.clone(), component.version.clone());
                let was = |found: &Finding| {
                    found.event == finding.event
                        && found.stale.iter().any(|stale| entries[stale.component] == entry)
                };
                if !before.findings.iter().any(was) {
                    return Err(NoPlan::Brings { path, version: Box::new(version), event: finding.event.id });
                }
                let needs = self.needs(finding.event, entry);
                left.push(Left { event: finding.event, severity: stale.severity, path, version, needs });
            }
        }
        Ok(left)
    }

    fn too_new(&self, entry: usize) -> NoPlan {
        let component = self.lock.entry(entry);
        let needed = self.catalog.needs_rust(&component.path, &component.version).unwrap_or_default();
        let rust = self.lock.limits.rust.unwrap_or_default();
        NoPlan::Rust {
            path: component.path.clone(),
            version: Box::new(component.version.clone()),
            needed: RustVersion(needed.0, needed.1),
            rust: RustVersion(rust.0, rust.1),
            works: None,
        }
    }

    /// What an entry needs so that an event goes away.
    fn needs(&self, event: &Event, entry: usize) -> String {
        let component = self.lock.entry(entry);
        if event.kind == Kind::RustVersion {
            let (minor, patch) =
                self.catalog.needs_rust(&component.path, &component.version).unwrap_or_default();
            let needed = format!("Rust {} or later", RustVersion(minor, patch));
            let older = self.lock.choices(entry).into_iter().rfind(|version| *version < component.version);
            return match older {
                // Who requires it is mostly not of the SDK, so cargo has to say whether it may.
                Some(older) if self.catalog.family().short_name(&component.path).is_none() => {
                    let path = &component.path;
                    format!("{needed}, or `cargo update -p {path} --precise {older}`, where others let it in")
                }
                _ => needed,
            };
        }
        // What the workspace itself asks for of the SDK, and by way of which it comes to this copy.
        let live = self.lock.live();
        let of_package = |top: &&usize| {
            live.iter().any(|&user| {
                let user = self.lock.entry(user);
                user.origin == Origin::Path && user.uses.contains(top)
            })
        };
        let tops =
            live.iter().filter(|&&top| top == entry || self.lock.reaches(top, entry)).filter(of_package);
        let mut asked = Vec::new();
        for top in tops.map(|&top| self.lock.entry(top)).filter(|top| top.origin != Origin::Path) {
            let members = self.cargo.iter().flat_map(|cargo| &cargo.members).flat_map(|member| &member.asks);
            let written = members.filter(|ask| ask.name == top.path).find(|ask| {
                semver::VersionReq::parse(&ask.requirement)
                    .is_ok_and(|requirement| requirement.matches(top.version.as_semver()))
            });
            asked.push(match written {
                Some(ask) => {
                    let source = self.inventory.source(ask.at);
                    let line = source.position(ask.at.span.start).line;
                    format!("{} (\"{}\" in {}:{line})", top.path, ask.requirement, source.path().display())
                }
                None => top.path.clone(),
            });
        }
        asked.dedup();
        match asked[..] {
            [] => "another requirement in Cargo.toml".to_owned(),
            _ => format!("another requirement in Cargo.toml on {}", asked.join(", ")),
        }
    }
}
