//! The games, a drawing of any position, and records played again.

use std::{collections::BTreeMap, convert::Infallible, task::Poll};

use axum::{
    Json,
    body::{Body, Bytes},
    extract::{
        FromRequest as _, Query, Request, State,
        rejection::{QueryRejection, StringRejection},
    },
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use framework::{
    Annotations, Answers, AnyGame, AnyPosition, EvaluationInfo, FieldGroup, FieldInfo, GameEntry, MoveError,
    OptionsError, Record, RecordError, RecordedMove, RoundOutcome, RoundRecord, Seat, Text, Turn,
    VariantInfo,
    formats::{self, Recognized, Source},
    render::svg,
    search::{LEVELS, Parameter},
};
use futures_util::stream;
use limits::answers::{MAX_RECORD_BYTES, MAX_RECORD_MOVES, MAX_REPLAY_BYTES};
use protocol::{
    AnswersCard, Code, DrawnPosition, EvaluationCard, FieldCard, FieldGroupCard, GameCard, PlayerCard,
    Problem, Replay, ReplayMove, ReplayNote, ReplayRound, ReplayVariation, ToMove, VariantCard, WeightCard,
};
use serde::Deserialize;
use tables::world::World;
use tables::{DEFAULT_MOVE_TIME, MAX_MOVE_TIME, MIN_MOVE_TIME};

use super::{App, Refusal, body, game_list::GameList, visit::Visit};

/// The games, their variants and their computer players.
#[utoipa::path(
    get,
    path = "/api/games",
    tag = "games",
    responses(
        (status = 200, description = "Games with variants and computer players.", body = serde_json::Value),
    ),
)]
pub(super) async fn games<W: World>(State(app): State<App<W>>, headers: HeaderMap) -> Response {
    let make = || GameList::new(&app.house.world().games().iter().map(card).collect::<Vec<_>>());
    app.game_list.get_or_init(make).answer(&headers)
}

fn card(entry: &GameEntry) -> GameCard {
    let info = entry.info;
    let variant = |variant: &'static VariantInfo| {
        let game = entry.open_text(variant.options).ok();
        VariantCard {
            options: variant.options.to_owned(),
            name: variant.name.clone(),
            seats: game.as_ref().map(|game| seat_names(&**game)).unwrap_or_default(),
            start: game.map(|game| game.start().text()).unwrap_or_default(),
        }
    };
    let usual = entry.open_text("").ok();
    let players = usual.as_ref().map(|game| game.engines()).unwrap_or_default();
    let weights = |player: &str| usual.as_ref().map(|game| weights_of(&**game, player)).unwrap_or_default();
    GameCard {
        id: info.id.to_owned(),
        name: info.name.clone(),
        summary: info.summary.clone(),
        has_chance: info.has_chance,
        has_draws: info.has_draws,
        variants: info.variants.iter().map(variant).collect(),
        fields: usual.iter().flat_map(|game| game.fields()).map(group_card).collect(),
        players: players
            .into_iter()
            .map(|player| PlayerCard {
                weights: weights(player.name),
                fields: player.options.iter().map(group_card).collect(),
                name: player.name.to_owned(),
                about: player.about,
            })
            .collect(),
        evaluations: usual.iter().flat_map(|game| game.evaluations()).map(evaluation_card).collect(),
        min_level: *LEVELS.start(),
        max_level: *LEVELS.end(),
        least_time: MIN_MOVE_TIME,
        most_time: MAX_MOVE_TIME,
        usual_time: DEFAULT_MOVE_TIME,
    }
}

fn evaluation_card(info: EvaluationInfo) -> EvaluationCard {
    EvaluationCard { name: info.name.to_owned(), about: info.about }
}

fn group_card(group: &FieldGroup) -> FieldGroupCard {
    FieldGroupCard {
        pattern: group.pattern.to_owned(),
        only_if: group.only_if.map(|(field, answer)| (field.to_owned(), answer.to_owned())),
        fields: group.fields.iter().map(field_card).collect(),
    }
}

fn field_card(field: &FieldInfo) -> FieldCard {
    let answers = match field.answers {
        Answers::Number { least, most, step, usual } => AnswersCard::Number { least, most, step, usual },
        Answers::Choice(words) => {
            AnswersCard::Choice(words.iter().map(|(word, name)| ((*word).to_owned(), name.clone())).collect())
        }
        Answers::Switch => AnswersCard::Switch,
    };
    FieldCard { name: field.name.to_owned(), label: field.label.clone(), answers }
}

