// The page in a second browser, the Firefox of a distribution: whole games by mouse, and two people with different ones.

import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { playToEnd, sit } from "./backgammon";
import { byMouse, playOn, rulesOf, SMALL } from "./blokus";
import { PAGES } from "./pages";
import { FIREFOX, Visitor, WHOLE_GAME } from "./visitor";
import { playOthello, winByMouse } from "./whole";

const program = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const isMissing = !process.env.CI && !existsSync(program);
if (isMissing) console.warn(`NOT CHECKED: ${program} is missing; install it (apt install firefox-esr).`);

describe.skipIf(isMissing)("in Firefox", { timeout: WHOLE_GAME }, () => {
  it("Connect Four is played by mouse to the winning line", async () => {
    const anna = await Visitor.come(FIREFOX);
    await anna.begin("Connect Four", "Pass and play");
    await winByMouse(anna);
    await anna.page.locator(".winning").waitFor({ state: "attached" });
    expect(await anna.status()).toContain("wins");
    await anna.leave();
  });

  it("Othello is played by mouse to the end", async () => {
    const anna = await Visitor.come(FIREFOX);
    await playOthello(anna, "mouse");
    expect(await anna.played()).toBeGreaterThan(6);
    await anna.leave();
  });

  it("backgammon is played by mouse to the end", async () => {
    const anna = await Visitor.come(FIREFOX);
    await sit(anna);
    await playToEnd(anna, "mouse");
    expect(await anna.played()).toBeGreaterThan(5);
    await anna.leave();
  });

  it("Blokus is played to the end by mouse, wheel and right button", async () => {
    const anna = await Visitor.come(FIREFOX);
    await anna.beginOwn("Blokus", SMALL, 2);
    await playOn(anna, rulesOf(SMALL), byMouse);
    expect(await anna.isOver()).toBe(true);
    expect(await anna.played()).toBeGreaterThan(6);
    await anna.leave();
  });

  it("somebody plays with a friend who has another browser", async () => {
    const anna = await Visitor.come(FIREFOX);
    await anna.begin("Connect Four", "A friend");
    const bert = await Visitor.come();
    await bert.accept(await anna.invitation());
    for (const { page } of [anna, bert]) await page.locator("[role=grid]").waitFor();
    const [first, second] = (await anna.status()) === "Your turn" ? [anna, bert] : [bert, anna];
    await first.page.keyboard.press("4");
    await second.untilPlayed(1);
    await second.page.keyboard.press("4");
    await first.untilPlayed(2);
    await bert.say("Good luck!");
    await anna.page.getByText("Good luck!").first().waitFor();
    await bert.leave();
    await anna.leave();
  });

  it.each(PAGES)("%s opens without an error, and is as wide as the window", async (path) => {
    const anna = await Visitor.at(path, FIREFOX);
    await anna.page.getByRole("heading", { level: 1 }).waitFor();
    const { scrollWidth, clientWidth } = await anna.page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    // Who leaves at once closes a socket that is not open yet, which Firefox calls an error.
    if (path === "/goodbye") anna.forgive(/ws:\/\/\S+\/ws\b/);
    await anna.leave();
  });
});
