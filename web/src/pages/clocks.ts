// The clocks that are offered, as the server writes them.

import type { Entry, Translate, Values } from "../i18n/text";
import { DAY_MS, span, UNITS } from "../state/clock-rule";
import { newGame } from "./texts";

/** A clock that can be chosen. */
export type Clock = { value: string; text: Entry; values: Values };

export const CLOCKS: Clock[] = [
  { value: "none", text: newGame.noClock, values: {} },
  ...[
    [1, 1],
    [3, 2],
    [5, 3],
    [10, 5],
    [30, 20],
  ].map(([minutes = 0, seconds = 0]) => ({
    value: `${minutes}m+${seconds}s`,
    text: newGame.minutes,
    values: { minutes, seconds },
  })),
  ...[2, 10, 30].map((seconds) => ({
    value: `${seconds}s/move`,
    text: newGame.perMove,
    values: { seconds },
  })),
  ...[1, 3, 7, 14].map((count) => ({
    value: `${count * 24}h/move`,
    text: newGame.perDays,
    values: { count },
  })),
  { value: "2m~12s", text: newGame.delay, values: { minutes: 2, seconds: 12 } },
  { value: "8m~12s", text: newGame.delay, values: { minutes: 8, seconds: 12 } },
];

/** A clock as the server writes it, such as `5m+3s`, in the words in which it is offered. */
export function clockInWords(t: Translate, rule: string): string {
  const [, bank = "", kind, more = ""] = /^(\d+(?:ms|[hms]))([+~/])(.+)$/.exec(rule) ?? [];
  const values = { minutes: span(bank) / UNITS.m, seconds: span(more) / UNITS.s };
  if (kind === "+") return t(newGame.minutes, values);
  if (kind === "~") return t(newGame.delay, values);
  if (kind !== "/") return rule;
  const days = span(bank) / DAY_MS;
  if (Number.isInteger(days)) return t(newGame.perDays, { count: days });
  return t(newGame.perMove, { seconds: span(bank) / UNITS.s });
}
