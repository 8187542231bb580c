//! Puzzles, their ratings, and mistakes that come back.

use protocol::{Code, MistakeCard, PuzzleCard, PuzzleOverview, PuzzleState, PuzzleVerdict, UserId};
use puzzles::repetition::Stage;
use serde_json::json;
use store::{MemoryStore, MistakeRow, PuzzleTry, Store};
use store_sqlite::SqliteStore;

use crate::{
    browser::{Browser, Reply},
    client::{Client, for_two},
    folder::Folder,
    running::Running,
    store_contract::{NOW, promises},
};

const DAY_MS: u64 = 24 * 3_600 * 1_000;

fn id(text: &str) -> UserId {
    text.parse().unwrap()
}

fn tried(user: &str, puzzle: &str, solved: bool) -> PuzzleTry {
    PuzzleTry {
        user: id(user),
        game: "othello".to_owned(),
        puzzle: puzzle.to_owned(),
        made_rating: 1_600.0,
        solved,
        time: NOW,
    }
}

fn mistake(user: &str, word: &str) -> MistakeRow {
    MistakeRow {
        user: id(user),
        game: "connect4".to_owned(),
        id: word.to_owned(),
        options: "7x6x4".to_owned(),
        position: "44".to_owned(),
        best: "4".to_owned(),
        played: "1".to_owned(),
        table: "k3v9".parse().unwrap(),
        made: NOW,
        stage: 0,
        due: Stage::NEW.due(NOW),
    }
}

async fn only_the_first_try_of_a_puzzle_counts(store: impl Store) {
    let first = store.try_puzzle(tried("anna", "p1", true)).await.unwrap();
    assert!(first.counts && first.before.rating.rating < first.after.rating.rating);
    let again = store.try_puzzle(tried("anna", "p1", false)).await.unwrap();
    assert!(!again.counts);
    assert_eq!((again.before, again.after, again.puzzle), (first.after, first.after, first.puzzle));
    let second = store.try_puzzle(tried("anna", "p2", false)).await.unwrap();
    assert_eq!(
        (second.after.tries, second.after.solved, second.after.streak, second.after.best_streak),
        (2, 1, 0, 1)
    );
    assert_eq!(store.solver(&id("anna"), "othello").await.unwrap(), second.after);
    assert_eq!(store.solver(&id("anna"), "connect4").await.unwrap().tries, 0);
    assert_eq!(store.solvers(&id("anna")).await.unwrap(), [("othello".to_owned(), second.after)]);
    let tries = store.tried_puzzles(&id("anna"), "othello").await.unwrap();
    assert_eq!(tries, [("p1".to_owned(), true), ("p2".to_owned(), false)]);
    let rows = store.puzzle_rows("othello").await.unwrap();
    assert_eq!(rows, [("p1".to_owned(), first.puzzle), ("p2".to_owned(), second.puzzle)]);
    assert!(first.puzzle.rating.rating < 1_600.0 && 1_600.0 < second.puzzle.rating.rating);
}

async fn the_rating_of_a_puzzle_comes_from_all_who_try_it(store: impl Store) {
    for user in ["anna", "bert", "carl"] {
        store.try_puzzle(tried(user, "p1", user != "carl")).await.unwrap();
    }
    let rows = store.puzzle_rows("othello").await.unwrap();
    assert_eq!((rows[0].1.tries, rows[0].1.solved), (3, 2));
}

async fn mistakes_come_back_in_their_order_until_they_are_mended(store: impl Store) {
    assert!(store.keep_mistake(mistake("anna", "m1"), 2).await.unwrap());
    assert!(store.keep_mistake(mistake("anna", "m2"), 2).await.unwrap());
    assert!(!store.keep_mistake(mistake("anna", "m3"), 2).await.unwrap(), "more are too many");
    assert!(store.keep_mistake(mistake("anna", "m1"), 2).await.unwrap(), "it is there already");
    assert!(store.keep_mistake(mistake("bert", "m3"), 2).await.unwrap(), "each person has their own");
    let later = Stage::NEW.after(true);
    let due = later.due(NOW + DAY_MS);
    assert!(store.put_off_mistake(&id("anna"), "connect4", "m1", later.number(), due).await.unwrap());
    assert!(!store.put_off_mistake(&id("anna"), "othello", "m1", 1, None).await.unwrap());
    let words = |rows: &[MistakeRow]| rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>();
    let rows = store.mistakes(&id("anna")).await.unwrap();
    assert_eq!(words(&rows), ["m2", "m1"]);
    assert_eq!((rows[1].stage, rows[1].due), (1, Some(NOW + 8 * DAY_MS)));
    assert_eq!(rows[0], mistake("anna", "m2"));
    store.put_off_mistake(&id("anna"), "connect4", "m2", 3, None).await.unwrap();
    assert_eq!(words(&store.mistakes(&id("anna")).await.unwrap()), ["m1", "m2"], "what is mended is last");
}

