//! Doing what is typed.

use std::{fs, path::Path};

use anyhow::Context as _;
use framework::{Action, MoveError, Offer, Question, Record, Seat, Text, Turn};

use super::{
    RollingArg, answers, resume,
    session::{Flow, Session},
    word::{HELP, Incomplete, Word},
};
use crate::{move_list, page::wrapped, term_table, value};

/// The move of a seat that could do something else before its dice fall.
const ROLL: &str = "roll";

impl Session<'_> {
    /// Does what a line says: a legal move first, then a command; everything else is explained.
    pub(super) fn obey(&mut self, line: &str) -> anyhow::Result<Flow> {
        let actor = self.actor();
        let is_running = self.table.contest.round_end().is_none();
        match self.table.pos().turn() {
            Turn::Seat(_) if is_running && self.table.pos().check(line).is_ok() => {
                self.undone.clear();
                return self.play(actor, line.to_owned());
            }
            Turn::Seat(_) if is_running && line.is_empty() && self.table.pos().check(ROLL).is_ok() => {
                self.undone.clear();
                return self.play(actor, ROLL.to_owned());
            }
            Turn::Chance if is_running && line.is_empty() => return self.follow(Word::Roll),
            Turn::Chance if is_running && self.table.pos().check(line).is_ok() => {
                self.act(actor, Action::EnterRoll(line.to_owned()))?;
                return Ok(Flow::GoOn);
            }
            _ => {}
        }
        match Word::read(line) {
            Some(Ok(word)) => self.follow(word),
            Some(Err(Incomplete(form))) => {
                self.say(&Text::new(format!("Write {form}."), format!("Schreibe {form}.")))?;
                Ok(Flow::GoOn)
            }
            None if line.is_empty() => Ok(Flow::GoOn),
            None => {
                self.act(actor, Action::Move(line.to_owned()))?;
                self.say(&Text::fixed("Type moves or help.", "Tippe moves oder help."))?;
                Ok(Flow::GoOn)
            }
        }
    }

    fn follow(&mut self, word: Word) -> anyhow::Result<Flow> {
        let actor = self.actor();
        match word {
            Word::Quit => return Ok(Flow::Leave),
            Word::Next => return self.begin_next_round(),
            Word::Help => self.list_commands(&HELP)?,
            Word::Moves => self.list_moves()?,
            Word::Why(text) => self.explain(&text)?,
            Word::Hint => self.hint()?,
            Word::Eval(None) => self.evaluate()?,
            Word::Eval(Some(name)) => self.explain_value(&name)?,
            Word::Board => self.draw()?,
            Word::Flip => {
                self.seen_from = self.seen_from.next(self.table.contest.seats());
                self.draw()?;
            }
            Word::Auto => self.switch_rolling()?,
            Word::Roll if self.table.has_file_players() => return self.roll_over_file(actor),
            Word::Roll => {
                self.act(actor, Action::Roll)?;
            }
            Word::Undo => self.undo()?,
            Word::Redo => self.redo()?,
            Word::Draw => self.offer(actor, Action::OfferDraw)?,
            Word::Resign(level) => self.resign(actor, level)?,
            Word::Accept => {
                self.act(self.answering(), Action::Accept)?;
            }
            Word::Decline => {
                self.act(self.answering(), Action::Decline)?;
            }
            Word::New => {
                self.undone.clear();
                self.act(actor, Action::NewGame)?;
            }
            Word::Save(name) => self.save(&name)?,
            Word::Load(name) => self.load(&name)?,
        }
        Ok(Flow::GoOn)
    }

    /// Lists what can be typed, and what it does.
    pub(super) fn list_commands(&mut self, commands: &[(&str, Text)]) -> anyhow::Result<()> {
        let width = commands.iter().map(|(form, _)| form.len()).max().unwrap_or(0);
        let mut page = self.page();
        for (form, meaning) in commands {
            let form = page.bold(format!("{form:<width$}"));
            page.line(format!("  {form}  {}", page.say(meaning)))?;
        }
        Ok(())
    }

    fn list_moves(&mut self) -> anyhow::Result<()> {
        let pos = self.table.pos();
        let moves = match pos.turn() {
            Turn::Chance => pos.chance_outcomes().into_iter().map(|outcome| outcome.0).collect(),
            _ if self.table.contest.round_end().is_some() => Vec::new(),
            _ => pos.legal_moves(),
        };
        if moves.is_empty() {
            self.say(&Text::fixed("There is nothing to play now.", "Es gibt jetzt nichts zu spielen."))?;
        }
        let mut page = self.page();
        // Moves may have spaces in them, so there are two between moves.
        wrapped(moves.iter().map(String::as_str), "  ").iter().try_for_each(|line| page.line(line))?;
        Ok(())
    }

    fn explain(&mut self, text: &str) -> anyhow::Result<()> {
        let sentence = match self.table.pos().check(text) {
            Ok(mv) => Text::new(format!("{mv} is legal."), format!("{mv} ist zulässig.")),
            Err(MoveError::Illegal(reason)) => Text::new(
                format!("{text} is illegal: {}.", reason.sentence.en),
                format!("{text} ist unzulässig: {}.", reason.sentence.de),
            ),
            Err(error) => Text::same(move_list::explained(&error, self.style.language)),
        };
        self.say(&sentence)?;
        Ok(())
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if let Some(found) = self.found()? {
            self.say(&value::best_move(&found))?;
        }
        Ok(())
    }

    fn evaluate(&mut self) -> anyhow::Result<()> {
        let Some(found) = self.found()? else { return Ok(()) };
        let worth = value::worth(found.worth);
        let seat = match self.table.pos().turn() {
            Turn::Seat(seat) => self.table.name(seat),
            _ => return Ok(()),
        };
        self.say(&Text::new(
            format!("Value for {}: {}.", seat.en, worth.en),
            format!("Wert für {}: {}.", seat.de, worth.de),
        ))?;
        self.say(&value::best_move(&found))?;
        value::line(&found).iter().try_for_each(|line| self.say(line))?;
        Ok(())
    }

    /// Shows the terms of an evaluation for who is to move, or for the first who looks on.
    fn explain_value(&mut self, name: &str) -> anyhow::Result<()> {
        let seat = match self.table.pos().turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => self.seen_from,
        };
        match self.table.game().explain(name, self.table.pos(), Question::Seat(seat)) {
            Ok(explanation) => term_table::write(&mut self.page(), &explanation)?,
            Err(problem) => self.page().line(problem)?,
        }
        Ok(())
    }

    /// What a search says about the present position; says so if nobody is to move or it was interrupted.
    fn found(&mut self) -> anyhow::Result<Option<framework::AnyFound>> {
        let has_choice = matches!(self.table.pos().turn(), Turn::Seat(_));
        if !has_choice || self.table.contest.round_end().is_some() {
            self.say(&Text::fixed("There is no move to choose now.", "Jetzt ist kein Zug zu wählen."))?;
            return Ok(None);
        }
        let found = self.advice()?;
        if found.is_none() {
            self.say(&Text::fixed("Interrupted.", "Unterbrochen."))?;
        }
        Ok(found)
    }

    fn switch_rolling(&mut self) -> anyhow::Result<()> {
        if self.args.rolling == RollingArg::ByHand || !self.table.game().info().has_chance {
            return Ok(self.say(&Text::fixed(
                "No dice of this match are rolled by the program.",
                "In dieser Partie würfelt das Programm nicht.",
            ))?);
        }
        self.rolls_by_itself = !self.rolls_by_itself;
        let text = match self.rolls_by_itself {
            true => Text::fixed("The dice roll by themselves.", "Es wird von selbst gewürfelt."),
            false => Text::fixed("The dice wait for you: Enter rolls.", "Die Würfel warten: Enter würfelt."),
        };
        Ok(self.say(&text)?)
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        let Some(ply) = self.table.last_human_decision() else {
            return Ok(self.say(&Text::fixed(
                "There is no move of yours to take back.",
                "Es gibt keinen Zug von dir zurückzunehmen.",
            ))?);
        };
        let rounds = &self.table.contest.record().rounds;
        let taken_back = rounds.last().map_or_else(Vec::new, |round| round.moves[ply as usize..].to_vec());
        if self.act(self.actor(), Action::Undo(Some(ply)))? {
            self.undone.push(taken_back);
        }
        Ok(())
    }

    fn redo(&mut self) -> anyhow::Result<()> {
        let Some(moves) = self.undone.pop() else {
            return Ok(self.say(&Text::fixed(
                "Nothing was taken back that could be played again.",
                "Nichts Zurückgenommenes kann wieder gespielt werden.",
            ))?);
        };
        for mv in moves {
            let action = match (mv.by, self.args.rolling) {
                (Some(_), _) => Action::Move(mv.text),
                (None, RollingArg::ByHand) => Action::EnterRoll(mv.text),
                (None, _) if self.table.has_file_players() => Action::EnterRoll(mv.text),
                (None, _) => Action::Roll,
            };
            // Dice that fall otherwise than in a loaded match may forbid the rest.
            if !self.act(mv.by.unwrap_or(Seat::FIRST), action)? {
                self.undone.clear();
                break;
            }
        }
        Ok(())
    }

    /// The person who may answer the offer that waits: any but the one who made it.
    fn answering(&self) -> Seat {
        let by = self.table.contest.pending_offer().map(|(by, _)| by);
        self.table.humans().find(|&seat| Some(seat) != by).unwrap_or_else(|| self.actor())
    }

    /// Offers something, and lets the computer players answer.
    pub(super) fn offer(&mut self, actor: Seat, action: Action) -> anyhow::Result<()> {
        if !self.act(actor, action)? {
            return Ok(());
        }
        for seat in Seat::all(self.table.contest.seats()) {
            let Some((by, offer)) = self.table.contest.pending_offer() else { return Ok(()) };
            if seat == by || self.table.is_human(seat) || self.table.contest.has_left(seat) {
                continue;
            }
            let accepts = match offer.clone() {
                Offer::Undo(_) => true,
                Offer::Draw => self.advice()?.is_some_and(|found| 0.0 <= found.value),
                Offer::Resign(level) => {
                    let pos = self.table.pos();
                    let ways = pos.resignations(by);
                    let way = ways.iter().find(|way| way.level == level);
                    way.is_some_and(|way| answers::accepts_resignation(pos, seat, way, self.seed))
                }
            };
            self.act(seat, if accepts { Action::Accept } else { Action::Decline })?;
        }
        Ok(())
    }

    /// Writes the match into a file; says why if that fails.
    pub(super) fn save(&mut self, name: &str) -> anyhow::Result<()> {
        let record = self.table.contest.record().to_string();
        match fs::write(name, record) {
            Ok(()) => {
                self.saved = self.table.contest.version();
                self.say(&Text::new(
                    format!("Saved in {name}. To go on later: brett play --from {}", quoted(name)),
                    format!("Gespeichert in {name}. Später weiter: brett play --from {}", quoted(name)),
                ))?;
            }
            Err(error) => self.say(&Text::new(
                format!("Cannot write {name}: {error}"),
                format!("{name} kann nicht geschrieben werden: {error}"),
            ))?,
        }
        Ok(())
    }

    /// Goes on with the match in a file; says why if that fails.
    fn load(&mut self, name: &str) -> anyhow::Result<()> {
        let read = || -> anyhow::Result<_> {
            let text = crate::input::file_text(Path::new(name))?;
            let record: Record = text.parse().with_context(|| format!("{name} holds no record"))?;
            resume::resume(&record, self.games, self.args, self.seed)
        };
        match read() {
            Ok((table, before)) => {
                self.sit_down_at(table, before);
                self.say(&Text::new(format!("Loaded from {name}."), format!("Geladen aus {name}.")))?;
            }
            Err(error) => self.say(&Text::new(
                format!("Cannot load: {error:#}"),
                format!("Laden ist nicht möglich: {error:#}"),
            ))?,
        }
        Ok(())
    }
}

/// A file name as a shell reads it.
fn quoted(name: &str) -> String {
    let is_safe = |character: char| character.is_alphanumeric() || "/._-+:".contains(character);
    if name.chars().all(is_safe) { name.to_owned() } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("games/a-1.brett"), "games/a-1.brett");
        assert_eq!(quoted("my game's"), r"'my game'\''s'");
    }
}
