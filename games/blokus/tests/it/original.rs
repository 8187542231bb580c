//! The protocol of the program of 2005 and its successors: bytes as they were seen, damage, and boards.

use blokus::{
    Blokus, Blokus2005, Cell, LARGE, N_PIECES, Rules,
    original::{
        Board, Broken, ClientMessage, ClientSide, Kind, MAX_PACKET_BYTES, Misread, Mode, ModeRequest, Owner,
        Packet, PacketBuffer, ServerMessage, Setup, Status, StatusVersion, WireColor, WireStone,
    },
};
use framework::{
    Game, Rng,
    search::{Engine, Limits, SearchRequest},
    testkit,
};

use crate::data::rows;

const DUO: &str = include_str!("../data/freebloks_duo.txt");

/// The bytes of a line such as `0c 00*4 ff`.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    let hex = |text: &str| u8::from_str_radix(text, 16).unwrap_or_else(|_| panic!("{text} is no byte"));
    let repeated = |word: &str| match word.split_once('*') {
        Some((byte, times)) => vec![hex(byte); times.parse().expect("a number")],
        None => vec![hex(word)],
    };
    text.split_whitespace().flat_map(repeated).collect()
}

fn one_packet(bytes: &[u8]) -> Packet {
    let mut buffer = PacketBuffer::default();
    buffer.push(bytes);
    let packet = buffer.next_packet().expect("a good header").expect("a whole packet");
    assert!(!buffer.has_begun_one(), "nothing is left over");
    packet
}

/// A packet of every kind with its bytes, in both forms where there are two.
fn samples() -> Vec<Vec<u8>> {
    [
        "04 00 05 01 d3",
        "15 00 16 01 c4 ff 41 64 61 00*13",
        "06 00 06 02 d2 03",
        "07 00 06 03 d4 ff",
        "05 00 0b 04 d7 01 14 01 03 fe 7f",
        "00 00 05 05 db",
        "03 00 05 06 db",
        "17 00 10 07 c8 02 02 01 14 14 01*5 02",
        "13 00 94 07 cc 02 02 01 14 14 01*5 02 00 fe*2 07 41 64 61 00*125",
        "06 00 ab 07 d7 02 00 02 0e 0e 01*5 03 00 fe 01 fe 41 00*15 42 00*111 03 01 02*21",
        "09 00 0b 08 e7 00 02 68 69 00 00",
        "0c 00 05 09 e3",
        "0b 00 0b 0a e7 00*6",
        "0f 00 06 0b e4 02",
        "0d 00 0b 0c e7 00 0d 00 01 05 05",
        "09 00 06 0d ec 02",
        "1a 00 1e 0e da 01 0e 0e 03 01*21",
    ]
    .map(bytes)
    .into()
}

#[test]
fn every_kind_of_packet_has_the_bytes_that_were_seen() {
    let mut kinds = Vec::new();
    for bytes in samples() {
        let packet = one_packet(&bytes);
        assert_eq!(packet.to_bytes(), bytes);
        kinds.extend(packet.kind());
        let written: Vec<Vec<u8>> = [
            ClientMessage::read(&packet).map(|message| message.to_bytes()),
            ServerMessage::read(&packet).map(|message| message.to_bytes()),
        ]
        .into_iter()
        .flatten()
        .collect();
        assert!(!written.is_empty(), "{packet:?} says something");
        let is_old_form = match packet.kind() {
            Some(Kind::RequestPlayer) => packet.payload().is_empty(),
            Some(Kind::ServerStatus) => packet.payload().len() < 166,
            _ => false,
        };
        assert!(is_old_form || written.iter().all(|written| *written == bytes), "{packet:?}: {written:?}");
    }
    kinds.dedup();
    assert_eq!(kinds, Kind::ALL);
}

