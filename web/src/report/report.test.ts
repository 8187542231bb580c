import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { t } from "../i18n/language.svelte";
import type { GameReport, GameReportView, PlayerReport, ReportedMatch } from "../protocol/messages";
import Averages from "./Averages.svelte";
import { coursesOf } from "./course";
import { figures } from "./figures";
import { ReportJob } from "./job.svelte";
import ReportPanel from "./ReportPanel.svelte";

const none = { count: 0, lost: 0 };
const player = (name: string, more: Partial<PlayerReport> = {}): PlayerReport => ({
  name,
  decisions: { count: 4, lost: 3 },
  plays: { count: 4, lost: 3 },
  cube: none,
  phases: [{ count: 2, lost: 1 }, none, { count: 2, lost: 2 }],
  grades: [1, 0, 0],
  n_unknown: 0,
  delay: 0,
  ...more,
});

const REPORT: GameReport = {
  game: "othello",
  options: "8x8",
  unit: "discs",
  thresholds: [2, 4, 8],
  players: [player("Anna"), player("Bert", { time: { sound: [3, 4_500], mistaken: [0, 0] } })],
  rounds: [
    {
      players: [0, 1],
      seat_names: [],
      turning_points: [1],
      moves: [
        { by: 1, move: "f5", position: "a" },
        {
          by: 2,
          move: "d6",
          position: "b",
          verdict: {
            kind: "play",
            best: "f4",
            line: ["f4"],
            worth: { unit: "discs", more: 5, certain: false },
            got: { unit: "discs", more: -4, certain: false },
            loss: { unit: "discs", amount: 9, share: 40, delay: 0, grade: "blunder" },
            counts: true,
          },
        },
      ],
    },
  ],
};

afterEach(() => vi.restoreAllMocks());

const panel = (job: ReportJob, ongo = (_: number) => {}) =>
  render(ReportPanel, {
    job,
    subject: async () => ({ record: "brettwerk record 1" }),
    game: "othello",
    roundIdx: 0,
    nameOf: (seat: number) => ["Anna", "Bert"][seat - 1] ?? "?",
    ongo,
  });

describe("a report about a game", () => {
  it("is asked for by one button, tells how far it is, and then what everything cost", async () => {
    const views: GameReportView[] = [
      { id: "r1", done: 0, wanted: 2, ahead: 1 },
      { id: "r1", done: 1, wanted: 2, ahead: 0 },
      { id: "r1", done: 0, wanted: 0, ahead: 0, report: REPORT },
    ];
    const asked: string[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (path, how) => {
      asked.push(`${how?.method ?? "GET"} ${String(path)}`);
      return Response.json(views[Math.min(asked.length, views.length) - 1]);
    });
    const went: number[] = [];
    panel(new ReportJob(), (ply) => went.push(ply));
    await fireEvent.click(screen.getByRole("button", { name: "Full report" }));
    await screen.findByText("1 report comes first");
    await screen.findByText("1 of 2 decisions");
    const table = await screen.findByRole("table", { name: "Figures of the players" });
    expect(within(table).getByRole("row", { name: /Lost per move/ }).textContent).toContain("0.75 discs");
    expect(asked).toEqual(["POST /api/game-reports", "GET /api/game-reports/r1", "GET /api/game-reports/r1"]);
    const turn = screen.getByRole("button", { name: /Move 2, Bert: d6, better f4/ });
    expect(turn.textContent).toContain("??");
    await fireEvent.click(turn);
    expect(went).toEqual([1]);
    const link = screen.getByRole("link", { name: "Save as page" });
    expect(link.getAttribute("href")).toBe("/api/game-reports/r1/page?lang=en");
  });

  it("says why there is none, and can be asked for again", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
      Response.json({ code: "phase", sentence: "the match is not over" }, { status: 409 }),
    );
    panel(new ReportJob());
    await fireEvent.click(screen.getByRole("button", { name: "Full report" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("not over"));
    expect(screen.getByRole("button", { name: "Full report" })).toBeTruthy();
  });

  it("leaves out what says nothing about anybody", () => {
    const labels = figures(t, REPORT).map(({ label }) => label.en);
    expect(labels).toEqual([
      "Lost per move",
      "Inaccuracies ?!",
      "Mistakes ?",
      "Blunders ??",
      "First third",
      "Last third",
      "Time, sound move",
    ]);
    const equity: GameReport = {
      ...REPORT,
      unit: "equity",
      players: [player("Anna", { rating: 4.5, luck: -0.25, cube: { count: 2, lost: 0.1 } })],
    };
    const rows = new Map(figures(t, equity).map(({ label, values }) => [label.en, values]));
    expect(rows.get("Performance rating")).toEqual(["4.50"]);
    expect(rows.get("Luck of the dice")).toEqual(["−0.250"]);
    expect(rows.get("… with the cube")).toEqual(["0.050"]);
  });
});

const match = (game: string, mean: number, more: Partial<ReportedMatch> = {}): ReportedMatch => ({
  report: "r",
  table: "t",
  game,
  finished: 0,
  unit: "discs",
  decisions: 10,
  mean,
  grades: [0, 0, 0],
  ...more,
});

describe("reports over time", () => {
  it("go from the oldest to the newest, and long matches count more", () => {
    const newest = [
      match("othello", 1, { decisions: 30 }),
      match("backgammon", 0.01, { unit: "equity", rating: 5 }),
      match("othello", 3),
    ];
    expect(coursesOf(newest)).toEqual([
      { game: "othello", unit: "discs", isRating: false, values: [3, 1], mean: 1.5 },
      { game: "backgammon", unit: "equity", isRating: true, values: [5], mean: 5 },
    ]);
  });

  it("are drawn for each game", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
      Response.json([match("othello", 1), match("othello", 2)]),
    );
    render(Averages, { user: "anna" });
    expect(await screen.findByText("Mean 1.50 discs in 2 games")).toBeTruthy();
    expect(screen.getByRole("img", { name: "From 2.00 discs to 1.00 discs; lower is better" })).toBeTruthy();
  });
});
