// What jsdom does not have and components ask for.

import { cleanup, configure } from "@testing-library/svelte";
import { afterEach } from "vitest";

afterEach(() => cleanup());

// A busy machine is slow, and no test is about that.
configure({ asyncUtilTimeout: 20_000 });

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;
Element.prototype.animate ??= () =>
  ({ cancel() {}, finished: Promise.resolve(), onfinish: null }) as unknown as Animation;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.scrollTo ??= () => {};
document.elementFromPoint ??= () => null;
Element.prototype.scrollTo ??= () => {};

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
  const first = this.querySelector<HTMLElement>("[autofocus]") ?? this.querySelector("button");
  first?.focus();
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event("close"));
};
