// Dice that both sides decide: the page promises, shows and rolls by itself, and the record proves it.

import { expect, it } from "vitest";
import { Visitor } from "./visitor";

it("a person has a part in every roll against the computer, also after the page was loaded again", async () => {
  const anna = await Visitor.come();
  const { page } = anna;
  await anna.begin("Backgammon", "Computer");
  await anna.untilPlayed(1);
  await page.reload();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByRole("button", { name: "Play again" }).waitFor();

  const dice = page.locator("[data-panel=dice]");
  await dice.getByRole("button", { name: "Dice", exact: true }).click();
  await dice.getByText("brett verify").waitFor();
  await dice.getByText("Every person at the table had a part in every roll.").waitFor();
  const link = await dice.getByRole("link", { name: "Save the record" }).getAttribute("href");
  const record = await (await page.request.get(link ?? "")).text();
  const rolls = record.split("\n").filter((line) => line.startsWith("roll "));
  expect(rolls.length).toBeGreaterThan(0);
  for (const roll of rolls) expect(roll).toMatch(/^roll \d+ \d+ \S+ \S+ (?=.*[0-9a-f]{32})(?!.*(none|late))/);
  await anna.leave();
});
