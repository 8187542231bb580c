import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { Chair, Command, Message, Snapshot, TableEvent, TableHappening } from "../protocol/messages";
import { Table } from "./table.svelte";

const chair: Chair = { auto_roll: false, confirm_blocked: false };
const moved = (seat: number, text: string): TableHappening => ({
  match: { moved: { seat, text, spent: 100 } },
});
const HAPPENED: TableHappening[] = [
  { sat: { chair: 0, who: { engine: "level1" } } },
  { sat: { chair: 1, who: { engine: "level3" } } },
  { began: { names: ["level1", "level3"] } },
  { match: { "round-started": { players: [0, 1] } } },
  moved(1, "4"),
  moved(2, "3"),
  moved(1, "5"),
];
/** Everything that happens, by number: `told(5, 6)` are the first two moves. */
const told = (from: number, until: number): TableEvent[] =>
  HAPPENED.map((what, idx) => ({ seq: idx + 1, at: 0, time: 0, what })).slice(from - 1, until);

describe("a table that somebody watches", () => {
  let table: Table;
  let hear: (message: Message) => void;
  let asked: Extract<Command, { type: "watch" }>[];
  let answer: (() => void)[];

  const events = (from: number, until: number) =>
    hear({ type: "events", table: "t1", events: told(from, until) });
  const snapshot = (seq: number) => {
    const summary = { id: "t1", game: "connect4", chairs: [chair, chair], phase: "playing" };
    hear({ type: "table", snapshot: { seq, summary, undo: "never" } as unknown as Snapshot });
  };
  const plays = () => table.course?.rounds.flatMap((round) => round.plays.map(({ text }) => text));
  const sinces = () => asked.map(({ since }) => since);
  /** Lets the oldest question be done; what it brings is told afterwards, as the server does it. */
  const done = async () => {
    answer.shift()?.();
    await new Promise((next) => setTimeout(next));
  };

  beforeEach(() => {
    asked = [];
    answer = [];
    vi.spyOn(server, "send").mockImplementation((command) => {
      if (command.type === "watch") asked.push(command);
      return new Promise((resolve) => answer.push(() => resolve({})));
    });
    vi.spyOn(server, "listen").mockImplementation((listener) => {
      hear = listener;
      return () => {};
    });
    table = new Table("t1");
    table.open();
    void table.look();
  });
  afterEach(() => vi.restoreAllMocks());

  it("takes a long history from several messages and asks for nothing twice", async () => {
    snapshot(7);
    await done();
    await done();
    events(1, 3);
    events(4, 6);
    const questions = asked.length;
    expect(plays()).toEqual(["4", "3"]);
    events(7, 7);
    expect(plays()).toEqual(["4", "3", "5"]);
    expect(asked.length).toBe(questions);
  });

  it("knows every move, also one that is told before the moves that went before it", async () => {
    expect(sinces()).toEqual([undefined, 0]);
    await done();
    snapshot(5);
    events(6, 6);
    await done();
    events(1, 6);
    events(7, 7);
    expect(plays()).toEqual(["4", "3", "5"]);
    expect(sinces(), "nothing had to be asked again").toEqual([undefined, 0]);
  });

  it("asks for moves that it knows only from how the table looks", async () => {
    await done();
    snapshot(5);
    await done();
    events(1, 5);
    // Somebody has moved just before the table was looked at again: the server tells it no more by itself.
    void table.refresh();
    await done();
    snapshot(6);
    expect(sinces().slice(2)).toEqual([undefined, 5]);
    events(7, 7);
    expect(plays()).toEqual(["4"]);
    await done();
    events(6, 7);
    expect(plays()).toEqual(["4", "3", "5"]);
  });

  it("begins again where the server has another past, as after a backup was restored", async () => {
    await done();
    snapshot(7);
    await done();
    events(1, 7);
    void table.look();
    await done();
    snapshot(5);
    expect(sinces().slice(2)).toEqual([7, 0]);
    await done();
    events(1, 5);
    expect(plays()).toEqual(["4"]);
  });

  it("is there again when the server has an answer after it had none", async () => {
    vi.mocked(server.send).mockRejectedValueOnce(new Refused({ code: "busy", sentence: "not now" }));
    const other = new Table("t2");
    void other.look();
    await done();
    await done();
    await done();
    expect(other.failure?.code).toBe("busy");
    void other.look();
    await done();
    await done();
    expect(other.failure).toBeNull();
  });

  it("takes nobody for absent who may have come back while it heard nothing", () => {
    const person = { id: "bert", name: "Bert", guest: true };
    hear({ type: "presence", table: "t1", person, connected: false });
    expect(table.absent).toEqual([person]);
    void table.look();
    expect(table.absent).toEqual([]);
  });
});
