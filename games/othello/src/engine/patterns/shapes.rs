//! The squares of the patterns, and which of their numbers share a weight.

use std::sync::LazyLock;

/// How many shapes there are.
pub const N_SHAPES: usize = 16;
/// Each shape in four places.
pub const N_PATTERNS: usize = 4 * N_SHAPES;
/// The most squares of a shape: three to the power of it fits 16 bits.
const MAX_SQUARES: usize = 10;

/// The squares of each shape in its first place; the others follow by quarter turns.
///
/// Lines through the board tell about mobility, the corner shapes about stable discs, and the bands between them join
/// both. Every shape is symmetric to an axis or a diagonal; a test checks it.
pub(super) const SHAPES: [&str; N_SHAPES] = [
    // Edges: with both diagonal neighbors of the corners, in blocks, without corners.
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "b1 c1 d1 e1 f1 g1 b2 c2 f2 g2",
    // Rows below the edge.
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    // From the middle of an edge to the center.
    "d1 e1 c2 d2 e2 f2 c3 d3 e3 f3",
    // Corners: a block, two triangles, a line around the diagonal neighbor.
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5",
    "a1 b2 c2 d2 e2 f2 b3 b4 b5 b6",
    // The long diagonal, alone and as a band.
    "a1 b2 c3 d4 e5 f6 g7 h8 b1 a2",
    "a1 b2 c3 d4 b1 a2 c2 b3 d3 c4",
    // The diagonals beside it, with what their ends touch.
    "b1 c2 d3 e4 f5 g6 h7 a1 h8",
    "c1 d2 e3 f4 g5 h6 b1 h7 b2 g7",
    "d1 e2 f3 g4 h5 e1 f2 g3 h4 h1",
];

/// The squares of a shape in the order of their digits, the first one the highest.
#[derive(Clone, Copy)]
struct Shape {
    squares: [u8; MAX_SQUARES],
    len: usize,
}

const fn parse(text: &str) -> Shape {
    let bytes = text.as_bytes();
    let mut shape = Shape { squares: [0; MAX_SQUARES], len: 0 };
    let mut at = 0;
    while at < bytes.len() {
        shape.squares[shape.len] = (bytes[at + 1] - b'1') * 8 + (bytes[at] - b'a');
        shape.len += 1;
        at += 3;
    }
    shape
}

const PARSED: [Shape; N_SHAPES] = {
    let mut parsed = [Shape { squares: [0; MAX_SQUARES], len: 0 }; N_SHAPES];
    let mut shape_idx = 0;
    while shape_idx < N_SHAPES {
        parsed[shape_idx] = parse(SHAPES[shape_idx]);
        shape_idx += 1;
    }
    parsed
};

/// The square after a number of quarter turns.
const fn turned(square: u8, turns: usize) -> u8 {
    let (mut column, mut row) = (square % 8, square / 8);
    let mut turn = 0;
    while turn < turns {
        (column, row) = (7 - row, column);
        turn += 1;
    }
    row * 8 + column
}

/// What a digit on a square adds to the number of each pattern.
pub(super) static STEPS: [[u16; N_PATTERNS]; 64] = {
    let mut steps = [[0; N_PATTERNS]; 64];
    let mut pattern_idx = 0;
    while pattern_idx < N_PATTERNS {
        let shape = PARSED[pattern_idx / 4];
        let mut step = 1_u16;
        let mut digit = shape.len;
        while 0 < digit {
            digit -= 1;
            steps[turned(shape.squares[digit], pattern_idx % 4) as usize][pattern_idx] = step;
            step = step.wrapping_mul(3);
        }
        pattern_idx += 1;
    }
    steps
};

/// The largest number of each pattern.
pub(super) static LARGEST: [u16; N_PATTERNS] = {
    let mut largest = [0; N_PATTERNS];
    let mut pattern_idx = 0;
    while pattern_idx < N_PATTERNS {
        largest[pattern_idx] = (n_numbers(pattern_idx / 4) - 1) as u16;
        pattern_idx += 1;
    }
    largest
};

/// How many different things a shape can show.
pub(super) const fn n_numbers(shape_idx: usize) -> usize {
    3_usize.pow(PARSED[shape_idx].len as u32)
}

/// Where the weights of each shape begin in a table for all numbers, and at the end where the last one ends.
pub(super) const OFFSETS: [usize; N_SHAPES + 1] = {
    let mut offsets = [0; N_SHAPES + 1];
    let mut shape_idx = 0;
    while shape_idx < N_SHAPES {
        offsets[shape_idx + 1] = offsets[shape_idx] + n_numbers(shape_idx);
        shape_idx += 1;
    }
    offsets
};

