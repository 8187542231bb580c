//! What two users at one table are told, line by line: the regression cases of the old servers, the example session,
//! and random orders of messages.

use backgammon::{
    Board, Move, Table,
    notation::original::read_board,
    original::{ClientLine, Dialect, ServerLine, Steps},
};
use framework::{
    Action, End, Game as _, Happening, Millis, PerSeat, Position as _, Rng, Seat as Side, random_move,
};
use protocol::{
    Chair, Command, Moment, Person, Phase, Sitter, Snapshot, TableEvent, TableHappening, TableSummary,
    ToMove, Undo, Watchers,
};

mod transcript;

use self::transcript::{EXAMPLE, PAPER, REGRESSIONS, replay, replay_in};
use super::{
    rules,
    seat::{Effect, Seat},
};

fn sitter(name: &str) -> Sitter {
    Sitter::Person(Person::guest(name.parse().unwrap(), name.to_owned()))
}

fn name(sitter: &Sitter) -> String {
    match sitter {
        Sitter::Person(person) => person.name.clone(),
        Sitter::Engine(player) => player.clone(),
    }
}

pub(super) fn snapshot(position: Option<&Table>, rounds: u32) -> Snapshot {
    let chair = |name| Chair { sitter: Some(sitter(name)), ..Chair::default() };
    let Sitter::Person(host) = sitter("anna") else { unreachable!("a person") };
    let settings = rules::table("", backgammon::original::Terms { timeout: 0, rounds });
    let summary = TableSummary {
        id: "t1".parse().unwrap(),
        game: settings.game,
        options: settings.options,
        host,
        chairs: vec![chair("anna"), chair("bert")],
        length: settings.length.unwrap(),
        clock: settings.clock,
        rated: false,
        locked: false,
        watchers: Watchers::Everyone,
        phase: if position.is_some() { Phase::Playing } else { Phase::Waiting },
        created: 0,
    };
    let moment = position.map(|position| Moment {
        round: 1,
        ply: 0,
        position: rules::WITHOUT_CUBE.write_position(position),
        hash: String::new(),
        players: PerSeat::two(0, 1),
        to_move: ToMove::Dice(Some(Side::FIRST)),
        clocks: None,
        lags: None,
        offer: None,
        scores: Vec::new(),
    });
    Snapshot {
        seq: 1,
        summary,
        undo: Undo::Never,
        hints: false,
        manual_start: true,
        invite: None,
        tournament: None,
        engine_pace: None,
        moment,
        dice: None,
    }
}

/// Two users at one table, and what the table does.
struct Pair {
    seats: [Seat; 2],
    position: Table,
    seq: u64,
    /// What was told: the user and the line.
    told: Vec<String>,
    confirmed: [u64; 2],
    dialect: Dialect,
    orders: Vec<(usize, Command)>,
}

impl Pair {
    fn sitting(position: Option<Table>, rounds: u32) -> Self {
        let snapshot = snapshot(position.as_ref(), rounds);
        let seats = [0, 1].map(|chair| Seat::new(1, chair, &snapshot, name));
        let position = position.unwrap_or_else(|| rules::WITHOUT_CUBE.start());
        let (told, orders, dialect) = (Vec::new(), Vec::new(), Dialect::default());
        Self { seats, position, seq: 1, told, confirmed: [0; 2], dialect, orders }
    }

    /// Both are spoken to in a dialect from now on.
    fn speaking(mut self, dialect: Dialect) -> Self {
        self.seats = self.seats.map(|seat| seat.in_dialect(dialect));
        self.dialect = dialect;
        self
    }

    /// The moment after the end of a match has passed for a user.
    fn pause_ends(&mut self, user: usize) {
        let effects = self.seats[user].end_pause();
        self.follow(user, effects);
    }

    fn tells(&mut self, user: usize, line: &ServerLine) {
        self.told.push(format!("{} > {}", ["A", "B"][user], line.written(self.dialect)));
    }

