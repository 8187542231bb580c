import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { VisitBoard, VisitHall, VisitMessage, VisitView } from "../protocol/messages";
import { boardProps } from "./board";
import Hall from "./Hall.svelte";
import { addressOf, forget, type Known, knownServers, remember } from "./known";
import Opening from "./Opening.svelte";
import Played from "./Played.svelte";
import { Visit, type VisitSocket } from "./visit.svelte";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const anna: Known = { protocol: "welfenlab", host: "games.example", port: "", name: "anna" };

describe("the servers used last", () => {
  it("are ten, the newest first, and each once", () => {
    for (let port = 1; port <= 12; port++) remember({ ...anna, port: String(port) });
    remember({ ...anna, port: "5" });
    expect(knownServers().map(({ port }) => port)).toEqual([
      "5",
      "12",
      "11",
      "10",
      "9",
      "8",
      "7",
      "6",
      "4",
      "3",
    ]);
    forget({ ...anna, port: "12" });
    expect(knownServers()).toHaveLength(9);
  });

  it("never have a password, whoever hands one over", () => {
    remember({ ...anna, password: "swordfish" } as Known);
    expect(JSON.stringify(localStorage)).not.toContain("swordfish");
    expect(knownServers()).toEqual([anna]);
  });

  it("are not disturbed by what somebody else has put there", () => {
    for (const nonsense of ["{", "7", '[1,null,{"protocol":"http"}]']) {
      localStorage.setItem("brettwerk.servers", nonsense);
      expect(knownServers()).toEqual([]);
    }
  });

  it("are addresses as the server reads them", () => {
    expect(addressOf(anna)).toBe("welfenlab://anna@games.example");
    expect(addressOf({ ...anna, protocol: "praktikum", port: "31001" })).toBe(
      "praktikum://games.example:31001",
    );
    expect(addressOf({ ...anna, protocol: "freebloks", host: "::1", name: "" })).toBe("freebloks://[::1]");
  });
});

