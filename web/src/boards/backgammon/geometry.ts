// Where things lie on the drawn board, in the units of its view box.
//
// Everything is laid out once, with the near player's home at the lower right; turning the board and bearing off
// at the left are mirrors of that.

import type { BoardLook } from "../contract";
import { BAR, OFF, type Player } from "./position";

export const POINT_WIDTH = 60;
export const POINT_LENGTH = 278;
export const RADIUS = 27.5;
export const FRAME = 18;
export const RIM = 30;
export const BAR_WIDTH = 58;
export const TRAY_WIDTH = 66;
const TRAY_GAP = 12;
/** How high a checker is that lies in the tray, seen from its side. */
export const EDGE = 16;

export const WIDTH = 2 * FRAME + 12 * POINT_WIDTH + BAR_WIDTH + TRAY_GAP + TRAY_WIDTH;
export const HEIGHT = 2 * RIM + 2 * POINT_LENGTH + 104;
export const MIDDLE = HEIGHT / 2;

const HALF = 6 * POINT_WIDTH;
const BAR_LEFT = FRAME + HALF;
const RIGHT_HALF = BAR_LEFT + BAR_WIDTH;
const TRAY_LEFT = RIGHT_HALF + HALF + TRAY_GAP;

/** From which side the board is seen. */
export type View = { near: Player } & Pick<BoardLook, "rotated" | "bearOff">;

export type XY = { x: number; y: number };

/** A part of the board that can be touched: a point in the near player's numbers, the bar or a tray. */
export type Spot = { point: number } | "bar" | "off";

/** Tells whether the drawing is mirrored from left to right, and from top to bottom. */
function mirrors({ rotated, bearOff }: View): { x: boolean; y: boolean } {
  return { x: (bearOff === "left") !== rotated, y: rotated };
}

function turned(view: View, { x, y }: XY): XY {
  const mirror = mirrors(view);
  return { x: mirror.x ? WIDTH - x : x, y: mirror.y ? HEIGHT - y : y };
}

/** The point that a player's place is in the near player's numbers. */
export function pointOf(view: View, player: Player, place: number): number {
  return player === view.near ? place : 25 - place;
}

/** A player's name for a spot. */
export function placeOf(view: View, player: Player, spot: Spot): number {
  if (spot === "bar") return BAR;
  if (spot === "off") return OFF;
  return player === view.near ? spot.point : 25 - spot.point;
}

/** The middle of a point's column, and whether it rises from the lower edge. */
export function column(view: View, point: number): { x: number; rises: boolean } {
  const idx = point <= 12 ? 12 - point : point - 13;
  const x = FRAME + idx * POINT_WIDTH + (idx < 6 ? 0 : BAR_WIDTH) + POINT_WIDTH / 2;
  const mirror = mirrors(view);
  return { x: mirror.x ? WIDTH - x : x, rises: point <= 12 !== mirror.y };
}

/** The middle of a checker: the one on a player's place with some number of others below it. */
export function checkerAt(view: View, player: Player, place: number, slot: number, count: number): XY {
  const isNear = player === view.near;
  if (place === OFF) {
    const y = HEIGHT - RIM - 4 - EDGE / 2 - slot * EDGE;
    return turned(view, { x: TRAY_LEFT + TRAY_WIDTH / 2, y: isNear ? y : HEIGHT - y });
  }
  if (place === BAR) {
    const y = MIDDLE + 62 + slot * spacing(count, MIDDLE - 62 - 84);
    return turned(view, { x: BAR_LEFT + BAR_WIDTH / 2, y: isNear ? y : HEIGHT - y });
  }
  const { x, rises } = column(view, pointOf(view, player, place));
  const height = RIM + RADIUS + slot * spacing(count, POINT_LENGTH);
  return { x, y: rises ? HEIGHT - height : height };
}

/** How far apart checkers lie so that all of a stack fit on their point. */
function spacing(count: number, length: number): number {
  return count < 2 ? 0 : Math.min(2 * RADIUS, (length - 2 * RADIUS) / (count - 1));
}

