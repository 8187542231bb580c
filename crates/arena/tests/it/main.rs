//! The arena as a whole.

mod journals;
mod playing;
mod simulations;
