// Who has thrown what.

import type { Seat } from "../protocol/messages";
import type { Played } from "../state/course";

/** The last roll of every seat. A roll belongs to who plays after it, so the newest one to who is to move. */
export function lastRolls(plays: readonly Played[], toMove: Seat | null): Map<Seat, string> {
  const found = new Map<Seat, string>();
  let mover = toMove;
  for (const { seat, text } of plays.toReversed()) {
    if (seat !== null) mover = seat;
    else if (mover !== null && !found.has(mover)) found.set(mover, text);
  }
  return found;
}

/** The faces that a roll shows. */
export function facesOf(roll: string): number[] {
  return [...roll].filter((sign) => /[1-6]/.test(sign)).map(Number);
}
