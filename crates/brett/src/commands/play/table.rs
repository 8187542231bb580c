//! A match and who plays it.

use std::sync::{
    Arc,
    mpsc::{self, Receiver, Sender},
};

use anyhow::{Context as _, ensure};
use framework::{
    AnyEngine, AnyGame, AnyPosition, Dice, EnginePlayer, Length, Match, Millis, Player, Rolling, RoundSoFar,
    Seat, Seating, Settings, Text, UndoRule, search::Limits,
};
use players::{
    external::ExternalPlayer,
    runner::{self, Decided, Pondering},
};

use super::{PlayArgs, RollingArg};
use crate::weights;

/// The word for somebody at the keyboard.
const HUMAN: &str = "human";

/// Stands in a record between the players who sat at one seat, one after the other.
const THEN: &str = ", then ";

/// Who plays when nothing else is said.
const USUAL_OPPONENT: &str = "level3";

/// Who sits at a seat.
pub(super) enum SeatPlayer {
    /// Somebody at the keyboard.
    Human,
    /// A search; `None` while it thinks ahead.
    Engine(Option<EnginePlayer>),
    /// Another program, or whoever writes a text file.
    External(ExternalPlayer),
    /// A player outside that has failed in this round, and is not asked again.
    Failed,
}

impl SeatPlayer {
    /// The player that a word names.
    ///
    /// # Errors
    /// If the game has no such player.
    fn of(game: &Arc<dyn AnyGame>, word: &str, problems: &Sender<String>) -> anyhow::Result<Self> {
        if word == HUMAN {
            return Ok(Self::Human);
        }
        let problems = problems.clone();
        // Who does not listen any more is not at the table.
        let tell = Box::new(move |problem: &_| drop(problems.send(ToString::to_string(problem))));
        if let Some(player) = ExternalPlayer::open(word, game, tell) {
            return Ok(Self::External(player?));
        }
        let engine = game
            .engine(&weights::resolved(&**game, word)?)
            .with_context(|| format!("a seat is for {HUMAN}, a computer player, gtp:COMMAND or file:PATH"))?;
        Ok(Self::Engine(Some(EnginePlayer(engine))))
    }
}

/// Tells whether a word names whoever writes a text file.
fn is_file(word: &str) -> bool {
    word.starts_with("file:")
}

/// A match with its players.
pub(super) struct LocalTable {
    pub(super) contest: Match,
    /// In the order of their seats in the first round.
    players: Vec<SeatPlayer>,
    /// What players outside do wrong while they are waited for, or after the end of a round.
    problems: (Sender<String>, Receiver<String>),
}

impl LocalTable {
    /// Begins a match as the arguments want it.
    ///
    /// # Errors
    /// If there are no such players, or the settings do not fit the game.
    pub(super) fn begin(game: Arc<dyn AnyGame>, args: &PlayArgs, seed: u64) -> anyhow::Result<Self> {
        let words = words(&*game, args.seats.as_deref())?;
        let usual_length = game.points_to_win().map_or(Length::Rounds(1), Length::Points);
        // Over a file each side rolls for its own seats, so the match cannot draw the dice from one seed.
        let is_over_file = game.info().has_chance && words.iter().any(|word| is_file(word));
        let dice_of = |settings: Settings| match is_over_file {
            true => Settings { dice: Dice::ByHand, ..settings },
            false => settings,
        };
        let settings = Settings {
            length: args.length.unwrap_or(usual_length),
            clock: args.clock.unwrap_or_default(),
            flag: args.flag,
            seating: if args.rotate { Seating::Rotating } else { Seating::Fixed },
            ..dice_of(settings(words.clone(), args.rolling, seed))
        };
        let problems = mpsc::channel();
        let players = players(&game, &words, &problems.0)?;
        Ok(Self { contest: Match::new(game, settings, Millis(0))?, players, problems })
    }

    /// Seats players at a match that has begun: those the arguments want, or else those whose names the match
    /// knows, where a name that is no player's is a person's.
    ///
    /// # Errors
    /// If there are no such players.
    pub(super) fn at(contest: Match, seats: Option<&[String]>) -> anyhow::Result<Self> {
        let game = contest.game();
        let problems = mpsc::channel();
        let players = match seats {
            Some(_) => players(game, &words(&**game, seats)?, &problems.0)?,
            None => {
                let known = |name: &String| {
                    SeatPlayer::of(game, present_player(name), &problems.0).unwrap_or(SeatPlayer::Human)
                };
                contest.settings().players.iter().map(known).collect()
            }
        };
        let mut table = Self { contest, players, problems };
        table.seat_substitutes()?;
        Ok(table)
    }

