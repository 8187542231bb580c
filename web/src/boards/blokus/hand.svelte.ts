// The piece in the player's hand: which one, how it is turned, and where it is held over the board.

import { placed } from "./position";
import { flipped, gripOf, type Piece, type Shape, type Square, turned, turnedBack } from "./shape";

export class Hand {
  piece = $state.raw<Piece | null>(null);
  shape = $state.raw<Shape>([]);
  /** The square of the board under the piece's grip; nothing while it is not over the board. */
  at = $state.raw<Square | null>(null);
  /** Whether it has been put down to be confirmed, so that the pointer no longer moves it. */
  isDown = $state(false);
  /** How each piece was turned when it was last held. */
  #turned = new Map<number, Shape>();

  /** The squares of the board that the piece covers. */
  readonly squares = $derived.by((): Square[] => {
    if (this.at === null || this.piece === null) return [];
    const grip = gripOf(this.shape);
    return placed(this.shape, { x: this.at.x - grip.x, y: this.at.y - grip.y });
  });

  /** Takes a piece as it was turned last. */
  take(piece: Piece): void {
    this.shape = this.orientation(piece);
    this.piece = piece;
    this.isDown = false;
  }

  /** How a piece lies in the tray. */
  orientation(piece: Piece): Shape {
    return this.piece?.index === piece.index ? this.shape : (this.#turned.get(piece.index) ?? piece.shape);
  }

  /** Puts the piece back. */
  drop(): void {
    this.piece = null;
    this.at = null;
    this.isDown = false;
  }

  turn(): void {
    this.#lie(turned(this.shape));
  }

  turnBack(): void {
    this.#lie(turnedBack(this.shape));
  }

  flip(): void {
    this.#lie(flipped(this.shape));
  }

  /** Lays the piece on some squares, as a hint or an assistant found them. */
  layOn(piece: Piece, squares: readonly Square[]): void {
    const left = Math.min(...squares.map(({ x }) => x));
    const top = Math.min(...squares.map(({ y }) => y));
    this.piece = piece;
    this.#lie(
      squares.map(({ x, y }) => ({ x: x - left, y: y - top })).sort((a, b) => a.y - b.y || a.x - b.x),
    );
    const grip = gripOf(this.shape);
    this.at = { x: left + grip.x, y: top + grip.y };
  }

  #lie(shape: Shape): void {
    if (this.piece === null) return;
    this.shape = shape;
    this.#turned.set(this.piece.index, shape);
  }
}
