// Which level to play next, from one's own games in this browser.

import type { Past } from "./history";

/** A level that fits better than the one of the last games. */
export type Suggestion = {
  game: string;
  /** The level of the last games. */
  from: number;
  level: number;
  /** How many games at the level before ended the same way, one after the other. */
  streak: number;
  won: boolean;
};

/** So many wins in a row make a level too easy, and so many losses too hard. */
const WINS = 2;
const LOSSES = 3;
const LAST_LEVEL = 10;

type Played = { game: string; level: number; outcome: "won" | "lost" | "drawn" };

/** A finished game against computer players of one level; nothing of any other game. */
function played({ game, players, result }: Past): Played | null {
  if (!result || typeof result === "string" || result.mine.length !== 1) return null;
  const engines = players.flatMap((player) => (player && typeof player === "object" ? [player.engine] : []));
  const [engine = "", ...others] = engines;
  const level = Number(/^level(\d+)$/.exec(engine)?.[1]);
  if (!level || engines.length !== players.length - 1 || others.some((other) => other !== engine))
    return null;
  const own = result.points[(result.mine[0] ?? 0) - 1] ?? 0;
  const best = Math.max(...result.points.filter((_, idx) => idx + 1 !== result.mine[0]));
  return { game, level, outcome: own > best ? "won" : own < best ? "lost" : "drawn" };
}

/** What one's last games say about the next one; nothing if they were neither too easy nor too hard. The newest game
 * stands first. */
export function suggestion(past: readonly Past[]): Suggestion | null {
  const games = past.flatMap((one) => played(one) ?? []);
  const [last] = games;
  if (!last || last.outcome === "drawn") return null;
  const alike = games.filter(({ game }) => game === last.game);
  const end = alike.findIndex(({ level, outcome }) => level !== last.level || outcome !== last.outcome);
  const streak = end < 0 ? alike.length : end;
  const won = last.outcome === "won";
  const level = last.level + (won ? 1 : -1);
  if (streak < (won ? WINS : LOSSES) || level < 1 || LAST_LEVEL < level) return null;
  return { game: last.game, from: last.level, level, streak, won };
}
