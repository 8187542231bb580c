//! A computer that plays for a person who is on a visit.

use std::{future::Future, pin::Pin, sync::Arc};

use framework::{Decision, PlayerFault, search::Limits};
use protocol::UserId;
use tables::world::{EngineSeat, EngineService as _, Question, Urgency, World};
use visits::VisitTurn;

use crate::house::House;

/// The levels that there are.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// A computer that plays, or none.
#[derive(Default)]
pub(super) struct Computer {
    level: Option<u8>,
    thinking: Option<Thinking>,
}

/// What the computer thinks about.
struct Thinking {
    position: String,
    decision: Pin<Box<dyn Future<Output = Result<Decision, PlayerFault>> + Send>>,
}

impl Computer {
    /// A computer of a level plays from now on, or oneself. Returns whether there is such a level.
    pub(super) fn set(&mut self, level: Option<u8>) -> bool {
        let is_known = level.is_none_or(|level| LEVELS.contains(&level));
        if is_known {
            *self = Self { level, thinking: None };
        }
        is_known
    }

    pub(super) const fn level(&self) -> Option<u8> {
        self.level
    }

    /// Begins to think about what is to be decided on a visit, and stops to think about anything else.
    pub(super) fn turn_to<W: World>(
        &mut self,
        turn: Option<VisitTurn>,
        house: &Arc<House<W>>,
        visit: &str,
        asker: &UserId,
    ) {
        let Some((level, VisitTurn { game, position, time })) = self.level.zip(turn) else {
            self.thinking = None;
            return;
        };
        let text = position.text();
        if self.thinking.as_ref().is_some_and(|thinking| thinking.position == text) {
            return;
        }
        let question = Question {
            game,
            position,
            player: format!("level{level}"),
            also: None,
            limits: Limits::time(time),
            urgency: Urgency::Clock,
            asker: asker.clone(),
            seat: Some(EngineSeat::Visit(visit.to_owned())),
        };
        let house = Arc::clone(house);
        let decision = Box::pin(async move { house.world().engines().decide(question, |_| {}).await });
        self.thinking = Some(Thinking { position: text, decision });
    }

    /// What the computer has decided; never, if it does not think.
    pub(super) async fn decided(&mut self) -> Result<Decision, PlayerFault> {
        let Some(thinking) = &mut self.thinking else { return std::future::pending().await };
        let decision = thinking.decision.as_mut().await;
        self.thinking = None;
        decision
    }
}
