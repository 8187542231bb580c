// What was played here is told in the language of today, whichever it was played in.

import { afterEach, expect, it } from "vitest";
import type { Chair } from "../protocol/messages";
import { keptName, type Past } from "../state/history";
import { settings } from "../state/settings.svelte";
import { pastPlayers, pastResult } from "./past";

afterEach(() => {
  settings.language = "en";
});

const chair = (sitter: Chair["sitter"]): Chair => ({ sitter, auto_roll: false, confirm_blocked: false });
const past: Past = {
  table: "q7x2mzk4w9ab",
  game: "othello",
  options: "classic",
  players: [
    chair({ person: { id: "anna", name: "Anna", guest: true } }),
    chair({ engine: "level3:time=1500" }),
    chair(undefined),
  ].map(keptName),
  result: {
    players: [1, 0],
    end: { resigned: { seat: 2, level: "single" } },
    points: [1, 0],
    mine: [2],
  },
  time: 0,
};

it("a game is told in either language", () => {
  settings.language = "en";
  expect(pastPlayers(past)).toEqual(["Anna", "Computer, level 3 (1.5 s)", "?"]);
  expect(pastResult(past)).toBe("Computer, level 3 (1.5 s) wins. You resigned.");
  settings.language = "de";
  expect(pastPlayers(past)).toEqual(["Anna", "Computer, Stufe 3 (1,5 s)", "?"]);
  expect(pastResult(past)).toBe("Computer, Stufe 3 (1,5 s) gewinnt. Du hast aufgegeben.");
});

it("what the game says of its end is told in either language too", () => {
  const status = { en: "black wins 40 to 24", de: "Schwarz gewinnt 40 zu 24" };
  const won: Past = { ...past, result: { players: [0, 1], end: "over", points: [1, 0], mine: [1], status } };
  settings.language = "de";
  expect(pastResult(won)).toBe("Du gewinnst! Schwarz gewinnt 40 zu 24.");
});

it("games that were kept as sentences can still be read", () => {
  const old: Past = { ...past, players: ["Anna", "Computer, level 2"], result: "You win!" };
  expect(pastPlayers(old)).toEqual(["Anna", "Computer, level 2"]);
  expect(pastResult(old)).toBe("You win!");
  expect(pastResult({ ...old, result: "" })).toBe("");
});
