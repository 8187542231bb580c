//! How a tournament goes on: pure functions over what is kept of it.

use framework::Millis;
use protocol::{Contest, ContestResult, Tournament, TournamentFormat, TournamentPhase, TournamentRound};
use schedule::{Format, Met, Pairing};

/// Begins a tournament with its players in the order of their strength.
pub(super) fn begin(tournament: &mut Tournament, now: u64) {
    tournament.phase = TournamentPhase::Running;
    if tournament.terms.format == (TournamentFormat::Swiss { rounds: 0 }) {
        let rounds = Format::usual_swiss_rounds(tournament.players.len());
        tournament.terms.format = TournamentFormat::Swiss { rounds };
    }
    go_on(tournament, now);
}

/// Begins the next round if every match of the last one is decided, and ends the tournament after the last round. Matches
/// of players who have left are decided at once, so that several rounds may pass.
pub(super) fn go_on(tournament: &mut Tournament, now: u64) {
    while tournament.phase == TournamentPhase::Running {
        decide_for_those_who_left(tournament);
        if tournament.rounds.last().is_some_and(|round| !is_decided(round)) {
            return;
        }
        match next_pairings(tournament) {
            Some(pairings) => {
                let round = round_of(tournament, &pairings, now);
                tournament.rounds.push(round);
            }
            None => tournament.phase = TournamentPhase::Over,
        }
    }
}

fn is_decided(round: &TournamentRound) -> bool {
    round.contests.iter().all(|contest| contest.result.is_some())
}

/// Decides the matches that have no table yet and one of whose players has left the tournament.
fn decide_for_those_who_left(tournament: &mut Tournament) {
    let has_left: Vec<bool> = tournament.players.iter().map(|entrant| entrant.has_left).collect();
    let has_left = |player: u32| has_left.get(player as usize).copied().unwrap_or(true);
    let Some(round) = tournament.rounds.last_mut() else { return };
    for contest in round.contests.iter_mut().filter(|contest| contest.result.is_none()) {
        let left = [has_left(contest.first), has_left(contest.second)];
        if contest.table.is_none() && left != [false, false] {
            contest.result = Some(by_presence(left.map(|left| !left)));
        }
    }
}

/// What comes of a match that was not played, by who has come.
pub(super) const fn by_presence(came: [bool; 2]) -> ContestResult {
    match came {
        [true, false] => ContestResult::FirstByForfeit,
        [false, true] => ContestResult::SecondByForfeit,
        [false, false] => ContestResult::NobodyCame,
        // Both came, and the match ended without a result, as by a limit of the server.
        [true, true] => ContestResult::Draw,
    }
}

/// The points of both players of a match.
pub(super) const fn points(result: ContestResult) -> [f64; 2] {
    match result {
        ContestResult::First | ContestResult::FirstByForfeit => [1.0, 0.0],
        ContestResult::Second | ContestResult::SecondByForfeit => [0.0, 1.0],
        ContestResult::Draw => [0.5, 0.5],
        ContestResult::NobodyCame => [0.0, 0.0],
    }
}

/// Who meets in the next round; `None` when the tournament is over.
fn next_pairings(tournament: &Tournament) -> Option<Vec<Pairing>> {
    let n_players = tournament.players.len();
    match tournament.terms.format {
        TournamentFormat::RoundRobin => {
            schedule::round_robin(n_players).into_iter().nth(tournament.rounds.len())
        }
        TournamentFormat::Swiss { rounds } => Format::Swiss { rounds }
            .next_round(n_players, &past(tournament))
            .map(|pairings| pairings.into_iter().map(|pairing| in_turn(tournament, pairing)).collect()),
        TournamentFormat::KnockOut => Format::KnockOut.next_round(n_players, &past(tournament)),
    }
}

/// Lets that player begin who has begun less often.
fn in_turn(tournament: &Tournament, pairing: Pairing) -> Pairing {
    let contests = || tournament.rounds.iter().flat_map(|round| &round.contests);
    let begun = |player: usize| contests().filter(|contest| contest.first as usize == player).count();
    match begun(pairing.second) < begun(pairing.first) {
        true => Pairing { first: pairing.second, second: pairing.first },
        false => pairing,
    }
}

/// The results of all rounds as the schedule reads them.
///
/// Where nobody came to a duel of a knock-out, the player who is named first goes on: one of them has to.
fn past(tournament: &Tournament) -> Vec<Vec<Met>> {
    let met = |contest: &Contest| {
        let pairing = Pairing { first: contest.first as usize, second: contest.second as usize };
        let is_knock_out = tournament.terms.format == TournamentFormat::KnockOut;
        let score = match contest.result {
            Some(ContestResult::NobodyCame) if is_knock_out => 1.0,
            Some(ContestResult::NobodyCame) | None => 0.5,
            Some(result) => points(result)[0],
        };
        Met { pairing, score }
    };
    tournament.rounds.iter().map(|round| round.contests.iter().map(met).collect()).collect()
}

fn round_of(tournament: &Tournament, pairings: &[Pairing], now: u64) -> TournamentRound {
    let Millis(arrival) = tournament.terms.arrival;
    let contest = |pairing: &Pairing| Contest {
        first: pairing.first as u32,
        second: pairing.second as u32,
        table: None,
        result: None,
        deadline: now + arrival,
    };
    let is_busy =
        |player: usize| pairings.iter().any(|pairing| [pairing.first, pairing.second].contains(&player));
    // In a knock-out many are out; free is who goes on without a match, which the tree shows as well.
    let is_knock_out = tournament.terms.format == TournamentFormat::KnockOut;
    let mut players = 0..tournament.players.len();
    let free = players.find(|&player| !is_knock_out && !is_busy(player));
    TournamentRound {
        began: now,
        contests: pairings.iter().map(contest).collect(),
        free: free.map(|player| player as u32),
    }
}

