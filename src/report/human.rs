//! The report for a person at a terminal, in rustc's style.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};

use super::plain::{clean, excerptible};
use super::words::{accepted, context, count, held, matter, short_name, tally, unchanged};
use super::{Checked, Report, RunError};
use crate::check::{Finding, StaleComponent};
use crate::compare::Status;
use crate::event::{self, Kind, Severity};
use crate::family::Family;
use crate::inventory::InputError;
use crate::inventory::{Inventory, Location, Origin};
use crate::plan::{Move, NoPlan, Plan};

/// Where prose is broken: wide enough to read, narrow enough for a CI log.
const PROSE_WIDTH: usize = 96;
/// How many requirers, or others, are named before the rest is counted.
const MAX_REQUIRERS: usize = 3;

pub(crate) const BOLD: Style = Style::new().bold();
pub(super) const GOOD: Style = AnsiColor::BrightGreen.on_default().bold();
const HELP: Style = AnsiColor::BrightCyan.on_default().bold();
const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const DIM: Style = Style::new().dimmed();

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Verbosity {
    /// Findings and errors only.
    Quiet,
    /// With plans and a summary.
    #[default]
    Normal,
    /// With notes, clean builds, and how each was read.
    Verbose,
}

/// The findings of a run with their cure, then one line that sums up. With ANSI styles; the stream strips them.
pub fn render(report: &Report, verbosity: Verbosity) -> String {
    let mut out = String::new();
    for checked in &report.checked {
        render_build(&mut out, checked, verbosity, report);
    }
    if verbosity > Verbosity::Quiet {
        summary(&mut out, report, verbosity);
    }
    out
}

/// The plans of a run, in full.
pub fn render_plans(report: &Report, verbosity: Verbosity) -> String {
    let mut out = String::new();
    for checked in &report.checked {
        let manifest = clean(&checked.inventory.manifest().display().to_string());
        match &checked.plan {
            Some(Ok(plan)) if !plan.is_empty() => {
                if !plan.moves.is_empty() {
                    render_plan(&mut out, checked, plan);
                }
                render_left(&mut out, &manifest, plan);
            }
            Some(Err(reason)) => render_no_plan(&mut out, &manifest, reason, report.online),
            _ if verbosity > Verbosity::Quiet && checked.family_size() > 0 => {
                let _ = writeln!(out, "{GOOD}ok{GOOD:#}: {manifest}: nothing to move");
            }
            _ => {}
        }
    }
    if out.is_empty() && !report.checked.is_empty() && verbosity > Verbosity::Quiet {
        let _ = writeln!(out, "{GOOD}ok{GOOD:#}: nothing of an AWS SDK here, so nothing to move");
    }
    out
}

impl PartialOrd for Verbosity {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some((*self as u8).cmp(&(*other as u8)))
    }
}

/// Why inputs were not read, each with its place.
pub fn render_errors(errors: &[RunError]) -> String {
    let renderer = renderer();
    let mut out = String::new();
    for error in errors {
        let mut group = match error {
            RunError::Input(InputError::Parse { source_file, error }) => {
                let span = clamp(source_file.text(), error.span.range());
                let (excerpt, line, span) = excerpt(source_file.text(), span);
                let snippet = Snippet::source(excerptible(excerpt))
                    .line_start(line)
                    .path(clean(&source_file.path().display().to_string()))
                    .annotation(AnnotationKind::Primary.span(span));
                Group::with_title(Level::ERROR.primary_title(clean(&error.message))).element(snippet)
            }
            error => Group::with_title(Level::ERROR.primary_title(clean(&error.to_string()))),
        };
        if let Some(help) = error.help() {
            group = group.element(Level::HELP.message(clean(&help)));
        }
        let _ = writeln!(out, "{}\n", renderer.render(&[group]));
    }
    out
}

