// What a player does with the pieces: takes one, holds it over the board, hears whether it fits, and lays it.

import { untrack } from "svelte";
import type { BoardProps } from "../contract";
import { better, type MoveWorth } from "../worth";
import { Hand } from "./hand.svelte";
import { anchors, fits, type Position, piecesLeft, readPosition, whyNot, writeMove } from "./position";
import { type Color, colorsOf, nameOf, readRules, squareOf } from "./rules";
import { gripOf, PIECES, type Piece, pieceOf, type Square } from "./shape";
import { REASONS, TEXTS } from "./texts";

/** A piece on the board that is not laid: one in the hand, or a move that was sent. */
export type Ghost = { color: Color; squares: Square[]; state: "fits" | "wrong" | "sent" };

export class Laying {
  readonly hand = new Hand();

  readonly rules = $derived.by(() => readRules(this.props.options));
  readonly pos = $derived.by((): Position | null =>
    this.rules === null ? null : readPosition(this.props.position, this.rules),
  );
  readonly #mine = $derived.by(() =>
    this.rules === null || this.props.seat === null ? [] : colorsOf(this.rules, this.props.seat),
  );
  /** The color that the viewer lays now, or lays next. */
  readonly own = $derived.by((): Color => {
    if (this.pos === null) return 1;
    const { toMove } = this.pos;
    if (toMove !== null && (this.props.active || this.#mine.includes(toMove))) return toMove;
    return this.#mine[0] ?? toMove ?? 1;
  });
  /** The color whose pieces are in the tray. */
  shown = $derived(this.own);
  readonly paint = $derived.by(() => this.pos?.rules.paints[this.shown - 1] ?? "blue");

  /** Whether somebody else is to move, so that a move can be planned. */
  readonly #isPlanning = $derived.by(() => {
    const { active, toMove, seat } = this.props;
    const isOther = typeof toMove === "object" && "seat" in toMove && toMove.seat !== seat;
    return !active && this.#mine.length !== 0 && isOther;
  });
  readonly canAct = $derived.by(() => this.props.active || this.#isPlanning);
  readonly canTake = $derived.by(() => this.canAct && this.shown === this.own);
  readonly left = $derived.by(() => (this.pos === null ? [] : piecesLeft(this.pos, this.shown)));
  /** The pieces that fit somewhere. */
  readonly fitting = $derived.by(() => {
    const { pos, shown, left } = this;
    if (pos === null) return new Set<number>();
    const pieces = PIECES.filter((piece) => (left[piece.index] ?? 0) > 0 && fits(pos, shown, piece));
    return new Set(pieces.map((piece) => piece.index));
  });
  /** What the best move of each piece is worth, where analysis tells. */
  readonly worth = $derived.by(() => {
    const best = new Map<number, MoveWorth>();
    for (const [text, worth] of Object.entries(this.props.values ?? {})) {
      const piece = pieceOf(this.squaresOf(text) ?? []);
      if (piece !== null) best.set(piece.index, better(best.get(piece.index), worth));
    }
    return best;
  });
  readonly corners = $derived.by(() => (this.pos === null ? [] : anchors(this.pos, this.own)));

  readonly #legal = $derived.by(() => (this.props.active ? new Set(this.props.moves) : null));
  readonly #why = $derived.by(() => {
    const { squares } = this.hand;
    return this.pos === null || squares.length === 0 ? null : whyNot(this.pos, this.own, squares);
  });
  readonly isLegal = $derived.by(() => {
    const { squares } = this.hand;
    return squares.length !== 0 && this.#why === null && this.isListed(squares);
  });
  readonly state = $derived.by(() => {
    if (this.hand.piece === null) return "none" as const;
    if (this.hand.squares.length === 0) return "held" as const;
    return this.isLegal ? ("fits" as const) : ("wrong" as const);
  });
  /** What there is to say about the piece in the hand. */
  readonly sentence = $derived.by(() => {
    const { hand, pos } = this;
    const { t, values } = this.props;
    if (!this.canAct) return "";
    if (hand.piece === null) return t(this.#isPlanning ? TEXTS.plan : TEXTS.choose);
    const piece = t(TEXTS.piece, { name: hand.piece.name });
    if (hand.squares.length === 0) return t(TEXTS.aim, { piece });
    if (this.#why !== null) {
      const square = "at" in this.#why && pos !== null ? nameOf(pos.rules, this.#why.at) : "";
      return t(REASONS[this.#why.rule], { square });
    }
    const worth = values?.[writeMove(pos?.rules ?? { height: 0 }, hand.squares)];
    return `${t(TEXTS.fits, { piece })}${worth === undefined ? "" : ` ${worth.tag}`}`;
  });
  readonly ghost = $derived.by((): Ghost | null => {
    const { own } = this;
    const sent = this.props.pending === null ? null : this.squaresOf(this.props.pending);
    if (sent !== null) return { color: own, squares: sent, state: "sent" };
    const { squares } = this.hand;
    return squares.length === 0 ? null : { color: own, squares, state: this.isLegal ? "fits" : "wrong" };
  });

  constructor(readonly props: BoardProps) {
    $effect(() => {
      // A piece that was laid, or is on its way to the server, is no longer in the hand.
      const { pos, hand } = this;
      if (pos === null || hand.piece === null) return;
      const isLeft = (piecesLeft(pos, this.own)[hand.piece.index] ?? 0) > 0;
      if (this.props.pending !== null || !this.canAct || !isLeft) untrack(() => hand.drop());
    });
  }

  /** The squares that a move names; nothing if it names none. */
  squaresOf(text: string): Square[] | null {
    const { pos } = this;
    if (pos === null) return null;
    const squares = text.split(",").map((name) => squareOf(pos.rules, name));
    return squares.includes(null) ? null : (squares as Square[]);
  }

  /** Tells whether the server lists a move; it lists none for a plan. */
  isListed(squares: readonly Square[]): boolean {
    const { pos } = this;
    return pos !== null && (this.#legal === null || this.#legal.has(writeMove(pos.rules, squares)));
  }

  isOnBoard({ x, y }: Square): boolean {
    const { pos } = this;
    return pos !== null && x >= 0 && y >= 0 && x < pos.rules.width && y < pos.rules.height;
  }

  /** Takes a piece into the hand, if it fits anywhere. */
  take(piece: Piece): void {
    const { say, t } = this.props;
    if (!this.canTake || !this.fitting.has(piece.index)) {
      if (this.canTake && (this.left[piece.index] ?? 0) > 0) say(t(TEXTS.stuck, { name: piece.name }));
      return;
    }
    this.hand.take(piece);
    say(t(TEXTS.piece, { name: piece.name }));
  }

  /** Takes the next piece that fits, in the order of the tray. */
  next(by: number): void {
    const order = PIECES.toSorted(
      (one, other) => other.shape.length - one.shape.length || one.index - other.index,
    );
    const usable = order.filter((piece) => this.fitting.has(piece.index));
    const now = usable.findIndex((piece) => piece.index === this.hand.piece?.index);
    const first = by > 0 ? 0 : usable.length - 1;
    const piece = usable[now === -1 ? first : (now + by + usable.length) % usable.length];
    if (piece !== undefined) this.take(piece);
  }

  /** Lays the piece, or hears why not. */
  place(): void {
    const { pos, hand } = this;
    if (pos === null || hand.squares.length === 0) return;
    const text = writeMove(pos.rules, hand.squares);
    if (this.isLegal) this.props.onmove(text);
    else {
      this.props.say(this.sentence);
      this.props.onillegal(text);
    }
  }

  /** Puts the piece down, or lays it at once where nothing is confirmed. */
  settle(): void {
    const { confirmMoves } = this.props.look;
    if (!confirmMoves && this.isLegal) {
      this.place();
      return;
    }
    this.hand.isDown = true;
    this.props.say(this.sentence);
    if (!confirmMoves) this.hand.isDown = false;
  }

  /** Where a piece comes onto the board: where it fits as it is turned, or else wholly on the board at a corner. */
  #entrance(): Square {
    const { pos, hand, corners } = this;
    const { width, height } = pos?.rules ?? { width: 0, height: 0 };
    const grip = gripOf(hand.shape);
    const covered = ({ x, y }: Square) =>
      hand.shape.map((square) => ({ x: square.x + x - grip.x, y: square.y + y - grip.y }));
    const over = ({ x, y }: Square) =>
      hand.shape.map((square) => ({ x: x - square.x + grip.x, y: y - square.y + grip.y }));
    const onBoard = corners
      .flatMap(over)
      .filter((at) => covered(at).every((square) => this.isOnBoard(square)));
    const fits = (at: Square) =>
      pos !== null && whyNot(pos, this.own, covered(at)) === null && this.isListed(covered(at));
    return onBoard.find(fits) ?? onBoard[0] ?? { x: width >> 1, y: height >> 1 };
  }

  /** Moves the piece by squares of the board, or onto the board. */
  nudge(dx: number, dy: number): void {
    const { pos, hand } = this;
    if (pos === null || hand.piece === null) return;
    const { width, height } = pos.rules;
    const from = hand.at ?? this.#entrance();
    const inside = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
    hand.at = hand.at === null ? from : { x: inside(from.x + dx, width), y: inside(from.y + dy, height) };
    hand.isDown = true;
    this.props.say(`${nameOf(pos.rules, hand.at)}. ${this.sentence}`);
  }

  /** A press on a square: on the piece that was put down it plays, elsewhere the piece goes there. */
  press(at: Square): void {
    const { hand } = this;
    if (hand.piece === null || !this.canAct) return;
    if (hand.isDown && hand.squares.some(({ x, y }) => x === at.x && y === at.y)) this.place();
    else {
      hand.at = at;
      this.settle();
    }
  }

  /** Fingers are coarse: a piece that fits one square further goes there. */
  snap(): void {
    const { hand, pos } = this;
    const { at } = hand;
    if (at === null || pos === null) return;
    const grip = gripOf(hand.shape);
    const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ x: at.x + dx, y: at.y + dy })));
    const distance = ({ x, y }: Square) => Math.hypot(x - at.x, y - at.y);
    const near = around
      .toSorted((one, other) => distance(one) - distance(other))
      .find(({ x, y }) => {
        const squares = hand.shape.map((square) => ({ x: square.x + x - grip.x, y: square.y + y - grip.y }));
        return whyNot(pos, this.own, squares) === null && this.isListed(squares);
      });
    if (near !== undefined) hand.at = near;
  }

  /** Takes the piece off the board and keeps it in the hand. */
  lift(): void {
    this.hand.at = null;
    this.hand.isDown = false;
  }
}
