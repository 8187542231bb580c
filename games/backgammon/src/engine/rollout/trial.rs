//! One trial: every choice played to the end with the same dice.

use framework::Seat;

use super::dice::TrialDice;
use crate::{
    engine::{
        Chances, Evaluation, Worth,
        cube::{CubeAhead, CubeDecision, CubeState, Stakes},
    },
    position::{Board, Cube, Dice, Move, Phase, Table},
};

/// How trials are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// After how many rolls a trial ends with an estimate instead of a result; `None` plays to the end.
    pub truncate: Option<u32>,
    /// Whether the luck of the dice is taken away.
    pub luck: bool,
    /// Whether the cube is used.
    pub cube: bool,
    /// Where chance begins.
    pub seed: u64,
}

/// A game that has gone on for so many rolls is taken as it stands: positions in which both sides wait for ever exist.
const MAX_ROLLS: u32 = 1_000;

/// Something that the side to move may do, and the board on which it leaves the dice to somebody.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The table after it: somebody rolls, or the game is over.
    after: Table,
    /// Whether it was the decision about the cube before the first roll.
    is_about_cube: bool,
}

/// A position, the choices to compare, and how they are played out.
#[derive(Clone, Debug)]
pub struct Rollout {
    /// Who judges and plays.
    evaluation: Evaluation,
    /// Who tells the luck of a roll. It need not be right, only fast.
    luck: Evaluation,
    seat: Seat,
    stakes: Stakes,
    cube: CubeState,
    settings: Settings,
    choices: Vec<Choice>,
}

/// What every choice came to in one trial, for the side that chooses.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// In multiples of the cube as it stood, choice by choice.
    pub equities: Vec<f32>,
    /// The chances of the results, in the order win, gammon, backgammon, lost gammon, lost backgammon. With the luck taken
    /// away a single number may lie outside 0 to 1; the mean does not.
    pub chances: Vec<[f32; 5]>,
}

impl Rollout {
    /// A rollout of moves of a seat that is to play or to decide about the cube.
    ///
    /// A double is rolled out as taken: whether it is passed is known from what a take is worth.
    #[must_use]
    pub fn new(evaluation: Evaluation, table: &Table, moves: &[Move], settings: Settings) -> Self {
        let seat = table.mover();
        let choice = |&mv: &Move| {
            let is_about_cube = !matches!(mv, Move::Play(_));
            Choice { mv, after: after(table, mv), is_about_cube }
        };
        let choices = moves.iter().map(choice).collect();
        Self {
            luck: Evaluation::shipped().with_tables(),
            evaluation,
            seat,
            stakes: Stakes::at(table, seat),
            cube: CubeState::at(table, seat),
            settings,
            choices,
        }
    }

    /// The choices that are compared.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// How it is played.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Plays every choice out once. The result depends on the number of the trial alone, so that trials can be played in any
    /// order and on any number of threads.
    #[must_use]
    pub fn trial(&self, number: u64) -> Trial {
        let (equities, chances) = self.choices.iter().map(|choice| self.play(choice, number)).unzip();
        Trial { equities, chances }
    }

    fn play(&self, choice: &Choice, number: u64) -> (f32, [f32; 5]) {
        let mut dice = TrialDice::new(self.settings.seed, number);
        let mut table = choice.after;
        // What the dice gave to the side that chooses, beyond their mean.
        let (mut lucky, mut lucky_chances) = (0.0, [0.0_f32; 5]);
        let mut result = None;
        let last = self.settings.truncate.unwrap_or(MAX_ROLLS).min(MAX_ROLLS);
        for n_rolled in 0..=last {
            if let Some((winner, points)) = table.winner() {
                result = Some(self.ended(&table, winner, points));
                break;
            }
            if n_rolled == last {
                break;
            }
            let is_decided = n_rolled == 0 && choice.is_about_cube;
            if !is_decided && !self.double_if_right(&mut table) {
                result = Some(self.passed(&table));
                break;
            }
            let mover = table.mover();
            let board = table.board();
            let rolled = dice.roll();
            if self.settings.luck {
                let stakes = Stakes::at(&table, self.seat);
                let cube = CubeState::at(&table, self.seat);
                let (of_roll, mean) = self.luck_of(board, rolled);
                let [of_roll, mean] = [of_roll, mean]
                    .map(|chances| if mover == self.seat { chances } else { chances.turned() });
                lucky += stakes.dead(cube, of_roll) - stakes.dead(cube, mean);
                let (of_roll, mean) = (of_roll.to_array(), mean.to_array());
                lucky_chances = std::array::from_fn(|idx| lucky_chances[idx] + of_roll[idx] - mean[idx]);
            }
            table = self.played(table, rolled);
        }
        let (worth, chances) = result.unwrap_or_else(|| self.estimated(&table));
        let equity = self.stakes.in_cubes(self.cube, worth - lucky);
        let chances = chances.to_array();
        (equity, std::array::from_fn(|idx| chances[idx] - lucky_chances[idx]))
    }

