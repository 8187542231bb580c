// What a profile says about each game, put together.

import type { Outcome, Profile, RatingView, Tally } from "../protocol/messages";

/** What is known of somebody at one game. */
export type Standing = {
  game: string;
  rating: RatingView | null;
  won: number;
  drawn: number;
  lost: number;
  points: number;
  /** How long a move took on average, in milliseconds; nothing without a move. */
  perMove: number | null;
  /** The most wins in a row. */
  longest: number;
};

/** The standing at every game that somebody has played, those most played first. */
export function standings(profile: Profile): Standing[] {
  const ids = [...profile.tallies, ...profile.ratings].map(({ game }) => game);
  return [...new Set(ids)]
    .map((game) => standing(profile, game))
    .sort((one, other) => played(other) - played(one));
}

/** How many matches a standing rests on. */
export const played = ({ won, drawn, lost }: Pick<Tally, "won" | "drawn" | "lost">): number =>
  won + drawn + lost;

function standing(profile: Profile, game: string): Standing {
  const tallies = profile.tallies.filter((tally) => tally.game === game);
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((total, tally) => total + pick(tally), 0);
  const moves = sum((tally) => tally.moves);
  return {
    game,
    rating: profile.ratings.find((rating) => rating.game === game) ?? null,
    won: sum((tally) => tally.won),
    drawn: sum((tally) => tally.drawn),
    lost: sum((tally) => tally.lost),
    points: sum((tally) => tally.points),
    perMove: moves === 0 ? null : sum((tally) => tally.thinking) / moves,
    longest: profile.streaks.find((streak) => streak.game === game)?.longest ?? 0,
  };
}

/** A rating as people write it; a question mark says that it is too uncertain to be compared. */
export function written({ rating, provisional }: Pick<RatingView, "rating" | "provisional">): string {
  return `${Math.round(rating)}${provisional ? "?" : ""}`;
}

/** What came of a match for somebody; nothing if they did not play. */
export function outcomeFor(players: { user?: string; outcome: Outcome }[], user: string): Outcome | null {
  return players.find((player) => player.user === user)?.outcome ?? null;
}
