//! A table as a state machine: commands in, events out.

use std::sync::Arc;

use framework::{Action, Millis, Rng, Turn};
use protocol::{ChairChoice, Code, Flag, NewTable, Person, Phase, Sitter, TableHappening, Watchers};
use store::{CommandKey, StoredEvent, TableRow};
use tables::{Agreed, Envelope, Handled, Now, SeededDice, Table, TableCommand};

fn person(id: &str) -> Person {
    Person::guest(id.parse().unwrap(), id.to_uppercase())
}

/// A table together with everything that it would have written.
struct Sitting {
    table: Table,
    log: Vec<StoredEvent>,
    at: u64,
    lag: Millis,
    next_number: u64,
}

impl Sitting {
    fn new(settings: NewTable) -> Self {
        let empty = protocol::TableSummary {
            id: "t".parse().unwrap(),
            game: String::new(),
            options: String::new(),
            host: person("anna"),
            chairs: Vec::new(),
            length: String::new(),
            clock: String::new(),
            rated: false,
            locked: false,
            watchers: Watchers::Everyone,
            phase: Phase::Waiting,
            created: 0,
        };
        let row = TableRow {
            id: "t".parse().unwrap(),
            host: person("anna"),
            settings,
            secret: 2006,
            invite: "invitation".to_owned(),
            summary: empty,
            created: 0,
            by: CommandKey { client: "anna/tab".to_owned(), number: 0 },
        };
        let table = Table::load(catalog::GAMES, row, &[], Arc::new(SeededDice)).unwrap();
        let mut sitting = Self { table, log: Vec::new(), at: 0, lag: Millis(0), next_number: 1 };
        sitting.handle(None, TableCommand::Open).answer.unwrap();
        sitting
    }

    /// Between two people who both sit.
    fn of_two(settings: NewTable) -> Self {
        let mut sitting = Self::new(settings);
        sitting.command("bert", TableCommand::Sit { chair: None, password: None, invite: None }).unwrap();
        sitting
    }

    fn handle(&mut self, by: Option<(&str, u64)>, command: TableCommand) -> Handled {
        let envelope = Envelope {
            actor: by.map(|(id, _)| person(id)),
            key: by.map(|(id, number)| CommandKey { client: format!("{id}/tab"), number }),
            lag: self.lag,
            command,
        };
        self.at += 100;
        let handled =
            self.table.handle(&envelope, Now { table_time: Millis(self.at), unix_ms: 5_000 + self.at });
        self.log.extend(handled.events.clone());
        handled
    }

    fn command(&mut self, who: &str, command: TableCommand) -> Result<u64, protocol::Problem> {
        self.next_number += 1;
        self.handle(Some((who, self.next_number)), command).answer
    }

    fn act(&mut self, who: &str, action: Action) -> Result<u64, protocol::Problem> {
        let ply = self.table.contest().map_or(0, framework::Match::ply);
        self.command(who, TableCommand::Act { ply, action, chair: None })
    }

    fn play(&mut self, who: &str, text: &str) -> Result<u64, protocol::Problem> {
        self.act(who, Action::Move(text.to_owned()))
    }

    #[track_caller]
    fn refuses(&mut self, who: &str, command: TableCommand, code: Code) {
        let before = self.log.len();
        assert_eq!(self.command(who, command).unwrap_err().code, code);
        assert_eq!(self.log.len(), before, "a refusal changes nothing");
    }

    /// The same table, loaded from what was written.
    fn reloaded(&self) -> Table {
        Table::load(catalog::GAMES, self.table.row().clone(), &self.log, Arc::new(SeededDice)).unwrap()
    }

    #[track_caller]
    fn check_reload(&self) {
        let at = Millis(self.at);
        let viewer = person("anna");
        let seen = |table: &Table| {
            let mut snapshot = table.snapshot(&viewer, at);
            // How slow the lines of players are is measured anew, and never written.
            snapshot.moment.iter_mut().for_each(|moment| moment.lags = None);
            snapshot
        };
        assert_eq!(seen(&self.reloaded()), seen(&self.table));
    }

    /// Plays random moves until the match is over.
    fn play_out(&mut self, seed: u64) {
        let mut rng = Rng::stream(seed, "play out", 0);
        while self.table.phase() == Phase::Playing {
            let contest = self.table.contest().unwrap();
            if contest.round_end().is_some() {
                self.act("anna", Action::Ready).unwrap();
                self.act("bert", Action::Ready).unwrap();
                continue;
            }
            let (seat, action) = match contest.position().turn() {
                Turn::Seat(seat) => {
                    let moves = contest.position().legal_moves();
                    (seat, Action::Move(moves[rng.index(moves.len())].clone()))
                }
                Turn::Chance => (contest.position().roller().unwrap(), Action::Roll),
                Turn::Over => unreachable!("the round would have ended"),
            };
            let Some(Sitter::Person(who)) = self.table.sitter_at(seat).cloned() else {
                panic!("nobody sits there")
            };
            self.act(who.id.as_str(), action).unwrap();
        }
    }
}

