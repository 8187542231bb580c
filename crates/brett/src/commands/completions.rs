//! `brett completions`: what a shell needs to complete the words of `brett`.

use std::io;

use clap::Args;
use clap_complete::Shell;
use serde::Serialize;

use crate::{
    Exit, args,
    context::{Context, Report},
    page::Page,
};

/// Print a script with which a shell completes the words of brett
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett completions bash > ~/.local/share/bash-completion/completions/brett\n  \
                  brett completions fish > ~/.config/fish/completions/brett.fish"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script for a shell.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn run(args: &CompletionsArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(ctx.games), "brett", &mut script);
    let script = String::from_utf8(script)?;
    ctx.answer(&Script { shell: args.shell.to_string(), script })?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Script {
    shell: String,
    script: String,
}

impl Report for Script {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.block(&self.script)
    }
}
