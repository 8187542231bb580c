//! Backgammon on a server of the 2006 program.

use std::{collections::BTreeSet, sync::Arc};

use backgammon::{
    Agreement, Backgammon, Board, Dice, Move, Phase, Play, Table,
    original::{
        ClientSide, ExecutedTurn, LineBuffer, Listed, News, NotNow, ServerLine, TABLE, Terms, Where, to_bytes,
    },
};
use framework::{AnyGame, AnyPosition, Game as _, Millis, Seat, Text};
use protocol::{VisitBoard, VisitGame, VisitHall, VisitLine, VisitMove, VisitPlace, VisitRound, VisitWish};

use super::{
    DEFAULT_MOVE_TIME, LobbyGoal, Lost, Outbox, Shown, Visit, VisitAnswer, VisitEvent, VisitGoal, VisitTurn,
    cut, explained, no_word_for_it,
    texts::lobby::{no_such_game, not_now, others, own, sentence},
};

/// What a player of ours leaves of the time for a turn: a fifth, and at least this.
const TURN_TIME_MARGIN: Millis = Millis(400);

/// How a turn is written in which nothing could be moved.
const NO_MOVE: &str = "cannot-move";

/// The most rounds and seconds that can be asked for.
const MAX_ROUNDS: u32 = 10_000;
const MAX_TIMEOUT: u32 = 86_400;

/// A user of a server of the 2006 program. One always has the first seat, because the protocol tells the board as one
/// sees it oneself.
pub(super) struct Lobby {
    game: Arc<dyn AnyGame>,
    player: ClientSide,
    lines: LineBuffer,
    users: Vec<String>,
    opponent: Option<String>,
    /// The games of which one has heard since the last list.
    heard_of: BTreeSet<i64>,
    played: Vec<VisitMove>,
    rounds: Vec<VisitRound>,
    left: Option<i64>,
    is_ready: bool,
    /// Whether the games were asked for and have not been told yet.
    is_looking: bool,
    /// At which game one still wants to sit down.
    wanted: LobbyGoal,
    /// Whether to be ready without a word when one has sat down, and for every further round.
    is_eager: [bool; 2],
    keeps_list: bool,
    /// The seconds for a turn in the game that was asked for, 0 for as long as one likes.
    timeout: u32,
}

/// The rules of the program: without the cube.
fn rules() -> Backgammon {
    let agreement = Agreement { cube: false, jacoby: false, beavers: false };
    Backgammon { agreement, ..Backgammon::default() }
}

impl Lobby {
    /// A person who logs in.
    pub(super) fn new(name: &str, password: &str, goal: &VisitGoal, out: &mut Outbox) -> Self {
        let wants_any = matches!(goal.lobby, LobbyGoal::Any(_));
        let mut lobby = Self {
            game: backgammon::ENTRY.open_text("nocube").expect("the game without the cube is there"),
            player: ClientSide::new(name, password),
            lines: LineBuffer::default(),
            users: Vec::new(),
            opponent: None,
            heard_of: BTreeSet::new(),
            played: Vec::new(),
            rounds: Vec::new(),
            left: None,
            is_ready: false,
            is_looking: true,
            wanted: goal.lobby.clone(),
            is_eager: [wants_any || goal.goes_on, goal.goes_on],
            keeps_list: goal.keeps_list,
            timeout: 0,
        };
        lobby.send(out);
        lobby
    }

    fn send(&mut self, out: &mut Outbox) {
        while let Some(line) = self.player.send() {
            out.send(to_bytes(&line.to_string()), line.masked());
        }
    }

    fn seated(&self) -> Option<i64> {
        match self.player.place() {
            Where::Seated(game) | Where::Playing(game) => Some(game),
            Where::Outside | Where::Lobby => None,
        }
    }

    /// The position: one's own roll, that of the other side, or the checkers alone.
    fn table(&self) -> Option<Table> {
        let board = self.player.board()?;
        let of_others = || {
            let table = rules().start().with_board(Seat::SECOND, board.turned());
            table.with_phase(Phase::Playing(self.player.others_roll()?))
        };
        let alone = || rules().start().with_board(Seat::FIRST, board);
        Some(self.player.position().or_else(of_others).unwrap_or_else(alone))
    }

    fn erased(&self, table: &Table) -> Box<dyn AnyPosition> {
        self.game.parse_position(&rules().write_position(table)).expect("what a game writes it reads")
    }

    fn roll(&mut self, dice: Dice) {
        self.played.push(VisitMove { seat: None, text: dice.to_string() });
    }