fn render_build(out: &mut String, checked: &Checked, verbosity: Verbosity, report: &Report) {
    let inventory = &checked.inventory;
    let renderer = renderer();
    let mut shown = 0;
    for (index, finding) in checked.outcome.findings.iter().enumerate() {
        let status = checked.statuses(index).max();
        let is_worth_it = finding.severity > Severity::Note && report.tells(status);
        if !is_worth_it && verbosity != Verbosity::Verbose {
            continue;
        }
        shown += 1;
        let mut group = finding_group(checked, finding);
        if let (Some(base), Some(status)) = (&report.base, status) {
            let base = clean(&base.name);
            group = group.element(Level::NOTE.with_name("base").message(match status {
                Status::New => format!("new: not there at {base}"),
                Status::Worse => format!("worse than at {base}"),
                Status::Unchanged => format!("unchanged: there already at {base}"),
            }));
        }
        let _ = writeln!(out, "{}\n", renderer.render(&[group]));
    }
    if verbosity == Verbosity::Quiet {
        return;
    }
    match &checked.plan {
        Some(Ok(plan)) if shown > 0 && !plan.moves.is_empty() => render_plan(out, checked, plan),
        Some(Err(reason)) if shown > 0 => {
            render_no_plan(out, &clean(&inventory.manifest().display().to_string()), reason, report.online);
        }
        _ => {}
    }
    let manifest = clean(&inventory.manifest().display().to_string());
    if shown > 0 || verbosity == Verbosity::Verbose || inventory.decided_by.is_inference() {
        let _ = writeln!(
            out,
            "{BOLD}note{BOLD:#}: {manifest}: versions as built: {}",
            inventory.decided_by.words()
        );
    }
    for remark in &inventory.remarks {
        let _ = writeln!(out, "{BOLD}note{BOLD:#}: {manifest}: {}", clean(remark));
    }
}

fn finding_group<'a>(checked: &'a Checked, finding: &Finding) -> Group<'a> {
    let inventory = &checked.inventory;
    let event = finding.event;
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(event.title).id(event.id));
    for (source, marks) in marks(inventory, finding) {
        let text = inventory.sources[source].text();
        let path = clean(&inventory.sources[source].path().display().to_string());
        let mut snippet = Snippet::source(excerptible(text)).path(path).fold(true);
        for (kind, location, label) in marks {
            snippet = snippet.annotation(annotation(text, kind, location, label));
        }
        group = group.element(snippet);
    }
    let breaks: Vec<&str> = finding.breaks().iter().map(|impact| impact.words()).collect();
    if !breaks.is_empty() {
        group = group.element(Level::NOTE.with_name("breaks").message(wrap(&breaks.join(", "))));
    }
    group = group.element(Level::NOTE.with_name("why").message(wrap(event.what)));
    let texts: Vec<String> = event
        .texts
        .iter()
        .map(|text| {
            if text.when.is_empty() { text.says.to_owned() } else { format!("{} ({})", text.says, text.when) }
        })
        .collect();
    if !texts.is_empty() {
        group = group.element(Level::NOTE.with_name("seen as").message(texts.join("\n")));
    }
    let required = required_by(checked, finding);
    if !required.is_empty() {
        group = group.element(Level::NOTE.with_name("required by").message(required));
    }
    group.element(Level::HELP.message(wrap(event.cure)))
}

type Mark = (AnnotationKind, Location, String);

/// What is pointed at, file by file: first the file of what is stale.
fn marks(inventory: &Inventory, finding: &Finding) -> Vec<(usize, Vec<Mark>)> {
    let mut files: Vec<(usize, Vec<Mark>)> = Vec::new();
    let mut put = |mark: Mark| match files.iter_mut().find(|(source, _)| *source == mark.1.source) {
        Some((_, marks)) => marks.push(mark),
        None => files.push((mark.1.source, vec![mark])),
    };
    for stale in &finding.stale {
        let component = &inventory.components[stale.component];
        put((AnnotationKind::Primary, component.at, stale_label(inventory, finding, stale)));
        if let Some((at, label)) = held(component) {
            put((AnnotationKind::Context, at, label));
        }
    }
    for (at, label) in context(inventory, finding) {
        put((AnnotationKind::Context, at, label));
    }
    files
}

fn stale_label(inventory: &Inventory, finding: &Finding, stale: &StaleComponent) -> String {
    let name = || clean(&inventory.components[stale.component].path);
    match (finding.event.kind, matter(finding, stale)) {
        (Kind::Yanked, Some(matter)) => format!("{}, {matter}", name()),
        (_, Some(matter)) => matter,
        // A line of Cargo.lock does not say whose version it is.
        (kind, None) if inventory.family == Family::Rust && kind != Kind::Floor => name(),
        _ => String::new(),
    }
}

fn annotation(text: &str, kind: AnnotationKind, location: Location, label: String) -> Annotation<'static> {
    let annotation = kind.span(clamp(text, location.span.range()));
    if label.is_empty() { annotation } else { annotation.label(label) }
}

