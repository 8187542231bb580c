// What boards of cells have in common: places as keys, and how arrow keys walk over them.

import type { Place, Scene, Token } from "../protocol/messages";

/** A place as a text, to look things up by. */
export const keyOf = ({ column, row }: Place): string => `${column},${row}`;

/** The things on a board by their places. */
export function byPlace(tokens: Token[]): Map<string, Token> {
  return new Map(tokens.map((token) => [keyOf(token.place), token]));
}

/** Whether a move begins at a hot spot: the prefix is all of it, or no letter or digit follows. */
export function begins(prefix: string, move: string): boolean {
  return move.startsWith(prefix) && !/^[\p{L}\p{N}]/u.test(move.slice(prefix.length));
}

/** The moves that begin at a place. */
export function movesAt(scene: Scene, place: Place, moves: string[]): string[] {
  const spots = scene.hot_spots.filter((spot) => keyOf(spot.place) === keyOf(place));
  return moves.filter((move) => spots.some((spot) => begins(spot.prefix, move)));
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a key leads from a place on a board; nowhere if it is no key for that. */
export function walked(from: Place, key: string, columns: number, rows: number): Place | null {
  const step = STEPS[key];
  if (step) {
    const within = (at: number, limit: number) => Math.max(0, Math.min(limit - 1, at));
    return { column: within(from.column + step[0], columns), row: within(from.row + step[1], rows) };
  }
  if (key === "Home") return { ...from, column: 0 };
  if (key === "End") return { ...from, column: columns - 1 };
  if (key === "PageUp") return { ...from, row: 0 };
  if (key === "PageDown") return { ...from, row: rows - 1 };
  return null;
}
