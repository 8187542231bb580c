// Which discs a move has turned over, and in which order they turn.

import type { Place, Tint, Token } from "../../protocol/messages";
import { byPlace, keyOf } from "../grid";

/** The discs that changed their color between two drawings, with their distance from the disc that was played. */
export function flipped(before: Token[], now: Token[], from: Place | null): Map<string, number> {
  const old = byPlace(before);
  const found = new Map<string, number>();
  for (const { place, tint } of now) {
    const was = old.get(keyOf(place));
    if (!was || was.tint === tint) continue;
    const away = from ? Math.max(Math.abs(place.column - from.column), Math.abs(place.row - from.row)) : 1;
    found.set(keyOf(place), away);
  }
  return found;
}

/** The square that a move names, as in `d3`; nothing for a pass. */
export function squareOf(move: string | null, side: number): Place | null {
  const found = /^([a-z])(\d+)$/.exec(move ?? "");
  if (!found?.[1] || !found[2]) return null;
  const place = { column: found[1].charCodeAt(0) - 97, row: Number(found[2]) - 1 };
  return place.column < side && place.row < side && place.row >= 0 ? place : null;
}

/** The name of a square. */
export const nameOf = ({ column, row }: Place): string => `${String.fromCharCode(97 + column)}${row + 1}`;

/** How many discs of a color lie on the board. */
export const count = (tokens: Token[], tint: Tint): number =>
  tokens.filter((token) => token.tint === tint).length;

/** The discs that black and white have left in Reversi, at the end of its positions; nothing in Othello. */
export function suppliesOf(position: string): [number, number] | null {
  const found = /\s(\d+)\s+(\d+)\s*$/.exec(position);
  return found ? [Number(found[1]), Number(found[2])] : null;
}
