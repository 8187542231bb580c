//! What every board game has in common: positions, rule sets, matches, clocks, records, drawings.
//!
//! A game describes its rules by two traits, [`Position`] and [`Game`]; everything else here works for any
//! game that does.
//!
//! ```
//! use framework::{Game, Position, Turn, testkit};
//! use nim::Nim;
//!
//! let game = Nim(vec![3, 4, 5]);
//! let mut pos = game.start();
//! let mv = game.parse_move(&pos, "2-1").expect("two from the first heap");
//! pos.play(mv);
//! assert_eq!(game.write_position(&pos), "2: 1 4 5");
//! assert!(matches!(pos.turn(), Turn::Seat(_)));
//! testkit::check_game(&game, 1, 10);
//! ```
//!
//! The framework knows no screens, sockets, files or clocks: time, randomness and texts are handed in.

#![forbid(unsafe_code)]

mod any_engine;
mod any_search_request;
mod engine_player;
mod entry;
mod erased;
mod explanation;
mod fields;
mod forced;
pub mod formats;
mod game;
mod game_tree;
mod matches;
mod notation;
mod options;
mod perft;
mod player;
mod position;
pub mod prelude;
mod random_move;
mod record;
pub mod render;
pub mod report;
mod rng;
mod scene;
pub mod search;
mod seat;
mod stable_hash;
pub mod testkit;
mod text;
mod theme;
mod valuation;
mod why_not;

pub use any_engine::{AnyEngine, AnyFound, EngineError, EngineInfo, FoundMove, PlayedMove};
pub use any_search_request::AnySearchRequest;
pub use engine_player::{EnginePlayer, catch_fault};
pub use entry::GameEntry;
pub use erased::{AnyGame, AnyPosition, erase};
pub use explanation::{
    EvaluationEntry, EvaluationInfo, ExplainError, ExplainedTerm, Explains, Explanation, Question,
};
pub use fields::{Answers, FieldGroup, FieldInfo, line_of};
pub use forced::only_pass;
pub use game::{Game, GameInfo, Mover, OptionInfo, OutOfTurn, Resignation, Standing, VariantInfo};
pub use game_tree::{
    Bound, GameTree, MAX_TREE_DEPTH, MAX_TREE_POSITIONS, NodeKind, TreeBranch, TreeError, TreeMethod,
    TreeNode, Window,
};
pub use matches::{
    Action, ClockError, ClockRule, Dice, End, Event, FlagRule, FlagRuleError, Happening, Length, LengthError,
    Match, MatchError, Millis, Offer, Refused, Rolling, RoundOutcome, Seating, Settings, UndoRule,
};
pub use notation::{MoveError, NotationError};
pub use options::{Options, OptionsError, OptionsReader};
pub use perft::Perft;
pub use player::{Decision, DecisionRequest, FaultKind, Player, PlayerFault, RoundSoFar};
pub use position::{Deterministic, Position, Turn, TwoSeatZeroSum};
pub use random_move::random_move;
pub use record::{
    Annotation, Annotations, DiceProof, DiceSecret, Digest, Drawn, HexError, Leaver, MoveMark, MoveMarkError,
    Nonce, ProvenRoll, Record, RecordError, RecordedMove, Replayed, Revealed, RollNumber, RoundRecord, Score,
    Share, Variation,
};
pub use rng::Rng;
pub use scene::{Cell, Die, Ground, HotSpot, Label, Mark, Place, Scene, Shape, Tint, Token};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use stable_hash::StableHasher;
pub use text::{Language, Text};
pub use theme::Theme;
pub use valuation::{Ending, LevelChances, Valuation};
pub use why_not::{Reason, WhyNot};
