//! One encounter: a game, or several until one side has won the match.

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use framework::{
    Annotations, AnyPosition, ClockRule, Decision, DecisionRequest, FaultKind, Length, Millis, PerSeat,
    Player, PlayerFault, Record, RecordedMove, Rng, RoundOutcome, RoundRecord, RoundSoFar, Score, Seat,
    Seating, Turn,
    search::{Control, Limits, Stop},
};

use crate::{Lineup, Plan, Played, PlayerBuilder, Task, Tempo, job::score_of, luck::Judge};

/// A game that is longer than this has no end, and is called a draw.
const MAX_PLIES: usize = 20_000;
/// As many plies as most games have.
const USUAL_PLIES: usize = 128;
/// How long a line of a record usually is, at most: so it seldom has to grow.
const CHARS_PER_MOVE: usize = 24;
/// The longest name that a record may hold.
const MAX_NAME_CHARS: usize = 100;

/// One thread's players and judge, which it keeps from game to game.
#[derive(Default)]
pub(crate) struct Worker {
    seated: Vec<(usize, Box<dyn Player>)>,
    judge: Option<Judge>,
}

impl Worker {
    /// Plays an encounter to its end; `None` if the run was stopped meanwhile.
    pub(crate) fn play<T: Task>(&mut self, plan: &Plan, task: T, stop: &Stop) -> Option<T::Outcome> {
        let mut encounter = Encounter::new(plan, task.lineup());
        // Nobody else is needed for a while, and players can be large.
        self.seated.retain(|(player, _)| encounter.lineup.players.contains(player));
        if self.judge.is_none() {
            self.judge = plan.judge();
        }
        while !encounter.is_over() {
            encounter.round(self, stop)?;
        }
        Some(task.finished(encounter.played()))
    }

    /// The player of an index, made if it is not there yet.
    fn player(&mut self, plan: &Plan, player: usize) -> Result<&mut dyn Player, PlayerFault> {
        let idx = match self.seated.iter().position(|(seated, _)| *seated == player) {
            Some(idx) => idx,
            None => {
                self.seated.push((player, (plan.players[player].make)()?));
                self.seated.len() - 1
            }
        };
        Ok(&mut *self.seated[idx].1)
    }

    /// Tells the players who are there something about their game.
    fn tell(&mut self, players: &[usize], mut about: impl FnMut(&mut dyn Player)) {
        for (player, seated) in &mut self.seated {
            if players.contains(player) {
                about(&mut **seated);
            }
        }
    }

    fn dismiss(&mut self, player: usize) {
        self.seated.retain(|(seated, _)| *seated != player);
    }
}

/// An encounter that is going on.
struct Encounter<'a> {
    plan: &'a Plan,
    lineup: Lineup,
    record: Record,
    /// In the order of the lineup, as everything that follows.
    scores: Vec<Score>,
    /// What each player won in the last game.
    values: Vec<f64>,
    luck: Option<f64>,
    faults: Vec<(usize, PlayerFault)>,
    tempos: Vec<Tempo>,
    began: Instant,
    /// How long the players took, for their moves and to be ready.
    playing: Duration,
    /// How long the judge of luck took.
    judging: Duration,
}

impl<'a> Encounter<'a> {
    fn new(plan: &'a Plan, lineup: Lineup) -> Self {
        let agreement = &plan.agreement;
        let n_players = lineup.players.len();
        let places = lineup.places(&Seating::Fixed.players(plan.n_seats, 0));
        let name = |&place: &usize| recordable(&plan.players[lineup.players[place]].name);
        Self {
            plan,
            record: Record {
                game: agreement.game.info().id.to_owned(),
                options: agreement.game.options(),
                players: places.iter().map(name).collect(),
                length: agreement.length,
                clock: ClockRule::None,
                flag: agreement.flag,
                rounds: Vec::new(),
                dice: None,
            },
            scores: vec![Score::default(); n_players],
            values: vec![0.0; n_players],
            luck: agreement.judge.is_some().then_some(0.0),
            faults: Vec::new(),
            tempos: vec![Tempo::default(); n_players],
            began: Instant::now(),
            playing: Duration::ZERO,
            judging: Duration::ZERO,
            lineup,
        }
    }

    fn is_over(&self) -> bool {
        let played = self.record.rounds.len() as u32;
        self.plan.agreement.length.is_reached(played, &self.scores)
            || self.plan.max_games() <= played.into()
            || self.record.lost_by_time().is_some()
    }

