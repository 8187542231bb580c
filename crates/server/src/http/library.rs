//! The games, a drawing of any position, and records played again.

use axum::{
    Json,
    extract::{
        Query, State,
        rejection::{QueryRejection, StringRejection},
    },
};
use framework::{
    Answers, AnyGame, FieldGroup, FieldInfo, GameEntry, OptionsError, Record, RecordError, Seat, Text,
    VariantInfo,
    search::{LEVELS, Parameter},
};
use protocol::{
    AnswersCard, Code, Drawing, FieldCard, FieldGroupCard, GameCard, PlayerCard, Problem, Replay, ReplayMove,
    ReplayRound, VariantCard, WeightCard,
};
use serde::Deserialize;

use super::{App, Refusal};
use crate::{
    table::{LEAST_TIME, MOST_TIME, USUAL_TIME},
    world::World,
};

/// The longest record that is played again, in bytes: much longer than any match of people.
pub(super) const MAX_RECORD: usize = 256 * 1024;

/// How many moves a record may have that is played again for somebody.
const MAX_MOVES: usize = 20_000;

/// The games, their variants and their computer players.
#[utoipa::path(
    get,
    path = "/api/games",
    tag = "games",
    responses(
        (status = 200, description = "Games with variants and computer players.", body = serde_json::Value),
    ),
)]
pub(super) async fn games<W: World>(State(app): State<App<W>>) -> Json<Vec<GameCard>> {
    Json(app.house.world().games().iter().map(card).collect())
}

fn card(entry: &GameEntry) -> GameCard {
    let info = entry.info;
    let variant = |variant: &'static VariantInfo| {
        let game = entry.open_text(variant.options).ok();
        VariantCard {
            options: variant.options.to_owned(),
            name: variant.name.clone(),
            seats: game.map(|game| seat_names(&*game)).unwrap_or_default(),
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
                name: player.name.to_owned(),
                about: player.about,
            })
            .collect(),
        min_level: *LEVELS.start(),
        max_level: *LEVELS.end(),
        least_time: LEAST_TIME,
        most_time: MOST_TIME,
        usual_time: USUAL_TIME,
    }
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
    Ok(Json(VariantCard { name, seats: seat_names(&*game), options }))
}

fn unfit(error: &OptionsError) -> Refusal {
    Refusal(Problem::told(Code::Settings, error.text()))
}

fn unusable(sentence: String) -> Refusal {
    Refusal(Problem::new(Code::Settings, sentence))
}

fn entry<'a, W: World>(app: &'a App<W>, id: &str) -> Result<&'a GameEntry, Refusal> {
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
}

/// Draws a position, with its legal moves.
#[utoipa::path(
    get,
    path = "/api/draw",
    tag = "games",
    params(
        ("game" = String, Query, description = "The id of the game."),
        ("options" = Option<String>, Query, description = "Its options."),
        ("position" = Option<String>, Query, description = "The position; the usual start if it is missing."),
        ("seat" = Option<u8>, Query, description = "From which seat, from 1."),
    ),
    responses(
        (status = 200, description = "What to draw, and the legal moves.", body = serde_json::Value),
        (status = 400, description = "The position cannot be read.", body = Problem),
        (status = 404, description = "There is no such game.", body = Problem),
    ),
)]
pub(super) async fn draw<W: World>(
    State(app): State<App<W>>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<Drawing>, Refusal> {
    let Query(wanted) = wanted
        .map_err(|_| unusable("name a game, and if wanted its options, a position and a seat".to_owned()))?;
    let game = entry(&app, &wanted.game)?.open_text(&wanted.options).map_err(|error| unfit(&error))?;
    let position = match &wanted.position {
        Some(text) => game.parse_position(text).map_err(|error| unusable(error.to_string()))?,
        None => game.start(),
    };
    let seat = Seat::all(position.seats()).find(|seat| Some(seat.number()) == wanted.seat.map(Into::into));
    let seat = seat.unwrap_or(Seat::FIRST);
    Ok(Json(Drawing { scene: position.scene(seat), moves: position.legal_moves() }))
}

/// Plays a record again and tells every position of it.
#[utoipa::path(
    post,
    path = "/api/replay",
    tag = "games",
    request_body(content = String, description = "A record.", content_type = "text/plain"),
    responses(
        (status = 200, description = "The record played again.", body = serde_json::Value),
        (status = 400, description = "The record cannot be played.", body = Problem),
    ),
)]
pub(super) async fn replay<W: World>(
    State(app): State<App<W>>,
    text: Result<String, StringRejection>,
) -> Result<Json<Replay>, Refusal> {
    let text = text.map_err(|rejection| Refusal(Problem::new(Code::Text, unreadable(&rejection))))?;
    let games = app.house.world().games().to_vec();
    let played = tokio::task::spawn_blocking(move || play_again(&text, &games)).await;
    let played =
        played.map_err(|_| Refusal(Problem::new(Code::Internal, "the record could not be played")))?;
    played.map(Json).map_err(|sentence| Refusal(Problem::new(Code::Settings, sentence)))
}

fn unreadable(rejection: &StringRejection) -> String {
    match rejection {
        StringRejection::FailedToBufferBody(_) => {
            format!(
                "the record is longer than {} kB, which is too much to play again here",
                MAX_RECORD / 1024
            )
        }
        _ => "a record is plain text in UTF-8".to_owned(),
    }
}

fn play_again(text: &str, games: &[GameEntry]) -> Result<Replay, String> {
    let record: Record = text.parse().map_err(|error: RecordError| error.to_string())?;
    let n_moves: usize = record.rounds.iter().map(|round| round.moves.len()).sum();
    if MAX_MOVES < n_moves {
        return Err(format!("the record has {n_moves} moves; at most {MAX_MOVES} are played again here"));
    }
    let game = record.replay(games).map_err(|error| error.to_string())?.game;
    let rounds =
        (0..record.rounds.len()).map(|idx| round_again(&record, &*game, idx)).collect::<Result<_, _>>()?;
    let (options, seats) = (game.options(), seat_names(&*game));
    Ok(Replay { game: record.game, options, players: record.players, seats, rounds })
}

/// A round of a record that holds.
fn round_again(record: &Record, game: &dyn AnyGame, idx: usize) -> Result<ReplayRound, String> {
    let round = &record.rounds[idx];
    let mut position = match &round.start {
        Some(text) => game.parse_position(text).map_err(|error| error.to_string())?,
        None => game.start_round(&record.standing_before(idx, &round.players)),
    };
    let mut positions = vec![position.text()];
    for mv in &round.moves {
        position.play(&mv.text).map_err(|error| error.to_string())?;
        positions.push(position.text());
    }
    let moves = round.moves.iter().map(|mv| ReplayMove { by: mv.by, text: mv.text.clone(), spent: mv.spent });
    Ok(ReplayRound {
        players: round.players.clone(),
        moves: moves.collect(),
        positions,
        result: round.result.clone(),
        verdict: position.result(),
    })
}
