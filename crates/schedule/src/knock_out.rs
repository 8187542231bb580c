//! Knock-out: who loses is out.

use super::{Met, Pairing};

/// After so many drawn encounters more who was named first goes on.
const MAX_REPLAYS: u32 = 3;

/// The pairings that are to be played next; `None` when one player is left.
pub(super) fn next_round(n_players: usize, past: &[Vec<Met>]) -> Option<Vec<Pairing>> {
    let open = Bracket::after(n_players, past).open();
    (!open.is_empty()).then_some(open)
}

/// Who is left alone, if only one is.
pub(super) fn champion(n_players: usize, past: &[Vec<Met>]) -> Option<usize> {
    match Bracket::after(n_players, past).alive.as_slice() {
        [champion] => *champion,
        _ => None,
    }
}

/// Who is still in, in the order of the tree; two that follow each other meet. `None` is a free place.
struct Bracket {
    alive: Vec<Option<usize>>,
    /// The duels of this level that are not decided, and how often each was drawn.
    drawn: Vec<(Pairing, u32)>,
    winners: Vec<usize>,
}

impl Bracket {
    fn after(n_players: usize, past: &[Vec<Met>]) -> Self {
        let places = seeded(n_players.next_power_of_two());
        let alive = places.into_iter().map(|place| (place < n_players).then_some(place)).collect();
        let mut bracket = Self { alive, drawn: Vec::new(), winners: Vec::new() };
        bracket.begin_level();
        for round in past {
            for met in round {
                bracket.settle(*met);
            }
            while bracket.drawn.is_empty() && 1 < bracket.alive.len() {
                bracket.end_level();
            }
        }
        bracket
    }

    /// Everybody who has an opponent is to meet it.
    fn begin_level(&mut self) {
        let pairing = |two: &[Option<usize>]| match two {
            [Some(first), Some(second)] => Some((Pairing { first: *first, second: *second }, 0)),
            _ => None,
        };
        self.drawn = self.alive.chunks(2).filter_map(pairing).collect();
        self.winners.clear();
    }

    fn settle(&mut self, met: Met) {
        let Some(idx) = self.drawn.iter().position(|(pairing, _)| *pairing == met.pairing) else { return };
        let Pairing { first, second } = met.pairing;
        self.drawn[idx].1 += 1;
        let winner = match met.score {
            score if 0.5 < score => first,
            score if score < 0.5 => second,
            _ if MAX_REPLAYS < self.drawn[idx].1 => first.min(second),
            _ => return,
        };
        self.winners.push(winner);
        self.drawn.remove(idx);
    }

    fn end_level(&mut self) {
        let winner = |two: &[Option<usize>]| match two {
            [Some(first), Some(second)] => Some(if self.winners.contains(first) { *first } else { *second }),
            _ => two.iter().find_map(|player| *player),
        };
        self.alive = self.alive.chunks(2).map(winner).collect();
        self.begin_level();
    }

    fn open(&self) -> Vec<Pairing> {
        self.drawn.iter().map(|(pairing, _)| *pairing).collect()
    }
}

/// The places of a tree in which the first two can only meet in the end, the first four only then or before, and so
/// on.
fn seeded(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|place| [place, last - place]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a tournament by a rule for the score of the first.
    fn played(n_players: usize, score: impl Fn(Pairing, usize) -> f64) -> Vec<Vec<Met>> {
        let mut past = Vec::new();
        while let Some(round) = next_round(n_players, &past) {
            let number = past.len();
            past.push(
                round.into_iter().map(|pairing| Met { pairing, score: score(pairing, number) }).collect(),
            );
        }
        past
    }

    #[test]
    fn the_best_are_kept_apart_to_the_end() {
        assert_eq!(seeded(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn who_always_wins_is_the_champion() {
        for n_players in 2..=17 {
            for champion_is in 0..n_players {
                let past = played(n_players, |pairing, _| match pairing {
                    Pairing { first, .. } if first == champion_is => 1.0,
                    Pairing { second, .. } if second == champion_is => 0.0,
                    _ => 0.75,
                });
                assert_eq!(champion(n_players, &past), Some(champion_is), "{n_players}");
                let games: usize = past.iter().map(Vec::len).sum();
                assert_eq!(games, n_players - 1, "everybody but one is beaten once");
            }
        }
    }

    #[test]
    fn who_draws_plays_again_but_not_for_ever() {
        let past = played(2, |_, number| if number < 2 { 0.5 } else { 0.0 });
        assert_eq!((past.len(), champion(2, &past)), (3, Some(1)));
        let past = played(4, |_, _| 0.5);
        assert_eq!(champion(4, &past), Some(0), "the first who was named goes on");
        assert_eq!(past.len(), 2 * 4);
    }
}
