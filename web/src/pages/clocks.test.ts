import { expect, it } from "vitest";
import { type Language, say } from "../i18n/text";
import { CLOCKS, clockInWords } from "./clocks";

const words = (language: Language, rule: string) =>
  clockInWords((entry, values) => say(language, entry, values), rule);

it.each([
  ["5m+3s", "5 min + 3 s per move", "5 min + 3 s je Zug"],
  ["60s+1s", "1 min + 1 s per move", "1 min + 1 s je Zug"],
  ["90s+500ms", "1.5 min + 0.5 s per move", "1,5 min + 0,5 s je Zug"],
  ["1h~12s", "60 min, 12 s free per move", "60 min, 12 s frei je Zug"],
  ["10s/move", "10 s per move", "10 s je Zug"],
  ["24h/move", "1 day per move", "1 Tag je Zug"],
  ["72h/move", "3 days per move", "3 Tage je Zug"],
  ["a clock of tomorrow", "a clock of tomorrow", "a clock of tomorrow"],
])("the clock %s is read as %s, in German as %s", (rule, english, german) => {
  expect(words("en", rule)).toBe(english);
  expect(words("de", rule)).toBe(german);
});

it("every clock that is offered is listed in the words in which it was offered", () => {
  for (const { value, text, values } of CLOCKS.slice(1)) {
    expect(words("de", value)).toBe(say("de", text, values));
  }
});
