//! Everything that is kept about a person, for that person.

use protocol::{
    Channel, Problem, RelationKind, ReportReason, ReportedMatch, TableId, TableSummary, TournamentId, UserId,
};
use serde::Serialize;
use store::{
    AccountStore as _, GameReports as _, PuzzleStore as _, Relations as _, Store as _, Tournaments as _,
};
use tables::store_unavailable;
use tables::world::World;
use utoipa::ToSchema;

use super::Identity;

/// How many results are exported at most.
const MAX_EXPORTED_RESULTS: u32 = 1_000_000;

/// Everything that is kept about a person. Times are milliseconds since 1970.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Export {
    id: UserId,
    name: String,
    bot: bool,
    email: Option<String>,
    created: u64,
    logins: Vec<ExportedLogin>,
    tokens: Vec<ExportedToken>,
    results: Vec<ExportedResult>,
    #[schema(value_type = Vec<Object>)]
    tables: Vec<TableSummary>,
    chats: Vec<ExportedLine>,
    relations: Vec<ExportedRelation>,
    /// Those that they have made or played.
    tournaments: Vec<ExportedTournament>,
    /// How they do with puzzles.
    puzzles: Vec<ExportedSolver>,
    /// Mistakes that come back as puzzles.
    mistakes: Vec<ExportedMistake>,
    /// What reports about games say about them.
    #[schema(value_type = Vec<Object>)]
    reported_matches: Vec<ReportedMatch>,
    /// What they have reported and nobody has seen to yet.
    reports: Vec<ExportedReport>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedLogin {
    created: u64,
    seen: u64,
    expires: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedToken {
    id: String,
    label: String,
    created: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedResult {
    table: String,
    chair: u8,
    name: String,
    game: String,
    wins: u32,
    draws: u32,
    losses: u32,
    points: u32,
    rated: bool,
    finished: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedLine {
    #[schema(value_type = Object)]
    channel: Channel,
    text: String,
    time: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedRelation {
    kind: RelationKind,
    id: UserId,
    name: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedTournament {
    id: TournamentId,
    name: String,
    created: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedSolver {
    game: String,
    rating: f64,
    deviation: f64,
    tries: u32,
    solved: u32,
    streak: u32,
    best_streak: u32,
    /// The words for the puzzles that they have tried, and whether they were solved at once.
    tried: Vec<(String, bool)>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedMistake {
    game: String,
    options: String,
    position: String,
    played: String,
    best: String,
    table: TableId,
    made: u64,
    due: Option<u64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExportedReport {
    about: UserId,
    reason: ReportReason,
    text: String,
    table: Option<TableId>,
    time: u64,
}

impl<W: World> Identity<W> {
    /// Everything that is kept about a person.
    pub(crate) async fn export(&self, user: &UserId) -> Result<Export, Problem> {
        let account = self.account(user).await?;
        let store = self.world().store();
        let belongings = store.belongings(user).await.map_err(|error| store_unavailable(&error))?;
        let results =
            store.results(user, MAX_EXPORTED_RESULTS).await.map_err(|error| store_unavailable(&error))?;
        let relations = store.relations(user).await.map_err(|error| store_unavailable(&error))?;
        let reports = store.reports_by(user).await.map_err(|error| store_unavailable(&error))?;
        let tournaments = store.tournaments_of(user).await.map_err(|error| store_unavailable(&error))?;
        let reported = store.reported_matches(user, MAX_EXPORTED_RESULTS).await;
        let reported_matches = reported.map_err(|error| store_unavailable(&error))?;
        let tokens = self.tokens(user).await?;
        let mistakes = store.mistakes(user).await.map_err(|error| store_unavailable(&error))?;
        let mut puzzles = Vec::new();
        for (game, row) in store.solvers(user).await.map_err(|error| store_unavailable(&error))? {
            let tried = store.tried_puzzles(user, &game).await.map_err(|error| store_unavailable(&error))?;
            puzzles.push(ExportedSolver {
                game,
                rating: row.rating.rating,
                deviation: row.rating.deviation,
                tries: row.tries,
                solved: row.solved,
                streak: row.streak,
                best_streak: row.best_streak,
                tried,
            });
        }
        Ok(Export {
            id: account.person.id,
            name: account.person.name,
            bot: account.person.bot,
            email: account.email,
            created: account.created,
            logins: belongings
                .logins
                .into_iter()
                .map(|login| ExportedLogin {
                    created: login.created,
                    seen: login.seen,
                    expires: login.expires,
                })
                .collect(),
            tokens: tokens
                .into_iter()
                .map(|token| ExportedToken { id: token.id, label: token.label, created: token.created })
                .collect(),
            results: results
                .into_iter()
                .map(|result| ExportedResult {
                    table: result.table.to_string(),
                    chair: result.chair,
                    name: result.name,
                    game: result.game,
                    wins: result.wins,
                    draws: result.draws,
                    losses: result.losses,
                    points: result.points,
                    rated: result.rated,
                    finished: result.finished,
                })
                .collect(),
            tables: belongings.tables,
            chats: belongings
                .lines
                .into_iter()
                .map(|(channel, line)| ExportedLine { channel, text: line.text, time: line.time })
                .collect(),
            relations: relations
                .into_iter()
                .map(|(kind, person)| ExportedRelation { kind, id: person.id, name: person.name })
                .collect(),
            tournaments: tournaments
                .into_iter()
                .map(|tournament| ExportedTournament {
                    id: tournament.id,
                    name: tournament.terms.name,
                    created: tournament.created,
                })
                .collect(),
            puzzles,
            mistakes: mistakes
                .into_iter()
                .map(|row| ExportedMistake {
                    game: row.game,
                    options: row.options,
                    position: row.position,
                    played: row.played,
                    best: row.best,
                    table: row.table,
                    made: row.made,
                    due: row.due,
                })
                .collect(),
            reported_matches,
            reports: reports
                .into_iter()
                .map(|report| ExportedReport {
                    about: report.about,
                    reason: report.reason,
                    text: report.text,
                    table: report.table,
                    time: report.time,
                })
                .collect(),
        })
    }
}
