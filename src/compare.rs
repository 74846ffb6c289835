//! What a build has that its base had not, and the other way round.

use std::collections::BTreeMap;

use crate::check::Outcome;
use crate::event::{Event, Severity};
use crate::inventory::Inventory;
use crate::version::Version;

/// How a component that is stale by an event stands to the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It was so, and no better.
    Unchanged,
    /// It was so, and less bad.
    Worse,
    /// It was not so.
    New,
}

impl Status {
    /// The name in machine-readable forms.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Worse => "worse",
            Self::New => "new",
        }
    }
}

/// What was found at the base and is no more.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// What applied.
    pub event: &'static Event,
    /// The component that was stale.
    pub path: String,
    /// Its version then.
    pub version: Version,
    /// How bad it was.
    pub severity: Severity,
}

/// A build beside what it was.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// For each finding, how what is stale by it stands to the base.
    pub statuses: Vec<Vec<Status>>,
    /// What is gone, the worst first.
    pub fixed: Vec<Fixed>,
}

/// Compares what was found in a build with what was found in its base; with nothing, where it was not there.
///
/// What is stale is the same where event and module are: its version does not count, and neither does its line. Of a
/// crate that is there several times, the first stands for the first.
pub fn compare(now: (&Inventory, &Outcome), before: Option<(&Inventory, &Outcome)>) -> Comparison {
    let mut known: BTreeMap<(&str, String), Vec<Fixed>> = BTreeMap::new();
    if let Some((inventory, outcome)) = before {
        for finding in &outcome.findings {
            for stale in &finding.stale {
                let component = &inventory.components[stale.component];
                known.entry((finding.event.id, component.path.clone())).or_default().push(Fixed {
                    event: finding.event,
                    path: component.path.clone(),
                    version: component.version.clone(),
                    severity: stale.severity,
                });
            }
        }
    }
    // The first of each is taken first.
    known.values_mut().for_each(|alike| alike.reverse());
    let (inventory, outcome) = now;
    let statuses = outcome.findings.iter().map(|finding| {
        let stale = finding.stale.iter();
        stale
            .map(|stale| {
                let path = inventory.components[stale.component].path.clone();
                match known.get_mut(&(finding.event.id, path)).and_then(Vec::pop) {
                    None => Status::New,
                    Some(was) if was.severity < stale.severity => Status::Worse,
                    Some(_) => Status::Unchanged,
                }
            })
            .collect()
    });
    let statuses = statuses.collect();
    let mut fixed: Vec<Fixed> = known.into_values().flat_map(|alike| alike.into_iter().rev()).collect();
    fixed.sort_by_key(|fixed| std::cmp::Reverse(fixed.severity));
    Comparison { statuses, fixed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::check::check;
    use crate::family::Family;
    use crate::inventory::go;
    use crate::source::Source;

    fn build(core: &str, services: &[(&str, &str)]) -> (Inventory, Outcome) {
        let mut text = format!("module m\n\ngo 1.21\n\nrequire (\n\tgithub.com/aws/aws-sdk-go-v2 {core}\n");
        for (name, version) in services {
            text += &format!("\tgithub.com/aws/aws-sdk-go-v2/service/{name} {version}\n");
        }
        let inventory = go::module_alone(Source::new("go.mod", text + ")\n")).expect("it parses");
        let outcome = check(&inventory, &Catalog::embedded(Family::Go));
        (inventory, outcome)
    }

    fn compared(
        now: &(Inventory, Outcome),
        before: Option<&(Inventory, Outcome)>,
    ) -> (Vec<Status>, Vec<String>) {
        let comparison = compare((&now.0, &now.1), before.map(|before| (&before.0, &before.1)));
        let fixed = comparison.fixed.iter().map(|fixed| fixed.path.clone()).collect();
        (comparison.statuses.concat(), fixed)
    }

    #[test]
    fn what_a_raise_breaks_is_new_and_what_was_broken_is_not() {
        let healthy = build("v1.21.0", &[("ecr", "v1.20.2")]);
        let raised = build("v1.23.5", &[("ecr", "v1.20.2")]);
        let more = build("v1.23.5", &[("ecr", "v1.20.2"), ("sqs", "v1.24.5")]);
        assert_eq!(compared(&raised, Some(&healthy)), (vec![Status::New], vec![]));
        assert_eq!(compared(&raised, Some(&raised)), (vec![Status::Unchanged], vec![]));
        assert_eq!(compared(&more, Some(&raised)), (vec![Status::Unchanged, Status::New], vec![]));
        let ecr = "github.com/aws/aws-sdk-go-v2/service/ecr".to_owned();
        assert_eq!(compared(&healthy, Some(&raised)), (vec![], vec![ecr]));
    }

    #[test]
    fn of_a_build_that_was_not_there_all_is_new() {
        let raised = build("v1.23.5", &[("ecr", "v1.20.2")]);
        assert_eq!(compared(&raised, None).0, [Status::New]);
    }

    #[test]
    fn what_is_worse_than_it_was_is_told() {
        let now = build("v1.23.5", &[("ecr", "v1.20.2")]);
        let mut before = build("v1.23.5", &[("ecr", "v1.20.2")]);
        before.1.findings[0].stale[0].severity = Severity::Warning;
        assert_eq!(compared(&now, Some(&before)).0, [Status::Worse]);
        assert_eq!(compared(&before, Some(&now)).0, [Status::Unchanged]);
    }
}
