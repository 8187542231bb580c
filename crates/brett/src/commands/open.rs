//! `brett` alone: a server for one person, and the browser that shows it.

use std::{
    fs, io,
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum, builder::PossibleValue};
use framework::Text;
use server::{Config, ServeError, Server};

use super::serve;
use crate::{Exit, context::Context, workshop::Workshop};

/// How many ports are tried, from the usual one, until any that is free will do.
const PORTS: u16 = 10;

/// The file in the folder that tells where its server listens.
const ADDRESS: &str = "address";

/// The folder below the data in which the workshop keeps its evolutions.
const WORKSHOP: &str = "workshop";

/// How long a server on this machine may take to take a call.
const NEARBY: Duration = Duration::from_secs(1);

/// How Brettwerk starts when no command is given.
#[derive(Debug, Default, PartialEq, Eq, Args)]
#[command(next_help_heading = "Without a command")]
pub(crate) struct OpenArgs {
    #[command(flatten)]
    home: HomeArgs,
    /// The material of the boards when the page is opened [env: BRETT_THEME] [usually as was last chosen there]
    #[arg(long, value_enum)]
    theme: Option<Theme>,
    /// Light or dark when the page is opened [env: BRETT_APPEARANCE] [usually as was last chosen there]
    #[arg(long, value_enum)]
    appearance: Option<Appearance>,
}

/// Where Brettwerk for one person is found, and who shows it.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct HomeArgs {
    /// Only say the address; open no browser
    #[arg(long)]
    no_open: bool,
    /// The port to listen on; 0 takes a free one [usually 8731, or the next one that is free]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The folder in which everything is kept [env: BRETT_DATA] [usually ~/.local/share/brett]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

/// What boards are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Theme {
    Wood,
    Paper,
    Slate,
    #[value(name = "2006")]
    Of2006,
}

/// How bright the page is: as it says, or as the desktop is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Appearance {
    Light,
    Dark,
    System,
}

impl OpenArgs {
    /// Makes sure that nothing was said for nothing.
    ///
    /// # Errors
    /// If there are options that only count without a command.
    pub(crate) fn check_unused(&self) -> anyhow::Result<()> {
        if *self != Self::default() {
            bail!(
                "--no-open, --port, --data, --theme and --appearance before a command have no meaning; \
                 leave them out or the command"
            );
        }
        Ok(())
    }

    /// What the address of the page says about its looks.
    fn looks(&self, ctx: &Context<'_, '_>) -> anyhow::Result<String> {
        let theme = chosen(self.theme, "theme", "BRETT_THEME", ctx)?;
        let appearance = chosen(self.appearance, "appearance", "BRETT_APPEARANCE", ctx)?;
        let looks: Vec<_> = [appearance, theme].into_iter().flatten().collect();
        Ok(if looks.is_empty() { String::new() } else { format!("/?{}", looks.join("&")) })
    }
}

/// What was chosen by an option or else by a variable, as a part of an address.
fn chosen<T: ValueEnum>(
    option: Option<T>,
    name: &str,
    variable: &str,
    ctx: &Context<'_, '_>,
) -> anyhow::Result<Option<String>> {
    let option = match (option, ctx.console.variable(variable)) {
        (None, Some(text)) => Some(T::from_str(&text, true).map_err(|_| {
            let known: Vec<_> = T::value_variants().iter().filter_map(T::to_possible_value).collect();
            let known: Vec<_> = known.iter().map(PossibleValue::get_name).collect();
            anyhow!("{variable} is {text:?}; choose one of {}", known.join(", "))
        })?),
        (option, _) => option,
    };
    let value = option.and_then(|value| value.to_possible_value());
    Ok(value.map(|value| format!("{name}={}", value.get_name())))
}

/// Serves one person on this machine until they have enough.
///
/// # Errors
/// If the folder or every port cannot be used.
pub(crate) fn run(args: &OpenArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let looks = args.looks(ctx)?;
    run_at(&looks, &args.home, ctx)
}