fn two_people(game: &str, options: &str) -> NewTable {
    NewTable::new(game, options, vec![ChairChoice::Me, ChairChoice::Open])
}

#[test]
fn a_match_begins_when_every_chair_is_taken() {
    let mut sitting = Sitting::new(two_people("connect4", ""));
    assert_eq!(sitting.table.phase(), Phase::Waiting);
    sitting.refuses(
        "anna",
        TableCommand::Act { ply: 0, action: Action::Move("4".into()), chair: None },
        Code::Phase,
    );
    sitting.command("bert", TableCommand::Sit { chair: Some(1), password: None, invite: None }).unwrap();
    assert_eq!(sitting.table.phase(), Phase::Playing);
    let names = sitting.log.iter().find_map(|event| match &event.event.what {
        TableHappening::Began { names } => Some(names.clone()),
        _ => None,
    });
    assert_eq!(names.unwrap(), ["ANNA", "BERT"]);
    sitting.check_reload();
}

#[test]
fn each_seat_is_for_oneself_a_computer_or_whoever_comes_in_every_combination() {
    let choices = || [ChairChoice::Me, ChairChoice::Open, ChairChoice::Engine("level1".to_owned())];
    for first in choices() {
        for second in choices() {
            let chairs = vec![first.clone(), second.clone()];
            let n_open = chairs.iter().filter(|&chair| *chair == ChairChoice::Open).count();
            let mut sitting = Sitting::new(NewTable::new("connect4", "", chairs.clone()));
            for guest in ["bert", "carl"].iter().take(n_open) {
                assert_eq!(sitting.table.phase(), Phase::Waiting, "{chairs:?}");
                sitting
                    .command(guest, TableCommand::Sit { chair: None, password: None, invite: None })
                    .unwrap();
            }
            assert_eq!(sitting.table.phase(), Phase::Playing, "{chairs:?}");
            // A seat belongs to one: nobody else can take it, or move for it.
            for chair in 0..2 {
                let sit = TableCommand::Sit { chair: Some(chair), password: None, invite: None };
                sitting.refuses("dora", sit, Code::Chair);
            }
            let act = TableCommand::Act { ply: 0, action: Action::Move("4".into()), chair: None };
            sitting.refuses("dora", act, Code::NotAllowed);
            assert_eq!(sitting.table.engine_to_move().is_some(), first == choices()[2], "{chairs:?}");
            sitting.check_reload();
        }
    }
}

#[test]
fn only_the_seated_player_to_move_can_move() {
    let mut sitting = Sitting::of_two(two_people("connect4", ""));
    let act = |action| TableCommand::Act { ply: 0, action, chair: None };
    sitting.refuses("bert", act(Action::Move("4".into())), Code::NotYourTurn);
    sitting.refuses("carl", act(Action::Move("4".into())), Code::NotAllowed);
    sitting.refuses("anna", act(Action::Move("9".into())), Code::IllegalMove);
    sitting.refuses("anna", act(Action::EnterRoll("31".into())), Code::Refused);
    let stale = TableCommand::Act { ply: 3, action: Action::Move("4".into()), chair: None };
    sitting.refuses("anna", stale, Code::Stale);
    let other_chair = TableCommand::Act { ply: 0, action: Action::Move("4".into()), chair: Some(1) };
    sitting.refuses("anna", other_chair, Code::NotAllowed);
    sitting.play("anna", "4").unwrap();
    sitting.play("bert", "4").unwrap();
    sitting.check_reload();
}

#[test]
fn a_repeated_command_has_no_second_effect_even_after_loading() {
    let mut sitting = Sitting::of_two(two_people("connect4", ""));
    let act = |ply, text: &str| TableCommand::Act { ply, action: Action::Move(text.into()), chair: None };
    let first = sitting.handle(Some(("anna", 50)), act(0, "4"));
    let again = sitting.handle(Some(("anna", 50)), act(0, "4"));
    assert_eq!(again, Handled { events: Vec::new(), answer: first.answer.clone(), given_back: Millis(0) });
    sitting.table = sitting.reloaded();
    let again = sitting.handle(Some(("anna", 50)), act(0, "4"));
    assert_eq!(again, Handled { events: Vec::new(), answer: first.answer, given_back: Millis(0) });
    let late = sitting.handle(Some(("anna", 49)), act(1, "5"));
    assert_eq!(late.answer.unwrap_err().code, Code::OutOfOrder);
    // Another client may use the same numbers.
    sitting.handle(Some(("bert", 50)), act(1, "5")).answer.unwrap();
}

