// What positions are worth, and which moves of a game were mistakes.

import { isDecided } from "../boards/grid";
import type { ReplayMove, Seat } from "../protocol/messages";

/** What a position is worth to who moves there, as a computer player sees it. */
export type Judgement = {
  seat: Seat;
  value: number;
  /** The best move. */
  best: string;
  /** What moves are worth, as far as that is known. */
  moves: ReadonlyMap<string, number>;
};

/** A lead that decides about three games in four, in the unit in which each game is valued. */
const CLEAR_LEAD: Record<string, number> = { connect4: 10, othello: 12, backgammon: 0.5, blokus: 0.5 };

/** How much of the bar belongs to who has this value, from 0 to 100; never all of it while the game is open. */
export function share(game: string, value: number): number {
  if (isDecided(value)) return value > 0 ? 100 : 0;
  return 50 + 48 * Math.tanh((0.55 * value) / (CLEAR_LEAD[game] ?? 4));
}

/** A move that was worse than the best. */
export type Mistake = {
  /** How many plies were played before it. */
  ply: number;
  seat: Seat;
  played: string;
  better: string;
  /** What the best move was worth, and what the played one was. */
  best: number;
  got: number;
  /** How much of the bar it cost. */
  loss: number;
};

/** Losses below this, in parts of the bar, are within what the computer player is certain of. */
const NOTABLE = 4;

/** What a move has turned out to be worth to who played it; nothing if nobody knows. */
function worthOf(
  judgements: readonly (Judgement | null)[],
  ply: number,
  played: string,
  seats: number,
): number | null {
  const judged = judgements[ply];
  if (!judged) return null;
  const listed = judged.moves.get(played);
  if (listed !== undefined) return listed;
  // Between two players without dice, what follows tells: it is worth as much to one as it costs the other.
  const after = judgements[ply + 1];
  if (!after || seats !== 2) return null;
  const value = after.seat === judged.seat ? after.value : -after.value;
  // A certain end is one move further away than it is after the move.
  return isDecided(value) ? value - Math.sign(value) : value;
}

/** The mistakes of a round, the largest first. */
export function mistakes(
  game: string,
  moves: readonly ReplayMove[],
  judgements: readonly (Judgement | null)[],
  seats: number,
): Mistake[] {
  const found = moves.flatMap((move, ply): Mistake[] => {
    const judged = judgements[ply];
    if (move.by === null || !judged || move.text === judged.best) return [];
    const got = worthOf(judgements, ply, move.text, seats);
    if (got === null) return [];
    const loss = share(game, judged.value) - share(game, got);
    if (loss < NOTABLE) return [];
    return [{ ply, seat: move.by, played: move.text, better: judged.best, best: judged.value, got, loss }];
  });
  return found.toSorted((one, other) => other.loss - one.loss);
}

/** The course of a round as lines of shares: one for the first of two seats, or one for each of more. */
export function courses(
  game: string,
  judgements: readonly (Judgement | null)[],
  seats: number,
): { seat: Seat; points: { ply: number; share: number }[] }[] {
  const point = (ply: number, value: number) => ({ ply, share: share(game, value) });
  if (seats === 2) {
    const points = judgements.flatMap((judged, ply) =>
      judged ? [point(ply, judged.seat === 1 ? judged.value : -judged.value)] : [],
    );
    return [{ seat: 1, points }];
  }
  return Array.from({ length: seats }, (_, idx) => ({
    seat: idx + 1,
    points: judgements.flatMap((judged, ply) => (judged?.seat === idx + 1 ? [point(ply, judged.value)] : [])),
  }));
}
