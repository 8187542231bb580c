//! Commands that ask for advice: good moves at a table, and what any position is worth.

use std::sync::{Arc, Mutex};

use bus::Note;
use framework::{
    AnyFound, AnyGame, AnyPosition, ExplainError, ExplainedTerm, FoundMove, Millis, MoveError, Seat, Turn,
    search::Limits,
};
use protocol::{Code, HintMove, Message, MoveTerm, Problem, TableId};
use tables::world::{EngineService as _, Insight, Question, Urgency, World};
use tables::{ADVISER, EngineChoice, HINT_TIME, TableRequest};
use tokio::{task::AbortHandle, time::Instant};

use limits::engines::{MAX_ANALYSIS_LINES, MAX_ANALYSIS_TIME};

use super::Session;
use crate::advice::Advising;

/// How many moves a hint names: all there are on most boards, but never a list of hundreds.
const MAX_HINTED_MOVES: usize = 40;

/// How many of the best moves are explained.
const MAX_EXPLAINED_MOVES: usize = 4;

/// How long a position is thought about that belongs to no table: a whole game is a matter of seconds then.
const EVALUATION_TIME: Millis = limits::engines::EVALUATION_TIME;

/// What the first step of an analysis counts.
const FIRST_ANALYSIS_COST: Millis = Millis(100);

impl<W: World> Session<W> {
    /// Lets an adviser think about the position at a table; the answer comes when it is found.
    pub(super) async fn hint(
        &mut self,
        number: u64,
        table: TableId,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let asker = self.you.clone();
        let advising = self.house.advice.begin(&asker.id, HINT_TIME, arrived)?;
        let (ply, question) = self
            .house
            .tables()
            .ask(&table, |answer| TableRequest::Advice { asker: asker.clone(), answer })
            .await?;
        self.house.tables().rated.let_ask(&asker.id, question.game.info().id)?;
        let (mailbox, at) = (self.mailbox.clone(), table.clone());
        let waits = move |position| mailbox.put(Note::Busy(at.clone(), position));
        let answer = move |found| Message::Hint { number, table, ply, moves: valued(found, None) };
        self.advise(number, advising, question, waits, answer);
        Ok(Vec::new())
    }

    /// Lets a player think about any position; the answer comes when it is found.
    pub(super) fn evaluate(
        &mut self,
        number: u64,
        asked: Evaluated,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let AskedTurn { game, position, seat } = self.turn_of(&asked.position)?;
        let settings = |error: MoveError| Problem::new(Code::Settings, error.to_string());
        let played = asked.played.map(|text| position.check(&text)).transpose().map_err(settings)?;
        let explain = |evaluation| Explainer::new(&game, &*position, evaluation);
        let explainer = asked.explain.map(explain).transpose()?;
        // What was played is looked at besides, for half as long.
        let thinking = if played.is_some() { EVALUATION_TIME.0 * 3 / 2 } else { EVALUATION_TIME.0 };
        let advising = self.house.advice.begin(&self.you.id, Millis(thinking), arrived)?;
        let question = Question {
            player: explainer.as_ref().map_or(ADVISER, Explainer::player).to_owned(),
            game,
            position,
            // Terms need no look ahead, and the player who chooses the moves values all of them.
            also: played.clone().filter(|_| explainer.is_none()),
            limits: Limits::time(EVALUATION_TIME),
            urgency: Urgency::Hint,
            asker: self.you.id.clone(),
            seat: None,
        };
        let answer = move |found: AnyFound| {
            let (value, worth) = (found.value, found.worth);
            let mut moves = valued(found, played.as_deref());
            if let Some(explainer) = explainer {
                explainer.explain(&mut moves, played.as_deref());
            }
            Message::Evaluation { number, seat, value, worth, moves }
        };
        self.advise(number, advising, question, |_| {}, answer);
        Ok(Vec::new())
    }

