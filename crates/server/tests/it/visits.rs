//! Somebody in a browser plays on servers of original programs, which here are our own.

mod page;

use std::{collections::BTreeSet, time::Duration};

use blokus::original::{Mode, Owner, ServerMessage, Setup, Status};
use connect4::original::Layout;
use framework::Rng;
use protocol::{ToMove, VisitEnd, VisitMessage, VisitPlace, VisitWish};
use server::{Config, Freebloks, Limits, Originals, Praktikum, Welfenlab};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};
use visits::{AllowedHost, Outbox, RoomGoal, VisitAnswer, VisitEvent, VisitGoal, Visits, begin};

use self::page::{Page, open, open_at_once};
use crate::{folder::Folder, running::Running, running::config};

/// Nothing that slows a test down.
fn limits() -> Limits {
    Limits { messages: (1_000_000, Duration::from_secs(1)), ..Limits::default() }
}

/// A server with all original protocols and a player of ours at each, which also lets its people travel.
async fn everything() -> Running {
    let any_port = "127.0.0.1:0".parse().unwrap();
    let player = "level1".to_owned();
    Running::start_with_originals(Originals {
        welfenlab: Some(Welfenlab { fill: Some(player.clone()), ..Welfenlab::new(any_port) }),
        praktikum: Some(Praktikum {
            listen: any_port,
            player,
            wait: Duration::ZERO,
            layout: Layout::default(),
        }),
        freebloks: Some(Freebloks {
            listen: any_port,
            game: Setup::usual(Mode::Duo).layout().unwrap(),
            player: "greedy".to_owned(),
            people: 4,
            pause: Duration::ZERO,
            games: 10,
        }),
        limits: limits(),
    })
    .await
}

fn address_of(server: &Running, protocol: &str, name: &str) -> String {
    let (_, address) = server.originals.iter().find(|(found, _)| *found == protocol).unwrap();
    format!("{protocol}://{name}{address}")
}

async fn server_that_allows(visits: Visits) -> Running {
    let folder = Folder::new();
    let config = Config { visits, ..config(folder.path()) };
    Running::start_with(folder, config).await
}

