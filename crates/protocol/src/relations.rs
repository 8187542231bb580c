//! How people stand to each other: whom they follow, mute and block, and what they report.

use serde::{Deserialize, Serialize};

use crate::{Person, TableId, UserId};

/// How a person stands to another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RelationKind {
    /// One wants to see when they are here.
    Follow,
    /// What they say is not shown.
    Mute,
    /// They can neither write to one nor play with one, and what they say is not shown.
    Block,
}

/// Whom one follows, mutes and blocks: the answer to `GET /api/me/relations`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Relations {
    /// Whom one follows.
    pub follow: Vec<Person>,
    /// Whom one has muted.
    pub mute: Vec<Person>,
    /// Whom one has blocked.
    pub block: Vec<Person>,
}

/// A relation that begins (`POST /api/me/relations`) or ends (`DELETE`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RelationChange {
    /// To whom.
    pub user: UserId,
    /// Which.
    pub kind: RelationKind,
}

/// What a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReportReason {
    /// Insults, threats or harassment.
    Abuse,
    /// Help by a program, or games lost on purpose.
    Cheating,
    /// Advertising, or the same line again and again.
    Spam,
    /// A name that does not belong here.
    Name,
    /// Something else, which the text tells.
    Other,
}

/// A report to the operator of the server: the body of `POST /api/reports`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// About whom.
    pub user: UserId,
    /// What it is about.
    pub reason: ReportReason,
    /// What happened, in one's own words.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub text: String,
    /// At which table, if it was at one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub table: Option<TableId>,
}
