//! The commands, each a function from its arguments to an answer.

use std::str::FromStr;

use framework::{
    AnyFound, FoundMove, Millis, Seat,
    render::{self, Style},
};

use super::{
    line::{Command, split_word},
    pentobi, score,
    session::{GtpSettings, Session},
};

/// The most seconds that a controller may tell: a year.
const MAX_SECONDS: f64 = 31_536_000.0;
/// The longest analysis, so that nobody thinks for ever about a question whose asker has gone.
const MAX_ANALYSIS: Millis = Millis::seconds(3_600);
/// How many lines of an analysis are told, the last ones.
const MAX_LINES: usize = 100;

/// A text, or what is wrong.
type CommandResult = Result<String, String>;
type Handler = fn(&mut Session, &str) -> CommandResult;

/// What is answered to a command.
pub(super) struct Reply {
    pub(super) answer: CommandResult,
    /// Whether the conversation ends with it.
    pub(super) is_last: bool,
}

impl Reply {
    pub(super) fn error(problem: &str) -> Self {
        Self { answer: Err(problem.to_owned()), is_last: false }
    }
}

const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", |_, _| text("2")),
    ("name", |_, _| text("Brettwerk")),
    ("version", |_, _| text(env!("CARGO_PKG_VERSION"))),
    ("list_commands", list_commands),
    ("known_command", |_, name| text(if is_known(name) { "true" } else { "false" })),
    ("quit", |_, _| text("")),
    ("clear_board", clear_board),
    ("boardsize", board_size),
    ("set_game", set_game),
    ("set_position", set_position),
    ("play", play),
    ("p", play_next),
    ("genmove", generate),
    ("g", generate_next),
    ("reg_genmove", suggest),
    ("undo", |session, _| done(session.undo())),
    ("set_dice", |session, dice| done(session.set_dice(dice))),
    ("roll_dice", |session, _| session.roll_dice()),
    ("showboard", show_board),
    ("final_score", final_score),
    ("legal_moves", legal_moves),
    ("all_legal", all_legal),
    ("analyze", analyze),
    ("move_values", move_values),
    ("level", level),
    ("set_random_seed", set_random_seed),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("cputime", |_, _| cpu_seconds()),
    ("param", param),
];

/// Answers a command.
pub(super) fn answer(session: &mut Session, command: &Command) -> Reply {
    match COMMANDS.iter().find(|known| known.0 == command.name) {
        Some((name, handler)) => Reply { answer: handler(session, &command.args), is_last: *name == "quit" },
        None => Reply::error("unknown command"),
    }
}

fn is_known(name: &str) -> bool {
    COMMANDS.iter().any(|known| known.0 == name)
}

fn list_commands(_: &mut Session, _: &str) -> CommandResult {
    Ok(COMMANDS.iter().map(|known| known.0).collect::<Vec<_>>().join("\n"))
}

fn clear_board(session: &mut Session, _: &str) -> CommandResult {
    session.restart(session.game.start());
    text("")
}

/// `boardsize 10`, or `boardsize 7 6` where columns and rows differ. Options besides the size stay, as in `8x8 reversi`.
fn board_size(session: &mut Session, args: &str) -> CommandResult {
    let sides: Vec<u8> = args.split(' ').map_while(|side| side.parse().ok()).collect();
    let options = match sides.as_slice() {
        [side] => format!("{side}x{side}"),
        [columns, rows] => format!("{columns}x{rows}"),
        _ => return Err("write boardsize N".to_owned()),
    };
    let current = session.game.options();
    let kept = match current.split_once(' ') {
        Some((size, kept)) if size.starts_with(|symbol: char| symbol.is_ascii_digit()) => kept,
        _ => "",
    };
    done(session.open(format!("{options} {kept}").trim_end()).map_err(|_| "unacceptable size".to_owned()))
}

fn set_game(session: &mut Session, name: &str) -> CommandResult {
    let options = pentobi::pentobi_options(session.entry.info.id, name).unwrap_or(name);
    done(session.open(options).map_err(|error| error.to_string()))
}

fn set_position(session: &mut Session, position: &str) -> CommandResult {
    let pos = session.game.parse_position(position).map_err(|error| error.to_string())?;
    session.restart(pos);
    text("")
}

fn play(session: &mut Session, args: &str) -> CommandResult {
    let (word, mv) = split_word(args);
    let mover = read_mover(session, word)?;
    done(session.play(mover, mv))
}

fn play_next(session: &mut Session, mv: &str) -> CommandResult {
    let mover = next_mover(session)?;
    done(session.play(mover, mv))
}

fn generate(session: &mut Session, args: &str) -> CommandResult {
    let mover = read_mover(session, args)?;
    let chosen = choose(session, mover)?;
    if let Some(mv) = &chosen {
        session.play(mover, mv)?;
    }
    Ok(chosen.unwrap_or_else(no_move))
}

fn generate_next(session: &mut Session, _: &str) -> CommandResult {
    let mover = next_mover(session)?;
    generate(session, &(mover + 1).to_string())
}

fn suggest(session: &mut Session, args: &str) -> CommandResult {
    let mover = read_mover(session, args)?;
    Ok(choose(session, mover)?.unwrap_or_else(no_move))
}

/// The move of the player for `mover`; `None` if it can do nothing.
fn choose(session: &mut Session, mover: usize) -> Result<Option<String>, String> {
    let Some(pos) = session.at_turn_of(mover)? else { return Ok(None) };
    let Some(found) = session.think(&*pos, session.clock.time_for(mover), &mut |_| ()) else {
        return Ok(None);
    };
    session.clock.spend(mover, found.elapsed);
    Ok(Some(found.best))
}

