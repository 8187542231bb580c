//! The rule sets of backgammon, and what people should know about them.

use std::fmt::Write;

use framework::{
    EvaluationEntry, FieldGroup, Game, GameEntry, GameInfo, MoveError, NotationError, OptionInfo, Options,
    OptionsError, PerSeat, Resignation, Scene, Seat, Standing, Text, Theme, Valuation, VariantInfo,
    report::{DecisionKind, Luck},
    search::{Engine, EngineEntry},
};

use crate::{
    WhyNot,
    engine::{Evaluation, analysis::Analyst, resigning},
    fields::FIELDS,
    formats::FORMATS,
    notation, players,
    position::{Agreement, Checkers, MatchScore, Move, Phase, Table, Win},
    scene, themes,
};

/// The line that lists backgammon in a catalog.
pub const ENTRY: GameEntry = GameEntry::of::<Backgammon>(&INFO).with_formats(&FORMATS);

/// The longest match that can be agreed on.
pub(crate) const MAX_MATCH: u32 = 64;
const KNOWN: &str = "standard, nackgammon, hypergammon, match=N, jacoby, beavers, nocube, nocrawford";

static INFO: GameInfo = GameInfo {
    id: "backgammon",
    name: Text::fixed("Backgammon", "Backgammon"),
    summary: Text::fixed(
        "run home past each other with two dice, and double the stakes",
        "mit zwei Würfeln aneinander vorbei nach Hause laufen und den Einsatz verdoppeln",
    ),
    seats: 2..=2,
    has_chance: true,
    has_draws: false,
    options: &[
        OptionInfo {
            form: "standard, nackgammon or hypergammon",
            meaning: Text::fixed(
                "where the checkers start; hypergammon has three for each side",
                "wo die Steine beginnen; Hypergammon hat drei auf jeder Seite",
            ),
            default: "standard",
        },
        OptionInfo {
            form: "match=N",
            meaning: Text::fixed(
                "the points that win the match, 1 to 64; 0 is money play",
                "wie viele Punkte den Wettkampf gewinnen, 1 bis 64; 0 heißt: jedes Spiel zählt für sich",
            ),
            default: "match=0",
        },
        OptionInfo {
            form: "jacoby",
            meaning: Text::fixed(
                "in money play gammons count only once the cube was turned",
                "ohne Wettkampf zählt ein Gammon erst, wenn verdoppelt wurde",
            ),
            default: "no",
        },
        OptionInfo {
            form: "beavers",
            meaning: Text::fixed(
                "in money play a double may be doubled again at once by who keeps the cube",
                "ohne Wettkampf darf, wer annimmt, sofort selbst verdoppeln und den Würfel behalten",
            ),
            default: "no",
        },
        OptionInfo {
            form: "nocube",
            meaning: Text::fixed("nobody doubles", "ohne Verdopplungswürfel"),
            default: "no",
        },
        OptionInfo {
            form: "nocrawford",
            meaning: Text::fixed(
                "doubling is also allowed in the first game in which a side lacks one point",
                "verdoppelt wird auch im ersten Spiel, in dem einer Seite ein Punkt fehlt",
            ),
            default: "no",
        },
    ],
    variants: &[
        VariantInfo { options: "standard", name: Text::fixed("money play", "einzelne Spiele") },
        VariantInfo { options: "match=7", name: Text::fixed("match to 7 points", "Wettkampf bis 7 Punkte") },
        VariantInfo { options: "standard jacoby beavers", name: Text::fixed("club rules", "Klubregeln") },
        VariantInfo { options: "standard nocube", name: Text::fixed("without the cube", "ohne Verdoppeln") },
        VariantInfo { options: "nackgammon", name: Text::fixed("Nackgammon", "Nackgammon") },
        VariantInfo { options: "hypergammon", name: Text::fixed("Hypergammon", "Hypergammon") },
    ],
};

/// Where the checkers start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Two on 24, five on 13, three on 8, five on 6.
    #[default]
    Standard,
    /// Two on 24 and on 23, four on 13, three on 8, four on 6.
    Nackgammon,
    /// One on 24, on 23 and on 22.
    Hypergammon,
}