    pub(super) fn game(&self) -> &dyn AnyGame {
        &**self.contest.game()
    }

    pub(super) fn pos(&self) -> &dyn AnyPosition {
        self.contest.position()
    }

    /// The number of the player at a seat in this round, from 0.
    fn player_idx(&self, seat: Seat) -> usize {
        let round = self.contest.record().rounds.last();
        round.and_then(|round| round.players.get(seat)).map_or(seat.index(), |&player| player.into())
    }

    pub(super) fn is_human(&self, seat: Seat) -> bool {
        matches!(self.players[self.player_idx(seat)], SeatPlayer::Human)
    }

    /// The seats of people, in order.
    pub(super) fn humans(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.contest.seats()).filter(|&seat| self.is_human(seat))
    }

    /// Tells whether the player at a seat is outside of this program.
    pub(super) fn is_outside(&self, seat: Seat) -> bool {
        matches!(self.players[self.player_idx(seat)], SeatPlayer::External(_))
    }

    /// Asks the player at a seat which move it plays, and passes on what goes wrong meanwhile; `None` if nobody sits
    /// there who can be asked.
    pub(super) fn decide(
        &mut self,
        seat: Seat,
        limits: Limits,
        deadline: Option<Millis>,
        mut hear: impl FnMut(String),
        is_interrupted: impl Fn() -> bool,
    ) -> Option<Decided> {
        let player = self.player_idx(seat);
        let player: &mut dyn Player = match &mut self.players[player] {
            SeatPlayer::Engine(engine) => engine.as_mut()?,
            SeatPlayer::External(player) => player,
            SeatPlayer::Human | SeatPlayer::Failed => return None,
        };
        let (so_far, (_, problems)) = (RoundSoFar::of(&self.contest), &self.problems);
        let decided = runner::decide(player, &so_far, limits, deadline, || {
            problems.try_iter().for_each(&mut hear);
            is_interrupted()
        });
        problems.try_iter().for_each(hear);
        Some(decided)
    }

    /// What players outside did wrong that was not told yet.
    pub(super) fn problems(&self) -> Vec<String> {
        self.problems.1.try_iter().collect()
    }

    /// Lets the computer players think ahead about the present position, with the threads, the memory and the seed of
    /// some limits.
    pub(super) fn think_ahead(&mut self, limits: Limits) -> Vec<(Seat, Pondering)> {
        let mut ahead = Vec::new();
        if self.contest.round_end().is_none() {
            for seat in Seat::all(self.contest.seats()) {
                let player = self.player_idx(seat);
                if let SeatPlayer::Engine(engine) = &mut self.players[player]
                    && let Some(EnginePlayer(engine)) = engine.take()
                {
                    ahead.push((seat, Pondering::begin(engine, self.pos(), limits)));
                }
            }
        }
        ahead
    }

    /// Whether dice come over text files here as well.
    pub(super) fn has_file_players(&self) -> bool {
        self.contest.settings().dice == Dice::ByHand && self.has_file_seats()
    }

    /// Whether a text file plays for any seat.
    pub(super) fn has_file_seats(&self) -> bool {
        Seat::all(self.contest.seats()).any(|seat| self.is_file_player(seat))
    }

    /// Whether whoever writes a text file sits at a seat.
    pub(super) fn is_file_player(&self, seat: Seat) -> bool {
        matches!(&self.players[self.player_idx(seat)], SeatPlayer::External(player) if player.is_file())
    }

    /// The roll that stands in a file already, though it is ours to roll.
    pub(super) fn written_roll(&self) -> Option<String> {
        let so_far = RoundSoFar::of(&self.contest);
        self.players.iter().find_map(|player| match player {
            SeatPlayer::External(player) => player.written_roll(&so_far),
            SeatPlayer::Human | SeatPlayer::Engine(_) | SeatPlayer::Failed => None,
        })
    }

    /// Notes that the player at a seat has failed, so that it is not asked again.
    pub(super) fn dismiss(&mut self, seat: Seat) {
        let player = self.player_idx(seat);
        self.players[player] = SeatPlayer::Failed;
    }

    /// Tells all players but the people something about the round so far.
    pub(super) fn tell_players(&mut self, mut about: impl FnMut(&mut dyn Player, &RoundSoFar<'_>)) {
        let so_far = RoundSoFar::of(&self.contest);
        for player in &mut self.players {
            match player {
                SeatPlayer::Engine(Some(engine)) => about(engine, &so_far),
                SeatPlayer::External(player) => about(player, &so_far),
                SeatPlayer::Human | SeatPlayer::Engine(None) | SeatPlayer::Failed => {}
            }
        }
    }

    pub(super) fn put_back(&mut self, seat: Seat, engine: Box<dyn AnyEngine>) {
        let player = self.player_idx(seat);
        self.players[player] = SeatPlayer::Engine(Some(EnginePlayer(engine)));
    }

    /// Lets computer players go on for those who have left the table.
    ///
    /// # Errors
    /// If the game lacks the usual opponent.
    pub(super) fn seat_substitutes(&mut self) -> anyhow::Result<()> {
        for seat in Seat::all(self.contest.seats()).filter(|&seat| self.contest.has_left(seat)) {
            let player = self.player_idx(seat);
            if !matches!(self.players[player], SeatPlayer::Engine(_)) {
                self.players[player] = SeatPlayer::of(self.contest.game(), USUAL_OPPONENT, &self.problems.0)?;
            }
        }
        Ok(())
    }

    /// What a seat is called, with the name of its player unless that is simply a person.
    pub(super) fn name(&self, seat: Seat) -> Text {
        let name = self.game().seat_name(seat);
        match self.contest.settings().players.get(self.player_idx(seat)).map(|name| present_player(name)) {
            Some(player) if player != HUMAN => {
                Text::new(format!("{} ({player})", name.en), format!("{} ({player})", name.de))
            }
            _ => name,
        }
    }

    /// How many plies were played before the last decision of a person: a move where there was one to make.
    pub(super) fn last_human_decision(&self) -> Option<u32> {
        let record = self.contest.record();
        let round = record.rounds.last()?;
        let mut pos = match &round.start {
            Some(text) => self.game().parse_position(text).ok()?,
            None => {
                let standing = record.standing_before(record.rounds.len() - 1, &round.players);
                self.game().start_round(&standing)
            }
        };
        let mut last = None;
        for (mv, ply) in round.moves.iter().zip(0..) {
            if mv.by.is_some_and(|seat| self.is_human(seat)) && framework::only_pass(&*pos).is_none() {
                last = Some(ply);
            }
            pos.play(&mv.text).ok()?;
        }
        last
    }
}

