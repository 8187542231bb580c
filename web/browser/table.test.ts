// What surrounds a board: panels, the new-game dialog, the waiting room, and names that lead to profiles.

import { describe, expect, it } from "vitest";
import { violations } from "./accessibility";
import { PHONE, Visitor } from "./visitor";

async function sit(): Promise<Visitor> {
  const anna = await Visitor.playing("Connect Four", "Pass and play");
  await anna.page.locator("[data-panel=chat]").waitFor();
  return anna;
}

/** Drags a panel by its head to a place of the window. */
async function drag({ page }: Visitor, panel: string, x: number, y: number): Promise<void> {
  const head = await page.locator(`[data-panel=${panel}] header`).boundingBox();
  if (!head) throw new Error("the panel can be seen");
  await page.mouse.move(head.x + 90, head.y + 18);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.up();
}

/** Does what the menu of a panel offers. */
async function choose({ page }: Visitor, panel: string, what: string): Promise<void> {
  await page.getByLabel(`${panel}: options`).click();
  await page.getByRole("button", { name: what }).click();
}

describe("panels", () => {
  it("change sides and go away by their buttons, and are remembered", async () => {
    const anna = await sit();
    await choose(anna, "Chat", "Move Chat to the other side");
    await choose(anna, "Statistics", "Hide Statistics");
    await anna.page.reload();
    await anna.page.locator(".dock.left [data-panel=chat]").waitFor();
    expect(await anna.page.locator("[data-panel=statistics]").count()).toBe(0);
    await anna.page.getByRole("button", { name: "Show Statistics" }).click();
    await anna.page.locator("[data-panel=statistics]").waitFor();
    await anna.leave();
  });

  it("are dragged from one dock to the other, and folded by a click that is no drag", async () => {
    const anna = await sit();
    await drag(anna, "chat", 80, 300);
    await anna.page.locator(".dock.left [data-panel=chat]").waitFor();
    // Who plays alone finds it folded.
    const head = anna.page.locator(".dock.left").getByRole("button", { name: "Chat", exact: true });
    expect(await anna.page.locator("[data-panel=chat] .body").count()).toBe(0);
    await head.click();
    expect(await anna.page.locator("[data-panel=chat] .body").count()).toBe(1);
    await head.click();
    expect(await anna.page.locator("[data-panel=chat] .body").count()).toBe(0);
    await drag(anna, "chat", 1240, 80);
    // Let go above all others, it is the first.
    const first = anna.page.locator(".dock.right [data-panel]").first();
    expect(await first.getAttribute("data-panel")).toBe("chat");
    await anna.leave();
  });

  it("pop out where they are let go, stay in step with the game, and go back", async () => {
    const anna = await sit();
    const { page } = anna;
    await drag(anna, "moves", 500, 300);
    const moves = page.locator("[data-panel=moves].floats");
    const box = await moves.boundingBox();
    await page.locator("[data-column]").nth(3).focus();
    await page.keyboard.press("4");
    await anna.untilPlayed(1);
    await page.reload();
    await moves.waitFor();
    expect(await moves.boundingBox()).toEqual(box);
    expect(await anna.played()).toBe(1);
    await moves.getByLabel("Moves: options").press("ArrowRight");
    expect((await moves.boundingBox())?.x).toBe((box?.x ?? 0) + 24);
    await choose(anna, "Moves", "Dock Moves");
    await page.locator(".dock.right [data-panel=moves]").waitFor();
    await anna.leave();
  });

  it("are shown and hidden in a menu, which brings all of them back", async () => {
    const anna = await sit();
    const { page } = anna;
    await page.getByLabel("Panels", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Chat" }).uncheck();
    expect(await page.locator("[data-panel=chat]").count()).toBe(0);
    await page.getByRole("button", { name: "Reset panels" }).click();
    await page.locator(".dock.right [data-panel=chat]").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("checkbox", { name: "Chat" }).isVisible()).toBe(false);
    await anna.leave();
  });

  it("stand below the board on a phone, also those that were popped out", async () => {
    const anna = await Visitor.come(PHONE);
    await anna.page.goto("/");
    await anna.page.evaluate(() => {
      const panels = [{ id: "chat", side: "out", isOpen: true }];
      localStorage.setItem("brettwerk.settings", JSON.stringify({ animation: 0, panels }));
    });
    await anna.begin("Connect Four", "Pass and play");
    const board = await anna.page.locator("section.board").boundingBox();
    const chat = await anna.page.locator("[data-panel=chat]").boundingBox();
    expect(chat?.y).toBeGreaterThan((board?.y ?? 0) + (board?.height ?? 0));
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await anna.leave();
  });
});

