//! When to give up, and when to let the other side do so.

use framework::Seat;

use super::{
    Evaluation,
    cube::{CubeAhead, CubeState, Stakes},
};
use crate::position::{Table, Win};

/// How much better playing on must be for a resignation to be declined, in multiples of the cube: less is within the error of
/// the evaluation, and nobody wants to play it out.
const WORTH_PLAYING: f32 = 0.002;
/// How small the chance of a better result must be before a player gives up.
const HOPELESS: f32 = 1e-4;

/// Tells whether a seat should accept that the other side gives up at a level: whether playing on, with the cube, promises no
/// more, seen so many rolls ahead.
#[must_use]
pub fn accepts(evaluation: &Evaluation, table: &Table, seat: Seat, level: Win, plies: u32) -> bool {
    let mover = table.mover();
    let (stakes, cube) = (Stakes::at(table, mover), CubeState::at(table, mover));
    let mut ahead = CubeAhead::new(evaluation, &|_| false);
    let worths = ahead.with_doubling(table.board(), &stakes, &[cube], plies);
    let of_mover = worths.expect("nobody stops this search")[0];
    let own = Stakes::at(table, seat);
    let own_cube = CubeState::at(table, seat);
    let playing_on = if seat == mover { of_mover } else { -of_mover };
    let offered = own.won(own_cube, level.factor());
    own.in_cubes(own_cube, playing_on) <= own.in_cubes(own_cube, offered) + WORTH_PLAYING
}

/// The least at which a seat may give up without losing anything: nothing better has a chance worth playing for; `None` while
/// there is hope.
#[must_use]
pub fn level_to_offer(evaluation: &Evaluation, table: &Table, seat: Seat) -> Option<Win> {
    let chances = evaluation.chances(table, seat);
    if HOPELESS < chances.win {
        return None;
    }
    let [gammon, backgammon] = [chances.lose_gammon, chances.lose_backgammon];
    match table.worst_loss(seat) {
        Win::Single => Some(Win::Single),
        _ if gammon <= HOPELESS => Some(Win::Single),
        _ if gammon < 1.0 - HOPELESS => None,
        _ if backgammon <= HOPELESS => Some(Win::Gammon),
        _ if backgammon < 1.0 - HOPELESS => None,
        _ => Some(Win::Backgammon),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backgammon, Board, Checkers};
    use framework::Game as _;

    fn table(mover: &[(u8, u8)], other: &[(u8, u8)]) -> Table {
        let board = Board { mover: Checkers::placed(mover), other: Checkers::placed(other) };
        Backgammon::default().start().with_board(Seat::FIRST, board)
    }

    #[test]
    fn nobody_lets_the_other_side_give_up_less_than_is_coming() {
        // The mover bears off both checkers, and the other side has borne off nothing: a gammon for sure.
        let table = table(&[(1, 2), (0, 13)], &[(6, 15)]);
        let accepts = |level| accepts(&Evaluation::strongest(), &table, Seat::FIRST, level, 1);
        assert_eq!([Win::Single, Win::Gammon, Win::Backgammon].map(accepts), [false, true, true]);
    }

    #[test]
    fn an_even_game_is_given_up_gladly_accepted_and_never_offered() {
        let start = Backgammon::default().start();
        let start = start.with_board(Seat::FIRST, start.board());
        for seat in Seat::all(2) {
            assert!(accepts(&Evaluation::strongest(), &start, seat, Win::Single, 1));
            assert_eq!(level_to_offer(&Evaluation::strongest(), &start, seat), None);
        }
    }

    #[test]
    fn what_is_lost_for_sure_is_offered_at_its_level() {
        let lost = |loser: &[(u8, u8)]| {
            level_to_offer(&Evaluation::strongest(), &table(&[(1, 2), (0, 13)], loser), Seat::SECOND)
        };
        assert_eq!(lost(&[(6, 14), (0, 1)]), Some(Win::Single));
        assert_eq!(lost(&[(6, 15)]), Some(Win::Gammon));
    }
}
