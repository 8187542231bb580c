// What lies on the board, read from the position text, and where a piece may be laid.

import { type Color, nameOf, type Rules } from "./rules";
import { orientations, PIECES, type Piece, pieceOf, type Shape, type Square } from "./shape";

/** A piece on the board. */
export type Laid = { color: Color; piece: Piece; squares: Square[]; word: string };

export type Position = {
  rules: Rules;
  /** The color on each square, line by line; 0 for none. */
  colors: readonly Color[];
  laid: Laid[];
  toMove: Color | null;
  /** The colors that laid the single square last of all. */
  endedWithSingle: Color[];
};

/** Why a piece cannot be laid somewhere, by the first rule that forbids it. */
export type WhyNot =
  | { rule: "used-up" }
  | { rule: "off-board" }
  | { rule: "occupied"; at: Square }
  | { rule: "misses-start"; at: Square }
  | { rule: "touches-own-edge"; at: Square }
  | { rule: "touches-no-own-corner" };

const EDGES: readonly Square[] = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
];
const CORNERS: readonly Square[] = [
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: -1 },
];

/** Reads a position; nothing if the text is none of these rules. */
export function readPosition(text: string, rules: Rules): Position | null {
  const [rows = "", toMove = "", singles = ""] = text.trim().split(/\s+/);
  const lines = rows.split("/");
  const fits = lines.length === rules.height && lines.every((line) => line.length === rules.width);
  if (!fits || !/^[.1-4/]+$/.test(rows)) return null;
  const colors = [...lines.join("")].map((sign) => (sign === "." ? 0 : Number(sign)));
  const laid = laidPieces(rules, colors);
  if (laid === null) return null;
  return {
    rules,
    colors,
    laid,
    toMove: toMove === "-" ? null : Number(toMove),
    endedWithSingle: singles === "-" ? [] : [...singles].map(Number),
  };
}

/** The color on a square: 0 for none, nothing off the board. */
export function colorAt({ rules, colors }: Position, { x, y }: Square): Color | undefined {
  return x < 0 || y < 0 || x >= rules.width || y >= rules.height ? undefined : colors[y * rules.width + x];
}

/** How many of each piece a color has left. */
export function piecesLeft({ rules, laid }: Position, color: Color): number[] {
  const left = [...rules.set];
  for (const { piece } of laid.filter((entry) => entry.color === color)) {
    left[piece.index] = (left[piece.index] ?? 0) - 1;
  }
  return left;
}

/** What a color has won: its squares, and the bonus where the rules give one. */
export function points(pos: Position, color: Color): { squares: number; bonus: number } {
  const squares = pos.colors.filter((found) => found === color).length;
  const isDone = pos.rules.hasBonus && piecesLeft(pos, color).every((count) => count === 0);
  const bonus = isDone ? (pos.endedWithSingle.includes(color) ? 20 : 15) : 0;
  return { squares, bonus };
}

/** The free squares that touch a color at a corner and nowhere along an edge, or its start. */
export function anchors(pos: Position, color: Color): Square[] {
  const start = pos.rules.starts[color - 1];
  const hasBegun = pos.colors.includes(color);
  if (!hasBegun) return start !== undefined && colorAt(pos, start) === 0 ? [start] : [];
  return pos.colors.flatMap((found, idx) => {
    const square = { x: idx % pos.rules.width, y: Math.floor(idx / pos.rules.width) };
    return found === 0 && touches(pos, color, square, CORNERS) && !touches(pos, color, square, EDGES)
      ? [square]
      : [];
  });
}

/** Says why a color may not lay a piece on some squares; nothing if it may. */
export function whyNot(pos: Position, color: Color, squares: readonly Square[]): WhyNot | null {
  const piece = pieceOf(squares);
  if (piece === null || (piecesLeft(pos, color)[piece.index] ?? 0) < 1) return { rule: "used-up" };
  return whyNotThere(pos, color, squares);
}

