// What screen readers are told on request, on every board.

import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import moved from "../boards/backgammon/recorded.tsv?raw";
import laid from "../boards/blokus/recorded.tsv?raw";
import type { BoardProps } from "../boards/contract";
import { type Recorded, readRecorded } from "../boards/dev/recorded";
import { say, type Translate } from "../i18n/text";
import { disc, grid, props } from "../testing/board";
import { clocksInWords, lineInWords } from "./reading";
import Stage from "./Stage.svelte";

vi.setConfig({ testTimeout: 60_000 });

/** Presses a key on a cell of a board, and tells what is said. */
async function heard(board: BoardProps, cell: RegExp, key: string): Promise<unknown[]> {
  const clocks = () => [{ name: "Anna", left: 272_000 }];
  const { unmount } = render(Stage, { game: board.game, board, clocks });
  const [there] = await screen.findAllByRole("gridcell", { name: cell }, { timeout: 30_000 });
  if (!there) throw new Error(`no cell is ${cell}`);
  await fireEvent.keyDown(there, { key, shiftKey: true });
  unmount();
  return vi.mocked(board.say).mock.calls.flat();
}

const connectFour = () => {
  const scene = grid(7, 6, "hole");
  scene.tokens = [disc({ column: 3, row: 5 }, "yellow"), disc({ column: 3, row: 4 }, "red")];
  return props(scene, { game: "connect4", moves: ["1", "2"] });
};
const othello = () => {
  const scene = grid(8, 8);
  scene.tokens = [disc({ column: 3, row: 3 }, "white"), disc({ column: 4, row: 3 }, "black")];
  return props(scene, { game: "othello", moves: ["c4", "d3"] });
};
const anyGame = () => {
  const scene = grid(3, 1);
  scene.tokens = [disc({ column: 1, row: 0 }, "blue")];
  return props(scene, { game: "a game of tomorrow", moves: ["a1", "pass"] });
};
const recorded = (game: string, { options, position, seat, moves }: Recorded) =>
  props(grid(0, 0), { game, options, position, seat, toMove: { seat }, moves });
const [opening, doubled] = readRecorded(moved);
const backgammon = () => recorded("backgammon", opening as Recorded);
const blokus = () => {
  const entry = readRecorded(laid).find(({ options }) => options === "duo");
  return recorded("blokus", { ...(entry as Recorded), moves: ["e10", "e10,f10"] });
};

it.each([
  ["the row of Connect Four", connectFour, /Column 1, row 1/, "Column 4, row 1: yellow. The rest is empty."],
  ["an empty row", connectFour, /Column 1, row 6/, "Everything is empty."],
  [
    "the row of Othello",
    othello,
    /^a4/,
    "c4: empty, can be played; d4: white; e4: black. The rest is empty.",
  ],
  ["the row of any game", anyGame, /Column 1/, "Column 2, row 1: blue. The rest is empty."],
] as const)("Shift and L read %s", async (_, board, cell, sentence) => {
  expect(await heard(board(), cell, "L")).toEqual([sentence]);
});

it("Shift and L read the points of backgammon and the squares of Blokus", async () => {
  expect(String(await heard(backgammon(), /Point 24/, "L"))).toMatch(
    /Point 24: 2 Black checkers.*The rest is empty\.$/,
  );
  expect(String(await heard(blokus(), /^e10/, "L"))).toMatch(/e10/);
});

it("Shift and C read a column", async () => {
  const board = connectFour();
  expect(await heard(board, /Column 4, row 6/, "C")).toEqual([
    "Column 4, row 2: red; Column 4, row 1: yellow. The rest is empty.",
  ]);
});

it.each([
  ["Connect Four", connectFour, /Column 1, row 1/, "2 moves: 1; 2."],
  ["Othello", othello, /^a5/, "2 moves: c4; d3."],
  ["any game", anyGame, /Column 1/, "2 moves: a1; pass."],
  ["Blokus", blokus, /^e10/, "2 moves, with the pieces 1, 2."],
] as const)("Shift and M read the moves of %s", async (_, board, cell, sentence) => {
  expect(await heard(board(), cell, "M")).toEqual([sentence]);
});

it("Shift and M read the plays and decisions of backgammon in words", async () => {
  expect(String(await heard(backgammon(), /Point 24/, "M"))).toMatch(
    /^9 moves: 24\/20, 13\/8; 13\/8, 13\/9; /,
  );
  const answer = recorded("backgammon", doubled as Recorded);
  expect(await heard({ ...answer, t: (entry, values) => say("de", entry, values) }, /Feld 24/, "M")).toEqual([
    "2 Züge: annehmen; ablehnen.",
  ]);
});

it.each([
  ["Connect Four", connectFour],
  ["Othello", othello],
  ["any game", anyGame],
  ["backgammon", backgammon],
  ["Blokus", blokus],
] as const)("Shift and T read the clocks on the board of %s", async (_, board) => {
  expect(await heard(board(), /./, "T")).toEqual(["Anna: 4 min 32 s."]);
});

it("a hint is told in words, once", async () => {
  const board = { ...recorded("backgammon", doubled as Recorded), hint: null };
  const given = { game: board.game };
  const { rerender } = render(Stage, { ...given, board });
  await rerender({ board: { ...board, hint: "take" } });
  await rerender({ board: { ...board, hint: "take" } });
  expect(vi.mocked(board.say).mock.calls).toEqual([["Hint: take."]]);
});

it("other keys, and keys without Shift, read nothing", async () => {
  const board = anyGame();
  render(Stage, { game: board.game, board });
  const cell = await screen.findByRole("gridcell", { name: /Column 1/ });
  await fireEvent.keyDown(cell, { key: "l" });
  await fireEvent.keyDown(cell, { key: "Q", shiftKey: true });
  await fireEvent.keyDown(cell, { key: "L", shiftKey: true, ctrlKey: true });
  expect(board.say).not.toHaveBeenCalled();
});

it("who has no clock, and who cannot move, is told so", async () => {
  const board = { ...anyGame(), moves: [] };
  expect(await heard(board, /Column 1/, "M")).toEqual(["You have no move."]);
  const german: Translate = (entry, values) => say("de", entry, values);
  expect(clocksInWords(german, [{ name: "Anna", left: null }])).toBe("Hier läuft keine Uhr.");
  expect(lineInWords(german, ["a1, frei", "b1, Blau"])).toBe("b1, Blau. Der Rest ist leer.");
});
