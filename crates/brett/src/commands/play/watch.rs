//! Watching computers: how fast they play among themselves, a pause, and single steps.

use std::{str::FromStr, thread, time::Duration};

use anyhow::ensure;
use framework::{Millis, Text};

use super::{
    PlayArgs,
    session::{Flow, Session},
    table::LocalTable,
};
use crate::{keyboard::Typed, limits};

/// The time between two moves at a terminal if `--pace` is not given.
const DEFAULT_INTERVAL: Millis = Millis(1_000);

/// The longest time between two moves.
const MAX_INTERVAL: Millis = Millis(3_600_000);

/// How often a wait checks for Ctrl-C.
const INTERRUPT_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// How fast computers play among themselves, as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    /// One move per interval; `none` is an interval of 0.
    Interval(Millis),
    /// A move whenever the viewer asks for one.
    Step,
}

impl FromStr for Pace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "step" => return Ok(Self::Step),
            "none" => return Ok(Self::Interval(Millis(0))),
            _ => {}
        }
        match limits::span(text) {
            Ok(interval) if interval <= MAX_INTERVAL => Ok(Self::Interval(interval)),
            _ => Err("write a time such as 500ms, 2s or 1m, at most an hour, or none or step".to_owned()),
        }
    }
}

/// How a match of computers is watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Watch {
    interval: Millis,
    is_paused: bool,
    /// When the last move was released, on the clock of the session; thinking time is part of the interval.
    last_release: Option<Duration>,
}

impl Watch {
    /// How a match is watched; `None` if a person plays, or without both `--pace` and a terminal.
    ///
    /// # Errors
    /// If `--pace` is given for a match in which a person plays.
    pub(super) fn of(args: &PlayArgs, table: &LocalTable, is_terminal: bool) -> anyhow::Result<Option<Self>> {
        let is_among_computers = table.humans().next().is_none();
        ensure!(
            is_among_computers || args.pace.is_none(),
            "--pace is for matches in which only computers play; name them by --seats, such as level3,level5"
        );
        // The other side of a text file has a pace of its own.
        let default = (is_terminal && is_among_computers && !table.has_file_seats())
            .then_some(Pace::Interval(DEFAULT_INTERVAL));
        Ok(args.pace.or(default).map(|pace| match pace {
            Pace::Interval(interval) => Self { interval, is_paused: false, last_release: None },
            Pace::Step => Self { interval: DEFAULT_INTERVAL, is_paused: true, last_release: None },
        }))
    }
}

static PROMPT: Text = Text::fixed("paused (Enter: one move, help) > ", "Pause (Enter: ein Zug, help) > ");

/// What can be typed during a pause.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PauseCommand {
    Step,
    Go,
    Interval(Millis),
    Save(String),
    Board,
    Flip,
    Stop,
    Help,
}

/// How each is written and what it does.
const HELP: [(&str, Text); 8] = [
    (
        "step",
        Text::fixed("play the next move; so does Enter", "den nächsten Zug spielen; das tut auch Enter"),
    ),
    ("go", Text::fixed("play on", "weiterspielen")),
    ("pace TIME", Text::fixed("the time between two moves", "die Zeit zwischen zwei Zügen")),
    ("board", Text::fixed("draw the board", "das Brett zeichnen")),
    ("flip", Text::fixed("see the board from the next seat", "das Brett vom nächsten Platz aus sehen")),
    ("save FILE", Text::fixed("write the match into a file", "die Partie in eine Datei schreiben")),
    ("stop", Text::fixed("end; so do Ctrl-C and Ctrl-D", "beenden; das tun auch Strg-C und Strg-D")),
    ("help", Text::fixed("this list", "diese Liste")),
];

impl PauseCommand {
    fn read(line: &str) -> Option<Self> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (first.to_ascii_lowercase().as_str(), rest) {
            ("" | "step", "") => Some(Self::Step),
            ("go", "") => Some(Self::Go),
            ("pace", time) => match time.parse() {
                Ok(Pace::Interval(interval)) => Some(Self::Interval(interval)),
                _ => None,
            },
            ("save", name) if !name.is_empty() => Some(Self::Save(name.to_owned())),
            ("board", "") => Some(Self::Board),
            ("flip", "") => Some(Self::Flip),
            ("stop" | "quit" | "exit", "") => Some(Self::Stop),
            ("help" | "?", "") => Some(Self::Help),
            _ => None,
        }
    }
}

