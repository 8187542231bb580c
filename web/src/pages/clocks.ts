// The clocks that are offered, as the server writes them.

import type { Entry, Values } from "../i18n/text";
import { newGame } from "./texts";

/** A clock that can be chosen. */
export type Clock = { value: string; text: Entry; values: Values };

export const CLOCKS: Clock[] = [
  { value: "none", text: newGame.noClock, values: {} },
  ...[
    [1, 1],
    [3, 2],
    [5, 3],
    [10, 5],
    [30, 20],
  ].map(([minutes = 0, seconds = 0]) => ({
    value: `${minutes}m+${seconds}s`,
    text: newGame.minutes,
    values: { minutes, seconds },
  })),
  ...[2, 10, 30].map((seconds) => ({
    value: `${seconds}s/move`,
    text: newGame.perMove,
    values: { seconds },
  })),
  { value: "2m~12s", text: newGame.delay, values: { minutes: 2, seconds: 12 } },
  { value: "8m~12s", text: newGame.delay, values: { minutes: 8, seconds: 12 } },
];