#[test]
fn the_known_session_is_read_and_written_byte_by_byte() {
    let mut told = Vec::new();
    for line in DUO.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (direction, hex) = line.split_at(1);
        let (bytes, packet) = (bytes(hex), one_packet(&bytes(hex)));
        let (written, text) = if direction == ">" {
            let message = ClientMessage::read(&packet).expect(line);
            (message.to_bytes(), message.to_string())
        } else {
            let message = ServerMessage::read(&packet).expect(line);
            (message.to_bytes(), message.to_string())
        };
        assert_eq!(written, bytes, "{line}");
        told.push(format!("{direction} {text}"));
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn our_client_follows_the_known_session_and_says_the_same_stones() {
    let mut player = ClientSide::default();
    let mut sent = None;
    for line in DUO.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (direction, packet) = (&line[..1], one_packet(&bytes(&line[1..])));
        if direction == "<" {
            player.hear(&packet).unwrap_or_else(|error| panic!("{line}: {error}"));
            if let (Some(ClientMessage::SetStone(stone)), true) = (sent.take(), player.is_to_move()) {
                // The first stone misses the start cell; the client would not have sent it.
                let board = player.board().expect("the game has begun");
                assert_eq!(stone.to_string(), "0:13.0.0@4,8");
                assert!(board.check(stone).is_err());
            }
            continue;
        }
        let message = ClientMessage::read(&packet).expect(line);
        if let (ClientMessage::SetStone(stone), Some(board)) = (&message, player.board())
            && let Ok(mv) = board.check(*stone)
        {
            assert_eq!(player.play(mv), Ok(message.clone()), "the move is named as it was");
        }
        sent = Some(message);
    }
    let board = player.board().expect("the game has begun");
    assert_eq!((board.n_stones(), board.current()), (0, Some(WireColor::BLUE)), "both stones are taken back");
    assert_eq!((player.colors(), player.name(WireColor::BLUE).as_str()), (&[WireColor::BLUE][..], "Ada"));
    assert!(player.is_to_move());
}

#[test]
fn the_three_forms_of_the_status_tell_what_they_can() {
    let [first, second, third] = [7, 8, 9].map(|idx| samples()[idx].clone());
    let read = |bytes: &[u8]| match ServerMessage::read(&one_packet(bytes)) {
        Ok(ServerMessage::Status(status)) => *status,
        other => panic!("{other:?}"),
    };
    let (old, newer, newest) = (read(&first), read(&second), read(&third));
    assert_eq!((old.humans, old.computers, old.owners), (2, 2, None));
    assert_eq!(old.setup, Setup::usual(Mode::FourColors), "one stone of each size is one of each shape");
    assert_eq!(newer.owners, Some([Owner::Client(0), Owner::Computer, Owner::Computer, Owner::Client(7)]));
    assert_eq!((newer.names[0].as_str(), newer.setup), ("Ada", old.setup));
    assert_eq!((newest.names[1].as_str(), newest.setup.counts), ("B", [2; N_PIECES]));
    for (status, version, bytes) in [
        (&old, StatusVersion::First, &first),
        (&newer, StatusVersion::Second, &second),
        (&newest, StatusVersion::Third, &third),
    ] {
        assert_eq!(status.to_packet(version).to_bytes(), *bytes);
    }
    let mut cut = third;
    cut.truncate(160);
    let refused = ServerMessage::read(&Packet::new(7, cut[5..].to_vec()).expect("short"));
    assert!(matches!(refused, Err(Misread::Short { .. })), "{refused:?}");
}

#[test]
fn what_an_old_server_passes_on_from_others_does_not_end_a_visit() {
    let mut player = ClientSide::default();
    let duo = Setup::usual(Mode::Duo);
    let status = Status::new(duo, [Owner::Computer; 4], 2, Default::default());
    let mut bytes = ServerMessage::Status(Box::new(status)).to_bytes();
    assert_eq!(player.hear(&one_packet(&bytes)).map(|news| news.len()), Ok(1));
    // A game of the number 9 is announced although there is none.
    bytes[5 + 10] = 9;
    let checked = Packet::new(Kind::ServerStatus.number(), bytes[5..].to_vec()).expect("short");
    assert_eq!(player.hear(&checked), Ok(Vec::new()));
    assert_eq!(player.status().map(|status| status.setup), Some(duo), "what is known stays");
    // Every mirror but 0 is 1.
    let stone = WireStone::new(WireColor::ALL[0], 16, true, 0, (3, 7)).expect("a stone");
    let [color, shape, rotation, x, y] = [0, 16, 0, 3, 7];
    let relayed =
        Packet::new(Kind::SetStone.number(), vec![color, shape, 77, rotation, x, y]).expect("short");
    assert_eq!(ServerMessage::read(&relayed), Ok(ServerMessage::SetStone(stone)));
    assert!(ClientMessage::read(&relayed).is_err(), "from a client it is refused");
}

