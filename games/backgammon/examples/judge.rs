//! Answers positions with plays, by a big network and the exact bear-off: the engine side of a match against other programs.
//!
//! ```text
//! cargo run --release -p brettwerk-backgammon --example judge -- WEIGHTS [fast=FILE] [plies=0]
//! ```
//!
//! With `fast` only the plays that look good to that fast network are judged by the big one. It reads `position ID` (GNU Backgammon's, the engine on roll) and `dice A B`, and answers `move 24/18 13/11`. Each
//! weight file of a training run can so be measured before one of them is shipped.

#![expect(clippy::print_stdout, reason = "the other program reads it")]

use std::{
    env,
    error::Error,
    fs,
    io::{self, BufRead as _, Write as _},
};

use backgammon::{
    BAR, Backgammon, Board, Checkers, Dice, Move, OFF, Phase, Play,
    engine::{BigNetwork, Evaluation, FastNetwork, PlySearch},
};
use framework::{
    Game as _, Seat,
    search::{Engine as _, Limits, SearchRequest},
};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [path, options @ ..] = words.as_slice() else { return Err("give WEIGHTS".into()) };
    let option = |name: &str| options.iter().find_map(|option| option.strip_prefix(name));
    let mut evaluation = Evaluation::with_big(BigNetwork::from_bytes(&fs::read(path)?)?);
    if let Some(path) = option("fast=") {
        evaluation = evaluation.with_fast(FastNetwork::from_bytes(&fs::read(path)?)?);
    }
    let mut search = PlySearch { evaluation, plies: option("plies=").map_or(Ok(0), str::parse)? };
    let mut board = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["position", id] => board = Some(board_of_id(id).ok_or("this is no position id")?),
            ["dice", one, other] => {
                let dice = Dice::new(one.parse()?, other.parse()?).ok_or("these are no dice")?;
                let play = best_play(&mut search, board.ok_or("give a position first")?, dice);
                println!("move {}", text(play));
                io::stdout().flush()?;
            }
            ["quit"] => break,
            _ => return Err(format!("unknown line \"{line}\"").into()),
        }
    }
    Ok(())
}

fn best_play(search: &mut PlySearch, board: Board, dice: Dice) -> Play {
    let table = Backgammon::default().start().without_doubling().with_board(Seat::FIRST, board);
    let table = table.with_phase(Phase::Playing(dice)).expect("a roll fits");
    let request = SearchRequest::new(&table, Limits::NONE).expect("a seat is to play");
    match search.search(request).best {
        Move::Play(play) => play,
        _ => Play::NONE,
    }
}

fn text(play: Play) -> String {
    let place = |place: u8| match place {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    };
    let steps: Vec<String> =
        play.steps().map(|step| format!("{}/{}", place(step.from), place(step.to()))).collect();
    steps.join(" ")
}

/// Reads a position id: 80 bits, for each place as many ones as checkers and a zero, the side that is not on roll first.
fn board_of_id(id: &str) -> Option<Board> {
    let mut bits = Vec::new();
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut group, mut n_bits) = (0_u32, 0);
    for byte in id.bytes() {
        let digit = alphabet.iter().position(|&letter| letter == byte)? as u32;
        group = group << 6 | digit;
        n_bits += 6;
        if 8 <= n_bits {
            n_bits -= 8;
            let byte = (group >> n_bits) as u8;
            bits.extend((0..8).map(|bit| byte >> bit & 1));
        }
    }
    let mut bits = bits.into_iter();
    let mut side = || {
        let mut counts = [0; 26];
        for count in &mut counts[1..] {
            *count = bits.by_ref().take_while(|&bit| bit == 1).count() as u8;
        }
        counts[usize::from(OFF)] = 15_u8.checked_sub(counts.iter().sum())?;
        Checkers::from_counts(&counts)
    };
    let other = side()?;
    Some(Board { mover: side()?, other })
}