/** A socket that a test speaks through. */
class Wire implements VisitSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: unknown[] = [];
  isClosed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  say(message: VisitMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const board: VisitBoard = {
  game: "connect4",
  options: "7x6x4",
  position: "x",
  drawing: { scene: {} as VisitBoard["drawing"]["scene"], moves: ["1", "4"] },
  seat: 2,
  to_move: { seat: 2 },
  played: [{ seat: 1, text: "4" }],
};
const course: VisitView["place"] = {
  type: "course",
  game: 1,
  is_yellow: false,
  end: null,
  is_waiting: false,
  results: [0, 0, 0],
};
const view: VisitView = { address: "praktikum://games.example:31000", place: course, board };

function begun(): { visit: Visit; wire: Wire } {
  const wire = new Wire();
  const visit = new Visit(() => wire);
  visit.go({ address: view.address });
  wire.onopen?.();
  return { visit, wire };
}

describe("a visit", () => {
  it("says first where it goes, and shows what it is told", () => {
    const { visit, wire } = begun();
    expect(wire.sent).toEqual([{ type: "open", address: view.address }]);
    expect(visit.stage).toBe("calling");
    wire.say({ type: "waiting", addresses: ["praktikum://here"] });
    expect([visit.stage, visit.addresses]).toEqual(["waiting", ["praktikum://here"]]);
    wire.say({ type: "stands", view });
    expect([visit.stage, visit.view]).toEqual(["here", view]);
  });

  it("gives boards what those of our own tables are given, and takes a refused move back", () => {
    const { visit, wire } = begun();
    wire.say({ type: "stands", view });
    const manner = { look: {} as never, t: () => "", say: () => {}, onlook: () => {} };
    const given = () => boardProps(visit, board, manner);
    expect(given()).toMatchObject({ seat: 2, active: true, moves: ["1", "4"], last: { seat: 1, text: "4" } });
    given().onmove("4");
    expect(wire.sent.at(-1)).toEqual({ type: "play", text: "4" });
    expect(given()).toMatchObject({ active: false, pending: "4", moves: [] });
    wire.say({ type: "refused", text: { en: "column 4 is full", de: "Spalte 4 ist voll" } });
    expect(visit.refused).toMatchObject({ en: "column 4 is full" });
    expect(given()).toMatchObject({ active: true, pending: null });
    given().onillegal("9");
    expect(wire.sent.at(-1)).toEqual({ type: "why-not", text: "9" });
  });

  it("counts what others have said until it is looked at", () => {
    const { visit, wire } = begun();
    wire.say({ type: "stands", view });
    wire.say({ type: "told", line: { from: "bert", text: { en: "hi", de: "hi" } } });
    wire.say({ type: "told", line: { text: { en: "the game begins", de: "das Spiel beginnt" } } });
    expect([visit.unread, visit.lines.length]).toEqual([1, 2]);
    expect(visit.heard).toMatchObject({ from: "bert" });
    visit.look();
    expect(visit.unread).toBe(0);
  });

  it("ends with a reason, keeps the last board, and a new one begins anew", () => {
    const { visit, wire } = begun();
    wire.say({ type: "stands", view });
    wire.say({ type: "ended", text: { en: "they have gone", de: "sie sind weg" } });
    wire.onclose?.();
    expect([visit.stage, visit.reason, visit.view]).toEqual([
      "over",
      { en: "they have gone", de: "sie sind weg" },
      view,
    ]);
    visit.wish({ type: "begin" });
    expect(wire.sent).toHaveLength(1);
    visit.go({ address: view.address });
    expect([visit.stage, visit.view, visit.reason]).toEqual(["calling", null, null]);
    visit.end();
    expect([visit.stage, wire.isClosed]).toEqual(["out", true]);
  });

  it("tells when its own server has gone", () => {
    const { visit, wire } = begun();
    wire.onclose?.();
    expect(visit.stage).toBe("over");
    expect(visit.reason).toMatchObject({ en: expect.stringContaining("was lost") });
  });
});

describe("a visit whose page is loaded again", () => {
  const line = { from: "bert", text: { en: "hi", de: "hi" } };

  it("comes back by the word that the server has told, and what was said before is nothing new", () => {
    const first = begun();
    first.wire.say({ type: "begun", visit: "open-sesame" });
    const wire = new Wire();
    const visit = new Visit(() => wire);
    visit.resume();
    wire.onopen?.();
    expect(wire.sent).toEqual([{ type: "resume", visit: "open-sesame" }]);
    wire.say({ type: "begun", visit: "open-sesame" });
    wire.say({ type: "told", line });
    wire.say({ type: "stands", view });
    expect([visit.stage, visit.lines.length, visit.unread]).toEqual(["here", 1, 0]);
    wire.say({ type: "told", line });
    expect(visit.unread).toBe(1);
  });

  it("takes a lost line up again, and tells so meanwhile", () => {
    vi.useFakeTimers();
    const wires: Wire[] = [];
    const visit = new Visit(() => {
      const wire = new Wire();
      wires.push(wire);
      return wire;
    });
    visit.go({ address: view.address });
    wires[0]?.say({ type: "begun", visit: "open-sesame" });
    wires[0]?.say({ type: "stands", view });
    wires[0]?.onclose?.();
    expect([visit.stage, visit.isResuming]).toEqual(["here", true]);
    vi.advanceTimersByTime(2_000);
    wires[1]?.onopen?.();
    expect(wires[1]?.sent).toEqual([{ type: "resume", visit: "open-sesame" }]);
    wires[1]?.say({ type: "begun", visit: "open-sesame" });
    expect(visit.isResuming).toBe(false);
    vi.useRealTimers();
  });

  it("is over when one has ended it, and is not looked for any more", () => {
    const { visit, wire } = begun();
    wire.say({ type: "begun", visit: "open-sesame" });
    wire.say({ type: "stands", view });
    visit.end();
    expect(wire.sent.at(-1)).toEqual({ type: "quit" });
    const again = new Visit(() => new Wire());
    again.resume();
    expect(again.stage).toBe("out");
  });
});

describe("a computer", () => {
  it("plays for who wants it, and one looks on", () => {
    const { visit, wire } = begun();
    wire.say({ type: "stands", view: { ...view, computer: 5 } });
    const manner = { look: {} as never, t: () => "", say: () => {}, onlook: () => {} };
    expect(boardProps(visit, board, manner).active).toBe(false);
  });

  it("is chosen with its level", async () => {
    const ongo = vi.fn();
    render(Opening, { ongo });
    screen.getByRole("radio", { name: "A computer plays for me" }).click();
    await tick();
    expect((screen.getByLabelText("Level") as HTMLSelectElement).value).toBe("5");
    (screen.getByLabelText("User name") as HTMLInputElement).value = "anna";
    screen.getByLabelText("User name").dispatchEvent(new Event("input", { bubbles: true }));
    screen.getByRole("button", { name: "Connect" }).click();
    expect(ongo.mock.calls[0]?.[0]).toMatchObject({ computer: 5 });
  });
});

describe("the moves of a visit", () => {
  const list = () => {
    const items = screen.getAllByRole("listitem");
    return items.map((item) => item.textContent?.replace(/\s+/g, " ").trim());
  };

  it("are listed with the rolls, one line per turn, the last one marked", () => {
    const played = [
      { seat: null, text: "31" },
      { seat: 1, text: "8/5 6/5" },
      { seat: null, text: "64" },
      { seat: 2, text: "24/14" },
      { seat: null, text: "55" },
    ];
    render(Played, { board: { ...board, game: "backgammon", options: "nocube", played } });
    expect(list()).toEqual(["1 white 31: 8/5 6/5", "2 black 64: 24/14", "3 dice 55"]);
    const marks = screen.getAllByRole("listitem").map((item) => item.getAttribute("aria-current"));
    expect(marks).toEqual([null, null, "step"]);
    const plies = screen.getAllByRole("listitem").map((item) => item.dataset.plies);
    expect(plies).toEqual(["2", "2", "1"]);
  });

  it("are a line each where nothing is rolled", () => {
    const played = [
      { seat: 1, text: "4" },
      { seat: 2, text: "4" },
    ];
    render(Played, { board: { ...board, played } });
    expect(list()).toHaveLength(2);
  });
});

describe("the form", () => {
  it("offers what was used last, and hands on a password without keeping it", async () => {
    remember(anna);
    const ongo = vi.fn();
    render(Opening, { ongo });
    screen.getByRole("button", { name: "welfenlab://anna@games.example" }).click();
    await tick();
    expect((screen.getByLabelText("User name") as HTMLInputElement).value).toBe("anna");
    const password = screen.getByLabelText("Password") as HTMLInputElement;
    password.value = "swordfish";
    password.dispatchEvent(new Event("input", { bubbles: true }));
    screen.getByRole("button", { name: "Connect" }).click();
    expect(ongo).toHaveBeenCalledExactlyOnceWith({
      address: "welfenlab://anna@games.example",
      password: "swordfish",
      listen: false,
      at_once: false,
    });
    expect(JSON.stringify(localStorage)).not.toContain("swordfish");
  });
});

describe("the form for Blokus", () => {
  it("asks for the number of local players", async () => {
    const ongo = vi.fn();
    render(Opening, { ongo });
    screen.getByRole("radio", { name: "Blokus (Freebloks)" }).click();
    await tick();
    const seats = screen.getByLabelText("Local players") as HTMLInputElement;
    expect([seats.value, seats.min, seats.max]).toEqual(["1", "0", "4"]);
    seats.value = "3";
    seats.dispatchEvent(new Event("input", { bubbles: true }));
    screen.getByRole("button", { name: "Connect" }).click();
    expect(ongo.mock.calls[0]?.[0]).toMatchObject({ address: "freebloks://localhost", seats: 3 });
  });
});

describe("a hall", () => {
  const place: VisitHall = {
    name: "anna",
    is_in: true,
    users: ["anna", "bert"],
    games: [{ game: 3, players: ["bert"], is_locked: true, timeout: 30, rounds: 2 }],
    seated: null,
    opponent: null,
    is_playing: false,
    is_ready: false,
    rounds: [],
    left: null,
  };

  it("lists games with rounds and passwords, and lets one join and create", async () => {
    const { visit, wire } = begun();
    wire.say({ type: "stands", view: { ...view, place: { type: "hall", ...place } } });
    render(Hall, { visit, place });
    expect(screen.getByText("Game 3")).toBeTruthy();
    expect(document.body.textContent).toMatch(/Rounds: 2 · Per turn:\s+30 s\s+· password/);
    const password = screen.getByLabelText("Password for game 3") as HTMLInputElement;
    password.value = "swordfish";
    password.dispatchEvent(new Event("input", { bubbles: true }));
    screen.getByRole("button", { name: "Join game 3" }).click();
    expect(wire.sent.at(-1)).toEqual({ type: "join", game: 3, password: "swordfish" });
    screen.getByRole("button", { name: "Create a game" }).click();
    expect(wire.sent.at(-1)).toEqual({ type: "create", rounds: 1, timeout: 0, password: "" });
  });

  it("tells how rounds have ended, and whether one is ready", async () => {
    const { visit, wire } = begun();
    wire.say({ type: "stands", view });
    const rounds = [{ won: true, points: [2, 0] as [number, number] }];
    render(Hall, { visit, place: { ...place, seated: 3, opponent: "bert", rounds, left: 1 } });
    expect(screen.getByText("Round 1: won, 2 to 0")).toBeTruthy();
    expect(screen.getByText("1 round left")).toBeTruthy();
    screen.getByRole("button", { name: "Start the round" }).click();
    expect(wire.sent.at(-1)).toEqual({ type: "begin" });
    screen.getByRole("button", { name: "Leave the game" }).click();
    expect(wire.sent.at(-1)).toEqual({ type: "leave" });
  });
});