#[test]
fn what_follows_the_zero_of_a_name_is_never_shown() {
    let mut bytes = samples()[8].clone();
    bytes[24..36].copy_from_slice(b"some secrets");
    let Ok(ServerMessage::Status(status)) = ServerMessage::read(&one_packet(&bytes)) else { panic!() };
    assert_eq!(status.names[0], "Ada");
}

#[test]
fn one_byte_per_segment_and_ten_packets_per_segment_are_the_same() {
    let stream: Vec<u8> = samples().concat();
    let mut at_once = PacketBuffer::default();
    at_once.push(&stream);
    let mut by_byte = PacketBuffer::default();
    for &byte in &stream {
        by_byte.push(&[byte]);
        while let Some(packet) = by_byte.next_packet().expect("good packets") {
            assert_eq!(at_once.next_packet(), Ok(Some(packet)));
        }
    }
    assert_eq!(at_once.next_packet(), Ok(None));
    assert!(!at_once.has_begun_one() && !by_byte.has_begun_one());
}

/// A header with right checksums.
fn header(length: u16, kind: u8) -> [u8; 5] {
    let [high, low] = length.to_be_bytes();
    let first = (low & 0x55) ^ kind;
    [first, high, low, kind, (first ^ 0xd6).wrapping_add(kind)]
}

#[test]
fn wrong_checksums_and_impossible_lengths_break_the_stream() {
    let good = bytes("05 00 0b 04 d7 00 10 00 00 03 08");
    for (at, change) in (0..5).flat_map(|at| (1..=u8::MAX).map(move |change| (at, change))) {
        let mut bytes = good.clone();
        bytes[at] ^= change;
        let mut buffer = PacketBuffer::default();
        buffer.push(&bytes);
        // The checksums cover some bits of the length and all of the kind.
        let is_hidden = at == 1 || (at == 2 && change & 0x55 == 0);
        let read = buffer.next_packet();
        assert_eq!(
            matches!(read, Err(Broken::Checksum { .. })),
            !is_hidden,
            "byte {at} ^ {change:#x}: {read:?}"
        );
    }
    for length in [0, 1, 4, 5, 511, 512, 513, 514, u16::MAX] {
        let mut buffer = PacketBuffer::default();
        buffer.push(&header(length, 8));
        let is_possible = (5..=MAX_PACKET_BYTES).contains(&usize::from(length));
        let read = buffer.next_packet();
        assert_eq!(read.is_ok(), is_possible, "{length}: {read:?}");
        assert_eq!(buffer.next_packet(), read.map(|_| None), "a broken stream stays broken");
    }
}

/// The fewest bytes of a whole packet of each kind, as clients and as servers say it.
fn least(kind: Kind) -> usize {
    match kind {
        Kind::RequestPlayer | Kind::StartGame | Kind::GameFinish | Kind::RequestUndo | Kind::UndoStone => 5,
        Kind::GrantPlayer | Kind::CurrentPlayer | Kind::RequestHint | Kind::RevokePlayer => 6,
        Kind::Chat => 7,
        Kind::SetStone | Kind::StoneHint => 11,
        Kind::ServerStatus => 16,
        Kind::RequestGameMode => 30,
    }
}

#[test]
fn no_message_shorter_than_its_kind_needs_passes() {
    for kind in Kind::ALL {
        for length in 5..=180 {
            let packet = Packet::new(kind.number(), vec![0; length - 5]).expect("short");
            let reads = [ClientMessage::read(&packet).is_ok(), ServerMessage::read(&packet).is_ok()];
            if length < least(kind) {
                assert_eq!(reads, [false; 2], "{kind} of {length} bytes");
            }
            if kind == Kind::RequestPlayer {
                assert_eq!(reads[0], length == 5 || 22 <= length, "{length} bytes");
            }
        }
    }
}

#[test]
fn kinds_of_the_other_direction_and_unknown_ones_are_told_apart_from_damage() {
    for number in 0..=u8::MAX {
        let packet = Packet::new(number, vec![0; 30]).expect("short");
        let from_client = matches!(number, 1 | 4 | 5 | 8 | 9 | 11 | 13 | 14);
        let from_server = matches!(number, 2..=8 | 10 | 12 | 13);
        let is_unexpected = |read: Option<Misread>| read == Some(Misread::Unexpected(number));
        assert_eq!(is_unexpected(ClientMessage::read(&packet).err()), !from_client, "{number}");
        assert_eq!(is_unexpected(ServerMessage::read(&packet).err()), !from_server, "{number}");
    }
}

