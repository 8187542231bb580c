//! The lines of the 2006 protocol: each is read and written again, and damaged ones do no harm.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use backgammon::{
    Move, Phase,
    original::{
        ClientLine, ClientLineError, ClientSide, Dialect, Fault, LineBuffer, Listed, News, NotNow,
        ServerLine, Steps, Terms, Where, from_bytes, to_bytes,
    },
};
use framework::{Game, Position, Rng, random_move, testkit};

use crate::game;

/// Lines that are written exactly as they are read.
const CLIENT_LINES: [&str; 15] = [
    "LOGIN:anna;;",
    "LOGIN:anna;secret;",
    "LOGOUT",
    "USERS",
    "LIST",
    "CHAT:bert;shall we: yes; now",
    "JOIN:1;;;3",
    "JOIN:1;secret;30;3",
    "JOIN:3;",
    "JOIN:-1",
    "START",
    "CONFIRM",
    "TURN:5 25 20;2 3 1;",
    "TURN:5 13 8;5 13 8;5 8 3;5 8 3;",
    "TURN:NOTURN",
];

const SERVER_LINES: [&str; 27] = [
    "HELLO:Welcome to the server!",
    "CONFIRM:LOGIN;Logged in as anna.",
    "CONFIRM:LOGOUT",
    "CONFIRM:JOIN;1",
    "CONFIRM:JOIN;-1",
    "CONFIRM:START",
    "CONFIRM",
    "ERROR:TURN;Invalid turn.",
    "ERROR:;Unknown command.",
    "USERS:anna;bert",
    "LIST:",
    "LIST:1 anna NOONE f 0 1;2 carl dora p 30 3",
    "CHAT:bert;shall we",
    "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0",
    "BOARD:14 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0",
    "DICE:4 2 0 0",
    "INFO:DICE;5 5 5 5",
    "INFO:TURN;4 17 21;2 19 21",
    "INFO:TURN",
    "ENDGAME:WIN;0;2 0",
    "ENDGAME:LOSE;4294967295;0 3",
    "INFO:LOGIN;anna",
    "INFO:LOGOUT;anna",
    "INFO:JOIN;1 anna",
    "INFO:JOIN;-1 anna",
    "INFO:ENDGAME;1 gosmann2 1 1 0",
    "INFO:ENDGAME;1 0 2 0",
];

#[test]
fn every_line_is_written_as_it_is_read() {
    for line in CLIENT_LINES {
        assert_eq!(line.parse::<ClientLine>().unwrap().to_string(), line);
    }
    for line in SERVER_LINES {
        assert_eq!(line.parse::<ServerLine>().unwrap().to_string(), line);
    }
}

#[test]
fn other_forms_of_a_line_mean_the_same() {
    let same_client = |one: &str, other: &str| assert_eq!(one.parse::<ClientLine>(), other.parse(), "{one}");
    same_client("LOGIN:anna", "LOGIN:anna;;");
    same_client("LOGIN:anna;secret", "LOGIN:anna;secret;");
    same_client("JOIN:3", "JOIN:3;");
    same_client("JOIN:3;;x;", "JOIN:3;;0;0");
    same_client("TURN:4 24;2 24", "TURN:4 24 20;2 24 22;");
    same_client("TURN:;5;1 2 1", "TURN:1 2 1;");
    same_client("TURN:", "TURN:NOTURN");
    let same_server = |one: &str, other: &str| assert_eq!(one.parse::<ServerLine>(), other.parse(), "{one}");
    same_server("WELCOME:hi", "HELLO:hi");
    same_server("DICE:6 1", "DICE:6 1 0 0");
    same_server("INFO:DICE;3 3", "INFO:DICE;3 3 3 3");
    same_server("INFO:TURN;6 24 26;4 24 26;", "INFO:TURN;6 24 26;4 24 26");
    same_server("USERS:anna;;bert", "USERS:anna;bert");
    same_server("CONFIRM:LOGOUT;bye", "CONFIRM:LOGOUT");
}

