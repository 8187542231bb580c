// Moves as people write them: words in the language of the page, and the notation of squares and points as it is usual.

import type { Entry, Translate } from "../i18n/text";
import { playText, rollText } from "./backgammon/notation";
import { moveWords } from "./texts";

const { roll, double, take, drop, beaver, cannotMove, pass } = moveWords;

const WORDS: Record<string, Record<string, Entry>> = {
  backgammon: { roll, double, take, pass: drop, beaver, "cannot-move": cannotMove },
};

/** Games whose players write moves otherwise than the server does. */
const NOTATIONS: Record<string, (text: string) => string> = { backgammon: playText };

/** What players of any game say who let a turn go by. */
const COMMON: Record<string, Entry> = { pass };

/** A move as people read it in a list. */
export function written(game: string, t: Translate, text: string): string {
  const word = (WORDS[game] ?? COMMON)[text];
  return word ? t(word) : (NOTATIONS[game]?.(text) ?? text);
}

/** A roll of the dice as people read it in a list. */
export const writtenRoll = (game: string, text: string): string =>
  game === "backgammon" ? rollText(text) : text;
