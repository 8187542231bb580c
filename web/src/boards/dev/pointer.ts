// jsdom has no pointer events; a mouse event with the number and the kind of a pointer is as good for tests.

class PointerLikeEvent extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerId = init.pointerId ?? 1;
    this.pointerType = init.pointerType ?? "mouse";
  }
}

/** Lets tests send pointer events. */
export function providePointerEvents(): void {
  window.PointerEvent ??= PointerLikeEvent as unknown as typeof PointerEvent;
}