    /// Finds out by two boards what the other side has played, where the server did not say so, or nothing that can be
    /// played.
    fn compare(before: Board, dice: Dice, after: Board) -> Option<ExecutedTurn> {
        let before = before.turned();
        let mut found = None;
        before.for_each_play(dice, |play, _| {
            if found.is_none() && before.after_play(play).turned() == after {
                found = Some(play);
            }
        });
        let play =
            found.or_else(|| (before.turned() == after && !before.can_move(dice)).then_some(Play::NONE));
        play.map(|play| ExecutedTurn { before, dice, play })
    }

    /// Lists a turn of the other side, and tells it in one line who sees no list.
    fn list_others(&mut self, turn: ExecutedTurn, out: &mut Outbox) {
        let ExecutedTurn { before, dice, play } = turn;
        let table = rules().start().with_board(Seat::SECOND, before).with_phase(Phase::Playing(dice));
        let Some(table) = table else { return };
        let text = rules().write_move(&table, Move::Play(play));
        match play == Play::NONE {
            true => {
                let text = others(dice, None);
                out.events.push(VisitEvent::Line(VisitLine { from: None, to: None, text }));
            }
            false => out.show(others(dice, Some(&text))),
        }
        self.played.push(VisitMove { seat: Some(Seat::SECOND), text });
    }

    fn refresh(&mut self) {
        if !self.is_looking {
            self.is_looking = true;
            self.player.look_around();
        }
    }

    /// Takes in what has happened.
    fn notice(&mut self, news: &News) {
        match news {
            News::Users(users) => {
                self.users = users.iter().filter(|user| is_person(user)).cloned().collect();
                self.is_looking = false;
            }
            News::UserCame(name) if !self.users.contains(name) => self.users.push(name.clone()),
            News::UserWent(name) => self.users.retain(|user| user != name),
            News::Joined(game) => {
                let name = self.player.name().to_owned();
                let listed = self.player.games().iter().find(|listed| listed.game == *game);
                let others = listed.into_iter().flat_map(|listed| listed.players.iter().flatten());
                self.opponent = others.into_iter().find(|player| **player != name).cloned();
                (self.rounds, self.left, self.is_ready) = (Vec::new(), None, false);
            }
            News::LeftGame => (self.opponent, self.is_ready) = (None, false),
            News::PlayerCame { game, name } => {
                self.heard_of.insert(*game);
                if self.seated() == Some(*game) && name != self.player.name() {
                    self.opponent = Some(name.clone());
                }
            }
            News::PlayerWent(name) if self.opponent.as_ref() == Some(name) => self.opponent = None,
            News::RoundBegan => {
                self.is_ready = false;
                self.played.clear();
            }
            News::YourTurn(dice) | News::OthersRoll(dice) => self.roll(*dice),
            News::CannotMove(dice) => {
                // Who cannot move has had a turn as well.
                self.roll(*dice);
                self.played.push(VisitMove { seat: Some(Seat::FIRST), text: NO_MOVE.to_owned() });
            }
            News::Refused { command, .. } if command == "TURN" => {
                // It was not played after all.
                self.played.pop_if(|played| played.seat == Some(Seat::FIRST));
            }
            News::RoundOver { won, left, points } => {
                self.rounds.push(VisitRound { won: *won, points: *points });
                self.left = Some(*left);
            }
            News::RoundCorrected { won, points, .. } => {
                if let Some(round) = self.rounds.last_mut() {
                    *round = VisitRound { won: *won, points: *points };
                }
            }
            News::RoundOf(ServerLine::RoundOf { game, left: 0, .. }) => {
                self.heard_of.remove(game);
            }
            News::Games(_) => self.heard_of.clear(),
            _ => {}
        }
    }

    /// Does by itself what follows: the list of games stays fresh, and anyone who came with a goal does it.
    fn follow(&mut self, news: &News, out: &mut Outbox) {
        let is_in_hall = matches!(self.player.place(), Where::Lobby | Where::Seated(_));
        let has_changed = matches!(
            news,
            News::PlayerCame { .. }
                | News::PlayerWent(_)
                | News::RoundOf(_)
                | News::RoundCorrected { .. }
                | News::LeftGame
        );
        if self.keeps_list && is_in_hall && has_changed {
            self.refresh();
        }
        let [at_first, again] = self.is_eager;
        match news {
            News::Games(games) if self.player.place() == Where::Lobby => self.sit_down(games, out),
            News::Joined(_) => {
                out.answer = Some(VisitAnswer::Granted);
                self.is_ready = at_first && self.player.start().is_ok();
                self.is_eager = [again; 2];
            }
            News::RoundOver { left: 1.., .. } => self.is_ready = again && self.player.start().is_ok(),
            News::Refused { command, .. } if command == "JOIN" => out.answer = Some(VisitAnswer::Refused),
            _ => {}
        }
    }