/// Serves one person on this machine, and shows them the page at a path; if it is served already, only shows it.
///
/// # Errors
/// If the folder or every port cannot be used.
pub(super) fn run_at(path: &str, home: &HomeArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let data = home.data.clone().or_else(|| ctx.console.variable("BRETT_DATA").map(PathBuf::from));
    let data = match data {
        Some(data) => data,
        None => serve::usual_folder(ctx)?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = match listen(home.port, &data, ctx).await {
            Ok(server) => {
                let workshop = Workshop::new(ctx.games, data.join(WORKSHOP));
                server.with_pages(web::pages()).with_local_shutdown().with_workshop(workshop.routes())
            }
            Err(ServeError::InUse(folder)) => match running(&folder) {
                Some(address) => return tell(address, path, home, ctx).map(|()| Exit::Fine),
                None => bail!(ServeError::InUse(folder)),
            },
            Err(error) => bail!(error),
        };
        // Only a convenience for whoever starts Brettwerk twice: without it they are told that it runs.
        let _ = fs::write(data.join(ADDRESS), server.address().to_string());
        // Whoever has read where it is may end it at once.
        let stop = serve::told_to_stop()?;
        tell(server.address(), path, home, ctx)?;
        let end = Text::fixed("Ctrl-C ends it; nothing is lost.", "Strg-C beendet es; nichts geht verloren.");
        writeln!(ctx.console.out, "{}", end.in_language(ctx.style.language))?;
        ctx.console.out.flush()?;
        server.serve(stop).await?;
        Ok(Exit::Fine)
    })
}

/// Opens the folder and the first port that is free.
pub(super) async fn listen(
    port: Option<u16>,
    data: &Path,
    ctx: &Context<'_, '_>,
) -> Result<Server, ServeError> {
    let usual = serve::LISTEN.port();
    let ports = port.map_or_else(|| (usual..usual + PORTS).chain([0]).collect(), |port| vec![port]);
    let mut tried = None;
    for port in ports {
        let listen = SocketAddr::new(serve::LISTEN.ip(), port);
        let engine_threads = serve::usual_threads();
        let config = Config {
            listen,
            data: data.to_owned(),
            engine_threads,
            engine_memory: server::default_engine_memory(engine_threads),
            // Nobody else waits for these threads.
            ponder: true,
            origins: Vec::new(),
            proxies: Vec::new(),
            originals: server::Originals::default(),
            per_address: None,
            // Nobody else can reach this server, so it takes its owner wherever they could go without it.
            visits: visits::Visits::Anywhere,
            detached_visit_timeout: visits::DETACHED_VISIT_TIMEOUT,
            audit_notes: None,
        };
        match Server::open(&config, ctx.games).await {
            Err(ServeError::Listen { address, error }) if error.kind() == io::ErrorKind::AddrInUse => {
                tried = Some(ServeError::Listen { address, error });
            }
            other => return other,
        }
    }
    Err(tried.expect("at least one port was tried, and every other end has returned"))
}

/// The address of the server that uses the folder already, if it answers.
fn running(folder: &Path) -> Option<SocketAddr> {
    let address = fs::read_to_string(folder.join(ADDRESS)).ok()?.trim().parse().ok()?;
    TcpStream::connect_timeout(&address, NEARBY).ok().map(|_| address)
}

/// Says where Brettwerk is, and shows it.
fn tell(address: SocketAddr, path: &str, home: &HomeArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
    announce(&format!("http://{address}{path}"), !home.no_open, ctx)
}

/// Says an address and, if wanted, shows it in the browser.
pub(super) fn announce(url: &str, opens: bool, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
    let sentence = Text::new(format!("Brettwerk runs at {url}"), format!("Brettwerk läuft unter {url}"));
    writeln!(ctx.console.out, "{}", sentence.in_language(ctx.style.language))?;
    ctx.console.out.flush()?;
    if opens && !show(url) {
        let sentence = Text::fixed("Open this address in a browser.", "Diese Adresse im Browser öffnen.");
        writeln!(ctx.console.out, "{}", sentence.in_language(ctx.style.language))?;
    }
    Ok(())
}

/// Asks the desktop to show an address, and tells whether there was one to ask.
fn show(url: &str) -> bool {
    let (program, args): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let quiet = || Stdio::null();
    Command::new(program).args(args).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn().is_ok()
}
