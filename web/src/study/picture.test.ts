import { expect, it } from "vitest";
import { sizeOf } from "./picture";

it("a drawing tells its size", () => {
  expect(sizeOf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 336 296">')).toEqual({
    width: 336,
    height: 296,
  });
  expect(sizeOf("<svg>")).toEqual({ width: 0, height: 0 });
});
