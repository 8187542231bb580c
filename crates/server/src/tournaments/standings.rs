//! How the players of a tournament stand.

use std::cmp::Ordering;

use protocol::{ContestResult, Tournament, TournamentFormat, TournamentStanding};

use super::progress::{champion, points};

/// How everybody stands, the best first.
///
/// Points decide, then the points of all opponents (Buchholz), then those of beaten opponents (Sonneborn-Berger), then
/// the number of wins. In a knock-out it decides first how far a player came.
pub(super) fn standings(tournament: &Tournament) -> Vec<TournamentStanding> {
    let n_players = tournament.players.len();
    let mut standings: Vec<_> = (0..n_players).map(|player| empty(player as u32)).collect();
    let is_swiss = matches!(tournament.terms.format, TournamentFormat::Swiss { .. });
    let mut met: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n_players];
    for round in &tournament.rounds {
        for contest in &round.contests {
            let Some(result) = contest.result else { continue };
            let sides = [contest.first as usize, contest.second as usize];
            for (side, own) in points(result).into_iter().enumerate() {
                let standing = &mut standings[sides[side]];
                standing.points += own;
                match result {
                    ContestResult::Draw => standing.drawn += 1,
                    _ if own == 1.0 => standing.won += 1,
                    _ => standing.lost += 1,
                }
                met[sides[side]].push((sides[1 - side], own));
            }
        }
        if let Some(free) = round.free.filter(|_| is_swiss) {
            standings[free as usize].points += 1.0;
        }
    }
    let points: Vec<f64> = standings.iter().map(|standing| standing.points).collect();
    for (standing, met) in standings.iter_mut().zip(&met) {
        standing.buchholz = met.iter().map(|(other, _)| points[*other]).sum();
        standing.sonneborn_berger = met.iter().map(|(other, own)| points[*other] * own).sum();
    }
    let reached = reached(tournament);
    let better = |one: &TournamentStanding, other: &TournamentStanding| {
        let reached = |standing: &TournamentStanding| reached[standing.player as usize];
        reached(other)
            .cmp(&reached(one))
            .then(other.points.total_cmp(&one.points))
            .then(other.buchholz.total_cmp(&one.buchholz))
            .then(other.sonneborn_berger.total_cmp(&one.sonneborn_berger))
            .then(other.won.cmp(&one.won))
    };
    standings.sort_by(better);
    for place in 0..standings.len() {
        let is_equal = 0 < place && better(&standings[place - 1], &standings[place]) == Ordering::Equal;
        standings[place].rank = if is_equal { standings[place - 1].rank } else { place as u32 + 1 };
    }
    standings
}

const fn empty(player: u32) -> TournamentStanding {
    TournamentStanding {
        player,
        rank: 0,
        points: 0.0,
        won: 0,
        drawn: 0,
        lost: 0,
        buchholz: 0.0,
        sonneborn_berger: 0.0,
    }
}

/// How far each player came in a knock-out: the round in which they lost, or beyond all rounds. The same for all in
/// other formats.
fn reached(tournament: &Tournament) -> Vec<usize> {
    let mut reached = vec![0; tournament.players.len()];
    if tournament.terms.format != TournamentFormat::KnockOut {
        return reached;
    }
    let n_rounds = tournament.rounds.len();
    reached.fill(n_rounds);
    for (number, round) in tournament.rounds.iter().enumerate() {
        for contest in &round.contests {
            let losers: &[u32] = match contest.result {
                Some(ContestResult::First | ContestResult::FirstByForfeit | ContestResult::NobodyCame) => {
                    &[contest.second]
                }
                Some(ContestResult::Second | ContestResult::SecondByForfeit) => &[contest.first],
                Some(ContestResult::Draw) | None => &[],
            };
            for &loser in losers {
                reached[loser as usize] = number;
            }
        }
    }
    if let Some(champion) = champion(tournament) {
        reached[champion] = n_rounds + 1;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::{
        super::progress::tests::{played, stronger_wins, tournament},
        *,
    };

    fn ranks(tournament: &Tournament) -> Vec<(u32, u32)> {
        standings(tournament).iter().map(|standing| (standing.rank, standing.player)).collect()
    }

    #[test]
    fn points_decide_a_round_robin() {
        let over = played(tournament(TournamentFormat::RoundRobin, 4), stronger_wins);
        assert_eq!(ranks(&over), [(1, 0), (2, 1), (3, 2), (4, 3)]);
        let first = &standings(&over)[0];
        assert_eq!((first.points, first.won, first.lost), (3.0, 3, 0));
        assert_eq!((first.buchholz, first.sonneborn_berger), (3.0, 3.0));
    }

    #[test]
    fn who_is_equal_in_everything_shares_a_place() {
        let over = played(tournament(TournamentFormat::RoundRobin, 3), |_| ContestResult::Draw);
        assert_eq!(ranks(&over).iter().map(|(rank, _)| *rank).collect::<Vec<_>>(), [1, 1, 1]);
    }

    #[test]
    fn a_free_round_counts_as_a_win_in_a_swiss_tournament_only() {
        for (format, points) in
            [(TournamentFormat::Swiss { rounds: 1 }, 1.0), (TournamentFormat::RoundRobin, 0.0)]
        {
            let mut three = tournament(format, 3);
            super::super::progress::begin(&mut three, 0);
            let free = three.rounds[0].free.expect("one of three is free");
            let standings = standings(&three);
            let free = standings.iter().find(|standing| standing.player == free).expect("everybody stands");
            assert_eq!(free.points, points, "{format:?}");
        }
    }

    #[test]
    fn a_knock_out_is_ranked_by_how_far_one_came() {
        let over = played(tournament(TournamentFormat::KnockOut, 4), stronger_wins);
        let ranks = ranks(&over);
        assert_eq!(ranks[..2], [(1, 0), (2, 1)]);
        assert_eq!(ranks[2].0, 3);
    }

    #[test]
    fn where_nobody_came_both_have_lost() {
        let over = played(tournament(TournamentFormat::RoundRobin, 2), |_| ContestResult::NobodyCame);
        assert!(standings(&over).iter().all(|standing| (standing.points, standing.lost) == (0.0, 1)));
    }
}
