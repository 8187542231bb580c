import { describe, expect, test } from "vitest";
import { readRecorded } from "../../dev/recorded";
import { readPosition } from "../position";
import recorded from "../recorded.tsv?raw";
import { columnName, readRules } from "../rules";
import { TARGET } from "./camera";
import { edgesOf, type Label, labelsOf, turnedTo } from "./lettering";
import { cross, dot, normalize, subtract } from "./matrix";
import { placeOf, reachOf } from "./table";

const label = (change: Partial<Label>): Label => ({
  text: "B 12",
  at: [0, 0, 0],
  size: 1,
  color: [1, 1, 1],
  ...change,
});

describe("text in the room", () => {
  test("appears at the place and in the size that are asked for", () => {
    for (const size of [0.5, 1.5, 8]) {
      for (const at of [
        [0, 1, 0],
        [-12, 0.5, 12],
        [3, 9, -20],
      ] as const) {
        const { middle, across, along } = turnedTo([4, 30, 40], label({ at, size }), 3);
        expect(middle).toEqual(at);
        expect(2 * Math.hypot(...along)).toBeCloseTo(size, 9);
        expect(2 * Math.hypot(...across)).toBeCloseTo(3 * size, 9);
      }
    }
  });

  test("stands upright before every eye", () => {
    for (const eye of [
      [0, 30, 40],
      [40, 5, -1],
      [-9, 3, -30],
    ] as const) {
      const { across, along } = turnedTo(eye, label({ at: [-12, 0.5, 12] }), 2);
      const towards = normalize(subtract(eye, TARGET));
      expect(dot(normalize(cross(along, across)), towards)).toBeCloseTo(1, 9);
      expect(across[1], "letters stand on a level line").toBeCloseTo(0, 9);
      expect(along[1], "and not on their head").toBeLessThan(0);
    }
  });

  test("names every column and row beside its squares", () => {
    for (const options of ["duo", "classic"]) {
      const rules = readRules(options);
      if (rules === null) throw new Error(`unreadable: ${options}`);
      const { width, height } = rules;
      const names = edgesOf(rules);
      const at = (text: string) => names.find((name) => name.text === text)?.at;
      expect(names).toHaveLength(width + height);
      const [first, last] = [placeOf(rules, { x: 0, y: height - 1 }), placeOf(rules, { x: width - 1, y: 0 })];
      // The square a1 is in the near left corner.
      expect([at("a")?.[0], at("1")?.[2]]).toEqual([first[0], first[2]]);
      expect([at(columnName(width - 1))?.[0], at(String(height))?.[2]]).toEqual([last[0], last[2]]);
      for (const { at } of names) {
        expect(Math.max(Math.abs(at[0]) - width / 2, Math.abs(at[2]) - height / 2)).toBeGreaterThan(0);
      }
    }
  });

  test("tells the points of every color in a corner of its own, near the board", () => {
    for (const { options, position } of readRecorded(recorded)) {
      const rules = readRules(options);
      const pos = rules === null ? null : readPosition(position, rules);
      if (pos === null) throw new Error(`unreadable: ${position}`);
      const texts = pos.rules.paints.map((paint, idx) => `${paint} ${idx}`);
      const labels = labelsOf(pos, texts, []);
      expect(labels.map(({ text }) => text)).toEqual(texts);
      expect(new Set(labels.map(({ at }) => at.join())).size).toBe(texts.length);
      for (const { at } of labels) {
        expect(Math.min(Math.abs(at[0]), Math.abs(at[2]))).toBeGreaterThan(
          Math.max(pos.rules.width, pos.rules.height) / 2,
        );
        expect(Math.max(Math.abs(at[0]), Math.abs(at[2]))).toBeLessThan(reachOf(pos.rules));
      }
    }
  });
});
