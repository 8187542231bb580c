//! The solver: exact on everything that is known, and on what a slow second solver finds out.

use connect4::{
    Analysis, Board, Book, BookError, Column, Score, Size, Solver, TooLarge, book_key, opening, openings,
};
use framework::{Game, Position, Turn, testkit};

use crate::{
    game, position,
    solver_checks::{MEGABYTE, check_random_positions, check_table, never, score, solver},
    test_data::{other_positions, quiet_positions, random_positions},
};

fn analysis(solver: &mut Solver, pos: &Board) -> Analysis {
    solver.analyze(pos, &never).expect("nobody stops it")
}

#[test]
fn known_positions_have_their_scores() {
    check_table(random_positions(), 16);
    check_table(quiet_positions().into_iter().chain(random_positions()).collect(), 20);
    check_table(other_positions(), 0);
}

#[test]
fn random_positions_have_the_scores_that_a_slow_solver_finds() {
    check_random_positions("7x6x4", 14, 1_000, 1);
    for options in ["5x5x4", "6x5x4", "5x6x4", "4x7x4", "6x4x3", "5x5x3", "6x6x5", "4x4x2", "8x3x4", "3x8x4"]
    {
        check_random_positions(options, 12, 100, 1);
    }
}

#[test]
fn every_column_has_the_score_of_the_position_after_it() {
    for record in ["353476331514", "344354346557", "431727212214"] {
        let pos = position::<u64>("7x6x4", record);
        let mut solver = solver("7x6x4");
        let analysis = analysis(&mut solver, &pos);
        assert_eq!(i32::from(analysis.score.number()), score(&mut solver, &pos), "{record}");
        for (column, after) in analysis.columns {
            assert_eq!(
                i32::from(after.number()),
                -score(&mut solver, &pos.after(column)),
                "{record} {column}"
            );
        }
    }
}

#[test]
fn a_mirror_changes_nothing() {
    for solved in quiet_positions().into_iter().filter(|solved| 16 <= solved.record.len()) {
        let pos = position::<u64>("7x6x4", solved.record);
        assert_eq!(score(&mut solver("7x6x4"), &pos.mirrored()), solved.score, "{}", solved.record);
    }
}

#[test]
fn the_line_ends_the_game_when_the_score_says() {
    for solved in quiet_positions().into_iter().filter(|solved| 20 <= solved.record.len()) {
        let mut pos = position::<u64>("7x6x4", solved.record);
        let ply = pos.ply();
        let line = solver("7x6x4").line(&pos, &never).expect("nobody stops it");
        let expected = Score::new(solved.score as i16).plies_to_end(Size::USUAL, ply);
        assert_eq!(line.len(), usize::from(expected), "{}", solved.record);
        line.into_iter().for_each(|column| pos.play(column));
        assert_eq!(pos.turn(), Turn::Over);
    }
}

#[test]
fn two_threads_find_the_same_scores() {
    let mut solver = solver("7x6x4").with_threads(2);
    for solved in quiet_positions().into_iter().filter(|solved| 16 <= solved.record.len()) {
        let pos = position::<u64>("7x6x4", solved.record);
        assert_eq!(score(&mut solver, &pos), solved.score, "{}", solved.record);
    }
}

#[test]
fn small_boards_are_worth_what_is_known() {
    for (options, expected) in [("4x4x4", 0), ("5x4x4", 0), ("4x5x4", 0), ("6x4x4", -1), ("5x5x4", 0)] {
        assert_eq!(score(&mut solver(options), &game::<u64>(options).start()), expected, "{options}");
    }
}

#[test]
fn a_finished_game_has_a_score_too() {
    let won = position::<u64>("7x6x4", "1212121");
    assert_eq!(score(&mut solver("7x6x4"), &won), -18);
    assert_eq!(solver("7x6x4").analyze(&won, &never), None);
}

#[test]
fn a_solver_that_is_stopped_says_nothing() {
    assert_eq!(solver("7x6x4").solve(&game::<u64>("7x6x4").start(), &|nodes| 10_000 < nodes), None);
    assert_eq!(solver("7x6x4").analyze(&game::<u64>("7x6x4").start(), &|_| true), None);
}

#[test]
fn a_board_that_is_too_large_is_refused() {
    let size = Size::new(9, 7, 4).unwrap();
    let refused = Solver::new(size, MEGABYTE).unwrap_err();
    assert_eq!(refused, TooLarge(size));
    assert_eq!(
        refused.to_string(),
        "9x7x4 is too large to be solved; choose a board whose columns times rows plus one is at most 64"
    );
}

#[test]
fn openings_are_all_positions_without_their_mirror_images() {
    // Of the 1, 7 and 49 positions after 0, 1 and 2 discs, one each is its own mirror image.
    let counts: Vec<usize> = (0..=2).map(|ply| openings(Size::USUAL, ply).len()).collect();
    assert_eq!(counts, [1, 4, 25]);
    for key in openings(Size::USUAL, 6) {
        let pos = opening(Size::USUAL, key);
        assert_eq!((pos.ply(), book_key(&pos), book_key(&pos.mirrored())), (6, key, key));
    }
}

