import { expect, it } from "vitest";
import { type Language, say } from "../i18n/text";
import { written } from "./words";

const inList = (language: Language, game: string, move: string) =>
  written(game, (entry, values) => say(language, entry, values), move);

it.each([
  ["backgammon", "roll", "würfeln"],
  ["backgammon", "double", "verdoppeln"],
  ["backgammon", "take", "annehmen"],
  ["backgammon", "pass", "ablehnen"],
  ["backgammon", "beaver", "kontern"],
  ["backgammon", "cannot-move", "kein Zug"],
  ["othello", "pass", "passen"],
  ["a game of tomorrow", "pass", "passen"],
])("in German lists of %s, %s is %s", (game, move, word) => {
  expect(inList("de", game, move)).toBe(word);
});

it("notation is the same in all languages", () => {
  for (const [game, move] of [
    ["backgammon", "bar/20* 8/5(2)"],
    ["backgammon", "31"],
    ["othello", "d3"],
    ["connect4", "4"],
  ] as const) {
    expect([inList("en", game, move), inList("de", game, move)]).toEqual([move, move]);
  }
});
