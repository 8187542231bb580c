//! Devices from which the owner of an account has logged in before.
//!
//! Strangers who guess passwords use up the tries of a name; a device that shows this cookie has tries of its own, so
//! that nobody can lock the owner out. It proves nothing else: without the password it opens no door, and nothing is
//! kept about it.

use axum::http::{HeaderMap, HeaderValue};
use protocol::UserId;
use tables::world::World;

use super::{identity, visit::Visit};
use crate::{accounts::Device, house::House, secrets};

/// The name of the cookie.
const COOKIE: &str = "brett-device";

/// Where browsers send it: only to who logs in.
const PATH: &str = "/api/session";

/// How long a browser keeps it, in seconds: a year.
const MAX_AGE: u64 = 365 * 24 * 3_600;

/// How many letters tell the devices of an account apart.
const ID_LETTERS: usize = 12;

/// The device that a request names, if this server has signed it.
pub(super) fn known<W: World>(house: &House<W>, headers: &HeaderMap) -> Option<Device> {
    let (owner, id) = house.identity.key().device(identity::cookie_named(headers, COOKIE)?)?;
    Some(Device { owner, id })
}

/// The cookie for a device from which the owner of an account has just logged in.
pub(super) fn cookie_for<W: World>(
    house: &House<W>,
    owner: &UserId,
    known: Option<Device>,
    visit: Visit,
) -> HeaderValue {
    let id = known.filter(|device| device.owner == *owner).map(|device| device.id);
    let id = id.unwrap_or_else(|| secrets::word(house.world(), ID_LETTERS));
    identity::set_cookie(COOKIE, &house.identity.key().sign_device(owner, &id), PATH, MAX_AGE, visit)
}

/// The end of the cookie, for who deletes the account.
pub(super) fn no_cookie(visit: Visit) -> HeaderValue {
    identity::set_cookie(COOKIE, "", PATH, 0, visit)
}
