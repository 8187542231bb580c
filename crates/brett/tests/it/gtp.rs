//! `brett engine`: conversations in the Go Text Protocol.

use brett::Exit;
use framework::Rng;

use crate::session::Session;

#[test]
fn answers_carry_the_sign_the_number_and_an_empty_line() {
    check(
        "othello",
        "12 play b f5\nprotocol_version\n7 nonsense\nknown_command undo\n",
        "=12\n\n= 2\n\n?7 unknown command\n\n= true\n\n",
    );
    check(
        "othello",
        "name\n# a comment\n\n  \nversion\n",
        concat!("= Brettwerk\n\n= ", env!("CARGO_PKG_VERSION"), "\n\n"),
    );
}

#[test]
fn every_command_of_the_list_is_known() {
    let list = talk("othello", "list_commands\n");
    let names: Vec<_> = list.trim_start_matches("= ").split_whitespace().collect();
    for name in
        ["genmove", "reg_genmove", "set_game", "time_left", "move_values", "set_dice", "analyze", "g", "p"]
    {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    for name in names {
        check("othello", &format!("known_command {name}\n"), "= true\n\n");
    }
}

#[test]
fn nothing_is_answered_after_quit() {
    check("connect4", "quit\nname\n", "=\n\n");
}

#[test]
fn a_stream_that_ends_in_the_middle_ends_the_program() {
    check("connect4", "", "");
    check("connect4", "play b 4\nlegal_mo", "=\n\n? unknown command\n\n");
}

#[test]
fn moves_are_checked_and_taken_back() {
    check(
        "othello",
        "play b F5\nplay b d6\nplay w f4\nplay w a1\nundo\nundo\nundo\n",
        "=\n\n? it is the turn of white\n\n=\n\n? it is the turn of black\n\n=\n\n=\n\n? cannot undo\n\n",
    );
    let refused = talk("othello", "play b a1\nplay b x\nplay green f5\nplay\n");
    assert_eq!(refused.matches("? ").count(), 4, "{refused}");
}

#[test]
fn seats_are_numbers_colors_or_letters() {
    check("connect4", "play yellow 4\nplay r 4\nplay 1 4\nplay WHITE 4\n", &"=\n\n".repeat(4));
}

#[test]
fn a_forced_pass_is_a_move_in_othello() {
    let before = "set_position XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O\n";
    let answers = talk("othello", &format!("{before}genmove w\nfinal_score\ngenmove b\nfinal_score\n"));
    assert_eq!(answers, "=\n\n= pass\n\n? the game is not over\n\n= h8\n\n= B+64\n\n");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let moves = |seed: u64| talk("connect4", &format!("set_random_seed {seed}\n{}", "g\n".repeat(8)));
    assert_eq!(moves(3), moves(3));
    assert!((4..20).any(|seed| moves(seed) != moves(3)), "the seed must matter");
}

#[test]
fn a_suggestion_changes_nothing() {
    let answers = talk("connect4", "reg_genmove b\ngenmove b\nundo\nundo\n");
    let parts: Vec<_> = answers.split("\n\n").collect();
    assert_eq!(parts[0], parts[1]);
    assert_eq!(parts[2..4], ["=", "? cannot undo"]);
}

#[test]
fn whole_games_of_every_variant_end_with_a_score() {
    for entry in catalog::GAMES {
        for variant in entry.info.variants {
            let mut lines = format!("set_game {}\n", variant.options);
            // Rolling where nothing can be rolled, and moving after the end, are refused and change nothing.
            let turn = if entry.info.has_chance { "roll_dice\ng\n" } else { "g\n" };
            lines.push_str(&turn.repeat(if entry.info.has_chance { 1_500 } else { 160 }));
            lines.push_str("final_score\nshowboard\n");
            let answers = talk_to(entry.info.id, "random", &lines);
            let parts: Vec<_> = answers.trim_end().split("\n\n").collect();
            let score = parts[parts.len() - 2];
            assert!(score.starts_with("= "), "{} {}: {score}", entry.info.id, variant.options);
            assert_eq!(parts.len(), lines.lines().count(), "one answer a line");
        }
    }
}

#[test]
fn boards_have_other_sizes() {
    let answers = talk("othello", "boardsize 6\nboardsize 7\nboardsize x\nlegal_moves\n");
    let parts: Vec<_> = answers.split("\n\n").collect();
    assert_eq!(parts[..3], ["=", "? unacceptable size", "? write boardsize N"]);
    assert!(parts[3].contains("c2"), "black can begin at c2 on 6x6: {}", parts[3]);
    check("othello", "set_game reversi\nboardsize 6\nlegal_moves\n", "=\n\n=\n\n= c3\nd3\nc4\nd4\n\n");
    check(
        "connect4",
        "boardsize 5 4\nplay b 6\n",
        "=\n\n? illegal move: there is no column 6; the columns are 1 to 5\n\n",
    );
}

#[test]
fn backgammon_speaks_of_dice() {
    let answers = talk(
        "backgammon",
        "genmove w\nset_dice 3 1\nset_dice 3 1\nplay w 8/5 6/5\nset_dice 6 1\ngenmove w\nplay b 13/7 8/7\nroll_dice\n",
    );
    let parts: Vec<_> = answers.split("\n\n").collect();
    assert_eq!(parts[0], "? the dice are rolled first; use set_dice or roll_dice");
    assert_eq!(parts[1..5], ["=", "? there is nothing to roll now", "=", "="]);
    assert_eq!(parts[5..7], ["? it is the turn of black", "="]);
    assert!(parts[7].len() == 4 && parts[7].starts_with("= "), "{}", parts[7]);
}

#[test]
fn backgammon_reads_a_gnu_position_id() {
    let answers =
        talk_to("backgammon", "mcts", "set_position 4HPwATDgc/ABMA\nset_dice 3 1\nall_legal w\ngenmove w\n");
    let parts: Vec<_> = answers.split("\n\n").collect();
    let best = parts[3].trim_start_matches("= ");
    assert!(parts[2].contains("8/5 6/5") && parts[2].contains(best), "{answers}");
}

#[test]
fn blokus_follows_pentobi() {
    // A color is skipped by playing another one; a color without a move passes, and nothing changes.
    let answers = talk(
        "blokus",
        "set_game Blokus Duo\nplay b e10\nplay b d9,d8\nplay w j5\nplay b pass\nfinal_score\nset_game Blokus\nplay 3 t1\nfinal_score\n\
         set_game Blokus Two-Player\nplay 4 a1,a2\nfinal_score\nset_game Blokus Three-Player\nset_game Blokus Junior\nset_game Blokus Quadro\n",
    );
    let parts: Vec<_> = answers.trim_end().split("\n\n").collect();
    assert_eq!(parts[..4], ["="; 4]);
    assert!(parts[4].starts_with("? "), "there is no pass: {}", parts[4]);
    assert_eq!(parts[5..12], ["= B+2", "=", "=", "= 0 0 1 0", "=", "=", "= W+2"]);
    assert_eq!(parts[12..14], ["=", "="]);
    assert!(parts[14].starts_with("? "), "{}", parts[14]);
}

#[test]
fn blokus_lists_the_moves_of_any_color() {
    let answers = talk("blokus", "set_game Blokus Duo\nall_legal w\nall_legal b\n");
    let counts: Vec<_> = answers.split("\n\n").map(|answer| answer.lines().count()).collect();
    assert_eq!(counts[1..3], [414, 414]);
}

#[test]
fn a_color_of_blokus_without_a_move_passes() {
    // From the rules data: color 2 is blocked after three placements.
    let lines = "set_game Blokus Duo\nplay b e7,f7,e8,e9,e10\nplay w j1,j2,j3,j4,j5\nplay b g6,h6,i6,j6,k6\n\
                 genmove w\nall_legal w\nplay w a1\nshowboard\n";
    let answers = talk("blokus", lines);
    let parts: Vec<_> = answers.split("\n\n").collect();
    assert_eq!(parts[4..7], ["= pass", "=", "? purple has no move"]);
}

#[test]
fn blokus_plays_the_known_games_and_counts_as_pentobi_does() {
    let variants = [("duo", "Blokus Duo"), ("junior", "Blokus Junior"), ("classic", "Blokus Two-Player")];
    for (name, pentobi) in variants {
        for row in blokus_rows("games", name) {
            let [result, moves] = [row[6], row[7]].map(str::to_owned);
            let plays = moves.replace(' ', "\n").replace(':', " ");
            let lines: String = plays.lines().map(|line| format!("play {line}\n")).collect();
            let answers = talk("blokus", &format!("set_game {pentobi}\n{lines}final_score\n"));
            let expected = format!("{}= {result}\n\n", "=\n\n".repeat(1 + lines.lines().count()));
            assert_eq!(answers, expected, "{}", row[0]);
        }
    }
}

#[test]
fn blokus_tells_the_points_of_four_players() {
    for row in blokus_rows("games", "classic") {
        let plays = row[7].replace(' ', "\n").replace(':', " ");
        let lines: String = plays.lines().map(|line| format!("play {line}\n")).collect();
        let answers = talk("blokus", &format!("set_game Blokus\n{lines}final_score\n"));
        let expected = format!("= {}\n\n", row[5].replace(',', " "));
        assert!(answers.ends_with(&expected) && !answers.contains('?'), "{}", row[0]);
    }
}

#[test]
fn blokus_knows_the_moves_of_every_color_in_the_known_positions() {
    for (name, pentobi) in [("duo", "Blokus Duo"), ("junior", "Blokus Junior"), ("classic", "Blokus")] {
        for row in blokus_rows("positions", name).iter().step_by(5) {
            let counts: Vec<usize> =
                row[4].split(',').map(|count| count.parse().expect("a number")).collect();
            let asked: String = (1..=counts.len()).map(|color| format!("all_legal {color}\n")).collect();
            let answers = talk("blokus", &format!("set_game {pentobi}\nset_position {}\n{asked}", row[8]));
            let parts: Vec<_> = answers.split("\n\n").skip(2).collect();
            for (answer, count) in parts.iter().zip(counts) {
                let n_moves = answer.trim_start_matches('=').split_whitespace().count();
                assert_eq!(n_moves, count, "{}", row[0]);
            }
        }
    }
}

#[test]
fn a_game_outside_the_catalog_is_played_as_well() {
    let lines = "play 1 1-1\nplay 1 1-2\ngenmove 2\nfinal_score\n";
    let seen = Session::with_input(lines).run(["engine", "nim", "--variant", "1+1"]);
    assert_eq!(seen.out, "=\n\n? it is the turn of player 2\n\n= 1-2\n\n= W+1\n\n");
}

#[test]
fn times_are_told_and_kept() {
    let began = std::time::Instant::now();
    let answers = talk_to(
        "connect4",
        "mcts",
        "time_settings 0 1 5\ngenmove b\ntime_left w 0.3 0\ngenmove w\nanalyze 0.1\n",
    );
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "an hour was not used");
    assert!(!answers.contains('?'), "{answers}");
    let refused = talk(
        "connect4",
        "time_settings 1 2\ntime_settings x 1 1\ntime_left b -1 0\ntime_left b NaN 0\nanalyze inf\n",
    );
    assert_eq!(refused.matches("? ").count(), 5, "{refused}");
}