/// What each line is in the dialect of the paper and in that of the later server.
const DIALECTS: [[&str; 2]; 11] = [
    ["DICE:6 1", "DICE:6 1 0 0"],
    ["DICE:3 3", "DICE:3 3 3 3"],
    ["INFO:DICE;6 4", "INFO:DICE;6 4 0 0"],
    ["INFO:DICE;5 5", "INFO:DICE;5 5 5 5"],
    ["INFO:TURN;4 17 21;2 19 21;", "INFO:TURN;4 17 21;2 19 21"],
    ["INFO:TURN;6 24 26;4 24 26;", "INFO:TURN;6 24 30;4 24 28"],
    ["INFO:TURN;6 19 26;5 20 26;", "INFO:TURN;6 19 25;5 20 25"],
    ["INFO:TURN;1 27 1;", "INFO:TURN;1 27 28"],
    ["INFO:TURN;5 12 17;5 12 17;5 17 22;5 17 22;", "INFO:TURN;5 12 17;5 12 17;5 17 22;5 17 22"],
    ["INFO:TURN", "INFO:TURN"],
    ["ENDGAME:LOSE;1;0 1", "ENDGAME:LOSE;1;0 1"],
];

#[test]
fn both_dialects_are_read_and_written_line_by_line() {
    for [paper, server] in DIALECTS {
        let line: ServerLine = paper.parse().unwrap();
        assert_eq!(server.parse(), Ok(line.clone()), "{paper} and {server} mean the same");
        assert_eq!(
            (line.written(Dialect::Paper), line.written(Dialect::Server)),
            (paper.into(), server.into())
        );
        assert_eq!(line.to_string(), server);
    }
    // The server of the competition told the last turn in the numbering of the mover.
    assert_eq!(
        "INFO:TURN;6 1 0;4 1 0;".parse::<ServerLine>(),
        "INFO:TURN;6 24 26;4 24 26;".parse::<ServerLine>()
    );
    for damaged in ["6", "6 x 1", "0 3 3", "25 3 28", "6 25 31", "6 26 32", "1 1 2;1 1 2;1 1 2;1 1 2;1 1 2"] {
        assert!(format!("INFO:TURN;{damaged}").parse::<ServerLine>().is_err(), "{damaged}");
    }
    assert_eq!("Paper".parse(), Ok(Dialect::Paper));
    assert_eq!("server".parse(), Ok(Dialect::Server));
    let wrong = "german".parse::<Dialect>().unwrap_err().to_string();
    assert_eq!(wrong, "there is no dialect \"german\"; choose paper or server");
}

#[test]
fn every_play_is_told_to_the_other_side_and_read_again_in_both_dialects() {
    let game = game("nocube");
    let mut rng = Rng::stream(14, "dialects", 0);
    let mut table = game.start();
    for _ in 0..20_000 {
        let Some(mv) = random_move(&table, &mut rng) else {
            table = game.start();
            continue;
        };
        if let (Phase::Playing(dice), Move::Play(play)) = (table.phase(), mv) {
            for dialect in Dialect::ALL {
                let line = ServerLine::OthersTurn(Steps::of(play)).written(dialect);
                let Ok(ServerLine::OthersTurn(steps)) = line.parse() else { panic!("{line}") };
                assert_eq!(steps.on(table.board(), dice), Ok(play), "{line}");
            }
        }
        table.play(mv);
    }
}