/// A book of a board so small that every opening is solved at once.
fn small_book() -> Book {
    let size = book_size();
    let mut solver = solver("5x4x4");
    let scores = openings(size, 4).into_iter().map(|key| score(&mut solver, &opening(size, key)));
    let scores = scores.map(|score| Score::new(score as i16)).collect();
    Book::from_scores(size, 4, scores, [0, 1]).expect("all openings have scores")
}

#[test]
fn a_book_says_what_the_solver_says() {
    let (book, mut solver) = (small_book(), solver("5x4x4"));
    let mut n_asked = 0;
    for ply in 0..=4 {
        for key in openings(book_size(), ply) {
            let pos = opening(book_size(), key);
            let expected = Some(Score::new(score(&mut solver, &pos) as i16));
            assert_eq!(book.score(&pos), expected, "{pos}");
            assert_eq!(book.score(&pos.mirrored()), expected, "{pos}");
            n_asked += 1;
        }
    }
    assert!(200 < n_asked, "{n_asked} openings were looked up");
    assert_eq!(book.score(&position("5x4x4", "12345")), None);
}

#[test]
fn a_book_bounds_the_positions_just_beyond_it() {
    let (book, mut solver) = (small_book(), solver("5x4x4"));
    let (mut n_bounds, mut n_tight) = (0, 0);
    for key in openings(book_size(), 5) {
        let pos = opening(book_size(), key);
        let floor = book.floor(&pos).expect("it is one disc beyond the book");
        let score = Score::new(score(&mut solver, &pos) as i16);
        assert!(floor <= score, "{pos} is worth {score}, less than {floor}");
        assert_eq!(book.floor(&pos.mirrored()), Some(floor), "{pos}");
        n_bounds += 1;
        n_tight += usize::from(floor == score);
    }
    assert!(n_bounds < 2 * n_tight, "{n_tight} of {n_bounds} bounds are the score");
    assert_eq!(book.floor(&position("5x4x4", "1234")), None);
    assert_eq!(book.floor(&position("5x4x4", "123451")), None);
}

#[test]
fn columns_just_beyond_the_book_have_the_scores_that_a_solver_without_it_finds() {
    let new_solver = || Solver::new(Size::USUAL, 16 * MEGABYTE).expect("the usual board fits");
    let (mut with_book, mut plain) = (new_solver(), new_solver().without_book());
    let start = game::<u64>("7x6x4").start();
    for seed in 0..4 {
        let pos = testkit::random_opening(&start, 12, seed);
        let columns = |solver: &mut Solver| analysis(solver, &pos).columns;
        assert_eq!(columns(&mut with_book), columns(&mut plain), "{pos}");
    }
}

fn book_size() -> Size {
    game::<u64>("5x4x4").size()
}

#[test]
fn a_book_is_read_as_it_was_written_and_damage_is_found() {
    let book = small_book();
    let bytes = book.write();
    assert_eq!(Book::read(&bytes), Ok(book));
    assert_eq!(Book::read(b"something else"), Err(BookError::Title));
    assert_eq!(Book::read(&bytes[..bytes.len() - 1]), Err(BookError::Length));
    assert_eq!(Book::read(&[&bytes[..], b"x"].concat()), Err(BookError::Length));
    for len in 0..bytes.len() {
        assert!(Book::read(&bytes[..len]).is_err(), "the first {len} bytes are no book");
        let mut changed = bytes.clone();
        changed[len] ^= 0x10;
        assert!(Book::read(&changed).is_err(), "byte {len} was changed");
    }
}

#[test]
fn the_book_does_not_speak_about_boards_that_no_game_leads_to() {
    // Yellow began, so that red cannot have all discs at the bottom.
    let pos = position("7x6x4", "-------/-------/-------/-------/XXX-XXX/OOO-OOO");
    let book = Book::embedded(Size::USUAL).expect("the usual board has a book");
    assert_eq!((book.deepest_ply(), book.score(&pos)), (pos.ply(), None));
    let mut with_book = Solver::new(Size::USUAL, MEGABYTE).expect("the usual board fits");
    let expected = score(&mut solver("7x6x4"), &pos);
    assert_eq!(score(&mut with_book, &pos), expected);
}

#[test]
fn a_line_goes_to_the_end_by_best_moves_nearest_to_the_middle() {
    let mut solver = solver("6x5x4");
    let mut pos = position("6x5x4", "3434432");
    let line = solver.line(&pos, &never).expect("nobody stops it");
    for &column in &line {
        let analysis = solver.analyze(&pos, &never).expect("nobody stops it");
        assert_eq!(column, analysis.best_columns(pos.size())[0], "{pos}");
        pos.play(column);
    }
    assert_eq!(pos.turn(), Turn::Over);
    assert_eq!(solver.line(&pos, &never), Some(vec![]));
}

#[test]
fn too_few_scores_make_no_book() {
    assert_eq!(Book::from_scores(book_size(), 4, vec![Score::DRAW], []), None);
}

#[test]
fn the_embedded_book_knows_the_first_moves() {
    let book = Book::embedded(Size::USUAL).expect("the usual board has a book");
    let start = game::<u64>("7x6x4").start();
    assert_eq!(book.score(&start), Some(Score::new(1)));
    let after = |column| book.score(&start.after(Column::new(column))).map(|score| -score.number());
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(after), [-2, -1, 0, 1, 0, -1, -2].map(Some));
    assert!(book.write().len() <= 4 * MEGABYTE);
}
