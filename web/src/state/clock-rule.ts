// Clocks as the server writes them, such as `5m+3s` or `72h/move`.

/** Units of time, in milliseconds. */
export const UNITS = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** A day, in milliseconds. */
export const DAY_MS = 24 * UNITS.h;

/** How long a span such as `90s` is, in milliseconds. */
export function span(text: string): number {
  const [, count = "0", unit = ""] = /^(\d+)(ms|[hms])$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit as keyof typeof UNITS] ?? 0);
}

/** Whether players have days for every move, so that they need not be here at the same time. */
export function isCorrespondence(rule: string): boolean {
  const limit = rule.endsWith("/move") ? rule.slice(0, -"/move".length) : "";
  return DAY_MS <= span(limit);
}
