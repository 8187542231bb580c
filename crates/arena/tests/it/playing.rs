//! Games are played as agreed, and nobody's fault stops the others.

use std::{
    collections::BTreeSet,
    convert::Infallible,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use arena::{
    Against, Agreement, Duel, Finished, Flow, Job, Plan, PlanError, PlayerBuilder, RunNews, Side,
    TableFinished, TableTournament, Tournament,
    statistics::{Measure, Sprt, Verdict},
};
use framework::{
    AnyGame, Decision, DecisionRequest, FaultKind, FlagRule, GameEntry, Length, Millis, Player, PlayerFault,
    Record, RoundSoFar, search::Limits,
};
use schedule::Format;

const GAMES: [GameEntry; 2] = [nim::ENTRY, backgammon::ENTRY];

pub(crate) fn agreement(entry: GameEntry, options: &str) -> Agreement {
    let game = entry.open_text(options).expect("a game");
    Agreement {
        opening_plies: 0,
        game,
        seed: 7,
        length: Length::Rounds(1),
        flag: FlagRule::default(),
        judge: None,
    }
}

pub(crate) fn player(game: &Arc<dyn AnyGame>, name: &str, nodes: u64) -> PlayerBuilder {
    PlayerBuilder::of_the_house(game, name, name, Limits::nodes(nodes)).expect("a player of the game")
}

/// A plan for Nim between a searcher and somebody who plays anything.
pub(crate) fn nim_plan() -> Plan {
    let agreement = Agreement { opening_plies: 1, ..agreement(nim::ENTRY, "3+4+5") };
    let players = vec![player(&agreement.game, "mcts", 100), player(&agreement.game, "random", 1)];
    Plan::new(agreement, players).expect("a plan")
}

/// Plays encounters and gives them in the order of their numbers.
pub(crate) fn played(plan: &Plan, count: u64, threads: usize) -> Vec<Finished> {
    let mut all = Vec::new();
    let watch = |news| {
        if let RunNews::Finished(finished) = news {
            all.push(*finished);
        }
        Ok::<_, Infallible>(Flow::GoOn)
    };
    plan.run(Duel::jobs(count), threads, watch).expect("nothing fails");
    all.sort_by_key(|finished| finished.job);
    all
}

fn duel(finished: Vec<Finished>) -> Duel {
    let mut duel = Duel::new(None);
    for finished in finished {
        duel.add(finished);
    }
    duel
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let plan = nim_plan();
    let games = |threads| -> Vec<_> {
        played(&plan, 30, threads).into_iter().map(|it| (it.job, it.value, it.record)).collect()
    };
    assert_eq!(games(1), games(4));
}

#[test]
fn every_record_can_be_replayed() {
    for (entry, options, length) in [
        (nim::ENTRY, "3+4+5", Length::Rounds(1)),
        (nim::ENTRY, "3+4+5", Length::BestOf(5)),
        (backgammon::ENTRY, "", Length::Rounds(1)),
        (backgammon::ENTRY, "match=3", Length::Rounds(1)),
    ] {
        let agreement = Agreement { length, ..agreement(entry, options) };
        let players = vec![player(&agreement.game, "random", 1), player(&agreement.game, "random", 1)];
        for finished in played(&Plan::new(agreement, players).expect("a plan"), 6, 2) {
            let record: Record = finished.record.parse().expect("a record");
            record.replay(&GAMES).expect("it holds what it claims");
            assert_eq!(finished.games as usize, record.rounds.len());
        }
    }
}

#[test]
fn the_games_of_a_pair_begin_alike_with_seats_swapped() {
    let games = played(&nim_plan(), 20, 2);
    for pair in games.chunks(2) {
        let [one, other] = pair else { panic!("an even number") };
        let records = [one, other].map(|it| it.record.parse::<Record>().expect("a record"));
        assert_eq!(records[0].players, ["mcts", "random"]);
        assert_eq!(records[1].players, ["random", "mcts"]);
        let first_moves = records.each_ref().map(|record| record.rounds[0].moves[0].text.clone());
        assert_eq!(first_moves[0], first_moves[1]);
    }
}

#[test]
fn the_games_of_a_pair_have_the_same_dice() {
    let agreement = agreement(backgammon::ENTRY, "");
    let players = vec![player(&agreement.game, "welfenlab-2006", 1), player(&agreement.game, "random", 1)];
    let games = played(&Plan::new(agreement, players).expect("a plan"), 4, 1);
    let rolls = |finished: &Finished| -> Vec<String> {
        let record: Record = finished.record.parse().expect("a record");
        let rolls = record.rounds[0].moves.iter().filter(|mv| mv.by.is_none());
        rolls.map(|mv| mv.text.clone()).collect()
    };
    for pair in games.chunks(2) {
        let (one, other) = (rolls(&pair[0]), rolls(&pair[1]));
        let shared = one.len().min(other.len());
        assert!(10 < shared);
        assert_eq!(one[..shared], other[..shared]);
    }
    assert_ne!(rolls(&games[0])[..10], rolls(&games[2])[..10], "other pairs have other dice");
}

#[test]
fn a_player_against_itself_is_exactly_even() {
    let agreement = agreement(backgammon::ENTRY, "");
    let twin = || player(&agreement.game, "welfenlab-2006", 1);
    let plan = Plan::new(agreement.clone(), vec![twin(), twin()]).expect("a plan");
    let duel = plan.duel(40, 2).expect("threads can be started");
    assert_eq!(duel.pentanomial(), [0, 0, 20, 0, 0], "whoever has the better dice wins, in turn");
    assert_eq!(duel.points().expect("games").mean, 0.0);
}

#[test]
fn best_of_five_ends_when_nobody_can_catch_up() {
    let agreement = Agreement { length: Length::BestOf(5), ..agreement(nim::ENTRY, "3+4+5") };
    let players = vec![player(&agreement.game, "mcts", 300), player(&agreement.game, "random", 1)];
    let matches = played(&Plan::new(agreement, players).expect("a plan"), 10, 2);
    assert!(matches.iter().any(|it| it.games == 3), "three wins suffice");
    for finished in &matches {
        assert!((3..=5).contains(&finished.games));
        assert_eq!(finished.value.abs(), 1.0, "a match is won or lost");
        let record: Record = finished.record.parse().expect("a record");
        let beginners: Vec<u8> =
            record.rounds.iter().map(|round| *round.players.iter().next().unwrap()).collect();
        assert_eq!(beginners, (0..finished.games).map(|game| (game % 2) as u8).collect::<Vec<_>>());
    }
}

/// Misbehaves in the way it is told to.
struct Misbehaving(FaultKind);

impl Player for Misbehaving {
    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault> {
        match self.0 {
            FaultKind::Crashed => Err(PlayerFault::new(FaultKind::Crashed, "it fell over")),
            FaultKind::IllegalMove => {
                Err(PlayerFault::new(FaultKind::IllegalMove, "it took what is not there"))
            }
            FaultKind::TimeOver => {
                std::thread::sleep(Duration::from_millis(30));
                let first = request.pos.legal_moves().swap_remove(0);
                Ok(Decision::Played(request.pos.play(&first).expect("a legal move")))
            }
        }
    }
}

#[test]
fn faults_lose_games_and_are_counted() {
    for kind in [FaultKind::Crashed, FaultKind::IllegalMove, FaultKind::TimeOver] {
        let made = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&made);
        let bad = PlayerBuilder {
            name: "bad".to_owned(),
            limits: Limits::NONE,
            deadline: Some(Millis(5)),
            make: Box::new(move || {
                count.fetch_add(1, Ordering::Relaxed);
                Ok(Box::new(Misbehaving(kind)))
            }),
        };
        let agreement = agreement(nim::ENTRY, "3+4+5");
        let good = player(&agreement.game, "random", 1);
        let games = played(&Plan::new(agreement, vec![good, bad]).expect("a plan"), 6, 1);
        assert_eq!(made.load(Ordering::Relaxed), 6, "it is started anew for every game");
        for finished in &games {
            finished.record.parse::<Record>().expect("a record").replay(&GAMES).expect("it holds");
        }
        let duel = duel(games);
        assert_eq!(duel.won_drawn_lost(), (6, 0, 0), "{kind:?}");
        let [fault] = &duel.faults()[..] else { panic!("one kind of fault") };
        assert_eq!((fault.side, fault.kind, fault.count), (Side::Second, kind, 6));
    }
}

