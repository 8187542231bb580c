//! Records with comments, marks and variations: version 2 of the text.

use framework::{
    Annotation, Annotations, AnyPosition, MoveMark, Record, RecordError, RecordedMove, Rng, Turn, Variation,
    testkit,
};
use proptest::prelude::*;

use crate::table::GAMES;

/// Anna takes one of the single things first; what else she could have done is annotated.
const ANNOTATED: &str = "\
brettwerk record 2
game nim 1+2
player 1 Anna
player 2 Bert
length rounds=1
clock none

round 1 players 1 2
# Two heaps:
#
# whoever takes the last thing wins.
(
1 1-1
mark ?
(
2 1-2
1 1-2
)
2 2-2
# This is over.
)
1 1-2 @900
mark !
(
2 1-2
1 1-1
)
2 1-1
1 1-2 @1200
mark good
result over 1 0
hash ed536eef26be949c

end
";

#[track_caller]
fn check_refused(from: &str, to: &str, expected: &str) {
    assert!(ANNOTATED.contains(from), "the sample has {from:?}");
    let error = ANNOTATED.replacen(from, to, 1).parse::<Record>().expect_err("the changed text is refused");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn annotations_are_read_and_written_without_loss() {
    let record: Record = ANNOTATED.parse().unwrap();
    assert_eq!(record.to_string(), ANNOTATED);
    let round = &record.rounds[0];
    assert_eq!(round.moves.len(), 3);
    assert_eq!(round.n_moves(), 9);
    let start = round.annotations.at(0).unwrap();
    assert_eq!(start.comment, "Two heaps:\n\nwhoever takes the last thing wins.");
    let [variation] = &start.variations[..] else { panic!("one variation begins there") };
    assert_eq!(variation.moves.len(), 2);
    assert_eq!(variation.annotations.at(1).unwrap().mark, Some(MoveMark::Mistake));
    assert_eq!(round.annotations.at(1).unwrap().mark, Some(MoveMark::Strong));
    assert_eq!(round.annotations.at(2), None);
    assert_eq!(record.replay(GAMES).unwrap().position.text(), "2: 0 0");
}

#[test]
fn a_record_without_annotations_stays_as_it_was() {
    let mut record: Record = ANNOTATED.parse().unwrap();
    record.rounds[0].annotations = Annotations::default();
    let text = record.to_string();
    assert!(text.starts_with("brettwerk record 1\n"), "{text}");
    assert_eq!(text.parse::<Record>().unwrap(), record);
    let error = text.replacen("record 1", "record 2", 1).parse::<Record>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1: found \"brettwerk record 2\", expected \"brettwerk record 1\", since nothing in this record \
         needs version 2"
    );
}

#[test]
fn what_cannot_be_an_annotation_is_refused_with_its_line() {
    check_refused(
        "record 2",
        "record 1",
        "line 9: found \"# Two heaps:\", expected a seat's number (or * for the dice), its move and perhaps @ and \
         milliseconds",
    );
    check_refused(
        "record 2",
        "record 3",
        "line 1: found \"brettwerk record 3\", expected \"brettwerk record 1\"",
    );
    check_refused(
        "mark !\n",
        "mark !!\n",
        "line 23: found \"!!\", expected a mark: a mark is one of !, !?, ?!, ?, ??, good and bad",
    );
    check_refused(
        "# This is over.",
        "# This is over. ",
        "line 20: found \"# This is over. \", expected # and a line of a comment, without spaces at its end",
    );
    check_refused(
        "# This is over.",
        "#",
        "line 20: found \"#\", expected a comment that neither begins nor ends with an empty line",
    );
    check_refused(
        "(\n1 1-1\nmark ?",
        "(\n1 1-2\nmark ?",
        "line 22: found \"1 1-2 @900\", expected a move with which no variation before it begins",
    );
    check_refused(
        "mark !\n",
        "(\n1 1-1\n)\n(\n1 1-1\n)\n",
        "line 27: found \"1-1\", expected a move with which no variation before it begins",
    );
    check_refused(
        ")\n2 2-2\n# This is over.\n",
        ")\n",
        "line 19: found \")\", expected a move: where a variation ends, nothing branches off",
    );
}

#[test]
fn every_move_of_every_variation_is_checked() {
    let error = |from: &str, to: &str| {
        assert!(ANNOTATED.contains(from), "{from:?}");
        let record: Record = ANNOTATED.replacen(from, to, 1).parse().unwrap();
        let error = record.replay(GAMES).unwrap_err();
        assert!(error.is_false_claim());
        error.to_string()
    };
    assert_eq!(
        error("2 2-2", "1 2-2"),
        "in a variation: round 1, ply 2: the record lets seat 1 move, but it is the turn of seat 2"
    );
    assert!(error("2 2-2", "2 3-2").starts_with("in a variation: round 1, ply 2: "));
    assert!(error("1 1-2\n)", "1 1-1\n)").starts_with("in a variation: round 1, ply 3: "));
}

