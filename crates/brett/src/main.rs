//! The program `brett`.

use std::process::ExitCode;

fn main() -> ExitCode {
    brett::main(catalog::GAMES)
}
