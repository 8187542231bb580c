//! `brett serve`: a server for others.

mod check;
mod originals;

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
    thread,
};

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use serde::Deserialize;
use server::{AuditNotes, Config, Server, TrustedProxy, default_engine_memory};
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};
use visits::{AllowedHost, Visits};

use self::check::CheckReport;
use crate::{Exit, context::Context, number::number_in, own_address::from_outside};

/// Where the server listens unless something else is said: only this machine can reach it there.
pub(super) const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8731);

/// What is logged unless something else is said.
const LOG: &str = "info";

/// How many megabytes computer players may be given: the strongest fits into the least.
const ENGINE_MEMORY_MB: RangeInclusive<u32> = 256..=1_048_576;

/// Host games for others over HTTP and WebSocket
///
/// What is not given on the command line is taken from the variables of the environment, then from the file, and
/// then has its usual value. The server listens on this machine alone unless --listen says otherwise; put a proxy
/// with TLS before it to reach it from elsewhere. It stops by SIGTERM or Ctrl-C within five seconds and loses
/// nothing, however it ends.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett serve\n  brett serve --listen 0.0.0.0:8731 --data /var/lib/brett\n  \
                  brett serve --config brett.toml --check"
)]
pub(crate) struct ServeArgs {
    /// The address and port to listen on; port 0 takes a free one [env: BRETT_LISTEN] [usually 127.0.0.1:8731]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// The folder in which everything is kept [env: BRETT_DATA] [usually ~/.local/share/brett]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// How many threads think for computer players; those that would rest help the others
    /// [env: BRETT_ENGINE_THREADS] [usually all cores but one]
    #[arg(long, value_name = "N", value_parser = number_in(1..=256_u16))]
    engine_threads: Option<u16>,
    /// How many megabytes of memory computer players may take in all; those that do not fit wait for others
    /// [env: BRETT_ENGINE_MEMORY] [usually 256, and 128 more for each engine thread]
    #[arg(long, value_name = "MB", value_parser = number_in(ENGINE_MEMORY_MB))]
    engine_memory: Option<u32>,
    /// Let tables choose that computer players think while a person decides, on engine threads that nobody needs at
    /// that moment; it costs electricity [env: BRETT_PONDER] [usually off]
    #[arg(long)]
    ponder: bool,
    /// A page that may connect besides the server's own, as in https://games.example; may be given several times
    /// [env: BRETT_ORIGINS, separated by spaces]
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// How many connections one address may have [env: BRETT_PER_ADDRESS] [usually 100, any number from this machine,
    /// because a proxy on it brings everybody, and 8 on each port of an original protocol]
    #[arg(long, value_name = "N", value_parser = number_in(1..=1_000_000_u32))]
    per_address: Option<u32>,
    /// A proxy, or a network as in 10.0.0.0/8, that tells where requests come from; may be given several times
    /// [env: BRETT_TRUSTED_PROXIES, separated by spaces]
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    trusted_proxies: Vec<TrustedProxy>,
    /// A server of an original program on which people may play from their browsers, as games.example or
    /// 10.0.0.7:30167; without a port its usual ones; may be given several times or with commas
    /// [env: BRETT_VISITS, separated by spaces] [usually none, so that nobody gets into your network through the server]
    #[arg(long, value_name = "HOST", value_delimiter = ',')]
    visits: Vec<AllowedHost>,
    /// A file to which the head of the audit chain is added every minute, so that brett admin check --head can show
    /// that nobody has cut or rewritten the database; best on another machine [env: BRETT_AUDIT_HEAD] [usually none]
    #[arg(long, value_name = "FILE")]
    audit_head: Option<PathBuf>,
    /// A file with a secret of at least 16 bytes by which those lines are signed [env: BRETT_AUDIT_KEY] [usually none]
    #[arg(long, value_name = "FILE")]
    audit_key: Option<PathBuf>,
    /// What is logged to standard error: error, warn, info, debug, trace, or a filter such as server=debug
    /// [env: BRETT_LOG] [usually info]
    #[arg(long, value_name = "FILTER")]
    log: Option<String>,
    /// How it is logged [env: BRETT_LOG_FORMAT] [usually text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    log_format: Option<LogFormat>,
    /// A TOML file with the same names as these options [env: BRETT_CONFIG]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Only check the settings, the folder and the port, and say what would be used
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    originals: originals::OriginalArgs,
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogFormat {
    Text,
    Json,
}

/// What the file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Settings {
    listen: Option<SocketAddr>,
    data: Option<PathBuf>,
    engine_threads: Option<u16>,
    engine_memory: Option<u32>,
    ponder: Option<bool>,
    #[serde(default)]
    origins: Vec<String>,
    per_address: Option<u32>,
    #[serde(default)]
    trusted_proxies: Vec<String>,
    #[serde(default)]
    visits: Vec<String>,
    audit_head: Option<PathBuf>,
    audit_key: Option<PathBuf>,
    log: Option<String>,
    log_format: Option<LogFormat>,
    welfenlab: Option<SocketAddr>,
    welfenlab_fill: Option<String>,
    welfenlab_dialect: Option<String>,
    welfenlab_greeting: Option<String>,
    welfenlab_registered_only: Option<bool>,
    welfenlab_max_connections: Option<u32>,
    praktikum: Option<SocketAddr>,
    praktikum_player: Option<String>,
    praktikum_wait: Option<u16>,
    praktikum_layout: Option<String>,
    freebloks: Option<SocketAddr>,
    freebloks_game: Option<String>,
    freebloks_player: Option<String>,
    freebloks_people: Option<u8>,
    freebloks_pause: Option<u16>,
    freebloks_games: Option<u16>,
}

