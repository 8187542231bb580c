import { expect, test } from "vitest";
import { isAlike, paint, readColors } from "./colors";

test("a color brings its shades and a readable ink along", () => {
  const dark = paint({ two: "#102030" });
  for (const shade of ["--two:", "--two-light:", "--two-dark:", "--two-line:"]) expect(dark).toContain(shade);
  expect(dark).toContain("--two-ink: #fffaf2");
  expect(paint({ one: "#f0e0d0" })).toContain("--one-ink: #17110d");
});

test("parts that were not chosen look as their material does", () => {
  expect(paint({})).toBe("");
  expect(paint({ bar: "#336699" })).not.toMatch(/--felt|--outline|--one|--two/);
});

test("of what was stored only colors of known parts are left", () => {
  const stored = { board: "#AABBCC", bar: "red;background:url(x)", roof: "#000000", one: 7, two: "#12345" };
  expect(readColors(stored)).toEqual({ board: "#AABBCC" });
  for (const nonsense of [null, "x", 3, undefined]) expect(readColors(nonsense)).toEqual({});
});

test("checkers that are hard to tell apart are noticed", () => {
  expect(isAlike("#c03030", "#308030")).toBe(true);
  expect(isAlike("#f5ecd9", "#362d2b")).toBe(false);
});
