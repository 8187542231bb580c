import { render } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { History, Leader, Profile, Tally } from "../protocol/messages";
import Leaders from "./Leaders.svelte";
import Matches from "./Matches.svelte";
import Standings from "./Standings.svelte";
import { outcomeFor, standings, written } from "./standing";

const tally = (change: Partial<Tally>): Tally => ({
  game: "othello",
  chair: 0,
  opponent: "people",
  won: 0,
  drawn: 0,
  lost: 0,
  points: 0,
  moves: 0,
  thinking: 0,
  ...change,
});
const anna = { id: "anna", name: "Anna", guest: false };
const rating = { game: "othello", rating: 1612.4, deviation: 140, provisional: true, games: 7 };
const profile: Profile = {
  person: anna,
  created: 0,
  ratings: [rating],
  tallies: [
    tally({ game: "connect4", won: 1, opponent: "level3" }),
    tally({ won: 2, lost: 1, points: 2, moves: 90, thinking: 180_000 }),
    tally({ chair: 1, won: 1, drawn: 1, points: 1, moves: 10, thinking: 20_000 }),
  ],
  streaks: [{ game: "othello", current: 1, longest: 3 }],
};

/** Answers of a server, by the address that is asked. */
function serve(answers: Record<string, unknown>): ReturnType<typeof vi.fn> {
  const asked = vi.fn(async (path: string) => {
    const body = answers[path];
    const problem = { code: "not-found", sentence: "there is nothing here" };
    return new Response(JSON.stringify(body ?? problem), { status: body === undefined ? 404 : 200 });
  });
  vi.stubGlobal("fetch", asked);
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe("a standing", () => {
  it("adds up all chairs of a game, the most played first", () => {
    const [first, second] = standings(profile);
    expect(first).toEqual({
      game: "othello",
      rating,
      won: 3,
      drawn: 1,
      lost: 1,
      points: 3,
      perMove: 2_000,
      longest: 3,
    });
    expect(second).toMatchObject({ game: "connect4", rating: null, perMove: null, longest: 0 });
  });

  it("marks a rating that is too uncertain to be compared", () => {
    expect([written(rating), written({ ...rating, provisional: false })]).toEqual(["1612?", "1612"]);
  });

  it("knows what a match was for whom", () => {
    const players = [{ user: "anna", outcome: "lost" as const }, { outcome: "won" as const }];
    expect([outcomeFor(players, "anna"), outcomeFor(players, "bert")]).toEqual(["lost", null]);
  });

  it("is shown as a table with ratings and results", () => {
    serve({});
    const { container } = render(Standings, { profile });
    const cells = [...container.querySelectorAll("tbody tr:first-child")][0]?.textContent;
    expect(cells?.replace(/\s+/g, " ")).toContain("1612?");
    expect(container.textContent).toContain("question mark");
  });
});

describe("finished matches", () => {
  const match = (table: string): History["matches"][number] => ({
    table,
    game: "othello",
    rated: true,
    finished: 0,
    players: [
      { chair: 0, name: "Anna", user: "anna", outcome: "won", points: 1, rounds_won: 1 },
      { chair: 1, name: "Bert", user: "bert", outcome: "lost", points: 0, rounds_won: 0 },
    ],
  });

  it("lead to replays and to the opponents, and to older ones when asked", async () => {
    serve({
      "/api/users/anna/games": { matches: [match("t2")], before: "b1" },
      "/api/users/anna/games?before=b1": { matches: [match("t1")] },
    });
    const { container, findByText, queryByText } = render(Matches, { user: "anna" });
    const older = await findByText("Older games");
    expect(container.querySelector("a[href='/profile/bert']")?.textContent).toBe("Bert");
    expect(container.querySelector("li")?.textContent?.replace(/\s+/g, " ")).toContain("Anna · Bert");
    older.click();
    await vi.waitFor(() => {
      const links = [...container.querySelectorAll("a.button")].map((link) => link.getAttribute("href"));
      expect(links).toEqual(["/replay/t2", "/replay/t1"]);
    });
    expect(queryByText("Older games")).toBeNull();
  });
});

describe("a leaderboard", () => {
  const games = [{ id: "othello", name: { en: "Othello", de: "Othello" } }];

  it("names the strongest, who have pages of their own", async () => {
    const leader: Leader = { person: anna, rating: { ...rating, provisional: false } };
    serve({ "/api/games": games, "/api/leaderboards/othello": [leader] });
    const { findByText, container } = render(Leaders);
    expect((await findByText("Anna")).getAttribute("href")).toBe("/profile/anna");
    expect(container.textContent).toContain("1612");
  });

  it("is left out where the server keeps none", async () => {
    const asked = serve({ "/api/games": games });
    const { container } = render(Leaders);
    await vi.waitFor(() =>
      expect(asked).toHaveBeenCalledWith("/api/leaderboards/othello", expect.anything()),
    );
    expect(container.textContent?.trim()).toBe("");
  });
});
