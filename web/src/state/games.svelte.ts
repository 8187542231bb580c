// The games that can be chosen; they do not change while the server runs.

import { games as ask } from "../connection/http";
import type { GameCard, Text } from "../protocol/messages";

/** How long to wait before the first and before later attempts where the server did not tell them. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

let cards = $state.raw<GameCard[]>([]);
let isAsked = false;
let n_failures = 0;
let next: ReturnType<typeof setTimeout> | undefined;

/** The games, or none as long as the server has not told them. */
export function games(): GameCard[] {
  if (!isAsked) {
    isAsked = true;
    void fetchCards();
  }
  return cards;
}

/** A game by its id. */
export function game(id: string): GameCard | undefined {
  return games().find((card) => card.id === id);
}

/** What people call the seats of a game; options that are no variant's are called as those of one with as many seats. */
export function seatTexts(id: string, options: string, n_seats: number): Text[] {
  const fitting = game(id)?.variants.filter(({ seats }) => seats.length === n_seats) ?? [];
  return (fitting.find((variant) => variant.options === options) ?? fitting[0])?.seats ?? [];
}

async function fetchCards(): Promise<void> {
  clearTimeout(next);
  next = undefined;
  try {
    cards = await ask();
  } catch {
    next = setTimeout(fetchCards, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** n_failures));
    n_failures += 1;
  }
}

window.addEventListener("online", () => {
  if (next !== undefined) void fetchCards();
});
