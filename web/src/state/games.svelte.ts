// The games that can be chosen; they do not change while the server runs.

import { games as ask } from "../connection/http";
import type { GameCard } from "../protocol/messages";

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
