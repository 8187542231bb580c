// The colors by which seats are known beside the board.

import type { Tint } from "../protocol/messages";
import { readRules } from "./blokus/rules";

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
