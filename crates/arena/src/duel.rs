//! A match between two players: pairs in order, and what they say so far.

use std::{collections::BTreeMap, convert::Infallible, time::Duration};

use framework::{FaultKind, PlayerFault};
use serde::Serialize;

use crate::{
    Finished, Flow, Job, Plan, RunError, RunNews, Side, Tempo,
    statistics::{Estimate, Interval, Measure, Sample, Sprt, Verdict, WithoutLuck, elo_of_score},
};

/// The encounters between two players, counted in the order of their numbers whatever order they end in.
///
/// A sequential test is looked at after every pair and ends the match at the first decision; what was played beyond
/// does not count, so that neither threads nor interruptions can change the verdict.
#[derive(Clone, Debug)]
pub struct Duel {
    test: Option<Sprt>,
    /// What cannot be counted yet, because something before it is missing.
    waiting: BTreeMap<u64, Finished>,
    /// How many pairs were counted.
    pairs: Vec<Pair>,
    verdict: Option<Verdict>,
    scores: Sample,
    points: Sample,
    /// How many pairs brought 0, ½, 1, 1½ and 2.
    pentanomial: [u64; 5],
    won: u64,
    drawn: u64,
    lost: u64,
    games: u64,
    faults: BTreeMap<(Side, FaultKind), (u64, PlayerFault)>,
    tempos: [Tempo; 2],
    nanos: u64,
    players_nanos: u64,
}

/// What is kept of a pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// What the first player won in each of the two encounters; in the first of them it had the first seat.
    pub values: [f64; 2],
    /// The mean score of the first player.
    pub score: f64,
    /// The mean of the points that the first player won.
    pub points: f64,
    /// The mean of the luck that the first player had, if it was judged.
    pub luck: Option<f64>,
}

/// How a player lost games otherwise than on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FaultCount {
    /// Whose they are.
    pub side: Side,
    /// What kind of fault.
    pub kind: FaultKind,
    /// How often.
    pub count: u64,
    /// What happened the first time.
    pub example: String,
}

impl Plan {
    /// Plays a match between the first two players to its end and remembers nothing: for who needs only the result.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn duel(&self, encounters: u64, threads: usize) -> Result<Duel, RunError<Infallible>> {
        let mut duel = Duel::new(None);
        self.run(Duel::jobs(encounters), threads, |news| {
            if let RunNews::Finished(finished) = news {
                duel.add(*finished);
            }
            Ok(Flow::GoOn)
        })?;
        Ok(duel)
    }
}

impl Duel {
    /// A match without games yet, which perhaps ends when a test is decided.
    #[must_use]
    pub fn new(test: Option<Sprt>) -> Self {
        Self {
            test,
            waiting: BTreeMap::new(),
            pairs: Vec::new(),
            verdict: None,
            scores: Sample::default(),
            points: Sample::default(),
            pentanomial: [0; 5],
            won: 0,
            drawn: 0,
            lost: 0,
            games: 0,
            faults: BTreeMap::new(),
            tempos: Default::default(),
            nanos: 0,
            players_nanos: 0,
        }
    }

    /// The encounters of a match between the players 0 and 1, an even number of them.
    pub fn jobs(count: u64) -> impl Iterator<Item = Job> + Clone + Send {
        (0..count.next_multiple_of(2)).map(|number| Job { round: 0, first: 0, second: 1, number })
    }

    /// Counts an encounter as soon as everything before it is there.
    pub fn add(&mut self, finished: Finished) {
        if self.pairs.len() as u64 <= finished.job.pair() {
            self.waiting.insert(finished.job.number, finished);
        }
        while self.verdict.is_none() {
            let first = 2 * self.pairs.len() as u64;
            if !(self.waiting.contains_key(&first) && self.waiting.contains_key(&(first + 1))) {
                return;
            }
            let both = [first, first + 1].map(|number| self.waiting.remove(&number));
            let [Some(one), Some(other)] = both else { return };
            self.count(&one, &other);
        }
    }

