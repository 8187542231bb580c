//! The erased layer: any game behind one type, moves as text.
//!
//! One blanket implementation over [`Game`]; no game writes any of it.

use std::{any::Any, fmt::Debug, sync::Arc};

use crate::{
    AnyEngine, EngineError, EngineInfo, EvaluationInfo, ExplainError, Explanation, FieldGroup, Game,
    GameInfo, GameTree, MoveError, Mover, NotationError, OutOfTurn, PerSeat, Perft, Position, Question,
    Resignation, Rng, Scene, Seat, Standing, Text, Theme, TreeError, TreeMethod, Turn, Valuation, any_engine,
    explanation, game_tree,
    report::{DecisionKind, Luck},
    search::TunablePlayer,
};

/// A rule set of any game.
pub trait AnyGame: Debug + Send + Sync + 'static {
    /// What people should know about the game.
    fn info(&self) -> &'static GameInfo;
    /// The options of this rule set in canonical form.
    fn options(&self) -> String;
    /// The position in which a game begins.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// The position in which the next round of a match begins.
    fn start_round(&self, standing: &Standing) -> Box<dyn AnyPosition>;
    /// How many points win the match, if the options say so.
    fn points_to_win(&self) -> Option<u32>;
    /// The fields by which people are asked for the options.
    fn fields(&self) -> &'static [FieldGroup];
    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> Text;
    /// Those who move in turn: the seats, unless a seat has several colors.
    fn movers(&self) -> Vec<Mover>;
    /// Reads a position.
    ///
    /// # Errors
    /// If the text is no position of this rule set.
    fn parse_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError>;
    /// The players that can be chosen by name, besides `level1` to `level10`.
    fn engines(&self) -> Vec<EngineInfo>;
    /// Makes a player from a text: `level5`, a name, or a name with options as in `alphabeta:table=16`.
    ///
    /// # Errors
    /// If the game has no such player.
    fn engine(&self, text: &str) -> Result<Box<dyn AnyEngine>, EngineError>;
    /// Checks that the game has the player that a text chooses, without making it where that can be avoided.
    ///
    /// # Errors
    /// If [`engine`](Self::engine) would fail.
    fn check_engine(&self, text: &str) -> Result<(), EngineError>;
    /// What can be tuned about a player that a text chooses; `None` if nothing can.
    ///
    /// # Errors
    /// If the game has no such player.
    fn tunable(&self, text: &str) -> Result<Option<TunablePlayer>, EngineError>;
    /// The evaluations that can be explained term by term.
    fn evaluations(&self) -> Vec<EvaluationInfo>;
    /// The motifs of puzzles, in the order in which people see them.
    fn themes(&self) -> &'static [Theme];
    /// Explains a position, or a move in it, by an evaluation: a name, perhaps with the options of its player as in
    /// `welfenlab-2006:w1=0`.
    ///
    /// # Errors
    /// If there is no such evaluation, or it has nothing to say about this.
    ///
    /// # Panics
    /// If the position is not one of this game.
    fn explain(
        &self,
        evaluation: &str,
        pos: &dyn AnyPosition,
        question: Question<'_>,
    ) -> Result<Explanation, ExplainError>;
    /// The tree that minimax or alpha-beta looks through from a position, with the value of every position in it: for
    /// teaching. Leaves are valued by an evaluation that can be explained; without one only results count.
    ///
    /// # Errors
    /// If the game has dice or not two seats, the evaluation values no positions, or the tree would be too large.
    ///
    /// # Panics
    /// If the position is not one of this game.
    fn tree(
        &self,
        evaluation: Option<&str>,
        pos: &dyn AnyPosition,
        depth: u32,
        method: TreeMethod,
    ) -> Result<GameTree, TreeError>;
}

