// The computer that looks at a position for as long as somebody looks at it.

import { Refused } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { Message, Problem } from "../protocol/messages";

/** How long to wait, in milliseconds, until one may ask again who has asked a lot. */
const PAUSE_MS = 2_000;

/** Positions of which it is remembered what was found. */
const MAX_REMEMBERED = 300;

/** The most lines that can be shown. */
export const MAX_LINES = 5;

/** What is known of a position. */
export type Insight = Extract<Message, { type: "analysis" }>;

/** A position that can be looked at. */
export type Wanted = { game: string; options: string; position: string };

export class Engine {
  /** What is known of the position that is looked at; nothing until the first word about it. */
  insight = $state.raw<Insight | null>(null);
  problem = $state.raw<Problem | null>(null);
  isThinking = $state(false);

  #number = 0;
  #key = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #known = new Map<string, Insight>();

  /** Listens to the server; the result ends everything. */
  open(): () => void {
    const close = server.listen((message) => this.#hear(message));
    return () => {
      this.stop();
      close();
    };
  }

  /** Looks at a position, and at no other one any more. */
  look(wanted: Wanted, lines: number): void {
    this.#cancel();
    this.#key = JSON.stringify([wanted.game, wanted.options, wanted.position]);
    this.insight = this.#known.get(this.#key) ?? null;
    this.problem = null;
    const known = this.insight;
    if (known?.is_final && known.lines.length >= Math.min(lines, known.moves.length)) {
      this.#silence();
      return;
    }
    void this.#ask(wanted, lines);
  }

  async #ask(wanted: Wanted, lines: number): Promise<void> {
    const number = server.reserve();
    this.#number = number;
    this.isThinking = true;
    this.#again = () => void this.#ask(wanted, lines);
    try {
      await server.send({ type: "analyze", ...wanted, lines }, number);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refused(number, error.problem);
    }
  }

  #again: () => void = () => {};

  #refused(number: number, problem: Problem): void {
    if (number !== this.#number) return;
    this.isThinking = false;
    if (problem.code === "too-fast" || problem.code === "busy") {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#again(), PAUSE_MS);
    } else this.problem = problem;
  }

  /** Looks at nothing any more. */
  stop(): void {
    this.#cancel();
    this.insight = null;
    this.problem = null;
    this.#silence();
  }

  /** Lets the server rest, if it thinks. */
  #silence(): void {
    if (this.#isAsked) server.say({ type: "stop-analysis" });
    this.#isAsked = false;
    this.isThinking = false;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#isAsked ||= this.isThinking;
    this.#number = 0;
    this.isThinking = false;
  }

  #isAsked = false;

  #hear(message: Message): void {
    if (message.type === "refused" && message.number === this.#number) {
      this.#refused(this.#number, message.problem);
      return;
    }
    if (message.type !== "analysis" || message.number !== this.#number) return;
    // After a pause the search begins anew: what was known is better until it is as deep.
    const known = this.insight;
    if (!known || known.depth <= message.depth || known.lines.length < message.lines.length) {
      this.insight = message;
      if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
      this.#known.set(this.#key, message);
    }
    if (message.is_final) this.isThinking = false;
  }
}