function whyNotThere(pos: Position, color: Color, squares: readonly Square[]): WhyNot | null {
  if (squares.some((square) => colorAt(pos, square) === undefined)) return { rule: "off-board" };
  const taken = squares.find((square) => colorAt(pos, square) !== 0);
  if (taken !== undefined) return { rule: "occupied", at: taken };
  const start = pos.rules.starts[color - 1];
  if (!pos.colors.includes(color) && start !== undefined) {
    const covers = squares.some(({ x, y }) => x === start.x && y === start.y);
    return covers ? null : { rule: "misses-start", at: start };
  }
  const edge = squares.find((square) => touches(pos, color, square, EDGES));
  if (edge !== undefined) return { rule: "touches-own-edge", at: edge };
  const corner = squares.some((square) => touches(pos, color, square, CORNERS));
  return corner ? null : { rule: "touches-no-own-corner" };
}

function touches(pos: Position, color: Color, { x, y }: Square, around: readonly Square[]): boolean {
  return around.some((by) => colorAt(pos, { x: x + by.x, y: y + by.y }) === color);
}

/** The squares of a shape whose upper left corner lies somewhere. */
export function placed(shape: Shape, at: Square): Square[] {
  return shape.map(({ x, y }) => ({ x: x + at.x, y: y + at.y }));
}

/** A move as the server writes it: row by row from the bottom, each row from the left. */
export function writeMove(rules: Pick<Rules, "height">, squares: readonly Square[]): string {
  const sorted = squares.toSorted((one, other) => other.y - one.y || one.x - other.x);
  return sorted.map((square) => nameOf(rules, square)).join(",");
}

/** Every way to lay a piece, found from the squares where something may touch. */
export function placements(pos: Position, color: Color, piece: Piece): Square[][] {
  const found = new Map<string, Square[]>();
  const open = anchors(pos, color);
  for (const shape of orientations(piece.shape)) {
    for (const anchor of open) {
      for (const by of shape) {
        const squares = placed(shape, { x: anchor.x - by.x, y: anchor.y - by.y });
        if (whyNotThere(pos, color, squares) === null) found.set(writeMove(pos.rules, squares), squares);
      }
    }
  }
  return [...found.values()];
}

/** Tells whether a piece still fits somewhere. */
export function fits(pos: Position, color: Color, piece: Piece): boolean {
  const open = anchors(pos, color);
  return orientations(piece.shape).some((shape) =>
    open.some((anchor) =>
      shape.some(
        (by) => whyNotThere(pos, color, placed(shape, { x: anchor.x - by.x, y: anchor.y - by.y })) === null,
      ),
    ),
  );
}

/** All moves of a color, as the server writes them. */
export function allMoves(pos: Position, color: Color): string[] {
  const left = piecesLeft(pos, color);
  return PIECES.filter((piece) => (left[piece.index] ?? 0) > 0).flatMap((piece) =>
    placements(pos, color, piece).map((squares) => writeMove(pos.rules, squares)),
  );
}

/** The pieces on the board: squares of one color that hang together by edges. */
function laidPieces(rules: Rules, colors: readonly Color[]): Laid[] | null {
  const seen = new Set<number>();
  const laid: Laid[] = [];
  for (const [start, color] of colors.entries()) {
    if (color === 0 || seen.has(start)) continue;
    const squares: Square[] = [];
    const open = [start];
    seen.add(start);
    for (let idx = open.pop(); idx !== undefined; idx = open.pop()) {
      const square = { x: idx % rules.width, y: Math.floor(idx / rules.width) };
      squares.push(square);
      for (const by of EDGES) {
        const [x, y] = [square.x + by.x, square.y + by.y];
        const next = y * rules.width + x;
        const isInside = x >= 0 && y >= 0 && x < rules.width && y < rules.height;
        if (isInside && colors[next] === color && !seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
      }
    }
    const piece = pieceOf(squares);
    if (piece === null) return null;
    laid.push({ color, piece, squares, word: writeMove(rules, squares) });
  }
  return laid;
}
