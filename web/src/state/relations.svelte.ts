// Whom one follows, mutes and blocks.

import { Refused } from "../connection/connection";
import { change, get } from "../connection/http";
import { server } from "../connection/server.svelte";
import type { ChatLine, Person, RelationKind, Relations } from "../protocol/messages";

const NOBODY: Relations = { follow: [], mute: [], block: [] };

class OwnRelations {
  #known = $state.raw<Relations>(NOBODY);
  /** Whom one follows. */
  friends = $derived(this.#known.follow);
  #silenced = $derived(new Set([...this.#known.mute, ...this.#known.block].map(({ id }) => id)));
  /** The person about whom one wants to decide something, if a dialog is open for that. */
  asked = $state.raw<Person | null>(null);

  /** Listens for as long as the page is open: who logs in as somebody else has other friends. */
  start(): void {
    server.listen((message) => {
      if (message.type === "welcome") void this.refresh();
    });
  }

  async refresh(): Promise<void> {
    try {
      this.#known = await get<Relations>("/api/me/relations");
    } catch (error) {
      // What was known stays until the next answer.
      if (!(error instanceof Refused)) throw error;
    }
  }

  has(kind: RelationKind, user: string): boolean {
    return this.#known[kind].some(({ id }) => id === user);
  }

  /** Begins or ends a relation; fails with a `Refused`. */
  async set(kind: RelationKind, person: Person, begins: boolean): Promise<void> {
    await change(begins ? "POST" : "DELETE", "/api/me/relations", { user: person.id, kind });
    const others = this.#known[kind].filter(({ id }) => id !== person.id);
    this.#known = { ...this.#known, [kind]: begins ? [...others, person] : others };
  }

  /** Whether what a person says is not shown. */
  isSilenced(user: string | undefined): boolean {
    return user !== undefined && this.#silenced.has(user);
  }

  /** The lines of those who are neither muted nor blocked. */
  heard(lines: readonly ChatLine[]): ChatLine[] {
    return lines.filter(({ from }) => !this.isSilenced(from?.id));
  }
}

/** The relations of this visitor. */
export const relations = new OwnRelations();