fn no_move() -> String {
    "pass".to_owned()
}

fn show_board(session: &mut Session, _: &str) -> CommandResult {
    Ok(format!("\n{}", render::terminal(&session.pos.scene(Seat::FIRST), &Style::plain())))
}

fn final_score(session: &mut Session, _: &str) -> CommandResult {
    score::score(&*session.game, &session.movers, &*session.pos)
        .ok_or_else(|| "the game is not over".to_owned())
}

/// The moves of who is to move, or the ways in which the dice can fall, one a line.
fn legal_moves(session: &mut Session, _: &str) -> CommandResult {
    Ok(session.pos.legal_moves().join("\n"))
}

fn all_legal(session: &mut Session, args: &str) -> CommandResult {
    let mover = read_mover(session, args)?;
    let pos = session.at_turn_of(mover)?;
    Ok(pos.map_or_else(Vec::new, |pos| pos.legal_moves()).join("\n"))
}

/// `analyze`, or `analyze SECONDS`: what the player finds on the way, one line each, the last one final.
fn analyze(session: &mut Session, args: &str) -> CommandResult {
    let mover = next_mover(session)?;
    let time =
        if args.is_empty() { session.clock.time_for(mover) } else { read_seconds(args)?.min(MAX_ANALYSIS) };
    let pos = session.pos.clone();
    let mut lines = Vec::new();
    let last = session.think(&*pos, time, &mut |found| {
        if lines.len() == MAX_LINES {
            lines.remove(0);
        }
        lines.push(analysis(found));
    });
    lines.extend(last.as_ref().map(analysis));
    Ok(lines.join("\n"))
}

fn analysis(found: &AnyFound) -> String {
    let AnyFound { value, depth, nodes, elapsed, .. } = found;
    let line = found.line.join("; ");
    format!("depth {depth} value {value:.3} nodes {nodes} ms {} line {line}", elapsed.0)
}

/// The moves of the last search with their values, the best first: `VALUE MOVE`.
fn move_values(session: &mut Session, _: &str) -> CommandResult {
    let found = session.last_found.as_ref().ok_or("nothing was searched yet")?;
    let line = |FoundMove { text, value, .. }: &FoundMove| match value {
        Some(value) => format!("{value:.3} {text}"),
        None => format!("- {text}"),
    };
    Ok(found.moves.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn level(session: &mut Session, level: &str) -> CommandResult {
    let level: u8 = read("a level from 1 to 10", level)?;
    done(session.choose_player(&format!("level{level}")).map_err(|error| error.to_string()))
}

fn set_random_seed(session: &mut Session, seed: &str) -> CommandResult {
    session.settings.seed = read("a whole number", seed)?;
    text("")
}

/// `time_settings MAIN PERIOD MOVES`, in seconds.
fn time_settings(session: &mut Session, args: &str) -> CommandResult {
    let words: Vec<_> = args.split(' ').collect();
    let [main, period, moves] = *words.as_slice() else {
        return Err("write time_settings SECONDS SECONDS MOVES".to_owned());
    };
    session.clock.agree(read_seconds(main)?, read_seconds(period)?, read("a number of moves", moves)?);
    text("")
}

/// `time_left SEAT SECONDS MOVES`, where 0 moves are all that will come.
fn time_left(session: &mut Session, args: &str) -> CommandResult {
    let words: Vec<_> = args.split(' ').collect();
    let [mover, time, moves] = *words.as_slice() else {
        return Err("write time_left SEAT SECONDS MOVES".to_owned());
    };
    let mover = read_mover(session, mover)?;
    session.clock.tell(mover, read_seconds(time)?, read("a number of moves", moves)?);
    text("")
}

fn cpu_seconds() -> CommandResult {
    let time = crate::cpu_time().ok_or("this system does not tell")?;
    Ok(format!("{:.3}", time.as_secs_f64()))
}

/// `param` lists the player's settings, `param KEY VALUE` changes one.
fn param(session: &mut Session, args: &str) -> CommandResult {
    let (key, value) = split_word(args);
    match key {
        "" => {
            let GtpSettings { player, threads, seed, .. } = &session.settings;
            Ok(format!("player {player}\nthreads {threads}\nseed {seed}"))
        }
        "player" => done(session.choose_player(value).map_err(|error| error.to_string())),
        "threads" => {
            let threads = read("a number of threads", value)?;
            if !(1..=256).contains(&threads) {
                return Err("there can be 1 to 256 threads".to_owned());
            }
            session.settings.threads = threads;
            text("")
        }
        "seed" => set_random_seed(session, value),
        _ => Err("there is no such parameter; param alone lists them".to_owned()),
    }
}

fn next_mover(session: &Session) -> Result<usize, String> {
    session.pos.to_move().ok_or_else(|| match session.at_turn_of(0) {
        Err(problem) => problem,
        Ok(_) => "the game is over".to_owned(),
    })
}

fn read_mover(session: &Session, word: &str) -> Result<usize, String> {
    session.movers.read(word).ok_or_else(|| "this is no seat; write its number or its color".to_owned())
}

fn read<T: FromStr>(what: &str, word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("this is not {what}"))
}

fn read_seconds(word: &str) -> Result<Millis, String> {
    let seconds: f64 = read("a time in seconds", word)?;
    match (0.0..=MAX_SECONDS).contains(&seconds) {
        true => Ok(Millis((seconds * 1_000.0) as u64)),
        false => Err("this is no time in seconds".to_owned()),
    }
}

fn text(text: &str) -> CommandResult {
    Ok(text.to_owned())
}

fn done(result: Result<(), String>) -> CommandResult {
    result.map(|()| String::new())
}
