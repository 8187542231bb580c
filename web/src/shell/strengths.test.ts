import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { MEAN, ratingOf } from "./strengths";

const GAMES = ["connect4", "othello", "backgammon", "blokus"];

describe("the strength of a level", () => {
  it("is the one that the book tells", () => {
    const book = readFileSync(resolve(import.meta.dirname, "../../../docs/src/engines.md"), "utf8");
    const rows = [...book.matchAll(/^\| (\d+) \| ([+−]\d+.*) \|$/gm)];
    expect(rows).toHaveLength(10);
    for (const [, level, cells = ""] of rows) {
      const measured = cells.split("|").map((cell) => Number(/[+−]\d+/.exec(cell)?.[0].replace("−", "-")));
      const told = GAMES.map((game) => (ratingOf(game, Number(level)) ?? Number.NaN) - MEAN);
      expect(told, `level ${level}`).toEqual(measured);
    }
  });

  it("grows from level to level, and is unknown where nobody has measured it", () => {
    for (const game of GAMES) {
      const ratings = Array.from({ length: 10 }, (_, idx) => ratingOf(game, idx + 1) ?? 0);
      expect(ratings).toEqual(ratings.toSorted((one, other) => one - other));
    }
    expect(ratingOf("blokus", 3, "duo")).toBe(1180);
    expect(ratingOf("blokus", 3, "classic")).toBeUndefined();
    expect(ratingOf("connect4", 3, "8x8x4")).toBeUndefined();
    expect(ratingOf("backgammon", 1, "match=7")).toBe(913);
    expect(ratingOf("othello", 11)).toBeUndefined();
    expect(ratingOf("tictactoe", 1)).toBeUndefined();
  });
});
