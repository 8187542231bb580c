//! A folder for a game: tic-tac-toe under another name, to be changed piece by piece.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use clap::Args;

use super::{Folder, Made, Name};
use crate::context::Context;

/// The rules, which are compiled and tested as an example of their own.
const RULES: &str = include_str!("../../../../../examples/tictactoe/src/lib.rs");
const TESTS: &str = include_str!("../../../../../examples/tictactoe/tests/tictactoe.rs");
const MAIN: &str = include_str!("templates/game-main.rs");
const MANIFEST: &str = include_str!("templates/game-manifest.toml");
const README: &str = include_str!("templates/game-readme.md");

/// Make a game: rules, tests, and a program that plays it in the terminal, over GTP and in the browser
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett new game hexapawn\n  brett new game hexapawn --folder ~/games/hexapawn --sources ~/brettwerk"
)]
pub(super) struct GameArgs {
    /// The id of the game: small letters, digits and hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// The folder to make [NAME]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Where the sources of Brettwerk are [found from here upward, or where this program was built]
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
}

pub(super) fn make(args: &GameArgs, ctx: &Context<'_, '_>) -> anyhow::Result<Made> {
    let name = Name::parse(&args.name)?;
    let is_taken = ctx.games.iter().any(|entry| entry.info.id == name.0);
    ensure!(!is_taken, "NAME: there is a game {} already; choose another name", name.0);
    let sources = sources(args.sources.as_deref())?;
    let in_place = |text: &str| {
        let text = text.replace("TicTacToe", &name.type_name());
        let text = text.replace("tictactoe::", &format!("{}::", name.snake()));
        let text = text.replace("tictactoe", &name.0);
        let text = text.replace("Tic-tac-toe", &name.title()).replace("tic-tac-toe", &name.title());
        let text = text.replace("Tic-Tac-Toe", &name.title());
        text.replace("{SOURCES}", &sources.display().to_string())
    };
    let files = vec![
        ("Cargo.toml".to_owned(), in_place(MANIFEST)),
        ("README.md".to_owned(), in_place(README)),
        ("src/lib.rs".to_owned(), in_place(RULES)),
        ("src/main.rs".to_owned(), in_place(MAIN)),
        (format!("tests/{}.rs", name.snake()), in_place(TESTS)),
        (".gitignore".to_owned(), "/target\n".to_owned()),
    ];
    let commands = vec![
        "cargo test".to_owned(),
        format!("cargo run --release -- play {}", name.0),
        format!("cargo run --release -- match {} alphabeta mcts --games 20 --nodes 1000", name.0),
        "cargo run --release".to_owned(),
    ];
    let path = args.folder.clone().unwrap_or_else(|| PathBuf::from(&name.0));
    Folder { path, files, commands }.write()
}

/// The folder with the sources: the one that is named, or the first found from here upward, or where this program was
/// built if that is still there.
fn sources(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    let is_ours = |folder: &Path| folder.join("crates/framework/Cargo.toml").is_file();
    if let Some(folder) = named {
        ensure!(is_ours(folder), "--sources: {} does not hold the sources of Brettwerk", folder.display());
        return folder.canonicalize().with_context(|| format!("--sources: {}", folder.display()));
    }
    let here = env::current_dir().context("the current folder")?;
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = here.ancestors().chain([&*built_in]).find(|folder| is_ours(folder));
    let found = found.context("the sources of Brettwerk are not here; name their folder by --sources DIR")?;
    found.canonicalize().context("the folder of the sources")
}
