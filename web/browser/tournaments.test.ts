// Tournaments of people: set up, joined, played and won in the page.

import { expect, it } from "vitest";
import { violations } from "./accessibility";
import { DESKTOP, PATIENCE, PHONE, Visitor } from "./visitor";

const GERMAN = { ...DESKTOP, locale: "de", colorScheme: "dark" as const };

/** Makes a tournament of two in Connect Four, and gives its address. */
async function make({ page }: Visitor, name: string): Promise<string> {
  await page.getByRole("button", { name: "New tournament" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("combobox", { name: "Game" }).selectOption("connect4");
  await page.getByRole("radio", { name: /^Knock-out/ }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Create tournament" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  return new URL(page.url()).pathname;
}

it("a tournament is set up, joined, played and won", async () => {
  const host = await Visitor.at("/tournaments");
  const name = `Winter Cup ${Date.now() % 1e6}`;
  const path = await make(host, name);
  await host.page.getByRole("button", { name: "Join", exact: true }).click();
  await host.page.getByRole("button", { name: "Leave", exact: true }).waitFor();
  expect(await host.page.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);

  const guest = await Visitor.at("/tournaments", PHONE);
  await guest.page.getByRole("link", { name: new RegExp(`^View.*${name}$`) }).click();
  await guest.page.getByRole("button", { name: "Join", exact: true }).click();
  expect(await violations(guest.page)).toEqual([]);
  const width = () => guest.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  expect(await width()).toBe(true);

  await expect
    .poll(() => host.page.getByRole("button", { name: "Start", exact: true }).isEnabled(), {
      timeout: PATIENCE,
    })
    .toBe(true);
  await host.page.getByRole("button", { name: "Start", exact: true }).click();
  for (const { page } of [host, guest]) {
    await page.getByRole("link", { name: "Play", exact: true }).and(page.locator("main a")).first().click();
    await page.waitForURL(/\/table\//);
    const sit = page.getByRole("button", { name: /^(Sit here|Play|Sit down)/ }).first();
    await sit.or(page.locator("[role=grid]")).first().waitFor();
    if (await sit.isVisible()) await sit.click();
  }
  await host.page.locator("[role=grid]").waitFor();
  await guest.page.locator("[role=grid]").waitFor();
  await guest.page.getByRole("button", { name: "Resign", exact: true }).click();
  await guest.page.getByRole("button", { name: "Yes" }).click();
  await host.page.locator(".result").getByRole("link", { name: "Tournament", exact: true }).click();
  await host.page.locator("main").getByText("wins the tournament!").waitFor();
  expect(new URL(host.page.url()).pathname).toBe(path);
  expect(await violations(host.page)).toEqual([]);
  await host.page.getByText("1 : 0").or(host.page.getByText("0 : 1")).first().waitFor();
  expect([...host.errors, ...guest.errors]).toEqual([]);
  await Promise.all([host.leave(), guest.leave()]);
});

it("the list and a tournament are for everybody, in German and in the dark as well", async () => {
  const host = await Visitor.at("/tournaments");
  const path = await make(host, `Autumn Cup ${Date.now() % 1e6}`);
  await host.page.getByRole("button", { name: "Join", exact: true }).click();
  const german = await Visitor.at(path, GERMAN);
  await german.page.getByRole("button", { name: "Mitmachen" }).waitFor();
  expect(await violations(german.page)).toEqual([]);
  await german.page.goto("/tournaments");
  await german.page.getByRole("heading", { name: "Turniere", level: 1 }).waitFor();
  expect(await violations(german.page)).toEqual([]);
  await host.page.getByRole("button", { name: "Cancel tournament" }).click();
  await host.page.getByText("Cancelled").waitFor();
  await german.page.goto("/tournament/nothing-there");
  await german.page.getByRole("link", { name: "Lobby" }).first().waitFor();
  german.forgive(/404/);
  await Promise.all([host.leave(), german.leave()]);
});