impl Variant {
    const ALL: [Self; 3] = [Self::Standard, Self::Nackgammon, Self::Hypergammon];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Nackgammon => "nackgammon",
            Self::Hypergammon => "hypergammon",
        }
    }

    /// The checkers of each side at the start.
    #[must_use]
    pub const fn start(self) -> Checkers {
        match self {
            Self::Standard => Checkers::placed(&[(24, 2), (13, 5), (8, 3), (6, 5)]),
            Self::Nackgammon => Checkers::placed(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
            Self::Hypergammon => Checkers::placed(&[(24, 1), (23, 1), (22, 1)]),
        }
    }
}

/// A rule set of backgammon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Backgammon {
    /// Where the checkers start.
    pub variant: Variant,
    /// The points that win the match, up to 64; 0 in money play.
    pub match_length: u16,
    /// Whether nobody may double in the first game in which a side lacks one point.
    pub crawford_rule: bool,
    /// What holds in every game.
    pub agreement: Agreement,
}

impl Default for Backgammon {
    /// Money play with the cube, without the Jacoby rule and beavers.
    fn default() -> Self {
        Self {
            variant: Variant::Standard,
            match_length: 0,
            crawford_rule: true,
            agreement: Agreement { cube: true, jacoby: false, beavers: false },
        }
    }
}

impl Backgammon {
    /// Tells whether the next round is the Crawford game: the first in which a side lacks one point.
    fn is_crawford_game(&self, standing: &Standing) -> bool {
        let lacks_one = |rounds: usize| {
            let target = u32::from(self.match_length) - 1;
            Seat::all(2).any(|seat| standing.points_after(rounds, seat) == target)
        };
        let n_rounds = standing.rounds.len();
        self.crawford_rule && self.match_length != 0 && lacks_one(n_rounds) && !(0..n_rounds).any(lacks_one)
    }
}

