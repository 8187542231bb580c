// What is heard when something happens at a table.

import type { Sound } from "../sound/sound";
import type { Played, Round } from "../state/course";
import { fate } from "./outcome";

/** The sounds of what was played since the last time, for who has some seats, or none. */
export function heardOf(fresh: Played[], mySeats: number[], isMyTurn: boolean): Sound[] {
  const last = fresh.at(-1);
  if (!last) return [];
  const sound = last.seat === null ? "roll" : last.text.includes("*") ? "capture" : "move";
  // One's turn is told where somebody else has moved; who plays all seats knows it.
  const isTold = isMyTurn && fresh.some(({ seat }) => seat !== null && !mySeats.includes(seat));
  return isTold ? [sound, "turn"] : [sound];
}

/** The sound of the end of a round: a draw, or a win that is nobody's own, is an end as well. */
export function endOf(round: Round, mySeats: number[]): Sound | null {
  return round.end === null ? null : (fate(round, mySeats) ?? "end");
}
