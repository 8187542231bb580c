// The analysis board: moves for every side, variations that stay, and the engine beside it.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { violations } from "./accessibility";
import { DESKTOP, PATIENCE, PHONE, Visitor } from "./visitor";

/** What comes true in a while. */
const eventually = <T>(found: () => Promise<T>) => expect.poll(found, { timeout: PATIENCE });

/** The moves of the list, as they are written; colors are words only for those who do not see them. */
const listed = ({ page }: Visitor): Promise<string> =>
  page
    .getByRole("region", { name: "Moves and variations" })
    .locator("button")
    .allInnerTexts()
    .then((texts) =>
      texts
        .map((text) =>
          text
            .replace(/Yellow|Red|Black|White|\s+/g, " ")
            .replace(/ +/g, " ")
            .trim(),
        )
        .join(", "),
    );

/** The move at which one is. */
const here = ({ page }: Visitor): Promise<string> =>
  page
    .locator("[aria-current=step]")
    .allInnerTexts()
    .then((texts) => texts.join().replace(/Yellow|Red/g, ""));

/** The analysis board of a game, from its beginning. */
async function analyzing(game: string, anna: Visitor): Promise<void> {
  const { page } = anna;
  await page.goto("/analysis");
  await page.getByRole("combobox", { name: "Game" }).selectOption({ label: game });
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator("[role=grid]").first().waitFor();
}

/** Plays columns of Connect Four by their keys. */
async function drop(anna: Visitor, columns: string): Promise<void> {
  for (const column of columns) {
    const before = await anna.page.locator(".disc").count();
    await anna.page.keyboard.press(column);
    await eventually(() => anna.page.locator(".disc").count()).toBe(before + 1);
  }
}