    /// Plays the next game; `None` if the run was stopped meanwhile.
    fn round(&mut self, worker: &mut Worker, stop: &Stop) -> Option<()> {
        let n_seats = self.plan.n_seats;
        let idx = self.record.rounds.len();
        let players = Seating::Rotating.players(n_seats, idx);
        let number = self.lineup.deal * self.plan.max_games() + idx as u64;
        let (mut pos, mut moves) = if self.plan.agreement.opening_plies == 0 {
            let standing = self.record.standing_before(idx, &players);
            (self.plan.agreement.game.start_round(&standing), Vec::with_capacity(USUAL_PLIES))
        } else {
            let opening = self.plan.openings.get(number);
            (opening.pos.clone(), opening.moves.clone())
        };
        let places = self.lineup.places(&players);
        let outcome = self.game(&mut pos, &mut moves, &places, number, worker, stop);
        // A game that was broken off is over as well for those who have played it.
        self.time_players(|encounter| {
            let so_far = RoundSoFar { start: None, moves: &moves, pos: &*pos };
            worker.tell(&encounter.lineup.players, |player| player.game_over(&so_far));
        });
        let RoundOutcome { end, payoffs, points } = outcome?;
        self.count(&payoffs, &points, &places);
        self.record.rounds.push(RoundRecord {
            players,
            start: None,
            moves,
            leavers: Vec::new(),
            result: Some((end, points)),
            hash: pos.key(),
            annotations: Annotations::default(),
        });
        Some(())
    }

    /// Does something that the players take their time for.
    fn time_players(&mut self, ask: impl FnOnce(&Self)) {
        let began = Instant::now();
        ask(self);
        self.playing += began.elapsed();
    }

    /// Counts a game for the players, each of whom may hold several seats.
    fn count(&mut self, payoffs: &PerSeat<f32>, points: &PerSeat<u32>, places: &PerSeat<usize>) {
        self.values.fill(0.0);
        for (seat, &place) in places.entries() {
            self.scores[place].points += points[seat];
            self.values[place] += f64::from(payoffs[seat]);
        }
        for (score, &value) in self.scores.iter_mut().zip(&self.values) {
            score.wins += u32::from(score_of(value) == 1.0);
        }
    }