    /// What a game that is over was worth to the side that chooses.
    fn ended(&self, table: &Table, winner: Seat, points: u32) -> (f32, Chances) {
        let cube = CubeState::at(table, self.seat);
        let factor = points / table.cube().value();
        let stakes = Stakes::at(table, self.seat);
        let won = Chances::won(table.board());
        match winner == self.seat {
            true => (stakes.won(cube, factor), won),
            false => (stakes.lost(cube, factor), won.turned()),
        }
    }

    /// What a game was worth in which the mover's double was passed.
    fn passed(&self, table: &Table) -> (f32, Chances) {
        let cube = CubeState::at(table, self.seat);
        let stakes = Stakes::at(table, self.seat);
        let worth = if table.mover() == self.seat { stakes.won(cube, 1) } else { stakes.lost(cube, 1) };
        (worth, self.evaluation.chances(table, self.seat))
    }

    /// What a game that goes on seems to be worth to the side that chooses.
    fn estimated(&self, table: &Table) -> (f32, Chances) {
        let mover = table.mover();
        let (stakes, cube) = (Stakes::at(table, mover), CubeState::at(table, mover));
        let chances = self.evaluation.chances(table, mover);
        let worth = if self.settings.cube {
            let mut ahead = CubeAhead::new(&self.evaluation, &|_| false);
            let worths = ahead.with_doubling(table.board(), &stakes, &[cube], 0);
            worths.expect("nobody stops this search")[0]
        } else {
            stakes.dead(cube, chances)
        };
        if mover == self.seat { (worth, chances) } else { (-worth, chances.turned()) }
    }

    /// Turns the cube if the mover should; tells whether the game goes on.
    fn double_if_right(&self, table: &mut Table) -> bool {
        let mover = table.mover();
        let (stakes, cube) = (Stakes::at(table, mover), CubeState::at(table, mover));
        if !self.settings.cube || !stakes.may_double(cube) {
            return true;
        }
        let mut ahead = CubeAhead::new(&self.evaluation, &|_| false);
        let found = CubeDecision::find(&mut ahead, table.board(), &stakes, cube, 0);
        let decision = found.expect("nobody stops this search");
        if !decision.is_double() {
            return true;
        }
        if !decision.is_take() {
            return false;
        }
        *table = turned(table, mover.other());
        true
    }

    /// The table after the play that is worth most at first sight.
    fn played(&self, table: Table, dice: Dice) -> Table {
        let mover = table.mover();
        let (stakes, cube) = (Stakes::at(&table, mover), CubeState::at(&table, mover));
        let worth = |chances| stakes.dead(cube, chances);
        let (replies, _) = self.evaluation.best_replies(table.board(), &[dice], worth);
        table.with_board(mover.other(), replies[0].after)
    }

    /// What the small network sees after a roll for the mover, and on average over all rolls.
    fn luck_of(&self, board: Board, rolled: Dice) -> (Chances, Chances) {
        let (mut of_roll, mut mean) = (Chances::default(), [0.0; 5]);
        for dice in Dice::ALL {
            let best = self.luck.after_best_play(board, dice, Worth::MONEY);
            if dice == rolled {
                of_roll = best;
            }
            let share = dice.weight() as f32 / 36.0;
            let best = best.to_array();
            mean = std::array::from_fn(|idx| mean[idx] + share * best[idx]);
        }
        (of_roll, Chances::from_array(mean))
    }
}

/// The table after a move: a double is taken.
fn after(table: &Table, mv: Move) -> Table {
    use framework::Position as _;
    match mv {
        Move::Double => turned(table, table.mover().other()),
        Move::Roll | Move::Dice(_) | Move::Opening(_) => table.with_board(table.mover(), table.board()),
        _ => table.after(mv),
    }
}

/// The table with the cube turned once more and given to a seat.
fn turned(table: &Table, owner: Seat) -> Table {
    let cube = Cube::new(table.cube().level() + 1, Some(owner)).unwrap_or(table.cube());
    let after = table.with_stakes(cube, table.score());
    debug_assert!(matches!(after.phase(), Phase::BeforeRoll | Phase::Rolling), "the mover rolls");
    after
}
