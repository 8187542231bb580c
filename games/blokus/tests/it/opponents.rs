//! The programme of 2005 plays as it did.

use blokus::{Blokus, Blokus2005, BlokusPosition, Color, MEDIUM, Placement, SMALL};
use framework::{
    Game, Millis, Position, Turn,
    search::{Control, Engine, Found, Limits, Stop},
};

use crate::data::{game, rows};

fn search<const WORDS: usize>(
    mut player: Blokus2005,
    pos: &BlokusPosition<WORDS>,
    limits: &Limits,
) -> Found<Placement> {
    let (stop, clock) = (Stop::default(), || Millis(0));
    player.search(pos, limits, Control::new(&stop, &clock), &mut |_| {})
}

fn play_alone<const WORDS: usize>(game: &Blokus<WORDS>) -> (BlokusPosition<WORDS>, String) {
    let (mut pos, mut moves) = (game.start(), Vec::new());
    while pos.turn() != Turn::Over {
        let mv = search(Blokus2005 { noise: 0 }, &pos, &Limits::NONE).best;
        moves.push(mv);
        pos.play(mv);
    }
    (pos, game.write_record(&moves))
}

#[test]
fn without_noise_it_plays_the_known_games_move_for_move() {
    for row in rows(include_str!("../data/blokus_2005.tsv")) {
        let [options, placements, squares, record] = row[..] else { panic!("four columns: {row:?}") };
        let (pos, played) = match game::<SMALL>(options) {
            Some(game) => {
                let (pos, played) = play_alone(&game);
                (squares_of(&pos), played)
            }
            None => {
                let (pos, played) = play_alone(&game::<MEDIUM>(options).expect("it fits"));
                (squares_of(&pos), played)
            }
        };
        assert_eq!(played, record, "{options}");
        assert_eq!(played.split(' ').count().to_string(), placements, "{options}");
        assert_eq!(pos, squares, "{options}");
    }
}

fn squares_of<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> String {
    let squares = pos.rules().colors().map(|color: Color| pos.squares(color).to_string());
    squares.collect::<Vec<_>>().join(",")
}
