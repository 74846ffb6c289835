//! What a finding is known by from one commit to the next: no line, no version, no words of ours.

use std::collections::BTreeMap;

use super::Checked;
use super::root::Root;

/// The 128-bit offset basis and prime of FNV-1a.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The fingerprint of an event at a module or crate of a manifest, the path of which is relative to the root. Where a
/// lock has a crate several times, `nth` tells them apart.
pub fn fingerprint(event: &str, path: &str, manifest: &str, nth: usize) -> String {
    let nth = if nth == 0 { String::new() } else { nth.to_string() };
    // No text holds the byte 0xff, so what one part ends with cannot begin the next.
    let parts = [event, path, manifest, &nth];
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0xff]));
    format!("{:032x}", fnv1a(bytes))
}

/// The fingerprints of all that was found in a build, first what counts and then what is accepted: for each finding,
/// those of what is stale.
pub fn of_build(checked: &Checked, root: &Root) -> Vec<Vec<String>> {
    let manifest = root.relative(checked.inventory.manifest());
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let waived = checked.outcome.waived.iter().map(|waived| &waived.finding);
    let findings = checked.outcome.findings.iter().chain(waived);
    findings
        .map(|finding| {
            let stale = finding.stale.iter();
            stale
                .map(|stale| {
                    let path = checked.inventory.components[stale.component].path.as_str();
                    let nth = seen.entry((finding.event.id, path)).or_default();
                    *nth += 1;
                    fingerprint(finding.event.id, path, &manifest, *nth - 1)
                })
                .collect()
        })
        .collect()
}

fn fnv1a(bytes: impl Iterator<Item = u8>) -> u128 {
    bytes.fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a("".bytes()), BASIS);
        assert_eq!(fnv1a("a".bytes()), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(fnv1a("foobar".bytes()), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }

    #[test]
    fn each_part_counts_and_none_runs_into_the_next() {
        let own = fingerprint("event", "path", "go.mod", 0);
        assert_eq!(own.len(), 32);
        for other in [
            fingerprint("event", "path", "go.mod", 1),
            fingerprint("event", "path", "a/go.mod", 0),
            fingerprint("event", "pathgo.mod", "", 0),
            fingerprint("even", "tpath", "go.mod", 0),
        ] {
            assert_ne!(own, other);
        }
    }
}
