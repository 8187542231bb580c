//! Log-ins, names and passwords.

use std::ops::RangeInclusive;

use super::{Rate, minutes};

limits! {
    /// Tries to log in for one name from one address, or from one network of 64 bits of IPv6.
    LOGINS_PER_NAME_AND_ADDRESS: Rate = Rate::new(20, minutes(15));
    /// Tries to log in for one name, from all devices that its owner has not used: many addresses together shall not
    /// guess without end.
    LOGINS_PER_NAME: Rate = Rate::new(200, minutes(15));
    /// Tries to log in from one address, or from one network of 64 bits of IPv6.
    LOGINS_PER_ADDRESS: Rate = Rate::new(300, minutes(10));
    /// Tries to log in from one device from which the owner of the account has logged in before.
    LOGINS_PER_DEVICE: Rate = Rate::new(20, minutes(15));
    /// Tries to log in from all such devices of one account: anyone who owns an account could collect any number of
    /// them.
    LOGINS_PER_OWNER: Rate = Rate::new(100, minutes(15));
    /// Names and addresses whose budgets are remembered; the fullest are forgotten first, because they say the least.
    MAX_REMEMBERED_BUDGETS: usize = 20_000;
    /// Passwords that may wait to be hashed; half of the cores hash at a time.
    MAX_WAITING_HASHES: usize = 64;
    /// Tokens of one bot.
    MAX_TOKENS_PER_BOT: u32 = 20;
    /// Characters of a name.
    NAME_CHARS: RangeInclusive<usize> = 2..=30;
    /// Characters of a password; the upper end keeps hashing cheap.
    PASSWORD_CHARS: RangeInclusive<usize> = 10..=200;
    /// The longest address of e-mail.
    MAX_EMAIL_CHARS: usize = 254;
}
