//! Writes `docs/events/`, a page an event, and the schema of the configuration.

use std::fs;
use std::path::Path;

use awscompat::report::page;
use awscompat::{config, event};

use crate::Result;

pub(crate) fn write(root: &Path) -> Result<()> {
    let folder = root.join("docs/events");
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for event in event::all() {
        fs::write(folder.join(format!("{}.md", event.id)), page::render(event))?;
    }
    let schema = format!("{:#}\n", config::schema());
    fs::write(root.join("docs/awscompat.schema.json"), schema)?;
    Ok(())
}
