//! The 91 orientations of the pieces, worked out when the program is compiled.

use std::fmt;

use crate::{
    MAX_SQUARES, N_PIECES, Piece,
    silhouette::{Silhouette, Step},
};

/// How many orientations all pieces have together.
pub const N_ORIENTATIONS: usize = 91;

/// Every orientation, piece by piece.
static FORMS: [Form; N_ORIENTATIONS] = FORM_TABLE;
pub(crate) const FORM_TABLE: [Form; N_ORIENTATIONS] = forms();

/// A piece turned and flipped in one of the ways that look different.
///
/// ```
/// use blokus::{Orientation, Piece};
/// assert_eq!(Orientation::all().count(), 91);
/// let upright = Piece::from_name("2").and_then(|two| two.orientations().nth(1)).expect("it has two");
/// assert_eq!(upright.steps().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation(u8);

/// What an orientation looks like.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) piece: Piece,
    pub(crate) silhouette: Silhouette,
    steps: [Step; MAX_SQUARES],
    squares: u8,
}

impl Orientation {
    /// All orientations, piece by piece.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..N_ORIENTATIONS).map(Self::new)
    }

    /// The piece that lies this way.
    #[inline]
    #[must_use]
    pub fn piece(self) -> Piece {
        self.form().piece
    }

    /// Where the squares lie as seen from the first one: columns to the right and rows up, row by row from the
    /// bottom, each row from the left.
    #[inline]
    pub fn steps(self) -> impl ExactSizeIterator<Item = (i8, i8)> {
        let form = self.form();
        form.steps[..usize::from(form.squares)].iter().map(|step| (step.right, step.up))
    }

    /// The place in the list of orientations, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The orientation at a place of the list.
    #[inline]
    pub(crate) const fn new(index: usize) -> Self {
        assert!(index < N_ORIENTATIONS, "there are 91 orientations");
        Self(index as u8)
    }

    /// The orientation that looks like this, if a piece does.
    pub(crate) fn of(silhouette: Silhouette) -> Option<Self> {
        FORMS.iter().position(|form| form.silhouette == silhouette).map(Self::new)
    }

    fn form(self) -> &'static Form {
        &FORMS[self.index()]
    }
}

impl Piece {
    /// The ways in which this piece can lie.
    pub fn orientations(self) -> impl Iterator<Item = Orientation> {
        Orientation::all().filter(move |orientation| orientation.piece() == self)
    }
}

impl fmt::Debug for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Orientation({} of {})", self.0, self.piece())
    }
}

const fn forms() -> [Form; N_ORIENTATIONS] {
    const NOTHING: Form = Form {
        piece: Piece::SINGLE,
        silhouette: Silhouette::NOTHING,
        steps: [Step::NONE; MAX_SQUARES],
        squares: 0,
    };
    let mut forms = [NOTHING; N_ORIENTATIONS];
    let mut n_forms = 0;
    let mut piece_idx = 0;
    while piece_idx < N_PIECES {
        let piece = Piece::new(piece_idx);
        let first = n_forms;
        let mut turn = 0;
        while turn < 8 {
            let silhouette = Silhouette::of_shape(piece.shape(), turn);
            if !listed(&forms, first, n_forms, silhouette) {
                let (steps, squares) = silhouette.steps();
                forms[n_forms] = Form { piece, silhouette, steps, squares: squares as u8 };
                n_forms += 1;
            }
            turn += 1;
        }
        piece_idx += 1;
    }
    assert!(n_forms == N_ORIENTATIONS, "the pieces have 91 orientations");
    forms
}

const fn listed(forms: &[Form], from: usize, to: usize, silhouette: Silhouette) -> bool {
    let mut at = from;
    while at < to {
        if forms[at].silhouette.same(silhouette) {
            return true;
        }
        at += 1;
    }
    false
}
