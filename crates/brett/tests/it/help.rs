//! Help, completions and man pages are made from one definition.

use brett::Exit;
use insta::assert_snapshot;

use crate::session::{Session, brett};

const COMMANDS: [&str; 35] = [
    "games",
    "players",
    "play",
    "puzzles",
    "hint",
    "solve",
    "analyze",
    "bench",
    "explain",
    "tree",
    "show",
    "legal",
    "perft",
    "random",
    "replay",
    "rollout",
    "convert",
    "verify",
    "match",
    "tournament",
    "testat",
    "lab",
    "evolve",
    "ai-evolver",
    "engine",
    "new",
    "serve",
    "connect",
    "load",
    "chaos",
    "admin",
    "completions",
    "man",
    "manual",
    "about",
];

#[test]
fn help_is_written_for_people() {
    assert_snapshot!(brett("--help"));
    for command in COMMANDS {
        assert_snapshot!(format!("help_{command}"), brett(&format!("{command} --help")));
    }
    for experiment in ["ablation", "book", "punctuality"] {
        assert_snapshot!(format!("help_lab_{experiment}"), brett(&format!("lab {experiment} --help")));
    }
    for drill in ["kill", "restart", "first-start", "proxy"] {
        assert_snapshot!(format!("help_chaos_{drill}"), brett(&format!("chaos {drill} --help")));
    }
}

#[test]
fn every_help_has_an_example() {
    for command in COMMANDS {
        let help = brett(&format!("help {command}"));
        assert_eq!(help.exit, Exit::Fine);
        assert!(help.out.contains(&format!("Examples:\n  brett {command}")), "{help}");
    }
}

#[test]
fn help_speaks_german() {
    assert_snapshot!("hilfe", brett("--lang de --help"));
    for command in ["play", "tournament", "serve", "admin"] {
        assert_snapshot!(format!("hilfe_{command}"), brett(&format!("{command} --help --lang=de")));
    }
    let asked = brett("--lang de help play");
    assert_eq!(asked.out, brett("play --help --lang=de").out);
    for variable in ["BRETT_LANG", "LANG"] {
        let seen = Session::new().with_variable(variable, "de").run(["play", "--help"]);
        assert_eq!(seen.out, asked.out, "{variable}");
    }
    assert!(brett("--lang de -h").out.contains("Aufruf: brett [OPTIONEN] [BEFEHL]"));
}

#[test]
fn no_german_help_has_english_headings() {
    for command in COMMANDS {
        let help = brett(&format!("--lang de {command} --help"));
        assert_eq!(help.exit, Exit::Fine, "{help}");
        assert!(help.out.contains(&format!("Beispiele:\n  brett {command}")), "{help}");
        for english in
            ["Usage:", "Options:", "Arguments:", "Commands:", "Print help", "[default:", "[possible"]
        {
            assert!(!help.out.contains(english), "{english}: {help}");
        }
    }
}

#[test]
fn errors_of_the_command_line_speak_german() {
    for (line, text) in [
        ("dance", "Fehler: den Befehl 'dance' gibt es nicht"),
        ("shwo nim", "Tipp: Es gibt den Befehl 'show'"),
        ("show", "es fehlt:\n  <GAME>"),
        ("show nim --style x", "das Argument '--style' ist unbekannt"),
        ("show chess", "'chess' ist kein Wert für '<GAME>'\n  [möglich: nim]"),
        ("show nim --seat", "'--seat <N>' braucht einen Wert"),
        ("show nim --seat 99", "'99' ist kein Wert für '--seat <N>': möglich ist eine ganze Zahl von 1 bis"),
        ("show nim --seat 1 --seat 2", "das Argument '--seat <N>' darf nur einmal dastehen"),
        ("play nim --clock soon", "„soon“ ist keine Uhr"),
        ("play nim --time soon", "möglich ist eine Zeit wie 500ms, 2s oder 1m"),
    ] {
        let seen = brett(&format!("--lang de {line}"));
        assert_eq!((seen.exit, seen.out.as_str()), (Exit::Unusable, ""), "{seen}");
        assert!(seen.err.contains(text), "{line}: {seen}");
        assert!(seen.err.ends_with("Mehr dazu zeigt '--help'.\n"), "{seen}");
        assert!(!seen.err.contains("Usage") && !seen.err.contains("[OPTIONS]"), "{seen}");
    }
    // What is missing is a whole command.
    let seen = brett("--lang de admin");
    assert!(seen.err.contains("Aufruf: brett admin [OPTIONEN] <BEFEHL>"), "{seen}");
}

#[test]
fn the_version_is_told() {
    assert_eq!(brett("--version").out, format!("brett {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_know_commands_and_games() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = brett(&format!("completions {shell}"));
        assert_eq!(script.exit, Exit::Fine);
        for word in COMMANDS.into_iter().chain(["divide"]) {
            assert!(script.out.contains(word), "{shell} does not know {word}");
        }
    }
    // Only these two complete arguments without a name.
    for shell in ["bash", "zsh"] {
        assert!(brett(&format!("completions {shell}")).out.contains("nim"), "{shell} does not know nim");
    }
}

#[test]
fn man_pages_cover_every_command() {
    let page = brett("man");
    assert!(page.out.contains(".TH brett 1"), "{page}");
    let folder = std::env::temp_dir().join(format!("brett-man-{}", std::process::id()));
    let written = Session::new().run(["man", folder.to_str().unwrap()]);
    assert_eq!(written.exit, Exit::Fine, "{written}");
    assert_eq!(std::fs::read_to_string(folder.join("brett.1")).unwrap(), page.out);
    // A page refers to those of its sub-commands, which are therefore written as well.
    for command in COMMANDS {
        let text = std::fs::read_to_string(folder.join(format!("brett-{command}.1"))).unwrap();
        for reference in text.lines().filter_map(|line| line.strip_suffix("(1)")) {
            let page = format!("{}.1", reference.replace('\\', ""));
            assert!(folder.join(&page).exists(), "{command} refers to {page}");
        }
        // The pages write hyphens so that they are not taken for dashes.
        assert!(text.contains(&format!("brett {}", command.replace('-', "\\-"))), "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_index_of_the_manual_lists_commands_that_are_there() {
    let index = std::str::from_utf8(manual::file("commands.html").unwrap().bytes).unwrap();
    let listed = index.split("<dt><code>brett ").skip(1).map(|rest| rest.split('<').next().unwrap());
    let listed: Vec<_> = listed.collect();
    assert!(20 < listed.len(), "{listed:?}");
    for command in listed {
        // The command line of 2006 has its own chapter and no place in the help.
        assert!(command == "connect4" || COMMANDS.contains(&command), "there is no brett {command}");
    }
}

#[test]
fn about_tells_the_version_the_games_and_both_licenses() {
    let about = brett("about");
    let version = env!("CARGO_PKG_VERSION");
    let games = "Games: Nim";
    assert!(about.out.starts_with(&format!("Brettwerk {version}\n{games}\n")), "{about}");
    assert!(brett("about --lang de").out.contains("Freie Software unter der MIT-Lizenz"));
    assert_eq!(brett("about --license mit").out, include_str!("../../../../LICENSE-MIT"));
    assert_eq!(brett("about --license apache").out, include_str!("../../../../LICENSE-APACHE"));
    let told: serde_json::Value = serde_json::from_str(&brett("about --json").out).unwrap();
    assert_eq!(
        (&told["version"], &told["license"]),
        (&version.into(), &"MIT OR Apache-2.0".into()),
        "{told}"
    );
    assert_eq!(brett("about --license gpl").exit, Exit::Unusable);
}
