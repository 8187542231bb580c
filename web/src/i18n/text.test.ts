import { describe, expect, it } from "vitest";
import { problems } from "../shell/problems";
import { type Entry, say } from "./text";

const modules = import.meta.glob<Record<string, Record<string, unknown>>>("../**/texts.ts", { eager: true });

/** Every text of the page, by where it stands. */
function entries(): [string, Entry][] {
  const found: [string, Entry][] = Object.entries(problems).map(([code, entry]) => [
    `problem ${code}`,
    entry,
  ]);
  const collect = (path: string, value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    if ("en" in value && "de" in value) found.push([path, value as Entry]);
    else for (const [name, inner] of Object.entries(value)) collect(`${path} ${name}`, inner);
  };
  for (const [path, module] of Object.entries(modules)) collect(path, module);
  return found;
}

const forms = (form: Entry["en"]): string[] => (typeof form === "string" ? [form] : [form.one, form.other]);
const names = (form: Entry["en"]): string[] =>
  [...new Set(forms(form).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

describe("the texts of the page", () => {
  it("are many, and all are checked", () => {
    expect(entries().length).toBeGreaterThan(200);
  });

  it.each(entries())("are complete in both languages: %s", (_, entry) => {
    expect(typeof entry.en).toBe(typeof entry.de);
    for (const text of [...forms(entry.en), ...forms(entry.de)]) expect(text.trim()).not.toBe("");
    expect(names(entry.en)).toEqual(names(entry.de));
  });
});

describe("saying a text", () => {
  it("keeps a sentence in order around a name that is written from right to left", () => {
    const wins: Entry = { en: "{name} wins.", de: "{name} gewinnt." };
    expect(say("en", wins, { name: "דוד" })).toBe("\u2068דוד\u2069 wins.");
    expect(say("de", wins, { name: "Анна" })).toBe("Анна gewinnt.");
  });

  it("chooses between one and many", () => {
    const rounds: Entry = {
      en: { one: "{count} round", other: "{count} rounds" },
      de: { one: "{count} Runde", other: "{count} Runden" },
    };
    expect(say("en", rounds, { count: 1 })).toBe("1 round");
    expect(say("de", rounds, { count: 3 })).toBe("3 Runden");
    expect(say("de", rounds, { count: 0 })).toBe("0 Runden");
  });

  it("writes numbers as the language does", () => {
    const nodes: Entry = { en: "{n} positions", de: "{n} Stellungen" };
    expect(say("en", nodes, { n: 12345 })).toBe("12,345 positions");
    expect(say("de", nodes, { n: 12345 })).toBe("12.345 Stellungen");
  });

  it("leaves a name alone that has no value", () => {
    expect(say("en", { en: "Hello {name}", de: "Hallo {name}" })).toBe("Hello {name}");
  });
});
