// How a round ended, in a sentence.

import type { Translate } from "../i18n/text";
import type { Text } from "../protocol/messages";
import { sentence } from "../shell/sentence";
import type { Round } from "../state/course";
import { table as texts } from "./texts";

/** What there is to know of a round. */
type Ended = Pick<Round, "end" | "points">;

/** What the page knows about whoever sees it. */
export type Viewer = {
  t: Translate;
  nameOf: (seat: number) => string;
  mySeats: number[];
  status: Text | undefined;
};

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

/** Who has won, and how much where a round can be worth more than one point. */
export function headline(round: Ended, { t, nameOf, mySeats }: Viewer): string {
  if (round.end === null) return "";
  if (round.end === "draw-agreed") return t(texts.drawAgreed);
  const best = winners(round.points);
  if (best.length === 0) return t(texts.draw);
  const count = Math.max(...round.points);
  const isMine = fate(round, mySeats) === "win";
  if (isMine) return count > 1 ? t(texts.youWinPoints, { count }) : t(texts.youWin);
  const name = best.map(nameOf).join(", ");
  return count > 1 ? t(texts.winsPoints, { name, count }) : t(texts.youLose, { name });
}

/** How it came to that; nothing where there is no more to say. */
export function reason(round: Ended, viewer: Viewer): string {
  const { end, points } = round;
  const { t, nameOf, mySeats, status } = viewer;
  if (end === null || end === "draw-agreed") return "";
  const isMe = (seat: number) => mySeats.length === 1 && mySeats[0] === seat;
  if (end !== "over" && "resigned" in end) {
    const { seat } = end.resigned;
    return isMe(seat) ? t(texts.youResigned) : t(texts.resigned, { name: nameOf(seat) });
  }
  if (end !== "over") {
    const { seat } = end["time-over"];
    return isMe(seat) ? t(texts.yourTimeOver) : t(texts.timeOver, { name: nameOf(seat) });
  }
  if (!status) return "";
  // Games also say that it is a draw, which the headline has said already.
  const said =
    winners(points).length === 0 ? t(status).replace(/^(a draw|unentschieden)(: |$)/i, "") : t(status);
  const told = said ? sentence(said) : "";
  return told === headline(round, viewer) ? "" : told;
}

/** What to say about the end of a round. */
export function outcome(round: Ended, viewer: Viewer): string {
  return [headline(round, viewer), reason(round, viewer)].filter(Boolean).join(" ");
}
