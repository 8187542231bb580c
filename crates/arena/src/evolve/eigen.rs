//! The axes of a symmetric matrix.

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// The axes of a symmetric matrix and how long they are.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axes {
    /// The values, in no order.
    pub(super) values: Vec<f64>,
    /// The unit vectors that belong to them, each a column.
    pub(super) vectors: Matrix,
}

/// No sweep is needed any more long before; it only bounds what broken numbers can cost.
const MAX_SWEEPS: usize = 64;

/// Finds the axes by Jacobi's rotations, which are simple, exact to the last digits, and fast enough for the few
/// dozen dimensions of an evaluation.
pub(super) fn axes(matrix: &Matrix) -> Axes {
    let n = matrix.len();
    let mut rotated = matrix.clone();
    let mut vectors = identity(n);
    for _ in 0..MAX_SWEEPS {
        let off_diagonal: f64 = (0..n)
            .flat_map(|row| (0..row).map(move |column| (row, column)))
            .map(|(row, column)| rotated[row][column].powi(2))
            .sum();
        let diagonal: f64 = (0..n).map(|idx| rotated[idx][idx].powi(2)).sum();
        if off_diagonal <= diagonal * 1e-30 || !off_diagonal.is_finite() {
            break;
        }
        for row in 1..n {
            for column in 0..row {
                rotate(&mut rotated, &mut vectors, row, column);
            }
        }
    }
    Axes { values: (0..n).map(|idx| rotated[idx][idx]).collect(), vectors }
}

/// The matrix that changes nothing.
pub(super) fn identity(n: usize) -> Matrix {
    (0..n).map(|row| (0..n).map(|column| f64::from(u8::from(row == column))).collect()).collect()
}

/// Turns two axes so that the entry which mixes them becomes zero.
fn rotate(matrix: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let mixed = matrix[p][q];
    if mixed == 0.0 {
        return;
    }
    let ratio = (matrix[q][q] - matrix[p][p]) / (2.0 * mixed);
    // The smaller of the two angles that do it.
    let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turned = |one: f64, other: f64| (cosine * one - sine * other, sine * one + cosine * other);
    for row in matrix.iter_mut().chain(vectors) {
        (row[p], row[q]) = turned(row[p], row[q]);
    }
    // The caller goes through the lower triangle, so that `q` is the upper row.
    let (above, below) = matrix.split_at_mut(p);
    for (lower, upper) in below[0].iter_mut().zip(&mut above[q]) {
        (*lower, *upper) = turned(*lower, *upper);
    }
}

#[cfg(test)]
mod tests {
    use framework::Rng;

    use super::*;

    #[test]
    fn the_axes_of_a_known_matrix_are_found() {
        let found = axes(&vec![vec![2.0, 1.0], vec![1.0, 2.0]]);
        let mut values = found.values;
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-14 && (values[1] - 3.0).abs() < 1e-14, "{values:?}");
    }

    #[test]
    fn axes_and_lengths_make_up_the_matrix_again() {
        let mut rng = Rng::from_seed(1);
        for n in [1, 2, 5, 13, 30] {
            let half: Matrix = (0..n).map(|_| (0..n).map(|_| rng.unit() - 0.5).collect()).collect();
            let entry = |row: usize, column: usize| (0..n).map(|k| half[row][k] * half[column][k]).sum();
            let matrix: Matrix =
                (0..n).map(|row| (0..n).map(|column| entry(row, column)).collect()).collect();
            let Axes { values, vectors } = axes(&matrix);
            for row in 0..n {
                for column in 0..n {
                    let again: f64 = (0..n).map(|k| vectors[row][k] * values[k] * vectors[column][k]).sum();
                    assert!((again - matrix[row][column]).abs() < 1e-12, "{n} dimensions");
                }
            }
            assert!(values.iter().all(|&value| -1e-12 < value), "{values:?}");
        }
    }
}
