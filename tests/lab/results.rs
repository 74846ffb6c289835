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
    rows: BTreeMap<(Vec<String>, String), Row>,
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
        self.rows.insert((row.versions.clone(), row.part.clone()), row);
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
    let days = now.as_secs() / 86_400;
    let (mut year, mut left) = (1970, days);
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}