    /// Looks at any position deeper and deeper, and tells what is known after each step.
    pub(super) fn analyze(
        &mut self,
        number: u64,
        asked: &AskedPosition,
        n_lines: u8,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        // What one looked at before is of no interest any more, even if this cannot be looked at.
        self.analyzed = None;
        let AskedTurn { game, position, seat } = self.turn_of(asked)?;
        let id = game.info().id;
        let advising = self.house.analyses.begin(&self.you.id, FIRST_ANALYSIS_COST, arrived)?;
        let question = Question {
            player: ADVISER.to_owned(),
            game,
            position,
            also: None,
            limits: Limits::time(MAX_ANALYSIS_TIME),
            urgency: Urgency::Hint,
            asker: self.you.id.clone(),
            seat: None,
        };
        let n_lines = usize::from(n_lines).clamp(1, MAX_ANALYSIS_LINES);
        let (house, mailbox, asker) = (Arc::clone(&self.house), self.mailbox.clone(), self.you.id.clone());
        let advising = Arc::new(Mutex::new(Some(advising)));
        let held = Arc::clone(&advising);
        let task = tokio::spawn(async move {
            let report = |Insight { found, lines, is_final }: Insight| {
                // A rated match of this game may have begun meanwhile.
                house.tables().rated.let_ask(&asker, id)?;
                let (depth, nodes, elapsed) = (found.depth, found.nodes, found.elapsed);
                if let (false, Some(advising)) = (is_final, &*locks::lock(&held)) {
                    // The next step takes twice as long. It is counted now: who goes on before its end has had it.
                    advising.go_on(Millis(2 * elapsed.0).min(MAX_ANALYSIS_TIME), Instant::now())?;
                }
                let (moves, elapsed) = (valued(found, None), elapsed.0);
                let known = Message::Analysis { number, seat, depth, nodes, elapsed, moves, lines, is_final };
                mailbox.put(Note::Answer(Arc::new(known)));
                Ok(())
            };
            let analyzed = house.world().engines().analyze(question, n_lines, report).await;
            // What comes next may be asked for as soon as the last word is said.
            drop(locks::lock(&held).take());
            if let Err(problem) = analyzed {
                mailbox.put(Note::Answer(Arc::new(Message::Refused { number: Some(number), problem })));
            }
        });
        self.analyzed = Some(Analyzed { _task: AbortOnDrop(task.abort_handle()), advising });
        Ok(vec![Message::Done { number, table: None, seq: None }])
    }

    /// The position of a game about which a person asks, in which a seat has to decide.
    fn turn_of(&self, asked: &AskedPosition) -> Result<AskedTurn, Problem> {
        let entry = self.house.world().games().iter().find(|entry| entry.info.id == asked.game);
        let entry = entry.ok_or_else(|| Problem::new(Code::NotFound, "there is no such game"))?;
        self.house.tables().rated.let_ask(&self.you.id, entry.info.id)?;
        let game =
            entry.open_text(&asked.options).map_err(|error| Problem::told(Code::Settings, error.text()))?;
        let position = game
            .parse_position(&asked.position)
            .map_err(|error| Problem::new(Code::Settings, error.to_string()))?;
        let Turn::Seat(seat) = position.turn() else {
            let sentence = "nobody is to move in this position; choose one before a decision";
            return Err(Problem::new(Code::Phase, sentence));
        };
        Ok(AskedTurn { game, position, seat })
    }

    /// Thinks about a question beside everything else, and sends what is found.
    fn advise(
        &mut self,
        number: u64,
        advising: Advising,
        question: Question,
        waits: impl Fn(u32) + Send + 'static,
        answer: impl FnOnce(AnyFound) -> Message + Send + 'static,
    ) {
        let (house, mailbox) = (Arc::clone(&self.house), self.mailbox.clone());
        let task = tokio::spawn(async move {
            let _advising = advising;
            let message = match house.world().engines().search(question, waits).await {
                Ok(found) => answer(found),
                Err(problem) => Message::Refused { number: Some(number), problem },
            };
            mailbox.put(Note::Answer(Arc::new(message)));
        });
        self.advised = Some(AbortOnDrop(task.abort_handle()));
    }
}