/// The weights of a player that can be chosen, by their shortest words: a name of a match is not long.
fn weights_of(game: &dyn AnyGame, player: &str) -> Vec<WeightCard> {
    let tunable = game.tunable(player).ok().flatten();
    let card = |parameter: Parameter| {
        let (least, most) = parameter.bounds.into_inner();
        WeightCard {
            name: parameter.short.unwrap_or(parameter.name).to_owned(),
            about: parameter.about,
            usual: parameter.value,
            least,
            most,
            is_whole: parameter.is_whole,
        }
    };
    tunable.map(|player| player.parameters.into_iter().map(card).collect()).unwrap_or_default()
}

fn seat_names(game: &dyn AnyGame) -> Vec<framework::Text> {
    Seat::all(game.start().seats()).map(|seat| game.seat_name(seat)).collect()
}

/// Which options to look at.
#[derive(Debug, Deserialize)]
pub(super) struct WantedOptions {
    game: String,
    #[serde(default)]
    options: String,
}

/// Tells whether options make a game, how they are written usually, and who sits at it.
#[utoipa::path(
    get,
    path = "/api/variant",
    tag = "games",
    params(
        ("game" = String, Query, description = "The id of the game."),
        ("options" = Option<String>, Query, description = "Its options."),
    ),
    responses(
        (status = 200, description = "The options in their usual form, and the seats.", body = serde_json::Value),
        (status = 400, description = "The options make no game; a table with them would be refused alike.", body = Problem),
        (status = 404, description = "There is no such game.", body = Problem),
    ),
)]
pub(super) async fn variant<W: World>(
    State(app): State<App<W>>,
    wanted: Result<Query<WantedOptions>, QueryRejection>,
) -> Result<Json<VariantCard>, Refusal> {
    let Query(wanted) = wanted.map_err(|_| unusable("name a game, and if wanted its options".to_owned()))?;
    let entry = entry(&app, &wanted.game)?;
    let game = entry.open_text(&wanted.options).map_err(|error| unfit(&error))?;
    let options = game.options();
    let known = entry.info.variants.iter().find(|variant| variant.options == options);
    let name = known.map_or_else(|| Text::same(&options), |variant| variant.name.clone());
    Ok(Json(VariantCard { name, seats: seat_names(&*game), start: game.start().text(), options }))
}

pub(super) fn unfit(error: &OptionsError) -> Refusal {
    Refusal(Problem::told(Code::Settings, error.text()))
}

pub(super) fn unusable(sentence: String) -> Refusal {
    Refusal(Problem::new(Code::Settings, sentence))
}

pub(super) fn entry<'a, W: World>(app: &'a App<W>, id: &str) -> Result<&'a GameEntry, Refusal> {
    let entry = app.house.world().games().iter().find(|entry| entry.info.id == id);
    entry.ok_or_else(|| Refusal(Problem::new(Code::NotFound, "there is no such game")))
}

/// Which position to draw.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    game: String,
    #[serde(default)]
    options: String,
    /// The usual start if it is missing.
    position: Option<String>,
    /// From which seat, from 1.
    seat: Option<u8>,
    /// A move that is played first.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// Draws a position, or the one after a move in it, with all that can happen next.
