import { expect, it } from "vitest";
import type { Code } from "../protocol/messages";
import { inWords, problems } from "./problems";

it("every kind of problem is told in German, and none in the words of the server alone", () => {
  for (const code of Object.keys(problems) as Code[]) {
    const told = inWords({ code, sentence: "english words" }, "de");
    expect(told.startsWith(problems[code].de), code).toBe(true);
    expect(told.includes("nglish words"), code).toBe(code === "settings");
  }
});

it("in English the server's own sentence is the most exact", () => {
  expect(inWords({ code: "chair", sentence: "chair 3 is taken; choose chair 2" }, "en")).toBe(
    "Chair 3 is taken; choose chair 2.",
  );
});

it("the rule of the game comes before everything else, in either language", () => {
  const problem = {
    code: "illegal-move" as const,
    sentence: "illegal move: full",
    rule: { en: "the column is full", de: "die Spalte ist voll" },
  };
  expect([inWords(problem, "en"), inWords(problem, "de")]).toEqual([
    "The column is full.",
    "Die Spalte ist voll.",
  ]);
});

it("a kind that the page does not know is told in the words of the server", () => {
  expect(inWords({ code: "tired" as Code, sentence: "the server sleeps" }, "de")).toBe("The server sleeps.");
});
