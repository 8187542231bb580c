//! Players of other times, rebuilt as they were: measures of how far ours have come.
//!
//! They are never improved; what looks like a mistake in them is theirs.

pub mod welfenlab_2006;
