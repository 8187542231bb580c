//! A table: chairs, a match, and everything that happens there as numbered events.
//!
//! [`Table`] is a pure state machine. Orders are checked against its state and become events; the state is what
//! the events add up to, so a table is loaded by folding its events again. It reads no clock, draws no random
//! number and writes nothing.
//!
//! A keeper drives one table: it commits the events of an order, then answers whoever gave it, then publishes
//! them. When a commit fails, the state is forgotten and loaded again, so that nothing is ever shown that is not
//! on disk.

mod agreed;
mod course;
mod dice;
mod engine_pace;
mod lag;
mod orders;
mod pace;
mod player;
mod state;
mod table_clock;

pub(crate) use self::state::ABANDONED_AFTER_MS;
pub use self::{
    agreed::Agreed,
    dice::{DiceSource, FairDice, Fall, Promises, Roll, SeededDice},
    orders::{Envelope, Handled, TableCommand},
    pace::USUAL_TIME,
    player::{LEAST_TIME, MOST_TIME, Player},
    state::{EngineTurn, LoadError, Now, Table},
    table_clock::TableClock,
};
