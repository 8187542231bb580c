// Play on servers of original programs: those that `brett serve` speaks for, with a player of ours opposite.

import { spawn } from "node:child_process";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { written } from "../src/boards/words";
import { say } from "../src/i18n/text";
import type { VisitView } from "../src/protocol/messages";
import { inNotation, turnsOf } from "../src/table/turns";
import { violations } from "./accessibility";
import { Guest } from "./guest";
import { type Originals, PROTOCOLS, type Protocol, startOriginals } from "./originals";
import { program } from "./server";
import { DESKTOP, PHONE, Visitor } from "./visitor";

let server: Originals;

beforeAll(async () => {
  const players = [
    "--welfenlab-fill",
    "level1",
    "--praktikum-player",
    "level1",
    "--freebloks-player",
    "greedy",
  ];
  server = await startOriginals(players);
});
afterAll(() => server.stop());

/** A name where the protocol has names. */
const named = (protocol: Protocol, name: string) => (protocol === "praktikum" ? {} : { name });

const isOver = ({ place }: VisitView) =>
  place.type === "hall"
    ? place.rounds.length > 0
    : place.type === "room"
      ? place.is_over
      : place.end !== null;

describe("Connect Four of the course", () => {
  it.each([
    ["mouse", DESKTOP],
    ["finger", PHONE],
  ] as const)("is played to the end by %s, and once more with the other color", async (way, device) => {
    const guest = await Guest.at(server, "praktikum", { device });
    const { page } = guest;
    await page.getByText("You're red; yellow goes first.").waitFor();
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
    await page.getByText("You're yellow and go first.").waitFor();
    await page.getByRole("heading", { name: "Game 2" }).waitFor();
    await guest.leave();
  });

  it("waits for somebody who connects", async () => {
    const visitor = await Visitor.come();
    const { page } = visitor;
    await page.goto("/elsewhere");
    await page.getByRole("radio", { name: /Connect Four/ }).check();
    await page.getByRole("radio", { name: "Wait for someone" }).check();
    await page.getByLabel("Server").fill("127.0.0.1");
    await page.getByLabel("Port").fill("0");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    const address = await page.locator("code").textContent();
    const other = spawn(program, [
      "connect",
      address ?? "",
      "--as",
      "level1",
      "--games",
      "1",
      "--known",
      "/dev/null",
    ]);
    await page.getByText("You're yellow and go first.").waitFor();
    await page.locator("[role=grid]").waitFor();
    await page.keyboard.press("4");
    await page.locator("[data-status]", { hasText: "Your turn" }).waitFor();
    other.kill();
    await page.getByText("The other side has ended the connection").waitFor();
    await visitor.leave();
  });
});

