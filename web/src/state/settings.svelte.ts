// What one has chosen; kept in this browser and the same in all its tabs.

import { type OwnColors, readColors } from "../boards/backgammon/colors";
import type { BoardLook, BoardTheme, ColorSet } from "../boards/contract";
import type { Language } from "../i18n/text";

const KEY = "brettwerk.settings";

/** Everything that can be chosen. */
export type Settings = {
  language: Language | "system";
  appearance: "light" | "dark" | "system";
  theme: BoardTheme;
  colors: ColorSet;
  animation: BoardLook["animation"];
  coordinates: boolean;
  moveNumbers: boolean;
  legalTargets: boolean;
  lastMove: boolean;
  rotated: boolean;
  bearOff: "left" | "right";
  /** Games whose moves are confirmed. */
  confirm: string[];
  /** Colors of one's own for the backgammon board. */
  ownColors: OwnColors;
  anchors: boolean;
  space: boolean;
  shadows: boolean;
  movingHints: boolean;
  room: boolean;
  sound: boolean;
  /** From 0 to 100. */
  volume: number;
  /** The level of the computer player that is proposed. */
  level: number;
  /** Where the panels of a table are. */
  panels: PanelPlace[];
  /** Whether the next round of a match begins without a word. */
  autoNext: boolean;
  /** Whether what is said appears while the chat is put away. */
  chatNews: boolean;
  /** Whether the chat opens by itself when somebody else writes. */
  chatOpens: boolean;
  /** Whether keys that write a character act wherever the focus is. */
  keysEverywhere: boolean;
  /** Whether the browser notifies when it is one's turn and another page is before one. */
  notify: boolean;
  /** How long computer players' checkers take, compared with one's own, so that a turn can be followed. */
  pace: "fast" | "usual" | "slow";
};

/** Where a panel is: in a dock, popped out, or away. */
export type PanelPlace = {
  id: string;
  side: "left" | "right" | "out" | "hidden";
  isOpen: boolean;
  /** Where it is, or was last, when it was popped out; in pixels of the window. */
  frame?: Frame;
};

/** A rectangle of the window, in pixels. */
export type Frame = { x: number; y: number; width: number; height: number };

/** Whether fingers point here, which hit less exactly than a mouse. */
const isTouched = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

/** What holds until one chooses. */
export const USUAL: Settings = {
  language: "system",
  appearance: "system",
  theme: "wood",
  colors: "standard",
  animation: 250,
  coordinates: true,
  moveNumbers: false,
  legalTargets: true,
  lastMove: true,
  rotated: false,
  bearOff: "right",
  confirm: isTouched ? ["backgammon", "blokus"] : ["backgammon"],
  ownColors: {},
  anchors: true,
  space: false,
  shadows: true,
  movingHints: true,
  room: true,
  sound: true,
  volume: 60,
  level: 3,
  panels: [],
  autoNext: false,
  chatNews: true,
  chatOpens: false,
  keysEverywhere: true,
  notify: false,
  pace: "usual",
};

/** What can be chosen by the address of the page, as in `/?appearance=dark&theme=slate&language=de`. */
const BY_ADDRESS = {
  language: ["en", "de", "system"],
  appearance: ["light", "dark", "system"],
  theme: ["wood", "paper", "slate", "2006"],
  colors: ["standard", "protan", "deutan", "tritan", "mono"],
} as const satisfies { [Name in keyof Settings]?: readonly Settings[Name][] };

/** What an address chooses; words that nobody knows choose nothing. */
export function chosenBy(search: string): Partial<Settings> {
  const wanted = new URLSearchParams(search);
  const known = Object.entries(BY_ADDRESS).filter(([name, words]) =>
    (words as readonly (string | null)[]).includes(wanted.get(name)),
  );
  return Object.fromEntries(known.map(([name]) => [name, wanted.get(name)]));
}

/** What a text of the storage means: fields that are missing or of another kind are as usual. */
export function read(text: string | null): Settings {
  const settings = { ...USUAL };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return settings;
  }
  if (typeof stored !== "object" || stored === null) return settings;
  for (const [name, value] of Object.entries(stored)) {
    const usual = (USUAL as Record<string, unknown>)[name];
    if (
      usual !== undefined &&
      typeof usual === typeof value &&
      Array.isArray(usual) === Array.isArray(value)
    ) {
      (settings as Record<string, unknown>)[name] = value;
    }
  }
  settings.ownColors = readColors(settings.ownColors);
  return settings;
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** What one has chosen. */
export const settings = $state<Settings>({
  ...read(storage()?.getItem(KEY) ?? null),
  ...chosenBy(location.search),
});

/** Keeps every change, and takes over those of other tabs. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    if (storage()?.getItem(KEY) !== text) storage()?.setItem(KEY, text);
  });
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) Object.assign(settings, read(event.newValue));
  });
}

const still = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;
let wantsStill = $state(still?.matches ?? false);
still?.addEventListener("change", (event) => {
  wantsStill = event.matches;
});

/** How boards of a game look. */
export function lookOf(game: string): BoardLook {
  const { animation, confirm, theme, colors, coordinates, moveNumbers, legalTargets, lastMove } = settings;
  const { rotated, bearOff, ownColors, anchors, space, shadows, movingHints, room, sound } = settings;
  const { keysEverywhere, pace } = settings;
  return {
    animation: wantsStill ? 0 : animation,
    confirmMoves: confirm.includes(game),
    theme,
    colors,
    coordinates,
    moveNumbers,
    legalTargets,
    lastMove,
    rotated,
    bearOff,
    ownColors,
    anchors,
    space,
    shadows,
    movingHints: movingHints && animation !== 0 && !wantsStill,
    room,
    sound,
    keysEverywhere,
    pace,
  };
}
