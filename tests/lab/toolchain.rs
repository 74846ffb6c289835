//! What runs the mixes of a family.

use std::collections::BTreeSet;

use awscompat::event::Impact;
use awscompat::family::Family;

use crate::Result;
use crate::go::Go;
use crate::mix::Mix;
use crate::outcome::Outcome;
use crate::rust::Rust;

/// The toolchain of a family, with the probe that is built by it.
pub(crate) trait Toolchain {
    /// The version that its rows should name.
    fn version(&self) -> Result<String>;

    /// Builds the parts of the probe that the mix has the modules for and that are asked for, and runs them.
    fn run(&self, mix: &Mix, pinning: Pinning, wanted: &Wanted<'_>) -> Result<Run>;
}

/// How the versions of a mix are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pinning {
    /// Just these, whatever else requires more.
    Exact,
    /// At least these: what others require is selected.
    Least,
}

/// Which parts are asked for, by name and impacts.
pub(crate) type Wanted<'a> = dyn Fn(&str, &[Impact]) -> bool + 'a;

/// What came of a mix.
pub(crate) struct Run {
    pub(crate) parts: Vec<PartRun>,
    /// What is really built: as `go list` has it, or the Cargo.lock.
    pub(crate) listing: String,
}

/// What came of a part.
pub(crate) struct PartRun {
    pub(crate) part: String,
    /// What stops working where it fails.
    pub(crate) breaks: Vec<Impact>,
    /// Full paths of the modules that it is built from.
    pub(crate) modules: BTreeSet<String>,
    pub(crate) outcome: Outcome,
}

/// The toolchain of a family.
pub(crate) fn of(family: Family) -> &'static dyn Toolchain {
    match family {
        Family::Go => &Go,
        Family::Rust => &Rust,
    }
}
