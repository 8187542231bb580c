//! Players behind a text file: every rule of the exchange.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use framework::{Action, AnyGame, Match, Millis, RoundSoFar, Seat, Settings};
use players::external::{Exchange, ExternalDecision, ExternalError, FilePlayer};

const HEAD: &str = "brettwerk 1\ngame connect4 7x6x4\n";

#[test]
fn a_file_is_read_as_it_is_written() {
    let text = "brettwerk 1\ngame connect4 7x6x4\nseat 2\nmoves 4 4 3\n";
    let file: Exchange = text.parse().expect("the example of the book");
    assert_eq!((file.game.as_str(), file.seat), ("connect4 7x6x4", Some(2)));
    assert_eq!(file.to_string(), text);
    let empty = "brettwerk 1\ngame connect4 7x6x4\nseat 1\nmoves\n";
    assert_eq!(empty.parse::<Exchange>().expect("nothing was played").to_string(), empty);
}

#[test]
fn unknown_lines_are_ignored() {
    let text = format!("{HEAD}color of the box: blue\n\nseat 2\nmoves 4\nclock 60s\n");
    assert_eq!(text.parse::<Exchange>().expect("others may add to it").moves, ["4"]);
}

#[test]
fn a_file_cut_anywhere_is_no_file() {
    let text = format!("{HEAD}seat 2\nmoves 4 4 3\n");
    for end in 0..text.len() {
        assert!(text[..end].parse::<Exchange>().is_err(), "{:?}", &text[..end]);
    }
}

#[test]
fn our_moves_are_written_and_theirs_are_taken() {
    let table = Table::new("connect4", &["4"]);
    let answer = table.wait(|path, _| {
        assert_eq!(read(path), format!("{HEAD}seat 2\nmoves 4\n"));
        fs::write(path, format!("{HEAD}seat 1\nmoves 4 3\n")).expect("it is written");
    });
    assert_eq!(answer, (Some("3".to_owned()), vec![]));
}

#[test]
fn a_file_that_was_there_first_counts() {
    let table = Table::new("connect4", &["4"]);
    fs::write(&table.path, format!("{HEAD}seat 1\nmoves 4 7\n")).expect("it is written");
    let answer = table.wait(|_, _| ());
    assert_eq!(answer, (Some("7".to_owned()), vec![]));
    assert_eq!(read(&table.path), format!("{HEAD}seat 1\nmoves 4 7\n"), "it is not overwritten");
}

#[test]
fn an_unchanged_file_is_no_move() {
    let table = Table::new("connect4", &["4"]);
    let mut player = table.player();
    let limit = Some(Duration::from_millis(60));
    let error =
        player
            .choose_until(&RoundSoFar::of(&table.contest), limit, &mut |error| panic!("{error}"), &|| false);
    assert!(matches!(error, Err(ExternalError::TimeOver(_))));
}

#[cfg(target_os = "linux")]
#[test]
fn a_change_is_seen_at_once_however_seldom_the_file_is_looked_at() {
    let table = Table::new("connect4", &["4"]);
    // Without being told of changes it would look again after the time is over.
    let (seldom, limit) = (Duration::from_secs(3600), Some(Duration::from_secs(20)));
    for (name, replace) in [("in place", false), ("as a whole", true)] {
        let mut player = table.player().looking_every(seldom);
        let answer = thread::scope(|scope| {
            scope.spawn(|| {
                until(|| table.path.exists());
                // What happens to others in the folder is no move.
                fs::write(table.path.with_file_name("other.dat"), "moves 4 1").expect("it is written");
                thread::sleep(Duration::from_millis(50));
                let text = format!("{HEAD}seat 1\nmoves 4 3\n");
                if replace {
                    text.parse::<Exchange>().expect("a file").write(&table.path).expect("it is written");
                } else {
                    fs::write(&table.path, text).expect("it is written");
                }
            });
            player.choose_until(
                &RoundSoFar::of(&table.contest),
                limit,
                &mut |error| panic!("{error}"),
                &|| false,
            )
        });
        assert_eq!(answer.expect("a move came"), ExternalDecision::Move("3".to_owned()), "{name}");
        fs::remove_file(&table.path).expect("it is there");
    }
}

