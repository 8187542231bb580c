// What the board shows while checkers are on their way.
//
// The stage always knows the whole truth; an animation only hides checkers that have not landed yet, so input
// never waits for it.

import { type Board, playStep, type Step } from "./plays";
import { at, BAR, opponent, type Player, type Side } from "./position";

/** The checkers of both players. */
export type Sides = Record<Player, Side>;

/** A checker in the air. */
export type Flight = { id: number; player: Player; from: number; to: number; delay: number };

/** How checkers get somewhere: by the steps of a player; those of one player may have been put there by hand. */
export type Course = { told: { player: Player; steps: Step[] } | undefined; still: Player | null };

/** More checkers than any play moves: then it is another position, not a move. */
const MANY = 8;

export class Stage {
  shown = $state.raw<Sides>({ 1: [], 2: [] });
  flights = $state.raw<Flight[]>([]);
  /** Whether something is still to be shown. */
  isBusy = $state(false);
  /** What is still to be shown, one step after the other. */
  #queue: { sides: Sides; flights: Flight[] }[] = [];
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a position without motion. */
  show(sides: Sides): void {
    this.#halt();
    this.shown = sides;
  }

  /** What is shown when everything has landed. */
  get goal(): Sides {
    return this.#queue.at(-1)?.sides ?? this.shown;
  }

  /** Shows a position; checkers fly there as told, or straight. */
  fly(sides: Sides, duration: number, { told, still }: Course, pause = 0): void {
    const from = this.goal;
    this.show(from);
    if (duration === 0 || from[1].length === 0) this.show(sides);
    else {
      this.#queue = told === undefined ? this.#straight(from, sides, still) : this.#stepwise(from, told);
      this.isBusy = true;
      if (pause === 0) this.#advance(duration);
      else this.#timer = setTimeout(() => this.#advance(duration), pause);
    }
  }

  /** How many checkers lie on a place, without those on their way to it. */
  landed(player: Player, place: number): number {
    const coming = this.flights.filter((flight) => flight.player === player && flight.to === place).length;
    return at(this.shown[player], place) - coming;
  }

  /** Ends all motion. */
  #halt(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.isBusy = false;
    this.flights = [];
  }

  #advance(duration: number): void {
    const next = this.#queue[0];
    this.flights = next?.flights ?? [];
    if (next === undefined) {
      this.isBusy = false;
      return;
    }
    this.shown = next.sides;
    const longest = Math.max(...next.flights.map((flight) => flight.delay), 0);
    this.#timer = setTimeout(
      () => {
        this.#queue.shift();
        this.#advance(duration);
      },
      duration + longest * duration,
    );
  }

  #stepwise(from: Sides, { player, steps }: { player: Player; steps: Step[] }) {
    let sides = from;
    return steps.map((step) => {
      sides = after(sides, player, step);
      const flights = [this.#flight(player, step.from, step.to, 0)];
      // A checker that is hit leaves when the other one arrives.
      if (step.hits) flights.push(this.#flight(opponent(player), BAR - step.to, BAR, 0.8));
      return { sides, flights };
    });
  }

  #straight(from: Sides, to: Sides, still: Player | null) {
    const flights = ([1, 2] as const).flatMap((player) => {
      if (player === still) return [];
      const left = lost(from[player], to[player]);
      const entered = lost(to[player], from[player]);
      return left.map((place, idx) => this.#flight(player, place, entered[idx] ?? place, 0));
    });
    return [{ sides: to, flights: flights.length < MANY ? flights : [] }];
  }

  #flight(player: Player, from: number, to: number, delay: number): Flight {
    this.#next += 1;
    return { id: this.#next, player, from, to, delay };
  }
}

/** The places of a side that have fewer checkers afterwards, one entry for each. */
function lost(before: Side, after: Side): number[] {
  return before.flatMap((count, place) => new Array(Math.max(0, count - at(after, place))).fill(place));
}

/** The checkers as a player's board. */
export function boardOf(sides: Sides, player: Player): Board {
  return { mine: sides[player], theirs: sides[opponent(player)] };
}

/** A player's board as the checkers of both. */
export function sidesOf(board: Board, player: Player): Sides {
  return player === 1 ? { 1: board.mine, 2: board.theirs } : { 1: board.theirs, 2: board.mine };
}

function after(sides: Sides, player: Player, step: Step): Sides {
  return sidesOf(playStep(boardOf(sides, player), step), player);
}

/** The checkers before a player's steps; nothing if these steps cannot have led here. */
export function before(sides: Sides, player: Player, steps: Step[]): Sides | null {
  const mine = [...sides[player]];
  const theirs = [...sides[opponent(player)]];
  for (const { from, to, hits } of steps.toReversed()) {
    mine[to] = at(mine, to) - 1;
    mine[from] = at(mine, from) + 1;
    if (hits) {
      theirs[BAR] = at(theirs, BAR) - 1;
      theirs[BAR - to] = at(theirs, BAR - to) + 1;
    }
  }
  if ([...mine, ...theirs].some((count) => count < 0)) return null;
  return sidesOf({ mine, theirs }, player);
}