    /// Both are ready, and see a board on which anna is about to roll.
    fn on(board: &str) -> Self {
        Self::on_board(read_board(board).unwrap(), Side::FIRST, 1)
    }

    /// Both are ready, and see a board, given as the side sees it that is about to roll.
    fn on_board(board: Board, mover: Side, rounds: u32) -> Self {
        let mut pair = Self::sitting(Some(rules::WITHOUT_CUBE.start().with_board(mover, board)), rounds);
        pair.says(0, "START");
        pair.says(1, "START");
        pair
    }

    fn follow(&mut self, user: usize, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send(line) => self.tells(user, &line),
                Effect::Command(command) => self.orders.push((user, command)),
                Effect::Confirmed(seq) => {
                    self.confirmed[user] = seq;
                    let other = self.seats[1 - user].others_confirmed(seq);
                    self.follow(1 - user, other);
                }
                Effect::Ready | Effect::Out => {}
            }
        }
    }

    fn says(&mut self, user: usize, line: &str) {
        // Each hears how far the other is.
        let other = self.confirmed[1 - user];
        let effects = self.seats[user].others_confirmed(other);
        self.follow(user, effects);
        match line.parse::<ClientLine>() {
            Ok(ClientLine::Start) => {
                let effects = self.seats[user].start();
                self.follow(user, effects);
            }
            Ok(ClientLine::Confirm) => {
                let effects = self.seats[user].confirm();
                self.follow(user, effects);
            }
            Ok(ClientLine::Turn(steps)) => self.turn(user, Some(&steps)),
            Err(_) => self.turn(user, None),
            Ok(other) => panic!("{other} is not for a seat"),
        }
    }

    fn turn(&mut self, user: usize, steps: Option<&Steps>) {
        match self.seats[user].turn(steps) {
            Ok(Command::Act { action: Action::Move(text), .. }) => {
                let side = if user == 0 { Side::FIRST } else { Side::SECOND };
                self.happens(&[Happening::Moved { seat: side, text, spent: Millis(0) }], steps);
            }
            Ok(other) => panic!("{other:?} is no move"),
            Err(refusal) => refusal.iter().for_each(|line| self.tells(user, line)),
        }
    }

    fn happens(&mut self, what: &[Happening], sent: Option<&Steps>) {
        for what in what {
            if let Happening::Moved { text, .. } | Happening::Rolled { text } = what {
                let mv = rules::WITHOUT_CUBE.parse_move(&self.position, text).unwrap();
                self.position.play(mv);
            }
            self.seq += 1;
            let what = TableHappening::Match(what.clone());
            let event = TableEvent { seq: self.seq, at: Millis(0), time: 0, what };
            for user in [0, 1] {
                let effects = self.seats[user].event(&event, name, sent);
                self.follow(user, effects);
            }
        }
    }

    fn rolls(&mut self, text: &str) {
        self.happens(&[Happening::Rolled { text: text.to_owned() }], None);
    }

    fn round_ends(&mut self, points: [u32; 2]) {
        let ended = Happening::RoundEnded { end: End::Over, points: PerSeat::two(points[0], points[1]) };
        self.happens(&[ended], None);
    }

    /// What was told since this was asked last.
    fn told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.told)
    }

    #[track_caller]
    fn check(&mut self, expected: &[&str]) {
        assert_eq!(self.told(), expected);
    }
}

const R1: &str = "0 0 6 0 -1 0 2 0 3 0 0 0 0 0 0 0 0 0 -3 -2 -2 -3 -1 -3 2 2 0 0";
const R2: &str = "14 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0";

#[test]
fn r1_one_of_two_checkers_enters() {
    replay(REGRESSIONS, "R1");
}

#[test]
fn r2_one_die_is_enough_for_the_last_checker() {
    replay(REGRESSIONS, "R2");
    // The other die bears it off as well.
    let mut pair = Pair::on(R2);
    pair.says(0, "CONFIRM");
    pair.says(1, "CONFIRM");
    pair.rolls("46");
    pair.told();
    pair.says(0, "TURN:4 1 0;");
    let board = "BOARD:15 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0";
    assert!(pair.told().contains(&format!("A > {board}")));
}

