// Which keys a board may take for its own.

/** Whether nothing in particular has the focus: the page itself, or its content after one has come to it. */
export function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.id === "content");
}

/** Whether a key writes a character. People who speak to their computer press such keys without knowing. */
const isCharacter = ({ key }: KeyboardEvent): boolean => key.length === 1;

/**
 * Whether a key concerns a board: one that is pressed on it does, others only where nothing else has the focus, and those
 * that write characters only where they may act everywhere.
 */
export function concerns(
  board: Element | null | undefined,
  event: KeyboardEvent,
  everywhere: boolean,
): boolean {
  if (board?.contains(event.target as Node)) return true;
  return isNowhere(event.target) && (everywhere || !isCharacter(event));
}

/** Whether a key may do something for the whole table; see `concerns`. */
export function mayCommand(event: KeyboardEvent, everywhere: boolean): boolean {
  return everywhere || !isCharacter(event) || (event.target as Element).closest("[data-game]") !== null;
}
