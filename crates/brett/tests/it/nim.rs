//! A game outside the catalog gets every command without a line of its own.

use brett::Exit;
use insta::assert_snapshot;

use crate::session::{Seen, Session, brett};

#[test]
fn games_lists_variants_and_options() {
    assert_snapshot!(brett("games"));
    assert_snapshot!(brett("games --json"));
}

#[test]
fn show_draws_the_board() {
    assert_snapshot!(brett("show nim"));
    assert_snapshot!(brett("show nim --moves 3-1;4-2;1-3 --lang de"));
    assert_snapshot!(brett("show nim --variant 1+2 --moves 1-1,2-2"));
    assert_snapshot!(brett("show nim --variant 1+2 --moves 1-1;2-2"));
    assert_snapshot!(brett("show nim --variant 1+2 --moves 1-1;2-2 --json"));
    assert_snapshot!(brett("show nim --variant 1+2 --color always"));
}

#[test]
fn legal_lists_moves() {
    assert_snapshot!(brett("legal nim --variant 1+2"));
    assert_snapshot!(brett("legal nim --variant 1+2 --json"));
    assert_snapshot!(brett("legal nim --variant 1+2 --moves 1-1;2-2"));
}

#[test]
fn legal_tells_why_a_move_is_illegal() {
    assert_snapshot!(brett("legal nim 2-1"));
    assert_snapshot!(brett("legal nim 4-1"));
    assert_snapshot!(brett("legal nim 4-1 --lang de"));
    assert_snapshot!(brett("legal nim 4-1 --json"));
    assert_eq!(brett("legal nim 2-1").exit, Exit::Fine);
    assert_eq!(brett("legal nim 4-1").exit, Exit::No);
}

#[test]
fn perft_counts_in_both_customs() {
    assert_snapshot!(brett("perft nim --variant 1+2 --depth 2 --threads 1"));
    assert_snapshot!(brett("perft nim --variant 1+2 --depth 2 --threads 1 --divide"));
    assert_snapshot!(brett("perft nim --variant 1+2 --depth 3 --threads 1 --divide --json"));
    assert_snapshot!(brett("perft nim --depth 0 --threads 1"));
}

#[test]
fn perft_does_not_depend_on_threads() {
    for depth in 1..=13 {
        let counts = |threads: u32| {
            let seen = brett(&format!("perft nim --depth {depth} --divide --threads {threads}"));
            let (counts, _speed) = seen.out.split_once("speed").expect("the speed comes last");
            counts.to_owned()
        };
        assert_eq!(counts(1), counts(7), "depth {depth}");
    }
}

#[test]
fn perft_shows_progress_to_people_only() {
    let on_terminal = Session::on_terminal().run(["perft", "nim", "--depth", "2", "--color", "never"]);
    assert!(on_terminal.err.contains("12/12"), "{on_terminal}");
    assert_eq!(brett("perft nim --depth 2").err, "");
}

#[test]
fn random_tells_results_lengths_and_choices() {
    assert_snapshot!(brett("random nim --games 50 --seed 3 --threads 2"));
    assert_snapshot!(brett("random nim --games 50 --seed 3 --threads 2 --json"));
    assert_snapshot!(brett("random nim --games 50 --seed 3 --threads 2 --lang de"));
}

#[test]
fn random_does_not_depend_on_threads() {
    let statistics = |threads: u32| {
        let seen = brett(&format!("random nim --games 300 --seed 11 --threads {threads}"));
        let (statistics, _speed) = seen.out.split_once("speed").expect("the speed comes last");
        statistics.to_owned()
    };
    assert_eq!(statistics(1), statistics(5));
}

