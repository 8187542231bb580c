// How fast computer players play among themselves.

import type { EnginePace, TableEvent } from "../protocol/messages";

/** The times between two moves that can be chosen, in milliseconds. */
export const INTERVALS = [500, 1_000, 2_000, 5_000];

/** The pace after more events: a single step ends with its move. */
export function paceAfter(pace: EnginePace | undefined, events: TableEvent[]): EnginePace | undefined {
  let known = pace;
  for (const { what } of events) {
    if (typeof what === "string") continue;
    if ("pace-set" in what) known = what["pace-set"];
    const isMove = "match" in what && typeof what.match === "object" && "moved" in what.match;
    if (known?.mode === "step" && isMove) known = { ...known, mode: "paused" };
  }
  return known;
}
