//! Tournaments of people.

use std::{cmp::Reverse, collections::BTreeMap, future::Future};

use protocol::{Tournament, TournamentId, TournamentPhase, UserId};

use super::{DELETED, MemoryStore, StoreError, Stored};

/// A tournament, and how often it was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentRow {
    /// The tournament.
    pub tournament: Tournament,
    /// How often it was changed.
    pub revision: u64,
}

/// Keeps tournaments, each as a whole.
///
/// When an account is deleted, its name is replaced in all tournaments.
pub trait Tournaments {
    /// Writes a new tournament; refused as a conflict if another one has the same id.
    fn create_tournament(&self, new: Tournament) -> impl Future<Output = Stored<()>> + Send;

    /// Replaces a tournament, unless it has changed since a revision; tells whether it is written.
    fn save_tournament(
        &self,
        changed: Tournament,
        revision: u64,
    ) -> impl Future<Output = Stored<bool>> + Send;

    /// A tournament.
    fn tournament(&self, id: &TournamentId) -> impl Future<Output = Stored<Option<TournamentRow>>> + Send;

    /// Tournaments, those that are not over first, and then the newest.
    fn tournaments(&self, limit: u32) -> impl Future<Output = Stored<Vec<Tournament>>> + Send;

    /// The tournaments that a person has made or plays.
    fn tournaments_of(&self, user: &UserId) -> impl Future<Output = Stored<Vec<Tournament>>> + Send;
}

/// Tells whether a tournament is not over.
pub(crate) const fn is_unfinished(phase: TournamentPhase) -> bool {
    matches!(phase, TournamentPhase::Open | TournamentPhase::Running)
}

/// Tells whether a person has made a tournament or plays it.
fn is_of(tournament: &Tournament, user: &UserId) -> bool {
    tournament.host.id == *user || tournament.players.iter().any(|entrant| entrant.person.id == *user)
}

/// Takes the name of a person out of a tournament; tells whether it was there.
pub fn forget_in_tournament(tournament: &mut Tournament, user: &UserId) -> bool {
    let is_known = is_of(tournament, user);
    let people = tournament.players.iter_mut().map(|entrant| &mut entrant.person);
    for person in people.chain([&mut tournament.host]).filter(|person| person.id == *user) {
        DELETED.clone_into(&mut person.name);
    }
    is_known
}

/// What is kept in memory.
#[derive(Debug, Default)]
pub(super) struct KeptTournaments(BTreeMap<TournamentId, TournamentRow>);

impl KeptTournaments {
    pub(super) fn forget(&mut self, user: &UserId) {
        for row in self.0.values_mut() {
            if forget_in_tournament(&mut row.tournament, user) {
                row.revision += 1;
            }
        }
    }
}

impl Tournaments for MemoryStore {
    async fn create_tournament(&self, new: Tournament) -> Stored<()> {
        self.write(|kept| {
            let id = new.id.clone();
            if kept.tournaments.0.contains_key(&id) {
                return Err(StoreError::Conflict(format!("there is a tournament {id} already")));
            }
            kept.tournaments.0.insert(id, TournamentRow { tournament: new, revision: 0 });
            Ok(())
        })
        .await
    }

    async fn save_tournament(&self, changed: Tournament, revision: u64) -> Stored<bool> {
        self.write(|kept| match kept.tournaments.0.get_mut(&changed.id) {
            Some(row) if row.revision == revision => {
                *row = TournamentRow { tournament: changed, revision: revision + 1 };
                Ok(true)
            }
            _ => Ok(false),
        })
        .await
    }

    async fn tournament(&self, id: &TournamentId) -> Stored<Option<TournamentRow>> {
        Ok(self.kept().tournaments.0.get(id).cloned())
    }

    async fn tournaments(&self, limit: u32) -> Stored<Vec<Tournament>> {
        let kept = self.kept();
        let mut all: Vec<_> = kept.tournaments.0.values().map(|row| &row.tournament).collect();
        all.sort_by_key(|tournament| {
            (!is_unfinished(tournament.phase), Reverse(tournament.created), &tournament.id)
        });
        Ok(all.into_iter().take(limit as usize).cloned().collect())
    }

    async fn tournaments_of(&self, user: &UserId) -> Stored<Vec<Tournament>> {
        let kept = self.kept();
        let all = kept.tournaments.0.values().map(|row| &row.tournament);
        Ok(all.filter(|tournament| is_of(tournament, user)).cloned().collect())
    }
}
