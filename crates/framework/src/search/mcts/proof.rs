//! What is certain about a position because it is certain about the positions after it.

use super::tree::{Edge, Tree};
use crate::{PerSeat, Seat};

/// What a position is worth for certain to all seats, in which `mover` chooses between `edges` and cannot get more
/// than `most`.
///
/// At a table of two the mover takes what is best for it, once nothing better can turn up. At a larger table that
/// would not tell what is left for the others where two moves are equally good for the mover, so only what comes
/// of every move is certain.
pub(super) fn of_decision<M: Copy>(
    tree: &Tree<M>,
    edges: &[Edge<M>],
    mover: Seat,
    most: f32,
) -> Option<PerSeat<f32>> {
    let best = best(tree, edges, mover)?;
    let all = || edges.iter().all(|edge| edge.visits.is_proven());
    let is_certain = match best.seats() {
        0..=2 => most <= best[mover] || all(),
        _ => edges.iter().all(|edge| tree.proven(&edge.visits) == Some(best)),
    };
    is_certain.then(|| best.clone())
}

/// What a position is worth in which the dice are next, once that is certain for every outcome: the mean.
pub(super) fn of_chance<M: Copy>(tree: &Tree<M>, edges: &[Edge<M>], seats: usize) -> Option<PerSeat<f32>> {
    let sum: f32 = edges.iter().map(|edge| edge.weight).sum();
    let mut mean = PerSeat::nothing(seats);
    for edge in edges {
        let values = tree.proven(&edge.visits)?;
        for seat in Seat::all(seats) {
            mean[seat] += edge.weight / sum * values[seat];
        }
    }
    Some(mean)
}

/// The best for a seat of what is certain after its moves.
pub(super) fn best<'t, M: Copy>(
    tree: &'t Tree<M>,
    edges: &[Edge<M>],
    mover: Seat,
) -> Option<&'t PerSeat<f32>> {
    let proven = edges.iter().filter_map(|edge| tree.proven(&edge.visits));
    proven.reduce(|best, values| if best[mover] < values[mover] { values } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position with moves after which these payoffs are certain, or nothing is.
    fn tree(certain: &[Option<&[f32]>]) -> Tree<u8> {
        let tree = Tree::new(1 + certain.len() as u32);
        let moves = || (0..).zip(certain).map(|(mv, _)| (mv, 1.0)).collect();
        let edges = &tree.moves_or(tree.root(), false, moves).unwrap().edges;
        for (edge, certain) in edges.iter().zip(certain) {
            if let Some(values) = certain {
                tree.prove(&edge.visits, PerSeat::from_fn(values.len(), |seat| values[seat.index()]));
            }
        }
        tree
    }

    fn edges(tree: &Tree<u8>) -> &[Edge<u8>] {
        &tree.moves(tree.root()).unwrap().edges
    }

    #[track_caller]
    fn check(certain: &[Option<&[f32]>], most: f32, expected: Option<&[f32]>) {
        let tree = tree(certain);
        let proven = of_decision(&tree, edges(&tree), Seat::FIRST, most);
        assert_eq!(proven.map(|values| values.iter().copied().collect::<Vec<_>>()).as_deref(), expected);
    }

    const WON: Option<&[f32]> = Some(&[1.0, -1.0]);
    const DRAWN: Option<&[f32]> = Some(&[0.0, 0.0]);
    const LOST: Option<&[f32]> = Some(&[-1.0, 1.0]);

    #[test]
    fn one_winning_move_is_enough() {
        check(&[None, WON, LOST], 1.0, WON);
    }

    #[test]
    fn a_win_that_could_be_greater_is_not_the_end() {
        check(&[None, WON, LOST], f32::INFINITY, None);
    }

    #[test]
    fn draws_and_losses_need_all_moves() {
        check(&[None, DRAWN], 1.0, None);
        check(&[LOST, DRAWN], 1.0, DRAWN);
        check(&[LOST, LOST], 1.0, LOST);
        check(&[None, None], 1.0, None);
    }

    #[test]
    fn at_a_larger_table_only_what_comes_of_every_move_is_certain() {
        let (first, second) = (Some([2.0, -1.0, -1.0].as_slice()), Some([2.0, -2.0, 0.0].as_slice()));
        check(&[first, second], 1.0, None);
        check(&[first, first], 1.0, first);
        check(&[first, None], 1.0, None);
    }

    #[test]
    fn the_dice_make_a_mean_once_every_outcome_is_certain() {
        let mean = |certain: &[Option<&[f32]>]| {
            let tree = tree(certain);
            of_chance(&tree, edges(&tree), 2)
        };
        assert_eq!(mean(&[WON, LOST, WON, WON]), Some(PerSeat::two(0.5, -0.5)));
        assert_eq!(mean(&[WON, None]), None);
    }
}
