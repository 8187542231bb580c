// The 21 pieces and how they are turned. Lines are counted from the top, as they are drawn.

/** A square of a piece or of the board: column from the left, line from the top. */
export type Square = { x: number; y: number };

/** The squares of a piece in one orientation, as near to the upper left as possible, line by line. */
export type Shape = readonly Square[];

export type Piece = { index: number; name: string; shape: Shape };

const DRAWN: [name: string, rows: string][] = [
  ["1", "x"],
  ["2", "xx"],
  ["I3", "xxx"],
  ["V3", "x/xx"],
  ["I4", "xxxx"],
  ["L4", "x/x/xx"],
  ["T4", "xxx/.x"],
  ["Z4", "xx/.xx"],
  ["O", "xx/xx"],
  ["F", ".xx/xx/.x"],
  ["I5", "xxxxx"],
  ["L5", "x/x/x/xx"],
  ["N", ".x/.x/xx/x"],
  ["P", "xx/xx/x"],
  ["T5", "xxx/.x/.x"],
  ["U", "x.x/xxx"],
  ["V5", "x/x/xxx"],
  ["W", "x/xx/.xx"],
  ["X", ".x/xxx/.x"],
  ["Y", ".x/xx/.x/.x"],
  ["Z5", "xx/.x/.xx"],
];

/** All pieces, the smallest first. */
export const PIECES: readonly Piece[] = DRAWN.map(([name, rows], index) => {
  const squares = rows
    .split("/")
    .flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "x" ? [{ x, y }] : [])));
  return { index, name, shape: normal(squares) };
});

/** The squares moved to the upper left and put in order. */
export function normal(squares: readonly Square[]): Shape {
  const left = Math.min(...squares.map(({ x }) => x));
  const top = Math.min(...squares.map(({ y }) => y));
  const moved = squares.map(({ x, y }) => ({ x: x - left, y: y - top }));
  return moved.sort((one, other) => one.y - other.y || one.x - other.x);
}

/** The shape after a quarter turn clockwise. */
export function turned(shape: Shape): Shape {
  return normal(shape.map(({ x, y }) => ({ x: -y, y: x })));
}

/** The shape after a quarter turn the other way. */
export function turnedBack(shape: Shape): Shape {
  return normal(shape.map(({ x, y }) => ({ x: y, y: -x })));
}

/** The shape seen from behind. */
export function flipped(shape: Shape): Shape {
  return normal(shape.map(({ x, y }) => ({ x: -x, y })));
}

/** A word that equal shapes share. */
export function wordOf(shape: Shape): string {
  return shape.map(({ x, y }) => `${x}${y}`).join(" ");
}

/** The different orientations of a shape. */
export function orientations(shape: Shape): Shape[] {
  const found = new Map<string, Shape>();
  for (const side of [shape, flipped(shape)]) {
    let now = side;
    for (let quarter = 0; quarter < 4; quarter++) {
      found.set(wordOf(now), now);
      now = turned(now);
    }
  }
  return [...found.values()];
}

const KNOWN = new Map(
  PIECES.flatMap((piece) => orientations(piece.shape).map((shape) => [wordOf(shape), piece])),
);

/** The piece that some squares form; nothing if they form none. */
export function pieceOf(squares: readonly Square[]): Piece | null {
  return KNOWN.get(wordOf(normal(squares))) ?? null;
}

/** Width and height of a shape. */
export function sizeOf(shape: Shape): { width: number; height: number } {
  return {
    width: 1 + Math.max(...shape.map(({ x }) => x)),
    height: 1 + Math.max(...shape.map(({ y }) => y)),
  };
}

/** The square by which a shape is held: the one nearest to its middle. */
export function gripOf(shape: Shape): Square {
  const middle = (pick: (square: Square) => number) =>
    shape.reduce((sum, square) => sum + pick(square), 0) / shape.length;
  const [x, y] = [middle((square) => square.x), middle((square) => square.y)];
  const distance = (square: Square) => (square.x - x) ** 2 + (square.y - y) ** 2;
  return shape.reduce(
    (best, square) => (distance(square) < distance(best) ? square : best),
    shape[0] ?? { x: 0, y: 0 },
  );
}