#[test]
fn values_and_parameters_are_told() {
    let answers = talk(
        "connect4",
        "move_values\ng\nmove_values\nlevel 11\nlevel 3\nparam\nparam threads 0\nparam threads 2\nparam x y\ncputime\n",
    );
    let parts: Vec<_> = answers.split("\n\n").collect();
    assert_eq!(parts[0], "? nothing was searched yet");
    assert_eq!(parts[2].lines().count(), 7, "{}", parts[2]);
    assert!(parts[3].starts_with("? there is no player"), "{}", parts[3]);
    assert_eq!(parts[4..6], ["=", "= player level3\nthreads 1\nseed 1"]);
    assert_eq!(parts[7], "=");
    assert!(parts[6].starts_with("? ") && parts[8].starts_with("? "), "{answers}");
}

#[test]
fn damaged_conversations_get_answers_and_nothing_else() {
    let words = [
        "play",
        "genmove",
        "undo",
        "b",
        "w",
        "1",
        "4",
        "99",
        "-1",
        "f5",
        "pass",
        "set_game",
        "7x6x4",
        "duo",
        "set_position",
        "set_dice",
        "3",
        "1",
        "\u{0}",
        "💥",
        "#",
        "=",
        "?",
        "p",
        "g",
        "clear_board",
        "boardsize",
        "time_left",
        "1e309",
        "level",
        "param",
        "legal_moves",
        "final_score",
        "roll_dice",
        "a1,a2",
        "8/5",
        "all_legal",
        "known_command",
    ];
    let mut rng = Rng::from_seed(11);
    for entry in catalog::GAMES {
        let mut stream = Vec::new();
        for _ in 0..400 {
            for _ in 0..rng.below(5) {
                stream.extend_from_slice(words[rng.index(words.len())].as_bytes());
                stream.push(if rng.below(30) == 0 { rng.below(256) as u8 } else { b' ' });
            }
            stream.push(b'\n');
        }
        stream.truncate(stream.len() - rng.below(10) as usize);
        let args = ["engine", entry.info.id, "--player", "random"];
        let seen = Session::with_input(stream).run_with(catalog::GAMES, args);
        assert_eq!(seen.exit, Exit::Fine, "{seen}");
        for answer in seen.out.split_terminator("\n\n") {
            assert!(answer.starts_with(['=', '?']), "{answer:?}");
        }
    }
}