#[test]
fn variations_lie_only_so_deep_within_each_other() {
    let nested = |depth: usize| {
        let mut text = String::new();
        for level in 0..depth {
            text += &format!("(\n1 x{level}\n");
        }
        // A variation that is not the innermost goes on after the one within it.
        for level in (0..depth).rev() {
            text += if level + 1 < depth { "2 y\n)\n" } else { ")\n" };
        }
        ANNOTATED.replacen("# Two heaps:\n#\n# whoever takes the last thing wins.\n", &text, 1)
    };
    assert!(nested(100).parse::<Record>().is_ok());
    let error = nested(101).parse::<Record>().unwrap_err();
    assert!(error.to_string().contains("less deep"), "{error}");
    assert!(nested(100_000).parse::<Record>().is_err());
}

/// Adds comments, marks and legal variations to a line of moves that begins in a position.
fn annotate(rng: &mut Rng, start: &dyn AnyPosition, moves: &[RecordedMove], depth: usize) -> Annotations {
    let mut annotations = Annotations::default();
    let mut position = start.boxed_clone();
    for ply in 0..=moves.len() {
        if 0 < ply {
            position.play(&moves[ply - 1].text).unwrap();
        }
        if depth != 0 && ply == 0 {
            continue;
        }
        let mut annotation = Annotation::default();
        if 0 < ply && rng.index(4) == 0 {
            annotation.mark = Some(MoveMark::ALL[rng.index(MoveMark::ALL.len())]);
        }
        if rng.index(4) == 0 {
            annotation.comment =
                ["good", "( # 1 2-1 @7", "a\n\nb", "end\nresult open"][rng.index(4)].to_owned();
        }
        let next = moves.get(ply).map(|mv| &mv.text);
        let begins = if depth < 3 && (next.is_some() || depth == 0) { rng.index(3) } else { 0 };
        for _ in 0..begins {
            let variation = random_line(rng, &*position, depth + 1);
            let Some(first) = variation.moves.first() else { continue };
            let others = annotation.variations.iter().map(|other| &other.moves[0].text);
            if !others.chain(next).any(|other| *other == first.text) {
                annotation.variations.push(variation);
            }
        }
        annotations.set(ply as u32, annotation);
    }
    annotations
}

fn random_line(rng: &mut Rng, start: &dyn AnyPosition, depth: usize) -> Variation {
    let (mut position, mut moves) = (start.boxed_clone(), Vec::new());
    for _ in 0..1 + rng.index(5) {
        let legal = position.legal_moves();
        let by = match position.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
            Turn::Over => break,
        };
        let text = position.play(&legal[rng.index(legal.len())]).unwrap();
        moves.push(RecordedMove { by, text, spent: None });
    }
    let annotations = annotate(rng, start, &moves, depth);
    Variation { moves, annotations }
}

/// A finished game with random annotations.
fn annotated(seed: u64) -> Record {
    let mut rng = Rng::stream(seed, "annotated", 0);
    let [game, options] = [["nim", "3+4+5"], ["nim", "1"], ["dice-race", "seats=2"]][rng.index(3)];
    let opened = GAMES.iter().find(|entry| entry.info.id == game).unwrap().open_text(options).unwrap();
    let Variation { moves, .. } = random_line(&mut rng, &*opened.start(), 3);
    let mut position = opened.start();
    for mv in &moves {
        position.play(&mv.text).unwrap();
    }
    let mut record: Record = ANNOTATED.parse().unwrap();
    (record.game, record.options) = (game.to_owned(), opened.options());
    let round = &mut record.rounds[0];
    round.annotations = annotate(&mut rng, &*opened.start(), &moves, 0);
    (round.moves, round.hash) = (moves, position.key());
    if position.turn() != Turn::Over {
        round.result = None;
    } else {
        let due = framework::RoundOutcome::over(&*position, &[]);
        round.result = Some((due.end, due.points));
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn random_annotations_survive_being_written_and_read(seed: u64) {
        let record = annotated(seed);
        let text = record.to_string();
        let again: Record = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(&again, &record);
        prop_assert_eq!(&again.to_string(), &text);
        let replayed = again.replay(GAMES).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(replayed.position.key(), record.rounds[0].hash);
    }
}

#[test]
fn annotated_records_cut_or_damaged_never_do_harm() {
    for (at, _) in ANNOTATED.char_indices().skip(1) {
        assert!(ANNOTATED[..at].parse::<Record>().is_err(), "cut before byte {at}");
    }
    let mut rng = Rng::stream(1, "damaged_annotations", 0);
    for _ in 0..testkit::fuzz_inputs() {
        let damaged = testkit::mutated(ANNOTATED, "(\n)\nmark ??\n# text\n#\n2 1-1\n", &mut rng);
        let damaged = String::from_utf8_lossy(&damaged);
        match damaged.parse::<Record>() {
            Ok(record) => {
                assert_eq!(record.to_string(), damaged, "a record has one form only");
                let _ = record.replay(GAMES);
            }
            Err(RecordError::Line { line, .. }) => assert!(0 < line),
            Err(_) => {}
        }
    }
}
