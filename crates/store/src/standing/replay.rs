//! Ratings computed anew from the matches on which they rest.

use std::collections::BTreeMap;

use protocol::{Outcome, RatingChange, UserId};

use super::{Rating, change, rated};

/// A match that counts for ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedMatch {
    /// The id of the game.
    pub game: String,
    /// The chairs, who sat there, and what came of it for them.
    pub players: Vec<(u8, UserId, Outcome)>,
    /// When the match was over.
    pub finished: u64,
}

/// Ratings as they grow from match to match.
#[derive(Clone, Debug, Default)]
pub struct RatingHistory {
    /// By user and game: the rating, the number of matches, and when it changed last.
    ratings: BTreeMap<(String, String), (Rating, u32, u64)>,
}

impl RatingHistory {
    /// Lets a match count, and tells what it does to ratings.
    pub fn play(&mut self, played: &RatedMatch) -> Vec<RatingChange> {
        let key = |user: &UserId| (user.to_string(), played.game.clone());
        let before: Vec<Rating> = played
            .players
            .iter()
            .map(|(_, user, _)| match self.ratings.get(&key(user)) {
                Some((rating, _, changed)) => rating.aged(played.finished.saturating_sub(*changed)),
                None => Rating::default(),
            })
            .collect();
        let outcomes: Vec<_> = played.players.iter().map(|(_, _, outcome)| *outcome).collect();
        let after = rated(&before, &outcomes);
        let mut changes = Vec::with_capacity(after.len());
        for ((chair, user, _), (before, after)) in played.players.iter().zip(before.iter().zip(after)) {
            changes.push(change(*chair, before, &after));
            let (rating, games, changed) = self.ratings.entry(key(user)).or_default();
            (*rating, *games, *changed) = (after, *games + 1, played.finished);
        }
        changes
    }

    /// Forgets the ratings of a user whose account was erased.
    pub fn forget(&mut self, user: &str) {
        self.ratings.retain(|(rated, _), _| rated != user);
    }

    /// The ratings by user and game, with the number of matches and when they changed last.
    #[must_use]
    pub fn into_ratings(self) -> BTreeMap<(String, String), (Rating, u32, u64)> {
        self.ratings
    }
}
