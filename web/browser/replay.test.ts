// A game is judged afterwards: its course, its largest mistakes, what would have been better, and playing on from there.

import { describe, expect, it } from "vitest";
import { violations } from "./accessibility";
import { contrast, rgbOf } from "./eyes";
import { DESKTOP, PHONE, Visitor } from "./visitor";

/** Yellow leaves the middle and is lost, and red gives the game back at once. */
const WITH_MISTAKES = "44443331262";

/** Plays these moves by keys at a table of Connect Four, and lets the server judge them. */
async function judged(anna: Visitor, columns: string): Promise<void> {
  const { page } = anna;
  await anna.begin("Connect Four", "Pass and play");
  for (const [ply, column] of [...columns].entries()) {
    await page.keyboard.press(column);
    await anna.untilPlayed(ply + 1);
  }
  await page.goto(page.url().replace("/table/", "/replay/"));
  await page.getByRole("button", { name: "Analyze this game" }).click();
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
}

describe("the analysis of a game", () => {
  it("shows the course and the largest mistakes, shows better, and lets one play on from there", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await judged(anna, WITH_MISTAKES);

    const first = page.locator("section li").filter({ hasText: "Move 5, Yellow: 3" });
    expect(await first.textContent()).toMatch(
      /Blunder: gave away the win\..*loses in \d+ moves.*Better: 4 \(wins in \d+ moves\)/,
    );
    expect(await page.getByRole("img", { name: /Evaluation move by move/ }).count()).toBe(1);
    await first.getByRole("button", { name: "Show best move" }).click();
    await page.getByText(`4/${WITH_MISTAKES.length}`).waitFor();
    await page.locator(".hint").first().waitFor();
    await page.getByRole("img", { name: /^Yellow: 100 %, wins in/ }).waitFor();

    await first.getByRole("button", { name: "Play on from here" }).click();
    await page.waitForURL("**/table/*");
    await page.getByText("Your turn").first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".disc").length === 4);
    await page.keyboard.press("4");
    await anna.untilPlayed(1);
    await anna.leave();
  });
});

describe("an analysis that is open", () => {
  it.each(["light", "dark"] as const)("has no violation that axe knows, %s", async (colorScheme) => {
    const anna = await Visitor.come({ ...DESKTOP, colorScheme });
    await judged(anna, WITH_MISTAKES);
    await anna.page.getByRole("button", { name: "Show best move" }).first().click();
    await anna.page.locator(".hint").first().waitFor();
    expect(await violations(anna.page)).toEqual([]);
    await anna.leave();
  });
});

describe("values of moves", () => {
  it.each([
    ["Connect Four", "Connect Four", undefined, /^(wins|loses) in \d+ moves?$|^drawn$/],
    ["Othello", "Othello", undefined, /^about [+−]?\d+(\.\d)? discs$/],
    ["Backgammon", "Backgammon", undefined, /^equity [+−]\d\.\d{3}$/],
    ["Blokus for two", "Blokus", "Duo", /^\d+ % to win$/],
    ["Blokus for four", "Blokus", undefined, /^average place \d\.\d of 4$/],
  ] as const)("in %s are in the unit of the game", async (_, game, variant, words) => {
    const anna = await Visitor.come();
    const { page } = anna;
    await anna.begin(game, "Pass and play", variant);
    if (game === "Backgammon") await page.getByRole("button", { name: "Roll", exact: true }).first().click();
    await page.getByRole("button", { name: "Analysis", exact: true }).click();
    await page.getByLabel("Show move values").check();
    const panel = page.locator("[data-panel=analysis]");
    const value = panel.locator(".bar .value");
    await value.waitFor();
    expect(await value.textContent()).toMatch(words);
    expect(await panel.locator("tbody td").first().textContent()).toMatch(words);
    if (game === "Backgammon") await panel.getByText(/^Wins \d+\.\d % \(gammon/).waitFor();
    await anna.leave();
  });

  it("in backgammon are explained by the nine terms of 2006", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await anna.begin("Backgammon", "Pass and play");
    await page.getByRole("button", { name: "Roll", exact: true }).first().click();
    await page.getByRole("button", { name: "Analysis", exact: true }).click();
    await page.getByLabel("Show move values").check();
    const panel = page.locator("[data-panel=analysis]");
    await panel.getByRole("combobox", { name: "Evaluation" }).selectOption("welfenlab-2006:as-written");
    await panel.getByRole("button", { name: "Explain the moves" }).click();
    await panel.getByRole("rowheader", { name: "PROB_CHECKER_IS_HIT" }).waitFor();
    expect(await panel.locator(".terms tbody tr").count()).toBe(9);
    expect(await violations(page)).toEqual([]);
    await anna.leave();
  });

  it.each(["Connect Four", "Othello"])(
    "in %s are dark on white and large enough on a phone",
    async (game) => {
      const anna = await Visitor.come(PHONE);
      const { page } = anna;
      await anna.begin(game, "Pass and play");
      await page.getByRole("button", { name: "Analysis", exact: true }).click();
      await page.getByLabel("Show move values").check();
      const tag = page.locator("section.board svg g:has(> rect + text)").first();
      await tag.waitFor();
      const looks = await tag.evaluate((group) => {
        const [text, ground] = [group.querySelector("text"), group.querySelector("rect")];
        if (!text || !ground) throw new Error("a tag has a text and a ground");
        const scale = (group as SVGGElement).getScreenCTM()?.a ?? 0;
        const style = getComputedStyle(text);
        return {
          size: Number.parseFloat(style.fontSize) * scale,
          ink: style.fill,
          paper: getComputedStyle(ground).fill,
        };
      });
      expect(looks.size).toBeGreaterThanOrEqual(16);
      expect(contrast(rgbOf(looks.ink), rgbOf(looks.paper))).toBeGreaterThanOrEqual(7);
      await anna.leave();
    },
  );
});
