//! What people have tried of the puzzles, how strong both are, and mistakes that come back.

use std::{collections::BTreeMap, future::Future};

use protocol::{TableId, UserId};

use super::{MemoryStore, Stored, standing::Rating};

/// How a person does with the puzzles of a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SolverRow {
    /// How strong they are.
    pub rating: Rating,
    /// How many puzzles they have tried.
    pub tries: u32,
    /// How many of them were solved at once.
    pub solved: u32,
    /// How many in a row, up to the last one.
    pub streak: u32,
    /// The longest row.
    pub best_streak: u32,
    /// When that changed last.
    pub changed: u64,
}

/// How people do with a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuzzleRow {
    /// How hard it is.
    pub rating: Rating,
    /// How many people have tried it.
    pub tries: u32,
    /// How many of them have solved it at once.
    pub solved: u32,
}

impl PuzzleRow {
    /// A puzzle that nobody has tried, with the rating that its maker gave it. It is surer than that of a person who has
    /// just come.
    #[must_use]
    pub fn new(rating: f64) -> Self {
        Self { rating: Rating { rating, deviation: 200.0, ..Rating::default() }, tries: 0, solved: 0 }
    }
}

/// A person's first try of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleTry {
    /// Who.
    pub user: UserId,
    /// The id of the game.
    pub game: String,
    /// The word for the puzzle.
    pub puzzle: String,
    /// The rating that its maker gave it.
    pub made_rating: f64,
    /// Whether it was solved without a mistake.
    pub solved: bool,
    /// When.
    pub time: u64,
}

/// What a try has changed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TryOutcome {
    /// Whether it counts: only the first try of a puzzle does.
    pub counts: bool,
    /// The solver before it.
    pub before: SolverRow,
    /// The solver after it.
    pub after: SolverRow,
    /// The puzzle after it.
    pub puzzle: PuzzleRow,
}

/// A mistake that comes back as a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MistakeRow {
    /// Whose.
    pub user: UserId,
    /// The id of the game.
    pub game: String,
    /// The word for it, which follows from the options and the position.
    pub id: String,
    /// The options of the game.
    pub options: String,
    /// The position.
    pub position: String,
    /// What was best.
    pub best: String,
    /// What was played.
    pub played: String,
    /// At which table.
    pub table: TableId,
    /// When it was kept.
    pub made: u64,
    /// How often in a row it was solved when it came back.
    pub stage: u8,
    /// When it comes back; `None` if it is mended.
    pub due: Option<u64>,
}

/// What follows from a try for the solver and the puzzle, who play against each other.
#[must_use]
pub fn after_try(solver: SolverRow, puzzle: PuzzleRow, new: &PuzzleTry) -> (SolverRow, PuzzleRow) {
    let score = if new.solved { 1.0 } else { 0.0 };
    // Newcomers have not rested since 1970.
    let rest = if solver.tries == 0 { 0 } else { new.time.saturating_sub(solver.changed) };
    let rested = solver.rating.aged(rest);
    let streak = if new.solved { solver.streak + 1 } else { 0 };
    let after = SolverRow {
        rating: rested.after(&[(puzzle.rating, score)]),
        tries: solver.tries + 1,
        solved: solver.solved + u32::from(new.solved),
        streak,
        best_streak: solver.best_streak.max(streak),
        changed: new.time,
    };
    let puzzle = PuzzleRow {
        rating: puzzle.rating.after(&[(rested, 1.0 - score)]),
        tries: puzzle.tries + 1,
        solved: puzzle.solved + u32::from(new.solved),
    };
    (after, puzzle)
}

/// Keeps what people have tried of the puzzles, and their mistakes.
///
/// When an account is deleted, all of that goes with it; the ratings of the puzzles stay.
pub trait PuzzleStore {
    /// How a person does with the puzzles of a game.
    fn solver(&self, user: &UserId, game: &str) -> impl Future<Output = Stored<SolverRow>> + Send;

    /// How a person does with the puzzles of all games that they have tried, in the order of the games.
    fn solvers(&self, user: &UserId) -> impl Future<Output = Stored<Vec<(String, SolverRow)>>> + Send;

    /// The puzzles of a game that people have tried, in the order of their words.
    fn puzzle_rows(&self, game: &str) -> impl Future<Output = Stored<Vec<(String, PuzzleRow)>>> + Send;

    /// The puzzles of a game that a person has tried, and whether they were solved at once.
    fn tried_puzzles(
        &self,
        user: &UserId,
        game: &str,
    ) -> impl Future<Output = Stored<Vec<(String, bool)>>> + Send;

    /// Keeps a try. Only the first one of a person at a puzzle changes anything.
    fn try_puzzle(&self, new: PuzzleTry) -> impl Future<Output = Stored<TryOutcome>> + Send;

    /// Keeps a mistake, unless a person has so many; tells whether it is kept. One that is kept already stays as it is.
    fn keep_mistake(&self, mistake: MistakeRow, limit: u32) -> impl Future<Output = Stored<bool>> + Send;

    /// The mistakes of a person, those first that come back first; mended ones are last.
    fn mistakes(&self, user: &UserId) -> impl Future<Output = Stored<Vec<MistakeRow>>> + Send;

    /// Says when a mistake comes back; tells whether there is one.
    fn put_off_mistake(
        &self,
        user: &UserId,
        game: &str,
        id: &str,
        stage: u8,
        due: Option<u64>,
    ) -> impl Future<Output = Stored<bool>> + Send;
}

