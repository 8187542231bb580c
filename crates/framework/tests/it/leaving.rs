//! Players who leave a table of more than two.

use framework::{Action, End, Happening, Leaver, Record, Seat, Turn, UndoRule};

use crate::table::{GAMES, Table, table};

fn race(seats: usize) -> Table {
    table(&format!("dice-race seats={seats}"), |_| ())
}

/// Everybody rolls; only some seats keep what they roll.
fn play_to_end(table: &mut Table, keeps: &[usize]) {
    while let (None, Turn::Seat(seat)) = (table.contest.round_end(), table.contest.position().turn()) {
        let moves = table.contest.position().legal_moves();
        let wanted = if keeps.contains(&seat.number()) { "keep" } else { "drop" };
        let mv = moves.iter().find(|mv| *mv == wanted).unwrap_or(&moves[0]).clone();
        table.play(seat.number(), &mv);
    }
}

#[test]
fn the_others_go_on_when_one_leaves() {
    let mut table = race(3);
    table.play(1, "roll");
    table.does(2, Action::Leave);
    assert_eq!(table.contest.round_end(), None);
    let last = table.contest.events_since(table.contest.version() - 1).unwrap();
    assert_eq!(last[0].what, Happening::Left { seat: Seat::SECOND });
    assert!(table.contest.has_left(Seat::SECOND) && !table.contest.has_left(Seat::FIRST));
    play_to_end(&mut table, &[1]);
    assert_eq!(table.contest.round_end(), Some(&End::Over));
    assert_eq!(table.points(), [1, 0, 0]);
}

#[test]
fn who_has_left_cannot_win_whoever_plays_on_in_the_seat() {
    let mut table = race(3);
    table.does(2, Action::Leave);
    play_to_end(&mut table, &[2]);
    assert_eq!(table.points(), [1, 0, 1], "those who stayed share the win before the seat that was left");
}

#[test]
fn nobody_leaves_a_table_of_two_or_leaves_twice() {
    race(2).refuses(1, Action::Leave, "nobody leaves a table of two; resign instead");
    let mut table = race(4);
    table.does(4, Action::Leave);
    table.refuses(4, Action::Leave, "seat 4 has been left already");
    play_to_end(&mut table, &[1]);
    table.refuses(1, Action::Leave, "the round is over");
}

#[test]
fn a_draw_needs_only_those_who_stayed() {
    let mut table = race(3);
    table.does(2, Action::Leave);
    table.does(1, Action::OfferDraw);
    table.does(3, Action::Accept);
    assert_eq!(table.contest.round_end(), Some(&End::DrawAgreed));
}

#[test]
fn a_record_tells_who_left_and_when() {
    let mut table = race(3);
    table.play(1, "roll");
    table.does(3, Action::Leave);
    play_to_end(&mut table, &[3]);
    let text = table.contest.record().to_string();
    assert!(text.contains("\nleft 3 after 2\nresult over 1 1 0\n"), "{text}");
    let record: Record = text.parse().expect("it is read");
    assert_eq!(record.rounds[0].leavers, [Leaver { seat: Seat::from_number(3).unwrap(), ply: 2 }]);
    assert_eq!(record.to_string(), text);
    record.replay(GAMES).expect("it holds");
    let claimed = text.replace("result over 1 1 0", "result over 0 0 1").parse::<Record>().unwrap();
    assert!(claimed.replay(GAMES).is_err(), "who left has won nothing");
    for wrong in
        ["left 4 after 2", "left 3 after 99", "left 3 after 02", "left 3", "left 3 after 2\nleft 3 after 2"]
    {
        let text = text.replace("left 3 after 2", wrong);
        let error = text.parse::<Record>().expect_err(wrong).to_string();
        assert!(error.contains("left, a seat's number"), "{wrong}: {error}");
    }
}

#[test]
fn taking_back_does_not_bring_anybody_back() {
    let mut table = table("dice-race seats=3", |settings| settings.undo = UndoRule::Free);
    table.play(1, "roll");
    table.play(1, "keep");
    table.does(2, Action::Leave);
    table.does(1, Action::Undo(Some(1)));
    assert_eq!(table.contest.record().rounds[0].leavers[0].ply, 1);
    let text = table.contest.record().to_string();
    assert_eq!(text.parse::<Record>().expect("it is read").to_string(), text);
}