async fn a_deleted_account_leaves_no_tries_and_no_mistakes(store: impl Store) {
    store.try_puzzle(tried("anna", "p1", true)).await.unwrap();
    store.keep_mistake(mistake("anna", "m1"), 9).await.unwrap();
    store.delete_account(&id("anna")).await.unwrap();
    assert_eq!(store.solvers(&id("anna")).await.unwrap(), []);
    assert_eq!(store.tried_puzzles(&id("anna"), "othello").await.unwrap(), []);
    assert_eq!(store.mistakes(&id("anna")).await.unwrap(), []);
    assert_eq!(store.puzzle_rows("othello").await.unwrap().len(), 1, "the puzzle keeps its rating");
}

promises![
    only_the_first_try_of_a_puzzle_counts,
    the_rating_of_a_puzzle_comes_from_all_who_try_it,
    mistakes_come_back_in_their_order_until_they_are_mended,
    a_deleted_account_leaves_no_tries_and_no_mistakes,
];

fn browser_of(server: &Running, client: &Client) -> Browser {
    Browser { cookie: Some(client.cookie.clone()), ..server.browser() }
}

fn told<T: serde::de::DeserializeOwned>(reply: Reply) -> T {
    serde_json::from_str(&reply.fine(200).body).unwrap()
}

#[tokio::test]
async fn a_puzzle_is_solved_move_by_move_and_counts_once() {
    let server = Running::start().await;
    let anna = server.guest().await;
    let mut browser = browser_of(&server, &anna);
    let set = puzzles::shipped("connect4").unwrap();
    let puzzle = set.puzzles().iter().find(|puzzle| 3 <= puzzle.solution.len()).unwrap();
    let path = format!("/api/puzzles/connect4/{}", puzzle.id);
    let card: PuzzleCard = told(browser.get(&path).await);
    assert_eq!((&card.position, card.tries), (&puzzle.position, 0));
    let text = browser.get(&path).await.body;
    assert!(!text.contains("solution") && !text.contains("worth"), "nothing gives it away: {text}");

    let first = json!({"moves": [puzzle.solution[0]]});
    let verdict: PuzzleVerdict = told(browser.post(&path, first).await);
    assert_eq!((verdict.state, verdict.reply.as_ref()), (PuzzleState::Right, Some(&puzzle.solution[1])));
    let own: Vec<&String> = puzzle.solution.iter().step_by(2).collect();
    let verdict: PuzzleVerdict = told(browser.post(&path, json!({"moves": own})).await);
    assert_eq!(verdict.state, PuzzleState::Solved);
    assert!(verdict.gained.is_some_and(|gained| 0.0 < gained));
    assert_eq!(verdict.explanation.unwrap().solution, puzzle.solution);
    assert_eq!(verdict.you.map(|you| (you.tries, you.streak)), Some((1, 1)));

    let shown: PuzzleVerdict = told(browser.post(&path, json!({"moves": []})).await);
    assert_eq!((shown.state, shown.gained), (PuzzleState::Shown, None), "only the first try counts");
    let overview: PuzzleOverview = told(browser.get("/api/puzzles?game=connect4").await);
    assert_eq!((overview.you.tries, overview.you.solved), (1, 1));
    assert_eq!(overview.n_puzzles as usize, set.puzzles().len());
    assert!(overview.themes.iter().all(|theme| 0 < theme.n_puzzles && !theme.name.de.is_empty()));
    assert!(set.find(&overview.daily).is_some());
    let card: PuzzleCard = told(browser.get(&path).await);
    assert_eq!((card.tries, card.solved), (1, 1));
    server.stop().await;
}

#[tokio::test]
async fn who_is_wrong_may_try_again_but_has_lost_the_point() {
    let server = Running::start().await;
    let anna = server.guest().await;
    let mut browser = browser_of(&server, &anna);
    let puzzle = puzzles::shipped("connect4")
        .unwrap()
        .puzzles()
        .iter()
        .find(|puzzle| puzzle.solution.len() == 1)
        .unwrap();
    let path = format!("/api/puzzles/connect4/{}", puzzle.id);
    let entry = catalog::find(catalog::GAMES, "connect4").unwrap();
    let wrong = (1..=7)
        .map(|column| column.to_string())
        .find(|column| puzzle.attempt(entry, std::slice::from_ref(column)) == Ok(puzzles::Attempt::Wrong));
    let verdict: PuzzleVerdict = told(browser.post(&path, json!({"moves": [wrong.unwrap()]})).await);
    assert_eq!((verdict.state, verdict.explanation), (PuzzleState::Wrong, None));
    assert!(verdict.gained.is_some_and(|gained| gained < 0.0));
    let verdict: PuzzleVerdict = told(browser.post(&path, json!({"moves": puzzle.solution})).await);
    assert_eq!((verdict.state, verdict.gained), (PuzzleState::Solved, None));
    let overview: PuzzleOverview = told(browser.get("/api/puzzles?game=connect4").await);
    assert_eq!((overview.you.tries, overview.you.solved, overview.you.streak), (1, 0, 0));
    server.stop().await;
}

