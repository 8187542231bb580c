//! Everything a game needs, in one line: `use framework::prelude::*;`.

pub use crate::{
    Cell, Deterministic, Die, Game, GameEntry, GameInfo, Ground, HotSpot, Label, Mark, MoveError,
    NotationError, OptionInfo, Options, OptionsError, OptionsReader, PerSeat, Place, Position, Reason, Scene,
    Seat, Shape, Standing, Text, Tint, Token, Turn, TwoSeatZeroSum, VariantInfo, WhyNot,
};