#[test]
fn the_conversations_of_the_book_are_real() {
    let chapter = read_chapter("protocols.md");
    let mut n_conversations = 0;
    for part in chapter.split("<!-- conversation: ").skip(1) {
        let (game, rest) = part.split_once(" -->\n```text\n").expect("a game and a block");
        let (block, _) = rest.split_once("```").expect("the block ends");
        let (said, answered): (Vec<_>, Vec<_>) = block.lines().partition(|line| line.starts_with("> "));
        let said: String = said.iter().map(|line| format!("{}\n", &line[2..])).collect();
        let answered: String = answered.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(talk(game, &said), answered, "{game}");
        n_conversations += 1;
    }
    assert_eq!(n_conversations, 3);
}

#[test]
fn the_file_of_the_book_is_read() {
    let chapter = read_chapter("protocols.md");
    let (_, rest) = chapter.split_once("<!-- exchange -->\n```text\n").expect("the chapter shows a file");
    let (file, _) = rest.split_once("```").expect("the block ends");
    let read: players::external::Exchange = file.parse().expect("it is a whole file");
    assert_eq!(read.to_string(), file);
}

#[test]
fn an_unknown_player_is_refused_at_the_start() {
    let seen = Session::new().run_with(catalog::GAMES, ["engine", "othello", "--player", "grandmaster"]);
    assert_eq!((seen.exit, seen.out.as_str()), (Exit::Unusable, ""));
    assert!(seen.err.contains("grandmaster"), "{seen}");
}

/// What is answered to lines, by a weak player with all the time it wants.
#[track_caller]
fn talk(game: &str, lines: &str) -> String {
    talk_to(game, "level1", lines)
}

#[track_caller]
fn talk_to(game: &str, player: &str, lines: &str) -> String {
    let time = if player == "mcts" { "200ms" } else { "1m" };
    let args = ["engine", game, "--player", player, "--time", time];
    let seen = Session::with_input(lines).run_with(catalog::GAMES, args);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert_eq!(seen.err, "");
    seen.out
}

/// The rows of a table of the rules data of Blokus.
fn blokus_rows(kind: &str, name: &str) -> Vec<Vec<&'static str>> {
    let path = format!("{}/../../games/blokus/tests/data/{kind}_{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows = text.leak().lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').collect()).collect()
}

fn read_chapter(name: &str) -> String {
    let path = format!("{}/../../docs/src/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[track_caller]
fn check(game: &str, lines: &str, expected: &str) {
    assert_eq!(talk(game, lines), expected);
}
