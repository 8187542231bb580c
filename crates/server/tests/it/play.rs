//! Games over real sockets.

use framework::{Action, Happening, Record, Rng, Valuation};
use protocol::{ChairChoice, Command, Detail, Message, Moment, NewTable, TableHappening, TableId, ToMove};

use crate::{
    client::{Client, for_two},
    running::Running,
};

/// Two who sit at a table and see everything drawn.
async fn pair(server: &Running, table: NewTable) -> (Client, Client, TableId) {
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let table = anna.create(table).await;
    anna.watch(&table, Detail::Drawn).await;
    bert.sit(&table).await;
    bert.watch(&table, Detail::Drawn).await;
    (anna, bert, table)
}

/// Plays random moves for one side until the match is over, and gives the hash of the last position.
async fn play_to_the_end(mut client: Client, table: TableId, seed: u64) -> (Client, String) {
    let mut rng = Rng::stream(seed, "client", 0);
    let mut acted_at = None;
    loop {
        let (moment, drawing, is_over) = client
            .wait(|message| match message {
                Message::Table { snapshot, drawing } => {
                    Some((snapshot.moment.clone()?, drawing.clone(), false))
                }
                Message::Events { events, moment, drawing, .. } => {
                    let is_end = |what: &TableHappening| {
                        matches!(what, TableHappening::Match(Happening::RoundEnded { .. }))
                    };
                    let is_over = events.iter().any(|event| is_end(&event.what));
                    Some((moment.clone()?, drawing.clone(), is_over))
                }
                _ => None,
            })
            .await;
        if is_over {
            return (client, moment.hash);
        }
        let drawing = drawing.expect("drawings were asked for");
        let is_my_roll = |moment: &Moment| match moment.to_move {
            ToMove::Dice(Some(seat)) => moment.players[seat] == u8::from(client.client == "bert"),
            _ => false,
        };
        let action = match drawing.moves.as_slice() {
            [] if is_my_roll(&moment) => Action::Roll,
            [] => continue,
            moves => Action::Move(moves[rng.index(moves.len())].clone()),
        };
        // The same position is told again when something else happens.
        if acted_at.replace((moment.round, moment.ply)) != Some((moment.round, moment.ply)) {
            client.act(&table, moment.ply, action).await.unwrap();
        }
    }
}