#[test]
fn r3_the_other_number_cannot_be_played() {
    replay(REGRESSIONS, "R3");
    let board = "0 2 9 0 0 0 2 0 0 -1 0 0 0 0 0 0 0 -3 -2 -2 -2 -2 0 -2 2 0 0 -1";
    check_turn(board, "61", "TURN:6 24 18;", &["A > ERROR:TURN;Invalid turn."]);
}

#[test]
fn r4_one_number_can_be_played() {
    replay(REGRESSIONS, "R4");
}

#[test]
fn r5_the_last_turn_is_told_in_the_numbering_of_the_receiver() {
    replay(REGRESSIONS, "R5");
}

#[test]
fn r6_the_opening_roll_is_never_a_double() {
    let start = rules::WITHOUT_CUBE.start();
    let mut rolls = Vec::new();
    start.legal_moves(&mut rolls);
    assert_eq!(rolls.len(), 30);
    for roll in rolls {
        let text = rules::WITHOUT_CUBE.write_move(&start, roll);
        let mut pair = Pair::sitting(None, 1);
        pair.says(0, "START");
        pair.says(1, "START");
        pair.happens(&[Happening::RoundStarted { players: PerSeat::two(0, 1) }], None);
        pair.says(0, "CONFIRM");
        pair.says(1, "CONFIRM");
        pair.told();
        pair.rolls(&text);
        let (first, second) = text.split_at(1);
        assert_ne!(first, second);
        // The die of seat 1 comes first, and who has the higher one plays both.
        let (dice, info) = (format!("DICE:{first} {second} 0 0"), format!("INFO:DICE;{first} {second} 0 0"));
        match second < first {
            true => pair.check(&[&format!("A > {dice}"), &format!("B > {info}")]),
            false => pair.check(&[&format!("A > {info}"), &format!("B > {dice}")]),
        }
    }
}

/// The program aborts when it is told of three points in a round that it has not ended itself.
#[test]
fn backgammon_loss_is_sent_as_two_points_to_2006_clients() {
    let told = |end: End, points: [u32; 2]| {
        let mut pair = Pair::on(R2);
        pair.told();
        pair.happens(&[Happening::RoundEnded { end, points: PerSeat::two(points[0], points[1]) }], None);
        let is_end = |line: &String| line.contains("ENDGAME") && !line.starts_with("B > INFO");
        pair.told().into_iter().filter(is_end).collect::<Vec<_>>()
    };
    let of_game = "A > INFO:ENDGAME;1 anna 0 3 0";
    let lost = "B > ENDGAME:LOSE;0;0 2";
    assert_eq!(told(End::Over, [3, 0]), ["A > ENDGAME:WIN;0;3 0", of_game, lost]);
    let resigned = End::Resigned { seat: Side::SECOND, level: "backgammon".to_owned() };
    assert_eq!(told(resigned, [3, 0]), ["A > ENDGAME:WIN;0;2 0", of_game, lost]);
    let time_over = End::TimeOver { seat: Side::SECOND };
    assert_eq!(told(time_over, [3, 0]), ["A > ENDGAME:WIN;0;2 0", of_game, lost]);
}

/// Appendix B of the paper with its own wire forms (rows 000-089 and 000-127 to 000-131 of the acceptance list).
#[test]
fn paper_dialect_is_told_line_by_line() {
    for part in ["R1", "R2", "R3", "R4", "R5", "double", "closed"] {
        replay_in(Dialect::Paper, PAPER, part);
    }
}

