// The losses of a person from report to report.

import type { LossUnit, ReportedMatch } from "../protocol/messages";

/** What reports about matches of one game say, the oldest first. */
export type Course = {
  game: string;
  unit: LossUnit;
  /** Whether the values are performance ratings instead of mean losses. */
  isRating: boolean;
  values: number[];
  /** The mean over all decisions, so that long matches count more. */
  mean: number;
};

/** The courses of all games, the one with most matches first. Matches that are told in another unit have their own. */
export function coursesOf(matches: readonly ReportedMatch[]): Course[] {
  const groups = new Map<string, ReportedMatch[]>();
  for (const match of matches.toReversed()) {
    const key = `${match.game} ${match.unit}`;
    groups.set(key, [...(groups.get(key) ?? []), match]);
  }
  const courses = [...groups.values()].flatMap((group): Course[] => {
    const [first] = group;
    if (!first) return [];
    const value = ({ rating, mean }: ReportedMatch) => rating ?? mean;
    const decisions = group.reduce((sum, { decisions }) => sum + decisions, 0);
    const total = group.reduce((sum, match) => sum + match.decisions * value(match), 0);
    return [
      {
        game: first.game,
        unit: first.unit,
        isRating: first.rating !== undefined,
        values: group.map(value),
        mean: decisions === 0 ? 0 : total / decisions,
      },
    ];
  });
  return courses.toSorted((one, other) => other.values.length - one.values.length);
}
