//! What the table of 2006 promised to backgammon players: reasons, dice by hand, and rounds without end.

use framework::Action;
use protocol::{ChairChoice, Code, Command, Detail, Message, Moment, NewTable, TableId, ToMove};

use crate::{
    client::{Client, for_two},
    running::Running,
};

/// A table of two with a position to begin with; the first seat is X, who moves upward in an XGID.
fn table_at(options: &str, xgid: &str) -> NewTable {
    NewTable { start: Some(format!("XGID={xgid}")), ..for_two("backgammon", options) }
}

const START: &str = "-b----E-C---eE---c-e----B-";
/// A checker on the bar, and the start without it.
const ON_BAR: &str = "-b----E-C---dE---c-e----AA";
/// At home: one on 6, two on 2.
const AT_HOME: &str = "--B---A-----------------b-";
/// Only 13/8 10/4 uses a 6 and a 5.
const ONE_WAY: &str = "--b--b----A--A------------";
/// A 6 or a 5 can be played, not both.
const EITHER: &str = "--b----------A------------";

/// The reasons of the rules: options, a position with cube, turn, dice, score and match, and a move that is forbidden.
/// Who may not double is never asked, so that the match itself says that the dice come first; it also says so while
/// dice are in the air, and that a round is over.
const REASONS: [(&str, &str, &str, &str, &str); 17] = [
    ("wrong-direction", "", START, "0:0:1:31:0:0:0:0", "5/8"),
    ("bar-first", "", ON_BAR, "0:0:1:31:0:0:0:0", "13/10"),
    ("no-checker", "", START, "0:0:1:31:0:0:0:0", "10/9"),
    ("opponents-checker", "", START, "0:0:1:31:0:0:0:0", "12/11"),
    ("not-all-home", "", START, "0:0:1:61:0:0:0:0", "6/off"),
    ("checker-behind", "", AT_HOME, "0:0:1:43:0:0:0:0", "2/off"),
    ("blocked", "", START, "0:0:1:31:0:0:0:0", "24/19"),
    ("not-with-dice", "", START, "0:0:1:31:0:0:0:0", "13/11"),
    ("die-left", "", START, "0:0:1:31:0:0:0:0", "8/5"),
    ("wastes-die", "", ONE_WAY, "0:0:1:65:0:0:0:0", "13/7"),
    ("higher-die", "", EITHER, "0:0:1:65:0:0:0:0", "13/8"),
    ("move-exists", "", START, "0:0:1:65:0:0:0:0", "cannot-move"),
    ("already-rolled", "", START, "0:0:1:31:0:0:0:0", "roll"),
    ("no-double-offered", "", START, "0:0:1:00:0:0:0:0", "take"),
    ("roll-or-double", "", START, "0:0:1:00:0:0:0:0", "24/14"),
    ("answer-first", "", START, "0:0:-1:D:0:0:0:0", "24/14"),
    ("no-beavers", "", START, "0:0:-1:D:0:0:0:0", "beaver"),
];

#[tokio::test]
async fn every_reason_reaches_the_client_with_its_code_and_in_both_languages() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    for (reason, options, board, state, text) in REASONS {
        let table = anna.create(table_at(options, &format!("{board}:{state}:12"))).await;
        bert.sit(&table).await;
        let refused = anna.play(&table, 0, text).await.expect_err(reason);
        assert_eq!(
            (refused.code, refused.reason.as_deref()),
            (Code::IllegalMove, Some(reason)),
            "{text}: {refused:?}"
        );
        let rule = refused.rule.expect("the rule is told");
        assert_ne!(rule.en, rule.de, "{reason}");
        assert!(refused.sentence.contains(&*rule.en), "{:?}", refused.sentence);
        // Whoever is not to move learns that first, whatever they try.
        let early = bert.play(&table, 0, text).await.expect_err("it is the other's turn");
        assert_eq!(early.code, Code::NotYourTurn, "{reason}");
    }
    server.stop().await;
}

/// The first side is on the bar, and the other one holds every point where it could enter.
const BLOCKED: &str = "------------A------bbbbbbA:0:0:1:66:0:0:0:0:12";

#[tokio::test]
async fn blocked_player_confirms_or_is_passed_over() {
    let server = Running::start().await;
    for confirm_blocked in [true, false] {
        let (mut anna, mut bert) = (server.guest().await, server.guest().await);
        let table = anna.create(table_at("nocube", BLOCKED)).await;
        let prefer = Command::Prefer { table: table.clone(), auto_roll: false, confirm_blocked, chair: None };
        anna.ask(prefer).await.unwrap();
        bert.sit(&table).await;
        anna.watch(&table, Detail::Drawn).await;
        let (moment, moves) = anna
            .wait(|message| match message {
                Message::Table { snapshot, drawing } => {
                    Some((snapshot.moment.clone()?, drawing.clone()?.moves))
                }
                _ => None,
            })
            .await;
        if confirm_blocked {
            // The game waits until they have seen it.
            assert_eq!((moment.ply, moves), (0, vec!["cannot-move".to_owned()]));
            anna.play(&table, 0, "cannot-move").await.unwrap();
        } else {
            assert_eq!((moment.ply, moves), (1, Vec::new()));
        }
        let refused = bert.act(&table, 1, Action::Move("6/5".to_owned())).await.unwrap_err();
        assert_eq!(refused.code, Code::NotYourTurn, "the dice come next: {refused:?}");
        bert.act(&table, 1, Action::Roll).await.unwrap();
    }
    server.stop().await;
}

#[tokio::test]
async fn the_first_roll_waits_for_a_click_where_that_was_agreed() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let moment = async |anna: &mut Client, table: &TableId| {
        anna.watch(table, Detail::Plain).await;
        anna.wait(|message| match message {
            Message::Table { snapshot, .. } => snapshot.moment.clone(),
            _ => None,
        })
        .await
    };
    for first_roll in [false, true] {
        let chairs = vec![ChairChoice::Me, ChairChoice::Me];
        let wanted = NewTable { first_roll, ..NewTable::new("backgammon", "nocube", chairs) };
        let table = anna.create(wanted).await;
        let Moment { ply, to_move, .. } = moment(&mut anna, &table).await;
        if first_roll {
            assert_eq!((ply, to_move), (0, ToMove::Dice(None)));
            anna.act(&table, 0, Action::Roll).await.unwrap();
            assert_eq!(moment(&mut anna, &table).await.ply, 1);
        } else {
            assert_eq!(ply, 1);
        }
        // Who lets all dice roll by themselves need not click at all.
        let chairs = vec![ChairChoice::Me, ChairChoice::Open];
        let wanted = NewTable { first_roll, ..NewTable::new("backgammon", "nocube", chairs) };
        let table = anna.create(wanted).await;
        let prefer =
            Command::Prefer { table: table.clone(), auto_roll: true, confirm_blocked: false, chair: None };
        anna.ask(prefer).await.unwrap();
        anna.ask(Command::Seat { table: table.clone(), chair: 1, player: "random".to_owned() })
            .await
            .unwrap();
        assert!(1 <= moment(&mut anna, &table).await.ply);
    }
    server.stop().await;
}
