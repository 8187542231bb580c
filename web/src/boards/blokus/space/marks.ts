// What is shown on a table in space besides the pieces that lie there: the piece in the hand, corners, hints, and what was
// laid last.

import type { Position } from "../position";
import type { Color } from "../rules";
import type { Square } from "../shape";
import { type Block, type Rgb, THICKNESS } from "./renderer";
import { type Motion, placeOf } from "./table";

/** A piece that hovers over its place, or lies there and waits for the server. */
export type Ghost = { color: Color; squares: Square[]; state: "fits" | "wrong" | "sent" };

const WRONG: Rgb = [0.75, 0.13, 0.1];
const LIGHT: Rgb = [1, 0.97, 0.9];
const DARK: Rgb = [0.13, 0.1, 0.07];

/** How long a hint blinks, and how long each time, in milliseconds. */
export const BLINKS = 3_000;
const BLINK = 1_000;

/** How much of a hint can be seen so long after it came; it ends as it stays. */
export function glow(since: number, blinks: boolean): number {
  const swing = blinks && since < BLINKS ? 0.35 * Math.sin((2 * Math.PI * since) / BLINK) : 0;
  return 0.45 + swing;
}

/** The piece in the hand, which hovers over its place. */
export function heldOf({ rules }: Position, ghost: Ghost, paints: readonly Rgb[]): Block[] {
  const isSent = ghost.state === "sent";
  const isWrong = ghost.state === "wrong";
  const color = isWrong ? WRONG : paintOf(paints, ghost.color);
  return ghost.squares.map((square) => {
    const [x, y, z] = placeOf(rules, square);
    return { at: [x, isSent ? y : y + 0.45, z], size: 1, color, opacity: isSent ? 1 : isWrong ? 0.55 : 0.9 };
  });
}

/** Small cubes where a piece of the color to move may touch. */
export function cornersOf({ rules, toMove }: Position, squares: Square[], paints: readonly Rgb[]): Block[] {
  return squares.map((square) => {
    const [x, , z] = placeOf(rules, square);
    return { at: [x, 0.05, z], size: 0.24, color: paintOf(paints, toMove ?? 1), opacity: 0.9 };
  });
}

/** A piece that one sees through, where it would lie. */
export function hintOf(
  { rules, toMove }: Position,
  squares: Square[],
  paints: readonly Rgb[],
  opacity: number,
): Block[] {
  const color = paintOf(paints, toMove ?? 1);
  return squares.map((square) => ({ at: placeOf(rules, square), size: 0.98, color, opacity }));
}

/** Studs on the piece that was laid last, once it lies there; light on dark colors and dark on light ones. */
export function studsOf(
  pos: Position,
  last: string | null,
  paints: readonly Rgb[],
  motions: readonly Motion[],
): Block[] {
  const laid = pos.laid.find(({ word }) => word === last);
  if (laid === undefined || motions.some(({ piece }) => piece.word === last)) return [];
  const [red, green, blue] = paintOf(paints, laid.color);
  const color = 0.3 * red + 0.59 * green + 0.11 * blue < 0.5 ? LIGHT : DARK;
  return laid.squares.map((square) => {
    const [x, , z] = placeOf(pos.rules, square);
    return { at: [x, THICKNESS, z], size: 0.3, color, opacity: 1 };
  });
}

function paintOf(paints: readonly Rgb[], color: Color): Rgb {
  return paints[color - 1] ?? [0.5, 0.5, 0.5];
}
