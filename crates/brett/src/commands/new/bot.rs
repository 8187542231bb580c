//! A folder for a bot: a program that answers "which move?" in every game.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Folder, Made, Name};

const PYTHON: &str = include_str!("../../../../../examples/bot.py");
const PYTHON_TEST: &str = include_str!("templates/test_bot.py");
const JAVASCRIPT: &str = include_str!("../../../../../examples/bot.mjs");
const JAVASCRIPT_TEST: &str = include_str!("templates/bot.test.mjs");
const RUST: &str = include_str!("templates/bot.rs");
const RUST_TEST: &str = include_str!("templates/bot_test.rs");
/// A bot that sits down at tables of a server, and so in the page.
const SERVER_BOT: &str = include_str!("../../../../../examples/server_bot.py");

/// Make a bot that plays every game over GTP
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett new bot careful\n  brett new bot careful --language rust")]
pub(super) struct BotArgs {
    /// What it is called: small letters, digits and hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// The language it is written in
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t)]
    language: BotLanguage,
    /// The folder to make [NAME]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum BotLanguage {
    Rust,
    #[default]
    Python,
    Javascript,
}

pub(super) fn make(args: &BotArgs) -> anyhow::Result<Made> {
    let name = Name::parse(&args.name)?;
    let title = name.title();
    let (mut files, test, start) = match args.language {
        BotLanguage::Python => (
            vec![
                ("bot.py", PYTHON.replace("examples/bot.py", "bot.py").replace("Random bot", &title)),
                ("test_bot.py", PYTHON_TEST.to_owned()),
                ("server_bot.py", SERVER_BOT.replace("examples/server_bot.py", "server_bot.py")),
            ],
            "python3 -m unittest",
            "python3 bot.py",
        ),
        BotLanguage::Javascript => (
            vec![
                ("bot.mjs", JAVASCRIPT.replace("examples/bot.mjs", "bot.mjs").replace("Random bot", &title)),
                ("bot.test.mjs", JAVASCRIPT_TEST.to_owned()),
            ],
            "node --test",
            "node bot.mjs",
        ),
        BotLanguage::Rust => (
            vec![
                ("Cargo.toml", manifest(&name)),
                ("src/main.rs", RUST.replace("Random bot", &title)),
                (
                    "tests/bot.rs",
                    RUST_TEST.replace("CARGO_BIN_EXE_bot", &format!("CARGO_BIN_EXE_{}", name.0)),
                ),
                (".gitignore", "/target\n".to_owned()),
            ],
            "cargo test --release",
            "cargo run --release --quiet",
        ),
    };
    let commands = [
        test.to_owned(),
        format!("brett play connect4 --seats 'human,gtp:{start}'"),
        format!("brett match connect4 'gtp:{start}' level1 --games 20"),
    ];
    files.push(("README.md", readme(&title, &commands, args.language)));
    let files = files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
    let path = args.folder.clone().unwrap_or_else(|| PathBuf::from(&name.0));
    Folder { path, files, commands: commands.into() }.write()
}

fn manifest(name: &Name) -> String {
    let name = &name.0;
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n")
}

fn readme(title: &str, commands: &[String], language: BotLanguage) -> String {
    let commands = commands.join("\n");
    let page = match language {
        BotLanguage::Python => {
            "`server_bot.py` sits down at tables of a server, so that people play against the bot in the page; \
             its first lines say how."
        }
        BotLanguage::Rust | BotLanguage::Javascript => {
            "The chapter \"Write a bot\" of the book shows how a bot sits down at tables of a server."
        }
    };
    format!(
        "# {title}\n\nA bot for every game of Brettwerk. It plays at random: `choose` is the function to change.\n\n\
         ```sh\n{commands}\n```\n\n{page}\n"
    )
}
