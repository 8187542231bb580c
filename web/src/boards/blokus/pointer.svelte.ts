// Mouse and fingers on the board and the tray: which square they mean, and which piece they pull.

import type { Measure } from "./flights.svelte";
import type { Laying } from "./laying.svelte";
import { UNIT } from "./outline";
import type { Piece, Square } from "./shape";

/** Squares smaller than this, in pixels, are shown under a glass while a finger covers them. */
const SMALL = 24;

/** How far a finger moves, in pixels, that means to stay where it is. */
const TREMBLE = 10;

/** How far the wheel turns until the piece does. */
const NOTCH = 40;

export class Pointer {
  /** The squares of the board on the screen. */
  plate = $state<HTMLElement>();
  /** Where a pulled piece is on the screen while it is not over the board. */
  carried = $state.raw<{ x: number; y: number } | null>(null);
  unit = $state(UNIT);
  /** A finger on the board, and how far the piece is from it; a piece that is pulled out of the tray. */
  #pull = $state.raw<{ pointer: number; by: Square; isTouch: boolean; tap?: Square } | null>(null);
  #wheeled = 0;

  /** The middle of the magnifying glass, where one is needed, and on which side of the board it stands. */
  readonly glass = $derived.by(() => {
    const { pos, hand } = this.laying;
    if (this.#pull?.isTouch !== true || hand.at === null || pos === null || this.unit >= SMALL) return null;
    return {
      square: hand.at,
      side: hand.at.x < pos.rules.width / 2 ? ("right" as const) : ("left" as const),
    };
  });

  constructor(
    private readonly laying: Laying,
    private readonly isTurned: () => boolean,
  ) {}

  /** 1 where the board is seen as it is written down, and -1 where it is turned around. */
  get direction(): 1 | -1 {
    return this.isTurned() ? -1 : 1;
  }

  /** Where the first square of the board begins on the screen. */
  measure(): Measure {
    const box = this.plate?.getBoundingClientRect();
    const { pos } = this.laying;
    if (box === undefined || pos === null) return { x: 0, y: 0, unit: UNIT, direction: 1 };
    const { direction } = this;
    this.unit = box.width / pos.rules.width;
    const [x, y] = direction === 1 ? [box.left, box.top] : [box.left + box.width, box.top + box.height];
    return { x, y, unit: this.unit, direction };
  }

  /** The square at a place of the screen, which may lie beside the board. */
  squareAt(left: number, top: number): Square {
    const { x, y, unit, direction } = this.measure();
    return { x: Math.floor((direction * (left - x)) / unit), y: Math.floor((direction * (top - y)) / unit) };
  }

  /** A press in the tray: with the next movement the piece follows the pointer. */
  readonly ontray = (event: PointerEvent, piece: Piece): void => {
    const { laying } = this;
    if (event.button !== 0 || !laying.canTake || !laying.fitting.has(piece.index)) return;
    laying.take(piece);
    laying.hand.at = null;
    const isTouch = event.pointerType === "touch";
    const by = { x: 0, y: isTouch ? -above(this.measure().unit, Infinity) : 0 };
    this.#pull = { pointer: event.pointerId, by, isTouch };
    (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
  };

  readonly ondown = (event: PointerEvent): void => {
    const { hand, pos, canAct } = this.laying;
    if (hand.piece === null || pos === null || !canAct) return;
    const at = this.squareAt(event.clientX, event.clientY);
    if (event.button === 2) hand.flip();
    else if (event.pointerType === "touch") {
      // Near the piece a finger pushes it; elsewhere the piece appears above the finger, where it can be seen.
      const { x, y, unit, direction } = this.measure();
      const bottom = direction === 1 ? y + pos.rules.height * unit : y;
      const isNear = hand.at !== null && Math.hypot(hand.at.x - at.x, hand.at.y - at.y) < 4;
      const by =
        hand.at !== null && isNear
          ? {
              x: x + direction * (hand.at.x + 0.5) * unit - event.clientX,
              y: y + direction * (hand.at.y + 0.5) * unit - event.clientY,
            }
          : { x: 0, y: -above(unit, bottom - event.clientY) };
      // A finger that only taps means the square under it.
      const tap = isNear ? {} : { tap: { x: event.clientX, y: event.clientY } };
      this.#pull = { pointer: event.pointerId, by, isTouch: true, ...tap };
      this.plate?.setPointerCapture?.(event.pointerId);
      this.onmove(event);
    } else this.laying.press(at);
  };

  readonly onmove = (event: PointerEvent): void => {
    const { hand } = this.laying;
    if (hand.piece === null) return;
    const { clientX: x, clientY: y } = event;
    const pull = this.#pull;
    if (pull !== null && pull.pointer === event.pointerId) {
      const at = this.squareAt(x + pull.by.x, y + pull.by.y);
      hand.isDown = false;
      hand.at = this.laying.isOnBoard(at) ? at : null;
      this.carried = hand.at === null ? { x: x + pull.by.x, y: y + pull.by.y } : null;
    } else if (pull === null && event.pointerType === "mouse" && !hand.isDown) {
      const at = this.squareAt(x, y);
      hand.at = this.laying.isOnBoard(at) ? at : null;
    }
  };

  readonly onup = (event: PointerEvent): void => {
    const pull = this.#pull;
    if (pull === null || pull.pointer !== event.pointerId) return;
    this.#pull = null;
    this.carried = null;
    const { tap } = pull;
    if (tap && Math.hypot(event.clientX - tap.x, event.clientY - tap.y) < TREMBLE) {
      const at = this.squareAt(event.clientX, event.clientY);
      this.laying.hand.at = this.laying.isOnBoard(at) ? at : null;
    }
    if (this.laying.hand.at === null) return;
    if (pull.isTouch && !this.laying.isLegal) this.laying.snap();
    this.laying.settle();
  };

  readonly onwheel = (event: WheelEvent): void => {
    const { hand } = this.laying;
    if (hand.piece === null) return;
    event.preventDefault();
    this.#wheeled += event.deltaY;
    if (Math.abs(this.#wheeled) < NOTCH) return;
    if (this.#wheeled > 0) hand.turn();
    else hand.turnBack();
    this.#wheeled = 0;
  };
}

/** How far above a finger a piece is held so that it can be seen: less near the lower edge, or no finger could reach the
 * last squares. */
function above(unit: number, toEdge: number): number {
  const usual = 2.5 * unit + 18;
  return usual * Math.min(1, Math.max(0, toEdge / (2 * usual)));
}
