import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkshopJob, WorkshopView } from "../protocol/messages";
import Workshop from "./Workshop.svelte";

const about = { en: "chance to be hit", de: "Gefahr, geschlagen zu werden" };
const view: WorkshopView = {
  players: [
    {
      game: "backgammon",
      game_name: { en: "Backgammon", de: "Backgammon" },
      player: "welfenlab-2006",
      terms: 9,
    },
  ],
  max_threads: 4,
  max_minutes: 60,
  max_games: 1_000_000,
};
const job: WorkshopJob = {
  number: 1,
  kind: "evolution",
  stage: "done",
  game: "backgammon",
  player: "welfenlab-2006",
  games: 640,
  planned_games: 400,
  generation: 3,
  seconds: 7,
  max_seconds: 600,
  strength: [
    { games: 200, mean: 0.1, low: -0.1, high: 0.3 },
    { games: 400, mean: 0.3, low: 0.1, high: 0.5 },
  ],
  terms: [{ name: "w1", about, left: -400, right: -250.5 }],
  file: "format = 1\n",
  result: { games: 240, mean: 0.31, low: 0.11, high: 0.51 },
};

describe("the weights workshop", { timeout: 60_000 }, () => {
  const asked: { method: string; path: string; body: unknown }[] = [];
  let answers: Record<string, () => Response>;

  beforeEach(() => {
    asked.length = 0;
    answers = { "GET /api/workshop": () => Response.json(view) };
    vi.stubGlobal("fetch", async (path: string, how?: RequestInit) => {
      const method = how?.method ?? "GET";
      asked.push({ method, path, body: how?.body ? JSON.parse(String(how.body)) : undefined });
      return answers[`${method} ${path}`]?.() ?? Response.json({}, { status: 404 });
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  it("starts an evolution and shows its chart, its weights and its verdict", async () => {
    answers["POST /api/workshop/evolutions"] = () => Response.json(job, { status: 202 });
    render(Workshop);
    await fireEvent.click(await screen.findByRole("button", { name: "Start" }));
    await screen.findByText(/Done after 640 games/);
    expect(asked.at(-1)?.body).toEqual({
      game: "backgammon",
      player: "welfenlab-2006",
      method: "cma-es",
      games: 6000,
      minutes: 10,
      threads: 1,
      seed: 1,
    });
    expect(screen.getByRole("img", { name: /last 0.300 after 400 games/ })).toBeTruthy();
    expect(screen.getByText("They are better.")).toBeTruthy();
    expect(screen.getByRole("row", { name: /w1 chance to be hit -400 -250.500 \+149.500/ })).toBeTruthy();
    const link = screen.getByRole("link", { name: /Save the best weights/ });
    expect(decodeURIComponent(link.getAttribute("href") ?? "")).toContain("format = 1");
  });

  it("offers to cancel what is under way, and nothing else meanwhile", async () => {
    const running = { ...view, job: { ...job, stage: "searching" as const, result: undefined } };
    answers["GET /api/workshop"] = () => Response.json(running);
    answers["DELETE /api/workshop/job"] = () => Response.json({ ...job, stage: "canceled" });
    const { unmount } = render(Workshop);
    await screen.findByText(/generation 3, 640 of 400 games/);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start" }).disabled).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await screen.findByText(/Canceled after 640 games/);
    unmount();
  });

  it("compares two files that were chosen, and tells why it cannot", async () => {
    answers["POST /api/workshop/comparisons"] = () =>
      Response.json({ game: "backgammon", player: "welfenlab-2006", terms: job.terms });
    render(Workshop);
    const choose = async (label: RegExp, text: string) => {
      const field = await screen.findByLabelText(label);
      const file = { text: async () => text };
      await fireEvent.change(field, { target: { files: [file] } });
    };
    await choose(/First file/, "left");
    await choose(/Second file/, "right");
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Compare" });
    await vi.waitFor(() => expect(button.disabled).toBe(false), { timeout: 30_000 });
    await fireEvent.submit(button.form as HTMLFormElement);
    await screen.findByRole("table", { name: /welfenlab-2006 \(backgammon\)/ });
    expect(asked.at(-1)?.body).toEqual({ left: "left", right: "right" });
    const sentence = "the first file: this is no weight file";
    answers["POST /api/workshop/comparisons"] = () =>
      Response.json({ code: "settings", sentence, rule: { en: sentence, de: "keine" } }, { status: 400 });
    await fireEvent.submit(button.form as HTMLFormElement);
    await screen.findByRole("alert");
  });

  it("says where there is none", async () => {
    answers["GET /api/workshop"] = () =>
      Response.json({ code: "not-found", sentence: "nothing" }, { status: 404 });
    render(Workshop);
    await screen.findByText(/start brett on your machine/);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