/** The outline of a point. */
export function triangle(view: View, point: number): string {
  const { x, rises } = column(view, point);
  const [base, tip] = rises ? [HEIGHT - RIM, HEIGHT - RIM - POINT_LENGTH] : [RIM, RIM + POINT_LENGTH];
  const half = POINT_WIDTH / 2 - 2;
  return `M${x - half} ${base} L${x} ${tip} L${x + half} ${base} Z`;
}

/** Rectangles of the drawing: the two halves, the bar and the tray of each side. */
export type Box = { x: number; y: number; width: number; height: number };

function box(view: View, x: number, y: number, width: number, height: number): Box {
  const corner = turned(view, { x, y });
  const opposite = turned(view, { x: x + width, y: y + height });
  return { x: Math.min(corner.x, opposite.x), y: Math.min(corner.y, opposite.y), width, height };
}

export function halves(view: View): Box[] {
  const height = HEIGHT - 2 * RIM;
  return [BAR_LEFT - HALF, RIGHT_HALF].map((x) => box(view, x, RIM, HALF, height));
}

export function barBox(view: View): Box {
  return box(view, BAR_LEFT, 0, BAR_WIDTH, HEIGHT);
}

/** The tray of the near player, or of the far one. */
export function trayBox(view: View, isNear: boolean): Box {
  const height = MIDDLE - RIM - 30;
  return box(view, TRAY_LEFT, isNear ? MIDDLE + 30 : RIM, TRAY_WIDTH, height);
}

/** Where a spot is touched, as a rectangle. */
export function spotBox(view: View, spot: Spot, isNear: boolean): Box {
  if (spot === "off") return trayBox(view, isNear);
  if (spot === "bar") return box(view, BAR_LEFT, isNear ? MIDDLE : RIM, BAR_WIDTH, MIDDLE - RIM);
  const { x, rises } = column(view, spot.point);
  const height = MIDDLE - RIM - 26;
  return { x: x - POINT_WIDTH / 2, y: rises ? HEIGHT - RIM - height : RIM, width: POINT_WIDTH, height };
}

/** Where a player's place is touched, as a rectangle. */
export function placeBox(view: View, player: Player, place: number): Box {
  const isNear = player === view.near;
  if (place === BAR || place === OFF) return spotBox(view, place === BAR ? "bar" : "off", isNear);
  return spotBox(view, { point: pointOf(view, player, place) }, isNear);
}

/** What lies at some place of the drawing. */
export function spotAt(view: View, at: XY): Spot | null {
  const { x, y } = turned(view, at);
  if (x >= TRAY_LEFT - TRAY_GAP / 2) return "off";
  if (x >= BAR_LEFT && x < RIGHT_HALF) return "bar";
  const idx = Math.floor((x - FRAME - (x < BAR_LEFT ? 0 : BAR_WIDTH)) / POINT_WIDTH);
  if (idx < 0 || idx > 11 || Math.abs(y - MIDDLE) < 26) return null;
  return { point: y > MIDDLE ? 12 - idx : 13 + idx };
}

/** Whether something lies beside the points, at the left or at the right: who lets go of a checker there bears it off. */
export function isBeside(view: View, at: XY): boolean {
  const { x } = turned(view, at);
  return x < FRAME || x >= TRAY_LEFT - TRAY_GAP / 2;
}

/** Where the dice of a player lie: each side throws into the half at its right. */
export function diceAt(view: View, isNear: boolean): XY {
  const half = halves(view)[isNear ? 1 : 0];
  return { x: (half?.x ?? 0) + HALF / 2, y: MIDDLE };
}

/** Where the cube lies: in the middle of the bar, or at its owner's end; offered, before who shall answer. */
export function cubeAt(view: View, owner: Player | null, offeredTo: Player | null): XY {
  if (offeredTo !== null) return diceAt(view, offeredTo === view.near);
  const x = BAR_LEFT + BAR_WIDTH / 2;
  const y = owner === null ? MIDDLE : owner === view.near ? HEIGHT - RIM - 26 : RIM + 26;
  return turned(view, { x, y });
}
