// How clocks are read.

import type { Translate } from "../i18n/text";
import { clock } from "./texts";

/** Below this, tenths of seconds count. */
const TENTHS_BELOW_MS = 20_000;

/** A span of time as a clock shows it. */
export function shown(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.ceil(ms / 1_000);
  if (ms < TENTHS_BELOW_MS) return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A span of time in days and hours, or as a clock shows it if it is shorter than a day. */
export function shownInDays(t: Translate, ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 24 ? shown(ms) : t(clock.daysAndHours, { days: Math.floor(hours / 24), hours: hours % 24 });
}

/** About how long a span is: days, hours or minutes. A minute less is not worth a day. */
export function roughly(t: Translate, ms: number): string {
  const hours = Math.floor((ms + MINUTE_MS) / HOUR_MS);
  if (48 <= hours) return t(clock.days, { count: Math.floor(hours / 24) });
  if (2 <= hours) return t(clock.hours, { count: hours });
  return t(clock.minutes, { count: Math.max(1, Math.floor(ms / MINUTE_MS)) });
}

/** What is heard when a clock falls from one time to another. */
export function warning(before: number | null, now: number | null): "hurry" | "hurry-more" | null {
  if (before === null || now === null) return null;
  if (now < 10_000 && 10_000 <= before) return "hurry-more";
  return now < 60_000 && 60_000 <= before ? "hurry" : null;
}
