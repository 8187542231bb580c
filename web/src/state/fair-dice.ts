// What the events of a table tell about how its dice are decided.

import type { Digest, Share, TableHappening } from "../protocol/messages";

/** Promises, and the roll that waits for them. */
export type FairDice = {
  /** The hash that binds the server; nothing before the match begins, or where chance decides nothing. */
  commitment: Digest | null;
  /** What is promised for each chair, from 0. */
  pledges: ReadonlyMap<number, Digest>;
  /** The promises that the present roll still waits for, by chair; nothing unless the dice are thrown right now. */
  owed: ReadonlyMap<number, Digest> | null;
  /** What each player gave to each roll. A roll that is taken back and falls again is the same roll. */
  shares: ReadonlyMap<string, Share[]>;
  /** Whether the server has shown its secret, so that everything can be checked. */
  isRevealed: boolean;
};

/** Dice of which nothing is known yet. */
export const UNKNOWN_DICE: FairDice = {
  commitment: null,
  pledges: new Map(),
  owed: null,
  shares: new Map(),
  isRevealed: false,
};

/** The dice after one more event. */
export function diceAfter(dice: FairDice, what: TableHappening): FairDice {
  if (what === "closed") return dice;
  // A promise is that of a person, not of a chair.
  if ("sat" in what) return { ...dice, pledges: without(dice.pledges, what.sat.chair) };
  if ("left" in what) return { ...dice, pledges: without(dice.pledges, what.left.chair) };
  if ("dice-committed" in what) return { ...dice, commitment: what["dice-committed"].commitment };
  if ("pledged" in what) {
    const { chair, pledge } = what.pledged;
    return { ...dice, pledges: new Map(dice.pledges).set(chair, pledge) };
  }
  if ("rolling" in what) {
    const { waits_for } = what.rolling;
    const owed = new Map([...dice.pledges].filter(([chair]) => waits_for.includes(chair)));
    // A promise is good for one roll, kept or not.
    const pledges = new Map([...dice.pledges].filter(([chair]) => !owed.has(chair)));
    return { ...dice, pledges, owed };
  }
  if ("revealed" in what) {
    return { ...dice, owed: dice.owed && without(dice.owed, what.revealed.chair) };
  }
  if ("cast" in what) {
    const { roll, shares } = what.cast;
    const key = `${roll.round} ${roll.number}`;
    return { ...dice, owed: null, shares: new Map(dice.shares).set(key, shares) };
  }
  if ("dice-revealed" in what) return { ...dice, isRevealed: true };
  return dice;
}

function without<T>(map: ReadonlyMap<number, T>, chair: number): ReadonlyMap<number, T> {
  return new Map([...map].filter(([other]) => other !== chair));
}

/** How many rolls people had a part in, and in how many a value stood in for what a person did not give. */
export function counted(dice: FairDice): { withPeople: number; substituted: number } {
  const all = [...dice.shares.values()];
  const isMissing = (share: Share) => share === "none" || share === "late";
  const isGiven = (share: Share) => typeof share === "object";
  return {
    withPeople: all.filter((shares) => shares.some(isGiven)).length,
    substituted: all.filter((shares) => shares.some(isMissing)).length,
  };
}