#[test]
fn a_late_move_loses_the_match_where_that_is_agreed() {
    for (flag, games) in [(FlagRule::LosesRound, 3), (FlagRule::LosesMatch, 1)] {
        let late = PlayerBuilder {
            name: "late".to_owned(),
            limits: Limits::NONE,
            deadline: Some(Millis(5)),
            make: Box::new(|| Ok(Box::new(Misbehaving(FaultKind::TimeOver)))),
        };
        let agreement = Agreement { length: Length::BestOf(5), flag, ..agreement(nim::ENTRY, "3+4+5") };
        let good = player(&agreement.game, "random", 1);
        for finished in played(&Plan::new(agreement, vec![late, good]).expect("a plan"), 4, 1) {
            assert_eq!((finished.games, finished.value), (games, -1.0), "{flag}");
            finished.record.parse::<Record>().expect("a record").replay(&GAMES).expect("it holds");
        }
    }
}

#[test]
fn everybody_has_every_seat_of_a_table_of_four() {
    let agreement = Agreement { opening_plies: 4, ..agreement(blokus::ENTRY, "classic") };
    let players: Vec<_> = (1..=5)
        .map(|number| {
            let random = player(&agreement.game, "random", 1);
            PlayerBuilder { name: format!("random {number}"), ..random }
        })
        .collect();
    let plan = Plan::new(agreement, players).expect("a plan");
    let mut tournament = TableTournament::new(5, 4, 4);
    let mut games = Vec::new();
    let watch = |news: RunNews<TableFinished>| {
        if let RunNews::Finished(finished) = news {
            games.push(*finished);
        }
        Ok::<_, Infallible>(Flow::GoOn)
    };
    plan.run(tournament.jobs(), 2, watch).expect("nothing fails");
    assert_eq!(games.len() as u64, tournament.n_jobs(), "five groups of four, four games each");
    let mut seats = BTreeSet::new();
    for finished in games {
        let record: Record = finished.record.parse().expect("a record");
        record.replay(&[blokus::ENTRY]).expect("it holds");
        let first = record.players[0].clone();
        assert!(seats.insert((finished.job.players.clone(), first)), "nobody begins twice");
        assert!(finished.values.iter().sum::<f64>().abs() < 1e-4, "what some win others lose");
        tournament.add(finished);
    }
    assert_eq!(tournament.games(), 20);
    for idx in 0..5 {
        let reached = tournament.player(idx);
        assert_eq!(reached.games, 16, "four of the five groups");
        assert!(0 < reached.tempo.moves());
    }
    let scores: f64 = (0..5).map(|idx| tournament.player(idx).score).sum();
    assert!((scores - 40.0).abs() < 1e-6, "half of 80 at the tables of all: {scores}");
}

