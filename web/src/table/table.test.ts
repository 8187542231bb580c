import { describe, expect, it } from "vitest";
import { say } from "../i18n/text";
import type { Round } from "../state/course";
import { shown, warning } from "./clock";
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

describe("the end of a round", () => {
  const round = (change: Partial<Round>): Round => ({
    players: [0, 1],
    plays: [],
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
    expect([fate(round({}), [1]), fate(round({}), [2]), fate(round({}), [])]).toEqual(["win", "loss", null]);
  });

  it("can be a draw", () => {
    expect(outcome(round({ points: [0, 0] }), viewer([1]))).toBe("A draw.");
    expect(winners([0, 0])).toEqual([]);
  });

  it("tells who gave up or ran out of time", () => {
    const resigned = round({ end: { resigned: { seat: 1, level: "single" } }, points: [0, 1] });
    expect(outcome(resigned, viewer([2]))).toBe("Anna gave up. You win!");
    const late = round({ end: { "time-over": { seat: 2 } } });
    expect(outcome(late, viewer([]))).toBe("The time of Bert is over. Anna wins.");
  });
});
