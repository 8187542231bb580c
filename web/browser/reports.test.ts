// The report about a whole game, from the button to the page that is saved.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { violations } from "./accessibility";
import { DESKTOP, PATIENCE, PHONE, Visitor } from "./visitor";

const GAME = "f5d6c3d3c4f4f6f3";

describe("the report about a game", () => {
  it("is made of a pasted game, leads to its turning points, and is saved as a page", async () => {
    for (const size of [DESKTOP, PHONE]) {
      const anna = await Visitor.come(size);
      const { page } = anna;
      await page.goto("/replay");
      await page.getByRole("textbox").fill(GAME);
      await page.getByRole("button", { name: "Replay", exact: true }).click();
      await page.getByRole("button", { name: "Full report" }).click();
      const table = page.getByRole("table", { name: "Figures of the players" });
      await table.waitFor({ timeout: PATIENCE });
      expect(await table.getByRole("row", { name: /Lost per move/ }).textContent()).toContain("discs");
      expect(await violations(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(width, "nothing is wider than the screen").toBeLessThanOrEqual(0);
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Save as page" }).click(),
      ]);
      const html = readFileSync(await saved.path(), "utf8");
      expect(html).toContain("<svg");
      expect(html).not.toContain("<script");
      await anna.leave();
    }
  });
});