/// What holds for every match here: people may take back, and the session itself rolls the dice, so that
/// rolling by hand can be switched on and off.
pub(super) fn settings(players: Vec<String>, rolling: RollingArg, seed: u64) -> Settings {
    let dice = match rolling {
        RollingArg::ByHand => Dice::ByHand,
        RollingArg::Automatic | RollingArg::OnRequest => Dice::Seeded(seed),
    };
    let casual = Settings::casual(players.len(), seed);
    Settings { players, dice, rolling: Rolling::OnRequest, undo: UndoRule::Free, ..casual }
}

/// The names of a match that goes on with other players: a record tells who played before and who went on.
///
/// A person at the keyboard keeps the name that the record gives to a person.
///
/// # Errors
/// If there are not as many players as seats.
pub(super) fn names_after_change(
    game: &Arc<dyn AnyGame>,
    before: &[String],
    seats: Option<&[String]>,
    has_begun: bool,
) -> anyhow::Result<Vec<String>> {
    let Some(_) = seats else { return Ok(before.to_vec()) };
    let (problems, _) = mpsc::channel();
    let changed = |(old, new): (&String, String)| {
        let present = present_player(old);
        let is_same = new == present || (new == HUMAN && SeatPlayer::of(game, present, &problems).is_err());
        if is_same {
            old.clone()
        } else if has_begun {
            format!("{old}{THEN}{new}")
        } else {
            new
        }
    };
    Ok(before.iter().zip(words(&**game, seats)?).map(changed).collect())
}

/// The last of the players whom a name of a record tells.
fn present_player(name: &str) -> &str {
    name.rsplit_once(THEN).map_or(name, |(_, last)| last)
}

fn players(
    game: &Arc<dyn AnyGame>,
    words: &[String],
    problems: &Sender<String>,
) -> anyhow::Result<Vec<SeatPlayer>> {
    let player = |word: &String| SeatPlayer::of(game, word, problems);
    words.iter().map(player).collect::<anyhow::Result<_>>().context("--seats")
}

/// The words for the players: those asked for, or a person against the usual opponents.
fn words(game: &dyn AnyGame, asked: Option<&[String]>) -> anyhow::Result<Vec<String>> {
    let n_seats = game.start().seats();
    let Some(asked) = asked else {
        let usual = |seat: Seat| if seat == Seat::FIRST { HUMAN } else { USUAL_OPPONENT };
        return Ok(Seat::all(n_seats).map(|seat| usual(seat).to_owned()).collect());
    };
    ensure!(
        asked.len() == n_seats,
        "--seats names {} players, but this game has {n_seats} seats; separate as many by commas",
        asked.len()
    );
    Ok(asked.iter().map(|word| word.trim().to_owned()).collect())
}