    /// Sits down where one wants to, now that the games are known.
    fn sit_down(&mut self, games: &[Listed], out: &mut Outbox) {
        let is_free = |game: &&Listed| !game.locked && game.players.contains(&None);
        // That one is in the lobby was just seen, so that nothing is refused.
        let _ = match std::mem::take(&mut self.wanted) {
            LobbyGoal::None => Ok(()),
            LobbyGoal::Join { game, password, or_create } => {
                let is_there = games.iter().any(|listed| listed.game == game);
                match (is_there, or_create) {
                    (true, _) => self.join(game, &password),
                    (false, Some(terms)) => self.create_as(game, terms, &password),
                    (false, None) => {
                        // By this protocol it would be created, and one would wait there for nobody.
                        out.report(no_such_game(game, games));
                        out.answer = Some(VisitAnswer::Refused);
                        Ok(())
                    }
                }
            }
            LobbyGoal::Create(terms, password) => self.create(terms, &password),
            LobbyGoal::Any(terms) => match games.iter().find(is_free) {
                Some(game) => self.join(game.game, ""),
                None => self.create(terms, ""),
            },
        };
    }

    /// Joins a game, after a look at the list if one has not heard of it.
    fn find_and_join(&mut self, game: i64, password: &str) -> Result<(), NotNow> {
        let is_known =
            self.heard_of.contains(&game) || self.player.games().iter().any(|listed| listed.game == game);
        if is_known || self.player.place() != Where::Lobby {
            return self.join(game, password);
        }
        self.wanted = LobbyGoal::Join { game, password: password.to_owned(), or_create: None };
        self.refresh();
        Ok(())
    }

    fn join(&mut self, game: i64, password: &str) -> Result<(), NotNow> {
        let listed = self.player.games().iter().find(|listed| listed.game == game);
        self.timeout = listed.map_or(0, |listed| listed.timeout);
        self.player.join(game, password)
    }

    fn create(&mut self, terms: Terms, password: &str) -> Result<(), NotNow> {
        let terms = self.bounded(terms);
        self.player.create(password, terms).map(|_| ())
    }

    fn create_as(&mut self, game: i64, terms: Terms, password: &str) -> Result<(), NotNow> {
        let terms = self.bounded(terms);
        self.player.create_as(game, password, terms)
    }

    /// Terms that a server can keep, by which our players go from now on.
    fn bounded(&mut self, terms: Terms) -> Terms {
        self.timeout = terms.timeout.min(MAX_TIMEOUT);
        Terms { rounds: terms.rounds.clamp(1, MAX_ROUNDS), timeout: self.timeout }
    }

    fn report(&self, news: &News, out: &mut Outbox) {
        let line = |text| VisitLine { from: None, to: None, text };
        if let News::YourTurn(_) = news {
            out.events.push(VisitEvent::YourTurn);
        }
        match news {
            // The page shows these as lists, or on the board.
            News::Games(_) | News::Users(_) | News::LoggedIn | News::YourTurn(_) => {
                out.events.extend(sentence(news).map(line).map(VisitEvent::Shown));
            }
            News::Chat { from, text } => out.chat(from.clone(), Some(self.player.name().to_owned()), text),
            news => out.events.extend(sentence(news).map(line).map(VisitEvent::Line)),
        }
    }

    fn play(&mut self, text: &str, out: &mut Outbox) -> Result<(), Text> {
        let table = self.player.position().ok_or_else(|| not_now(NotNow::NotYourTurn))?;
        let text = self.erased(&table).check(text).map_err(|error| explained(&error))?;
        let (Ok(Move::Play(play)), Phase::Playing(dice)) = (rules().parse_move(&table, &text), table.phase())
        else {
            return Err(Text::fixed("play your roll, such as 8/5 6/5", "spiele deinen Wurf, etwa 8/5 6/5"));
        };
        self.player.play(play).map_err(not_now)?;
        out.show(own(dice, &text));
        self.played.push(VisitMove { seat: Some(Seat::FIRST), text });
        Ok(())
    }

