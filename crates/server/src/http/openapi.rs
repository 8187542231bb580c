//! The description of everything that is asked over plain HTTP, for programs.

use axum::Json;
use utoipa::OpenApi;

use super::{
    __path_health, __path_invitation, __path_metrics, __path_own_tables, __path_ready, __path_record,
    accounts, game_reports, identity, library, puzzles, relations, search_tree, shutdown_route, standings,
    tournaments,
};

/// Accounts, games and tables over plain HTTP. Everything else is said over the socket at /ws.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Brettwerk",
        description = "Accounts, games and tables over plain HTTP; everything else is said over the socket at /ws. \
                       What changes an account needs the header x-brett-request: 1.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        identity::me,
        accounts::sign_up,
        accounts::show,
        accounts::change,
        accounts::delete_account,
        accounts::export,
        accounts::log_in,
        accounts::log_out,
        accounts::log_out_everywhere,
        accounts::tokens,
        accounts::add_token,
        accounts::revoke_token,
        library::games,
        library::variant,
        library::draw,
        library::picture,
        library::replay,
        search_tree::tree,
        game_reports::ask_about_record,
        game_reports::ask_about_table,
        game_reports::look,
        game_reports::page,
        game_reports::of_person,
        standings::profile,
        standings::history,
        standings::records,
        standings::match_page,
        standings::leaderboard,
        tournaments::list,
        tournaments::create,
        tournaments::show,
        tournaments::join,
        tournaments::leave,
        tournaments::start,
        tournaments::call_off,
        puzzles::overview,
        puzzles::next,
        puzzles::show,
        puzzles::try_moves,
        puzzles::mistakes,
        puzzles::keep_mistake,
        puzzles::try_mistake,
        relations::show,
        relations::begin,
        relations::end,
        relations::report,
        own_tables,
        record,
        invitation,
        health,
        ready,
        metrics,
        shutdown_route::can_end,
        shutdown_route::end,
        document,
    ),
    tags(
        (name = "accounts", description = "Who one is"),
        (name = "games", description = "What can be played"),
        (name = "tables", description = "What is played"),
        (name = "people", description = "Profiles, finished matches and leaderboards"),
        (name = "puzzles", description = "Puzzles, and one's own mistakes"),
        (name = "tournaments", description = "Tournaments of people"),
        (name = "operation", description = "For the operator of the server"),
    ),
)]
struct Api;

/// This description.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "operation",
    responses((status = 200, description = "This description.", body = serde_json::Value)),
)]
pub(super) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Api::openapi())
}
