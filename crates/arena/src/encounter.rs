//! One encounter: a game, or several until one side has won the match.

use std::{
    cmp::Ordering,
    fmt::Write as _,
    time::{Duration, Instant},
};

use framework::{
    AnyPosition, ClockRule, End, FlagRule, Length, Millis, PerSeat, Record, RecordedMove, Rng, RoundRecord,
    Seat, Turn,
    search::{Limits, Stop},
};

use crate::{
    Answer, Contender, Fault, FaultKind, Finished, Job, Plan, Player, Question, Side, Tempo, job::score_of,
    luck::Judge,
};

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
    seated: Vec<(usize, Box<dyn Contender>)>,
    judge: Option<Judge>,
}

/// What came of one game, seen from the seats.
struct Ending {
    end: End,
    points: PerSeat<u32>,
    /// What the first side won.
    value: f64,
}

impl Worker {
    /// Plays an encounter to its end; `None` if the run was stopped meanwhile.
    pub(crate) fn play(&mut self, plan: &Plan, job: Job, stop: &Stop) -> Option<Finished> {
        let mut encounter = Encounter::new(plan, job);
        // Nobody else is needed for a while, and players can be large.
        self.seated.retain(|(player, _)| [job.first, job.second].contains(player));
        if self.judge.is_none() {
            self.judge = plan.judge();
        }
        while !encounter.is_over() {
            encounter.round(self, stop)?;
        }
        Some(encounter.finished())
    }

    /// The player of an index, made if it is not there yet.
    fn contender(&mut self, plan: &Plan, player: usize) -> Result<&mut dyn Contender, Fault> {
        let idx = match self.seated.iter().position(|(seated, _)| *seated == player) {
            Some(idx) => idx,
            None => {
                self.seated.push((player, (plan.players[player].make)()?));
                self.seated.len() - 1
            }
        };
        Ok(&mut *self.seated[idx].1)
    }

    fn dismiss(&mut self, player: usize) {
        self.seated.retain(|(seated, _)| *seated != player);
    }
}

/// An encounter that is going on.
struct Encounter<'a> {
    plan: &'a Plan,
    job: Job,
    record: Record,
    /// The points of both sides, and how often each has won.
    points: [u32; 2],
    wins: [u32; 2],
    /// What the first side won in the only game.
    value: f64,
    luck: Option<f64>,
    faults: Vec<(Side, Fault)>,
    tempos: [Tempo; 2],
    began: Instant,
    /// How long the players took, for their moves and to be ready.
    playing: Duration,
    /// How long the judge of luck took.
    judging: Duration,
}

impl<'a> Encounter<'a> {
    fn new(plan: &'a Plan, job: Job) -> Self {
        let agreement = &plan.agreement;
        let mut encounter = Self {
            plan,
            job,
            record: Record {
                game: agreement.game.info().id.to_owned(),
                options: agreement.game.options(),
                players: Vec::new(),
                length: agreement.length,
                clock: ClockRule::None,
                flag: FlagRule::default(),
                rounds: Vec::new(),
                dice: None,
            },
            points: [0; 2],
            wins: [0; 2],
            value: 0.0,
            luck: agreement.judge.is_some().then_some(0.0),
            faults: Vec::new(),
            tempos: Default::default(),
            began: Instant::now(),
            playing: Duration::ZERO,
            judging: Duration::ZERO,
        };
        let name = |player: usize| recordable(&plan.players[job.player(encounter.side_of(player))].name);
        encounter.record.players = (0..plan.n_seats).map(name).collect();
        encounter
    }

    /// The side for which one of the record's players sits at the table. With more than two seats the sides have
    /// every other one.
    const fn side_of(&self, player: usize) -> Side {
        Side::of(player + self.job.is_swapped() as usize)
    }

    fn is_over(&self) -> bool {
        let played = self.record.rounds.len() as u32;
        match self.plan.agreement.length {
            Length::Rounds(games) => games <= played,
            Length::BestOf(games) => {
                games.saturating_sub(played) < self.wins[0].abs_diff(self.wins[1]) || games <= played
            }
            Length::Points(points) => {
                self.points.iter().any(|&won| points <= won) || self.plan.max_games() <= played.into()
            }
            Length::Endless => 1 <= played,
        }
    }

