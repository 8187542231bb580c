// The end of a game, the way back to one that goes on, and what is heard of it elsewhere.

import { describe, expect, it } from "vitest";
import { violations } from "./accessibility";
import { PHONE, Visitor } from "./visitor";

/** Ends the game on the board by giving it up. */
async function resign({ page }: Visitor): Promise<void> {
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("button", { name: "Yes" }).click();
}

describe("the end of a game", () => {
  it("is told by a card that has the focus and leads on", async () => {
    const anna = await Visitor.playing("Connect Four", "Computer");
    const { page } = anna;
    await page.keyboard.press("4");
    await anna.untilPlayed(2);
    await resign(anna);
    const card = page.getByRole("region", { name: /wins/ });
    await card.waitFor();
    expect(await anna.status()).toMatch(/^Computer, level 1 wins\.\s+You resigned\.$/);
    expect(await card.evaluate((it) => it === document.activeElement)).toBe(true);
    // Nothing hangs over the board, wherever the mouse is.
    await page.locator("[data-column]").nth(2).hover();
    expect(await page.locator(".ghost").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Rematch");
    expect(await card.getByRole("link", { name: "Download" }).getAttribute("href")).toMatch(/\/record$/);
    // What was good and what was not is one press away, and begins by itself.
    await card.getByRole("link", { name: "Analyze" }).click();
    await page.waitForURL("**/replay/*");
    await page.getByRole("heading", { name: "Biggest mistakes" }).waitFor();
    await anna.leave();
  });

  it("can be shared by a link that anybody can open", async () => {
    const anna = await Visitor.come();
    await anna.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await anna.begin("Connect Four", "Computer");
    await resign(anna);
    await anna.page.getByRole("button", { name: "Share" }).click();
    await anna.page.getByRole("button", { name: "Link copied" }).waitFor();
    const link = await anna.page.evaluate(() => navigator.clipboard.readText());
    const bert = await Visitor.at(new URL(link).pathname);
    await bert.page.getByRole("button", { name: "Analyze this game" }).waitFor();
    await anna.leave();
    await bert.leave();
  });

  it.each(["portrait", "landscape"] as const)("fits a phone, %s", async (way) => {
    const viewport = way === "portrait" ? { width: 390, height: 844 } : { width: 844, height: 390 };
    const anna = await Visitor.come({ ...PHONE, viewport });
    await anna.begin("Othello", "Computer");
    await resign(anna);
    await anna.page.getByRole("button", { name: "Rematch" }).waitFor();
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
    await anna.leave();
  });
});

describe("a game that goes on", () => {
  it("is found again from everywhere, with whose turn it is", async () => {
    const [anna, bert] = await Visitor.two();
    const table = new URL(anna.page.url()).pathname;
    // Nothing is at stake here, so that nobody is asked.
    await anna.page.getByRole("link", { name: "Lobby" }).first().click();
    const games = anna.page.getByRole("navigation", { name: "Your games" });
    await games.getByRole("link").first().waitFor();
    const [first, second] = (await bert.status()) === "Your turn" ? [bert, anna] : [anna, bert];
    if (first === bert) {
      await bert.page.keyboard.press("4");
      await games.getByText("Your turn").waitFor();
      expect(await anna.page.title()).toMatch(/^\(1\) /);
    } else {
      await games.getByText("Your turn").waitFor();
    }
    expect([first, second]).toContain(anna);
    await anna.page.goto("/");
    const home = anna.page.getByRole("region", { name: "Your games" });
    await home.getByText("Your turn").waitFor();
    await home.getByRole("link", { name: "Resume" }).first().click();
    await anna.page.waitForURL(`**${table}`);
    await anna.page.locator("[role=grid]").waitFor();
    await anna.leave();
    await bert.leave();
  });

  it("with a clock is left only by who means it, also by the browser's own button", async () => {
    const anna = await Visitor.at("/lobby");
    const bert = await Visitor.at("/lobby");
    for (const { page } of [anna, bert]) {
      await page.locator(".seek select").first().selectOption("othello");
      await page.getByRole("button", { name: "Find opponent" }).click();
    }
    await anna.page.waitForURL("**/table/*");
    await anna.page.locator("[role=grid]").waitFor();
    const question = anna.page.getByRole("dialog", { name: "Leave this game?" });
    await anna.page.getByRole("link", { name: "Watch" }).first().click();
    await question.waitFor();
    await question.getByRole("button", { name: "Keep playing" }).click();
    await anna.page.goBack();
    await question.waitFor();
    expect(anna.page.url()).toContain("/table/");
    await question.getByRole("button", { name: "Leave for now" }).click();
    await anna.page.waitForURL("**/lobby");
    await anna.page.getByRole("navigation", { name: "Your games" }).getByRole("link").first().click();
    await anna.page.locator("[role=grid]").waitFor();
    await anna.leave();
    await bert.leave();
  });
});

describe("whoever is asked to play", () => {
  it("is told by whom and to what, and plays by one press", async () => {
    const anna = await Visitor.at("/lobby");
    const bert = await Visitor.at("/lobby");
    const name = (await bert.page.locator(".person").textContent())?.trim() ?? "";
    await anna.page.locator(".seek select").first().selectOption("othello");
    await anna.page.getByRole("button", { name: `Challenge ${name}` }).click();
    await anna.page.waitForURL("**/table/*");
    await bert.page
      .getByText(/invites you to Othello/)
      .first()
      .waitFor();
    await bert.page.getByRole("link", { name: "Play", exact: true }).last().click();
    await bert.page.getByRole("heading", { name: /invites you to Othello/ }).waitFor();
    expect(await violations(bert.page)).toEqual([]);
    await bert.page.getByRole("button", { name: "Play", exact: true }).click();
    await bert.page.locator("[role=grid]").waitFor();
    await anna.page.locator("[role=grid]").waitFor();
    await anna.leave();
    await bert.leave();
  });

  it("joins an open game from the lobby by one press", async () => {
    const anna = await Visitor.at("/new/connect4");
    await anna.page.getByLabel(/^Seat 2:/).selectOption({ label: "Open seat" });
    await anna.page.getByRole("button", { name: "Start game" }).click();
    await anna.page.getByLabel("Invite link").waitFor();
    const bert = await Visitor.at("/lobby");
    await bert.page.getByRole("link", { name: "Join" }).first().click();
    await bert.page.locator("[role=grid]").waitFor();
    await anna.page.locator("[role=grid]").waitFor();
    await anna.leave();
    await bert.leave();
  });
});

describe("keys", () => {
  it.each(["Connect Four", "Othello", "Backgammon"])(
    "of %s go to the board when a game begins, and never into the chat",
    async (game) => {
      const anna = await Visitor.playing(game, "Pass and play");
      const cell = () => anna.page.evaluate(() => document.activeElement?.getAttribute("role"));
      await anna.page.locator("[role=gridcell]:focus").waitFor();
      await anna.page.keyboard.press("ArrowLeft");
      expect(await cell()).toBe("gridcell");
      await anna.page.keyboard.press("Enter");
      expect(await anna.page.locator("[data-panel=chat] input:focus").count()).toBe(0);
      await anna.leave();
    },
  );
});

describe("the board of a table", () => {
  it.each([
    ["Backgammon", 844, 390, 330],
    ["Othello", 844, 390, 280],
    ["Blokus", 1024, 768, 440],
    ["Backgammon", 1024, 768, 600],
    ["Connect Four", 1440, 900, 560],
  ] as const)("of %s is wholly in a window of %d by %d", async (game, width, height, least) => {
    const anna = await Visitor.come({ viewport: { width, height }, locale: "en" });
    await anna.begin(game, "Pass and play");
    const surface = { Backgammon: ".area", Blokus: ".table .board" }[game as string] ?? "section.board svg";
    const box = await anna.page.locator(surface).first().boundingBox();
    expect(box?.width ?? 0).toBeGreaterThanOrEqual(least);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height + 1);
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await anna.leave();
  });

  it("stays where it is when the connection is lost", async () => {
    const anna = await Visitor.playing("Othello", "Pass and play");
    const where = () => anna.page.locator("section.board svg").first().boundingBox();
    const before = await where();
    await anna.page.context().setOffline(true);
    await anna.page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await anna.page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor();
    expect(await where()).toEqual(before);
    anna.forgive(/ERR_INTERNET_DISCONNECTED/);
    await anna.leave();
  });

  it("of a replay is wholly on a phone that lies on its side", async () => {
    const anna = await Visitor.come({ viewport: { width: 844, height: 390 }, locale: "en" });
    await anna.begin("Othello", "Pass and play");
    await anna.page.goto(anna.page.url().replace("/table/", "/replay/"));
    await anna.page.getByRole("slider").waitFor();
    const board = anna.page.locator("section.board svg").first();
    await board.waitFor();
    const box = await board.boundingBox();
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(260);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(391);
    await anna.leave();
  });

  it("and everything around it bear letters of twice the size", async () => {
    const anna = await Visitor.come({ viewport: { width: 1440, height: 900 }, locale: "en" });
    await anna.begin("Othello", "Computer");
    await anna.page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await anna.page.waitForTimeout(200);
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
    await anna.leave();
  });
});