#[test]
fn half_written_and_unreadable_files_are_waited_out() {
    let table = Table::new("connect4", &["4"]);
    let answer = table.wait(|path, _| {
        for half in
            [&b"brettwerk"[..], b"brettwerk 1\ngame connect4 7x6x4\nseat 1\nmoves 4 2", &[0xff, 0xfe], b""]
        {
            fs::write(path, half).expect("it is written");
            thread::sleep(Duration::from_millis(30));
        }
        fs::remove_file(path).expect("it is there");
        thread::sleep(Duration::from_millis(30));
        fs::write(path, format!("{HEAD}seat 1\nmoves 4 2\n")).expect("it is written");
    });
    assert_eq!(answer, (Some("2".to_owned()), vec![]));
}

#[test]
fn the_first_bad_move_is_named_and_the_waiting_goes_on() {
    let table = Table::new("connect4", &["4"]);
    let answer = table.wait(|path, told| {
        let bad = ["5 2", "4 9", "4 2 3", "4 x"].map(|moves| format!("{HEAD}seat 1\nmoves {moves}\n"));
        let other_game = "brettwerk 1\ngame othello 8x8\nseat 1\nmoves f5\n".to_owned();
        for (text, number) in bad.into_iter().chain([other_game]).zip(1..) {
            fs::write(path, text).expect("it is written");
            told.wait_for(number);
        }
        fs::write(path, format!("{HEAD}seat 1\nmoves 4 2\n")).expect("it is written");
    });
    assert_eq!(answer.0.as_deref(), Some("2"));
    let [other, illegal, not_theirs, unreadable, game] = answer.1.as_slice() else { panic!("{answer:?}") };
    assert!(other.contains("move 1, \"5\": \"4\" was played here"), "{other}");
    assert!(illegal.contains("move 2, \"9\": illegal move"), "{illegal}");
    assert!(not_theirs.contains("move 3, \"3\": it is not the turn"), "{not_theirs}");
    assert!(unreadable.contains("move 2, \"x\": cannot read"), "{unreadable}");
    assert!(game.contains("is about \"othello 8x8\""), "{game}");
}

#[test]
fn a_longer_record_is_never_overwritten() {
    let table = Table::new("connect4", &["4"]);
    let old = format!("{HEAD}seat 2\nmoves 1 1 1 1 1\n");
    fs::write(&table.path, &old).expect("it is written");
    let mut told = Vec::new();
    let limit = Some(Duration::from_millis(60));
    let mut tell = |error: &ExternalError| told.push(error.to_string());
    let error = table.player().choose_until(&RoundSoFar::of(&table.contest), limit, &mut tell, &|| false);
    assert!(matches!(error, Err(ExternalError::TimeOver(_))));
    assert_eq!(told.len(), 1, "it is told once: {told:?}");
    assert!(told[0].contains("move 1, \"1\""), "{told:?}");
    assert_eq!(read(&table.path), old);
}

#[test]
fn a_finished_game_of_earlier_days_makes_room() {
    let whole = ["1 2 1 2 1 2 1\n", "3 3 3\n"].map(|moves| format!("{HEAD}seat -\nmoves {moves}"));
    let other_game = "brettwerk 1\ngame connect4 7x7x4\nseat 2\nmoves 1 1 1 1\n".to_owned();
    for old in whole.into_iter().chain([other_game]) {
        let table = Table::new("connect4", &["4"]);
        fs::write(&table.path, &old).expect("it is written");
        let answer = table.wait(|path, _| {
            until(|| read(path) == format!("{HEAD}seat 2\nmoves 4\n"));
            fs::write(path, format!("{HEAD}seat 1\nmoves 4 3\n")).expect("it is written");
        });
        assert_eq!(answer.0.as_deref(), Some("3"), "{old}");
    }
}

