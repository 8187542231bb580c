//! Accounts over HTTP.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use limits::FAILED_LOGINS;
use protocol::{Code, Problem, UserId};
use serde::{Deserialize, Serialize};
use store::{Account, BotToken};
use tables::world::World;
use utoipa::ToSchema;

use super::{
    App, Refusal,
    body::Body,
    device,
    identity::{self, Caller, Proof},
    library,
    visit::Visit,
};
use crate::accounts::{Change, Export, SignUp};

pub(super) fn routes<W: World>() -> Router<App<W>> {
    Router::new()
        .route(
            "/api/account",
            get(show::<W>).post(sign_up::<W>).patch(change::<W>).delete(delete_account::<W>),
        )
        .route("/api/account/export", get(export::<W>))
        .route("/api/session", post(log_in::<W>).delete(log_out::<W>))
        .route("/api/sessions", delete(log_out_everywhere::<W>))
        .route("/api/tokens", get(tokens::<W>).post(add_token::<W>))
        .route("/api/tokens/{id}", delete(revoke_token::<W>))
}

/// An account as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AccountCard {
    id: UserId,
    name: String,
    /// Whether a program plays under this name.
    bot: bool,
    email: Option<String>,
    /// When it was opened, in milliseconds since 1970.
    created: u64,
}

impl From<Account> for AccountCard {
    fn from(account: Account) -> Self {
        let Account { person, email, created, .. } = account;
        Self { id: person.id, name: person.name, bot: person.bot, email, created }
    }
}

/// What a person gives who signs up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAccount {
    name: String,
    password: String,
    /// Where one can be reached; nobody else ever sees it.
    #[serde(default)]
    email: String,
    /// Whether a program will play under this name.
    #[serde(default)]
    bot: bool,
}

/// Signs up; a guest keeps everything.
#[utoipa::path(
    post,
    path = "/api/account",
    tag = "accounts",
    request_body = NewAccount,
    responses(
        (status = 201, description = "The account; a cookie logs in.", body = AccountCard),
        (status = 400, description = "The request cannot be read, or a field cannot be used.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
        (status = 409, description = "The name is taken, or the moment is wrong.", body = Problem),
        (status = 429, description = "Too many tries.", body = Problem),
    ),
)]
pub(super) async fn sign_up<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Body(new): Body<NewAccount>,
) -> Result<Response, Refusal> {
    if caller.proof != Proof::Guest {
        return Err(Refusal(Problem::new(Code::Phase, "you have an account already; log out first")));
    }
    let wanted = SignUp { name: new.name, password: new.password, email: new.email, bot: new.bot };
    let (account, token) =
        app.house.identity.sign_up(&caller.person.id, wanted, visit.address).await.map_err(Refusal)?;
    let device = device::cookie_for(&app.house, &account.person.id, None, visit);
    let answer = (StatusCode::CREATED, Json(AccountCard::from(account)));
    let answer = identity::with_cookie(answer, Some(identity::login_cookie(&token, visit)));
    Ok(identity::with_cookie(answer, Some(device)))
}

/// The account of the caller.
#[utoipa::path(
    get,
    path = "/api/account",
    tag = "accounts",
    responses(
        (status = 200, description = "The account of the caller.", body = AccountCard),
        (status = 401, description = "An account is needed: log in first.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
    ),
)]
pub(super) async fn show<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
) -> Result<Json<AccountCard>, Refusal> {
    caller.login()?;
    let account = app.house.identity.account(&caller.person.id).await.map_err(Refusal)?;
    Ok(Json(account.into()))
}

/// What a person wants to be changed, who proves by the password that it is theirs.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountChange {
    password: String,
    name: Option<String>,
    new_password: Option<String>,
    /// An empty one is removed.
    email: Option<String>,
}

