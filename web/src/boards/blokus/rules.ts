// What was agreed: the board, its colors and their pieces, read from the options of the game.

import { PIECES, type Square } from "./shape";

/** A color, from 1 in the order of play. Not a seat: a player may own two. */
export type Color = number;

/** How a color looks and is called, as the server calls it. */
export type Paint = "blue" | "yellow" | "red" | "green" | "orange" | "purple";

export type Rules = {
  width: number;
  height: number;
  /** The start of each color, in the order of play. */
  starts: Square[];
  paints: Paint[];
  seats: number;
  /** How many of each piece a color has. */
  set: readonly number[];
  hasBonus: boolean;
};

const JUNIOR = ["1", "2", "I3", "V3", "I4", "L4", "T4", "Z4", "O", "I5", "L5", "P"];

/** Reads the options in the form in which the server writes them; nothing if they cannot be read. */
export function readRules(options: string): Rules | null {
  const words = options
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  const values = new Map(
    words.flatMap((word) => (word.includes("=") ? [word.split("=", 2) as [string, string]] : [])),
  );
  const plain = words.filter((word) => !word.includes("="));
  const rules = usual(plain[0] ?? "classic") ?? custom(plain[1] ?? "", values);
  if (rules === null) return null;
  const seats = Number(values.get("players") ?? rules.starts.length);
  const scoring = values.get("scoring");
  return { ...rules, seats, hasBonus: scoring === undefined ? rules.hasBonus : scoring === "bonus" };
}

/** The colors that a seat lays; the last of four is everybody's among three. */
export function colorsOf(rules: Rules, seat: number): Color[] {
  const colors = rules.starts.map((_, idx) => idx + 1);
  if (rules.seats === colors.length) return colors.filter((color) => color === seat);
  if (rules.seats === 2) return colors.filter((color) => color % 2 === seat % 2);
  return colors.filter((color) => color === seat || color === 4);
}

/** The name of a square: letters for the column, the row counted from below. */
export function nameOf({ height }: Pick<Rules, "height">, { x, y }: Square): string {
  return columnName(x) + String(height - y);
}

/** The letters of a column: a to z, then aa and so on. */
export function columnName(x: number): string {
  const letter = String.fromCharCode(97 + (x % 26));
  return x < 26 ? letter : columnName(Math.floor(x / 26) - 1) + letter;
}

/** The square with a name; nothing if the text is no name. */
export function squareOf({ height }: Pick<Rules, "height">, name: string): Square | null {
  const [, letters = "", row = ""] = /^([a-z]{1,2})(\d{1,2})$/.exec(name.trim().toLowerCase()) ?? [];
  if (letters === "") return null;
  const x = [...letters].reduce((number, letter) => 26 * number + letter.charCodeAt(0) - 96, 0) - 1;
  return { x, y: height - Number(row) };
}

function usual(name: string): Rules | null {
  const each = (copies: number) => PIECES.map(() => copies);
  switch (name) {
    case "classic":
      return withStarts(20, 20, corners(20, 20, 4), each(1), true);
    case "duo":
      return withStarts(
        14,
        14,
        [
          { x: 4, y: 4 },
          { x: 9, y: 9 },
        ],
        each(1),
        true,
      );
    case "junior": {
      const set = PIECES.map((piece) => (JUNIOR.includes(piece.name) ? 2 : 0));
      return withStarts(
        14,
        14,
        [
          { x: 4, y: 4 },
          { x: 9, y: 9 },
        ],
        set,
        false,
      );
    }
    case "two-colors":
      return withStarts(
        20,
        20,
        [
          { x: 0, y: 19 },
          { x: 19, y: 0 },
        ],
        each(1),
        true,
      );
    default:
      return null;
  }
}

function custom(size: string, values: Map<string, string>): Rules | null {
  const [, width = 0, height = 0] = (/^(\d{1,2})x(\d{1,2})$/.exec(size) ?? []).map(Number);
  if (width < 3 || height < 3 || width > 30 || height > 30) return null;
  const named = values
    .get("starts")
    ?.split(",")
    .map((name) => squareOf({ height }, name));
  const starts = named ?? corners(width, height, Number(values.get("colors") ?? 2));
  if (starts.length < 2 || starts.length > 4 || starts.includes(null)) return null;
  const listed = values.get("pieces");
  // Pieces that a list does not name are not there.
  const set: number[] = PIECES.map(() => (listed === undefined ? 1 : 0));
  for (const entry of listed?.split(",") ?? []) {
    const [name, count] = entry.split("*");
    const meant = PIECES.filter(
      (piece) => name === "all" || piece.name.toLowerCase() === name?.toLowerCase(),
    );
    for (const piece of meant) set[piece.index] = Number(count ?? 1);
  }
  return withStarts(width, height, starts as Square[], set, true);
}

function withStarts(
  width: number,
  height: number,
  starts: Square[],
  set: number[],
  hasBonus: boolean,
): Rules {
  const paints = paintsOf(width, height, starts);
  return { width, height, starts, paints, seats: starts.length, set, hasBonus };
}

/** The corners clockwise from the upper left; two colors begin in opposite ones. */
function corners(width: number, height: number, count: number): Square[] {
  const [right, bottom] = [width - 1, height - 1];
  const all = [
    { x: 0, y: 0 },
    { x: right, y: 0 },
    { x: right, y: bottom },
    { x: 0, y: bottom },
  ];
  return all.filter((_, idx) => (count === 2 ? idx % 2 === 0 : idx < count));
}

/** Two colors that begin inside the board are orange and purple, as in Duo. */
function paintsOf(width: number, height: number, starts: Square[]): Paint[] {
  if (starts.length !== 2) return (["blue", "yellow", "red", "green"] as const).slice(0, starts.length);
  const inCorner = corners(width, height, 4).some(({ x, y }) => x === starts[0]?.x && y === starts[0]?.y);
  return inCorner ? ["blue", "red"] : ["orange", "purple"];
}
