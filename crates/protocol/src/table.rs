//! Tables: what is agreed, who sits there, what happens, and what there is to see.

use framework::{
    DiceSecret, Digest, Drawn, Happening, Millis, Nonce, Offer, PerSeat, RollNumber, Scene, Score, Seat,
    Share,
};
use serde::{Deserialize, Serialize};

use crate::{Person, TableId, TableSummary, TournamentId};

/// What a person chooses who makes a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// Its options, as in `7x6x4`; empty for the usual game.
    #[serde(default)]
    pub options: String,
    /// Who shall sit on each chair, in the order of the seats in the first round.
    pub chairs: Vec<ChairChoice>,
    /// How many rounds: `rounds=3`, `best-of=5`, `points=7` or `endless`; one round, or what the game's options
    /// say, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub length: Option<String>,
    /// How long the players may think: `none`, `20s/move`, `5m+3s` or `2m~12s`.
    #[serde(default = "no_clock")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub clock: String,
    /// What is lost by whose time runs out.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Flag>"))]
    pub flag: Flag,
    /// Whether the result counts for ratings.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// The password that is needed to sit down, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub password: Option<String>,
    /// Who may watch.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Watchers>"))]
    pub watchers: Watchers,
    /// Who may take moves back.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Undo>"))]
    pub undo: Undo,
    /// Whether players may ask for hints; never at a rated table.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub hints: bool,
    /// Whether players move one seat further after every round, so that everybody begins in turn.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rotate: bool,
    /// Whether the lobby does not list the table, so that only the invited find it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub hidden: bool,
    /// Whether the match begins only when a player says so, not as soon as every chair is taken.
    #[serde(default, alias = "on_word")] // the earlier name, still in databases
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub manual_start: bool,
    /// Whether the first roll of a round waits until a player rolls, as all others do; it concerns everybody, and
    /// falls by itself otherwise.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub first_roll: bool,
    /// Whether who comes may take several chairs and play for all of them; otherwise one each, besides those that
    /// are kept for them.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub several_chairs: bool,
    /// How long computer players may think about a move where no clock presses them: at most three seconds, which
    /// is also what they have if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub pace: Option<Millis>,
    /// The time between two moves while only computer players play, from half a second to a minute; half a second if
    /// nothing is said. The host can change it during the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub move_interval: Option<Millis>,
    /// Whether computer players think while a person decides. A server that does not allow it refuses the table.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub ponder: bool,
    /// The position with which every round begins, in the game's notation; the usual one if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub start: Option<String>,
    /// The tournament of which the match is a part. The server says so; what a client says here is ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub tournament: Option<TournamentId>,
}

impl NewTable {
    /// A table of a game with these chairs, and everything else as usual.
    ///
    /// ```
    /// use protocol::{ChairChoice, NewTable};
    /// let said = r#"{"game":"othello","options":"6x6","chairs":["me","open"]}"#;
    /// let meant = NewTable::new("othello", "6x6", vec![ChairChoice::Me, ChairChoice::Open]);
    /// assert_eq!(serde_json::from_str::<NewTable>(said)?, meant);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn new(game: &str, options: &str, chairs: Vec<ChairChoice>) -> Self {
        Self {
            game: game.to_owned(),
            options: options.to_owned(),
            chairs,
            length: None,
            clock: no_clock(),
            flag: Flag::default(),
            rated: false,
            password: None,
            watchers: Watchers::default(),
            undo: Undo::default(),
            hints: false,
            rotate: false,
            hidden: false,
            manual_start: false,
            first_roll: false,
            several_chairs: false,
            pace: None,
            move_interval: None,
            ponder: false,
            start: None,
            tournament: None,
        }
    }
}

fn no_clock() -> String {
    "none".to_owned()
}

/// Who shall sit on a chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ChairChoice {
    /// Who makes the table.
    Me,
    /// Anybody.
    Open,
    /// A person who is invited.
    For(Person),
    /// A computer player: `level5`, or a player of the game by its name, historic ones included, with its weights
    /// if others are wanted: `welfenlab-2006:w1=2.5,w4=0`.
    Engine(String),
}

/// How fast computer players play among themselves, for those who watch them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EnginePace {
    /// The time between two moves, from half a second to a minute.
    pub interval: Millis,
    /// Whether they play.
    pub mode: PaceMode,
}

/// Whether computer players among themselves play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PaceMode {
    /// They play, one move per interval.
    #[default]
    Running,
    /// They wait.
    Paused,
    /// They play one move at once, and wait then.
    Step,
}

/// Who may watch a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Watchers {
    /// Everybody.
    #[default]
    Everyone,
    /// Who has the invitation.
    Invited,
    /// Only the players.
    Nobody,
}

/// What is lost by whose time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// The round.
    #[default]
    Round,
    /// The whole match.
    Match,
}

/// Who may take moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Undo {
    /// Anybody at any time.
    Free,
    /// Who asks, when all others agree.
    #[default]
    ByAgreement,
    /// Nobody.
    Never,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Chairs are free; the match begins when none is.
    Waiting,
    /// The match goes on.
    Playing,
    /// The match is over.
    Over,
    /// The table was given up before the match began.
    Closed,
}

/// Who plays on a chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// A person.
    Person(Person),
    /// A computer player, by its name.
    Engine(String),
}

/// A chair at a table. It belongs to a player for the whole match, while seats may rotate between rounds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chair {
    /// Who sits there; nobody if it is free or was left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub sitter: Option<Sitter>,
    /// For whom it is kept: who left it and may come back even if another person sits there now, or who was invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub kept_for: Option<Person>,
    /// Whether dice are rolled by themselves.
    #[serde(default)]
    pub auto_roll: bool,
    /// Whether the player confirms that there is no move, instead of passing by itself.
    #[serde(default)]
    pub confirm_blocked: bool,
}

