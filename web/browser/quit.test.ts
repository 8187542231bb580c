// The end of a visit: one leaves the server.

import { expect, it } from "vitest";
import { Visitor } from "./visitor";

async function quit({ page }: Visitor): Promise<void> {
  await page.getByRole("button", { name: "Menu (Escape)" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Quit" }).click();
}

it("who quits is seen to go, and finds the game again on coming back", async () => {
  const [anna, bert] = await Visitor.two();
  await anna.page.keyboard.press("4");
  await bert.untilPlayed(1);
  const table = anna.page.url();
  const name = (await anna.page.locator("header .person span").textContent()) ?? "";
  const lobby = await bert.page.context().newPage();
  await lobby.goto("/lobby");
  const present = lobby.locator(".people li").filter({ hasText: name });
  await present.waitFor();
  await quit(anna);
  // Others play here, so one is asked first.
  await anna.page.getByRole("button", { name: "Leave the table" }).click();
  await anna.page.getByRole("heading", { name: "Goodbye" }).waitFor();
  await present.waitFor({ state: "detached" });
  // Longer than a lost connection stays without a banner: this one was given up on purpose.
  await anna.page.waitForTimeout(1_500);
  expect(await anna.page.getByRole("alert").count()).toBe(0);
  await anna.page.getByRole("link", { name: "To the games" }).click();
  await anna.page.goto(table);
  await anna.untilPlayed(1);
  await bert.page.keyboard.press("4");
  await anna.untilPlayed(2);
  await Promise.all([anna.leave(), bert.leave()]);
});
