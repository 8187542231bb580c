// Values in words.

import { discsAtEnd, movesToEnd, signed } from "../boards/grid";
import type { Translate } from "../i18n/text";
import { analysis as texts } from "./texts";

/** A value for people: with a sign, or how the game ends and how far that is, if it is certain. */
export function inWords(t: Translate, value: number): string {
  const discs = discsAtEnd(value);
  if (discs !== null) return t(value > 0 ? texts.wonBy : texts.lostBy, { count: discs });
  const count = movesToEnd(value);
  if (count === null) return signed(value);
  return t(value > 0 ? texts.wonIn : texts.lostIn, { count });
}
