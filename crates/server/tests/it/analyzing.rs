//! Positions that are looked at deeper and deeper, over real sockets.

use framework::{Rng, Valuation};
use protocol::{Code, Command, Message, NewTable};

use crate::{
    client::{Client, for_two},
    running::Running,
};

fn analyze(game: &str, position: &str) -> Command {
    let (game, options, position) = (game.to_owned(), String::new(), position.to_owned());
    Command::Analyze { game, options, position, lines: Some(2) }
}

/// A position of Othello in the middle of a game, of which nobody knows everything at once.
fn middle(seed: u64) -> String {
    let mut rng = Rng::stream(seed, "middle", 0);
    let mut position = catalog::find(catalog::GAMES, "othello").unwrap().open_text("").unwrap().start();
    for _ in 0..20 {
        position.play_random(&mut rng).unwrap();
    }
    position.text()
}

/// The next word about the analysis of a number: whether it is the last, and the best line.
async fn told(client: &mut Client, number: u64) -> (bool, Vec<String>, Option<Valuation>) {
    client
        .wait(|message| match message {
            Message::Analysis { number: of, moves, lines, is_final, .. } if *of == number => {
                assert!(lines.len() <= 2 && lines[0][0] == moves[0].text, "{lines:?} {moves:?}");
                Some((*is_final, lines[0].clone(), moves[0].worth))
            }
            Message::Refused { number: Some(of), problem } if *of == number => panic!("{problem:?}"),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn what_is_known_for_certain_is_told_and_is_the_last() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let number = anna.send(analyze("connect4", "12131")).await;
    let (is_final, line, worth) = loop {
        let known = told(&mut anna, number).await;
        if known.0 {
            break known;
        }
    };
    assert!(is_final && line[0] == "1", "the other side threatens four above each other: {line:?}");
    assert!(matches!(worth, Some(Valuation::Certain { .. })), "{worth:?}");
    server.stop().await;
}

#[tokio::test]
async fn another_position_takes_the_place_of_the_one_before() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let first = anna.send(analyze("othello", &middle(1))).await;
    told(&mut anna, first).await;
    let second = anna.send(analyze("othello", &middle(2))).await;
    told(&mut anna, second).await;
    anna.ask(Command::StopAnalysis).await.unwrap();
    // The same person may ask elsewhere as soon as nobody looks here any more.
    let number = anna.send(analyze("othello", &middle(1))).await;
    told(&mut anna, number).await;
    for (game, position, code) in [
        ("chess", "", Code::NotFound),
        ("connect4", "9", Code::Settings),
        ("connect4", "4545454", Code::Phase),
    ] {
        assert_eq!(Client::code(anna.ask(analyze(game, position)).await), code, "{game} {position}");
    }
    server.stop().await;
}

#[tokio::test]
async fn players_of_a_rated_match_are_not_told() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let mut bert = server.guest().await;
    let rated = NewTable { rated: true, clock: "5m+3s".to_owned(), ..for_two("othello", "") };
    let table = anna.create(rated).await;
    // It begins while the position is looked at.
    let number = anna.send(analyze("othello", &middle(1))).await;
    told(&mut anna, number).await;
    bert.sit(&table).await;
    let code = anna
        .wait(|message| match message {
            Message::Refused { number: Some(of), problem } if *of == number => Some(problem.code),
            Message::Analysis { number: of, is_final: true, .. } if *of == number => panic!("it goes on"),
            _ => None,
        })
        .await;
    assert_eq!(code, Code::RatedMatch);
    assert_eq!(Client::code(bert.ask(analyze("othello", &middle(1))).await), Code::RatedMatch);
    let number = bert.send(analyze("connect4", "44")).await;
    told(&mut bert, number).await;
    server.stop().await;
}
