// The faces of a die.

/** Columns and rows of the pips from the middle, from -1 to 1, for each face. */
const PIPS: Record<number, [column: number, row: number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** Where the pips of a face are; nowhere for what is no face. */
export function pipsOf(face: number): [column: number, row: number][] {
  return PIPS[face] ?? [];
}
