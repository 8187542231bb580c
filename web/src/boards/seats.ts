// The colors by which seats are known beside the board.

import type { Tint } from "../protocol/messages";

const TINTS: Record<string, Tint[]> = {
  connect4: ["yellow", "red"],
  othello: ["black", "white"],
  backgammon: ["white", "black"],
  blokus: ["blue", "yellow", "red", "green"],
};

/** The color of a seat, from 1. */
export function tintOf(game: string, seat: number): Tint {
  const tints = TINTS[game] ?? ["black", "white", "red", "blue", "green", "yellow"];
  return tints[(seat - 1) % tints.length] ?? "black";
}
