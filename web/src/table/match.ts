// How long a match is, and how it stands.

import type { Score } from "../protocol/messages";

/** What ends a match of several rounds. */
export type Goal = { kind: "points" | "bestOf" | "rounds" | "endless"; count: number };

const KINDS: Record<string, Goal["kind"]> = {
  points: "points",
  "best-of": "bestOf",
  rounds: "rounds",
  endless: "endless",
};

/** Reads the length of a match; nothing for a single round, which needs no score. */
export function readLength(text: string): Goal | null {
  const [word = "", number = "0"] = text.split("=");
  const kind = KINDS[word];
  if (kind === undefined || text === "rounds=1" || text === "best-of=1") return null;
  return { kind, count: Number(number) };
}

/** What a player has won so far, counted in what decides the match: rounds, or points. */
export function standing({ kind }: Goal, score: Score | undefined): number {
  return (kind === "rounds" || kind === "bestOf" ? score?.wins : score?.points) ?? 0;
}