/// What a player has heard: games that began, moves and rolls, and the number of moves at the end of each game.
#[derive(Clone, Default)]
struct Heard {
    games: u32,
    texts: Vec<String>,
    ends: Vec<usize>,
}

/// Plays the first move that it finds, and writes down what it hears.
struct Listener(Arc<Mutex<Heard>>);

impl Listener {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.0.lock().expect("nobody panics")
    }
}

impl Player for Listener {
    fn new_game(&mut self) {
        self.heard().games += 1;
    }

    fn observe(&mut self, so_far: &RoundSoFar<'_>) {
        let last = so_far.moves.last().expect("something has happened");
        self.heard().texts.push(last.text.clone());
    }

    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault> {
        assert_eq!(request.so_far().moves.last().map(|mv| &mv.text), self.heard().texts.last());
        let first = request.pos.legal_moves().swap_remove(0);
        Ok(Decision::Played(request.pos.play(&first).expect("a legal move")))
    }

    fn game_over(&mut self, so_far: &RoundSoFar<'_>) {
        self.heard().ends.push(so_far.moves.len());
    }
}

#[test]
fn players_hear_of_new_games_of_every_move_and_roll_and_of_the_end() {
    let agreement = agreement(backgammon::ENTRY, "");
    let heard = Arc::new(Mutex::new(Heard::default()));
    let shared = Arc::clone(&heard);
    let listener = PlayerBuilder {
        name: "listener".to_owned(),
        limits: Limits::NONE,
        deadline: None,
        make: Box::new(move || Ok(Box::new(Listener(Arc::clone(&shared))))),
    };
    let other = player(&agreement.game, "random", 1);
    let games = played(&Plan::new(agreement, vec![listener, other]).expect("a plan"), 2, 1);
    let records = games.iter().map(|game| game.record.parse::<Record>().expect("a record"));
    let rounds: Vec<_> = records.flat_map(|record| record.rounds).collect();
    let heard = heard.lock().expect("nobody panics").clone();
    assert_eq!(heard.games, 2);
    let texts: Vec<_> = rounds.iter().flat_map(|round| &round.moves).map(|mv| mv.text.clone()).collect();
    assert_eq!(heard.texts, texts);
    assert_eq!(heard.ends, rounds.iter().map(|round| round.moves.len()).collect::<Vec<_>>());
}

#[test]
fn a_player_that_cannot_be_made_loses() {
    let agreement = agreement(nim::ENTRY, "3+4+5");
    let nobody = PlayerBuilder {
        name: "nobody".to_owned(),
        limits: Limits::NONE,
        deadline: None,
        make: Box::new(|| Err(PlayerFault::new(FaultKind::Crashed, "there is no such program"))),
    };
    let good = player(&agreement.game, "random", 1);
    let duel = duel(played(&Plan::new(agreement, vec![nobody, good]).expect("a plan"), 2, 1));
    assert_eq!(duel.won_drawn_lost(), (0, 0, 2));
    assert_eq!(duel.faults()[0].example, "there is no such program");
}

