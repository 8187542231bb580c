//! How much advice a person may ask for: one piece at a time, and so many seconds of thinking in a while.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use framework::Millis;
use protocol::{Code, Problem, UserId};
use tokio::time::Instant;

use limits::engines::MAX_REMEMBERED_ADVISED;
use limits::{Bucket, Rate};

/// Who is advised, and what they may still ask for.
#[derive(Debug)]
pub(crate) struct Advice {
    tenths: Rate,
    of: Mutex<BTreeMap<UserId, Account>>,
}

#[derive(Debug)]
struct Account {
    tenths: Bucket,
    is_advised: bool,
    last: Instant,
}

/// A piece of advice that is being thought about; it is over when this is dropped.
#[derive(Debug)]
pub(crate) struct Advising {
    advice: Arc<Advice>,
    user: UserId,
}

impl Advice {
    /// Everybody may ask for so many tenths of a second of thinking.
    pub(crate) const fn new(tenths: Rate) -> Self {
        Self { tenths, of: Mutex::new(BTreeMap::new()) }
    }

    fn of(&self) -> MutexGuard<'_, BTreeMap<UserId, Account>> {
        locks::lock(&self.of)
    }

    /// Lets a person ask for something that is thought about for so long, unless they wait for advice already or have
    /// had too much.
    ///
    /// # Errors
    /// If they have to wait.
    pub(crate) fn begin(
        self: &Arc<Self>,
        user: &UserId,
        thinking: Millis,
        now: Instant,
    ) -> Result<Advising, Problem> {
        let mut of = self.of();
        if MAX_REMEMBERED_ADVISED < of.len() {
            of.retain(|_, account| account.is_advised || now < account.last + self.tenths.per);
        }
        let account = of.entry(user.clone()).or_insert_with(|| Account {
            tenths: self.tenths.bucket(now),
            is_advised: false,
            last: now,
        });
        if account.is_advised {
            let sentence = "your last question is still being thought about; wait for its answer";
            return Err(Problem::new(Code::Busy, sentence));
        }
        if !account.tenths.take_some(tenths(thinking), now) {
            return Err(too_much());
        }
        (account.is_advised, account.last) = (true, now);
        drop(of);
        Ok(Advising { advice: Arc::clone(self), user: user.clone() })
    }
}

impl Advising {
    /// Lets the thinking go on for so long, unless the person has had too much.
    ///
    /// # Errors
    /// If they have to wait.
    pub(crate) fn go_on(&self, thinking: Millis, now: Instant) -> Result<(), Problem> {
        let mut of = self.advice.of();
        let goes_on = of.get_mut(&self.user).is_some_and(|account| {
            account.last = now;
            account.tenths.take_some(tenths(thinking), now)
        });
        if goes_on { Ok(()) } else { Err(too_much()) }
    }
}

fn tenths(thinking: Millis) -> u32 {
    u32::try_from(thinking.0.div_ceil(100)).unwrap_or(u32::MAX)
}

fn too_much() -> Problem {
    let sentence = "you have asked for much advice; more is given in a few seconds";
    Problem::new(Code::TooFast, sentence)
}

impl Drop for Advising {
    fn drop(&mut self) {
        if let Some(account) = self.advice.of().get_mut(&self.user) {
            account.is_advised = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use limits::engines::ADVICE_TENTHS;

    use super::*;

    const SECOND: Millis = Millis(1_000);

    #[test]
    fn one_piece_at_a_time_and_not_too_many() {
        let advice = Arc::new(Advice::new(ADVICE_TENTHS));
        let (anna, bert): (UserId, UserId) = ("anna".parse().unwrap(), "bert".parse().unwrap());
        let now = Instant::now();
        let first = advice.begin(&anna, SECOND, now).unwrap();
        assert_eq!(advice.begin(&anna, SECOND, now).unwrap_err().code, Code::Busy);
        assert!(advice.begin(&bert, SECOND, now).is_ok(), "others are not held up");
        drop(first);
        let given = (0..1_000).filter(|_| advice.begin(&anna, SECOND, now).is_ok()).count();
        assert_eq!(given, 59);
        assert_eq!(advice.begin(&anna, SECOND, now).unwrap_err().code, Code::TooFast);
        assert!(advice.begin(&anna, SECOND, now + Duration::from_secs(10)).is_ok());
    }

    #[test]
    fn thinking_that_goes_on_is_counted_as_well() {
        let advice = Arc::new(Advice::new(ADVICE_TENTHS));
        let anna: UserId = "anna".parse().unwrap();
        let now = Instant::now();
        let advising = advice.begin(&anna, SECOND, now).unwrap();
        let given = (0..1_000).filter(|_| advising.go_on(SECOND, now).is_ok()).count();
        assert_eq!(given, 59);
        assert_eq!(advising.go_on(SECOND, now).unwrap_err().code, Code::TooFast);
        assert!(advising.go_on(SECOND, now + Duration::from_secs(10)).is_ok());
    }

    #[test]
    fn short_hints_may_be_asked_more_often() {
        let advice = Arc::new(Advice::new(ADVICE_TENTHS));
        let anna: UserId = "anna".parse().unwrap();
        let now = Instant::now();
        let given = (0..1_000).filter(|_| advice.begin(&anna, Millis(200), now).is_ok()).count();
        assert_eq!(given, 300);
    }
}
