// Every command says in a few words what it does, on every page and at every board, in both languages.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PAGES } from "./pages";
import { DESKTOP, PHONE, Visitor } from "./visitor";

const BOARDS = [
  ["Connect Four", "Vier gewinnt"],
  ["Othello", "Othello"],
  ["Backgammon", "Backgammon"],
  ["Blokus", "Blokus"],
] as const;

/** Whatever somebody presses to have something done: not the squares of a board, which are places. */
const COMMANDS =
  "button, summary, label.button, a.button, [role=button], [role=menuitem], :is(header, footer, nav, dialog) a";

/** The commands, in what is folded as well, that have no help, or one that tells no more than their name does. */
async function silent(page: Page): Promise<string[]> {
  return page.evaluate((commands) => {
    const plain = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim().toLowerCase();
    const isCommand = (element: Element) =>
      element.getClientRects().length > 0 &&
      !element.closest("[role=grid]") &&
      !element.classList.contains("skip");
    const folded = [...document.querySelectorAll("details:not([open])")] as HTMLDetailsElement[];
    for (const details of folded) details.open = true;
    const found = [...document.querySelectorAll<HTMLElement>(commands)].filter(isCommand);
    const isSilent = found.flatMap((command) => {
      const help = plain(command.title);
      const name = plain(command.getAttribute("aria-label") ?? command.textContent);
      const isSaid = help !== "" && help !== name && help !== plain(command.textContent);
      return isSaid ? [] : [`${command.outerHTML.slice(0, 160)}: ${help || "nothing"}`];
    });
    for (const details of folded) details.open = false;
    return isSilent;
  }, COMMANDS);
}

describe.each([
  ["en", "a desktop", DESKTOP],
  ["de", "a phone", PHONE],
] as const)("in %s on %s", (locale, _, device) => {
  it("every command of every page says what it does", async () => {
    const anna = await Visitor.come({ ...device, locale });
    const { page } = anna;
    for (const path of [...PAGES, "/new/blokus"]) {
      await page.goto(path);
      await page.locator("h1").waitFor();
      await page.waitForLoadState("networkidle");
      expect(await silent(page), path).toEqual([]);
    }
    await anna.leave();
  });

  it("every line of the menu and every answer to a question says what it does", async () => {
    const anna = await Visitor.come({ ...device, locale });
    const { page } = anna;
    await page.goto("/");
    await page.locator("h1").waitFor();
    await page.keyboard.press("Escape");
    const lines = page.locator("dialog li :is(a, button)");
    await lines.first().waitFor();
    expect(await lines.count()).toBe(16);
    expect(await silent(page)).toEqual([]);
    await anna.leave();
  });

  it.each(BOARDS)("every command at a table of %s says what it does", async (english, german) => {
    const anna = await Visitor.come({ ...device, locale });
    const { page } = anna;
    const word = (en: string, de: string) => (locale === "en" ? en : de);
    const all = async (where: string) => expect(await silent(page), where).toEqual([]);
    await page.goto("/");
    await page.getByRole("radio", { name: word("Pass and play", "Zu zweit hier") }).check();
    if (english === "Blokus") {
      await page.getByLabel(word("Variant of Blokus", "Variante von Blokus")).selectOption("duo");
    }
    const play = word(`Play ${english}`, `${german} spielen`);
    await page.getByRole("button", { name: play }).click();
    await page.locator("[role=grid]").first().waitFor();
    // Folded panels show their commands only when they are open.
    const folded = page.locator("[data-panel] .fold[aria-expanded=false]");
    while (await folded.count()) await folded.first().click();
    await all("before the first move");
    const roll = page.locator(".controls button.main");
    if (english === "Backgammon") {
      await roll.click();
      await page.locator(".controls .icon").first().waitFor();
      await all("with dice to play");
    }
    if (english === "Blokus") {
      await page.locator(".piece.fits").first().click();
      await all("with a piece in the hand");
    }
    await page.getByRole("button", { name: word("Resign", "Aufgeben") }).click();
    await page.getByRole("alertdialog").waitFor();
    await all("before giving up");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: word("Yes", "Ja") })
      .click();
    if (english === "Backgammon") {
      // The other side answers how much is given up.
      const accept = page.getByRole("button", { name: word("Accept", "Annehmen") });
      await accept.waitFor();
      await all("with an offer");
      await accept.click();
    }
    await page.getByRole("button", { name: word("Rematch", "Revanche") }).waitFor();
    await all("after the game");
    await page.getByRole("link", { name: word("Analyze", "Analysieren") }).click();
    await page.getByRole("slider").waitFor();
    await all("in the replay");
    await anna.leave();
  });

  it("every command of the waiting room says what it does, and of the question before one leaves a game", async () => {
    const [anna, bert] = [
      await Visitor.come({ ...device, locale }),
      await Visitor.come({ ...device, locale }),
    ];
    const { page } = anna;
    const word = (en: string, de: string) => (locale === "en" ? en : de);
    await page.goto("/");
    await page.getByRole("radio", { name: word("A friend", "Ein Freund") }).check();
    await page.getByRole("button", { name: word("Play Othello", "Othello spielen") }).click();
    const link = page.getByLabel(word("Invite link", "Einladungslink"));
    await link.waitFor();
    expect(await silent(page), "waiting").toEqual([]);
    await bert.page.goto(new URL(await link.inputValue()).pathname);
    const sit = bert.page.getByRole("button", { name: word("Sit here", "Hier sitzen") });
    await sit.waitFor();
    expect(await silent(bert.page), "invited").toEqual([]);
    await sit.click();
    await page.locator("[role=grid]").waitFor();
    await page.getByRole("link", { name: "Brettwerk", exact: true }).click();
    await page.getByRole("dialog").waitFor();
    expect(await silent(page), "leaving").toEqual([]);
    await Promise.all([anna.leave(), bert.leave()]);
  });
});
