//! Rules as a line of options.

use blokus::{Blokus, LARGE, Piece};
use framework::Game;
use proptest::prelude::*;

fn read(text: &str) -> Result<Blokus<LARGE>, String> {
    text.parse().and_then(Blokus::new).map_err(|error| error.to_string())
}

/// Checks the canonical form.
#[track_caller]
fn check(text: &str, canonical: &str) {
    assert_eq!(read(text).expect(text).options(), canonical);
}

#[track_caller]
fn check_refused(text: &str, error: &str) {
    assert_eq!(read(text).expect_err(text), error);
}

#[test]
fn nothing_said_means_classic_for_four() {
    check("", "classic");
    check("classic players=4 scoring=bonus", "classic");
    check("players=3", "classic players=3");
    check("Duo", "duo");
    check("two-colors", "two-colors");
    check("two-colours", "two-colors"); // an earlier spelling
    check("junior scoring=basic", "junior");
    check("duo scoring=basic", "duo scoring=basic");
}

#[test]
fn usual_games_have_their_boards_and_starts() {
    let described = |text: &str| {
        let game = read(text).expect(text);
        let rules = game.rules();
        let starts: Vec<_> = rules.colors().map(|color| rules.start(color).to_string()).collect();
        format!("{}x{} {}", rules.grid().width(), rules.grid().height(), starts.join(" "))
    };
    assert_eq!(described("classic"), "20x20 a20 t20 t1 a1");
    assert_eq!(described("duo"), "14x14 e10 j5");
    assert_eq!(described("junior"), "14x14 e10 j5");
    assert_eq!(described("two-colors"), "20x20 a1 t20");
}

#[test]
fn custom_boards_begin_in_the_corners_with_every_piece_once_unless_said_otherwise() {
    check("custom 10x6", "custom 10x6 colors=4 starts=a6,j6,j1,a1 pieces=all*1");
    check("custom 10X6 colors=2", "custom 10x6 colors=2 starts=a6,j1 pieces=all*1");
    check("custom 10X6 colours=2", "custom 10x6 colors=2 starts=a6,j1 pieces=all*1"); // an earlier spelling
    check("custom 10x6 colors=3 pieces=all*9", "custom 10x6 colors=3 starts=a6,j6,j1 pieces=all*9");
    check("custom 10x6 starts=B2,c3", "custom 10x6 colors=2 starts=b2,c3 pieces=all*1");
    check(
        "custom 9x9 colors=2 pieces=all*1,x*0,1*3",
        &format!(
            "custom 9x9 colors=2 starts=a9,i1 pieces=1*3,{}",
            Piece::all()
                .skip(1)
                .filter(|piece| piece.name() != "X")
                .map(|piece| format!("{piece}*1"))
                .collect::<Vec<_>>()
                .join(",")
        ),
    );
    check("custom 20x20 pieces=all*1 players=2", "classic players=2");
}

#[test]
fn impossible_boards_are_refused() {
    check_refused("custom", "custom=: write the size as COLUMNSxROWS after custom, such as 10x6");
    check_refused("custom 2x9", "the number of columns is 2; it must lie between 3 and 30");
    check_refused("custom 9x31", "the number of rows is 31; it must lie between 3 and 30");
    check_refused("custom 9x9 colors=5", "colors is 5; it must lie between 2 and 4");
    check_refused("custom 9x9 colors=1", "colors is 1; it must lie between 2 and 4");
    check_refused(
        "custom 9x9 colors=2 starts=a1,j1",
        "the start cell j1 is not on the board; choose one from a1 to i9",
    );
    check_refused(
        "custom 9x9 colors=2 starts=a1,a1",
        "the start cell a1 is given twice; each color needs its own",
    );
    check_refused(
        "custom 9x9 colors=2 starts=a1",
        "1 start cells are given for 2 colors; give one for each color",
    );
}

#[test]
fn impossible_pieces_are_refused() {
    check_refused("custom 9x9 pieces=1*10", "the count of 1 is 10; it must lie between 0 and 9");
    check_refused("custom 9x9 pieces=1*1,1*2", "the piece 1 is given twice; give it once");
    check_refused(
        "custom 9x9 pieces=Q*1",
        "pieces=Q*1: there is no such piece; the pieces are 1 2 I3 V3 I4 L4 T4 Z4 O F I5 L5 N P T5 U V5 W X Y Z5",
    );
    check_refused(
        "custom 9x9 pieces=1",
        "pieces=1: write NAME*COUNT with commas between, such as 1*2,V3*1, or all*1",
    );
    check_refused("custom 9x9 pieces=all*0", "no color has a piece; give one piece a count of 1 to 9");
    check_refused(
        "custom 4x4 pieces=I5*1",
        "no piece fits on any start cell, so nobody could begin; add smaller pieces or enlarge the board",
    );
}

#[test]
fn impossible_players_and_scores_are_refused() {
    check_refused(
        "duo players=3",
        "2 colors cannot be shared by 3 players; only four colors have another number of players than colors, \
         2 or 3",
    );
    check_refused("classic players=5", "players is 5; it must lie between 2 and 4");
    check_refused("classic scoring=x", "scoring=x: there is no such scoring; write basic or bonus");
    let known = "this game knows classic, duo, junior, two-colors, custom WxH, colors=N, starts=CELL,…, \
                 pieces=NAME*COUNT,…, players=N, scoring=basic|bonus";
    check_refused("trigon", &format!("unknown option \"trigon\"; {known}"));
    check_refused("duo starts=a1,a2", &format!("unknown option \"starts=a1,a2\"; {known}"));
}

proptest! {
    #[test]
    fn any_board_and_pieces_survive_being_written(
        (width, height) in (3_u16..=30, 3_u16..=30),
        counts in prop::collection::vec(0_u8..=9, 21),
        n_colors in 2_usize..=4,
        basic in any::<bool>(),
    ) {
        let pieces: Vec<_> =
            Piece::all().zip(&counts).map(|(piece, count)| format!("{piece}*{count}")).collect();
        let scoring = if basic { " scoring=basic" } else { "" };
        let text = format!("custom {width}x{height} colors={n_colors} pieces={}{scoring}", pieces.join(","));
        match read(&text) {
            Ok(game) => {
                let written = game.options();
                let again = read(&written).expect("written options can be read");
                prop_assert_eq!(again.rules(), game.rules());
                prop_assert_eq!(again.options(), written);
                let found: Vec<_> = Piece::all().map(|piece| game.rules().set().count(piece)).collect();
                prop_assert_eq!(found, counts);
            }
            Err(error) => prop_assert!(error.starts_with("no "), "only boards without a first move are refused: {error}"),
        }
    }
}
