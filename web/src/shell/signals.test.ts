import { expect, it } from "vitest";
import { withCount } from "./signals.svelte";

it("a title counts the games that wait, once", () => {
  expect(withCount("Lobby · Brettwerk", 2)).toBe("(2) Lobby · Brettwerk");
  expect(withCount("(2) Lobby · Brettwerk", 1)).toBe("(1) Lobby · Brettwerk");
  expect(withCount("(1) Lobby · Brettwerk", 0)).toBe("Lobby · Brettwerk");
});
