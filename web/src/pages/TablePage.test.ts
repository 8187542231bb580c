// The page of a table and its board together, with a server that is played by the test.

import { cleanup, fireEvent, render, waitFor } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import backgammon from "../boards/backgammon/recorded.tsv?raw";
import { providePointerEvents } from "../boards/dev/pointer";
import { type Recorded, readRecorded } from "../boards/dev/recorded";
import type { EnginePace, PaceMode } from "../protocol/messages";
import * as sounds from "../sound/sound";
import { anna, computer, moved, ToldTable } from "../testing/table";
import TablePage from "./TablePage.svelte";

afterEach(() => vi.restoreAllMocks());

// Boards are loaded when they are needed, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const LOADED = { timeout: 30_000 };

/** Lets everything be heard that a key has set off. */
const key = async (key: string, init = {}) => {
  await fireEvent.keyDown(document.body, { key, ...init });
  await new Promise((next) => setTimeout(next));
};

describe("Backspace in backgammon", () => {
  const entry = readRecorded(backgammon).find(
    ({ seat, moves }) => seat === 1 && moves.some((move) => move.startsWith("13/")),
  ) as Recorded;

  it("takes back the steps that are entered, and only then the move before them", async () => {
    providePointerEvents();
    const table = new ToldTable("backgammon", entry.options, [anna, computer]);
    const { container } = render(TablePage, { id: table.id });
    table.begin();
    const seen = { position: entry.position, moves: entry.moves, toMove: { seat: entry.seat } };
    table.happen([moved(1, "24/18 13/11"), moved(2, "8/5 6/5"), { match: { rolled: { text: "31" } } }], seen);
    await waitFor(() => expect(container.querySelector(".backgammon .area")).not.toBeNull(), LOADED);
    const entered = () => container.querySelector(".entered")?.textContent;
    await key("1");
    await key("3");
    expect(entered()).toContain("13/");
    await key("Backspace");
    expect(entered()).not.toContain("13/");
    expect(table.wanted).toEqual([]);
    await key("Backspace");
    expect(table.wanted).toMatchObject([{ type: "act", action: { undo: 0 } }]);
  });
});

describe("what is heard", () => {
  const moves = ["1", "2", "3", "4", "5", "6", "7"];
  const heard = async (
    sitters: ConstructorParameters<typeof ToldTable>[2],
    act: (table: ToldTable) => void,
  ) => {
    const play = vi.spyOn(sounds, "play").mockImplementation(() => {});
    const table = new ToldTable("connect4", "", sitters);
    const { findByRole } = render(TablePage, { id: table.id });
    table.begin({ moves });
    await findByRole("button", { name: "Undo" });
    act(table);
    await findByRole("button", { name: "Undo" });
    return play.mock.calls.map(([sound]) => sound);
  };

  it("tells that it is one's turn when a computer has moved, and not when one plays both sides", async () => {
    const own = moved(1, "4");
    expect(
      await heard([anna, computer], (table) => {
        table.happen([own], { toMove: { seat: 2 } });
        flushSync();
        table.happen([moved(2, "3")], { moves });
      }),
    ).toEqual(["move", "move", "turn"]);
    cleanup();
    vi.restoreAllMocks();
    expect(
      await heard([anna, anna], (table) => {
        table.happen([own], { moves, toMove: { seat: 2 } });
        flushSync();
        table.happen([moved(2, "3")], { moves });
      }),
    ).toEqual(["move", "move"]);
  });
});

