// Every board looks as it did: pictures are compared with those beside this file.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { compare, FOLDER } from "./pictures";
import { Visitor } from "./visitor";

const BOARDS = [
  ["Connect Four", "The usual board", ["4", "5", "4", "3"]],
  ["Othello", "Standard", ["d3", "c3", "c4"]],
  ["Blokus", "Duo", []],
] as const;

it.each(BOARDS)("the board of %s", async (game, variant, moves) => {
  const anna = await Visitor.come();
  await anna.begin(game, "Pass and play", variant);
  await anna.page.locator("section.board svg").first().waitFor();
  for (const [ply, move] of moves.entries()) {
    await anna.page.getByLabel("Type a move").fill(move);
    await anna.page.keyboard.press("Enter");
    await anna.untilPlayed(ply + 1);
  }
  await compare(anna, game.toLowerCase().replace(" ", "-"));
});

it("the board of Backgammon, whose dice a record tells", async () => {
  const anna = await Visitor.come();
  const { page } = anna;
  await page.goto("/replay");
  await page.getByLabel("Game record").fill(readFileSync(join(FOLDER, "backgammon.brett"), "utf8"));
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  // A roll in the middle of the game, with checkers on the bar.
  await page.locator("ol li button").nth(42).click();
  await page.getByRole("button", { name: "Previous move" }).click();
  await page.locator("section.board .die").first().waitFor();
  await compare(anna, "backgammon");
});