/// Who requires what is stale: those that ask for just this version, since they decide it, before those that ask for
/// less.
fn required_by(checked: &Checked, finding: &Finding) -> String {
    let inventory = &checked.inventory;
    let mut lines: Vec<String> = Vec::new();
    for stale in &finding.stale {
        let Some(requirers) = checked.requirers.get(&stale.component) else { continue };
        let component = &inventory.components[stale.component];
        let name = short_name(inventory, &component.path);
        let mut who: Vec<String> = Vec::new();
        who.extend(requirers.packages.iter().map(|package| format!("{} itself", clean(package))));
        if requirers.direct == Some(true) && requirers.packages.is_empty() {
            who.push("this module itself".to_owned());
        }
        who.extend(requirers.found.iter().take(MAX_REQUIRERS).map(|requirer| {
            let version = requirer.version.as_ref().map_or(String::new(), |version| format!(" {version}"));
            let asks = requirer.asks.as_ref().map_or(String::new(), |asks| format!(" (asks for {asks})"));
            let way: String = requirer.by_way_of.iter().map(|user| format!(" <- {}", clean(user))).collect();
            format!("{}{version}{asks}{way}", clean(&requirer.path))
        }));
        let more = requirers.found.len().saturating_sub(MAX_REQUIRERS);
        if more > 0 {
            who.push(format!("{more} more"));
        }
        if who.is_empty() && requirers.direct == Some(false) {
            who.push(match inventory.family {
                Family::Go => "another module (the line is `// indirect`)".to_owned(),
                Family::Rust => "nothing in this lock".to_owned(),
            });
        }
        let indent = " ".repeat(name.chars().count() + 2);
        for (i, who) in who.iter().enumerate() {
            lines.push(if i == 0 { format!("{name}: {who}") } else { format!("{indent}{who}") });
        }
    }
    lines.join("\n")
}

fn render_plan(out: &mut String, checked: &Checked, plan: &Plan) {
    let inventory = &checked.inventory;
    let manifest = clean(&inventory.manifest().display().to_string());
    let _ = writeln!(
        out,
        "{HELP}plan{HELP:#}{BOLD}: {manifest}: move {} {} ({}){BOLD:#}",
        count(plan.moves.len(), inventory.family.component_word()),
        if plan.commands.len() > 1 && inventory.family == Family::Rust {
            "in this order"
        } else {
            "in one step"
        },
        plan.strategy
    );
    let rows: Vec<(String, &Move)> = plan
        .moves
        .iter()
        .chain(&plan.carried)
        .map(|moved| (short_name(inventory, &moved.path), moved))
        .collect();
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (i, (name, moved)) in rows.iter().enumerate() {
        if i == plan.moves.len() {
            let who = match inventory.family {
                Family::Go => "version selection",
                Family::Rust => "cargo",
            };
            let _ = writeln!(out, "  {who} moves along:");
        }
        let from = moved.from.as_ref().map_or("new".to_owned(), ToString::to_string);
        let to = moved.to.to_string();
        let reason = clean(&checked.reason(moved));
        let _ = writeln!(out, "    {name:width$}  {from:>8} -> {to:<8}  {DIM}{reason}{DIM:#}");
    }
    if !plan.removed.is_empty() {
        let gone = plan.removed.iter().map(|(path, version)| format!("{} {version}", clean(path)));
        let _ = writeln!(out, "  no longer needed: {}", gone.collect::<Vec<_>>().join(", "));
    }
    for edit in &plan.edits {
        let source = inventory.source(edit.at);
        let line = source.position(edit.at.span.start).line;
        let place = clean(&source.path().display().to_string());
        let _ = writeln!(
            out,
            "  first write in {place}:{line}:\n    {} = \"{}\"  {DIM}in the place of \"{}\"{DIM:#}",
            clean(&edit.path),
            clean(&edit.to),
            clean(&edit.from)
        );
    }
    let folder = inventory.folder.as_ref().map(|folder| clean(&folder.display().to_string()));
    let place = match folder {
        _ if inventory.is_workspace() => " in each module of the workspace".to_owned(),
        Some(folder) if !folder.is_empty() => format!(" in {folder}"),
        _ => String::new(),
    };
    let _ = writeln!(out, "  run{place}:");
    for command in &plan.commands {
        let _ = writeln!(out, "    {}", clean(command));
    }
    out.push('\n');
}