describe("a move that was taken back", () => {
  const moves = ["1", "2", "3", "4", "5", "6", "7"];
  const back = (ply: number) => ({ match: { "taken-back": { ply } } }) as const;

  it("is played again by a button and by a key", async () => {
    const table = new ToldTable("connect4", "", [anna, computer]);
    const { findByRole, queryByRole } = render(TablePage, { id: table.id });
    table.begin({ moves });
    table.happen([moved(1, "4"), moved(2, "3")], { moves });
    await findByRole("button", { name: "Undo" });
    expect(queryByRole("button", { name: "Redo" })).toBeNull();
    table.happen([back(0)], { moves });
    await fireEvent.click(await findByRole("button", { name: "Redo" }));
    expect(table.wanted).toMatchObject([{ type: "act", action: { move: "4" } }]);
    table.happen([moved(1, "4"), moved(2, "5")], { moves });
    await waitFor(() => expect(queryByRole("button", { name: "Redo" })).toBeNull());
    table.happen([back(0)], { moves });
    await findByRole("button", { name: "Redo" });
    await key("Backspace", { shiftKey: true });
    expect(table.wanted.slice(1)).toMatchObject([{ type: "act", action: { move: "4" } }]);
  });

  it("is not offered where it is illegal, nor to who is not to move", async () => {
    const table = new ToldTable("connect4", "", [anna, computer]);
    const { findByRole, getByRole } = render(TablePage, { id: table.id });
    const button = () => getByRole("button", { name: "Redo" }) as HTMLButtonElement;
    table.begin({ moves });
    table.happen([moved(1, "4"), moved(2, "3"), back(0)], { moves: ["1", "2"] });
    await findByRole("button", { name: "Redo" });
    expect(button().disabled).toBe(true);
    table.happen([{ match: { offered: { seat: 2, offer: "draw" } } }], { moves, toMove: { seat: 2 } });
    expect(button().disabled).toBe(true);
    await key("Backspace", { shiftKey: true });
    expect(table.wanted).toEqual([]);
  });
});

describe("computer players among themselves", () => {
  const running: EnginePace = { interval: 500, mode: "running" };
  const paced = (mode: PaceMode, interval = 500) => ({ "pace-set": { interval, mode } });
  const watch = async (more: Partial<Parameters<ToldTable["begin"]>[0]> = {}) => {
    const table = new ToldTable("connect4", "", [computer, computer]);
    const page = render(TablePage, { id: table.id });
    table.begin({ pace: running, ...more });
    await page.findByText("You're watching");
    return { table, ...page };
  };
  const wanted = (table: ToldTable) =>
    table.wanted.map((command) => ("pace" in command ? command.pace : undefined));

  it("are paused, play a single move, go on and change their pace when the host wants it", async () => {
    const { table, findByRole, getByRole, findByText } = await watch();
    const press = async (name: string) => fireEvent.click(await findByRole("button", { name }));
    await press("Pause");
    table.happen([paced("paused")]);
    await findByText("Paused");
    await press("Step");
    table.happen([paced("step")]);
    table.happen([moved(1, "4")], { toMove: { seat: 2 } });
    await findByText("Paused");
    await press("Resume");
    table.happen([paced("running")]);
    await findByRole("button", { name: "Pause" });
    await fireEvent.change(getByRole("combobox", { name: "Time per move" }), {
      target: { value: "2000" },
    });
    expect(wanted(table)).toEqual([
      { interval: 500, mode: "paused" },
      { interval: 500, mode: "step" },
      { interval: 500, mode: "running" },
      { interval: 2000, mode: "running" },
    ]);
    await press("Stop");
    expect(table.wanted.at(-1)).toEqual({ type: "stand", table: table.id });
  });

  it("listen to keys of the host", async () => {
    const { table } = await watch();
    await key("p");
    table.happen([paced("paused")]);
    await key("n");
    await key("p");
    expect(wanted(table).map((pace) => pace?.mode)).toEqual(["paused", "step", "running"]);
  });

  it("are only watched by everybody else", async () => {
    const { table, queryByRole, findByText } = await watch({ host: "bert" });
    table.happen([paced("paused")]);
    await findByText("Paused");
    await key("p");
    expect(queryByRole("group", { name: "Pace" })).toBeNull();
    expect(table.wanted).toEqual([]);
  });

  it("keep their points on their side when they change seats", async () => {
    const scores = [3, 1].map((points) => ({ wins: points, draws: 0, losses: 0, points }));
    const { table, container } = await watch({ length: "points=7", scores });
    const score = () => container.querySelector("[data-match] .score")?.textContent;
    await waitFor(() => expect(score()).toBe("3 : 1"));
    table.happen([{ match: { "round-started": { players: [1, 0] } } }], { players: [1, 0], scores });
    flushSync();
    expect(score()).toBe("3 : 1");
  });
});
