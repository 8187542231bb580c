//! Why something is refused, in the language of the session.

use framework::{Language, Refused};

use super::table::LocalTable;
use crate::move_list;

/// Why an action was refused, in a sentence.
pub(super) fn refused(table: &LocalTable, refused: &Refused, language: Language) -> String {
    if let Refused::Move(error) = refused {
        return move_list::explained(error, language);
    }
    match language {
        Language::English => refused.to_string(),
        Language::German => german(table, refused),
    }
}

fn german(table: &LocalTable, refused: &Refused) -> String {
    match refused {
        Refused::NoSuchSeat(seat) => format!("einen Platz {seat} gibt es nicht"),
        Refused::Stale { ply } => format!("inzwischen sind {ply} Halbzüge gespielt"),
        Refused::NotYourTurn(seat) => format!("{} ist am Zug", table.name(*seat).de),
        Refused::DiceFirst => "zuerst wird gewürfelt".to_owned(),
        Refused::NothingToRoll => "jetzt gibt es nichts zu würfeln".to_owned(),
        Refused::DiceNotByHand => "die Würfel dieser Partie werden nicht eingegeben".to_owned(),
        Refused::DiceByHand => "gib ein, wie die Würfel gefallen sind".to_owned(),
        Refused::Move(error) => error.to_string(),
        Refused::RoundOver => "die Runde ist zu Ende".to_owned(),
        Refused::RoundRunning => "die Runde ist noch nicht zu Ende".to_owned(),
        Refused::MatchOver => "die Partie ist zu Ende".to_owned(),
        Refused::TimeOver(seat) => format!("die Zeit von {} war abgelaufen", table.name(*seat).de),
        Refused::NoDraws => "in diesem Spiel gibt es kein Remis".to_owned(),
        Refused::NoResigning => "zu mehr als zweit kann niemand für alle aufgeben".to_owned(),
        Refused::NoLeaving => "einen Tisch zu zweit verlässt man, indem man aufgibt".to_owned(),
        Refused::HasLeft(seat) => format!("{} hat den Tisch schon verlassen", table.name(*seat).de),
        Refused::NoSuchLevel { level, possible } => {
            format!("„{level}“ kann man hier nicht aufgeben; möglich: {possible}")
        }
        Refused::NoUndo => "in dieser Partie wird nichts zurückgenommen".to_owned(),
        Refused::NothingToUndo => "es gibt keinen Zug zurückzunehmen".to_owned(),
        Refused::OfferPending => "ein Angebot wartet auf Antwort".to_owned(),
        Refused::NoOffer => "es gibt kein Angebot zu beantworten".to_owned(),
    }
}
