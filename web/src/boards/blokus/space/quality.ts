// How well the table is drawn while something moves: as well as the machine manages in time.

/** One way to draw: the further down the list, the less work. */
export type Quality = {
  /** Pixels of the picture for each pixel of the screen. */
  scale: number;
  /** Whether edges are smoothed. */
  smooth: boolean;
  shadows: "soft" | "hard" | "none";
  /** Whether the edges of pieces are round. */
  round: boolean;
  /** What a picture costs, as a part of the best one; a guess that the first pictures correct. */
  price: number;
};

const LADDER = [
  { scale: 1, smooth: true, shadows: "soft", round: true, price: 1 },
  { scale: 0.75, smooth: true, shadows: "soft", round: true, price: 0.6 },
  { scale: 0.75, smooth: false, shadows: "hard", round: false, price: 0.2 },
  { scale: 0.5, smooth: false, shadows: "hard", round: false, price: 0.13 },
  { scale: 0.5, smooth: false, shadows: "none", round: false, price: 0.075 },
  { scale: 0.35, smooth: false, shadows: "none", round: false, price: 0.045 },
] as const satisfies readonly Quality[];

/** What is drawn when everything rests, where that does not take too long. */
export const BEST: Quality = LADDER[0];
const LOWEST = LADDER.length - 1;

/** A picture is late that comes later than this after the one before, in milliseconds: 60 a second are wanted. */
const LATE = 20;
/** What one picture may cost at first, in milliseconds; the page needs the rest. */
const ROOM = 9;
/** What the picture of a rest may cost: longer than this, and one would wait for it. */
const WAIT = 200;
/** What the picture may cost that is kept while something moves above it. */
const KEPT = 35;
/** So many pictures are looked at before anything is lowered, and so many before it is raised. */
const FEW = 3;
const MANY = 45;
/** Lowering has helped if pictures come in this part of the time or less. */
const HELPED = 0.85;

/** Chooses how to draw from how long pictures take. */
export class Pace {
  #level = 0;
  #gaps: number[] = [];
  /** After so many pictures in time a better one is tried; longer each time that it was too good. */
  #patience = MANY;
  #isTrying = false;
  /** How long pictures took before anything was lowered. */
  #before: number | null = null;
  /** What a picture of the best quality was found to cost; nothing until that is known. */
  #cost = 0;
  /** Whether pictures come slowly whatever is drawn, as on a telephone that saves its battery. */
  #isInVain = false;

  get quality(): Quality {
    return LADDER[this.#level] ?? BEST;
  }

  /** How to draw once when everything rests. */
  get rest(): Quality {
    return LADDER.find(({ price }) => this.#cost * price <= WAIT) ?? this.quality;
  }

  /** How to draw what is kept while something moves above it; nothing where everything can be drawn each time. */
  get kept(): Quality | null {
    if (this.#level === 0) return null;
    return LADDER.find(({ price }) => this.#cost * price <= KEPT) ?? this.quality;
  }

  /** Begins where a picture would just be in time, given how many milliseconds one of the best quality took. */
  guess(cost: number): void {
    const fit = LADDER.findIndex(({ price }) => cost * price <= ROOM);
    this.#go(fit === -1 ? LOWEST : fit);
    this.#cost = cost;
  }

  /** Something begins to move after a rest, whose length tells nothing. */
  begin(): void {
    this.#gaps = [];
  }

  /** A picture came so many milliseconds after the one before it. */
  drawn(gap: number): void {
    if (this.#isInVain) return;
    this.#gaps.push(gap);
    const latest = middle(this.#gaps.slice(-FEW));
    if (this.#gaps.length >= FEW && latest > LATE) this.#lower(latest);
    else if (this.#gaps.length >= this.#patience && this.#mayRaise()) this.#raise();
  }

  #lower(latest: number): void {
    if (this.#isTrying) this.#patience *= 2;
    this.#isTrying = false;
    this.#before ??= latest;
    if (this.#level < LOWEST) this.#go(Math.min(LOWEST, this.#level + (latest > 2 * LATE ? 2 : 1)));
    else if (this.#cost <= ROOM && latest > this.#before * HELPED) {
      // Something else takes the time, so that the drawing may as well be good.
      this.#isInVain = true;
      this.#go(0);
    }
  }

  /** Whether one level up is not known to be too much. */
  #mayRaise(): boolean {
    const above = LADDER[this.#level - 1];
    return above !== undefined && this.#cost * above.price <= LATE;
  }

  #raise(): void {
    this.#isTrying = true;
    this.#go(this.#level - 1);
  }

  #go(level: number): void {
    this.#level = level;
    this.#gaps = [];
  }
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
