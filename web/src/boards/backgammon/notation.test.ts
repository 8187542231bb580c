import { expect, it } from "vitest";
import { playText, rollText } from "./notation";

it("a roll has its higher die first", () => {
  expect(["56", "65", "31", "44", "roll"].map(rollText)).toEqual(["65", "65", "31", "44", "roll"]);
});

it("a play names a point in between only where it hits", () => {
  expect(playText("24/18/13")).toBe("24/13");
  expect(playText("13/7*/2 6/5")).toBe("13/7*/2 6/5");
  expect(playText("bar/20/14 8/7(2)")).toBe("bar/14 8/7(2)");
  expect(playText("24/22/20/18/16")).toBe("24/16");
  expect(playText("cannot-move")).toBe("cannot-move");
});
