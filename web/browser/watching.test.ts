// Computers that play among themselves, for whoever watches them.

import { expect, it } from "vitest";
import { Visitor } from "./visitor";

it("computers are watched at a pace, paused, stepped, and stopped", async () => {
  const anna = await Visitor.at("/new/connect4");
  const { page } = anna;
  // Nobody can win before the seventeenth move.
  await page.getByLabel("Variant").selectOption({ label: "Custom" });
  await page.locator("input[maxlength='4000']").fill("9x9x9");
  await page.getByRole("spinbutton", { name: "Local players" }).fill("0");
  await page.getByLabel("Time per move").selectOption({ label: "5 s per move" });
  await page.getByRole("button", { name: "Start game" }).click();
  await page.waitForURL("**/table/*");
  await page.locator("[role=grid]").waitFor();
  const pace = page.getByRole("group", { name: "Pace" });
  await pace.getByRole("button", { name: "Pause" }).click();
  await page.locator("[data-status]", { hasText: "Paused" }).waitFor();
  const before = await anna.played();
  for (const n_steps of [1, 2]) {
    await pace.getByRole("button", { name: "Step" }).click();
    await anna.untilPlayed(before + n_steps);
    await page.locator("[data-status]", { hasText: "Paused" }).waitFor();
    expect(await anna.played()).toBe(before + n_steps);
  }
  await page.keyboard.press("n");
  await anna.untilPlayed(before + 3);
  await pace.getByLabel("Time per move").selectOption({ label: "0.5 s per move" });
  await pace.getByRole("button", { name: "Resume" }).click();
  await anna.untilPlayed(before + 6);
  // Who only watches sees the same, and has nothing to decide.
  const bert = await Visitor.at(new URL(page.url()).pathname);
  await bert.page.getByText("You're watching").waitFor();
  expect(await bert.page.getByRole("group", { name: "Pace" }).count()).toBe(0);
  await pace.getByRole("button", { name: "Stop" }).click();
  for (const visitor of [anna, bert]) {
    await visitor.page.getByText("This table is closed.").first().waitFor();
    await visitor.leave();
  }
});
