// How a play is entered one checker at a time.
//
// The server lists the legal plays, one for each position that can be reached. Which checker may go where on the
// way there follows from the list: a step is allowed if some legal play can still come of it.

import { better, type MoveWorth } from "../worth";
import { at, BAR, OFF, type Side } from "./position";

/** The checkers as the mover counts: its own, and the other side's by the other side's numbers. */
export type Board = { mine: Side; theirs: Side };

/** One checker moved by one die, in the mover's numbers. */
export type Step = { from: number; to: number; die: number; hits: boolean };

/** How far a play has been entered. */
export type Turn = {
  board: Board;
  /** The dice that are left, in the order in which they are used. */
  left: readonly number[];
  done: readonly Step[];
};

/** What the text of a position's play says for somebody who cannot move. */
export const NO_MOVE = "cannot-move";

/** The legal plays of a roll, and the ways to enter them. */
export class Plays {
  readonly #start: Board;
  readonly #dice: readonly number[];
  /** The text of each legal play by what it leads to. */
  readonly #results = new Map<string, string>();
  readonly #nexts = new Map<string, Step[]>();

  constructor(start: Board, dice: readonly [number, number], moves: readonly string[]) {
    this.#start = start;
    this.#dice = dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : dice;
    for (const text of moves) {
      const steps = stepsOf(start, text);
      if (steps !== null && steps.length !== 0) this.#results.set(keyOf(playAll(start, steps)), text);
    }
  }

