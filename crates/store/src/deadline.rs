//! A store that answers within a time, or says that it has not. A healthy disk needs milliseconds; one that hangs, as
//! over a network, must not make everybody wait without an answer.

use std::{future::Future, time::Duration};

use framework::DiceSecret;
use limits::store::{LONG_STORE_TIMEOUT, STORE_TIMEOUT};
use protocol::{
    Channel, Outcome, Person, RatingChange, RelationKind, ReportedMatch, Streak, TableId, Tally, Tournament,
    TournamentId, UserId,
};
use tokio::time::timeout;

use super::{
    Account, AccountStore, Append, Ban, Belongings, BotToken, CommandKey, DiceSecrets, GameReportRow,
    GameReports, Kept, Lease, Listed, Login, MistakeRow, NewLine, OpenReports, PuzzleRow, PuzzleStore,
    PuzzleTry, RatingRow, Relations, ReportRow, ResultRow, SolverRow, Standing, Standings, Store, StoreError,
    Stored, StoredEvent, StoredLine, TableRow, TokenHash, TournamentRow, Tournaments, TryOutcome, User,
    Wanted,
};

/// A store each of whose calls ends in time. A write that took too long may still happen, as with every lost answer.
#[derive(Clone, Debug)]
pub struct Timed<S> {
    store: S,
}

impl<S> Timed<S> {
    /// Puts a deadline on the calls of a store.
    pub const fn new(store: S) -> Self {
        Self { store }
    }

    /// The store itself, whose calls take as long as they take.
    pub const fn inner(&self) -> &S {
        &self.store
    }
}

/// Waits for a call, but only so long. Seconds are counted one by one: a process that stood still for a minute has
/// used up one of them, since it is not the disk that took so long.
async fn within<T>(limit: Duration, call: impl Future<Output = Stored<T>> + Send) -> Stored<T> {
    tokio::pin!(call);
    for _ in 0..limit.as_secs() {
        if let Ok(answer) = timeout(Duration::from_secs(1), &mut call).await {
            return answer;
        }
    }
    Err(StoreError::TimedOut(limit.as_secs()))
}

/// Passes methods on to the store, each with the deadline.
macro_rules! in_time {
    ($limit:expr; $(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $answer:ty;)*) => {
        $(async fn $name(&self $(, $argument: $type)*) -> Stored<$answer> {
            within($limit, self.store.$name($($argument),*)).await
        })*
    };
}

