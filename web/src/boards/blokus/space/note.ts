// Whether somebody is told how to look around a table in space: until they know, in each browser.

const KNOWN = "brettwerk.blokus.space";

export function wantsNote(storage: Pick<Storage, "getItem">): boolean {
  return storage.getItem(KNOWN) === null;
}

/** Remembers that somebody knows. */
export function forgetNote(storage: Pick<Storage, "setItem">): void {
  storage.setItem(KNOWN, "known");
}
