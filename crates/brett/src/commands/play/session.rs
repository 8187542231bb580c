//! One sitting at the keyboard: who is next, and what is seen.

use std::{
    io::{self, Write},
    time::Duration,
};

use anyhow::Context as _;
use framework::{
    Action, AnyEngine, AnyFound, ClockRule, Decision, GameEntry, Happening, Millis, RecordedMove, Rng,
    RoundSoFar, Seat, Text, Turn, render::Style, search::Limits,
};
use players::{
    external,
    runner::{self, Decided, Thought},
};

use super::{PlayArgs, RollingArg, refusals, screen, sentences, table::LocalTable, watch::Watch};
use crate::{
    Console,
    context::Context,
    interrupts::Interrupts,
    keyboard::{Keyboard, Typed},
    limits,
    page::Page,
};

/// A match at the keyboard.
pub(super) struct Session<'a> {
    pub(super) games: &'a [GameEntry],
    pub(super) args: &'a PlayArgs,
    pub(super) seed: u64,
    pub(super) table: LocalTable,
    pub(super) style: Style,
    out: &'a mut dyn Write,
    keyboard: Keyboard<'a>,
    interrupts: Interrupts,
    clock: &'a dyn Fn() -> Duration,
    /// What `clock` shows when the time of the match is 0, and what the match had seen before.
    began: Duration,
    before: Millis,
    /// How a match of computers is watched.
    pub(super) watch: Option<Watch>,
    /// Gives hints; made when the first is asked for.
    pub(super) adviser: Option<Box<dyn AnyEngine>>,
    /// Whether dice are rolled for people without being asked.
    pub(super) rolls_by_itself: bool,
    /// From where the board is seen.
    pub(super) seen_from: Seat,
    /// What was taken back and can be played again, the last first.
    pub(super) undone: Vec<Vec<RecordedMove>>,
    /// Whether something has changed since the board was last shown.
    pub(super) is_unseen: bool,
    /// How many events have been told, and how many there were when the match was last saved.
    pub(super) told: u64,
    pub(super) saved: u64,
}

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    GoOn,
    Leave,
}

/// What is to be done next.
enum Step {
    /// Somebody at the keyboard decides.
    Ask,
    /// The dice fall without being asked.
    Roll,
    /// Dice that the two sides of a text file roll: each for the seats that it plays.
    RollOverFile(Seat),
    /// A seat cannot do anything but pass.
    Pass(Seat, String),
    /// A computer player decides.
    Think(Seat),
    /// No person is there to ask for the next round.
    NextRound,
    /// No person is there, and the match is over.
    End,
}

