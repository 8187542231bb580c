import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DrawnPosition } from "../protocol/messages";
import { grid } from "../testing/board";
import { isLearned, learned } from "./kept";
import LessonOffer from "./LessonOffer.svelte";
import LessonPage from "./LessonPage.svelte";
import { LESSONS } from "./lessons";

/** A server that plays any word, and refuses "illegal". */
function drawn(query: URLSearchParams): Response {
  const [before, move] = [query.get("position") ?? "", query.get("move")];
  const told: DrawnPosition = {
    scene: grid(7, 6),
    moves: ["1", "4", "7"],
    position: `${before} ${move ?? ""}`.trim(),
    hash: "0".repeat(16),
    to_move: { seat: 1 },
    ...(move === null ? {} : { played: { by: 1, text: move, spent: null } }),
  };
  return Response.json(told);
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (path) => {
    const [address, query = ""] = String(path).split("?");
    if (address === "/api/draw") return drawn(new URLSearchParams(query));
    return Response.json([
      { id: "connect4", name: { en: "Connect Four", de: "Vier gewinnt" }, variants: [] },
    ]);
  });
});

afterEach(() => vi.restoreAllMocks());

describe("the introductions", () => {
  it.each(LESSONS)("of $game have five to eight steps, each with a move that is meant", ({ steps }) => {
    expect(steps.length).toBeGreaterThanOrEqual(5);
    expect(steps.length).toBeLessThanOrEqual(8);
    for (const { accepts, shown, text, praise } of steps) {
      if (accepts) expect(shown).toMatch(accepts);
      expect([text.de, praise.de]).not.toContain("");
    }
  });

  it("go on step by step, and are not offered again at the end", async () => {
    render(LessonPage, { game: "connect4" });
    const count = LESSONS[0]?.steps.length ?? 0;
    for (let number = 1; number <= count; number++) {
      await screen.findByText(`Step ${number} of ${count}`);
      const show = await screen.findByRole("button", { name: "Show me" });
      await vi.waitFor(() => expect(show).toHaveProperty("disabled", false));
      await fireEvent.click(show);
      if (number < count) await fireEvent.click(await screen.findByRole("button", { name: "Next" }));
    }
    await screen.findByRole("link", { name: "Play a game" });
    expect(isLearned("connect4")).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: "Again" }));
    await screen.findByRole("button", { name: "Show me" });
  });

  it("are offered until they were had or are not wanted", async () => {
    const { unmount } = render(LessonOffer, { game: "othello" });
    expect(screen.getByRole("link", { name: "Learn the rules" }).getAttribute("href")).toBe("/learn/othello");
    await fireEvent.click(screen.getByRole("button", { name: "No, thanks" }));
    expect(screen.queryByRole("link", { name: "Learn the rules" })).toBeNull();
    unmount();
    learned("blokus");
    render(LessonOffer, { game: "blokus" });
    expect(screen.queryByRole("link", { name: "Learn the rules" })).toBeNull();
    render(LessonOffer, { game: "chess" });
    expect(screen.queryByRole("link", { name: "Learn the rules" })).toBeNull();
  });

  it("read what a browser has kept, whatever it is", () => {
    for (const kept of ["", "{", "7", '{"a":1}', '["othello",3]']) {
      localStorage.setItem("brett-lessons", kept);
      expect(isLearned("othello")).toBe(kept.includes("othello"));
    }
  });
});
