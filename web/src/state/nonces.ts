// One's own part in the dice: random bytes that are promised before a roll and shown when the dice are thrown. The
// book's chapter about fair dice tells why that keeps everybody honest.

import type { Command, Digest, Nonce, TableId } from "../protocol/messages";
import type { FairDice } from "./fair-dice";

const KEY = "brettwerk.nonces";
/** Where nonces are kept that were promised before there was a table. */
const NEXT_TABLE = "next";
/** More promises than that are never open at once; older ones are forgotten. */
const MAX_KEPT = 16;

/** What the browser gives. */
export type Source = {
  draw: () => Nonce;
  /** The hash by which a nonce is promised. */
  pledge: (nonce: Nonce) => Promise<Digest>;
};

/** Sends a command; fails if the server does not do it. */
export type Send = (command: Command) => Promise<unknown>;

/** The part of a storage that is used. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The browser's randomness; nothing where a page is not allowed to hash, as on a plain address of a network. */
export function browserSource(crypto: Crypto = globalThis.crypto): Source | null {
  const { subtle } = crypto;
  if (!subtle) return null;
  return {
    draw: () => hex(crypto.getRandomValues(new Uint8Array(16))),
    pledge: async (nonce) => {
      const word = new TextEncoder().encode("dice-pledge/1");
      const bytes = Uint8Array.from([...word, 0, 0, ...unhex(nonce)]);
      return hex(new Uint8Array(await subtle.digest("SHA-256", bytes)));
    },
  };
}

/** What this tab keeps until it is closed; nothing where that is forbidden. */
export function tabStore(): Store | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/**
 * Promises nonces for the next table at which one sits down, so that its first roll is covered: one for whichever chair
 * one takes first, and one for each of `others`, for who plays for several.
 */
export async function promiseNext(
  send: Send,
  others: number[] = [],
  source = browserSource(),
  store = tabStore(),
): Promise<void> {
  if (!source) return;
  for (const chair of [undefined, ...others]) {
    const nonce = source.draw();
    const pledge = await source.pledge(nonce);
    keep(store, NEXT_TABLE, pledge, nonce);
    // The order counts, not the answer: without the promise the first roll is marked, and the game goes on.
    send({ type: "pledge", pledge, chair }).catch(() => {});
  }
}

/** The nonces of one table. */
export class Nonces {
  /** Nonces of this page, for browsers that keep nothing. */
  #own = new Map<Digest, Nonce>();
  /** The chairs whose promise is on its way, until an event tells of it. */
  #promising = new Set<number>();
  #shown = new Set<Digest>();
  #hasLooked = false;

  constructor(
    private readonly table: TableId,
    private readonly send: Send,
    private readonly source: Source | null = browserSource(),
    private readonly store: Store | null = tabStore(),
  ) {}

  /** Whether this page takes part in rolls. */
  get takesPart(): boolean {
    return this.source !== null;
  }

  /** A nonce for a roll of one's own; nothing if this page takes no part. */
  forRoll(): Nonce | null {
    return this.source?.draw() ?? null;
  }

  /** Does what the dice ask of one's own chairs: shows what a roll waits for, and promises for the next. */
  async follow(dice: FairDice, chairs: number[]): Promise<void> {
    if (!this.source || !dice.commitment) return;
    if (dice.isRevealed) {
      this.store?.removeItem(`${KEY}.${this.table}`);
      return;
    }
    for (const chair of this.#promising) {
      if (dice.owed || dice.pledges.has(chair)) this.#promising.delete(chair);
    }
    if (dice.owed) {
      for (const chair of chairs) this.#reveal(chair, dice.owed.get(chair));
      return;
    }
    const isFirst = !this.#hasLooked;
    this.#hasLooked = true;
    // Another tab may have promised and be closed since. Whoever looks first at a table takes over; later promises
    // of others stay, or two tabs would outbid each other for ever.
    const isOpen = (chair: number) => {
      const pledge = dice.pledges.get(chair);
      return pledge === undefined || (isFirst && this.#find(pledge) === null);
    };
    await Promise.all(chairs.filter(isOpen).map((chair) => this.#promise(chair)));
  }

  #reveal(chair: number, pledge: Digest | undefined): void {
    const nonce = pledge === undefined ? null : this.#find(pledge);
    if (pledge === undefined || nonce === null || this.#shown.has(pledge)) return;
    this.#shown.add(pledge);
    // Too late is no harm: the dice have fallen, and the record says so.
    this.send({ type: "reveal", table: this.table, nonce, chair }).catch(() => {});
  }

  async #promise(chair: number): Promise<void> {
    if (!this.source || this.#promising.has(chair)) return;
    this.#promising.add(chair);
    try {
      const nonce = this.source.draw();
      const pledge = await this.source.pledge(nonce);
      this.#own.set(pledge, nonce);
      keep(this.store, this.table, pledge, nonce);
      await this.send({ type: "pledge", table: this.table, pledge, chair });
    } catch {
      // Refused while dice are in the air or after the end; the next event asks again where it makes sense.
      this.#promising.delete(chair);
    }
  }

  #find(pledge: Digest): Nonce | null {
    const { store, table } = this;
    return this.#own.get(pledge) ?? kept(store, table)[pledge] ?? kept(store, NEXT_TABLE)[pledge] ?? null;
  }
}

function kept(store: Store | null, table: TableId): Record<Digest, Nonce> {
  try {
    const found: unknown = JSON.parse(store?.getItem(`${KEY}.${table}`) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<Digest, Nonce>) : {};
  } catch {
    return {};
  }
}

function keep(store: Store | null, table: TableId, pledge: Digest, nonce: Nonce): void {
  const all = [...Object.entries(kept(store, table)), [pledge, nonce]];
  try {
    store?.setItem(`${KEY}.${table}`, JSON.stringify(Object.fromEntries(all.slice(-MAX_KEPT))));
  } catch {
    // A full storage only means that a reload cannot reveal.
  }
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unhex(text: string): number[] {
  return (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
