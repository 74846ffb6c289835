//! Writes `docs/events/`, a page an event.

use std::fs;
use std::path::Path;

use awscompat::event;
use awscompat::report::page;

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
    Ok(())
}
