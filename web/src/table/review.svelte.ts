// Looking back at earlier moves of a match while it goes on.

import type { BoardProps } from "../boards/contract";
import { draw, record, replay } from "../connection/http";
import type { Drawing } from "../protocol/messages";
import type { Table } from "../state/table.svelte";

/** The moves from the beginning of a round, the first of which is 1. */
type Way = { round: number; moves: string[] };

/** Whether a way begins with another one. */
function beginsWith(way: Way, other: Way): boolean {
  return way.round === other.round && other.moves.every((move, idx) => move === way.moves[idx]);
}

export class Review {
  /** How many plies of the round are on the board; nothing if one sees the present. */
  ply = $state<number | null>(null);
  drawing = $state.raw<Drawing | null>(null);
  position = $state("");

  /** What was looked up last, and the positions along it. */
  #known: Way & { positions: string[] } = { round: 0, moves: [], positions: [] };
  /** What leads to the position that is looked at. */
  #way: Way = { round: 0, moves: [] };

  constructor(private readonly table: Table) {}

  /** What a board is given to show it. */
  get seen(): Partial<BoardProps> {
    const played = this.table.round?.plays.slice(0, this.ply ?? 0) ?? [];
    // Until it is drawn, the present stays on the board.
    return this.drawing ? { position: this.position, played } : { played };
  }

  /** Shows the board after so many plies of the present round. */
  async show(ply: number): Promise<void> {
    const { table } = this;
    const n_plies = table.round?.plays.length ?? 0;
    if (n_plies <= ply) {
      this.end();
      return;
    }
    this.ply = ply;
    const way = this.#present(ply);
    this.#way = way;
    try {
      // A move that was taken back led to another position than the one that was played instead.
      if (!beginsWith(this.#known, way)) {
        const again = (await replay(await record(table.id))).rounds.at(-1);
        const moves = again?.moves.map(({ text }) => text) ?? [];
        this.#known = { round: way.round, moves, positions: again?.positions ?? [] };
      }
      const { game, options } = table.snapshot?.summary ?? { game: "", options: "" };
      const position = this.#known.positions[ply] ?? "";
      const drawing = await draw(game, options, position, table.seat ?? 1);
      if (this.#way !== way || this.ply !== ply) return;
      this.position = position;
      this.drawing = drawing;
    } catch (error) {
      if (this.#way === way) this.end();
      table.complain(error);
    }
  }

  /** Back to the present. */
  end(): void {
    this.ply = null;
    this.drawing = null;
  }

  /** Follows the match: goes back to the present when the moves that are looked at are no more those of the round. */
  follow(): void {
    if (this.ply !== null && !beginsWith(this.#present(), this.#way)) this.end();
  }

  /** The moves of the present round, or so many of them. */
  #present(n_plies?: number): Way {
    const moves = this.table.round?.plays.slice(0, n_plies).map(({ text }) => text) ?? [];
    return { round: this.table.course?.rounds.length ?? 0, moves };
  }
}
