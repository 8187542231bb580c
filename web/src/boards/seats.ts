// The colors by which seats are known beside the board.

import type { Text, Tint } from "../protocol/messages";
import { readRules } from "./blokus/rules";
import type { BoardLook } from "./contract";
import { boards } from "./texts";

const TINTS: Record<string, Tint[]> = {
  connect4: ["yellow", "red"],
  othello: ["black", "white"],
  backgammon: ["white", "black"],
};

/** The color of a seat, from 1; in Blokus it depends on what was agreed. */
export function tintOf(game: string, options: string, seat: number): Tint {
  const agreed = game === "blokus" ? readRules(options)?.paints : undefined;
  const tints: Tint[] = agreed ?? TINTS[game] ?? ["black", "white", "red", "blue", "green", "yellow"];
  return tints[(seat - 1) % tints.length] ?? "black";
}

/** Seats of Blokus are known by the colors of their pieces, in every set of colors. */
const PIECES = ["blue", "yellow", "red", "green", "orange", "purple"]
  .map((color) => `--tint-${color}: var(--piece-${color})`)
  .join("; ");

/** Whether discs are green and red, as they were in 2006, for eyes that can tell them apart. */
const isGreen = (game: string, { theme, colors }: Pick<BoardLook, "theme" | "colors">): boolean =>
  game === "connect4" && theme === "2006" && colors === "standard";

/** Whether discs are light and dark, so that nobody should read of yellow and red. */
const isGray = (game: string, { colors }: Pick<BoardLook, "colors">): boolean =>
  game === "connect4" && colors === "mono";

/** The declarations that give seats the colors of a look, where these are not those of the tints. */
export function seatPaint(game: string, look: BoardLook): string {
  if (isGreen(game, look)) return "--tint-yellow: #2fa13a; --tint-yellow-edge: #14611d";
  if (game === "blokus") return PIECES;
  if (game !== "backgammon") return "";
  const { one, two } = look.ownColors ?? {};
  return [one && `--tint-white: ${one}`, two && `--tint-black: ${two}`].filter(Boolean).join("; ");
}

/** What a seat, from 1, is called where a look gives it another color than the game does. */
export function seatName(game: string, seat: number, name: Text, look: BoardLook): Text {
  if (isGray(game, look)) return seat === 1 ? boards.light : boards.dark;
  return seat === 1 && isGreen(game, look) ? boards.green : name;
}

/** A tint by the name of the color that is seen. */
export function seenTint(game: string, tint: Tint, look: BoardLook): Tint | "light" | "dark" {
  if (isGray(game, look)) return tint === "yellow" ? "light" : "dark";
  return tint === "yellow" && isGreen(game, look) ? "green" : tint;
}
