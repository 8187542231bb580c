// Which panels a table has, and where somebody has put them.

import type { Frame, PanelPlace } from "../state/settings.svelte";

/** The panels, in their usual order. */
export const PANELS = ["moves", "analysis", "dice", "chat", "statistics"] as const;

/** A panel by its name. */
export type PanelId = (typeof PANELS)[number];

const USUAL: Record<PanelId, Omit<PanelPlace, "id">> = {
  moves: { side: "right", isOpen: true },
  analysis: { side: "right", isOpen: false },
  dice: { side: "right", isOpen: false },
  chat: { side: "right", isOpen: true },
  statistics: { side: "right", isOpen: false },
};

/** Whether nobody else is at the table that is shown. */
export const company = { isAlone: false };

/** A panel and where it is. */
export type Placed = PanelPlace & { id: PanelId };

/** Every panel once: where it was put, in that order, and then those that were never moved. Who is alone has nobody to
 * talk to, and finds the chat folded until they open it. */
export function placed(kept: PanelPlace[], isAlone = company.isAlone): Placed[] {
  const known = kept.filter((place): place is Placed => (PANELS as readonly string[]).includes(place.id));
  const missing = PANELS.filter((id) => !known.some((place) => place.id === id));
  return [
    ...known,
    ...missing.map((id) => ({ id, ...USUAL[id], ...(isAlone && id === "chat" ? { isOpen: false } : {}) })),
  ];
}

/** The panels after one of them was changed. */
export function changed(panels: Placed[], id: PanelId, change: Partial<PanelPlace>): Placed[] {
  return panels.map((panel) => (panel.id === id ? { ...panel, ...change, id } : panel));
}

/** The panels after one of them was put into a dock, before another one or at its end. */
export function docked(
  panels: Placed[],
  id: PanelId,
  side: "left" | "right",
  before: PanelId | null,
): Placed[] {
  const panel = panels.find((other) => other.id === id);
  if (!panel) return panels;
  const rest = panels.filter((other) => other.id !== id);
  const at = before === null ? -1 : rest.findIndex((other) => other.id === before);
  const put = { ...panel, side };
  return at < 0 ? [...rest, put] : [...rest.slice(0, at), put, ...rest.slice(at)];
}

/** The smallest size that a panel keeps in a window. */
const SMALLEST = { width: 240, height: 140 };

/** A frame that lies in the window, so that nothing that was popped out is ever out of reach. */
export function inWindow(frame: Frame, window: { width: number; height: number }): Frame {
  const width = Math.min(Math.max(frame.width, SMALLEST.width), window.width);
  const height = Math.min(Math.max(frame.height, SMALLEST.height), window.height);
  const within = (value: number, room: number) => Math.round(Math.min(Math.max(0, value), Math.max(0, room)));
  return {
    x: within(frame.x, window.width - width),
    y: within(frame.y, window.height - height),
    width,
    height,
  };
}

/** Where something lands that is let go at a place of the window: in a dock at its sides, or popped out between. */
export function landing(x: number, window: { width: number }): "left" | "right" | "out" {
  if (x < window.width * 0.2) return "left";
  return x > window.width * 0.76 ? "right" : "out";
}

/** The panels after one of them went before the one that is above it on its side. */
export function raised(panels: Placed[], id: PanelId): Placed[] {
  const at = panels.findIndex((panel) => panel.id === id);
  const panel = panels[at];
  const above = panels.findLastIndex((other, idx) => idx < at && other.side === panel?.side);
  if (!panel || above < 0) return panels;
  const rest = panels.filter((other) => other.id !== id);
  return [...rest.slice(0, above), panel, ...rest.slice(above)];
}

/** Whether one sees what is in a panel: it is neither put away nor folded. */
export function isSeen(panels: readonly Placed[], id: PanelId): boolean {
  return panels.some((panel) => panel.id === id && panel.side !== "hidden" && panel.isOpen);
}
