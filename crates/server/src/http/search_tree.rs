//! The tree of a textbook look-ahead from a position, for the page that explains how computers search.

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use framework::{
    AnyGame, AnyPosition, Bound, ExplainError, GameTree, MAX_TREE_DEPTH, NodeKind, Text, TreeError,
    TreeMethod, TreeNode, search::WIN,
};
use limits::answers::MAX_TREE_ANSWER_BYTES;
use protocol::{
    Code, Problem, SearchBranch, SearchNode, SearchNodeKind, SearchTree, SearchWindow, ValueBound,
};
use serde::Deserialize;
use tables::EngineChoice;
use tables::world::World;

use super::{
    App, Refusal,
    identity::Caller,
    library::{entry, in_pieces, unfit, unusable},
    visit::Visit,
};

/// The word for no evaluation at all.
const NO_EVALUATION: &str = "none";

/// What stands around a position and its value in JSON, in bytes.
const NODE_BYTES: usize = 160;

/// How far people look ahead unless they say something else.
const USUAL_DEPTH: u32 = 3;

/// Which tree to build.
#[derive(Debug, Deserialize)]
pub(super) struct WantedTree {
    game: String,
    #[serde(default)]
    options: String,
    /// The usual start if it is missing.
    position: Option<String>,
    depth: Option<u32>,
    #[serde(default)]
    alpha_beta: bool,
    /// The game's first if it is missing.
    evaluation: Option<String>,
}

/// Builds the tree of a look-ahead, with the value of every position.
#[utoipa::path(
    get,
    path = "/api/tree",
    tag = "games",
    params(
        ("game" = String, Query, description = "The id of the game."),
        ("options" = Option<String>, Query, description = "Its options."),
        ("position" = Option<String>, Query, description = "The position; the usual start if it is missing."),
        ("depth" = Option<u32>, Query, description = "How many plies it reaches, from 1 to 16; 3 if it is missing."),
        ("alpha_beta" = Option<bool>, Query, description = "Whether moves that cannot matter are cut off."),
        ("evaluation" = Option<String>, Query, description = "The evaluation, or none; the game's first if it is missing."),
    ),
    responses(
        (status = 200, description = "The tree.", body = serde_json::Value),
        (status = 400, description = "There is no such tree, or it is too large to be followed.", body = Problem),
        (status = 404, description = "There is no such game.", body = Problem),
        (status = 409, description = "The caller plays a rated match of the game.", body = Problem),
        (status = 429, description = "There were too many from this address; wait.", body = Problem),
        (status = 503, description = "Too many are built at the moment; ask again.", body = Problem),
    ),
)]
pub(super) async fn tree<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    wanted: Result<Query<WantedTree>, QueryRejection>,
) -> Result<Response, Response> {
    let told = "name a game, and if wanted its options, a position, depth, alpha_beta and evaluation";
    let Query(wanted) = wanted.map_err(|_| unusable(told.to_owned()).into_response())?;
    let entry = entry(&app, &wanted.game).map_err(IntoResponse::into_response)?;
    // A tree is advice like any other.
    let may_ask = app.house.tables().rated.let_ask(&caller.person.id, entry.info.id);
    may_ask.map_err(|problem| Refusal(problem).into_response())?;
    let pass = app.budgets.tree(visit.address.into()).map_err(IntoResponse::into_response)?;
    let game = entry.open_text(&wanted.options).map_err(|error| unfit(&error).into_response())?;
    let building = app.budgets.building_trees.acquire().await.expect("it is never closed");
    let built = tokio::task::spawn_blocking(move || build(&*game, &wanted)).await;
    drop(building);
    let failed = |_| Refusal(Problem::new(Code::Internal, "the tree could not be built")).into_response();
    let built = built.map_err(failed)?.map_err(|problem| Refusal(problem).into_response())?;
    let json = serde_json::to_vec(&built).expect("our types have text keys and plain values");
    let kind = HeaderValue::from_static("application/json");
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_LENGTH, json.len().into())];
    Ok((headers, in_pieces(json.into(), pass)).into_response())
}

