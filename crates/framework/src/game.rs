//! A rule set: how to begin, how to speak, how to draw.

use std::{fmt::Debug, ops::RangeInclusive};

use crate::{
    EvaluationEntry, FieldGroup, MoveError, NotationError, Options, OptionsError, PerSeat, Position, Reason,
    Scene, Seat, Text, Theme, Turn, Valuation,
    report::{DecisionKind, Luck},
    search::{Engine, EngineEntry, LEVELS, leveled},
};

/// What people should know about a game before they choose it.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The word for it on the command line, in records and addresses.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// One sentence about it.
    pub summary: Text,
    /// How many seats it can have.
    pub seats: RangeInclusive<usize>,
    /// Whether dice or another chance decides anything.
    pub has_chance: bool,
    /// Whether it can end in a draw, so that one may be offered.
    pub has_draws: bool,
    /// What can be chosen.
    pub options: &'static [OptionInfo],
    /// Usual choices, the default first.
    pub variants: &'static [VariantInfo],
}

/// One thing that can be chosen before a game.
#[derive(Clone, Debug)]
pub struct OptionInfo {
    /// How it is written, such as `COLUMNSxROWSxK` or `match=N`.
    pub form: &'static str,
    /// What it means, with its bounds.
    pub meaning: Text,
    /// What holds when it is not given.
    pub default: &'static str,
}

/// A usual choice of options.
#[derive(Clone, Debug)]
pub struct VariantInfo {
    /// The line of options.
    pub options: &'static str,
    /// What people call it.
    pub name: Text,
}

/// How a match stands before a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The points that each finished round gave, in order.
    pub rounds: Vec<PerSeat<u32>>,
}

impl Standing {
    /// The points of a seat after the first `rounds` rounds.
    #[must_use]
    pub fn points_after(&self, rounds: usize, seat: Seat) -> u32 {
        self.rounds.iter().take(rounds).map(|points| points[seat]).sum()
    }

    /// The points of a seat now.
    #[must_use]
    pub fn points(&self, seat: Seat) -> u32 {
        self.points_after(self.rounds.len(), seat)
    }
}

/// A way to give up.
#[derive(Clone, PartialEq, Debug)]
pub struct Resignation {
    /// The word for it, such as `gammon`.
    pub level: &'static str,
    /// What it gives to each seat.
    pub payoffs: PerSeat<f32>,
    /// Whether the other side may refuse, hoping for more.
    pub needs_consent: bool,
}

/// One of those who move in turn: usually a seat, in some games one of several colors of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mover {
    /// What it is called.
    pub name: Text,
    /// Who moves it; `None` if several seats do in turn.
    pub seat: Option<Seat>,
}

/// A position in which a mover decides before its turn, for protocols that do not keep to the order of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OutOfTurn<P> {
    /// The order of play is a rule of the game.
    NotAllowed,
    /// The mover can do nothing.
    NoMove,
    /// The same board, with that mover's turn.
    At(P),
}