/// What the plan leaves, since no move cures it.
fn render_left(out: &mut String, manifest: &str, plan: &Plan) {
    // Often a whole train needs the same.
    for alike in plan.left.chunk_by(|a, b| a.event == b.event && a.needs == b.needs) {
        let [first, more @ ..] = alike else { continue };
        let style = if first.severity == Severity::Error { ERROR } else { WARNING };
        let (more, need) = match more.len() {
            0 => (String::new(), "needs"),
            1 => (" and another crate".to_owned(), "need"),
            more => (format!(" and {more} other crates"), "need"),
        };
        let _ = writeln!(
            out,
            "{style}left{style:#}{BOLD}: {manifest}: no update of the SDK cures {}{BOLD:#}:\n    {} {}{more} {need} {}",
            first.event.id,
            clean(&first.path),
            first.version,
            clean(&first.needs)
        );
    }
}

fn render_no_plan(out: &mut String, manifest: &str, reason: &NoPlan, online: bool) {
    let help = match reason {
        NoPlan::NoCure { event, .. } => {
            let event = event::find(event);
            let tool = match event.map(|event| event.family) {
                Some(Family::Rust) => "cargo",
                _ => "go",
            };
            let advice =
                if online { String::new() } else { format!("; --online asks `{tool}` for newer releases") };
            let cure = event.map_or("", |event| event.cure);
            format!("{}\nNo upgrade that is known does it{advice}.", wrap(cure))
        }
        NoPlan::OtherLine { event, .. } => wrap(event::find(event).map_or("", |event| event.cure)),
        NoPlan::Held { .. } => "leave out that --hold, or hold what needs it".to_owned(),
        NoPlan::Elsewhere { origin: Origin::Git(_), .. } => {
            "change its rev, tag or branch in Cargo.toml, or take it from the registry".to_owned()
        }
        NoPlan::Elsewhere { .. } => "change it in that folder, or take it from the registry".to_owned(),
        NoPlan::Rust { works: Some(works), .. } => wrap(&format!(
            "with Rust {works} there is a plan: `awscompat plan --rust-version {works}`; raise the toolchain, and \
             what rust-toolchain.toml or `rust-version` says, to that"
        )),
        NoPlan::Rust { needed, .. } => format!("raise the toolchain to Rust {needed} or later"),
        NoPlan::Brings { .. } => {
            "`awscompat plan --strategy minimal` moves less; `awscompat --explain` with that name tells the story"
                .to_owned()
        }
    };
    let title = Level::ERROR
        .with_name("no plan")
        .primary_title(format!("{manifest}: {}", clean(&reason.to_string())));
    let group = Group::with_title(title).element(Level::HELP.message(help));
    let _ = writeln!(out, "{}\n", renderer().render(&[group]));
}

