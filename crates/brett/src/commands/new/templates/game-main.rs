//! The program: everything that `brett` can do, for this game and the usual ones.

use std::process::ExitCode;

fn main() -> ExitCode {
    brett::main(&[&[tictactoe::ENTRY], catalog::GAMES].concat())
}
