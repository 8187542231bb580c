// Values in words.

import { movesToEnd, signed } from "../boards/grid";
import type { Translate } from "../i18n/text";
import { analysis as texts } from "./texts";

/** A value for people: with a sign, or how far the end is if it is certain. */
export function inWords(t: Translate, value: number): string {
  const count = movesToEnd(value);
  if (count === null) return signed(value);
  return t(value > 0 ? texts.wonIn : texts.lostIn, { count });
}
