// How long the turn of another player is shown: it is over in no time where a computer plays, and should be seen.

import type { BoardLook } from "../contract";

/** How long the dice lie there before a checker moves, and how long each step takes, in milliseconds. */
export type Pace = { pause: number; step: number };

const PACES: Record<NonNullable<BoardLook["pace"]>, Pace> = {
  fast: { pause: 150, step: 160 },
  usual: { pause: 600, step: 420 },
  slow: { pause: 1_200, step: 800 },
};

const STILL: Pace = { pause: 0, step: 0 };

/** How to show a turn: another player's as slowly as was chosen, one's own without waiting; nothing moves where motion is
 * not wanted. */
export function paceOf({ animation, pace }: Pick<BoardLook, "animation" | "pace">, isTheirs: boolean): Pace {
  if (animation === 0) return STILL;
  if (!isTheirs) return { pause: 0, step: animation };
  const { pause, step } = PACES[pace ?? "usual"];
  return { pause, step: Math.max(animation, step) };
}

/** The roll that a play answers: the last one before it, the higher die first. */
export function rollBefore(
  played: readonly { seat: number | null; text: string }[],
): [number, number] | null {
  const at = played.findLastIndex(({ seat, text }) => seat !== null && text.includes("/"));
  const roll = played.slice(0, Math.max(0, at)).findLast(({ seat }) => seat === null)?.text;
  const [, one, other] = /^([1-6])([1-6])$/.exec(roll ?? "") ?? [];
  if (one === undefined || other === undefined) return null;
  return [Math.max(Number(one), Number(other)), Math.min(Number(one), Number(other))];
}
