import { render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Evaluation } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { GameCard } from "../protocol/messages";
import { evaluationsOf } from "./evaluations";
import TermsOfMoves from "./TermsOfMoves.svelte";

const text = (en: string) => ({ en, de: en });
const backgammon = {
  id: "backgammon",
  evaluations: [
    { name: "own", about: text("our evaluation") },
    { name: "welfenlab-2006", about: text("nine terms") },
  ],
  players: [
    {
      name: "welfenlab-2006",
      fields: [{ pattern: "as-written", fields: [{ name: "as-written", answers: "switch" }] }],
    },
  ],
} as unknown as GameCard;

describe("the evaluations that explain moves", () => {
  it("are those of the game, and one more for every switch of their player", () => {
    expect(evaluationsOf(backgammon).map(({ text }) => text)).toEqual([
      "own",
      "welfenlab-2006",
      "welfenlab-2006:as-written",
    ]);
    expect(evaluationsOf(undefined)).toEqual([]);
  });
});

describe("the terms of moves", () => {
  beforeEach(() => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json([backgammon]));
  });
  afterEach(() => vi.restoreAllMocks());

  it("are asked for and shown in a table that adds them up, move by move", async () => {
    const term = (name: string, amount: number, weight: number) => ({
      name,
      about: text(name),
      amount,
      weight,
      share: amount * weight,
    });
    const moves = [
      { text: "8/5 6/5", terms: [term("beared-off", 0.5, 4), term("points-with-checkers", 1, 3)] },
      { text: "24/20", terms: [term("beared-off", 0, 4), term("points-with-checkers", 2, 3)] },
    ];
    const answer: Evaluation = { type: "evaluation", number: 1, seat: 1, value: 5, moves };
    const send = vi.spyOn(server, "send").mockResolvedValue(answer);
    const given = { game: "backgammon", options: "nocube", position: "here", played: "24/20" };
    const { rerender } = render(TermsOfMoves, given);
    (await screen.findByRole("button", { name: "Explain the moves" })).click();
    await waitFor(() => expect(screen.getByRole("table")).toBeTruthy());
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "evaluate", ...given, explain: "welfenlab-2006" });
    const rows = [...document.querySelectorAll("tr")].map((row) =>
      [...row.children].map((cell) => (cell.querySelector("code, span") ?? cell).textContent?.trim()),
    );
    expect(rows).toEqual([
      ["Term", "8/5 6/5", "24/20"],
      ["beared-off", "2", "0"],
      ["points-with-checkers", "3", "6"],
      ["Sum", "5", "6"],
    ]);
    await rerender({ ...given, position: "elsewhere" });
    expect(screen.queryByRole("table")).toBeNull();
  });
});
