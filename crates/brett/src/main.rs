//! The program `brett`.

use std::{
    io::{self, BufWriter, IsTerminal},
    process::ExitCode,
    time::Instant,
};

use brett::Console;

fn main() -> ExitCode {
    let started = Instant::now();
    let mut console = Console {
        input: &mut io::stdin(),
        input_is_terminal: io::stdin().is_terminal(),
        out: &mut BufWriter::new(io::stdout()),
        err: &mut io::stderr(),
        out_is_terminal: io::stdout().is_terminal(),
        err_is_terminal: io::stderr().is_terminal(),
        variable: &|name| std::env::var(name).ok(),
        clock: &|| started.elapsed(),
    };
    brett::run(catalog::GAMES, std::env::args_os(), &mut console).into()
}
