//! Finds the line between a good and a bad version of a module.

use std::fs;
use std::path::PathBuf;

use awscompat::catalog::Catalog;
use awscompat::version::Version;

use crate::mix::Mix;
use crate::outcome::Outcome;
use crate::toolchain::{self, Pinning};
use crate::{Result, say};

#[derive(clap::Args)]
pub(crate) struct Bisect {
    /// What is held: a file with a `module@version` a line
    #[arg(long, value_name = "FILE")]
    mix: PathBuf,
    /// The module that is moved, such as service/ecr
    #[arg(long)]
    module: String,
    /// A version of it with which the part works; it may be the older or the newer one
    #[arg(long, value_name = "VERSION")]
    good: Version,
    /// A version of it with which the part does not
    #[arg(long, value_name = "VERSION")]
    bad: Version,
    /// The part of the probe to go by, as `run --mix` names them
    #[arg(long)]
    part: String,
}

impl Bisect {
    pub(crate) fn run(&self) -> Result<bool> {
        let mix = {
            let text =
                fs::read_to_string(&self.mix).map_err(|error| format!("{}: {error}", self.mix.display()))?;
            Mix::read(&text)?
        };
        let versions = self.between(&Catalog::embedded(mix.family))?;
        let (good, bad) = (self.outcome(&mix, &self.good)?, self.outcome(&mix, &self.bad)?);
        if !good.works() || bad.works() {
            return Err("there is no line to find: `--good` must work and `--bad` must not".into());
        }
        // The good end is the first of the list.
        let (mut low, mut high) = (0, versions.len() - 1);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.outcome(&mix, &versions[middle])?.works() { low = middle } else { high = middle }
        }
        say(&format!("good {} {}, bad {}", self.module, versions[low], versions[high]));
        Ok(true)
    }

    /// The versions from the good one to the bad one.
    fn between(&self, catalog: &Catalog) -> Result<Vec<Version>> {
        let path = catalog.family().full_path(&self.module);
        let mut versions = catalog.versions(&path);
        let (first, last) = (Version::min(self.good.clone(), self.bad.clone()), (&self.good).max(&self.bad));
        versions.retain(|version| (&first..=last).contains(&version));
        versions.extend([self.good.clone(), self.bad.clone()]);
        versions.sort();
        versions.dedup();
        if versions.len() < 2 {
            return Err("`--good` and `--bad` are the same version".into());
        }
        if self.good > self.bad {
            versions.reverse();
        }
        Ok(versions)
    }

    fn outcome(&self, mix: &Mix, version: &Version) -> Result<Outcome> {
        let mut mix = mix.clone();
        mix.set(&self.module, version.clone());
        let run = toolchain::of(mix.family).run(&mix, Pinning::Exact, &|part, _| part == self.part)?;
        let part = run.parts.into_iter().next();
        let outcome = part
            .map(|part| part.outcome)
            .ok_or_else(|| format!("the part `{}` needs more than this mix has", self.part))?;
        say(&format!("{} {version} {outcome}", self.module));
        Ok(outcome)
    }
}
