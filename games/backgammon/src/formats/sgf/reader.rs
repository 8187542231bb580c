//! Trees become matches.

use std::iter::Peekable;

use framework::{
    Game as _, Length, NotationError, Position as _, Record, Seat,
    formats::{
        EarlyEnd, ForeignGame, FormatError, Games, Note, Source, Transcriber, player_name, record_of,
        sgf::{self, Node, Property, Tree},
    },
};

use super::{
    ABOUT_FILE, CRAWFORD, CRAWFORD_GAME, DICE, DOUBLE, DROP, HYPERGAMMON, JACOBY, NACKGAMMON, NO_CUBE, SETUP,
    TAKE, place, seat,
};
use crate::{
    Backgammon, Variant,
    formats::{level, rules},
    position::{
        Agreement, BAR, Board, Checkers, Cube, Dice, Leg, LegsError, MatchScore, Move, OpeningRoll, Phase,
        Play, Table,
    },
};

const REMEDY: &str = "correct the line, or export the match again";

pub(in super::super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    let mut trees = sgf::trees(source.text()).peekable();
    Box::new(std::iter::from_fn(move || next_match(source.options(), &mut trees)))
}

/// Reads the next tree, and all after it that belong to the same match.
fn next_match<'s>(
    options: &str,
    trees: &mut Peekable<impl Iterator<Item = Result<Tree, FormatError>> + 's>,
) -> Option<Result<ForeignGame, FormatError>> {
    let first = match trees.next()? {
        Ok(tree) => tree,
        Err(error) => return Some(Err(error)),
    };
    let about = match About::of(options, &first) {
        Ok(about) => about,
        Err(error) => return Some(Err(error)),
    };
    let mut found = ForeignGame::new(empty_record(&about));
    let mut last = about.number;
    let mut tree = first;
    loop {
        if let Err(error) = add_round(&mut found, &about, &tree) {
            return Some(Err(error));
        }
        let follows = |next: &Result<Tree, FormatError>| {
            let mut next = About::of(options, next.as_ref().ok()?).ok()?;
            // A game without beavers may follow one with them.
            next.game.agreement.beavers |= about.game.agreement.beavers;
            let is_same = next.game == about.game && next.names == about.names && next.number == last + 1;
            is_same.then_some(next.number)
        };
        let Some(number) = trees.peek().and_then(follows) else { return Some(Ok(found)) };
        last = number;
        match trees.next()? {
            Ok(next) => tree = next,
            Err(error) => return Some(Err(error)),
        }
    }
}

/// What the first node tells about the match.
struct About {
    game: Backgammon,
    names: [String; 2],
    /// Which game of the match this is, from 0.
    number: u32,
}

impl About {
    fn of(options: &str, tree: &Tree) -> Result<Self, FormatError> {
        let length = info(tree, "length").unwrap_or(0);
        let length = u16::try_from(length).unwrap_or(u16::MAX);
        let usual = rules(options, MatchScore { length, ..MatchScore::MONEY }, None)?;
        let is_money = length == 0;
        let said = tree.root("RU");
        let says = |word: &str| said.is_some_and(|said| said.split(':').any(|rule| rule.trim() == word));
        let variant = match () {
            () if says(NACKGAMMON) => Variant::Nackgammon,
            () if says(HYPERGAMMON) => Variant::Hypergammon,
            () => usual.variant,
        };
        let agreement = Agreement {
            cube: usual.agreement.cube && !says(NO_CUBE),
            jacoby: is_money && (usual.agreement.jacoby || says(JACOBY)),
            beavers: is_money && (usual.agreement.beavers || has_beaver(tree)),
        };
        let crawford_rule = is_money || said.is_none() || says(CRAWFORD) || says(CRAWFORD_GAME);
        let name = |key: &str, is_black| player_name(tree.root(key).unwrap_or_default(), seat(is_black));
        Ok(Self {
            game: Backgammon { variant, crawford_rule, agreement, ..usual },
            names: [name("PB", true), name("PW", false)],
            number: info(tree, "game").unwrap_or(0),
        })
    }
}

/// A number of the property `MI`, such as that of `length:7`.
fn info(tree: &Tree, key: &str) -> Option<u32> {
    let root = tree.nodes.first()?;
    let property = root.0.iter().find(|property| property.key == "MI")?;
    property.values.iter().find_map(|value| {
        let (known, number) = value.split_once(':')?;
        (known.trim() == key).then(|| number.trim().parse().ok())?
    })
}

