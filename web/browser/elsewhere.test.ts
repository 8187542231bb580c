// Play on servers of original programmes: those that `brett serve` speaks for, with a player of ours opposite.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { VisitMessage, VisitView } from "../src/protocol/messages";
import { programme } from "./server";
import { DESKTOP, PHONE, Visitor } from "./visitor";

const PROTOCOLS = ["welfenlab", "praktikum", "freebloks"] as const;
type Protocol = (typeof PROTOCOLS)[number];

/** Where each protocol is spoken. */
const ports = {} as Record<Protocol, string>;
let stop = () => {};
const data = mkdtempSync(join(tmpdir(), "brett-originals-"));

beforeAll(async () => {
  const any = "127.0.0.1:0";
  const args = ["serve", "--listen", any, "--data", data, "--log", "error"];
  args.push("--welfenlab", any, "--welfenlab-fill", "level1");
  args.push("--praktikum", any, "--praktikum-player", "level1");
  args.push("--freebloks", any, "--freebloks-player", "greedy", "--freebloks-pause", "0");
  const server = spawn(programme, args, { stdio: ["ignore", "pipe", "ignore"] });
  stop = () => {
    server.once("exit", () => rmSync(data, { recursive: true, force: true }));
    server.kill("SIGTERM");
  };
  for await (const line of createInterface(server.stdout)) {
    const [, protocol, port] = /listening on (\w+):\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
    if (PROTOCOLS.some((known) => known === protocol)) ports[protocol as Protocol] = port ?? "";
    if (Object.keys(ports).length === PROTOCOLS.length) break;
  }
});
afterAll(() => stop());

/** Somebody on a visit, and what they were shown last. */
class Guest {
  view: VisitView | null = null;

  private constructor(readonly visitor: Visitor) {
    visitor.page.on("websocket", (socket) => {
      if (!socket.url().endsWith("/elsewhere")) return;
      socket.on("framereceived", ({ payload }) => {
        const message = JSON.parse(String(payload)) as VisitMessage;
        if (message.type === "stands") this.view = message.view;
      });
    });
  }

  static async at(protocol: Protocol, name: string, options = DESKTOP, atOnce = false): Promise<Guest> {
    const guest = new Guest(await Visitor.come(options));
    const { page } = guest;
    await page.goto("/elsewhere");
    const titles = { welfenlab: /Backgammon/, praktikum: /Connect Four/, freebloks: /Blokus/ };
    await page.getByRole("radio", { name: titles[protocol] }).check();
    await page.getByLabel("Server").fill("127.0.0.1");
    await page.getByLabel("Port").fill(ports[protocol]);
    if (name) await page.getByLabel("User name").fill(name);
    if (atOnce) await page.getByLabel("Begin a game at once").check();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    return guest;
  }

  get page() {
    return this.visitor.page;
  }

  get moves(): string[] {
    return this.view?.board?.drawing.moves ?? [];
  }

  get n_played(): number {
    return this.view?.board?.played.length ?? 0;
  }

  /** Plays the first move there is whenever it is one's turn, until something is to be seen. */
  async playUntil(
    isDone: (view: VisitView) => boolean,
    play: (move: string) => Promise<void>,
  ): Promise<void> {
    for (;;) {
      const { view } = this;
      if (view && isDone(view)) return;
      const [move] = this.moves;
      if (move) {
        await play(move);
        for (let tries = 0; this.view === view && tries < 300; tries++) await this.page.waitForTimeout(10);
      } else await this.page.waitForTimeout(10);
    }
  }

  async type(move: string): Promise<void> {
    const field = this.page.getByLabel("Move in notation");
    await field.fill(move);
    await field.press("Enter");
  }
}

describe("Connect Four of the course", () => {
  it.each([
    ["mouse", DESKTOP],
    ["finger", PHONE],
  ] as const)("is played to the end by %s, and once more with the other color", async (way, device) => {
    const guest = await Guest.at("praktikum", "", device);
    const { page } = guest;
    await page.getByText("You are red; yellow begins.").waitFor();
    await guest.playUntil(
      ({ place }) => place.type === "course" && place.end !== null,
      async (move) => {
        const column = page.locator(`[data-column="${Number(move) - 1}"]`).nth(3);
        await (way === "mouse" ? column.click() : column.tap());
      },
    );
    expect(guest.n_played).toBeGreaterThan(6);
    expect(await guest.visitor.status()).toMatch(/won|lost/);
    await page.getByRole("button", { name: "Next game" }).click();
    await page.getByText("You are yellow and begin.").waitFor();
    await page.getByRole("heading", { name: "Game 2" }).waitFor();
    await guest.visitor.leave();
  });

  it("waits for somebody who connects", async () => {
    const visitor = await Visitor.come();
    const { page } = visitor;
    await page.goto("/elsewhere");
    await page.getByRole("radio", { name: /Connect Four/ }).check();
    await page.getByRole("radio", { name: "Wait for somebody" }).check();
    await page.getByLabel("Server").fill("127.0.0.1");
    await page.getByLabel("Port").fill("0");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    const address = await page.locator("code").textContent();
    const other = spawn(programme, [
      "connect",
      address ?? "",
      "--as",
      "level1",
      "--games",
      "1",
      "--known",
      "/dev/null",
    ]);
    await page.getByText("You are yellow and begin.").waitFor();
    await page.locator("[role=grid]").waitFor();
    await page.keyboard.press("4");
    await page.locator("[data-status]", { hasText: "It is your turn" }).waitFor();
    other.kill();
    await page.getByText("The other side has ended the connection").waitFor();
    await visitor.leave();
  });
});

