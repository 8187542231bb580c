// A press on a board of cells: it follows the pointer, and counts where it is let go. So a click, a tap and a pull to
// another cell are the same.

import type { Place } from "../protocol/messages";
import { FINGER } from "./fingers";

export class Pressing {
  /** The cell under the pointer, or under the cursor of the keys. */
  hovered = $state.raw<Place | null>(null);
  /** Where a finger is on the screen that hides the cell below it. */
  finger = $state.raw<{ x: number; y: number } | null>(null);
  #isPressed = false;

  constructor(private readonly choose: (place: Place) => void) {}

  /** What the drawing listens to. */
  readonly handlers = {
    onpointerdown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      this.#isPressed = true;
      this.#follow(event);
      (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
    },
    onpointermove: (event: PointerEvent) => {
      if (this.#isPressed || event.pointerType === "mouse") this.#follow(event);
    },
    onpointerup: (event: PointerEvent) => {
      if (!this.#isPressed) return;
      this.#isPressed = false;
      this.finger = null;
      const place = placeAt(cellAt(event));
      if (event.pointerType !== "mouse") this.hovered = null;
      if (place) this.choose(place);
    },
    onpointerleave: () => {
      if (!this.#isPressed) this.hovered = null;
    },
    onpointercancel: () => {
      this.#isPressed = false;
      this.hovered = this.finger = null;
    },
  };

  #follow(event: PointerEvent): void {
    const cell = cellAt(event);
    this.hovered = placeAt(cell);
    const isHidden =
      event.pointerType === "touch" && cell !== null && cell.getBoundingClientRect().width < FINGER;
    this.finger = isHidden ? { x: event.clientX, y: event.clientY } : null;
  }
}

const cellAt = (event: PointerEvent): Element | null =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]") ?? null;

function placeAt(cell: Element | null): Place | null {
  const [column, row] = cell?.getAttribute("data-cell")?.split(",").map(Number) ?? [];
  return column === undefined || row === undefined ? null : { column, row };
}
