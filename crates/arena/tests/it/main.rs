//! The arena as a whole.

mod evolving;
mod journals;
mod playing;
mod simulations;