describe("Backgammon of 2006", () => {
  it("has a hall with users, games and talk, and a round is played there", async () => {
    const anna = await Guest.at("welfenlab", "anna");
    const bert = await Guest.at("welfenlab", "bert");
    await anna.page.getByRole("region", { name: "Who is here" }).getByText("bert").waitFor();

    await bert.page.getByRole("combobox", { name: "To" }).selectOption("anna");
    await bert.page.getByLabel("Say something").fill("hello there");
    await bert.page.getByRole("button", { name: "Send" }).click();
    await anna.page.getByText("hello there").waitFor();

    await anna.page.getByLabel("Number of rounds").fill("2");
    await anna.page.getByLabel("Password of the game").fill("swordfish");
    await anna.page.getByRole("button", { name: "Create a game" }).click();
    await anna.page.getByRole("heading", { name: /You sit in game/ }).waitFor();
    const games = bert.page.getByRole("region", { name: "Games" });
    await games.getByText("with a password").waitFor();
    expect(await games.textContent()).toContain("Rounds: 2");
    await anna.page.getByRole("button", { name: "Leave the game" }).click();
    await games.getByText("There are no games yet.").waitFor();
    await bert.visitor.leave();

    await anna.page.getByLabel("Number of rounds").fill("1");
    await anna.page.getByRole("button", { name: "Create a game" }).click();
    await anna.page.getByRole("button", { name: "Begin the round" }).click();
    await anna.page.getByText("against").waitFor();
    const isOver = ({ place }: VisitView) => place.type === "hall" && place.rounds.length === 1;
    await anna.playUntil(isOver, (move) => anna.type(move));
    await anna.page.getByText(/Round 1: (won|lost)/).waitFor();
    await anna.visitor.leave();
  });

  it("goes on, and is heard, while one plays at a table of one's own", async () => {
    const carl = await Guest.at("welfenlab", "carl");
    await carl.page.getByRole("region", { name: "Who is here" }).getByText("carl").waitFor();
    await carl.page.getByRole("link", { name: "Brettwerk", exact: true }).click();
    await carl.page.getByRole("radio", { name: "Computer" }).check();
    await carl.page.getByRole("button", { name: "Play Connect Four" }).click();
    await carl.page.waitForURL("**/table/*");
    const dora = await Guest.at("welfenlab", "dora");
    await dora.page.getByLabel("Say something").fill("are you there");
    await dora.page.getByRole("button", { name: "Send" }).click();
    await carl.page.getByText("dora: are you there").waitFor();
    await carl.page.getByRole("link", { name: "Look there" }).click();
    await carl.page.getByRole("log").getByText("are you there").waitFor();
    await carl.page.getByRole("button", { name: "Disconnect" }).click();
    await carl.page.getByRole("button", { name: /^welfenlab:\/\/carl@127/ }).click();
    expect(await carl.page.getByLabel("User name").inputValue()).toBe("carl");
    await dora.visitor.leave();
    await carl.visitor.leave();
  });
});

describe("Blokus of Freebloks", () => {
  it("has seats, games, advice and taking back, and a game is played to the end", async () => {
    const ada = await Guest.at("freebloks", "Ada");
    const { page } = ada;
    await page.getByRole("region", { name: "Seats" }).getByRole("combobox").selectOption("junior");
    // Junior has two colors.
    await page.getByRole("button", { name: "Sit down as Yellow" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Sit down as Blue" }).click();
    await page.getByText("Ada (you)").waitFor();
    await page.getByLabel("Say something").fill("good luck");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("log").getByText("good luck").waitFor();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.locator("[data-status]", { hasText: "It is your turn" }).waitFor();
    await page.getByRole("button", { name: "Ask the server" }).click();
    await page.waitForFunction(() => document.querySelector("section.board .hint") !== null);
    const [first] = ada.moves;
    await ada.type(first ?? "");
    for (let tries = 0; (ada.n_played < 2 || !ada.moves.length) && tries < 500; tries++)
      await page.waitForTimeout(20);
    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByRole("log").getByText("The last stone is taken back").first().waitFor();
    const isOver = ({ place }: VisitView) => place.type === "room" && place.is_over;
    await ada.playUntil(isOver, (move) => ada.type(move));
    await page.getByText("The game is over").first().waitFor();
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await ada.visitor.leave();
  });

  it("begins at once if that is wanted", async () => {
    const ada = await Guest.at("freebloks", "Ada", PHONE, true);
    await ada.page.locator("[data-status]", { hasText: "It is your turn" }).waitFor();
    await ada.visitor.leave();
  });
});
