// Small trees with which the page begins.

import type { Entry } from "../i18n/text";
import { trees as texts } from "./texts";

/** What somebody wants to look ahead from, and how. */
export type Wanted = {
  game: string;
  /** Empty for the usual board. */
  options: string;
  /** Empty for the start. */
  position: string;
  depth: number;
  alphaBeta: boolean;
  /** Empty for the first one of the game. */
  evaluation: string;
};

/** The word for no evaluation at all. */
export const NO_EVALUATION = "none";

// The tree of the chapter about look-ahead: three columns, four rows, three in a row, after 2 2 1 3.
const LAB: Wanted = {
  game: "connect4",
  options: "3x4x3",
  position: "---/---/-O-/XXO",
  depth: 3,
  alphaBeta: false,
  evaluation: "woellert-2006",
};

export const EXAMPLES: [Example, ...Example[]] = [
  { name: texts.lab, wanted: LAB },
  { name: texts.cuts, wanted: { ...LAB, alphaBeta: true } },
  {
    name: texts.othello,
    wanted: { game: "othello", options: "4x4", position: "", depth: 3, alphaBeta: true, evaluation: "" },
  },
  {
    name: texts.solved,
    wanted: {
      game: "connect4",
      options: "3x3x3",
      position: "---/---/OX-",
      depth: 7,
      alphaBeta: true,
      evaluation: NO_EVALUATION,
    },
  },
];

export type Example = { name: Entry; wanted: Wanted };