#[test]
fn a_test_decides_on_the_pairs_in_their_order() {
    let plan = nim_plan();
    let games = played(&plan, 400, 2);
    let test = Sprt::new(Measure::Score, 0.0, 100.0, 0.05, 0.05).expect("a test");
    let fed = |games: Vec<Finished>| {
        let mut duel = Duel::new(Some(test));
        for finished in games {
            duel.add(finished);
        }
        (duel.pairs().len(), duel.test().and_then(|(_, verdict)| verdict))
    };
    let forwards = fed(games.clone());
    assert_eq!(forwards.1, Some(Verdict::High));
    assert!(forwards.0 < 200, "it ends early");
    assert_eq!(fed(games.into_iter().rev().collect()), forwards);
}

#[test]
fn a_run_can_be_stopped() {
    let agreement = agreement(nim::ENTRY, "9+9+9+9");
    let slow = |name: &str| {
        PlayerBuilder::of_the_house(&agreement.game, name, "mcts", Limits::nodes(u64::MAX)).unwrap()
    };
    let plan = Plan::new(agreement.clone(), vec![slow("a"), slow("b")]).expect("a plan");
    let outcome = plan.run(Duel::jobs(2), 2, |news| match news {
        RunNews::Quiet => Ok::<_, Infallible>(Flow::Stop),
        RunNews::Finished(_) => panic!("it would think for ever"),
    });
    assert!(outcome.is_ok());
}

#[test]
fn luck_is_judged_and_evens_out() {
    let judge = Some(("greedy".to_owned(), Limits::depth(1)));
    let agreement = Agreement { judge, ..agreement(backgammon::ENTRY, "hypergammon") };
    let players = vec![player(&agreement.game, "greedy", 1), player(&agreement.game, "random", 1)];
    let games = played(&Plan::new(agreement, players).expect("a plan"), 40, 2);
    let lucks: Vec<f64> = games.iter().map(|it| it.luck.expect("a judge was there")).collect();
    assert!(lucks.iter().any(|luck| 0.05 < luck.abs()), "{lucks:?}");
}

#[test]
fn plans_that_cannot_be_played_are_refused() {
    let random = |game: &Arc<dyn AnyGame>| player(game, "random", 1);
    let nim = agreement(nim::ENTRY, "3+4+5");
    let both = |agreement: &Agreement| vec![random(&agreement.game), random(&agreement.game)];
    let alone = Plan::new(nim.clone(), vec![random(&nim.game)]);
    assert_eq!(alone.unwrap_err(), PlanError::Players(1));
    let endless = Agreement { length: Length::Endless, ..nim.clone() };
    let refused = Plan::new(endless.clone(), both(&endless)).unwrap_err();
    assert!(matches!(refused, PlanError::Length { .. }), "{refused}");
    let lucky = Agreement { judge: Some(("mcts".to_owned(), Limits::depth(1))), ..nim };
    assert_eq!(Plan::new(lucky.clone(), both(&lucky)).unwrap_err(), PlanError::NoDice("nim"));
    let job = Job { round: 0, first: 3, second: 4, number: 5 };
    assert_eq!((job.pair(), job.is_swapped(), job.player(Side::Second)), (2, true, 4));
}

#[test]
fn a_tournament_is_played_round_by_round() {
    let agreement = Agreement { opening_plies: 1, ..agreement(nim::ENTRY, "3+4+5") };
    let players = ["mcts", "random", "random", "random"];
    let players = players.iter().map(|name| player(&agreement.game, name, 300)).collect();
    let plan = Plan::new(agreement, players).expect("a plan");
    for (format, rounds, encounters) in [
        (Format::RoundRobin, 1, 6 * 20),
        (Format::Gauntlet, 1, 3 * 20),
        (Format::Swiss { rounds: 2 }, 2, 4 * 20),
    ] {
        let mut tournament = Tournament::new(format, 4, 20);
        while let Some(jobs) = tournament.next_round() {
            let watch = |news| {
                if let RunNews::Finished(finished) = news {
                    tournament.add(*finished);
                }
                Ok::<_, Infallible>(Flow::GoOn)
            };
            plan.run(jobs.into_iter(), 2, watch).expect("nothing fails");
        }
        assert_eq!((tournament.rounds(), tournament.encounters()), (rounds, encounters), "{format:?}");
        let ratings = tournament.rate().around_mean();
        assert!(ratings[1..].iter().all(|rating| rating.elo + 100.0 < ratings[0].elo), "{ratings:?}");
        let Against { encounters, score, .. } = tournament.against(0, 1);
        let back = tournament.against(1, 0);
        assert_eq!((encounters as f64 - score, encounters), (back.score, back.encounters));
    }
}