describe("the analysis board", () => {
  it("plays for every side, branches, keeps comments over a reload, and opens what it has saved", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await page.goto("/");
    await page.getByRole("link", { name: "Analysis board" }).click();
    await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "Connect Four" });
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator("[role=grid]").first().waitFor();
    await drop(anna, "444");
    expect(await listed(anna)).toBe("1 4, 2 4, 3 4");

    // Another move from the second position is a variation, in which one goes on.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await eventually(() => page.locator(".disc").count()).toBe(1);
    await drop(anna, "35");
    expect(await listed(anna)).toBe("1 4, 2 4, 2 3, 3 5, 3 4");
    await page.getByRole("button", { name: "Interesting move" }).click();
    await page.getByRole("textbox", { name: "Comment" }).fill("Wide open.\n\nStill.");
    await page.getByRole("textbox", { name: "Comment" }).blur();
    await page.getByText("Wide open.").first().waitFor();
    await page.getByRole("button", { name: "Promote" }).click();
    expect(await listed(anna)).toBe("1 4, 2 3, 2 4, 3 4, 3 5 !?");
    await page.keyboard.press("Control+z");
    expect(await listed(anna)).toBe("1 4, 2 4, 2 3, 3 5 !?, 3 4");

    // Up and down lead from one variation to the other, Home and End to the ends.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    expect(await here(anna)).toMatch(/^2\s+4$/);
    await page.keyboard.press("End");
    await eventually(() => page.locator(".disc").count()).toBe(3);
    await page.keyboard.press("Home");
    await eventually(() => page.locator(".disc").count()).toBe(0);

    const kept = () => page.evaluate(() => localStorage.getItem("brettwerk.study") ?? "");
    await eventually(kept).toContain("mark !?");
    await page.reload();
    await eventually(() => listed(anna)).toBe("1 4, 2 4, 2 3, 3 5 !?, 3 4");
    await page.getByText("Wide open.").first().waitFor();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const record = readFileSync(await download.path(), "utf8");
    expect(record).toContain("1 4\n(\n2 3\n1 5\nmark !?\n# Wide open.\n#\n# Still.\n)\n2 4\n");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("textbox", { name: /^Or paste a game/ }).fill(record);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await eventually(() => listed(anna)).toBe("1 4, 2 4, 2 3, 3 5 !?, 3 4");
    await anna.leave();
  });

  it("tells why a move is not possible, and what is wrong with a text", async () => {
    const anna = await Visitor.come();
    anna.forgive(/status of 400/);
    const { page } = anna;
    await page.goto("/analysis");
    await page.getByRole("textbox", { name: /^Or paste a game/ }).fill("brettwerk record 2\nnothing\n");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page
      .getByRole("alert")
      .getByText(/line 2/i)
      .waitFor();
    await analyzing("Othello", anna);
    await page.getByRole("gridcell", { name: /^a1/i }).click();
    await page.getByRole("alert").waitFor();
    await anna.leave();
  });

  it("has the engine beside it, whose lines can be played", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await analyzing("Othello", anna);
    await page.keyboard.press("l");
    const panel = page.getByRole("region", { name: "Engine" });
    await panel.getByText(/^Depth \d+$/).waitFor();
    await panel.getByRole("combobox", { name: "Lines" }).selectOption("3");
    await eventually(() => panel.getByRole("listitem").count()).toBe(3);
    await panel.locator(".bar").waitFor();
    const second = panel.getByRole("listitem").first().getByRole("button").nth(1);
    await second.click();
    await eventually(() => listed(anna)).toMatch(/^1 \w\d, 2 \w\d$/);
    // It looks where one looks now, and rests when one leaves.
    await panel.getByText(/^Depth \d+$/).waitFor();
    await panel.getByLabel("Values on the board").check();
    await page.locator("section.board svg g:has(> rect + text)").first().waitFor();
    await panel.getByRole("switch", { name: "Engine on" }).uncheck();
    expect(await panel.getByRole("listitem").count()).toBe(0);
    await anna.leave();
  });

  it("marks what is proven as exact", async () => {
    const anna = await Visitor.at(`/analysis/connect4/7x6x4/${encodeURIComponent("12131")}`);
    const { page } = anna;
    await page.locator("[role=grid]").first().waitFor();
    await page.getByRole("switch", { name: "Engine on" }).check();
    await page.getByText("exact", { exact: true }).waitFor();
    await anna.leave();
  });

  it("lets one choose the dice, or throws them", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await analyzing("Backgammon", anna);
    const rolls = page.getByRole("group", { name: "Possible rolls" });
    await rolls.getByRole("button", { name: "3–1", exact: true }).first().click();
    await page.getByText("White to move").or(page.getByText("Black to move")).waitFor();
    await page.getByRole("switch", { name: "Engine on" }).check();
    const best = page
      .getByRole("region", { name: "Engine" })
      .getByRole("listitem")
      .first()
      .getByRole("button")
      .first();
    await best.waitFor();
    await best.click();
    await eventually(() => listed(anna)).toMatch(/^31:, 1 \S+ \S+$/);
    await anna.leave();
  });

  it("is reached from the end of a game and from a replay, with the game in it", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    const { page } = anna;
    for (const [ply, column] of [..."1212121"].entries()) {
      await page.keyboard.press(column);
      await anna.untilPlayed(ply + 1);
    }
    await page.getByRole("link", { name: "Analysis board" }).click();
    await eventually(() => listed(anna)).toBe("1 1, 2 2, 3 1, 4 2, 5 1, 6 2, 7 1");
    await page.goto(page.url().replace("/analysis/table/", "/replay/"));
    await page.getByRole("button", { name: "Next move" }).click();
    await page.getByRole("button", { name: "Analysis board" }).click();
    await page.waitForURL("**/analysis/table/*");
    await eventually(() => here(anna)).toMatch(/^1\s+1$/);
    await anna.leave();
  });
});

describe("the analysis board for everybody", () => {
  it.each([
    ["Connect Four", "light", DESKTOP],
    ["Othello", "dark", DESKTOP],
    ["Backgammon", "dark", PHONE],
    ["Blokus", "light", PHONE],
  ] as const)("has no violation that axe knows: %s, %s", async (game, colorScheme, device) => {
    const anna = await Visitor.come({ ...device, colorScheme });
    const { page } = anna;
    await analyzing(game, anna);
    if (game === "Backgammon") {
      await page
        .getByRole("group", { name: "Possible rolls" })
        .getByRole("button", { name: "3–1", exact: true })
        .first()
        .click();
    }
    await page.getByRole("switch", { name: "Engine on" }).check();
    await page.getByRole("region", { name: "Engine" }).getByRole("listitem").first().waitFor();
    await page
      .getByRole("region", { name: "Engine" })
      .getByRole("listitem")
      .first()
      .getByRole("button")
      .first()
      .click();
    await page.getByRole("button", { name: "Mistake" }).click();
    await page.getByRole("textbox", { name: "Comment" }).fill("Why?");
    await page.getByRole("textbox", { name: "Comment" }).blur();
    await page.waitForTimeout(300);
    expect(await violations(page)).toEqual([]);
    await anna.leave();
  });
});