#[tokio::test]
async fn whole_games_of_the_course_are_played_through_a_page_and_the_colors_are_swapped() {
    let server = everything().await;
    let mut page = Page::visit(&server, &address_of(&server, "praktikum", "")).await;
    let mut rng = Rng::stream(7, "visit", 0);
    for game in 1..=2 {
        let end = page
            .play_until(&mut rng, |view| match &view.place {
                VisitPlace::Course(course) if course.game == game => course.end,
                _ => None,
            })
            .await;
        let VisitPlace::Course(course) = &page.view().place else { panic!("a course") };
        assert_eq!(course.is_yellow, game == 2, "who connects is red, and then yellow");
        assert_eq!(course.results.iter().sum::<u32>(), game);
        assert!(0 < course.results[end as usize]);
        assert_eq!(page.view().board.as_ref().unwrap().to_move, ToMove::Nobody);
        page.request(VisitWish::Begin).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn one_can_wait_for_a_program_of_the_course_and_be_yellow() {
    let server = everything().await;
    let mut page = Page::connect(&server).await;
    let address = "praktikum://127.0.0.1:0".to_owned();
    page.request(VisitWish::Open {
        address,
        password: Default::default(),
        listen: true,
        at_once: false,
        computer: None,
        seats: None,
    })
    .await;
    let here = page
        .wait(|message| match message {
            VisitMessage::Waiting { addresses } => Some(addresses[0].clone()),
            _ => None,
        })
        .await;
    let mut other = tokio::net::TcpStream::connect(here.strip_prefix("praktikum://").unwrap()).await.unwrap();
    page.until(|view| view.board.as_ref().filter(|board| board.drawing.moves.len() == 7).map(|_| ())).await;
    page.request(VisitWish::Play { text: "4".to_owned() }).await;
    let mut number = [0; 4];
    other.read_exact(&mut number).await.unwrap();
    assert_eq!(number, [3, 0, 0, 0]);
    // What is no column ends the visit with a reason.
    other.write_all(&[9, 0, 0, 0]).await.unwrap();
    assert!(page.ended().await.en.contains("no column"));
    server.stop().await;
}

#[tokio::test]
async fn two_rounds_of_backgammon_are_played_through_a_page() {
    let server = everything().await;
    let mut page = Page::visit(&server, &address_of(&server, "welfenlab", "anna@")).await;
    page.hall(|hall| hall.is_in && hall.users == ["anna"]).await;
    page.request(VisitWish::Create { rounds: 2, timeout: 0, password: Default::default() }).await;
    page.hall(|hall| hall.seated.is_some()).await;
    let mut rng = Rng::stream(7, "visit", 1);
    for n_rounds in 1..=2 {
        page.request(VisitWish::Begin).await;
        page.play_until(&mut rng, |view| match &view.place {
            VisitPlace::Hall(hall) => (hall.rounds.len() == n_rounds).then_some(()),
            _ => None,
        })
        .await;
    }
    page.hall(|hall| hall.left == Some(0) && hall.seated.is_none() && hall.games.is_empty()).await;
    server.stop().await;
}

#[tokio::test]
async fn people_in_a_hall_find_each_other_talk_and_leave() {
    let server = everything().await;
    let address = |name: &str| address_of(&server, "welfenlab", name);
    let mut anna = Page::visit(&server, &address("anna@")).await;
    anna.hall(|hall| hall.is_in).await;
    let mut bert = Page::visit(&server, &address("bert@")).await;
    anna.hall(|hall| hall.users.len() == 2).await;
    let password = || protocol::VisitPassword("swordfish".to_owned());
    anna.request(VisitWish::Create { rounds: 3, timeout: 30, password: password() }).await;
    anna.hall(|hall| hall.seated.is_some()).await;
    let listed =
        bert.hall(|hall| hall.games.first().is_some_and(|game| game.is_locked)).await.games[0].clone();
    assert_eq!((listed.rounds, listed.timeout, &listed.players[..]), (3, 30, &["anna".to_owned()][..]));

    bert.request(VisitWish::Say { to: Some("anna".to_owned()), text: "shall we".to_owned() }).await;
    let heard = anna.said("bert").await;
    assert_eq!(heard.text.en, "shall we");
    anna.request(VisitWish::Say { to: None, text: "all".to_owned() }).await;
    assert_eq!(bert.said("anna").await.text.en, "all");

    bert.request(VisitWish::Join { game: listed.game, password: Default::default() }).await;
    bert.wait(|message| match message {
        VisitMessage::Told { line } if line.text.en.starts_with("JOIN is refused") => Some(()),
        _ => None,
    })
    .await;
    bert.request(VisitWish::Join { game: listed.game, password: password() }).await;
    bert.hall(|hall| hall.opponent.as_deref() == Some("anna")).await;
    anna.hall(|hall| hall.opponent.as_deref() == Some("bert")).await;
    for page in [&mut anna, &mut bert] {
        page.request(VisitWish::Begin).await;
    }
    for page in [&mut anna, &mut bert] {
        page.until(|view| view.board.as_ref().filter(|board| !board.played.is_empty()).map(|_| ())).await;
    }
    bert.request(VisitWish::Leave).await;
    bert.hall(|hall| hall.seated.is_none()).await;
    anna.hall(|hall| hall.seated.is_none()).await;
    server.stop().await;
}

#[tokio::test]
async fn a_whole_game_of_blokus_is_played_through_a_page() {
    let server = everything().await;
    let mut page = Page::visit(&server, &address_of(&server, "freebloks", "Ada@")).await;
    page.room(|room| room.mode == "duo").await;
    page.request(VisitWish::Mode { name: "junior".to_owned(), size: None }).await;
    page.room(|room| room.mode == "junior").await;
    page.request(VisitWish::Sit { color: Some("red".to_owned()) }).await;
    page.room(|room| room.seats.iter().any(|seat| seat.is_mine && seat.color == "red")).await;
    page.request(VisitWish::Stand { color: "red".to_owned() }).await;
    page.room(|room| room.seats.iter().all(|seat| !seat.is_mine)).await;
    page.request(VisitWish::Sit { color: Some("blue".to_owned()) }).await;
    page.room(|room| room.seats.iter().any(|seat| seat.is_mine && seat.name.en == "Ada")).await;
    page.request(VisitWish::Say { to: None, text: "good luck".to_owned() }).await;
    assert_eq!(page.said("Ada").await.text.en, "good luck");
    page.request(VisitWish::Begin).await;

    let is_my_turn =
        |view: &protocol::VisitView| view.board.clone().filter(|board| !board.drawing.moves.is_empty());
    page.until(is_my_turn).await;
    page.request(VisitWish::Hint).await;
    let board = page.until(|view| is_my_turn(view).filter(|board| board.hint.is_some())).await;
    assert!(board.drawing.moves.contains(board.hint.as_ref().unwrap()));
    page.request(VisitWish::Play { text: "a1".to_owned() }).await;
    page.refused().await;
    page.request(VisitWish::Play { text: board.hint.unwrap() }).await;
    page.until(|view| is_my_turn(view).filter(|board| board.played.len() == 2)).await;
    page.request(VisitWish::TakeBack).await;
    page.until(|view| is_my_turn(view).filter(|board| board.played.is_empty())).await;

    let mut rng = Rng::stream(7, "visit", 2);
    page.play_until(&mut rng, |view| match &view.place {
        VisitPlace::Room(room) => room.is_over.then_some(()),
        _ => None,
    })
    .await;
    let VisitPlace::Room(room) = &page.view().place else { panic!("a room") };
    assert!(room.seats.iter().all(|seat| 0 < seat.points.unwrap()), "{room:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_game_begins_at_once_if_that_is_wanted() {
    let server = everything().await;
    for (protocol, name) in [("welfenlab", "anna@"), ("freebloks", "Ada@"), ("praktikum", "")] {
        let mut page = Page::connect(&server).await;
        let address = address_of(&server, protocol, name);
        page.request(open_at_once(&address, None)).await;
        page.until(|view| view.board.as_ref().filter(|board| !board.drawing.moves.is_empty()).map(|_| ()))
            .await;
    }
    server.stop().await;
}

#[tokio::test]
async fn one_page_plays_several_colors_of_blokus() {
    let server = everything().await;
    let mut page = Page::connect(&server).await;
    let address = address_of(&server, "freebloks", "Ada@");
    page.request(open_at_once(&address, Some(2))).await;
    page.room(|room| room.is_running && room.seats.iter().all(|seat| seat.is_mine)).await;
    let mut rng = Rng::stream(7, "visit", 3);
    page.play_until(&mut rng, |view| match &view.place {
        VisitPlace::Room(room) => room.is_over.then_some(()),
        _ => None,
    })
    .await;
    let seats: BTreeSet<_> =
        page.view().board.as_ref().unwrap().played.iter().filter_map(|mv| mv.seat).collect();
    assert_eq!(seats.len(), 2, "the moves of both colors were played here");
    server.stop().await;
}

#[tokio::test]
async fn without_a_seat_one_watches_computers_play_blokus() {
    let server = everything().await;
    let mut page = Page::connect(&server).await;
    let address = address_of(&server, "freebloks", "Ada@");
    page.request(open_at_once(&address, Some(0))).await;
    page.room(|room| room.is_over && room.seats.iter().all(|seat| !seat.is_mine)).await;
    server.stop().await;
}

#[tokio::test]
async fn s_21_visits_go_only_where_allowed() {
    let target = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = target.local_addr().unwrap();
    let host: AllowedHost = "127.0.0.1:1".parse().unwrap();
    for visits in [Visits::Nowhere, Visits::Only(vec![host])] {
        let server = server_that_allows(visits).await;
        for (address, listen) in
            [(format!("praktikum://{here}"), false), ("praktikum://127.0.0.1:0".to_owned(), true)]
        {
            let mut page = Page::connect(&server).await;
            page.request(VisitWish::Open {
                address,
                password: Default::default(),
                listen,
                at_once: false,
                computer: None,
                seats: None,
            })
            .await;
            let reason = page.ended().await;
            assert!(reason.en.contains("server"), "{reason}");
        }
        server.stop().await;
    }
    let connected = tokio::time::timeout(Duration::from_millis(50), target.accept()).await;
    assert!(connected.is_err(), "nobody has called");

    let host: AllowedHost = here.to_string().parse().unwrap();
    let server = server_that_allows(Visits::Only(vec![host])).await;
    let mut page = Page::connect(&server).await;
    page.request(open(&format!("praktikum://{here}"))).await;
    target.accept().await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn s_21_a_page_under_another_name_cannot_travel_from_the_server_of_one_person() {
    let server = everything().await;
    assert!(Page::try_connect(&server, "localhost:1").await.is_some());
    assert!(Page::try_connect(&server, "evil.example:1").await.is_none());
    server.stop().await;
}

#[tokio::test]
async fn whatever_is_wrong_is_said_and_nothing_hangs() {
    let server = everything().await;
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (first, reason) in [
        ("nonsense".to_owned(), "where to go"),
        (r#"{"type":"look"}"#.to_owned(), "where to go"),
        (r#"{"type":"open","address":"http://x"}"#.to_owned(), "no such protocol"),
        (r#"{"type":"open","address":"welfenlab://x"}"#.to_owned(), "needs a name"),
        (r#"{"type":"open","address":"welfenlab://a@x","listen":true}"#.to_owned(), "only Connect Four"),
        (format!(r#"{{"type":"open","address":"praktikum://{nobody}"}}"#), "cannot connect"),
        (r#"{"type":"open","address":"freebloks://x","seats":5}"#.to_owned(), "at most 4 colors"),
        (
            r#"{"type":"open","address":"praktikum://x","seats":2}"#.to_owned(),
            "only Blokus has several seats",
        ),
    ] {
        let mut page = Page::connect(&server).await;
        page.send(first).await;
        let ended = page.ended().await;
        assert!(ended.en.contains(reason), "{ended}");
        assert_ne!(ended.en, ended.de);
    }
    let mut page = Page::visit(&server, &address_of(&server, "praktikum", "")).await;
    page.until(|view| view.board.as_ref().filter(|board| !board.drawing.moves.is_empty()).map(|_| ())).await;
    for nonsense in ["", "{}", r#"{"type":"hint"}"#, r#"{"type":"play","text":"99"}"#, r#"{"type":"begin"}"#]
    {
        page.send(nonsense.to_owned()).await;
        page.refused().await;
    }
    for _ in 0..600 {
        page.send("{}".to_owned()).await;
    }
    page.wait(|message| match message {
        VisitMessage::Refused { text } if text.en == "not so fast, please" => Some(()),
        _ => None,
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn quitting_logs_out_of_the_other_server() {
    let server = everything().await;
    let target = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let page = async {
        let mut page = Page::connect(&server).await;
        page.request(open(&format!("welfenlab://anna@{}", target.local_addr().unwrap()))).await;
        page
    };
    let (mut page, accepted) = tokio::join!(page, target.accept());
    let (mut stream, _) = accepted.unwrap();
    page.request(VisitWish::Quit).await;
    let mut heard = String::new();
    stream.read_to_string(&mut heard).await.unwrap();
    assert_eq!(heard, "LOGIN:anna;;\r\n", "who is not in has nobody to take leave of");

    // And a server that goes is told to the page.
    let mut page = Page::connect(&server).await;
    page.request(open(&format!("welfenlab://anna@{}", target.local_addr().unwrap()))).await;
    drop(target.accept().await.unwrap());
    assert!(page.ended().await.en.contains("ended the connection"));
    server.stop().await;
}

#[tokio::test]
async fn a_server_of_blokus_is_left_in_order_while_it_still_speaks() {
    let server = everything().await;
    let target = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut page = Page::connect(&server).await;
    page.request(open(&format!("freebloks://{}", target.local_addr().unwrap()))).await;
    let (mut stream, _) = target.accept().await.unwrap();
    page.request(VisitWish::Quit).await;
    let mut heard = Vec::new();
    stream.read_to_end(&mut heard).await.unwrap();
    assert_eq!(heard, [] as [u8; 0]);
    // A connection that is closed over unread bytes breaks; this one still takes them, and then ends.
    for _ in 0..3 {
        stream.write_all(&[0; 64]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn goal_that_is_not_granted_is_given_up() {
    let mut out = Outbox::default();
    let address = "freebloks://ada@localhost".parse().unwrap();
    let room = RoomGoal { mode: Some(Mode::Duo), seats: 1, start: true, ..RoomGoal::default() };
    let goal = VisitGoal { room, ..VisitGoal::default() };
    let mut visit = begin(&address, "", false, &goal, &mut out);
    let four = Setup::usual(Mode::FourColors);
    let status = Status::new(four, [Owner::Computer; 4], 1, Default::default());
    visit.on_bytes(&ServerMessage::Status(Box::new(status)).to_bytes(), &mut out).unwrap();
    assert!(!visit.is_settled(), "another game was asked for");
    let mut out = Outbox::default();
    visit.give_up_goal(&mut out);
    assert!(visit.is_settled());
    assert_eq!(out.answer, Some(VisitAnswer::Refused));
    let [VisitEvent::Line(line)] = &out.events[..] else { panic!("it is told once: {:?}", out.events) };
    assert!(line.text.en.contains("was not granted"), "{}", line.text);
    visit.give_up_goal(&mut out);
    assert_eq!(out.events.len(), 1);
}

#[tokio::test]
async fn one_person_has_at_most_four_visits_at_a_time() {
    let server = everything().await;
    let target = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("praktikum://{}", target.local_addr().unwrap());
    let first = Page::connect(&server).await;
    let cookie = first.cookie.clone();
    let mut pages = vec![first];
    for _ in 0..3 {
        pages.push(Page::connect_as(&server, &cookie).await);
    }
    for page in &mut pages {
        page.request(open(&address)).await;
        page.until(|view| view.board.as_ref().map(|_| ())).await;
    }
    let mut fifth = Page::connect_as(&server, &cookie).await;
    fifth.request(open(&address)).await;
    assert!(fifth.ended().await.en.contains("too many visits"));
    pages.pop().unwrap().request(VisitWish::Quit).await;
    // The server may need a moment to see that one has gone.
    loop {
        let mut again = Page::connect_as(&server, &cookie).await;
        again.request(open(&address)).await;
        if again.begins().await {
            break;
        }
    }
    server.stop().await;
}

#[test]
fn passwords_are_not_in_what_is_logged() {
    let password = protocol::VisitPassword("swordfish".to_owned());
    let address = String::new();
    let wish =
        VisitWish::Open { address, password, listen: false, at_once: false, computer: None, seats: None };
    assert!(!format!("{wish:?}").contains("swordfish"));
    assert_eq!(VisitEnd::Drawn as usize, 2, "results are counted in this order");
}

#[tokio::test]
async fn computer_plays_whole_games_of_each_protocol_for_a_visitor() {
    let server = everything().await;
    for (protocol, name) in [("welfenlab", "anna@"), ("freebloks", "Ada@"), ("praktikum", "")] {
        let mut page = Page::connect(&server).await;
        let address = address_of(&server, protocol, name);
        let (password, listen, at_once) = (Default::default(), false, true);
        let computer = Some(2);
        page.request(VisitWish::Open { address, password, listen, at_once, computer, seats: None }).await;
        page.until(|view| match &view.place {
            VisitPlace::Hall(hall) => (!hall.rounds.is_empty()).then_some(()),
            VisitPlace::Course(course) => course.end.map(|_| ()),
            VisitPlace::Room(room) => room.is_over.then_some(()),
        })
        .await;
        assert_eq!(page.view().computer, Some(2));
        let played = &page.view().board.as_ref().unwrap().played;
        assert!(6 < played.len(), "{played:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_computer_of_a_visit_can_be_switched_on_and_off() {
    let server = everything().await;
    let mut page = Page::visit(&server, &address_of(&server, "praktikum", "")).await;
    page.until(|view| view.board.as_ref().filter(|board| !board.drawing.moves.is_empty()).map(|_| ())).await;
    assert_eq!(page.view().computer, None);
    page.request(VisitWish::Computer { level: Some(11) }).await;
    page.refused().await;
    page.request(VisitWish::Computer { level: Some(1) }).await;
    page.until(|view| view.board.as_ref().filter(|board| 4 <= board.played.len()).map(|_| ())).await;
    page.request(VisitWish::Computer { level: None }).await;
    page.until(|view| view.computer.is_none().then_some(())).await;
    server.stop().await;
}

#[tokio::test]
async fn a_page_that_is_loaded_again_finds_its_visit_as_it_was() {
    let server = everything().await;
    let mut page = Page::visit(&server, &address_of(&server, "welfenlab", "anna@")).await;
    page.hall(|hall| hall.is_in).await;
    page.request(VisitWish::Create { rounds: 1, timeout: 0, password: Default::default() }).await;
    page.hall(|hall| hall.seated.is_some()).await;
    page.request(VisitWish::Begin).await;
    let is_my_turn =
        |view: &protocol::VisitView| view.board.clone().filter(|board| !board.drawing.moves.is_empty());
    let board = page.until(is_my_turn).await;
    let (cookie, word) = (page.cookie.clone(), page.word.clone());
    drop(page);

    // Whoever else knows the word does not get in.
    let mut other = Page::connect(&server).await;
    other.request(VisitWish::Resume { visit: word.clone() }).await;
    assert_eq!(other.ended().await.en, "this visit is over");

    let mut again = Page::connect_as(&server, &cookie).await;
    again.request(VisitWish::Resume { visit: word.clone() }).await;
    again
        .wait(|message| match message {
            VisitMessage::Told { line } if line.text.en == "the round begins" => Some(()),
            _ => None,
        })
        .await;
    assert_eq!(again.until(is_my_turn).await, board);
    let text = board.drawing.moves[0].clone();
    again.request(VisitWish::Play { text: text.clone() }).await;
    again
        .until(|view| {
            view.board
                .as_ref()
                .filter(|board| board.played.iter().any(|played| played.text == text))
                .map(|_| ())
        })
        .await;

    // A second window takes the visit over, and the first one learns it.
    let mut third = Page::connect_as(&server, &cookie).await;
    third.request(VisitWish::Resume { visit: word }).await;
    third.until(|view| view.board.as_ref().map(|_| ())).await;
    assert!(again.ended().await.en.contains("in another window"));
    server.stop().await;
}

#[tokio::test]
async fn detached_visit_logs_out_after_the_timeout() {
    let folder = Folder::new();
    let config = Config { detached_visit_timeout: Duration::from_millis(50), ..config(folder.path()) };
    let server = Running::start_with(folder, config).await;
    let target = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut page = Page::connect(&server).await;
    page.request(open(&format!("welfenlab://anna@{}", target.local_addr().unwrap()))).await;
    let (stream, _) = target.accept().await.unwrap();
    let mut lines = tokio::io::BufStream::new(stream);
    expect(&mut lines, "LOGIN:anna;;", "CONFIRM:LOGIN;in").await;
    expect(&mut lines, "LIST", "LIST:1 bert NOONE f 0 1").await;
    expect(&mut lines, "USERS", "USERS:anna;bert").await;
    page.hall(|hall| !hall.games.is_empty()).await;
    page.request(VisitWish::Join { game: 1, password: Default::default() }).await;
    expect(&mut lines, "JOIN:1;", "CONFIRM:JOIN;1").await;
    page.hall(|hall| hall.seated == Some(1)).await;
    drop(page);
    expect(&mut lines, "JOIN:-1", "CONFIRM:JOIN;-1").await;
    expect(&mut lines, "LOGOUT", "CONFIRM:LOGOUT").await;
    server.stop().await;
}

/// A server that expects a line and answers it.
async fn expect(lines: &mut tokio::io::BufStream<tokio::net::TcpStream>, line: &str, answer: &str) {
    use tokio::io::AsyncBufReadExt as _;
    let mut heard = String::new();
    lines.read_line(&mut heard).await.unwrap();
    assert_eq!(heard.trim_end(), line);
    lines.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
    lines.flush().await.unwrap();
}