    /// Plays the next game; `None` if the run was stopped meanwhile.
    fn round(&mut self, worker: &mut Worker, stop: &Stop) -> Option<()> {
        let n_seats = self.plan.n_seats;
        let idx = self.record.rounds.len();
        // Who begins alternates, as the framework's matches do it.
        let players = PerSeat::from_fn(n_seats, |seat| ((seat.index() + idx) % n_seats) as u8);
        let number = self.job.pair() * self.plan.max_games() + idx as u64;
        let (mut pos, mut moves) = if self.plan.agreement.opening_plies == 0 {
            let standing = self.record.standing_before(idx, &players);
            (self.plan.agreement.game.start_round(&standing), Vec::with_capacity(USUAL_PLIES))
        } else {
            let opening = self.plan.openings.get(number);
            (opening.pos.clone(), opening.moves.clone())
        };
        let sides = players.clone().map(|player| self.side_of(player.into()));
        let ending = self.game(&mut pos, &mut moves, &sides, number, worker, stop)?;
        for (seat, &won) in ending.points.entries() {
            self.points[sides[seat] as usize] += won;
        }
        match score_of(ending.value) {
            1.0 => self.wins[0] += 1,
            0.0 => self.wins[1] += 1,
            _ => {}
        }
        self.value = ending.value;
        self.record.rounds.push(RoundRecord {
            players,
            start: None,
            moves,
            leavers: Vec::new(),
            result: Some((ending.end, ending.points)),
            hash: pos.key(),
        });
        Some(())
    }

