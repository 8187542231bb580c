// A board in a test: everything it is given, with nothing going on.

import { vi } from "vitest";
import type { BoardLook, BoardProps } from "../boards/contract";
import { say } from "../i18n/text";
import type { Ground, Place, Scene, Tint, Token } from "../protocol/messages";

export const LOOK: BoardLook = {
  animation: 0,
  coordinates: true,
  moveNumbers: false,
  legalTargets: true,
  lastMove: true,
  theme: "wood",
  colors: "standard",
  rotated: false,
  bearOff: "right",
  confirmMoves: false,
  anchors: true,
  space: false,
  shadows: true,
  movingHints: false,
  room: true,
  sound: false,
  keysEverywhere: true,
};

/** An empty board on which everything looks the same. */
export function grid(columns: number, rows: number, ground: Ground = "light"): Scene {
  const cells = Array.from({ length: columns * rows }, (_, idx) => ({
    place: { column: idx % columns, row: Math.floor(idx / columns) },
    ground,
  }));
  return { columns, rows, cells, tokens: [], labels: [], dice: [], hot_spots: [], status: [] };
}

export function disc(place: Place, tint: Tint): Token {
  return { place, tint, shape: "disc", letter: "o", caption: "", mark: "none", group: null };
}

/** Board properties for the first seat, who is to move. */
export function props(scene: Scene, change: Partial<BoardProps> = {}): BoardProps {
  return {
    game: "test",
    options: "",
    position: "",
    scene,
    moves: [],
    seat: 1,
    toMove: { seat: 1 },
    last: null,
    active: true,
    pending: null,
    hint: null,
    values: null,
    look: LOOK,
    t: (entry, values) => say("en", entry, values),
    onmove: vi.fn(),
    onroll: vi.fn(),
    onaction: vi.fn(),
    onillegal: vi.fn(),
    say: vi.fn(),
    ...change,
  };
}
