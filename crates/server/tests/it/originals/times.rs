//! Time limits of the original protocols: who is late loses, and our players never are.

use backgammon::original::{Terms, Where};

use super::{limits, line_client::LineClient, whole_games, with_welfenlab};

const OPENING: &str = "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0";

#[tokio::test]
async fn turn_timeout_loses_the_round() {
    let (server, address) = with_welfenlab(limits()).await;
    let (mut anna, mut bert) =
        (LineClient::log_in(address, "anna").await, LineClient::log_in(address, "bert").await);
    anna.send("JOIN:1;;1;1").await;
    anna.until("INFO:JOIN;1 anna").await;
    bert.send("LIST").await;
    bert.until("LIST:1 anna NOONE f 1 1").await;
    bert.send("JOIN:1;").await;
    bert.until("INFO:JOIN;1 bert").await;
    anna.send("START").await;
    bert.send("START").await;
    for client in [&mut anna, &mut bert] {
        client.until(OPENING).await;
        client.send("CONFIRM").await;
    }
    // Nobody moves. Whoever has the dice is late, and both hear of it.
    let mut ends = Vec::new();
    for client in [&mut anna, &mut bert] {
        let lines = client.until("INFO:JOIN;-1 bert").await;
        let end = lines.iter().find_map(|line| line.strip_prefix("ENDGAME:").map(str::to_owned));
        let has_dice = lines.iter().any(|line| line.starts_with("DICE:"));
        ends.push((end.expect("the round ends"), has_dice));
    }
    ends.sort();
    let [(lost, has_dice), (won, has_none)] = ends.try_into().unwrap();
    // The most that could be given up is lost, as far as the program can be told.
    assert_eq!((lost.as_str(), won.as_str()), ("LOSE;0;0 2", "WIN;0;2 0"));
    assert_eq!((has_dice, has_none), (true, false), "who was on turn has lost");
    server.stop().await;
}

#[tokio::test]
async fn a_computer_player_of_the_server_stays_below_the_time_for_a_turn() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut anna = whole_games::Connected::log_in(address, "anna", 1).await;
    anna.player.create("", Terms { timeout: 1, rounds: 1 }).unwrap();
    anna.until(|player| matches!(player.place(), Where::Seated(_))).await;
    anna.player.chat("level2", "come").unwrap();
    anna.player.start().unwrap();
    anna.play_to_the_end().await;
    let last = anna.boards.last().expect("boards");
    assert!([last.mover, last.other].iter().any(|side| side.is_all_off()), "nobody was late: {last:?}");
    server.stop().await;
}
