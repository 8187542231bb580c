// Looking back, planning and listening at a table while the game goes on.

import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../boards/connect4/ConnectFour.svelte";
import { server } from "../connection/server.svelte";
import type { ChatKind, Message, Replay, Scene, TableHappening } from "../protocol/messages";
import { announced } from "../state/announcer.svelte";
import { settings } from "../state/settings.svelte";
import { changed, placed } from "../table/panels";
import { disc, grid } from "../testing/board";
import { anna, bert, moved, ToldTable } from "../testing/table";
import TablePage from "./TablePage.svelte";

// A whole page takes its time on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

/** A game of Connect Four between Anna, who looks at the page, and Bert. */
class Game {
  readonly table = new ToldTable("connect4", "", [anna, bert]);
  readonly moves: string[] = [];

  constructor() {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (path) => {
      const url = String(path);
      if (url.endsWith("/record")) return new Response("record");
      if (url.startsWith("/api/replay")) return Response.json(this.#replay());
      if (url.startsWith("/api/draw")) {
        const position = new URLSearchParams(url.split("?")[1]).get("position") ?? "";
        return Response.json({ scene: sceneOf(position.split(" ").filter(Boolean)), moves: [] });
      }
      return Response.json([]);
    });
    render(TablePage, { id: this.table.id });
    this.table.begin(this.#seen());
  }

  happen(what: TableHappening): void {
    this.table.happen([what], this.#seen());
  }

  play(...texts: string[]): void {
    for (const text of texts) {
      const seat = (this.moves.length % 2) + 1;
      this.moves.push(text);
      this.happen(moved(seat, text));
    }
  }

  takeBack(ply: number): void {
    this.moves.length = ply;
    this.happen({ match: { "taken-back": { ply } } });
  }

  beginAnother(): void {
    this.moves.length = 0;
    this.table.beginAnother(this.#seen());
  }

  #seen(): Parameters<ToldTable["begin"]>[0] {
    const isAnnas = this.moves.length % 2 === 0;
    return {
      toMove: { seat: isAnnas ? 1 : 2 },
      moves: isAnnas ? ["1", "2", "3", "4", "5", "6", "7"] : [],
      position: this.moves.join(" "),
      scene: sceneOf(this.moves),
    };
  }

  #replay(): Replay {
    const moves = this.moves.map((text, idx) => ({ by: (idx % 2) + 1, text, spent: null }));
    const positions = [...Array(moves.length + 1).keys()].map((n) => this.moves.slice(0, n).join(" "));
    const round = { players: [0, 1], moves, positions };
    return { game: "connect4", options: "", players: ["Anna", "Bert"], seats: [], rounds: [round] };
  }
}

function sceneOf(played: string[]): Scene {
  const filled = Array<number>(7).fill(0);
  const tokens = played.map((text, idx) => {
    const column = Number(text) - 1;
    const height = filled[column] ?? 0;
    filled[column] = height + 1;
    return disc({ column, row: 5 - height }, idx % 2 ? "red" : "yellow");
  });
  return { ...grid(7, 6), tokens };
}

const discs = () => document.querySelectorAll(".disc").length;
const press = (key: string) => fireEvent.keyDown(document.body, { key });

/** Looks at the board after so many moves. */
async function lookBack(ply: number): Promise<void> {
  const moves = document.querySelectorAll<HTMLElement>("[data-panel=moves] li button");
  await fireEvent.click(moves[ply - 1] as HTMLElement);
  await waitFor(() => expect(discs()).toBe(ply));
  expect(screen.getByText(`Move ${ply}`, { exact: false })).toBeTruthy();
}

describe("a table", () => {
  let game: Game;
  const played = () => game.table.wanted.filter(({ type }) => type === "act");

  beforeEach(async () => {
    game = new Game();
    game.play("4", "5", "4", "5");
    await waitFor(() => expect(discs()).toBe(4));
  });
  afterEach(() => {
    cleanup();
    settings.language = "en";
    settings.panels = [];
    server.you = null;
    vi.restoreAllMocks();
  });

  it("plays the move that is made now, and none that is made while an earlier one is looked at", async () => {
    await lookBack(2);
    await press("3");
    expect(played(), "it is Anna's turn, but not there").toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Back to live" }));
    await press("3");
    expect(played()).toMatchObject([{ action: { move: "3" } }]);
  });

  it("plans no move while an earlier one is looked at", async () => {
    game.play("1");
    await lookBack(2);
    await press("3");
    await fireEvent.click(screen.getByRole("button", { name: "Back to live" }));
    expect(document.querySelector("[data-status]")?.textContent).not.toContain("Planned");
  });

  it("lets whoever looks back look on when others go on, and shows the next round when it begins", async () => {
    await lookBack(2);
    game.play("1", "2");
    await waitFor(() => expect(document.querySelectorAll("[data-panel=moves] li button")).toHaveLength(6));
    expect(discs()).toBe(2);
    game.beginAnother();
    await waitFor(() => expect(discs()).toBe(0));
    expect(screen.queryByRole("button", { name: "Back to live" })).toBeNull();
  });

  it("goes back to now when the move that is looked at is taken back", async () => {
    await lookBack(3);
    game.takeBack(2);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Back to live" })).toBeNull());
    expect(discs()).toBe(2);
  });

  it("looks moves up again that were taken back and played otherwise", async () => {
    await lookBack(3);
    await fireEvent.click(screen.getByRole("button", { name: "Back to live" }));
    game.takeBack(2);
    game.play("7", "6");
    await waitFor(() => expect(discs()).toBe(4));
    await lookBack(3);
    const cell = document.querySelector('[aria-label^="Column 7, row 1"]');
    expect(cell?.getAttribute("aria-label")).toContain("yellow");
  });

  it("tells what is said from now on, and nothing that was said before", async () => {
    const line = (number: number, text: string, time: number, kind: ChatKind = "table"): Message => ({
      type: "chat",
      line: { number, kind, channel: { table: "t1" }, from: bert.person, text, time },
    });
    settings.panels = changed(placed(settings.panels), "chat", { side: "hidden" });
    game.table.tell(line(1, "long ago", Date.now() - 60_000));
    await new Promise((next) => setTimeout(next));
    expect(announced()).not.toContain("long ago");
    expect(screen.queryByText("long ago")).toBeNull();
    game.table.tell(line(2, "your move", Date.now() + 1_000));
    await waitFor(() => expect(announced().trim()).toBe("Bert: your move"));
    expect(screen.getByText("your move")).toBeTruthy();
    settings.language = "de";
    game.table.tell(line(0, "has lost the connection", Date.now() + 2_000, "connection"));
    await waitFor(() => expect(announced().trim()).toBe("Bert: hat die Verbindung verloren"));
  });

  describe("with a planned move", () => {
    const status = () => document.querySelector("[data-status]")?.textContent ?? "";

    beforeEach(async () => {
      game.play("1");
      await waitFor(() => expect(discs()).toBe(5));
      await press("3");
      await waitFor(() => expect(status()).toContain("Planned: 3"));
    });

    it("plays it as soon as it is one's turn", async () => {
      game.play("2");
      await waitFor(() => expect(played()).toMatchObject([{ action: { move: "3" } }]));
    });

    it("forgets it when the round ends, and plans no other one then", async () => {
      game.happen({
        match: { "round-ended": { end: { resigned: { seat: 2, level: "" } }, points: [1, 0] } },
      });
      await waitFor(() => expect(status()).not.toContain("Planned"));
      await press("2");
      expect(status()).not.toContain("Planned");
      game.beginAnother();
      await waitFor(() => expect(discs()).toBe(0));
      expect(played()).toEqual([]);
    });

    it("forgets it when moves are taken back", async () => {
      game.takeBack(3);
      await waitFor(() => expect(discs()).toBe(3));
      expect(status()).not.toContain("Planned");
    });
  });
});