/// Tells whether a double is answered by a double.
fn has_beaver(tree: &Tree) -> bool {
    let doubles = |node: &Node| ["B", "W"].iter().any(|key| node.value(key) == Some(DOUBLE));
    tree.nodes.windows(2).any(|pair| doubles(&pair[0]) && doubles(&pair[1]))
}

fn empty_record(about: &About) -> Record {
    let round = Transcriber::new(&about.game).finish(&EarlyEnd::Open);
    let record = record_of(&about.game, &about.names.each_ref().map(String::as_str), round);
    let length = about.game.points_to_win().map_or(Length::Endless, Length::Points);
    Record { rounds: Vec::new(), length, ..record }
}

fn add_round(found: &mut ForeignGame, about: &About, tree: &Tree) -> Result<(), FormatError> {
    let round_idx = found.record.rounds.len();
    let game = &about.game;
    let players = framework::PerSeat::from_fn(2, |seat| seat.index() as u8);
    let standing = found.record.standing_before(round_idx, &players);
    let usual = game.start_round(&standing);
    let begun = beginning(game, &usual, tree);
    let begins_as_usual = begun == usual;
    let mut round = match begins_as_usual {
        true => Transcriber::in_round(game, &standing),
        false => Transcriber::at(game, begun),
    };
    for node in &tree.nodes {
        let only_whose_turn = node.0.iter().all(|property| !SETUP[..6].contains(&property.key.as_str()));
        if has_setup(node) && !(only_whose_turn && round.ply() != 0) {
            let line = node.0.first().map_or(1, |property| property.line);
            if round.ply() != 0 {
                let problem = "a position is set up after moves";
                return Err(
                    FormatError::new(problem, "set up positions at the beginning of a game").at_line(line)
                );
            }
            let table = set_up(round.pos(), node).map_err(|error| error.at_line(line))?;
            round = Transcriber::at(game, table);
        }
        for property in &node.0 {
            let is_black = property.key == "B";
            match property.key.as_str() {
                "B" | "W" => {
                    play(&mut round, is_black, property).map_err(|error| error.at_line(property.line))?;
                }
                DICE if has_setup(node) && round.ply() == 0 && node.value("PL").is_some() => {}
                DICE => {
                    roll_only(&mut round, node, property).map_err(|error| error.at_line(property.line))?;
                }
                _ => {}
            }
        }
        let is_note = |property: &&Property| {
            let key = property.key.as_str();
            !key.is_empty()
                && !["B", "W", DICE].contains(&key)
                && !SETUP.contains(&key)
                && !ABOUT_FILE.contains(&key)
        };
        found.notes.extend(node.0.iter().filter(is_note).map(|property| Note {
            round: round_idx,
            ply: round.ply(),
            key: property.key.clone(),
            values: property.values.clone(),
        }));
    }
    let ending = tree.root("RE").map_or(EarlyEnd::Open, |result| ending(result, round.pos().cube()));
    found.record.rounds.push(round.finish(&ending));
    found.n_variations += tree.n_variations;
    Ok(())
}

/// The opening of a game at the score that the tree tells, which is the usual one unless games before it are missing.
fn beginning(game: &Backgammon, usual: &Table, tree: &Tree) -> Table {
    let (Some(black), Some(white)) = (info(tree, "bs"), info(tree, "ws")) else { return *usual };
    let mut score = usual.score();
    if score.is_money() {
        return *usual;
    }
    let points = [black, white].map(|points| u16::try_from(points).unwrap_or(u16::MAX).min(0x7fff));
    let is_crawford =
        tree.root("RU").is_some_and(|rules| rules.split(':').any(|rule| rule.trim() == CRAWFORD_GAME));
    score.crawford = is_crawford || (score.crawford && points == score.points);
    score.points = points;
    Table::opening(game.variant.start(), score, game.agreement)
}

fn has_setup(node: &Node) -> bool {
    let sets_up = |property: &Property| SETUP[..6].contains(&property.key.as_str());
    node.0.iter().any(sets_up) || (node.value("PL").is_some() && node.value(DICE).is_none())
}

