//! Numbers as arguments.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

/// Reads a whole number between bounds, and says what to write instead of anything else.
pub(crate) fn number_in<T>(bounds: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Clone + Display + FromStr + PartialOrd,
{
    move |text| match text.parse() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(format!("write a whole number from {} to {}", bounds.start(), bounds.end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_within_the_bounds_are_read() {
        let read = number_in(1..=200_u8);
        assert_eq!(read("1"), Ok(1));
        assert_eq!(read("200"), Ok(200));
        for wrong in ["0", "201", "256", "-1", "1.5", "", " 1", "x", "99999999999999999999999"] {
            assert_eq!(read(wrong), Err("write a whole number from 1 to 200".to_owned()), "{wrong}");
        }
    }
}
