//! The report as JSON lines: one for each build, and one for each input that could not be read.

use super::Report;
use super::json::lines;
use super::plain::clean_json;

/// The lines, each an entry of `builds` or `errors` of the JSON report, with its version.
///
/// # Errors
/// Never for the types used here; the signature is that of the serializer.
pub fn render(report: &Report) -> Result<String, serde_json::Error> {
    let mut out = String::new();
    for line in lines(report) {
        out.push_str(&clean_json(&serde_json::to_string(&line)?));
        out.push('\n');
    }
    Ok(out)
}