    /// Says something to one user, or to all: the protocol has no word for everybody.
    fn chat(&mut self, to: Option<&str>, text: &str, out: &mut Outbox) -> Result<(), Text> {
        let name = self.player.name().to_owned();
        let is_other = |user: &&String| **user != name && is_person(user);
        let everybody = || self.users.iter().filter(is_other).cloned().collect();
        let addressees: Vec<String> = to.map_or_else(everybody, |to| vec![to.to_owned()]);
        if addressees.is_empty() {
            return Err(Text::fixed("nobody else is here", "sonst ist niemand hier"));
        }
        for addressee in &addressees {
            if !backgammon::original::is_name(addressee) {
                return Err(Text::fixed("nobody can be called that", "so kann niemand heißen"));
            }
            self.player.chat(addressee, text).map_err(not_now)?;
        }
        let text = Text::same(text);
        out.events.push(VisitEvent::Echo(VisitLine { from: Some(name), to: to.map(str::to_owned), text }));
        Ok(())
    }

    fn dispatch(&mut self, request: &VisitWish, out: &mut Outbox) -> Result<(), Text> {
        match request {
            VisitWish::Look => {
                self.refresh();
                Ok(())
            }
            VisitWish::Create { rounds, timeout, password } => {
                let terms = Terms { rounds: *rounds, timeout: *timeout };
                self.create(terms, &password.0).map_err(not_now)
            }
            VisitWish::Join { game, password } => self.find_and_join(*game, &password.0).map_err(not_now),
            VisitWish::Begin => {
                self.player.start().map_err(not_now)?;
                self.is_ready = true;
                Ok(())
            }
            VisitWish::Leave => self.player.leave().map_err(not_now),
            VisitWish::Say { to, text } => self.chat(to.as_deref(), text, out),
            VisitWish::Play { text } => self.play(text, out),
            VisitWish::WhyNot { text } => match self.table() {
                Some(table) => self.erased(&table).check(text).map(|_| ()).map_err(|error| explained(&error)),
                None => Err(not_now(NotNow::InNoGame)),
            },
            _ => Err(no_word_for_it()),
        }
    }
}

impl Visit for Lobby {
    fn on_bytes(&mut self, bytes: &[u8], out: &mut Outbox) -> Result<(), Lost> {
        let mut buffer = std::mem::take(&mut self.lines);
        // A result is told when the lines that came with it are read: one of them may correct it.
        let mut result: Option<News> = None;
        for line in cut(&mut buffer, bytes) {
            let line = line.map_err(Lost::nonsense)?;
            let before = self.player.board().zip(self.player.others_roll());
            out.received(&line);
            for news in self.player.hear(&line) {
                self.notice(&news);
                self.follow(&news, out);
                match &news {
                    News::RoundOver { .. } => {
                        result = Some(news);
                        continue;
                    }
                    News::RoundCorrected { won, left, points } if result.is_some() => {
                        result = Some(News::RoundOver { won: *won, left: *left, points: *points });
                        continue;
                    }
                    _ => {}
                }
                if let Some(result) = result.take() {
                    self.report(&result, out);
                }
                self.report(&news, out);
                let refused_login = match &news {
                    News::Refused { command, text } if command == "LOGIN" => Some(text.clone()),
                    _ => None,
                };
                let by_boards = |after| before.and_then(|(board, dice)| Self::compare(board, dice, after));
                let turn = match news {
                    News::OthersTurn { turn, .. } => turn,
                    News::Board(after) => by_boards(after),
                    _ => None,
                };
                if let Some(turn) = turn {
                    self.list_others(turn, out);
                }
                if let Some(text) = refused_login {
                    return Err(Lost::Refused(Text::new(
                        format!("the server does not let you in: {text}"),
                        format!("der Server lässt dich nicht ein: {text}"),
                    )));
                }
            }
        }
        if let Some(result) = result {
            self.report(&result, out);
        }
        self.lines = buffer;
        self.send(out);
        Ok(())
    }

    fn on_request(&mut self, request: &VisitWish, out: &mut Outbox) -> Result<(), Text> {
        self.dispatch(request, out)?;
        self.send(out);
        Ok(())
    }

    fn leave(&mut self, out: &mut Outbox) {
        self.player.log_out();
        self.send(out);
    }

    fn place(&self) -> Option<VisitPlace> {
        let game = |listed: &Listed| VisitGame {
            game: listed.game,
            players: listed.players.iter().flatten().cloned().collect(),
            is_locked: listed.locked,
            timeout: listed.timeout,
            rounds: listed.rounds,
        };
        Some(VisitPlace::Hall(VisitHall {
            name: self.player.name().to_owned(),
            is_in: self.player.place() != Where::Outside,
            users: self.users.clone(),
            games: self.player.games().iter().map(game).collect(),
            seated: self.seated(),
            opponent: self.opponent.clone(),
            is_playing: matches!(self.player.place(), Where::Playing(_)),
            is_ready: self.is_ready,
            rounds: self.rounds.clone(),
            left: self.left,
        }))
    }

