import { describe, expect, it } from "vitest";
import type { FieldGroupCard } from "../protocol/messages";
import { answersIn, isAsked, lineOf, usualAnswers } from "./fields";

const label = { en: "a field", de: "ein Feld" };
const number = (name: string, usual: number) => ({
  name,
  label,
  answers: { number: { least: 3, most: 30, step: 1, usual } },
});
const GROUPS: FieldGroupCard[] = [
  {
    pattern: "{mode}",
    fields: [
      {
        name: "mode",
        label,
        answers: {
          choice: [
            ["classic", label],
            ["custom", label],
          ],
        },
      },
    ],
  },
  {
    pattern: "{width}x{height}",
    only_if: ["mode", "custom"],
    fields: [number("width", 20), number("height", 20)],
  },
  { pattern: "pieces=I3*{threes},V3*{threes}", only_if: ["mode", "custom"], fields: [number("threes", 1)] },
  {
    pattern: "players={players}",
    fields: [
      {
        name: "players",
        label,
        answers: {
          choice: [
            ["", label],
            ["2", label],
          ],
        },
      },
    ],
  },
  { pattern: "quick", fields: [{ name: "quick", label, answers: "switch" }] },
];

describe("a line of options", () => {
  const usual = usualAnswers(GROUPS);

  it("is the usual one until somebody chooses", () => {
    expect(usual).toEqual({
      mode: "classic",
      width: "20",
      height: "20",
      threes: "1",
      players: "",
      quick: "",
    });
    expect(lineOf(GROUPS, usual)).toBe("classic");
  });

  it("has what was chosen, in the order of the game", () => {
    const answers = { ...usual, quick: "yes", players: "2", mode: "custom", width: "9", threes: "4" };
    expect(lineOf(GROUPS, answers)).toBe("custom 9x20 pieces=I3*4,V3*4 players=2 quick");
  });

  it("leaves out what does not count or was not answered", () => {
    expect(GROUPS.map((group) => isAsked(group, usual))).toEqual([true, false, false, true, true]);
    expect(lineOf(GROUPS, { ...usual, mode: "custom", width: "" })).toBe("custom pieces=I3*1,V3*1");
  });
});

describe("a line that was written by hand", () => {
  const usual = usualAnswers(GROUPS);

  it("moves the fields, and is the line that they make", () => {
    const answers = answersIn(GROUPS, "custom 9x20 pieces=I3*4,V3*4 players=2 quick", usual);
    expect(answers).toEqual({
      mode: "custom",
      width: "9",
      height: "20",
      threes: "4",
      players: "2",
      quick: "yes",
    });
    expect(lineOf(GROUPS, answers)).toBe("custom 9x20 pieces=I3*4,V3*4 players=2 quick");
  });

  it("may have its words in any order, and what it leaves out is as usual", () => {
    const before = { ...usual, players: "2", threes: "7" };
    expect(answersIn(GROUPS, "  7x5   custom ", before)).toEqual({
      ...usual,
      mode: "custom",
      width: "7",
      height: "5",
    });
  });

  it("leaves fields as they are that cannot say what it says", () => {
    const before = { ...usual, mode: "custom", threes: "7" };
    expect(answersIn(GROUPS, "custom 7x5 pieces=I3*2,V3*1", before)).toEqual({
      ...before,
      width: "7",
      height: "5",
    });
  });
});