impl<'a> Session<'a> {
    /// Sits down at a table whose clocks have seen `before`.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(super) fn open(
        args: &'a PlayArgs,
        seed: u64,
        table: LocalTable,
        before: Millis,
        ctx: &'a mut Context<'_, '_>,
    ) -> anyhow::Result<Self> {
        let Console { input, input_is_terminal, out, out_is_terminal, clock, .. } = &mut *ctx.console;
        let watch = Watch::of(args, &table, *input_is_terminal && *out_is_terminal)?;
        // Without a terminal nobody can press Ctrl-C here, and who ends the program from outside means it.
        let interrupts = if *input_is_terminal { Interrupts::watch()? } else { Interrupts::default() };
        let seen_from = table.humans().next().unwrap_or(Seat::FIRST);
        let version = table.contest.version();
        let is_new = table.contest.ply() == 0 && table.contest.record().rounds.len() == 1;
        Ok(Self {
            games: ctx.games,
            args,
            seed,
            style: ctx.style,
            keyboard: Keyboard::open(*input, *input_is_terminal)?,
            out: *out,
            interrupts,
            clock: *clock,
            began: clock(),
            before,
            watch,
            adviser: None,
            rolls_by_itself: args.rolling == RollingArg::Automatic,
            seen_from,
            undone: Vec::new(),
            is_unseen: true,
            told: if is_new { 0 } else { version },
            saved: version,
            table,
        })
    }

    /// Plays until somebody leaves, or until computers have finished a match among themselves.
    ///
    /// # Errors
    /// If a computer player breaks down or the terminal fails.
    pub(super) fn run(&mut self) -> anyhow::Result<()> {
        let opening = sentences::opening(&self.table, self.seed);
        let mut page = self.page();
        page.heading(page.say(&opening))?;
        if self.table.humans().next().is_some() {
            self.say(&Text::fixed(
                "Type a move, or help for everything else.",
                "Tippe einen Zug, oder help für alles andere.",
            ))?;
        }
        self.tell_news(false)?;
        loop {
            let flow = match self.next_step() {
                Step::Ask => self.ask()?,
                Step::Roll => self.roll()?,
                Step::RollOverFile(roller) => self.roll_over_file(roller)?,
                Step::Pass(seat, pass) => self.pass(seat, pass)?,
                Step::Think(seat) => match self.wait_for_turn()? {
                    Flow::GoOn => self.let_think(seat)?,
                    Flow::Leave => Flow::Leave,
                },
                // The last board of a round stays as long as any other.
                Step::NextRound => match self.wait_for_turn()? {
                    Flow::GoOn => self.begin_next_round()?,
                    Flow::Leave => Flow::Leave,
                },
                Step::End => Flow::Leave,
            };
            if flow == Flow::Leave {
                break;
            }
        }
        if self.watch.is_some() {
            self.show()?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn next_step(&self) -> Step {
        let contest = &self.table.contest;
        if contest.round_end().is_some() {
            return match self.table.humans().next() {
                Some(_) => Step::Ask,
                None if contest.is_over() => Step::End,
                None => Step::NextRound,
            };
        }
        match self.table.pos().turn() {
            Turn::Seat(seat) => match framework::only_pass(self.table.pos()) {
                Some(pass) => Step::Pass(seat, pass),
                None if self.table.is_human(seat) => Step::Ask,
                None => Step::Think(seat),
            },
            Turn::Chance => match RoundSoFar::of(contest).decider() {
                Some(roller) if self.table.is_file_player(roller) => Step::RollOverFile(roller),
                _ if self.dice_wait() => Step::Ask,
                Some(roller) if self.table.has_file_players() => Step::RollOverFile(roller),
                _ => Step::Roll,
            },
            Turn::Over => Step::End,
        }
    }

    /// Tells whether the dice wait for somebody at the keyboard.
    fn dice_wait(&self) -> bool {
        if self.args.rolling == RollingArg::ByHand {
            return true;
        }
        let last_mover = self.table.contest.record().rounds.last().and_then(|round| round.moves.last()?.by);
        match self.table.pos().roller() {
            // Who decided just now to roll need not say it twice.
            Some(seat) => !self.rolls_by_itself && self.table.is_human(seat) && last_mover != Some(seat),
            None => false,
        }
    }

    fn ask(&mut self) -> anyhow::Result<Flow> {
        self.show()?;
        let name = self.table.game().seat_name(self.actor());
        let prompt = format!("{}> ", name.in_language(self.style.language));
        let typed = self.while_others_think_ahead(|session| session.keyboard.line(&prompt, session.out))?;
        match typed? {
            Typed::Line(line) => {
                // Time has passed while somebody was typing, whatever they typed.
                let now = self.now();
                self.table.contest.tick(now);
                self.tell_news(false)?;
                self.obey(line.trim())
            }
            Typed::Interrupt | Typed::End => self.leave(),
        }
    }

    /// Waits for somebody else's decision; if that is wanted, the computer players think ahead meanwhile.
    fn while_others_think_ahead<T>(&mut self, wait: impl FnOnce(&mut Self) -> T) -> anyhow::Result<T> {
        let ahead = if self.args.ponder {
            self.table.think_ahead(self.limits(self.seed, Limits::NONE))
        } else {
            Vec::new()
        };
        let decision = wait(self);
        for (seat, pondering) in ahead {
            self.table.put_back(seat, pondering.end()?);
        }
        Ok(decision)
    }

    /// The seat for which the keyboard speaks now.
    pub(super) fn actor(&self) -> Seat {
        let decides = match self.table.pos().turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => self.table.pos().roller(),
            Turn::Over => None,
        };
        let decides = decides.filter(|&seat| self.table.is_human(seat));
        decides.or_else(|| self.table.humans().next()).unwrap_or(Seat::FIRST)
    }

    fn roll(&mut self) -> anyhow::Result<Flow> {
        self.act(self.actor(), Action::Roll)?;
        Ok(Flow::GoOn)
    }

    /// Rolls for a seat that is played here, or waits until the roll of the other side stands in its file.
    ///
    /// The dice of such a match are entered, as if by hand, since they come from two places.
    pub(super) fn roll_over_file(&mut self, roller: Seat) -> anyhow::Result<Flow> {
        if self.table.is_file_player(roller) {
            return self.ask_outside(roller);
        }
        let roll = match self.table.written_roll() {
            Some(roll) => roll,
            None => {
                let contest = &self.table.contest;
                let round = contest.record().rounds.len() as u64;
                let mut rng = Rng::stream(self.seed ^ round, "dice over a file", contest.ply().into());
                let rolled = contest.position().boxed_clone().play_random(&mut rng);
                rolled.context("the dice have nothing to show")?
            }
        };
        self.act(roller, Action::EnterRoll(roll))?;
        Ok(Flow::GoOn)
    }

    fn pass(&mut self, seat: Seat, pass: String) -> anyhow::Result<Flow> {
        let flow = self.tell_blocked(seat, &sentences::blocked(&self.table, seat))?;
        if flow == Flow::GoOn {
            let (ply, now) = (self.table.contest.ply(), self.now());
            // Refused is only what comes too late, and that is told as news.
            let _ = self.table.contest.act(seat, ply, Action::Move(pass), now);
            self.tell_news(true)?;
        }
        Ok(flow)
    }

    /// Says that a seat cannot move; waits for Enter if a person sits there and wants that.
    fn tell_blocked(&mut self, seat: Seat, sentence: &Text) -> anyhow::Result<Flow> {
        self.say(sentence)?;
        if !(self.args.wait_when_blocked && self.table.is_human(seat)) {
            return Ok(Flow::GoOn);
        }
        self.show()?;
        self.say(&Text::fixed("Press Enter to go on.", "Weiter mit Enter."))?;
        match self.keyboard.line("", self.out)? {
            Typed::Line(_) => Ok(Flow::GoOn),
            Typed::Interrupt | Typed::End => self.leave(),
        }
    }

    /// Asks a player outside; who fails there loses the game, or at a larger table leaves it to a computer player.
    fn ask_outside(&mut self, seat: Seat) -> anyhow::Result<Flow> {
        let is_file = self.table.is_file_player(seat);
        let deadline = if is_file {
            // It is a person's pace that counts.
            self.table.contest.next_deadline().map(|deadline| deadline - self.now())
        } else {
            Some(self.args.time + external::GRACE)
        };
        self.out.flush()?;
        let decided =
            self.while_others_think_ahead(|session| session.decide(seat, Limits::NONE, deadline))?;
        let Some(Decided { decision, interrupted }) = decided else { return Ok(Flow::Leave) };
        let flow = match decision {
            Ok(Decision::Stopped) => Flow::GoOn,
            Ok(Decision::Played(text)) if self.table.pos().turn() == Turn::Chance => {
                self.act(seat, Action::EnterRoll(text)).map(|_| Flow::GoOn)?
            }
            Ok(Decision::Played(text)) => self.play(seat, text)?,
            Ok(Decision::Resigned) => self.resign(seat, None).map(|()| Flow::GoOn)?,
            Err(fault) => {
                self.page().line(fault)?;
                let now = self.now();
                self.table.contest.tick(now);
                if self.table.contest.round_end().is_some() {
                    // The clock has decided. Who was only slow may play the next round.
                    if !is_file {
                        self.table.dismiss(seat);
                    }
                    self.tell_news(false)?;
                } else {
                    self.table.dismiss(seat);
                    let forfeited = external::forfeit(&mut self.table.contest, seat, now);
                    self.tell_news(false)?;
                    forfeited?;
                    self.table.seat_substitutes()?;
                }
                Flow::GoOn
            }
        };
        if interrupted && flow == Flow::GoOn { self.on_interrupt() } else { Ok(flow) }
    }

    fn let_think(&mut self, seat: Seat) -> anyhow::Result<Flow> {
        if self.table.is_outside(seat) {
            return self.ask_outside(seat);
        }
        let round = self.table.contest.record().rounds.len() as u64;
        let mut time = limits::usable(self.args.time);
        if let Some(left) = self.table.contest.time_left(seat, self.now()) {
            time = time.min(limits::share(self.table.contest.settings().clock, left));
        }
        let limits = self.limits(self.seed ^ round, Limits::time(time));
        self.out.flush()?;
        let Some(Decided { decision, interrupted }) = self.decide(seat, limits, None) else {
            return Ok(Flow::Leave);
        };
        let decision = decision?;
        if interrupted {
            return self.on_interrupt();
        }
        match decision {
            Decision::Played(text) => self.play(seat, text),
            Decision::Resigned => self.resign(seat, None).map(|()| Flow::GoOn),
            Decision::Stopped => Ok(Flow::GoOn),
        }
    }

    /// The same limits with a seed for random choices, and with what a search may take of the machine.
    fn limits(&self, seed: u64, limits: Limits) -> Limits {
        Limits { seed, ..self.args.resources.within(limits) }
    }

    /// Asks the player at a seat; Ctrl-C ends its search. `None` if nobody sits there who can be asked.
    fn decide(&mut self, seat: Seat, limits: Limits, deadline: Option<Millis>) -> Option<Decided> {
        let Session { table, out, interrupts, .. } = self;
        // What cannot even be told is no reason to stop waiting.
        let tell = |problem| drop(writeln!(out, "{problem}").and_then(|()| out.flush()));
        table.decide(seat, limits, deadline, tell, || interrupts.take())
    }

    /// Gives up for a seat: for good if two play; at a larger table the seat is left to a computer player.
    pub(super) fn resign(&mut self, seat: Seat, level: Option<String>) -> anyhow::Result<()> {
        if self.table.contest.seats() <= 2 || level.is_some() {
            return self.offer(seat, Action::Resign(level));
        }
        self.act(seat, Action::Leave)?;
        self.table.seat_substitutes()
    }

    /// What the strongest player of the game finds in the present position; `None` if somebody interrupts.
    pub(super) fn advice(&mut self) -> anyhow::Result<Option<AnyFound>> {
        self.out.flush()?;
        let limits = self.limits(self.seed, Limits::time(limits::usable(self.args.time)));
        let Session { adviser, table, interrupts, .. } = self;
        let adviser = match adviser {
            Some(adviser) => adviser,
            None => adviser.insert(table.game().engine("adviser")?),
        };
        let Thought { found, interrupted } =
            runner::think(&mut **adviser, table.pos(), limits, || interrupts.take())?;
        Ok((!interrupted).then_some(found))
    }

    /// Plays a move, and says which seats the rules then pass over.
    pub(super) fn play(&mut self, seat: Seat, text: String) -> anyhow::Result<Flow> {
        if self.act(seat, Action::Move(text))?
            && self.table.contest.round_end().is_none()
            && let Turn::Seat(next) = self.table.pos().turn()
        {
            let n_seats = self.table.contest.seats();
            let mut passed_over = seat.next(n_seats);
            while passed_over != next {
                let sentence = sentences::passed_over(&self.table, passed_over);
                if self.tell_blocked(passed_over, &sentence)? == Flow::Leave {
                    return Ok(Flow::Leave);
                }
                passed_over = passed_over.next(n_seats);
            }
        }
        Ok(Flow::GoOn)
    }

    pub(super) fn begin_next_round(&mut self) -> anyhow::Result<Flow> {
        if self.table.contest.round_end().is_some() {
            self.out.flush()?;
            self.table.tell_players(|player, _| player.new_game());
        }
        for seat in Seat::all(self.table.contest.seats()) {
            if !self.act(seat, Action::Ready)? {
                break;
            }
        }
        Ok(Flow::GoOn)
    }

    /// Does something for a seat and tells what happened; tells why and returns false if it is refused.
    pub(super) fn act(&mut self, who: Seat, action: Action) -> anyhow::Result<bool> {
        let (ply, now) = (self.table.contest.ply(), self.now());
        let refused = self.table.contest.act(who, ply, action, now).err();
        self.tell_news(false)?;
        if let Some(refused) = &refused {
            let problem = refusals::refused(&self.table, refused, self.style.language);
            self.page().line(problem)?;
        }
        Ok(refused.is_none())
    }

    /// Tells what has happened since it was last told.
    pub(super) fn tell_news(&mut self, without_moves: bool) -> io::Result<()> {
        let events = self.table.contest.events_since(self.told).unwrap_or_default().to_vec();
        for event in &events {
            let is_told = !(without_moves && matches!(event.what, Happening::Moved { .. }));
            if let Some(text) = sentences::event(&self.table, &event.what).filter(|_| is_told) {
                self.say(&text)?;
            }
            // Offers and their answers leave the board as it is.
            let is_talk = matches!(
                event.what,
                Happening::Offered { .. } | Happening::Accepted { .. } | Happening::Declined { .. }
            );
            self.is_unseen = self.is_unseen || !is_talk;
        }
        self.told = self.table.contest.version();
        if events.iter().any(|event| matches!(event.what, Happening::Moved { .. } | Happening::Rolled { .. }))
        {
            self.table.tell_players(|player, so_far| player.observe(so_far));
        }
        if events.iter().any(|event| matches!(event.what, Happening::RoundEnded { .. })) {
            self.table.tell_players(|player, so_far| player.game_over(so_far));
            for problem in self.table.problems() {
                self.page().line(problem)?;
            }
        }
        Ok(())
    }

    /// Shows the board and whose turn it is, if something has changed.
    pub(super) fn show(&mut self) -> io::Result<()> {
        if !self.is_unseen {
            return Ok(());
        }
        self.is_unseen = false;
        if !self.args.plain {
            return self.draw();
        }
        match sentences::turn(&self.table, self.now()) {
            Some(text) => self.say(&text),
            None => Ok(()),
        }
    }

    /// Draws the board, names the last move, and tells how long the next may take.
    pub(super) fn draw(&mut self) -> io::Result<()> {
        let last_move = sentences::last_move(&self.table);
        // A drawing itself says which seat is to move.
        let contest = &self.table.contest;
        let is_told = contest.round_end().is_none() && matches!(self.table.pos().turn(), Turn::Seat(_));
        let is_timed = contest.settings().clock != ClockRule::None;
        let turn = sentences::turn(&self.table, self.now()).filter(|_| !is_told || is_timed);
        let notes: Vec<Text> = last_move.into_iter().chain(turn).collect();
        let board = screen::board(self.table.pos().scene(self.seen_from), &notes, &self.style);
        self.page().block(&board)
    }

    /// Leaves the table; who has not saved is asked once.
    pub(super) fn leave(&mut self) -> anyhow::Result<Flow> {
        if self.saved < self.table.contest.version() {
            self.say(&Text::fixed(
                "The match is not saved. Type a file name to save it, or Enter to leave.",
                "Die Partie ist nicht gespeichert. Ein Dateiname speichert sie, Enter verlässt sie.",
            ))?;
            if let Typed::Line(line) = self.keyboard.line("save ", self.out)?
                && !line.trim().is_empty()
            {
                self.save(line.trim())?;
            }
        }
        Ok(Flow::Leave)
    }

    /// The time of the match.
    pub(super) fn now(&self) -> Millis {
        let elapsed = (self.clock)().saturating_sub(self.began);
        self.before + Millis(elapsed.as_millis() as u64)
    }

    /// What the clock of the session shows, whatever the clocks of the match do.
    pub(super) fn clock_now(&self) -> Duration {
        (self.clock)()
    }

    /// Takes a span that has just passed out of the time of the match.
    pub(super) fn skip_time(&mut self, time: Duration) {
        self.began += time;
    }

    /// Tells whether Ctrl-C was pressed since the last call.
    pub(super) fn was_interrupted(&self) -> bool {
        self.interrupts.take()
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    pub(super) fn line(&mut self, prompt: &str) -> io::Result<Typed> {
        self.keyboard.line(prompt, self.out)
    }

    /// Goes on with another match, whose clocks have seen `before`.
    pub(super) fn sit_down_at(&mut self, table: LocalTable, before: Millis) {
        self.seen_from = table.humans().next().unwrap_or(Seat::FIRST);
        self.told = table.contest.version();
        self.saved = self.told;
        self.table = table;
        (self.began, self.before) = ((self.clock)(), before);
        self.adviser = None;
        self.undone.clear();
        self.is_unseen = true;
    }

    pub(super) fn say(&mut self, text: &Text) -> io::Result<()> {
        let language = self.style.language;
        self.page().line(text.in_language(language))
    }

    pub(super) fn page(&mut self) -> Page<'_> {
        Page::new(self.out, self.style)
    }
}