/// The winner of a knock-out, once it is over.
pub(super) fn champion(tournament: &Tournament) -> Option<usize> {
    match tournament.terms.format {
        TournamentFormat::KnockOut => Format::KnockOut.champion(tournament.players.len(), &past(tournament)),
        TournamentFormat::RoundRobin | TournamentFormat::Swiss { .. } => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use protocol::{Entrant, NewTournament, Person};

    use super::*;

    pub(in super::super) fn tournament(format: TournamentFormat, n_players: usize) -> Tournament {
        let person = |number: usize| {
            Person::guest(format!("p{number}").parse().expect("an id"), format!("Player {number}"))
        };
        Tournament {
            id: "cup".parse().expect("an id"),
            host: person(0),
            terms: NewTournament {
                name: "Cup".to_owned(),
                game: "connect4".to_owned(),
                options: String::new(),
                length: None,
                clock: "5m+3s".to_owned(),
                rated: false,
                format,
                arrival: Millis::seconds(60),
            },
            phase: TournamentPhase::Open,
            created: 0,
            players: (0..n_players)
                .map(|number| Entrant { person: person(number), has_left: false })
                .collect(),
            rounds: Vec::new(),
        }
    }

    /// Plays a tournament to its end by a rule for each match.
    pub(in super::super) fn played(
        mut tournament: Tournament,
        result: impl Fn(&Contest) -> ContestResult,
    ) -> Tournament {
        begin(&mut tournament, 1_000);
        while tournament.phase == TournamentPhase::Running {
            let round = tournament.rounds.last_mut().expect("a tournament that runs has a round");
            for contest in round.contests.iter_mut().filter(|contest| contest.result.is_none()) {
                contest.table = Some("t".parse().expect("an id"));
                contest.result = Some(result(contest));
            }
            go_on(&mut tournament, 2_000);
        }
        tournament
    }

    pub(in super::super) fn stronger_wins(contest: &Contest) -> ContestResult {
        if contest.first < contest.second { ContestResult::First } else { ContestResult::Second }
    }

    #[test]
    fn a_round_robin_has_a_round_for_every_opponent_and_one_player_is_free_if_they_are_odd() {
        let over = played(tournament(TournamentFormat::RoundRobin, 5), stronger_wins);
        assert_eq!((over.phase, over.rounds.len()), (TournamentPhase::Over, 5));
        let mut free: Vec<_> = over.rounds.iter().filter_map(|round| round.free).collect();
        free.sort_unstable();
        assert_eq!(free, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_swiss_tournament_has_as_many_rounds_as_find_one_winner() {
        let over = played(tournament(TournamentFormat::Swiss { rounds: 0 }, 6), stronger_wins);
        assert_eq!(over.terms.format, TournamentFormat::Swiss { rounds: 3 });
        assert_eq!(over.rounds.len(), 3);
        let begun = |player: u32| {
            over.rounds.iter().flat_map(|round| &round.contests).filter(|met| met.first == player).count()
        };
        assert!(
            (0..6).all(|player| (1..=2).contains(&begun(player))),
            "everybody begins about half of the time"
        );
    }

    #[test]
    fn a_knock_out_leaves_one_and_draws_are_played_again() {
        let over = played(tournament(TournamentFormat::KnockOut, 4), stronger_wins);
        assert_eq!((over.rounds.len(), champion(&over)), (2, Some(0)));
        let mut drawn = tournament(TournamentFormat::KnockOut, 2);
        begin(&mut drawn, 0);
        drawn.rounds[0].contests[0].result = Some(ContestResult::Draw);
        go_on(&mut drawn, 0);
        assert_eq!((drawn.phase, drawn.rounds.len()), (TournamentPhase::Running, 2));
        drawn.rounds[1].contests[0].result = Some(ContestResult::Second);
        go_on(&mut drawn, 0);
        assert_eq!((drawn.phase, champion(&drawn)), (TournamentPhase::Over, Some(1)));
    }

    #[test]
    fn who_has_left_loses_the_rest_without_a_table() {
        let mut round_robin = tournament(TournamentFormat::RoundRobin, 3);
        round_robin.players[1].has_left = true;
        begin(&mut round_robin, 0);
        // The matches of the player who left are over at once; the one between the others waits.
        let open: Vec<_> = round_robin.rounds.iter().flat_map(|round| &round.contests).collect();
        let waiting: Vec<_> = open.iter().filter(|contest| contest.result.is_none()).collect();
        assert_eq!(waiting.len(), 1);
        assert!(![waiting[0].first, waiting[0].second].contains(&1));
        let over = played(round_robin, stronger_wins);
        let lost = over.rounds.iter().flat_map(|round| &round.contests).filter(|contest| {
            matches!(
                (contest.first, contest.second, contest.result),
                (1, _, Some(ContestResult::SecondByForfeit)) | (_, 1, Some(ContestResult::FirstByForfeit))
            )
        });
        assert_eq!(lost.count(), 2);
    }

    #[test]
    fn a_tournament_that_everybody_leaves_ends() {
        for format in
            [TournamentFormat::RoundRobin, TournamentFormat::Swiss { rounds: 3 }, TournamentFormat::KnockOut]
        {
            let mut left = tournament(format, 4);
            for entrant in &mut left.players {
                entrant.has_left = true;
            }
            begin(&mut left, 0);
            assert_eq!(left.phase, TournamentPhase::Over, "{format:?}");
        }
    }
}
