//! Reports about games: what losses are, who lost what, and the page.

use framework::{
    Ending, Language, Millis, Record, RecordError, Valuation,
    render::report_html,
    report::{Finding, GameReport, Grade, Loss, LossSum, LossUnit, ReportPlan, TimeReport},
    search::WIN,
};

/// A game of nim in which the first player gives a win away, and the second gives it back.
const RECORD: &str = "\
brettwerk record 1
game nim 1+2
player 1 Anna <b>
player 2 Bert
length rounds=1
clock none

round 1 players 1 2
1 1-1 @900
2 1-2 @3100
1 1-2 @200
result over 1 0
hash HASH

end
";

fn plan() -> ReportPlan {
    let text = RECORD.replace("HASH", "0000000000000000");
    let record: Record = text.parse().expect("it is well-formed");
    let Err(RecordError::WrongHash { expected, .. }) = record.replay(&[nim::ENTRY]) else {
        panic!("the hash is none");
    };
    let hash = format!("{expected:016x}");
    let record: Record = RECORD.replace("HASH", &hash).parse().expect("it is well-formed");
    ReportPlan::new(record, &[nim::ENTRY]).expect("every move is legal")
}

const WON: Valuation = Valuation::Certain { ending: Ending::Won, plies: Some(3) };
const LOST: Valuation = Valuation::Certain { ending: Ending::Lost, plies: Some(2) };

fn finding(best: &str, worth: Valuation, got: Option<Valuation>) -> Option<Finding> {
    Some(Finding {
        best: best.to_owned(),
        line: vec![best.to_owned()],
        worth: Some(worth),
        got,
        next_best: None,
    })
}

/// One from the second heap wins at first; then both of its counters do.
fn report() -> GameReport {
    plan().finish(&[finding("1-2", WON, Some(LOST)), finding("2-2", WON, Some(LOST)), None])
}

#[test]
fn a_position_with_one_move_is_no_decision() {
    let plan = plan();
    let is_decision: Vec<bool> = plan.steps().iter().map(|step| step.is_decision).collect();
    assert_eq!((is_decision, plan.n_decisions()), (vec![true, true, false], 2));
}

#[test]
fn a_win_given_away_is_a_blunder_and_a_turning_point() {
    let report = report();
    assert_eq!(report.unit, LossUnit::Result);
    let [anna, bert] = &report.players[..] else { panic!("two played") };
    assert_eq!((anna.decisions, anna.grades), (LossSum { count: 1, lost: 1.0 }, [0, 0, 1]));
    assert_eq!((bert.phases[0].count, bert.phases[1].count, bert.phases[2].count), (0, 1, 0));
    assert_eq!(report.rounds[0].turning_points, [0, 1]);
    assert_eq!(anna.time, Some(TimeReport { sound: (0, 0), mistaken: (1, 900) }));
    assert_eq!((anna.rating, anna.luck), (None, None));
}

#[test]
fn a_move_that_nobody_valued_is_worth_what_the_next_position_tells() {
    let report = plan().finish(&[finding("1-2", WON, None), finding("2-2", WON, Some(LOST)), None]);
    let verdict = report.rounds[0].moves[0].verdict.clone().expect("it was looked at");
    assert_eq!(verdict.got, Some(WON.turned().aged()));
    let unjudged = plan().finish(&[finding("1-2", WON, None), None, None]);
    assert_eq!(unjudged.players[0].n_unknown, 1);
}

#[test]
fn losses_are_told_in_the_unit_of_the_game() {
    #[track_caller]
    fn check(best: Valuation, got: Valuation, words: &str, grade: Option<Grade>) {
        let loss = Loss::between(&best, &got);
        assert_eq!((&*loss.in_words().en, loss.grade), (words, grade));
    }
    let discs = |more| Valuation::Discs { more, certain: false };
    check(discs(5.0), discs(3.5), "1.50 discs", None);
    check(discs(5.0), discs(3.0), "2.00 discs", Some(Grade::Inaccuracy));
    check(discs(5.0), discs(1.0), "4.00 discs", Some(Grade::Mistake));
    check(discs(5.0), discs(-3.0), "8.00 discs", Some(Grade::Blunder));
    // A search may see more in the move that was played than in its own.
    check(discs(3.0), discs(4.0), "0.00 discs", None);
    let equity = |points| Valuation::Equity { points, chances: None };
    check(equity(0.3), equity(0.25), "0.050 equity", Some(Grade::Mistake));
    let chance = |win| Valuation::Chance { win };
    check(chance(0.6), chance(0.53), "7.0 % to win", Some(Grade::Inaccuracy));
    let place = |expected| Valuation::Place { expected, of: 4 };
    check(place(2.0), place(2.5), "0.50 places", Some(Grade::Mistake));
    let certain = |value| Valuation::of_score(value, true);
    check(certain(WIN - 7.0), certain(0.0), "half a game given away", Some(Grade::Blunder));
    check(certain(WIN - 7.0), certain(7.0 - WIN), "a win given away", Some(Grade::Blunder));
    check(certain(WIN - 7.0), certain(WIN - 11.0), "4 plies", None);
    check(certain(20.0 - WIN), certain(8.0 - WIN), "12 plies", None);
}

#[test]
fn findings_and_reports_survive_as_json() {
    let findings = vec![finding("1-2", WON, Some(LOST)), None];
    let json = serde_json::to_string(&findings).expect("plain values");
    assert_eq!(serde_json::from_str::<Vec<Option<Finding>>>(&json).expect("what was written"), findings);
    let json = serde_json::to_string(&report()).expect("plain values");
    assert_eq!(serde_json::from_str::<GameReport>(&json).expect("what was written"), report());
}

#[test]
fn the_page_needs_nothing_else_and_runs_nothing() {
    let game = plan().game().clone();
    for (language, words) in [(Language::English, "Turning points"), (Language::German, "Wendepunkte")] {
        let html = report_html(&report(), &*game, Some(Millis(500)), language);
        assert!(html.contains(words) && html.contains("Anna &lt;b&gt;"), "{html}");
        for outside in ["<script", "<link", "src=", "http:", "https:", "Anna <b>"] {
            let found = html.replace("http://www.w3.org/2000/svg", "");
            assert!(!found.contains(outside), "{outside}");
        }
        // Every mistake in the graph leads to its move.
        assert!(html.contains("href=\"#r1m1\"") && html.contains("id=\"r1m1\""));
    }
}