/// The table after the properties that set up a position.
fn set_up(table: &Table, node: &Node) -> Result<Table, FormatError> {
    let wrong = |problem: String| FormatError::new(problem, REMEDY);
    let mut counts = [Seat::FIRST, Seat::SECOND].map(|seat| table.side(seat).counts());
    let total = table.side(Seat::FIRST).total();
    for property in &node.0 {
        let colors: &[bool] = match property.key.as_str() {
            "AE" => &[true, false],
            "AB" => &[true],
            "AW" => &[false],
            _ => continue,
        };
        let adds = property.key != "AE";
        for value in &property.values {
            let letters = letters(value).ok_or_else(|| wrong(format!("\"{value:.20}\" is no point")))?;
            for (letter, &is_black) in
                letters.flat_map(|letter| colors.iter().map(move |color| (letter, color)))
            {
                let Some(place @ 1..) = place(is_black, letter) else { continue };
                let count = &mut counts[seat(is_black).index()][usize::from(place)];
                *count = if adds { count.saturating_add(1) } else { 0 };
            }
        }
    }
    let side = |mut counts: [u8; 26]| {
        counts[0] = 0;
        let on_board: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        counts[0] = u32::from(total).checked_sub(on_board)? as u8;
        Checkers::from_counts(&counts)
    };
    let [black, white] = counts.map(side);
    let (Some(mover), Some(other)) = (black, white) else {
        return Err(wrong("a side has too many checkers".into()));
    };
    let seen_by_black = Board { mover, other };
    if let Some(problem) = seen_by_black.contradiction() {
        return Err(wrong(problem.to_owned()));
    }
    let cube = cube(table.cube(), node).ok_or_else(|| wrong("there is no such cube".to_owned()))?;
    let to_move = to_move(node).unwrap_or(table.mover());
    let board = if to_move == Seat::FIRST { seen_by_black } else { seen_by_black.turned() };
    let begins = table.phase() == Phase::Opening && node.value("PL").is_none();
    let table = table.with_stakes(cube, table.score()).with_board(to_move, board);
    let phase = match dice_in(node)? {
        _ if table.phase() == Phase::BorneOff => return Ok(table),
        Some(dice) if node.value("PL").is_some() => Phase::Playing(dice),
        _ if begins => Phase::Opening,
        _ => return Ok(table),
    };
    table.with_phase(phase).ok_or_else(|| wrong("the game cannot be in this state".to_owned()))
}

/// Whose turn a node says it is.
fn to_move(node: &Node) -> Option<Seat> {
    node.value("PL").map(|color| seat(!color.trim().eq_ignore_ascii_case("w")))
}

/// The letters of a point, `f`, or of a range, `a:y`.
fn letters(value: &str) -> Option<impl Iterator<Item = u8> + use<>> {
    let (first, last) = value.trim().split_once(':').unwrap_or((value.trim(), value.trim()));
    let letter = |text: &str| match text.trim().as_bytes() {
        &[letter @ b'a'..=b'z'] => Some(letter),
        _ => None,
    };
    Some(letter(first)?..=letter(last)?)
}

fn cube(before: Cube, node: &Node) -> Option<Cube> {
    let level = match node.value("CV").map(|value| value.trim().parse::<u32>()) {
        None => before.level(),
        Some(Ok(value)) if value.is_power_of_two() => value.ilog2() as u8,
        Some(_) => return None,
    };
    let owner = match node.value("CO").or_else(|| node.value("CP")).map(str::trim) {
        None => before.owner(),
        Some("b") => Some(Seat::FIRST),
        Some("w") => Some(Seat::SECOND),
        Some(_) => None,
    };
    Cube::new(level, owner.filter(|_| level != 0))
}

fn dice_in(node: &Node) -> Result<Option<Dice>, FormatError> {
    node.value(DICE).map(dice).transpose()
}

fn dice(text: &str) -> Result<Dice, FormatError> {
    let face = |byte: u8| byte.wrapping_sub(b'0');
    let dice = match text.trim().as_bytes() {
        &[one, other] => Dice::new(face(one), face(other)),
        _ => None,
    };
    dice.ok_or_else(|| NotationError::new(text, "these are no dice", "write two digits from 1 to 6").into())
}

/// Dice that have been rolled and not played yet.
fn roll_only(
    round: &mut Transcriber<Backgammon>,
    node: &Node,
    property: &Property,
) -> Result<(), FormatError> {
    let text = property.values.first().map_or("", String::as_str);
    let mover = to_move(node).unwrap_or(round.pos().mover());
    roll(round, mover, dice(text)?, text)
}

