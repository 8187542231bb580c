import { expect, it } from "vitest";
import { isCorrespondence, span } from "./clock-rule";

it("reads spans of time", () => {
  expect(["90s", "5m", "1h", "250ms", "soon"].map(span)).toEqual([90_000, 300_000, 3_600_000, 250, 0]);
});

it.each([
  ["24h/move", true],
  ["336h/move", true],
  ["86400s/move", true],
  ["23h/move", false],
  ["30s/move", false],
  ["100h+0s", false],
  ["none", false],
])("with %s players have days for every move: %s", (rule, isSlow) => {
  expect(isCorrespondence(rule)).toBe(isSlow);
});
