//! The erased layer.

use framework::{AnySearchRequest, MoveError, Rng, Seat, Turn};

#[test]
fn a_game_is_played_through_texts_alone() {
    let game = nim::ENTRY.open_text("1+2").unwrap();
    let mut pos = game.start();
    assert_eq!(pos.legal_moves(), ["1-1", "1-2", "2-2"]);
    assert_eq!(pos.play("2-2").as_deref(), Ok("2-2"));
    assert!(matches!(pos.play("2-2"), Err(MoveError::Illegal(why)) if why.code == "heap-too-small"));
    assert!(matches!(pos.play("two"), Err(MoveError::Unreadable(_))));
    assert_eq!(pos.text(), "2: 1 0");
    pos.play("1-1").unwrap();
    assert_eq!(pos.turn(), Turn::Over);
    assert_eq!(pos.payoffs()[Seat::SECOND], 1.0);
    assert_eq!(pos.result().unwrap().de, "Spieler 2 gewinnt");
}

#[test]
fn a_copy_goes_its_own_way() {
    let game = nim::ENTRY.open_text("").unwrap();
    let pos = game.start();
    let mut copy = pos.clone();
    copy.play_random(&mut Rng::from_seed(1)).unwrap();
    assert_eq!(pos.text(), "1: 3 4 5");
    assert_ne!(copy.key(), pos.key());
}

#[test]
fn options_that_make_no_game_are_refused() {
    let open = |options: &str| nim::ENTRY.open_text(options).unwrap_err().to_string();
    assert_eq!(open("3+x"), "heap=x: this is no number; write one from 1 to 9");
    assert_eq!(open("3+10"), "heap is 10; it must lie between 1 and 9");
    assert_eq!(open("3 4"), "unknown option \"4\"; this game knows A+B+…");
    assert_eq!(open("3 3"), "the option \"3\" is given twice; give it once");
    assert_eq!(open(&"1+".repeat(3_000)), "the options are 6000 characters long; at most 4000 are read");
}

#[test]
fn a_player_plays_the_move_that_it_would_tell() {
    use framework::search::{Control, Limits};
    let game = nim::ENTRY.open_text("2+3").unwrap();
    let mut engine = game.engine("mcts").unwrap();
    let mut pos = game.start();
    let told = engine.search(AnySearchRequest::new(&*pos, Limits::nodes(500)).expect("a seat is to move"));
    engine.forget();
    let played = engine.play(&mut *pos, Limits::nodes(500), Control::NONE).unwrap();
    assert_eq!((&played.text, played.value, played.nodes), (&told.best, told.value, told.nodes));
    let mut expected = game.start();
    expected.play(&told.best).unwrap();
    assert_eq!(pos.text(), expected.text());
}

#[test]
fn any_player_errs_on_request() {
    use std::collections::BTreeSet;

    use framework::search::Limits;
    let game = nim::ENTRY.open_text("4+5").unwrap();
    let chosen = |player: &str| -> BTreeSet<String> {
        let moves = (0..20).map(|seed| {
            let mut engine = game.engine(player).unwrap();
            let limits = Limits { seed, ..Limits::nodes(3_000) };
            engine.search(AnySearchRequest::new(&*game.start(), limits).expect("a seat is to move")).best
        });
        moves.collect()
    };
    assert_eq!(chosen("mcts:mistakes=0"), BTreeSet::from(["1-2".to_owned()]), "equal heaps win");
    assert!(3 < chosen("mcts:rave=100,mistakes=300").len());
    let refused = game.engine("mcts:mistakes=2000").err().unwrap().to_string();
    assert_eq!(refused, "the player mcts: mistakes is 2000; it must lie between 0 and 1000");
}
