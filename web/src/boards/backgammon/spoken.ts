// Sentences for screen readers.

import type { Translate } from "../../i18n/text";
import { at, type Player, type Side } from "./position";
import { TEXTS } from "./texts";

/** A play as it is read aloud: `8/5* 6/5(2)` becomes "8/5 star, 6/5 times 2". */
export function spokenPlay(t: Translate, text: string): string {
  return text
    .replaceAll("*", ` ${t(TEXTS.star)}`)
    .replace(/\((\d)\)/g, " × $1")
    .replaceAll(/ (?=\d+\/|bar\/)/g, ", ");
}

/** What a player is called. */
export function colorName(t: Translate, player: Player): string {
  return t(player === 1 ? TEXTS.white : TEXTS.black);
}

/** What lies somewhere: one entry for each side that has checkers there. */
export function contents(t: Translate, there: [Player, Side, number][]): string {
  const heaps = there.filter(([, side, place]) => at(side, place) !== 0);
  if (heaps.length === 0) return t(TEXTS.empty);
  const heap = ([player, side, place]: [Player, Side, number]) =>
    t(TEXTS.holds, { count: at(side, place), color: colorName(t, player) });
  return heaps.map(heap).join(", ");
}