    fn board(&self) -> Option<VisitBoard> {
        let table = self.table()?;
        let position = self.erased(&table);
        let is_active = self.player.position().is_some();
        let (seat, played) = (Some(Seat::FIRST), self.played.clone());
        Some(Shown { game: &*self.game, position: &*position, seat, is_active, played, hint: None }.board())
    }

    fn turn(&self) -> Option<VisitTurn> {
        let position = self.erased(&self.player.position()?);
        Some(VisitTurn { game: Arc::clone(&self.game), position, time: time_for_turn(self.timeout) })
    }
}

/// Tells whether a name is that of a user: servers of ours also list the table and computer players, who would sit down
/// if one talked to them by the way.
fn is_person(name: &str) -> bool {
    let is_level = name.strip_prefix("level").is_some_and(|number| number.parse::<u8>().is_ok());
    name != TABLE && !is_level
}

/// How long a player of ours may think about a turn.
fn time_for_turn(timeout: u32) -> Millis {
    let whole = Millis::seconds(timeout.into());
    match timeout {
        0 => DEFAULT_MOVE_TIME,
        _ => (whole - TURN_TIME_MARGIN.max(Millis(whole.0 / 5))).max(Millis(50)).min(DEFAULT_MOVE_TIME),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hear(lobby: &mut Lobby, lines: &str) -> Outbox {
        let mut out = Outbox::default();
        lobby.on_bytes(lines.as_bytes(), &mut out).unwrap();
        out
    }

    fn view(lobby: &Lobby) -> VisitHall {
        match lobby.place() {
            Some(VisitPlace::Hall(view)) => view,
            other => panic!("{other:?}"),
        }
    }

    fn sent(out: &Outbox) -> Vec<&str> {
        std::str::from_utf8(&out.bytes).unwrap().lines().collect()
    }

    /// Anna is in, and so is Bert, who has created a game.
    fn inside(goal: &VisitGoal) -> (Lobby, Outbox) {
        let mut out = Outbox::default();
        let mut lobby = Lobby::new("anna", "swordfish", goal, &mut out);
        assert_eq!(sent(&out), ["LOGIN:anna;swordfish;"]);
        assert_eq!(sent(&hear(&mut lobby, "HELLO:hi\r\nCONFIRM:LOGIN;in\r\n")), ["LIST"]);
        let mut out = hear(&mut lobby, "LIST:1 bert NOONE f 0 2\r\n");
        out.bytes.extend(hear(&mut lobby, "USERS:anna;bert\r\n").bytes);
        (lobby, out)
    }

    #[test]
    fn at_once_joins_the_first_free_game_and_starts() {
        let (mut lobby, out) = inside(&VisitGoal::at_once());
        assert_eq!(sent(&out), ["USERS", "JOIN:1;"]);
        assert_eq!(sent(&hear(&mut lobby, "CONFIRM:JOIN;1\r\n")), ["START"]);
        let view = view(&lobby);
        assert_eq!((view.seated, view.opponent.as_deref(), view.is_ready), (Some(1), Some("bert"), true));
    }

    #[test]
    fn opponent_turn_is_reported_in_our_notation() {
        let (mut lobby, _) = inside(&VisitGoal::default());
        let mut out = Outbox::default();
        lobby.on_request(&VisitWish::Join { game: 1, password: Default::default() }, &mut out).unwrap();
        hear(&mut lobby, "CONFIRM:JOIN;1\r\nCONFIRM:START\r\n");
        let start = "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0\r\n";
        assert_eq!(sent(&hear(&mut lobby, start)), ["CONFIRM"]);
        hear(&mut lobby, "INFO:DICE;4 2 0 0\r\n");
        let board = lobby.board().unwrap();
        assert_eq!(board.to_move, protocol::ToMove::Seat(Seat::SECOND));
        assert!(board.drawing.moves.is_empty(), "it is not one's own turn");
        hear(&mut lobby, "INFO:TURN;4 17 21;2 19 21\r\n");
        hear(&mut lobby, "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -2 0 -4 0 -2 0 0 2 0 0 0\r\n");
        let told: Vec<_> = lobby.board().unwrap().played.into_iter().map(|played| played.text).collect();
        assert_eq!(told, ["42", "8/4 6/4"]);
        hear(&mut lobby, "DICE:3 1 0 0\r\n");
        let board = lobby.board().unwrap();
        assert!(board.drawing.moves.contains(&"8/5 6/5".to_owned()));
        let mut out = Outbox::default();
        lobby.on_request(&VisitWish::Play { text: "8/5 6/5".to_owned() }, &mut out).unwrap();
        assert!(sent(&out)[0].starts_with("TURN:"), "{:?}", sent(&out));
        assert!(lobby.on_request(&VisitWish::Play { text: "8/5 6/5".to_owned() }, &mut out).is_err());
    }

    /// What a person at a terminal reads.
    fn lines_of(out: &Outbox) -> Vec<&str> {
        fn text(told: &VisitEvent) -> Option<&Text> {
            match told {
                VisitEvent::Line(line) | VisitEvent::Shown(line) => Some(&line.text),
                VisitEvent::Echo(_) | VisitEvent::YourTurn => None,
            }
        }
        out.events.iter().filter_map(text).map(|text| &*text.en).collect()
    }

    /// Anna plays in the game of bert.
    fn in_round() -> Lobby {
        let (mut lobby, _) = inside(&VisitGoal::default());
        let join = VisitWish::Join { game: 1, password: Default::default() };
        lobby.on_request(&join, &mut Outbox::default()).unwrap();
        hear(&mut lobby, "CONFIRM:JOIN;1\r\nCONFIRM:START\r\n");
        lobby
    }

    /// Appendix B of the paper: the last turn, and no board after it (rows 000-087 and 000-131 of the acceptance list).
    #[test]
    fn the_last_turn_of_the_other_side_is_executed_and_listed_without_a_board() {
        let board = "BOARD:14 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0\r\n";
        for (dice, turn) in [
            // As the paper wants it, as the later server tells it, and as the server that the paper complains of did.
            ("6 4", "6 24 26;4 24 26;"),
            ("6 4 0 0", "6 24 30;4 24 28"),
            ("6 4", "6 1 0;4 1 0;"),
        ] {
            let mut lobby = in_round();
            hear(&mut lobby, board);
            let last = format!(
                "INFO:DICE;{dice}\r\nINFO:TURN;{turn}\r\nENDGAME:LOSE;1;0 1\r\nINFO:ENDGAME;1 bert 1 1 0\r\n"
            );
            let out = hear(&mut lobby, &last);
            assert_eq!(
                lines_of(&out),
                [
                    "they play 64: 1/off(2)",
                    "the round is lost, 0 to 1 points; rounds left: 1",
                    "a round of game 1 goes to bert, points: 1",
                ],
                "{turn}"
            );
            let played: Vec<_> =
                lobby.board().unwrap().played.into_iter().map(|played| played.text).collect();
            assert_eq!(played, ["64", "1/off(2)"], "{turn}");
            let after = "14 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -15 0";
            let after = backgammon::notation::original::read_board(after).unwrap();
            assert_eq!(lobby.player.board(), Some(after), "{turn}");
        }
    }

    #[test]
    fn every_turn_of_the_other_side_is_told_once_however_the_server_tells_it() {
        let start = "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0\r\n";
        let after = "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -2 0 -4 0 -2 0 0 2 0 0 0\r\n";
        for turn in ["INFO:TURN;4 17 21;2 19 21\r\n", "INFO:TURN;4 17 21;2 19 21;\r\n", ""] {
            let mut lobby = in_round();
            hear(&mut lobby, start);
            let out = hear(&mut lobby, &format!("INFO:DICE;4 2\r\n{turn}{after}"));
            assert_eq!(lines_of(&out), ["they play 42: 8/4 6/4"], "{turn:?}");
            let played: Vec<_> =
                lobby.board().unwrap().played.into_iter().map(|played| played.text).collect();
            assert_eq!(played, ["42", "8/4 6/4"], "{turn:?}");
        }
        // What cannot be played is said as it came; the boards tell the rest.
        let mut lobby = in_round();
        hear(&mut lobby, start);
        let out = hear(&mut lobby, &format!("INFO:DICE;4 2\r\nINFO:TURN;5 17 22\r\n{after}"));
        assert_eq!(
            lines_of(&out),
            [
                "they say that they played 5 8 3;, which cannot be played on this board",
                "they play 42: 8/4 6/4"
            ]
        );
        // Who cannot move has had a turn as well.
        let blocked = "BOARD:0 2 2 2 2 2 2 3 0 0 0 0 -5 0 0 0 0 0 0 -9 0 0 0 0 0 0 0 -1\r\n";
        for turn in ["INFO:TURN\r\n", ""] {
            let mut lobby = in_round();
            hear(&mut lobby, blocked);
            let out = hear(&mut lobby, &format!("INFO:DICE;5 3\r\n{turn}{blocked}"));
            assert_eq!(lines_of(&out), ["they have rolled 53 and cannot move"], "{turn:?}");
        }
    }

    #[test]
    fn turn_of_ones_own_is_one_line_with_its_roll() {
        let mut lobby = in_round();
        hear(&mut lobby, "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0\r\n");
        assert_eq!(lines_of(&hear(&mut lobby, "DICE:3 1 0 0\r\n")), ["you have rolled 31"]);
        let mut out = Outbox::default();
        lobby.on_request(&VisitWish::Play { text: "6/5 8/5".to_owned() }, &mut out).unwrap();
        assert_eq!(lines_of(&out), ["you play 31: 8/5 6/5"]);
        // So is one in which nothing can be moved.
        let mut lobby = in_round();
        hear(&mut lobby, "BOARD:0 0 0 0 0 0 9 0 0 0 0 0 0 5 0 0 0 0 -3 -2 -2 -2 -2 -2 -2 1 0 0\r\n");
        assert_eq!(lines_of(&hear(&mut lobby, "DICE:5 3\r\n")), ["you have rolled 53 and cannot move"]);
        let listed = |lobby: &Lobby| -> Vec<(Option<Seat>, String)> {
            lobby.board().unwrap().played.into_iter().map(|played| (played.seat, played.text)).collect()
        };
        let own = Some(Seat::FIRST);
        assert_eq!(listed(&lobby), [(None, "53".to_owned()), (own, NO_MOVE.to_owned())]);
        let table = rules().start().with_phase(Phase::Playing(Dice::ALL[0])).unwrap();
        assert_eq!(rules().write_move(&table, Move::Play(Play::NONE)), NO_MOVE);
    }

    #[test]
    fn d9_three_points_are_reported_as_three() {
        let mut lobby = in_round();
        let out = hear(&mut lobby, "ENDGAME:LOSE;0;0 2\r\nINFO:ENDGAME;1 bert 0 3 0\r\n");
        assert_eq!(lines_of(&out), ["the round is lost, 0 to 3 points; rounds left: 0"]);
        assert_eq!(view(&lobby).rounds, [VisitRound { won: false, points: [0, 3] }]);
        // Where the two lines come apart, the second one corrects the first.
        let mut lobby = in_round();
        hear(&mut lobby, "ENDGAME:LOSE;0;0 2\r\n");
        let out = hear(&mut lobby, "INFO:ENDGAME;1 bert 0 3 0\r\n");
        assert_eq!(lines_of(&out), ["the round is lost, 0 to 3 points; rounds left: 0"]);
        assert_eq!(view(&lobby).rounds, [VisitRound { won: false, points: [0, 3] }]);
        // Nobody else's result, and no smaller one, changes it.
        for other in ["INFO:ENDGAME;2 bert 0 3 0", "INFO:ENDGAME;1 anna 0 3 0", "INFO:ENDGAME;1 bert 0 0 0"] {
            let mut lobby = in_round();
            hear(&mut lobby, &format!("ENDGAME:LOSE;0;0 2\r\n{other}\r\n"));
            assert_eq!(view(&lobby).rounds, [VisitRound { won: false, points: [0, 2] }], "{other}");
        }
    }

    #[test]
    fn d15_a_game_that_is_not_there_is_not_joined() {
        let join = |or_create| LobbyGoal::Join { game: 77, password: String::new(), or_create };
        let (_, out) = inside(&VisitGoal { lobby: join(None), ..VisitGoal::default() });
        assert_eq!(sent(&out), ["USERS"]);
        assert_eq!(out.answer, Some(VisitAnswer::Refused));
        let there =
            "there is no game 77; join one of these, or create one:\ngame 1: bert against -, rounds left: 2";
        assert_eq!(lines_of(&out)[0], there);
        let (_, out) =
            inside(&VisitGoal { lobby: join(Some(Terms { timeout: 0, rounds: 3 })), ..VisitGoal::default() });
        assert_eq!(sent(&out), ["USERS", "JOIN:77;;;3"], "unless it shall be created");
        // Who types a number of which nobody has heard has the list looked at first.
        let (mut lobby, _) = inside(&VisitGoal::default());
        let mut out = Outbox::default();
        lobby.on_request(&VisitWish::Join { game: 77, password: Default::default() }, &mut out).unwrap();
        assert_eq!(sent(&out), ["LIST"]);
        let out = hear(&mut lobby, "LIST:\r\n");
        assert_eq!(lines_of(&out)[0], "there is no game 77, nor any other; create one");
        hear(&mut lobby, "USERS:anna;bert\r\nINFO:JOIN;77 bert\r\n");
        let mut out = Outbox::default();
        lobby.on_request(&VisitWish::Join { game: 77, password: Default::default() }, &mut out).unwrap();
        assert_eq!(sent(&out), ["JOIN:77;"]);
    }

    #[test]
    fn d5_what_is_said_to_all_is_not_said_to_computers() {
        let (mut lobby, _) = inside(&VisitGoal::default());
        hear(&mut lobby, "INFO:LOGIN;TABLE\r\nINFO:LOGIN;level3\r\nINFO:LOGIN;level\r\n");
        let mut out = Outbox::default();
        lobby.on_request(&VisitWish::Say { to: None, text: "hello".to_owned() }, &mut out).unwrap();
        out.bytes.extend(hear(&mut lobby, "CONFIRM\r\n").bytes);
        assert_eq!(sent(&out), ["CHAT:bert;hello", "CHAT:level;hello"]);
    }

    #[test]
    fn something_is_said_to_one_or_to_each() {
        let (mut lobby, _) = inside(&VisitGoal::default());
        hear(&mut lobby, "INFO:LOGIN;carl\r\n");
        let mut out = Outbox::default();
        lobby.on_request(&VisitWish::Say { to: None, text: "hello: all".to_owned() }, &mut out).unwrap();
        out.bytes.extend(hear(&mut lobby, "CONFIRM\r\n").bytes);
        assert_eq!(sent(&out), ["CHAT:bert;hello. all", "CHAT:carl;hello. all"]);
        let mut out = Outbox::default();
        let wish = VisitWish::Say { to: Some("a;b".to_owned()), text: "x".to_owned() };
        assert!(lobby.on_request(&wish, &mut out).is_err());
        let out = hear(&mut lobby, "CHAT:bert;so\r\n");
        assert!(
            matches!(&out.events[0], VisitEvent::Line(line) if line.from.as_deref() == Some("bert")),
            "{out:?}"
        );
    }

    #[test]
    fn goes_on_confirms_every_further_round() {
        let (mut lobby, _) = inside(&VisitGoal { goes_on: true, ..VisitGoal::at_once() });
        assert_eq!(sent(&hear(&mut lobby, "CONFIRM:JOIN;1\r\n")), ["START"]);
        hear(&mut lobby, "CONFIRM:START\r\n");
        assert_eq!(sent(&hear(&mut lobby, "ENDGAME:WIN;1;1 0\r\n")), ["START"]);
        hear(&mut lobby, "CONFIRM:START\r\n");
        assert_eq!(sent(&hear(&mut lobby, "ENDGAME:WIN;0;2 0\r\n")), [""; 0]);
    }

    #[test]
    fn players_of_ours_stay_below_the_time_for_a_turn() {
        assert_eq!(time_for_turn(0), DEFAULT_MOVE_TIME);
        assert_eq!(time_for_turn(1), Millis(600));
        assert_eq!(time_for_turn(3), Millis(2_400));
        assert_eq!(time_for_turn(60), DEFAULT_MOVE_TIME);
        let (mut lobby, _) = inside(&VisitGoal::default());
        let wish = VisitWish::Create { rounds: 1, timeout: 2, password: Default::default() };
        lobby.on_request(&wish, &mut Outbox::default()).unwrap();
        let start = "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0\r\n";
        hear(&mut lobby, "CONFIRM:JOIN;2\r\nCONFIRM:START\r\n");
        hear(&mut lobby, start);
        assert!(lobby.turn().is_none(), "no dice have fallen yet");
        hear(&mut lobby, "DICE:3 1 0 0\r\n");
        assert_eq!(lobby.turn().unwrap().time, Millis(1_600));
    }

    #[test]
    fn refused_login_names_the_reason() {
        let mut lobby = Lobby::new("anna", "", &VisitGoal::default(), &mut Outbox::default());
        let lost = lobby.on_bytes(b"ERROR:LOGIN;Wrong password.\r\n", &mut Outbox::default()).unwrap_err();
        assert_eq!(lost.into_text().en, "the server does not let you in: Wrong password.");
    }
}
