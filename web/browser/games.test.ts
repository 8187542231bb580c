// Whole games, by mouse, by keyboard and by finger.

import { describe, expect, it } from "vitest";
import { DESKTOP, PHONE, Visitor } from "./visitor";

/** Columns with which the first player wins at once. */
const WINNING = ["4", "5", "4", "5", "4", "5", "4"];

describe("Connect Four", () => {
  it("is played by mouse to the winning line", async () => {
    const anna = await Visitor.come();
    await anna.begin("Connect Four", "Both here");
    for (const [ply, column] of WINNING.entries()) {
      await anna.page
        .locator(`[data-column="${Number(column) - 1}"]`)
        .nth(3)
        .click();
      await anna.untilPlayed(ply + 1);
    }
    await anna.page.locator(".winning").waitFor({ state: "attached" });
    expect(await anna.status()).toContain("wins");
    await anna.leave();
  });

  it("is played by number keys, with taking back and a hint", async () => {
    const anna = await Visitor.come();
    await anna.begin("Connect Four", "Both here");
    await anna.page.locator("[role=grid]").waitFor();
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
    await anna.page.getByRole("button", { name: "Play again" }).waitFor();
    await anna.leave();
  });

  it("is played by finger on a phone, against the computer", async () => {
    const anna = await Visitor.come(PHONE);
    await anna.begin("Connect Four", "Computer");
    await anna.page.locator("[role=grid]").waitFor();
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
    const anna = await Visitor.come();
    await anna.begin("Connect Four", "Both here");
    await anna.page.locator("[role=grid]").waitFor();
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
    await anna.begin("Othello", "Both here", "Small board");
    await anna.page.locator("[role=grid]").waitFor();
    for (let ply = 0; !(await anna.isOver()); ply += 1) {
      const pass = anna.page.getByRole("button", { name: "Pass" });
      const square = anna.page.getByRole("gridcell", { name: /can be played/ }).first();
      await square
        .or(pass)
        .or(anna.page.getByRole("button", { name: "Play again" }))
        .first()
        .waitFor();
      if (await anna.isOver()) break;
      const target = (await pass.isVisible()) ? pass : square;
      if (way === "mouse") await target.click();
      else await target.tap();
      await anna.untilPlayed(ply + 1);
    }
    expect(await anna.played()).toBeGreaterThan(20);
    await anna.leave();
  });
});

describe("by typed moves", () => {
  it.each([
    ["Othello", "Small board"],
    ["Backgammon", "Hypergammon"],
    ["Blokus", "Junior"],
  ])("%s is played to the end without a mouse", async (game, variant) => {
    const anna = await Visitor.come();
    await anna.begin(game, "Both here", variant);
    const field = anna.page.getByLabel("Move in notation");
    await field.waitFor();
    while (!(await anna.isOver())) {
      const before = await anna.played();
      const roll = anna.page.getByRole("group").getByRole("button", { name: "Roll", exact: true }).last();
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
          anna.page.getByRole("button", { name: "Play again" }).waitFor(),
        ]);
      }
    }
    expect(await anna.played()).toBeGreaterThan(5);
    await anna.leave();
  });
});
