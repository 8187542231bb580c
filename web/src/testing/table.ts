// A server in a test: it tells of one table, and hears what the page of that table wants.

import { vi } from "vitest";
import { server } from "../connection/server.svelte";
import type {
  Chair,
  Command,
  Drawing,
  EnginePace,
  Message,
  Moment,
  Person,
  Score,
  Sitter,
  Snapshot,
  TableHappening,
  ToMove,
} from "../protocol/messages";
import { grid } from "./board";

const ANNA: Person = { id: "anna", name: "Anna", guest: true };
const chair: Chair = { auto_roll: false, confirm_blocked: false };

/** Anna, who looks at the page. */
export const anna = { person: ANNA };
/** Somebody who plays elsewhere. */
export const bert = { person: { id: "bert", name: "Bert", guest: true } };
/** A computer player. */
export const computer = { engine: "level3" };

/** What is to be seen at a table. */
type Seen = {
  toMove?: ToMove;
  moves?: string[];
  position?: string;
  scene?: Drawing["scene"];
  players?: number[];
  scores?: Score[];
  clocks?: number[];
};

/** What the table is, besides. */
type Agreed = { pace?: EnginePace; host?: string; length?: string };

const STARTED: TableHappening = { match: { "round-started": { players: [0, 1] } } };

export class ToldTable {
  readonly id = "t1";
  /** What the page wanted, oldest first; what it only looks at is left out. */
  readonly wanted: Command[] = [];
  #hear: ((message: Message) => void)[] = [];
  #seq = 0;
  #ply = 0;
  #round = 1;

  constructor(
    private readonly game: string,
    private readonly options: string,
    private readonly sitters: [Sitter, Sitter],
  ) {
    vi.spyOn(server, "listen").mockImplementation((listener) => {
      this.#hear.push(listener);
      return () => {};
    });
    vi.spyOn(server, "send").mockImplementation(async (command) => {
      if (command.type !== "watch") this.wanted.push(command);
      return {};
    });
    vi.spyOn(server, "say").mockImplementation(() => {});
    server.you = ANNA;
  }

  /** Tells the page that everybody sits and the first round has begun. */
  begin({ pace, host = ANNA.id, length = "rounds=1", ...seen }: Seen & Agreed = {}): void {
    const chairs = this.sitters.map((sitter) => ({ ...chair, sitter }));
    const { id, game, options } = this;
    const summary = {
      id,
      game,
      options,
      chairs,
      phase: "playing",
      host: { ...ANNA, id: host },
      length,
      clock: "none",
    };
    const moment = this.#moment(seen);
    const told = { seq: 0, summary, undo: "free", hints: true, engine_pace: pace, moment };
    const snapshot = told as unknown as Snapshot;
    this.tell({ type: "table", snapshot, drawing: this.#drawing(seen) });
    const sat = this.sitters.map((who, idx): TableHappening => ({ sat: { chair: idx, who } }));
    this.happen([...sat, STARTED], seen);
  }

  /** Tells the page that another round has begun. */
  beginAnother(seen: Seen = {}): void {
    this.#round += 1;
    this.#ply = 0;
    this.happen([STARTED], seen);
  }

  /** Tells the page what happens, and what is to be seen then. */
  happen(whats: TableHappening[], seen: Seen = {}): void {
    const events = whats.map((what) => {
      this.#seq += 1;
      return { seq: this.#seq, at: 0, time: 0, what };
    });
    for (const what of whats) {
      if (what === "closed" || !("match" in what) || what.match === "score-cleared") continue;
      if ("moved" in what.match || "rolled" in what.match) this.#ply += 1;
      if ("taken-back" in what.match) this.#ply = what.match["taken-back"].ply;
    }
    const told = { moment: this.#moment(seen), drawing: this.#drawing(seen) };
    this.tell({ type: "events", table: this.id, events, ...told });
  }

  /** Tells the page anything. */
  tell(message: Message): void {
    for (const hear of this.#hear) hear(message);
  }

  #moment({ toMove = { seat: 1 }, position = "", players = [0, 1], scores = [], clocks }: Seen): Moment {
    const [round, ply] = [this.#round, this.#ply];
    const running = clocks ? { clocks } : {};
    return { round, ply, position, hash: "", players, to_move: toMove, scores, ...running };
  }

  #drawing({ moves = [], scene = grid(7, 6, "hole") }: Seen): Drawing {
    return { scene, moves };
  }
}

/** A move, as the server tells it. */
export const moved = (seat: number, text: string): TableHappening => ({
  match: { moved: { seat, text, spent: 100 } },
});
