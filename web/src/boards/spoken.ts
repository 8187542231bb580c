// How moves are said aloud, where a game's notation is made for the eye.

import type { Translate } from "../i18n/text";
import { spokenPlay } from "./backgammon/spoken";
import { written } from "./words";

const SPOKEN: Record<string, (t: Translate, text: string) => string> = { backgammon: spokenPlay };

/** The words for a turn in which nothing can be moved, in games that have one. */
const NO_MOVE: Record<string, string> = { backgammon: "cannot-move" };

/** Whether somebody had to let a turn go by. */
export function isBlocked(game: string, text: string): boolean {
  return NO_MOVE[game] === text;
}

/** A move of a game for screen readers: in words, or the notation itself where it can be read aloud as it is. */
export function spoken(game: string, t: Translate, text: string): string {
  const word = written(game, t, text);
  return /\d/.test(word) ? (SPOKEN[game]?.(t, word) ?? word) : word;
}
