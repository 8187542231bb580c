// What lies where in space: the pieces on the board, those that are left around it, and those on their way.

import { type Laid, type Position, piecesLeft } from "../position";
import type { Color, Rules } from "../rules";
import { PIECES, type Piece, type Shape, type Square, sizeOf, turned } from "../shape";
import type { Vector } from "./matrix";
import { type Block, BOARD, type Rgb, THICKNESS } from "./renderer";

/** Pieces beside the board lie smaller than those on it. */
const ASIDE = 0.53;

/** A piece on its way between the table and the board. */
export type Motion = { piece: Laid; isBack: boolean; began: number };

/** The pieces on their way after some more have come or gone; those that turn back in the air do not fly twice. */
export function movedOn(
  motions: readonly Motion[],
  { came, went }: { came: Laid[]; went: Laid[] },
  began: number,
): Motion[] {
  const others = motions.filter(({ piece }) => ![...came, ...went].some(({ word }) => word === piece.word));
  const motion = (isBack: boolean) => (piece: Laid) => ({ piece, isBack, began });
  return [...others, ...came.map(motion(false)), ...went.map(motion(true))];
}

/** How far things lie from the middle. */
export function reachOf({ width, height }: Rules): number {
  return 0.8 * Math.max(width, height) + 0.6;
}

/** The middle of a square on the board, at the height of a piece that lies there. */
export function placeOf({ width, height }: Rules, { x, y }: Square): Vector {
  return [x + 0.5 - width / 2, THICKNESS / 2, y + 0.5 - height / 2];
}

/** Everything that lies still while some pieces are on their way. */
export function stillOf(pos: Position, colors: readonly Rgb[], motions: readonly Motion[]): Block[] {
  const moving = new Set(motions.filter(({ isBack }) => !isBack).map(({ piece }) => piece.word));
  const lying = pos.laid.filter(({ word }) => !moving.has(word));
  const onBoard = lying.flatMap(({ squares, color }) =>
    squares.map((square) => block(placeOf(pos.rules, square), 1, paintOf(colors, color))),
  );
  const aside = pos.rules.paints.flatMap((_, idx) =>
    asideOf(pos, idx + 1, paintOf(colors, idx + 1), motions),
  );
  return [...onBoard, ...aside];
}

/** The pieces on their way at some moment. */
export function flyingOf(
  pos: Position,
  colors: readonly Rgb[],
  motions: readonly Motion[],
  now: number,
  duration: number,
): Block[] {
  return motions.flatMap((motion) =>
    flightOf(pos, motion, paintOf(colors, motion.piece.color), now, duration),
  );
}

function paintOf(colors: readonly Rgb[], color: Color): Rgb {
  return colors[color - 1] ?? [0.5, 0.5, 0.5];
}

function block(at: Vector, size: number, color: Rgb, opacity = 1): Block {
  return { at, size, color, opacity };
}

/** The pieces of a color that have not been laid, on its side of the board. */
function asideOf(pos: Position, color: Color, paint: Rgb, motions: readonly Motion[]): Block[] {
  const left = piecesLeft(pos, color);
  for (const { piece, isBack } of motions) {
    if (isBack && piece.color === color) left[piece.piece.index] = (left[piece.piece.index] ?? 1) - 1;
  }
  const size = asideSize(pos.rules);
  return PIECES.filter((piece) => (left[piece.index] ?? 0) > 0).flatMap((piece) => {
    const [x, y, z] = slotOf(pos.rules, color, piece);
    const shape = asideShape(pos.rules, color, piece);
    const copies = Math.min(left[piece.index] ?? 0, 3);
    return Array.from({ length: copies }, (_, height) =>
      around(shape, [x, y + height * THICKNESS * size, z], size, paint),
    ).flat();
  });
}

/** The squares of a shape around a middle. */
function around(shape: Shape, middle: Vector, size: number, paint: Rgb): Block[] {
  const { width, height } = sizeOf(shape);
  return shape.map(({ x, y }) =>
    block(
      [middle[0] + (x + 0.5 - width / 2) * size, middle[1], middle[2] + (y + 0.5 - height / 2) * size],
      size,
      paint,
    ),
  );
}