    /// Plays one game from a position to its end.
    fn game(
        &mut self,
        pos: &mut Box<dyn AnyPosition>,
        moves: &mut Vec<RecordedMove>,
        sides: &PerSeat<Side>,
        number: u64,
        worker: &mut Worker,
        stop: &Stop,
    ) -> Option<Ending> {
        let seed = self.plan.agreement.seed;
        let mut dice = Rng::stream(seed, "dice", number);
        // The players of a pair must not be given the same chances twice.
        let mut chances = Rng::stream(seed, "chances", 2 * number + u64::from(self.job.is_swapped()));
        let seeds = [chances.bits(), chances.bits()];
        let began = Instant::now();
        for side in Side::BOTH {
            // Who cannot be made loses at its first move.
            if let Ok(contender) = worker.contender(self.plan, self.job.player(side)) {
                contender.forget();
            }
        }
        self.playing += began.elapsed();
        loop {
            match pos.turn() {
                Turn::Over => return Some(over(&**pos, sides)),
                _ if MAX_PLIES <= moves.len() => return Some(endless(&**pos)),
                Turn::Chance => {
                    let before = self.luck.is_some().then(|| pos.boxed_clone());
                    let text = pos.play_random(&mut dice)?;
                    if let (Some(before), Some(judge), Some(luck)) =
                        (before, &mut worker.judge, &mut self.luck)
                    {
                        let began = Instant::now();
                        *luck += sides[Seat::FIRST].signed(judge.luck(&*before, &text));
                        self.judging += began.elapsed();
                    }
                    moves.push(RecordedMove { by: None, text, spent: None });
                }
                Turn::Seat(seat) => {
                    let side = sides[seat];
                    let player = self.job.player(side);
                    let Player { limits, deadline, .. } = &self.plan.players[player];
                    let limits = Limits { seed: seeds[side as usize], ..*limits };
                    let before = deadline.is_some().then(|| pos.boxed_clone());
                    let began = Instant::now();
                    let answer = worker.contender(self.plan, player).and_then(|contender| {
                        contender.play(Question { pos: &mut **pos, moves, limits: &limits, stop })
                    });
                    let spent = began.elapsed();
                    self.playing += spent;
                    if stop.is_set() {
                        return None;
                    }
                    self.tempos[side as usize].push(spent);
                    let millis = Millis(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
                    let late = deadline.filter(|&deadline| deadline < millis && answer.is_ok());
                    let fault = match (answer, late) {
                        (_, Some(deadline)) => {
                            let detail = format!("a move took {millis}, and {deadline} was the limit");
                            Fault::new(FaultKind::TimeOver, detail)
                        }
                        (Ok(Answer::Played(text)), None) => {
                            let spent = limits.time.is_some().then_some(millis);
                            moves.push(RecordedMove { by: Some(seat), text, spent });
                            continue;
                        }
                        (Ok(Answer::Resigned), None) => return Some(given_up(&**pos, seat, sides)),
                        (Err(fault), None) => fault,
                    };
                    worker.dismiss(player);
                    if let Some(before) = before {
                        *pos = before;
                    }
                    let ending = match fault.kind {
                        FaultKind::TimeOver => out_of_time(&**pos, seat, sides),
                        FaultKind::Crashed | FaultKind::IllegalMove => given_up(&**pos, seat, sides),
                    };
                    self.faults.push((side, fault));
                    return Some(ending);
                }
            }
        }
    }

    fn finished(self) -> Finished {
        let value = match self.plan.agreement.length {
            Length::Rounds(_) | Length::Endless => self.value,
            Length::BestOf(_) => lead(self.wins),
            Length::Points(_) => lead(self.points),
        };
        let mut record = String::with_capacity(
            CHARS_PER_MOVE * self.record.rounds.iter().map(|round| round.moves.len()).sum::<usize>(),
        );
        // Writing into a string cannot fail.
        let _ = write!(record, "{}", self.record);
        Finished {
            job: self.job,
            value,
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

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Who has more of something: 1 for the first side, −1 for the second, 0 for neither.
fn lead([first, second]: [u32; 2]) -> f64 {
    match first.cmp(&second) {
        Ordering::Less => -1.0,
        Ordering::Equal => 0.0,
        Ordering::Greater => 1.0,
    }
}

/// How the game ended by its rules.
fn over(pos: &dyn AnyPosition, sides: &PerSeat<Side>) -> Ending {
    ended(End::Over, &pos.payoffs(), sides)
}

fn endless(pos: &dyn AnyPosition) -> Ending {
    Ending { end: End::DrawAgreed, points: PerSeat::filled(pos.seats(), 0), value: 0.0 }
}

/// A seat gives up, at the level to which the others need not agree.
fn given_up(pos: &dyn AnyPosition, seat: Seat, sides: &PerSeat<Side>) -> Ending {
    let levels = pos.resignations(seat);
    match levels.into_iter().find(|level| !level.needs_consent) {
        Some(level) => ended(End::Resigned { seat, level: level.level.to_owned() }, &level.payoffs, sides),
        // At a table of more than two nobody can give up for all.
        None => out_of_time(pos, seat, sides),
    }
}

/// A seat loses by its clock: the most that it could give up, or at a table of more than two a point to each of
/// the others.
fn out_of_time(pos: &dyn AnyPosition, seat: Seat, sides: &PerSeat<Side>) -> Ending {
    let end = End::TimeOver { seat };
    match pos.resignations(seat).last() {
        Some(dearest) => ended(end, &dearest.payoffs, sides),
        None => Ending {
            end,
            points: PerSeat::from_fn(pos.seats(), |other| u32::from(other != seat)),
            value: sides[seat].signed(-1.0),
        },
    }
}

fn ended(end: End, payoffs: &PerSeat<f32>, sides: &PerSeat<Side>) -> Ending {
    let of_first = payoffs.entries().filter(|(seat, _)| sides[*seat] == Side::First);
    let value = of_first.map(|(_, &payoff)| f64::from(payoff)).sum();
    Ending { end, points: payoffs.clone().map(|payoff| payoff.max(0.0).round() as u32), value }
}

/// A name as records can hold it: one line, not too long.
fn recordable(name: &str) -> String {
    let printable: String = name.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let short: String = printable.trim().chars().take(MAX_NAME_CHARS).collect();
    let short = short.trim();
    if short.is_empty() { "?".to_owned() } else { short.to_owned() }
}
