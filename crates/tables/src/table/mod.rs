//! A table: chairs, a match, and everything that happens there as numbered events.
//!
//! [`Table`] is a pure state machine. Orders are checked against its state and become events; the state is what
//! the events add up to, so a table is loaded by folding its events again. It reads no clock, draws no random
//! number and writes nothing.
//!
//! A keeper drives one table: it commits the events of an order, then answers the one who gave it, then publishes
//! them. When a commit fails, the state is forgotten and loaded again, so that nothing is ever shown that is not
//! on disk.

mod agreed;
mod commands;
mod correspondence;
mod course;
mod dice;
mod engine_choice;
mod engine_pace;
mod lag;
mod pace;
mod state;
mod table_clock;

pub(crate) use self::state::ABANDONED_AFTER_MS;
pub use self::{
    agreed::Agreed,
    commands::{Envelope, Handled, TableCommand},
    dice::{DiceSource, FairDice, Fall, Promises, Roll, SeededDice},
    engine_choice::{EngineChoice, MAX_MOVE_TIME, MIN_MOVE_TIME},
    pace::DEFAULT_MOVE_TIME,
    state::{EngineTurn, LoadError, Now, Table},
    table_clock::TableClock,
};
