//! The command line `brett`, as a library: the program itself only hands over the catalog and the console.
//!
//! It works for any list of games, so a game outside the catalog gets every command as well:
//!
//! ```
//! use brett::{Console, Exit};
//!
//! let mut out = Vec::new();
//! let mut console = Console {
//!     input: &mut std::io::empty(),
//!     input_is_terminal: false,
//!     out: &mut out,
//!     err: &mut std::io::sink(),
//!     out_is_terminal: false,
//!     err_is_terminal: false,
//!     variable: &|_| None,
//!     clock: &|| std::time::Duration::ZERO,
//! };
//! let exit = brett::run(&[nim::ENTRY], ["brett", "legal", "nim", "2-1"], &mut console);
//! assert_eq!(exit, Exit::Fine);
//! assert_eq!(String::from_utf8_lossy(&out), "2-1 is legal\n");
//! ```
//!
//! Every command is one file in `commands/`. It reads its arguments, makes a report, and the report is
//! written as text for people or as JSON for programs. There are no rules of any game here.

#![forbid(unsafe_code)]

mod args;
mod choice;
mod commands;
mod console;
mod context;
mod foreign;
mod game_command;
mod help;
mod input;
mod interrupts;
mod keyboard;
mod limits;
mod move_list;
mod nboard;
mod number;
mod output;
mod own_address;
mod page;
mod run;
mod scratch;
mod term_table;
mod tolerance;
mod value;
mod weights;
mod workers;
mod workshop;

pub use console::Console;
pub use run::{Exit, main, run};
