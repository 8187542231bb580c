// What people say to each other alone.

import { server } from "../connection/server.svelte";
import type { ChatLine, Person } from "../protocol/messages";
import { relations } from "./relations.svelte";

class Whispers {
  lines = $state.raw<ChatLine[]>([]);
  /** The last line that came from somebody else and that nobody has looked at. */
  news = $state.raw<ChatLine | null>(null);
  #since = Date.now();

  /** Listens for as long as the page is open: such lines come wherever one is. */
  start(): void {
    server.listen((message) => {
      if (message.type === "chat" && message.line.kind === "private") this.hear(message.line);
    });
  }

  hear(line: ChatLine): void {
    if (this.lines.some((known) => known.number === line.number)) return;
    this.lines = [...this.lines, line];
    const isNews =
      line.from !== undefined && line.from.id !== server.you?.id && !relations.isSilenced(line.from.id);
    if (isNews && this.#since < server.here(line.time)) this.news = line;
  }

  /** What was said has been seen. */
  look(): void {
    this.news = null;
  }

  /** Those who have written, so that they can be answered when they have gone elsewhere. */
  get writers(): Person[] {
    return others(this.lines.flatMap(({ from }) => from ?? []));
  }
}

/** Everybody of a list once, except oneself. */
export function others(people: Person[]): Person[] {
  const known = new Map(people.map((person) => [person.id, person]));
  known.delete(server.you?.id ?? "");
  return [...known.values()];
}

/** Lines of several channels in the order in which they were said. */
export function inOrder(...channels: ChatLine[][]): ChatLine[] {
  return channels.flat().sort((one, other) => one.time - other.time || one.number - other.number);
}

/** The private lines of this visitor. */
export const whispers = new Whispers();
