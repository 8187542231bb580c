// Which board draws which game. A game that nobody wrote a board for gets the one that draws any scene.

import type { Component } from "svelte";
import type { BoardProps } from "./contract";

type Loader = () => Promise<{ default: Component<BoardProps> }>;

/** The boards, each loaded when its game is first seen. */
const BOARDS = import.meta.glob<{ default: Component<BoardProps> }>([
  "./connect4/ConnectFour.svelte",
  "./othello/Othello.svelte",
  "./backgammon/Backgammon.svelte",
  "./blokus/Blokus.svelte",
  "./generic/Generic.svelte",
]);

/** Boards that are as high as their width makes them; all others fill the room that they are given. */
const FLOWING = ["backgammon", "blokus"];

/** Whether a game's board decides about its height by itself. */
export const flows = (game: string): boolean => FLOWING.includes(game);

/** Boards that look different from the other side. */
const TURNING = ["backgammon", "blokus"];

/** Whether a game's board can be turned around. */
export const turns = (game: string): boolean => TURNING.includes(game);

/** The board for a game. */
export async function boardFor(game: string): Promise<Component<BoardProps>> {
  const own = Object.keys(BOARDS).find((path) => path.startsWith(`./${game}/`));
  const load = BOARDS[own ?? "./generic/Generic.svelte"] as Loader;
  return (await load()).default;
}
