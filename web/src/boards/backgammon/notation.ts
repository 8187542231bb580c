// Moves as players of backgammon write them down.

/** A roll with its higher die first. */
export const rollText = (roll: string): string =>
  /^\d\d$/.test(roll) ? [...roll].toSorted().reverse().join("") : roll;

// A checker that only passes a point does not stop there: `24/18/13` is `24/13`, but `13/7*/2` hits.
/** A play without the points that it only passes. */
export function playText(play: string): string {
  return play
    .split(" ")
    .map((way) => {
      const places = way.split("/");
      return places
        .filter((place, idx) => idx === 0 || idx === places.length - 1 || place.endsWith("*"))
        .join("/");
    })
    .join(" ");
}
