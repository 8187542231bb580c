// The outline of a piece as a path.

import type { Square } from "./shape";

/** The width of a square in the units of the drawing. */
export const UNIT = 20;

/** The edges of some squares that no two of them share. */
export function outline(squares: readonly Square[]): string {
  const has = (x: number, y: number) => squares.some((square) => square.x === x && square.y === y);
  return squares
    .flatMap(({ x, y }) => [
      has(x, y - 1) ? "" : `M${x * UNIT} ${y * UNIT}h${UNIT}`,
      has(x, y + 1) ? "" : `M${x * UNIT} ${(y + 1) * UNIT}h${UNIT}`,
      has(x - 1, y) ? "" : `M${x * UNIT} ${y * UNIT}v${UNIT}`,
      has(x + 1, y) ? "" : `M${(x + 1) * UNIT} ${y * UNIT}v${UNIT}`,
    ])
    .join("");
}
