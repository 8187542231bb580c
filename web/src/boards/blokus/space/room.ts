// The room around the board: rectangles with textures.

import type { Surface } from "./materials";
import type { Vector } from "./matrix";
import { BOARD } from "./renderer";

/** A rectangle in space: its middle, and the way from there to its right and to its lower edge. */
export type Rectangle = { middle: Vector; across: Vector; along: Vector };

/** A rectangle that is covered by a texture, repeated so often across and along. */
export type Panel = Rectangle & { surface: Surface; tiles: readonly [number, number] };

/** The board's own top, which lies a hair above the slab. */
export function boardTop(width: number, height: number): Panel {
  return {
    surface: "board",
    middle: [0, 0.004, 0],
    across: [width / 2, 0, 0],
    along: [0, 0, height / 2],
    tiles: [width / 6, height / 6],
  };
}

/** How far a table in a room reaches from its middle, as a multiple of how far the things on it do. */
export const TABLE = 1.9;

/** The top of the table; `reach` is how far the things on it lie from its middle. Without walls it has no end. */
export function tableTop(reach: number, hasWalls: boolean): Panel {
  const half = (hasWalls ? TABLE : 5) * reach;
  return level("table", -BOARD, half, half / 14);
}

/** The floor and the walls around a table; each is seen from inside only, so that none ever hides the table. */
export function wallsOf(reach: number): Panel[] {
  const away = 3.4 * reach;
  const [floor, ceiling] = [-1.3 * reach, 2.6 * reach];
  const middle = (floor + ceiling) / 2;
  const along: Vector = [0, (floor - ceiling) / 2, 0];
  const sides: Omit<Rectangle, "along">[] = [
    { middle: [0, middle, -away], across: [away, 0, 0] },
    { middle: [0, middle, away], across: [-away, 0, 0] },
    { middle: [-away, middle, 0], across: [0, 0, -away] },
    { middle: [away, middle, 0], across: [0, 0, away] },
  ];
  const walls = sides.map((side): Panel => ({ surface: "wall", along, tiles: [6, 3.4], ...side }));
  return [level("wall", floor, away, 5), ...walls];
}

function level(surface: Surface, height: number, half: number, tiles: number): Panel {
  return {
    surface,
    middle: [0, height, 0],
    across: [half, 0, 0],
    along: [0, 0, half],
    tiles: [tiles, tiles],
  };
}
