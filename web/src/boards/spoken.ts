// How moves are said aloud, where a game's notation is made for the eye.

import type { Translate } from "../i18n/text";
import { spokenPlay } from "./backgammon/spoken";

const SPOKEN: Record<string, (t: Translate, text: string) => string> = { backgammon: spokenPlay };

/** A move of a game for screen readers; the notation itself where it can be read aloud as it is. */
export function spoken(game: string, t: Translate, text: string): string {
  return SPOKEN[game]?.(t, text) ?? text;
}
