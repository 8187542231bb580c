//! Which of our tables the 2006 program can play at, and which tables are made for it.

use std::time::Duration;

use backgammon::{Agreement, Backgammon, Variant, original::Terms};
use framework::{ClockRule, Game as _, Length, Options};
use protocol::{ChairChoice, NewTable, Phase, TableSummary, Undo, Watchers};

/// The game that the program knows: no cube, no match score.
pub(super) const WITHOUT_CUBE: Backgammon = Backgammon {
    variant: Variant::Standard,
    match_length: 0,
    crawford_rule: true,
    agreement: Agreement { cube: false, jacoby: false, beavers: false },
};

/// The most rounds that a match of ours has. A game without end has as many.
const MAX_ROUNDS: u32 = 10_000;

/// The longest time for a turn, in seconds.
const MAX_TIMEOUT: u32 = 24 * 3_600;

/// The longest time that a roll waits for others who have not confirmed the board. The program of 2006 does so at
/// once, and its server waited for ever; but one client that hangs must not hold up a game without a time for a turn.
const CONFIRMATION_TIMEOUT: Duration = Duration::from_secs(30);

/// The strongest of the computer players that can be talked to.
const HIGHEST_LEVEL: u8 = 10;

/// The names of the computer players that can be talked to, who then sit down opposite.
pub(super) fn computers() -> impl Iterator<Item = String> {
    (1..=HIGHEST_LEVEL).map(|level| format!("level{level}"))
}

/// Tells whether a name is that of a computer player, which no user can have.
pub(super) fn is_computer(name: &str) -> bool {
    computers().any(|computer| computer.eq_ignore_ascii_case(name))
}

/// How many rounds a table plays at which the program can sit; `None` if it cannot sit there.
pub(super) fn rounds(table: &TableSummary) -> Option<u32> {
    if table.game != backgammon::ENTRY.info.id || table.watchers != Watchers::Everyone {
        return None;
    }
    let rules = Backgammon::from_options(&table.options.parse::<Options>().ok()?).ok()?;
    let is_known = Backgammon { crawford_rule: true, ..rules } == WITHOUT_CUBE;
    match table.length.parse() {
        Ok(Length::Rounds(rounds)) if is_known => Some(rounds),
        _ => None,
    }
}

/// Tells whether a table is in a phase in which it is listed: waiting, or playing with everybody there.
pub(super) fn is_listed(table: &TableSummary) -> bool {
    match table.phase {
        Phase::Waiting => table.chairs.iter().any(|chair| chair.sitter.is_some()),
        Phase::Playing => table.chairs.iter().all(|chair| chair.sitter.is_some()),
        Phase::Over | Phase::Closed => false,
    }
}

/// The seconds for one turn, as a list shows them; 0 without a clock.
pub(super) fn timeout(table: &TableSummary) -> u32 {
    let millis = match table.clock.parse() {
        Ok(ClockRule::PerMove { limit }) => limit.0,
        Ok(ClockRule::PerGame { bank, .. } | ClockRule::Delay { bank, .. }) => bank.0,
        Ok(ClockRule::None) | Err(_) => 0,
    };
    u32::try_from(millis.div_ceil(1_000)).unwrap_or(u32::MAX)
}

/// How long a roll waits for others who have not confirmed the board: at most a quarter of the time for a turn, since
/// the clock of the one who rolled runs meanwhile.
pub(super) fn confirmation_timeout(table: &TableSummary) -> Duration {
    match timeout(table) {
        0 => CONFIRMATION_TIMEOUT,
        seconds => CONFIRMATION_TIMEOUT.min(Duration::from_secs(seconds.into()) / 4),
    }
}

/// The table of a game that a person creates by joining it.
pub(super) fn table(password: &str, terms: Terms) -> NewTable {
    let rounds = if terms.rounds == 0 { MAX_ROUNDS } else { terms.rounds.min(MAX_ROUNDS) };
    let clock = match terms.timeout.min(MAX_TIMEOUT) {
        0 => ClockRule::None,
        seconds => ClockRule::PerMove { limit: framework::Millis::seconds(seconds.into()) },
    };
    let chairs = vec![ChairChoice::Me, ChairChoice::Open];
    NewTable {
        length: Some(Length::Rounds(rounds).to_string()),
        clock: clock.to_string(),
        password: (!password.is_empty()).then(|| password.to_owned()),
        undo: Undo::Never,
        manual_start: true,
        ..NewTable::new(backgammon::ENTRY.info.id, &WITHOUT_CUBE.options(), chairs)
    }
}