#[test]
fn replaying_every_order_changes_nothing() {
    let mut sitting = Sitting::of_two(two_people("othello", ""));
    let mut rng = Rng::stream(7, "commands", 0);
    let mut commands = Vec::new();
    for number in 100..140 {
        let contest = sitting.table.contest().unwrap();
        let Turn::Seat(seat) = contest.position().turn() else { break };
        let moves = contest.position().legal_moves();
        let (ply, text) = (contest.ply(), moves[rng.index(moves.len())].clone());
        let who = ["anna", "bert"][seat.index()];
        let command = TableCommand::Act { ply, action: Action::Move(text), chair: None };
        commands.push((who, number, command.clone()));
        sitting.handle(Some((who, number)), command).answer.unwrap();
    }
    let before = sitting.log.clone();
    for _ in 0..2 {
        for (who, number, command) in &commands {
            let again = sitting.handle(Some((who, *number)), command.clone());
            assert_eq!(again.events, []);
        }
        sitting.table = sitting.reloaded();
    }
    assert_eq!(sitting.log, before);
}

#[test]
fn whole_matches_of_every_game_load_to_the_same_position() {
    let games = [
        ("connect4", "", None),
        ("othello", "6x6", Some("best-of=3")),
        ("backgammon", "match=3", None),
        ("blokus", "duo", None),
    ];
    for (game, options, length) in games {
        let mut wanted = two_people(game, options);
        wanted.length = length.map(str::to_owned);
        wanted.rotate = true;
        let mut sitting = Sitting::of_two(wanted);
        sitting.play_out(11);
        assert_eq!(sitting.table.phase(), Phase::Over, "{game}");
        sitting.check_reload();
        let record = sitting.table.contest().unwrap().record();
        let replayed =
            record.to_string().parse::<framework::Record>().unwrap().replay(catalog::GAMES).unwrap();
        assert_eq!(replayed.position.key(), sitting.reloaded().contest().unwrap().position().key(), "{game}");
        let results = sitting.table.results(Now { table_time: Millis(0), unix_ms: 9 });
        assert_eq!(results.len(), 2, "{game}");
        assert!(results.iter().all(|result| result.user.is_some()));
    }
}

#[test]
fn dice_wait_for_the_roller_unless_they_roll_by_themselves() {
    let mut sitting = Sitting::of_two(two_people("backgammon", "nocube"));
    let roller = |sitting: &Sitting| {
        let contest = sitting.table.contest().unwrap();
        let seat = contest.position().roller()?;
        (contest.position().turn() == Turn::Chance).then_some(seat)
    };
    // The opening roll concerns both, and falls by itself.
    let Turn::Seat(first) = sitting.table.contest().unwrap().position().turn() else {
        panic!("somebody begins")
    };
    let names = ["anna", "bert"];
    let mv = sitting.table.contest().unwrap().position().legal_moves()[0].clone();
    sitting.play(names[first.index()], &mv).unwrap();
    assert_eq!(roller(&sitting), Some(first.other()));
    let ply = sitting.table.contest().unwrap().ply();
    let roll = || TableCommand::Act { ply, action: Action::Roll, chair: None };
    sitting.refuses(names[first.index()], roll(), Code::NotYourTurn);
    sitting.act(names[first.other().index()], Action::Roll).unwrap();
    assert_eq!(roller(&sitting), None);
    // From now on the dice of the first roll by themselves.
    let auto = |chair| TableCommand::Prefer { auto_roll: true, confirm_blocked: false, chair };
    let [own, others] = [first, first.other()].map(|seat| Some(seat.index() as u8));
    sitting.refuses(names[first.index()], auto(others), Code::NotAllowed);
    sitting.command(names[first.index()], auto(own)).unwrap();
    let mv = sitting.table.contest().unwrap().position().legal_moves()[0].clone();
    sitting.play(names[first.other().index()], &mv).unwrap();
    assert_eq!(roller(&sitting), None);
    sitting.check_reload();
}

