import { describe, expect, test } from "vitest";
import { readRecorded } from "../../dev/recorded";
import { type Position, readPosition } from "../position";
import recorded from "../recorded.tsv?raw";
import { readRules } from "../rules";
import { BLINKS, glow, studsOf } from "./marks";
import type { Rgb } from "./renderer";
import { placeOf } from "./table";

const pos = readRecorded(recorded)
  .flatMap(({ options, position }) => {
    const rules = readRules(options);
    return (rules && readPosition(position, rules)) ?? [];
  })
  .reduce((best, one) => (best.laid.length < one.laid.length ? one : best)) as Position;

describe("the piece that was laid last", () => {
  const paints: Rgb[] = [
    [0.1, 0.2, 0.7],
    [0.95, 0.8, 0.1],
    [0.8, 0.1, 0.1],
    [0.1, 0.5, 0.2],
  ];

  test("has a stud on each of its squares, which its color does not hide", () => {
    for (const { word, squares, color } of pos.laid) {
      const studs = studsOf(pos, word, paints, []);
      const across = ({ at }: { at: readonly number[] }) => `${at[0]} ${at[2]}`;
      expect(studs.map(across)).toEqual(squares.map((square) => across({ at: placeOf(pos.rules, square) })));
      const [own] = paints.slice(color - 1);
      for (const stud of studs) {
        expect(
          Math.max(...stud.color.map((part, idx) => Math.abs(part - (own?.[idx] ?? 0)))),
        ).toBeGreaterThan(0.4);
      }
    }
  });

  test("has none while it flies, nor where it is not told", () => {
    const [piece] = pos.laid;
    if (piece === undefined) throw new Error("something lies there");
    expect(studsOf(pos, piece.word, paints, [{ piece, isBack: false, began: 0 }])).toEqual([]);
    expect(studsOf(pos, null, paints, [])).toEqual([]);
    expect(studsOf(pos, "pass", paints, [])).toEqual([]);
  });
});

describe("a hint", () => {
  const moments = Array.from({ length: 40 }, (_, idx) => idx * 100);

  test("blinks for a while, and then stays as it is", () => {
    const seen = moments.map((since) => glow(since, true));
    expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThan(0.5);
    for (const opacity of seen) expect(Math.abs(opacity - 0.5)).toBeLessThan(0.5);
    expect(glow(BLINKS, true)).toBe(glow(10 * BLINKS, true));
  });

  test("stays as it is from the start for who wants no motion", () => {
    expect(new Set(moments.map((since) => glow(since, false))).size).toBe(1);
  });
});
