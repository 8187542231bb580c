// The weights workshop, with the real program behind it.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { violations } from "./accessibility";
import { start } from "./server";
import { DESKTOP, Visitor } from "./visitor";

it("weights are evolved with a chart, saved, compared and played against each other", async () => {
  const data = mkdtempSync(join(tmpdir(), "brett-workshop-"));
  const home = await start(data);
  onTestFinished(async () => {
    await home.stop("SIGTERM");
    rmSync(data, { recursive: true, force: true });
  });
  const anna = await Visitor.come({ ...DESKTOP, baseURL: home.address });
  const { page } = anna;
  await page.goto("/help#workshop");
  await page.getByRole("link", { name: "Open the workshop" }).click();
  await page.getByRole("heading", { name: "Weights workshop" }).waitFor();
  await page
    .getByRole("combobox", { name: /^Player/ })
    .selectOption({ label: "Backgammon: welfenlab-2006 (9 weights)" });
  const games = page.getByRole("spinbutton", { name: "Games" }).or(page.getByLabel("Games", { exact: true }));
  await games.first().fill("400");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator("[data-stage=done]").waitFor({ timeout: 300_000 });
  await page.getByRole("img", { name: /Strength over games/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the best weights (best.toml)" }).click();
  const saved = join(data, "saved.toml");
  await (await saving).saveAs(saved);
  expect(readFileSync(saved, "utf8")).toContain("player = 'welfenlab-2006'".replaceAll("'", '"'));
  // The best weights against the player's own ones.
  await page.getByLabel("First file (toml)").setInputFiles(saved);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  expect(await page.getByRole("table").last().getByRole("row").count()).toBe(10);
  await page.getByRole("button", { name: "Play a match" }).click();
  await page
    .locator("[data-stage=done]")
    .filter({ hasText: "The first weights against the second" })
    .waitFor({ timeout: 300_000 });
  await anna.leave();
}, 700_000);
