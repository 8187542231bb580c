// Rolls and moves of backgammon, as the paper of 2006 lists them: one line for each turn.

import { fireEvent, render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { Played, Round } from "../state/course";
import MovesPanel from "./MovesPanel.svelte";
import { inNotation, rowsOf, turnsOf } from "./turns";

const plays = (...texts: string[]): Played[] =>
  texts.map((text) => {
    const [seat, what = ""] = text.split("| ");
    return seat === "dice"
      ? { seat: null, text: what, spent: null }
      : { seat: Number(seat), text: what, spent: 1_000 };
  });
const list = (...texts: string[]) =>
  turnsOf(plays(...texts)).map(
    (turn) => `${turn.seat ?? "-"} ${inNotation(turn, { move: (text) => text, roll: (text) => text })}`,
  );

describe("turns", () => {
  it("have the roll before the play", () => {
    expect(list("dice| 31", "1| 8/5 6/5", "dice| 64", "2| 24/14")).toEqual(["1 31: 8/5 6/5", "2 64: 24/14"]);
  });

  it("leave out the decision to roll, and keep that to double", () => {
    expect(list("dice| 31", "1| 8/5 6/5", "2| roll", "dice| 64", "2| 24/14", "1| double", "2| take")).toEqual(
      ["1 31: 8/5 6/5", "2 64: 24/14", "1 double", "2 take"],
    );
  });

  it("are open while somebody thinks about the roll, or the dice are in the air", () => {
    expect(list("dice| 31")).toEqual(["- 31"]);
    expect(list("1| roll")).toEqual(["1 roll"]);
    expect(list("1| roll", "dice| 52")).toEqual(["1 52"]);
  });

  it("are single moves in games without dice", () => {
    expect(list("1| d3", "2| c3")).toEqual(["1 d3", "2 c3"]);
  });

  it("count what was played before and with them, and the time of all decisions", () => {
    const [first, second] = turnsOf(plays("dice| 31", "1| 8/5 6/5", "2| roll", "dice| 64", "2| 24/14"));
    expect(first).toMatchObject({ before: 0, after: 2, spent: 1_000 });
    expect(second).toMatchObject({ before: 2, after: 5, spent: 2_000 });
  });
});

describe("the list of moves", () => {
  it("has one line per turn, marks the one that is seen, and leads to the board after it", async () => {
    const onreview = vi.fn();
    const played = plays("dice| 31", "1| 8/5 6/5", "dice| 64", "2| 24/14", "dice| 55");
    const round: Round = { players: [0, 1], plays: played, undone: [], end: null, points: [], ready: [] };
    const props = { game: "backgammon", options: "", rounds: [round], reviewed: 1, onreview };
    const { getAllByRole } = render(MovesPanel, props);
    const lines = getAllByRole("button");
    expect(lines.map((line) => line.querySelector(".text")?.textContent)).toEqual([
      "31: 8/5 6/5",
      "64: 24/14",
      "55",
    ]);
    expect(lines.map((line) => line.getAttribute("aria-current"))).toEqual(["step", null, null]);
    await fireEvent.click(lines[1] as HTMLElement);
    expect(onreview).toHaveBeenCalledWith(4);
  });
});

describe("lines of the list", () => {
  const turn = (seat: number | null, at: number) => ({
    seat,
    roll: null,
    move: String(at),
    spent: null,
    before: at,
    after: at + 1,
  });
  const lines = (seats: (number | null)[], n_seats: number) =>
    rowsOf(seats.map(turn), n_seats).map(({ number, turns }) => [
      number,
      ...turns.map((one) => one?.move ?? "-"),
    ]);

  it("have both of two players beside each other, who was to move first at the left", () => {
    expect(lines([1, 2, 1, 2, 1], 2)).toEqual([
      [1, "0", "1"],
      [2, "2", "3"],
      [3, "4", "-"],
    ]);
    // Black began, and White let a turn go by later.
    expect(lines([2, 1, 2, 2, 1], 2)).toEqual([
      [1, "-", "0"],
      [2, "1", "2"],
      [3, "-", "3"],
      [4, "4", "-"],
    ]);
  });

  it("have one turn each where more play", () => {
    expect(lines([1, 2, 3], 3)).toEqual([
      [1, "0"],
      [2, "1"],
      [3, "2"],
    ]);
  });
});
