//! Positions with what they are worth, from which weights are learned.

use super::bitboard::Bitboard;

/// How many bytes a label takes in a file.
pub const LABEL_BYTES: usize = 18;

/// In what scores of labels count: eighths of a disc, so that the mean of two searches has a place.
pub const LABEL_UNITS_PER_DISC: i32 = 8;

/// A position, what it is worth to the player to move, and a best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// The position.
    pub board: Bitboard,
    /// Its score in [`LABEL_UNITS_PER_DISC`]ths of a disc, from −512 to 512.
    pub score: i16,
    /// The square of a best move, below 64.
    pub best: u8,
}

impl Label {
    /// The largest score, and one more than the largest that fits: a wipe-out is stored as the number below it.
    const MAX_SCORE: i16 = 512;

    /// The bytes of a label: both words of the board, lowest byte first, and then ten bits of the score and six of the
    /// move.
    #[must_use]
    pub fn to_bytes(self) -> [u8; LABEL_BYTES] {
        let mut bytes = [0; LABEL_BYTES];
        bytes[..8].copy_from_slice(&self.board.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opp.to_le_bytes());
        let score = self.score.clamp(-Self::MAX_SCORE, Self::MAX_SCORE - 1).cast_unsigned() & 0x3ff;
        bytes[16..].copy_from_slice(&(score | u16::from(self.best & 63) << 10).to_le_bytes());
        bytes
    }

    /// Reads a label; `None` if two discs lie on one square.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; LABEL_BYTES]) -> Option<Self> {
        let word = |at: usize| (0..8).fold(0, |word, byte| word | u64::from(bytes[at + byte]) << (8 * byte));
        let board = Bitboard { own: word(0), opp: word(8) };
        let rest = u16::from_le_bytes([bytes[16], bytes[17]]);
        // The sign is the highest of ten bits.
        let score = (rest << 6).cast_signed() >> 6;
        let score = if score == Self::MAX_SCORE - 1 { Self::MAX_SCORE } else { score };
        (board.own & board.opp == 0).then_some(Self { board, score, best: (rest >> 10) as u8 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_and_move_survives_and_overlapping_discs_are_refused() {
        let board = Bitboard { own: 0x0123_4567_89ab_cdef, opp: 0xfedc_ba98_7654_3210 };
        for score in (-512..=512).filter(|&score| score != 511) {
            for best in [0, 17, 63] {
                let label = Label { board, score, best };
                assert_eq!(Label::from_bytes(&label.to_bytes()), Some(label));
            }
        }
        let label = Label { board: Bitboard { own: 1, opp: 1 }, score: 0, best: 0 };
        assert_eq!(Label::from_bytes(&label.to_bytes()), None);
    }
}
