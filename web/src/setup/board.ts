// A position while it is set up: what lies where, and everything else that belongs to it. It becomes the position text of
// the game, and the rules on the server say whether it can be.

import type { Position as Backgammon, Player, Side } from "../boards/backgammon/position";
import { readPosition as readCheckers, writePosition as writeCheckers } from "../boards/backgammon/position";
import { columnName, type Rules, readRules } from "../boards/blokus/rules";

/** What lies on a place: so many of a color, from 1; 0 is nothing. */
export type Pile = { color: number; count: number };

/** A place on the board, and where it is drawn. */
export type Place = { name: string; column: number; row: number };

export type Board = {
  game: string;
  options: string;
  places: readonly Place[];
  piles: readonly Pile[];
  columns: number;
  /** How many colors there are; Blokus has more of them than seats. */
  n_colors: number;
  /** The color to move; nothing where what lies on the board tells it. */
  toMove: number | null;
  /** What belongs to a position of Backgammon besides its checkers. */
  backgammon: BackgammonState | null;
  /** The colors of Blokus that laid the single square last of all. */
  singles: readonly number[];
  /** The discs that both sides of Reversi have left. */
  reserve: readonly [number, number] | null;
};

export type BackgammonState = Pick<Backgammon, "phase" | "dice" | "cube" | "match">;

const EMPTY: Pile = { color: 0, count: 0 };
const grid = (columns: number, rows: number): Place[] =>
  Array.from({ length: columns * rows }, (_, idx) => {
    const [column, row] = [idx % columns, Math.floor(idx / columns)];
    return { name: columnName(column) + String(rows - row), column, row };
  });

const NOTHING_ELSE = { backgammon: null, singles: [], reserve: null };

/** Reads a position as the server writes it; nothing if the game is none that can be set up. */
export function boardOf(game: string, options: string, position: string): Board | null {
  switch (game) {
    case "connect4":
      return connectFour(options, position);
    case "othello":
      return othello(options, position);
    case "blokus":
      return blokus(options, position);
    case "backgammon":
      return backgammon(options, position);
    default:
      return null;
  }
}

const discs = (signs: string): Pile[] =>
  [...signs].map((sign) =>
    sign === "X" ? { color: 1, count: 1 } : sign === "O" ? { color: 2, count: 1 } : EMPTY,
  );

function connectFour(options: string, position: string): Board | null {
  const rows = position.trim().split("/");
  const columns = rows[0]?.length ?? 0;
  if (columns === 0 || rows.some((row) => row.length !== columns)) return null;
  const places = grid(columns, rows.length);
  const piles = discs(rows.join(""));
  return { game: "connect4", options, places, piles, columns, n_colors: 2, toMove: null, ...NOTHING_ELSE };
}

function othello(options: string, position: string): Board | null {
  const [signs = "", mover = "X", ...reserve] = position.trim().split(/\s+/);
  const side = Math.sqrt(signs.length);
  if (!Number.isInteger(side) || side === 0) return null;
  // Rows are counted from the top in Othello.
  const places = grid(side, side).map((place) => ({
    ...place,
    name: columnName(place.column) + String(place.row + 1),
  }));
  const [first, second] = reserve.map(Number);
  return {
    game: "othello",
    options,
    places,
    piles: discs(signs),
    columns: side,
    n_colors: 2,
    toMove: mover === "O" ? 2 : 1,
    ...NOTHING_ELSE,
    reserve: first === undefined || second === undefined ? null : [first, second],
  };
}

function blokus(options: string, position: string): Board | null {
  const rules: Rules | null = readRules(options);
  const [rows = "", mover = "1", singles = "-"] = position.trim().split(/\s+/);
  if (rules === null || rows.split("/").length !== rules.height) return null;
  const piles = [...rows.replaceAll("/", "")].map((sign) =>
    sign === "." ? EMPTY : { color: Number(sign), count: 1 },
  );
  if (piles.length !== rules.width * rules.height) return null;
  return {
    game: "blokus",
    options,
    places: grid(rules.width, rules.height),
    piles,
    columns: rules.width,
    n_colors: rules.starts.length,
    toMove: mover === "-" ? 1 : Number(mover),
    ...NOTHING_ELSE,
    singles: singles === "-" ? [] : [...singles].map(Number),
  };
}

/** The place of both bars; the points are 0 to 23, from the first side's own 1. */
const [BAR_OF_FIRST, BAR_OF_SECOND] = [24, 25];
const CHECKER_PLACES: Place[] = [
  ...Array.from({ length: 24 }, (_, idx) => {
    const isTop = idx >= 12;
    const along = isTop ? idx - 12 : 11 - idx;
    return { name: String(idx + 1), column: along < 6 ? along : along + 1, row: isTop ? 0 : 1 };
  }),
  { name: "bar", column: 6, row: 1 },
  { name: "bar", column: 6, row: 0 },
];

