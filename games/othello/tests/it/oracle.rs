//! The fast rules against slow ones: characters on a grid, eight directions, step by step.

use framework::{Game, Position, Turn, testkit};
use othello::{BLACK, Board, Othello, SquareSet, WideSet};

/// A board as a grid of characters: `X`, `O` or `-`.
#[derive(Clone, PartialEq, Debug)]
struct Grid {
    rows: Vec<Vec<char>>,
    to_move: char,
}

impl Grid {
    fn start(side: usize) -> Self {
        let mut rows = vec![vec!['-'; side]; side];
        let middle = side / 2;
        rows[middle - 1][middle - 1] = 'O';
        rows[middle][middle] = 'O';
        rows[middle - 1][middle] = 'X';
        rows[middle][middle - 1] = 'X';
        Self { rows, to_move: 'X' }
    }

    fn read(side: usize, text: &str) -> Self {
        let symbols: Vec<char> = text.chars().collect();
        let rows = symbols[..side * side].chunks(side).map(<[char]>::to_vec).collect();
        Self { rows, to_move: symbols[side * side + 1] }
    }

    fn write(&self) -> String {
        let squares: String = self.rows.iter().flatten().collect();
        format!("{squares} {}", self.to_move)
    }

    fn at(&self, column: i32, row: i32) -> Option<char> {
        self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn opponent(&self) -> char {
        if self.to_move == 'X' { 'O' } else { 'X' }
    }

    /// The discs that turn when the side to move puts one on an empty square.
    fn flips(&self, column: i32, row: i32) -> Vec<(i32, i32)> {
        let mut flips = Vec::new();
        for (columns, rows) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let mut run = Vec::new();
            let (mut x, mut y) = (column + columns, row + rows);
            while self.at(x, y) == Some(self.opponent()) {
                run.push((x, y));
                (x, y) = (x + columns, y + rows);
            }
            if self.at(x, y) == Some(self.to_move) {
                flips.append(&mut run);
            }
        }
        flips
    }

    fn squares(&self) -> Vec<(i32, i32)> {
        let side = self.rows.len() as i32;
        let all = (0..side).flat_map(|row| (0..side).map(move |column| (column, row)));
        all.filter(|&(column, row)| self.at(column, row) == Some('-') && !self.flips(column, row).is_empty())
            .collect()
    }

    fn passed(&self) -> Self {
        Self { rows: self.rows.clone(), to_move: self.opponent() }
    }

    fn placed(&self, column: i32, row: i32) -> Self {
        let mut next = self.passed();
        for (x, y) in self.flips(column, row).into_iter().chain([(column, row)]) {
            next.rows[y as usize][x as usize] = self.to_move;
        }
        next
    }

    /// Every legal move as text, with the position after it; none when the game is over.
    fn moves(&self) -> Vec<(String, Self)> {
        let name = |column, row| format!("{}{}", (b'a' + column as u8) as char, row + 1);
        let moves: Vec<_> = self
            .squares()
            .into_iter()
            .map(|(column, row)| (name(column, row), self.placed(column, row)))
            .collect();
        if moves.is_empty() && !self.passed().squares().is_empty() {
            vec![("pass".to_owned(), self.passed())]
        } else {
            moves
        }
    }

    /// The difference of discs for black, the empty squares counted for who has more.
    fn final_score(&self) -> i32 {
        let count = |symbol| self.rows.iter().flatten().filter(|found| **found == symbol).count() as i32;
        let difference = count('X') - count('O');
        difference + difference.signum() * count('-')
    }

    fn leaves(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if moves.is_empty() { 1 } else { moves.iter().map(|(_, next)| next.leaves(depth - 1)).sum() }
    }
}

fn compare<S: SquareSet>(board: &Board<S>) {
    let grid = Grid::read(board.side().into(), &board.to_string());
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let fast: Vec<_> = moves.iter().map(|&mv| (mv.to_string(), board.after(mv).to_string())).collect();
    let slow: Vec<_> = grid.moves().into_iter().map(|(name, next)| (name, next.write())).collect();
    assert_eq!(fast, slow, "moves and what they lead to, in reading order, from {board:?}");
    assert_eq!(board.turn() == Turn::Over, slow.is_empty(), "the end of the game in {board:?}");
    assert_eq!(
        board.final_score(BLACK),
        slow.is_empty().then(|| grid.final_score()),
        "the final score of {board:?}"
    );
}

fn compare_random_positions<S: SquareSet>(side: u8, count: usize) {
    let game = Othello::<S>::new(side).unwrap();
    assert_eq!(game.start().to_string(), Grid::start(side.into()).write());
    testkit::random_positions(&game.start(), 100 * u64::from(side), count, compare);
}

#[test]
fn the_standard_board_agrees_with_the_grid() {
    compare_random_positions::<u64>(8, 100_000);
}

#[test]
fn small_boards_agree_with_the_grid() {
    compare_random_positions::<u64>(4, 20_000);
    compare_random_positions::<u64>(6, 20_000);
}

#[test]
fn wide_boards_agree_with_the_grid() {
    compare_random_positions::<WideSet>(4, 2_000);
    compare_random_positions::<WideSet>(8, 4_000);
    compare_random_positions::<WideSet>(10, 4_000);
    compare_random_positions::<WideSet>(12, 3_000);
    compare_random_positions::<WideSet>(14, 2_000);
    compare_random_positions::<WideSet>(16, 2_000);
}

/// Random games leave the edges empty for long; boards full of random discs have the long runs.
#[test]
fn boards_of_random_discs_agree_with_the_grid() {
    let mut rng = framework::Rng::from_seed(1);
    let mut compare_random_discs = |side: u8, count: usize| {
        for _ in 0..count {
            let density = [1, 2, 4, 8][rng.index(4)];
            let mut symbol = || match rng.index(density + 2) {
                0 => '-',
                1 => 'X',
                _ => 'O',
            };
            let text: String = (0..u32::from(side).pow(2)).map(|_| symbol()).chain(['X']).collect();
            if side <= 8 {
                compare(&Othello::<u64>::new(side).unwrap().parse_position(&text).unwrap());
            } else {
                compare(&Othello::<WideSet>::new(side).unwrap().parse_position(&text).unwrap());
            }
        }
    };
    compare_random_discs(4, 5_000);
    compare_random_discs(6, 10_000);
    compare_random_discs(8, 20_000);
    compare_random_discs(10, 1_000);
    compare_random_discs(16, 1_000);
}

#[test]
fn small_boards_count_as_many_leaves_as_the_grid() {
    for depth in 0..=9 {
        let fast = Othello::<u64>::new(4).unwrap().start().perft(depth).leaves();
        assert_eq!(fast, Grid::start(4).leaves(depth), "4x4, {depth} plies");
    }
    for depth in 0..=6 {
        let fast = Othello::<u64>::new(6).unwrap().start().perft(depth).leaves();
        assert_eq!(fast, Grid::start(6).leaves(depth), "6x6, {depth} plies");
    }
}

#[test]
fn both_widths_count_the_same_leaves() {
    for side in [4, 6, 8] {
        let narrow = Othello::<u64>::new(side).unwrap().start();
        let wide = Othello::<WideSet>::new(side).unwrap().start();
        assert_eq!(narrow.perft(7), wide.perft(7), "{side}x{side}");
    }
}