#[tokio::test]
async fn whole_games_of_every_game_are_played_between_two_sockets() {
    let server = Running::start().await;
    for (game, options) in
        [("connect4", ""), ("othello", "6x6"), ("backgammon", "hypergammon"), ("blokus", "duo")]
    {
        let (mut anna, mut bert, table) = pair(&server, for_two(game, options)).await;
        (anna.client, bert.client) = ("anna".to_owned(), "bert".to_owned());
        let (played, (_, seen)) =
            tokio::join!(play_to_the_end(anna, table.clone(), 1), play_to_the_end(bert, table.clone(), 2));
        let (anna, hash) = played;
        assert_eq!(hash, seen, "{game}");
        let cookie = format!("Cookie: {}\r\n", anna.cookie);
        let (status, record) = server.get(&format!("/api/tables/{table}/record"), &cookie).await;
        assert_eq!(status, 200, "{record}");
        let replayed = record.parse::<Record>().unwrap().replay(catalog::GAMES).unwrap();
        assert_eq!(format!("{:016x}", replayed.position.key()), hash, "{game}");
        assert!(replayed.position.result().is_some(), "{game}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_computer_player_answers() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let chairs = vec![ChairChoice::Me, ChairChoice::Engine("level1".to_owned())];
    let table = anna.create(NewTable::new("othello", "", chairs)).await;
    anna.watch(&table, Detail::Plain).await;
    anna.play(&table, 0, "f5").await.unwrap();
    let ply = anna
        .wait(|message| match message {
            Message::Events { moment: Some(moment), .. } if 2 <= moment.ply => Some(moment.ply),
            _ => None,
        })
        .await;
    assert_eq!(ply, 2);
    server.stop().await;
}

#[tokio::test]
async fn computer_players_play_among_themselves_and_can_be_watched() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let engine = || ChairChoice::Engine("level1".to_owned());
    let table = anna.create(NewTable::new("connect4", "", vec![engine(), engine()])).await;
    anna.watch(&table, Detail::Plain).await;
    let over = |message: &Message| match message {
        Message::Events { events, .. } => events
            .iter()
            .any(|event| matches!(event.what, TableHappening::Match(Happening::RoundEnded { .. }))),
        Message::Table { snapshot, .. } => snapshot.summary.phase == protocol::Phase::Over,
        _ => false,
    };
    anna.wait(|message| over(message).then_some(())).await;
    server.stop().await;
}

#[tokio::test]
async fn hints_are_given_where_they_are_allowed() {
    let server = Running::start().await;
    let (mut anna, mut bert, table) = pair(&server, NewTable { hints: true, ..for_two("othello", "") }).await;
    let number = anna.send(Command::Hint { table: table.clone() }).await;
    let moves = anna
        .wait(|message| match message {
            Message::Hint { number: answered, moves, .. } if *answered == number => Some(moves.clone()),
            _ => None,
        })
        .await;
    assert_eq!(moves.len(), 4, "the first move of Othello has four possibilities");
    let early = bert.ask(Command::Hint { table: table.clone() }).await;
    assert_eq!(Client::code(early), protocol::Code::NotYourTurn);
    let (mut anna, _bert, table) = pair(&server, for_two("othello", "")).await;
    assert_eq!(Client::code(anna.ask(Command::Hint { table }).await), protocol::Code::NotAllowed);
    server.stop().await;
}

#[tokio::test]
async fn evaluation_is_for_the_side_to_move() {
    let server = Running::start().await;
    let (mut anna, _bert, _) = pair(&server, for_two("othello", "")).await;
    let evaluate = |game: &str, position: &str| Command::Evaluate {
        game: game.to_owned(),
        options: String::new(),
        position: position.to_owned(),
        played: None,
        explain: None,
    };
    let number = anna.send(evaluate("connect4", "12131")).await;
    let (seat, worth, best) = anna
        .wait(|message| match message {
            Message::Evaluation { number: answered, seat, worth, moves, .. } if *answered == number => {
                Some((seat.number(), *worth, moves[0].clone()))
            }
            _ => None,
        })
        .await;
    assert_eq!((seat, &*best.text), (2, "1"), "the first player threatens four above each other");
    assert!(matches!(worth, Some(Valuation::Certain { .. })), "{worth:?}");
    assert_eq!(best.worth, worth, "the best move is worth what the position is");
    for (game, position, code) in [
        ("chess", "", protocol::Code::NotFound),
        ("connect4", "9", protocol::Code::Settings),
        ("connect4", "4545454", protocol::Code::Phase),
    ] {
        let refused = anna.ask(evaluate(game, position)).await;
        assert_eq!(Client::code(refused), code, "{game} {position}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_move_that_was_played_is_valued_however_many_are_better() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let game = catalog::find(catalog::GAMES, "blokus").unwrap().open_text("").unwrap();
    // The single square in the corner is one of the worst beginnings.
    let played = game.start().legal_moves().into_iter().min_by_key(String::len).unwrap();
    let evaluate = |played: &str| Command::Evaluate {
        game: "blokus".to_owned(),
        options: String::new(),
        position: game.start().text(),
        played: Some(played.to_owned()),
        explain: None,
    };
    let number = anna.send(evaluate(&played)).await;
    let (best, moves) = anna
        .wait(|message| match message {
            Message::Evaluation { number: answered, worth, moves, .. } if *answered == number => {
                Some((*worth, moves.clone()))
            }
            _ => None,
        })
        .await;
    let place = |worth: Option<Valuation>| match worth {
        Some(Valuation::Place { expected, of: 4 }) => expected,
        other => panic!("{other:?}"),
    };
    let valued = moves.iter().find(|mv| mv.text == played).expect("it is told besides the best");
    assert!(place(best) < place(valued.worth), "{best:?} {valued:?}");
    assert_eq!(Client::code(anna.ask(evaluate("j10")).await), protocol::Code::Settings);
    server.stop().await;
}

#[tokio::test]
async fn moves_are_explained_by_the_nine_terms_of_2006() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let game = catalog::find(catalog::GAMES, "backgammon").unwrap().open_text("nocube").unwrap();
    let mut rolled = game.start();
    rolled.play("31").unwrap();
    let played = rolled.check("24/21 24/23").unwrap();
    let evaluate = |explain: &str| Command::Evaluate {
        game: "backgammon".to_owned(),
        options: "nocube".to_owned(),
        position: rolled.text(),
        played: Some(played.clone()),
        explain: Some(explain.to_owned()),
    };
    for evaluation in ["welfenlab-2006", "welfenlab-2006:as-written", "welfenlab-2006:w1=0"] {
        let number = anna.send(evaluate(evaluation)).await;
        let moves = anna
            .wait(|message| match message {
                Message::Evaluation { number: answered, moves, .. } if *answered == number => {
                    Some(moves.clone())
                }
                _ => None,
            })
            .await;
        assert!((2..=5).contains(&moves.len()), "the best four and what was played: {moves:?}");
        assert!(moves.iter().any(|mv| mv.text == played), "{moves:?}");
        assert!(moves[0].value.is_some(), "the best move is rated in any case: {moves:?}");
        for mv in &moves {
            let sum: f64 = mv.terms.iter().map(|term| term.share).sum();
            assert_eq!(mv.terms.len(), 9, "{evaluation}: {mv:?}");
            if let Some(value) = mv.value.map(f64::from) {
                assert!(
                    (sum - value).abs() <= 1e-3 * value.abs().max(1.0),
                    "{evaluation}: {sum}, not {value}"
                );
            }
        }
    }
    for wrong in ["gnubg", "welfenlab-2006:threads=64", "own:depth=3"] {
        let refused = anna.ask(evaluate(wrong)).await;
        assert_eq!(Client::code(refused), protocol::Code::Settings, "{wrong}");
    }
    server.stop().await;
}

#[tokio::test]
async fn hints_are_refused_during_a_rated_match_of_the_game() {
    let server = Running::start().await;
    let (mut anna, mut bert, rated) =
        pair(&server, NewTable { rated: true, clock: "5m+3s".to_owned(), ..for_two("othello", "") }).await;
    let evaluate = |game: &str| Command::Evaluate {
        game: game.to_owned(),
        options: String::new(),
        position: if game == "othello" { "f5" } else { "44" }.to_owned(),
        played: None,
        explain: None,
    };
    for player in [&mut anna, &mut bert] {
        let refused = player.ask(evaluate("othello")).await;
        assert_eq!(Client::code(refused), protocol::Code::RatedMatch);
    }
    // A table for practice on which the same moves are played is no way around.
    let chairs = vec![ChairChoice::Me, ChairChoice::Me];
    let practice = anna.create(NewTable { hints: true, ..NewTable::new("othello", "", chairs) }).await;
    let refused = anna.ask(Command::Hint { table: practice.clone() }).await;
    assert_eq!(Client::code(refused), protocol::Code::RatedMatch);
    let evaluated = |number: u64| {
        move |message: &Message| match message {
            Message::Evaluation { number: answered, .. } if *answered == number => Some(()),
            _ => None,
        }
    };
    let number = anna.send(evaluate("connect4")).await;
    anna.wait(evaluated(number)).await;
    let mut carla = server.guest().await;
    let number = carla.send(evaluate("othello")).await;
    carla.wait(evaluated(number)).await;
    // Once it is over, everything may be asked.
    let resign = Command::Act { table: rated, ply: 0, action: Action::Resign(None), chair: None };
    bert.ask(resign).await.unwrap();
    let number = anna.send(evaluate("othello")).await;
    anna.wait(evaluated(number)).await;
    server.stop().await;
}

#[tokio::test]
async fn a_chair_that_was_left_is_taken_over_and_given_back() {
    let server = Running::start().await;
    let (mut anna, mut bert, table) = pair(&server, for_two("othello", "")).await;
    bert.ask(Command::Stand { table: table.clone() }).await.unwrap();
    let seat = Command::Seat { table: table.clone(), chair: 1, player: "level1".to_owned() };
    anna.ask(seat).await.unwrap();
    anna.play(&table, 0, "f5").await.unwrap();
    let after_engine = |message: &Message| match message {
        Message::Events { moment: Some(moment), .. } if moment.ply == 2 => Some(()),
        _ => None,
    };
    anna.wait(after_engine).await;
    bert.sit(&table).await;
    let moves = anna.ask(Command::Ping).await;
    assert!(moves.is_ok());
    server.stop().await;
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_match() {
    let server = Running::start().await;
    let table = NewTable { clock: "300ms/move".to_owned(), ..for_two("connect4", "") };
    let (_anna, mut bert, _table) = pair(&server, table).await;
    let end = bert
        .wait(|message| match message {
            Message::Events { events, .. } => events.iter().find_map(|event| match &event.what {
                TableHappening::Match(Happening::RoundEnded { end, .. }) => Some(end.clone()),
                _ => None,
            }),
            _ => None,
        })
        .await;
    assert_eq!(end, framework::End::TimeOver { seat: framework::Seat::FIRST });
    server.stop().await;
}

#[tokio::test]
async fn rematch_rotates_the_chairs() {
    let server = Running::start().await;
    let (mut anna, mut bert, table) = pair(&server, for_two("connect4", "")).await;
    let early = anna.ask(Command::Rematch { table: table.clone() }).await;
    assert_eq!(Client::code(early), protocol::Code::Phase);
    anna.act(&table, 0, Action::Resign(None)).await.unwrap();
    let (again, _) = anna.ask(Command::Rematch { table: table.clone() }).await.unwrap();
    let told = bert
        .wait(|message| match message {
            Message::Events { events, .. } => events.iter().find_map(|event| match &event.what {
                TableHappening::Rematch { table } => Some(table.clone()),
                _ => None,
            }),
            _ => None,
        })
        .await;
    assert_eq!(Some(&told), again.as_ref());
    // Who asks for the same finds the table that is arranged.
    assert_eq!(bert.ask(Command::Rematch { table }).await.unwrap().0, again);
    bert.play(&told, 0, "4").await.expect("who moved second moves first now");
    server.stop().await;
}

#[tokio::test]
async fn two_who_ask_for_a_rematch_at_the_same_moment_meet_at_one_table() {
    let server = Running::start().await;
    for _ in 0..10 {
        let (mut anna, mut bert, table) = pair(&server, for_two("connect4", "")).await;
        anna.act(&table, 0, Action::Resign(None)).await.unwrap();
        let again = Command::Rematch { table };
        let (to_anna, to_bert) = tokio::join!(anna.ask(again.clone()), bert.ask(again));
        let there = to_anna.unwrap().0.unwrap();
        assert_eq!(to_bert.unwrap().0.as_ref(), Some(&there));
        bert.play(&there, 0, "4").await.expect("both sit there, and who moved second moves first now");
    }
    server.stop().await;
}