#[test]
fn random_writes_records_that_replay() {
    let folder = std::env::temp_dir().join(format!("brett-records-{}", std::process::id()));
    let path = folder.to_str().unwrap();
    let seen = Session::new().run(["random", "nim", "--games", "12", "--records", path]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 12);
    assert!(files[0].ends_with("nim-1-01.brett"));
    for file in &files {
        let replayed = Session::new().run(["replay", file.to_str().unwrap()]);
        assert_eq!(replayed.exit, Exit::Fine, "{replayed}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn replay_checks_a_record() {
    assert_snapshot!(replay(RECORD, ""));
    assert_snapshot!(replay(RECORD, "--lang de"));
    assert_snapshot!(replay(RECORD, "--json"));
}

#[test]
fn replay_says_no_when_a_claim_does_not_hold() {
    let changed = |from, to, args| replay(&RECORD.replace(from, to), args);
    assert_snapshot!(changed("result over 1 0", "result over 0 1", ""));
    assert_snapshot!(changed("2 1-1", "2 2-1", ""));
    assert_snapshot!(changed("2 1-1", "1 1-1", "--json"));
    let wrong_hash = changed("hash e", "hash f", "");
    assert_eq!(wrong_hash.exit, Exit::No, "{wrong_hash}");
}

#[test]
fn a_record_cut_anywhere_is_no_record() {
    for end in 0..RECORD.len() {
        let seen = replay(&RECORD[..end], "");
        assert_eq!((seen.exit, seen.out.as_str()), (Exit::Unusable, ""), "cut at {end}: {}", seen.err);
    }
    assert_snapshot!(replay(&RECORD[..RECORD.len() / 2], ""));
}

const RECORD: &str = "\
brettwerk record 1
game nim 1+2
player 1 Anna
player 2 Bert
length rounds=1
clock none

round 1 players 1 2
1 1-2
2 1-1
1 1-2
result over 1 0
hash ed536eef26be949c

end
";

fn replay(record: &str, args: &str) -> Seen {
    Session::with_input(record).run(["replay", "-"].into_iter().chain(args.split_whitespace()))
}

#[test]
fn positions_and_moves_come_from_standard_input() {
    let from_moves = Session::with_input("3-1\n4-2\n").run(["show", "nim", "--moves", "-"]);
    let from_position = Session::with_input("1: 0 0 5\n").run(["show", "nim", "--position", "-"]);
    assert_eq!(from_moves.out, from_position.out);
    assert_eq!(from_moves.exit, Exit::Fine);
}

#[test]
fn moves_may_be_separated_in_every_usual_way() {
    let wanted = Session::new().run(["legal", "nim", "--position", "1: 0 0 5"]).out;
    for moves in ["3-1;4-2", "3-1; 4-2;", "3-1 4-2", " 3-1  4-2 ", "3-1\n4-2\n", "\r\n3-1\r\n4-2", "1: 0 0 5"]
    {
        let seen = Session::new().run(["legal", "nim", "--moves", moves]);
        assert_eq!(seen.out, wanted, "{moves:?} gives {seen}");
    }
    assert_eq!(
        brett("legal nim --moves 3-1").out,
        Session::new().run(["legal", "nim", "--moves", "3-1;"]).out
    );
    assert_eq!(Session::new().run(["legal", "nim", "--moves", ""]).out, brett("legal nim").out);
}

#[test]
fn the_first_bad_move_is_named() {
    assert_snapshot!(brett("show nim --moves 3-1;1-1;4-2"));
    assert_snapshot!(Session::new().run(["show", "nim", "--moves", "3-1 x 4-2"]));
    assert_snapshot!(brett("show nim --moves 3-1;1-1;4-2 --lang de"));
    assert_snapshot!(brett("show nim --moves 312"));
}

#[test]
fn svg_goes_to_a_file_or_to_standard_output() {
    let drawn = brett("show nim --svg -");
    assert!(drawn.out.starts_with("<svg") && drawn.out.trim_end().ends_with("</svg>"), "{drawn}");
    let file = std::env::temp_dir().join(format!("brett-{}.svg", std::process::id()));
    let shown = Session::new().run(["show", "nim", "--svg", file.to_str().unwrap()]);
    assert_eq!(shown.out, brett("show nim").out);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), drawn.out);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn the_language_comes_from_the_option_then_from_the_environment() {
    let german = brett("show nim --lang de").out;
    let english = brett("show nim").out;
    assert_ne!(german, english);
    let with = |name, value| Session::new().with_variable(name, value).run(["show", "nim"]).out;
    assert_eq!(with("BRETT_LANG", "de"), german);
    assert_eq!(with("BRETT_LANG", "DE"), german);
    assert_eq!(with("LANG", "de_DE.UTF-8"), german);
    assert_eq!(with("LC_MESSAGES", "de"), german);
    assert_eq!(with("LANG", "fr_FR.UTF-8"), english);
    let both = Session::new().with_variable("LANG", "de_DE.UTF-8").with_variable("LC_ALL", "C");
    assert_eq!(both.run(["show", "nim"]).out, english);
    let refused = Session::new().with_variable("BRETT_LANG", "xx").run(["games"]);
    assert_snapshot!(refused);
}

#[test]
fn colors_are_for_terminals_that_want_them() {
    let has_color = |session: Session, line: &str| session.run(line.split(' ')).out.contains('\u{1b}');
    assert!(has_color(Session::on_terminal(), "show nim"));
    assert!(!has_color(Session::new(), "show nim"));
    assert!(has_color(Session::new(), "show nim --color always"));
    assert!(!has_color(Session::on_terminal(), "show nim --color never"));
    assert!(!has_color(Session::on_terminal(), "show nim --json"));
    assert!(!has_color(Session::on_terminal().with_variable("NO_COLOR", "1"), "show nim"));
    assert!(has_color(Session::on_terminal().with_variable("NO_COLOR", ""), "show nim"));
    assert!(!has_color(Session::on_terminal().with_variable("TERM", "dumb"), "show nim"));
}

#[test]
fn names_of_games_ignore_case() {
    assert_eq!(brett("show NIM").out, brett("show nim").out);
}
