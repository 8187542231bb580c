// Lets the server judge every position of a round, one after the other.

import { type Evaluation, Refused } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { Problem, ReplayRound } from "../protocol/messages";
import type { Judgment } from "./judgment";

/** How long to wait, in milliseconds, until somebody who has asked a lot may ask again. */
const PAUSE = 2_000;

const pause = () => new Promise((done) => setTimeout(done, PAUSE));

export class Analysis {
  /** What is known of the position before each move; nothing of those in which nobody decides. */
  judgments = $state.raw<(Judgment | null)[]>([]);
  isRunning = $state(false);
  problem = $state.raw<Problem | null>(null);
  n_done = $state(0);
  n_wanted = $state(0);
  /** Whether all of the round is judged. */
  readonly isDone = $derived(0 < this.n_wanted && this.n_done === this.n_wanted);

  /** Changes when an analysis is given up, so that a late answer is not taken for one about another round. */
  #run = 0;

  /** Judges a round. */
  async begin(game: string, options: string, round: ReplayRound): Promise<void> {
    this.end();
    const run = this.#run;
    const plies = round.moves.flatMap(({ by }, ply) => (by === null ? [] : [ply]));
    this.judgments = round.moves.map(() => null);
    this.problem = null;
    [this.n_done, this.n_wanted] = [0, plies.length];
    this.isRunning = true;
    for (const ply of plies) {
      const asked = {
        game,
        options,
        position: round.positions[ply] ?? "",
        played: round.moves[ply]?.text ?? "",
      };
      const judged = await this.#judge(asked, () => run === this.#run);
      if (run !== this.#run) return;
      if (judged === null) break;
      this.judgments = this.judgments.with(ply, judged);
      this.n_done += 1;
    }
    this.isRunning = false;
  }

  /** Gives an analysis up, and keeps what was found. */
  end(): void {
    this.#run += 1;
    this.isRunning = false;
  }

  /** Forgets everything, as before another record. */
  forget(): void {
    this.end();
    this.judgments = [];
    [this.n_done, this.n_wanted] = [0, 0];
    this.problem = null;
  }

  async #judge(
    asked: { game: string; options: string; position: string; played: string },
    isWanted: () => boolean,
  ): Promise<Judgment | null> {
    while (isWanted()) {
      try {
        const told = (await server.send({ type: "evaluate", ...asked })) as Evaluation;
        const known = told.moves.flatMap(({ text, worth }) => (worth ? [[text, worth] as const] : []));
        const best = told.moves[0]?.text ?? "";
        return { seat: told.seat, worth: told.worth ?? null, best, moves: new Map(known) };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.problem.code !== "too-fast" && error.problem.code !== "busy") {
          this.problem = error.problem;
          return null;
        }
        await pause();
      }
    }
    return null;
  }
}
