//! What a tournament has shown.

use std::{collections::BTreeMap, fmt::Write as _, io, time::Duration};

use arena::{
    Against, Plan, TableTournament, Tempo, Tournament,
    statistics::{Rated, Rating},
};
use framework::{FaultKind, PlayerFault, Text};
use schedule::Format;
use serde::Serialize;

use super::super::arena::{ArenaArgs, KeptTask, Sitting, fault_line, shortened, signed};
use crate::{context::Report, page::Page};

/// How wide a player's name may be.
const NAME_WIDTH: usize = 28;
/// With more players the cross table is wider than a page.
const MAX_CROSS: usize = 10;

/// Whose rating is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    /// The mean of all.
    Mean,
    /// One player, by its index.
    Player(usize),
}

/// What a report tells of a tournament, whatever its tables are.
pub(super) trait Results {
    fn rate(&self) -> Rated;
    fn against(&self, player: usize, other: usize) -> Against;
    fn against_all(&self, player: usize) -> Against;
    /// How many games it won, where more than two sit at a table.
    fn wins(&self, player: usize) -> Option<f64>;
    fn faults(&self, player: usize) -> &[PlayerFault];
    fn tempo(&self, player: usize) -> Tempo;
    fn rounds(&self) -> usize;
    fn encounters(&self) -> u64;
    fn champion(&self) -> Option<usize>;
}

impl Results for Tournament {
    fn rate(&self) -> Rated {
        self.rate()
    }

    fn against(&self, player: usize, other: usize) -> Against {
        self.against(player, other)
    }

    fn against_all(&self, player: usize) -> Against {
        self.against_all(player)
    }

    fn wins(&self, _: usize) -> Option<f64> {
        None
    }

    fn faults(&self, player: usize) -> &[PlayerFault] {
        self.faults(player)
    }

    fn tempo(&self, player: usize) -> Tempo {
        self.tempo(player)
    }

    fn rounds(&self) -> usize {
        self.rounds()
    }

    fn encounters(&self) -> u64 {
        self.encounters()
    }

    fn champion(&self) -> Option<usize> {
        self.champion()
    }
}

impl Results for TableTournament {
    fn rate(&self) -> Rated {
        self.rate()
    }

    fn against(&self, player: usize, other: usize) -> Against {
        self.against(player, other)
    }

    fn against_all(&self, player: usize) -> Against {
        let reached = self.player(player);
        Against { encounters: reached.games, score: reached.score, points: reached.points }
    }

    fn wins(&self, player: usize) -> Option<f64> {
        Some(self.player(player).wins)
    }

    fn faults(&self, player: usize) -> &[PlayerFault] {
        &self.player(player).faults
    }

    fn tempo(&self, player: usize) -> Tempo {
        self.player(player).tempo.clone()
    }

    fn rounds(&self) -> usize {
        1
    }

    fn encounters(&self) -> u64 {
        self.games()
    }

    fn champion(&self) -> Option<usize> {
        None
    }
}

/// A tournament, for people and programs.
#[derive(Debug, Serialize)]
pub(super) struct TournamentReport {
    game: &'static str,
    options: String,
    format: Format,
    seed: u64,
    length: String,
    opening_plies: u32,
    rounds: usize,
    encounters: u64,
    champion: Option<String>,
    /// The best first.
    players: Vec<PlayerReport>,
    seconds: f64,
    threads: usize,
    journal: Option<String>,
    encounters_before: usize,
}

#[derive(Debug, Serialize)]
struct PlayerReport {
    name: String,
    /// Where it stands in the list of players that was given, from 1.
    number: usize,
    rating: Rating,
    /// How much stronger it is than the next one here.
    gap: Option<Rating>,
    encounters: u64,
    score: f64,
    points: f64,
    /// How many games it won, where more than two sit at a table; shared ones count in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<f64>,
    faults: BTreeMap<FaultKind, u64>,
    longest_move_seconds: f64,
    p99_move_seconds: f64,
    /// The mean score against each of the others, in the order of this table; `null` where they did not meet.
    against: Vec<Option<f64>>,
}

impl TournamentReport {
    pub(super) fn new<T: KeptTask>(
        plan: &Plan,
        args: &ArenaArgs,
        (format, anchor): (Format, Anchor),
        tournament: &impl Results,
        sitting: &Sitting<'_, T>,
        time: Duration,
    ) -> Self {
        let rated = tournament.rate();
        let ratings = match anchor {
            Anchor::Mean => rated.around_mean(),
            Anchor::Player(idx) => rated.around(idx),
        };
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by(|&one, &other| ratings[other].elo.total_cmp(&ratings[one].elo));
        let name = |idx: usize| plan.players()[idx].name.clone();
        let player = |(place, &idx): (usize, &usize)| {
            let all = tournament.against_all(idx);
            let tempo = tournament.tempo(idx);
            let mut faults = BTreeMap::new();
            for fault in tournament.faults(idx) {
                *faults.entry(fault.kind).or_default() += 1;
            }
            PlayerReport {
                name: name(idx),
                number: idx + 1,
                rating: ratings[idx],
                gap: order.get(place + 1).map(|&next| rated.gap(idx, next)),
                encounters: all.encounters,
                score: all.score,
                points: all.points,
                wins: tournament.wins(idx),
                faults,
                longest_move_seconds: tempo.longest().as_secs_f64(),
                p99_move_seconds: tempo.quantile(0.99).as_secs_f64(),
                against: order.iter().map(|&other| tournament.against(idx, other).mean_score()).collect(),
            }
        };
        let agreement = plan.agreement();
        Self {
            game: agreement.game.info().id,
            options: agreement.game.options(),
            format,
            seed: args.seed(),
            length: agreement.length.to_string(),
            opening_plies: agreement.opening_plies,
            rounds: tournament.rounds(),
            encounters: tournament.encounters(),
            champion: tournament.champion().map(name),
            players: order.iter().enumerate().map(player).collect(),
            seconds: time.as_secs_f64(),
            threads: sitting.threads(),
            journal: sitting.journal().map(|(path, _)| path.display().to_string()),
            encounters_before: sitting.journal().map_or(0, |(_, known)| known),
        }
    }