/// Reads a packet both ways; what is understood survives being written.
fn check_reading(packet: &Packet) {
    if let Ok(message) = ClientMessage::read(packet) {
        let again = one_packet(&message.to_bytes());
        assert_eq!(ClientMessage::read(&again), Ok(message.clone()), "{packet:?}");
        assert!(!message.to_string().is_empty());
        if let ClientMessage::RequestGameMode(wish) = message
            && let Some(Ok(layout)) = wish.setup().map(|setup| setup.layout())
        {
            assert!(Board::start(layout).current().is_some(), "somebody can begin: {wish:?}");
        }
    }
    if let Ok(message) = ServerMessage::read(packet) {
        let again = one_packet(&message.to_bytes());
        match (ServerMessage::read(&again), message) {
            // It is written in its newest form, which tells more.
            (Ok(ServerMessage::Status(again)), ServerMessage::Status(status)) => {
                let owners = status.owners.or(again.owners);
                assert_eq!(*again, Status { owners, ..*status });
            }
            (again, message) => assert_eq!(again, Ok(message)),
        }
    }
}

#[test]
fn every_value_in_every_byte_of_every_message_is_read_or_refused() {
    for sample in samples() {
        for at in 5..sample.len() {
            for value in 0..=u8::MAX {
                let mut bytes = sample.clone();
                bytes[at] = value;
                check_reading(&one_packet(&bytes));
            }
        }
    }
}

#[test]
fn damaged_streams_never_harm() {
    let samples = samples();
    let mut rng = Rng::stream(5, "freebloks", 0);
    for _ in 0..testkit::fuzz_inputs() {
        let mut stream = Vec::new();
        for _ in 0..=rng.index(3) {
            let mut bytes = samples[rng.index(samples.len())].clone();
            for _ in 0..rng.index(4) {
                let at = rng.index(bytes.len());
                match rng.index(4) {
                    0 => bytes[at] = rng.bits() as u8,
                    1 => bytes.insert(at, rng.bits() as u8),
                    2 if 5 < bytes.len() => bytes.truncate(at.max(5)),
                    _ => bytes.swap(at, 0),
                }
            }
            // Half of them get a right header again, so that what is behind it is read.
            if rng.index(2) == 0 && 5 <= bytes.len() {
                let right = header(bytes.len() as u16, bytes[3]);
                bytes[..5].copy_from_slice(&right);
            }
            stream.extend(bytes);
        }
        let mut buffer = PacketBuffer::default();
        let mut rest = stream.as_slice();
        'stream: while !rest.is_empty() {
            let (segment, more) = rest.split_at(1 + rng.index(rest.len()));
            buffer.push(segment);
            rest = more;
            loop {
                match buffer.next_packet() {
                    Ok(Some(packet)) => check_reading(&packet),
                    Ok(None) => break,
                    Err(broken) => {
                        assert_eq!(buffer.next_packet(), Err(broken));
                        break 'stream;
                    }
                }
            }
        }
    }
}

