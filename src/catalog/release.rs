//! Releases of a family: a day, and which of that day.

use std::fmt;
use std::str::FromStr;

/// One publication of the family: `2023-11-15`, or `2023-11-28.2` for the second of its day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release(u32);

/// Why a text is no release.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a release day; write it as 2023-11-15, or 2023-11-28.2 for the second release of a day"
)]
pub struct ReleaseError(String);

impl Release {
    /// From the form of the embedded table: `YYYYMMDD * 16 + N`.
    pub(crate) const fn from_packed(packed: u32) -> Self {
        Self(packed)
    }

    /// The first release of this day, which is written as the day alone.
    pub const fn day(self) -> Self {
        Self(self.0 & !15 | 1)
    }

    /// The last release that is meant by this one: where it is written as the day alone, the last of the day.
    pub const fn last_meant(self) -> Self {
        if self.0 == self.day().0 { self.end_of_day() } else { self }
    }

    /// The last release that this day could hold: with it, a day compares as its end.
    pub const fn end_of_day(self) -> Self {
        Self(self.0 | 15)
    }
}

impl FromStr for Release {
    type Err = ReleaseError;

    fn from_str(text: &str) -> Result<Self, ReleaseError> {
        let parse = || {
            let (day, nth) = match text.split_once('.') {
                Some((day, nth)) => (day, nth.parse::<u32>().ok().filter(|nth| (1..16).contains(nth))?),
                None => (text, 1),
            };
            let mut parts = day.split('-');
            let mut part = |digits: usize| -> Option<u32> {
                let part = parts.next()?;
                (part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()))
                    .then(|| part.parse().ok())?
            };
            let (year, month, day) = (part(4)?, part(2)?, part(2)?);
            let plausible = parts.next().is_none() && (1..=12).contains(&month) && (1..=31).contains(&day);
            plausible.then_some(Self((year * 10_000 + month * 100 + day) * 16 + nth))
        };
        parse().ok_or_else(|| ReleaseError(text.to_owned()))
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (day, nth) = (self.0 / 16, self.0 % 16);
        write!(f, "{:04}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100)?;
        if nth > 1 { write!(f, ".{nth}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_of_a_day_are_in_order() {
        let release = |text: &str| text.parse::<Release>().unwrap();
        assert!(release("2023-11-28") < release("2023-11-28.2"));
        assert!(release("2023-11-28.3") < release("2023-11-29"));
        assert!(release("2023-11-28.3") < release("2023-11-28").end_of_day());
        assert!(release("2023-11-28.3") < release("2023-11-28").last_meant());
        assert_eq!(release("2023-11-28.3").last_meant(), release("2023-11-28.3"));
        assert_eq!(release("2023-11-28.3").day(), release("2023-11-28"));
        assert_eq!(release("2023-11-28.2").to_string(), "2023-11-28.2");
        assert_eq!(release("2023-11-28").to_string(), "2023-11-28");
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in
            ["", "2023", "2023-13-01", "2023-1-1", "2023-11-15-2", "today", "2023-11-28.0", "+023-11-15"]
        {
            assert!(text.parse::<Release>().is_err(), "{text}");
        }
    }
}
