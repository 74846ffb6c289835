//! Plans for mixes in which something is found, carried out and tried.

use std::fmt;

use awscompat::catalog::Catalog;
use awscompat::plan::{self, Wish};

use crate::mix::Mix;
use crate::toolchain::{Pinning, Run, Toolchain};
use crate::{Result, say, verdict};

/// What came of the plans so far.
#[derive(Default)]
pub(super) struct Cures {
    /// After these, nothing is found and every part works.
    worked: usize,
    failed: usize,
    /// Mixes for which there is no plan.
    without: usize,
    /// Plans for which the registry does not hold what they ask for.
    left_out: usize,
}

impl Cures {
    /// Whether every plan did what it is for.
    pub(super) fn is_clean(&self) -> bool {
        self.failed == 0
    }

    /// Plans for a mix, carries that out with the toolchain, and runs the parts again.
    pub(super) fn run(
        &mut self,
        mix: &Mix,
        run: &Run,
        toolchain: &dyn Toolchain,
        catalog: &Catalog,
    ) -> Result<()> {
        let inventory = verdict::inventory(run, catalog.family())?;
        let plan = match plan::plan(&inventory, catalog, &Wish::default()) {
            Ok(plan) if plan.moves.is_empty() => return Ok(()),
            Ok(plan) => plan,
            Err(reason) => {
                self.without += 1;
                say(&format!("no plan     {reason}"));
                return Ok(());
            }
        };
        // To tidy is for programs, and the parts are not there yet.
        let commands = plan.commands.into_iter().filter(|command| command != "go mod tidy");
        let cured = Mix { commands: commands.collect(), ..mix.clone() };
        let moves = plan.moves.len();
        let trouble: Vec<String> = match toolchain.run(&cured, Pinning::Least, &|_, _| true) {
            Err(error) => {
                self.left_out += 1;
                let said = error.to_string();
                say(&format!("not tried   {}", said.lines().last().unwrap_or_default()));
                return Ok(());
            }
            Ok(run) => {
                let verdict = verdict::compare(&run, catalog)?;
                let broken = run.parts.iter().filter(|part| !part.outcome.works());
                let broken = broken.map(|part| format!("{} {}", part.part, part.outcome));
                let found = verdict.findings.into_iter().filter(|id| !id.starts_with('('));
                broken.chain(found.map(|id| format!("{id} is still found"))).collect()
            }
        };
        if trouble.is_empty() {
            self.worked += 1;
            say(&format!("cured       {moves} moves"));
        } else {
            self.failed += 1;
            say(&format!("NOT CURED   {moves} moves: {}", cured.commands.join("; ")));
            trouble.iter().for_each(|line| say(&format!("              {line}")));
        }
        Ok(())
    }
}

impl fmt::Display for Cures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { worked, failed, without, left_out } = self;
        let plans = worked + failed;
        write!(
            f,
            "{worked} of {plans} plans carried out: nothing is found and every part works; {without} mixes have no plan, and {left_out} plans could not be had"
        )
    }
}
