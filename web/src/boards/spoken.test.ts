import { describe, expect, it } from "vitest";
import { say } from "../i18n/text";
import { spoken } from "./spoken";

const english: Parameters<typeof spoken>[1] = (entry, values) => say("en", entry, values);
const german: Parameters<typeof spoken>[1] = (entry, values) => say("de", entry, values);

describe("a move that is said aloud", () => {
  it("has words for the signs of backgammon", () => {
    expect(spoken("backgammon", english, "bar/20* 8/5(2)")).not.toMatch(/[*()]/);
    expect(spoken("backgammon", german, "8/5* 6/5")).toMatch(/^8\/5 \p{L}+, 6\/5$/u);
  });

  it("is a word of the language where it is one in the notation", () => {
    expect(spoken("backgammon", german, "cannot-move")).toBe("kein Zug");
    expect(spoken("othello", german, "pass")).toBe("passen");
  });

  it("is the notation itself in games that have nothing to explain", () => {
    expect(spoken("connect4", english, "4")).toBe("4");
    expect(spoken("a game of tomorrow", english, "a1*")).toBe("a1*");
  });
});
