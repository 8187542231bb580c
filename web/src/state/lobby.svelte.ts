// Who is here, which tables there are, and what is said in the lobby.

import { server } from "../connection/server.svelte";
import type { ChatLine, LobbyChange, Message, OpenSeek, Person, TableSummary } from "../protocol/messages";

/** Of so many people the server tells; of a longer list nobody knows who is not on it. */
const MOST_PEOPLE = 300;

class Lobby {
  people = $state.raw<Person[]>([]);
  tables = $state.raw<TableSummary[]>([]);
  /** Who waits for an opponent. */
  seeks = $state.raw<OpenSeek[]>([]);
  lines = $state.raw<ChatLine[]>([]);
  /** Whether the server has told who is here. */
  isKnown = $state(false);

  /** Whether a person is known to be away from the server. */
  isAway(person: Person): boolean {
    const isComplete = this.isKnown && this.people.length < MOST_PEOPLE;
    return isComplete && !this.people.some(({ id }) => id === person.id);
  }

  /** Comes in; the result goes out again. */
  enter(): () => void {
    const unlisten = server.listen((message) => this.#hear(message));
    return () => {
      unlisten();
      server.say({ type: "leave-lobby" });
    };
  }

  #hear(message: Message): void {
    if (message.type === "lobby") {
      this.people = message.people;
      this.tables = message.tables;
      this.seeks = message.seeks;
      this.isKnown = true;
    } else if (message.type === "lobby-change") {
      this.#change(message.change);
    } else if (message.type === "chat" && message.line.channel === "lobby") {
      const { line } = message;
      if (!line.number || !this.lines.some((known) => known.number === line.number)) {
        this.lines = [...this.lines, line];
      }
    }
  }

  #change(change: LobbyChange): void {
    if ("came" in change) {
      this.people = [...this.people.filter((person) => person.id !== change.came.id), change.came];
    } else if ("went" in change) {
      this.people = this.people.filter((person) => person.id !== change.went);
    } else if ("gone" in change) {
      this.tables = this.tables.filter((table) => table.id !== change.gone);
    } else if ("seeks" in change) {
      const { seeks } = change;
      this.seeks = [...this.seeks.filter(({ person }) => person.id !== seeks.person.id), seeks];
    } else if ("seek-gone" in change) {
      this.seeks = this.seeks.filter(({ person }) => person.id !== change["seek-gone"]);
    } else {
      this.tables = [change.table, ...this.tables.filter((table) => table.id !== change.table.id)];
    }
  }
}

/** The lobby of this server. */
export const lobby = new Lobby();
