// What positions are worth, and which moves of a game were mistakes.

import type { ReplayMove, ReplayRound, Seat, Valuation } from "../protocol/messages";
import { aged, type Cost, cost, type Degree, degree, share, turned } from "./valuation";

/** What a position is worth to who moves there, as a computer player sees it. */
export type Judgment = {
  seat: Seat;
  /** Nothing where the player does not know it. */
  worth: Valuation | null;
  /** The best move. */
  best: string;
  /** What moves are worth, as far as that is known. */
  moves: ReadonlyMap<string, Valuation>;
};

/** A move that was worse than the best. */
export type Mistake = {
  /** How many plies were played before it. */
  ply: number;
  seat: Seat;
  played: string;
  better: string;
  /** What the best move was worth, and what the played one was. */
  best: Valuation;
  got: Valuation;
  cost: Cost;
  degree: Degree;
};

/** What is known of the moves of a round. */
export type Findings = {
  /** The largest first. */
  mistakes: Mistake[];
  /** How many moves were played of which nobody knows what they were worth. */
  n_unknown: number;
};

/** What a move has turned out to be worth to who played it; nothing if nobody knows. */
export function worthOf(
  judgments: readonly (Judgment | null)[],
  ply: number,
  played: string,
  seats: number,
): Valuation | null {
  const judged = judgments[ply];
  if (!judged) return null;
  const listed = judged.moves.get(played);
  if (listed) return listed;
  if (played === judged.best) return judged.worth;
  // Between two players without dice, what follows tells: it is worth as much to one as it costs the other.
  const after = judgments[ply + 1];
  if (!after?.worth || seats !== 2) return null;
  return aged(after.seat === judged.seat ? after.worth : turned(after.worth));
}

/** The mistakes of a round, and how many moves could not be judged. */
export function findings(
  moves: readonly ReplayMove[],
  judgments: readonly (Judgment | null)[],
  seats: number,
): Findings {
  const mistakes: Mistake[] = [];
  let n_unknown = 0;
  for (const [ply, move] of moves.entries()) {
    const judged = judgments[ply];
    if (move.by === null || !judged || move.text === judged.best) continue;
    const got = worthOf(judgments, ply, move.text, seats);
    if (!got || !judged.worth) {
      n_unknown += 1;
      continue;
    }
    const lost = cost(judged.worth, got);
    const how = degree(lost.weight);
    if (!how) continue;
    const { best: better, worth: best } = judged;
    mistakes.push({ ply, seat: move.by, played: move.text, better, best, got, cost: lost, degree: how });
  }
  return { mistakes: mistakes.toSorted((one, other) => other.cost.weight - one.cost.weight), n_unknown };
}

type Point = { ply: number; share: number };

/** How much of the bar a seat has when the round is over; nothing while it goes on. */
function finalShare({ result }: ReplayRound, seat: Seat): number | null {
  if (!result) return null;
  const [, points] = result;
  const [own, most] = [points[seat - 1] ?? 0, Math.max(...points)];
  if (points.length === 2) return 50 + 50 * Math.sign(own - (points[2 - seat] ?? 0));
  return most === 0 ? 50 : (100 * own) / most;
}

/**
 * The course of a round as lines of shares, up to its result: one for the first of two seats, or one for each of more.
 */
export function courses(
  round: ReplayRound,
  judgments: readonly (Judgment | null)[],
): { seat: Seat; points: Point[] }[] {
  const seats = round.players.length;
  const end = (seat: Seat): Point[] => {
    const final = finalShare(round, seat);
    return final === null || !judgments.length ? [] : [{ ply: round.moves.length, share: final }];
  };
  const line = (seat: Seat, of: (judged: Judgment) => Valuation | null) => {
    const points = judgments.flatMap((judged, ply) => {
      const worth = judged && of(judged);
      return worth ? [{ ply, share: share(worth) }] : [];
    });
    return { seat, points: [...points, ...end(seat)] };
  };
  if (seats === 2) {
    return [line(1, ({ seat, worth }) => (worth && seat !== 1 ? turned(worth) : worth))];
  }
  return round.players.map((_, idx) => line(idx + 1, ({ seat, worth }) => (seat === idx + 1 ? worth : null)));
}