/// A queued roll of the program of 2006 would count the points twice if both came together.
#[test]
fn players_are_out_of_the_game_only_after_a_pause() {
    let mut pair = Pair::on(R2);
    pair.told();
    pair.round_ends([1, 0]);
    pair.check(&[
        "A > ENDGAME:WIN;0;1 0",
        "A > INFO:ENDGAME;1 anna 0 1 0",
        "B > ENDGAME:LOSE;0;0 1",
        "B > INFO:ENDGAME;1 anna 0 1 0",
    ]);
    for line in ["CONFIRM", "START"] {
        pair.says(0, line);
        pair.says(1, line);
    }
    pair.check(&[]);
    assert!(pair.orders.is_empty(), "nobody is ready for a round that does not come");
    pair.says(0, "TURN:1 2 1;");
    pair.check(&["A > ERROR:TURN;Unexpected command."]);
    pair.pause_ends(1);
    pair.check(&["B > INFO:JOIN;-1 anna", "B > INFO:JOIN;-1 bert"]);
    pair.pause_ends(0);
    pair.check(&["A > INFO:JOIN;-1 anna", "A > INFO:JOIN;-1 bert"]);
    pair.pause_ends(0);
    pair.check(&[]);
}

#[test]
fn remaining_player_leaves_the_game_after_a_pause() {
    let mut pair = Pair::on(R2);
    pair.told();
    let left = |seq: u64, chair: u8| TableEvent {
        seq,
        at: Millis(0),
        time: 0,
        what: TableHappening::Left { chair },
    };
    // Bert leaves, and anna is taken from the table as well.
    for event in [left(pair.seq + 1, 1), left(pair.seq + 2, 0)] {
        let effects = pair.seats[0].event(&event, name, None);
        pair.follow(0, effects);
    }
    pair.check(&["A > ENDGAME:WIN;0;0 0", "A > INFO:ENDGAME;1 anna 0 0 0"]);
    pair.pause_ends(0);
    pair.check(&["A > INFO:JOIN;-1 bert", "A > INFO:JOIN;-1 anna"]);
}

/// The dice of two checkers can be swapped without another result, and our tables write them so that the higher die
/// comes first.
#[test]
fn turn_keeps_the_dice_as_they_were_sent() {
    let board = "13 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 -1 0 -13 0";
    let after = "A > BOARD:15 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 -1 0 -13 0";
    let others = "B > BOARD:13 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -15 0";
    check_turn(board, "64", "TURN:6 1 0;4 2 0", &[after, "B > INFO:TURN;6 24 30;4 23 27", others]);
    check_turn(board, "64", "TURN:6 2 0;4 1 0", &[after, "B > INFO:TURN;6 23 29;4 24 28", others]);
}

#[test]
fn the_example_session_is_told_line_by_line() {
    for part in ["opening", "bar", "closed", "end"] {
        replay(EXAMPLE, part);
    }
}

/// Lets anna play a turn on a board.
#[track_caller]
fn check_turn(board: &str, roll: &str, turn: &str, expected: &[&str]) {
    let mut pair = Pair::on(board);
    pair.says(0, "CONFIRM");
    pair.says(1, "CONFIRM");
    pair.rolls(roll);
    pair.told();
    pair.says(0, turn);
    pair.check(expected);
}

#[test]
fn only_a_blocked_player_sends_an_empty_turn() {
    let blocked = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -3 -3 -3 -2 -2 -2 15 0 0";
    check_turn(blocked, "61", "TURN:1 25 24;", &["A > ERROR:TURN;Invalid turn."]);
    let board = format!("A > BOARD:{blocked}");
    let others = "B > BOARD:0 2 2 2 3 3 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -15";
    check_turn(blocked, "61", "TURN:NOTURN", &[&board, "B > INFO:TURN", others]);
    check_turn(R1, "61", "TURN:NOTURN", &["A > ERROR:TURN;Invalid turn."]);
    check_turn(R1, "61", "TURN:", &["A > ERROR:TURN;Invalid turn."]);
    check_turn(R1, "61", "TURN", &["A > ERROR:TURN;Invalid turn."]);
    check_turn(R1, "61", "TURN:1 99 24;", &["A > ERROR:TURN;Invalid turn."]);
}

