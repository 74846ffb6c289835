//! Why an input could not be read.

use std::path::{Path, PathBuf};

use super::ParseError;
use crate::source::{ReadError, Source};

/// Why an input could not be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The file itself could not be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: ReadError,
    },
    /// The file was read and does not parse.
    #[error("{}: {}", source_file.path().display(), error.message)]
    Parse {
        /// The file, for showing the place.
        source_file: Box<Source>,
        /// What is wrong, and where.
        error: ParseError,
    },
}

pub(super) fn read(path: &Path) -> Result<Source, InputError> {
    Source::read(path).map_err(|error| InputError::Read { path: path.to_owned(), error })
}

/// Parses a source; a mistake keeps the source, so that its place can be shown.
pub(super) fn parsed<T>(source: &Source, result: Result<T, ParseError>) -> Result<T, InputError> {
    result.map_err(|error| InputError::Parse { source_file: Box::new(source.clone()), error })
}
