import { describe, expect, it } from "vitest";
import type { Chair, Moment, TableSummary } from "../protocol/messages";
import { inOrder, isTurnOf, isWithPeople } from "./mine.svelte";

const person = (id: string): Chair => ({
  sitter: { person: { id, name: id, guest: true } },
  auto_roll: false,
  confirm_blocked: false,
});
const computer: Chair = { sitter: { engine: "level3" }, auto_roll: false, confirm_blocked: false };
const table = (id: string, chairs: Chair[], created = 0): TableSummary =>
  ({ id, chairs, created, phase: "playing" }) as unknown as TableSummary;
const moment = (to_move: Moment["to_move"], players = [0, 1]): Moment =>
  ({ to_move, players }) as unknown as Moment;

const together = table("together", [person("anna"), person("bert")]);

describe("a game of one's own", () => {
  it("is with people where somebody else sits", () => {
    expect(isWithPeople(together, "anna")).toBe(true);
    expect(isWithPeople(table("alone", [person("anna"), computer]), "anna")).toBe(false);
    expect(isWithPeople(table("both", [person("anna"), person("anna")]), "anna")).toBe(false);
  });

  it("waits for whoever is to move or to roll, also after players have changed seats", () => {
    expect(isTurnOf(moment({ seat: 1 }), together, "anna")).toBe(true);
    expect(isTurnOf(moment({ seat: 1 }), together, "bert")).toBe(false);
    expect(isTurnOf(moment({ seat: 1 }, [1, 0]), together, "bert")).toBe(true);
    expect(isTurnOf(moment({ dice: 2 }), together, "bert")).toBe(true);
    expect(isTurnOf(moment({ dice: null }), together, "bert")).toBe(true);
    expect(isTurnOf(moment("nobody"), together, "anna")).toBe(false);
    expect(isTurnOf(undefined, together, "anna")).toBe(false);
  });

  it("stands before others where somebody waits for oneself, and then where people play, the newest first", () => {
    const alone = { summary: table("alone", [person("anna"), computer], 9), isMyTurn: true };
    const theirs = { summary: table("theirs", [person("anna"), person("bert")], 8), isMyTurn: false };
    const mine = { summary: table("mine", [person("anna"), person("bert")], 1), isMyTurn: true };
    const newer = { summary: table("newer", [person("anna"), person("bert")], 2), isMyTurn: true };
    const order = inOrder([alone, theirs, mine, newer], "anna").map(({ summary }) => summary.id);
    expect(order).toEqual(["newer", "mine", "theirs", "alone"]);
  });
});