/// A numbered event at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableEvent {
    /// Its number at this table, from 1, without gaps.
    pub seq: u64,
    /// When, on the clock of the table, which stands still while the server cannot write.
    pub at: Millis,
    /// When, in milliseconds since 1970.
    pub time: u64,
    /// What happened.
    pub what: TableHappening,
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TableHappening {
    /// A person took a chair.
    Sat {
        /// Which, from 0.
        chair: u8,
        /// Who.
        who: Sitter,
    },
    /// A person left a chair.
    Left {
        /// Which, from 0.
        chair: u8,
    },
    /// All chairs are taken: the match begins between players of these names.
    Began {
        /// The names, in the order of the chairs.
        names: Vec<String>,
    },
    /// Something happened in the match.
    Match(Happening),
    /// The server is bound to the secret from which all dice of the match are drawn.
    DiceCommitted {
        /// The hash of the secret.
        commitment: Digest,
    },
    /// A player has promised a nonce.
    Pledged {
        /// On which chair, from 0.
        chair: u8,
        /// The hash of the nonce.
        pledge: Digest,
    },
    /// The dice are thrown: who has promised a nonce reveals it now, within three seconds.
    Rolling {
        /// Which roll.
        roll: RollNumber,
        /// The nonce of the player who rolls, if it came with the command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        nonce: Option<Nonce>,
        /// The chairs, from 0, whose nonces are waited for.
        waits_for: Vec<u8>,
    },
    /// A player has revealed the nonce.
    Revealed {
        /// On which chair, from 0.
        chair: u8,
        /// The nonce.
        nonce: Nonce,
    },
    /// Everything is there that decides a roll, which is the next event.
    Cast {
        /// Which roll.
        roll: RollNumber,
        /// How it fell, with all tries where equal dice are rolled again.
        fell: Drawn,
        /// What each player gave: who rolls first, then the others in the order of their seats.
        shares: Vec<Share>,
    },
    /// The match is over, and the server shows the secret of its dice.
    DiceRevealed {
        /// The secret.
        secret: DiceSecret,
    },
    /// A player chose what happens without being asked.
    Preferred {
        /// On which chair, from 0.
        chair: u8,
        /// Whether dice are rolled by themselves.
        auto_roll: bool,
        /// Whether the player confirms that there is no move.
        confirm_blocked: bool,
    },
    /// The host has set how fast computer players play among themselves. A step ends with the next move, after which
    /// they are paused.
    PaceSet(EnginePace),
    /// The players go on at another table.
    Rematch {
        /// Which.
        table: TableId,
    },
    /// The table was given up before the match began.
    Closed,
}

/// Who decides next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ToMove {
    /// A seat.
    Seat(Seat),
    /// The dice, which a seat may have to roll.
    Dice(Option<Seat>),
    /// Nobody: the round is over.
    Nobody,
}

/// What there is to see of a match at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    /// The round, from 1.
    pub round: u32,
    /// How many plies of it have been played, rolls included.
    pub ply: u32,
    /// The position in the game's notation.
    pub position: String,
    /// The key of the position, in hexadecimal digits.
    pub hash: String,
    /// Which chair, from 0, has each seat in this round.
    pub players: PerSeat<u8>,
    /// Who decides next.
    pub to_move: ToMove,
    /// What each seat has left on its clock; nothing without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clocks: Option<PerSeat<Millis>>,
    /// What is known of the line of each seat, and what it was given back; nothing without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lags: Option<PerSeat<Lag>>,
    /// The offer that waits for an answer, and the seat that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub offer: Option<(Seat, Offer)>,
    /// The score of each chair over the finished rounds.
    pub scores: Vec<Score>,
}

/// How long the messages of a player are under way, and what the player was given back for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lag {
    /// How long the message with the last move was under way, as the server has measured.
    pub measured: Millis,
    /// What was given back for that move.
    pub given_back: Millis,
    /// What was given back in all, since the server has loaded the table.
    pub total: Millis,
}

/// A position for a screen that knows no rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Drawing {
    /// What to draw, seen from one's own seat.
    pub scene: Scene,
    /// The legal moves, if one is to move.
    pub moves: Vec<String>,
}

/// Everything about a table at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Snapshot {
    /// The number of the last event that is in it.
    pub seq: u64,
    /// What the lobby shows of the table.
    pub summary: TableSummary,
    /// Who may take moves back.
    pub undo: Undo,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Whether the match begins only when a player says so.
    #[serde(default)]
    pub manual_start: bool,
    /// The invitation to hand on; only players see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub invite: Option<String>,
    /// The tournament of which the match is a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub tournament: Option<TournamentId>,
    /// What is known of its dice; nothing before the match begins, or where chance decides nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub dice: Option<DiceView>,
    /// How fast computer players play; nothing where a person plays as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub engine_pace: Option<EnginePace>,
    /// What there is to see of the match; nothing before it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub moment: Option<Moment>,
}

/// What is known of the dice of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiceView {
    /// The hash of the secret to which the server is bound.
    pub commitment: Digest,
    /// The chairs, from 0, whose players have promised a nonce, and the hashes of the nonces.
    pub pledges: Vec<(u8, Digest)>,
    /// The chairs, from 0, whose nonces the present roll waits for; none unless the dice are thrown right now.
    pub waits_for: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_an_earlier_database_keeps_its_manual_start() {
        let kept = r#"{"game":"blokus","options":"duo","chairs":["me","open"],"on_word":true}"#; // the earlier name
        let table: NewTable = serde_json::from_str(kept).unwrap();
        assert!(table.manual_start);
    }
}
