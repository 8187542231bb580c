// Which panels a table has, and where somebody has put them.

import type { PanelPlace } from "../state/settings.svelte";

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

/** A panel and where it is. */
export type Placed = PanelPlace & { id: PanelId };

/** Every panel once: where it was put, in that order, and then those that were never moved. */
export function placed(kept: PanelPlace[]): Placed[] {
  const known = kept.filter((place): place is Placed => (PANELS as readonly string[]).includes(place.id));
  const missing = PANELS.filter((id) => !known.some((place) => place.id === id));
  return [...known, ...missing.map((id) => ({ id, ...USUAL[id] }))];
}

/** The panels after one of them was changed. */
export function changed(panels: Placed[], id: PanelId, change: Partial<PanelPlace>): Placed[] {
  return panels.map((panel) => (panel.id === id ? { ...panel, ...change, id } : panel));
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
