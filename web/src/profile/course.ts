// How a player's rating has changed from match to match.

import type { FinishedMatch, MatchPage } from "../protocol/messages";

/** A rating after a match. */
export type Rated = { game: string; time: number; rating: number };

/** The rating that a match gave a player; nothing if it was not rated or is not theirs. */
export function ratedBy(
  user: string,
  { game, finished, players }: FinishedMatch,
  { changes }: MatchPage,
): Rated | null {
  const chair = players.find((player) => player.user === user)?.chair;
  const change = changes.find((one) => one.chair === chair);
  return change ? { game, time: finished, rating: change.after } : null;
}

/** The course of each game that has more than one rated match, oldest first. */
export function coursesOf(all: readonly Rated[]): { game: string; points: Rated[] }[] {
  const games = [...new Set(all.map(({ game }) => game))];
  return games
    .map((game) => ({
      game,
      points: all.filter((one) => one.game === game).toSorted((one, other) => one.time - other.time),
    }))
    .filter(({ points }) => points.length > 1);
}
