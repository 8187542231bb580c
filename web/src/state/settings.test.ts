import { expect, it } from "vitest";
import { chosenBy, lookOf, read, settings, USUAL } from "./settings.svelte";

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

it("hints blink only where they may and where anything moves at all", () => {
  for (const [movingHints, animation, isMoving] of [
    [true, 250, true],
    [false, 250, false],
    [true, 0, false],
  ] as const) {
    Object.assign(settings, { movingHints, animation });
    expect(lookOf("connect4").movingHints).toBe(isMoving);
  }
  Object.assign(settings, USUAL);
});

it("boards are told whether things cast shadows and whether a room is drawn around them", () => {
  for (const value of [false, true]) {
    Object.assign(settings, { shadows: value, room: value });
    expect(lookOf("blokus")).toMatchObject({ shadows: value, room: value });
  }
});

it("the address of the page chooses how it looks, by words that exist", () => {
  expect(chosenBy("?appearance=dark&theme=slate&language=de&colors=mono")).toEqual({
    appearance: "dark",
    theme: "slate",
    language: "de",
    colors: "mono",
  });
  expect(chosenBy("?appearance=pink&theme=&volume=100&__proto__=x")).toEqual({});
  expect(chosenBy("")).toEqual({});
});
