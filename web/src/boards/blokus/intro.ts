// The opening scene of Blokus: its letters, and whether it has been seen.

import type { Paint } from "./rules";

/** A square of a letter, where it comes from and when. */
export type Tile = {
  x: number;
  y: number;
  paint: Paint;
  from: { x: number; y: number };
  turn: number;
  delay: number;
};

/** Letters on five lines, as pieces could lie. */
const FORMS: Record<string, string> = {
  B: "xx./x.x/xx./x.x/xx.",
  L: "x../x../x../x../xxx",
  O: "xxx/x.x/x.x/x.x/xxx",
  K: "x.x/x.x/xx./x.x/x.x",
  U: "x.x/x.x/x.x/x.x/xxx",
  S: "xxx/x../xxx/..x/xxx",
};
const PAINTS: Paint[] = ["blue", "yellow", "red", "green"];
const SEEN = "brettwerk.blokus.intro";

/** The squares of a word, each with its way from outside the screen. */
export function letters(word: string): Tile[] {
  const tiles: Tile[] = [];
  let left = 0;
  for (const [number, letter] of [...word].entries()) {
    const rows = (FORMS[letter] ?? "").split("/");
    for (const [y, row] of rows.entries()) {
      for (const [x, sign] of [...row].entries()) {
        if (sign !== "x") continue;
        // Directions spread by the golden angle, so that neighbors come from everywhere.
        const angle = 2.39996 * tiles.length;
        tiles.push({
          x: left + x,
          y,
          paint: PAINTS[number % PAINTS.length] ?? "blue",
          from: { x: Math.round(700 * Math.cos(angle)), y: Math.round(560 * Math.sin(angle)) },
          turn: Math.round(540 * Math.sin(3 * angle)),
          delay: 90 * number + 14 * y,
        });
      }
    }
    left += (rows[0]?.length ?? 0) + 1;
  }
  return tiles;
}

/** Tells whether the scene shall be shown: once in each browser, and never to who wants no motion. */
export function wantsIntro(
  storage: Pick<Storage, "getItem">,
  reducesMotion: boolean,
  animation: number,
): boolean {
  return !reducesMotion && animation !== 0 && storage.getItem(SEEN) === null;
}

/** Remembers that the scene has been seen. */
export function rememberIntro(storage: Pick<Storage, "setItem">): void {
  storage.setItem(SEEN, "seen");
}
