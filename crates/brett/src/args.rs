//! The definition of the command line, from which help, completions and man pages are made as well.

use std::ffi::OsStr;

use clap::{
    Args, CommandFactory, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use framework::{GameEntry, Language};

use crate::commands::{
    about, admin, ai_evolver, analyze, bench, chaos, completions, connect, connect4, convert, engine, evolve,
    explain, hint, lab, legal, load, man, manual, match_, new, open, perft, play, players, puzzles, random,
    replay, rollout, serve, show, solve, testat, tournament, tree, verify,
};

/// Play, solve, host, analyze and train classic board games
///
/// Without a command, Brettwerk starts on this machine, for you alone, and opens in the browser: choose a game and
/// play.
#[derive(Debug, Parser)]
#[command(
    name = "brett",
    version,
    after_help = "Examples:\n  brett\n  brett games\n  brett connect4\n  brett play othello --seats level3,human\n  brett show othello --moves 'f5 d6 c3'\n  brett legal connect4 4\n\n\
                  Exit codes: 0 fine, 1 the answer is no, 2 wrong usage or unreadable input.\n\n\
                  `brett manual` opens the manual; its first chapter tells how to install, update and \
                  remove Brettwerk."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) open: open::OpenArgs,
    #[command(flatten)]
    pub(crate) globals: Globals,
}

/// What holds for every command.
#[derive(Debug, Args)]
pub(crate) struct Globals {
    /// The language of answers, en or de [env: BRETT_LANG, else LC_ALL, LC_MESSAGES, LANG]
    #[arg(
        long,
        value_enum,
        value_name = "LANG",
        global = true,
        hide_possible_values = true,
        help_heading = "Global options"
    )]
    pub(crate) lang: Option<Lang>,
    /// Colors: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        global = true,
        hide_possible_values = true,
        hide_default_value = true,
        help_heading = "Global options"
    )]
    pub(crate) color: Color,
    /// Answer in JSON, for programs
    #[arg(long, global = true, help_heading = "Global options")]
    pub(crate) json: bool,
}

/// A language by its usual code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Lang {
    En,
    De,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::En => Self::English,
            Lang::De => Self::German,
        }
    }
}

/// When to use colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, their variants and options
    #[command(after_help = "Examples:\n  brett games\n  brett games --json --lang de")]
    Games,
    Players(players::PlayersArgs),
    Play(play::PlayArgs),
    Puzzles(puzzles::PuzzlesArgs),
    Hint(hint::HintArgs),
    Solve(solve::SolveArgs),
    Analyze(analyze::AnalyzeArgs),
    Rollout(rollout::RolloutArgs),
    Bench(bench::BenchArgs),
    Explain(explain::ExplainArgs),
    Tree(tree::TreeArgs),
    Show(show::ShowArgs),
    Legal(legal::LegalArgs),
    Perft(perft::PerftArgs),
    Random(random::RandomArgs),
    Replay(replay::ReplayArgs),
    Convert(convert::ConvertArgs),
    Verify(verify::VerifyArgs),
    Engine(engine::EngineArgs),
    New(new::NewArgs),
    Match(match_::MatchArgs),
    Tournament(tournament::TournamentArgs),
    Testat(testat::TestatArgs),
    Serve(serve::ServeArgs),
    Connect(connect::ConnectArgs),
    Load(load::LoadArgs),
    Chaos(chaos::ChaosArgs),
    Admin(admin::AdminArgs),
    Lab(lab::LabArgs),
    Evolve(evolve::EvolveArgs),
    #[command(name = "ai-evolver")]
    AiEvolver(ai_evolver::AiEvolverArgs),
    #[command(hide = true)]
    Connect4(connect4::Connect4Args),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    Manual(manual::ManualArgs),
    About(about::AboutArgs),
}

/// Reads the word of a game, or the name of a file.
#[derive(Clone, Debug)]
struct GameOrFile(Vec<PossibleValue>);

impl TypedValueParser for GameOrFile {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        match value.to_str() {
            Some(word) if analyze::is_file(word) && !self.0.iter().any(|game| game.matches(word, true)) => {
                Ok(word.to_owned())
            }
            _ => PossibleValuesParser::new(self.0.clone()).parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// The command line for these games: wherever a game is asked for, theirs are the possible words.
pub(crate) fn command(games: &[GameEntry]) -> clap::Command {
    let words: Vec<PossibleValue> =
        games.iter().map(|entry| PossibleValue::new(entry.info.id).help(&*entry.info.name.en)).collect();
    Cli::command().mut_subcommands(|command| {
        let takes_game = command.get_arguments().any(|arg| arg.get_id() == "game");
        let takes_file = command.get_name() == "analyze";
        match (takes_game, takes_file) {
            (true, false) => command.mut_arg("game", |arg| {
                arg.value_parser(PossibleValuesParser::new(words.clone())).ignore_case(true)
            }),
            (true, true) => {
                command.mut_arg("game", |arg| arg.value_parser(GameOrFile(words.clone())).ignore_case(true))
            }
            (false, _) => command,
        }
    })
}