#[test]
fn what_is_wrong_with_a_line_of_a_client_is_told() {
    let fault = |line: &str| line.parse::<ClientLine>().map_err(|ClientLineError { fault, .. }| fault);
    for line in ["", "login:anna", "NONSENSE", "JOINED:1", ":"] {
        assert_eq!(fault(line), Err(Fault::UnknownCommand), "{line}");
    }
    for line in ["LOGIN", "JOIN", "JOIN:", "JOIN:;x", "CHAT", "CHAT:anna"] {
        assert_eq!(fault(line), Err(Fault::TooFewParameters), "{line}");
    }
    for line in ["TURN:x y z;", "TURN:7 0 0;", "TURN:1 26 25;", "TURN:-1 5 4;", "TURN:1 2;1 2;1 2;1 2;1 2;"] {
        assert_eq!(fault(line), Err(Fault::NoTurn), "{line}");
    }
    assert_eq!(
        "JOIN:2;;5".parse(),
        Ok(ClientLine::Join {
            game: 2,
            password: String::new(),
            terms: Some(Terms { timeout: 5, rounds: 1 }),
        })
    );
}

#[test]
fn a_list_without_sense_is_read_as_far_as_it_has_some() {
    let list = "LIST:1 anna NOONE f 0 1;;  ;2 a;x y z f 0 0;3 a b p 0 4294967295;".parse::<ServerLine>();
    let Ok(ServerLine::List(games)) = list else { panic!("a list") };
    assert_eq!(games.iter().map(|game| game.game).collect::<Vec<_>>(), [1, 3]);
    assert_eq!("x".parse::<Listed>(), Err(()));
}

#[test]
fn damaged_lines_give_an_error_or_a_line_that_can_be_written() {
    let mut rng = Rng::stream(11, "damaged lines", 0);
    let lines: Vec<&str> = CLIENT_LINES.into_iter().chain(SERVER_LINES).collect();
    for _ in 0..testkit::fuzz_inputs() {
        let (line, other) = (lines[rng.index(lines.len())], lines[rng.index(lines.len())]);
        let line = from_bytes(&testkit::mutated(line, other, &mut rng));
        if let Ok(read) = line.parse::<ClientLine>() {
            assert_eq!(read.to_string().parse(), Ok(read.clone()), "{line:?}");
            assert!(to_bytes(&read.masked()).ends_with(b"\r\n"));
        }
        if let Ok(read) = line.parse::<ServerLine>() {
            let written = read.to_string();
            let again = written.parse::<ServerLine>();
            assert_eq!(again.map(|again| again.to_string()), Ok(written), "{line:?}");
        }
    }
}

#[test]
fn every_byte_value_in_every_place_is_read_or_refused() {
    for line in CLIENT_LINES.into_iter().chain(SERVER_LINES) {
        for place in 0..line.len() {
            for byte in 0..=u8::MAX {
                let mut bytes = line.as_bytes().to_vec();
                bytes[place] = byte;
                let text = from_bytes(&bytes);
                if let Ok(read) = text.parse::<ClientLine>() {
                    assert_eq!(read.to_string().parse(), Ok(read), "{text:?}");
                }
                if let Ok(read) = text.parse::<ServerLine>() {
                    let written = read.to_string();
                    assert_eq!(written.parse::<ServerLine>().map(|again| again.to_string()), Ok(written));
                }
            }
        }
    }
}

#[test]
fn any_bytes_in_any_pieces_give_the_same_lines() {
    let mut rng = Rng::stream(13, "pieces", 0);
    let mut n_bytes = 0;
    while n_bytes < testkit::fuzz_inputs() {
        let any_byte = |rng: &mut Rng| match rng.index(4) {
            0 => b"\r\n"[rng.index(2)],
            1 => rng.bits() as u8,
            _ => b"LOGIN:;"[rng.index(7)],
        };
        let stream: Vec<u8> = (0..1 + rng.index(500)).map(|_| any_byte(&mut rng)).collect();
        n_bytes += stream.len();
        let (mut whole, mut cut) = (LineBuffer::default(), LineBuffer::default());
        whole.push(&stream);
        let mut rest = stream.as_slice();
        let mut lines = Vec::new();
        while !rest.is_empty() {
            let (piece, later) = rest.split_at(1 + rng.index(rest.len()));
            cut.push(piece);
            rest = later;
            while let Some(line) = cut.next_line().unwrap() {
                lines.push(line);
            }
        }
        assert_eq!(lines.len(), stream.iter().filter(|&&byte| byte == b'\n').count());
        for line in lines {
            assert!(!line.contains(['\r', '\n']));
            assert_eq!(whole.next_line(), Ok(Some(line)));
        }
        assert_eq!(whole.next_line(), Ok(None));
    }
}

