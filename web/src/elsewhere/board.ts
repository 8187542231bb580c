// What a board is given on a visit: the same as at a table of ours.

import type { BoardLook, BoardProps } from "../boards/contract";
import type { Translate } from "../i18n/text";
import type { VisitBoard } from "../protocol/messages";
import type { Visit } from "./visit.svelte";

/** How a board looks and speaks. */
type Manner = {
  look: BoardLook;
  t: Translate;
  say: (sentence: string) => void;
  onlook: (change: Partial<BoardLook>) => void;
};

/** Everything that the board of a visit is given. */
export function boardProps(visit: Visit, board: VisitBoard, manner: Manner): BoardProps {
  // Where a computer plays, one looks on.
  const isMyTurn = board.drawing.moves.length > 0 && visit.stage === "here" && !visit.view?.computer;
  return {
    game: board.game,
    options: board.options,
    position: board.position,
    scene: board.drawing.scene,
    moves: visit.pending === null ? board.drawing.moves : [],
    seat: board.seat,
    toMove: board.to_move,
    last: board.played.at(-1) ?? null,
    played: board.played,
    active: isMyTurn && visit.pending === null,
    pending: visit.pending,
    hint: board.hint ?? null,
    values: null,
    ...manner,
    onmove: (text) => visit.play(text),
    // Dice fall on the other server, and these protocols have no other actions.
    onroll: () => {},
    onaction: () => {},
    onillegal: (text) => visit.wish({ type: "why-not", text }),
  };
}
