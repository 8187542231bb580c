import { describe, expect, it } from "vitest";
import { discsAtEnd, movesToEnd, signed } from "../boards/grid";
import type { ReplayMove } from "../protocol/messages";
import { courses, type Judgement, mistakes, share } from "./judgement";

const move = (by: number | null, text: string): ReplayMove => ({ by, text, spent: null });
const judged = (seat: number, value: number, best: string, others: [string, number][] = []): Judgement => ({
  seat,
  value,
  best,
  moves: new Map([[best, value], ...others]),
});

describe("a value", () => {
  it("tells how far a certain end is", () => {
    expect([movesToEnd(999_993), movesToEnd(-999_990), movesToEnd(12)]).toEqual([7, 10, null]);
    // A game that counts by discs: won by 12, 7 plies from now.
    expect([discsAtEnd(1_001_193), discsAtEnd(-1_000_040), discsAtEnd(999_993)]).toEqual([12, 1, null]);
    expect([movesToEnd(1_001_193), signed(1_001_193), signed(-1_000_040)]).toEqual([null, "+=12", "−=1"]);
    expect([signed(999_993), signed(-999_990), signed(-1.5)]).toEqual(["+#7", "−#10", "−1.50"]);
  });

  it("is a share of the bar, which is whole only when the game is decided", () => {
    expect(share("othello", 0)).toBe(50);
    expect(share("othello", 6) + share("othello", -6)).toBeCloseTo(100);
    expect(share("othello", 64)).toBeLessThan(99);
    expect([share("othello", 999_990), share("othello", -999_990)]).toEqual([100, 0]);
  });
});

describe("mistakes", () => {
  it("are moves that are worth less than the best, the largest first", () => {
    const moves = [move(1, "a"), move(2, "b"), move(1, "c")];
    const found = mistakes(
      "othello",
      moves,
      [judged(1, 2, "x", [["a", -4]]), judged(2, 4, "y", [["b", -20]]), judged(1, 20, "z", [["c", 19.9]])],
      2,
    );
    expect(found.map(({ ply, better }) => [ply, better])).toEqual([
      [1, "y"],
      [0, "x"],
    ]);
    expect(found[0]).toMatchObject({ seat: 2, played: "b", best: 4, got: -20 });
  });

  it("are seen by what follows where the move itself was not valued", () => {
    const moves = [move(1, "a"), move(2, "b")];
    const found = mistakes("connect4", moves, [judged(1, 999_995, "x"), judged(2, 0, "b")], 2);
    expect(found).toEqual([
      expect.objectContaining({ ply: 0, played: "a", better: "x", best: 999_995, loss: 50 }),
    ]);
  });

  it("are not guessed where dice or further players come between", () => {
    const moves = [move(1, "a"), move(null, "61"), move(2, "b")];
    expect(mistakes("backgammon", moves, [judged(1, 0.5, "x"), null, judged(2, 0.9, "b")], 2)).toEqual([]);
    const four = [move(1, "a"), move(2, "b")];
    expect(mistakes("blokus", four, [judged(1, 0.5, "x"), judged(2, 0.9, "b")], 4)).toEqual([]);
  });
});

describe("the course of a round", () => {
  it("is one line for two, seen from the first seat", () => {
    const [line] = courses("othello", [judged(1, 6, "a"), judged(2, 6, "b"), null], 2);
    expect(line?.seat).toBe(1);
    const [first, second] = line?.points ?? [];
    expect(first?.share).toBeGreaterThan(50);
    expect(second?.share).toBeCloseTo(100 - (first?.share ?? 0));
  });

  it("is a line for each of more", () => {
    const lines = courses("blokus", [judged(1, 0, "a"), judged(2, 0, "b"), judged(3, 0, "c")], 3);
    expect(lines.map(({ points }) => points.map(({ ply }) => ply))).toEqual([[0], [1], [2]]);
  });
});
