//! A small game with dice, draws and any number of seats, for what Nim does not have.
//!
//! Each seat in turn says `roll`, a die falls, and the seat keeps its face or throws it away. After three turns
//! each the most points win.

use framework::prelude::*;
use framework::{
    Resignation,
    search::{EngineEntry, Greedy, Parameter, Tunable},
};

pub(crate) const ENTRY: GameEntry = GameEntry::of::<DiceRace>(&INFO);

static INFO: GameInfo = GameInfo {
    id: "dice-race",
    name: Text::fixed("Dice race", "Würfelrennen"),
    summary: Text::fixed("roll, keep or drop", "würfeln, behalten oder wegwerfen"),
    seats: 2..=4,
    has_chance: true,
    has_draws: true,
    options: &[],
    variants: &[],
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Move {
    Roll,
    Face(u8),
    Keep,
    Drop,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    ToRoll,
    Rolling,
    Rolled(u8),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Race {
    points: Vec<u8>,
    turns: u8,
    phase: Phase,
}

impl Position for Race {
    type Move = Move;

    fn seats(&self) -> usize {
        self.points.len()
    }

    fn turn(&self) -> Turn {
        match self.phase {
            _ if usize::from(self.turns) == 3 * self.seats() => Turn::Over,
            Phase::Rolling => Turn::Chance,
            Phase::ToRoll | Phase::Rolled(_) => Turn::Seat(Seat::new(usize::from(self.turns) % self.seats())),
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        match (self.turn(), self.phase) {
            (Turn::Over, _) => {}
            (_, Phase::ToRoll) => out.push(Move::Roll),
            (_, Phase::Rolling) => out.extend((1..=3).map(Move::Face)),
            (_, Phase::Rolled(_)) => out.extend([Move::Keep, Move::Drop]),
        }
    }

    fn play(&mut self, mv: Move) {
        let seat = usize::from(self.turns) % self.seats();
        match (mv, self.phase) {
            (Move::Roll, _) => self.phase = Phase::Rolling,
            (Move::Face(face), _) => self.phase = Phase::Rolled(face),
            (Move::Keep, Phase::Rolled(face)) => {
                self.points[seat] += face;
                self.pass_on();
            }
            (Move::Keep | Move::Drop, _) => self.pass_on(),
        }
    }

    fn payoffs(&self) -> PerSeat<f32> {
        let seats = self.seats();
        let best = self.points.iter().max().copied().unwrap_or(0);
        let winners = self.points.iter().filter(|&&points| points == best).count();
        if self.turn() != Turn::Over || winners == seats {
            return PerSeat::nothing(seats);
        }
        let lost = winners as f32 / (seats - winners) as f32;
        PerSeat::from_fn(seats, |seat| if self.points[seat.index()] == best { 1.0 } else { -lost })
    }

    fn chance_outcomes(&self, out: &mut Vec<(Move, u32)>) {
        if self.turn() == Turn::Chance {
            out.extend((1..=3).map(|face| (Move::Face(face), u32::from(face))));
        }
    }
}

impl TwoSeatZeroSum for Race {}

impl Race {
    /// The points of a seat.
    pub(crate) fn points_of(&self, seat: Seat) -> f32 {
        f32::from(self.points[seat.index()])
    }

    fn pass_on(&mut self) {
        self.turns += 1;
        self.phase = Phase::ToRoll;
    }
}

#[derive(Clone, Debug)]
pub(crate) struct DiceRace {
    seats: usize,
    points: Option<u32>,
}

impl Game for DiceRace {
    type Position = Race;
    type WhyNot = WhyNot;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let seats = reader.number("seats", 2..=4)?.unwrap_or(2) as usize;
        let points = reader.number("points", 1..=99)?;
        reader.finish("seats=N, points=N").map(|()| Self { seats, points })
    }

    fn options(&self) -> String {
        let points = self.points.map_or(String::new(), |points| format!(" points={points}"));
        format!("seats={}{points}", self.seats)
    }

    fn start(&self) -> Race {
        Race { points: vec![0; self.seats], turns: 0, phase: Phase::ToRoll }
    }

    /// The leader of the match starts with a point less, so that the standing shows in the position.
    fn start_round(&self, standing: &Standing) -> Race {
        let mut start = self.start();
        for seat in Seat::all(self.seats) {
            start.points[seat.index()] = standing.points(seat).min(9) as u8;
        }
        start
    }

    fn points_to_win(&self) -> Option<u32> {
        self.points
    }

    fn write_move(&self, _: &Race, mv: Move) -> String {
        match mv {
            Move::Roll => "roll".to_owned(),
            Move::Face(face) => face.to_string(),
            Move::Keep => "keep".to_owned(),
            Move::Drop => "drop".to_owned(),
        }
    }

    fn parse_move(&self, pos: &Race, text: &str) -> Result<Move, MoveError<WhyNot>> {
        let mv = match text {
            "roll" => Move::Roll,
            "keep" => Move::Keep,
            "drop" => Move::Drop,
            "1" | "2" | "3" => Move::Face(text.as_bytes()[0] - b'0'),
            _ => Err(NotationError::new(text, "this is no move", "write roll, keep, drop or a face"))?,
        };
        let not_now = WhyNot::new("not-now", Text::fixed("not now", "nicht jetzt"));
        if pos.is_legal(mv) { Ok(mv) } else { Err(MoveError::Illegal(not_now)) }
    }

    fn write_position(&self, pos: &Race) -> String {
        let points: Vec<_> = pos.points.iter().map(u8::to_string).collect();
        let phase = match pos.phase {
            Phase::ToRoll => "to-roll".to_owned(),
            Phase::Rolling => "rolling".to_owned(),
            Phase::Rolled(face) => face.to_string(),
        };
        format!("{} {} {phase}", points.join(":"), pos.turns)
    }

    fn parse_position(&self, text: &str) -> Result<Race, NotationError> {
        let read = || {
            let (points, rest) = text.split_once(' ')?;
            let (turns, phase) = rest.split_once(' ')?;
            let points: Vec<u8> =
                points.split(':').map(|points| points.parse().ok()).collect::<Option<_>>()?;
            let turns: u8 = turns.parse().ok()?;
            let phase = match phase {
                "to-roll" => Phase::ToRoll,
                "rolling" => Phase::Rolling,
                "1" | "2" | "3" => Phase::Rolled(phase.as_bytes()[0] - b'0'),
                _ => return None,
            };
            let last = 3 * self.seats;
            let fits = points.len() == self.seats
                && points.iter().all(|&points| points <= 40)
                && (usize::from(turns) < last || usize::from(turns) == last && phase == Phase::ToRoll);
            fits.then_some(Race { points, turns, phase })
        };
        read()
            .ok_or_else(|| NotationError::new(text, "this is no position", "write POINTS:POINTS TURNS PHASE"))
    }

    fn scene(&self, pos: &Race, _: Seat) -> Scene {
        let mut scene = Scene::grid(2, pos.seats() as i16, Ground::Light);
        for (row, points) in (0..).zip(&pos.points) {
            scene.label(Place::new(-1, row), points.to_string());
        }
        if let Turn::Seat(seat) = pos.turn() {
            let row = seat.index() as i16;
            let (left, right) = (Place::new(0, row), Place::new(1, row));
            match pos.phase {
                Phase::Rolled(face) => {
                    scene.dice.push(Die { place: left, face, tint: Tint::White });
                    scene.hot_spot(left, "keep");
                    scene.hot_spot(right, "drop");
                }
                Phase::ToRoll | Phase::Rolling => scene.hot_spot(left, "roll"),
            }
        }
        scene
    }

    fn engines(&self) -> Vec<EngineEntry<Race>> {
        let about = Text::fixed("values points", "schätzt Punkte");
        let usual = Greed { own: 1, other: -1.0 };
        let greedy = move |options: &Options| {
            let mut reader = options.reader();
            let greed = usual.with_options(&mut reader)?;
            reader.flag("calm");
            reader.finish(usual.known_options("calm"))?;
            Ok(Greedy(move |pos: &Race, seat: Seat| Greed::value(greed, pos, seat)))
        };
        let mut entries = vec![EngineEntry::tunable("greed", about, usual, greedy)];
        entries.extend(EngineEntry::for_any_game());
        entries
    }

    fn resignations(&self, pos: &Race, seat: Seat) -> Vec<Resignation> {
        if pos.seats() != 2 {
            return Vec::new();
        }
        let lost = PerSeat::won_by(seat.other());
        let twice = lost.clone().map(|payoff| 2.0 * payoff);
        vec![
            Resignation { level: "single", payoffs: lost, needs_consent: true },
            Resignation { level: "double", payoffs: twice, needs_consent: false },
        ]
    }
}

/// What points are worth: an evaluation that can be tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Greed {
    own: i32,
    other: f64,
}

impl Greed {
    fn value(self, pos: &Race, seat: Seat) -> f32 {
        let others = Seat::all(pos.seats()).filter(|&other| other != seat);
        let theirs: f32 = others.map(|other| pos.points_of(other)).sum();
        self.own as f32 * pos.points_of(seat) + self.other as f32 * theirs
    }
}

impl Tunable for Greed {
    fn parameters(&self) -> Vec<Parameter> {
        let own = Text::fixed("own points", "eigene Punkte");
        let other = Text::fixed("points of others", "Punkte anderer");
        vec![
            Parameter::new("own-points", own, self.own.into(), 1.0).within(-5.0..=5.0).whole(),
            Parameter::new("other-points", other, self.other, 0.5).or("other"),
        ]
    }

    fn with(&self, values: &[f64]) -> Self {
        Self { own: values[0] as i32, other: values[1] }
    }
}
