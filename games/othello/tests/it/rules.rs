//! The rules, one by one.

use framework::{Game, PerSeat, Position, Turn};
use othello::{BLACK, Board, Move, Othello, WHITE};

use super::{board, move_texts, small_board, small_game};

/// Plays a move on 4×4 and compares the picture afterwards.
#[track_caller]
fn check_move(before: &str, mv: &str, after: &str) {
    let mut board = small_board(before);
    board.play(small_game().parse_move(&board, mv).unwrap());
    assert_eq!(board, small_board(after), "{mv} from {before}");
}

#[test]
fn black_begins_with_two_discs_each_in_the_middle() {
    let start = Othello::standard().start();
    assert_eq!(
        start,
        board(
            "-------- \
             -------- \
             -------- \
             ---OX--- \
             ---XO--- \
             -------- \
             -------- \
             -------- X"
        )
    );
    assert_eq!(start.turn(), Turn::Seat(BLACK));
    assert_eq!(move_texts(&start), ["c4", "d3", "e6", "f5"]);
}

#[test]
fn a_disc_flips_what_it_encloses_in_a_row() {
    check_move("-OOX ---- ---- ---- X", "a1", "XXXX ---- ---- ---- O");
    check_move("XOO- ---- ---- ---- X", "d1", "XXXX ---- ---- ---- O");
}

#[test]
fn a_disc_flips_what_it_encloses_in_a_column() {
    check_move("---- --O- --O- --X- X", "c1", "--X- --X- --X- --X- O");
    check_move("--X- --O- --O- ---- X", "c4", "--X- --X- --X- --X- O");
}

#[test]
fn a_disc_flips_what_it_encloses_on_a_diagonal() {
    check_move("---- -O-- --O- ---X X", "a1", "X--- -X-- --X- ---X O");
    check_move("X--- -O-- --O- ---- X", "d4", "X--- -X-- --X- ---X O");
    check_move("---- --O- -O-- X--- X", "d1", "---X --X- -X-- X--- O");
    check_move("---X --O- -O-- ---- X", "a4", "---X --X- -X-- X--- O");
}

#[test]
fn a_disc_flips_in_all_directions_at_once() {
    let before = board(
        "-------- \
         -X-X-X-- \
         --OOO--- \
         -XO-OX-- \
         --OOO--- \
         -X-X-X-- \
         -------- \
         -------- X",
    );
    let after = board(
        "-------- \
         -X-X-X-- \
         --XXX--- \
         -XXXXX-- \
         --XXX--- \
         -X-X-X-- \
         -------- \
         -------- O",
    );
    let mv = Othello::standard().parse_move(&before, "d4").unwrap();
    assert_eq!(before.after(mv), after);
}

#[test]
fn a_turned_disc_encloses_nothing_by_itself() {
    // b1 turns and then has b2 between itself and b3, but only the new disc counts.
    check_move("-OX- -O-- -X-- ---- X", "a1", "XXX- -O-- -X-- ---- O");
}

#[test]
fn a_run_up_to_the_edge_or_a_gap_is_not_enclosed() {
    let board = small_board("XO-O -OOO ---- ---- X");
    assert_eq!(move_texts(&board), ["c1", "c3"]);
}

#[test]
fn who_can_move_may_not_pass() {
    let start = Othello::standard().start();
    assert!(!start.must_pass() && !start.is_legal(Move::Pass));
}

#[test]
fn who_cannot_move_passes_if_the_other_can() {
    let board = small_board("XO-- ---- ---- ---- O");
    assert_eq!(board.turn(), Turn::Seat(WHITE));
    assert_eq!(move_texts(&board), ["pass"]);
    let passed = board.after(Move::Pass);
    assert_eq!(passed, small_board("XO-- ---- ---- ---- X"));
    assert_eq!(move_texts(&passed), ["c1"]);
}

#[test]
fn the_game_is_over_when_neither_can_move() {
    let board = small_board("XX-- ---- ---- --OO O");
    assert_eq!(board.turn(), Turn::Over);
    assert_eq!(move_texts(&board), [""; 0]);
    assert!(!board.is_legal(Move::Pass));
}

#[test]
fn a_full_board_is_over() {
    let board = small_board("XXXX XXXX OOOO OOOX X");
    assert_eq!(board.turn(), Turn::Over);
    assert_eq!(board.payoffs(), PerSeat::two(1.0, -1.0));
    assert_eq!(board.final_score(BLACK), Some(2));
}

#[track_caller]
fn check_end(text: &str, score_of_black: i32, [black, white]: [f32; 2], result: [&str; 2]) {
    let board = small_board(text);
    assert_eq!(board.final_score(BLACK), Some(score_of_black));
    assert_eq!(board.final_score(WHITE), Some(-score_of_black));
    assert_eq!(board.payoffs(), PerSeat::two(black, white));
    let told = small_game().result(&board).unwrap();
    assert_eq!([told.en, told.de], result);
}

#[test]
fn the_winner_gets_the_empty_squares() {
    let (win, loss) = ([1.0, -1.0], [-1.0, 1.0]);
    check_end("XXX- ---- ---- --OO X", 12, win, ["black wins 14 to 2", "Schwarz gewinnt 14 zu 2"]);
    check_end("XX-- ---- ---- -OOO X", -12, loss, ["white wins 14 to 2", "Weiß gewinnt 14 zu 2"]);
}

#[test]
fn nobody_gets_the_empty_squares_of_a_draw() {
    check_end("XX-- ---- ---- --OO X", 0, [0.0, 0.0], ["a draw, 2 to 2", "unentschieden, 2 zu 2"]);
}

#[test]
fn a_wipe_out_is_worth_the_whole_board() {
    // The shortest game there is: nine moves, and white has no disc left.
    let last = board("e6f4e3f6g5d6e7f5c5");
    assert_eq!((last.discs(BLACK), last.discs(WHITE)), (13, 0));
    assert_eq!(last.turn(), Turn::Over);
    assert_eq!(last.final_score(BLACK), Some(64));
    assert_eq!(Othello::standard().result(&last).unwrap().en, "black wins 64 to 0");
}

#[test]
fn nothing_is_won_before_the_end() {
    let start = Othello::standard().start();
    assert_eq!(start.final_score(BLACK), None);
    assert_eq!(start.final_count(), None);
    assert_eq!(start.payoffs(), PerSeat::nothing(2));
    assert_eq!(Othello::standard().result(&start), None);
}

#[test]
fn turning_the_board_turns_the_moves_with_it() {
    // The position is the same seen from the opposite corner.
    let turned = |board: &Board| {
        let text = board.to_string();
        let (squares, to_move) = text.split_once(' ').unwrap();
        super::board(&format!("{} {to_move}", squares.chars().rev().collect::<String>()))
    };
    framework::testkit::random_positions(&Othello::standard().start(), 5, 2_000, |board| {
        let (here, there) = (board.mobility(), turned(board).mobility());
        assert_eq!(here.reverse_bits(), there, "{board:?}");
    });
}

#[test]
fn the_discs_of_both_seats_and_the_empty_squares_make_the_board() {
    framework::testkit::random_positions(&Othello::standard().start(), 6, 2_000, |board| {
        assert_eq!(board.discs(BLACK) + board.discs(WHITE) + board.empties().count_ones(), 64);
        assert_eq!(board.discs_of(BLACK) & board.discs_of(WHITE), 0);
    });
}
