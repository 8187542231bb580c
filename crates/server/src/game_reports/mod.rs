//! Reports about games: asked for once, made when no player needs the threads, kept for good.
//!
//! A report has an id that follows from the record, so that the same game is judged once, whoever asks. It is written down
//! before it begins, and what was found is written down on the way: after a restart it goes on where it was.

mod making;

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use framework::{
    Record, Text,
    report::{GameReport, ReportPlan},
};
use limits::reports::{
    MAX_LISTED_REPORTS, MAX_REPORT_DECISIONS, MAX_UNFINISHED_REPORTS, MAX_UNFINISHED_REPORTS_PER_PERSON,
};
use protocol::{Code, GameReportView, Person, Problem, ReportedMatch, TableId, UserId};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use store::{GameReportRow, GameReports as _, Standings as _};
use tables::{Tables, store_unavailable, world::World};
use tokio::{sync::Notify, time::timeout};

/// How long a node without reports waits until it looks whether there are any.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// The hexadecimal digits of an id: 128 bits of a hash.
const ID_DIGITS: usize = 32;

/// The reports of a node.
pub(crate) struct GameReports<W: World> {
    tables: Arc<Tables<W>>,
    /// How many decisions are judged of how many, by the ids of those that are made.
    progress: Mutex<BTreeMap<String, (u32, u32)>>,
    /// Wakes the task that makes them.
    wanted: Arc<Notify>,
    /// Held while a new one is written, so that limits hold.
    beginning: tokio::sync::Mutex<()>,
}

impl<W: World> fmt::Debug for GameReports<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReports").finish_non_exhaustive()
    }
}

/// Where a game was played, and which of its players are known here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Origin {
    table: TableId,
    finished: u64,
    /// By their places in the record, from 0.
    people: Vec<(u8, UserId)>,
}

fn refused(code: Code, en: &'static str, de: &'static str) -> Problem {
    Problem::told(code, Text::fixed(en, de))
}

fn stored<T>(answer: store::Stored<T>) -> Result<T, Problem> {
    answer.map_err(|error| store_unavailable(&error))
}

/// What is not known about a report that nobody has asked for.
fn unknown() -> Problem {
    refused(Code::NotFound, "there is no such report", "diesen Bericht gibt es nicht")
}

impl<W: World> GameReports<W> {
    /// Makes reports for as long as this exists.
    pub(crate) fn open(tables: Arc<Tables<W>>) -> Arc<Self> {
        let reports = Arc::new(Self {
            tables,
            progress: Mutex::default(),
            wanted: Arc::default(),
            beginning: tokio::sync::Mutex::default(),
        });
        tokio::spawn(drive(Arc::downgrade(&reports)));
        reports
    }

    fn world(&self) -> &W {
        self.tables.world()
    }

    /// Asks for the report about a match that was played at a table.
    ///
    /// # Errors
    /// If the match is not over, the person may not ask now, or there are too many reports.
    pub(crate) async fn of_table(
        &self,
        asker: &Person,
        table: &TableId,
        record: Record,
    ) -> Result<GameReportView, Problem> {
        let results = stored(self.world().store().match_results(table).await)?;
        let Some((first, _)) = results.first() else {
            return Err(refused(
                Code::Phase,
                "the match is not over; its report can be asked for then",
                "die Partie läuft noch; danach gibt es einen Bericht",
            ));
        };
        let people = results.iter().filter_map(|(row, _)| Some((row.chair, row.user.clone()?))).collect();
        let origin = Origin { table: table.clone(), finished: first.finished, people };
        self.begin(asker, record, Some(origin)).await
    }

    /// Asks for the report about any game.
    ///
    /// # Errors
    /// If nothing was decided in it, the person may not ask now, or there are too many reports.
    pub(crate) async fn of_record(&self, asker: &Person, record: Record) -> Result<GameReportView, Problem> {
        self.begin(asker, record, None).await
    }