impl<S: Store> Store for Timed<S> {
    in_time! { STORE_TIMEOUT;
        fn setting(&self, name: &'static str, value: String) -> String;
        fn register(&self, node: &str, expires: u64) -> Lease;
        fn renew(&self, lease: &Lease, expires: u64) -> ();
        fn claim(&self, table: &TableId, lease: &Lease, now: u64) -> Option<TableRow>;
        fn create_table(&self, table: TableRow) -> TableId;
        fn table(&self, table: &TableId) -> Option<TableRow>;
        fn invited(&self, invite: &str) -> Option<TableId>;
        fn open_tables(&self, limit: u32) -> Vec<TableRow>;
        fn table_made_by(&self, by: &CommandKey) -> Option<TableId>;
        fn append(&self, append: Append) -> ();
        fn events_page(&self, table: &TableId, since: u64, limit: u32) -> Vec<StoredEvent>;
        fn say(&self, line: NewLine) -> (u64, bool);
        fn lines(&self, channel: &Channel, reader: &UserId, limit: u32) -> Vec<StoredLine>;
        fn save_user(&self, user: User) -> ();
        fn user(&self, id: &UserId) -> Option<User>;
        fn results(&self, user: &UserId, limit: u32) -> Vec<ResultRow>;
    }
    in_time! { LONG_STORE_TIMEOUT;
        fn unfinished_tables(&self, after: Option<&TableId>, limit: u32) -> Vec<TableRow>;
        fn quiet_tables(&self, since: u64, after: Option<&TableId>, limit: u32) -> Vec<TableId>;
    }
}

impl<S: AccountStore> AccountStore for Timed<S> {
    in_time! { STORE_TIMEOUT;
        fn open_account(&self, account: Account) -> Kept;
        fn change_account(&self, account: Account) -> Kept;
        fn account(&self, user: &UserId) -> Option<Account>;
        fn account_named(&self, name: &str) -> Option<Account>;
        fn is_name_taken(&self, name: &str) -> bool;
        fn log_in(&self, login: Login) -> ();
        fn login(&self, token: &TokenHash) -> Option<Login>;
        fn touch_login(&self, token: &TokenHash, seen: u64) -> ();
        fn log_out(&self, token: &TokenHash) -> ();
        fn log_out_everywhere(&self, user: &UserId, except: Option<&TokenHash>) -> ();
        fn add_token(&self, token: BotToken, limit: u32) -> bool;
        fn tokens(&self, user: &UserId) -> Vec<BotToken>;
        fn token_owner(&self, token: &TokenHash) -> Option<UserId>;
        fn revoke_token(&self, user: &UserId, id: &str) -> bool;
        fn standing(&self, user: &UserId) -> Standing;
        fn ban(&self, ban: Ban) -> ();
        fn unban(&self, user: &UserId) -> bool;
        fn bans(&self) -> Vec<Ban>;
        fn private_lines(&self, user: &UserId, limit: u32) -> Vec<(Channel, StoredLine)>;
    }
    in_time! { LONG_STORE_TIMEOUT;
        fn delete_account(&self, user: &UserId) -> Vec<TableId>;
        fn belongings(&self, user: &UserId) -> Belongings;
        fn people(&self, guests: bool, limit: u32) -> Vec<Listed>;
        fn prune_guests(&self, seen_before: u64) -> u64;
    }
}

impl<S: DiceSecrets + Sync> DiceSecrets for Timed<S> {
    in_time! { STORE_TIMEOUT;
        fn dice_secret(&self, table: &TableId, fresh: DiceSecret) -> DiceSecret;
    }
}

impl<S: Relations + Sync> Relations for Timed<S> {
    in_time! { STORE_TIMEOUT;
        fn relate(&self, from: &UserId, to: &UserId, kind: RelationKind, since: u64, limit: u32) -> bool;
        fn unrelate(&self, from: &UserId, to: &UserId, kind: RelationKind) -> ();
        fn relations(&self, from: &UserId) -> Vec<(RelationKind, Person)>;
        fn blocked_with(&self, user: &UserId) -> Vec<UserId>;
        fn report(&self, report: ReportRow, limit: OpenReports) -> bool;
        fn reports(&self, limit: u32) -> Vec<ReportRow>;
        fn reports_by(&self, user: &UserId) -> Vec<ReportRow>;
        fn close_report(&self, number: u64) -> bool;
    }
}

impl<S: PuzzleStore + Sync> PuzzleStore for Timed<S> {
    in_time! { STORE_TIMEOUT;
        fn solver(&self, user: &UserId, game: &str) -> SolverRow;
        fn solvers(&self, user: &UserId) -> Vec<(String, SolverRow)>;
        fn puzzle_rows(&self, game: &str) -> Vec<(String, PuzzleRow)>;
        fn tried_puzzles(&self, user: &UserId, game: &str) -> Vec<(String, bool)>;
        fn try_puzzle(&self, new: PuzzleTry) -> TryOutcome;
        fn keep_mistake(&self, mistake: MistakeRow, limit: u32) -> bool;
        fn mistakes(&self, user: &UserId) -> Vec<MistakeRow>;
        fn put_off_mistake(&self, user: &UserId, game: &str, id: &str, stage: u8, due: Option<u64>) -> bool;
    }
}

impl<S: Tournaments + Sync> Tournaments for Timed<S> {
    in_time! { STORE_TIMEOUT;
        fn create_tournament(&self, new: Tournament) -> ();
        fn save_tournament(&self, changed: Tournament, revision: u64) -> bool;
        fn tournament(&self, id: &TournamentId) -> Option<TournamentRow>;
        fn tournaments(&self, limit: u32) -> Vec<Tournament>;
        fn tournaments_of(&self, user: &UserId) -> Vec<Tournament>;
    }
}

impl<S: GameReports + Sync> GameReports for Timed<S> {
    in_time! { STORE_TIMEOUT;
        fn begin_game_report(&self, new: GameReportRow) -> bool;
        fn save_findings(&self, id: &str, findings: String) -> ();
        fn finish_game_report(&self, id: &str, report: String, people: Vec<(UserId, ReportedMatch)>) -> ();
        fn remove_game_report(&self, id: &str) -> ();
        fn game_report(&self, id: &str) -> Option<GameReportRow>;
        fn unfinished_game_reports(&self) -> Vec<(String, UserId)>;
        fn reported_matches(&self, user: &UserId, limit: u32) -> Vec<ReportedMatch>;
    }
}

impl<S: Standings + Sync> Standings for Timed<S> {
    in_time! { STORE_TIMEOUT;
        fn ratings(&self, user: &UserId) -> Vec<RatingRow>;
        fn leaders(&self, game: &str, limit: u32) -> Vec<RatingRow>;
        fn rated_opponents(&self, user: &UserId, since: u64, at_least: u32) -> Vec<UserId>;
        fn rating_changes(&self, table: &TableId) -> Vec<RatingChange>;
        fn tallies(&self, user: &UserId) -> Vec<Tally>;
        fn streaks(&self, user: &UserId) -> Vec<Streak>;
        fn finished(&self, wanted: &Wanted) -> Vec<(TableId, u64)>;
        fn match_results(&self, table: &TableId) -> Vec<(ResultRow, Outcome)>;
        fn table_ids(&self, after: Option<&TableId>, limit: u32) -> Vec<TableId>;
    }
}

#[cfg(test)]
mod tests {
    use tokio::{sync::oneshot, task::yield_now, time::advance};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_stall_of_the_process_is_not_charged_to_the_store() {
        let (write, written) = oneshot::channel();
        let call = async { written.await.map_err(|_| StoreError::Fenced) };
        let waiting = tokio::spawn(within(STORE_TIMEOUT, call));
        yield_now().await;
        advance(10 * STORE_TIMEOUT).await;
        yield_now().await;
        write.send(7).unwrap();
        assert_eq!(waiting.await.unwrap(), Ok(7));
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_hangs_is_given_up() {
        let never = within(STORE_TIMEOUT, std::future::pending::<Stored<()>>());
        assert_eq!(never.await, Err(StoreError::TimedOut(STORE_TIMEOUT.as_secs())));
    }
}
