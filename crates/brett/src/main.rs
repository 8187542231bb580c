//! The program `brett`.

use std::process::ExitCode;

/// The allocator of musl has one lock for all threads, which a server and a search with several threads feel.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    brett::main(catalog::GAMES)
}
