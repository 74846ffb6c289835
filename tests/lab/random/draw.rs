//! Draws mixes.

use awscompat::catalog::{Catalog, Release};
use awscompat::family::Family;
use awscompat::version::Version;

use crate::mix::Mix;

/// What mixes of a family are drawn from.
struct Pool {
    /// What a program may use.
    used: &'static [&'static str],
    /// What is raised, beside those: by a bot, or because a library asks for it.
    raised: &'static [&'static str],
    /// What a lock holds beside those.
    locked: &'static [&'static str],
    /// Before this release some of the probe's calls were not there yet.
    first: &'static str,
}

/// ec2 is left out: it takes as long to compile as all others.
const GO: Pool = Pool {
    used: &[
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
    ],
    raised: &[
        "core",
        "core",
        "smithy-go",
        "internal/ini",
        "service/internal/checksum",
        "service/internal/endpoint-discovery",
        "service/internal/presigned-url",
        "service/internal/s3shared",
        "service/timestreamwrite",
    ],
    locked: &[],
    first: "2021-05-14",
};

/// Service crates that compile fast, but for s3.
const RUST: Pool = Pool {
    used: &[
        "aws-config",
        "aws-config",
        "aws-sdk-kms",
        "aws-sdk-polly",
        "aws-sdk-s3",
        "aws-sdk-secretsmanager",
        "aws-sdk-servicediscovery",
        "aws-sdk-servicediscovery",
        "aws-sdk-sqs",
        "aws-sdk-sts",
        "aws-sdk-transcribestreaming",
        "aws-sdk-transcribestreaming",
    ],
    raised: &[],
    locked: &[
        "aws-credential-types",
        "aws-runtime",
        "aws-sdk-signin",
        "aws-sdk-sso",
        "aws-sdk-ssooidc",
        "aws-sdk-sts",
        "aws-sigv4",
        "aws-smithy-async",
        "aws-smithy-checksums",
        "aws-smithy-eventstream",
        "aws-smithy-http",
        "aws-smithy-http-client",
        "aws-smithy-json",
        "aws-smithy-observability",
        "aws-smithy-query",
        "aws-smithy-runtime",
        "aws-smithy-runtime-api",
        "aws-smithy-schema",
        "aws-smithy-types",
        "aws-smithy-xml",
        "aws-types",
    ],
    first: "2023-11-27",
};

/// An endless row of mixes: a set of one release, of which one or two modules were raised since.
pub(super) struct Draw<'c> {
    random: SplitMix,
    catalog: &'c Catalog,
    pool: &'static Pool,
    releases: Vec<Release>,
}

impl<'c> Draw<'c> {
    pub(super) fn new(seed: u64, catalog: &'c Catalog) -> Self {
        let pool = match catalog.family() {
            Family::Go => &GO,
            Family::Rust => &RUST,
        };
        let first: Option<Release> = pool.first.parse().ok();
        let mut releases: Vec<Release> =
            catalog.table().releases().filter(|release| Some(*release) >= first).collect();
        // All modules are known up to then.
        releases.retain(|release| *release <= catalog.table().complete_to().last_meant());
        Self { random: SplitMix(seed), catalog, pool, releases }
    }

    pub(super) fn next(&mut self) -> Mix {
        let base = self.random.below(self.releases.len() - 1);
        let mut mix = Mix::empty(self.catalog.family());
        let wanted = 2 + self.random.below(if self.pool.locked.is_empty() { 4 } else { 2 });
        while mix.modules.len() < wanted {
            let name = self.pool.used[self.random.below(self.pool.used.len())];
            self.put(&mut mix, name, base);
        }
        mix.locked = self
            .pool
            .locked
            .iter()
            .filter(|name| !mix.has(name))
            .filter_map(|name| Some(((*name).to_owned(), self.newest_at(name, base)?)))
            .collect();
        for _ in 0..=self.random.below(2) {
            let later = base + 1 + self.random.below(self.releases.len() - base - 1);
            let others = self.pool.raised.iter().map(|name| (*name).to_owned());
            let mut names: Vec<String> = mix.modules.iter().map(|(name, _)| name.clone()).collect();
            names.extend(others.chain(mix.locked.iter().map(|(name, _)| name.clone())));
            let name = names.swap_remove(self.random.below(names.len()));
            match self.catalog.family() {
                Family::Go => self.put(&mut mix, &name, later),
                Family::Rust => self.raise_in_lock(&mut mix, name),
            }
        }
        mix
    }

    /// Puts a module at its newest version of a release, if it was there by then.
    fn put(&self, mix: &mut Mix, name: &str, release: usize) {
        if let Some(version) = self.newest_at(name, release) {
            mix.set(name, version);
        }
    }

    fn newest_at(&self, name: &str, release: usize) -> Option<Version> {
        self.catalog.newest_at(&self.catalog.family().full_path(name), self.releases[release])
    }

    /// Raises a crate to any newer version of its line: what requires it lets it be raised so far.
    fn raise_in_lock(&mut self, mix: &mut Mix, name: String) {
        let Some((_, version)) = mix.modules.iter().chain(&mix.locked).find(|(held, _)| *held == name) else {
            return;
        };
        let mut newer = self.catalog.line(&name, version, None);
        newer.retain(|candidate| candidate > version);
        if !newer.is_empty() {
            let version = newer.swap_remove(self.random.below(newer.len()));
            mix.raised.push((name, version));
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
        for family in [Family::Go, Family::Rust] {
            let catalog = Catalog::embedded(family);
            let first = |seed| {
                let mut draw = Draw::new(seed, &catalog);
                (0..20).map(|_| draw.next()).collect::<Vec<_>>()
            };
            assert_eq!(first(1), first(1));
            assert_ne!(first(1), first(2));
            assert!(first(1).iter().all(|mix| mix.modules.len() > 1));
        }
    }

    #[test]
    fn what_a_lock_holds_is_raised_within_its_line_only() {
        let catalog = Catalog::embedded(Family::Rust);
        let mut mix = Mix::parse(Family::Rust, &["aws-smithy-json@0.60.0"]).unwrap();
        Draw::new(1, &catalog).raise_in_lock(&mut mix, "aws-smithy-json".to_owned());
        assert!(mix.raised[0].1.to_string().starts_with("0.60."), "{mix}");
    }
}
