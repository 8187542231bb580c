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

/** Where something is on the screen. */
type Rect = Pick<DOMRect, "left" | "top" | "width" | "height">;

/** The way of a piece between a place on the screen and its squares on the board. */
export function flight(piece: Laid, isBack: boolean, from: Rect, board: Rect, unit: number): Flight {
  const middle = (pick: (square: Square) => number) =>
    piece.squares.reduce((sum, square) => sum + pick(square), 0) / piece.squares.length + 0.5;
  const pivot = { x: middle(({ x }) => x), y: middle(({ y }) => y) };
  return {
    id: `${isBack ? "back" : "to"} ${piece.color} ${piece.word}`,
    word: isBack ? "" : piece.word,
    color: piece.color,
    squares: piece.squares,
    from: {
      x: (from.left + from.width / 2 - board.left) / unit - pivot.x,
      y: (from.top + from.height / 2 - board.top) / unit - pivot.y,
    },
    scale: Math.min(1, from.height / 5 / unit),
    pivot,
    isBack,
  };
}
