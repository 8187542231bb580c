//! The network as a search asks it.

use std::sync::Arc;

use framework::{Explains, Explanation, Position, Seat, Text, Turn, Valuation, search::Evaluator};

use super::{
    BigNetwork, Chances, FastNetwork, Network, Worth, bear_off, inputs::has_contact, race::RaceNetwork,
};
use crate::position::{Board, Dice, MAX_CHECKERS, Phase, Table};

/// Judges tables by a network: the points that a seat may expect, in multiples of the cube, if nobody turns it
/// any more.
#[derive(Clone, Debug)]
pub struct Evaluation {
    small: Arc<Network>,
    big: Option<BigNetwork>,
    /// What says which boards are worth asking the big network about.
    fast: Option<FastNetwork>,
    /// Whether exact tables take over once both sides are at home.
    uses_tables: bool,
}

impl Evaluation {
    /// Judges by a network.
    #[must_use]
    pub fn new(network: Network) -> Self {
        Self { small: Arc::new(network), big: None, fast: None, uses_tables: false }
    }

    /// Judges by the small network that we ship, which is fast.
    #[must_use]
    pub fn shipped() -> Self {
        Self::new(Network::shipped())
    }

    /// Judges by the big network that we ship, which is strong; the fast one chooses what it is asked about.
    #[must_use]
    pub fn strongest() -> Self {
        Self::with_big(BigNetwork::shipped()).with_fast(FastNetwork::shipped())
    }

    /// Judges by a big network.
    #[must_use]
    pub fn with_big(network: BigNetwork) -> Self {
        Self { big: Some(network), ..Self::shipped() }.with_tables()
    }

    /// The same, but among many plays only those that look good to the fast network are judged by the big one.
    #[must_use]
    pub fn with_fast(self, network: FastNetwork) -> Self {
        Self { fast: Some(network), ..self }
    }

    /// The same with exact chances once both sides are at home.
    ///
    /// The tables take a third of a second to compute when they are first asked for, which is more than the quick levels may
    /// take for a move on a busy machine: those do without.
    #[must_use]
    pub fn with_tables(self) -> Self {
        Self { uses_tables: true, ..self }
    }