impl Game for Backgammon {
    type Position = Table;
    type WhyNot = WhyNot;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let match_length = reader.number("match", 0..=MAX_MATCH)?.unwrap_or(0) as u16;
        let agreement = Agreement {
            cube: !reader.flag("nocube"),
            jacoby: reader.flag("jacoby"),
            beavers: reader.flag("beavers"),
        };
        let crawford_rule = !reader.flag("nocrawford");
        let named = Variant::ALL.into_iter().find(|variant| reader.flag(variant.name()));
        reader.finish(KNOWN)?;
        Ok(Self { variant: named.unwrap_or_default(), match_length, crawford_rule, agreement })
    }

    fn options(&self) -> String {
        let mut out = String::new();
        if self.variant != Variant::Standard {
            out.push_str(self.variant.name());
        }
        if self.match_length != 0 {
            write!(out, " match={}", self.match_length).expect("a string takes everything");
        }
        let flags = [
            (self.agreement.jacoby, " jacoby"),
            (self.agreement.beavers, " beavers"),
            (!self.agreement.cube, " nocube"),
            (!self.crawford_rule, " nocrawford"),
        ];
        out.extend(flags.into_iter().filter(|flag| flag.0).map(|flag| flag.1));
        match out.trim_start() {
            "" => Variant::Standard.name().to_owned(),
            options => options.to_owned(),
        }
    }

    fn start(&self) -> Table {
        self.start_round(&Standing::default())
    }

    fn start_round(&self, standing: &Standing) -> Table {
        let score = if self.match_length == 0 {
            MatchScore::MONEY
        } else {
            // Match ids hold fifteen bits of points, which no match of ours comes near.
            let points = |seat| standing.points(seat).min(0x7fff) as u16;
            MatchScore {
                length: self.match_length,
                points: [points(Seat::FIRST), points(Seat::SECOND)],
                crawford: self.is_crawford_game(standing),
            }
        };
        Table::opening(self.variant.start(), score, self.agreement)
    }

    fn points_to_win(&self) -> Option<u32> {
        (self.match_length != 0).then(|| self.match_length.into())
    }

    fn fields(&self) -> &'static [FieldGroup] {
        &FIELDS
    }

    fn seat_name(&self, seat: Seat) -> Text {
        scene::seat_name(seat)
    }

    fn write_move(&self, pos: &Table, mv: Move) -> String {
        notation::decision::write(pos, mv)
    }

    fn parse_move(&self, pos: &Table, text: &str) -> Result<Move, MoveError<WhyNot>> {
        notation::decision::read(pos, text)
    }

    fn write_position(&self, pos: &Table) -> String {
        notation::position::write(pos)
    }

    fn parse_position(&self, text: &str) -> Result<Table, NotationError> {
        notation::position::read(text, &self.start())
    }

    fn scene(&self, pos: &Table, seen_from: Seat) -> Scene {
        scene::draw(pos, seen_from)
    }

    fn result(&self, pos: &Table) -> Option<Text> {
        let (winner, points) = pos.winner()?;
        let name = self.seat_name(winner);
        let (en, de) = match (pos.phase(), pos.win()) {
            (Phase::Passed(_), _) => ("by a refused double", "durch abgelehntes Verdoppeln"),
            (_, Win::Single) => ("a single game", "ein einfaches Spiel"),
            (_, Win::Gammon) => ("a gammon", "ein Gammon"),
            (_, Win::Backgammon) => ("a backgammon", "ein Backgammon"),
        };
        let (points_en, points_de) = if points == 1 { ("point", "Punkt") } else { ("points", "Punkte") };
        Some(Text::new(
            format!("{} wins {en}: {points} {points_en}", name.en),
            format!("{} gewinnt {de}: {points} {points_de}", name.de),
        ))
    }

    fn engines(&self) -> Vec<EngineEntry<Table>> {
        players::entries()
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<Table>> {
        players::evaluations()
    }

    fn level(&self, level: u8) -> Box<dyn Engine<Table>> {
        players::of_level(level)
    }

    fn adviser(&self) -> Box<dyn Engine<Table>> {
        players::adviser()
    }

    fn themes(&self) -> &'static [Theme] {
        &themes::THEMES
    }

    fn themes_of(&self, table: &Table, line: &[Move], _: &Valuation) -> Vec<&'static str> {
        themes::of(table, line)
    }

    fn decision_kind(&self, pos: &Table, mv: Move) -> DecisionKind {
        match (pos.phase(), mv) {
            (Phase::BeforeRoll, Move::Double) => DecisionKind::Double,
            (Phase::BeforeRoll, _) => DecisionKind::NoDouble,
            (Phase::Doubled, _) => DecisionKind::Answer,
            _ => DecisionKind::Play,
        }
    }

    fn luck(&self, pos: &Table, roll: Move) -> Option<Luck> {
        let points = Analyst::new(Evaluation::strongest(), 0).luck(pos, roll)?;
        Some(Luck { seat: pos.mover(), points })
    }

    /// A single game, a gammon or a backgammon at the value of the cube, as far as the seat can still lose that
    /// much. The most needs no consent: nobody could win more.
    fn resignations(&self, pos: &Table, seat: Seat) -> Vec<Resignation> {
        if pos.winner().is_some() {
            return Vec::new();
        }
        let worst = pos.worst_loss(seat);
        let possible = RESIGNATION_LEVELS.into_iter().filter(|(win, _)| *win <= worst);
        let resignation = |(win, level): (Win, &'static str)| {
            let points = (win.factor() * pos.cube().value()) as f32;
            let payoffs = PerSeat::won_by(seat.other()).map(|payoff| payoff * points);
            Resignation { level, payoffs, needs_consent: win != worst }
        };
        possible.map(resignation).collect()
    }

    /// By what playing on is worth with the cube.
    fn accepts_resignation(&self, pos: &Table, seat: Seat, way: &Resignation, plies: u32) -> Option<bool> {
        let (win, _) = RESIGNATION_LEVELS.into_iter().find(|(_, level)| *level == way.level)?;
        Some(resigning::accepts(&Evaluation::strongest(), pos, seat, win, plies))
    }
}

/// The ways to give up, the cheapest first.
const RESIGNATION_LEVELS: [(Win, &str); 3] =
    [(Win::Single, "single"), (Win::Gammon, "gammon"), (Win::Backgammon, "backgammon")];
