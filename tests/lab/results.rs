//! What was seen, as rows of `results/<family>.jsonl`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use awscompat::family::Family;
use serde::{Deserialize, Serialize};

use crate::Result;

/// What one part of a probe did in one mix.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// `module@version`, short names.
    pub(crate) versions: Vec<String>,
    /// The features and the code with which it was built, where they decide.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) with: String,
    pub(crate) part: String,
    pub(crate) outcome: String,
    pub(crate) text: String,
    pub(crate) toolchain: String,
    /// The day of the run, `YYYY-MM-DD`.
    pub(crate) day: String,
}

/// The rows of a family, one for each mix and part.
pub(crate) struct Results {
    path: PathBuf,
    rows: BTreeMap<(Vec<String>, String, String), Row>,
}

impl Results {
    pub(crate) fn open(root: &Path, family: Family) -> Result<Self> {
        let path = root.join(format!("tests/lab/results/{}.jsonl", family.name()));
        let text = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
        let mut results = Self { path, rows: BTreeMap::new() };
        for (number, line) in text.lines().enumerate() {
            let row = serde_json::from_str(line)
                .map_err(|error| format!("{}:{}: {error}", results.path.display(), number + 1))?;
            results.insert(row);
        }
        Ok(results)
    }

    /// Adds a row, or puts it in place of the one of the same mix and part.
    pub(crate) fn insert(&mut self, row: Row) {
        self.rows.insert((row.versions.clone(), row.with.clone(), row.part.clone()), row);
    }

    pub(crate) fn save(&self) -> Result<()> {
        let mut text = String::new();
        for row in self.rows.values() {
            text += &serde_json::to_string(row)?;
            text.push('\n');
        }
        // A run that is stopped half-way leaves the old rows or the new ones.
        let partial = self.path.with_extension("partial");
        fs::write(&partial, text)?;
        fs::rename(partial, &self.path)?;
        Ok(())
    }
}

/// Today, as UTC has it.
pub(crate) fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    day(now.as_secs() / 86_400)
}

/// The day that is so many after 1970-01-01.
fn day(mut left: u64) -> String {
    let mut year = 1970;
    let leap = |year: u64| {
        u64::from(year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)))
    };
    while left >= 365 + leap(year) {
        left -= 365 + leap(year);
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + leap(year), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let days = [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (11_016, "2000-02-29"),
            (20_787, "2026-11-30"),
            (20_788, "2026-12-01"),
            (20_818, "2026-12-31"),
        ];
        for (number, text) in days {
            assert_eq!(day(number), text);
        }
    }

    #[test]
    fn a_row_takes_the_place_of_the_one_before_it() {
        let row = |outcome: &str| Row {
            versions: vec!["core@v1.0.0".to_owned()],
            with: String::new(),
            part: "sts".to_owned(),
            outcome: outcome.to_owned(),
            text: String::new(),
            toolchain: "go1.26".to_owned(),
            day: "2026-12-01".to_owned(),
        };
        let mut results = Results { path: PathBuf::new(), rows: BTreeMap::new() };
        results.insert(row("silent"));
        results.insert(row("works"));
        let outcomes: Vec<&str> = results.rows.values().map(|row| row.outcome.as_str()).collect();
        assert_eq!(outcomes, ["works"]);
    }
}
