import { afterEach, beforeEach, expect, it, vi } from "vitest";

const CARDS = [{ id: "connect4" }];
let isThere: boolean;

beforeEach(() => {
  isThere = false;
  vi.useFakeTimers();
  vi.resetModules();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    if (!isThere) throw new TypeError("Failed to fetch");
    return Response.json(CARDS);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("the games are asked for until the server tells them, ever more seldom", async () => {
  const { games } = await import("./games.svelte");
  expect(games()).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  const n_asked = vi.mocked(fetch).mock.calls.length;
  expect(n_asked).toBeGreaterThan(3);
  expect(n_asked).toBeLessThan(10);
  isThere = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(games()).toEqual(CARDS);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.mocked(fetch)).toHaveBeenCalledTimes(n_asked + 1);
});

it("the games are asked for as soon as the network is back", async () => {
  const { games } = await import("./games.svelte");
  games();
  await vi.advanceTimersByTimeAsync(20_000);
  isThere = true;
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(games()).toEqual(CARDS);
});
