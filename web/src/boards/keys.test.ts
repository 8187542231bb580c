import { beforeEach, expect, it } from "vitest";
import { concerns, mayCommand } from "./keys";

beforeEach(() => {
  document.body.innerHTML = `
    <a href="/">elsewhere</a>
    <main id="content" tabindex="-1"><section data-game="nim"><button>on the board</button></section></main>`;
});

/** A key as it is heard where it is pressed. */
function pressed(key: string, where: string): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true });
  document.querySelector(where)?.dispatchEvent(event);
  return event;
}

it.each([
  // key, where, with keys that act everywhere, without
  ["d", "button", true, true],
  ["d", "body", true, false],
  ["d", "main", true, false],
  ["d", "a", false, false],
  ["Escape", "body", true, true],
  ["Escape", "main", true, true],
  ["Escape", "a", false, false],
])(
  "the key %s, pressed on the %s, concerns the board: %s, and with keys on the board only: %s",
  (key, where, everywhere, confined) => {
    const board = document.querySelector("section");
    const event = pressed(key, where);
    expect(concerns(board, event, true)).toBe(everywhere);
    expect(concerns(board, event, false)).toBe(confined);
  },
);

it.each([
  ["h", "a", true, false],
  ["h", "button", true, true],
  ["Backspace", "a", true, true],
])(
  "the key %s, pressed on the %s, commands the table: %s, and with keys on the board only: %s",
  (key, where, everywhere, confined) => {
    const event = pressed(key, where);
    expect(mayCommand(event, true)).toBe(everywhere);
    expect(mayCommand(event, false)).toBe(confined);
  },
);
