// Which introductions a person has had, or does not want.

const KEY = "brett-lessons";

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Whether the introduction to a game need not be offered any more. */
export const isLearned = (game: string): boolean => read().includes(game);

/** Keeps that the introduction to a game was had, or is not wanted. */
export function learned(game: string): void {
  const kept = read();
  if (kept.includes(game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...kept, game]));
  } catch {
    // A browser that keeps nothing offers it again.
  }
}
