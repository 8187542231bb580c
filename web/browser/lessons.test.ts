// The introductions to the rules on the real board: every step of every game can be made.

import { describe, expect, it } from "vitest";
import { LESSONS } from "../src/lessons/lessons";
import { violations } from "./accessibility";
import { DESKTOP, PATIENCE, PHONE, Visitor } from "./visitor";

const eventually = <T>(found: () => Promise<T>) => expect.poll(found, { timeout: PATIENCE });

describe("the introduction", () => {
  it.each(LESSONS)("to $game leads through all its steps", async ({ game, steps }) => {
    const anna = await Visitor.come();
    const { page } = anna;
    await page.goto(`/learn/${game}`);
    for (const [idx, { praise }] of steps.entries()) {
      await page.getByText(`Step ${idx + 1} of ${steps.length}`).waitFor();
      await page.getByRole("button", { name: "Show me" }).click();
      await page.getByText(String(praise.en)).waitFor();
      if (idx === 0) expect(await violations(page)).toEqual([]);
      if (idx + 1 < steps.length) await page.getByRole("button", { name: "Next", exact: true }).click();
    }
    await page.getByRole("link", { name: "Play a game" }).waitFor();
    await anna.leave();
  });

  it("waits for the move that is meant, made by keys, and is offered before the first game", async () => {
    const anna = await Visitor.come(PHONE);
    const { page } = anna;
    await page.goto("/new/connect4");
    await page.getByRole("link", { name: "Learn the rules" }).click();
    await page.getByText("Step 1 of 6").waitFor();
    await page.getByRole("button", { name: "Go to step 2" }).click();
    await page.getByText(/complete the row/).waitFor();
    const board = page.locator("[role=grid]").first();
    await board.focus();
    await page.keyboard.press("1");
    await page.getByText("That is allowed, but try another move.").waitFor();
    await page.keyboard.press("7");
    await page.getByText("Four in a row: you win.").waitFor();
    expect(await violations(page)).toEqual([]);
    await anna.leave();
  });

  it("speaks German where the page does", async () => {
    const anna = await Visitor.come({ ...DESKTOP, locale: "de-DE" });
    await anna.page.goto("/learn/othello");
    await anna.page.getByRole("button", { name: "Zeig es mir" }).click();
    await eventually(() => anna.page.locator("[data-status]").textContent()).toMatch(/gehört jetzt dir/);
    await anna.leave();
  });
});
