import { describe, expect, it } from "vitest";
import type { ReplayMove, ReplayRound, Valuation } from "../protocol/messages";
import { courses, findings, type Judgment } from "./judgment";

const move = (by: number | null, text: string): ReplayMove => ({ by, text, spent: null });
const discs = (more: number): Valuation => ({ unit: "discs", more, certain: false });
const equity = (points: number): Valuation => ({ unit: "equity", points });
const won = (plies: number): Valuation => ({ unit: "certain", ending: "won", plies });
const drawn: Valuation = { unit: "certain", ending: "drawn" };
const judged = (
  seat: number,
  worth: Valuation,
  best: string,
  others: [string, Valuation][] = [],
): Judgment => ({ seat, worth, best, moves: new Map([[best, worth], ...others]) });

describe("mistakes", () => {
  it("are moves that are worth less than the best, the largest first", () => {
    const moves = [move(1, "a"), move(2, "b"), move(1, "c")];
    const { mistakes } = findings(
      moves,
      [
        judged(1, discs(2), "x", [["a", discs(-4)]]),
        judged(2, discs(4), "y", [["b", discs(-20)]]),
        judged(1, discs(20), "z", [["c", discs(19.9)]]),
      ],
      2,
    );
    expect(mistakes.map(({ ply, better, degree }) => [ply, better, degree])).toEqual([
      [1, "y", "blunder"],
      [0, "x", "mistake"],
    ]);
    expect(mistakes[0]).toMatchObject({ seat: 2, played: "b", best: discs(4), got: discs(-20) });
  });

  it("are seen by what follows where the move itself was not valued", () => {
    const moves = [move(1, "a"), move(2, "b")];
    const { mistakes, n_unknown } = findings(moves, [judged(1, won(5), "x"), judged(2, drawn, "b")], 2);
    expect(mistakes).toEqual([expect.objectContaining({ ply: 0, played: "a", better: "x", got: drawn })]);
    expect(n_unknown).toBe(0);
  });

  it("are not guessed where dice or further players come between, and that is counted", () => {
    const moves = [move(1, "a"), move(null, "61"), move(2, "b")];
    const rolled = [judged(1, equity(0.5), "x"), null, judged(2, equity(0.9), "b")];
    expect(findings(moves, rolled, 2)).toEqual({ mistakes: [], n_unknown: 1 });
    const four = [move(1, "a"), move(2, "b")];
    const places = [judged(1, { unit: "place", expected: 2, of: 4 }, "x"), judged(2, drawn, "b")];
    expect(findings(four, places, 4)).toEqual({ mistakes: [], n_unknown: 1 });
  });
});

describe("the course of a round", () => {
  const round = (players: number[], n_moves: number, result?: ReplayRound["result"]): ReplayRound => ({
    players,
    moves: Array.from({ length: n_moves }, (_, ply) => move((ply % players.length) + 1, "m")),
    positions: [],
    ...(result ? { result } : {}),
  });

  it("is one line for two, seen from the first seat", () => {
    const [line] = courses(round([0, 1], 3), [judged(1, discs(6), "a"), judged(2, discs(6), "b"), null]);
    expect(line?.seat).toBe(1);
    const [first, second] = line?.points ?? [];
    expect(first?.share).toBeGreaterThan(50);
    expect(second?.share).toBeCloseTo(100 - (first?.share ?? 0));
  });

  it("is a line for each of more", () => {
    const place: Valuation = { unit: "place", expected: 2, of: 3 };
    const lines = courses(round([0, 1, 2], 3), [
      judged(1, place, "a"),
      judged(2, place, "b"),
      judged(3, place, "c"),
    ]);
    expect(lines.map(({ points }) => points.map(({ ply }) => ply))).toEqual([[0], [1], [2]]);
  });

  it("goes on to the result of the round", () => {
    const judgments = [judged(1, discs(6), "a"), judged(2, discs(6), "b")];
    const last = (points: number[]) =>
      courses(round([0, 1], 2, ["over", points]), judgments)[0]?.points.at(-1);
    expect(last([0, 1])).toEqual({ ply: 2, share: 0 });
    expect(last([1, 0])).toEqual({ ply: 2, share: 100 });
    expect(last([0, 0])).toEqual({ ply: 2, share: 50 });
    const three = courses(round([0, 1, 2], 3, ["over", [0, 2, 0]]), [null, null, null]);
    expect(three.map(({ points }) => points)).toEqual([
      [{ ply: 3, share: 0 }],
      [{ ply: 3, share: 100 }],
      [{ ply: 3, share: 0 }],
    ]);
  });
});
