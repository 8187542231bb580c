//! Builds the web page when its sources have changed, and writes a table of its files.
//!
//! A folder `site` in this crate is the page, already built; packages of the sources have one.
//!
//! The variable `BRETT_WEB=skip` leaves the page out, for machines without Node.js and for quick checks of
//! everything else.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
    process::Command,
};

/// The oldest Node.js that Vite runs on.
const NODE: (u32, u32) = (20, 19);

/// What the page is made of, below `web/`.
const SOURCES: [&str; 8] = [
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    if let Err(problem) = run() {
        for line in problem.lines() {
            println!("cargo::error={line}");
        }
    }
}

fn run() -> Result<(), String> {
    let this_crate = variable("CARGO_MANIFEST_DIR")?;
    let out = PathBuf::from(variable("OUT_DIR")?);
    let web = Path::new(&this_crate).join("../../web");
    let web = web.canonicalize().map_err(|error| format!("{} is missing: {error}", web.display()))?;
    println!("cargo::rerun-if-env-changed=BRETT_WEB");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    // A package of the sources brings the page with it, so that it can be built without Node.js.
    let ready = Path::new(&this_crate).join("site");
    let is_ready = ready.join("index.html").exists();
    if is_ready {
        println!("cargo::rerun-if-changed={}", ready.display());
    }
    let site = if is_ready { ready } else { out.join("site") };
    match env::var("BRETT_WEB").as_deref() {
        _ if is_ready => Ok(()),
        Ok("skip") => write_placeholder(&site),
        Ok(other) if !other.is_empty() => {
            return Err(format!("the variable BRETT_WEB is \"{other}\"; set it to skip, or unset it"));
        }
        _ => {
            check_node()?;
            install(&web)?;
            build(&web, &site)?;
            Ok(())
        }
    }
    .map_err(|error| format!("cannot write {}: {error}", site.display()))?;
    let table = table(&site).map_err(|error| format!("cannot read {}: {error}", site.display()))?;
    fs::write(out.join("files.rs"), table).map_err(|error| format!("cannot write the table: {error}"))
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("cargo sets {name}, but {error}"))
}

fn check_node() -> Result<(), String> {
    let remedy = format!(
        "Install Node.js {}.{} or newer with npm (apt install nodejs npm, or https://nodejs.org),\n\
         or set BRETT_WEB=skip to build Brettwerk without its web page.",
        NODE.0, NODE.1
    );
    let found = Command::new("node").arg("--version").output();
    let found = found.map_err(|_| format!("Node.js is missing, which builds the web page.\n{remedy}"))?;
    let version = String::from_utf8_lossy(&found.stdout).trim().trim_start_matches('v').to_owned();
    let mut numbers = version.split('.').map_while(|part| part.parse::<u32>().ok());
    match (numbers.next(), numbers.next()) {
        (Some(major), Some(minor)) if NODE <= (major, minor) => Ok(()),
        _ => Err(format!("Node.js {version} is too old to build the web page.\n{remedy}")),
    }
}

/// Fetches what the build needs, unless exactly that is there already.
fn install(web: &Path) -> Result<(), String> {
    let wanted =
        fs::read(web.join("package-lock.json")).map_err(|error| format!("package-lock.json: {error}"))?;
    let stamp = web.join("node_modules/.installed-from");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(npm);
    // Not `npm ci`: that refuses a lock file which does not name the compilers of every other system.
    command.args(["install", "--no-save", "--include=dev", "--ignore-scripts"]);
    command.args(["--no-audit", "--no-fund", "--prefer-offline"]);
    let remedy = "It needs the network once. Mend that, or set BRETT_WEB=skip to build without the web page.";
    finish(command.current_dir(web), "npm install", remedy)?;
    fs::write(stamp, wanted).map_err(|error| format!("cannot write to node_modules: {error}"))
}

fn build(web: &Path, site: &Path) -> Result<(), String> {
    let mut command = Command::new("node");
    command.args([
        "node_modules/vite/bin/vite.js",
        "build",
        "--logLevel",
        "warn",
        "--emptyOutDir",
        "--outDir",
    ]);
    finish(command.arg(site).current_dir(web), "vite build", "The sources in web/ do not build; see above.")
}

/// Runs a program to its end; what it says is shown only if it fails.
fn finish(command: &mut Command, name: &str, remedy: &str) -> Result<(), String> {
    let done = command.output().map_err(|error| format!("{name} cannot be run: {error}.\n{remedy}"))?;
    if done.status.success() {
        return Ok(());
    }
    let said = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Err(format!("{name} failed while the web page was built.\n{said}\n{remedy}"))
}

fn write_placeholder(site: &Path) -> io::Result<()> {
    fs::create_dir_all(site)?;
    for old in fs::read_dir(site)? {
        let path = old?.path();
        if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Brettwerk</title>\
                <p>This Brettwerk was built with BRETT_WEB=skip, without its web page.";
    fs::write(site.join("index.html"), page)
}

/// The files as Rust code; what is compressed beside a file belongs to it.
fn table(site: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    collect(site, "", &mut files)?;
    files.sort();
    let mut code = "[\n".to_owned();
    for name in files.iter().filter(|name| !is_compressed(name)) {
        let bytes = fs::read(site.join(name))?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let (etag, path) = (format!("\"{:016x}\"", hasher.finish()), site.join(name));
        let path = path.display().to_string();
        let compressed = |ending: &str| match files.contains(&format!("{name}.{ending}")) {
            true => format!("Some(include_bytes!({:?}))", format!("{path}.{ending}")),
            false => "None".to_owned(),
        };
        let (brotli, gzip) = (compressed("br"), compressed("gz"));
        code += &format!(
            "File {{ path: {:?}, etag: {etag:?}, plain: include_bytes!({path:?}), brotli: {brotli}, gzip: {gzip} }},\n",
            format!("/{name}"),
        );
    }
    Ok(code + "]\n")
}

fn is_compressed(name: &str) -> bool {
    [".br", ".gz"].iter().any(|ending| name.ends_with(ending))
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => collect(&entry.path(), &format!("{name}/"), files)?,
            false => files.push(name),
        }
    }
    Ok(())
}
