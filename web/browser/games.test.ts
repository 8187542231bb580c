// Whole games, by mouse, by keyboard and by finger.

import { describe, expect, it } from "vitest";
import { SMALL } from "./blokus";
import { DESKTOP, PHONE, Visitor } from "./visitor";
import { playOthello, WINNING, winByMouse } from "./whole";

describe("Connect Four", () => {
  it("is played by mouse to the winning line", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    await winByMouse(anna);
    await anna.page.locator(".winning").waitFor({ state: "attached" });
    expect(await anna.status()).toContain("wins");
    await anna.leave();
  });

  it("is played by number keys, with taking back and a hint", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    await anna.page.keyboard.press("4");
    await anna.untilPlayed(1);
    await anna.page.keyboard.press("Backspace");
    await anna.page.waitForFunction(() => !document.querySelector("[data-panel=moves] li"));
    await anna.page.keyboard.press("?");
    await anna.page.locator(".hint").waitFor();
    for (const [ply, column] of WINNING.entries()) {
      await anna.page.keyboard.press(column);
      await anna.untilPlayed(ply + 1);
    }
    await anna.page.getByRole("button", { name: "Rematch" }).waitFor();
    await anna.leave();
  });

  it("is the same again after moves were taken back and played again", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    const discs = () =>
      anna.page
        .locator("[role=gridcell]")
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    const until = (count: number) =>
      anna.page.waitForFunction(
        (wanted) => document.querySelectorAll("[data-panel=moves] li button").length === wanted,
        count,
      );
    for (const [ply, column] of ["4", "4", "5"].entries()) {
      await anna.page.keyboard.press(column);
      await until(ply + 1);
    }
    const before = await discs();
    for (const left of [2, 1]) {
      await anna.page.getByRole("button", { name: "Undo" }).click();
      await until(left);
    }
    expect(await discs()).not.toEqual(before);
    await anna.page.getByRole("button", { name: "Redo" }).click();
    await until(2);
    await anna.page.keyboard.press("Shift+Backspace");
    await until(3);
    expect(await discs()).toEqual(before);
    expect(await anna.page.getByRole("button", { name: "Redo" }).count()).toBe(0);
    await anna.leave();
  });

  it("is played by finger on a phone, against the computer", async () => {
    const anna = await Visitor.come(PHONE);
    await anna.begin("Connect Four", "Computer");
    while (!(await anna.isOver())) {
      const before = await anna.played();
      const [move] = anna.moves;
      if (move && (await anna.status()) === "Your turn") {
        await anna.page
          .locator(`[data-column="${Number(move) - 1}"]`)
          .nth(3)
          .tap();
        await anna.untilPlayed(before + 1);
      }
      await anna.page.waitForTimeout(50);
    }
    expect(await anna.played()).toBeGreaterThan(6);
    await anna.leave();
  });

  it("says why a full column cannot be played", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    for (let ply = 1; ply <= 6; ply += 1) {
      await anna.page.keyboard.press("1");
      await anna.untilPlayed(ply);
    }
    await anna.page.keyboard.press("1");
    await anna.page.waitForFunction(() =>
      /full/.test(document.querySelector("[data-status]")?.textContent ?? ""),
    );
    expect(await anna.played()).toBe(6);
    await anna.leave();
  });
});

describe("Othello", () => {
  it.each([
    ["mouse", DESKTOP],
    ["finger", PHONE],
  ] as const)("is played to the end by %s", async (way, device) => {
    const anna = await Visitor.come(device);
    await playOthello(anna, way);
    expect(await anna.played()).toBeGreaterThan(6);
    await anna.leave();
  });

  it("has Reversi as a variant, with an empty board and a supply of discs", async () => {
    const anna = await Visitor.playing("Othello", "Pass and play", "Reversi");
    const { page } = anna;
    await page.getByText("32 left").first().waitFor();
    expect(await page.locator(".disc").count()).toBe(0);
    for (const [ply, square] of ["d4", "d5", "e4", "e5", "d6"].entries()) {
      await page.getByRole("gridcell", { name: new RegExp(`^${square}: .*can be played`) }).click();
      await anna.untilPlayed(ply + 1);
    }
    await page.getByText("29 left").first().waitFor();
    await page.getByText("30 left").first().waitFor();
    expect(await page.locator(".disc").count()).toBe(5);
    await anna.leave();
  });
});