describe("Backgammon of 2006", () => {
  it("has a hall with users, games and talk, and a round is played there", async () => {
    const anna = await Guest.at(server, "welfenlab", { name: "anna" });
    const bert = await Guest.at(server, "welfenlab", { name: "bert" });
    await anna.page.getByRole("region", { name: "Online" }).getByText("bert").waitFor();

    await bert.page.getByRole("combobox", { name: "To" }).selectOption("anna");
    await bert.page.getByRole("textbox", { name: "Message" }).fill("hello there");
    await bert.page.getByRole("button", { name: "Send" }).click();
    await anna.page.getByText("hello there").waitFor();

    await anna.page.getByLabel("Number of rounds").fill("2");
    await anna.page.getByLabel("Game password").fill("swordfish");
    await anna.page.getByRole("button", { name: "Create a game" }).click();
    await anna.page.getByRole("heading", { name: /You're in game/ }).waitFor();
    const games = bert.page.getByRole("region", { name: "Games" });
    await games.getByText("password").waitFor();
    expect(await games.textContent()).toContain("Rounds: 2");
    await anna.page.getByRole("button", { name: "Leave the game" }).click();
    await games.getByText("No games yet.").waitFor();
    await bert.leave();

    await anna.page.getByLabel("Number of rounds").fill("1");
    await anna.page.getByRole("button", { name: "Create a game" }).click();
    await anna.page.getByRole("button", { name: "Start the round" }).click();
    await anna.page.getByText("against").waitFor();
    await anna.playUntil(isOver, (move) => anna.type(move));
    await anna.page.getByText(/Round 1: (won|lost)/).waitFor();
    await anna.leave();
  });

  it("goes on, and is heard, while one plays at a table of one's own", async () => {
    const carl = await Guest.at(server, "welfenlab", { name: "carl" });
    await carl.page.getByRole("region", { name: "Online" }).getByText("carl").waitFor();
    await carl.page.getByRole("link", { name: "Brettwerk", exact: true }).click();
    await carl.page.getByRole("radio", { name: "Computer" }).check();
    await carl.page.getByRole("button", { name: "Play Connect Four" }).click();
    await carl.page.waitForURL("**/table/*");
    const dora = await Guest.at(server, "welfenlab", { name: "dora" });
    await dora.page.getByRole("textbox", { name: "Message" }).fill("are you there");
    await dora.page.getByRole("button", { name: "Send" }).click();
    await carl.page.getByText("dora: are you there").waitFor();
    await carl.page.getByLabel("Answer dora").fill("yes, playing");
    await carl.page.getByLabel("Answer dora").press("Enter");
    await dora.page.getByRole("log").getByText("yes, playing").waitFor();
    await carl.page.getByRole("link", { name: "Go there" }).click();
    await carl.page.getByRole("log").getByText("are you there").waitFor();
    await carl.page.getByRole("button", { name: "Disconnect" }).click();
    await carl.page.getByRole("button", { name: /^welfenlab:\/\/carl@127/ }).click();
    expect(await carl.page.getByLabel("User name").inputValue()).toBe("carl");
    await dora.leave();
    await carl.leave();
  });
});

describe("Blokus of Freebloks", () => {
  it("has seats, games, advice and taking back, and a game is played to the end", async () => {
    const ada = await Guest.at(server, "freebloks", { name: "Ada" });
    const { page } = ada;
    await page.getByRole("region", { name: "Seats" }).getByRole("combobox").selectOption("junior");
    // Junior has two colors.
    await page.getByRole("button", { name: "Play Yellow" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Play Orange" }).click();
    await page.getByText("Ada (you)").waitFor();
    await page.getByRole("textbox", { name: "Message" }).fill("good luck");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("log").getByText("good luck").waitFor();
    await page.getByRole("button", { name: "Start game", exact: true }).click();
    await page.locator("[data-status]", { hasText: "Your turn" }).waitFor();
    await page.getByRole("button", { name: "Ask the server for a hint" }).click();
    await page.waitForFunction(() => document.querySelector("section.board .hint") !== null);
    const [first] = ada.moves;
    await ada.type(first ?? "");
    for (let tries = 0; (ada.n_played < 2 || !ada.moves.length) && tries < 500; tries++)
      await page.waitForTimeout(20);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("log").getByText("The last stone is taken back").first().waitFor();
    await ada.playUntil(isOver, (move) => ada.type(move));
    await page.getByText("Game over").first().waitFor();
    await page.getByRole("button", { name: "Rematch" }).waitFor();
    await ada.leave();
  });

  it("is played by several local players in one browser", async () => {
    const ada = await Guest.at(server, "freebloks", { name: "Ada", atOnce: true, seats: 3 });
    await ada.see(({ place }) => place.type === "room" && place.is_running);
    const place = ada.view?.place;
    expect(place?.type === "room" && place.seats.filter((seat) => seat.is_mine).length).toBe(3);
    // The colors take turns, and each is played here.
    const movers = new Set<number>();
    await ada.playUntil(
      () => movers.size === 3,
      async (move) => {
        movers.add(ada.view?.board?.seat ?? 0);
        await ada.type(move);
      },
    );
    expect([...movers].every((seat) => seat > 0)).toBe(true);
    await ada.leave();
  });

  it("begins at once if that is wanted", async () => {
    const ada = await Guest.at(server, "freebloks", { name: "Ada", device: PHONE, atOnce: true });
    await ada.page.locator("[data-status]", { hasText: "Your turn" }).waitFor();
    await ada.leave();
  });
});

describe("a computer", () => {
  it.each(PROTOCOLS)("plays a whole game of %s for somebody who looks on", async (protocol) => {
    const guest = await Guest.at(server, protocol, { ...named(protocol, "robot"), atOnce: true, level: 2 });
    const { page } = guest;
    await guest.playUntil(isOver, async () => {});
    expect(guest.view?.computer).toBe(2);
    expect(guest.n_played).toBeGreaterThan(6);
    // What was played is listed, turn by turn: the roll stands before the play.
    const moves = page.locator("[data-panel=moves] li .text");
    const board = guest.view?.board;
    if (!board) throw new Error("there is a board");
    const words = { move: (text: string) => written(board.game, (entry) => say("en", entry), text) };
    const turns = turnsOf(board.played.map((play) => ({ ...play, spent: null })));
    const lines = turns.map((turn) => inNotation(turn, { ...words, roll: (text) => text }));
    expect(await moves.allTextContents()).toEqual(lines);
    if (protocol === "welfenlab") expect(lines[0]).toMatch(/^[1-6]{2}: /);
    await guest.leave();
  });

  it("can be switched on and off during a game", async () => {
    const guest = await Guest.at(server, "praktikum");
    const { page } = guest;
    await page.locator("[data-status]", { hasText: "Your turn" }).waitFor();
    await page.getByRole("radio", { name: "A computer plays for me" }).check();
    await guest.see(() => guest.n_played >= 5);
    await page.getByRole("radio", { name: "I play" }).check();
    await guest.see(({ computer }) => !computer);
    await guest.leave();
  });
});

describe("a visit", () => {
  it.each(PROTOCOLS)("of %s goes on where it was when the page is loaded again", async (protocol) => {
    const guest = await Guest.at(server, protocol, { ...named(protocol, "dora"), atOnce: true });
    const { page } = guest;
    const play = (move: string) => (protocol === "praktikum" ? page.keyboard.press(move) : guest.type(move));
    await guest.playUntil(
      ({ board }) => (board?.played.length ?? 0) >= 4 && (board?.drawing.moves.length ?? 0) > 0,
      play,
    );
    const before = guest.view;
    guest.view = null;
    await page.reload();
    expect(await guest.see()).toEqual(before);
    await page.locator("[data-status]", { hasText: "Your turn" }).waitFor();
    await guest.playUntil(isOver, play);
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Connect", exact: true }).waitFor();
    await guest.leave();
  });
});

/** Waits for the board and for one's turn. */
async function untilTurn(page: Page): Promise<void> {
  await page.locator("[data-status]", { hasText: /Your turn|Du bist am Zug/ }).waitFor();
}

describe("everybody's access", () => {
  const cases = PROTOCOLS.flatMap((protocol) => [
    [protocol, "a desk", DESKTOP] as const,
    [protocol, "a phone", PHONE] as const,
  ]);
  it.each(cases)("is given in a visit of %s on %s", async (protocol: Protocol, _, device) => {
    const guest = await Guest.at(server, protocol, { ...named(protocol, "axe"), device, atOnce: true });
    const { page } = guest;
    await untilTurn(page);
    for (const appearance of ["light", "dark"])
      for (const language of ["en", "de"]) {
        // The page is loaded again with other settings, and the visit goes on.
        await page.goto(`/elsewhere?appearance=${appearance}&language=${language}`);
        await untilTurn(page);
        expect(await page.locator("html").getAttribute("lang")).toBe(language);
        if (process.env.BRETT_PICTURES) {
          const width = page.viewportSize()?.width;
          const path = `${process.env.BRETT_PICTURES}/${protocol}-${appearance}-${language}-${width}.png`;
          await page.screenshot({ path, fullPage: true });
        }
        expect(await violations(page), `${appearance}, ${language}`).toEqual([]);
      }
    await guest.leave();
  });
});
