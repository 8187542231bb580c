import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { Replay } from "../protocol/messages";
import { positionIn } from "../table/sharing";
import { disc, grid } from "../testing/board";
import ReplayView from "./ReplayView.svelte";

const move = (by: number, text: string) => ({ by, text, spent: null });
const REPLAY: Replay = {
  game: "nim",
  options: "",
  players: ["Anna", "Bert"],
  seats: [],
  rounds: [
    {
      players: [0, 1],
      moves: [move(1, "1"), move(2, "2"), move(1, "3")],
      positions: ["none", "one", "two", "three"],
    },
  ],
};
const DISCS = ["none", "one", "two", "three"];

afterEach(() => {
  location.hash = "";
  vi.restoreAllMocks();
});

it("a position that could not be drawn is asked for again when somebody looks there once more", async () => {
  let isThere = false;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (path) => {
    const position = new URLSearchParams(String(path).split("?")[1]).get("position") ?? "";
    if (position === "one" && !isThere) throw new TypeError("Failed to fetch");
    const tokens = [...Array(DISCS.indexOf(position)).keys()].map((column) =>
      disc({ column, row: 0 }, "red"),
    );
    return Response.json({ scene: { ...grid(4, 1), tokens }, moves: [] });
  });
  render(ReplayView, { replay: REPLAY, onleave: () => {} });
  const discs = () => document.querySelectorAll("section circle[r='4']").length;
  const go = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  await go("Next move");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("cannot be reached"));
  isThere = true;
  await go("Next move");
  await waitFor(() => expect(discs()).toBe(2));
  await go("Previous move");
  await waitFor(() => expect(discs()).toBe(1));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("opens at the position of its address, which is shared from there", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ scene: grid(4, 1), moves: [] }),
  );
  const written: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => written.push(text) } });
  location.hash = "#1.2";
  render(ReplayView, { replay: REPLAY, table: "t7", onleave: () => {} });
  expect(screen.getByRole("slider")).toHaveProperty("value", "2");
  await fireEvent.click(screen.getByRole("button", { name: "Previous move" }));
  await fireEvent.click(screen.getByRole("button", { name: "Share" }));
  expect((await screen.findByText("Link copied")).getAttribute("role")).toBe("status");
  expect(written).toEqual([`${location.origin}/replay/t7#1.1`]);
  vi.unstubAllGlobals();
});

it("an address that names no position begins at the start, and one beyond the end stays at the end", () => {
  expect(positionIn("", [3])).toBeNull();
  expect(positionIn("#2.1", [3])).toBeNull();
  expect(positionIn("#0.1", [3])).toBeNull();
  expect(positionIn("#1.x", [3])).toBeNull();
  expect(positionIn("#1.9", [3])).toEqual({ round: 0, ply: 3 });
});

it("a record that only this page knows has no address", () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ scene: grid(4, 1), moves: [] }),
  );
  render(ReplayView, { replay: REPLAY, onleave: () => {} });
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
});
