import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { called, guestName } from "./guests";

describe("a guest", () => {
  it.each([
    ["Quiet Owl 123", "Flüstereule 123"],
    ["Dusky Robin 900", "Dämmeramsel 900"],
    ["Silver Badger 100", "Silberdachs 100"],
  ])("%s is called %s on a German page", (name, german) => {
    expect(guestName("de", name)).toBe(german);
    expect(guestName("en", name)).toBe(name);
  });

  it("keeps a name that nobody made of these words, and who has an account keeps any", () => {
    for (const name of ["Anna", "Quiet Owl", "Quiet Ogre 123", "constructor valueOf 123"]) {
      expect(guestName("de", name)).toBe(name);
    }
    expect(called({ guest: false, name: "Quiet Owl 123" })).toBe("Quiet Owl 123");
  });

  it("has a German name whatever words the server draws", () => {
    const source = readFileSync(`${import.meta.dirname}/../../../crates/server/src/secrets.rs`, "utf8");
    const list = (name: string) => {
      const [, words = ""] = new RegExp(`const ${name}: .*?= \\[(.*?)\\]`, "s").exec(source) ?? [];
      return [...words.matchAll(/"(\w+)"/g)].map(([, word]) => word);
    };
    const [adjectives, animals] = [list("ADJECTIVES"), list("ANIMALS")];
    expect([adjectives.length, animals.length]).toEqual([32, 32]);
    for (const [at, adjective] of adjectives.entries()) {
      const name = `${adjective} ${animals[at]} 500`;
      expect(guestName("de", name)).not.toBe(name);
    }
  });
});
