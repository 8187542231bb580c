//! The formats of other programs in which games are read and written.

mod blksgf;

use framework::{
    Text,
    formats::{Format, Holds},
};

/// The id of the game.
const BLOKUS: &str = "blokus";

/// All of them.
pub(crate) static FORMATS: [Format; 1] = [Format {
    id: "blksgf",
    name: Text::fixed("Blokus games of Pentobi", "Blokus-Partien von Pentobi"),
    holds: Holds::Games,
    extensions: &["blksgf"],
    companions: &[],
    looks_like: blksgf::looks_like,
    read: blksgf::read,
    write: Some(blksgf::write),
}];