#[utoipa::path(
    get,
    path = "/api/draw",
    tag = "games",
    params(
        ("game" = String, Query, description = "The id of the game."),
        ("options" = Option<String>, Query, description = "Its options."),
        ("position" = Option<String>, Query, description = "The position; the usual start if it is missing."),
        ("seat" = Option<u8>, Query, description = "From which seat, from 1."),
        ("move" = Option<String>, Query, description = "A move or a roll that is played first."),
    ),
    responses(
        (status = 200, description = "What to draw, the position itself, who is to move, and the legal moves.", body = serde_json::Value),
        (status = 400, description = "The position cannot be read, or why the move is illegal.", body = Problem),
        (status = 404, description = "There is no such game.", body = Problem),
    ),
)]
pub(super) async fn draw<W: World>(
    State(app): State<App<W>>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<DrawnPosition>, Refusal> {
    let Query(wanted) = wanted.map_err(|_| {
        unusable("name a game, and if wanted its options, a position, a seat and a move".to_owned())
    })?;
    let game = entry(&app, &wanted.game)?.open_text(&wanted.options).map_err(|error| unfit(&error))?;
    let mut position = match &wanted.position {
        Some(text) => game.parse_position(text).map_err(|error| unusable(error.to_string()))?,
        None => game.start(),
    };
    let seat = Seat::all(position.seats()).find(|seat| Some(seat.number()) == wanted.seat.map(Into::into));
    let seat = seat.unwrap_or(Seat::FIRST);
    let played = match wanted.mv {
        Some(text) => {
            let by = if let Turn::Seat(seat) = position.turn() { Some(seat) } else { None };
            let text = position.play(&text).map_err(|error| not_playable(&error))?;
            Some(ReplayMove { by, text, spent: None })
        }
        None => None,
    };
    let to_move = match position.turn() {
        Turn::Seat(seat) => ToMove::Seat(seat),
        Turn::Chance => ToMove::Dice(position.roller()),
        Turn::Over => ToMove::Nobody,
    };
    let over = (to_move == ToMove::Nobody).then(|| RoundOutcome::over(&*position, &[]));
    Ok(Json(DrawnPosition {
        scene: position.scene(seat),
        moves: position.legal_moves(),
        hash: format!("{:016x}", position.key()),
        to_move,
        played,
        result: over.map(|outcome| (outcome.end, outcome.points)),
        verdict: position.result(),
        position: position.text(),
    }))
}

/// Draws a position as a picture.
#[utoipa::path(
    get,
    path = "/api/picture",
    tag = "games",
    params(
        ("game" = String, Query, description = "The id of the game."),
        ("options" = Option<String>, Query, description = "Its options."),
        ("position" = Option<String>, Query, description = "The position; the usual start if it is missing."),
        ("seat" = Option<u8>, Query, description = "From which seat, from 1."),
        ("move" = Option<String>, Query, description = "A move or a roll that is played first."),
    ),
    responses(
        (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml"),
        (status = 400, description = "The position cannot be read, or why the move is illegal.", body = Problem),
        (status = 404, description = "There is no such game.", body = Problem),
    ),
)]
pub(super) async fn picture<W: World>(
    app: State<App<W>>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Json(drawn) = draw(app, wanted).await?;
    let kind = HeaderValue::from_static("image/svg+xml");
    Ok(([(header::CONTENT_TYPE, kind)], svg(&drawn.scene)).into_response())
}

/// Why a move cannot be played, in the words of the game's rules.
pub(super) fn not_playable(error: &MoveError) -> Refusal {
    let problem = Problem::new(Code::IllegalMove, error.to_string());
    Refusal(match error {
        MoveError::Illegal(why) => Problem {
            reason: Some(why.code.to_owned()),
            rule: Some(Box::new(why.sentence.clone())),
            ..problem
        },
        MoveError::Unreadable(_) => problem,
    })
}

/// Which part of a record to play again.
#[derive(Debug, Deserialize)]
pub(super) struct WantedRounds {
    /// The first round, from 0.
    #[serde(default)]
    from: usize,
}

/// Plays a record again and tells every position of it.
#[utoipa::path(
    post,
    path = "/api/replay",
    tag = "games",
    params(
        ("from" = Option<u32>, Query, description = "The first round, from 0: what the answer before told as `next`."),
    ),
    request_body(content = String, description = "A record.", content_type = "text/plain"),
    responses(
        (status = 200, description = "The record played again, as many rounds as fit into an answer.", body = serde_json::Value),
        (status = 400, description = "The record cannot be played.", body = Problem),
        (status = 408, description = "The record did not arrive in time.", body = Problem),
        (status = 429, description = "There were too many from this address; wait.", body = Problem),
        (status = 503, description = "Too many are played again at the moment; send it again.", body = Problem),
    ),
)]
pub(super) async fn replay<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    wanted: Result<Query<WantedRounds>, QueryRejection>,
    request: Request,
) -> Result<Response, Response> {
    let from =
        wanted.map_err(|_| unusable("\"from\" is the number of a round".to_owned()).into_response())?.from;
    // Before the record is read: anyone who is refused has cost nothing.
    let pass = app.budgets.replay(visit.address.into()).map_err(IntoResponse::into_response)?;
    let text = body::in_time(String::from_request(request, &())).await?;
    let text =
        text.map_err(|rejection| Refusal(Problem::new(Code::Text, unreadable(&rejection))).into_response())?;
    let games = app.house.world().games().to_vec();
    let playing = app.budgets.replaying.acquire().await.expect("it is never closed");
    let played = tokio::task::spawn_blocking(move || play_again(&text, &games, from)).await;
    drop(playing);
    let failed = |_| Refusal(Problem::new(Code::Internal, "the record could not be played")).into_response();
    let played = played.map_err(failed)?;
    let played = played.map_err(|sentence| unusable(sentence).into_response())?;
    let json = serde_json::to_vec(&played).expect("our types have text keys and plain values");
    let kind = HeaderValue::from_static("application/json");
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_LENGTH, json.len().into())];
    Ok((headers, in_pieces(json.into(), pass)).into_response())
}

