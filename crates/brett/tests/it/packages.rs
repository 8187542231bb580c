//! What `./package` makes is installed as a new user would, plays a game, and is removed.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// Packing takes longer than all of these together, so that it happens once.
#[test]
fn packages_are_installed_play_and_are_removed() {
    for (tool, package) in
        [("dpkg-deb", "dpkg"), ("readelf", "binutils"), ("strip", "binutils"), ("python3", "python3")]
    {
        let found = Command::new(tool).arg("--version").stdout(Stdio::null()).status();
        assert!(found.is_ok(), "{tool} is missing; install it (apt install {package}), as ./test does");
    }
    let packages = scratch("dist");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut package = Command::new(root.join("package"));
    package.args(["--binary", env!("CARGO_BIN_EXE_brett"), "--fast", "--out"]).arg(&packages).arg("linux");
    succeeds(&package.output().unwrap());
    checksums_and_the_bill_of_materials_belong_to_the_packages(&packages);
    nonsense_is_refused_before_anything_is_changed(&packages);
    the_archive_is_installed_plays_and_is_removed_without_a_trace(&packages);
    another_installation_takes_the_place_of_the_first_and_keeps_settings(&packages);
    debian_packages_hold_what_they_say_and_play(&packages);
    fs::remove_dir_all(packages).unwrap();
}