#[test]
fn one_chair_per_person_unless_several_are_agreed() {
    let sit = |chair| TableCommand::Sit { chair, password: None, invite: None };
    let chairs = vec![ChairChoice::Me, ChairChoice::Open, ChairChoice::Open, ChairChoice::Open];
    let wanted = NewTable::new("blokus", "", chairs);
    let mut sitting = Sitting::new(wanted.clone());
    sitting.command("bert", sit(Some(2))).unwrap();
    for who in ["anna", "bert"] {
        sitting.refuses(who, sit(None), Code::Chair);
        sitting.refuses(who, sit(Some(3)), Code::Chair);
    }
    // Whoever wants another chair leaves the first one.
    sitting.command("bert", TableCommand::Stand).unwrap();
    sitting.command("bert", sit(Some(3))).unwrap();
    sitting.check_reload();
    let mut sitting = Sitting::new(NewTable { several_chairs: true, ..wanted });
    for _ in 0..3 {
        assert_eq!(sitting.table.phase(), Phase::Waiting);
        sitting.command("bert", sit(None)).unwrap();
    }
    assert_eq!(sitting.table.phase(), Phase::Playing);
    sitting.check_reload();
}

#[test]
fn fifth_client_watches_a_game_of_four() {
    let open = || vec![ChairChoice::Open; 4];
    let sit = || TableCommand::Sit { chair: None, password: None, invite: None };
    let mut sitting = Sitting::new(NewTable { manual_start: true, ..NewTable::new("blokus", "", open()) });
    for (n_here, guest) in ["anna", "bert", "carl", "dora"].into_iter().enumerate() {
        let chairs = sitting.table.summary().chairs;
        assert_eq!(chairs.iter().filter(|chair| chair.sitter.is_some()).count(), n_here);
        sitting.command(guest, sit()).unwrap();
    }
    sitting.refuses("emil", sit(), Code::Chair);
    sitting.command("anna", TableCommand::Begin).unwrap();
    sitting.refuses("emil", sit(), Code::Chair);
    assert_eq!(sitting.table.phase(), Phase::Playing);
    let five = [open(), vec![ChairChoice::Open]].concat();
    let refused = Agreed::new(catalog::GAMES, &NewTable::new("blokus", "", five)).unwrap_err();
    assert_eq!(refused.sentence, "the game has 4 seats, but 5 chairs are described");
}

#[test]
fn a_seat_that_was_left_is_taken_over_and_given_back() {
    let mut sitting = Sitting::of_two(two_people("othello", ""));
    sitting.command("bert", TableCommand::Stand).unwrap();
    sitting.refuses("carl", TableCommand::Sit { chair: Some(1), password: None, invite: None }, Code::Chair);
    sitting.refuses("carl", TableCommand::Seat { chair: 1, player: "level1".into() }, Code::NotAllowed);
    sitting.refuses("anna", TableCommand::Seat { chair: 1, player: "nobody".into() }, Code::Settings);
    sitting.command("anna", TableCommand::Seat { chair: 1, player: "level1".into() }).unwrap();
    sitting.play("anna", "f5").unwrap();
    let turn = sitting.table.engine_to_move().unwrap();
    assert_eq!((turn.chair, turn.player.as_str()), (1, "level1"));
    let wrong = TableCommand::EngineMove { seq: turn.seq - 1, chair: 1, text: "d6".into() };
    assert_eq!(sitting.handle(None, wrong).answer.unwrap_err().code, Code::Stale);
    sitting
        .handle(None, TableCommand::EngineMove { seq: turn.seq, chair: 1, text: "d6".into() })
        .answer
        .unwrap();
    sitting.play("anna", "c3").unwrap();
    sitting.check_reload();
    sitting.command("bert", TableCommand::Sit { chair: None, password: None, invite: None }).unwrap();
    assert_eq!(sitting.table.engine_to_move(), None);
    sitting.play("bert", "d3").unwrap();
    sitting.check_reload();
}

#[test]
fn a_password_guards_the_chairs_and_an_invitation_opens_them() {
    let mut wanted = two_people("connect4", "");
    wanted.password = Some("hidden".to_owned());
    let sit = |password: Option<&str>, invite: Option<&str>| TableCommand::Sit {
        chair: None,
        password: password.map(str::to_owned),
        invite: invite.map(str::to_owned),
    };
    let mut sitting = Sitting::new(wanted.clone());
    sitting.refuses("bert", sit(None, None), Code::Password);
    sitting.refuses("bert", sit(Some("wrong"), Some("wrong")), Code::Password);
    sitting.command("bert", sit(Some("hidden"), None)).unwrap();
    let mut sitting = Sitting::new(wanted);
    sitting.command("bert", sit(None, Some("invitation"))).unwrap();
}

#[test]
fn a_clock_that_runs_out_ends_the_round_and_the_match() {
    let mut wanted = two_people("connect4", "");
    wanted.clock = "1s/move".to_owned();
    let mut sitting = Sitting::of_two(wanted);
    assert!(sitting.table.next_deadline().is_some());
    sitting.at += 5_000;
    let late =
        sitting.command("anna", TableCommand::Act { ply: 0, action: Action::Move("4".into()), chair: None });
    assert_eq!(late.unwrap_err().code, Code::Refused);
    assert_eq!(sitting.table.phase(), Phase::Over);
    assert_eq!(sitting.table.next_deadline(), None);
    sitting.check_reload();
}

