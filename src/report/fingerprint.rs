//! What a finding is known by from one commit to the next: no line, no version, no words of ours.

use std::collections::BTreeMap;

use super::Checked;
use super::root::Root;
use crate::hash::fnv1a;

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

#[cfg(test)]
mod tests {
    use super::*;

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
