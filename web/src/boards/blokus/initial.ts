// Colors in one or two letters.

import type { Translate } from "../../i18n/text";
import { capital } from "../../shell/sentence";
import type { Paint } from "./rules";
import { COLORS } from "./texts";

/** The first letter of a color, or two where others begin with the same one, as "gelb" and "grün" do. */
export function initial(paint: Paint, paints: readonly Paint[], t: Translate): string {
  const name = t(COLORS[paint]);
  const isAlike = (other: Paint) => other !== paint && t(COLORS[other]).startsWith(name.slice(0, 1));
  return capital(name.slice(0, paints.some(isAlike) ? 2 : 1));
}
