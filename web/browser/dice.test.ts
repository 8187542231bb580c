// Dice that both sides decide: the page promises, shows and rolls by itself, and the record proves it.

import { expect, it } from "vitest";
import { Visitor } from "./visitor";

it.each([
  ["a person", "Computer"],
  ["who plays for both sides", "Pass and play"],
] as const)("%s has a part in every roll (%s), also after the page was loaded again", async (_, opponent) => {
  const anna = await Visitor.come();
  const { page } = anna;
  await anna.begin("Backgammon", opponent);
  await page.locator(".area button.dice").click();
  await anna.untilPlayed(1);
  await page.reload();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  // Who plays for both sides has to agree with themselves.
  if (opponent === "Pass and play") await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: "Rematch" }).waitFor();

  const dice = page.locator("[data-panel=dice]");
  await dice.getByRole("button", { name: "Dice", exact: true }).click();
  await dice.getByText("brett verify").waitFor();
  await dice.getByText("Every player contributed to every roll.").waitFor();
  const link = await dice.getByRole("link", { name: "Download" }).getAttribute("href");
  const record = await (await page.request.get(link ?? "")).text();
  const rolls = record.split("\n").filter((line) => line.startsWith("roll "));
  expect(rolls.length).toBeGreaterThan(0);
  for (const roll of rolls) expect(roll).toMatch(/^roll \d+ \d+ \S+ \S+ (?=.*[0-9a-f]{32})(?!.*(none|late))/);
  await anna.leave();
});