describe("Blokus", () => {
  /** The square on which the piece of one square begins. */
  const corner = (anna: Visitor) => anna.moves.find((move) => /^[a-z]\d+$/.test(move)) ?? "none";
  const single = (anna: Visitor) => anna.page.getByRole("radio").last();

  it.each([
    ["mouse", DESKTOP],
    ["finger", PHONE],
  ] as const)("a piece is laid by %s", async (way, device) => {
    const anna = await Visitor.come(device);
    await anna.begin("Blokus", "Pass and play", "Duo");
    await single(anna).waitFor();
    const square = anna.page.getByRole("gridcell", { name: new RegExp(`^${corner(anna)}\\b`) });
    if (way === "mouse") {
      await single(anna).click();
      await square.click({ force: true });
    } else {
      await single(anna).tap();
      // The piece hovers above the finger, so that one sees where it lies.
      await square.scrollIntoViewIfNeeded();
      const box = await square.boundingBox();
      const place = anna.page.getByRole("button", { name: "Place" });
      for (let below = 0; box && below < 6 && (await anna.played()) === 0; below += 0.5) {
        await anna.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * (0.5 + below));
        await anna.page.waitForTimeout(100);
        if (await place.isEnabled()) await place.tap();
      }
    }
    await anna.untilPlayed(1);
    await anna.leave();
  });

  it("a piece that a finger has dragged swiftly is placed by the first tap", async () => {
    const anna = await Visitor.come(PHONE);
    await anna.begin("Blokus", "Pass and play", "Duo");
    await single(anna).waitFor();
    await single(anna).scrollIntoViewIfNeeded();
    const [from, to] = await Promise.all([
      single(anna).boundingBox(),
      anna.page.getByRole("gridcell", { name: new RegExp(`^${corner(anna)}\\b`) }).boundingBox(),
    ]);
    if (!from || !to) throw new Error("the tray and the board can be seen");
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    // The piece hovers above the finger.
    const goal = { x: to.x + to.width / 2, y: to.y + to.height / 2 + 2.5 * to.width + 18 };
    const devtools = await anna.page.context().newCDPSession(anna.page);
    const touch = (type: "touchStart" | "touchMove", part: number) => {
      const point = { x: start.x + (goal.x - start.x) * part, y: start.y + (goal.y - start.y) * part };
      return devtools.send("Input.dispatchTouchEvent", { type, touchPoints: [point] });
    };
    await touch("touchStart", 0);
    for (let tenth = 1; tenth <= 10; tenth++) await touch("touchMove", tenth / 10);
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await anna.page.getByRole("button", { name: "Place" }).tap();
    await anna.untilPlayed(1);
    await anna.leave();
  });

  it("a piece is dragged from the tray to the board, and taken back", async () => {
    const anna = await Visitor.playing("Blokus", "Pass and play", "Duo");
    await single(anna).waitFor();
    const [from, to] = await Promise.all([
      single(anna).boundingBox(),
      anna.page.getByRole("gridcell", { name: new RegExp(`^${corner(anna)}\\b`) }).boundingBox(),
    ]);
    if (!from || !to) throw new Error("the tray and the board can be seen");
    await anna.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await anna.page.mouse.down();
    await anna.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await anna.page.mouse.up();
    await anna.untilPlayed(1);
    await anna.page.getByRole("button", { name: "Undo" }).click();
    await anna.page.waitForFunction(() => !document.querySelector("[data-panel=moves] li"));
    await anna.leave();
  });
});

describe("by typed moves", () => {
  it.each([
    ["Othello", "4x4"],
    ["Backgammon", "hypergammon"],
    ["Blokus", SMALL],
  ])("%s is played to the end without a mouse", async (game, options) => {
    const anna = await Visitor.come();
    await anna.beginOwn(game, options, 2);
    const field = anna.page.getByLabel("Type a move");
    await field.waitFor();
    while (!(await anna.isOver())) {
      const before = await anna.played();
      const roll = anna.page.getByRole("button", { name: "Roll", exact: true }).first();
      if (await roll.isVisible()) {
        await roll.focus();
        await anna.page.keyboard.press("Enter");
        await anna.untilPlayed(before + 1);
        continue;
      }
      const [move] = anna.moves;
      if (move) {
        await field.fill(move);
        await field.press("Enter");
        await Promise.race([
          anna.untilPlayed(before + 1),
          anna.page.getByRole("button", { name: "Rematch" }).waitFor(),
        ]);
      }
    }
    expect(await anna.played()).toBeGreaterThan(5);
    await anna.leave();
  });
});
