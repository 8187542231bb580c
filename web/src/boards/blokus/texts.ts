// What the Blokus board says, in both languages.

import type { Entry } from "../../i18n/text";
import type { Paint } from "./rules";

export const TEXTS = {
  board: { en: "Blokus board", de: "Blokus-Brett" },
  tray: { en: "Pieces of {color}", de: "Steine von {color}" },
  piece: { en: "Piece {name}", de: "Stein {name}" },
  copies: { en: "Piece {name}, {count} left", de: "Stein {name}, noch {count}" },
  used: { en: "Piece {name}, laid", de: "Stein {name}, gelegt" },
  stuck: { en: "Piece {name}, fits nowhere", de: "Stein {name}, passt nirgends" },
  free: { en: "{square}, free", de: "{square}, frei" },
  covered: { en: "{square}, {color}", de: "{square}, {color}" },
  start: { en: "{square}, start of {color}", de: "{square}, Startfeld von {color}" },
  anchor: { en: "{square}, free, touches a corner", de: "{square}, frei, berührt eine Ecke" },
  turn: { en: "Turn right (R)", de: "Rechts drehen (R)" },
  turnBack: { en: "Turn left (Shift R)", de: "Links drehen (Umschalt R)" },
  flip: { en: "Flip (F)", de: "Wenden (F)" },
  previous: { en: "Previous piece", de: "Voriger Stein" },
  next: { en: "Next piece", de: "Nächster Stein" },
  left: { en: "Move left", de: "Nach links" },
  right: { en: "Move right", de: "Nach rechts" },
  up: { en: "Move up", de: "Nach oben" },
  down: { en: "Move down", de: "Nach unten" },
  anchors: { en: "Show corners", de: "Ecken zeigen" },
  space: { en: "3D view", de: "3D-Ansicht" },
  place: { en: "Place", de: "Legen" },
  putBack: { en: "Put back", de: "Zurücklegen" },
  fits: { en: "{piece} fits here.", de: "{piece} passt hier." },
  plan: { en: "Choose a piece to plan your move.", de: "Wähle einen Stein, um deinen Zug zu planen." },
  choose: { en: "Choose a piece.", de: "Wähle einen Stein." },
  aim: { en: "Where shall {piece} lie?", de: "Wohin soll {piece}?" },
  points: {
    en: {
      one: "{color}: {count} point, {left} pieces left",
      other: "{color}: {count} points, {left} pieces left",
    },
    de: {
      one: "{color}: {count} Punkt, noch {left} Steine",
      other: "{color}: {count} Punkte, noch {left} Steine",
    },
  },
  bonus: { en: "bonus {count}", de: "Bonus {count}" },
  toMove: { en: "to move", de: "am Zug" },
  help: {
    en: "Left and right choose a piece, up or Enter takes it to the board. There arrows move it, R turns, F or Space flips, Enter places it, Escape puts it back.",
    de: "Links und rechts wählen einen Stein, hoch oder Enter nimmt ihn aufs Brett. Dort bewegen ihn die Pfeile, R dreht, F oder Leertaste wendet, Enter legt ihn, Escape legt ihn zurück.",
  },
  loading: { en: "The table is being set …", de: "Der Tisch wird gedeckt …" },
  noSpace: {
    en: "This browser cannot draw the board in space (WebGL 2 is missing or switched off).",
    de: "Dieser Browser kann das Brett nicht räumlich zeichnen (WebGL 2 fehlt oder ist abgeschaltet).",
  },
  camera: {
    en: "Board in space. Drag or use the arrow keys to look around, plus and minus to come closer.",
    de: "Brett im Raum. Ziehen oder Pfeiltasten drehen die Ansicht, Plus und Minus holen sie näher.",
  },
  lookAround: {
    en: "Drag to look around; the wheel or two fingers bring you closer.",
    de: "Ziehen dreht die Ansicht, Rad oder zwei Finger holen sie näher.",
  },
  gotIt: { en: "Got it", de: "Verstanden" },
  skip: { en: "Any key or click begins.", de: "Taste oder Klick beginnt." },
} as const;

export const COLORS: Record<Paint, Entry> = {
  blue: { en: "blue", de: "Blau" },
  yellow: { en: "yellow", de: "Gelb" },
  red: { en: "red", de: "Rot" },
  green: { en: "green", de: "Grün" },
  orange: { en: "orange", de: "Orange" },
  purple: { en: "purple", de: "Lila" },
};

/** Why a piece does not fit, in the words of the server. */
export const REASONS = {
  "used-up": { en: "This piece has already been laid.", de: "Dieser Stein ist schon gelegt." },
  "off-board": { en: "The piece sticks out of the board.", de: "Der Stein ragt über das Brett hinaus." },
  occupied: { en: "{square} is already taken.", de: "{square} ist schon belegt." },
  "misses-start": {
    en: "The first piece must cover the start {square}.",
    de: "Der erste Stein muss das Startfeld {square} bedecken.",
  },
  "touches-own-edge": {
    en: "At {square} the piece shares an edge with its own color.",
    de: "Auf {square} läge der Stein Kante an Kante mit der eigenen Farbe.",
  },
  "touches-no-own-corner": {
    en: "The piece must touch a corner of its own color.",
    de: "Der Stein muss eine Ecke der eigenen Farbe berühren.",
  },
} as const;