/// Changes the name, the password or the address.
#[utoipa::path(
    patch,
    path = "/api/account",
    tag = "accounts",
    request_body = AccountChange,
    responses(
        (status = 200, description = "The account as it is now.", body = AccountCard),
        (status = 400, description = "The request cannot be read, or a field cannot be used.", body = Problem),
        (status = 401, description = "An account is needed: log in first.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
        (status = 409, description = "The name is taken, or the moment is wrong.", body = Problem),
        (status = 429, description = "Too many tries.", body = Problem),
    ),
)]
pub(super) async fn change<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
    Body(wanted): Body<AccountChange>,
) -> Result<Json<AccountCard>, Refusal> {
    let login = caller.login()?;
    let change = Change { name: wanted.name, password: wanted.new_password, email: wanted.email };
    let changed = app.house.identity.change_account(&caller.person.id, login, &wanted.password, change).await;
    Ok(Json(changed.map_err(Refusal)?.into()))
}

/// The password once more, before something that cannot be undone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasswordAgain {
    password: String,
}

/// Deletes the account; finished games stay under another name.
#[utoipa::path(
    delete,
    path = "/api/account",
    tag = "accounts",
    request_body = PasswordAgain,
    responses(
        (status = 204, description = "The account is deleted."),
        (status = 400, description = "The request cannot be read, or a field cannot be used.", body = Problem),
        (status = 401, description = "An account is needed: log in first.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
        (status = 409, description = "The name is taken, or the moment is wrong.", body = Problem),
        (status = 429, description = "Too many tries.", body = Problem),
    ),
)]
pub(super) async fn delete_account<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Body(again): Body<PasswordAgain>,
) -> Result<Response, Refusal> {
    let login = caller.login()?;
    let deleted = app.house.identity.delete_account(&caller.person.id, login, &again.password).await;
    deleted.map_err(Refusal)?;
    Ok(identity::with_cookie(gone(visit), Some(device::no_cookie(visit))))
}

/// The answer to a person who is logged in no more.
fn gone(visit: Visit) -> Response {
    identity::with_cookie(StatusCode::NO_CONTENT, Some(identity::no_cookie(visit)))
}

/// Everything that is kept about the caller, as a file.
#[utoipa::path(
    get,
    path = "/api/account/export",
    tag = "accounts",
    responses(
        (status = 200, description = "Everything that is kept about the caller.", body = Export),
        (status = 401, description = "An account is needed: log in first.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
        (status = 429, description = "The account was exported several times within the hour.", body = Problem),
        (status = 503, description = "Another export is being sent to this address.", body = Problem),
    ),
)]
pub(super) async fn export<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
) -> Result<Response, Response> {
    caller.login().map_err(IntoResponse::into_response)?;
    let person = &caller.person.id;
    let pass = app.budgets.export(visit.address.into(), person).map_err(IntoResponse::into_response)?;
    let export =
        app.house.identity.export(person).await.map_err(|problem| Refusal(problem).into_response())?;
    let json = serde_json::to_vec(&export).expect("our types have text keys and plain values");
    drop(export);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"brettwerk-account.json\""),
        ),
        (header::CONTENT_LENGTH, json.len().into()),
    ];
    Ok((headers, library::in_pieces(json.into(), pass)).into_response())
}

/// A name and its password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    name: String,
    password: String,
}

/// Logs in, which always begins a new log-in and ends the one that was there.
#[utoipa::path(
    post,
    path = "/api/session",
    tag = "accounts",
    request_body = Credentials,
    responses(
        (status = 200, description = "The account; a cookie logs in.", body = AccountCard),
        (status = 400, description = "The request cannot be read, or a field cannot be used.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
        (status = 429, description = "Too many tries.", body = Problem),
    ),
)]
pub(super) async fn log_in<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Result<Response, Refusal> {
    let Credentials { name, password } = credentials;
    let known = device::known(&app.house, &headers);
    let logged_in = app.house.identity.log_in(&name, &password, visit.address, known.clone()).await;
    let (account, token) = logged_in.map_err(|problem| {
        // Without the name: people type their passwords there by mistake.
        if let Some(left_out) = FAILED_LOGINS.pass() {
            tracing::info!(address = %visit.address, code = ?problem.code, left_out, "a log-in failed");
        }
        Refusal(problem)
    })?;
    match &caller.proof {
        Proof::Login(old) => app.house.identity.log_out(&caller.person.id, old).await.map_err(Refusal)?,
        Proof::Guest | Proof::Token => app.house.identity.reconnect(&caller.person.id),
    }
    let device = device::cookie_for(&app.house, &account.person.id, known, visit);
    let answer = Json(AccountCard::from(account));
    let answer = identity::with_cookie(answer, Some(identity::login_cookie(&token, visit)));
    Ok(identity::with_cookie(answer, Some(device)))
}

