//! The messages between the server and its clients: types without any I/O.
//!
//! A client speaks in [`Request`]s, each with a number of its own; the server answers and tells news in
//! [`Message`]s. Both travel as JSON, one message per text frame of a WebSocket. The book's chapter about the
//! server's protocol shows every message.
//!
//! ```
//! use framework::Action;
//! use protocol::{Command, Request};
//!
//! let frame = r#"{"number":7,"command":{"type":"act","table":"k3v9","ply":4,"action":{"move":"d3"}}}"#;
//! let request: Request = serde_json::from_str(frame)?;
//! assert_eq!(request.number, 7);
//! assert!(matches!(request.command, Command::Act { action: Action::Move(_), .. }));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! The TypeScript types in `web/src/protocol` are generated from here; a test fails when they are stale.

#![forbid(unsafe_code)]

mod chat;
mod command;
mod game_report;
mod id;
mod library;
mod lobby;
mod message;
mod problem;
mod puzzles;
mod relations;
mod search_tree;
mod standings;
mod table;
mod tournament;
#[cfg(test)]
mod typescript;
mod visit;
mod workshop;

pub use chat::{Channel, ChatKind, ChatLine};
pub use command::{Command, Detail, Request, Seek};
pub use game_report::{GameReportView, ReportedMatch};
pub use id::{ClientId, IdError, TableId, TournamentId, UserId};
pub use library::{
    AnswersCard, DrawnPosition, EvaluationCard, FieldCard, FieldGroupCard, GameCard, PlayerCard, Replay,
    ReplayMove, ReplayNote, ReplayRound, ReplayVariation, VariantCard, WeightCard,
};
pub use lobby::{LobbyChange, OpenSeek, OwnTable, Person, TableSummary};
pub use message::{HintMove, Message, MoveTerm};
pub use problem::{Code, Problem};
pub use puzzles::{
    MistakeCard, NewMistake, PuzzleCard, PuzzleExplanation, PuzzleMoves, PuzzleOverview, PuzzleState,
    PuzzleVerdict, SolverCard, ThemeCard,
};
pub use relations::{NewReport, RelationChange, RelationKind, Relations, ReportReason};
pub use search_tree::{SearchBranch, SearchNode, SearchNodeKind, SearchTree, SearchWindow, ValueBound};
pub use standings::{
    FinishedMatch, History, Leader, MatchPage, Outcome, PlayerResult, Profile, RatingChange, RatingView,
    Streak, Tally,
};
pub use table::{
    Chair, ChairChoice, DiceView, Drawing, EnginePace, Flag, Lag, Moment, NewTable, PaceMode, Phase, Sitter,
    Snapshot, TableEvent, TableHappening, ToMove, Undo, Watchers,
};
pub use tournament::{
    Contest, ContestResult, Entrant, NewTournament, Tournament, TournamentFormat, TournamentPhase,
    TournamentRound, TournamentStanding, TournamentSummary, TournamentView,
};
pub use visit::{
    VisitBoard, VisitCourse, VisitEnd, VisitGame, VisitHall, VisitLine, VisitMessage, VisitMove,
    VisitPassword, VisitPlace, VisitRoom, VisitRound, VisitSeat, VisitView, VisitWish,
};
pub use workshop::{
    ComparedTerm, EvolutionMethod, JobKind, JobStage, NewComparison, NewEvolution, NewWeightMatch,
    StrengthPoint, WeightComparison, WeightResult, WorkshopJob, WorkshopPlayer, WorkshopView,
};

/// The version of the message set. A client names the one it speaks; a server refuses others.
pub const VERSION: u32 = 1;

/// The longest frame, in bytes, that a client may send.
pub const MAX_FRAME_BYTES: usize = 8 * 1024;

/// The longest line of chat, in characters.
pub const MAX_CHAT_CHARS: usize = 500;
