// Moves that are words, in the language of the page; notation of squares and points stays as it is.

import type { Entry, Translate } from "../i18n/text";
import { moveWords } from "./texts";

const { roll, double, take, drop, beaver, cannotMove, pass } = moveWords;

const WORDS: Record<string, Record<string, Entry>> = {
  backgammon: { roll, double, take, pass: drop, beaver, "cannot-move": cannotMove },
};

/** What players of any game say who let a turn go by. */
const COMMON: Record<string, Entry> = { pass };

/** A move as people read it in a list. */
export function written(game: string, t: Translate, text: string): string {
  const word = (WORDS[game] ?? COMMON)[text];
  return word ? t(word) : text;
}
