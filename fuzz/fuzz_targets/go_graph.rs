//! `go mod graph`: nodes are parts of the text, and no node is above what is selected.
#![no_main]

mod common;

use std::collections::HashMap;

use awscompat::inventory::go_graph::GoGraph;
use awscompat::version::Version;
use common::{check_error, slice};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let graph = match GoGraph::parse(text) {
        Ok(graph) => graph,
        Err(error) => return check_error(text, &error),
    };
    let nodes = || graph.edges.iter().flat_map(|edge| [edge.from, edge.to]);
    for node in nodes() {
        assert_eq!(slice(text, node.path_span), node.path);
        assert_eq!(node.version_span.map(|span| slice(text, span)), node.version);
    }
    match graph.selected() {
        Ok(selected) => {
            let versions: HashMap<&str, &Version> =
                selected.iter().map(|module| (module.path, &module.version)).collect();
            assert_eq!(versions.len(), selected.len());
            for module in &selected {
                assert_eq!(slice(text, module.version_span).parse::<Version>().unwrap(), module.version);
            }
            for node in nodes() {
                if let (Some(version), Some(selected)) = (node.version, versions.get(node.path)) {
                    assert!(version.parse::<Version>().unwrap() <= **selected);
                }
            }
        }
        Err(error) => check_error(text, &error),
    }
});