/// A position of any game; moves are texts.
pub trait AnyPosition: Debug + Send + Sync + 'static {
    /// A copy of it.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// The typed position behind it, for who knows the type.
    fn as_any(&self) -> &dyn Any;
    /// The position together with its game, for the erased layer itself.
    fn as_erased(&self) -> &dyn Any;
    /// The same, to be changed.
    fn as_erased_mut(&mut self) -> &mut dyn Any;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// Who decides next.
    fn turn(&self) -> Turn;
    /// Which of the game's movers is to move; `None` if the dice are, or the game is over.
    fn to_move(&self) -> Option<usize>;
    /// The same board with another mover's turn.
    fn out_of_turn(&self, mover: usize) -> OutOfTurn<Box<dyn AnyPosition>>;
    /// What each mover has by now, as people count it.
    fn tally(&self) -> Option<Vec<i64>>;
    /// What players call the position, if it belongs to a beginning of the game that has a name.
    fn opening(&self) -> Option<&'static str>;
    /// The motifs of a puzzle that begins here, by their ids: the line begins with the move that solves it, and `worth` is
    /// what the game is worth then to the seat that is to move. What is illegal ends the line.
    fn themes_of(&self, line: &[String], worth: &Valuation) -> Vec<&'static str>;
    /// The seat that moves after the dice, if they are next and it does not depend on how they fall.
    ///
    /// Finding out costs as many moves as there are outcomes.
    fn roller(&self) -> Option<Seat>;
    /// The texts of all moves that can happen now, in the order of the generator.
    fn legal_moves(&self) -> Vec<String>;
    /// Tells whether there is more than one legal move. No move is written as text for it.
    fn has_choice(&self) -> bool;
    /// The texts of all outcomes of chance with their weights.
    fn chance_outcomes(&self) -> Vec<(String, u32)>;
    /// Reads a move, checks it and gives its canonical text; the position stays as it is.
    ///
    /// # Errors
    /// If the text is no move, or why the move is illegal.
    fn check(&self, text: &str) -> Result<String, MoveError>;
    /// Reads a move, plays it and gives its canonical text.
    ///
    /// # Errors
    /// If the text is no move, or why the move is illegal; the position is unchanged then.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    /// Plays a move or an outcome of chance at random and gives its text; `None` when the game is over.
    fn play_random(&mut self, rng: &mut Rng) -> Option<String>;
    /// What the game was worth to each seat, once it is over.
    fn payoffs(&self) -> PerSeat<f32>;
    /// A hash that is the same for equal positions on every machine.
    fn key(&self) -> u64;
    /// Counts the paths of `depth` plies.
    fn perft(&self, depth: u32) -> Perft;
    /// The position as one line of text.
    fn text(&self) -> String;
    /// What to draw, seen from a seat.
    fn scene(&self, seen_from: Seat) -> Scene;
    /// How the game ended, in a sentence; `None` while it goes on.
    fn result(&self) -> Option<Text>;
    /// What the decision is about in which a move is played; a play on the board if the move is illegal.
    fn decision_kind(&self, text: &str) -> DecisionKind;
    /// By how much an outcome of chance was better for a seat than outcomes are on average; `None` if the game does not
    /// know, or that cannot happen now.
    fn luck(&self, text: &str) -> Option<Luck>;
    /// The ways in which `seat` may give up now.
    fn resignations(&self, seat: Seat) -> Vec<Resignation>;
    /// Tells whether a computer player at a seat should let another one give up in a way, as far as the game knows.
    fn accepts_resignation(&self, seat: Seat, way: &Resignation, plies: u32) -> Option<bool>;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Puts a game behind the erased layer.
pub fn erase<G: Game>(game: G) -> Arc<dyn AnyGame> {
    Arc::new(Erased(Arc::new(game)))
}

/// Puts a position behind the erased layer.
pub(crate) fn position<G: Game>(game: G, pos: G::Position) -> Box<dyn AnyPosition> {
    Box::new(ErasedPosition { game: Arc::new(game), pos })
}

#[derive(Clone, Debug)]
struct Erased<G>(Arc<G>);

impl<G: Game> Erased<G> {
    fn at(&self, pos: G::Position) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition { game: Arc::clone(&self.0), pos })
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    fn options(&self) -> String {
        self.0.options()
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        self.at(self.0.start())
    }

    fn start_round(&self, standing: &Standing) -> Box<dyn AnyPosition> {
        self.at(self.0.start_round(standing))
    }

    fn points_to_win(&self) -> Option<u32> {
        self.0.points_to_win()
    }

    fn fields(&self) -> &'static [FieldGroup] {
        self.0.fields()
    }

    fn seat_name(&self, seat: Seat) -> Text {
        self.0.seat_name(seat)
    }

    fn movers(&self) -> Vec<Mover> {
        self.0.movers()
    }

    fn parse_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
        Ok(self.at(self.0.parse_position(text)?))
    }

    fn engines(&self) -> Vec<EngineInfo> {
        any_engine::infos(&*self.0)
    }

    fn engine(&self, text: &str) -> Result<Box<dyn AnyEngine>, EngineError> {
        any_engine::make(&self.0, text)
    }

    fn check_engine(&self, text: &str) -> Result<(), EngineError> {
        any_engine::check(&self.0, text)
    }

    fn tunable(&self, text: &str) -> Result<Option<TunablePlayer>, EngineError> {
        any_engine::tunable(&*self.0, text)
    }

    fn evaluations(&self) -> Vec<EvaluationInfo> {
        explanation::infos(&*self.0)
    }

    fn themes(&self) -> &'static [Theme] {
        self.0.themes()
    }

    fn explain(
        &self,
        evaluation: &str,
        pos: &dyn AnyPosition,
        question: Question<'_>,
    ) -> Result<Explanation, ExplainError> {
        explanation::explain(&self.0, evaluation, pos, question)
    }

    fn tree(
        &self,
        evaluation: Option<&str>,
        pos: &dyn AnyPosition,
        depth: u32,
        method: TreeMethod,
    ) -> Result<GameTree, TreeError> {
        game_tree::build(&self.0, evaluation, pos, depth, method)
    }
}

