import { expect, it } from "vitest";
import { read, USUAL } from "./settings.svelte";

it("nothing stored means everything as usual", () => {
  expect(read(null)).toEqual(USUAL);
});

it("what is stored is taken over", () => {
  expect(read('{"appearance":"dark","animation":0}')).toEqual({ ...USUAL, appearance: "dark", animation: 0 });
});

it("what cannot be read or does not fit is as usual", () => {
  for (const text of ["", "nonsense", "[]", "null", '{"animation":"fast","unknown":1,"confirm":"all"}']) {
    expect(read(text)).toEqual(USUAL);
  }
});
