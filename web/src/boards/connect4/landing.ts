// Where discs come to rest.

import type { Scene } from "../../protocol/messages";

/** How many discs lie in each column. */
export function heights(scene: Scene): number[] {
  const found = Array.from({ length: scene.columns }, () => 0);
  for (const { place } of scene.tokens) found[place.column] = (found[place.column] ?? 0) + 1;
  return found;
}

/** The column of a move, from 0; nothing if it is none of this board. */
export function columnOf(move: string | null, columns: number): number | null {
  const number = Number(move);
  return move !== null && Number.isInteger(number) && 1 <= number && number <= columns ? number - 1 : null;
}

/** The column that a key stands for, from 0: 1 to 9, then letters from a. */
export function columnOfKey(key: string, columns: number): number | null {
  if (!/^[1-9a-z]$/i.test(key)) return null;
  const column = Number.parseInt(key, 36) - 1;
  return column < columns ? column : null;
}
