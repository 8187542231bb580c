//! Matches become trees.

use framework::{
    End, Seat,
    formats::{
        ForeignGame, FormatError, RoundOf, Written, rounds_of,
        sgf::{Node, Property, Tree},
    },
};

use super::{
    CRAWFORD, CRAWFORD_GAME, DICE, DOUBLE, DROP, GAME, HYPERGAMMON, JACOBY, NACKGAMMON, NO_CUBE, TAKE, letter,
};
use crate::{
    Backgammon, Variant,
    formats::BACKGAMMON,
    position::{Board, Move, Phase, Play, Table},
};

pub(in super::super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    let mut text = String::new();
    for round in rounds_of(games, BACKGAMMON)? {
        text += &tree(&round)?.to_string();
    }
    Ok(Written { n_notes_left_out: 0, ..Written::text(text, games) })
}

fn tree(round: &RoundOf<'_>) -> Result<Tree, FormatError> {
    let game: Backgammon = round.rules()?;
    let start: Table = round.start(&game)?;
    // Colors belong to players, seats change.
    let is_black = |seat: Seat| round.round().players.get(seat) == Some(&0);
    let mut nodes = vec![root(round, &game, &start, is_black)];
    if round.round().start.is_some() {
        nodes.extend(set_up(round, &game, &start, is_black)?);
    }
    let mut pending: Option<String> = None;
    let (mut ply, mut n_noted) = (0, 0);
    let last = round.play(&game, |table, mv| {
        ply += 1;
        let color = |seat: Seat| if is_black(seat) { "B" } else { "W" };
        let mut push = |seat: Seat, value: String| {
            let mut node = Node::default();
            node.push(color(seat), value);
            // A note about a roll stands where the roll does, beside its play.
            node.0.extend((n_noted + 1..=ply).flat_map(|ply| round.notes(ply)).map(property));
            n_noted = ply;
            nodes.push(node);
        };
        let (mover, other) = (table.mover(), table.mover().other());
        let answers = if table.phase() == Phase::Beavered { mover } else { other };
        match mv {
            Move::Roll => {}
            Move::Opening(roll) => pending = Some(roll.dice().to_string()),
            Move::Dice(dice) => pending = Some(dice.to_string()),
            Move::Double => push(mover, DOUBLE.to_owned()),
            Move::Beaver => push(other, DOUBLE.to_owned()),
            Move::Take => push(answers, TAKE.to_owned()),
            Move::Pass => push(answers, DROP.to_owned()),
            Move::Play(play) => {
                let rolled = pending.take().or_else(|| match table.phase() {
                    Phase::Playing(dice) => Some(dice.to_string()),
                    _ => None,
                });
                push(mover, rolled.unwrap_or_default() + &steps(is_black(mover), play));
            }
        }
    })?;
    if let Some(rolled) = pending {
        // The roll of a game that ended before it was played.
        let mut node = Node::default();
        node.push(if is_black(last.mover()) { "B" } else { "W" }, rolled);
        node.0.extend((n_noted + 1..=ply).flat_map(|ply| round.notes(ply)).map(property));
        nodes.push(node);
    }
    Ok(Tree { nodes, n_variations: 0 })
}

fn property(note: &framework::formats::Note) -> Property {
    Property { line: 0, key: note.key.clone(), values: note.values.clone() }
}

fn steps(is_black: bool, play: Play) -> String {
    let letters = |step: crate::Step| [letter(is_black, step.from), letter(is_black, step.to())];
    play.steps().flat_map(letters).collect()
}

fn root(round: &RoundOf<'_>, game: &Backgammon, start: &Table, is_black: impl Fn(Seat) -> bool) -> Node {
    let score = start.score();
    let by_color = |black: bool| Seat::all(2).find(|&seat| is_black(seat) == black).unwrap_or(Seat::FIRST);
    let (black, white) = (by_color(true), by_color(false));
    let mut node = Node::default();
    node.push("FF", "4");
    node.push("GM", GAME);
    node.push("CA", "UTF-8");
    node.push("AP", "Brettwerk");
    let info = vec![
        format!("length:{}", score.length),
        format!("game:{}", round.idx),
        format!("ws:{}", score.points[white.index()]),
        format!("bs:{}", score.points[black.index()]),
    ];
    node.0.push(Property { line: 0, key: "MI".to_owned(), values: info });
    node.push("PW", round.name(white));
    node.push("PB", round.name(black));
    node.push("RU", rules(game, start));
    if let Some((end, points)) = &round.round().result
        && let Some(winner) = Seat::all(2).find(|&seat| 0 < points[seat])
    {
        let color = if is_black(winner) { 'B' } else { 'W' };
        let how = match end {
            End::Resigned { .. } => "R",
            End::TimeOver { .. } => "T",
            End::Over | End::DrawAgreed => "",
        };
        node.push("RE", format!("{color}+{}{how}", points[winner]));
    }
    node.0.extend(round.notes(0).map(property));
    node
}

fn rules(game: &Backgammon, start: &Table) -> String {
    let is_match = game.match_length != 0;
    let words = [
        (is_match && game.crawford_rule, CRAWFORD),
        (start.score().crawford, CRAWFORD_GAME),
        (game.agreement.jacoby, JACOBY),
        (!game.agreement.cube, NO_CUBE),
        (game.variant == Variant::Nackgammon, NACKGAMMON),
        (game.variant == Variant::Hypergammon, HYPERGAMMON),
    ];
    words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect::<Vec<_>>().join(":")
}

/// The node that sets up the position in which a round begins; none if the score tells all about it.
fn set_up(
    round: &RoundOf<'_>,
    game: &Backgammon,
    start: &Table,
    is_black: impl Fn(Seat) -> bool,
) -> Result<Option<Node>, FormatError> {
    if *start == Table::opening(game.variant.start(), start.score(), game.agreement) {
        return Ok(None);
    }
    let mut node = Node::default();
    node.push("AE", "a:y");
    for seat in [start.mover(), start.mover().other()] {
        let Board { mover: checkers, .. } = start.board_of(seat);
        let places =
            (1..=crate::BAR).flat_map(|place| std::iter::repeat_n(place, checkers.count(place).into()));
        let values: Vec<String> = places.map(|place| letter(is_black(seat), place).to_string()).collect();
        let key = if is_black(seat) { "AB" } else { "AW" };
        if !values.is_empty() {
            node.0.push(Property { line: 0, key: key.to_owned(), values });
        }
    }
    let color = |seat: Seat| if is_black(seat) { "b" } else { "w" };
    node.push("CO", start.cube().owner().map_or("c", color));
    node.push("CV", start.cube().value().to_string());
    match start.phase() {
        Phase::Opening => return Ok(Some(node)),
        Phase::BeforeRoll | Phase::Rolling | Phase::BorneOff => {}
        Phase::Playing(dice) => node.push(DICE, dice.to_string()),
        Phase::Doubled | Phase::Beavered | Phase::Passed(_) => {
            return Err(round.unfit("a position can be set up before a roll or a play, and not at a double"));
        }
    }
    node.push("PL", color(start.mover()).to_ascii_uppercase());
    Ok(Some(node))
}
