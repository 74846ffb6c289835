//! Reads a configuration, and says everything that is wrong with it.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use toml::de::{DeTable, DeValue};

use super::keys::{IGNORE, Key, LEVELS, STRATEGIES, TOP, Takes};
use super::{Config, Ignore, Place, Set};
use crate::catalog::{Catalog, Release};
use crate::event::{self, Event, Severity};
use crate::family::Family;
use crate::inventory::ParseError;
use crate::inventory::toml_text::{self, Value, get, inside, place};
use crate::plan::Strategy;
use crate::source::{Source, Span};

/// What to type where the file is no TOML.
const TOML_HELP: &str = "`awscompat init` in an empty folder writes a file to start from";
/// Names at least this alike are offered, from 0 to 1.
const ALIKE: f64 = 0.7;

/// Where the configuration of a Cargo.toml stands in it.
pub(super) const METADATA: [&str; 3] = ["workspace", "metadata", "awscompat"];

/// Reads a whole file. None where it is a Cargo.toml without a configuration. What is right counts, whatever is wrong
/// beside it.
pub(super) fn read(source: Source, folder: &Path, is_cargo: bool) -> (Option<Config>, Vec<ParseError>) {
    let text = source.text().to_owned();
    let whole = match toml_text::parse(&text, TOML_HELP) {
        Ok(whole) => whole,
        // Of a Cargo.toml, whoever reads the workspace says it.
        Err(_) if is_cargo => return (None, Vec::new()),
        Err(error) => return (None, vec![error]),
    };
    let mut reader = Reader { text: &text, folder, mistakes: Vec::new() };
    let table = if is_cargo { reader.metadata(&whole) } else { Some(&whole) };
    let config = table.map(|table| reader.config(source, table));
    (config, reader.mistakes)
}

struct Reader<'t> {
    text: &'t str,
    folder: &'t Path,
    mistakes: Vec<ParseError>,
}

