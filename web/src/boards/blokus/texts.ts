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
    en: { one: "{color}: {count} point", other: "{color}: {count} points" },
    de: { one: "{color}: {count} Punkt", other: "{color}: {count} Punkte" },
  },
  remain: {
    en: { one: "{count} piece left", other: "{count} pieces left" },
    de: { one: "noch {count} Stein", other: "noch {count} Steine" },
  },
  bonus: { en: "bonus {count}", de: "Bonus {count}" },
  toMove: { en: "to move", de: "am Zug" },
  help: {
    en: "Left and right choose a piece, up or Enter takes it to the board. There arrows move it, R turns, F or Space flips, Enter places it, Escape puts it back. On the squares arrows lead from one to the next while no piece is in the hand.",
    de: "Links und rechts wählen einen Stein, hoch oder Enter nimmt ihn aufs Brett. Dort bewegen ihn die Pfeile, R dreht, F oder Leertaste wendet, Enter legt ihn, Escape legt ihn zurück. Auf den Feldern führen Pfeile von einem zum nächsten, solange kein Stein in der Hand ist.",
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
  notes: {
    turn: {
      en: "Turn the piece in the hand clockwise (R)",
      de: "Den Stein in der Hand im Uhrzeigersinn drehen (R)",
    },
    turnBack: {
      en: "Turn the piece in the hand the other way (Shift R)",
      de: "Den Stein in der Hand andersherum drehen (Umschalt R)",
    },
    flip: { en: "Turn the piece in the hand over (F)", de: "Den Stein in der Hand umwenden (F)" },
    previous: { en: "Take the piece before it that fits (P)", de: "Den passenden Stein davor nehmen (P)" },
    next: { en: "Take the next piece that fits (N)", de: "Den nächsten passenden Stein nehmen (N)" },
    left: {
      en: "Move the piece on the board by one square (left arrow)",
      de: "Den Stein auf dem Brett um ein Feld schieben (Pfeil links)",
    },
    right: {
      en: "Move the piece on the board by one square (right arrow)",
      de: "Den Stein auf dem Brett um ein Feld schieben (Pfeil rechts)",
    },
    up: {
      en: "Move the piece on the board by one square (up arrow)",
      de: "Den Stein auf dem Brett um ein Feld schieben (Pfeil hoch)",
    },
    down: {
      en: "Move the piece on the board by one square (down arrow)",
      de: "Den Stein auf dem Brett um ein Feld schieben (Pfeil runter)",
    },
    anchors: {
      en: "Mark the squares where a piece can begin",
      de: "Die Felder markieren, an denen ein Stein ansetzen kann",
    },
    space: {
      en: "See the board as it stands on a table, or flat",
      de: "Das Brett wie auf einem Tisch sehen, oder flach",
    },
    putBack: {
      en: "Put the piece back among the others (Escape)",
      de: "Den Stein zu den anderen zurücklegen (Escape)",
    },
    place: { en: "Lay the piece where it is (Enter)", de: "Den Stein legen, wo er ist (Enter)" },
    take: {
      en: "Take this piece into the hand, by a click or by dragging it",
      de: "Diesen Stein in die Hand nehmen, mit einem Klick oder durch Ziehen",
    },
    gotIt: { en: "Put this note away for good", de: "Diesen Hinweis für immer weglegen" },
    score: { en: "Show the pieces of this color", de: "Die Steine dieser Farbe zeigen" },
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