describe("the board", () => {
  it("takes the middle of every window, and more room than any panel", async () => {
    const anna = await sit();
    const { page } = anna;
    for (const [width, height] of [
      [320, 640],
      [360, 740],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      const board = await page.locator("section.board").boundingBox();
      if (!board) throw new Error("the board can be seen");
      for (const panel of await page.locator("[data-panel]").all()) {
        const box = await panel.boundingBox();
        if (!box) continue;
        const isBeside =
          box.x >= board.x + board.width || box.x + box.width <= board.x || box.y >= board.y + board.height;
        expect(isBeside, `${width} pixels`).toBe(true);
        expect(box.width * box.height, `${width} pixels`).toBeLessThan(board.width * board.height);
      }
    }
    await anna.leave();
  });

  it("of Blokus is turned around and seen in space, and both are remembered", async () => {
    const anna = await Visitor.playing("Blokus", "Pass and play", "Duo");
    const { page } = anna;
    const square = () => page.locator('[data-square="0 0"]').boundingBox();
    const before = await square();
    await page.getByRole("button", { name: "Turn board" }).click();
    expect((await square())?.x).toBeGreaterThan((before?.x ?? 0) + 300);
    await page.keyboard.press("v");
    expect(await square()).toEqual(before);
    await page.keyboard.press("v");
    await page.reload();
    await page.locator(".blokus").waitFor();
    expect((await square())?.x).toBeGreaterThan((before?.x ?? 0) + 300);
    await page.getByRole("button", { name: "3D view" }).click();
    await page.locator("canvas").waitFor();
    await page.reload();
    await page.locator("canvas").waitFor();
    await anna.leave();
  });
});

describe("a new game", () => {
  it("lets somebody choose the weights of an opponent of 2006, for each seat", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await page.goto("/new/backgammon");
    await page.getByLabel(/^Seat 2/).selectOption("welfenlab-2006");
    await page.getByText("9 weights").click();
    const weights = page.locator(".weights input");
    expect(await weights.count()).toBe(9);
    await weights.nth(0).fill("2.5");
    await weights.nth(3).fill("-40");
    await weights.nth(8).fill("1e99");
    expect(await weights.nth(8).evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
    await weights.nth(8).fill("");
    await page.getByText("changed", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL("**/table/*");
    await page.getByText("welfenlab-2006 (w1=2.5, w4=-40)").first().waitFor();
    await page.locator(".area button.dice").click();
    await anna.untilPlayed(1);
    await anna.leave();
  });

  it("waits for the word of a player where that is wanted, and names lead to profiles", async () => {
    const anna = await Visitor.come();
    await anna.page.goto("/new/connect4");
    await anna.page.getByLabel(/^Seat 2/).selectOption("open");
    await anna.page.getByRole("checkbox", { name: /Start manually/ }).check();
    await anna.page.getByRole("button", { name: "Start game" }).click();
    const begin = anna.page.getByRole("button", { name: "Start game" });
    await begin.waitFor();
    expect(await begin.isDisabled()).toBe(true);
    const bert = await Visitor.come();
    await bert.accept(await anna.invitation());
    await begin.click();
    for (const { page } of [anna, bert]) await page.locator("[role=grid]").waitFor();
    const carl = await Visitor.come();
    await carl.page.goto(new URL(anna.page.url()).pathname);
    await carl.page.locator(".bar a.name").first().click();
    await carl.page.getByText("Guest").first().waitFor();
    for (const visitor of [anna, bert, carl]) await visitor.leave();
  });
});

describe("the line of a player", () => {
  it("and what the clock was given back for it are told on demand, also by keys", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await page.goto("/new");
    await page.getByRole("radio", { name: "Connect Four" }).check();
    await page.getByLabel("Clock").selectOption({ label: "5 min + 3 s per move" });
    for (const seat of [1, 2]) {
      await page.getByLabel(new RegExp(`^Seat ${seat}:`)).selectOption({ label: "Me" });
    }
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL("**/table/*");
    await page.locator("[role=grid]").waitFor();
    await page.keyboard.press("4");
    await anna.untilPlayed(1);
    // A slow machine's line counts as well, and then that is told as the reason.
    const reason = page.locator(".bar[data-seat='1'] .jump");
    expect(await reason.textContent()).toMatch(/^([+−][\d.]+ s( increment|: network delay)|clock corrected)/);

    const button = page.getByRole("button", { name: "Connection of Yellow" });
    await button.focus();
    await page.keyboard.press("Enter");
    const told = page.getByRole("dialog", { name: "Connection of Yellow" });
    await told.waitFor();
    expect(await told.locator("dt").allTextContents()).toEqual([
      "Last move's delay",
      "Refunded",
      "Refunded in total",
    ]);
    expect((await told.locator("dd").allTextContents()).every((text) => /^\d+ ms$/.test(text))).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await told.waitFor({ state: "hidden" });
    await anna.leave();
  });
});
