//! A match and who plays it.

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use framework::{
    AnyEngine, AnyGame, AnyPosition, Dice, Length, Match, Millis, Rolling, RoundSoFar, Seat, Seating,
    Settings, Text, UndoRule,
};
use players::external::{self, ExternalPlayer};
use players::runner::Pondering;

use super::{PlayArgs, RollingArg};
use crate::weights;

/// The word for somebody at the keyboard.
const HUMAN: &str = "human";

/// Stands in a record between the players who sat at one seat, one after the other.
const THEN: &str = ", then ";

/// Who plays when nothing else is said.
const USUAL_OPPONENT: &str = "level3";

/// Who answers "which move?".
pub(super) enum SeatPlayer {
    /// Somebody at the keyboard.
    Human,
    /// A search; `None` while it thinks.
    Engine(Option<Box<dyn AnyEngine>>),
    /// Another program, or whoever writes a text file; `None` while it is asked.
    External(Option<Outsider>),
}

/// A player outside of this program.
pub(super) struct Outsider {
    pub(super) player: Box<dyn ExternalPlayer>,
    /// Whether it is a person's pace that counts, as behind a text file, and not the time of computers.
    pub(super) is_patient: bool,
}

impl SeatPlayer {
    /// The player that a word names.
    ///
    /// # Errors
    /// If the game has no such player.
    fn of(game: &Arc<dyn AnyGame>, word: &str) -> anyhow::Result<Self> {
        if word == HUMAN {
            return Ok(Self::Human);
        }
        if let Some(player) = external::open(word, game) {
            let is_patient = is_file(word);
            return Ok(Self::External(Some(Outsider { player: player?, is_patient })));
        }
        let engine = game
            .engine(&weights::resolved(&**game, word)?)
            .with_context(|| format!("a seat is for {HUMAN}, a computer player, gtp:COMMAND or file:PATH"))?;
        Ok(Self::Engine(Some(engine)))
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
        let players = players(&game, &words)?;
        Ok(Self { contest: Match::new(game, settings, Millis(0))?, players })
    }

    /// Seats players at a match that has begun: those the arguments want, or else those whose names the match
    /// knows, where a name that is no player's is a person's.
    ///
    /// # Errors
    /// If there are no such players.
    pub(super) fn at(contest: Match, seats: Option<&[String]>) -> anyhow::Result<Self> {
        let game = contest.game();
        let players = match seats {
            Some(_) => players(game, &words(&**game, seats)?)?,
            None => {
                let known =
                    |name: &String| SeatPlayer::of(game, present_player(name)).unwrap_or(SeatPlayer::Human);
                contest.settings().players.iter().map(known).collect()
            }
        };
        let mut table = Self { contest, players };
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

    /// The computer player at a seat, if one sits there and does not think already.
    pub(super) fn take_engine(&mut self, seat: Seat) -> Option<Box<dyn AnyEngine>> {
        let player = self.player_idx(seat);
        match &mut self.players[player] {
            SeatPlayer::Human | SeatPlayer::External(_) => None,
            SeatPlayer::Engine(engine) => engine.take(),
        }
    }

    /// Lets the computer players think ahead about the present position.
    pub(super) fn think_ahead(&mut self, seed: u64) -> Vec<(Seat, Pondering)> {
        let mut ahead = Vec::new();
        if self.contest.round_end().is_none() {
            for seat in Seat::all(self.contest.seats()) {
                if let Some(engine) = self.take_engine(seat) {
                    ahead.push((seat, Pondering::begin(engine, self.pos(), 1, seed)));
                }
            }
        }
        ahead
    }

    /// The player outside who sits at a seat, if one does.
    pub(super) fn take_outsider(&mut self, seat: Seat) -> Option<Outsider> {
        let player = self.player_idx(seat);
        match &mut self.players[player] {
            SeatPlayer::Human | SeatPlayer::Engine(_) => None,
            SeatPlayer::External(outsider) => outsider.take(),
        }
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
        match &self.players[self.player_idx(seat)] {
            SeatPlayer::External(Some(outsider)) => outsider.is_patient,
            SeatPlayer::Human | SeatPlayer::Engine(_) | SeatPlayer::External(None) => false,
        }
    }

    /// The roll that stands in a file already, though it is ours to roll.
    pub(super) fn written_roll(&mut self) -> Option<String> {
        self.outsiders().find_map(|(player, so_far)| player.written_roll(&so_far))
    }

    pub(super) fn bring_back(&mut self, seat: Seat, outsider: Outsider) {
        let player = self.player_idx(seat);
        self.players[player] = SeatPlayer::External(Some(outsider));
    }

    /// The players outside whom nobody asks just now, each with the round so far.
    pub(super) fn outsiders(
        &mut self,
    ) -> impl Iterator<Item = (&mut Box<dyn ExternalPlayer>, RoundSoFar<'_>)> {
        let so_far = RoundSoFar::of(&self.contest);
        self.players.iter_mut().filter_map(move |player| match player {
            SeatPlayer::External(Some(outsider)) => Some((&mut outsider.player, so_far)),
            SeatPlayer::Human | SeatPlayer::Engine(_) | SeatPlayer::External(None) => None,
        })
    }

    pub(super) fn put_back(&mut self, seat: Seat, engine: Box<dyn AnyEngine>) {
        let player = self.player_idx(seat);
        self.players[player] = SeatPlayer::Engine(Some(engine));
    }

    /// Lets computer players go on for those who have left the table.
    ///
    /// # Errors
    /// If the game lacks the usual opponent.
    pub(super) fn seat_substitutes(&mut self) -> anyhow::Result<()> {
        for seat in Seat::all(self.contest.seats()).filter(|&seat| self.contest.has_left(seat)) {
            let player = self.player_idx(seat);
            let has_gone = matches!(self.players[player], SeatPlayer::Human | SeatPlayer::External(_));
            if has_gone {
                self.players[player] = SeatPlayer::of(self.contest.game(), USUAL_OPPONENT)?;
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
    let changed = |(old, new): (&String, String)| {
        let present = present_player(old);
        let is_same = new == present || (new == HUMAN && SeatPlayer::of(game, present).is_err());
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

fn players(game: &Arc<dyn AnyGame>, words: &[String]) -> anyhow::Result<Vec<SeatPlayer>> {
    words.iter().map(|word| SeatPlayer::of(game, word)).collect::<anyhow::Result<_>>().context("--seats")
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
