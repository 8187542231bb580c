//! Numbers that were computed elsewhere, from the tables in `tests/data`.

use std::collections::BTreeMap;

use blokus::{
    Blokus, BlokusPosition, Cell, Color, LARGE, MEDIUM, Orientation, Piece, Placement, Rules, SMALL,
};
use framework::{Game, Position};

use crate::data::{game, rows};

fn numbers<T: std::str::FromStr>(column: &str) -> Vec<T> {
    column.split(',').map(|number| number.parse().ok().expect("the column has numbers")).collect()
}

fn per_color<T, const WORDS: usize>(pos: &BlokusPosition<WORDS>, value: impl Fn(Color) -> T) -> Vec<T> {
    pos.rules().colors().map(value).collect()
}

#[test]
fn pieces_have_their_squares_orientations_first_moves_and_placements() {
    let first_moves = |rules: Rules, piece: Piece| {
        let mut moves = Vec::new();
        Blokus::<LARGE>::new(rules).expect("every board fits").start().legal_moves(&mut moves);
        moves.iter().filter(|mv| mv.piece() == piece).count()
    };
    let placements = |rules: Rules, piece: Piece| {
        let grid = rules.grid();
        let fits = |&(lying, cell): &(Orientation, Cell)| Placement::new(grid, lying, cell).is_some();
        let tried = piece.orientations().flat_map(|lying| grid.cells().map(move |cell| (lying, cell)));
        tried.filter(fits).count()
    };
    let mut totals = vec![0; 6];
    for row in rows(include_str!("../data/pieces.tsv")) {
        let piece = Piece::from_name(row[0]).expect("the piece exists");
        assert_eq!((piece.name(), piece.shape()), (row[0], row[2]));
        assert_eq!(piece.squares().to_string(), row[1], "squares of {piece}");
        let found = [
            piece.orientations().count(),
            first_moves(Rules::classic(), piece),
            first_moves(Rules::duo(), piece),
            usize::from(Rules::junior().set().count(piece)),
            placements(Rules::classic(), piece),
            placements(Rules::duo(), piece),
        ];
        let expected: Vec<usize> = row[3..].iter().map(|cell| cell.parse().expect("a number")).collect();
        assert_eq!(found.as_slice(), expected, "{piece}");
        totals.iter_mut().zip(found).for_each(|(total, found)| *total += found);
    }
    assert_eq!(totals, [91, 58, 414, 24, 30_433, 13_729]);
    assert_eq!(Rules::classic().set().squares(), 89);
    assert_eq!(Rules::junior().set().squares(), 88);
}

#[test]
fn move_sequences_from_the_start_are_as_many_as_counted_elsewhere() {
    let mut n_checked = 0;
    for row in rows(include_str!("../data/perft.tsv")) {
        let (plies, paths): (u32, u64) = (row[1].parse().expect("plies"), row[2].parse().expect("sequences"));
        // The slow tests count the rest.
        if 100_000_000 < paths {
            continue;
        }
        let game = game::<LARGE>(row[0]).expect("every board fits");
        assert_eq!(game.start().perft(plies).paths, paths, "{plies} plies of {}", row[0]);
        n_checked += 1;
    }
    assert_eq!(n_checked, 36);
}

#[test]
fn small_and_large_positions_count_alike() {
    let classic = (game::<MEDIUM>("classic").expect("it fits"), game::<LARGE>("classic").expect("it fits"));
    assert_eq!(classic.0.start().perft(4), classic.1.start().perft(4));
    let duo = [
        game::<SMALL>("duo").expect("it fits").start().perft(3),
        game::<MEDIUM>("duo").expect("it fits").start().perft(3),
    ];
    assert_eq!(duo.map(|perft| perft.paths), [89_204_762; 2]);
    assert!(game::<SMALL>("classic").is_none(), "Classic needs more than four words");
}

#[derive(Default)]
struct WholeGames {
    by_length: BTreeMap<usize, u64>,
    wins_draws_losses: [u64; 3],
}

impl WholeGames {
    fn count<const WORDS: usize>(&mut self, pos: &BlokusPosition<WORDS>, plies: usize) {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        moves.iter().for_each(|&mv| self.count(&pos.after(mv), plies + 1));
        if moves.is_empty() {
            *self.by_length.entry(plies).or_default() += 1;
            let points = per_color(pos, |color| pos.points(color));
            let outcome = match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            self.wins_draws_losses[outcome] += 1;
        }
    }
}

#[test]
fn whole_games_on_tiny_boards_end_as_often_in_each_way_as_counted_elsewhere() {
    for row in rows(include_str!("../data/whole_games.tsv")) {
        let mut whole_games = WholeGames::default();
        whole_games.count(&game::<SMALL>(row[0]).expect("tiny boards fit").start(), 0);
        assert_eq!(whole_games.by_length.values().sum::<u64>().to_string(), row[1], "{}", row[0]);
        let by_length: Vec<_> =
            whole_games.by_length.iter().map(|(plies, games)| format!("{plies}:{games}")).collect();
        assert_eq!(by_length.join(","), row[2], "{}", row[0]);
        if row[3] != "-" {
            assert_eq!(whole_games.wins_draws_losses.to_vec(), numbers::<u64>(row[3]), "{}", row[0]);
        }
    }
}