/// What is kept in memory.
#[derive(Debug, Default)]
pub(super) struct KeptPuzzles {
    solvers: BTreeMap<(UserId, String), SolverRow>,
    puzzles: BTreeMap<(String, String), PuzzleRow>,
    tries: BTreeMap<(UserId, String, String), bool>,
    mistakes: BTreeMap<(UserId, String, String), MistakeRow>,
}

impl KeptPuzzles {
    /// Forgets a person.
    pub(super) fn forget(&mut self, user: &UserId) {
        self.solvers.retain(|(who, _), _| who != user);
        self.tries.retain(|(who, ..), _| who != user);
        self.mistakes.retain(|(who, ..), _| who != user);
    }
}

impl PuzzleStore for MemoryStore {
    async fn solver(&self, user: &UserId, game: &str) -> Stored<SolverRow> {
        let key = (user.clone(), game.to_owned());
        Ok(self.kept().puzzles.solvers.get(&key).copied().unwrap_or_default())
    }

    async fn solvers(&self, user: &UserId) -> Stored<Vec<(String, SolverRow)>> {
        let kept = self.kept();
        let own = kept.puzzles.solvers.iter().filter(|((who, _), _)| who == user);
        Ok(own.map(|((_, game), row)| (game.clone(), *row)).collect())
    }

    async fn puzzle_rows(&self, game: &str) -> Stored<Vec<(String, PuzzleRow)>> {
        let kept = self.kept();
        let of_game = kept.puzzles.puzzles.iter().filter(|((of, _), _)| of == game);
        Ok(of_game.map(|((_, id), row)| (id.clone(), *row)).collect())
    }

    async fn tried_puzzles(&self, user: &UserId, game: &str) -> Stored<Vec<(String, bool)>> {
        let kept = self.kept();
        let own = kept.puzzles.tries.iter().filter(|((who, of, _), _)| who == user && of == game);
        Ok(own.map(|((_, _, id), solved)| (id.clone(), *solved)).collect())
    }

    async fn try_puzzle(&self, new: PuzzleTry) -> Stored<TryOutcome> {
        self.write(|kept| {
            let kept = &mut kept.puzzles;
            let of_user = (new.user.clone(), new.game.clone());
            let before = kept.solvers.get(&of_user).copied().unwrap_or_default();
            let of_puzzle = (new.game.clone(), new.puzzle.clone());
            let puzzle =
                kept.puzzles.get(&of_puzzle).copied().unwrap_or_else(|| PuzzleRow::new(new.made_rating));
            let key = (new.user.clone(), new.game.clone(), new.puzzle.clone());
            if kept.tries.contains_key(&key) {
                return Ok(TryOutcome { counts: false, before, after: before, puzzle });
            }
            let (after, puzzle) = after_try(before, puzzle, &new);
            kept.tries.insert(key, new.solved);
            kept.solvers.insert(of_user, after);
            kept.puzzles.insert(of_puzzle, puzzle);
            Ok(TryOutcome { counts: true, before, after, puzzle })
        })
        .await
    }

    async fn keep_mistake(&self, mistake: MistakeRow, limit: u32) -> Stored<bool> {
        self.write(|kept| {
            let mistakes = &mut kept.puzzles.mistakes;
            let key = (mistake.user.clone(), mistake.game.clone(), mistake.id.clone());
            let n_own = mistakes.keys().filter(|(who, ..)| *who == mistake.user).count();
            if !mistakes.contains_key(&key) && limit as usize <= n_own {
                return Ok(false);
            }
            mistakes.entry(key).or_insert(mistake);
            Ok(true)
        })
        .await
    }

    async fn mistakes(&self, user: &UserId) -> Stored<Vec<MistakeRow>> {
        let kept = self.kept();
        let own = kept.puzzles.mistakes.values().filter(|mistake| mistake.user == *user);
        let mut own: Vec<_> = own.cloned().collect();
        own.sort_by(|one, other| {
            let key =
                |row: &MistakeRow| (row.due.is_none(), row.due, row.made, row.game.clone(), row.id.clone());
            key(one).cmp(&key(other))
        });
        Ok(own)
    }

    async fn put_off_mistake(
        &self,
        user: &UserId,
        game: &str,
        id: &str,
        stage: u8,
        due: Option<u64>,
    ) -> Stored<bool> {
        let key = (user.clone(), game.to_owned(), id.to_owned());
        self.write(|kept| {
            let Some(mistake) = kept.puzzles.mistakes.get_mut(&key) else { return Ok(false) };
            (mistake.stage, mistake.due) = (stage, due);
            Ok(true)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(solved: bool) -> PuzzleTry {
        PuzzleTry {
            user: "anna".parse().unwrap(),
            game: "othello".to_owned(),
            puzzle: "0a1b2c3d".to_owned(),
            made_rating: 1_500.0,
            solved,
            time: 5,
        }
    }

    #[test]
    fn who_solves_a_puzzle_rises_and_the_puzzle_falls() {
        let (solver, puzzle) = after_try(SolverRow::default(), PuzzleRow::new(1_500.0), &tried(true));
        assert!(1_500.0 < solver.rating.rating && puzzle.rating.rating < 1_500.0);
        assert_eq!((solver.streak, solver.best_streak, solver.solved, puzzle.solved), (1, 1, 1, 1));
        let (solver, puzzle) = after_try(solver, puzzle, &tried(false));
        assert_eq!((solver.streak, solver.best_streak, solver.tries, puzzle.tries), (0, 1, 2, 2));
    }

    #[test]
    fn a_surer_puzzle_moves_less_than_a_newcomer() {
        let (solver, puzzle) = after_try(SolverRow::default(), PuzzleRow::new(1_500.0), &tried(true));
        assert!((1_500.0 - puzzle.rating.rating) < (solver.rating.rating - 1_500.0));
    }
}