    /// The chances of the side that is to roll, board by board: many boards at once take much less time than one by one.
    #[must_use]
    pub fn chances_of(&self, boards: &[Board]) -> Vec<Chances> {
        if self.big.is_none() || !boards.iter().copied().all(is_full) {
            let of_small = |&board: &Board| {
                self.exact(board).unwrap_or_else(|| self.small.chances(board).possible(board))
            };
            return boards.iter().map(of_small).collect();
        }
        let mut chances: Vec<Option<Chances>> = boards.iter().map(|&board| self.exact(board)).collect();
        let mut fill = |judged: &dyn Fn(&[Board]) -> Vec<Chances>, fits: &dyn Fn(Board) -> bool| {
            let open = (0..boards.len()).filter(|&idx| chances[idx].is_none() && fits(boards[idx]));
            let open: Vec<usize> = open.collect();
            let asked: Vec<Board> = open.iter().map(|&idx| boards[idx]).collect();
            for (idx, judged) in open.into_iter().zip(judged(&asked)) {
                chances[idx] = Some(judged);
            }
        };
        if self.uses_tables {
            fill(&|races| RaceNetwork::shipped().chances_of(races), &|board| !has_contact(board));
        }
        if let Some(big) = &self.big {
            fill(&|others| big.chances_of(others), &|_| true);
        }
        chances.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// What the fast network thinks of boards that are alike, for the side that is to roll; `None` where the boards can
    /// be judged well without it, or not by it at all.
    pub(super) fn first_look(&self, base: Board, boards: &[Board]) -> Option<Vec<Chances>> {
        let fast = self.fast.as_ref()?;
        (is_full(base) && has_contact(base)).then(|| fast.chances_of(base, boards))
    }

    /// What the tables know.
    fn exact(&self, board: Board) -> Option<Chances> {
        if self.uses_tables { bear_off::chances(board) } else { None }
    }

    /// The chances of the mover after the play of a roll that is worth most at first sight.
    #[must_use]
    pub fn after_best_play(&self, board: Board, dice: Dice, worth: Worth) -> Chances {
        let (replies, _) = self.best_replies(board, &[dice], |chances| chances.equity(worth));
        replies[0].chances
    }

    fn of_board(&self, board: Board) -> Chances {
        self.chances_of(&[board])[0]
    }

    /// The chances of a seat: certain ones once the last checker is off, an estimate before.
    #[must_use]
    pub fn chances(&self, table: &Table, seat: Seat) -> Chances {
        let of_mover = match table.phase() {
            Phase::BorneOff => Chances::won(table.board()),
            Phase::Opening => self.before_opening(table.board()),
            _ => self.of_board(table.board()),
        };
        if seat == table.mover() { of_mover } else { of_mover.turned() }
    }

    /// The chances of a seat as they are seen so many plays ahead: the mean over the dice, with the best play for
    /// whoever has rolled.
    #[must_use]
    pub fn chances_ahead(&self, table: &Table, seat: Seat, plays: u32) -> Chances {
        match table.turn() {
            Turn::Chance if plays != 0 => {
                let mut outcomes = Vec::new();
                table.chance_outcomes(&mut outcomes);
                let total: u32 = outcomes.iter().map(|outcome| outcome.1).sum();
                let mut mean = [0.0; 5];
                for (roll, weight) in outcomes {
                    let chances = self.chances_ahead(&table.after(roll), seat, plays).to_array();
                    let share = weight as f32 / total as f32;
                    mean = std::array::from_fn(|idx| mean[idx] + share * chances[idx]);
                }
                Chances::from_array(mean)
            }
            Turn::Seat(mover) if plays != 0 => {
                let mut moves = Vec::new();
                table.legal_moves(&mut moves);
                let value = |chances: Chances| {
                    let of_mover = if mover == seat { chances } else { chances.turned() };
                    of_mover.equity(Worth::at(table, mover))
                };
                let ahead = moves.into_iter().map(|mv| self.chances_ahead(&table.after(mv), seat, plays - 1));
                let best = ahead.max_by(|left, right| value(*left).total_cmp(&value(*right)));
                best.unwrap_or_else(|| self.chances(table, seat))
            }
            _ => self.chances(table, seat),
        }
    }

    /// Nobody knows yet who begins: both are as likely.
    fn before_opening(&self, board: Board) -> Chances {
        let (one, other) =
            (self.of_board(board).to_array(), self.of_board(board.turned()).turned().to_array());
        Chances::from_array(std::array::from_fn(|idx| 0.5 * (one[idx] + other[idx])))
    }
}

/// The big networks have seen games of fifteen checkers only; hypergammon has three.
fn is_full(board: Board) -> bool {
    board.mover.total() == MAX_CHECKERS && board.other.total() == MAX_CHECKERS
}

impl Evaluator<Table> for Evaluation {
    fn value(&self, table: &Table, seat: Seat) -> f32 {
        let worth = Worth::at(table, seat);
        match table.phase() {
            Phase::Passed(by) if by == seat => -worth.of_single_loss(),
            Phase::Passed(_) => worth.of_single_win(),
            _ => self.chances(table, seat).equity(worth),
        }
    }

    fn values(&self, tables: &[Table], seat: Seat, out: &mut Vec<f32>) {
        let is_open =
            |table: &&Table| !matches!(table.phase(), Phase::BorneOff | Phase::Opening | Phase::Passed(_));
        let boards: Vec<Board> = tables.iter().filter(is_open).map(Table::board).collect();
        let mut of_movers = self.chances_of(&boards).into_iter();
        out.extend(tables.iter().map(|table| match is_open(&table).then(|| of_movers.next()).flatten() {
            Some(chances) if seat == table.mover() => chances.equity(Worth::at(table, seat)),
            Some(chances) => chances.turned().equity(Worth::at(table, seat)),
            None => self.value(table, seat),
        }));
    }

    fn appraise(&self, _: &Table, value: f32, _: bool) -> Valuation {
        Valuation::Equity { points: value, chances: None }
    }

    fn bounds(&self) -> Option<(f32, f32)> {
        Some((-3.0, 3.0))
    }
}

impl Explains<Table> for Evaluation {
    fn explain(&self, table: &Table, seat: Seat) -> Option<Explanation> {
        Some(match table.phase() {
            Phase::Passed(_) => {
                let about = Text::fixed("the double was refused", "das Verdoppeln wurde abgelehnt");
                Explanation::decided(about, self.value(table, seat).into())
            }
            _ => self.chances(table, seat).explain(Worth::at(table, seat)),
        })
    }
}
