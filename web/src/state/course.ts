// What the events of a table add up to, as far as a page shows it.

import { called } from "../i18n/guests";
import type { Chair, End, Happening, Seat, Snapshot, TableEvent, TableId } from "../protocol/messages";
import { diceAfter, type FairDice, UNKNOWN_DICE } from "./fair-dice";

/** A move, or a roll of the dice, which has no seat. */
export type Played = { seat: Seat | null; text: string; spent: number | null };

/** A round and everything that was played in it. */
export type Round = {
  /** Which chair, from 0, has each seat. */
  players: number[];
  plays: Played[];
  /** What people have played and taken back, the next one first, as long as nobody plays anything else. */
  undone: Played[];
  end: End | null;
  /** The points that each seat won by it. */
  points: number[];
  /** Who is ready for the next one. */
  ready: Seat[];
};

/** What has happened at a table. */
export type Course = {
  /** The number of the last event that is in it. */
  seq: number;
  chairs: Chair[];
  rounds: Round[];
  dice: FairDice;
  hasBegun: boolean;
  rematch: TableId | null;
  isClosed: boolean;
};

/** A table at which nothing has happened yet. */
export const emptyCourse = (chairs: Chair[]): Course => ({
  seq: 0,
  chairs: chairs.map((chair) => ({ ...chair, sitter: undefined })),
  rounds: [],
  dice: UNKNOWN_DICE,
  hasBegun: false,
  rematch: null,
  isClosed: false,
});

/** The course of a table after more events. What it knows already changes nothing, nor does what follows a gap. */
export function continued(course: Course, events: TableEvent[]): Course {
  return events.reduce((known, event) => (event.seq === known.seq + 1 ? step(known, event) : known), course);
}

function step(course: Course, event: TableEvent): Course {
  const { what } = event;
  const next = { ...course, seq: event.seq, dice: diceAfter(course.dice, what) };
  if (what === "closed") return { ...next, isClosed: true };
  if ("sat" in what) return { ...next, chairs: withChair(course, what.sat.chair, { sitter: what.sat.who }) };
  if ("left" in what) return { ...next, chairs: withChair(course, what.left.chair, { sitter: undefined }) };
  if ("preferred" in what) {
    const { chair, auto_roll, confirm_blocked } = what.preferred;
    return { ...next, chairs: withChair(course, chair, { auto_roll, confirm_blocked }) };
  }
  if ("began" in what) return { ...next, hasBegun: true };
  if ("rematch" in what) return { ...next, rematch: what.rematch.table };
  if ("match" in what) return { ...next, rounds: withHappening(course, what.match) };
  return next;
}

function withChair(course: Course, idx: number, change: Partial<Chair>): Chair[] {
  return course.chairs.map((chair, at) => (at === idx ? { ...chair, ...change } : chair));
}

function withHappening({ rounds, chairs }: Course, what: Happening): Round[] {
  if (what === "score-cleared") return [];
  if ("round-started" in what) {
    const { players } = what["round-started"];
    return [...rounds, { players, plays: [], undone: [], end: null, points: [], ready: [] }];
  }
  const last = rounds.at(-1);
  if (!last) return rounds;
  return [...rounds.slice(0, -1), roundAfter(last, what, chairs)];
}

function roundAfter(round: Round, what: Exclude<Happening, "score-cleared">, chairs: Chair[]): Round {
  const isPersons = ({ seat }: Played) => {
    const sitter = seat === null ? undefined : chairs[round.players[seat - 1] ?? -1]?.sitter;
    return sitter !== undefined && "person" in sitter;
  };
  if ("moved" in what) {
    const { moved } = what;
    const [next, ...later] = round.undone;
    const isNext = next?.seat === moved.seat && next.text === moved.text;
    // Computer players answer anew, and leave to people what these have taken back.
    const undone = !isPersons(moved) ? round.undone : isNext ? later : [];
    return { ...round, plays: [...round.plays, moved], undone };
  }
  if ("rolled" in what) {
    return { ...round, plays: [...round.plays, { seat: null, text: what.rolled.text, spent: null }] };
  }
  if ("taken-back" in what) {
    const { ply } = what["taken-back"];
    const undone = [...round.plays.slice(ply).filter(isPersons), ...round.undone];
    return { ...round, plays: round.plays.slice(0, ply), undone };
  }
  if ("round-ended" in what) return { ...round, ...what["round-ended"] };
  if ("ready" in what) return { ...round, ready: [...round.ready, what.ready.seat] };
  return round;
}

/** The chairs on which somebody sits. */
export function chairsOf(chairs: Chair[], user: string | undefined): number[] {
  const isTheirs = ({ sitter }: Chair) => sitter && "person" in sitter && sitter.person.id === user;
  return chairs.flatMap((chair, idx) => (isTheirs(chair) ? [idx] : []));
}

/** The seats, from 1, that these chairs have in the present round. */
export function seatsOf(players: number[], chairs: number[]): Seat[] {
  return players.flatMap((chair, idx) => (chairs.includes(chair) ? [idx + 1] : []));
}

/** What a level is called, with the seconds that it takes for a move where somebody has chosen them. */
export type LevelName = (level: string, seconds?: number) => string;

/** What people call whoever sits on a chair; a level has a name in every language. */
export function nameOn(chair: Chair | undefined, level: LevelName): string | null {
  const sitter = chair?.sitter;
  if (!sitter) return chair?.kept_for ? called(chair.kept_for) : null;
  return "person" in sitter ? called(sitter.person) : engineName(sitter.engine, level);
}

/** As many characters of a player's weights as its name can bear. */
const SHORT = 24;

/** What people call a computer player; weights of its own stand behind its name, if there are few. */
export function engineName(engine: string, level: LevelName): string {
  const [, number, time] = /^level(\d+)(?::time=(\d+))?$/.exec(engine) ?? [];
  if (number) return level(number, time === undefined ? undefined : Number(time) / 1000);
  // A record does not tell people from computer players, and people may have a colon in their names.
  const [, name, weights] = /^([a-z][a-z\d-]*):([a-z\d-]+=[a-z\d=.,+\-…]*)$/.exec(engine) ?? [];
  if (name === undefined || weights === undefined) return engine;
  return `${name} (${weights.length <= SHORT ? weights.replaceAll(",", ", ") : "…"})`;
}

/** Whether the snapshot knows something that events do not tell. */
export function needsLook(events: TableEvent[]): boolean {
  const changes = ["sat", "left", "began", "rematch"];
  return events.some(({ what }) => {
    if (what === "closed") return true;
    if (changes.some((change) => change in what)) return true;
    return "match" in what && what.match !== "score-cleared" && "round-ended" in what.match;
  });
}

/** Whether a table waits for somebody to sit down. */
export const isWaiting = (snapshot: Snapshot): boolean => snapshot.summary.phase === "waiting";
