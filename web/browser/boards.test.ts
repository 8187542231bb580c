// Whole games of backgammon and Blokus on their boards: by mouse, by dragging, by keyboard and by finger; and the
// large board of Blokus on a small phone.

import { describe, expect, it } from "vitest";
import { playToEnd, sit, step } from "./backgammon";
import { byFinger, byKeys, byMouse, pixels, playOn, rulesOf, SMALL } from "./blokus";
import { DESKTOP, PHONE, Visitor, WHOLE_GAME } from "./visitor";

describe("backgammon", () => {
  it.each([
    ["mouse", DESKTOP],
    ["keyboard", DESKTOP],
    ["finger", PHONE],
  ] as const)("is played to the end by %s", { timeout: WHOLE_GAME }, async (way, device) => {
    const anna = await Visitor.come(device);
    await sit(anna);
    await playToEnd(anna, way);
    expect(await anna.played()).toBeGreaterThan(5);
    await anna.leave();
  });

  it("is played by dragging checkers", async () => {
    const anna = await Visitor.come();
    await sit(anna);
    while ((await anna.played()) < 8 && !(await anna.isOver())) await step(anna, "dragging");
    await anna.leave();
  });
});

describe("a finger on a phone of 360 pixels", () => {
  /** A finger that goes down, and perhaps elsewhere, before it is lifted. */
  const finger = async ({ page }: Visitor) => {
    const devtools = await page.context().newCDPSession(page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...touchPoints: { x: number; y: number }[]
    ) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    return touch;
  };
  const middle = async ({ page }: Visitor, cell: string) => {
    const box = await page.locator(cell).boundingBox();
    if (box === null) throw new Error(`${cell} is on the board`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
  };

  it("reads which of 32 narrow columns it means, and plays the one over which it is lifted", async () => {
    const anna = await Visitor.come(PHONE);
    await anna.beginOwn("Connect Four", "32x8x4", 2);
    await anna.page.locator("[role=grid]").waitFor();
    const [from, to] = [await middle(anna, '[data-cell="10,5"]'), await middle(anna, '[data-cell="12,5"]')];
    expect(to.width).toBeLessThan(12);
    const touch = await finger(anna);
    const sign = anna.page.locator(".aim");
    await touch("touchStart", from);
    await sign.filter({ hasText: "11" }).waitFor();
    await touch("touchMove", to);
    await sign.filter({ hasText: "13" }).waitFor();
    const box = await sign.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(Math.abs((box?.y ?? to.y) + (box?.height ?? 0) / 2 - to.y), "beside the finger").toBeGreaterThan(
      44,
    );
    await touch("touchEnd");
    await anna.untilPlayed(1);
    expect(await anna.page.locator("[data-panel=moves] li .text").textContent()).toBe("13");
    await anna.leave();
  });

  it("finds squares of Othello that are nearly as large as it, and reads their names", async () => {
    const anna = await Visitor.come(PHONE);
    await anna.begin("Othello", "Pass and play");
    const d3 = await middle(anna, '[data-cell="3,2"]');
    expect(d3.width).toBeGreaterThan(38);
    const touch = await finger(anna);
    await touch("touchStart", d3);
    await anna.page.locator(".aim", { hasText: "d3" }).waitFor();
    await touch("touchEnd");
    await anna.untilPlayed(1);
    await anna.leave();
  });
});

describe("Blokus", () => {
  it("is played to the end by mouse, wheel and right button", async () => {
    const anna = await Visitor.come();
    await anna.beginOwn("Blokus", SMALL, 2);
    await playOn(anna, rulesOf(SMALL), byMouse);
    expect(await anna.isOver()).toBe(true);
    expect(await anna.played()).toBeGreaterThan(6);
    await anna.leave();
  });

  it("is played to the end by keys alone", async () => {
    const anna = await Visitor.come();
    await anna.beginOwn("Blokus", SMALL, 2);
    await playOn(anna, rulesOf(SMALL), byKeys);
    expect(await anna.isOver()).toBe(true);
    expect(await anna.played()).toBeGreaterThan(6);
    await anna.leave();
  });

  it("is played to the end by finger on a phone", async () => {
    const anna = await Visitor.come(PHONE);
    await anna.beginOwn("Blokus", SMALL, 2);
    await playOn(anna, rulesOf(SMALL), byFinger);
    expect(await anna.isOver()).toBe(true);
    expect(await anna.played()).toBeGreaterThan(6);
    await anna.leave();
  });

  it("is played by keys in space as well", async () => {
    const anna = await Visitor.come();
    await anna.beginOwn("Blokus", SMALL, 2);
    await anna.page.getByRole("button", { name: "3D view" }).click();
    await anna.page.locator("canvas").waitFor();
    await anna.page.locator("body").click({ position: { x: 2, y: 2 } });
    await playOn(anna, rulesOf(SMALL), byKeys, 2);
    expect(await anna.played()).toBe(2);
    await anna.leave();
  });

  it("is played on the board of 20 × 20 squares on a phone of 360 pixels", async () => {
    const anna = await Visitor.come(PHONE);
    const { page } = anna;
    await anna.begin("Blokus", "Pass and play", "Classic, four players");
    await playOn(anna, rulesOf("classic"), byFinger, 6);
    expect(await anna.played()).toBe(6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // Every piece and every tool is large enough for a finger.
    for (const target of await page.locator(".blokus button:visible").all()) {
      const box = await target.boundingBox();
      expect(box?.height, await target.innerHTML()).toBeGreaterThanOrEqual(43.5);
      expect(box?.width, await target.innerHTML()).toBeGreaterThanOrEqual(43.5);
    }
    // Squares are smaller than a finger, so a glass shows what is under it.
    await page.locator('[role="radio"][aria-disabled="false"]').first().tap();
    await page.locator(".blokus .board").scrollIntoViewIfNeeded();
    const { x, y, width } = await pixels(anna, { x: 10, y: 10 });
    expect(width).toBeLessThan(24);
    const devtools = await page.context().newCDPSession(page);
    const touchPoints = [{ x, y }];
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await page.locator("circle.glass").waitFor();
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.locator("circle.glass").waitFor({ state: "detached" });
    await anna.leave();
  });
});

it("a board that did not come is fetched again, and the game goes on", async () => {
  const anna = await Visitor.come();
  anna.forgive(/ERR_FAILED|Failed to fetch/);
  // Until it is asked for again: browsers may try more than once by themselves.
  await anna.page.route("**/Othello*.js", (route) => route.abort());
  await anna.page.goto("/");
  await anna.page.getByRole("radio", { name: "Pass and play" }).check();
  await anna.page.getByRole("button", { name: "Play Othello" }).click();
  await anna.page.getByText("This part of the page didn't load.").waitFor();
  await anna.page.unroute("**/Othello*.js");
  await anna.page.getByRole("button", { name: "Reload" }).click();
  await anna.page.getByRole("gridcell").first().waitFor();
  expect(await anna.page.getByRole("alert").count()).toBe(0);
  await anna.leave();
});
