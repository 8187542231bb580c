// Why a clock suddenly shows something else: whoever sees that is told.

import type { Translate } from "../i18n/text";
import { jumps as texts } from "./texts";

/** Smaller steps are within what messages need on their way, and nobody sees them. */
const SEEN_MS = 200;

/** How long the reason stands beside the clock. */
const TOLD_MS = 8_000;

/** A step of a clock that can be seen, and why it was made. */
export type Jump = {
  why: "increment" | "next-move" | "under-way" | "position" | "server";
  /** By how much, in milliseconds; less than nothing if time was lost. */
  by: number;
  /** What was given back for the time that the move was under way. */
  givenBack: number;
  /** When, on the clock of this page. */
  at: number;
};

export type Step = {
  /** What the page showed, and what the server says, in milliseconds. */
  before: number;
  after: number;
  /** The rule of the clock, as the server writes it. */
  rule: string;
  /** Whether this seat has made a move between the two. */
  hasMoved: boolean;
  /** Whether another position is on the board than play leads to: a move was taken back, or a round began. */
  isElsewhere: boolean;
  givenBack: number;
  at: number;
};

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** What a seat gets for a move, in milliseconds. */
export function increment(rule: string): number {
  const [, number, unit] = /\+(\d+)(ms|s|m|h)$/.exec(rule) ?? [];
  return Number(number ?? 0) * (UNITS[unit ?? ""] ?? 0);
}

/** Why a clock has jumped; nothing if it has not. */
export function jumpOf(step: Step): Jump | null {
  const by = step.after - step.before;
  if (Math.abs(by) <= SEEN_MS) return null;
  const jump = (why: Jump["why"], by: number, givenBack = 0): Jump => ({ why, by, givenBack, at: step.at });
  if (step.isElsewhere) return jump("position", by);
  if (!step.hasMoved) return jump("server", by);
  if (/\/move$|~/.test(step.rule)) return jump("next-move", by);
  // Not every move passes the turn on, so the increment may come later.
  const added = increment(step.rule);
  const rest = Math.abs(by - added) < Math.abs(by) ? by - added : by;
  if (Math.abs(rest) <= SEEN_MS) return jump("increment", added);
  return rest < 0 ? jump("server", rest) : jump("under-way", rest, Math.min(rest, step.givenBack));
}

/** Whether the reason for a jump is still to be told. */
export const isTold = (jump: Jump, now: number): boolean => now - jump.at < TOLD_MS;

/** Milliseconds as seconds with one digit. */
const seconds = (t: Translate, ms: number): string =>
  (ms / 1_000)
    .toLocaleString(t(texts.language), { maximumFractionDigits: 1, signDisplay: "exceptZero" })
    .replace("-", "−");

/** The reason in a few words. */
export function reason(t: Translate, jump: Jump): string {
  const by = seconds(t, jump.by);
  switch (jump.why) {
    case "increment":
      return t(texts.increment, { by });
    case "next-move":
      return t(texts.nextMove);
    case "position":
      return t(texts.position);
    case "server":
      return t(texts.server, { by });
    case "under-way":
      return jump.givenBack > 0
        ? t(texts.givenBack, { by, ms: Math.round(jump.givenBack) })
        : t(texts.underWay, { by });
  }
}