/// A body in pieces, together with a pass that is given back when the last of them was taken: who does not read an
/// answer cannot have more and more of them made.
pub(super) fn in_pieces<P: Send + 'static>(mut bytes: Bytes, pass: P) -> Body {
    const CHUNK_BYTES: usize = 64 * 1024;
    Body::from_stream(stream::poll_fn(move |_| {
        let _held = &pass;
        let n_bytes = CHUNK_BYTES.min(bytes.len());
        Poll::Ready((0 < n_bytes).then(|| Ok::<_, Infallible>(bytes.split_to(n_bytes))))
    }))
}

pub(super) fn unreadable(rejection: &StringRejection) -> String {
    match rejection {
        StringRejection::FailedToBufferBody(_) => {
            format!(
                "the record is longer than {} kB, which is too much to play again here",
                MAX_RECORD_BYTES / 1024
            )
        }
        _ => "a record is plain text in UTF-8".to_owned(),
    }
}

/// Reads a pasted text: a record of ours, or the first game or position in a format of another program.
pub(super) fn read_pasted(text: &str, games: &[GameEntry]) -> Result<Record, String> {
    let record = |text: &str| text.parse().map_err(|error: RecordError| error.to_string());
    // What says that it is ours is told what is wrong with it, line by line.
    if text.starts_with("brettwerk") {
        return record(text);
    }
    let source = Source::new(text.as_bytes());
    let mut why = None;
    for Recognized { format, .. } in formats::recognize(games, text.as_bytes(), None) {
        match (format.read)(&source).next() {
            Some(Ok(game)) => return Ok(game.record),
            Some(Err(error)) => why = why.or(Some(format!("as {}: {error}", format.name.en))),
            None => {}
        }
    }
    why.map_or_else(|| record(text), Err)
}

fn play_again(text: &str, games: &[GameEntry], from: usize) -> Result<Replay, String> {
    let record = read_pasted(text, games)?;
    let n_moves: usize = record.rounds.iter().map(RoundRecord::n_moves).sum();
    if MAX_RECORD_MOVES < n_moves {
        return Err(format!(
            "the record has {n_moves} moves; at most {MAX_RECORD_MOVES} are played again here"
        ));
    }
    let game = record.replay(games).map_err(|error| error.to_string())?.game;
    let (mut rounds, mut room, mut next) = (Vec::new(), MAX_REPLAY_BYTES, None);
    for idx in from..record.rounds.len() {
        match round_again(&record, &*game, idx, &mut room)? {
            Some(round) => rounds.push(round),
            None if rounds.is_empty() => {
                return Err(format!(
                    "the positions of round {} have more than {} kB, which is too much to play again here; \
                     `brett replay` shows them",
                    idx + 1,
                    MAX_REPLAY_BYTES / 1024
                ));
            }
            None => {
                next = u32::try_from(idx).ok();
                break;
            }
        }
    }
    let (options, seats) = (game.options(), seat_names(&*game));
    Ok(Replay { game: record.game, options, players: record.players, seats, rounds, next })
}

/// A round of a record that holds; nothing if its positions do not fit into what is left of an answer.
///
/// A position may be as long as the list of all moves before it, so that the answer grows with the square of the
/// record: it is given up as soon as it is too long, and costs no more than what is sent.
fn round_again(
    record: &Record,
    game: &dyn AnyGame,
    idx: usize,
    room: &mut usize,
) -> Result<Option<ReplayRound>, String> {
    let round = &record.rounds[idx];
    let mut position = match &round.start {
        Some(text) => game.parse_position(text).map_err(|error| error.to_string())?,
        None => game.start_round(&record.standing_before(idx, &round.players)),
    };
    let start = position.text();
    let Some(()) = take_room(room, &start) else { return Ok(None) };
    let line = line_again(&mut position, &round.moves, &round.annotations, room)?;
    let Some(ReplayVariation { moves, positions: after, notes }) = line else { return Ok(None) };
    let mut positions = vec![start];
    positions.extend(after);
    Ok(Some(ReplayRound {
        players: round.players.clone(),
        moves,
        positions,
        result: round.result.clone(),
        verdict: position.result(),
        notes,
    }))
}

/// Takes the room of a text in an answer, if there is as much.
fn take_room(room: &mut usize, text: &str) -> Option<()> {
    // What stands around a text in JSON.
    const JSON_OVERHEAD_BYTES: usize = 64;
    *room = room.checked_sub(text.len() + JSON_OVERHEAD_BYTES)?;
    Some(())
}

