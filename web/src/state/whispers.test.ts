import { beforeEach, expect, it } from "vitest";
import type { ChatLine, Person } from "../protocol/messages";
import { inOrder, others, whispers } from "./whispers.svelte";

const person = (id: string): Person => ({ id, name: id.toUpperCase(), guest: true }) as unknown as Person;

const line = (number: number, from: string, time: number): ChatLine =>
  ({
    number,
    kind: "private",
    channel: { user: "me" },
    from: person(from),
    text: `line ${number}`,
    time,
  }) as ChatLine;

beforeEach(() => {
  whispers.lines = [];
  whispers.look();
});

it("keeps every line once, however often it is told", () => {
  whispers.hear(line(1, "anna", 10));
  whispers.hear(line(1, "anna", 10));
  whispers.hear(line(2, "bert", 20));
  expect(whispers.lines.map(({ number }) => number)).toEqual([1, 2]);
  expect(whispers.writers.map(({ id }) => id)).toEqual(["anna", "bert"]);
});

it("takes only what is said from now on for news", () => {
  whispers.hear(line(3, "anna", Date.now() - 60_000));
  expect(whispers.news).toBeNull();
  whispers.hear(line(4, "anna", Date.now() + 1_000));
  expect(whispers.news?.text).toBe("line 4");
  whispers.look();
  expect(whispers.news).toBeNull();
});

it("puts lines of all channels in order, and names everybody once", () => {
  const lines = inOrder([line(5, "anna", 30), line(7, "anna", 50)], [line(6, "bert", 40)]);
  expect(lines.map(({ number }) => number)).toEqual([5, 6, 7]);
  expect(others([person("anna"), person("bert"), person("anna")]).map(({ id }) => id)).toEqual([
    "anna",
    "bert",
  ]);
});
