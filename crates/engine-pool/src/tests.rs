//! What waits, what is thought about, and what gives way.

use std::future::Future;

use futures_util::FutureExt as _;
use tables::world::Insight;

use super::*;

#[test]
fn what_a_question_waits_is_taken_from_the_time_for_its_answer() {
    let time = |limit, waited| time_left(Millis(limit), Duration::from_millis(waited));
    assert_eq!(time(1_600, 0), Millis(1_600));
    assert_eq!(time(1_600, 400), Millis(1_200));
    assert_eq!(time(1_600, 5_000), MIN_SEARCH_TIME, "a move is found all the same");
    assert_eq!(time(20, 5_000), Millis(20), "no more than was given");
}

/// The seat of a computer player that thinks on a person's time.
fn seat(table: &str) -> EngineSeat {
    EngineSeat::Table { table: table.parse().unwrap(), chair: 1 }
}

/// What alpha-beta is asked about a position of Connect Four after some columns.
fn question(moves: &[&str], limits: Limits, seat: Option<EngineSeat>) -> Question {
    let game = catalog::find(catalog::GAMES, "connect4").unwrap().open_text("8x7x4").unwrap();
    let mut position = game.start();
    for column in moves {
        position.play(column).unwrap();
    }
    let (player, asker) = ("alphabeta".to_owned(), "anna".parse().unwrap());
    Question { game, position, player, also: None, limits, urgency: Urgency::Person, asker, seat }
}

/// A pool of one thread that may ponder.
fn pool() -> Arc<EnginePool> {
    Arc::new(EnginePool::with_pondering(1, default_engine_memory(1)))
}

/// Begins to ponder for longer than any test lasts, and waits until it runs.
async fn begin(pool: &Arc<EnginePool>, question: Question) -> impl Future<Output = ()> + Unpin {
    let running = Arc::clone(pool);
    let question = Question { limits: Limits::time(Millis(3_600_000)), ..question };
    let pondering = tokio::spawn(async move { running.ponder(question).await });
    while pool.n_pondering() == 0 {
        tokio::task::yield_now().await;
    }
    pondering.map(|ended| ended.unwrap())
}

#[tokio::test]
async fn what_was_found_on_a_persons_time_makes_the_answer_cheaper() {
    let nodes = async |pool: &EnginePool, seat| {
        let asked = question(&["4", "4", "5"], Limits::depth(9), seat);
        pool.search(asked, |_| {}).await.unwrap().nodes
    };
    let pool = pool();
    let fresh = nodes(&pool, None).await;
    // The person decides after 4 and 4; a look-ahead of ten plies reaches as far as the answer to any move of theirs.
    pool.ponder(question(&["4", "4"], Limits::depth(10), Some(seat("t1")))).await;
    assert_eq!(nodes(&pool, Some(seat("t2"))).await, fresh, "what was found at another table is forgotten");
    pool.ponder(question(&["4", "4"], Limits::depth(10), Some(seat("t1")))).await;
    let prepared = nodes(&pool, Some(seat("t1"))).await;
    assert!(prepared < fresh, "{prepared} positions instead of {fresh}");
}

#[tokio::test]
async fn seat_keeps_what_it_has_searched_from_move_to_move() {
    let pool = pool();
    let nodes = async |moves: &[&str], depth, seat| {
        pool.search(question(moves, Limits::depth(depth), seat), |_| {}).await.unwrap().nodes
    };
    let next = ["4", "4", "5", "3"];
    let fresh = nodes(&next, 9, None).await;
    nodes(&next[..2], 11, Some(seat("t1"))).await;
    nodes(&["1"], 5, Some(seat("t2"))).await;
    let kept = nodes(&next, 9, Some(seat("t1"))).await;
    assert!(kept < fresh, "{kept} positions instead of {fresh}");
}

#[tokio::test]
async fn pondering_gives_way_to_any_question() {
    let pool = pool();
    let pondering = begin(&pool, question(&["4"], Limits::NONE, Some(seat("t1")))).await;
    let asked = question(&["1"], Limits::depth(3), None);
    pool.search(asked, |_| {}).await.unwrap();
    pondering.await;
    // The thread is free as soon as it has put its player aside.
    while pool.load() != (0, 0) {
        tokio::task::yield_now().await;
    }
    assert_eq!(pool.n_pondering(), 0);
}

#[tokio::test]
async fn question_of_the_same_seat_waits_until_its_pondering_has_stopped() {
    let pool = Arc::new(EnginePool::with_pondering(2, default_engine_memory(2)));
    let pondering = begin(&pool, question(&["4"], Limits::NONE, Some(seat("t1")))).await;
    let asked = question(&["4", "4"], Limits::depth(3), Some(seat("t1")));
    pool.search(asked, |_| {}).await.unwrap();
    pondering.await;
}

