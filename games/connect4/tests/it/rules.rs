//! The rules, one by one, and the numbers that follow from them.

use connect4::{Bits, Column, Lanes, Quad, Tally};
use framework::{Game, PerSeat, Position, Seat, Text, Turn, testkit};

use crate::{
    counting::{check_small_board, check_usual_board},
    game, position,
    test_data::usual_counts,
};

/// Plays a record on a board and compares the end with a picture of it, rows from the top.
#[track_caller]
fn check_picture(options: &str, record: &str, picture: &str) {
    let game = game::<u64>(options);
    let pos = position(options, record);
    let rows: Vec<_> = picture.split_whitespace().collect();
    assert_eq!(game.write_position(&pos), rows.join("/"));
    assert_eq!(position::<u64>(options, picture), pos, "the picture is read as the same position");
}

#[track_caller]
fn check_end(options: &str, record: &str, result: &str) {
    fn end<B: Bits>(options: &str, record: &str) -> String {
        let end = game::<B>(options).result(&position(options, record));
        end.map_or_else(String::new, |text| text.to_string())
    }
    assert_eq!([end::<u64>(options, record), end::<Lanes>(options, record)], [result; 2], "{record}");
}

#[test]
fn discs_fall_on_each_other() {
    check_picture("7x6x4", "4453", "------- ------- ------- ------- ---O--- --OXX--");
}

#[test]
fn yellow_begins_and_the_seats_take_turns() {
    let game = game::<u64>("7x6x4");
    let mut pos = game.start();
    for seat in [Seat::FIRST, Seat::SECOND, Seat::FIRST, Seat::SECOND] {
        assert_eq!((pos.turn(), pos.mover()), (Turn::Seat(seat), seat));
        let row = pos.height(Column::new(2));
        pos.play(Column::new(2));
        assert_eq!(pos.disc(Column::new(2), row), Some(seat));
    }
    assert_eq!(game.seat_name(Seat::FIRST).to_string(), "yellow");
    assert_eq!(game.seat_name(Seat::SECOND).de, "Rot");
}

/// Who moves in a picture wins with one column, and with no other.
#[track_caller]
fn check_only_win(picture: &str, winning: u8) {
    let pos = position::<u64>("7x6x4", picture);
    for column in pos.columns() {
        let wins = pos.after(column).has_won(pos.mover());
        assert_eq!(wins, column == Column::new(winning - 1), "column {column}");
    }
}

#[test]
fn four_upright_win() {
    check_only_win(
        "
        -------
        -------
        -------
        X------
        XO-----
        XO--O--
        ",
        1,
    );
}

#[test]
fn four_level_win() {
    check_only_win(
        "
        -------
        -------
        -------
        -------
        OO-----
        XX-XO--
        ",
        3,
    );
}

#[test]
fn four_rising_win() {
    check_only_win(
        "
        -------
        -------
        -------
        --XO---
        -XOX---
        XOOO--X
        ",
        4,
    );
}

#[test]
fn four_falling_win() {
    check_only_win(
        "
        -------
        -------
        -------
        ---OX--
        ---XOX-
        X--OOOX
        ",
        4,
    );
}

#[test]
fn red_wins_with_its_own_line() {
    check_end("7x6x4", "12127272", "red wins");
}

/// Nobody has a line in a picture.
#[track_caller]
fn check_no_line(picture: &str) {
    fn result<B: Bits>(picture: &str) -> Option<Text> {
        game::<B>("7x6x4").result(&position("7x6x4", picture))
    }
    assert_eq!(
        [result::<u64>(picture), result::<u128>(picture), result::<Lanes>(picture)],
        [None, None, None]
    );
}

#[test]
fn no_line_leads_from_the_top_of_a_column_to_the_next() {
    check_no_line(
        "
        O------
        O------
        O------
        X------
        X------
        XO-X--X
        ",
    );
}

#[test]
fn no_line_leads_from_the_right_edge_to_the_left() {
    check_no_line(
        "
        -------
        -------
        -------
        -------
        X-----O
        OO--XXX
        ",
    );
}

