// What survives a reload: the study of this browser, as a record, and how the engine is set.

import { MAX_LINES } from "./engine.svelte";

const KEY = "brettwerk.study";

/** The longest record that is kept here; the server plays no longer ones again. */
export const MAX_KEPT_CHARS = 250_000;

/** A study as it is kept. */
export type Kept = {
  record: string;
  /** The moves that lead to the position that was looked at, as places in the tree. */
  path: number[];
  /** The address at which it was begun. */
  address: string;
};

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** What a text of the storage means. */
export function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null;
    if (typeof kept?.record !== "string" || typeof kept.address !== "string") return null;
    const path = Array.isArray(kept.path) ? kept.path : [];
    return {
      record: kept.record,
      address: kept.address,
      path: path.every((idx) => Number.isInteger(idx) && idx >= 0) ? path : [],
    };
  } catch {
    return null;
  }
}

/** The study that was kept last. */
export const kept = (): Kept | null => readKept(storage()?.getItem(KEY) ?? null);

/** Keeps a study; whether it could be kept. */
export function keep(study: Kept): boolean {
  if (study.record.length > MAX_KEPT_CHARS) return false;
  try {
    storage()?.setItem(KEY, JSON.stringify(study));
    return storage() !== null;
  } catch {
    return false;
  }
}

const ENGINE_KEY = "brettwerk.engine";

/** How the engine is set. */
export type EngineSettings = { isOn: boolean; lines: number; showsValues: boolean };

/** What a text of the storage means: whatever is missing is as usual. */
export function readEngine(text: string | null): EngineSettings {
  const usual = { isOn: false, lines: 1, showsValues: false };
  try {
    const kept = JSON.parse(text ?? "{}") as Partial<EngineSettings> | null;
    const lines = Number(kept?.lines);
    return {
      isOn: kept?.isOn === true,
      lines: Number.isInteger(lines) && 1 <= lines && lines <= MAX_LINES ? lines : usual.lines,
      showsValues: kept?.showsValues === true,
    };
  } catch {
    return usual;
  }
}

/** How the engine was set last. */
export const keptEngine = (): EngineSettings => readEngine(storage()?.getItem(ENGINE_KEY) ?? null);

/** Keeps how the engine is set. */
export function keepEngine(settings: EngineSettings): void {
  try {
    storage()?.setItem(ENGINE_KEY, JSON.stringify(settings));
  } catch {
    // It is set anew the next time.
  }
}
