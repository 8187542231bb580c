//! Who asks: a guest by a signed cookie, a person by a log-in, a bot by a token.

use axum::{
    Json,
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};
use limits::TURNED_AWAY;
use protocol::{Code, Person, Problem};
use store::{AccountStore as _, TokenHash};
use tables::store_unavailable;
use tables::world::World;

use super::{App, Refusal, visit::Visit};
use crate::{
    accounts::{LOGIN_LIFETIME_MS, Token, banned},
    house::House,
    secrets,
};

/// The name of the cookie.
const COOKIE: &str = "brett";

/// How long a browser keeps that of a guest, in seconds: a year.
const GUEST_MAX_AGE: u64 = 365 * 24 * 3_600;

/// Who asks.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) person: Person,
    pub(super) proof: Proof,
    /// The cookie to set if they are new.
    cookie: Option<HeaderValue>,
}

/// By what a person has proved who they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// A guest, by the cookie of a guest or by nothing.
    Guest,
    /// A person, by the cookie of a log-in.
    Login(TokenHash),
    /// A bot, by a token.
    Token,
}

impl<W: World> FromRequestParts<App<W>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App<W>) -> Result<Self, Refusal> {
        let Ok(visit) = Visit::from_request_parts(parts, app).await;
        let caller = Self::known(&app.house, &parts.headers).await.map_err(Refusal)?;
        Ok(caller.unwrap_or_else(|| Self::newcomer(&app.house, visit)))
    }
}

impl Caller {
    async fn known<W: World>(house: &House<W>, headers: &HeaderMap) -> Result<Option<Self>, Problem> {
        let (person, proof) = if let Some(token) = bearer(headers) {
            let bot = match token {
                Some(token) => house.identity.bot_of(&token.hash()).await?,
                None => None,
            };
            let sentence = "this token is not known; it may have been revoked, so make a new one";
            (bot.ok_or_else(|| Problem::new(Code::Account, sentence))?, Proof::Token)
        } else if let Some(guest) = cookie(headers).and_then(|cookie| house.identity.key().guest(cookie)) {
            (guest, Proof::Guest)
        } else if let Some(token) = cookie(headers).and_then(Token::read) {
            let token = token.hash();
            match house.identity.logged_in(&token).await? {
                Some(person) => (person, Proof::Login(token)),
                None => return Ok(None),
            }
        } else {
            return Ok(None);
        };
        let standing =
            house.world().store().standing(&person.id).await.map_err(|error| store_unavailable(&error))?;
        if let Some(ban) = standing.ban {
            if let Some(left_out) = TURNED_AWAY.pass() {
                tracing::info!(user = %person.id, left_out, "a banned person was turned away");
            }
            return Err(banned(&ban));
        }
        // The cookie of a guest who has signed up since proves nothing any more.
        let is_stale = proof == Proof::Guest && !standing.is_guest;
        Ok((!is_stale).then_some(Self { person, proof, cookie: None }))
    }

    fn newcomer<W: World>(house: &House<W>, visit: Visit) -> Self {
        let person = secrets::new_guest(house.world());
        let signed = house.identity.key().sign_guest(&person.id);
        Self {
            person,
            proof: Proof::Guest,
            cookie: Some(set_cookie(COOKIE, &signed, "/", GUEST_MAX_AGE, visit)),
        }
    }

    /// The log-in of a person who must have one.
    pub(super) fn login(&self) -> Result<&TokenHash, Refusal> {
        match &self.proof {
            Proof::Login(token) => Ok(token),
            Proof::Guest => Err(Refusal(Problem::new(Code::Account, "log in or sign up first"))),
            Proof::Token => {
                let sentence = "a token is for playing; log in with the password of the bot for that";
                Err(Refusal(Problem::new(Code::NotAllowed, sentence)))
            }
        }
    }

    /// An answer with the cookie that makes a newcomer a guest.
    pub(super) fn answer(self, response: impl IntoResponse) -> Response {
        with_cookie(response, self.cookie)
    }
}

/// The token of a bot: nothing if none is given, and `Some(None)` if it cannot be one.
fn bearer(headers: &HeaderMap) -> Option<Option<Token>> {
    let value = headers.get(header::AUTHORIZATION)?;
    let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
    Some(token.and_then(|token| Token::read(token.trim())))
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    cookie_named(headers, COOKIE)
}

/// The value of the first cookie of a name.
pub(super) fn cookie_named<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// A cookie that browsers keep for so many seconds and send below a path, to this server alone.
pub(super) fn set_cookie(name: &str, value: &str, path: &str, max_age: u64, visit: Visit) -> HeaderValue {
    let secure = if visit.is_https { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path={path}; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::try_from(cookie).expect("tokens and signatures are plain text")
}

/// The cookie of a log-in, which takes the place of whatever cookie there was.
pub(super) fn login_cookie(token: &Token, visit: Visit) -> HeaderValue {
    set_cookie(COOKIE, token.reveal(), "/", LOGIN_LIFETIME_MS / 1_000, visit)
}

/// The end of a cookie.
pub(super) fn no_cookie(visit: Visit) -> HeaderValue {
    set_cookie(COOKIE, "", "/", 0, visit)
}

pub(super) fn with_cookie(response: impl IntoResponse, cookie: Option<HeaderValue>) -> Response {
    let mut response = response.into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Tells who one is, and makes a newcomer a guest.
#[utoipa::path(
    get,
    path = "/api/me",
    tag = "accounts",
    responses(
        (status = 200, description = "Who one is; a newcomer gets the cookie of a guest.", body = Person),
        (status = 401, description = "The token of a bot is not known.", body = Problem),
        (status = 403, description = "One is banned.", body = Problem),
    ),
)]
pub(super) async fn me(caller: Caller) -> Response {
    let person = Json(caller.person.clone());
    caller.answer(person)
}

/// Tells whether a browser that shows a page may connect: its own page, or one that is allowed. Programs that
/// are no browsers name no page.
pub(super) fn may_connect(headers: &HeaderMap, origins: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if origins.iter().any(|allowed| allowed == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    own.is_some() && own == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_pages_may_not_connect() {
        let headers = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("games.example:8000"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            headers
        };
        let allowed = ["https://friend.example".to_owned()];
        for origin in [None, Some("http://games.example:8000"), Some("https://friend.example")] {
            assert!(may_connect(&headers(origin), &allowed), "{origin:?}");
        }
        for origin in
            ["https://evil.example", "http://games.example", "null", "", "http://games.example:8000.evil"]
        {
            assert!(!may_connect(&headers(Some(origin)), &allowed), "{origin}");
        }
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=b; brett=x.y; brettle=z"));
        assert_eq!(cookie(&headers), Some("x.y"));
    }
}
