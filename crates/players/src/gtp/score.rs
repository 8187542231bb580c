//! Results as the protocol writes them: `B+12`, `W+3`, `0`.

use framework::{AnyGame, AnyPosition, Seat, Turn};

use super::Movers;

/// The result of a game; where people count before the end as well, how it stands. `None` while a game goes on.
///
/// At a table of two it is the letter of the winner and what it has won: by how much it leads in what is counted, or
/// otherwise its payoff. At a larger table it is what each mover has.
pub(super) fn score(game: &dyn AnyGame, movers: &Movers, pos: &dyn AnyPosition) -> Option<String> {
    let tally = pos.tally();
    match (pos.seats(), tally) {
        (2, Some(tally)) => {
            let owners = game.movers().into_iter().map(|mover| mover.seat);
            let has = |seat: Seat| {
                let owned = owners.clone().zip(&tally).filter(|(owner, _)| *owner == Some(seat));
                owned.map(|(_, count)| count).sum::<i64>()
            };
            Some(lead(movers, has(Seat::FIRST) - has(Seat::SECOND)))
        }
        (_, Some(tally)) => Some(tally.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")),
        _ if pos.turn() != Turn::Over => None,
        (2, None) => Some(lead(movers, pos.payoffs()[Seat::FIRST] as i64)),
        (_, None) => Some(pos.payoffs().to_string()),
    }
}

fn lead(movers: &Movers, of_first: i64) -> String {
    let [first, second] = movers.sides();
    match of_first {
        0 => "0".to_owned(),
        1.. => format!("{first}+{of_first}"),
        _ => format!("{second}+{}", -of_first),
    }
}
