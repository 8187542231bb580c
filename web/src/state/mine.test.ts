import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { server } from "../connection/server.svelte";
import type { Chair, Command, Message, Moment, OwnTable, TableSummary } from "../protocol/messages";
import { router } from "../router.svelte";
import { deadlineOf, inOrder, isInvited, isTurnOf, isWithPeople, mine } from "./mine.svelte";

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

  it("begins with an invitation, which one has until one sits down or it is over", () => {
    const kept: Chair = {
      kept_for: { id: "bert", name: "bert", guest: true },
      auto_roll: false,
      confirm_blocked: false,
    };
    const asked = { ...table("asked", [person("anna"), kept]), phase: "waiting" } as TableSummary;
    expect(isInvited(asked, "bert")).toBe(true);
    expect(isInvited(asked, "anna")).toBe(false);
    expect(isInvited({ ...asked, phase: "playing" }, "bert"), "a chair that one has left").toBe(false);
    expect(isInvited({ ...asked, chairs: [person("anna"), person("bert")] }, "bert")).toBe(false);
    const alone = { summary: table("alone", [person("bert"), computer], 9), isMyTurn: true };
    const first = inOrder([alone, { summary: asked, isMyTurn: false }], "bert")[0];
    expect(first?.summary.id).toBe("asked");
  });

  it("tells until when one may move where players have days, and lists the least time first", () => {
    const slow = { ...table("slow", [person("anna"), person("bert")]), clock: "72h/move" } as TableSummary;
    const clocks = { clocks: [7_200_000, 9_000_000] } as Partial<Moment>;
    expect(deadlineOf({ ...moment({ seat: 1 }), ...clocks }, slow, 1_000)).toBe(7_201_000);
    expect(deadlineOf({ ...moment({ seat: 2 }, [1, 0]), ...clocks }, slow, 0)).toBe(9_000_000);
    expect(deadlineOf({ ...moment("nobody"), ...clocks }, slow, 0)).toBeUndefined();
    expect(deadlineOf({ ...moment({ seat: 1 }), ...clocks }, { ...slow, clock: "5m+3s" }, 0)).toBeUndefined();
    const late = { summary: { ...slow, id: "late", created: 9 }, isMyTurn: true, deadline: 500 };
    const soon = { summary: { ...slow, id: "soon" }, isMyTurn: true, deadline: 400 };
    const quick = { summary: { ...together, created: 8 }, isMyTurn: true };
    const order = inOrder([quick, late, soon], "anna").map(({ summary }) => summary.id);
    expect(order).toEqual(["soon", "late", "together"]);
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

describe("the list of one's own games", () => {
  const anna = { id: "anna", name: "anna", guest: true };
  const own = (summary: TableSummary, my_turn = false): OwnTable => ({ summary, my_turn });
  const ids = () => mine.all.map(({ summary }) => summary.id);
  let hear: (message: Message) => void;
  let sent: Command[];
  let told: OwnTable[];
  let answer: () => Promise<Response>;

  beforeEach(async () => {
    sent = [];
    answer = async () => Response.json(told);
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    vi.spyOn(globalThis, "fetch").mockImplementation(() => answer());
    vi.spyOn(server, "send").mockImplementation(async (command) => {
      sent.push(command);
      return {};
    });
    vi.spyOn(server, "listen").mockImplementation((listener) => {
      hear = listener;
      return () => {};
    });
    server.you = anna;
    router.leave("/lobby");
    told = [];
    mine.start();
    await mine.refresh();
  });
  afterEach(() => {
    router.leave("/");
    vi.restoreAllMocks();
  });

  it("has games that began on another device, and hears of those with others", async () => {
    told = [own(table("alone", [person("anna"), computer]), true), own(together, true)];
    hear({ type: "welcome" } as Message);
    await vi.waitFor(() => expect(ids()).toEqual(["together", "alone"]));
    expect(mine.waiting.map(({ summary }) => summary.id)).toEqual(["together"]);
    expect(sent).toEqual([{ type: "watch", table: "together", detail: "plain" }]);
  });

  it("forgets what is over by now, but not the game on the screen", async () => {
    told = [own(together), own(table("here", [person("anna"), computer]))];
    await mine.refresh();
    expect(ids()).toHaveLength(2);
    router.leave("/table/here");
    told = [];
    await mine.refresh();
    expect(ids()).toEqual(["here"]);
  });

  it("believes news rather than a list that was on its way meanwhile", async () => {
    let arrive = () => {};
    answer = () =>
      new Promise((done) => {
        arrive = () => done(Response.json([own(together, true)]));
      });
    const refreshed = mine.refresh();
    const snapshot = { summary: together, moment: moment({ seat: 2 }) };
    hear({ type: "table", snapshot } as unknown as Message);
    arrive();
    await refreshed;
    expect(mine.all.map(({ isMyTurn }) => isMyTurn)).toEqual([false]);
  });

  it("stays as it is while the server cannot be asked", async () => {
    told = [own(together)];
    await mine.refresh();
    answer = async () => {
      throw new TypeError("no network");
    };
    await mine.refresh();
    expect(ids()).toEqual(["together"]);
  });
});
