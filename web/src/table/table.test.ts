import { describe, expect, it } from "vitest";
import { say } from "../i18n/text";
import type { Round } from "../state/course";
import { shown, warning } from "./clock";
import { endOf, heardOf } from "./heard";
import { increment, isTold, jumpOf, reason, type Step } from "./jumps";
import { fate, outcome, winners } from "./outcome";
import { changed, docked, inWindow, landing, PANELS, placed, raised } from "./panels";

describe("a clock", () => {
  it.each([
    [3_723_000, "1:02:03"],
    [300_000, "5:00"],
    [59_001, "1:00"],
    [19_940, "0:19.9"],
    [0, "0:00.0"],
  ])("shows %d ms as %s", (ms, text) => {
    expect(shown(ms)).toBe(text);
  });

  it("warns once below a minute and once below ten seconds", () => {
    expect(warning(60_100, 59_900)).toBe("hurry");
    expect(warning(59_900, 59_800)).toBeNull();
    expect(warning(10_000, 9_950)).toBe("hurry-more");
    expect(warning(null, null)).toBeNull();
  });
});

describe("a clock that jumps", () => {
  const step = (before: number, after: number, more: Partial<Step> = {}): Step => ({
    before,
    after,
    rule: "5m+0s",
    hasMoved: true,
    isElsewhere: false,
    givenBack: 0,
    at: 1_000,
    ...more,
  });
  const told = (language: "en" | "de", one: Step) => {
    const jump = jumpOf(one);
    return jump && reason((entry, values) => say(language, entry, values), jump);
  };

  it("by no more than 200 ms needs no reason", () => {
    expect(jumpOf(step(60_000, 60_200))).toBeNull();
    expect(jumpOf(step(60_000, 59_800))).toBeNull();
  });

  it.each<[string, Step, string, string]>([
    [
      "a move that was under way",
      step(60_000, 60_400),
      "+0.4 s: network delay",
      "+0,4 s: der Zug war unterwegs",
    ],
    [
      "what was given back for a slow line",
      step(60_000, 60_420, { givenBack: 200 }),
      "+0.4 s: network delay, 200 ms refunded",
      "+0,4 s: der Zug war unterwegs, 200 ms gutgeschrieben",
    ],
    ["an increment", step(60_000, 63_050, { rule: "5m+3s" }), "+3 s increment", "+3 s für den Zug"],
    [
      "an increment and a slow line",
      step(60_000, 63_600, { rule: "5m+3s" }),
      "+0.6 s: network delay",
      "+0,6 s: der Zug war unterwegs",
    ],
    [
      "a limit for every move",
      step(4_000, 30_000, { rule: "30s/move" }),
      "reset for the next move",
      "für den nächsten Zug gestellt",
    ],
    [
      "a move that was taken back",
      step(60_000, 80_000, { isElsewhere: true }),
      "reset with the position",
      "mit der Stellung gestellt",
    ],
    [
      "a server that stood still",
      step(60_000, 61_500, { hasMoved: false }),
      "clock corrected by the server (+1.5 s)",
      "Uhr vom Server korrigiert (+1,5 s)",
    ],
    [
      "a page that was slow",
      step(60_000, 59_000),
      "clock corrected by the server (−1 s)",
      "Uhr vom Server korrigiert (−1 s)",
    ],
  ])("because of %s says so", (_, one, english, german) => {
    expect([told("en", one), told("de", one)]).toEqual([english, german]);
  });

  it("says so for a few seconds", () => {
    const jump = jumpOf(step(60_000, 60_400));
    expect(jump && [isTold(jump, 1_000), isTold(jump, 8_999), isTold(jump, 9_001)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("knows what the rule adds for a move", () => {
    expect(["5m+3s", "1h+500ms", "5m+0s", "none", "30s/move"].map(increment)).toEqual([3_000, 500, 0, 0, 0]);
  });
});

describe("panels", () => {
  it("are all there until somebody moves them", () => {
    expect(placed([]).map(({ id }) => id)).toEqual([...PANELS]);
  });

  it("stay where they were put, and unknown ones are forgotten", () => {
    const kept = [
      { id: "chat", side: "left", isOpen: false } as const,
      { id: "gone", side: "left", isOpen: true } as const,
    ];
    const panels = placed(kept);
    expect(panels[0]).toEqual(kept[0]);
    expect(panels).toHaveLength(PANELS.length);
    expect(changed(panels, "moves", { side: "hidden" }).find(({ id }) => id === "moves")?.side).toBe(
      "hidden",
    );
  });

  it("rise above the one before them on the same side", () => {
    const ids = (panels: { id: string }[]) => panels.map(({ id }) => id);
    const apart = changed(placed([]), "analysis", { side: "left" });
    expect(ids(raised(apart, "dice"))).toEqual(["dice", "moves", "analysis", "chat", "statistics"]);
    expect(raised(apart, "moves")).toBe(apart);
  });
});

describe("a panel that is dragged", () => {
  const ids = (panels: { id: string }[]) => panels.map(({ id }) => id);

  it("lands in the dock where it is let go, before what is below it", () => {
    const panels = docked(placed([]), "chat", "left", null);
    expect(panels.at(-1)).toMatchObject({ id: "chat", side: "left" });
    expect(ids(docked(panels, "chat", "right", "analysis"))).toEqual([
      "moves",
      "chat",
      "analysis",
      "dice",
      "statistics",
    ]);
  });

  it("is popped out between the docks", () => {
    const window = { width: 1000 };
    expect([landing(50, window), landing(500, window), landing(900, window)]).toEqual([
      "left",
      "out",
      "right",
    ]);
  });

  it("is never out of reach, also after the window has become smaller", () => {
    const frame = { x: 900, y: -40, width: 100, height: 300 };
    expect(inWindow(frame, { width: 1000, height: 800 })).toEqual({ x: 760, y: 0, width: 240, height: 300 });
    expect(inWindow(frame, { width: 200, height: 100 })).toEqual({ x: 0, y: 0, width: 200, height: 100 });
  });
});

describe("a move", () => {
  const played = (seat: number | null, text: string) => ({ seat, text, spent: null });

  it("of somebody else that makes it one's turn is heard as that", () => {
    expect(heardOf([played(2, "8/5* 6/5")], [1], true)).toEqual(["capture", "turn"]);
    expect(heardOf([played(2, "4"), played(null, "31")], [1], true)).toEqual(["roll", "turn"]);
    expect(heardOf([played(2, "4")], [1], false)).toEqual(["move"]);
  });

  it("of one's own tells nobody that it is their turn, nor where all seats are one's own", () => {
    expect(heardOf([played(1, "4")], [1, 2], true)).toEqual(["move"]);
    expect(heardOf([played(1, "roll"), played(null, "31")], [1], true)).toEqual(["roll"]);
    expect(heardOf([], [1], true)).toEqual([]);
  });
});

describe("the end of a round", () => {
  const round = (change: Partial<Round>): Round => ({
    players: [0, 1],
    plays: [],
    undone: [],
    end: "over",
    points: [1, 0],
    ready: [],
    ...change,
  });
  const viewer = (mySeats: number[]) => ({
    t: (entry: Parameters<typeof say>[1], values?: Parameters<typeof say>[2]) => say("en", entry, values),
    nameOf: (seat: number) => ["", "Anna", "Bert"][seat] ?? "?",
    mySeats,
    status: undefined,
  });

  it("is a win for one and a loss for the other", () => {
    expect(outcome(round({}), viewer([1]))).toBe("You win!");
    expect(outcome(round({}), viewer([2]))).toBe("Anna wins.");
    // What the game says is not repeated where it says the same.
    const same = { en: "Anna wins", de: "Anna gewinnt" };
    expect(outcome(round({}), { ...viewer([2]), status: same })).toBe("Anna wins.");
    expect([fate(round({}), [1]), fate(round({}), [2]), fate(round({}), [])]).toEqual(["win", "loss", null]);
  });

  it("can be a draw", () => {
    expect(outcome(round({ points: [0, 0] }), viewer([1]))).toBe("Draw.");
    const told = { ...viewer([]), status: { en: "a draw", de: "unentschieden" } };
    expect(outcome(round({ points: [0, 0] }), told)).toBe("Draw.");
    const counted = { ...viewer([]), status: { en: "32 to 32", de: "32 zu 32" } };
    expect(outcome(round({ points: [0, 0] }), counted)).toBe("Draw. 32 to 32.");
    expect(winners([0, 0])).toEqual([]);
    // The game says the same, and once is enough.
    const status = { en: "a draw", de: "unentschieden" };
    expect(outcome(round({ points: [0, 0] }), { ...viewer([]), status })).toBe("Draw.");
    const full = { en: "a draw: the board is full", de: "unentschieden: das Brett ist voll" };
    expect(outcome(round({ points: [0, 0] }), { ...viewer([]), status: full })).toBe(
      "Draw. The board is full.",
    );
  });

  it("is always heard, also as a draw and where all play here or one only watches", () => {
    const drawn = round({ points: [0, 0] });
    expect([endOf(round({}), [1]), endOf(round({}), [2]), endOf(drawn, [1])]).toEqual(["win", "loss", "end"]);
    expect([endOf(round({}), [1, 2]), endOf(round({}), [])]).toEqual(["end", "end"]);
    expect(endOf(round({ end: null }), [1])).toBeNull();
  });

  it("tells who gave up or ran out of time", () => {
    const resigned = round({ end: { resigned: { seat: 1, level: "single" } }, points: [0, 1] });
    expect(outcome(resigned, viewer([2]))).toBe("You win! Anna resigned.");
    expect(outcome(resigned, viewer([1]))).toBe("Bert wins. You resigned.");
    const late = round({ end: { "time-over": { seat: 2 } } });
    expect(outcome(late, viewer([]))).toBe("Anna wins. Bert ran out of time.");
    expect(outcome(late, viewer([2]))).toBe("Anna wins. You ran out of time.");
  });

  it("tells how many points it was worth where that is more than one", () => {
    const gammon = round({ points: [8, 0] });
    const status = { en: "White has borne off", de: "Weiß hat alles abgetragen" };
    expect(outcome(gammon, { ...viewer([1]), status })).toBe("You win 8 points! White has borne off.");
    expect(outcome(gammon, { ...viewer([2]), status })).toBe("Anna wins 8 points. White has borne off.");
  });
});