#[test]
fn a_slow_line_costs_no_time() {
    let mut wanted = two_people("connect4", "");
    wanted.clock = "10s+0s".to_owned();
    let mut sitting = Sitting::of_two(wanted);
    sitting.at += 1_000;
    sitting.lag = Millis(45);
    sitting.play("anna", "4").unwrap();
    let spent = sitting.log.iter().rev().find_map(|event| match &event.event.what {
        TableHappening::Match(framework::Happening::Moved { spent, .. }) => Some(*spent),
        _ => None,
    });
    assert_eq!(spent, Some(Millis(1_100 - 45)));
    sitting.check_reload();
}

#[test]
fn undo_draw_and_resignation_need_the_others() {
    let mut sitting = Sitting::of_two(two_people("othello", ""));
    sitting.play("anna", "f5").unwrap();
    sitting.act("anna", Action::Undo(None)).unwrap();
    assert_eq!(sitting.table.contest().unwrap().ply(), 1);
    sitting.act("bert", Action::Accept).unwrap();
    assert_eq!(sitting.table.contest().unwrap().ply(), 0);
    sitting.act("anna", Action::OfferDraw).unwrap();
    sitting.act("bert", Action::Decline).unwrap();
    sitting.act("bert", Action::Resign(None)).unwrap();
    assert_eq!(sitting.table.phase(), Phase::Over);
    sitting.check_reload();
}

#[test]
fn a_computer_player_agrees_to_undo_and_declines_draws() {
    let chairs = vec![ChairChoice::Me, ChairChoice::Engine("level1".to_owned())];
    let mut sitting = Sitting::new(NewTable::new("othello", "", chairs));
    sitting.play("anna", "f5").unwrap();
    sitting.act("anna", Action::OfferDraw).unwrap();
    assert_eq!(sitting.table.contest().unwrap().pending_offer(), None);
    sitting.act("anna", Action::Undo(None)).unwrap();
    assert_eq!(sitting.table.contest().unwrap().ply(), 0);
    sitting.check_reload();
}

#[test]
fn a_computer_player_lets_nobody_give_up_less_than_is_coming() {
    let chairs = vec![ChairChoice::Engine("level1".to_owned()), ChairChoice::Me];
    // The computer player bears off its last two checkers, and the other side has all fifteen on its sixth point.
    let start = Some("4P8PAAADAAAAAA".to_owned());
    let mut sitting = Sitting::new(NewTable { start, ..NewTable::new("backgammon", "", chairs) });
    let give_up = |level: &str| Action::Resign(Some(level.to_owned()));
    sitting.act("anna", give_up("single")).unwrap();
    let contest = sitting.table.contest().unwrap();
    assert_eq!((contest.pending_offer(), contest.round_end()), (None, None));
    sitting.act("anna", give_up("gammon")).unwrap();
    assert!(sitting.table.contest().unwrap().round_end().is_some());
    sitting.check_reload();
}

#[test]
fn settings_that_fit_nothing_are_refused_with_a_reason() {
    let check = |change: &dyn Fn(&mut NewTable), reason: &str| {
        let mut wanted = two_people("connect4", "");
        change(&mut wanted);
        let problem = Agreed::new(catalog::GAMES, &wanted).unwrap_err();
        assert_eq!(problem.code, Code::Settings);
        assert!(problem.sentence.contains(reason), "{}", problem.sentence);
    };
    check(&|wanted| wanted.game = "chess".into(), "choose one of connect4");
    check(&|wanted| wanted.options = "99x99".into(), "");
    check(&|wanted| wanted.chairs.clear(), "2 seats");
    check(&|wanted| wanted.clock = "soon".into(), "is no clock");
    check(&|wanted| wanted.length = Some("points=0".into()), "is no length");
    check(&|wanted| wanted.chairs[1] = ChairChoice::Engine("deep-thought".into()), "no player");
    check(&|wanted| wanted.chairs[1] = ChairChoice::Engine("mcts:rave=1".into()), "only weights");
    check(&|wanted| wanted.start = Some("9".into()), "the start position");
    check(&|wanted| (wanted.rated, wanted.start) = (true, Some("44".into())), "begins as usual");
    check(&|wanted| (wanted.rated, wanted.hints) = (true, true), "rated");
    check(&|wanted| wanted.password = Some("x".repeat(200)), "password");
}

