// What screen readers say: one sentence after the other, however fast they come.

let sentence = $state("");
let flips = $state(false);

/** Says a sentence, even if it is the same as before. */
export function announce(text: string): void {
  sentence = text;
  flips = !flips;
}

/** The last sentence. A space that comes and goes makes a repeated one a new one. */
export const announced = (): string => (flips ? `${sentence}\u00a0` : sentence);
