// How strong the levels are, measured in games between them.

/** The rating of each level, from the weakest, with the mean of all levels at 0: the table of docs/src/engines.md, which
 * tells how it was measured, and with which a test compares this one. */
const MEASURED: Readonly<Record<string, readonly number[]>> = {
  connect4: [-573, -410, -310, -194, -77, 79, 195, 308, 436, 545],
  othello: [-930, -657, -540, -372, -114, 95, 247, 498, 760, 1010],
  backgammon: [-587, -451, -337, -222, -106, 70, 194, 350, 469, 620],
  blokus: [-608, -430, -320, -206, -62, 84, 224, 336, 440, 541],
};

/** Which options were measured, where it matters: a level is not equally strong on every board. */
const MEASURED_AS: Readonly<Record<string, string>> = { connect4: "7x6x4", othello: "8x8", blokus: "duo" };

/** What the mean of all levels is called, which is where the ratings of people begin, too. */
export const MEAN = 1500;

/** The rating of a level of a game with these options, or with those that were measured; nothing where nobody has
 * measured it. */
export function ratingOf(
  game: string,
  level: number,
  options: string | undefined = MEASURED_AS[game],
): number | undefined {
  const measured = MEASURED[game]?.[level - 1];
  const isMeant = MEASURED_AS[game] === undefined || options === MEASURED_AS[game];
  return measured !== undefined && isMeant ? MEAN + measured : undefined;
}
