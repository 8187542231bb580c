// Looking for somebody to play with, wherever one is meanwhile.

import { Refused } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { Message, Problem, Seek, TableId } from "../protocol/messages";
import { router } from "../router.svelte";
import { promiseBefore } from "./create";

/** A table at which somebody waits for oneself. */
export type Found = {
  table: TableId;
  /** Whether one was led there; who plays with others goes there when they like. */
  isThere: boolean;
};

class Pairing {
  /** What one wants to play, as long as one looks for somebody. */
  seek = $state.raw<Seek | null>(null);
  found = $state.raw<Found | null>(null);
  /** Why one cannot look for somebody. */
  problem = $state.raw<Problem | null>(null);

  /** The number of the wish: by it the server knows a wish that it has fulfilled while nobody heard of it. */
  #number = 0;
  #isAsking = false;

  /** Listens for as long as the page is open. */
  start(): void {
    server.listen((message) => this.#hear(message));
  }

  /** Looks for somebody who wants to play the same. */
  begin(seek: Seek): Promise<void> {
    this.seek = seek;
    this.found = null;
    this.#number = server.reserve();
    return this.#ask();
  }

  /** Looks for nobody any more. */
  async stop(): Promise<void> {
    this.seek = null;
    await server.send({ type: "unpair" }).catch(() => {});
  }

  /** What was told has been seen. */
  look(): void {
    this.found = null;
    this.problem = null;
  }

  async #ask(): Promise<void> {
    const { seek } = this;
    if (!seek) return;
    this.#isAsking = true;
    try {
      await promiseBefore(seek.game);
      if (this.seek !== seek) return;
      await server.send({ type: "pair", seek }, this.#number);
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.seek !== seek) return;
      this.seek = null;
      this.problem = error.problem;
    } finally {
      this.#isAsking = false;
    }
  }

  #hear(message: Message): void {
    // The server forgets what people want who have gone. A question without an answer is asked again by itself.
    if (message.type === "welcome" && !this.#isAsking) void this.#ask();
    if (message.type === "paired") this.#come(message.table);
  }

  /** Goes to the table, unless one plays with others or looked for somebody in another tab. */
  #come(table: TableId): void {
    const isThere = this.seek !== null && router.hold === null;
    this.seek = null;
    this.found = { table, isThere };
    if (isThere) router.go(`/table/${table}`);
  }
}

/** Whom this page looks for. */
export const pairing = new Pairing();
