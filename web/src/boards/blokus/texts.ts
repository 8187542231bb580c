// What the Blokus board says, in both languages.

import type { Entry } from "../../i18n/text";
import type { Paint } from "./rules";

export const TEXTS = {
  board: { en: "Blokus board", de: "Blokus-Brett" },
  tray: { en: "Pieces of {color}", de: "Steine von {color}" },
  piece: { en: "Piece {name}", de: "Stein {name}" },
  copies: { en: "Piece {name}, {count} left", de: "Stein {name}, noch {count}" },
  used: { en: "Piece {name}, placed", de: "Stein {name}, gelegt" },
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
  plan: { en: "Pick a piece to plan your move.", de: "Wähle einen Stein, um deinen Zug zu planen." },
  choose: { en: "Pick a piece.", de: "Wähle einen Stein." },
  aim: { en: "Place {piece} on the board.", de: "Wohin soll {piece}?" },
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
    en: "Left and right choose a piece, up and down turn it, Enter takes it to the board. There arrows move it, R turns, F or Space flips, Enter places it, Escape puts it back. On the squares arrows lead from one to the next while no piece is in the hand.",
    de: "Links und rechts wählen einen Stein, hoch und runter drehen ihn, Enter nimmt ihn aufs Brett. Dort bewegen ihn die Pfeile, R dreht, F oder Leertaste wendet, Enter legt ihn, Escape legt ihn zurück. Auf den Feldern führen Pfeile von einem zum nächsten, solange kein Stein in der Hand ist.",
  },
  loading: { en: "Setting the table …", de: "Der Tisch wird gedeckt …" },
  noSpace: {
    en: "This browser can't show the 3D view (WebGL 2 is missing or off).",
    de: "Dieser Browser kann das Brett nicht räumlich zeichnen (WebGL 2 fehlt oder ist abgeschaltet).",
  },
  camera: {
    en: "3D board. Drag or use the arrow keys to look around, plus and minus to zoom.",
    de: "Brett im Raum. Ziehen oder Pfeiltasten drehen die Ansicht, Plus und Minus holen sie näher.",
  },
  notes: {
    turn: {
      en: "Rotate the piece clockwise (R)",
      de: "Den Stein in der Hand im Uhrzeigersinn drehen (R)",
    },
    turnBack: {
      en: "Rotate the piece counterclockwise (Shift R)",
      de: "Den Stein in der Hand andersherum drehen (Umschalt R)",
    },
    flip: { en: "Flip the piece over (F)", de: "Den Stein in der Hand umwenden (F)" },
    previous: { en: "Previous piece that fits (P)", de: "Den passenden Stein davor nehmen (P)" },
    next: { en: "Next piece that fits (N)", de: "Den nächsten passenden Stein nehmen (N)" },
    left: {
      en: "Move the piece left (left arrow)",
      de: "Den Stein auf dem Brett um ein Feld schieben (Pfeil links)",
    },
    right: {
      en: "Move the piece right (right arrow)",
      de: "Den Stein auf dem Brett um ein Feld schieben (Pfeil rechts)",
    },
    up: {
      en: "Move the piece up (up arrow)",
      de: "Den Stein auf dem Brett um ein Feld schieben (Pfeil hoch)",
    },
    down: {
      en: "Move the piece down (down arrow)",
      de: "Den Stein auf dem Brett um ein Feld schieben (Pfeil runter)",
    },
    anchors: {
      en: "Mark the squares where a piece can connect",
      de: "Die Felder markieren, an denen ein Stein ansetzen kann",
    },
    space: {
      en: "Switch between 3D and flat",
      de: "Das Brett wie auf einem Tisch sehen, oder flach",
    },
    putBack: {
      en: "Put the piece back (Escape)",
      de: "Den Stein zu den anderen zurücklegen (Escape)",
    },
    place: { en: "Place the piece here (Enter)", de: "Den Stein legen, wo er ist (Enter)" },
    take: {
      en: "Click or drag to pick up this piece",
      de: "Diesen Stein in die Hand nehmen, mit einem Klick oder durch Ziehen",
    },
    gotIt: { en: "Don't show this again", de: "Diesen Hinweis für immer weglegen" },
    score: { en: "Show this color's pieces", de: "Die Steine dieser Farbe zeigen" },
  },
  lookAround: {
    en: "Drag to look around; scroll or pinch to zoom.",
    de: "Ziehen dreht die Ansicht, Rad oder zwei Finger holen sie näher.",
  },
  gotIt: { en: "Got it", de: "Verstanden" },
  skip: { en: "Press any key or click to start.", de: "Taste oder Klick beginnt." },
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
  "used-up": { en: "This piece has already been played.", de: "Dieser Stein ist schon gelegt." },
  "off-board": { en: "The piece sticks out over the edge.", de: "Der Stein ragt über das Brett hinaus." },
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