#[test]
fn a_turn_is_refused_from_the_other_side_and_before_the_dice() {
    let mut pair = Pair::on(R1);
    pair.told();
    pair.says(0, "TURN:1 25 24;");
    pair.check(&["A > ERROR:TURN;Unexpected command."]);
    pair.rolls("61");
    pair.says(0, "TURN:1 25 24;");
    pair.check(&["A > ERROR:TURN;Unexpected command."]);
    pair.says(0, "CONFIRM");
    pair.says(1, "CONFIRM");
    pair.told();
    pair.says(1, "TURN:1 25 24;");
    pair.check(&["B > ERROR:TURN;Unexpected command."]);
}

#[test]
fn turn_keeps_the_order_in_which_it_was_sent() {
    let board = "13 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 -1 0 -13 0";
    let after = "A > BOARD:15 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 -1 0 -13 0";
    let others = "B > BOARD:13 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -15 0";
    check_turn(board, "53", "TURN:5 2 0;3 3 0;", &[after, "B > INFO:TURN;5 23 28;3 22 25", others]);
}

#[test]
fn unexpected_confirm_and_start_are_ignored() {
    let mut pair = Pair::on(R1);
    pair.told();
    for _ in 0..3 {
        pair.says(0, "CONFIRM");
        pair.says(0, "START");
    }
    pair.rolls("61");
    pair.check(&[]);
    pair.says(1, "CONFIRM");
    assert_eq!(pair.told().len(), 2, "the roll is told once to each");
}

/// Random lines in random orders, and random legal play: nothing panics, the boards that both are told are those of
/// the table, and nobody is told a roll before both have confirmed.
#[test]
fn random_orders_of_messages_do_no_harm() {
    let n_games = framework::testkit::fuzz_inputs() / 2_000;
    for seed in 0..n_games as u64 {
        let mut rng = Rng::stream(seed, "orders", 0);
        let mut pair = Pair::sitting(None, 1);
        let mut has_begun = [false; 2];
        pair.happens(&[Happening::RoundStarted { players: PerSeat::two(0, 1) }], None);
        for _ in 0..2_000 {
            let user = rng.index(2);
            match rng.index(6) {
                0 => {
                    pair.says(user, "START");
                    has_begun[user] = true;
                }
                1 | 2 => pair.says(user, "CONFIRM"),
                3 => pair.says(user, ["TURN:NOTURN", "TURN:1 2 1;", "TURN:x", "TURN"][rng.index(4)]),
                4 => {
                    if let backgammon::Phase::Opening | backgammon::Phase::Rolling = pair.position.phase() {
                        let roll = random_move(&pair.position, &mut rng).unwrap();
                        let text = rules::WITHOUT_CUBE.write_move(&pair.position, roll);
                        pair.rolls(&text);
                    }
                }
                _ => {
                    if let (backgammon::Phase::Playing(_), Some(Move::Play(play))) =
                        (pair.position.phase(), random_move(&pair.position, &mut rng))
                    {
                        let user = usize::from(pair.position.mover() == Side::SECOND);
                        pair.says(user, &format!("TURN:{}", Steps::of(play)));
                    }
                }
            }
            for line in pair.told() {
                let (user, line) = line.split_once(" > ").unwrap();
                let user = usize::from(user == "B");
                if let Some(board) = line.strip_prefix("BOARD:") {
                    let side = if user == 0 { Side::FIRST } else { Side::SECOND };
                    let seen = read_board(board).unwrap();
                    assert!(has_begun[user], "a board before START");
                    // Anyone who is late is told older boards; who is not is told the present one.
                    if pair.seats[1 - user].ply() == pair.seats[user].ply() && !pair.seats[user].is_behind() {
                        assert_eq!(seen, pair.position.board_of(side));
                    }
                }
            }
            if pair.position.winner().is_some() {
                break;
            }
        }
    }
}
