// The games that were played in this browser, the newest first: as facts, so that any language can tell them.

import type { Chair, Seat, Text } from "../protocol/messages";
import type { Round } from "./course";

const KEY = "brettwerk.history";
const MAX_KEPT = 200;

/** A game that was played here. */
export type Past = {
  table: string;
  game: string;
  options: string;
  players: PastPlayer[];
  /** How its last round ended; nothing as long as it goes on. Once it was kept as a sentence. */
  result: PastResult | string | null;
  time: number;
};

/** A computer player, or a name that is the same in all languages; nothing for a chair that was left. */
export type PastPlayer = { engine: string } | string | null;

/** What is to be known of a round to tell how it ended. */
export type PastResult = Pick<Round, "players" | "end" | "points"> & {
  /** The seats of whoever has played here. */
  mine: Seat[];
  /** What the game itself says of the last position. */
  status?: Text;
};

/** How to keep whoever sits on a chair. */
export function keptName({ sitter, kept_for }: Chair): PastPlayer {
  if (!sitter) return kept_for?.name ?? null;
  return "person" in sitter ? sitter.person.name : sitter;
}

/** What of a round is kept. */
export const resultOf = ({ players, end, points }: Round) => ({ players, end, points });

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** All games, the newest first. */
export function history(): Past[] {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as Past[]) : [];
  } catch {
    return [];
  }
}

/** Notes a game, or what has become of it. */
export function note(past: Past): void {
  const others = history().filter(({ table }) => table !== past.table);
  storage()?.setItem(KEY, JSON.stringify([past, ...others].slice(0, MAX_KEPT)));
}

/** Forgets all games; the server still has them. */
export function forget(): void {
  storage()?.removeItem(KEY);
}
