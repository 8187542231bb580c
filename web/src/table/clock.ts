// How clocks are read.

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

/** What is heard when a clock falls from one time to another. */
export function warning(before: number | null, now: number | null): "hurry" | "hurry-more" | null {
  if (before === null || now === null) return null;
  if (now < 10_000 && 10_000 <= before) return "hurry-more";
  return now < 60_000 && 60_000 <= before ? "hurry" : null;
}
