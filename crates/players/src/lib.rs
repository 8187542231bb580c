//! Players at work: what answers "which move?" outside a search.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`runner`] | engines of ours on a thread of their own, with a clock, a way to interrupt them, and pondering |
//! | [`external`] | players outside this process: another program over GTP, or the writer of a text file |
//! | [`gtp`] | the Go Text Protocol for any game, as the side that answers |
//! | [`cpu_time()`] | the processor time that this process has used |

#![forbid(unsafe_code)]

mod cpu_time;
pub mod external;
pub mod gtp;
pub mod runner;

pub use self::cpu_time::cpu_time;
