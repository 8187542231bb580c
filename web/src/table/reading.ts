// What screen readers are told on request: a line of the board, what can be played, and the clocks. Boards are labeled
// grids, so this works on any of them.

import { readRules, squareOf } from "../boards/blokus/rules";
import { pieceOf, type Square } from "../boards/blokus/shape";
import { TEXTS as blokus } from "../boards/blokus/texts";
import type { BoardProps } from "../boards/contract";
import { spoken } from "../boards/spoken";
import { boards } from "../boards/texts";
import type { Translate } from "../i18n/text";
import { reading as texts } from "./texts";

/** As many moves as somebody listens to. */
const MOST_READ = 40;

/** A clock of somebody. */
export type ClockOf = { name: string; left: number | null };

/** What is there to be read. */
type Readable = { board: BoardProps; cell: Element; clocks: () => ClockOf[] };

/** What the keys read, together with Shift, on a cell of the board. */
const READERS: Record<string, (from: Readable) => string> = {
  l: ({ board: { t }, cell }) => lineInWords(t, labels(rowOf(cell))),
  c: ({ board: { t }, cell }) => lineInWords(t, labels(columnOf(cell))),
  m: ({ board }) => movesInWords(board),
  t: ({ board: { t }, clocks }) => clocksInWords(t, clocks()),
};

/** What a key reads; nothing if it is none for that, or is not pressed on a cell. */
export function readBy(event: KeyboardEvent, from: Omit<Readable, "cell">): string | null {
  if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return null;
  const cell = (event.target as Element).closest("[role=gridcell]");
  return (cell && READERS[event.key.toLowerCase()]?.({ ...from, cell })) ?? null;
}

const cellsOf = (row: Element): Element[] => [...row.querySelectorAll("[role=gridcell]")];

function rowOf(cell: Element): Element[] {
  const row = cell.closest("[role=row]");
  return row ? cellsOf(row) : [];
}

function columnOf(cell: Element): Element[] {
  const at = rowOf(cell).indexOf(cell);
  const rows = [...(cell.closest("[role=grid]")?.querySelectorAll("[role=row]") ?? [])];
  return rows.flatMap((row) => cellsOf(row)[at] ?? []);
}

const labels = (cells: Element[]): string[] => cells.map((cell) => cell.getAttribute("aria-label") ?? "");

/** What stands in a line; cells of which there is nothing to say but that they are empty are not read one by one. */
export function lineInWords(t: Translate, labels: string[]): string {
  const bare = [`: ${t(boards.empty)}`, t(blokus.free, { square: "" })];
  const told = labels.filter((label) => !bare.some((ending) => label.endsWith(ending)));
  if (!told.length) return t(texts.empty);
  const line = `${told.join("; ")}.`;
  return told.length === labels.length ? line : `${line} ${t(texts.rest)}`;
}

/** What can be played: the moves themselves, or in Blokus, which has hundreds, the pieces that fit. */
export function movesInWords({ game, options, moves, t }: BoardProps): string {
  const count = moves.length;
  if (count === 0) return t(texts.noMoves);
  const pieces = game === "blokus" ? piecesIn(options, moves) : [];
  if (pieces.length) return t(texts.pieces, { count, pieces: pieces.join(", ") });
  const read = moves.slice(0, MOST_READ).map((move) => spoken(game, t, move));
  return t(MOST_READ < count ? texts.someMoves : texts.moves, { count, moves: read.join("; ") });
}

/** The names of the pieces that some moves lay. */
function piecesIn(options: string, moves: string[]): string[] {
  const rules = readRules(options);
  if (!rules) return [];
  const names = moves.flatMap((move) => {
    const squares = move.split(",").map((name) => squareOf(rules, name));
    return squares.includes(null) ? [] : (pieceOf(squares as Square[])?.name ?? []);
  });
  return [...new Set(names)];
}

/** How much time everybody has. */
export function clocksInWords(t: Translate, clocks: ClockOf[]): string {
  const known = clocks.flatMap(({ name, left }) => (left === null ? [] : [{ name, left }]));
  if (!known.length) return t(texts.noClock);
  return known
    .map(({ name, left }) => {
      const seconds = Math.ceil(left / 1_000);
      return t(texts.clock, { name, minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
    })
    .join(" ");
}