/// A rule set with all its options chosen: how to begin, how to speak, how to draw.
///
/// A game's value is small and fixed; what changes is the [`Position`].
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A moment of this game.
    type Position: Position;
    /// The rules that can forbid a move.
    type WhyNot: Reason;

    /// What people should know about the game.
    fn info(&self) -> &'static GameInfo;

    /// The rule set that a line of options describes.
    ///
    /// # Errors
    /// If the options are unknown, out of bounds or make no game.
    fn from_options(options: &Options) -> Result<Self, OptionsError>;

    /// The options of this rule set, in the one canonical form: reading them gives the same rule set. A game without
    /// options has none to tell.
    fn options(&self) -> String {
        String::new()
    }

    /// The position in which a game begins.
    fn start(&self) -> Self::Position;

    /// The position in which the next round of a match begins.
    fn start_round(&self, standing: &Standing) -> Self::Position {
        let _ = standing;
        self.start()
    }

    /// How many points win the match, if the options say so; a match of this game must have that length then.
    fn points_to_win(&self) -> Option<u32> {
        None
    }

    /// The fields by which people are asked for the options, in the order in which these are written; none if the
    /// options can only be written.
    fn fields(&self) -> &'static [FieldGroup] {
        &[]
    }

    /// What a seat is called, such as "black" or "blue and red".
    fn seat_name(&self, seat: Seat) -> Text {
        Text::new(format!("player {seat}"), format!("Spieler {seat}"))
    }

    /// Those who move in turn, as protocols number them: the seats, unless a seat has several colors.
    fn movers(&self) -> Vec<Mover> {
        let of_seat = |seat: Seat| Mover { name: self.seat_name(seat), seat: Some(seat) };
        Seat::all(self.start().seats()).map(of_seat).collect()
    }

    /// Which of the [`movers`](Self::movers) is to move; `None` if the dice are, or the game is over.
    fn to_move(&self, pos: &Self::Position) -> Option<usize> {
        match pos.turn() {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// The same board with another mover's turn.
    fn out_of_turn(&self, pos: &Self::Position, mover: usize) -> OutOfTurn<Self::Position> {
        let _ = (pos, mover);
        OutOfTurn::NotAllowed
    }

    /// What each mover has by now, as people count it: discs, squares, points. `None` where nothing is counted, or
    /// not before the end.
    fn tally(&self, pos: &Self::Position) -> Option<Vec<i64>> {
        let _ = pos;
        None
    }

    /// What players call the position, if it belongs to a beginning of the game that has a name.
    fn opening(&self, pos: &Self::Position) -> Option<&'static str> {
        let _ = pos;
        None
    }

    /// Writes a legal move in the game's usual notation: one line, never empty, and no two legal moves alike.
    fn write_move(&self, pos: &Self::Position, mv: <Self::Position as Position>::Move) -> String;

    /// Reads a move and checks it. Every legal move's own text gives that move; other usual ways of writing
    /// it may be read as well.
    ///
    /// # Errors
    /// If the text does not follow the notation, or the first rule that forbids the move.
    fn parse_move(
        &self,
        pos: &Self::Position,
        text: &str,
    ) -> Result<<Self::Position as Position>::Move, MoveError<Self::WhyNot>>;

    /// Writes a position as one line that [`parse_position`](Self::parse_position) reads without loss.
    fn write_position(&self, pos: &Self::Position) -> String;

    /// Reads a position of this rule set, in our own or another usual notation.
    ///
    /// # Errors
    /// If the text does not follow the notation or describes something that cannot be on the board.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// What to draw, seen from a seat.
    fn scene(&self, pos: &Self::Position, seen_from: Seat) -> Scene;

    /// How the game ended, in a sentence; `None` while it goes on.
    fn result(&self, pos: &Self::Position) -> Option<Text> {
        if pos.turn() != Turn::Over {
            return None;
        }
        let payoffs = pos.payoffs();
        let best = payoffs.iter().copied().fold(f32::MIN, f32::max);
        let winners: Vec<Text> =
            payoffs.entries().filter(|entry| *entry.1 == best).map(|entry| self.seat_name(entry.0)).collect();
        Some(match winners.as_slice() {
            [winner] => Text::new(format!("{} wins", winner.en), format!("{} gewinnt", winner.de)),
            _ if winners.len() == pos.seats() => Text::fixed("a draw", "unentschieden"),
            _ => {
                let names = |name: fn(&Text) -> &str| winners.iter().map(name).collect::<Vec<_>>();
                Text::new(
                    format!("{} share the win", names(|winner| &winner.en).join(" and ")),
                    format!("{} teilen sich den Sieg", names(|winner| &winner.de).join(" und ")),
                )
            }
        })
    }

    /// The players that can be chosen by name, the strongest first. Every game has random moves and tree search;
    /// one with an evaluation offers more.
    fn engines(&self) -> Vec<EngineEntry<Self::Position>> {
        EngineEntry::for_any_game()
    }

    /// A player of a level from 1, a beginner, to 10, as strong as it can be within the limits.
    fn level(&self, level: u8) -> Box<dyn Engine<Self::Position>> {
        leveled(level)
    }

    /// Who is asked for advice: as strong as the last level, but knows what every move is worth where that can be
    /// known, and not only which is the best.
    fn adviser(&self) -> Box<dyn Engine<Self::Position>> {
        self.level(*LEVELS.end())
    }

    /// The evaluations that can be explained term by term, the best first.
    fn evaluations(&self) -> Vec<EvaluationEntry<Self::Position>> {
        Vec::new()
    }

    /// The motifs of puzzles, in the order in which people see them.
    fn themes(&self) -> &'static [Theme] {
        &[]
    }

    /// The motifs of a puzzle, by their ids: `line` begins with the move that solves it and goes on as both sides would, and
    /// `worth` is what the game is worth then to the seat that is to move in `pos`.
    fn themes_of(
        &self,
        pos: &Self::Position,
        line: &[<Self::Position as Position>::Move],
        worth: &Valuation,
    ) -> Vec<&'static str> {
        let _ = (pos, line, worth);
        Vec::new()
    }

    /// What a decision is about, for reports that judge decisions about stakes apart.
    fn decision_kind(&self, pos: &Self::Position, mv: <Self::Position as Position>::Move) -> DecisionKind {
        let _ = (pos, mv);
        DecisionKind::Play
    }

    /// By how much an outcome of chance was better for a seat than outcomes are on average; `None` where the game does not
    /// know.
    fn luck(&self, pos: &Self::Position, roll: <Self::Position as Position>::Move) -> Option<Luck> {
        let _ = (pos, roll);
        None
    }

    /// The ways in which `seat` may give up now, the cheapest first.
    ///
    /// With two seats the other one wins a single game; with more nobody can give up for all, and the list is
    /// empty.
    fn resignations(&self, pos: &Self::Position, seat: Seat) -> Vec<Resignation> {
        if pos.seats() != 2 {
            return Vec::new();
        }
        vec![Resignation { level: "single", payoffs: PerSeat::won_by(seat.other()), needs_consent: false }]
    }

    /// Tells whether a computer player at a seat should let another one give up in a way, which it may refuse if playing on
    /// promises more; `plies` is how far it may look ahead. `None` where the game has no opinion.
    fn accepts_resignation(
        &self,
        pos: &Self::Position,
        seat: Seat,
        way: &Resignation,
        plies: u32,
    ) -> Option<bool> {
        let _ = (pos, seat, way, plies);
        None
    }
}
