// Short whole games of Connect Four and Othello, as a person plays them in a browser.

import type { Visitor } from "./visitor";

/** Columns with which the first player wins at once. */
export const WINNING = ["4", "5", "4", "5", "4", "5", "4"];

/** Wins for the first player, at a board of Connect Four that is one's own. */
export async function winByMouse(visitor: Visitor): Promise<void> {
  for (const [ply, column] of WINNING.entries()) {
    await visitor.page
      .locator(`[data-column="${Number(column) - 1}"]`)
      .nth(3)
      .click();
    await visitor.untilPlayed(ply + 1);
  }
}

/** Plays Othello on 16 squares to the end. */
export async function playOthello(visitor: Visitor, way: "mouse" | "finger"): Promise<void> {
  await visitor.beginOwn("Othello", "4x4", 2);
  await visitor.page.locator("[role=grid]").waitFor();
  for (let ply = 0; !(await visitor.isOver()); ply += 1) {
    const pass = visitor.page.getByRole("button", { name: "Pass" });
    const square = visitor.page.getByRole("gridcell", { name: /can be played/ }).first();
    await square
      .or(pass)
      .or(visitor.page.getByRole("button", { name: "Rematch" }))
      .first()
      .waitFor();
    if (await visitor.isOver()) break;
    const target = (await pass.isVisible()) ? pass : square;
    if (way === "mouse") await target.click();
    else await target.tap();
    await visitor.untilPlayed(ply + 1);
  }
}