#[test]
fn the_eight_ways_to_turn_every_stone_cover_the_cells_of_the_table() {
    // The edge of the box and the cells in it, to the right and down.
    let drawn = [
        (1, "00"),
        (2, "10 11"),
        (2, "00 01 11"),
        (3, "10 11 12"),
        (2, "00 10 01 11"),
        (3, "10 11 02 12"),
        (3, "10 11 21 12"),
        (3, "01 11 12 22"),
        (4, "20 21 22 23"),
        (3, "10 01 11 02 12"),
        (3, "00 10 11 02 12"),
        (3, "10 11 02 12 22"),
        (3, "00 01 02 12 22"),
        (3, "00 10 11 21 22"),
        (3, "00 01 11 21 22"),
        (3, "00 01 11 21 12"),
        (3, "10 01 11 21 12"),
        (4, "20 21 22 13 23"),
        (4, "20 21 12 22 13"),
        (4, "10 11 21 12 13"),
        (5, "20 21 22 23 24"),
    ];
    let setup = Setup { width: 6, height: 6, ..Setup::usual(Mode::FourColors) };
    let layout = setup.layout().expect("a small board");
    let mut n_inside = 0;
    for (shape, (n, cells)) in (0..).zip(drawn) {
        let e = n - 1;
        let turned = |c: i32, r: i32| {
            let not_mirrored = [(c, r), (e - r, c), (e - c, e - r), (r, e - c)];
            let mirrored = [(c, e - r), (r, c), (e - c, r), (e - r, e - c)];
            [not_mirrored, mirrored]
        };
        let drawn = cells.bytes().filter(|&byte| byte != b' ').map(|byte| i32::from(byte - b'0'));
        let drawn: Vec<i32> = drawn.collect();
        for (mirror, rotation) in (0..2).flat_map(|mirror| (0..4).map(move |rotation| (mirror, rotation))) {
            for (x, y) in (-4..6).flat_map(|x| (-4..6).map(move |y| (x, y))) {
                let squares = drawn.chunks(2).map(|cell| turned(cell[0], cell[1])[mirror][rotation]);
                let squares: Vec<_> = squares.map(|(right, down)| (x + right, y + down)).collect();
                let is_inside = squares.iter().all(|(x, y)| (0..6).contains(x) && (0..6).contains(y));
                let stone =
                    WireStone::new(WireColor::BLUE, shape, mirror == 1, rotation as u8, (x as i8, y as i8));
                let covered = layout.cells(stone.expect("a stone"));
                let expected = is_inside.then(|| {
                    let cell = |&(x, y): &(i32, i32)| Cell::new(x as u16, (5 - y) as u16);
                    let mut cells: Vec<_> = squares.iter().map(cell).collect();
                    cells.sort_unstable();
                    cells
                });
                let sorted = covered.map(|mut cells| {
                    cells.sort_unstable();
                    cells
                });
                assert_eq!(
                    sorted, expected,
                    "shape {shape}, mirror {mirror}, rotation {rotation} at {x},{y}"
                );
                n_inside += usize::from(is_inside);
            }
        }
    }
    // Eight ways times (7 − width)(7 − height), added up over the shapes.
    assert_eq!(n_inside, 8 * 411);
}

#[test]
fn the_known_games_of_the_program_are_laid_stone_by_stone() {
    for row in rows(include_str!("../data/freebloks_games.tsv")) {
        let [mode, size, squares, stones] = row[..] else { panic!("four columns: {row:?}") };
        let mode = Mode::from_name(mode).expect("a mode");
        let setup = Setup::usual(mode);
        assert_eq!(format!("{}x{}", setup.width, setup.height), size);
        let layout = setup.layout().expect("a usual game");
        let mut board = Board::start(layout);
        for text in stones.split(' ') {
            let stone = stone(text);
            assert_eq!(board.current(), Some(stone.color()), "{mode:?} before {text}");
            board.lay(stone).unwrap_or_else(|error| panic!("{mode:?}, {text}: {error}"));
        }
        assert_eq!(board.current(), None, "{mode:?} is over");
        let written: Vec<_> = board.stones().map(|stone| stone.to_string()).collect();
        assert_eq!(written.join(" "), stones, "the moves are named as they were");
        let laid = layout.rules().colors().map(|color| board.position().squares(color).to_string());
        assert_eq!(laid.collect::<Vec<_>>().join(","), squares);
        while board.take_back() {}
        assert_eq!(*board.position(), *Board::start(layout).position());
    }
}

/// A stone as the known games name it: `0:16.0.0@3,7`.
fn stone(text: &str) -> WireStone {
    let numbers: Vec<i8> = text.split([':', '.', '@', ',']).map(|part| part.parse().expect(text)).collect();
    let [color, shape, mirror, rotation, x, y] = numbers[..] else { panic!("{text}") };
    let color = WireColor::new(color as u8).expect(text);
    WireStone::new(color, shape as u8, mirror == 1, rotation as u8, (x, y)).expect(text)
}

