import { describe, expect, it, vi } from "vitest";
import { paceOf, rollBefore } from "./pace";
import { type Sides, Stage } from "./stage.svelte";

describe("the turn of somebody else", () => {
  it("is shown as slowly as was chosen, and one's own without a pause", () => {
    expect(paceOf({ animation: 250, pace: "usual" }, true)).toEqual({ pause: 600, step: 420 });
    expect(paceOf({ animation: 500, pace: "fast" }, true)).toEqual({ pause: 150, step: 500 });
    expect(paceOf({ animation: 250, pace: "slow" }, false)).toEqual({ pause: 0, step: 250 });
    expect(paceOf({ animation: 0, pace: "slow" }, true)).toEqual({ pause: 0, step: 0 });
  });

  it("has the roll before its play", () => {
    const played = (...texts: string[]) =>
      texts.map((text) => ({ seat: /^\d\d$/.test(text) ? null : 1, text }));
    expect(rollBefore(played("35", "8/5 8/3"))).toEqual([5, 3]);
    expect(rollBefore(played("35", "8/5 8/3", "roll", "66"))).toEqual([5, 3]);
    expect(rollBefore(played("double", "take"))).toBeNull();
  });
});

describe("the stage", () => {
  const side = (changes: Record<number, number>) =>
    Array.from({ length: 26 }, (_, place) => changes[place] ?? 0);
  const start: Sides = { 1: side({ 24: 2 }), 2: side({ 24: 2 }) };
  const steps = [
    { from: 24, to: 18, die: 6, hits: false },
    { from: 18, to: 13, die: 5, hits: false },
  ];
  const end: Sides = { 1: start[1], 2: side({ 24: 1, 13: 1 }) };

  it("shows the position before a turn while the dice are read, then checker by checker, and knows the end at once", () => {
    vi.useFakeTimers();
    const stage = new Stage();
    stage.show(start);
    stage.fly(end, 100, { told: { player: 2, steps }, still: null }, 300);
    expect(stage.isBusy).toBe(true);
    expect(stage.goal).toEqual(end);
    expect(stage.shown).toEqual(start);
    vi.advanceTimersByTime(299);
    expect([stage.shown[2][24], stage.flights.length]).toEqual([2, 0]);
    vi.advanceTimersByTime(1);
    expect([stage.shown[2][18], stage.flights.length]).toEqual([1, 1]);
    vi.advanceTimersByTime(100);
    expect([stage.shown[2][13], stage.flights.length]).toEqual([1, 1]);
    vi.advanceTimersByTime(100);
    expect([stage.isBusy, stage.flights.length]).toEqual([false, 0]);
    expect(stage.shown).toEqual(end);
    vi.useRealTimers();
  });
});