#[tokio::test]
async fn the_next_puzzle_is_one_that_was_not_tried_and_fits_the_theme() {
    let server = Running::start().await;
    let anna = server.guest().await;
    let mut browser = browser_of(&server, &anna);
    let first: PuzzleCard = told(browser.get("/api/puzzles/next?game=othello&theme=corner").await);
    assert!(first.themes.contains(&"corner".to_owned()));
    browser.post(&format!("/api/puzzles/othello/{}", first.id), json!({"moves": []})).await.fine(200);
    for _ in 0..5 {
        let path = format!("/api/puzzles/next?game=othello&not={}", first.id);
        let next: PuzzleCard = told(browser.get(&path).await);
        assert_ne!(next.id, first.id);
        browser.post(&format!("/api/puzzles/othello/{}", next.id), json!({"moves": []})).await.fine(200);
    }
    browser.get("/api/puzzles/next?game=othello&theme=mate").await.refused(404, Code::NotFound);
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_puzzle_or_no_move_is_refused_with_the_reason() {
    let server = Running::start().await;
    let anna = server.guest().await;
    let mut browser = browser_of(&server, &anna);
    browser.get("/api/puzzles?game=checkers").await.refused(404, Code::NotFound);
    browser.get("/api/puzzles").await.refused(400, Code::Settings);
    browser.get("/api/puzzles/connect4/nothing").await.refused(404, Code::NotFound);
    let puzzle = &puzzles::shipped("connect4").unwrap().puzzles()[0];
    let path = format!("/api/puzzles/connect4/{}", puzzle.id);
    browser.post(&path, json!({"moves": ["9"]})).await.refused(400, Code::IllegalMove);
    browser.post(&path, json!({"moves": vec!["1"; 17]})).await.refused(400, Code::Unreadable);
    browser.post(&path, json!({"steps": []})).await.refused(400, Code::Unreadable);
    let overview: PuzzleOverview = told(browser.get("/api/puzzles?game=connect4").await);
    assert_eq!(overview.you.tries, 0, "what is illegal is no try");
    server.stop().await;
}

#[tokio::test]
async fn a_mistake_of_a_finished_match_is_kept_for_whoever_made_it() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let table = anna.create(for_two("connect4", "5x4x3")).await;
    bert.sit(&table).await;
    let new = json!({"table": table, "round": 0, "ply": 3, "best": "1"});
    let (mut annas, mut berts) = (browser_of(&server, &anna), browser_of(&server, &bert));
    berts.post("/api/me/mistakes", new.clone()).await.refused(404, Code::NotFound);
    for (ply, column) in (0..).zip(["1", "2", "1", "2", "1"]) {
        let who = if ply % 2 == 0 { &mut anna } else { &mut bert };
        who.play(&table, ply, column).await.unwrap();
    }
    annas.post("/api/me/mistakes", new.clone()).await.refused(400, Code::Refused);
    for (field, value, status, code) in [
        ("ply", json!(9), 400, Code::Refused),
        ("round", json!(4), 400, Code::Refused),
        ("best", json!("2"), 400, Code::Refused),
        ("best", json!("7"), 400, Code::IllegalMove),
        ("table", json!("nowhere"), 404, Code::NotFound),
    ] {
        let mut twisted = new.clone();
        twisted[field] = value;
        berts.post("/api/me/mistakes", twisted).await.refused(status, code);
    }
    berts.post("/api/me/mistakes", new.clone()).await.fine(204);
    berts.post("/api/me/mistakes", new).await.fine(204);
    let kept: Vec<MistakeCard> = told(berts.get("/api/me/mistakes").await);
    let [card] = kept.as_slice() else { panic!("{kept:?}") };
    assert_eq!((card.played.as_str(), card.is_due, card.stage), ("2", false, 0));
    assert_eq!(told::<Vec<MistakeCard>>(annas.get("/api/me/mistakes").await), []);

    let path = format!("/api/me/mistakes/connect4/{}", card.id);
    let verdict: PuzzleVerdict = told(berts.post(&path, json!({"moves": ["2"]})).await);
    assert_eq!(verdict.state, PuzzleState::Wrong);
    let verdict: PuzzleVerdict = told(berts.post(&path, json!({"moves": ["1"]})).await);
    assert_eq!(
        (verdict.state, verdict.explanation.unwrap().solution),
        (PuzzleState::Solved, vec!["1".to_owned()])
    );
    let again: Vec<MistakeCard> = told(berts.get("/api/me/mistakes").await);
    assert_eq!(again, kept, "practice before it is due changes nothing");
    annas.post(&path, json!({"moves": ["1"]})).await.refused(404, Code::NotFound);
    server.stop().await;
}