#[test]
fn the_player_of_2005_lays_the_known_stones_on_the_boards_of_the_protocol() {
    for row in rows(include_str!("../data/freebloks_games.tsv")) {
        let [mode, _, _, stones] = row[..] else { panic!("four columns: {row:?}") };
        let setup = Setup::usual(Mode::from_name(mode).expect("a mode"));
        let mut board = Board::start(setup.layout().expect("a usual game"));
        for stone in stones.split(' ').map(stone) {
            let mut player = Blokus2005::with_noise(0);
            let found =
                player.search(SearchRequest::new(board.position(), Limits::NONE).expect("a seat is to move"));
            assert_eq!(board.check(stone), Ok(found.best), "{mode}: {stone}");
            board.lay(stone).expect("legal");
        }
    }
}

#[test]
fn the_usual_games_are_our_own_and_others_are_boards_of_their_own() {
    let options = |setup: Setup| setup.layout().map(|layout| layout.rules().to_string());
    let usual = |mode| options(Setup::usual(mode)).expect("a game");
    assert_eq!(usual(Mode::FourColors), "classic");
    assert_eq!(usual(Mode::FourColorsTwoPlayers), "classic players=2");
    assert_eq!(usual(Mode::Duo), "duo");
    assert_eq!(usual(Mode::TwoColors), "custom 15x15 colors=2 starts=a1,o15 pieces=all*1");
    assert!(usual(Mode::Junior).starts_with("custom 14x14 colors=2 starts=e5,j10 pieces=1*2,"));
    let large = Setup { width: 20, height: 20, ..Setup::usual(Mode::TwoColors) };
    assert_eq!(options(large).as_deref(), Ok("two-colors"));
    let own = Setup { width: 13, height: 9, ..Setup::usual(Mode::FourColorsTwoPlayers) };
    assert_eq!(options(own).as_deref(), Ok("custom 13x9 colors=4 starts=a1,a9,m9,m1 pieces=all*1 players=2"));
}

#[test]
fn every_game_of_the_protocol_has_its_options_back() {
    for mode in Mode::ALL {
        for side in [9, 14, 20, 30] {
            let setup = Setup { width: side, height: side, ..Setup::usual(mode) };
            if let Ok(layout) = setup.layout() {
                assert_eq!(Setup::of(layout.rules()), Some(setup));
                let again: Rules = layout.rules().to_string().parse().expect("options");
                assert_eq!(again, *layout.rules());
            }
        }
    }
    let three: Rules = "classic players=3".parse().expect("options");
    assert_eq!(Setup::of(&three), None);
}

#[test]
fn what_makes_no_game_here_is_refused_with_a_reason() {
    let usual = Setup::usual(Mode::Duo);
    for (setup, reason) in [
        (Setup { width: 9, height: 9, ..usual }, "two colors begin on the same cell"),
        (Setup { width: 4, height: 4, ..usual }, "a start cell is not on the board"),
        (Setup { width: 31, ..usual }, "both sides have 3 to 30 cells"),
        (Setup { counts: [10; N_PIECES], ..usual }, "10 stones of a shape are too many"),
        (Setup { counts: [0; N_PIECES], ..usual }, "no color has a piece"),
    ] {
        let refused = setup.layout().expect_err("no game").to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    let wish = ModeRequest::of(&usual);
    assert_eq!(wish.setup(), Some(usual));
    assert_eq!(ModeRequest { mode: 9, ..wish }.setup(), None);
    assert!(wish.has_known_size() && !ModeRequest { width: 51, ..wish }.has_known_size());
}

#[test]
fn illegal_stones_are_named_with_their_rule() {
    let mut board = Board::start(Setup::usual(Mode::Duo).layout().expect("duo"));
    let refused = |board: &Board, text: &str| board.check(stone(text)).expect_err(text).to_string();
    assert_eq!(refused(&board, "0:13.0.0@4,8"), "the first piece must cover the start cell e10");
    assert_eq!(refused(&board, "1:16.0.0@3,8"), "yellow does not play in this game");
    assert_eq!(
        refused(&board, "0:16.0.0@-1,8"),
        "the stone 0:16.0.0@-1,8 is not on the board with all its squares"
    );
    board.lay(stone("0:16.0.0@3,8")).expect("legal");
    assert_eq!(refused(&board, "0:16.0.0@3,8"), "color 1 has no piece X left", "a stone is used once");
}

#[test]
fn the_boards_of_the_protocol_are_positions_of_our_game() {
    let layout = Setup::usual(Mode::FourColors).layout().expect("classic");
    let game = Blokus::<LARGE>::new(*layout.rules()).expect("it fits");
    assert_eq!(*Board::start(layout).position(), game.start());
}
