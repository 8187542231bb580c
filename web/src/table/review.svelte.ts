// Looking back at earlier moves of a match while it goes on.

import { Refused } from "../connection/connection";
import { draw, record, replay } from "../connection/http";
import type { Drawing } from "../protocol/messages";
import type { Table } from "../state/table.svelte";

export class Review {
  /** How many plies of the round are on the board; nothing if one sees the present. */
  ply = $state<number | null>(null);
  drawing = $state.raw<Drawing | null>(null);
  position = $state("");

  #positions: string[] = [];

  constructor(private readonly table: Table) {}

  /** Shows the board after so many plies of the present round. */
  async show(ply: number): Promise<void> {
    const { table } = this;
    const n_plies = table.round?.plays.length ?? 0;
    if (n_plies <= ply) {
      this.end();
      return;
    }
    this.ply = ply;
    try {
      if (this.#positions.length <= ply) {
        const again = await replay(await record(table.id));
        this.#positions = again.rounds.at(-1)?.positions ?? [];
      }
      const { game, options } = table.snapshot?.summary ?? { game: "", options: "" };
      const position = this.#positions[ply] ?? "";
      const drawing = await draw(game, options, position, table.seat ?? 1);
      if (this.ply !== ply) return;
      this.position = position;
      this.drawing = drawing;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.end();
    }
  }

  /** Back to the present. */
  end(): void {
    this.ply = null;
    this.drawing = null;
  }

  /** What was taken back or belongs to another round is looked up again. */
  forget(): void {
    this.#positions = [];
    this.end();
  }
}
