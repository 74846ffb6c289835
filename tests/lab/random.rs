//! Mixes that version selection can reach, drawn at random: the linter's verdict beside what happens.

mod cure;
mod draw;

use std::time::Instant;

use awscompat::catalog::Catalog;
use awscompat::family::Family;

use crate::toolchain::{self, Pinning, Toolchain};
use crate::{Result, say, verdict};
use cure::Cures;
use draw::Draw;

#[derive(clap::Args)]
pub(crate) struct Random {
    /// Whose mixes: go or rust
    #[arg(long, default_value = "go", value_parser = family)]
    family: Family,
    /// The same seed draws the same mixes from the same tables
    #[arg(long)]
    seed: u64,
    /// How many mixes are run; those that the registry does not hold do not count
    #[arg(long, default_value_t = 10)]
    count: usize,
    /// Also carries out the plan for each mix in which something is found, and tries what comes of it
    #[arg(long)]
    cure: bool,
}

fn family(name: &str) -> std::result::Result<Family, String> {
    [Family::Go, Family::Rust]
        .into_iter()
        .find(|family| family.name() == name)
        .ok_or_else(|| "write go or rust".to_owned())
}

impl Random {
    pub(crate) fn run(&self) -> Result<bool> {
        let catalog = Catalog::embedded(self.family);
        let toolchain: &dyn Toolchain = toolchain::of(catalog.family());
        let mut draw = Draw::new(self.seed, &catalog);
        let mut cures = Cures::default();
        let start = Instant::now();
        let (mut done, mut agreed, mut broken, mut untried, mut left_out) = (0, 0, 0, 0, 0);
        while done < self.count {
            let mix = draw.next();
            let began = Instant::now();
            let run = match toolchain.run(&mix, Pinning::Least, &|_, _| true) {
                Ok(run) => run,
                Err(error) => {
                    left_out += 1;
                    let error = error.to_string();
                    // Toolchains tell of waiting and downloading before they fail.
                    let told = error.lines().find(|line| line.contains("error")).or(error.lines().next());
                    let first = told.unwrap_or_default();
                    say(&format!("left out    {mix}\n            {first}"));
                    if left_out > self.count + 10 {
                        return Err("too many mixes cannot be run: see above".into());
                    }
                    continue;
                }
            };
            let verdict = verdict::compare(&run, &catalog)?;
            done += 1;
            broken += usize::from(run.parts.iter().any(|part| !part.outcome.works()));
            untried += verdict.untried;
            agreed += usize::from(verdict.differences.is_empty());
            let word = if verdict.differences.is_empty() { "agree   " } else { "DISAGREE" };
            let findings = verdict.findings.join(" ");
            let seconds = began.elapsed().as_secs_f32();
            let parts = run.parts.len();
            say(&format!("{word} {done:>4} {seconds:>5.1} s, {parts:>2} parts: {mix} [{findings}]"));
            for difference in &verdict.differences {
                say(&format!("              {difference}"));
            }
            if self.cure {
                cures.run(&mix, &run, toolchain, &catalog)?;
            }
        }
        let seconds = start.elapsed().as_secs_f32();
        say(&format!(
            "{agreed} of {done} mixes agree, {broken} of the {done} are broken; {untried} alarms were about what no part \
             tries; {left_out} more mixes could not be had; {:.1} s a mix",
            seconds / done.max(1) as f32
        ));
        if self.cure {
            say(&cures.to_string());
        }
        Ok(agreed == done && cures.is_clean())
    }
}
