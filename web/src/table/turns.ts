// The list of moves by turns: what somebody rolled and played stands in one line.

import type { Seat } from "../protocol/messages";

/** A move, or a roll of the dice, which has no seat. */
type Play = { seat: Seat | null; text: string; spent: number | null };

/** One line of the list. */
export type Turn = {
  seat: Seat | null;
  /** The roll that the move follows, if there was one. */
  roll: string | null;
  /** The move; nothing while whoever has rolled is thinking. */
  move: string | null;
  spent: number | null;
  /** How many plies were played before it, and with it. */
  before: number;
  after: number;
};

/** The decision to roll where doubling was possible as well; the roll itself says enough. */
const ROLL = "roll";

/** The plays of a round by turns. A roll belongs to the move after it. */
export function turnsOf(plays: readonly Play[]): Turn[] {
  const turns: Turn[] = [];
  for (const [idx, { seat, text, spent }] of plays.entries()) {
    const open = turns.at(-1);
    const isDecided = open !== undefined && open.roll === null && open.move === ROLL;
    const isRolled = open !== undefined && open.roll !== null && open.move === null;
    if (seat === null && isDecided) {
      Object.assign(open, { roll: text, move: null, after: idx + 1 });
    } else if (seat !== null && isRolled && (open.seat ?? seat) === seat) {
      const all = open.spent === null ? spent : open.spent + (spent ?? 0);
      Object.assign(open, { seat, move: text, spent: all, after: idx + 1 });
    } else {
      const [roll, move] = seat === null ? [text, null] : [null, text];
      turns.push({ seat, roll, move, spent, before: idx, after: idx + 1 });
    }
  }
  return turns;
}

/** How to write moves and rolls. */
type Notation = { move: (text: string) => string; roll: (text: string) => string };

/** A turn in the notation of its game: the roll first. */
export function inNotation({ roll, move }: Turn, notation: Notation): string {
  const rolled = roll === null ? null : notation.roll(roll);
  return [
    rolled === null || move === null ? rolled : `${rolled}:`,
    move === null ? null : notation.move(move),
  ]
    .filter((part) => part !== null)
    .join(" ");
}

/** A line of the list with what everybody has done in it; a player who was not to move has nothing there. */
export type Row = { number: number; turns: (Turn | null)[] };

/** Turns in lines: both of two players beside each other, or one turn a line where more play. */
export function rowsOf(turns: readonly Turn[], n_seats: number): Row[] {
  if (n_seats !== 2) return turns.map((turn, idx) => ({ number: idx + 1, turns: [turn] }));
  const rows: Row[] = [];
  for (const turn of turns) {
    const at = turn.seat === 2 ? 1 : 0;
    const open = rows.at(-1);
    // The player who is first in a line was to move first; a second turn of theirs begins the next line.
    if (open?.turns.slice(at).every((other) => other === null)) open.turns[at] = turn;
    else rows.push({ number: rows.length + 1, turns: at === 0 ? [turn, null] : [null, turn] });
  }
  return rows;
}