#[tokio::test]
async fn question_ends_the_pondering_of_its_seat_before_it_has_begun() {
    let pool = pool();
    let ask = |question| {
        let pool = Arc::clone(&pool);
        tokio::spawn(async move { pool.search(question, |_| {}).await })
    };
    // The only thread has something else to do.
    let endless = Limits::time(Millis(3_600_000));
    let busy = ask(question(&["1"], endless, None));
    while pool.load() != (0, 1) {
        tokio::task::yield_now().await;
    }
    let running = Arc::clone(&pool);
    let waits = question(&["4"], endless, Some(seat("t1")));
    let pondering = tokio::spawn(async move { running.ponder(waits).await });
    while pool.shared.waiting().ponderings.is_empty() {
        tokio::task::yield_now().await;
    }
    let asked = ask(question(&["4", "4"], Limits::depth(3), Some(seat("t1"))));
    while pool.load() != (1, 1) {
        tokio::task::yield_now().await;
    }
    assert!(pool.shared.waiting().ponderings.is_empty());
    pondering.await.unwrap();
    busy.abort();
    asked.await.unwrap().unwrap();
}

#[tokio::test]
async fn dropping_a_pondering_ends_it() {
    let pool = pool();
    let running = Arc::clone(&pool);
    let endless = question(&["4"], Limits::time(Millis(3_600_000)), Some(seat("t1")));
    let task = tokio::spawn(async move { running.ponder(endless).await });
    while pool.n_pondering() == 0 {
        tokio::task::yield_now().await;
    }
    task.abort();
    while pool.n_pondering() != 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn pool_that_may_not_ponder_rests() {
    let pool = EnginePool::new(1, default_engine_memory(1));
    assert!(!pool.can_ponder());
    let endless = question(&["4"], Limits::time(Millis(3_600_000)), Some(seat("t1")));
    assert_eq!(pool.ponder(endless).now_or_never(), Some(()), "it is over before it has begun");
}

#[tokio::test]
async fn players_that_forget_and_questions_without_a_seat_are_not_pondered() {
    let pool = pool();
    let limits = Limits::time(Millis(3_600_000));
    pool.ponder(question(&["4"], limits, None)).await;
    let forgetful = Question { player: "minimax".to_owned(), ..question(&["4"], limits, Some(seat("t1"))) };
    pool.ponder(forgetful).await;
    assert_eq!(pool.n_pondering(), 0);
}

/// Looks at the start of Connect Four for so long, and tells what is known after each step.
fn analyze(
    pool: &Arc<EnginePool>,
    time: Millis,
) -> (tokio::task::JoinHandle<Result<(), Problem>>, mpsc::UnboundedReceiver<Insight>) {
    let (pool, (told, insights)) = (Arc::clone(pool), mpsc::unbounded_channel());
    let asked = question(&["4"], Limits::time(time), None);
    let task = tokio::spawn(async move {
        let report = |insight| told.send(insight).map_err(|_| broken_down());
        pool.analyze(asked, 3, report).await
    });
    (task, insights)
}

#[tokio::test]
async fn an_analysis_is_told_step_by_step() {
    let (task, mut insights) = analyze(&pool(), Millis(3_600_000));
    for _ in 0..3 {
        let Insight { found, lines, is_final } = insights.recv().await.unwrap();
        assert!(!is_final);
        assert!((1..=3).contains(&lines.len()), "{lines:?}");
        assert_eq!(lines[0], found.line[..lines[0].len()]);
        for line in &lines {
            let mut position = question(&["4"], Limits::NONE, None).position;
            line.iter().for_each(|text| drop(position.play(text).unwrap()));
        }
    }
    task.abort();
}

#[tokio::test]
async fn an_analysis_ends_when_its_time_is_over() {
    let (task, mut insights) = analyze(&pool(), Millis(100));
    let mut is_over = false;
    while let Some(insight) = insights.recv().await {
        assert!(!is_over, "nothing comes after the last word");
        is_over = insight.is_final;
    }
    assert!(is_over);
    task.await.unwrap().unwrap();
}

#[tokio::test]
async fn an_analysis_gives_way_to_any_question_and_goes_on() {
    let pool = pool();
    let (task, mut insights) = analyze(&pool, Millis(3_600_000));
    insights.recv().await.unwrap();
    for n_asked in 0..3 {
        let asked = question(&["1"], Limits::depth(3), None);
        pool.search(asked, |_| {}).await.unwrap();
        assert!(insights.recv().await.is_some(), "it goes on after question {n_asked}");
    }
    // Nobody listens any more.
    task.abort();
    while pool.n_analyzing() != 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(pool.load(), (0, 0));
}

#[tokio::test]
async fn two_analyses_share_a_thread() {
    let pool = pool();
    let (first, mut of_first) = analyze(&pool, Millis(3_600_000));
    of_first.recv().await.unwrap();
    let (second, mut of_second) = analyze(&pool, Millis(3_600_000));
    for _ in 0..3 {
        of_second.recv().await.unwrap();
        of_first.recv().await.unwrap();
    }
    first.abort();
    second.abort();
}

#[tokio::test]
async fn a_report_that_fails_ends_the_analysis() {
    let pool = pool();
    let asked = question(&["4"], Limits::time(Millis(3_600_000)), None);
    let ended = pool.analyze(asked, 1, |_| Err(Problem::new(Code::RatedMatch, "no"))).await;
    assert_eq!(ended.unwrap_err().code, Code::RatedMatch);
    while pool.n_analyzing() != 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn decision_is_a_move_that_can_be_played() {
    let pool = pool();
    let asked = question(&["4"], Limits::depth(3), Some(seat("t1")));
    let Ok(Decision::Played(text)) = pool.decide(asked.clone(), |_| {}).await else { panic!("it plays") };
    assert_eq!(asked.position.check(&text), Ok(text));
    let unknown = Question { player: "nobody".to_owned(), ..asked };
    let fault = pool.decide(unknown, |_| {}).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Crashed);
    assert!(fault.detail.contains("there is no player \"nobody\""), "{fault}");
}

#[tokio::test]
async fn visit_keeps_what_its_computer_has_searched() {
    let pool = pool();
    let visit = |word: &str| Some(EngineSeat::Visit(word.to_owned()));
    let nodes = async |moves: &[&str], depth, seat| {
        pool.search(question(moves, Limits::depth(depth), seat), |_| {}).await.unwrap().nodes
    };
    let next = ["4", "4", "5", "3"];
    let fresh = nodes(&next, 9, visit("other")).await;
    nodes(&next[..2], 11, visit("first")).await;
    let kept = nodes(&next, 9, visit("first")).await;
    assert!(kept < fresh, "{kept} positions instead of {fresh}");
}

/// How many threads help the first of some pieces of work, the second, and so on, while so many questions wait.
fn helpers(n_threads: usize, n_waiting: usize, n_works: usize) -> Vec<usize> {
    let mut waiting = Waiting::default();
    for number in 0..n_waiting as u64 {
        let place = Place { urgency: Urgency::Hint, before_of_asker: 0, number };
        let (question, (sender, _)) = (question(&[], Limits::NONE, None), oneshot::channel());
        let (stop, answer) = (Stop::default(), Answer::Found(sender));
        waiting.questions.insert(place, Asked { question, since: Instant::now(), stop, answer });
    }
    (0..n_works).map(|_| waiting.begin(n_threads)).collect()
}

#[test]
fn threads_that_would_rest_help_those_that_search() {
    assert_eq!(helpers(1, 0, 2), [0, 0]);
    assert_eq!(helpers(4, 0, 3), [3, 0, 0], "who comes later begins at once, without help");
    assert_eq!(helpers(4, 2, 1), [1], "those that wait will need their threads");
    assert_eq!(helpers(4, 9, 1), [0]);
}

#[test]
fn help_is_free_again_when_the_work_has_ended() {
    let mut waiting = Waiting::default();
    let helpers = waiting.begin(4);
    waiting.end(helpers);
    assert_eq!((waiting.n_thinking, waiting.n_helping), (0, 0));
    assert_eq!(waiting.begin(4), 3);
}

#[tokio::test]
async fn analysis_with_help_gives_way_to_a_question_and_goes_on() {
    let pool = Arc::new(EnginePool::new(3, default_engine_memory(3)));
    let (task, mut insights) = analyze(&pool, Millis(3_600_000));
    insights.recv().await.unwrap();
    let helpers: Vec<_> =
        pool.shared.waiting().running_analyses.values().map(|(_, helpers)| *helpers).collect();
    assert_eq!(helpers, [2]);
    let asked = question(&["1"], Limits::depth(3), None);
    pool.search(asked, |_| {}).await.unwrap();
    assert!(insights.recv().await.is_some(), "it goes on");
    task.abort();
    while pool.load() != (0, 0) || pool.n_analyzing() != 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(pool.shared.waiting().n_helping, 0);
}