#[test]
fn the_weights_and_the_time_of_a_computer_player_can_be_chosen_and_nothing_else_about_it() {
    let against = |player: &str| {
        let chairs = vec![ChairChoice::Me, ChairChoice::Engine(player.to_owned())];
        Agreed::new(catalog::GAMES, &NewTable::new("backgammon", "", chairs)).map(|_| ())
    };
    for player in
        ["welfenlab-2006:w1=2.5,w9=-4", "welfenlab-2006:w1=2,time=500", "level3:time=10000", "mcts:time=50"]
    {
        against(player).unwrap();
    }
    for (player, problem) in [
        ("welfenlab-2006:w1=much", "number"),
        ("welfenlab-2006:w1=1e300", "number"),
        ("welfenlab-2006:time=60000", "time is 60000; it must lie between 50 and 10000"),
        ("level3:time=49", "time is 49; it must lie between 50 and 10000"),
        ("level3:time=soon", "this is no number"),
        ("level3:time=100,time=200", "give it once"),
        ("welfenlab-2006:w1=1,mistakes=10", "only as-written, its weights and a time"),
        ("level10:w1=1", "no player"),
        (&format!("welfenlab-2006:w1=1{}", "0".repeat(3_000)), "at most"),
    ] {
        let refused = against(player).unwrap_err();
        assert_eq!(refused.code, Code::Settings, "{player}");
        assert!(refused.sentence.contains(problem), "{player}: {}", refused.sentence);
    }
}

#[test]
fn options_that_historic_players_ask_for_can_be_chosen_at_tables() {
    let against = |game: &str, player: &str| {
        let n_seats = if game == "blokus" { 4 } else { 2 };
        let mut chairs = vec![ChairChoice::Me; n_seats];
        chairs[1] = ChairChoice::Engine(player.to_owned());
        Agreed::new(catalog::GAMES, &NewTable::new(game, "", chairs)).map(|_| ())
    };
    for (game, player) in [
        ("connect4", "praktikum-2018:level=6"),
        ("connect4", "woellert-2006:depth=2,two=20,time=500"),
        ("othello", "denkmaschine-2014:depth=3,evaluation=0"),
        ("backgammon", "welfenlab-2006:as-written,w1=2"),
        ("blokus", "blokus-2005:easy,style=defensive"),
    ] {
        against(game, player).unwrap();
    }
    for (game, player) in [
        ("connect4", "praktikum-2018:level=7"),
        ("connect4", "alphabeta:table=4000"),
        ("othello", "denkmaschine-2014:depth=21"),
        ("blokus", "blokus-2005:noise=100"),
        ("blokus", "blokus-2005:"),
    ] {
        assert_eq!(against(game, player).unwrap_err().code, Code::Settings, "{player}");
    }
}

#[test]
fn a_player_with_many_weights_still_has_a_name_that_a_record_takes() {
    let weights: Vec<_> = (1..=9).map(|number| format!("w{number}=12345.678{number}")).collect();
    let player = format!("welfenlab-2006:{}", weights.join(","));
    let chairs = vec![ChairChoice::Me, ChairChoice::Engine(player)];
    let sitting = Sitting::new(NewTable::new("backgammon", "", chairs));
    assert_eq!(sitting.table.phase(), Phase::Playing);
    let name = &sitting.table.record().unwrap().players[1];
    assert!(name.starts_with("welfenlab-2006:w1=12345.6781,w2="), "{name}");
    assert!(name.ends_with('…') && name.chars().count() == 100, "{name}");
    sitting.check_reload();
}

#[test]
fn a_match_may_begin_with_any_position() {
    let chairs = vec![ChairChoice::Me, ChairChoice::Open];
    let mut sitting =
        Sitting::of_two(NewTable { start: Some("444".to_owned()), ..NewTable::new("connect4", "", chairs) });
    let position = |sitting: &Sitting| sitting.table.contest().unwrap().position().text();
    assert!(position(&sitting).ends_with("/-------/---X---/---O---/---X---"));
    let play =
        |ply, text: &str| TableCommand::Act { ply, action: Action::Move(text.to_owned()), chair: None };
    sitting.command("bert", play(0, "4")).unwrap();
    assert!(position(&sitting).ends_with("/---O---/---X---/---O---/---X---"));
    sitting.check_reload();
}

