import { expect, test } from "vitest";
import { colorOnBoard } from "./colors";

test("colors have the names of the board", () => {
  expect(colorOnBoard("classic", "blue")).toBe("blue");
  expect(colorOnBoard("two-colors", "red")).toBe("red");
  expect(colorOnBoard("duo", "blue")).toBe("orange");
  expect(colorOnBoard("junior", "red")).toBe("purple");
});
