// Reads the server's position text: GNU Backgammon's position id and match id, which hold everything that lies
// on the table.

/** A seat as on the wire. */
export type Player = 1 | 2;

/** The checkers of one side on its own places: 0 is off, 1 to 24 are the points, 25 is the bar. */
export type Side = readonly number[];

export const OFF = 0;
export const BAR = 25;

/** Whether the dice have fallen, and whether a double waits for an answer. */
export type Phase = "opening" | "to-roll" | "playing" | "doubled" | "beavered" | "over";

/** What lies on the table. */
export type Position = {
  sides: Record<Player, Side>;
  /** Whose turn it is; after a double, who doubled. */
  mover: Player;
  phase: Phase;
  /** The roll, the higher die first. */
  dice: [number, number] | null;
  cube: { value: number; owner: Player | null } | null;
  /** The match to some points; nothing where single games are played. */
  match: { length: number; points: Record<Player, number>; crawford: boolean } | null;
};

/** Reads a position of a game with the given options; nothing if the text is no position. */
export function readPosition(text: string, options: string): Position | null {
  const [ids = "", word] = text.trim().split(" ");
  const [positionId = "", matchId = ""] = ids.split(":");
  const words = options.split(" ");
  const checkers = readCheckers(positionId, words.includes("hypergammon") ? 3 : 15);
  const bits = bitsOf(matchId, 9);
  if (checkers === null || bits === null) return null;
  const [others, movers] = checkers;

  const level = bits.take(4);
  const owner = bits.take(2);
  const mover = player(bits.take(1));
  const crawford = bits.take(1) === 1;
  const state = bits.take(3);
  const decides = player(bits.take(1));
  const isDoubled = bits.take(1) === 1;
  bits.take(2);
  const [high, low] = [bits.take(3), bits.take(3)];
  const [length, second, first] = [bits.take(15), bits.take(15), bits.take(15)];

  const sides = mover === 1 ? { 1: movers, 2: others } : { 1: others, 2: movers };
  let phase: Phase = "to-roll";
  if (word === "opening") phase = "opening";
  else if (state > 1) phase = "over";
  else if (isDoubled) phase = decides === mover ? "beavered" : "doubled";
  else if (high !== 0) phase = "playing";
  return {
    sides,
    mover,
    phase,
    dice: high === 0 ? null : [Math.max(high, low), Math.min(high, low)],
    cube: words.includes("nocube") ? null : { value: 2 ** level, owner: owner === 3 ? null : player(owner) },
    match: length === 0 ? null : { length, points: { 1: first, 2: second }, crawford },
  };
}

/** Writes a position of a game with the given options as the server does: the inverse of reading it, for games that are not
 * over. */
export function writePosition(position: Position, options: string): string {
  const { sides, mover, phase, dice, cube, match } = position;
  const board = bitWriter(10);
  for (const side of [sides[opponent(mover)], sides[mover]]) {
    for (let place = 1; place <= BAR; place++) {
      for (let count = at(side, place); count > 0; count--) board.put(1, 1);
      board.put(0, 1);
    }
  }
  const number = (seat: Player) => (seat === 1 ? 1 : 0);
  const isDoubled = phase === "doubled";
  const state = bitWriter(9);
  state.put(Math.round(Math.log2(cube?.value ?? 1)), 4);
  state.put(cube?.owner ? number(cube.owner) : 3, 2);
  state.put(number(mover), 1);
  state.put(match?.crawford ? 1 : 0, 1);
  state.put(1, 3);
  state.put(number(isDoubled ? opponent(mover) : mover), 1);
  state.put(isDoubled ? 1 : 0, 1);
  state.put(0, 2);
  state.put(dice?.[0] ?? 0, 3);
  state.put(dice?.[1] ?? 0, 3);
  state.put(match?.length ?? 0, 15);
  state.put(match?.points[2] ?? 0, 15);
  state.put(match?.points[1] ?? 0, 15);
  state.put(options.split(" ").includes("jacoby") ? 0 : 1, 1);
  return `${board.text()}:${state.text()}`;
}

/** The other seat. */
export function opponent(seat: Player): Player {
  return seat === 1 ? 2 : 1;
}

/** How far a side still has to go. */
export function pips(side: Side): number {
  return side.reduce((sum, count, place) => sum + count * place, 0);
}

/** The ids number the seats the other way round. */
function player(number: number): Player {
  return number === 1 ? 1 : 2;
}

/** The checkers of the other side and of the mover: for each place one set bit per checker and a clear bit. */
function readCheckers(id: string, total: number): [Side, Side] | null {
  const bits = bitsOf(id, 10);
  if (bits === null) return null;
  const side = () => {
    const counts = new Array<number>(26).fill(0);
    for (let place = 1; place <= BAR; place++) {
      while (bits.take(1) === 1) counts[place] = at(counts, place) + 1;
    }
    counts[OFF] = total - counts.reduce((sum, count) => sum + count, 0);
    return counts;
  };
  const sides: [Side, Side] = [side(), side()];
  return sides.every((counts) => at(counts, OFF) >= 0) ? sides : null;
}

/** The number of checkers on a place. */
export function at(side: Side, place: number): number {
  return side[place] ?? 0;
}

/** The bits of a text in base 64, the lowest of each byte first. */
function bitsOf(text: string, length: number): { take: (width: number) => number } | null {
  if (!/^[A-Za-z0-9+/]+$/.test(text) || text.length !== Math.ceil((8 * length) / 6)) return null;
  const bytes = atob(text.padEnd(4 * Math.ceil(text.length / 4), "="));
  let next = 0;
  const bit = () => {
    const value = (bytes.charCodeAt(next >> 3) >> (next & 7)) & 1;
    next += 1;
    return value;
  };
  return {
    take: (width) => Array.from({ length: width }, (_, idx) => bit() << idx).reduce((a, b) => a | b, 0),
  };
}

/** Writes bits as a text in base 64, the lowest of each byte first. What is beyond the length is left out. */
function bitWriter(length: number): { put: (value: number, width: number) => void; text: () => string } {
  const bytes = new Array<number>(length).fill(0);
  let next = 0;
  return {
    put: (value, width) => {
      for (let idx = 0; idx < width; idx++, next++) {
        const byte = bytes[next >> 3];
        if (byte !== undefined) bytes[next >> 3] = byte | (((value >> idx) & 1) << (next & 7));
      }
    },
    text: () => btoa(String.fromCharCode(...bytes)).slice(0, Math.ceil((8 * length) / 6)),
  };
}
