// The games that were played in this browser, the newest first.

const KEY = "brettwerk.history";
const MAX_KEPT = 200;

/** A game that was played here. */
export type Past = {
  table: string;
  game: string;
  options: string;
  players: string[];
  result: string;
  time: number;
};

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