fn summary(out: &mut String, report: &Report, verbosity: Verbosity) {
    for notice in &report.notices {
        let text = notice.source.text();
        let (excerpt, line, span) = excerpt(text, clamp(text, notice.at.range()));
        let snippet = Snippet::source(excerptible(excerpt))
            .line_start(line)
            .path(clean(&notice.source.path().display().to_string()))
            .annotation(AnnotationKind::Primary.span(span));
        let group = Group::with_title(Level::WARNING.primary_title(clean(&notice.message)))
            .element(snippet)
            .element(Level::HELP.message(clean(&notice.help)));
        let _ = writeln!(out, "{}\n", renderer().render(&[group]));
    }
    if verbosity == Verbosity::Verbose {
        accepted_list(out, report);
    }
    for (checked, fixed) in report.fixed() {
        let inventory = &checked.inventory;
        let manifest = clean(&inventory.manifest().display().to_string());
        let name = short_name(inventory, &fixed.path);
        let _ =
            writeln!(out, "{GOOD}fixed{GOOD:#}: {manifest}: {} ({name} {})", fixed.event.id, fixed.version);
    }
    if let Some(remark) = report.base.as_ref().and_then(|base| base.remark.as_ref()) {
        let _ = writeln!(out, "{BOLD}note{BOLD:#}: {}", clean(remark));
    }
    let unknown: Vec<String> = report
        .checked
        .iter()
        .flat_map(|checked| {
            checked.outcome.unknown.iter().map(|unknown| &checked.inventory.components[unknown.component])
        })
        .map(|component| format!("{} {}", clean(&component.path), component.version))
        .collect();
    if !unknown.is_empty() {
        let _ = writeln!(
            out,
            "{BOLD}note{BOLD:#}: unknown, so not judged: {}{}",
            unknown.join(", "),
            if report.online { "" } else { "; --online asks `go` for what they require" }
        );
    }
    let left: BTreeSet<&str> = report
        .checked
        .iter()
        .flat_map(|checked| &checked.outcome.not_looked_at)
        .filter(|event| event.severity > Severity::Note || verbosity == Verbosity::Verbose)
        .map(|event| event.id)
        .collect();
    if !left.is_empty() {
        let ids: Vec<&str> = left.into_iter().collect();
        let _ = writeln!(
            out,
            "{BOLD}note{BOLD:#}: a lock does not tell features, so not looked at: {}; --resolve asks cargo",
            ids.join(", ")
        );
    }
    let newer: Vec<&str> =
        report.checked.iter().flat_map(|checked| &checked.newer_than_table).map(String::as_str).collect();
    if !newer.is_empty() {
        let more = newer.len().saturating_sub(MAX_REQUIRERS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(
            out,
            "{BOLD}note{BOLD:#}: newer than the table of {}, so lines drawn since then are not known: {}{more}",
            report.table_date,
            clean(&newer[..newer.len().min(MAX_REQUIRERS)].join(", "))
        );
    }
    let builds = report.checked.len();
    if builds == 0 {
        return;
    }
    let modules: usize = report.checked.iter().map(Checked::family_size).sum();
    let telling = report.count_telling(Severity::Error) + report.count_telling(Severity::Warning);
    let word = match report.checked.iter().all(|checked| checked.inventory.family == Family::Rust) {
        true => "crate",
        false => "module",
    };
    let mut checked = format!(
        "{} checked, {} of an AWS SDK, table of {}",
        count(builds, "build"),
        count(modules, word),
        report.table_date
    );
    if let Some(base) = &report.base {
        let _ = write!(checked, "; beside {}: {} unchanged", clean(&base.name), unchanged(report));
    }
    let accepted = accepted(report);
    if accepted > 0 {
        let _ = write!(checked, "; {accepted} ignored by the configuration");
    }
    if telling == 0 {
        let _ = writeln!(out, "{GOOD}ok{GOOD:#}: {checked}");
    } else {
        let _ = writeln!(out, "{BOLD}found{BOLD:#}: {} ({checked})", tally(report));
        let _ = writeln!(out, "{DIM}`awscompat --explain ID` tells the story of an event{DIM:#}");
    }
    let notes = report.count(Severity::Note);
    if notes > 0 && verbosity != Verbosity::Verbose {
        let _ = writeln!(out, "{DIM}{} not shown; -v shows them{DIM:#}", count(notes, "note"));
    }
}

/// What the user accepts, each with the reason.
fn accepted_list(out: &mut String, report: &Report) {
    for checked in &report.checked {
        let inventory = &checked.inventory;
        let manifest = clean(&inventory.manifest().display().to_string());
        for waived in &checked.outcome.waived {
            for stale in &waived.finding.stale {
                let component = &inventory.components[stale.component];
                let name = short_name(inventory, &component.path);
                let (id, version, reason) =
                    (waived.finding.event.id, &component.version, clean(&waived.reason));
                let _ = writeln!(out, "{BOLD}ignored{BOLD:#}: {manifest}: {id} ({name} {version}): {reason}");
            }
        }
    }
}

const fn renderer() -> Renderer {
    Renderer::styled().decor_style(DecorStyle::Ascii)
}

/// Breaks prose at spaces.
fn wrap(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > PROSE_WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out
}

/// A range that is safe to slice with.
fn clamp(text: &str, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (floor(range.start), floor(range.end));
    start..end.max(start)
}

/// The few lines around a place, so that a broken file of many megabytes is not handed to the renderer. Returns the
/// excerpt, the number of its first line, and the place within it.
fn excerpt(text: &str, span: std::ops::Range<usize>) -> (&str, usize, std::ops::Range<usize>) {
    const MAX_LINE: usize = 400;
    let from = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let to = text[span.start..].find('\n').map_or(text.len(), |newline| span.start + newline);
    let line = text[..from].bytes().filter(|&b| b == b'\n').count() + 1;
    let end = clamp(text, 0..to.min(span.start + MAX_LINE)).end;
    let start = if span.start - from > MAX_LINE { clamp(text, span.start..span.start).start } else { from };
    (&text[start..end], line, span.start - start..span.end.clamp(span.start, end) - start)
}