/// Everything that is settled before the server starts.
#[derive(Debug)]
struct ServePlan {
    config: Config,
    log: EnvFilter,
    log_format: LogFormat,
}

/// Serves until it is told to stop.
///
/// # Errors
/// If the settings, the folder or the port cannot be used.
pub(crate) fn run(args: &ServeArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let plan = plan(args, ctx)?;
    // Every player is a socket, and what shells allow is often a thousand.
    client::raise_descriptor_limit().context("the limit on open files cannot be raised")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        if !args.check {
            let text = fmt::layer().with_writer(std::io::stderr);
            let registry = tracing_subscriber::registry().with(plan.log);
            // Somebody else's log, such as that of a test, stays where it is.
            let _ = match plan.log_format {
                LogFormat::Text => registry.with(text).try_init(),
                LogFormat::Json => registry.with(text.json()).try_init(),
            };
        }
        if args.check {
            let checked = Server::check(&plan.config).await?;
            ctx.answer(&CheckReport::new(&checked, &plan.config))?;
            originals::warn(&checked.originals, &plan.config.originals, ctx)?;
            return Ok(Exit::Fine);
        }
        let server = Server::open(&plan.config, ctx.games).await?.with_pages(web::pages());
        // Whoever has read where it is may stop it at once.
        let stop = told_to_stop()?;
        writeln!(ctx.console.out, "listening on http://{}", server.address())?;
        if let Some(line) = told_to_others("http", server.address()) {
            writeln!(ctx.console.out, "{line}")?;
        }
        let originals = server.original_addresses();
        for &(protocol, address) in &originals {
            writeln!(ctx.console.out, "listening on {protocol}://{address}")?;
            if let Some(line) = told_to_others(protocol, address) {
                writeln!(ctx.console.out, "{line}")?;
            }
        }
        originals::warn(&originals, &plan.config.originals, ctx)?;
        ctx.console.out.flush()?;
        server.serve(stop).await?;
        Ok(Exit::Fine)
    })
}

/// What to type on other machines.
fn told_to_others(protocol: &str, address: SocketAddr) -> Option<String> {
    from_outside(address).map(|reached| format!("others connect to {protocol}://{reached}"))
}

