// Pieces that are on their way from the tray to the board, or back.

import type { Laid } from "./position";
import type { Color } from "./rules";
import type { Square } from "./shape";

/** A piece in the air; distances are counted in squares of the board. */
export type Flight = {
  id: string;
  word: string;
  color: Color;
  squares: Square[];
  /** Where it comes from, as seen from where it shall lie. */
  from: Square;
  /** How large it is there. */
  scale: number;
  pivot: Square;
  isBack: boolean;
};

/** More pieces than a round of moves has are another position. */
const AT_ONCE = 4;

/** The pieces that came and went between two positions of a game; nothing if they are too far apart. */
export function changes(
  before: readonly Laid[],
  now: readonly Laid[],
): { came: Laid[]; went: Laid[] } | null {
  const words = (pieces: readonly Laid[]) => new Set(pieces.map(({ word }) => word));
  const came = now.filter(({ word }) => !words(before).has(word));
  const went = before.filter(({ word }) => !words(now).has(word));
  return came.length + went.length <= AT_ONCE ? { came, went } : null;
}

/** Where something is on the screen. */
type Rect = Pick<DOMRect, "left" | "top" | "width" | "height">;

/** Where the first square of the board begins on the screen, how large squares are, and whether they follow to the right
 * and down (1) or, on a board that is turned around, to the left and up (-1). */
export type Measure = { x: number; y: number; unit: number; direction: 1 | -1 };

/** The pieces that are in the air: any number at once, each until it has landed. */
export class Flights {
  list = $state.raw<Flight[]>([]);
  #landings = new Map<Flight, ReturnType<typeof setTimeout>>();

  /** Lets pieces fly from where they were to the board, or back; `placeOf` tells where that is on the screen. */
  launch(
    came: Laid[],
    went: Laid[],
    duration: number,
    board: Measure,
    placeOf: (piece: Laid) => Rect | null,
  ): void {
    const fly = (piece: Laid, isBack: boolean) => {
      const from = placeOf(piece);
      return from === null ? [] : [flight(piece, isBack, from, board)];
    };
    const begun = [
      ...came.flatMap((piece) => fly(piece, false)),
      ...went.flatMap((piece) => fly(piece, true)),
    ];
    // A piece that turns back in the air is still one piece.
    for (const flight of this.list) {
      if (begun.some((other) => isSamePiece(flight, other))) this.#end(flight);
    }
    this.list = [...this.list, ...begun];
    for (const flight of begun)
      this.#landings.set(
        flight,
        setTimeout(() => this.#end(flight), duration),
      );
  }

  /** Ends all flights. */
  land(): void {
    for (const flight of this.list) this.#end(flight);
  }

  #end(flight: Flight): void {
    clearTimeout(this.#landings.get(flight));
    this.#landings.delete(flight);
    this.list = this.list.filter((other) => other !== flight);
  }
}

function isSamePiece(one: Flight, other: Flight): boolean {
  const places = ({ squares }: Flight) => squares.map(({ x, y }) => `${x} ${y}`).join();
  return one.color === other.color && places(one) === places(other);
}

/** The way of a piece between a place on the screen and its squares on the board. */
function flight(piece: Laid, isBack: boolean, from: Rect, { x, y, unit, direction }: Measure): Flight {
  const middle = (pick: (square: Square) => number) =>
    piece.squares.reduce((sum, square) => sum + pick(square), 0) / piece.squares.length + 0.5;
  const pivot = { x: middle((square) => square.x), y: middle((square) => square.y) };
  return {
    id: `${isBack ? "back" : "to"} ${piece.color} ${piece.word}`,
    word: isBack ? "" : piece.word,
    color: piece.color,
    squares: piece.squares,
    from: {
      x: (direction * (from.left + from.width / 2 - x)) / unit - pivot.x,
      y: (direction * (from.top + from.height / 2 - y)) / unit - pivot.y,
    },
    scale: Math.min(1, from.height / 5 / unit),
    pivot,
    isBack,
  };
}
