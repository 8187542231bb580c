//! Games in the Generic Game Format.

use framework::{Game, Position, testkit};
use othello::{Board, Ggf, Move, Othello};
use proptest::prelude::*;

/// The beginning of a game as NBoard sends it.
const SENT: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[one]PW[two]RE[?]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6//0.5]B[D3/-1.00/2];)";

#[test]
fn a_game_of_another_program_is_read() {
    let game = Othello::standard().parse_ggf(SENT).unwrap();
    assert_eq!((game.black.as_str(), game.white.as_str(), game.result.as_str()), ("one", "two", "?"));
    assert_eq!((game.place.as_str(), game.date.as_str()), ("NBoard", "2014-02-21 20:52:27 GMT"));
    assert_eq!(Othello::standard().write_transcript(&game.moves), "f5f6d3");
    let expected = Othello::standard().parse_position("f5f6d3").unwrap();
    assert_eq!(game.last_position(), expected);
}

#[test]
fn a_pass_may_be_written_or_left_out() {
    let board = format!("BO[8 *O{}O* O]", "-".repeat(60));
    for moves in ["W[PA]B[C1]", "B[c1]", "W[pass]B[c1]"] {
        let game = Othello::standard().parse_ggf(&format!("(;GM[Othello]{board}{moves};)")).unwrap();
        assert_eq!(game.moves[0], Move::Pass, "{moves}");
        assert_eq!(game.moves[1].to_string(), "c1");
    }
}

#[test]
fn what_is_no_game_is_refused_with_the_place_and_the_remedy() {
    for (text, problem) in [
        ("", "begins with (;"),
        ("(;GM[Othello]", "ends with ;)"),
        ("(;GM[Othello]PB[Ann", "a ] is missing"),
        ("(;GM[Chess];)", "something else"),
        ("(;BO[6 ------ *];)", "not one of 8x8"),
        ("(;BO[8 --- *];)", "only 4 squares"),
        ("(;B[x9];)", "x9"),
        ("(;B[??];)", "no move"),
        ("(;B[a1];)", "a1"),
        ("(;W[f5];)", "turn of the other side"),
        ("(;B[f5]BO[8 *];)", "before the moves"),
        ("(;B[f5];)(;B[f5];)", "follows after the game"),
    ] {
        let error = Othello::standard().parse_ggf(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn every_game_survives_writing_and_reading(
        seed in any::<u64>(),
        n_plies in 0_usize..70,
        black in "\\PC{0,12}",
        white in "\\PC{0,12}",
        result in "[-+0-9]{0,4}",
    ) {
        let start: Board = testkit::random_opening(&Othello::standard().start(), 5, seed);
        let mut game = Ggf::new(start);
        (game.black, game.white, game.result) = (black, white, result);
        let mut rng = framework::Rng::from_seed(seed);
        let mut pos = start;
        while game.moves.len() < n_plies && let Some(mv) = framework::random_move(&pos, &mut rng) {
            game.moves.push(mv);
            pos = pos.after(mv);
        }
        prop_assert_eq!(game.last_position(), pos);
        prop_assert_eq!(Othello::standard().parse_ggf(&game.to_string()), Ok(game));
    }

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,80}", cut in 0_usize..200) {
        let _ = Othello::standard().parse_ggf(&text);
        // A damaged game is refused, or is another game, but never a panic.
        let cut = SENT.char_indices().map(|(idx, _)| idx).nth(cut).unwrap_or(SENT.len());
        let damaged = format!("{}{text}", &SENT[..cut]);
        let _ = Othello::standard().parse_ggf(&damaged);
        prop_assert!(cut == SENT.len() || Othello::standard().parse_ggf(&SENT[..cut]).is_err());
    }
}
