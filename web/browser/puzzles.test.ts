// Puzzles in the real page: solved on the board, given up, of a theme, of the day, and mistakes of one's own.

import { describe, expect, it } from "vitest";
import { violations } from "./accessibility";
import { DESKTOP, PATIENCE, PHONE, Visitor } from "./visitor";

const eventually = <T>(found: () => Promise<T>) => expect.poll(found, { timeout: PATIENCE });

const text = async ({ page }: Visitor, selector: string): Promise<string> =>
  (await page.locator(selector).textContent())?.trim() ?? "";

const status = (visitor: Visitor): Promise<string> => text(visitor, "[data-status]");

describe("puzzles", () => {
  it.each([
    ["desktop", DESKTOP],
    ["phone", PHONE],
  ])("are tried on the board, explained and followed by others (%s)", async (_, device) => {
    const anna = await Visitor.come(device);
    const { page } = anna;
    // One of those that ship: the third column wins, and then the first and the second.
    const id = "5ec7a463";
    await page.goto(`/puzzles/connect4/${id}`);
    await page.locator("[role=grid]").first().waitFor();
    await eventually(() => status(anna)).toMatch(/(Yellow|Red) to move: find the best move/);
    expect(await violations(page)).toEqual([]);

    // Whoever is wrong may try again, but has lost the point.
    await page.locator("[role=grid]").first().focus();
    await page.keyboard.press("1");
    await eventually(() => status(anna)).toMatch(/1 is not the best move/);
    const discs = () => page.locator(".disc").count();
    for (const [column, n_more] of [
      ["3", 2],
      ["1", 2],
      ["2", 1],
    ] as const) {
      const before = await discs();
      await page.keyboard.press(column);
      await eventually(discs).toBe(before + n_more);
      await eventually(() => status(anna)).toMatch(n_more === 2 ? /Right! The reply is 2/ : /Solved!/);
    }
    await page.getByRole("heading", { name: "Why" }).waitFor();
    expect(await page.getByText(/With the best move: /).count()).toBe(1);
    await page.getByRole("list", { name: "Move by move" }).getByRole("button").first().click();
    await page.keyboard.press("ArrowRight");
    await eventually(() => text(anna, "[aria-current=step]")).toMatch(/^[1-7]$/);
    expect(await violations(page)).toEqual([]);

    await page.getByRole("button", { name: "Next puzzle" }).click();
    await eventually(async () => page.url().split("/").at(-1) !== id).toBe(true);
    await eventually(() => status(anna)).toMatch(/find the best move/);
    await page.getByText("0 of 1").waitFor();
    await anna.leave();
  });

  it("of a theme are about it, and the one of the day is the same for everybody", async () => {
    const [anna, bert] = await Promise.all([Visitor.come(), Visitor.come()]);
    await anna.page.goto("/puzzles/othello");
    await anna.page.getByRole("combobox", { name: "Theme" }).selectOption({ index: 1 });
    await anna.page.getByRole("button", { name: "Hint" }).click();
    await eventually(() => text(anna, "[data-themes]")).toMatch(/corner/);
    const daily = async ({ page }: Visitor) => {
      await page.goto("/puzzles/othello");
      return page.getByRole("link", { name: /Puzzle of the day/ }).getAttribute("href");
    };
    const address = await daily(anna);
    expect(address).toMatch(/^\/puzzles\/othello\/[0-9a-f]{8}$/);
    expect(await daily(bert)).toBe(address);
    await Promise.all([anna.leave(), bert.leave()]);
  });

  it("of backgammon have boards and buttons for the cube, and those of Blokus have pieces", async () => {
    const anna = await Visitor.come();
    for (const game of ["backgammon", "blokus"]) {
      await anna.page.goto(`/puzzles/${game}`);
      await eventually(() => status(anna)).toMatch(/to move: find the best move/);
      expect(await violations(anna.page)).toEqual([]);
    }
    await anna.leave();
  });

  it("are German where the page is, and in the menu", async () => {
    const anna = await Visitor.come({ ...DESKTOP, locale: "de-DE" });
    const { page } = anna;
    await page.goto("/");
    await page.locator("h1").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").getByRole("link", { name: "Aufgaben" }).click();
    await eventually(() => status(anna)).toMatch(/am Zug: Finde den besten Zug/);
    await page.getByRole("link", { name: "Meine Fehler" }).click();
    await page.getByText(/Du hast keine Fehler zu üben/).waitFor();
    expect(await violations(page)).toEqual([]);
    await anna.leave();
  });
});
