// A press on a board of cells: it follows the pointer, and counts where it is let go. So a click, a tap and a pull to
// another cell are the same.

import type { Place } from "../protocol/messages";

export class Pressing {
  /** The cell under the pointer, or under the cursor of the keys. */
  hovered = $state.raw<Place | null>(null);
  #isPressed = false;

  constructor(private readonly choose: (place: Place) => void) {}

  /** What the drawing listens to. */
  readonly handlers = {
    onpointerdown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      this.#isPressed = true;
      this.hovered = placeAt(event);
      (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
    },
    onpointermove: (event: PointerEvent) => {
      if (this.#isPressed || event.pointerType === "mouse") this.hovered = placeAt(event);
    },
    onpointerup: (event: PointerEvent) => {
      if (!this.#isPressed) return;
      this.#isPressed = false;
      const place = placeAt(event);
      if (event.pointerType !== "mouse") this.hovered = null;
      if (place) this.choose(place);
    },
    onpointerleave: () => {
      if (!this.#isPressed) this.hovered = null;
    },
    onpointercancel: () => {
      this.#isPressed = false;
      this.hovered = null;
    },
  };
}

function placeAt(event: PointerEvent): Place | null {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  const [column, row] = cell?.getAttribute("data-cell")?.split(",").map(Number) ?? [];
  return column === undefined || row === undefined ? null : { column, row };
}
