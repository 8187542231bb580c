// The outline of a piece as a path, and the frame of the board.

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

/** The edge around the squares, which is wider where coordinates stand. */
export function frameOf(width: number, height: number, hasCoordinates: boolean) {
  const [narrow, wide] = [6, hasCoordinates ? 17 : 6];
  return {
    left: wide,
    top: narrow,
    width: width * UNIT + wide + narrow,
    height: height * UNIT + wide + narrow,
  };
}
