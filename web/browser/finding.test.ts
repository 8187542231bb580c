// Finding games: those of one's own from any device, and somebody to play with.

import { expect, it } from "vitest";
import { PATIENCE, PHONE, Visitor } from "./visitor";

/** Signs up or logs in, from one's profile. */
async function enter({ page }: Visitor, how: "Sign up" | "Log in", name: string): Promise<void> {
  await page.getByRole("button", { name: how, exact: true }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByLabel("Password").fill("three blue owls");
  await page.locator("form").getByRole("button", { name: how, exact: true }).click();
  await page.getByRole("button", { name: "Log out", exact: true }).waitFor();
}

it("who logs in on another device finds the game that began elsewhere, and plays on", async () => {
  const desktop = await Visitor.at("/profile");
  const name = `Ada ${Date.now() % 1e6}`;
  await enter(desktop, "Sign up", name);
  await desktop.begin("Connect Four", "Computer");
  await desktop.page.keyboard.press("4");
  await desktop.untilPlayed(2);

  const phone = await Visitor.at("/profile", PHONE);
  const { page } = phone;
  await enter(phone, "Log in", name);
  await page.getByRole("navigation").getByRole("link", { name: "Play", exact: true }).click();
  const games = page.getByRole("region", { name: "Your games" });
  await games.getByText("Your turn").waitFor();
  await games.getByRole("link", { name: "Resume" }).click();
  await page.locator("[role=grid]").waitFor();
  expect(await phone.played()).toBe(2);
  await Promise.all([desktop.leave(), phone.leave()]);
});

it("who looks for an opponent is seen in the lobby until they stop, and one press begins the game", async () => {
  const [anna, bert] = [await Visitor.at("/lobby"), await Visitor.at("/lobby")];
  await bert.page.getByText("No open games right now").waitFor();
  await anna.page.getByRole("combobox", { name: "Game" }).selectOption("othello");
  const seen = bert.page.getByText("is looking for an opponent");
  await anna.page.getByRole("button", { name: "Find opponent" }).click();
  await seen.waitFor();
  await anna.page.getByRole("button", { name: "Stop" }).click();
  await seen.waitFor({ state: "detached" });
  await anna.page.getByRole("button", { name: "Find opponent" }).click();
  await seen.waitFor();
  // Who looks does not see themselves.
  expect(await anna.page.getByText("is looking for an opponent").count()).toBe(0);
  await bert.page.getByRole("button", { name: /^Play Othello against / }).click();
  for (const { page } of [anna, bert]) await page.locator("[role=grid]").waitFor();
  expect(new URL(anna.page.url()).pathname).toBe(new URL(bert.page.url()).pathname);

  // Whoever watches sees the board in the list, and every move on it.
  const carl = await Visitor.at("/watch");
  // Games of other tests are listed as well.
  const { pathname } = new URL(anna.page.url());
  const entry = carl.page.locator("li").filter({ has: carl.page.locator(`a[href="${pathname}"]`) });
  const board = entry.getByRole("img", { name: "The board of a game of Othello" });
  const discs = (count: number) =>
    expect.poll(() => board.locator(".disc").count(), { timeout: PATIENCE }).toBe(count);
  await discs(4);
  const mover = (await anna.status()).startsWith("Your turn") ? anna : bert;
  await mover.page
    .getByRole("gridcell", { name: /can be played/ })
    .first()
    .click();
  await discs(5);
  // Nobody is away before one has gone.
  expect(await entry.getByText("(offline)").count()).toBe(0);
  await bert.leave();
  await entry.getByText("(offline)").waitFor();
  await Promise.all([anna.leave(), carl.leave()]);
});