/// A folder that is empty, with a space in its name, which scripts get wrong.
fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("brett packages {} {name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[track_caller]
fn succeeds(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// The archive, unpacked.
fn unpacked(packages: &Path, name: &str) -> (PathBuf, PathBuf) {
    let folder = scratch(name);
    let version = env!("CARGO_PKG_VERSION");
    let archive = packages.join(format!("brettwerk-{version}-x86_64-linux.tar.gz"));
    let mut tar = Command::new("tar");
    tar.arg("--extract").arg("--file").arg(archive).arg("--directory").arg(&folder);
    succeeds(&tar.output().unwrap());
    let inside = folder.join(format!("brettwerk-{version}-x86_64-linux"));
    (folder, inside)
}

/// A script of the archive, run by the plainest shell; nobody sits before it.
fn script(path: &Path, home: &Path, args: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.arg(path).args(args).stdin(Stdio::null());
    for variable in ["BRETT_LANG", "LC_ALL", "LC_MESSAGES"] {
        shell.env_remove(variable);
    }
    shell.env("HOME", home).env("LANG", "en_US.UTF-8").output().unwrap()
}

/// All files and folders below a folder.
fn everything_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(everything_below(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

/// An installed program plays a whole game, and shows its page and its manual.
fn plays(program: &Path, home: &Path) {
    let brett = || {
        let mut command = Command::new(program);
        command.env_clear().env("HOME", home).env("LANG", "C");
        command
    };
    let game = brett().args(["play", "connect4", "--seats", "random,random", "--plain"]).output().unwrap();
    let told = succeeds(&game);
    assert!(["Red wins.", "Yellow wins.", "draw"].iter().any(|end| told.contains(end)), "{told}");
    let mut served =
        brett().args(["--no-open", "--port", "0"]).stdout(Stdio::piped()).spawn().expect("it can be started");
    let mut said = BufReader::new(served.stdout.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Brettwerk runs at http://").unwrap_or_else(|| panic!("{line:?}"));
    for (path, content) in [("/", "<!doctype html>"), ("/manual/", "<h1 id=\"introduction\">")] {
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(content), "{answer}");
    }
    served.kill().unwrap();
    served.wait().unwrap();
    assert!(home.join(".local/share/brett/brett.db").exists(), "games are kept where the manual says");
}

fn the_archive_is_installed_plays_and_is_removed_without_a_trace(packages: &Path) {
    let (folder, archive) = unpacked(packages, "archive");
    let home = folder.join("home");
    let prefix = folder.join("pre fix");
    fs::create_dir_all(&home).unwrap();
    let prefix_text = prefix.to_str().unwrap();
    let install = archive.join("install");
    let args = ["--prefix", prefix_text, "--components", "game,manual,server", "--lang", "de"];
    let said = succeeds(&script(&install, &home, &args));
    assert!(said.starts_with(&format!("Brettwerk ist installiert: {prefix_text}/bin/brett\n")), "{said}");
    plays(&prefix.join("bin/brett"), &home);
    for file in [
        "share/man/man1/brett-play.1.gz",
        "share/bash-completion/completions/brett",
        "share/zsh/site-functions/_brett",
        "share/fish/vendor_completions.d/brett.fish",
        "share/icons/hicolor/scalable/apps/brettwerk.svg",
        "share/doc/brettwerk/manual/index.html",
        "share/doc/brettwerk/LICENSE-MIT",
        "etc/brett/brett.toml",
    ] {
        assert!(prefix.join(file).is_file(), "{file} is installed");
    }
    let entry = fs::read_to_string(prefix.join("share/applications/brettwerk.desktop")).unwrap();
    assert!(entry.contains(&format!("\nExec=\"{prefix_text}/bin/brett\"\n")), "{entry}");
    let unit = fs::read_to_string(prefix.join("lib/systemd/system/brett.service")).unwrap();
    let start = format!(
        "ExecStart=\"{prefix_text}/bin/brett\" serve --config \"{prefix_text}/etc/brett/brett.toml\"\n"
    );
    assert!(unit.contains(&start), "{unit}");
    // Somebody else's file in the same folder is none of ours.
    fs::write(prefix.join("bin/other"), "other").unwrap();
    let data = everything_below(&home);
    let uninstall = prefix.join("share/brettwerk/uninstall");
    let said = succeeds(&script(&uninstall, &home, &[]));
    assert!(said.contains("~/.local/share/brett"), "{said}");
    assert_eq!(everything_below(&prefix), [prefix.join("bin"), prefix.join("bin/other")]);
    assert_eq!(everything_below(&home), data);
    fs::remove_file(prefix.join("bin/other")).unwrap();
    fs::remove_dir_all(&prefix).unwrap();
    succeeds(&script(&install, &home, &["--prefix", prefix_text]));
    succeeds(&script(&uninstall, &home, &[]));
    assert!(!prefix.exists(), "a folder that the installation has made goes with it");
    fs::remove_dir_all(folder).unwrap();
}

fn another_installation_takes_the_place_of_the_first_and_keeps_settings(packages: &Path) {
    let (folder, archive) = unpacked(packages, "again");
    let prefix = folder.join("prefix");
    let prefix_text = prefix.to_str().unwrap();
    let install = archive.join("install");
    succeeds(&script(&install, &folder, &["--prefix", prefix_text, "--components", "game,manual,server"]));
    let settings = prefix.join("etc/brett/brett.toml");
    let changed = fs::read_to_string(&settings).unwrap() + "listen = \"127.0.0.1:9000\"\n";
    fs::write(&settings, &changed).unwrap();
    succeeds(&script(&install, &folder, &["--prefix", prefix_text, "--components=game", "--no-menu"]));
    for gone in ["share/doc/brettwerk/manual", "share/applications", "share/icons", "lib"] {
        assert!(!prefix.join(gone).exists(), "{gone} was not wanted any more");
    }
    assert!(prefix.join("bin/brett").exists());
    let said = succeeds(&script(&prefix.join("share/brettwerk/uninstall"), &folder, &[]));
    assert!(said.contains("Brettwerk is removed from"), "{said}");
    assert_eq!(fs::read_to_string(&settings).unwrap(), changed);
    assert_eq!(everything_below(&prefix), [prefix.join("etc"), prefix.join("etc/brett"), settings]);
    fs::remove_dir_all(folder).unwrap();
}

fn nonsense_is_refused_before_anything_is_changed(packages: &Path) {
    let (folder, archive) = unpacked(packages, "nonsense");
    fs::write(folder.join("file"), "no folder").unwrap();
    let before = everything_below(&folder);
    let below_a_file = folder.join("file/below");
    for (args, reason) in [
        (["--prefix", "relative"], "--prefix must begin with /, and is \"relative\""),
        (["--prefix", ""], "--prefix is empty"),
        (["--prefix", "/tmp/a/../b"], "--prefix must not contain .."),
        (["--prefix", "/tmp/$HOME"], "--prefix must not contain any of"),
        (["--prefix", below_a_file.to_str().unwrap()], "file is no folder"),
        (["--components", "game,chess"], "there is no part \"chess\"; choose from game, manual, server"),
        (["--components", "server"], "without the part game there is no program; add it"),
        (["--components", "*"], "there is no part \"*\""),
        (["--lang", "fr"], "there is no language \"fr\"; choose en or de"),
        (["--yes", "--perfix=/opt"], "unknown option \"--perfix=/opt\"; see ./install --help"),
        (["--no-menu", "--prefix"], "--prefix needs a value; see ./install --help"),
    ] {
        let refused = script(&archive.join("install"), &folder, &args);
        let problem = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {problem}");
        assert!(problem.starts_with("install: ") && problem.contains(reason), "{args:?}: {problem}");
    }
    // A list that somebody has tampered with removes nothing.
    let refused = script(&archive.join("uninstall"), &folder, &["--prefix", folder.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(everything_below(&folder), before);
    fs::create_dir_all(folder.join("share/brettwerk")).unwrap();
    fs::write(folder.join("share/brettwerk/installed"), "bin/brett\nshare/../file\n").unwrap();
    let refused = script(&archive.join("uninstall"), &folder, &["--prefix", folder.to_str().unwrap()]);
    let problem = String::from_utf8(refused.stderr).unwrap();
    assert!(problem.contains("is damaged; nothing was removed"), "{problem}");
    assert!(folder.join("file").exists());
    fs::remove_dir_all(folder).unwrap();
}

fn debian_packages_hold_what_they_say_and_play(packages: &Path) {
    let folder = scratch("deb");
    let version = env!("CARGO_PKG_VERSION");
    let deb = |name: &str, architecture: &str| packages.join(format!("{name}_{version}_{architecture}.deb"));
    let all = [deb("brettwerk", "amd64"), deb("brettwerk-doc", "all"), deb("brettwerk-server", "all")];
    let root = folder.join("root");
    for package in &all {
        succeeds(&Command::new("dpkg-deb").arg("-x").arg(package).arg(&root).output().unwrap());
    }
    plays(&root.join("usr/bin/brett"), &folder);
    let unit = fs::read_to_string(root.join("usr/lib/systemd/system/brett.service")).unwrap();
    assert!(unit.contains("\nExecStart=/usr/bin/brett serve --config /etc/brett/brett.toml\n"), "{unit}");
    assert!(unit.contains("\nUser=brett\n") && !unit.contains("DynamicUser"), "{unit}");
    let entry = fs::read_to_string(root.join("usr/share/applications/brettwerk.desktop")).unwrap();
    assert!(entry.contains("\nExec=brett\n"), "{entry}");
    for file in [
        "usr/share/man/man1/brett.1.gz",
        "usr/share/doc/brettwerk-doc/manual/index.html",
        "etc/brett/brett.toml",
    ] {
        assert!(root.join(file).is_file(), "{file}");
    }
    let field = |package: &Path, name: &str| {
        let asked = Command::new("dpkg-deb").arg("-f").arg(package).arg(name).output().unwrap();
        succeeds(&asked).trim().to_owned()
    };
    // The program that is tested is not static, so that its package tells what it needs.
    let needed = field(&all[0], "Depends");
    let glibc = needed.strip_prefix("libc6 (>= 2.").and_then(|rest| rest.split(')').next());
    assert!(glibc.is_some_and(|minor| minor.parse::<u32>().is_ok()), "{needed}");
    assert_eq!(field(&all[2], "Depends"), format!("brettwerk (>= {version}), passwd"));
    fs::remove_dir_all(folder).unwrap();
}

fn checksums_and_the_bill_of_materials_belong_to_the_packages(packages: &Path) {
    let mut check = Command::new("sha256sum");
    let checked = succeeds(&check.args(["--check", "SHA256SUMS"]).current_dir(packages).output().unwrap());
    for made in fs::read_dir(packages).unwrap() {
        let name = made.unwrap().file_name().into_string().unwrap();
        assert!(name == "SHA256SUMS" || checked.contains(&format!("{name}: OK\n")), "{name}: {checked}");
    }
    let bill = format!("brettwerk-{}-linux.cdx.json", env!("CARGO_PKG_VERSION"));
    let bill: serde_json::Value = serde_json::from_slice(&fs::read(packages.join(bill)).unwrap()).unwrap();
    assert_eq!(bill["bomFormat"], "CycloneDX");
}