/// Plays moves on a position, and tells what is said about it on the way.
fn line_again(
    position: &mut Box<dyn AnyPosition>,
    moves: &[RecordedMove],
    annotations: &Annotations,
    room: &mut usize,
) -> Result<Option<ReplayVariation>, String> {
    let mut line = ReplayVariation { moves: Vec::new(), positions: Vec::new(), notes: BTreeMap::new() };
    for ply in 0..=moves.len() {
        if let Some(mv) = ply.checked_sub(1).map(|before| &moves[before]) {
            position.play(&mv.text).map_err(|error| error.to_string())?;
            let text = position.text();
            let Some(()) = take_room(room, &text) else { return Ok(None) };
            line.positions.push(text);
            line.moves.push(ReplayMove { by: mv.by, text: mv.text.clone(), spent: mv.spent });
        }
        let Some(annotation) = annotations.at(ply) else { continue };
        let Some(()) = take_room(room, &annotation.comment) else { return Ok(None) };
        let mut variations = Vec::new();
        for variation in &annotation.variations {
            let again =
                line_again(&mut position.boxed_clone(), &variation.moves, &variation.annotations, room)?;
            let Some(again) = again else { return Ok(None) };
            variations.push(again);
        }
        let note = ReplayNote { mark: annotation.mark, comment: annotation.comment.clone(), variations };
        line.notes.insert(u32::try_from(ply).expect("a record is not as long"), note);
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use framework::{ClockRule, End, FlagRule, Length, PerSeat};
    use futures_util::StreamExt as _;

    use super::*;

    /// A record of so many rounds on a board of 32 by 32, each given up by agreement after 500 moves.
    fn record(n_rounds: usize) -> String {
        let game = catalog::find(catalog::GAMES, "connect4").unwrap().open_text("32x32x32").unwrap();
        let mut position = game.start();
        let mut moves = Vec::new();
        for ply in 0..500 {
            // Column by column, so that nobody ever has 32 in a row.
            let (by, text) = (Seat::all(2).nth(ply % 2), (ply / 32 + 1).to_string());
            position.play(&text).unwrap();
            moves.push(RecordedMove { by, text, spent: None });
        }
        let round = RoundRecord {
            players: PerSeat::from_fn(2, |seat| seat.index() as u8),
            start: None,
            moves,
            leavers: Vec::new(),
            result: Some((End::DrawAgreed, PerSeat::filled(2, 0))),
            hash: position.key(),
            annotations: framework::Annotations::default(),
        };
        let record = Record {
            game: "connect4".to_owned(),
            options: game.options(),
            players: vec!["Anna".to_owned(), "Bert".to_owned()],
            length: Length::Endless,
            clock: ClockRule::None,
            flag: FlagRule::default(),
            rounds: vec![round; n_rounds],
            dice: None,
        };
        record.to_string()
    }

    #[test]
    fn d2_an_answer_is_bounded_and_the_rest_comes_with_the_next() {
        let text = record(20);
        assert!(text.len() < MAX_RECORD_BYTES, "{}", text.len());
        let (mut from, mut n_rounds) = (0, 0);
        loop {
            let part = play_again(&text, catalog::GAMES, from).unwrap();
            let answer = serde_json::to_string(&part).unwrap();
            assert!(answer.len() <= MAX_REPLAY_BYTES + MAX_RECORD_BYTES, "{}", answer.len());
            n_rounds += part.rounds.len();
            assert!(part.rounds.iter().all(|round| round.positions.len() == round.moves.len() + 1));
            match part.next {
                Some(next) => from = next as usize,
                None => break,
            }
        }
        assert_eq!(n_rounds, 20);
        assert!(3 < from, "it did not fit into one answer");
        assert_eq!(play_again(&text, catalog::GAMES, 1_000).unwrap().rounds, []);
    }

    #[tokio::test]
    async fn d2_a_place_is_free_again_when_the_answer_was_taken() {
        let place = std::sync::Arc::new(());
        let body = in_pieces(vec![7; 100_000].into(), std::sync::Arc::clone(&place));
        let mut pieces = body.into_data_stream();
        assert_eq!(pieces.next().await.unwrap().unwrap().len(), 64 * 1024);
        assert_eq!(std::sync::Arc::strong_count(&place), 2, "the rest was not taken yet");
        assert_eq!(pieces.next().await.unwrap().unwrap().len(), 100_000 - 64 * 1024);
        assert!(pieces.next().await.is_none());
        drop(pieces);
        assert_eq!(std::sync::Arc::strong_count(&place), 1);
    }
}
