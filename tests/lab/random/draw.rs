//! Draws mixes.

use awscompat::catalog::{Catalog, Release};

use crate::mix::Mix;

/// What a program may use. ec2 is left out: it takes as long to compile as all others.
const USED: [&str; 19] = [
    "config",
    "credentials",
    "feature/ec2/imds",
    "feature/s3/manager",
    "service/athena",
    "service/cloudwatch",
    "service/docdb",
    "service/dynamodb",
    "service/ecr",
    "service/kms",
    "service/lambda",
    "service/neptune",
    "service/polly",
    "service/s3",
    "service/sqs",
    "service/sso",
    "service/ssooidc",
    "service/sts",
    "service/timestreamquery",
];

/// What is raised, beside those: by a bot, or because a library asks for it.
const RAISED: [&str; 9] = [
    "core",
    "core",
    "smithy-go",
    "internal/ini",
    "service/internal/checksum",
    "service/internal/endpoint-discovery",
    "service/internal/presigned-url",
    "service/internal/s3shared",
    "service/timestreamwrite",
];

/// Before this release some of the probe's calls were not there yet.
const FIRST: &str = "2021-05-14";

/// An endless row of mixes: a set of one release, of which one or two modules were raised since.
pub(super) struct Draw<'c> {
    random: SplitMix,
    catalog: &'c Catalog,
    releases: Vec<Release>,
}

impl<'c> Draw<'c> {
    pub(super) fn new(seed: u64, catalog: &'c Catalog) -> Self {
        let first: Option<Release> = FIRST.parse().ok();
        let mut releases: Vec<Release> =
            catalog.table().releases().filter(|release| Some(*release) >= first).collect();
        // All modules are known up to then.
        releases.retain(|release| *release <= catalog.table().complete_to().last_meant());
        Self { random: SplitMix(seed), catalog, releases }
    }

    pub(super) fn next(&mut self) -> Mix {
        let base = self.random.below(self.releases.len() - 1);
        let mut mix = Mix { family: self.catalog.family(), modules: Vec::new(), with: String::new() };
        let wanted = 2 + self.random.below(4);
        while mix.modules.len() < wanted {
            let name = USED[self.random.below(USED.len())];
            self.put(&mut mix, name, base);
        }
        for _ in 0..=self.random.below(2) {
            let later = base + 1 + self.random.below(self.releases.len() - base - 1);
            let any = self.random.below(mix.modules.len() + RAISED.len());
            let name = match mix.modules.get(any) {
                Some((name, _)) => name.clone(),
                None => RAISED[any - mix.modules.len()].to_owned(),
            };
            self.put(&mut mix, &name, later);
        }
        mix
    }

    /// Puts a module at its newest version of a release, if it was there by then.
    fn put(&self, mix: &mut Mix, name: &str, release: usize) {
        let path = self.catalog.family().full_path(name);
        if let Some(version) = self.catalog.newest_at(&path, self.releases[release]) {
            mix.set(name, version);
        }
    }
}

/// SplitMix64: good enough for dice, and the same everywhere.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_mixes_again_and_another_one_others() {
        let catalog = Catalog::embedded(awscompat::family::Family::Go);
        let first = |seed| {
            let mut draw = Draw::new(seed, &catalog);
            (0..20).map(|_| draw.next()).collect::<Vec<_>>()
        };
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
        assert!(first(1).iter().all(|mix| mix.modules.len() > 1));
    }
}
