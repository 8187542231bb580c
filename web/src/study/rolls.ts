// Dice on the analysis board, where nobody has to be able to check them.

/**
 * One of the ways in which the dice can fall. Two dice fall differently twice as often as in any one double; where doubles
 * do not count, as at the beginning, they are rolled again.
 */
export function rolled(outcomes: readonly string[], random: () => number = Math.random): string {
  const oneOf = (count: number): number => Math.floor(random() * count);
  const isOfTwo = outcomes.length > 0 && outcomes.every((outcome) => /^[1-6]{2}$/.test(outcome));
  if (!isOfTwo) return outcomes[oneOf(outcomes.length)] ?? "";
  for (;;) {
    const [one, other] = [1 + oneOf(6), 1 + oneOf(6)];
    const found = [`${one}${other}`, `${other}${one}`].find((text) => outcomes.includes(text));
    if (found !== undefined) return found;
  }
}
