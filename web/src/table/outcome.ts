// How a round ended, in a sentence.

import type { Translate } from "../i18n/text";
import type { Text } from "../protocol/messages";
import { sentence } from "../shell/sentence";
import type { Round } from "../state/course";
import { table as texts } from "./texts";

/** What there is to know of a round. */
type Ended = Pick<Round, "end" | "points">;

/** What the page knows about whoever sees it. */
type Viewer = { t: Translate; nameOf: (seat: number) => string; mySeats: number[]; status: Text | undefined };

/** The seats that won most; nobody if nobody won anything. */
export function winners(points: number[]): number[] {
  const most = Math.max(0, ...points);
  return most === 0 ? [] : points.flatMap((won, idx) => (won === most ? [idx + 1] : []));
}

/** Whether the only seat of whoever sees it has won, or lost. */
export function fate(round: Ended, mySeats: number[]): "win" | "loss" | null {
  const [mine] = mySeats;
  const best = winners(round.points);
  if (round.end === null || mine === undefined || mySeats.length > 1 || best.length === 0) return null;
  return best.includes(mine) ? "win" : "loss";
}

/** What to say about the end of a round. */
export function outcome(round: Ended, { t, nameOf, mySeats, status }: Viewer): string {
  const { end } = round;
  if (end === null) return "";
  const parts: string[] = [];
  if (end === "draw-agreed") parts.push(t(texts.drawAgreed));
  else if (end !== "over" && "resigned" in end)
    parts.push(t(texts.resigned, { name: nameOf(end.resigned.seat) }));
  else if (end !== "over") parts.push(t(texts.timeOver, { name: nameOf(end["time-over"].seat) }));
  const best = winners(round.points);
  if (fate(round, mySeats) === "win") parts.push(t(texts.youWin));
  else if (best.length === 0 && end === "over") parts.push(t(texts.draw));
  else if (best.length) parts.push(t(texts.youLose, { name: best.map(nameOf).join(", ") }));
  const said = end === "over" && status ? sentence(t(status)) : "";
  // Some games say no more than that it is a draw.
  if (said && !parts.includes(said)) parts.push(said);
  return parts.join(" ");
}