#[test]
fn steps_make_the_play_from_which_they_were_made() {
    let game = game("nocube");
    let mut rng = Rng::stream(12, "steps", 0);
    let mut table = game.start();
    for _ in 0..20_000 {
        let Some(mv) = random_move(&table, &mut rng) else {
            table = game.start();
            continue;
        };
        if let (Phase::Playing(dice), Move::Play(play)) = (table.phase(), mv) {
            let sent: Steps = Steps::of(play).to_string().parse().unwrap();
            assert_eq!(sent.on(table.board(), dice), Ok(play));
            let mut entries: Vec<&str> = Vec::new();
            let text = sent.to_string();
            entries.extend(text.split_terminator(';'));
            entries.reverse();
            let reversed: Steps = entries.join(";").parse().unwrap();
            assert_eq!(reversed.on(table.board(), dice), Ok(play), "any order is the same turn");
        }
        table.play(mv);
    }
}

/// A player who has logged in and has heard of everything.
fn logged_in() -> ClientSide {
    let mut anna = ClientSide::new("anna", "");
    for line in ["HELLO:x", "CONFIRM:LOGIN;x", "LIST:1 bert NOONE f 0 1", "USERS:anna;bert"] {
        while anna.send().is_some() {}
        anna.hear(line);
    }
    anna
}

const OPENING: &str = "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0";

fn in_round() -> ClientSide {
    let mut anna = logged_in();
    anna.join(1, "").unwrap();
    while anna.send().is_some() {}
    anna.hear("CONFIRM:JOIN;1");
    anna.start().unwrap();
    while anna.send().is_some() {}
    anna.hear("CONFIRM:START");
    anna.hear(OPENING);
    assert_eq!(anna.send(), Some(ClientLine::Confirm));
    anna
}

#[test]
fn a_repeated_roll_is_played_once_and_a_refused_turn_again() {
    let mut anna = in_round();
    assert_eq!(anna.hear("DICE:3 1 0 0").len(), 1);
    let first = anna.position().expect("one is to move");
    let Some(Move::Play(play)) = random_move(&first, &mut Rng::from_seed(1)) else { panic!("a play") };
    anna.play(play).unwrap();
    assert!(matches!(anna.send(), Some(ClientLine::Turn(_))));
    assert_eq!(anna.hear("DICE:3 1 0 0"), [], "the turn is under way");
    assert_eq!(anna.play(play), Err(NotNow::NotYourTurn));
    anna.hear("ERROR:TURN;not a valid Turn");
    assert_eq!(anna.position(), Some(first), "the roll stands");
    assert_eq!(anna.hear("DICE:3 1").len(), 1, "and some servers tell it again");
}

#[test]
fn only_the_first_end_of_a_round_counts() {
    let mut anna = in_round();
    let over = News::RoundOver { won: false, left: 0, points: [0, 1] };
    assert_eq!(anna.hear("ENDGAME:LOSE;0;0 1"), [over]);
    assert_eq!(anna.hear("ENDGAME:WIN;0;0 0"), [], "an old server tells it twice");
    assert_eq!(anna.hear("INFO:JOIN;-1 anna"), [News::LeftGame]);
    assert_eq!(anna.place(), Where::Lobby);
}

