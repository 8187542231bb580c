//! The Swiss system: who has about as many points, and was not met before.

use super::{Met, Pairing};

/// So many tries to avoid meeting again; then it is allowed.
const MAX_TRIES: u32 = 20_000;

/// The pairings of the next round. With an odd number the last who was not free yet is free and has a point for it.
pub(super) fn next_round(n_players: usize, past: &[Vec<Met>]) -> Vec<Pairing> {
    let standing = Standing::of(n_players, past);
    let mut order: Vec<usize> = (0..n_players).collect();
    // A stable order: who is named first has the better place among equals.
    order.sort_by(|&one, &other| standing.points[other].total_cmp(&standing.points[one]));
    if !n_players.is_multiple_of(2)
        && let Some(idx) = order.iter().rposition(|&player| !standing.was_free[player])
    {
        order.remove(idx);
    }
    let mut tries = MAX_TRIES;
    let mut pairings = Vec::new();
    if !standing.pair_up(&order, &mut tries, &mut pairings) {
        pairings.clear();
        pairings.extend(order.chunks_exact(2).map(|two| Pairing { first: two[0], second: two[1] }));
    }
    pairings
}

/// How it stands before a round.
struct Standing {
    points: Vec<f64>,
    was_free: Vec<bool>,
    met: Vec<Pairing>,
}

impl Standing {
    fn of(n_players: usize, past: &[Vec<Met>]) -> Self {
        let mut standing =
            Self { points: vec![0.0; n_players], was_free: vec![false; n_players], met: Vec::new() };
        for round in past {
            let mut is_free = vec![true; n_players];
            for &Met { pairing, score } in round {
                let Pairing { first, second } = pairing;
                let point = if 0.5 < score { 1.0 } else { f64::from(u8::from(score == 0.5)) / 2.0 };
                standing.points[first] += point;
                standing.points[second] += 1.0 - point;
                (is_free[first], is_free[second]) = (false, false);
                standing.met.push(pairing);
            }
            for player in (0..n_players).filter(|&player| is_free[player]) {
                standing.points[player] += 1.0;
                standing.was_free[player] = true;
            }
        }
        standing
    }

    /// Pairs the first with the most fitting who was not met yet, and so on; goes back where that leaves somebody
    /// over. Nobody fits better than who stands half of the players with as many points further down, so that the
    /// best of them do not throw each other out.
    fn pair_up(&self, order: &[usize], tries: &mut u32, pairings: &mut Vec<Pairing>) -> bool {
        let Some((&first, rest)) = order.split_first() else { return true };
        let n_equal = rest.iter().take_while(|&&other| self.points[other] == self.points[first]).count();
        let fitting = (n_equal / 2..n_equal).chain(0..n_equal / 2).chain(n_equal..rest.len());
        for idx in fitting.filter(|&idx| !self.have_met(first, rest[idx])) {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            pairings.push(Pairing { first, second: rest[idx] });
            let left: Vec<usize> = rest[..idx].iter().chain(&rest[idx + 1..]).copied().collect();
            if self.pair_up(&left, tries, pairings) {
                return true;
            }
            pairings.pop();
        }
        false
    }

    fn have_met(&self, one: usize, other: usize) -> bool {
        self.met
            .iter()
            .any(|met| [met.first, met.second] == [one, other] || [met.first, met.second] == [other, one])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a tournament in which who is named first wins.
    fn played(n_players: usize, rounds: usize) -> Vec<Vec<Met>> {
        let mut past = Vec::new();
        for _ in 0..rounds {
            let round = next_round(n_players, &past);
            let met = |pairing: Pairing| Met {
                pairing,
                score: if pairing.first < pairing.second { 1.0 } else { 0.0 },
            };
            past.push(round.into_iter().map(met).collect::<Vec<_>>());
        }
        past
    }

    #[test]
    fn nobody_meets_anybody_twice_while_that_can_be_avoided() {
        for n_players in 2..=12_usize {
            let rounds = (n_players - 1).min(5);
            let mut met: Vec<_> = played(n_players, rounds)
                .concat()
                .into_iter()
                .map(|met| {
                    (met.pairing.first.min(met.pairing.second), met.pairing.first.max(met.pairing.second))
                })
                .collect();
            let all = met.len();
            met.sort_unstable();
            met.dedup();
            // With very few players the later rounds leave no choice.
            assert!(met.len() == all || n_players < 8, "{n_players} players");
            assert_eq!(all, rounds * (n_players / 2), "{n_players} players");
        }
    }

    #[test]
    fn the_strongest_meet_in_the_end() {
        let past = played(8, 3);
        assert!(past[2].iter().any(|met| met.pairing == Pairing { first: 0, second: 1 }), "{past:?}");
    }

    #[test]
    fn everybody_is_free_at_most_once() {
        let past = played(5, 5);
        let mut free: Vec<usize> = past
            .iter()
            .map(|round| {
                (0..5)
                    .find(|&player| {
                        round.iter().all(|met| met.pairing.first != player && met.pairing.second != player)
                    })
                    .unwrap()
            })
            .collect();
        free.sort_unstable();
        assert_eq!(free, [0, 1, 2, 3, 4]);
    }
}
