//! Short codes for frequent scores.

use std::{cmp::Reverse, collections::BinaryHeap};

/// The longest code that is read; one of this length would need more openings than any board has in a chapter.
pub(super) const MAX_LENGTH: usize = 48;

/// Codes of bits for scores, none of which begins with another: the more frequent a score, the shorter its code.
///
/// Codes of one length are consecutive numbers in the order of their scores, and follow those of smaller lengths; so
/// the lengths say everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Code {
    /// In the order of their codes.
    scores: Vec<i8>,
    /// By length, from 0 on.
    n_of_length: Vec<u32>,
}

impl Code {
    /// The code that makes these scores shortest; there must be at least one.
    pub(super) fn of_scores(scores: &[i8]) -> Self {
        let mut counts = [0_u64; 256];
        scores.iter().for_each(|&score| counts[usize::from(score.cast_unsigned())] += 1);
        let distinct: Vec<i8> =
            (i8::MIN..=i8::MAX).filter(|score| 0 < counts[usize::from(score.cast_unsigned())]).collect();
        let weights: Vec<u64> =
            distinct.iter().map(|score| counts[usize::from(score.cast_unsigned())]).collect();
        let lengths = code_lengths(&weights);
        Self::from_lengths(distinct.into_iter().zip(lengths).collect()).expect("a tree makes a complete code")
    }

    /// The code with these lengths; `None` if there is none, or it has gaps.
    pub(super) fn from_lengths(mut lengths: Vec<(i8, usize)>) -> Option<Self> {
        lengths.sort_unstable_by_key(|&(score, length)| (length, score));
        let longest = lengths.last()?.1;
        if MAX_LENGTH < longest {
            return None;
        }
        let mut n_of_length = vec![0; longest + 1];
        lengths.iter().for_each(|&(_, length)| n_of_length[length] += 1);
        // Every code of length L takes one in 2^L of all endless rows of bits; together they must take all.
        let taken: u64 = lengths.iter().map(|&(_, length)| 1_u64 << (MAX_LENGTH - length)).sum();
        let is_complete = taken == 1 << MAX_LENGTH;
        is_complete
            .then(|| Self { scores: lengths.into_iter().map(|(score, _)| score).collect(), n_of_length })
    }

    /// Every score with the length of its code.
    pub(super) fn lengths(&self) -> impl ExactSizeIterator<Item = (i8, usize)> {
        let lengths = self.n_of_length.iter().enumerate();
        let lengths: Vec<usize> =
            lengths.flat_map(|(length, &count)| (0..count).map(move |_| length)).collect();
        self.scores.iter().copied().zip(lengths)
    }

    /// The length of the longest code.
    pub(super) fn longest(&self) -> usize {
        self.n_of_length.len() - 1
    }

    /// Every score with its code, the first bit first.
    pub(super) fn codes(&self) -> Vec<(i8, Vec<bool>)> {
        let (mut next, mut length_before) = (0_u64, 0);
        let code = |(score, length): (i8, usize)| {
            next <<= length - length_before;
            let bits = (0..length).rev().map(|place| next >> place & 1 == 1).collect();
            (next, length_before) = (next + 1, length);
            (score, bits)
        };
        self.lengths().map(code).collect()
    }

    /// The score whose code the bits begin with, the lowest bit first.
    #[inline]
    pub(super) fn read(&self, mut bits: u64) -> i8 {
        let (mut code, mut first, mut n_shorter) = (0, 0, 0);
        for &count in &self.n_of_length {
            if code - first < count {
                return self.scores[(n_shorter + code - first) as usize];
            }
            n_shorter += count;
            first = (first + count) << 1;
            code = code << 1 | (bits & 1) as u32;
            bits >>= 1;
        }
        // A code without gaps never comes here.
        self.scores[0]
    }
}

/// How long a code each weight gets: the two lightest are joined until all are one tree (Huffman 1952).
fn code_lengths(weights: &[u64]) -> Vec<usize> {
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> =
        weights.iter().enumerate().map(|(idx, &weight)| Reverse((weight, idx))).collect();
    let mut parents = vec![0; weights.len()];
    while let (Some(Reverse((light, left))), Some(Reverse((heavy, right)))) = (heap.pop(), heap.pop()) {
        let joined = parents.len();
        (parents[left], parents[right]) = (joined, joined);
        parents.push(joined);
        heap.push(Reverse((light + heavy, joined)));
    }
    let root = parents.len() - 1;
    let length = |leaf: usize| {
        let mut at = leaf;
        let mut length = 0;
        while at != root {
            (at, length) = (parents[at], length + 1);
        }
        length
    };
    (0..weights.len()).map(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits_of(code: &[bool]) -> u64 {
        code.iter().rev().fold(0, |bits, &bit| bits << 1 | u64::from(bit))
    }

    #[test]
    fn every_code_is_read_back_whatever_follows() {
        let scores: Vec<i8> = (0..200).map(|idx: i32| (idx.trailing_zeros() as i8) - 3).collect();
        let code = Code::of_scores(&scores);
        for (score, bits) in code.codes() {
            for rest in [0, u64::MAX, 0xA5A5_A5A5] {
                assert_eq!(code.read(bits_of(&bits) | rest << bits.len()), score);
            }
        }
        assert_eq!(Code::from_lengths(code.lengths().collect()), Some(code));
    }

    #[test]
    fn frequent_scores_have_short_codes() {
        let scores = [vec![5; 8], vec![-1; 4], vec![0; 2], vec![7; 2]].concat();
        let lengths: Vec<(i8, usize)> = Code::of_scores(&scores).lengths().collect();
        assert_eq!(lengths, [(5, 1), (-1, 2), (0, 3), (7, 3)]);
    }

    #[test]
    fn a_single_score_needs_no_bits() {
        let code = Code::of_scores(&[3, 3]);
        assert_eq!((code.longest(), code.read(u64::MAX)), (0, 3));
    }

    #[test]
    fn lengths_that_leave_gaps_or_collide_are_no_code() {
        assert_eq!(Code::from_lengths(vec![]), None);
        assert_eq!(Code::from_lengths(vec![(0, 1), (1, 2)]), None);
        assert_eq!(Code::from_lengths(vec![(0, 1), (1, 1), (2, 1)]), None);
        assert_eq!(Code::from_lengths(vec![(0, MAX_LENGTH + 1), (1, 1)]), None);
    }
}