/// Waits until somebody wants the server to stop.
#[cfg(unix)]
pub(super) fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Waits until somebody wants the server to stop.
#[cfg(not(unix))]
pub(super) fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a way to be told, it runs until it is ended.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Puts together what the arguments, the environment and the file say.
fn plan(args: &ServeArgs, ctx: &Context<'_, '_>) -> anyhow::Result<ServePlan> {
    let file = args.config.clone().or_else(|| ctx.console.variable("BRETT_CONFIG").map(PathBuf::from));
    let settings = file.as_deref().map(read).transpose()?.unwrap_or_default();
    let originals = args.originals.originals(ctx, &settings)?;
    let listen = args.listen.or(variable(ctx, "BRETT_LISTEN")?).or(settings.listen).unwrap_or(LISTEN);
    let data = args.data.clone().or(ctx.console.variable("BRETT_DATA").map(PathBuf::from)).or(settings.data);
    let data = match data {
        Some(data) => data,
        None => usual_folder(ctx)?,
    };
    let engine_threads =
        args.engine_threads.or(variable(ctx, "BRETT_ENGINE_THREADS")?).or(settings.engine_threads);
    let engine_memory =
        args.engine_memory.or(variable(ctx, "BRETT_ENGINE_MEMORY")?).or(settings.engine_memory);
    if let Some(wrong) = engine_memory.filter(|megabytes| !ENGINE_MEMORY_MB.contains(megabytes)) {
        let (least, most) = (ENGINE_MEMORY_MB.start(), ENGINE_MEMORY_MB.end());
        bail!("computer players cannot have {wrong} MB of memory; choose {least} to {most}");
    }
    let ponder = args.ponder || variable(ctx, "BRETT_PONDER")?.or(settings.ponder).unwrap_or(false);
    let origins = match (args.origins.is_empty(), ctx.console.variable("BRETT_ORIGINS")) {
        (false, _) => args.origins.clone(),
        (true, Some(origins)) => origins.split_whitespace().map(str::to_owned).collect(),
        (true, None) => settings.origins,
    };
    if let Some(wrong) = origins.iter().find(|origin| !is_origin(origin)) {
        bail!("{wrong:?} is no origin; write https://host or http://host:port, without a path");
    }
    let proxies = match (args.trusted_proxies.is_empty(), ctx.console.variable("BRETT_TRUSTED_PROXIES")) {
        (false, _) => args.trusted_proxies.clone(),
        (true, Some(proxies)) => proxies
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()
            .context("BRETT_TRUSTED_PROXIES")?,
        (true, None) => {
            let proxies = settings.trusted_proxies.iter().map(|proxy| proxy.parse());
            proxies.collect::<Result<_, _>>().context("trusted-proxies in the file")?
        }
    };
    let hosts = match (args.visits.is_empty(), ctx.console.variable("BRETT_VISITS")) {
        (false, _) => args.visits.clone(),
        (true, Some(hosts)) => {
            hosts.split_whitespace().map(str::parse).collect::<Result<_, _>>().context("BRETT_VISITS")?
        }
        (true, None) => {
            let hosts = settings.visits.iter().map(|host| host.parse());
            hosts.collect::<Result<_, _>>().context("visits in the file")?
        }
    };
    let visits = if hosts.is_empty() { Visits::Nowhere } else { Visits::Only(hosts) };
    let log = args.log.clone().or(ctx.console.variable("BRETT_LOG")).or(settings.log);
    let log = log.unwrap_or_else(|| LOG.to_owned());
    let log = EnvFilter::try_new(&log).with_context(|| format!("the log filter {log:?} cannot be read"))?;
    let log_format =
        match ctx.console.variable("BRETT_LOG_FORMAT") {
            Some(format) => Some(LogFormat::from_str(&format, true).map_err(|_| {
                anyhow!("the variable BRETT_LOG_FORMAT is {format:?}; set it to text or json")
            })?),
            None => settings.log_format,
        };
    let per_address = args.per_address.or(variable(ctx, "BRETT_PER_ADDRESS")?).or(settings.per_address);
    let engine_threads = engine_threads.map_or_else(usual_threads, usize::from);
    let engine_memory = engine_memory
        .map_or_else(|| default_engine_memory(engine_threads), |megabytes| (megabytes as usize) << 20);
    let path = |name: &str| ctx.console.variable(name).map(PathBuf::from);
    let audit_head = args.audit_head.clone().or_else(|| path("BRETT_AUDIT_HEAD")).or(settings.audit_head);
    let audit_key = args.audit_key.clone().or_else(|| path("BRETT_AUDIT_KEY")).or(settings.audit_key);
    let audit_notes = match (audit_head, audit_key) {
        (Some(head), key) => Some(AuditNotes::new(&head, key.as_deref())?),
        (None, Some(_)) => {
            bail!("a key for the head of the audit chain needs a file for it; add --audit-head FILE")
        }
        (None, None) => None,
    };
    let detached_visit_timeout = visits::DETACHED_VISIT_TIMEOUT;
    let config = Config {
        listen,
        data,
        engine_threads,
        engine_memory,
        ponder,
        origins,
        proxies,
        per_address,
        originals,
        visits,
        detached_visit_timeout,
        audit_notes,
    };
    Ok(ServePlan { config, log, log_format: args.log_format.or(log_format).unwrap_or(LogFormat::Text) })
}

fn read(path: &Path) -> anyhow::Result<Settings> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("{} cannot be used", path.display()))
}

/// A variable of the environment that has to be read.
fn variable<T: FromStr>(ctx: &Context<'_, '_>, name: &str) -> anyhow::Result<Option<T>> {
    let Some(value) = ctx.console.variable(name) else { return Ok(None) };
    match value.parse() {
        Ok(value) => Ok(Some(value)),
        Err(_) => bail!("the variable {name} is {value:?}, which cannot be used; see brett serve --help"),
    }
}

/// All cores but one, which is for everybody else.
pub(super) fn usual_threads() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// Where everything is kept unless something else is said.
pub(super) fn usual_folder(ctx: &Context<'_, '_>) -> anyhow::Result<PathBuf> {
    let of_home = || Some(PathBuf::from(ctx.console.variable("HOME")?).join(".local/share"));
    // Where Windows keeps what belongs to one person on one machine.
    let local = if cfg!(windows) { ctx.console.variable("LOCALAPPDATA") } else { None };
    let folder = local.or_else(|| ctx.console.variable("XDG_DATA_HOME")).map(PathBuf::from).or_else(of_home);
    let folder =
        folder.ok_or_else(|| anyhow!("no folder is known to keep everything in; name one by --data"))?;
    Ok(folder.join("brett"))
}

fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', ' ', '@']))
}
