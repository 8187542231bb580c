// What moves are worth, as boards show it: boards know no units, only how something is written and what is better.

/** What a move is worth: a number by which moves are compared, and how people write it. */
export type MoveWorth = { value: number; tag: string };

/** The better of two; anything is better than nothing. */
export const better = (one: MoveWorth | undefined, other: MoveWorth): MoveWorth =>
  one === undefined || one.value < other.value ? other : one;
