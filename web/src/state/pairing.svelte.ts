// Looking for somebody to play with, wherever one is meanwhile.

import { Refused } from "../connection/connection";
import { ownTables } from "../connection/http";
import { server } from "../connection/server.svelte";
import type { Message, OwnTable, Problem, Seek, TableId } from "../protocol/messages";
import { router } from "../router.svelte";
import { promiseBefore } from "./create";

/** Where the browser keeps whom one looks for, as long as the tab is open. */
const KEPT = "brettwerk.seek";

/** What one looks for, and since when, by the clock of the server. */
type Kept = { seek: Seek; since: number };

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
  /** Since when one looked before the page was loaded anew, until it is known what came of that. */
  #before: number | null = null;

  /** Listens for as long as the page is open, and goes on with what one looked for before it was loaded anew. */
  start(): void {
    server.listen((message) => this.#hear(message));
    const kept = recall();
    if (!kept) return;
    this.seek = kept.seek;
    this.#before = kept.since;
    this.#number = server.reserve();
  }

  /** Looks for somebody who wants to play the same. */
  begin(seek: Seek): Promise<void> {
    this.seek = seek;
    this.found = null;
    this.#before = null;
    this.#number = server.reserve();
    keep({ seek, since: server.there() });
    return this.#ask();
  }

  /** Looks for nobody any more. */
  async stop(): Promise<void> {
    this.#forget();
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
      if (this.#before !== null && (await this.#wasFound(seek, this.#before))) return;
      await promiseBefore(seek.game);
      if (this.seek !== seek) return;
      await server.send({ type: "pair", seek }, this.#number);
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.seek !== seek) return;
      this.#forget();
      this.problem = error.problem;
    } finally {
      this.#isAsking = false;
    }
  }

  /** Goes to the table where the game has begun while the page was loaded, if it has. */
  async #wasFound({ game, clock }: Seek, since: number): Promise<boolean> {
    const tables = await ownTables();
    this.#before = null;
    const isIt = ({ summary }: OwnTable) =>
      summary.game === game &&
      summary.clock === clock &&
      summary.phase === "playing" &&
      summary.created >= since;
    const found = tables.find(isIt);
    if (found && this.seek) this.#come(found.summary.id);
    return found !== undefined;
  }

  #forget(): void {
    this.seek = null;
    sessionStorage.removeItem(KEPT);
  }

  #hear(message: Message): void {
    // The server forgets what people want who have gone. A question without an answer is asked again by itself.
    if (message.type === "welcome" && !this.#isAsking) void this.#ask();
    if (message.type === "paired") this.#come(message.table);
  }

  /** Goes to the table, unless one plays with others or looked for somebody in another tab. */
  #come(table: TableId): void {
    const isThere = this.seek !== null && router.hold === null;
    this.#forget();
    this.found = { table, isThere };
    if (isThere) router.go(`/table/${table}`);
  }
}

function keep(kept: Kept): void {
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

function recall(): Kept | null {
  const text = sessionStorage.getItem(KEPT);
  return text === null ? null : (JSON.parse(text) as Kept);
}

/** Whom this page looks for. */
export const pairing = new Pairing();
