//! Round robin in rounds, for players who can sit at one table only.

use super::Pairing;

/// Everybody meets everybody once, in rounds in which each player has one game at most. With an odd number of players
/// one of them is free in each round.
///
/// The circle method: one player stays, all others move on by one place after every round, and those who stand opposite
/// each other meet. Who is named first alternates, so that nobody begins all games.
///
/// ```
/// use schedule::round_robin;
/// let rounds = round_robin(5);
/// assert_eq!(rounds.len(), 5);
/// assert!(rounds.iter().all(|round| round.len() == 2));
/// ```
#[must_use]
pub fn round_robin(n_players: usize) -> Vec<Vec<Pairing>> {
    if n_players < 2 {
        return Vec::new();
    }
    // An odd player out meets an empty place.
    let n_places = n_players.next_multiple_of(2);
    let n_moving = n_places - 1;
    let round = |number: usize| {
        let moving = |place: usize| (place + number) % n_moving;
        let opposite = (1..n_places / 2).map(|place| (moving(place), moving(n_moving - place)));
        let staying = (moving(0), n_moving);
        let pairing = |(at, (one, other)): (usize, (usize, usize))| {
            let is_turned = if at == 0 { number % 2 == 1 } else { at % 2 == 1 };
            let (first, second) = if is_turned { (other, one) } else { (one, other) };
            (first.max(second) < n_players).then_some(Pairing { first, second })
        };
        [staying].into_iter().chain(opposite).enumerate().filter_map(pairing).collect()
    };
    (0..n_moving).map(round).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_meets_everybody_once_and_sits_at_one_table_at_a_time() {
        for n_players in 2..=17_usize {
            let mut met = BTreeSet::new();
            for round in round_robin(n_players) {
                let mut busy = BTreeSet::new();
                for Pairing { first, second } in round {
                    assert!(busy.insert(first) && busy.insert(second), "{n_players} players");
                    assert!(met.insert((first.min(second), first.max(second))), "{n_players} players");
                }
                assert_eq!(busy.len(), n_players - n_players % 2);
            }
            assert_eq!(met.len(), n_players * (n_players - 1) / 2);
        }
    }

    #[test]
    fn nobody_begins_much_more_often_than_others() {
        for n_players in 2..=16_usize {
            let mut begun = vec![0_usize; n_players];
            for Pairing { first, .. } in round_robin(n_players).concat() {
                begun[first] += 1;
            }
            let half = (n_players - 1) as f64 / 2.0;
            assert!(begun.iter().all(|&n| (n as f64 - half).abs() <= 1.5), "{n_players} players: {begun:?}");
        }
    }

    #[test]
    fn one_player_has_nobody_to_meet() {
        assert_eq!(round_robin(1), Vec::<Vec<Pairing>>::new());
        assert_eq!(round_robin(0), Vec::<Vec<Pairing>>::new());
    }
}
