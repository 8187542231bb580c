// What is asked about puzzles over plain HTTP.

import { change, get } from "../connection/http";
import type {
  MistakeCard,
  NewMistake,
  PuzzleCard,
  PuzzleMoves,
  PuzzleOverview,
  PuzzleVerdict,
} from "../protocol/messages";

const path = (game: string, id: string): string =>
  `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;

export const overview = (game: string): Promise<PuzzleOverview> =>
  get(`/api/puzzles?${new URLSearchParams({ game })}`);

export const puzzle = (game: string, id: string): Promise<PuzzleCard> => get(path(game, id));

/** A puzzle of about one's own strength, about a theme if one is named, and not the one that was just solved. */
export function nextPuzzle(game: string, theme: string | null, not: string | null): Promise<PuzzleCard> {
  const query = new URLSearchParams({ game });
  if (theme) query.set("theme", theme);
  if (not) query.set("not", not);
  return get(`/api/puzzles/next?${query}`);
}

/** Tries one's own moves; none shows the solution. */
export const tryPuzzle = (game: string, id: string, moves: string[]): Promise<PuzzleVerdict> =>
  change("POST", path(game, id), { moves } satisfies PuzzleMoves);

export const mistakes = (): Promise<MistakeCard[]> => get("/api/me/mistakes");

export const keepMistake = (mistake: NewMistake): Promise<void> =>
  change("POST", "/api/me/mistakes", mistake);

export const tryMistake = (game: string, id: string, moves: string[]): Promise<PuzzleVerdict> =>
  change("POST", `/api/me/mistakes/${encodeURIComponent(game)}/${encodeURIComponent(id)}`, {
    moves,
  } satisfies PuzzleMoves);
