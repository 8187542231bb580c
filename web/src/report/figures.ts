// What a report says about each player, as rows of a table.

import { valuation } from "../analysis/texts";
import type { Entry, Translate } from "../i18n/text";
import type { GameReport, Grade, LossSum, LossUnit, PlayerReport } from "../protocol/messages";
import { report as texts, unit as units } from "./texts";

/** A figure of all players: what it is, what it means where that is not clear, and a value for each. */
export type Row = { label: Entry; note?: Entry; values: string[] };

export const SIGNS: Record<Grade, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** By which factor an amount is told, and with how many digits. */
const FORMS: Record<LossUnit, { factor: number; digits: number }> = {
  result: { factor: 1, digits: 3 },
  discs: { factor: 1, digits: 2 },
  equity: { factor: 1, digits: 3 },
  chance: { factor: 100, digits: 1 },
  place: { factor: 1, digits: 2 },
  points: { factor: 1, digits: 2 },
  share: { factor: 1, digits: 1 },
};

function decimal(t: Translate, value: number, digits: number, sign: "auto" | "exceptZero" = "auto"): string {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign };
  return value.toLocaleString(t(valuation.language), form).replace("-", "−");
}

/** An amount of a unit, without the unit. */
export const amount = (t: Translate, unit: LossUnit, lost: number): string =>
  decimal(t, FORMS[unit].factor * lost, FORMS[unit].digits);

/** An amount with its unit. */
export const inUnit = (t: Translate, unit: LossUnit, lost: number): string =>
  t(units[unit], { amount: amount(t, unit, lost) });

/** The mean of a sum of losses; nothing without decisions. */
export const mean = ({ count, lost }: LossSum): number | null => (count === 0 ? null : lost / count);

/** The rows of the table; those that say nothing about anybody are left out. */
export function figures(t: Translate, { players, unit }: GameReport): Row[] {
  const dash = "–";
  const row = (label: Entry, of: (player: PlayerReport) => string | null, note?: Entry): Row | null => {
    const values = players.map((player) => of(player));
    if (values.every((value) => value === null)) return null;
    return { label, ...(note ? { note } : {}), values: values.map((value) => value ?? dash) };
  };
  const lost = (sum: LossSum, told = amount): string | null => {
    const each = mean(sum);
    return each === null ? null : told(t, unit, each);
  };
  const seconds = ([count, millis]: [number, number]): string | null =>
    count === 0 ? null : t(texts.seconds, { seconds: decimal(t, millis / count / 1_000, 1) });
  const positive = (count: number): string | null => (count > 0 ? String(count) : null);
  const rows = [
    row(
      texts.rating,
      ({ rating }) => (rating === undefined ? null : decimal(t, rating, 2)),
      texts.ratingNote,
    ),
    row(texts.perMove, ({ decisions }) => lost(decisions, inUnit)),
    row(texts.checkers, ({ plays, cube }) => (cube.count > 0 ? lost(plays) : null)),
    row(texts.cube, ({ cube }) => lost(cube)),
    row(texts.luck, ({ luck }) => (luck === undefined ? null : decimal(t, luck, 3, "exceptZero"))),
    row(texts.inaccuracies, ({ grades }) => String(grades[0])),
    row(texts.mistakes, ({ grades }) => String(grades[1])),
    row(texts.blunders, ({ grades }) => String(grades[2])),
    row(texts.first, ({ phases }) => lost(phases[0])),
    row(texts.middle, ({ phases }) => lost(phases[1])),
    row(texts.last, ({ phases }) => lost(phases[2])),
    row(texts.delay, ({ delay }) => positive(delay)),
    row(texts.soundTime, ({ time }) => (time ? seconds(time.sound) : null)),
    row(texts.mistakenTime, ({ time }) => (time ? seconds(time.mistaken) : null)),
    row(texts.unknown, ({ n_unknown }) => positive(n_unknown)),
  ];
  return rows.filter((found) => found !== null);
}