  /** The turn before anything has been moved. */
  begin(): Turn {
    return { board: this.#start, left: this.#dice, done: [] };
  }

  /** Every step with which the turn can go on, by the dice from the left. */
  steps(turn: Turn): Step[] {
    return this.#next(turn.board, turn.left);
  }

  /** The step of a checker by the left die if that can be played, else by another; `other` begins at the right. */
  step(turn: Turn, from: number, other = false): Step | null {
    const steps = this.steps(turn).filter((step) => step.from === from);
    return (other ? steps.at(-1) : steps[0]) ?? null;
  }

  /** Where one checker can go with one die or several, with the shortest way there, by the left die first. */
  ways(turn: Turn, from: number): Map<number, Step[]> {
    const ways = new Map<number, Step[]>();
    let ends: { turn: Turn; way: Step[] }[] = [{ turn, way: [] }];
    while (ends.length !== 0) {
      const further = ends.flatMap(({ turn, way }) =>
        this.steps(turn)
          .filter((step) => step.from === (way.at(-1)?.to ?? from))
          .map((step) => ({ turn: this.play(turn, step), way: [...way, step] })),
      );
      for (const { way } of further) {
        const to = way.at(-1)?.to;
        if (to !== undefined && !ways.has(to)) ways.set(to, way);
      }
      ends = further.filter(({ way }) => way.at(-1)?.to !== OFF);
    }
    return ways;
  }

  /** The shortest way of any checker to a place, the hindmost checker first. */
  wayTo(turn: Turn, to: number): Step[] | null {
    let best: Step[] | null = null;
    for (const from of this.origins(turn)) {
      const way = this.ways(turn, from).get(to);
      if (way !== undefined && (best === null || way.length < best.length)) best = way;
    }
    return best;
  }

  /** The places from which a checker can go on, the hindmost first. */
  origins(turn: Turn): number[] {
    return [...new Set(this.steps(turn).map((step) => step.from))].sort((one, other) => other - one);
  }

  /** The turn after a step. */
  play(turn: Turn, step: Step): Turn {
    const used = turn.left.indexOf(step.die);
    return {
      board: playStep(turn.board, step),
      left: turn.left.filter((_, idx) => idx !== used),
      done: [...turn.done, step],
    };
  }

  /** The turn without its last step. */
  undo(turn: Turn): Turn {
    return this.#again(turn.done.slice(0, -1), turn);
  }

  /** The turn with the other die first. */
  swap(turn: Turn): Turn {
    return { ...turn, left: [...turn.left].reverse() };
  }

  /** The legal play that has been entered; nothing while dice have to be played. */
  finished(turn: Turn): string | null {
    return this.steps(turn).length === 0 ? (this.#results.get(keyOf(turn.board)) ?? null) : null;
  }

  /** What the best play is worth that can still come of a turn; nothing if no such play has a value. */
  best(turn: Turn, values: Readonly<Record<string, MoveWorth>>): MoveWorth | null {
    let best: MoveWorth | undefined;
    const seen = new Set<string>();
    const look = (now: Turn): void => {
      const key = `${keyOf(now.board)} ${now.left.toSorted().join("")}`;
      if (seen.has(key)) return;
      seen.add(key);
      const value = values[this.finished(now) ?? ""];
      if (value !== undefined) best = better(best, value);
      for (const step of this.steps(now)) look(this.play(now, step));
    };
    look(turn);
    return best ?? null;
  }

  /** The legal play that a text means: single steps in any order, shortened ways, `25` for the bar and so on. */
  typed(text: string): string | null {
    const legs = legsOf(text);
    return legs === null ? null : this.#matching(this.begin(), legs);
  }

  #matching(turn: Turn, legs: Leg[]): string | null {
    if (legs.length === 0) return this.finished(turn);
    for (const [idx, leg] of legs.entries()) {
      const way = this.ways(turn, leg.from).get(leg.to);
      if (way === undefined) continue;
      const after = way.reduce((turn, step) => this.play(turn, step), turn);
      const found = this.#matching(after, legs.toSpliced(idx, 1));
      if (found !== null) return found;
    }
    return null;
  }

  #again(steps: readonly Step[], { left, done }: Turn): Turn {
    // What was taken back is at the left again, where it was used.
    const dice = [...done.slice(steps.length).map((step) => step.die), ...left];
    return { board: playAll(this.#start, steps), left: dice, done: steps };
  }

  /** The steps from which a legal play can still come. */
  #next(board: Board, left: readonly number[]): Step[] {
    const key = `${keyOf(board)} ${left.join("")}`;
    const known = this.#nexts.get(key);
    if (known !== undefined) return known;
    const steps = [...new Set(left)]
      .flatMap((die) => stepsBy(board, die))
      .filter((step) => {
        const after = playStep(board, step);
        const used = left.indexOf(step.die);
        const rest = left.filter((_, idx) => idx !== used);
        return this.#next(after, rest).length !== 0 || this.#results.has(keyOf(after));
      });
    this.#nexts.set(key, steps);
    return steps;
  }
}

/** The steps that a text tells, for any side that played it; nothing if the text is no play. */
export function stepsOf(board: Board, text: string): Step[] | null {
  if (text === NO_MOVE) return [];
  const legs = legsOf(text);
  if (legs === null) return null;
  const steps: Step[] = [];
  let now = board;
  for (const { from, to } of legs) {
    if (at(now.mine, from) === 0) return null;
    const step = { from, to, die: from - to, hits: isBlot(now, to) };
    now = playStep(now, step);
    steps.push(step);
  }
  return steps;
}

/** Writes steps as players do: the way of each checker, hindmost first, `*` for a hit and `(2)` for equal ways. */
export function writeSteps(steps: readonly Step[]): string {
  const ways: { places: number[]; text: string }[] = [];
  const name = (place: number) => (place === BAR ? "bar" : place === OFF ? "off" : String(place));
  for (const step of steps) {
    const landing = `/${name(step.to)}${step.hits ? "*" : ""}`;
    const way = ways.find(({ places }) => places.at(-1) === step.from);
    if (way === undefined) ways.push({ places: [step.from, step.to], text: name(step.from) + landing });
    else {
      way.places.push(step.to);
      way.text += landing;
    }
  }
  ways.sort((one, other) => (other.places[0] ?? 0) - (one.places[0] ?? 0));
  const counts = new Map<string, number>();
  for (const { text } of ways) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text}(${count})`)).join(" ");
}

/** The board after a step. */
export function playStep(board: Board, { from, to, hits }: Step): Board {
  const mine = [...board.mine];
  mine[from] = at(mine, from) - 1;
  mine[to] = at(mine, to) + 1;
  if (!hits) return { mine, theirs: board.theirs };
  const theirs = [...board.theirs];
  theirs[BAR - to] = 0;
  theirs[BAR] = at(theirs, BAR) + 1;
  return { mine, theirs };
}

function playAll(board: Board, steps: readonly Step[]): Board {
  return steps.reduce(playStep, board);
}

/** From where to where a checker goes, perhaps with several dice. */
type Leg = { from: number; to: number };

function legsOf(text: string): Leg[] | null {
  const legs: Leg[] = [];
  for (const word of text
    .trim()
    .toLowerCase()
    .split(/[\s,;]+/)) {
    const found = /^([^()]+?)(?:\(([1-4])\))?$/.exec(word);
    const places = (found?.[1] ?? "").split("/").map(placeOf);
    if (places.length < 2 || places.includes(null)) return null;
    for (let count = Number(found?.[2] ?? 1); count > 0; count--) {
      for (let idx = 1; idx < places.length; idx++) {
        legs.push({ from: places[idx - 1] ?? 0, to: places[idx] ?? 0 });
      }
    }
  }
  return legs.length <= 4 ? legs : null;
}

function placeOf(text: string): number | null {
  const name = text.replace(/\*$/, "");
  if (name === "bar" || name === "b") return BAR;
  if (name === "off" || name === "o") return OFF;
  return /^\d{1,2}$/.test(name) && Number(name) <= BAR ? Number(name) : null;
}

function isBlot(board: Board, to: number): boolean {
  return to !== OFF && at(board.theirs, BAR - to) === 1;
}

/** The steps that one die allows by itself. */
function stepsBy(board: Board, die: number): Step[] {
  const hindmost = board.mine.findLastIndex((count, place) => place !== OFF && count !== 0);
  const steps: Step[] = [];
  for (let from = hindmost; from > 0; from--) {
    if (at(board.mine, from) === 0) continue;
    const to = Math.max(OFF, from - die);
    const isOpen =
      to === OFF ? hindmost <= 6 && (from === die || from === hindmost) : at(board.theirs, BAR - to) < 2;
    if (isOpen) steps.push({ from, to, die, hits: isBlot(board, to) });
    // Who has a checker on the bar moves no other.
    if (from === BAR) break;
  }
  return steps;
}

function keyOf({ mine, theirs }: Board): string {
  return `${mine.join(",")}|${theirs.join(",")}`;
}

/** Tells whether two boards are alike. */
export function isSame(one: Board, other: Board): boolean {
  return keyOf(one) === keyOf(other);
}
