//! Moves and positions as text.
//!
//! - [`play`]: plays as people write them, `8/5(2) 6/4*`;
//! - [`decision`]: everything that can happen, from `31` to `beaver`;
//! - [`gnu_id`]: GNU Backgammon's position and match ids, which our own position text is made of;
//! - [`mat`]: whole matches in the form of `.mat` files;
//! - [`xgid`]: eXtreme Gammon's ids;
//! - [`original`]: the boards and turns of the 2006 program.

pub mod decision;
pub mod gnu_id;
pub mod mat;
pub mod original;
pub mod play;
pub mod position;
pub mod xgid;