#[test]
fn a_new_round_replaces_the_one_before() {
    let mut table = Table::new("connect4", &["4", "3"]);
    let mut player = table.player();
    // Their first move would be a legal answer in the new round as well, but it was meant for the old one.
    fs::write(&table.path, format!("{HEAD}seat 2\nmoves 4 3\n")).expect("it is written");
    player.round_over(&RoundSoFar::of(&table.contest)).expect("it is written");
    assert_eq!(read(&table.path), format!("{HEAD}seat -\nmoves 4 3\n"));
    table.contest = contest(&table.game, &["4"]);
    let answer = table.wait_for_player(&mut player, |path, _| {
        until(|| read(path) == format!("{HEAD}seat 2\nmoves 4\n"));
        fs::write(path, format!("{HEAD}seat 1\nmoves 4 5\n")).expect("it is written");
    });
    assert_eq!(answer, (Some("5".to_owned()), vec![]));
}

#[test]
fn who_moves_in_a_new_round_before_being_asked_is_heard() {
    let mut table = Table::new("connect4", &["1", "2", "1", "2", "1", "2", "1"]);
    let mut player = table.player();
    player.round_over(&RoundSoFar::of(&table.contest)).expect("it is written");
    fs::write(&table.path, format!("{HEAD}seat 2\nmoves 6\n")).expect("it is written");
    table.contest = contest(&table.game, &[]);
    let answer = table.wait_for_player(&mut player, |_, _| ());
    assert_eq!(answer, (Some("6".to_owned()), vec![]));
}

#[test]
fn a_move_that_was_overwritten_before_it_was_seen_is_written_again() {
    let table = Table::new("connect4", &["4", "3", "4"]);
    let answer = table.wait(|path, _| {
        fs::write(path, format!("{HEAD}seat 1\nmoves 4 3\n")).expect("it is written");
        until(|| read(path) == format!("{HEAD}seat 2\nmoves 4 3 4\n"));
        fs::write(path, format!("{HEAD}seat 1\nmoves 4 3 4 1\n")).expect("it is written");
    });
    assert_eq!(answer, (Some("1".to_owned()), vec![]));
}

#[test]
fn the_end_of_a_round_does_not_replace_the_next_one() {
    let mut table = Table::new("connect4", &["1", "2", "1", "2", "1", "2"]);
    let mut player = table.player();
    let answer = table.wait_for_player(&mut player, |path, _| {
        fs::write(path, format!("{HEAD}seat -\nmoves 1 2 1 2 1 2 1\n")).expect("it is written");
    });
    assert_eq!(answer.0.as_deref(), Some("1"));
    // The other side is quicker than we are.
    let next = format!("{HEAD}seat 2\nmoves 1\n");
    fs::write(&table.path, &next).expect("it is written");
    table.contest = contest(&table.game, &["1", "2", "1", "2", "1", "2", "1"]);
    player.round_over(&RoundSoFar::of(&table.contest)).expect("nothing is to be written");
    assert_eq!(read(&table.path), next);
}

#[test]
fn moves_that_were_taken_back_leave_the_file() {
    let mut table = Table::new("connect4", &["4"]);
    let mut player = table.player();
    let answer = table.wait_for_player(&mut player, |path, _| {
        fs::write(path, format!("{HEAD}seat 1\nmoves 4 3\n")).expect("it is written");
    });
    assert_eq!(answer.0.as_deref(), Some("3"));
    table.contest = contest(&table.game, &["5"]);
    let answer = table.wait_for_player(&mut player, |path, _| {
        until(|| read(path) == format!("{HEAD}seat 2\nmoves 5\n"));
        fs::write(path, format!("{HEAD}seat 1\nmoves 5 5\n")).expect("it is written");
    });
    assert_eq!(answer, (Some("5".to_owned()), vec![]));
}

