import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DrawnPosition, PuzzleCard, PuzzleOverview, PuzzleVerdict } from "../protocol/messages";
import { grid } from "../testing/board";
import PuzzlesPage from "./PuzzlesPage.svelte";
import { Solving, type Task } from "./solving.svelte";

const POINTS = { rating: 1500, deviation: 200, tries: 0, solved: 0, streak: 0, best_streak: 0 };

/** A server that plays any word but "illegal": a position is the words that were played. */
function drawn(query: URLSearchParams): Response {
  const [before, move] = [query.get("position") ?? "", query.get("move")];
  if (move === "illegal") return Response.json({ code: "illegal-move", sentence: "not so" }, { status: 400 });
  const position = move === null ? before : `${before} ${move}`.trim();
  const count = position === "" ? 0 : position.split(" ").length;
  const told: DrawnPosition = {
    scene: grid(4, 1),
    moves: ["a1", "b1", "c1"],
    position,
    hash: "0".repeat(16),
    to_move: { seat: 1 + (count % 2) },
    ...(move === null ? {} : { played: { by: 1 + ((count + 1) % 2), text: move, spent: null } }),
  };
  return Response.json(told);
}

const EXPLANATION = {
  solution: ["a1", "b1", "c1"],
  line: ["d1"],
  worth: { unit: "certain", ending: "won", plies: 3 },
} as const;

/** The puzzle is solved by a1 and then c1; b1 is the reply. */
function judged(moves: string[]): PuzzleVerdict {
  if (moves.length === 0)
    return {
      state: "shown",
      explanation: { ...EXPLANATION, solution: [...EXPLANATION.solution], line: [...EXPLANATION.line] },
    };
  const right = moves.every((move, idx) => move === ["a1", "c1"][idx]);
  if (!right) return { state: "wrong", gained: -12.4, you: { ...POINTS, tries: 1 } };
  if (moves.length === 1) return { state: "right", reply: "b1" };
  return {
    state: "solved",
    explanation: { ...EXPLANATION, solution: [...EXPLANATION.solution], line: [...EXPLANATION.line] },
    gained: 23.6,
    you: { ...POINTS, rating: 1523.6, tries: 1, solved: 1, streak: 1, best_streak: 1 },
  };
}

const CARD: PuzzleCard = {
  game: "nim",
  id: "1a2b3c4d",
  options: "",
  position: "",
  rating: 1410,
  tries: 3,
  solved: 1,
  themes: ["corner"],
};

const OVERVIEW: PuzzleOverview = {
  game: "nim",
  n_puzzles: 200,
  themes: [{ id: "corner", name: { en: "corner", de: "Ecke" }, n_puzzles: 20 }],
  you: POINTS,
  daily: "1a2b3c4d",
  n_due: 0,
};

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (path, how) => {
    const [address = "", query = ""] = String(path).split("?");
    asked.push(`${how?.method ?? "GET"} ${address}`);
    if (address === "/api/draw") return drawn(new URLSearchParams(query));
    if (address === "/api/games") {
      return Response.json([
        {
          id: "nim",
          name: { en: "Nim", de: "Nim" },
          variants: [
            {
              options: "",
              name: { en: "Nim", de: "Nim" },
              seats: [
                { en: "first", de: "erster" },
                { en: "second", de: "zweiter" },
              ],
              start: "",
            },
          ],
        },
      ]);
    }
    if (address === "/api/puzzles") return Response.json(OVERVIEW);
    if (address === "/api/me/mistakes") return Response.json([]);
    if (how?.method === "POST") return Response.json(judged(JSON.parse(String(how.body)).moves));
    return Response.json(CARD);
  });
});

afterEach(() => vi.restoreAllMocks());

const task = (): Task => ({
  game: "nim",
  id: "1",
  options: "",
  position: "",
  attempt: async (moves) => judged(moves),
});

describe("solving a puzzle", () => {
  it("goes on with the reply after a right move, and ends with the last one", async () => {
    const solving = new Solving(task());
    await solving.begin();
    expect(solving.seat).toBe(1);
    await solving.play("a1");
    expect([solving.stage, solving.reply, solving.drawn?.position]).toEqual(["right", "b1", "a1 b1"]);
    expect(solving.last).toEqual({ seat: 2, text: "b1" });
    await solving.play("c1");
    expect([solving.stage, solving.isOver, solving.step]).toEqual(["solved", true, 3]);
    expect(solving.moves).toEqual(["a1", "b1", "c1", "d1"]);
  });

  it("leaves the board as it is after a wrong move, which can be tried again", async () => {
    const solving = new Solving(task());
    await solving.begin();
    await solving.play("b1");
    expect([solving.stage, solving.wrong, solving.drawn?.position]).toEqual(["wrong", "b1", ""]);
    await solving.play("a1");
    expect([solving.stage, solving.wrong]).toEqual(["right", null]);
  });

  it("says why a move is illegal, which is no try", async () => {
    const attempt = vi.fn(task().attempt);
    const solving = new Solving({ ...task(), attempt });
    await solving.begin();
    await solving.play("illegal");
    expect(solving.problem?.sentence).toBe("not so");
    expect([solving.stage, attempt.mock.calls.length]).toEqual(["open", 0]);
  });

  it("shows the solution from the start and plays through it, forward and back", async () => {
    const solving = new Solving(task());
    await solving.begin();
    await solving.play("a1");
    await solving.show();
    expect([solving.stage, solving.step, solving.drawn?.position]).toEqual(["shown", 1, "a1"]);
    await solving.go(4);
    expect([solving.step, solving.drawn?.position]).toEqual([4, "a1 b1 c1 d1"]);
    await solving.go(99);
    expect(solving.step).toBe(4);
    await solving.go(0);
    expect([solving.drawn?.position, solving.last]).toEqual(["", null]);
    await solving.play("a1");
    expect(solving.stage).toBe("shown");
  });

  it("keeps one's own last move where several win at once", async () => {
    const attempt = async (): Promise<PuzzleVerdict> => ({
      state: "solved",
      explanation: { solution: ["a1"], line: ["d1"] },
    });
    const solving = new Solving({ ...task(), attempt });
    await solving.begin();
    await solving.play("c1");
    expect(solving.moves).toEqual(["c1"]);
  });
});

describe("the page of puzzles", () => {
  it("tells who is to move, gives hints, and shows the solution with what it is worth", async () => {
    render(PuzzlesPage, { game: "nim", id: null });
    await screen.findByText(/First to move: find the best move/);
    expect(screen.queryByText("corner")).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Hint" }));
    await screen.findByText("corner");
    await fireEvent.click(screen.getByRole("button", { name: "Solution" }));
    await screen.findByText(/The solution is/);
    await screen.findByText(/With the best move: wins in 3/);
    expect(screen.getByRole("list", { name: "Move by move" }).children).toHaveLength(5);
    expect(asked).toContain("POST /api/puzzles/nim/1a2b3c4d");
  });

  it("says that there are no mistakes yet, and how they come here", async () => {
    render(PuzzlesPage, { game: "nim", id: "mistakes" });
    await screen.findByText(/Analyze a game of yours/);
  });
});
