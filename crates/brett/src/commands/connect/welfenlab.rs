//! Backgammon on a server of the 2006 programme.

use std::{
    collections::VecDeque,
    io::Write as _,
    net::TcpStream,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

use anyhow::anyhow;
use backgammon::{
    Backgammon, Move,
    original::{LineBuffer, News, NotNow, Player, Terms, Where, to_bytes},
};
use framework::{AnyEngine, AnyGame, Game as _, Language, Millis, Seat, Text, render, search::Limits};
use server::visits::{
    Address,
    words::{not_now, sentence},
};

use super::{ConnectArgs, ProtocolLog, hearing, help::HELP, typed};
use crate::{Exit, context::Context, move_list, thinking};

/// How long a player of ours thinks where nobody limits it: as long as the programme of 2006 did.
const UNHURRIED: Millis = Millis(3_000);

/// What a player of ours leaves of the time for a turn: a fifth, and at least this.
const MARGIN: Millis = Millis(400);

/// How long the server may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// What happens outside.
type Outside = hearing::Outside<LineBuffer>;

/// Plays until somebody has enough.
pub(super) fn run(
    args: &ConnectArgs,
    address: &Address,
    log: &ProtocolLog,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    let game = backgammon::ENTRY.open_text("nocube")?;
    let engine = args.player.as_ref().map(|player| game.engine(player)).transpose()?;
    let stream = super::open(address)?;
    let (sender, outside) = mpsc::channel();
    hearing::hear(stream.try_clone()?, sender.clone());
    if engine.is_none() {
        let console = &mut *ctx.console;
        typed::listen(console.input, console.input_is_terminal, sender, Outside::Typed);
    }
    let password = ctx.console.variable("BRETT_PASSWORD").unwrap_or_default();
    let mut visit = Visit {
        stream,
        player: Player::new(&address.name, &password),
        game,
        engine,
        log: *log,
        typed: VecDeque::new(),
        is_patient: !ctx.console.input_is_terminal,
        timeout: args.timeout,
        is_match_over: false,
        leaving: None,
        exit: Exit::Fine,
    };
    visit.play(args, &outside, ctx)?;
    Ok(visit.exit)
}

/// A visit on a server.
struct Visit {
    stream: TcpStream,
    player: Player,
    game: std::sync::Arc<dyn AnyGame>,
    engine: Option<Box<dyn AnyEngine>>,
    log: ProtocolLog,
    /// What was typed and has not been done yet.
    typed: VecDeque<String>,
    /// Whether what was typed waits until it can be done: a list of things to do does, a person does not.
    is_patient: bool,
    /// The seconds for a turn of the game, 0 for as long as one likes.
    timeout: u32,
    /// Whether the last round of the game is over, so that the server is about to say that one is out of it.
    is_match_over: bool,
    /// Since when one is about to go.
    leaving: Option<Instant>,
    exit: Exit,
}

impl Visit {
    fn play(
        &mut self,
        args: &ConnectArgs,
        outside: &Receiver<Outside>,
        ctx: &mut Context<'_, '_>,
    ) -> anyhow::Result<()> {
        loop {
            while let Some(line) = self.player.send() {
                self.log.went(ctx.console.err, line.masked())?;
                // That the connection is broken is heard as well.
                let _ = self.stream.write_all(&to_bytes(&line.to_string()));
            }
            ctx.console.out.flush()?;
            match outside.recv_timeout(GOODBYE) {
                Ok(Outside::Heard(line)) => {
                    self.log.came(ctx.console.err, &line)?;
                    for news in self.player.hear(&line) {
                        match news {
                            News::RoundOver { left, .. } => self.is_match_over = left == 0,
                            News::LeftGame | News::Joined(_) => self.is_match_over = false,
                            _ => {}
                        }
                        self.tell(&news, ctx)?;
                        self.answer(&news, args, ctx)?;
                    }
                }
                Ok(Outside::Typed(Some(line))) => self.typed.push_back(line),
                Ok(Outside::Typed(None)) => self.typed.push_back("quit".to_owned()),
                Ok(Outside::Closed(_)) | Err(RecvTimeoutError::Disconnected) => {
                    if self.leaving.is_none() {
                        ctx.tell(&Text::fixed(
                            "the server has ended the connection",
                            "der Server hat die Verbindung beendet",
                        ))?;
                        self.exit = Exit::No;
                    }
                    return Ok(());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.leaving.is_some_and(|since| GOODBYE <= since.elapsed()) {
                return Ok(());
            }
            self.do_what_was_typed(ctx)?;
        }
    }

    fn go(&mut self) {
        if self.leaving.is_none() {
            self.leaving = Some(Instant::now());
            self.player.log_out();
        }
    }

    /// Does by itself what follows from news: a player of ours plays, and options of the command line are followed.
    fn answer(&mut self, news: &News, args: &ConnectArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        match news {
            News::Refused { command, .. } if command == "LOGIN" => {
                self.exit = Exit::No;
                self.leaving = Some(Instant::now());
                self.stream.shutdown(std::net::Shutdown::Both)?;
            }
            News::Games(games) if self.player.place() == Where::Lobby && self.leaving.is_none() => {
                let free = games.iter().find(|game| !game.locked && game.players.contains(&None));
                let terms = Terms { timeout: args.timeout, rounds: args.rounds };
                match (args.join, args.create, &self.engine, free) {
                    (Some(game), ..) => {
                        let listed = games.iter().find(|listed| listed.game == game);
                        self.timeout = listed.map_or(0, |listed| listed.timeout);
                        self.player.join(game, &args.game_password)?;
                    }
                    (None, false, Some(_), Some(game)) => {
                        self.timeout = game.timeout;
                        self.player.join(game.game, "")?;
                    }
                    (None, true, ..) | (None, false, Some(_), None) => {
                        self.player.create(&args.game_password, terms)?;
                    }
                    (None, false, None, _) => {}
                }
            }
            News::Refused { command, .. } if command == "JOIN" && self.engine.is_some() => {
                self.exit = Exit::No;
                self.go();
            }
            News::Joined(_) if self.engine.is_some() => self.player.start()?,
            News::RoundOver { left, .. } if self.engine.is_some() && 0 < *left => self.player.start()?,
            News::LeftGame if self.engine.is_some() => self.go(),
            News::YourTurn(_) => self.think(ctx)?,
            _ => {}
        }
        Ok(())
    }

    /// Lets a player of ours play the roll.
    fn think(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let (Some(position), Some(engine)) = (self.player.position(), self.engine.take()) else {
            return Ok(());
        };
        let text = rules().write_position(&position);
        let erased = self.game.parse_position(&text)?;
        let thought = thinking::think(engine, &*erased, Limits::time(time_for_turn(self.timeout)), || false)?;
        self.engine = Some(thought.engine);
        let best = rules().parse_move(&position, &thought.found.best);
        let Ok(Move::Play(play)) = best else {
            return Err(anyhow!("the player plays {}", thought.found.best));
        };
        let best = &thought.found.best;
        ctx.tell(&Text::new(format!("you play {best}"), format!("du spielst {best}")))?;
        self.player.play(play)?;
        Ok(())
    }

    fn do_what_was_typed(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        while let Some(line) = self.typed.front().cloned() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if self.is_patient && !self.can_do(&words) {
                return Ok(());
            }
            self.typed.pop_front();
            if let Err(reason) = self.obey(&words, &line, ctx)? {
                ctx.tell(&reason)?;
            }
        }
        Ok(())
    }

    /// Tells whether something from a list of things to do can be done now.
    fn can_do(&self, words: &[&str]) -> bool {
        let place = self.player.place();
        match words.first().copied() {
            None | Some("help") => true,
            Some("quit") if self.leaving.is_some() => true,
            Some("quit") => !matches!(place, Where::Outside | Where::Playing(_)) && !self.is_match_over,
            Some("join" | "create") => place == Where::Lobby,
            Some("start") => matches!(place, Where::Seated(_)),
            Some("leave") => matches!(place, Where::Seated(_) | Where::Playing(_)),
            Some("list" | "users" | "chat" | "board" | "moves") => place != Where::Outside,
            Some(_) => self.player.position().is_some(),
        }
    }

    /// Does what a person types; the inner error is what they did wrong.
    fn obey(
        &mut self,
        words: &[&str],
        line: &str,
        ctx: &mut Context<'_, '_>,
    ) -> anyhow::Result<Result<(), Text>> {
        let number = |idx: usize, usual: u32| match words.get(idx) {
            Some(word) => word.parse().map_err(|_| {
                Text::new(format!("{word:.20} is no number"), format!("{word:.20} ist keine Zahl"))
            }),
            None => Ok(usual),
        };
        let done = match words {
            [] => Ok(()),
            ["help" | "?"] => {
                typed::tell_commands(&HELP, ctx)?;
                Ok(())
            }
            ["quit"] => {
                self.go();
                Ok(())
            }
            ["list" | "users"] => {
                self.player.look_around();
                Ok(())
            }
            ["board"] => {
                self.draw(ctx)?;
                Ok(())
            }
            ["moves"] => match self.player.position() {
                Some(position) => {
                    let mut moves = Vec::new();
                    framework::Position::legal_moves(&position, &mut moves);
                    for mv in moves {
                        writeln!(ctx.console.out, "{}", rules().write_move(&position, mv))?;
                    }
                    Ok(())
                }
                None => Err(not_now(NotNow::NotYourTurn)),
            },
            ["create", ..] => {
                let terms = number(1, 1).and_then(|rounds| Ok(Terms { rounds, timeout: number(2, 0)? }));
                terms.and_then(|terms| {
                    self.timeout = terms.timeout;
                    let made = self.player.create(words.get(3).copied().unwrap_or(""), terms);
                    made.map(|_| ()).map_err(not_now)
                })
            }
            ["join", game, ..] => match game.parse() {
                Ok(game) => self.player.join(game, words.get(2).copied().unwrap_or("")).map_err(not_now),
                Err(_) => Err(Text::new(
                    format!("{game:.20} is no number of a game"),
                    format!("{game:.20} ist keine Nummer eines Spiels"),
                )),
            },
            ["start"] => self.player.start().map_err(not_now),
            ["leave"] => self.player.leave().map_err(not_now),
            ["chat", to, ..] => {
                let text = line.trim_start().splitn(3, ' ').nth(2).unwrap_or_default();
                self.player.chat(to, text).map_err(not_now)
            }
            _ => self.move_by_hand(line, ctx.style.language),
        };
        Ok(done)
    }

    fn move_by_hand(&mut self, line: &str, language: Language) -> Result<(), Text> {
        let Some(position) = self.player.position() else {
            return Err(Text::fixed(
                "this is no command, and it is not your turn; type help",
                "das ist kein Befehl, und du bist nicht am Zug; help hilft",
            ));
        };
        let erased = self.game.parse_position(&rules().write_position(&position));
        let checked = erased.ok().map(|erased| erased.check(line));
        if let Some(Err(error)) = checked {
            return Err(Text::same(move_list::explained(&error, language)));
        }
        match rules().parse_move(&position, line) {
            Ok(Move::Play(play)) => self.player.play(play).map_err(not_now),
            _ => Err(Text::fixed("play your roll, such as 8/5 6/5", "spiele deinen Wurf, etwa 8/5 6/5")),
        }
    }

    fn draw(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let Some(board) = self.player.board() else { return Ok(()) };
        let position =
            self.player.position().unwrap_or_else(|| rules().start().with_board(Seat::FIRST, board));
        let erased = self.game.parse_position(&rules().write_position(&position))?;
        write!(ctx.console.out, "{}", render::terminal(&erased.scene(Seat::FIRST), &ctx.style))?;
        Ok(())
    }

    fn tell(&self, news: &News, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        if let News::YourTurn(_) = news
            && self.engine.is_none()
        {
            self.draw(ctx)?;
        }
        if let Some(sentence) = sentence(news) {
            ctx.tell(&sentence)?;
        }
        Ok(())
    }
}

/// The rules of the programme: without the cube.
fn rules() -> Backgammon {
    let agreement = backgammon::Agreement { cube: false, jacoby: false, beavers: false };
    Backgammon { agreement, ..Backgammon::default() }
}

/// How long a player of ours may think about a turn.
fn time_for_turn(timeout: u32) -> Millis {
    let whole = Millis::seconds(timeout.into());
    match timeout {
        0 => UNHURRIED,
        _ => (whole - MARGIN.max(Millis(whole.0 / 5))).max(Millis(50)).min(UNHURRIED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_ours_stay_below_the_time_for_a_turn() {
        assert_eq!(time_for_turn(0), UNHURRIED);
        assert_eq!(time_for_turn(1), Millis(600));
        assert_eq!(time_for_turn(3), Millis(2_400));
        assert_eq!(time_for_turn(60), UNHURRIED);
    }
}
