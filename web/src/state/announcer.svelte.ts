// What screen readers say: one sentence after the other, however fast they come.

let sentence = $state("");
let isOdd = false;

/** Says a sentence. A space that comes and goes makes a repeated one a new one. */
export function announce(text: string): void {
  isOdd = !isOdd;
  sentence = isOdd ? `${text}\u00a0` : text;
}

/** The last sentence. */
export const announced = (): string => sentence;
