// Clocks of a round that has ended stand still, although the server sets them for the next one.

import { afterEach, expect, it, vi } from "vitest";
import { anna, bert, ToldTable } from "../testing/table";
import { Table } from "./table.svelte";

afterEach(() => vi.restoreAllMocks());

it("shows nothing left for whose time ran out, and for the other what was left", () => {
  const told = new ToldTable("connect4", "", [anna, bert]);
  const table = new Table(told.id);
  const close = table.open();
  told.begin({ clocks: [60_000, 48_000] });
  const now = () => performance.now();
  expect(table.timeLeft(2, now())).toBe(48_000);
  told.happen([{ match: { "round-ended": { end: { "time-over": { seat: 1 } }, points: [0, 1] } } }], {
    toMove: "nobody",
    clocks: [10_000, 10_000],
  });
  expect([table.timeLeft(1, now()), table.timeLeft(2, now())]).toEqual([0, 48_000]);
  told.beginAnother({ clocks: [10_000, 10_000] });
  expect(table.timeLeft(2, now())).toBe(10_000);
  close();
});
