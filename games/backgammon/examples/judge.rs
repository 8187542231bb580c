//! Answers positions with plays, by a big network and the exact bear-off, without looking ahead: the engine side of a match against other programs.
//!
//! ```text
//! cargo run --release -p brettwerk-backgammon --example judge -- WEIGHTS
//! ```
//!
//! It reads `position ID` (GNU Backgammon's, the engine on roll) and `dice A B`, and answers `move 24/18 13/11`. Each
//! weight file of a training run can so be measured before one of them is shipped.

#![expect(clippy::print_stdout, reason = "the other program reads it")]

use std::{
    env,
    error::Error,
    fs,
    io::{self, BufRead as _, Write as _},
};

use backgammon::{
    BAR, Board, Checkers, Dice, OFF, Play,
    engine::{BigNetwork, Chances, Evaluation, Worth},
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("give WEIGHTS")?;
    let evaluation = Evaluation::with_big(BigNetwork::from_bytes(&fs::read(path)?)?);
    let mut board = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["position", id] => board = Some(board_of_id(id).ok_or("this is no position id")?),
            ["dice", one, other] => {
                let dice = Dice::new(one.parse()?, other.parse()?).ok_or("these are no dice")?;
                let play = best_play(&evaluation, board.ok_or("give a position first")?, dice);
                println!("move {}", text(play));
                io::stdout().flush()?;
            }
            ["quit"] => break,
            _ => return Err(format!("unknown line \"{line}\"").into()),
        }
    }
    Ok(())
}

fn best_play(evaluation: &Evaluation, board: Board, dice: Dice) -> Play {
    let (mut plays, mut boards) = (Vec::new(), Vec::new());
    board.for_each_play(dice, |play, after| {
        plays.push(play);
        boards.push(after);
    });
    let turned: Vec<Board> = boards.iter().map(|board| board.turned()).collect();
    let chances = evaluation.chances_of(&turned);
    let equity = |idx: usize| {
        let chances =
            if boards[idx].mover.is_all_off() { Chances::won(boards[idx]) } else { chances[idx].turned() };
        chances.equity(Worth::MONEY)
    };
    let best = (0..plays.len()).max_by(|&left, &right| equity(left).total_cmp(&equity(right)));
    best.map_or(Play::NONE, |idx| plays[idx])
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
