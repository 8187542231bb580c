//! Dice that both players can check: promises, nonces, substitutes, taking back, and loading at any moment.

use std::{collections::BTreeMap, sync::Arc};

use fair_dice::{pledge, verify};
use framework::{Action, DiceSecret, Happening, Match, Millis, Nonce, Rng, Share, Turn};
use protocol::{ChairChoice, Code, NewTable, Person, Phase, Problem, Sitter, TableHappening, Undo, UserId};
use store::{CommandKey, StoredEvent};
use tables::{Envelope, FairDice, Now, Promises, Table, TableCommand};

use crate::made::made;

const SECRET: DiceSecret = DiceSecret([9; 32]);

fn person(id: &str) -> Person {
    Person { id: id.parse().unwrap(), name: id.to_uppercase(), guest: false, bot: false }
}

/// A table with clients that keep the nonces they have promised.
struct Sitting {
    table: Table,
    log: Vec<StoredEvent>,
    at: u64,
    next_number: u64,
    rng: Rng,
    /// The nonces that each client knows by their hashes.
    nonces: BTreeMap<String, Vec<Nonce>>,
    /// Who answers when the dice wait.
    reveals: Vec<&'static str>,
}

impl Sitting {
    /// Anna's table, at which those of `promising` promise a nonce before they sit down.
    fn new(settings: NewTable, promising: &[&'static str]) -> Self {
        let row = made("fairtable", &person("anna"), settings);
        let table = Table::load(catalog::GAMES, row, &[], Arc::new(FairDice(SECRET))).unwrap();
        let mut sitting = Self {
            table,
            log: Vec::new(),
            at: 0,
            next_number: 1,
            rng: Rng::stream(1, "nonces", 0),
            nonces: BTreeMap::new(),
            reveals: promising.to_vec(),
        };
        for who in promising {
            let nonce = sitting.fresh(who);
            let user: UserId = who.parse().unwrap();
            sitting.table.promise(&user, || Some(pledge(&nonce).into()));
        }
        sitting.handle(None, TableCommand::Open).unwrap();
        if sitting.table.phase() == Phase::Waiting {
            sitting.command("bert", TableCommand::Sit { chair: None, password: None, invite: None }).unwrap();
        }
        sitting
    }

    fn fresh(&mut self, who: &str) -> Nonce {
        let nonce = Nonce(std::array::from_fn(|_| self.rng.bits() as u8));
        self.nonces.entry(who.to_owned()).or_default().push(nonce);
        nonce
    }

    fn handle(&mut self, who: Option<&str>, command: TableCommand) -> Result<u64, Problem> {
        self.next_number += 1;
        let envelope = Envelope {
            actor: who.map(person),
            key: who.map(|id| CommandKey { client: format!("{id}/tab"), number: self.next_number }),
            lag: Millis(0),
            command,
        };
        self.at += 100;
        let handled = self.table.handle(&envelope, Now { table_time: Millis(self.at), unix_ms: self.at });
        self.log.extend(handled.events);
        handled.answer
    }

    fn command(&mut self, who: &str, command: TableCommand) -> Result<u64, Problem> {
        self.handle(Some(who), command)
    }

    fn contest(&self) -> &Match {
        self.table.contest().unwrap()
    }

    /// The same table, loaded from what was written.
    fn reload(&mut self) {
        let row = self.table.row().clone();
        let loaded = Table::load(catalog::GAMES, row, &self.log, Arc::new(FairDice(SECRET))).unwrap();
        let viewer = person("anna");
        let at = Millis(self.at);
        assert_eq!(loaded.snapshot(&viewer, at), self.table.snapshot(&viewer, at));
        assert_eq!(loaded.next_deadline(), self.table.next_deadline());
        self.table = loaded;
    }

    fn chairs_waited_for(&self) -> Vec<u8> {
        self.table
            .snapshot(&person("anna"), Millis(self.at))
            .dice
            .map(|dice| dice.waits_for)
            .unwrap_or_default()
    }

    /// Everybody who answers reveals and promises again; the others let time pass.
    fn let_dice_fall(&mut self) {
        while let [chair, ..] = *self.chairs_waited_for() {
            let who = ["anna", "bert"][usize::from(chair)];
            if self.reveals.contains(&who) {
                let owed = self.log.iter().rev().find_map(|event| match event.event.what {
                    TableHappening::Pledged { chair: other, pledge } if other == chair => Some(pledge),
                    _ => None,
                });
                let known = self.nonces[who].iter().find(|nonce| Some(pledge(nonce)) == owed);
                self.command(who, TableCommand::Reveal { nonce: *known.unwrap(), chair: None }).unwrap();
            } else {
                self.at += 3_000;
                self.handle(None, TableCommand::Tick).unwrap();
            }
        }
        for who in self.reveals.clone() {
            let pledge = pledge(&self.fresh(who));
            // Who does not sit here, or plays on after the end, need not promise.
            let _ = self.command(who, TableCommand::Pledge { pledge, chair: None });
        }
    }

    /// Plays random moves until the match is over; after every order `between` may do something.
    fn play_out(&mut self, seed: u64, mut between: impl FnMut(&mut Self)) {
        let mut rng = Rng::stream(seed, "play out", 0);
        self.let_dice_fall();
        while self.table.phase() == Phase::Playing {
            between(self);
            self.step(rng.bits());
            self.let_dice_fall();
        }
    }

    /// Whoever is to do something does it; `chosen` says which move.
    fn step(&mut self, chosen: u64) {
        let contest = self.contest();
        let (ply, position) = (contest.ply(), contest.position());
        let (seat, command) = match position.turn() {
            _ if contest.round_end().is_some() => {
                for who in ["anna", "bert"] {
                    self.command(who, TableCommand::Act { ply, action: Action::Ready, chair: None }).unwrap();
                }
                return;
            }
            Turn::Seat(seat) => {
                let moves = position.legal_moves();
                let mv = moves[Rng::stream(chosen, "step", 0).index(moves.len())].clone();
                (seat, TableCommand::Act { ply, action: Action::Move(mv), chair: None })
            }
            Turn::Chance => (position.roller().unwrap(), TableCommand::Tick),
            Turn::Over => unreachable!("the round would have ended"),
        };
        match (self.table.sitter_at(seat).cloned().unwrap(), command) {
            (Sitter::Person(who), TableCommand::Tick)
                if self.reveals.iter().any(|id| *id == who.id.as_str()) =>
            {
                let nonce = self.fresh(who.id.as_str());
                self.command(who.id.as_str(), TableCommand::Roll { ply, nonce, chair: None }).unwrap();
            }
            (Sitter::Person(who), TableCommand::Tick) => {
                let roll = TableCommand::Act { ply, action: Action::Roll, chair: None };
                self.command(who.id.as_str(), roll).unwrap();
            }
            (Sitter::Person(who), command) => {
                self.command(who.id.as_str(), command).unwrap();
            }
            (Sitter::Engine(_), TableCommand::Act { action: Action::Move(text), .. }) => {
                let turn = self.table.engine_to_move().unwrap();
                self.handle(None, TableCommand::EngineMove { seq: turn.seq, chair: turn.chair, text })
                    .unwrap();
            }
            (Sitter::Engine(_), _) => panic!("the dice of a computer player fall by themselves"),
        }
    }

    fn shares(&self) -> Vec<Vec<Share>> {
        let cast = |event: &StoredEvent| match &event.event.what {
            TableHappening::Cast { shares, .. } => Some(shares.clone()),
            _ => None,
        };
        self.log.iter().filter_map(cast).collect()
    }

    #[track_caller]
    fn verdict(&self) -> fair_dice::Verification {
        let text = self.table.record().unwrap().to_string();
        let record: framework::Record = text.parse().unwrap();
        verify(&record, catalog::GAMES).unwrap_or_else(|flaw| panic!("{flaw}\n{text}"))
    }
}

fn two_people(options: &str) -> NewTable {
    NewTable::new("backgammon", options, vec![ChairChoice::Me, ChairChoice::Open])
}

fn is_nonce(share: &Share) -> bool {
    matches!(share, Share::Nonce(_))
}

#[test]
fn both_players_have_a_part_in_every_roll_and_the_record_proves_it() {
    for options in ["nocube", "hypergammon match=3", ""] {
        let mut sitting = Sitting::new(two_people(options), &["anna", "bert"]);
        sitting.play_out(3, |_| ());
        assert!(sitting.shares().iter().flatten().all(is_nonce), "{options}");
        let verdict = sitting.verdict();
        assert_eq!(verdict.missing, [], "{options}");
        assert_eq!(verdict.rolls, sitting.shares().len());
    }
}

#[test]
fn the_server_is_bound_before_the_first_roll_and_shows_its_secret_only_at_the_end() {
    let mut sitting = Sitting::new(two_people("hypergammon nocube"), &["anna", "bert"]);
    sitting.play_out(4, |sitting| {
        let shown = serde_json::to_string(&sitting.log.iter().map(|event| &event.event).collect::<Vec<_>>());
        assert!(!shown.unwrap().contains(&SECRET.to_string()));
        assert!(!sitting.table.record().unwrap().to_string().contains(&SECRET.to_string()));
        let snapshot = sitting.table.snapshot(&person("anna"), Millis(sitting.at));
        assert!(!serde_json::to_string(&snapshot).unwrap().contains(&SECRET.to_string()));
    });
    let place = |wanted: fn(&TableHappening) -> bool| {
        sitting.log.iter().position(|event| wanted(&event.event.what)).unwrap()
    };
    let committed = place(|what| matches!(what, TableHappening::DiceCommitted { .. }));
    let first_roll = place(|what| matches!(what, TableHappening::Match(Happening::Rolled { .. })));
    let revealed = place(|what| matches!(what, TableHappening::DiceRevealed { .. }));
    assert!(committed < first_roll && revealed + 1 == sitting.log.len());
}

#[test]
fn an_opponent_is_bound_before_the_roller_shows_a_nonce_and_reveals_after_it() {
    let mut sitting = Sitting::new(two_people("nocube"), &["anna", "bert"]);
    sitting.play_out(5, |_| ());
    let mut pledged = BTreeMap::new();
    for event in &sitting.log {
        match &event.event.what {
            TableHappening::Pledged { chair, pledge } => {
                pledged.insert(*chair, *pledge);
            }
            TableHappening::Rolling { nonce: Some(_), waits_for, .. } => {
                assert_eq!(waits_for.len(), 1, "only the opponent is waited for");
                assert!(pledged.contains_key(&waits_for[0]));
            }
            TableHappening::Revealed { chair, nonce } => {
                assert_eq!(pledged.remove(chair), Some(pledge(nonce)));
            }
            _ => {}
        }
    }
}

#[test]
fn clients_that_send_no_nonces_play_as_ever_and_are_counted() {
    let mut sitting = Sitting::new(two_people("hypergammon nocube"), &[]);
    sitting.play_out(6, |sitting| assert_eq!(sitting.chairs_waited_for(), [0; 0]));
    let verdict = sitting.verdict();
    assert_eq!(verdict.missing.len(), 2 * verdict.rolls);
    assert_eq!(verdict.without_people, verdict.rolls);
    assert!(verdict.missing.iter().all(|missing| !missing.is_late));
}

#[test]
fn withheld_nonce_is_replaced_after_the_timeout_and_marked() {
    let mut sitting = Sitting::new(two_people("nocube"), &["anna", "bert"]);
    sitting.reveals = vec!["anna"];
    sitting.let_dice_fall();
    assert!(matches!(sitting.shares()[0][..], [Share::Nonce(_), Share::Late]), "{:?}", sitting.shares());
    sitting.play_out(7, |_| ());
    let verdict = sitting.verdict();
    assert_eq!(
        verdict.missing.iter().filter(|missing| missing.is_late).count(),
        1,
        "then nothing is promised"
    );
}

#[test]
fn against_a_computer_player_the_person_alone_decides_with_the_server() {
    let chairs = vec![ChairChoice::Engine("level1".to_owned()), ChairChoice::Me];
    let settings = NewTable::new("backgammon", "hypergammon nocube", chairs);
    let mut sitting = Sitting::new(settings, &["anna"]);
    // Anna sits on the second chair.
    sitting.reveals = Vec::new();
    assert_eq!(sitting.chairs_waited_for(), [1], "the opening roll waits for the person alone");
    let nonce = sitting.nonces["anna"][0];
    sitting.command("anna", TableCommand::Reveal { nonce, chair: None }).unwrap();
    assert_eq!(sitting.shares()[0], [Share::Engine, Share::Nonce(nonce)]);
    while sitting.table.engine_to_move().is_none() {
        let mv = sitting.contest().position().legal_moves()[0].clone();
        let ply = sitting.contest().ply();
        sitting.command("anna", TableCommand::Act { ply, action: Action::Move(mv), chair: None }).unwrap();
    }
    let shown = format!("{:?}", sitting.table.engine_to_move());
    assert!(!shown.contains(&nonce.to_string()), "a computer player hears of no nonce");
}

#[test]
fn a_roll_that_was_taken_back_falls_the_same_way_again() {
    let mut settings = two_people("nocube");
    settings.undo = Undo::Free;
    let mut sitting = Sitting::new(settings, &["anna", "bert"]);
    let mut n_undone = 0;
    sitting.play_out(8, |sitting| {
        let round = sitting.contest().record().rounds.last().unwrap().clone();
        if round.moves.len() < 6 || n_undone == 20 || sitting.contest().position().turn() == Turn::Chance {
            return;
        }
        n_undone += 1;
        let casts = sitting.shares().len();
        let ply = sitting.contest().ply();
        let back = round.moves.len() as u32 - 4;
        sitting
            .command("anna", TableCommand::Act { ply, action: Action::Undo(Some(back)), chair: None })
            .unwrap();
        let rolls: Vec<_> =
            round.moves.iter().filter(|mv| mv.by.is_none()).map(|mv| mv.text.clone()).collect();
        while sitting.contest().ply() < ply {
            let (now, position) = (sitting.contest().ply(), sitting.contest().position());
            let (seat, action) = match position.turn() {
                Turn::Seat(seat) => (seat, Action::Move(position.legal_moves()[0].clone())),
                _ => (position.roller().unwrap(), Action::Roll),
            };
            let Some(Sitter::Person(who)) = sitting.table.sitter_at(seat).cloned() else { panic!("people") };
            sitting.command(who.id.as_str(), TableCommand::Act { ply: now, action, chair: None }).unwrap();
            assert_eq!(sitting.chairs_waited_for(), [0; 0], "nobody is asked twice");
        }
        let again = sitting.contest().record().rounds.last().unwrap();
        let again: Vec<_> =
            again.moves.iter().filter(|mv| mv.by.is_none()).map(|mv| mv.text.clone()).collect();
        assert_eq!(again[..rolls.len().min(again.len())], rolls[..rolls.len().min(again.len())]);
        assert_eq!(sitting.shares().len(), casts, "no roll is drawn a second time");
    });
    assert_eq!(n_undone, 20);
    sitting.verdict();
}

#[test]
fn a_table_can_be_loaded_again_at_any_moment_even_while_the_dice_are_in_the_air() {
    let mut settings = two_people("hypergammon");
    settings.clock = "10m+0s".to_owned();
    let mut sitting = Sitting::new(settings, &["anna", "bert"]);
    sitting.reload();
    assert_eq!(sitting.chairs_waited_for(), [0, 1]);
    sitting.play_out(9, Sitting::reload);
    sitting.reload();
    assert_eq!(sitting.verdict().missing, []);
}

#[test]
fn clock_stops_while_dice_wait_for_nonces() {
    let mut settings = two_people("nocube");
    settings.clock = "1m+0s".to_owned();
    let mut sitting = Sitting::new(settings, &["anna", "bert"]);
    sitting.let_dice_fall();
    let Turn::Seat(first) = sitting.contest().position().turn() else { panic!("somebody begins") };
    let (ply, mv) = (sitting.contest().ply(), sitting.contest().position().legal_moves()[0].clone());
    let names = ["anna", "bert"];
    let (mover, roller) = (names[first.index()], names[first.other().index()]);
    sitting.command(mover, TableCommand::Act { ply, action: Action::Move(mv), chair: None }).unwrap();
    let nonce = sitting.fresh(roller);
    sitting.command(roller, TableCommand::Roll { ply: ply + 1, nonce, chair: None }).unwrap();
    let left = |sitting: &Sitting| sitting.table.time_left(first.other(), Millis(sitting.at)).unwrap();
    let before = left(&sitting);
    assert_eq!(sitting.table.next_deadline(), Some(Millis(sitting.at + 3_000)));
    sitting.at += 2_000;
    assert_eq!(left(&sitting), before);
    let resign = TableCommand::Act { ply: ply + 1, action: Action::Resign(None), chair: None };
    assert_eq!(sitting.command(roller, resign).unwrap_err().code, Code::Refused);
    sitting.reload();
    sitting.let_dice_fall();
    // Two promises were given after the dice had fallen, at a tenth of a second each.
    assert_eq!(left(&sitting), before - Millis(200));
    sitting.reload();
}

#[test]
fn only_the_committed_nonce_of_an_awaited_player_is_accepted() {
    let mut sitting = Sitting::new(two_people("nocube"), &["anna", "bert"]);
    assert_eq!(sitting.chairs_waited_for(), [0, 1]);
    let wrong = TableCommand::Reveal { nonce: Nonce([3; 16]), chair: None };
    assert_eq!(sitting.command("bert", wrong.clone()).unwrap_err().code, Code::Refused);
    assert_eq!(sitting.command("carl", wrong).unwrap_err().code, Code::NotAllowed);
    let others = TableCommand::Reveal { nonce: sitting.nonces["anna"][0], chair: Some(0) };
    assert_eq!(sitting.command("bert", others).unwrap_err().code, Code::Stale);
    let again = TableCommand::Pledge { pledge: pledge(&Nonce([4; 16])), chair: None };
    assert_eq!(
        sitting.command("bert", again.clone()).unwrap_err().code,
        Code::Stale,
        "too late to change one's mind"
    );
    sitting.let_dice_fall();
    assert_eq!(sitting.command("carl", again).unwrap_err().code, Code::NotAllowed);
}

/// Somebody plays for both sides, and promises for both before the table is made.
#[test]
fn both_sides_of_one_player_have_their_own_nonces() {
    let settings = NewTable::new("backgammon", "nocube", vec![ChairChoice::Me, ChairChoice::Me]);
    let row = made("bothhere", &person("anna"), settings);
    let mut table = Table::load(catalog::GAMES, row, &[], Arc::new(FairDice(SECRET))).unwrap();
    let nonces = [Nonce([1; 16]), Nonce([2; 16])];
    let mut promises = Promises::from(pledge(&nonces[0]));
    promises.add(1, pledge(&nonces[1]));
    table.promise(&"anna".parse().unwrap(), || Some(promises));
    let now = Now { table_time: Millis(0), unix_ms: 0 };
    table.handle(&Envelope::of_server(TableCommand::Open), now);
    let mut events = Vec::new();
    for (chair, nonce) in (0..).zip(nonces) {
        let command = TableCommand::Reveal { nonce, chair: Some(chair) };
        let envelope = Envelope { actor: Some(person("anna")), ..Envelope::of_server(command) };
        events.extend(table.handle(&envelope, now).events);
    }
    let cast = events.iter().find_map(|event| match &event.event.what {
        TableHappening::Cast { shares, .. } => Some(shares.clone()),
        _ => None,
    });
    let given = |shares: Vec<Share>| nonces.iter().all(|nonce| shares.contains(&Share::Nonce(*nonce)));
    assert!(cast.is_some_and(given), "{events:?}");
}

#[test]
fn abandoned_match_is_closed_and_proves_its_dice() {
    let mut sitting = Sitting::new(two_people("nocube"), &["anna", "bert"]);
    let mut n_orders = 0;
    while n_orders < 12 && sitting.table.phase() == Phase::Playing {
        sitting.let_dice_fall();
        sitting.step(n_orders);
        n_orders += 1;
    }
    sitting.let_dice_fall();
    let rolls = sitting.shares().len();
    assert!(2 < rolls && sitting.table.phase() == Phase::Playing);
    let day = 24 * 3_600 * 1_000;
    assert!(!sitting.table.is_abandoned(sitting.at + 29 * day), "both may be on holiday");
    assert!(sitting.table.is_abandoned(sitting.at + 31 * day));
    sitting.command("anna", TableCommand::Stand).unwrap();
    sitting.command("bert", TableCommand::Stand).unwrap();
    assert!(!sitting.table.is_abandoned(sitting.at + day / 2), "they may come back");
    assert!(sitting.table.is_abandoned(sitting.at + 2 * day));

    sitting.handle(None, TableCommand::Close).unwrap();
    assert_eq!(sitting.table.phase(), Phase::Closed);
    assert_eq!(sitting.verdict().rolls, rolls);
    assert!(!sitting.table.is_abandoned(sitting.at + 99 * day), "it is closed once");
    sitting.reload();
    assert_eq!((sitting.table.phase(), sitting.table.next_deadline()), (Phase::Closed, None));
    let sit = TableCommand::Sit { chair: None, password: None, invite: None };
    assert_eq!(sitting.command("anna", sit).unwrap_err().code, Code::Chair);
    let seen = sitting.log.len();
    sitting.handle(None, TableCommand::Close).unwrap();
    sitting.handle(None, TableCommand::Tick).unwrap();
    assert_eq!(sitting.log.len(), seen, "nothing happens there any more");
}

#[test]
fn commands_at_a_closed_table_are_refused() {
    let mut sitting = Sitting::new(two_people("nocube"), &["anna", "bert"]);
    assert_eq!(sitting.chairs_waited_for(), [0, 1]);
    sitting.handle(None, TableCommand::Close).unwrap();
    sitting.reload();
    for action in [Action::Roll, Action::Resign(None), Action::OfferDraw] {
        let act = TableCommand::Act { ply: sitting.contest().ply(), action, chair: None };
        assert_eq!(sitting.command("anna", act).unwrap_err().code, Code::Phase);
    }
    assert_eq!(sitting.verdict().rolls, 0, "the dice were in the air and fall no more");
}

#[test]
fn an_endless_match_ends_and_proves_its_dice_when_both_have_left() {
    let settings = NewTable { length: Some("endless".to_owned()), ..two_people("hypergammon nocube") };
    let mut sitting = Sitting::new(settings, &["anna", "bert"]);
    for number in 0..200 {
        sitting.let_dice_fall();
        sitting.step(number);
    }
    sitting.let_dice_fall();
    assert!(1 < sitting.contest().record().rounds.len(), "several rounds were played");
    sitting.command("bert", TableCommand::Stand).unwrap();
    assert_eq!(sitting.table.phase(), Phase::Playing, "Anna may wait for him");
    sitting.command("anna", TableCommand::Stand).unwrap();
    assert_eq!(sitting.table.phase(), Phase::Closed);
    assert_eq!(sitting.verdict().rolls, sitting.shares().len());
}