#[derive(Debug)]
pub(crate) struct ErasedPosition<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) pos: G::Position,
}

impl<G: Game> ErasedPosition<G> {
    fn write(&self, mv: <G::Position as Position>::Move) -> String {
        self.game.write_move(&self.pos, mv)
    }

    fn parse(&self, text: &str) -> Result<<G::Position as Position>::Move, MoveError> {
        self.game.parse_move(&self.pos, text).map_err(|error| error.erased())
    }
}

impl<G: Game> AnyPosition for ErasedPosition<G> {
    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(Self { game: Arc::clone(&self.game), pos: self.pos.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        &self.pos
    }

    fn as_erased(&self) -> &dyn Any {
        self
    }

    fn as_erased_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn seats(&self) -> usize {
        self.pos.seats()
    }

    fn turn(&self) -> Turn {
        self.pos.turn()
    }

    fn to_move(&self) -> Option<usize> {
        self.game.to_move(&self.pos)
    }

    fn out_of_turn(&self, mover: usize) -> OutOfTurn<Box<dyn AnyPosition>> {
        match self.game.out_of_turn(&self.pos, mover) {
            OutOfTurn::At(pos) => OutOfTurn::At(Box::new(Self { game: Arc::clone(&self.game), pos })),
            OutOfTurn::NoMove => OutOfTurn::NoMove,
            OutOfTurn::NotAllowed => OutOfTurn::NotAllowed,
        }
    }

    fn tally(&self) -> Option<Vec<i64>> {
        self.game.tally(&self.pos)
    }

    fn opening(&self) -> Option<&'static str> {
        self.game.opening(&self.pos)
    }

    fn themes_of(&self, line: &[String], worth: &Valuation) -> Vec<&'static str> {
        let mut along = self.pos.clone();
        let moves = line.iter().map_while(|text| {
            let mv = self.game.parse_move(&along, text).ok()?;
            along.play(mv);
            Some(mv)
        });
        let moves: Vec<_> = moves.collect();
        self.game.themes_of(&self.pos, &moves, worth)
    }

    fn roller(&self) -> Option<Seat> {
        let mut outcomes = Vec::new();
        self.pos.chance_outcomes(&mut outcomes);
        let mut seats = outcomes.into_iter().map(|(mv, _)| match self.pos.after(mv).turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        });
        let first = seats.next()??;
        seats.all(|seat| seat == Some(first)).then_some(first)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.pos.legal_moves(&mut moves);
        moves.into_iter().map(|mv| self.write(mv)).collect()
    }

    fn has_choice(&self) -> bool {
        let mut moves = Vec::new();
        self.pos.legal_moves(&mut moves);
        1 < moves.len()
    }

    fn chance_outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.pos.chance_outcomes(&mut outcomes);
        outcomes.into_iter().map(|(mv, weight)| (self.write(mv), weight)).collect()
    }

    fn check(&self, text: &str) -> Result<String, MoveError> {
        Ok(self.write(self.parse(text)?))
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.parse(text)?;
        let canonical = self.write(mv);
        self.pos.play(mv);
        Ok(canonical)
    }

    fn play_random(&mut self, rng: &mut Rng) -> Option<String> {
        let mv = crate::random_move(&self.pos, rng)?;
        let text = self.write(mv);
        self.pos.play(mv);
        Some(text)
    }

    fn payoffs(&self) -> PerSeat<f32> {
        self.pos.payoffs()
    }

    fn key(&self) -> u64 {
        self.pos.key()
    }

    fn perft(&self, depth: u32) -> Perft {
        self.pos.perft(depth)
    }

    fn text(&self) -> String {
        self.game.write_position(&self.pos)
    }

    fn scene(&self, seen_from: Seat) -> Scene {
        self.game.scene(&self.pos, seen_from)
    }

    fn result(&self) -> Option<Text> {
        self.game.result(&self.pos)
    }

    fn decision_kind(&self, text: &str) -> DecisionKind {
        self.parse(text).map_or(DecisionKind::Play, |mv| self.game.decision_kind(&self.pos, mv))
    }

    fn luck(&self, text: &str) -> Option<Luck> {
        let roll = self.parse(text).ok().filter(|_| self.pos.turn() == Turn::Chance)?;
        self.game.luck(&self.pos, roll)
    }

    fn resignations(&self, seat: Seat) -> Vec<Resignation> {
        self.game.resignations(&self.pos, seat)
    }

    fn accepts_resignation(&self, seat: Seat, way: &Resignation, plies: u32) -> Option<bool> {
        self.game.accepts_resignation(&self.pos, seat, way, plies)
    }
}
