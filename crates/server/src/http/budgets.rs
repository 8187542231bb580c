//! What requests over HTTP may cost, by the address that they come from.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use limits::REFUSED_CLIENTS;
use limits::{AddressBlock, Buckets};
use limits::{ConcurrencyLimit, Permit};
use limits::{answers, connections::HTTP_REQUESTS_PER_ADDRESS, people, puzzles, reports, tournaments};
use protocol::{Code, Problem, UserId};
use tokio::{sync::Semaphore, time::Instant};

use super::Refusal;

/// What is left of every budget.
#[derive(Debug)]
pub(crate) struct Budgets {
    requests: Buckets<AddressBlock>,
    replays: Buckets<AddressBlock>,
    replays_under_way: ConcurrencyLimit<AddressBlock>,
    /// Who may play a record again right now.
    pub(super) replaying: Semaphore,
    trees: Buckets<AddressBlock>,
    trees_under_way: ConcurrencyLimit<AddressBlock>,
    /// Who may build a tree right now.
    pub(super) building_trees: Semaphore,
    record_files: ConcurrencyLimit<AddressBlock>,
    exports: Buckets<UserId>,
    exports_under_way: ConcurrencyLimit<AddressBlock>,
    relation_changes: Buckets<AddressBlock>,
    reports: Buckets<AddressBlock>,
    puzzle_tries: Buckets<AddressBlock>,
    game_reports: Buckets<AddressBlock>,
    new_tournaments: Buckets<AddressBlock>,
    tournament_changes: Buckets<AddressBlock>,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            requests: Buckets::new(HTTP_REQUESTS_PER_ADDRESS),
            replays: Buckets::new(answers::REPLAYS_PER_ADDRESS),
            replays_under_way: ConcurrencyLimit::new(
                answers::MAX_REPLAYS_UNDER_WAY_PER_ADDRESS,
                answers::MAX_REPLAYS_UNDER_WAY,
            ),
            replaying: Semaphore::new(answers::MAX_REPLAYS_AT_ONCE),
            trees: Buckets::new(answers::TREES_PER_ADDRESS),
            trees_under_way: ConcurrencyLimit::new(
                answers::MAX_TREES_UNDER_WAY_PER_ADDRESS,
                answers::MAX_TREES_UNDER_WAY,
            ),
            building_trees: Semaphore::new(answers::MAX_TREES_AT_ONCE),
            record_files: ConcurrencyLimit::new(
                answers::MAX_RECORD_FILES_PER_ADDRESS,
                answers::MAX_RECORD_FILES,
            ),
            exports: Buckets::new(answers::EXPORTS_PER_PERSON),
            exports_under_way: ConcurrencyLimit::new(answers::MAX_EXPORTS_PER_ADDRESS, answers::MAX_EXPORTS),
            relation_changes: Buckets::new(people::RELATION_CHANGES_PER_ADDRESS),
            reports: Buckets::new(people::REPORTS_PER_ADDRESS),
            puzzle_tries: Buckets::new(puzzles::PUZZLE_TRIES_PER_ADDRESS),
            game_reports: Buckets::new(reports::REPORTED_GAMES_PER_ADDRESS),
            new_tournaments: Buckets::new(tournaments::TOURNAMENTS_PER_ADDRESS),
            tournament_changes: Buckets::new(tournaments::TOURNAMENT_CHANGES_PER_ADDRESS),
        }
    }
}

impl Budgets {
    /// Counts a request.
    pub(super) fn count(&self, address: AddressBlock) -> Result<(), AskLater> {
        match self.requests.take(address, Instant::now()) {
            true => Ok(()),
            false => Err(AskLater::too_fast(address, "too many requests; wait a few seconds and ask again")),
        }
    }

    /// Lets one more record be played again; the pass is kept until the answer is sent.
    pub(super) fn replay(&self, address: AddressBlock) -> Result<Permit<AddressBlock>, AskLater> {
        if !self.replays.take(address, Instant::now()) {
            return Err(AskLater::too_fast(
                address,
                "too many records; wait a few seconds and send it again",
            ));
        }
        let sentence = "too many records are being played again; send it again in a moment";
        self.replays_under_way.try_acquire(address).ok_or_else(|| AskLater::busy(address, sentence))
    }

    /// Lets one more tree be built; the pass is kept until the answer is sent.
    pub(super) fn tree(&self, address: AddressBlock) -> Result<Permit<AddressBlock>, AskLater> {
        if !self.trees.take(address, Instant::now()) {
            return Err(AskLater::too_fast(address, "too many trees; wait a few seconds and ask again"));
        }
        let sentence = "too many trees are being built; ask again in a moment";
        self.trees_under_way.try_acquire(address).ok_or_else(|| AskLater::busy(address, sentence))
    }

    /// Lets a person follow, mute or block another one, or end that.
    pub(super) fn change_relation(&self, address: AddressBlock) -> Result<(), AskLater> {
        match self.relation_changes.take(address, Instant::now()) {
            true => Ok(()),
            false => Err(AskLater::too_fast(address, "too many changes; wait a few seconds and try again")),
        }
    }

    /// Lets a person report another one.
    pub(super) fn report(&self, address: AddressBlock) -> Result<(), AskLater> {
        match self.reports.take(address, Instant::now()) {
            true => Ok(()),
            false => Err(AskLater::too_fast(address, "too many reports; try again in a few minutes")),
        }
    }