#[test]
fn manual_start_waits_for_a_player() {
    let chairs = vec![ChairChoice::Me, ChairChoice::Open];
    let mut sitting = Sitting::new(NewTable { manual_start: true, ..NewTable::new("othello", "", chairs) });
    let alone = sitting.command("anna", TableCommand::Begin).unwrap_err();
    assert_eq!(alone.code, Code::Phase, "not every chair is taken");
    sitting.command("bert", TableCommand::Sit { chair: None, password: None, invite: None }).unwrap();
    assert_eq!(sitting.table.phase(), Phase::Waiting);
    assert_eq!(sitting.command("carl", TableCommand::Begin).unwrap_err().code, Code::NotAllowed);
    // Until then chairs can be left and taken as one likes.
    sitting.command("bert", TableCommand::Stand).unwrap();
    sitting.command("carl", TableCommand::Sit { chair: None, password: None, invite: None }).unwrap();
    sitting.command("carl", TableCommand::Begin).unwrap();
    assert_eq!(sitting.table.phase(), Phase::Playing);
    assert_eq!(sitting.command("anna", TableCommand::Begin).unwrap_err().code, Code::Phase);
}

#[test]
fn match_without_players_can_be_given_up() {
    let wanted = NewTable { clock: "1s/move".to_owned(), ..two_people("connect4", "") };
    let mut sitting = Sitting::of_two(wanted);
    sitting.play("anna", "4").unwrap();
    sitting.command("anna", TableCommand::Stand).unwrap();
    sitting.handle(None, TableCommand::GiveUp).answer.unwrap();
    assert_eq!(sitting.table.phase(), Phase::Playing, "bert is still there");
    sitting.command("bert", TableCommand::Seat { chair: 0, player: "level1".into() }).unwrap();
    sitting.command("bert", TableCommand::Stand).unwrap();
    sitting.handle(None, TableCommand::GiveUp).answer.unwrap();
    assert_eq!(sitting.table.phase(), Phase::Closed, "a computer player does not go on alone");
    // Nothing happens there any more, whatever the clock says and whoever comes.
    let n_events = sitting.log.len();
    sitting.at += 60_000;
    sitting.handle(None, TableCommand::Tick).answer.unwrap();
    sitting.handle(None, TableCommand::GiveUp).answer.unwrap();
    sitting.refuses("anna", TableCommand::Sit { chair: None, password: None, invite: None }, Code::Chair);
    assert_eq!(sitting.log.len(), n_events);
    assert_eq!((sitting.table.next_deadline(), sitting.table.engine_to_move()), (None, None));
    sitting.check_reload();
}

#[test]
fn computer_players_think_no_longer_than_the_table_and_the_clock_allow() {
    let time = |clock: &str, pace: Option<u64>| {
        let (clock, pace) = (clock.to_owned(), pace.map(Millis));
        let sitting = Sitting::of_two(NewTable { clock, pace, ..two_people("connect4", "") });
        sitting.table.time_to_think(framework::Seat::FIRST, sitting.table.at()).0
    };
    assert_eq!(time("none", None), 3_000);
    assert_eq!(time("none", Some(1_500)), 1_500);
    assert_eq!(time("none", Some(600_000)), 3_000, "nobody makes the server think for minutes");
    assert_eq!(time("1s/move", Some(1_500)), 950, "a margin is kept");
    assert_eq!(time("1m/move", Some(1_500)), 1_500);
}

#[test]
fn each_computer_player_thinks_for_the_time_that_was_chosen_for_it() {
    let chairs = ["level3:time=400", "mcts:time=9000"].map(|player| ChairChoice::Engine(player.to_owned()));
    let time = |clock: &str| {
        let sitting = Sitting::new(NewTable {
            clock: clock.to_owned(),
            ..NewTable::new("connect4", "", chairs.to_vec())
        });
        let times =
            framework::Seat::all(2).map(|seat| sitting.table.time_to_think(seat, sitting.table.at()).0);
        (sitting.table.engine_to_move().unwrap().player, times.collect::<Vec<_>>())
    };
    assert_eq!(
        time("none"),
        ("level3".to_owned(), vec![400, 9_000]),
        "the game makes a player without a time"
    );
    assert_eq!(time("1s/move").1, [400, 950], "a clock still counts");
}

#[test]
fn time_that_runs_out_loses_the_round_or_the_match_as_agreed() {
    for (flag, phase) in [(Flag::Round, Phase::Playing), (Flag::Match, Phase::Over)] {
        let mut wanted = two_people("connect4", "");
        (wanted.clock, wanted.length, wanted.flag) =
            ("1s/move".to_owned(), Some("best-of=5".to_owned()), flag);
        let mut sitting = Sitting::of_two(wanted);
        sitting.at += 5_000;
        sitting.handle(None, TableCommand::Tick).answer.unwrap();
        assert_eq!(sitting.table.phase(), phase, "{flag:?}");
        sitting.check_reload();
    }
}