/// The length of a table for all numbers of all shapes.
pub(super) const TABLE_LEN: usize = OFFSETS[N_SHAPES];

/// For each number of each shape the weight that it shares with its mirror image.
pub(super) struct Folding {
    /// Indexed as a table for all numbers.
    pub(super) weight: Vec<u32>,
    /// Where the weights of each shape begin, and at the end where the last one ends.
    pub(super) offsets: [usize; N_SHAPES + 1],
}

pub(super) static FOLDING: LazyLock<Folding> = LazyLock::new(|| {
    let mut weight = vec![0; TABLE_LEN];
    let mut offsets = [0; N_SHAPES + 1];
    let mut n_weights = 0;
    for shape_idx in 0..N_SHAPES {
        offsets[shape_idx] = n_weights;
        let mirror = mirror_steps(shape_idx);
        for number in 0..n_numbers(shape_idx) {
            let image = mirrored(number, &mirror);
            weight[OFFSETS[shape_idx] + number] = if image < number {
                weight[OFFSETS[shape_idx] + image]
            } else {
                n_weights += 1;
                n_weights as u32 - 1
            };
        }
    }
    offsets[N_SHAPES] = n_weights;
    Folding { weight, offsets }
});

/// How many weights all patterns have, mirror images counted once.
#[must_use]
pub fn folded_len() -> usize {
    FOLDING.offsets[N_SHAPES]
}

/// The index of the weight for what a pattern shows, below [`folded_len`].
#[must_use]
pub fn folded_pattern_weight(pattern_idx: usize, number: u16) -> u32 {
    FOLDING.weight[OFFSETS[pattern_idx / 4] + usize::from(number)]
}

/// What each digit of a shape, the lowest first, adds to the number of the mirror image.
fn mirror_steps(shape_idx: usize) -> Vec<usize> {
    let Shape { squares, len } = PARSED[shape_idx];
    let squares = &squares[..len];
    type Reflection = fn(u8, u8) -> (u8, u8);
    let axes: [Reflection; 3] =
        [|column, row| (7 - column, row), |column, row| (row, column), |column, row| (7 - row, 7 - column)];
    let image = |axis: Reflection, square: u8| {
        let (column, row) = axis(square % 8, square / 8);
        squares.iter().position(|&other| other == row * 8 + column)
    };
    let digits = axes
        .into_iter()
        .find_map(|axis| squares.iter().map(|&square| image(axis, square)).collect::<Option<Vec<_>>>())
        .expect("every shape is symmetric");
    digits.into_iter().rev().map(|digit| 3_usize.pow((len - 1 - digit) as u32)).collect()
}

fn mirrored(mut number: usize, steps: &[usize]) -> usize {
    let mut image = 0;
    for step in steps {
        image += number % 3 * step;
        number /= 3;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_lies_in_four_different_places_with_all_its_squares() {
        let mut places: Vec<Vec<usize>> = (0..N_PATTERNS)
            .map(|pattern_idx| (0..64).filter(|&square| STEPS[square][pattern_idx] != 0).collect())
            .collect();
        for (pattern_idx, squares) in places.iter().enumerate() {
            assert_eq!(squares.len(), PARSED[pattern_idx / 4].len, "{pattern_idx}");
        }
        places.sort();
        places.dedup();
        assert_eq!(places.len(), N_PATTERNS);
        for (square, steps) in STEPS.iter().enumerate() {
            assert!(6 <= steps.iter().filter(|&&step| step != 0).count(), "square {square}");
        }
    }

    #[test]
    fn mirror_images_share_a_weight_and_others_do_not() {
        for shape_idx in 0..N_SHAPES {
            let steps = mirror_steps(shape_idx);
            let weights = &FOLDING.weight[OFFSETS[shape_idx]..OFFSETS[shape_idx + 1]];
            let mut n_users = vec![0; FOLDING.offsets[shape_idx + 1] - FOLDING.offsets[shape_idx]];
            let mut n_own_images = 0;
            for (number, &weight) in weights.iter().enumerate() {
                let image = mirrored(number, &steps);
                assert_eq!(mirrored(image, &steps), number);
                assert_eq!(weights[image], weight);
                n_own_images += usize::from(image == number);
                n_users[weight as usize - FOLDING.offsets[shape_idx]] += 1;
            }
            assert_eq!(n_users.iter().filter(|&&users| users == 1).count(), n_own_images);
            assert!(n_users.iter().all(|users| (1..=2).contains(users)));
        }
    }
}