    /// Plays one game from a position to its end.
    fn game(
        &mut self,
        pos: &mut Box<dyn AnyPosition>,
        moves: &mut Vec<RecordedMove>,
        places: &PerSeat<usize>,
        number: u64,
        worker: &mut Worker,
        stop: &Stop,
    ) -> Option<RoundOutcome> {
        let seed = self.plan.agreement.seed;
        let mut dice = Rng::stream(seed, "dice", number);
        // Whoever plays a deal again on another seat must not be given the same chances.
        let Lineup { players, turned, .. } = &self.lineup;
        let mut chances = Rng::stream(seed, "chances", players.len() as u64 * number + *turned as u64);
        let seeds: Vec<u64> = players.iter().map(|_| chances.bits()).collect();
        let began = Instant::now();
        for &player in players {
            // Who cannot be made loses at its first move.
            if let Ok(player) = worker.player(self.plan, player) {
                player.new_game();
            }
        }
        self.playing += began.elapsed();
        let mut n_observed = moves.len();
        loop {
            if n_observed < moves.len() {
                n_observed = moves.len();
                self.time_players(|encounter| {
                    let so_far = RoundSoFar { start: None, moves, pos: &**pos };
                    worker.tell(&encounter.lineup.players, |player| player.observe(&so_far));
                });
            }
            match pos.turn() {
                Turn::Over => return Some(RoundOutcome::over(&**pos, &[])),
                _ if MAX_PLIES <= moves.len() => return Some(RoundOutcome::drawn(&**pos)),
                Turn::Chance => {
                    let before = self.luck.is_some().then(|| pos.boxed_clone());
                    let text = pos.play_random(&mut dice)?;
                    if let (Some(before), Some(judge), Some(luck)) =
                        (before, &mut worker.judge, &mut self.luck)
                    {
                        let began = Instant::now();
                        let of_first_seat = judge.luck(&*before, &text);
                        *luck += if places[Seat::FIRST] == 0 { of_first_seat } else { -of_first_seat };
                        self.judging += began.elapsed();
                    }
                    moves.push(RecordedMove { by: None, text, spent: None });
                }
                Turn::Seat(seat) => {
                    let place = places[seat];
                    let player = self.lineup.players[place];
                    let PlayerBuilder { limits, deadline, .. } = &self.plan.players[player];
                    let limits = Limits { seed: seeds[place], ..*limits };
                    let before = deadline.is_some().then(|| pos.boxed_clone());
                    let began = Instant::now();
                    let elapsed = || millis(began.elapsed());
                    let control = Control::new(stop, &elapsed);
                    let answer = worker.player(self.plan, player).and_then(|player| {
                        let (pos, deadline) = (&mut **pos, *deadline);
                        player.decide(DecisionRequest { pos, start: None, moves, limits, deadline, control })
                    });
                    let spent = began.elapsed();
                    self.playing += spent;
                    if stop.is_set() {
                        return None;
                    }
                    self.tempos[place].push(spent);
                    let taken = millis(spent);
                    let late = deadline.filter(|&deadline| deadline < taken && answer.is_ok());
                    let fault = match (answer, late) {
                        (_, Some(deadline)) => {
                            let detail = format!("a move took {taken}, and {deadline} was the limit");
                            PlayerFault::new(FaultKind::TimeOver, detail)
                        }
                        (Ok(Decision::Played(text)), None) => {
                            let spent = limits.time.is_some().then_some(taken);
                            moves.push(RecordedMove { by: Some(seat), text, spent });
                            continue;
                        }
                        (Ok(Decision::Resigned), None) => return Some(RoundOutcome::forfeited(&**pos, seat)),
                        // Nobody here has stopped it.
                        (Ok(Decision::Stopped), None) => {
                            PlayerFault::new(FaultKind::Crashed, "the player stopped")
                        }
                        (Err(fault), None) => fault,
                    };
                    if let Some(before) = before {
                        *pos = before;
                    }
                    let so_far = RoundSoFar { start: None, moves, pos: &**pos };
                    worker.tell(&[player], |player| player.game_over(&so_far));
                    worker.dismiss(player);
                    let outcome = match fault.kind {
                        FaultKind::TimeOver => RoundOutcome::time_over(&**pos, seat),
                        FaultKind::Crashed | FaultKind::IllegalMove => RoundOutcome::forfeited(&**pos, seat),
                    };
                    self.faults.push((place, fault));
                    return Some(outcome);
                }
            }
        }
    }

    fn played(self) -> Played {
        let lost = self.record.lost_by_time().map(|player| self.lineup.place_of(player));
        let values = match (self.plan.agreement.length, lost) {
            (Length::Rounds(_) | Length::Endless, _) => self.values,
            (Length::BestOf(_) | Length::Points(_), Some(loser)) => {
                (0..self.values.len()).map(|place| if place == loser { -1.0 } else { 1.0 }).collect()
            }
            (Length::BestOf(_), None) => leads(self.scores.iter().map(|score| score.wins)),
            (Length::Points(_), None) => leads(self.scores.iter().map(|score| score.points)),
        };
        let mut record = String::with_capacity(
            CHARS_PER_MOVE * self.record.rounds.iter().map(|round| round.moves.len()).sum::<usize>(),
        );
        // Writing into a string cannot fail.
        let _ = write!(record, "{}", self.record);
        Played {
            values,
            luck: self.luck,
            games: self.record.rounds.len() as u32,
            faults: self.faults,
            tempos: self.tempos,
            nanos: nanos(self.began.elapsed().saturating_sub(self.judging)),
            players_nanos: nanos(self.playing),
            record,
        }
    }
}

fn millis(time: Duration) -> Millis {
    Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Who has most of something: 1 for whoever has it alone, 0 for those who share it, −1 for the others.
fn leads(counts: impl Iterator<Item = u32> + Clone) -> Vec<f64> {
    let most = counts.clone().max();
    let is_shared = 1 < counts.clone().filter(|&count| Some(count) == most).count();
    let value = |count| match Some(count) == most {
        true if is_shared => 0.0,
        true => 1.0,
        false => -1.0,
    };
    counts.map(value).collect()
}

/// A name as records can hold it: one line, not too long.
fn recordable(name: &str) -> String {
    let printable: String = name.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let short: String = printable.trim().chars().take(MAX_NAME_CHARS).collect();
    let short = short.trim();
    if short.is_empty() { "?".to_owned() } else { short.to_owned() }
}
