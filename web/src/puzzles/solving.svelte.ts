// A puzzle that is being solved: what is on the board, how far it is, and the solution once it is known.

import { Refused } from "../connection/connection";
import { drawAfter } from "../connection/http";
import type { DrawnPosition, Problem, PuzzleExplanation, PuzzleVerdict } from "../protocol/messages";

/** What is to be solved: a puzzle, or a mistake of one's own. */
export type Task = {
  game: string;
  id: string;
  options: string;
  position: string;
  /** Asks what one's own moves have come to. */
  attempt: (moves: string[]) => Promise<PuzzleVerdict>;
};

/** How far it is. */
export type Stage = "open" | "wrong" | "right" | "solved" | "shown";

export class Solving {
  readonly task: Task;
  stage = $state<Stage>("open");
  /** The position on the board, and what can be played there; nothing until it is known. */
  drawn = $state.raw<DrawnPosition | null>(null);
  /** What was played last, by whomever. */
  last = $state.raw<{ seat: number | null; text: string } | null>(null);
  /** The move that is being checked. */
  pending = $state<string | null>(null);
  /** The last wrong move. */
  wrong = $state<string | null>(null);
  /** The reply of the other side to the last right move. */
  reply = $state<string | null>(null);
  explanation = $state.raw<PuzzleExplanation | null>(null);
  verdict = $state.raw<PuzzleVerdict | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** How much of the solution is on the board, once it is known. */
  step = $state(0);
  /** The seat that solves it, from 1. */
  seat = $state<number | null>(null);

  #own: string[] = [];
  /** The positions of the solution, as far as they are known, the start first. */
  #positions: DrawnPosition[] = [];

  /** The moves that explain the solution. */
  readonly moves = $derived(this.explanation ? [...this.explanation.solution, ...this.explanation.line] : []);
  readonly isOver = $derived(this.stage === "solved" || this.stage === "shown");

  constructor(task: Task) {
    this.task = task;
  }

  #draw(position: string, move: string | null): Promise<DrawnPosition> {
    return drawAfter(this.task.game, this.task.options, position, move);
  }

  /** Puts the puzzle on the board. */
  async begin(): Promise<void> {
    await this.#attempt(async () => {
      const drawn = await this.#draw(this.task.position, null);
      this.drawn = drawn;
      this.#positions = [drawn];
      this.seat = typeof drawn.to_move === "object" && "seat" in drawn.to_move ? drawn.to_move.seat : null;
    });
  }

  async #attempt(what: () => Promise<void>): Promise<void> {
    try {
      await what();
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.problem;
    } finally {
      this.pending = null;
    }
  }

  /** Plays a move of the solver. */
  async play(text: string): Promise<void> {
    const { drawn, task } = this;
    if (!drawn || this.isOver || this.pending !== null) return;
    this.pending = text;
    await this.#attempt(async () => {
      const after = await this.#draw(drawn.position, text);
      const canonical = after.played?.text ?? text;
      const verdict = await task.attempt([...this.#own, canonical]);
      this.verdict = verdict;
      if (verdict.state === "wrong") {
        [this.stage, this.wrong] = ["wrong", canonical];
        return;
      }
      this.#own.push(canonical);
      this.wrong = null;
      [this.drawn, this.last] = [after, { seat: this.seat, text: canonical }];
      this.#positions.push(after);
      if (verdict.reply !== undefined) {
        const answered = await this.#draw(after.position, verdict.reply);
        [this.drawn, this.last] = [
          answered,
          answered.played ? { seat: answered.played.by, text: answered.played.text } : null,
        ];
        this.#positions.push(answered);
        this.reply = verdict.reply;
      }
      this.stage = verdict.state === "solved" ? "solved" : "right";
      if (verdict.explanation) this.#explain(verdict.explanation, this.#positions.length - 1);
    });
  }

  /** Gives up: the solution is shown from the start. */
  async show(): Promise<void> {
    if (this.isOver) return;
    await this.#attempt(async () => {
      const verdict = await this.task.attempt([]);
      this.verdict = verdict;
      this.stage = "shown";
      const start = this.#positions[0];
      if (start) this.#positions = [start];
      if (verdict.explanation) {
        this.#explain(verdict.explanation, 0);
        await this.#goTo(1);
      }
    });
  }

  #explain(explanation: PuzzleExplanation, step: number): void {
    // Where several moves win at once, another one than that of the solution may have been played.
    const own = this.last?.text;
    const isOther = step > 0 && own !== undefined && explanation.solution[step - 1] !== own;
    this.explanation = isOther
      ? { ...explanation, solution: [...explanation.solution.slice(0, step - 1), own], line: [] }
      : explanation;
    this.step = step;
  }

  /** Shows the position after so many moves of the solution. */
  async go(step: number): Promise<void> {
    await this.#attempt(() => this.#goTo(step));
  }

  async #goTo(wanted: number): Promise<void> {
    const step = Math.max(0, Math.min(wanted, this.moves.length));
    for (let idx = this.#positions.length; idx <= step; idx++) {
      const before = this.#positions[idx - 1];
      const move = this.moves[idx - 1];
      if (!before || move === undefined) return;
      this.#positions[idx] = await this.#draw(before.position, move);
    }
    const drawn = this.#positions[step];
    if (!drawn) return;
    [this.step, this.drawn] = [step, drawn];
    const move = this.moves[step - 1];
    const before = this.#positions[step - 1]?.to_move;
    const seat = typeof before === "object" && "seat" in before ? before.seat : null;
    this.last = move === undefined ? null : { seat, text: move };
  }
}
