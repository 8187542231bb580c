//! The players that a game offers, by name.

use std::fmt;

use super::{
    AlphaBeta, AlphaBetaFeatures, ChanceCuts, Engine, Evaluator, Expectimax, Greedy, Leaf, MaxN, Mcts,
    MctsFeatures, Minimax, Parameter, Paranoid, RandomMover, Tunable,
};
use crate::{
    Deterministic, FieldGroup, Options, OptionsError, OptionsReader, Position, Text, TwoSeatZeroSum,
};

/// A player that a game offers: its name, what it is, and how it is made.
pub struct EngineEntry<P: Position> {
    /// The word by which it is chosen, such as `welfenlab-2006`.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: Text,
    /// Makes one from its options, such as `depth=4`.
    pub make: MakeEngine<P>,
    /// Takes what can be tuned out of its options; `None` if nothing can.
    pub tune: Option<TakeParameters>,
    /// The options that people are asked for, besides what can be tuned.
    pub fields: &'static [FieldGroup],
}

/// Takes the parameters that can be tuned out of a line of options.
pub type TakeParameters =
    Box<dyn Fn(&mut OptionsReader<'_>) -> Result<Vec<Parameter>, OptionsError> + Send + Sync>;

/// Makes a player from its options.
pub type MakeEngine<P> = Box<dyn Fn(&Options) -> Result<Box<dyn Engine<P>>, OptionsError> + Send + Sync>;

impl<P: Position> EngineEntry<P> {
    /// Lists a player without options.
    pub fn new<E: Engine<P> + 'static>(
        name: &'static str,
        about: Text,
        make: impl Fn() -> E + Send + Sync + 'static,
    ) -> Self {
        Self::with_options(name, about, move |options| {
            options.reader().finish("no options").map(|()| Box::new(make()) as Box<dyn Engine<P>>)
        })
    }

    /// Lists a player that takes options.
    pub fn with_options(
        name: &'static str,
        about: Text,
        make: impl Fn(&Options) -> Result<Box<dyn Engine<P>>, OptionsError> + Send + Sync + 'static,
    ) -> Self {
        Self { name, about, make: Box::new(make), tune: None, fields: &[] }
    }

    /// The same player with options that people are asked for: the page, the command line and servers learn of them here,
    /// and of no others. Each has a field of its own; no answer may cost more memory or time than the limits of a search
    /// allow, since guests of a server choose them.
    #[must_use]
    pub fn with_fields(self, fields: &'static [FieldGroup]) -> Self {
        Self { fields, ..self }
    }

    /// Lists a player whose evaluation can be tuned: `weights` holds its parameters with their usual values, and
    /// `make` takes them out of the options by [`Tunable::with_options`], besides whatever else it takes.
    pub fn tunable<W: Tunable, E: Engine<P> + 'static>(
        name: &'static str,
        about: Text,
        weights: W,
        make: impl Fn(&Options) -> Result<E, OptionsError> + Send + Sync + 'static,
    ) -> Self {
        let tune = move |reader: &mut OptionsReader<'_>| Ok(weights.with_options(reader)?.parameters());
        let make = move |options: &Options| Ok(Box::new(make(options)?) as Box<dyn Engine<P>>);
        Self { tune: Some(Box::new(tune)), ..Self::with_options(name, about, make) }
    }

    /// What every game has without an evaluation: random moves and tree search.
    #[must_use]
    pub fn for_any_game() -> Vec<Self> {
        let any = Text::fixed("any move, each equally likely", "irgendein Zug, jeder gleich wahrscheinlich");
        let tree = Text::fixed(
            "tree search with random games to the end",
            "Baumsuche mit zufälligen Partien bis zum Ende",
        );
        vec![
            Self::with_options("mcts", tree, |options| {
                let mut reader = options.reader();
                let rave = reader.number("rave", 0..=100_000)?.unwrap_or(0) as f32;
                reader.finish("rave=VISITS")?;
                let features = MctsFeatures { rave, ..MctsFeatures::USUAL };
                Ok(Box::new(Mcts::<P, fn(&P, crate::Seat) -> f32>::new(Leaf::Playout, features)))
            }),
            Self::new("random", any, || RandomMover),
        ]
    }

    /// What a game of any number of seats has with an evaluation: one ply, max^n and paranoid.
    pub fn with_evaluation<E: Evaluator<P> + Clone + 'static>(evaluation: &E) -> Vec<Self> {
        let (one, each, all) = (evaluation.clone(), evaluation.clone(), evaluation.clone());
        let one_ply =
            Text::fixed("the best move as far as one ply shows", "der beste Zug, soweit ein Halbzug zeigt");
        let for_itself =
            Text::fixed("looks ahead, each seat for itself", "denkt voraus, jeder Platz für sich");
        let against = Text::fixed("looks ahead, all against it", "denkt voraus, alle gegen ihn");
        vec![
            Self::new("greedy", one_ply, move || Greedy(one.clone())),
            Self::new("max-n", for_itself, move || MaxN(each.clone())),
            Self::new("paranoid", against, move || Paranoid(all.clone())),
        ]
    }

    /// What a game of two seats without chance has with an evaluation: minimax and alpha-beta.
    pub fn minimax_and_alpha_beta<E: Evaluator<P> + Clone + 'static>(evaluation: &E) -> Vec<Self>
    where
        P: Deterministic + TwoSeatZeroSum,
    {
        let (plain, pruned) = (evaluation.clone(), evaluation.clone());
        let textbook =
            Text::fixed("plain look-ahead without pruning", "einfache Vorausschau ohne Abschneiden");
        let usual =
            Text::fixed("alpha-beta with all its improvements", "Alpha-Beta mit allen Verbesserungen");
        vec![
            Self::new("minimax", textbook, move || Minimax(plain.clone())),
            Self::with_options("alphabeta", usual, move |options| {
                Ok(Box::new(AlphaBeta::new(pruned.clone(), AlphaBetaFeatures::from_options(options)?)))
            }),
        ]
    }

    /// Everything that a game of two seats without chance has with an evaluation, the strongest first.
    pub fn all_without_chance<E: Evaluator<P> + Clone + 'static>(evaluation: &E) -> Vec<Self>
    where
        P: Deterministic + TwoSeatZeroSum,
    {
        let mut entries = Self::minimax_and_alpha_beta(evaluation);
        entries.reverse();
        entries.push(Self::expectimax(evaluation));
        entries.extend(Self::with_evaluation(evaluation));
        entries.extend(Self::for_any_game());
        entries
    }

    /// What a game of two seats with dice has with an evaluation: expectimax.
    pub fn expectimax<E: Evaluator<P> + Clone + 'static>(evaluation: &E) -> Self
    where
        P: TwoSeatZeroSum,
    {
        let evaluation = evaluation.clone();
        let about = Text::fixed("looks ahead over the dice", "denkt über die Würfel voraus");
        Self::new("expectimax", about, move || Expectimax {
            evaluator: evaluation.clone(),
            cuts: ChanceCuts::Star1,
        })
    }
}

impl<P: Position> fmt::Debug for EngineEntry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineEntry").field("name", &self.name).finish_non_exhaustive()
    }
}
