//! What came of one part of a probe.

use std::fmt;

/// An outcome, with the text that goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It does what it should.
    Works,
    /// It does not compile: the first line that says so.
    Compile(String),
    /// It fails: the error, or the first line of the panic.
    Runtime(String),
    /// It seems to work: what was wrong with it.
    Silent(String),
}

impl Outcome {
    /// The outcome's name in rule files and results.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Works => "works",
            Self::Compile(_) => "compile",
            Self::Runtime(_) => "runtime",
            Self::Silent(_) => "silent",
        }
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Works => "",
            Self::Compile(text) | Self::Runtime(text) | Self::Silent(text) => text,
        }
    }

    pub(crate) fn works(&self) -> bool {
        *self == Self::Works
    }

    /// Reads the line that a probe prints.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let (name, text) = line.trim_end_matches('\n').split_once('\t')?;
        match name {
            "works" => Some(Self::Works),
            "runtime" => Some(Self::Runtime(text.to_owned())),
            "silent" => Some(Self::Silent(text.to_owned())),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            "" => f.write_str(self.name()),
            text => write!(f, "{}: {text}", self.name()),
        }
    }
}