    /// Lets a person try a puzzle, or keep a mistake.
    pub(super) fn try_puzzle(&self, address: AddressBlock) -> Result<(), AskLater> {
        match self.puzzle_tries.take(address, Instant::now()) {
            true => Ok(()),
            false => Err(AskLater::too_fast(address, "too many tries; wait a few seconds and try again")),
        }
    }

    /// Lets a person ask for the report about a game.
    pub(super) fn report_game(&self, address: AddressBlock) -> Result<(), AskLater> {
        match self.game_reports.take(address, Instant::now()) {
            true => Ok(()),
            false => Err(AskLater::too_fast(address, "too many reports; try again in a few minutes")),
        }
    }

    /// Lets a person make a tournament.
    pub(super) fn create_tournament(&self, address: AddressBlock) -> Result<(), AskLater> {
        match self.new_tournaments.take(address, Instant::now()) {
            true => Ok(()),
            false => Err(AskLater::too_fast(address, "too many new tournaments; try again in a few minutes")),
        }
    }

    /// Lets a person join, leave, start or call off a tournament.
    pub(super) fn change_tournament(&self, address: AddressBlock) -> Result<(), AskLater> {
        match self.tournament_changes.take(address, Instant::now()) {
            true => Ok(()),
            false => Err(AskLater::too_fast(address, "too many changes; wait a few seconds and try again")),
        }
    }

    /// Lets one more file of records be sent; the pass is kept until it is.
    pub(super) fn record_file(&self, address: AddressBlock) -> Result<Permit<AddressBlock>, AskLater> {
        let sentence = "too many files of records are being sent; ask again in a moment";
        self.record_files.try_acquire(address).ok_or_else(|| AskLater::busy(address, sentence))
    }

    /// Lets a person have one more export of their account; the pass is kept until it is sent.
    pub(super) fn export(
        &self,
        address: AddressBlock,
        person: &UserId,
    ) -> Result<Permit<AddressBlock>, AskLater> {
        // First a place, then a token: who is told to come again in a moment has lost nothing.
        let sentence = "another export is being sent; ask again in a moment";
        let pass =
            self.exports_under_way.try_acquire(address).ok_or_else(|| AskLater::busy(address, sentence))?;
        if !self.exports.take(person.clone(), Instant::now()) {
            let sentence = "this account was exported several times within the hour; ask again later";
            return Err(AskLater::too_fast(address, sentence));
        }
        Ok(pass)
    }
}

/// A refusal that says when to ask again.
#[derive(Debug)]
pub(super) struct AskLater(Problem);

impl AskLater {
    fn too_fast(address: AddressBlock, sentence: &str) -> Self {
        Self::logged(address, Problem::new(Code::TooFast, sentence))
    }

    fn busy(address: AddressBlock, sentence: &str) -> Self {
        Self::logged(address, Problem::new(Code::Busy, sentence))
    }

    fn logged(address: AddressBlock, problem: Problem) -> Self {
        if let Some(left_out) = REFUSED_CLIENTS.pass() {
            tracing::info!(%address, left_out, problem = %problem.sentence, "a request is refused");
        }
        Self(problem)
    }
}

impl IntoResponse for AskLater {
    fn into_response(self) -> Response {
        let mut response = Refusal(self.0).into_response();
        debug_assert!(matches!(
            response.status(),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
        ));
        let seconds = HeaderValue::from(answers::RETRY_AFTER.as_secs());
        response.headers_mut().insert(header::RETRY_AFTER, seconds);
        response
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn address(last: u8) -> AddressBlock {
        IpAddr::from(Ipv4Addr::new(203, 0, 113, last)).into()
    }

    #[tokio::test(start_paused = true)]
    async fn d2_only_so_many_replays_are_under_way() {
        let budgets = Budgets::default();
        let passes: Vec<_> = (0..8).map(|_| budgets.replay(address(1)).unwrap()).collect();
        let refused = budgets.replay(address(1)).unwrap_err().into_response();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.headers()[header::RETRY_AFTER], "1");
        let others: Vec<_> = (2..30).map_while(|last| budgets.replay(address(last)).ok()).collect();
        assert_eq!(others.len(), 24, "and 32 of all");
        drop(passes);
        assert!(budgets.replay(address(1)).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn an_account_is_exported_a_few_times_an_hour_and_a_few_at_a_time() {
        let budgets = Budgets::default();
        let anna: UserId = "anna".parse().unwrap();
        let pass = budgets.export(address(1), &anna).unwrap();
        let busy = budgets.export(address(1), &anna).unwrap_err().into_response();
        assert_eq!(busy.status(), StatusCode::SERVICE_UNAVAILABLE);
        drop(pass);
        let count = || (0..20).filter(|_| budgets.export(address(1), &anna).is_ok()).count();
        assert_eq!(count(), 5, "who was told to come again has lost nothing");
        let refused = budgets.export(address(1), &anna).unwrap_err().into_response();
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
        tokio::time::sleep(answers::EXPORTS_PER_PERSON.per).await;
        assert_eq!(count(), 6);
    }

    #[tokio::test(start_paused = true)]
    async fn d2_an_address_may_only_ask_so_often() {
        let budgets = Budgets::default();
        let count = || (0..500).filter(|_| budgets.replay(address(1)).is_ok()).count();
        assert_eq!(count(), 120);
        assert!(budgets.replay(address(2)).is_ok());
        tokio::time::sleep(answers::REPLAYS_PER_ADDRESS.per).await;
        assert_eq!(count(), 120);
    }
}
