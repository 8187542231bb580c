// The games that can be chosen; they do not change while the server runs.

import { games as ask } from "../connection/http";
import type { GameCard, Text } from "../protocol/messages";

let cards = $state.raw<GameCard[]>([]);
let isAsked = false;

/** The games, or none as long as the server has not told them. */
export function games(): GameCard[] {
  if (!isAsked) {
    isAsked = true;
    ask().then(
      (found) => {
        cards = found;
      },
      () => {
        // Asked again by whoever wants them next.
        isAsked = false;
      },
    );
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
