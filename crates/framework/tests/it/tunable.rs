//! Players whose numbers can be tuned, through the erased layer.

use framework::{
    AnySearchRequest,
    search::{Limits, TunablePlayer},
};

use crate::dice_race::ENTRY;

fn tunable(text: &str) -> TunablePlayer {
    let game = ENTRY.open_text("").expect("the usual game");
    game.tunable(text).expect("a player").expect("which can be tuned")
}

#[track_caller]
fn problem_of(text: &str) -> String {
    let game = ENTRY.open_text("").expect("the usual game");
    let made = game.engine(text).err().expect("no player").to_string();
    // What cannot be read cannot be tuned either.
    if !text.contains("bold") {
        assert_eq!(game.tunable(text).expect_err("no player").to_string(), made);
    }
    made
}

#[test]
fn a_players_parameters_are_told_with_their_values() {
    let player = tunable("greed");
    let names: Vec<_> = player.parameters.iter().map(|parameter| parameter.name).collect();
    assert_eq!((player.name, names), ("greed", vec!["own-points", "other-points"]));
    assert_eq!(player.values(), [1.0, -1.0]);
    assert_eq!(tunable("greed:other=0.25").values(), [1.0, 0.25]);
    assert_eq!(tunable("greed:other-points=0.25,own-points=-3").values(), [-3.0, 0.25]);
}

#[test]
fn other_options_stay_beside_the_parameters() {
    let player = tunable("greed:other=2,calm");
    assert_eq!(player.options, "calm");
    let text = player.text(&[3.0, 0.1]);
    assert_eq!(text, "greed:calm,own-points=3,other-points=0.1");
    assert_eq!(tunable(&text), TunablePlayer { parameters: tunable(&text).parameters, ..player });
    assert_eq!(tunable(&text).values(), [3.0, 0.1]);
    assert_eq!(
        tunable("greed").text(&[1.0, 1.0 / 3.0]),
        format!("greed:own-points=1,other-points={}", 1.0 / 3.0)
    );
}

#[test]
fn what_has_no_parameters_cannot_be_tuned() {
    let game = ENTRY.open_text("").expect("the usual game");
    for text in ["random", "mcts:rave=5", "level5"] {
        assert_eq!(game.tunable(text), Ok(None), "{text}");
    }
}

#[test]
fn tuned_values_change_what_is_played() {
    let game = ENTRY.open_text("").expect("the usual game");
    let chosen = |text: &str| {
        let pos = game.parse_position("0:0 0 2").expect("a position");
        let mut player = game.engine(text).expect("a player");
        player.search(AnySearchRequest::new(&*pos, Limits::NONE).expect("a seat is to move")).best
    };
    assert_eq!(chosen("greed"), "keep");
    assert_eq!(chosen("greed:own-points=-1"), "drop");
}

#[test]
fn wrong_values_are_refused_with_the_remedy() {
    assert_eq!(
        problem_of("greed:own-points=1.5"),
        "the player greed: own-points=1.5: this is no whole number from -5 to 5; write one such as 1"
    );
    assert!(problem_of("greed:own-points=6").contains("from -5 to 5"));
    for text in ["greed:other=much", "greed:other=NaN", "greed:other=inf", "greed:other=1e10"] {
        assert!(problem_of(text).contains("this is no number from"), "{text}");
    }
    assert_eq!(
        problem_of("greed:bold"),
        "the player greed: unknown option \"bold\"; this game knows calm, own-points=NUMBER, \
         other-points or other=NUMBER"
    );
}

#[test]
fn the_nearest_possible_value_is_found() {
    let [own, other] = tunable("greed").parameters.try_into().expect("two parameters");
    assert_eq!([2.4, 2.6, 99.0, -99.0, f64::NAN].map(|value| own.nearest(value)), [2.0, 3.0, 5.0, -5.0, 1.0]);
    assert_eq!([0.3, 1e12].map(|value| other.nearest(value)), [0.3, 1e9]);
}