    /// The game and its options.
    pub(super) fn game(&self) -> String {
        format!("{} {}", self.game, self.options)
    }

    /// The players and their ratings, the best first.
    pub(super) fn ratings(&self) -> Vec<(String, Rating)> {
        self.players.iter().map(|player| (player.name.clone(), player.rating)).collect()
    }

    /// The players as a table, one row each, with the mean scores against all.
    pub(super) fn csv(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let mut table = String::from("place,player,elo,error,encounters,score,points");
        for player in &self.players {
            let _ = write!(table, ",{}", quoted(&format!("against {}", player.name)));
        }
        table.push('\n');
        for (player, place) in self.players.iter().zip(1..) {
            let PlayerReport { rating, encounters, score, points, .. } = player;
            let Rating { elo, error } = rating;
            let name = quoted(&player.name);
            let _ = write!(table, "{place},{name},{elo:.2},{error:.2},{encounters},{score},{points}");
            for mean in &player.against {
                let _ = match mean {
                    Some(mean) => write!(table, ",{mean:.4}"),
                    None => write!(table, ","),
                };
            }
            table.push('\n');
        }
        table
    }

    fn write_ratings(&self, page: &mut Page<'_>) -> io::Result<()> {
        let width = self.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
        let width = width.clamp(6, NAME_WIDTH);
        let titles = [
            Text::fixed("games", "Partien"),
            Text::fixed("score", "Ausbeute"),
            Text::fixed("won", "Siege"),
            Text::fixed("to the next", "zum Nächsten"),
        ];
        let [games, score, won, next] = titles.each_ref().map(|title| page.say(title));
        let has_wins = self.players.iter().any(|player| player.wins.is_some());
        let won = if has_wins { format!(" {won:>9}") } else { String::new() };
        let titles = format!("{:>8} {:>5} {games:>8} {score:>9}{won} {next:>13}", "Elo", "±");
        page.line(page.dim(format!("    {:width$} {titles}", "")))?;
        for (player, place) in self.players.iter().zip(1..) {
            let name = shortened(&player.name, width);
            let PlayerReport { rating, gap, encounters, score, .. } = player;
            let share = 100.0 * score / (*encounters).max(1) as f64;
            let gap =
                gap.map_or_else(String::new, |gap| format!("{} ± {:.0}", signed(gap.elo, 0), gap.error));
            let elo = signed(rating.elo, 0);
            let won = |wins: f64| format!(" {:>7.1} %", 100.0 * wins / (*encounters).max(1) as f64);
            let won = player.wins.map_or_else(String::new, won);
            let line = format!(
                "{place:>3} {name:<width$} {elo:>8} {:>5.0} {encounters:>8} {share:>7.1} %{won} {gap:>13}",
                rating.error
            );
            page.line(line.trim_end())?;
        }
        Ok(())
    }

    fn write_cross_table(&self, page: &mut Page<'_>) -> io::Result<()> {
        if MAX_CROSS < self.players.len() {
            let note = Text::fixed(
                "(the cross table is too wide for a page; --csv and --json have it)",
                "(die Kreuztabelle ist zu breit; --csv und --json enthalten sie)",
            );
            return page.line(page.dim(page.say(&note)));
        }
        let numbers: String = (1..=self.players.len()).map(|place| format!("{place:>5}")).collect();
        page.line(page.dim(format!("{:23}{numbers}", "")))?;
        for (player, place) in self.players.iter().zip(1..) {
            let cell = |mean: &Option<f64>| {
                mean.map_or_else(|| "    ·".to_owned(), |mean| format!("{:>5.0}", 100.0 * mean))
            };
            let cells: String = player.against.iter().map(cell).collect();
            page.line(format!("{place:>3} {:<19}{cells}", shortened(&player.name, 18)))?;
        }
        Ok(())
    }
}

impl Report for TournamentReport {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(self.game())?;
        page.gap()?;
        self.write_ratings(page)?;
        page.gap()?;
        self.write_cross_table(page)?;
        page.gap()?;
        if let Some(champion) = &self.champion {
            page.field(&Text::fixed("champion", "Sieger"), shortened(champion, 66))?;
        }
        for player in &self.players {
            for (&kind, &count) in &player.faults {
                let line = fault_line(kind, count);
                let line = format!("{}: {}", shortened(&player.name, NAME_WIDTH), page.say(&line));
                page.field(&Text::fixed("faults", "Fehler"), line)?;
            }
        }
        let played = Text::new(
            format!("{} encounters, rounds: {}", self.encounters, self.rounds),
            format!("{} Begegnungen, Runden: {}", self.encounters, self.rounds),
        );
        page.field(&Text::fixed("played", "gespielt"), page.say(&played).to_owned())?;
        if let Some(path) = &self.journal {
            page.field(&Text::fixed("journal", "Journal"), path)?;
        }
        let (seconds, threads) = (self.seconds, self.threads);
        let speed = Text::new(
            format!("{seconds:.1} s, threads: {threads}"),
            format!("{seconds:.1} s, Threads: {threads}"),
        );
        page.field(&Text::fixed("speed", "Tempo"), page.say(&speed))
    }
}
