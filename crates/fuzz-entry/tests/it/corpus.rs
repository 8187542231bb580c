//! Known inputs: the examples of the book and of recorded sessions, and what fuzzers have found.

use std::{fs, path::Path};

use blokus::original::{ClientMessage, Mode, ModeRequest, ServerMessage, Setup, WireColor};

/// The known inputs of an entry point.
pub(crate) fn corpus(name: &str) -> Vec<Vec<u8>> {
    match name {
        "frames" => frames(),
        "packets" => packets(),
        "lines" => lines(),
        "records" => RECORDS.iter().map(|text| text.as_bytes().to_vec()).collect(),
        "formats" => FORMATS.iter().map(|text| text.as_bytes().to_vec()).chain([wthor()]).collect(),
        "options" => OPTIONS.iter().map(|text| text.as_bytes().to_vec()).collect(),
        _ => panic!("{name} is no entry point"),
    }
}

fn text_of(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The messages that stand in the book.
fn frames() -> Vec<Vec<u8>> {
    let chapters = ["docs/src/server-protocol.md", "docs/src/network-messages.md"].map(text_of);
    let lines = chapters.iter().flat_map(|chapter| chapter.lines());
    lines.filter(|line| line.starts_with('{')).map(|line| line.as_bytes().to_vec()).collect()
}

fn packets() -> Vec<Vec<u8>> {
    let mode = ModeRequest::of(&Setup::usual(Mode::Duo));
    let messages = [
        ClientMessage::RequestPlayer { wish: Some(WireColor::ALL[1]), name: "anna".to_owned() },
        ClientMessage::RevokePlayer(WireColor::ALL[0]),
        ClientMessage::RequestGameMode(mode),
        ClientMessage::StartGame,
        ClientMessage::Chat("grüße".to_owned()),
        ClientMessage::RequestUndo,
        ClientMessage::RequestHint(WireColor::ALL[2]),
    ];
    let session: Vec<u8> = messages.iter().flat_map(ClientMessage::to_bytes).collect();
    let chat = ServerMessage::Chat { from: None, text: "hello".to_owned() };
    let recorded = text_of("games/blokus/tests/data/freebloks_duo.txt");
    let mut inputs: Vec<_> = messages.iter().map(ClientMessage::to_bytes).collect();
    inputs.extend([session, chat.to_bytes(), vec![3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], b"3\n-1\n".to_vec()]);
    inputs.extend(recorded.lines().filter_map(bytes_of));
    inputs
}

/// The bytes of a line such as `< 06 00 01*5`; `None` if it is another one.
fn bytes_of(line: &str) -> Option<Vec<u8>> {
    let bytes = line.strip_prefix("< ").or_else(|| line.strip_prefix("> "))?;
    let mut read = Vec::new();
    for word in bytes.split_whitespace() {
        let (byte, count) = word.split_once('*').unwrap_or((word, "1"));
        let byte = u8::from_str_radix(byte, 16).ok()?;
        read.extend(std::iter::repeat_n(byte, count.parse().ok()?));
    }
    Some(read)
}

/// The lines of recorded sessions, one by one and as a whole.
fn lines() -> Vec<Vec<u8>> {
    let sessions = ["welfenlab-example.txt", "welfenlab-lobby.txt", "welfenlab-paper.txt"];
    let sessions = sessions.map(|name| text_of(&format!("crates/originals/tests/data/{name}")));
    let mut inputs = Vec::new();
    for session in &sessions {
        let said = |line: &str| {
            line.split_once(" > ").or_else(|| line.split_once(" < ")).map(|(_, said)| said.to_owned())
        };
        let said: Vec<String> = session.lines().filter_map(said).collect();
        inputs.extend(said.iter().map(|line| format!("{line}\r\n").into_bytes()));
        inputs.push(said.join("\r\n").into_bytes());
    }
    inputs
}

pub(crate) const FORMATS: [&str; 12] = [
    " 3 point match\n\n Game 1\n Anna : 0                             Bert B. : 0\n  1)                                   42: 8/4 6/4\n  2) 31: 8/5 6/5                       66: 24/18(2) 13/7(2)\n  3) 21: 13/11 6/5                      Doubles => 2\n  4)  Takes                            11: 8/7 8/7 6/5 6/5\n      Wins 2 points\n",
    "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[gnubg]PB[Anna]RU[Crawford]RE[B+1]\n;B[31qtst]C[a comment]\n;W[52mhmk];B[double];W[drop])\n",
    "(;FF[4]GM[6]PB[b]PW[w];AE[a:y]AB[x][w][y]AW[a:c]CO[w]CV[4]PL[B]DI[61])",
    " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Match ID   : cAkAAAAAAAAA\n",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:1:0:7:10\n",
    "7;0;0;0;0;Anna;Bert;0;3;1;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;2;\n",
    "1. f5 d6\n2. c3 d3\nf5d6c3d3c4\n",
    "(;GM[Othello]PC[GGS]PB[ann]PW[ben]RE[+64.000:t]TY[6]BO[6 --------------O*----*O-------------- *]B[E4//1.5];)",
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;\n",
    "(;GM[Blokus Duo]PB[Ann];B[e8,d9,e9,f9,e10]LB[e8:1];W[i4,i5,j5,k5,k6])",
    "444433\n121212\n",
    "(;GM[Connect Four]SZ[7:6]AB[a1][b1]AW[a2];W[c1]C[why not])",
];

/// A database of Othello with one game of two moves.
fn wthor() -> Vec<u8> {
    let mut bytes = vec![20, 14, 1, 1, 1, 0, 0, 0, 0, 0, 0xde, 0x07, 8, 0, 0, 0];
    bytes.extend([0, 0, 0, 0, 1, 0, 64, 64, 56, 64]);
    bytes.resize(16 + 68, 0);
    bytes
}

pub(crate) const RECORDS: [&str; 4] = [
    "brettwerk record 1\ngame connect4 7x6x4\nplayer 1 Anna\nplayer 2 Bert\nlength rounds=1\nclock none\n\nround 1 players 1 2\n1 4 @900\n2 4\n1 3\n2 3\n1 5\n2 5\n1 6\nresult over 1 0\nhash 0000000000000000\n\nend\n",
    "brettwerk record 1\ngame othello 8x8\nplayer 1 Anna\nplayer 2 Bert\nlength best-of=3\nclock 5m+3s\n\nround 1 players 1 2\n1 f5 @900\n2 d6\n1 c3\nresult open\nhash 0000000000000000\n\nend\n",
    "brettwerk record 1\ngame backgammon match=3\nplayer 1 Anna\nplayer 2 Bert\nlength points=3\nclock none\n\nround 1 players 1 2\n* 31\n1 8/5 6/5\n* 66\n2 24/18(2) 13/7(2)\nresult open\nhash 0000000000000000\n\nend\n",
    "brettwerk record 2\ngame connect4 7x6x4\nplayer 1 Anna\nplayer 2 Bert\nlength rounds=1\nclock none\n\nround 1 players 1 2\n# Why not?\n#\n# Well.\n(\n1 3\nmark ?!\n(\n2 1\n)\n2 3\n)\n1 4 @900\nmark good\n2 4\n(\n1 1\n)\nresult open\nhash 0000000000000000\n\nend\n",
];

pub(crate) const OPTIONS: [&str; 10] = [
    "7x6x4\nlevel5\n1: ....... ....... ....... ....... ....... .......\n4",
    "9x7x5\nadviser:time=1500\n\n1",
    "8x8\nlevel7:time=1500\n\nf5",
    "4x4\ndenkmaschine-2014\n\na1",
    "8x8 reversi\nlevel10\n\nd3",
    "match=7 nackgammon\nwelfenlab-2006:w1=2.5\n\n8/5 6/5",
    "nocube\nwelfenlab-2006:as-written\n\nroll",
    "duo\nlevel3\n\na1",
    "classic\nblokus-2005\n\nT0",
    "junior\nlevel1\n\n-",
];