fn build(game: &dyn AnyGame, wanted: &WantedTree) -> Result<SearchTree, Problem> {
    let position = match &wanted.position {
        Some(text) => {
            game.parse_position(text).map_err(|error| Problem::new(Code::Settings, error.to_string()))?
        }
        None => game.start(),
    };
    let evaluation = evaluation(game, wanted.evaluation.as_deref())?;
    let method = if wanted.alpha_beta { TreeMethod::AlphaBeta } else { TreeMethod::Minimax };
    let depth = wanted.depth.unwrap_or(USUAL_DEPTH);
    let tree = game.tree(evaluation.as_deref(), &*position, depth, method);
    let tree = tree.map_err(|error| Problem::told(Code::Settings, refusal(&error)))?;
    let mut room = MAX_TREE_ANSWER_BYTES;
    let root = node(&tree.root, &*position, &mut room)
        .ok_or_else(|| Problem::told(Code::Settings, refusal(&TreeError::TooLarge { depth })))?;
    let best_line = tree.best_line().into_iter().map(str::to_owned).collect();
    let GameTree { maximizer, depth, n_positions, n_cut, .. } = tree;
    Ok(SearchTree {
        game: game.info().id.to_owned(),
        options: game.options(),
        maximizer,
        maximizer_name: game.seat_name(maximizer),
        evaluation,
        depth,
        alpha_beta: wanted.alpha_beta,
        n_positions: n_positions as u32,
        n_cut: n_cut as u32,
        best_line,
        win_value: f64::from(WIN),
        root,
    })
}

/// The evaluation that was asked for, in the forms in which tables take players.
fn evaluation(game: &dyn AnyGame, wanted: Option<&str>) -> Result<Option<String>, Problem> {
    let known = game.evaluations();
    let Some(text) = wanted else { return Ok(known.first().map(|first| first.name.to_owned())) };
    if text == NO_EVALUATION {
        return Ok(None);
    }
    let name = text.split(':').next().unwrap_or_default();
    if game.engines().iter().any(|engine| engine.name == name) {
        EngineChoice::new(text)?.check(game)?;
    }
    Ok(Some(text.to_owned()))
}

/// A node with the positions along it; nothing if they do not fit into the room that is left.
fn node(tree: &TreeNode, position: &dyn AnyPosition, room: &mut usize) -> Option<SearchNode> {
    let text = position.text();
    *room = room.checked_sub(text.len() + NODE_BYTES)?;
    let mut branches = Vec::with_capacity(tree.branches.len());
    for branch in &tree.branches {
        *room = room.checked_sub(branch.mv.len() + NODE_BYTES)?;
        let below = match &branch.node {
            Some(below) => {
                let mut after = position.boxed_clone();
                after.play(&branch.mv).expect("a move of the tree is legal where it was found");
                Some(node(below, &*after, room)?)
            }
            None => None,
        };
        branches.push(SearchBranch { text: branch.mv.clone(), is_best: branch.is_best, node: below });
    }
    let known = |bound: f64| bound.is_finite().then_some(bound);
    Some(SearchNode {
        position: text,
        kind: match tree.kind {
            NodeKind::Max => SearchNodeKind::Max,
            NodeKind::Min => SearchNodeKind::Min,
            NodeKind::Leaf => SearchNodeKind::Leaf,
            NodeKind::Over => SearchNodeKind::Over,
        },
        value: tree.value,
        bound: match tree.bound {
            Bound::Exact => ValueBound::Exact,
            Bound::AtLeast => ValueBound::AtLeast,
            Bound::AtMost => ValueBound::AtMost,
        },
        window: tree
            .window
            .map(|window| SearchWindow { alpha: known(window.alpha), beta: known(window.beta) }),
        branches,
    })
}

/// Why there is no tree, in both languages.
fn refusal(error: &TreeError) -> Text {
    let german = match error {
        TreeError::Chance => {
            "in diesem Spiel entscheiden Würfel; ein Minimax-Baum kennt nur Entscheidungen".to_owned()
        }
        TreeError::Seats(seats) => format!("ein Minimax-Baum ist für zwei Spieler, hier spielen {seats}"),
        TreeError::Over => "das Spiel ist zu Ende, es gibt nichts vorauszusehen".to_owned(),
        TreeError::Depth(depth) => {
            format!("ein Baum reicht 1 bis {MAX_TREE_DEPTH} Halbzüge tief, nicht {depth}")
        }
        TreeError::TooLarge { depth } => format!(
            "mit Tiefe {depth} wird der Baum zu groß; wähle eine kleinere Tiefe oder eine Stellung mit weniger Zügen"
        ),
        TreeError::Evaluation(ExplainError::NeedsMove { name }) => {
            format!("{name} bewertet Züge und keine Stellungen; wähle eine andere Bewertung oder keine")
        }
        TreeError::Evaluation(error) => error.to_string(),
    };
    let english = match error {
        TreeError::Evaluation(ExplainError::NeedsMove { name }) => {
            format!("{name} rates moves and not positions; choose another evaluation, or none")
        }
        error => error.to_string(),
    };
    Text::new(english, german)
}