/// Checks every column of a table of positions, in every size of position that holds the board.
fn check_positions(table: &'static str) {
    assert_eq!(rows(table).count(), 100);
    for row in rows(table) {
        check_position::<SMALL>(&row);
        check_position::<MEDIUM>(&row);
        check_position::<LARGE>(&row);
    }
}

fn check_position<const WORDS: usize>(row: &[&str]) {
    let Some(game) = game::<WORDS>(row[1]) else { return };
    let id = row[0];
    let pos = game.parse_position(row[8]).unwrap_or_else(|error| panic!("{id}: {error}"));
    let color = pos.to_move().expect("the table has no finished games");
    assert_eq!(color.to_string(), row[2], "{id}: to move");
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    assert_eq!(moves.len().to_string(), row[3], "{id}: legal moves");
    assert_eq!(per_color(&pos, |color| pos.count_moves_of(color)), numbers(row[4]), "{id}: moves by color");
    assert_eq!(per_color(&pos, |color| pos.squares(color)), numbers(row[5]), "{id}: squares");
    assert_eq!(move_set_hash(&game, &pos, &moves), row[6], "{id}: the moves themselves");
    let next = pos.rules().colors().cycle().skip_while(|&it| it != color).nth(1).expect("colors go round");
    let perft2: u64 = moves.iter().map(|&mv| pos.after(mv).count_moves_of(next)).sum();
    assert_eq!(perft2.to_string(), row[7], "{id}: moves of the next color");
    let record = game.parse_record(row[8]).expect("it was just read");
    assert_eq!(game.write_record(&record), row[8], "{id}: the record survives");
}

/// FNV-1a over the texts of the moves, sorted, each ended by a line feed.
fn move_set_hash<const WORDS: usize>(
    game: &Blokus<WORDS>,
    pos: &BlokusPosition<WORDS>,
    moves: &[Placement],
) -> String {
    let mut texts: Vec<_> = moves.iter().map(|&mv| game.write_move(pos, mv) + "\n").collect();
    texts.sort_unstable();
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    let hash = texts.iter().flat_map(|text| text.bytes()).fold(14_695_981_039_346_656_037, step);
    format!("{hash:016x}")
}

#[test]
fn classic_positions_have_exactly_the_moves_found_elsewhere() {
    check_positions(include_str!("../data/positions_classic.tsv"));
}

#[test]
fn duo_positions_have_exactly_the_moves_found_elsewhere() {
    check_positions(include_str!("../data/positions_duo.tsv"));
}

#[test]
fn junior_positions_have_exactly_the_moves_found_elsewhere() {
    check_positions(include_str!("../data/positions_junior.tsv"));
}

#[test]
fn custom_positions_have_exactly_the_moves_found_elsewhere() {
    check_positions(include_str!("../data/positions_custom.tsv"));
}

/// Checks every column of a table of whole games.
fn check_games(table: &'static str) {
    assert_eq!(rows(table).count(), 20);
    for row in rows(table) {
        let game = game::<LARGE>(row[1]).expect("every board fits");
        let (id, record) =
            (row[0], game.parse_record(row[7]).unwrap_or_else(|error| panic!("{}: {error}", row[0])));
        assert_eq!(record.len().to_string(), row[2], "{id}: plies");
        let end = record.iter().fold(game.start(), |pos, &mv| pos.after(mv));
        assert_eq!(end.to_move(), None, "{id}: the game is over");
        assert_eq!(per_color(&end, |color| end.squares(color)), numbers(row[3]), "{id}: squares");
        assert_eq!(per_color(&end, |color| end.left(color).pieces()), numbers(row[4]), "{id}: pieces left");
        assert_eq!(per_color(&end, |color| end.points(color)), numbers(row[5]), "{id}: points");
        assert_eq!(two_player_result(&game, row[7]), row[6], "{id}: result");
        assert_eq!(game.write_record(&record), row[7], "{id}: the record survives");
    }
}

/// The result when two players share the colors.
fn two_player_result(game: &Blokus<LARGE>, record: &str) -> String {
    let rules = game.rules().with_players(2).expect("two players can share two or four colors");
    let game = Blokus::<LARGE>::new(rules).expect("every board fits");
    let end = game.parse_position(record).expect("the players change no move");
    let points = end.seat_points();
    let ahead = points.iter().fold(0, |ahead, &points| i64::from(points) - ahead);
    let payoffs: Vec<f32> = end.payoffs().iter().copied().collect();
    match ahead {
        0 => {
            assert_eq!(payoffs, [0.0, 0.0]);
            "0".to_owned()
        }
        1.. => {
            assert_eq!(payoffs, [-1.0, 1.0]);
            format!("W+{ahead}")
        }
        _ => {
            assert_eq!(payoffs, [1.0, -1.0]);
            format!("B+{}", -ahead)
        }
    }
}

#[test]
fn classic_games_end_with_the_points_found_elsewhere() {
    check_games(include_str!("../data/games_classic.tsv"));
}

#[test]
fn duo_games_end_with_the_points_found_elsewhere() {
    check_games(include_str!("../data/games_duo.tsv"));
}

#[test]
fn junior_games_end_with_the_points_found_elsewhere() {
    check_games(include_str!("../data/games_junior.tsv"));
}

#[test]
fn custom_games_end_with_the_points_found_elsewhere() {
    check_games(include_str!("../data/games_custom.tsv"));
}
