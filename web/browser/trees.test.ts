// Search trees for teaching, and computers that think on one's time, with the real program behind them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violations } from "./accessibility";
import { start } from "./server";
import { DESKTOP, Visitor } from "./visitor";

/** Other tests may need the processor as well. */
const PATIENCE = { timeout: 30_000 };

const data = mkdtempSync(join(tmpdir(), "brett-trees-"));
let home: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  home = await start(data);
});

afterAll(async () => {
  await home.stop("SIGTERM");
  rmSync(data, { recursive: true, force: true });
});

it("a tree is drawn in red and blue, opened move by move, and cut by alpha-beta", async () => {
  const anna = await Visitor.come({ ...DESKTOP, baseURL: home.address });
  const { page } = anna;
  await page.goto("/help#trees");
  await page.getByRole("link", { name: "Show search trees" }).click();
  const summary = () => page.locator("main p[aria-live]").textContent();
  await expect
    .poll(summary, PATIENCE)
    .toMatch(/Yellow to move: value 120\. \d+ positions\.\s*Best line: 2 1 3/);
  expect(await page.locator("svg line.to-max").count()).toBeGreaterThan(0);
  expect(await page.locator("svg line.to-min").count()).toBeGreaterThan(0);
  expect(await page.locator("svg line.cut").count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "The same with alpha-beta" }).click();
  await expect
    .poll(summary, PATIENCE)
    .toMatch(/Yellow to move: value 120\. \d+ positions, \d+ moves cut off/);
  await page.getByRole("button", { name: "Open everything" }).click();
  expect(await page.locator("svg line.cut").count()).toBeGreaterThan(0);
  const outline = page.getByRole("group", { name: "The tree, move by move" });
  await outline.getByText("cut off").first().click();
  await page.getByText(/alpha has reached beta/).waitFor();

  // From the position after yellow's first move, and back.
  await outline.getByRole("button", { name: /^1/ }).first().click();
  await page.getByRole("button", { name: "Look ahead from here" }).click();
  await expect.poll(summary, PATIENCE).toMatch(/Red to move/);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.poll(summary, PATIENCE).toMatch(/Yellow to move: value 120/);
  await anna.leave();
}, 120_000);

it("a computer thinks on one's time where that was chosen", async () => {
  const anna = await Visitor.come({ ...DESKTOP, baseURL: home.address });
  const { page } = anna;
  await page.goto("/new/connect4");
  await page.getByRole("checkbox", { name: "Computer thinks on your time, too" }).check();
  await page.getByRole("button", { name: "Start game", exact: true }).click();
  await page.waitForURL(/\/table\//);
  await expect
    .poll(
      async () =>
        (await (await page.request.get("/metrics")).text()).match(/^brett_ponderings_total (\d+)$/m)?.[1],
      PATIENCE,
    )
    .toBe("1");
  await anna.leave();
}, 120_000);