/** Where a piece lies beside the board before it is laid: the large ones in front, the small ones behind. */
export function slotOf(rules: Rules, color: Color, piece: Piece): Vector {
  const isLarge = piece.shape.length === 5;
  const row = PIECES.filter(({ shape }) => (shape.length === 5) === isLarge);
  const length = Math.max(rules.width, rules.height) + 1.6;
  const along = ((row.indexOf(piece) + 0.5) / row.length - 0.5) * length;
  const out = length / 2 + length * (isLarge ? 0.085 : 0.21);
  const y = -BOARD + (THICKNESS * asideSize(rules)) / 2;
  switch (sideOf(rules, color)) {
    case "near":
      return [along, y, out];
    case "far":
      return [-along, y, -out];
    case "left":
      return [-out, y, along];
    case "right":
      return [out, y, -along];
  }
}

/** The corner of the table to the left of a color's pieces. */
export function cornerOf(rules: Rules, color: Color): Vector {
  const away = 0.54 * (Math.max(rules.width, rules.height) + 1.6);
  switch (sideOf(rules, color)) {
    case "near":
      return [-away, 0, away];
    case "far":
      return [away, 0, -away];
    case "left":
      return [-away, 0, -away];
    case "right":
      return [away, 0, away];
  }
}

/** Pieces beside a small board are smaller, so that twelve of them fit along it. */
function asideSize({ width, height }: Rules): number {
  return (ASIDE * (Math.max(width, height) + 1.6)) / 21.6;
}

/** A piece as it lies beside the board: across the edge of the board, so that it takes little of it. */
function asideShape(rules: Rules, color: Color, piece: Piece): Shape {
  const { width, height } = sizeOf(piece.shape);
  const side = sideOf(rules, color);
  const isAcross = side === "near" || side === "far" ? width <= height : height <= width;
  return isAcross ? piece.shape : turned(piece.shape);
}

function sideOf(rules: Rules, color: Color): "near" | "far" | "left" | "right" {
  if (rules.starts.length === 2) return color === 1 ? "near" : "far";
  return (["left", "far", "right", "near"] as const)[color - 1] ?? "near";
}

/** A piece in the air: it rises, crosses over and falls; back it goes the other way. */
function flightOf(
  pos: Position,
  { piece, isBack, began }: Motion,
  paint: Rgb,
  now: number,
  duration: number,
): Block[] {
  const time = Math.min(1, Math.max(0, (now - began) / duration));
  const way = isBack ? 1 - time : time;
  const from = slotOf(pos.rules, piece.color, piece.piece);
  const crossed = ease(Math.min(1, way / 0.7));
  const height = way < 0.7 ? 4.5 * Math.sin((Math.PI / 2) * ease(way / 0.7)) : 4.5 * fall((way - 0.7) / 0.3);
  const size = asideSize(pos.rules) + (1 - asideSize(pos.rules)) * crossed;
  const count = piece.squares.length;
  const middle: Square = {
    x: piece.squares.reduce((sum, { x }) => sum + x, 0) / count,
    y: piece.squares.reduce((sum, { y }) => sum + y, 0) / count,
  };
  const to = placeOf(pos.rules, middle);
  return piece.squares.map(({ x, y }) => {
    const at = (axis: 0 | 2, by: number) => from[axis] + (to[axis] - from[axis]) * crossed + by * size;
    return block(
      [at(0, x - middle.x), from[1] + (to[1] - from[1]) * crossed + height, at(2, y - middle.y)],
      size,
      paint,
    );
  });
}

function ease(time: number): number {
  return time * time * (3 - 2 * time);
}

/** From 1 to 0 like something that falls and bounces once. */
function fall(time: number): number {
  return time < 0.7 ? 1 - (time / 0.7) ** 2 : 0.07 * Math.sin((Math.PI * (time - 0.7)) / 0.3);
}