    fn count(&mut self, one: &Finished, other: &Finished) {
        let pair = Pair {
            values: [one.value, other.value],
            score: f64::midpoint(one.score(), other.score()),
            points: f64::midpoint(one.value, other.value),
            luck: one.luck.zip(other.luck).map(|(one, other)| f64::midpoint(one, other)),
        };
        self.pairs.push(pair);
        self.scores.push(pair.score);
        self.points.push(pair.points);
        self.pentanomial[(pair.score * 4.0) as usize] += 1;
        for finished in [one, other] {
            self.count_encounter(finished);
        }
        self.verdict = self.test.and_then(|test| test.verdict(self.sample(test.measure())));
    }

    fn count_encounter(&mut self, finished: &Finished) {
        match finished.score() {
            1.0 => self.won += 1,
            0.0 => self.lost += 1,
            _ => self.drawn += 1,
        }
        self.games += u64::from(finished.games);
        self.nanos += finished.nanos;
        self.players_nanos += finished.players_nanos;
        for (tempo, more) in self.tempos.iter_mut().zip(&finished.tempos) {
            tempo.merge(more);
        }
        for (side, fault) in &finished.faults {
            self.faults.entry((*side, fault.kind)).or_insert_with(|| (0, fault.clone())).0 += 1;
        }
    }

    /// What the pairs measured.
    #[must_use]
    pub const fn sample(&self, measure: Measure) -> &Sample {
        match measure {
            Measure::Score => &self.scores,
            Measure::Points => &self.points,
        }
    }

    /// The pairs that were counted, in order.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Wins, draws and losses of the first player.
    #[must_use]
    pub const fn won_drawn_lost(&self) -> (u64, u64, u64) {
        (self.won, self.drawn, self.lost)
    }

    /// How many games were played in all encounters.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How many pairs brought the first player 0, ½, 1, 1½ and 2.
    #[must_use]
    pub const fn pentanomial(&self) -> [u64; 5] {
        self.pentanomial
    }

    /// The test and what it has decided.
    #[must_use]
    pub const fn test(&self) -> Option<(&Sprt, Option<Verdict>)> {
        match &self.test {
            Some(test) => Some((test, self.verdict)),
            None => None,
        }
    }

    /// Tells whether the test is decided, so that nothing more counts.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    /// The mean score of the first player.
    #[must_use]
    pub fn score(&self) -> Option<Estimate> {
        Measure::Score.estimate(&self.scores)
    }

    /// The points that the first player won in a game, in the mean.
    #[must_use]
    pub fn points(&self) -> Option<Estimate> {
        Measure::Points.estimate(&self.points)
    }

    /// The same with the luck of the dice taken out, if it was judged and there are enough pairs.
    #[must_use]
    pub fn points_without_luck(&self) -> Option<WithoutLuck> {
        let judged: Option<Vec<(f64, f64)>> =
            self.pairs.iter().map(|pair| Some((pair.points, pair.luck?))).collect();
        WithoutLuck::of(&judged?)
    }

    /// The difference in Elo and its interval; infinite where everything was won or lost.
    #[must_use]
    pub fn elo(&self) -> Option<(f64, Interval)> {
        self.score().map(|score| (elo_of_score(score.mean), score.interval.map(elo_of_score)))
    }

    /// The faults, counted by side and kind.
    #[must_use]
    pub fn faults(&self) -> Vec<FaultCount> {
        let counted = |(&(side, kind), (count, first)): (&(Side, FaultKind), &(u64, PlayerFault))| {
            FaultCount { side, kind, count: *count, example: first.detail.clone() }
        };
        self.faults.iter().map(counted).collect()
    }

    /// How long the moves of a side took.
    #[must_use]
    pub const fn tempo(&self, side: Side) -> &Tempo {
        &self.tempos[side as usize]
    }

    /// The time of all threads together, and the share of it that the players did not use themselves.
    #[must_use]
    pub fn time_and_overhead(&self) -> (Duration, f64) {
        let total = Duration::from_nanos(self.nanos);
        let overhead = 1.0 - self.players_nanos as f64 / (self.nanos as f64).max(1.0);
        (total, overhead.clamp(0.0, 1.0))
    }
}
