// What a player wants at the page to which they go next.

import type { Replay } from "../protocol/messages";

export const wishes = {
  /** The table whose game is to be analyzed as soon as it is there. */
  analysis: null as string | null,
  /** The record and the place in it with which the analysis board is to begin. */
  study: null as { replay: Replay; round: number; ply: number } | null,
};
