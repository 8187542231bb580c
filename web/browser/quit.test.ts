// The end of a visit: one leaves the server, and whoever has started it for themselves ends it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { violations } from "./accessibility";
import { start } from "./server";
import { DESKTOP, Visitor } from "./visitor";

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
  await anna.page.getByRole("button", { name: "Leave for now" }).click();
  await anna.page.getByRole("heading", { name: "Goodbye" }).waitFor();
  await present.waitFor({ state: "detached" });
  // Longer than a lost connection stays without a banner: this one was given up on purpose.
  await anna.page.waitForTimeout(1_500);
  expect(await anna.page.getByRole("alert").count()).toBe(0);
  await anna.page.getByRole("link", { name: "Go to games" }).click();
  await anna.page.goto(table);
  await anna.untilPlayed(1);
  await bert.page.keyboard.press("4");
  await anna.untilPlayed(2);
  await Promise.all([anna.leave(), bert.leave()]);
});

it("who has started the program ends it from the page, and nothing is lost", async () => {
  const data = mkdtempSync(join(tmpdir(), "brett-quit-"));
  const home = await start(data);
  const anna = await Visitor.come({ ...DESKTOP, baseURL: home.address });
  await anna.begin("Connect Four", "Pass and play");
  await anna.page.keyboard.press("4");
  await anna.untilPlayed(1);
  const table = anna.page.url();
  await quit(anna);
  const end = anna.page.getByRole("button", { name: "Quit Brettwerk" });
  await end.waitFor();
  expect(await violations(anna.page)).toEqual([]);
  await end.click();
  await anna.page.getByText("Brettwerk has quit.").waitFor();
  expect(await home.ended).toBe(0);

  const again = await start(data, new URL(home.address).port);
  await anna.page.goto(table);
  await anna.untilPlayed(1);
  await anna.leave();
  await again.stop("SIGTERM");
  rmSync(data, { recursive: true, force: true });
});
