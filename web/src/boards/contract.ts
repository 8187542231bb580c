// What a board is given and what it may ask for. A board draws and listens; it knows no socket and no page.

import type { Translate } from "../i18n/text";
import type { Action, Scene, Seat, ToMove } from "../protocol/messages";
import type { OwnColors } from "./backgammon/colors";
import type { MoveWorth } from "./worth";

/** How the player wants boards to look and behave. */
export type BoardLook = {
  /** How long a thing on the board moves, in milliseconds; 0 where motion is not wanted. */
  animation: 0 | 120 | 250 | 500;
  coordinates: boolean;
  moveNumbers: boolean;
  legalTargets: boolean;
  lastMove: boolean;
  /** What boards are made of. */
  theme: BoardTheme;
  /** Which colors tell the players apart. */
  colors: ColorSet;
  /** Whether the board is turned by 180°. */
  rotated: boolean;
  /** On which side checkers leave a backgammon board. */
  bearOff: "left" | "right";
  /** Whether a move is shown first and played when it is confirmed. */
  confirmMoves: boolean;
  /** Whether Blokus shows where pieces may touch. */
  anchors: boolean;
  /** Whether a board that can be seen in space is. */
  space: boolean;
  /** Whether things cast shadows. */
  shadows: boolean;
  /** Whether hints move; never where nothing does. */
  movingHints: boolean;
  /** Whether there is a room around a table in space. */
  room: boolean;
  sound: boolean;
  /** Whether keys that write a character reach the board wherever the focus is. */
  keysEverywhere: boolean;
  /** How slowly the turns of others are shown. */
  pace?: "fast" | "usual" | "slow";
  /** Colors that somebody has chosen for the backgammon board. */
  ownColors?: OwnColors;
};

/** What boards are made of. */
export type BoardTheme = "wood" | "paper" | "slate" | "2006";

/** Which colors tell the players apart; all but the first are safe for the eyes they are named after. */
export type ColorSet = "standard" | "protan" | "deutan" | "tritan" | "mono";

/** Everything a board knows, and everything it can say. */
export type BoardProps = {
  game: string;
  /** As the server says. */
  options: string;
  /** The position in the game's notation. */
  position: string;
  /** What to draw, from the viewer's seat. */
  scene: Scene;
  /** The legal moves in the game's notation when the viewer is to move, else none. */
  moves: string[];
  /** The viewer's seat, from 1 as on the wire; nothing for who watches. */
  seat: Seat | null;
  toMove: ToMove;
  /** Whether the dice are in the air, so that nobody can throw them. */
  rolling?: boolean;
  /** The last move, or the last roll, which has no seat. */
  last: { seat: Seat | null; text: string } | null;
  /** Everything that was played in this round, for boards that number it. */
  played?: { seat: Seat | null; text: string }[];
  /** Whether the viewer may act now. */
  active: boolean;
  /** One's own move that is drawn but not yet acknowledged. */
  pending: string | null;
  /** A move to show. */
  hint: string | null;
  /** What every move is worth, when analysis is allowed. */
  values: Readonly<Record<string, MoveWorth>> | null;
  look: BoardLook;
  t: Translate;
  onmove: (text: string) => void;
  onroll: () => void;
  onaction: (action: Action) => void;
  /** Asks the server why a move is illegal; its sentence appears in the status line. */
  onillegal: (text: string) => void;
  /** Keeps how somebody has chosen to see boards, for the next time as well. */
  onlook?: (change: Partial<BoardLook>) => void;
  /** Says a sentence to screen readers. */
  say: (sentence: string) => void;
};
