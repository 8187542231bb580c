import { expect, it } from "vitest";
import { type Language, say, type Translate } from "../i18n/text";
import { roughly, shownInDays } from "./clock";

const HOUR_MS = 3_600_000;
const speaker =
  (language: Language): Translate =>
  (entry, values) =>
    say(language, entry, values);

it("a clock with days shows days and hours, and one with less what it always shows", () => {
  expect(shownInDays(speaker("en"), 71.5 * HOUR_MS)).toBe("2 d 23 h");
  expect(shownInDays(speaker("de"), 71.5 * HOUR_MS)).toBe("2 T. 23 Std.");
  expect(shownInDays(speaker("en"), 23 * HOUR_MS)).toBe("23:00:00");
});

it.each([
  [3.9 * 24, "3 days", "3 Tage"],
  [71.995, "3 days", "3 Tage"],
  [47, "47 hours", "47 Stunden"],
  [2, "2 hours", "2 Stunden"],
  [1.5, "90 minutes", "90 Minuten"],
  [0, "1 minute", "1 Minute"],
])("%s hours are about %s, in German %s", (hours, english, german) => {
  expect(roughly(speaker("en"), hours * HOUR_MS)).toBe(english);
  expect(roughly(speaker("de"), hours * HOUR_MS)).toBe(german);
});
