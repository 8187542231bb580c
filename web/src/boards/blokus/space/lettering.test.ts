import { describe, expect, test } from "vitest";
import { readRecorded } from "../../dev/recorded";
import { readPosition } from "../position";
import recorded from "../recorded.tsv?raw";
import { readRules } from "../rules";
import { TARGET } from "./camera";
import { type Label, labelsOf, turnedTo } from "./lettering";
import { cross, dot, normalize, subtract } from "./matrix";
import { reachOf } from "./table";

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