    async fn begin(
        &self,
        asker: &Person,
        record: Record,
        origin: Option<Origin>,
    ) -> Result<GameReportView, Problem> {
        self.tables.rated.let_ask(&asker.id, &record.game)?;
        let text = record.to_string();
        let id = id_of(&text);
        if let Some(row) = stored(self.world().store().game_report(&id).await)? {
            return self.view(row).await;
        }
        let games = self.world().games().to_vec();
        let planned = tokio::task::spawn_blocking(move || ReportPlan::new(record, &games)).await;
        let broken = |_| Problem::new(Code::Internal, "the record could not be played");
        let plan =
            planned.map_err(broken)?.map_err(|error| Problem::new(Code::Settings, error.to_string()))?;
        match plan.n_decisions() {
            0 => {
                return Err(refused(
                    Code::Settings,
                    "nobody has decided anything in this game",
                    "in dieser Partie hat niemand etwas entschieden",
                ));
            }
            n_decisions if MAX_REPORT_DECISIONS < n_decisions => {
                return Err(Problem::told(
                    Code::Limit,
                    Text::new(
                        format!(
                            "the game has {n_decisions} decisions; at most {MAX_REPORT_DECISIONS} are judged here, and any number by brett analyze"
                        ),
                        format!(
                            "die Partie hat {n_decisions} Entscheidungen; hier werden höchstens {MAX_REPORT_DECISIONS} beurteilt, mit brett analyze beliebig viele"
                        ),
                    ),
                ));
            }
            _ => {}
        }
        let row = GameReportRow {
            id: id.clone(),
            asker: asker.id.clone(),
            created: self.world().time(),
            record: text,
            origin: origin.map(|origin| serde_json::to_string(&origin).expect("plain values")),
            findings: None,
            report: None,
        };
        let _beginning = self.beginning.lock().await;
        let unfinished = stored(self.world().store().unfinished_game_reports().await)?;
        if MAX_UNFINISHED_REPORTS <= unfinished.len() {
            return Err(refused(
                Code::Busy,
                "many reports wait already; try again later",
                "es warten schon viele Berichte; versuche es später noch einmal",
            ));
        }
        if MAX_UNFINISHED_REPORTS_PER_PERSON <= unfinished.iter().filter(|(_, of)| *of == asker.id).count() {
            return Err(refused(
                Code::Limit,
                "you wait for several reports already; wait until one is finished",
                "du wartest schon auf mehrere Berichte; warte, bis einer fertig ist",
            ));
        }
        stored(self.world().store().begin_game_report(row).await)?;
        locks::lock(&self.progress).insert(id.clone(), (0, plan.n_decisions() as u32));
        self.wanted.notify_one();
        self.look(&id).await
    }

    /// A report, or how far it is.
    ///
    /// # Errors
    /// If nobody has asked for it, or it cannot be read.
    pub(crate) async fn look(&self, id: &str) -> Result<GameReportView, Problem> {
        let row = stored(self.world().store().game_report(id).await)?;
        self.view(row.ok_or_else(unknown)?).await
    }

    async fn view(&self, row: GameReportRow) -> Result<GameReportView, Problem> {
        let id = row.id;
        if let Some(report) = &row.report {
            let report: GameReport = serde_json::from_str(report)
                .map_err(|_| Problem::new(Code::Internal, "a report cannot be read"))?;
            return Ok(GameReportView { id, done: 0, wanted: 0, ahead: 0, report: Some(report) });
        }
        let unfinished = stored(self.world().store().unfinished_game_reports().await)?;
        let ahead = unfinished.iter().position(|(other, _)| *other == id).unwrap_or(0) as u32;
        let (done, wanted) = locks::lock(&self.progress).get(&id).copied().unwrap_or_default();
        Ok(GameReportView { id, done, wanted, ahead, report: None })
    }

    /// The record and the report of an id, once it is finished.
    ///
    /// # Errors
    /// If nobody has asked for it, it is not finished, or it cannot be read.
    pub(crate) async fn finished(&self, id: &str) -> Result<(Record, GameReport), Problem> {
        let row = stored(self.world().store().game_report(id).await)?.ok_or_else(unknown)?;
        let unreadable = || Problem::new(Code::Internal, "a report cannot be read");
        let record = row.record.parse().map_err(|_| unreadable())?;
        match self.view(row).await?.report {
            Some(report) => Ok((record, report)),
            None => Err(refused(
                Code::Phase,
                "this report is not finished; wait a moment",
                "dieser Bericht ist noch nicht fertig; warte einen Moment",
            )),
        }
    }

    /// What reports say about a person, the newest match first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn of_person(&self, user: &UserId) -> Result<Vec<ReportedMatch>, Problem> {
        stored(self.world().store().reported_matches(user, MAX_LISTED_REPORTS).await)
    }
}

/// The id of the report about a record.
fn id_of(record: &str) -> String {
    let mut id = data_encoding::HEXLOWER.encode(&Sha256::digest(record));
    id.truncate(ID_DIGITS);
    id
}

/// Makes one report after the other, for as long as the node is open.
async fn drive<W: World>(reports: Weak<GameReports<W>>) {
    loop {
        let Some(reports) = reports.upgrade() else { return };
        if reports.tables.is_stopping() {
            return;
        }
        let made = match stored(reports.world().store().unfinished_game_reports().await) {
            Ok(unfinished) => match unfinished.first() {
                Some((id, _)) => reports.make(id).await.map(|()| true),
                None => Ok(false),
            },
            Err(problem) => Err(problem),
        };
        match made {
            Ok(true) => {}
            Ok(false) => {
                // The node can be closed while nothing is to be done.
                let wanted = Arc::clone(&reports.wanted);
                drop(reports);
                // Whether one was asked for or the time is over: next it is looked whether there is one.
                let _ = timeout(IDLE_CHECK_INTERVAL, wanted.notified()).await;
            }
            Err(problem) => {
                tracing::warn!(problem = %problem.sentence, "reports about games cannot go on; trying again");
                drop(reports);
                tokio::time::sleep(IDLE_CHECK_INTERVAL).await;
            }
        }
    }
}
