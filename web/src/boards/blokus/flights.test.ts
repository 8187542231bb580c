import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Flights, type Measure } from "./flights.svelte";
import type { Laid } from "./position";
import { PIECES } from "./shape";

const BOARD: Measure = { x: 0, y: 0, unit: 20, direction: 1 };
const HOME = { left: 400, top: 0, width: 40, height: 40 };

/** A piece of one square. */
function laid(color: number, x: number, y: number): Laid {
  const [piece] = PIECES;
  if (piece === undefined) throw new Error("there are pieces");
  return { word: `${x} ${y}`, color, piece, squares: [{ x, y }] };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const words = (flights: Flights) => flights.list.map(({ word }) => word);

test("several pieces are in the air at once, and each goes when it has landed", () => {
  const flights = new Flights();
  flights.launch([laid(1, 0, 0), laid(2, 5, 5)], [], 500, BOARD, () => HOME);
  vi.advanceTimersByTime(300);
  flights.launch([laid(3, 9, 9)], [], 500, BOARD, () => HOME);
  expect(words(flights)).toEqual(["0 0", "5 5", "9 9"]);
  vi.advanceTimersByTime(200);
  expect(words(flights)).toEqual(["9 9"]);
  vi.advanceTimersByTime(300);
  expect(words(flights)).toEqual([]);
});

test("a piece that is taken back in the air is one piece, on its way back", () => {
  const flights = new Flights();
  flights.launch([laid(1, 0, 0)], [], 500, BOARD, () => HOME);
  flights.launch([], [laid(1, 0, 0)], 500, BOARD, () => HOME);
  expect(flights.list.map(({ isBack }) => isBack)).toEqual([true]);
});

test("whatever is in the air lands at once where nothing shall move", () => {
  const flights = new Flights();
  flights.launch([laid(1, 0, 0), laid(2, 5, 5)], [], 500, BOARD, () => HOME);
  flights.land();
  expect(flights.list).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(flights.list).toEqual([]);
});
