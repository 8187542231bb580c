import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { Replay } from "../protocol/messages";
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

afterEach(() => vi.restoreAllMocks());

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
