//! A game that should not be: it has no end, and claims to have too many paths.

use brett::Exit;
use framework::{Perft, prelude::*};
use insta::assert_snapshot;

use crate::session::Session;

#[test]
fn random_says_no_when_a_game_has_no_end() {
    let seen = Session::new().run_with(&[ENTRY], ["random", "endless", "--games", "2", "--threads", "1"]);
    assert_eq!(seen.exit, Exit::No);
    assert_snapshot!(seen);
}

#[test]
fn perft_refuses_counts_beyond_64_bits() {
    let seen = Session::new().run_with(&[ENTRY], ["perft", "endless", "--depth", "20", "--threads", "1"]);
    assert_eq!(seen.exit, Exit::Unusable);
    assert_snapshot!(seen);
}

const ENTRY: GameEntry = GameEntry::of::<Endless>(&INFO);
static INFO: GameInfo = GameInfo {
    id: "endless",
    name: Text::fixed("Endless", "Endlos"),
    summary: Text::fixed("nobody wins", "niemand gewinnt"),
    seats: 2..=2,
    has_chance: false,
    has_draws: false,
    options: &[],
    variants: &[],
};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Waiting(Seat);

impl Position for Waiting {
    type Move = bool;

    fn turn(&self) -> Turn {
        Turn::Seat(self.0)
    }

    fn legal_moves(&self, out: &mut Vec<bool>) {
        out.extend([false, true]);
    }

    fn play(&mut self, _: bool) {
        self.0 = self.0.other();
    }

    fn payoffs(&self) -> PerSeat<f32> {
        PerSeat::nothing(2)
    }

    fn perft(&self, depth: u32) -> Perft {
        Perft { paths: if depth == 1 { 2 } else { u64::MAX }, ended: 0 }
    }
}

#[derive(Clone, Debug)]
struct Endless;

impl Game for Endless {
    type Position = Waiting;
    type WhyNot = WhyNot;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn from_options(_: &Options) -> Result<Self, OptionsError> {
        Ok(Self)
    }

    fn options(&self) -> String {
        "usual".to_owned()
    }

    fn start(&self) -> Waiting {
        Waiting(Seat::FIRST)
    }

    fn write_move(&self, _: &Waiting, mv: bool) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _: &Waiting, text: &str) -> Result<bool, MoveError<WhyNot>> {
        Ok(text.parse().map_err(|_| NotationError::new(text, "this is no move", "write true or false"))?)
    }

    fn write_position(&self, pos: &Waiting) -> String {
        pos.0.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Waiting, NotationError> {
        Err(NotationError::new(text, "this is no position", "begin at the start"))
    }

    fn scene(&self, _: &Waiting, _: Seat) -> Scene {
        Scene::grid(1, 1, Ground::Felt)
    }
}