#[test]
fn the_game_may_be_named_as_on_the_command_line() {
    for game in ["connect4", "Connect4", "connect4  7x6x4"] {
        let table = Table::new("connect4", &["4"]);
        let answer = table.wait(|path, _| {
            fs::write(path, format!("brettwerk 1\ngame {game}\nseat 1\nmoves 4 3\n")).expect("it is written");
        });
        assert_eq!(answer, (Some("3".to_owned()), vec![]), "{game}");
    }
}

#[test]
fn a_refusal_is_told_once_however_often_it_is_earned() {
    let table = Table::new("connect4", &["4"]);
    let answer = table.wait(|path, told| {
        for number in 1..=5 {
            let bad = format!("{HEAD}seat 1\nmoves 4 9\ntry {number}\n");
            fs::write(path, bad).expect("it is written");
            told.wait_for(1);
            thread::sleep(Duration::from_millis(20));
        }
        fs::write(path, format!("{HEAD}seat 1\nmoves 4 2\n")).expect("it is written");
    });
    assert_eq!((answer.0.as_deref(), answer.1.len()), (Some("2"), 1), "{answer:?}");
}

#[test]
fn who_takes_too_long_reads_that_the_game_is_over() {
    let table = Table::new("connect4", &["4"]);
    let limit = Some(Duration::from_millis(30));
    let error = table.player().choose_until(
        &RoundSoFar::of(&table.contest),
        limit,
        &mut |error| panic!("{error}"),
        &|| false,
    );
    assert!(matches!(error, Err(ExternalError::TimeOver(_))));
    assert_eq!(read(&table.path), format!("{HEAD}seat -\nmoves 4\n"));
}