impl Reader<'_> {
    fn mistake(&mut self, at: Span, message: impl Into<String>, help: impl Into<String>) {
        self.mistakes.push(ParseError::new(at, message).with_help(help));
    }

    fn at(&self, value: &Value<'_>) -> Span {
        inside(self.text, value)
    }

    fn metadata<'t, 'a>(&mut self, whole: &'t DeTable<'a>) -> Option<&'t DeTable<'a>> {
        let package =
            toml_text::table(whole, "package").and_then(|table| toml_text::table(table, "metadata"));
        if let Some(value) = package.and_then(|table| get(table, METADATA[2])) {
            let help =
                "a configuration is the whole workspace's: name the table [workspace.metadata.awscompat]";
            self.mistake(self.at(value), "[package.metadata.awscompat] is not read", help);
        }
        let (last, way) = METADATA.split_last()?;
        let parent = way.iter().try_fold(whole, |table, name| toml_text::table(table, name))?;
        let value = get(parent, last)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.mistake(self.at(value), "expected a table", "write [workspace.metadata.awscompat]");
        }
        table
    }

    fn config(&mut self, source: Source, table: &DeTable<'_>) -> Config {
        self.strangers(table, &TOP);
        let mut config = Config {
            source,
            folder: self.folder.to_owned(),
            strategy: None,
            hold: Vec::new(),
            exclude: Vec::new(),
            levels: Vec::new(),
            ignores: Vec::new(),
            excluded: Gitignore::empty(),
        };
        for key in &TOP {
            let Some(value) = get(table, key.name) else { continue };
            match key.takes {
                Takes::Strategy => config.strategy = self.strategy(value),
                Takes::Modules => config.hold = self.texts(value, key),
                Takes::Levels => config.levels = self.levels(value, key),
                Takes::Ignores => config.ignores = self.ignores(value),
                _ => {
                    config.exclude = self.texts(value, key);
                    config.excluded = self.globs(&config.exclude);
                }
            }
        }
        config
    }

    /// Tells of keys that nobody knows.
    fn strangers(&mut self, table: &DeTable<'_>, keys: &[Key]) {
        for name in table.keys() {
            let written = name.get_ref().as_ref();
            if keys.iter().any(|key| key.name == written) {
                continue;
            }
            let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
            let help = did_you_mean(written, known.iter().copied())
                .unwrap_or_else(|| format!("the keys here are {}", known.join(", ")));
            let at = place(self.text, name.span());
            self.mistake(at, format!("there is no key `{written}`"), help);
        }
    }

    fn text(&mut self, value: &Value<'_>, key: &Key) -> Option<Set<String>> {
        let text = value.get_ref().as_str().map(str::trim).filter(|text| !text.is_empty());
        if text.is_none() {
            let what = format!("`{}` takes a text that is not empty", key.name);
            self.mistake(self.at(value), what, format!("write it so: {}", key.example));
        }
        Some(Set { value: text?.to_owned(), at: self.at(value) })
    }

    fn texts(&mut self, value: &Value<'_>, key: &Key) -> Vec<Set<String>> {
        let Some(list) = value.get_ref().as_array() else {
            let what = format!("`{}` takes a list of texts", key.name);
            self.mistake(self.at(value), what, format!("write it so: {}", key.example));
            return Vec::new();
        };
        list.iter().filter_map(|value| self.text(value, key)).collect()
    }

    fn strategy(&mut self, value: &Value<'_>) -> Option<Set<Strategy>> {
        let at = self.at(value);
        let text = value.get_ref().as_str().unwrap_or_default();
        let strategy = match text.parse::<Strategy>() {
            Ok(strategy) => strategy,
            Err(error) => {
                let names: Vec<String> = STRATEGIES.iter().map(ToString::to_string).collect();
                let help = did_you_mean(text, names.iter().map(String::as_str))
                    .unwrap_or_else(|| format!("write it so: {}", TOP[0].example));
                self.mistake(at, error.to_string(), help);
                return None;
            }
        };
        if let Strategy::Train(release) = strategy
            && !is_known(release)
        {
            let help = "`awscompat trains` lists all of them";
            self.mistake(at, format!("no AWS SDK has a release of {release}"), help);
            return None;
        }
        Some(Set { value: strategy, at })
    }

    fn event(&mut self, id: &str, at: Span) -> Option<&'static Event> {
        let event = event::find(id);
        if event.is_none() {
            let help = did_you_mean(id, event::all().iter().map(|event| event.id))
                .unwrap_or_else(|| "`awscompat list` lists them".to_owned());
            self.mistake(at, format!("there is no event `{id}`"), help);
        }
        event
    }

    fn levels(&mut self, value: &Value<'_>, key: &Key) -> Vec<Set<(&'static Event, Option<Severity>)>> {
        let Some(table) = value.get_ref().as_table() else {
            self.mistake(self.at(value), "`levels` takes a table", format!("write it so:\n{}", key.example));
            return Vec::new();
        };
        let mut levels = Vec::new();
        for (id, value) in table {
            let event = self.event(id.get_ref(), place(self.text, id.span()));
            let text = value.get_ref().as_str().unwrap_or_default();
            let level = LEVELS.iter().find(|(name, _)| *name == text);
            if level.is_none() {
                let help = did_you_mean(text, LEVELS.iter().map(|(name, _)| *name)).unwrap_or_else(|| {
                    "the levels are \"off\", \"note\", \"warning\" and \"error\"".to_owned()
                });
                self.mistake(self.at(value), "this is no level", help);
            }
            if let (Some(event), Some((_, level))) = (event, level) {
                levels.push(Set { value: (event, *level), at: self.at(value) });
            }
        }
        levels
    }

    fn ignores(&mut self, value: &Value<'_>) -> Vec<Ignore> {
        let Some(list) = value.get_ref().as_array() else {
            let help = "write [[ignore]], with two brackets, for each of them";
            self.mistake(self.at(value), "`ignore` takes a list of tables", help);
            return Vec::new();
        };
        list.iter().filter_map(|entry| self.ignore(entry)).collect()
    }

    fn ignore(&mut self, entry: &Value<'_>) -> Option<Ignore> {
        let Some(table) = entry.get_ref().as_table() else {
            self.mistake(self.at(entry), "expected a table", "write [[ignore]] for each of them");
            return None;
        };
        self.strangers(table, &IGNORE);
        let (mut event, mut reason) = (None, None);
        let (mut module, mut version, mut path, mut expires) = (None, None, None, None);
        for key in &IGNORE {
            let Some(value) = get(table, key.name) else {
                if key.required {
                    let help = format!("add, for instance: {}", key.example);
                    self.mistake(self.first_line(entry), format!("`{}` is missing", key.name), help);
                }
                continue;
            };
            if key.takes == Takes::Day {
                expires = self.day(value, key);
                continue;
            }
            let Some(text) = self.text(value, key) else { continue };
            match key.name {
                "id" => event = self.event(&text.value, text.at).map(|event| (event, text.at)),
                "reason" => reason = Some(text.value),
                "module" => module = Some(text.value),
                "version" => version = Some(text.value),
                _ => {
                    let globs = self.globs(std::slice::from_ref(&text));
                    path = Some(Place { text: text.value, globs });
                }
            }
        }
        let (event, at) = event?;
        // What is misspelt must not make it wider than it was meant.
        let is_whole = [module.is_some(), version.is_some(), path.is_some(), expires.is_some()]
            .into_iter()
            .zip(["module", "version", "path", "expires"])
            .all(|(read, name)| read || get(table, name).is_none());
        let strange = table.keys().any(|name| IGNORE.iter().all(|key| key.name != name.get_ref().as_ref()));
        (is_whole && !strange).then_some(())?;
        Some(Ignore { at, event, reason: reason?, module, version, path, expires })
    }

    /// The first line of an entry, which is as long as its table.
    fn first_line(&self, entry: &Value<'_>) -> Span {
        let at = self.at(entry);
        let length = self.text.get(at.range()).and_then(|text| text.lines().next()).map_or(0, str::len);
        Span::new(at.start, at.start + length)
    }

    fn day(&mut self, value: &Value<'_>, key: &Key) -> Option<Set<Release>> {
        let at = self.at(value);
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Datetime(day) => day.to_string(),
            _ => String::new(),
        };
        let day = text.parse::<Release>().ok().filter(|day| *day == day.day());
        if day.is_none() {
            self.mistake(at, "this is no day", format!("write it so: {}", key.example));
        }
        Some(Set { value: day?, at })
    }

    fn globs(&mut self, lines: &[Set<String>]) -> Gitignore {
        // Paths are matched by what they are below the folder, so there is no root to strip.
        let mut builder = GitignoreBuilder::new("");
        for line in lines {
            if let Err(error) = builder.add_line(None, &line.value) {
                let help = "write it as a line of a .gitignore: `folder/`, `**/name`, `a/*/go.mod`";
                self.mistake(line.at, format!("this is no path: {error}"), help);
            }
        }
        builder.build().unwrap_or_else(|_| Gitignore::empty())
    }
}

/// Whether some AWS SDK had a release then.
fn is_known(release: Release) -> bool {
    let last = release.last_meant();
    Family::ALL.into_iter().any(|family| {
        let catalog = Catalog::embedded(family);
        catalog.table().releases().any(|known| known >= release && known <= last)
    })
}

/// The name that is most like another one, where one is like it.
fn did_you_mean<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let alike = known.map(|name| (strsim::jaro_winkler(written, name), name));
    let (_, best) = alike.filter(|(alike, _)| *alike >= ALIKE).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(format!("did you mean `{best}`?"))
}
