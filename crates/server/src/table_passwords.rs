//! How often the password of a table may be guessed.

use std::time::Duration;

use limits::Buckets;
use limits::tables::{
    WRONG_TABLE_PASSWORDS_PER_SOURCE, WRONG_TABLE_PASSWORDS_PER_TABLE,
    WRONG_TABLE_PASSWORDS_PER_TABLE_AND_SOURCE,
};
use protocol::{Code, Problem, TableId};
use tokio::time::Instant;

use crate::source::Source;

/// Counts wrong passwords of tables. Who has an invitation needs no password and is never held up.
#[derive(Debug)]
pub(crate) struct TablePasswords {
    per_table_and_source: Buckets<(TableId, Source)>,
    per_source: Buckets<Source>,
    /// Against many addresses together. It is generous, so that guessers cannot easily keep others out.
    per_table: Buckets<TableId>,
}

impl Default for TablePasswords {
    fn default() -> Self {
        Self {
            per_table_and_source: Buckets::new(WRONG_TABLE_PASSWORDS_PER_TABLE_AND_SOURCE),
            per_source: Buckets::new(WRONG_TABLE_PASSWORDS_PER_SOURCE),
            per_table: Buckets::new(WRONG_TABLE_PASSWORDS_PER_TABLE),
        }
    }
}

impl TablePasswords {
    /// Counts a password as wrong before it is tried, so that many at the same moment do not get through together.
    ///
    /// # Errors
    /// If there were too many wrong ones.
    pub(crate) fn count(&self, table: &TableId, source: &Source, now: Instant) -> Result<(), Problem> {
        let both = (table.clone(), source.clone());
        let wait = [
            self.per_table_and_source.wait(&both, now),
            self.per_source.wait(source, now),
            self.per_table.wait(table, now),
        ];
        let wait = wait.into_iter().max().unwrap_or_default();
        if wait.is_zero()
            && self.per_table_and_source.take(both, now)
            && self.per_source.take(source.clone(), now)
            && self.per_table.take(table.clone(), now)
        {
            return Ok(());
        }
        let seconds = wait.max(Duration::from_secs(1)).as_millis().div_ceil(1_000);
        Err(Problem::told(
            Code::TooFast,
            framework::Text::new(
                format!("too many wrong passwords; try again in {seconds} s, or ask for an invite link"),
                format!(
                    "zu viele falsche Passwörter; in {seconds} s geht es wieder, oder mit einem Einladungslink"
                ),
            ),
        ))
    }

    /// Takes back a count, because the password was right or was not looked at.
    pub(crate) fn take_back(&self, table: &TableId, source: &Source, now: Instant) {
        self.per_table_and_source.give_back(&(table.clone(), source.clone()), now);
        self.per_source.give_back(source, now);
        self.per_table.give_back(table, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(last: u8) -> Source {
        Source::Address(std::net::IpAddr::from([203, 0, 113, last]).into())
    }

    fn guesses(passwords: &TablePasswords, table: &str, from: u8, n: usize, now: Instant) -> usize {
        let table = table.parse().unwrap();
        (0..n).filter(|_| passwords.count(&table, &source(from), now).is_ok()).count()
    }

    #[test]
    fn wrong_table_passwords_are_limited_per_address() {
        let (passwords, begin) = (TablePasswords::default(), Instant::now());
        assert_eq!(guesses(&passwords, "t1", 1, 1_000, begin), 10);
        let refused = passwords.count(&"t1".parse().unwrap(), &source(1), begin).unwrap_err();
        assert_eq!(refused.code, Code::TooFast);
        assert!(refused.sentence.starts_with("too many wrong passwords; try again in 30 s"), "{refused:?}");
        assert_eq!(guesses(&passwords, "t1", 1, 1_000, begin + Duration::from_secs(30)), 1);
        assert_eq!(guesses(&passwords, "t1", 2, 1, begin), 1, "others are not held up");
    }

    #[test]
    fn an_address_does_not_guess_at_every_table_in_turn() {
        let (passwords, begin) = (TablePasswords::default(), Instant::now());
        let n: usize = (0..100).map(|t| guesses(&passwords, &format!("t{t}"), 1, 10, begin)).sum();
        assert_eq!(n, 50);
    }

    #[test]
    fn many_addresses_together_do_not_find_four_digits_in_an_hour() {
        let (passwords, begin) = (TablePasswords::default(), Instant::now());
        let mut n = 0;
        for minute in 0..60 {
            for from in 0..=255 {
                n += guesses(&passwords, "t1", from, 10, begin + Duration::from_secs(60 * minute));
            }
        }
        assert!(n < 1_000, "{n} guesses");
    }

    #[test]
    fn right_passwords_cost_nothing() {
        let (passwords, begin) = (TablePasswords::default(), Instant::now());
        let table = "t1".parse().unwrap();
        for _ in 0..1_000 {
            passwords.count(&table, &source(1), begin).unwrap();
            passwords.take_back(&table, &source(1), begin);
        }
    }
}