#[test]
fn a_reader_never_sees_half_a_file() {
    let table = Table::new("connect4", &["4", "4", "4"]);
    let exchange: Exchange = format!("{HEAD}seat 2\nmoves 4 4 4\n").parse().expect("a file");
    exchange.write(&table.path).expect("it is written");
    thread::scope(|scope| {
        let writer = scope.spawn(|| (0..200).try_for_each(|_| exchange.write(&table.path)));
        while !writer.is_finished() {
            assert_eq!(read(&table.path).parse::<Exchange>().as_ref(), Ok(&exchange));
        }
        writer.join().expect("no panic").expect("it is written");
    });
    let left = fs::read_dir(table.path.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(left, 1, "nothing is left beside it");
}

#[test]
fn the_waiting_ends_when_somebody_interrupts_it() {
    let table = Table::new("connect4", &[]);
    let n_looks = std::cell::Cell::new(0);
    let is_stopped = || {
        n_looks.set(n_looks.get() + 1);
        n_looks.get() == 3
    };
    let error = table.player().choose_until(&RoundSoFar::of(&table.contest), None, &mut |_| (), &is_stopped);
    assert!(matches!(error, Err(ExternalError::Interrupted)), "{error:?}");
}

#[test]
fn dice_and_plays_alternate_one_word_each() {
    let mut table = Table::new("backgammon", &[]);
    let settings = Settings {
        dice: framework::Dice::Replayed(vec![vec!["31".to_owned(), "64".to_owned()]]),
        ..Settings::casual(2, 1)
    };
    table.contest = Match::new(Arc::clone(&table.game), settings, Millis(0)).expect("a match");
    let answer = table.wait(|path, _| {
        assert_eq!(read(path), "brettwerk 1\ngame backgammon standard\nseat 1\nmoves 31\n");
        fs::write(path, "brettwerk 1\ngame backgammon standard\nseat 2\nmoves 31 8/5,6/5\n")
            .expect("it is written");
    });
    assert_eq!(answer, (Some("8/5 6/5".to_owned()), vec![]));
}

#[test]
fn moves_with_commas_of_their_own_stay_as_they_are() {
    let table = Table::new("blokus", &["a20,b20"]);
    let answer = table.wait(|path, _| {
        assert_eq!(read(path), "brettwerk 1\ngame blokus classic\nseat 2\nmoves a20,b20\n");
        fs::write(path, "brettwerk 1\ngame blokus classic\nseat 3\nmoves a20,b20 t19,t20\n")
            .expect("it is written");
    });
    assert_eq!(answer, (Some("t19,t20".to_owned()), vec![]));
}

#[test]
fn the_end_of_a_game_is_written() {
    let table = Table::new("connect4", &["1", "2", "1", "2", "1", "2", "1"]);
    table.player().round_over(&RoundSoFar::of(&table.contest)).expect("it is written");
    assert_eq!(read(&table.path), format!("{HEAD}seat -\nmoves 1 2 1 2 1 2 1\n"));
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let table = Table::new("connect4", &[]);
    let mut player = FilePlayer::new("/nowhere/at/all.dat", Arc::clone(&table.game));
    let error = player.choose_until(&RoundSoFar::of(&table.contest), None, &mut |_| (), &|| false);
    assert!(matches!(error, Err(ExternalError::Write { .. })));
}

/// A match after some moves.
fn contest(game: &Arc<dyn AnyGame>, moves: &[&str]) -> Match {
    let seats = game.start().seats();
    let mut contest = Match::new(Arc::clone(game), Settings::casual(seats, 1), Millis(0)).expect("a match");
    for (mv, ply) in moves.iter().zip(0..) {
        let seat = Seat::new(ply as usize % seats);
        contest.act(seat, ply, Action::Move((*mv).to_owned()), Millis(0)).expect("a legal move");
    }
    contest
}

/// A match, and a file in a folder of its own.
struct Table {
    game: Arc<dyn AnyGame>,
    contest: Match,
    path: PathBuf,
}

impl Table {
    fn new(id: &str, moves: &[&str]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("brett-exchange-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let game = catalog::find(catalog::GAMES, id).expect("a game").open_text("").expect("the usual game");
        Self { contest: contest(&game, moves), game, path: folder.join("player.dat") }
    }

    fn player(&self) -> FilePlayer {
        FilePlayer::new(&self.path, Arc::clone(&self.game)).looking_every(Duration::from_millis(5))
    }

    /// Waits for a move while somebody else does something with the file, which is there by then, and sees how
    /// many problems were told; gives the move and the problems.
    fn wait(&self, other: impl FnOnce(&Path, &Told) + Send) -> (Option<String>, Vec<String>) {
        self.wait_for_player(&mut self.player(), other)
    }

    fn wait_for_player(
        &self,
        player: &mut FilePlayer,
        other: impl FnOnce(&Path, &Told) + Send,
    ) -> (Option<String>, Vec<String>) {
        let told = Told::default();
        let answer = thread::scope(|scope| {
            scope.spawn(|| {
                until(|| self.path.exists());
                other(&self.path, &told);
            });
            let mut tell = |error: &ExternalError| told.problems().push(error.to_string());
            player.choose_until(
                &RoundSoFar::of(&self.contest),
                Some(Duration::from_secs(20)),
                &mut tell,
                &|| false,
            )
        });
        let answer = match answer.expect("a move came") {
            ExternalDecision::Move(mv) => Some(mv),
            ExternalDecision::Resign => None,
        };
        let problems = told.problems().clone();
        (answer, problems)
    }
}

/// The problems that were told so far.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Told {
    fn problems(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().expect("nobody panics with it")
    }

    fn wait_for(&self, n_problems: usize) {
        until(|| self.problems().len() == n_problems);
    }
}

/// Waits until something is so, but not for ever.
#[track_caller]
fn until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(20), "it never happens");
        thread::sleep(Duration::from_millis(1));
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let folder = self.path.parent().expect("a folder");
        fs::remove_dir_all(folder).expect("the folder was made");
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file is there")
}
