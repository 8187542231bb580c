// Lists beside the board, in German.

import { render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Round } from "../state/course";
import { settings } from "../state/settings.svelte";
import type { Table } from "../state/table.svelte";
import MovesPanel from "./MovesPanel.svelte";
import PlayerBar from "./PlayerBar.svelte";
import StatisticsPanel from "./StatisticsPanel.svelte";

beforeEach(() => {
  settings.language = "de";
});
afterEach(() => {
  settings.language = "system";
});

const round: Round = {
  players: [0, 1],
  plays: [
    { seat: 1, text: "double", spent: 1_500 },
    { seat: 2, text: "take", spent: 250 },
    { seat: null, text: "31", spent: null },
  ],
  end: null,
  undone: [],
  points: [],
  ready: [],
};

it("moves and seconds are written as German does", () => {
  const list = { game: "backgammon", options: "", rounds: [round], reviewed: null, onreview: () => {} };
  const { container } = render(MovesPanel, list);
  const texts = (which: string) => [...container.querySelectorAll(which)].map((part) => part.textContent);
  expect(texts(".text")).toEqual(["verdoppeln", "annehmen", "31"]);
  expect(texts(".spent")).toEqual(["1,5 s", "0,3 s"]);
});

it("whose move it was is told in a word beside its color", () => {
  const list = { game: "backgammon", options: "", rounds: [round], reviewed: null, onreview: () => {} };
  const { getAllByRole } = render(MovesPanel, list);
  expect(getAllByRole("button").map((line) => line.textContent?.replace(/\s+/g, " ").trim())).toEqual([
    "weiß verdoppeln 1,5 s",
    "schwarz annehmen 0,3 s",
    "Würfel 31",
  ]);
});

it("a player's color is told in a word, once", () => {
  const summary = { game: "othello", options: "classic", chairs: [], phase: "playing", length: "" };
  const table = { snapshot: { summary }, mySeats: [1], jumps: [], absent: [], timeLeft: () => null };
  const bar = (name: string) =>
    render(PlayerBar, { table: table as unknown as Table, seat: 1, name, color: "schwarz", now: 0 })
      .container;
  expect(bar("Anna").textContent?.replace(/\s+/g, " ").trim()).toBe("schwarz Anna (du)");
  expect(bar("Schwarz").textContent?.match(/schwarz/gi)).toHaveLength(1);
});

it("statistics have a decimal comma", () => {
  const table = { moment: { players: [0, 1], scores: [] }, round } as unknown as Table;
  const { container } = render(StatisticsPanel, { table, nameOf: (seat: number) => `Platz ${seat}` });
  expect(container.textContent).toContain("1,5 s");
  expect(container.textContent).not.toMatch(/\d\.\d/);
});
