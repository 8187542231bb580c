export const boards = {
  yellow: { en: "yellow", de: "gelb" },
  red: { en: "red", de: "rot" },
  black: { en: "black", de: "schwarz" },
  white: { en: "white", de: "weiß" },
  blue: { en: "blue", de: "blau" },
  green: { en: "green", de: "grün" },
  orange: { en: "orange", de: "orange" },
  purple: { en: "purple", de: "lila" },
  empty: { en: "empty", de: "leer" },
  playable: { en: "can be played", de: "spielbar" },
  cell: { en: "Column {column}, row {row}: {what}", de: "Spalte {column}, Reihe {row}: {what}" },
  square: { en: "{square}: {what}", de: "{square}: {what}" },
  connect4: {
    en: "Connect Four, {columns} columns and {rows} rows. Number keys drop a disc.",
    de: "Vier gewinnt, {columns} Spalten und {rows} Reihen. Zifferntasten werfen einen Stein ein.",
  },
  othello: {
    en: "Othello board. Arrow keys walk, Enter plays.",
    de: "Othellobrett. Pfeiltasten gehen, Enter spielt.",
  },
  generic: {
    en: "Board. Arrow keys walk, Enter plays.",
    de: "Brett. Pfeiltasten gehen, Enter spielt.",
  },
  lastMove: { en: "last move", de: "letzter Zug" },
  winning: { en: "part of the winning line", de: "Teil der Gewinnlinie" },
  pass: { en: "Pass", de: "Passen" },
  passed: { en: "{name} passes.", de: "{name} passt." },
  mustPass: { en: "No square is left to play on.", de: "Kein Feld ist spielbar." },
  confirm: { en: "Play {move}", de: "{move} spielen" },
  choose: { en: "Which move?", de: "Welcher Zug?" },
  passNote: { en: "The turn goes to the other player (Enter)", de: "Der andere Spieler ist dran (Enter)" },
  confirmNote: { en: "Really play this move", de: "Diesen Zug wirklich spielen" },
  chooseNote: { en: "Play this of the possible moves", de: "Diesen der möglichen Züge spielen" },
  cancelNote: { en: "Play nothing yet", de: "Noch nichts spielen" },
  cancel: { en: "Cancel", de: "Abbrechen" },
};

/** Moves that are words and not places. */
export const moveWords = {
  roll: { en: "roll", de: "würfeln" },
  double: { en: "double", de: "verdoppeln" },
  take: { en: "take", de: "annehmen" },
  drop: { en: "pass", de: "aufgeben" },
  beaver: { en: "beaver", de: "kontern" },
  cannotMove: { en: "no move", de: "kein Zug" },
  pass: { en: "pass", de: "passen" },
};