#[test]
fn a_turn_of_the_other_side_is_executed_on_ones_own_board() {
    let mut bert = in_round();
    bert.hear("INFO:DICE;4 2");
    let news = bert.hear("INFO:TURN;4 17 21;2 19 21;");
    assert!(matches!(news.as_slice(), [News::OthersTurn { turn: Some(_), .. }]), "{news:?}");
    let after = "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -2 0 -4 0 -2 0 0 2 0 0 0";
    let Ok(ServerLine::Board(after)) = after.parse() else { panic!("a board") };
    assert_eq!(bert.board(), Some(after));
    // A second turn without a roll is told, but not played.
    let news = bert.hear("INFO:TURN;4 17 21;2 19 21;");
    assert!(matches!(news.as_slice(), [News::OthersTurn { turn: None, .. }]), "{news:?}");
    assert_eq!(bert.board(), Some(after));
}

#[test]
fn who_is_out_of_the_game_confirms_its_last_board_after_everything_else() {
    let mut anna = in_round();
    for line in [
        "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0",
        "ENDGAME:LOSE;0;0 1",
        "INFO:JOIN;-1 anna",
    ] {
        anna.hear(line);
    }
    anna.look_around();
    assert_eq!(anna.send(), Some(ClientLine::List), "after the CONFIRM, an old server would not read it");
    assert_eq!([anna.send(), anna.send()], [Some(ClientLine::Confirm), None]);
}

#[test]
fn who_sits_alone_leaves_before_logging_out() {
    let mut anna = logged_in();
    assert_eq!(anna.create("", Terms::default()), Ok(2));
    assert_eq!(anna.send().map(|line| line.to_string()).as_deref(), Some("JOIN:2;;;1"));
    anna.hear("CONFIRM:JOIN;2");
    anna.log_out();
    assert_eq!(anna.send(), Some(ClientLine::Leave));
    assert_eq!(anna.send(), None);
    anna.hear("CONFIRM:JOIN;-1");
    assert_eq!(anna.send(), Some(ClientLine::Logout));
}

#[test]
fn a_roll_without_a_move_is_answered_by_itself() {
    let mut anna = in_round();
    anna.hear("BOARD:0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -3 -3 -3 -2 -2 -2 15 0 0");
    assert_eq!(anna.send(), Some(ClientLine::Confirm));
    assert!(matches!(anna.hear("DICE:6 1 0 0").as_slice(), [News::CannotMove(_)]));
    assert_eq!(anna.send().map(|line| line.to_string()).as_deref(), Some("TURN:NOTURN"));
}

#[test]
fn a_player_says_line_by_line_what_the_transcript_says() {
    let mut anna = ClientSide::new("anna", "");
    let transcript = include_str!("../data/welfenlab-session.txt");
    for (number, step) in (1..).zip(transcript.lines()).filter(|(_, step)| !step.starts_with('#')) {
        if let Some(line) = step.strip_prefix("> ") {
            assert_eq!(anna.send(), None, "line {number}: nothing more is to be said before it");
            let news = anna.hear(line);
            assert!(!news.iter().any(|news| matches!(news, News::Unknown(_))), "line {number}");
            continue;
        }
        let line: ClientLine = step.strip_prefix("< ").unwrap().parse().unwrap();
        // What the player does not say by itself is what somebody wants.
        match &line {
            ClientLine::Join { .. } => drop(anna.create("", Terms::default()).unwrap()),
            ClientLine::Chat { to, text } => anna.chat(to, text).unwrap(),
            ClientLine::Start => anna.start().unwrap(),
            ClientLine::Logout => anna.log_out(),
            ClientLine::Turn(steps) if !steps.as_slice().is_empty() => {
                let position = anna.position().unwrap();
                let Phase::Playing(dice) = position.phase() else { panic!("line {number}: no roll") };
                anna.play(steps.on(position.board(), dice).unwrap()).unwrap();
            }
            _ => {}
        }
        assert_eq!(anna.send(), Some(line), "line {number}");
    }
    assert_eq!(anna.place(), Where::Outside);
}