#[test]
fn leaving_a_table_of_four_does_not_end_the_round() {
    let chairs = vec![ChairChoice::Me, ChairChoice::Open, ChairChoice::Me, ChairChoice::Me];
    let mut sitting = Sitting::of_two(NewTable::new("blokus", "", chairs));
    sitting.command("bert", TableCommand::Stand).unwrap();
    let left = |sitting: &Sitting| {
        let is_leave = |event: &StoredEvent| match event.event.what {
            TableHappening::Match(framework::Happening::Left { seat }) => Some(seat.number()),
            _ => None,
        };
        sitting.log.iter().filter_map(is_leave).collect::<Vec<_>>()
    };
    assert_eq!(left(&sitting), [2]);
    assert_eq!(sitting.table.contest().unwrap().record().rounds[0].leavers.len(), 1);
    // Somebody plays on there, or the player comes back; neither undoes it, and it happens only once.
    sitting.command("bert", TableCommand::Sit { chair: None, password: None, invite: None }).unwrap();
    sitting.command("bert", TableCommand::Stand).unwrap();
    sitting.command("anna", TableCommand::Seat { chair: 1, player: "level1".into() }).unwrap();
    assert_eq!(left(&sitting), [2]);
    assert_eq!(sitting.table.phase(), Phase::Playing);
    sitting.check_reload();
}

#[test]
fn a_table_at_which_too_much_has_happened_is_closed_and_says_so() {
    let endless = NewTable { length: Some("endless".into()), ..two_people("connect4", "4x4x3") };
    let mut sitting = Sitting::of_two(endless);
    let prefer = |auto_roll| TableCommand::Prefer { auto_roll, confirm_blocked: false, chair: None };
    let mut auto_roll = false;
    let refused = loop {
        auto_roll = !auto_roll;
        if let Err(problem) = sitting.command("anna", prefer(auto_roll)) {
            break problem;
        }
    };
    assert_eq!((refused.code, sitting.log.len()), (Code::Limit, 40_000));
    // Nobody can fill the table with offers, but the match can be played on.
    let offer = TableCommand::Act { ply: 0, action: Action::OfferDraw, chair: None };
    sitting.refuses("anna", offer, Code::Limit);
    let mut rounds = 0;
    while sitting.table.phase() == Phase::Playing {
        match sitting.table.contest().unwrap().round_end() {
            Some(_) => {
                rounds += 1;
                let _ = sitting.act("anna", Action::Ready);
                let _ = sitting.act("bert", Action::Ready);
            }
            // Whoever is not asked is refused, which changes nothing.
            None => drop(sitting.act("anna", Action::Resign(None))),
        }
    }
    assert!(1_000 < rounds, "{rounds}");
    assert_eq!(sitting.table.phase(), Phase::Closed);
    assert_eq!(sitting.log.last().unwrap().event.what, TableHappening::Closed);
    assert!(sitting.log.len() <= 50_010, "{}", sitting.log.len());
    let refused = sitting.play("anna", "1").unwrap_err();
    assert_eq!(refused.code, Code::Phase);
    assert!(refused.sentence.contains("50000"), "{}", refused.sentence);
}

#[test]
fn leaving_a_rated_match_loses_every_round() {
    let rated = NewTable {
        rated: true,
        clock: "10s+0s".into(),
        length: Some("best-of=3".into()),
        ..two_people("connect4", "")
    };
    let mut sitting = Sitting::of_two(rated);
    sitting.play("anna", "4").unwrap();
    sitting.command("bert", TableCommand::Stand).unwrap();
    let mut deadlines = 0;
    while sitting.table.phase() == Phase::Playing {
        // Anna plays when it is her turn; nobody does anything for Bert.
        let contest = sitting.table.contest().unwrap();
        if contest.round_end().is_some() {
            let _ = sitting.act("anna", Action::Ready);
        } else if contest.position().turn() == Turn::Seat(framework::Seat::FIRST) {
            sitting.play("anna", "4").unwrap();
        }
        let Some(deadline) = sitting.table.next_deadline() else { panic!("the match stands still") };
        sitting.at = sitting.at.max(deadline.0);
        sitting.handle(None, TableCommand::Tick).answer.unwrap();
        deadlines += 1;
        assert!(deadlines < 20);
    }
    assert_eq!(sitting.table.phase(), Phase::Over);
    assert_eq!(sitting.table.contest().unwrap().winners(), [0]);
    sitting.check_reload();
}

#[test]
fn unrated_match_waits_for_all_players_before_the_next_round() {
    let wanted =
        NewTable { length: Some("rounds=2".into()), clock: "10s+0s".into(), ..two_people("connect4", "") };
    let mut sitting = Sitting::of_two(wanted);
    sitting.act("anna", Action::Resign(None)).unwrap();
    assert_eq!(sitting.table.next_deadline(), None);
    sitting.at += 3_600_000;
    sitting.handle(None, TableCommand::Tick).answer.unwrap();
    assert!(sitting.table.contest().unwrap().round_end().is_some());
}
