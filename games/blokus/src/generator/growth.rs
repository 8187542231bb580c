//! The tree in which every piece grows out of a smaller one by one square.

use crate::{
    N_ORIENTATIONS, N_PIECES, Orientation,
    orientation::{FORM_TABLE, Form},
    silhouette::Step,
};

/// Every orientation, each after the one it grows out of and directly followed by what grows out of it.
pub(crate) static GROWTH: [Growth; N_ORIENTATIONS] = grown();

/// One orientation in the tree.
#[derive(Clone, Copy)]
pub(crate) struct Growth {
    pub(crate) orientation: Orientation,
    /// The number of squares less 1.
    pub(crate) depth: u8,
    /// The view of the board from the square that is new here.
    pub(crate) view: u8,
    /// The next entry that does not grow out of this one.
    pub(crate) next: u8,
    /// The piece as a bit.
    pub(crate) kind: u32,
    /// The pieces here and of everything that grows out of this, one bit each.
    pub(crate) kinds_here_and_below: u32,
}

/// The entries of the tree that are on the way to each piece, one bit each.
pub(crate) static WAYS: [u128; N_PIECES] = ways();

/// How far to the left and right of the first square a piece reaches in each row above it.
pub(crate) const REACH: [(usize, usize); 5] = [(0, 4), (3, 3), (2, 2), (1, 1), (0, 0)];

/// The number of places where a piece can have a square, seen from its first one.
pub(crate) const N_VIEWS: usize = 21;

/// The number of the view from the square straight above the first one in each row.
pub(crate) const MIDDLES: [usize; 5] = [0, 8, 14, 18, 20];

pub(crate) const fn view_of(step: Step) -> u8 {
    (MIDDLES[step.up as usize] as i8 + step.right) as u8
}

const fn grown() -> [Growth; N_ORIENTATIONS] {
    let parents = parents();
    let order = preorder(&parents);
    let mut tree = [unconnected(0, &parents); N_ORIENTATIONS];
    let mut at = 0;
    while at < N_ORIENTATIONS {
        tree[at] = unconnected(order[at], &parents);
        at += 1;
    }
    at = 0;
    while at < N_ORIENTATIONS {
        let mut next = at + 1;
        while next < N_ORIENTATIONS && tree[at].depth < tree[next].depth {
            tree[at].kinds_here_and_below |= tree[next].kind;
            next += 1;
        }
        tree[at].next = next as u8;
        at += 1;
    }
    tree
}

const fn ways() -> [u128; N_PIECES] {
    let tree = grown();
    let mut ways = [0; N_PIECES];
    let mut piece = 0;
    while piece < N_PIECES {
        let mut at = 0;
        while at < N_ORIENTATIONS {
            if tree[at].kinds_here_and_below >> piece & 1 != 0 {
                ways[piece] |= 1 << at;
            }
            at += 1;
        }
        piece += 1;
    }
    ways
}

/// Where an orientation comes from: the one without some square, and that square.
#[derive(Clone, Copy)]
struct Parent {
    form: usize,
    new_square: Step,
}

const fn unconnected(form: usize, parents: &[Parent; N_ORIENTATIONS]) -> Growth {
    let kind = FORM_TABLE[form].piece.bit();
    Growth {
        orientation: Orientation::new(form),
        depth: FORM_TABLE[form].silhouette.steps().1 as u8 - 1,
        view: view_of(parents[form].new_square),
        next: 0,
        kind,
        kinds_here_and_below: kind,
    }
}

/// The parent of every orientation; the single square, which has none, is its own.
const fn parents() -> [Parent; N_ORIENTATIONS] {
    let mut parents = [Parent { form: 0, new_square: Step::NONE }; N_ORIENTATIONS];
    let mut form = 1;
    while form < N_ORIENTATIONS {
        parents[form] = parent(&FORM_TABLE[form]);
        form += 1;
    }
    parents
}

/// Takes away a square other than the first that leaves the rest connected: there always is one, since every
/// connected figure has two such squares.
const fn parent(child: &Form) -> Parent {
    let (steps, squares) = child.silhouette.steps();
    let mut at = squares - 1;
    while 0 < at {
        let rest = child.silhouette.without(steps[at]);
        if rest.is_connected() {
            let mut form = 0;
            while !FORM_TABLE[form].silhouette.same(rest) {
                form += 1;
            }
            return Parent { form, new_square: steps[at] };
        }
        at -= 1;
    }
    panic!("a piece of several squares grows out of a smaller one")
}

const fn preorder(parents: &[Parent; N_ORIENTATIONS]) -> [usize; N_ORIENTATIONS] {
    let mut order = [0; N_ORIENTATIONS];
    let mut waiting = [0; N_ORIENTATIONS];
    let (mut n_ordered, mut n_waiting) = (0, 1);
    while 0 < n_waiting {
        n_waiting -= 1;
        let form = waiting[n_waiting];
        order[n_ordered] = form;
        n_ordered += 1;
        let mut child = N_ORIENTATIONS - 1;
        while 0 < child {
            if parents[child].form == form {
                waiting[n_waiting] = child;
                n_waiting += 1;
            }
            child -= 1;
        }
    }
    assert!(n_ordered == N_ORIENTATIONS, "every orientation hangs on the tree");
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_piece_keeps_its_first_square_and_gains_the_one_of_its_view() {
        for (at, growth) in GROWTH.iter().enumerate().skip(1) {
            let depth_above = growth.depth - 1;
            let above =
                GROWTH[..at].iter().rfind(|above| above.depth == depth_above).expect("it has a parent");
            assert!(at < usize::from(above.next), "it lies in its parent's part of the list");
            let old: Vec<_> = above.orientation.steps().collect();
            let new: Vec<_> = growth.orientation.steps().filter(|step| !old.contains(step)).collect();
            assert_eq!(new.len(), 1, "it gains one square and loses none");
            assert_eq!(growth.view, view_of(Step { right: new[0].0, up: new[0].1 }));
        }
    }
}