#[test]
fn a_line_longer_than_needed_wins_as_well() {
    let game = game::<u64>("7x6x4");
    let pos = game.parse_position("112244553").unwrap();
    assert_eq!(game.result(&pos).unwrap().to_string(), "yellow wins");
    assert_eq!(pos.winning_cells(), [0, 1, 2, 3, 4].map(|column| (Column::new(column), 0)));
}

#[test]
fn all_lines_of_the_last_disc_are_shown() {
    let game = game::<u64>("5x3x3");
    let pos = game.parse_position("-----/X---X/OXXXO").unwrap_err();
    assert_eq!(pos.problem(), "yellow has 5 discs and red 2, but yellow begins and they take turns");
    let pos = game.parse_position("--X--/OX-XO/XOOOX").unwrap_err();
    assert_eq!(pos.problem(), "the disc in column 3, row 3 from the bottom, floats over an empty cell");
    let pos = game.parse_position("--X--/OXOXO/XOXOX").unwrap();
    assert_eq!(game.result(&pos).unwrap().to_string(), "yellow wins");
    let cells: Vec<_> = pos.winning_cells().into_iter().map(|(column, row)| (column.index(), row)).collect();
    assert_eq!(cells, [(0, 0), (1, 1), (2, 2), (3, 1), (4, 0)]);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    check_end("4x4x4", "121221213434434", "");
    check_end("4x4x4", "1212212134344343", "a draw");
    check_end("2x2x2", "12", "");
    check_end("1x4x2", "1111", "a draw");
    check_end("3x3x3", "221113323", "a draw");
    let pos = position::<u64>("1x4x2", "1111");
    assert_eq!((pos.turn(), pos.payoffs()), (Turn::Over, PerSeat::nothing(2)));
}

#[test]
fn a_win_with_the_last_disc_is_no_draw() {
    check_end("3x1x2", "132", "yellow wins");
    assert_eq!(position::<u64>("3x1x2", "132").payoffs(), PerSeat::won_by(Seat::FIRST));
}

#[test]
fn the_winner_gains_what_the_loser_loses() {
    assert_eq!(position::<u64>("7x6x4", "1212121").payoffs(), PerSeat::two(1.0, -1.0));
    assert_eq!(position::<u64>("7x6x4", "12127272").payoffs(), PerSeat::two(-1.0, 1.0));
}

#[test]
fn paths_of_the_usual_board_are_as_many_as_known() {
    let start = game::<u64>("7x6x4").start();
    let paths = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
    testkit::check_perft(&start, &(0..).zip(paths).collect::<Vec<_>>());
    let leaves = [(7, 823_536), (8, 5_686_266), (9, 39_452_034)];
    for (depth, leaves) in leaves {
        assert_eq!(start.perft(depth).leaves(), leaves, "a finished game counts once, {depth} plies");
    }
}

#[test]
fn paths_do_not_depend_on_what_the_discs_are_kept_in() {
    let known = usual_counts();
    for (depth, count) in (0..8).zip(&known) {
        let tally = Tally { paths: count.paths, wins: count.won_paths, ended: 0 };
        assert_eq!(game::<u64>("7x6x4").start().tally(depth), tally);
        assert_eq!(game::<u128>("7x6x4").start().tally(depth), tally);
        assert_eq!(game::<Quad>("7x6x4").start().tally(depth), tally);
        assert_eq!(game::<Lanes>("7x6x4").start().tally(depth), tally);
    }
    let in_two_words = game::<u128>("16x7x3").start().tally(5);
    assert_eq!(game::<Lanes>("16x16x3").start().tally(5), in_two_words, "no column is full after five plies");
}

#[test]
fn positions_of_the_usual_board_are_as_many_as_known() {
    check_usual_board(9);
}

#[test]
fn positions_and_paths_of_small_boards_are_as_many_as_known() {
    check_small_board::<u64>("4x4x4");
    check_small_board::<u64>("4x4x3");
    check_small_board::<u128>("4x4x4");
    check_small_board::<Lanes>("4x4x3");
    check_small_board::<u64>("4x5x4");
}
