// A position that is set up by hand, checked by the rules, and analyzed.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { violations } from "./accessibility";
import { DESKTOP, PATIENCE, PHONE, Visitor } from "./visitor";

describe("setting up a position", () => {
  it("refuses what cannot be with the reason, and opens what can on the analysis board", async () => {
    for (const size of [DESKTOP, PHONE]) {
      const anna = await Visitor.come(size);
      anna.forgive(/status of 400/);
      const { page } = anna;
      await page.goto("/analysis");
      await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "Connect Four" });
      await page.getByRole("button", { name: "Set up a position" }).click();
      const analyze = page.getByRole("button", { name: "Analyze this position" });
      await expect.poll(() => analyze.isEnabled(), { timeout: PATIENCE }).toBe(true);
      await page.getByRole("gridcell", { name: "d3: empty" }).click();
      await page.getByRole("alert").waitFor({ timeout: PATIENCE });
      expect(await analyze.isEnabled()).toBe(false);
      await page.getByRole("gridcell", { name: /^d3: / }).click();
      await page.getByRole("gridcell", { name: "d1: empty" }).click();
      await expect.poll(() => analyze.isEnabled(), { timeout: PATIENCE }).toBe(true);
      expect(await violations(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(width, "nothing is wider than the screen").toBeLessThanOrEqual(0);
      await analyze.click();
      await page.getByRole("region", { name: "Moves and variations" }).waitFor({ timeout: PATIENCE });
      await expect.poll(() => page.locator(".disc").count(), { timeout: PATIENCE }).toBe(1);
      for (const [kind, begins] of [
        ["SVG", "<svg"],
        ["PNG", "\u0089PNG"],
      ] as const) {
        const [saved] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: kind }).click(),
        ]);
        expect(readFileSync(await saved.path(), "latin1").slice(0, begins.length)).toBe(begins);
      }
      await page.getByRole("button", { name: "Edit position" }).click();
      await page.getByRole("gridcell", { name: /^d1: Yellow/ }).waitFor({ timeout: PATIENCE });
      await anna.leave();
    }
  });

  it("takes checkers, dice and cube of backgammon", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await page.goto("/analysis");
    await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "Backgammon" });
    await page.getByRole("button", { name: "Set up a position" }).click();
    const analyze = page.getByRole("button", { name: "Analyze this position" });
    await page.getByRole("combobox", { name: "Next" }).selectOption({ label: "play a roll" });
    await page.getByRole("combobox", { name: "Die 1" }).selectOption("6");
    await page.getByRole("combobox", { name: "Cube", exact: true }).selectOption("2");
    await page.getByRole("combobox", { name: "Cube belongs to" }).selectOption({ index: 1 });
    await expect.poll(() => analyze.isEnabled(), { timeout: PATIENCE }).toBe(true);
    expect(await violations(page)).toEqual([]);
    await analyze.click();
    await page.getByRole("region", { name: "Moves and variations" }).waitFor({ timeout: PATIENCE });
    await anna.leave();
  });
});