/// Plays what a node says.
fn play(round: &mut Transcriber<Backgammon>, is_black: bool, property: &Property) -> Result<(), FormatError> {
    let text = property.values.first().map_or("", String::as_str).trim();
    let by = seat(is_black);
    let table = *round.pos();
    let refused = |problem: String| FormatError::from(NotationError::new(text, problem, REMEDY));
    let word = match (text, table.phase()) {
        (DOUBLE, Phase::Doubled) => Some((Move::Beaver, table.mover().other())),
        (DOUBLE, _) => Some((Move::Double, table.mover())),
        (TAKE | DROP, phase) => {
            let answers = if phase == Phase::Beavered { table.mover() } else { table.mover().other() };
            Some((if text == TAKE { Move::Take } else { Move::Pass }, answers))
        }
        _ => None,
    };
    if let Some((mv, whose)) = word {
        if whose != by || !table.is_legal(mv) {
            return Err(refused("nobody can say this here".to_owned()));
        }
        round.play(mv);
        return Ok(());
    }
    let (rolled, steps) = match text.split_at_checked(2) {
        Some((rolled, steps)) => (dice(rolled)?, steps),
        None => return Err(refused("this is neither a roll nor a word about the cube".to_owned())),
    };
    roll(round, by, rolled, text)?;
    let table = *round.pos();
    if steps.is_empty() {
        // Who gives up after the roll does not play it.
        if !table.board().can_move(rolled) {
            round.play(Move::Play(Play::NONE));
        }
        return Ok(());
    }
    let pairs = steps.as_bytes().chunks(2);
    let leg = |pair: &[u8]| match pair {
        &[from, to] => Some(Leg::new(place(is_black, from)?, place(is_black, to)?)),
        _ => None,
    };
    let legs: Option<Vec<Leg>> = pairs.map(leg).collect();
    let is_leg = |leg: &Leg| leg.to < leg.from && leg.to < BAR;
    let legs = legs.filter(|legs| legs.iter().all(is_leg) && legs.len() <= 4);
    let legs = legs.ok_or_else(|| refused("these are no points".to_owned()))?;
    match table.board().play_of_legs(rolled, &legs) {
        Ok(play) => round.play(Move::Play(play)),
        Err(LegsError::Illegal(why_not)) => {
            return Err(refused(framework::Reason::sentence(&why_not).to_string()));
        }
        Err(LegsError::Ambiguous) => {
            return Err(refused("it may hit different checkers on the way".to_owned()));
        }
    }
    Ok(())
}

/// Lets the dice fall for a seat, unless they lie there already.
fn roll(round: &mut Transcriber<Backgammon>, by: Seat, rolled: Dice, text: &str) -> Result<(), FormatError> {
    let table = *round.pos();
    let refused = |problem: &str| Err(NotationError::new(text, problem, REMEDY).into());
    if table.phase() == Phase::Opening {
        let (high, low) = (rolled.high(), rolled.low());
        let roll = if by == Seat::FIRST { OpeningRoll::new(high, low) } else { OpeningRoll::new(low, high) };
        let Some(roll) = roll else { return refused("an opening roll is no double") };
        round.play(Move::Opening(roll));
        return Ok(());
    }
    if table.mover() != by {
        return refused("it is the turn of the other side");
    }
    match table.phase() {
        Phase::Playing(dice) if dice == rolled => return Ok(()),
        Phase::BeforeRoll => round.play(Move::Roll),
        Phase::Rolling => {}
        _ => return refused("nobody can roll here"),
    }
    round.play(Move::Dice(rolled));
    Ok(())
}

/// What the result says about a game that was not played to its end: `B+2R`.
fn ending(result: &str, cube: Cube) -> EarlyEnd {
    let result = result.trim();
    let loser = match result.get(..2) {
        Some("B+") => Seat::SECOND,
        Some("W+") => Seat::FIRST,
        _ => return EarlyEnd::Open,
    };
    let rest = &result[2..];
    let points = rest.trim_end_matches(|symbol: char| !symbol.is_ascii_digit());
    match points.parse::<u32>() {
        _ if rest.ends_with('T') => EarlyEnd::TimeOver(loser),
        Ok(points) => EarlyEnd::Resigned(loser, Some(level(points / cube.value()))),
        Err(_) => EarlyEnd::Resigned(loser, Some(level(1))),
    }
}