/// Logs out; who was a guest before is a new guest.
#[utoipa::path(
    delete,
    path = "/api/session",
    tag = "accounts",
    responses(
        (status = 204, description = "The caller is logged out."),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
    ),
)]
pub(super) async fn log_out<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
) -> Result<Response, Refusal> {
    if let Proof::Login(token) = &caller.proof {
        app.house.identity.log_out(&caller.person.id, token).await.map_err(Refusal)?;
    }
    Ok(gone(visit))
}

/// Ends every log-in, this one included.
#[utoipa::path(
    delete,
    path = "/api/sessions",
    tag = "accounts",
    responses(
        (status = 204, description = "The caller is logged out everywhere."),
        (status = 401, description = "An account is needed: log in first.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
    ),
)]
pub(super) async fn log_out_everywhere<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
) -> Result<Response, Refusal> {
    caller.login()?;
    app.house.identity.log_out_everywhere(&caller.person.id).await.map_err(Refusal)?;
    Ok(gone(visit))
}

/// A token as a list shows it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TokenCard {
    /// By which it is revoked.
    id: String,
    /// What its owner calls it.
    label: String,
    /// When it was made, in milliseconds since 1970.
    created: u64,
}

impl From<BotToken> for TokenCard {
    fn from(BotToken { id, label, created, .. }: BotToken) -> Self {
        Self { id, label, created }
    }
}

/// A token as it is shown once.
#[derive(Serialize, ToSchema)]
pub(super) struct NewToken {
    #[serde(flatten)]
    card: TokenCard,
    /// The token itself, which is not kept and never shown again.
    token: String,
}

/// What a token shall be called.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenLabel {
    label: String,
}

/// The tokens of the bot that asks.
#[utoipa::path(
    get,
    path = "/api/tokens",
    tag = "accounts",
    responses(
        (status = 200, description = "The tokens of the bot that asks.", body = Vec<TokenCard>),
        (status = 401, description = "An account is needed: log in first.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
    ),
)]
pub(super) async fn tokens<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
) -> Result<Json<Vec<TokenCard>>, Refusal> {
    caller.login()?;
    let tokens = app.house.identity.tokens(&caller.person.id).await.map_err(Refusal)?;
    Ok(Json(tokens.into_iter().map(TokenCard::from).collect()))
}

/// Makes a token, which is shown this once.
#[utoipa::path(
    post,
    path = "/api/tokens",
    tag = "accounts",
    request_body = TokenLabel,
    responses(
        (status = 201, description = "The token, which is shown this once.", body = NewToken),
        (status = 400, description = "The request cannot be read, or a field cannot be used.", body = Problem),
        (status = 401, description = "An account is needed: log in first.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
    ),
)]
pub(super) async fn add_token<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
    Body(wanted): Body<TokenLabel>,
) -> Result<Response, Refusal> {
    caller.login()?;
    let (kept, token) =
        app.house.identity.add_token(&caller.person.id, &wanted.label).await.map_err(Refusal)?;
    let new = NewToken { card: kept.into(), token: token.reveal().to_owned() };
    Ok((StatusCode::CREATED, Json(new)).into_response())
}

/// Revokes a token.
#[utoipa::path(
    delete,
    path = "/api/tokens/{id}",
    tag = "accounts",
    params(("id" = String, Path, description = "The id of the token.")),
    responses(
        (status = 204, description = "The token is revoked."),
        (status = 401, description = "An account is needed: log in first.", body = Problem),
        (status = 403, description = "The password is wrong, or this is not permitted.", body = Problem),
        (status = 404, description = "There is no such token.", body = Problem),
    ),
)]
pub(super) async fn revoke_token<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    caller.login()?;
    app.house.identity.revoke_token(&caller.person.id, &id).await.map_err(Refusal)?;
    Ok(StatusCode::NO_CONTENT)
}
