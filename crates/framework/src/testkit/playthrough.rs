//! A random game as text, with everything the framework can be asked.

use std::fmt::Write;

use crate::{Game, Position, Rng, Seat, random_move, render};

/// Plays a random game and writes down every position, its key, its moves and its drawing, for a snapshot: what
/// changes in a game's behavior then shows in a review.
pub fn playthrough<G: Game>(game: &G, seed: u64) -> String {
    let mut out = format!("game {} {}\nseed {seed}\n", game.info().id, game.options());
    let mut rng = Rng::stream(seed, "playthrough", 0);
    let mut pos = game.start();
    for ply in 0.. {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let texts: Vec<_> = moves.iter().map(|&mv| game.write_move(&pos, mv)).collect();
        let drawing = render::terminal(&game.scene(&pos, Seat::FIRST), &render::Style::plain());
        let entry = format!(
            "\nply {ply} · {:?} · key {:016x}\n{}\n{drawing}{} moves: {}\n",
            pos.turn(),
            pos.key(),
            game.write_position(&pos),
            texts.len(),
            abridged(&texts),
        );
        out.push_str(&entry);
        let Some(mv) = random_move(&pos, &mut rng) else { break };
        writeln!(out, "plays {}", game.write_move(&pos, mv)).expect("a string takes everything");
        pos.play(mv);
    }
    let result = game.result(&pos).expect("the game is over");
    writeln!(out, "result {} ({}) {:?}", result.en, result.de, pos.payoffs())
        .expect("a string takes everything");
    out
}

fn abridged(texts: &[String]) -> String {
    match texts {
        [first, .., last] if 24 < texts.len() => format!("{first} … {last}"),
        _ => texts.join(" · "),
    }
}
