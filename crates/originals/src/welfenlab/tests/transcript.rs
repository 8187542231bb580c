//! Transcripts of rounds, replayed with the dice that they name.

use std::collections::VecDeque;

use super::*;

pub(super) const EXAMPLE: &str = include_str!("../../../tests/data/welfenlab-example.txt");
pub(super) const REGRESSIONS: &str = include_str!("../../../tests/data/welfenlab-regressions.txt");

pub(super) const PAPER: &str = include_str!("../../../tests/data/welfenlab-paper.txt");

/// The lines of a part of a transcript, each with its number in the file, and the rounds of the match.
fn part<'a>(transcript: &'a str, wanted: &str) -> (Vec<(usize, &'a str)>, u32) {
    let mut lines =
        (1..).zip(transcript.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let is_wanted = |head: &str| head.split(' ').next() == Some(wanted);
    let head = lines.find_map(|(_, line)| line.strip_prefix("== ").filter(|head| is_wanted(head)));
    let head = head.unwrap_or_else(|| panic!("there is no part {wanted}"));
    let rounds = head.split_once("rounds=").map_or(1, |(_, rounds)| rounds.parse().unwrap());
    (lines.take_while(|(_, line)| !line.starts_with("==")).collect(), rounds)
}

/// Sits both users down: before the first round, or on the board with which a part begins.
fn seated(lines: &[(usize, &str)], rounds: u32) -> Pair {
    let Some(board) = lines.first().and_then(|(_, line)| line.strip_prefix("A > BOARD:")) else {
        return Pair::sitting(None, rounds);
    };
    let board = read_board(board).unwrap();
    // The dice tell who is to roll.
    let is_first = |(_, line): &(usize, &str)| line.starts_with("A > DICE");
    let is_second = |(_, line): &(usize, &str)| line.starts_with("B > DICE");
    let dice = lines.iter().find(|line| is_first(line) || is_second(line)).expect("somebody rolls");
    let mut pair = match is_first(dice) {
        true => Pair::on_board(board, Side::FIRST, rounds),
        false => Pair::on_board(board.turned(), Side::SECOND, rounds),
    };
    pair.told.retain(|line| !line.ends_with("CONFIRM:START"));
    pair
}

/// Replays a part of a transcript: every line is told as it stands there, in its order for each user, and no other.
#[track_caller]
pub(super) fn replay(transcript: &str, wanted: &str) {
    replay_in(Dialect::Server, transcript, wanted);
}

/// The same in a dialect.
#[track_caller]
pub(super) fn replay_in(dialect: Dialect, transcript: &str, wanted: &str) {
    let (lines, rounds) = part(transcript, wanted);
    let mut pair = seated(&lines, rounds).speaking(dialect);
    let mut told: [VecDeque<String>; 2] = Default::default();
    let mut n_starts = 0;
    for (number, line) in lines {
        let (user, rest) = line.split_once(' ').unwrap();
        let user = usize::from(user == "B");
        if let Some(said) = rest.strip_prefix("< ") {
            assert!(told[user].is_empty(), "before line {number}: {told:?}");
            pair.says(user, said);
            n_starts += u32::from(said == "START");
            if said == "START" && n_starts == 2 {
                pair.happens(&[Happening::RoundStarted { players: PerSeat::two(0, 1) }], None);
            }
            if let Some((winner, points)) = pair.position.winner().filter(|_| said.starts_with("TURN")) {
                pair.round_ends(if winner == Side::FIRST { [points, 0] } else { [0, points] });
            }
        } else {
            let expected = rest.strip_prefix("> ").unwrap();
            if let Some(dice) = expected.strip_prefix("DICE:").or(expected.strip_prefix("INFO:DICE;"))
                && matches!(pair.position.phase(), backgammon::Phase::Opening | backgammon::Phase::Rolling)
            {
                let roll: String = dice.split(' ').take(2).collect();
                pair.rolls(&roll);
            }
            sort(&mut pair, &mut told);
            if expected.starts_with("INFO:JOIN;-1") && told[user].is_empty() {
                pair.pause_ends(user);
                sort(&mut pair, &mut told);
            }
            assert_eq!(told[user].pop_front().as_deref(), Some(expected), "line {number}");
        }
        sort(&mut pair, &mut told);
    }
    assert!(told.iter().all(VecDeque::is_empty), "more is told: {told:?}");
}

/// Puts what was told aside for each user.
fn sort(pair: &mut Pair, told: &mut [VecDeque<String>; 2]) {
    for line in pair.told() {
        let (user, line) = line.split_once(" > ").unwrap();
        told[usize::from(user == "B")].push_back(line.to_owned());
    }
}