impl Session<'_> {
    /// Waits until the next move of a computer may be played, if the match is watched. The clocks of the match stand still
    /// meanwhile.
    pub(super) fn wait_for_turn(&mut self) -> anyhow::Result<Flow> {
        let Some(watch) = self.watch else { return Ok(Flow::GoOn) };
        self.show()?;
        let waits_since = self.clock_now();
        let flow = match watch.is_paused {
            true => self.pause()?,
            false => self.wait_for_interval(watch)?,
        };
        let released = self.clock_now();
        self.skip_time(released.saturating_sub(waits_since));
        self.watch = self.watch.map(|watch| Watch { last_release: Some(released), ..watch });
        Ok(flow)
    }

    /// Handles Ctrl-C: pauses a match that is watched, and leaves any other.
    pub(super) fn on_interrupt(&mut self) -> anyhow::Result<Flow> {
        match &mut self.watch {
            Some(watch) => {
                watch.is_paused = true;
                Ok(Flow::GoOn)
            }
            None => self.leave(),
        }
    }

    fn wait_for_interval(&mut self, watch: Watch) -> anyhow::Result<Flow> {
        self.flush()?;
        let Some(last_release) = watch.last_release else { return Ok(Flow::GoOn) };
        let due = last_release + Duration::from_millis(watch.interval.0);
        loop {
            if self.was_interrupted() {
                self.on_interrupt()?;
                return self.pause();
            }
            let left = due.saturating_sub(self.clock_now());
            if left.is_zero() {
                return Ok(Flow::GoOn);
            }
            thread::sleep(left.min(INTERRUPT_CHECK_INTERVAL));
        }
    }

    /// Executes commands until the match continues or ends.
    fn pause(&mut self) -> anyhow::Result<Flow> {
        loop {
            let line = match self.line(PROMPT.in_language(self.style.language))? {
                Typed::Line(line) => line,
                Typed::Interrupt | Typed::End => return self.leave(),
            };
            match PauseCommand::read(line.trim()) {
                Some(PauseCommand::Step) => return Ok(Flow::GoOn),
                Some(PauseCommand::Go) => {
                    self.watch = self.watch.map(|watch| Watch { is_paused: false, ..watch });
                    return Ok(Flow::GoOn);
                }
                Some(PauseCommand::Interval(interval)) => {
                    self.watch = self.watch.map(|watch| Watch { interval, ..watch });
                    self.say(&Text::fixed(
                        "The pace is set; go plays on.",
                        "Das Tempo gilt; go spielt weiter.",
                    ))?;
                }
                Some(PauseCommand::Save(name)) => self.save(&name)?,
                Some(PauseCommand::Board) => self.draw()?,
                Some(PauseCommand::Flip) => {
                    self.seen_from = self.seen_from.next(self.table.contest.seats());
                    self.draw()?;
                }
                Some(PauseCommand::Stop) => return Ok(Flow::Leave),
                Some(PauseCommand::Help) => self.list_commands(&HELP)?,
                None => self.say(&Text::fixed(
                    "Type Enter for one move, go to play on, or help.",
                    "Enter spielt einen Zug, go spielt weiter, help zeigt alles.",
                ))?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_is_a_time_or_single_steps() {
        assert_eq!("step".parse(), Ok(Pace::Step));
        assert_eq!("500ms".parse(), Ok(Pace::Interval(Millis(500))));
        assert_eq!("none".parse(), Ok(Pace::Interval(Millis(0))));
        for wrong in ["", "0s", "2", "fast", "61m", "-1s"] {
            assert!(wrong.parse::<Pace>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn help_lists_every_command_of_a_pause() {
        for (form, _) in HELP {
            let line = form.replace("TIME", "2s");
            assert!(PauseCommand::read(&line).is_some(), "{form}");
        }
        assert_eq!(PauseCommand::read("pace step"), None);
        assert_eq!(PauseCommand::read("d3"), None);
    }
}
