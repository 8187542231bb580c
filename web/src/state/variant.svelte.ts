// Options of one's own, as the server sees them: it refuses them here with the sentence with which it would refuse a
// table, and tells who sits at the game that they make.

import { Refused } from "../connection/connection";
import { variant as ask } from "../connection/http";
import type { Problem, VariantCard } from "../protocol/messages";

/** How long somebody may go on typing before the server is asked. */
const PAUSE = 150;

export class Variant {
  /** The game that the options make, or the last ones that made one. */
  card = $state.raw<VariantCard | null>(null);
  /** What is wrong with the options. */
  problem = $state.raw<Problem | null>(null);
  #asked: Promise<void> = Promise.resolve();
  #number = 0;

  /** Looks at options once nobody changes them any more. */
  look(game: string, options: string): void {
    this.#number += 1;
    const number = this.#number;
    this.#asked = new Promise((done) => setTimeout(done, PAUSE)).then(async () => {
      if (number !== this.#number) return this.#asked;
      try {
        const card = await ask(game, options);
        if (number === this.#number) [this.card, this.problem] = [card, null];
      } catch (error) {
        // Without an answer the table itself will tell.
        if (error instanceof Refused && number === this.#number) this.problem = error.problem;
      }
    });
  }

  /** Forgets everything: no options of one's own are wanted. */
  forget(): void {
    this.#number += 1;
    [this.card, this.problem] = [null, null];
  }

  /** Waits for the server, and tells whether it takes the options. */
  async isFine(): Promise<boolean> {
    await this.#asked;
    return this.problem === null;
  }
}