function backgammon(options: string, position: string): Board | null {
  const found = readCheckers(position, options);
  if (found === null) return null;
  const piles: Pile[] = CHECKER_PLACES.map((_, idx) => {
    if (idx === BAR_OF_FIRST) return pile(1, found.sides[1][25] ?? 0);
    if (idx === BAR_OF_SECOND) return pile(2, found.sides[2][25] ?? 0);
    const own = found.sides[1][idx + 1] ?? 0;
    return own > 0 ? pile(1, own) : pile(2, found.sides[2][24 - idx] ?? 0);
  });
  const { phase, dice, cube, match } = found;
  return {
    game: "backgammon",
    options,
    places: CHECKER_PLACES,
    piles,
    columns: 13,
    n_colors: 2,
    toMove: phase === "doubled" ? (found.mover === 1 ? 2 : 1) : found.mover,
    ...NOTHING_ELSE,
    backgammon: { phase: phase === "opening" || phase === "over" ? "to-roll" : phase, dice, cube, match },
  };
}

const pile = (color: number, count: number): Pile => (count > 0 ? { color, count } : EMPTY);

/** How many checkers each side has. */
export const checkersOf = ({ options }: Pick<Board, "options">): number =>
  options.split(" ").includes("hypergammon") ? 3 : 15;

/** The checkers of a color that are neither on the board nor on the bar. */
export const offOf = (board: Board, color: number): number =>
  checkersOf(board) - board.piles.reduce((sum, found) => sum + (found.color === color ? found.count : 0), 0);

/** The board after a color was put on a place: a disc takes the place of another one, a checker joins those of its color. */
export function put(board: Board, idx: number, color: number): Board {
  const here = board.piles[idx] ?? EMPTY;
  if (board.game !== "backgammon") return withPile(board, idx, { color, count: 1 });
  const isBar = idx === BAR_OF_FIRST || idx === BAR_OF_SECOND;
  const owner = isBar ? (idx === BAR_OF_FIRST ? 1 : 2) : color;
  if (offOf(board, owner) <= 0 && (here.color === owner || here.color === 0)) return board;
  const count = here.color === owner ? here.count + 1 : 1;
  return withPile(board, idx, { color: owner, count });
}

/** The board after a disc, or one checker, was taken off. */
export function taken(board: Board, idx: number): Board {
  const { color, count } = board.piles[idx] ?? EMPTY;
  return withPile(board, idx, count > 1 ? { color, count: count - 1 } : EMPTY);
}

/** The board without anything on it. */
export const cleared = (board: Board): Board => ({
  ...board,
  piles: board.piles.map(() => EMPTY),
  singles: [],
});

const withPile = (board: Board, idx: number, next: Pile): Board => ({
  ...board,
  piles: board.piles.with(idx, next),
});

/** The position as the server reads it. */
export function textOf(board: Board): string {
  const sign = (letters: string) => (found: Pile) => letters[found.color] ?? "-";
  const rows = (letters: string): string => {
    const signs = board.piles.map(sign(letters)).join("");
    return signs.replace(new RegExp(`(.{${board.columns}})(?=.)`, "g"), "$1/");
  };
  switch (board.game) {
    case "connect4":
      return rows("-XO");
    case "othello": {
      const squares = `${board.piles.map(sign("-XO")).join("")} ${board.toMove === 2 ? "O" : "X"}`;
      return board.reserve ? `${squares} ${board.reserve.join(" ")}` : squares;
    }
    case "blokus":
      return `${rows(".123456")} ${board.toMove ?? 1} ${board.singles.length ? board.singles.join("") : "-"}`;
    default:
      return checkers(board);
  }
}

function checkers(board: Board): string {
  const side = (color: Player): Side => {
    const counts = new Array<number>(26).fill(0);
    for (const [idx, found] of board.piles.entries()) {
      if (found.color !== color) continue;
      const place = idx >= 24 ? 25 : color === 1 ? idx + 1 : 24 - idx;
      counts[place] = (counts[place] ?? 0) + found.count;
    }
    counts[0] = Math.max(0, offOf(board, color));
    return counts;
  };
  const state = board.backgammon ?? { phase: "to-roll", dice: null, cube: null, match: null };
  const decides: Player = board.toMove === 2 ? 2 : 1;
  // The one who has doubled is the mover in the text, and the other one decides.
  const mover: Player = state.phase === "doubled" ? (decides === 1 ? 2 : 1) : decides;
  const sides = { 1: side(1), 2: side(2) };
  const dice = state.phase === "playing" ? (state.dice ?? ([2, 1] as [number, number])) : null;
  return writeCheckers({ ...state, dice, sides, mover }, board.options);
}
