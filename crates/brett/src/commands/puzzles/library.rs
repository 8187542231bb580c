//! Where games come from in which puzzles are sought: files in any format that is known, folders of them, and the data folder
//! of a server.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use framework::{AnyGame, AnyPosition, GameEntry, Record, Turn};
use store::Standings as _;
use store_sqlite::{DATABASE, SqliteStore};

use crate::{foreign::Opened, input};

/// The most folders within each other that are looked into.
const MAX_FOLDER_DEPTH: u32 = 8;

/// How many tables of a server are asked for at a time.
const TABLES_PER_BATCH: u32 = 1_000;

/// The games of a library, and how many files could not be read.
#[derive(Default)]
pub(super) struct Library {
    pub(super) records: Vec<Record>,
    pub(super) refused: Vec<String>,
}

impl Library {
    /// Reads all games of one kind from files and folders, in an order that does not depend on the disk.
    ///
    /// # Errors
    /// If a path is not there, or the database of a server cannot be read.
    pub(super) fn read(paths: &[PathBuf], game: &dyn AnyGame, games: &[GameEntry]) -> anyhow::Result<Self> {
        let mut library = Self::default();
        for path in paths {
            if path.join(DATABASE).is_file() {
                library.add_server(&path.join(DATABASE), games)?;
            } else {
                library.add_path(path, games, 0)?;
            }
        }
        let id = game.info().id;
        library.records.retain(|record| record.game == id);
        Ok(library)
    }

    fn add_path(&mut self, path: &Path, games: &[GameEntry], depth: u32) -> anyhow::Result<()> {
        let kind = path.metadata().with_context(|| format!("--from: cannot read {}", path.display()))?;
        if !kind.is_dir() {
            if let Err(problem) = self.add_file(path, games) {
                self.refused.push(format!("{}: {problem:#}", path.display()));
            }
            return Ok(());
        }
        if depth == MAX_FOLDER_DEPTH {
            bail!("--from: {} lies more than {MAX_FOLDER_DEPTH} folders deep", path.display());
        }
        let entries =
            fs::read_dir(path).with_context(|| format!("--from: cannot read {}", path.display()))?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inside.retain(|path| !path.is_symlink());
        inside.sort();
        inside.iter().try_for_each(|path| self.add_path(path, games, depth + 1))
    }

    fn add_file(&mut self, path: &Path, games: &[GameEntry]) -> anyhow::Result<()> {
        let bytes = input::bytes(path)?;
        let opened = Opened::new(games, path, &bytes, None)?;
        if opened.game.is_none() {
            let record: Record = input::utf8(&bytes)?.parse()?;
            record.replay(games)?;
            self.records.push(record);
            return Ok(());
        }
        let source = opened.source("")?;
        let mut first_problem = None;
        for game in opened.games(&source) {
            match game {
                Ok(game) => self.records.push(game.record),
                Err(problem) => first_problem = first_problem.or(Some(problem)),
            }
        }
        first_problem.map_or(Ok(()), |problem| Err(problem.into()))
    }

    fn add_server(&mut self, database: &Path, games: &[GameEntry]) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime
            .block_on(async {
                let store = SqliteStore::open_to_read(database).await?;
                let mut last = None;
                loop {
                    let ids = store.table_ids(last.as_ref(), TABLES_PER_BATCH).await?;
                    for id in &ids {
                        self.records.extend(server::audit::record(&store, games, id).await?);
                    }
                    match ids.into_iter().next_back() {
                        Some(id) => last = Some(id),
                        None => break,
                    }
                }
                store.close().await;
                anyhow::Ok(())
            })
            .with_context(|| format!("--from: {}", database.display()))
    }
}

/// All positions of a match in which a seat had to decide.
pub(super) fn decisions(record: &Record, game: &dyn AnyGame) -> Vec<Box<dyn AnyPosition>> {
    let mut positions = Vec::new();
    for (idx, round) in record.rounds.iter().enumerate() {
        let start = match &round.start {
            Some(text) => game.parse_position(text).ok(),
            None => Some(game.start_round(&record.standing_before(idx, &round.players))),
        };
        let Some(mut pos) = start else { continue };
        for mv in &round.moves {
            if let Turn::Seat(_) = pos.turn() {
                positions.push(pos.clone());
            }
            if pos.play(&mv.text).is_err() {
                break;
            }
        }
    }
    positions
}