/// The best moves with what they are worth, and the one that was played. A search that follows one line only knows the
/// worth of the best.
fn valued(found: AnyFound, played: Option<&str>) -> Vec<HintMove> {
    let (best, best_value) = (found.best, found.value);
    let valued = |FoundMove { text, value, worth }: FoundMove| {
        let value = value.or_else(|| (text == best).then_some(best_value));
        HintMove { text, value, worth, terms: Vec::new() }
    };
    let told = found
        .moves
        .into_iter()
        .enumerate()
        .filter(|(place, known)| *place < MAX_HINTED_MOVES || Some(&*known.text) == played);
    told.map(|(_, known)| valued(known)).collect()
}

/// A position that is at no table.
pub(super) struct AskedPosition {
    pub(super) game: String,
    pub(super) options: String,
    pub(super) position: String,
}

/// A position of a game in which a seat has to decide.
struct AskedTurn {
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    seat: Seat,
}

/// The position that a person asks about, and what they want to know.
pub(super) struct Evaluated {
    pub(super) position: AskedPosition,
    pub(super) played: Option<String>,
    pub(super) explain: Option<String>,
}

/// Explains moves in a position by an evaluation.
struct Explainer {
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    /// Its name, perhaps with options, as in `welfenlab-2006:as-written`.
    evaluation: String,
}

impl Explainer {
    /// # Errors
    /// If the game has no such evaluation, or it is chosen by options that no table would take.
    fn new(game: &Arc<dyn AnyGame>, position: &dyn AnyPosition, evaluation: String) -> Result<Self, Problem> {
        let explainer = Self { game: Arc::clone(game), position: position.boxed_clone(), evaluation };
        if explainer.player() != ADVISER {
            EngineChoice::new(&explainer.evaluation)?.check(&**game)?;
        }
        match game.explain(&explainer.evaluation, position, framework::Question::Seat(Seat::FIRST)) {
            Err(
                error @ (ExplainError::NoEvaluations
                | ExplainError::Unknown { .. }
                | ExplainError::Options { .. }),
            ) => Err(Problem::new(Code::Settings, error.to_string())),
            _ => Ok(explainer),
        }
    }

    /// Who chooses the moves: the player of the same name, so that its values are those that the terms add up to; the
    /// adviser for evaluations that have no player of their own.
    fn player(&self) -> &str {
        let name = self.evaluation.split(':').next().unwrap_or_default();
        let has_player = self.game.engines().iter().any(|engine| engine.name == name);
        if has_player { &self.evaluation } else { ADVISER }
    }

    /// Adds the terms of the best moves and of the one that was played, and leaves out all others.
    fn explain(&self, moves: &mut Vec<HintMove>, played: Option<&str>) {
        let mut place = 0;
        moves.retain(|known| {
            place += 1;
            place <= MAX_EXPLAINED_MOVES || Some(&*known.text) == played
        });
        for known in moves {
            // A player may not rate every move; such a move has no terms.
            let explained =
                self.game.explain(&self.evaluation, &*self.position, framework::Question::Move(&known.text));
            if let Ok(explanation) = explained {
                known.terms = explanation.terms().iter().map(term).collect();
            }
        }
    }
}

fn term(term: &ExplainedTerm) -> MoveTerm {
    MoveTerm {
        name: term.name.to_string(),
        about: term.about.clone(),
        amount: term.amount,
        weight: term.weight,
        share: term.share,
    }
}

/// A position that is looked at deeper and deeper, until this is dropped; then the person may ask for another one.
#[derive(Debug)]
pub(super) struct Analyzed {
    _task: AbortOnDrop,
    advising: Arc<Mutex<Option<Advising>>>,
}

impl Drop for Analyzed {
    fn drop(&mut self) {
        // At once: the task itself ends a moment later.
        drop(locks::lock(&self.advising).take());
    }
}

/// A task that ends when nobody waits for it any more.
#[derive(Debug)]
pub(super) struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
