import type { MoveMark } from "../protocol/messages";

export const study = {
  title: { en: "Analysis board", de: "Analysebrett" },
  intro: {
    en: "Try out moves for every side, keep variations with comments, and let the engine judge as deep as you like.",
    de: "Probiere Züge für alle Seiten aus, behalte Varianten mit Kommentaren und lass den Computer urteilen, so tief du magst.",
  },
  game: { en: "Game", de: "Spiel" },
  variant: { en: "Variant", de: "Variante" },
  begin: { en: "Start", de: "Los" },
  beginNote: { en: "Start from the opening position", de: "Mit der Anfangsstellung beginnen" },
  paste: {
    en: "Or paste a game or position, ours or another program's",
    de: "Oder füge eine Partie oder Stellung ein, auch von anderen Programmen",
  },
  open: { en: "Open", de: "Öffnen" },
  openNote: { en: "Open what you pasted", de: "Die eingefügte Partie öffnen" },
  file: { en: "Choose file", de: "Datei wählen" },
  fileNote: { en: "Open a record from a file", de: "Eine Partie aus einer Datei öffnen" },
  resume: { en: "Continue your last analysis", de: "Letzte Analyse fortsetzen" },
  resumeNote: {
    en: "Go back to the analysis kept in this browser",
    de: "Zurück zu der Analyse, die dieser Browser behalten hat",
  },
  anew: { en: "New", de: "Neu" },
  anewNote: { en: "Start another analysis", de: "Eine andere Analyse beginnen" },
  link: { en: "Copy link", de: "Link kopieren" },
  linkNote: { en: "Link to this position", de: "Ein Link zu dieser Stellung" },
  copied: { en: "Link copied", de: "Link kopiert" },
  notCopied: { en: "Couldn't copy the link", de: "Der Link ließ sich nicht kopieren" },
  save: { en: "Download", de: "Herunterladen" },
  pictureNote: {
    en: "Save the position as a picture",
    de: "Die Stellung als Bild speichern",
  },
  saveNote: {
    en: "Download as a record with variations and comments",
    de: "Als Partie mit Varianten und Kommentaren herunterladen",
  },
  notKept: {
    en: "This analysis is too long to be kept in this browser. Download it before you leave.",
    de: "Diese Analyse ist zu lang, um in diesem Browser zu bleiben. Lade sie herunter, bevor du gehst.",
  },
  tooDeep: {
    en: "Variations can't be nested any deeper.",
    de: "Tiefer lassen sich Varianten nicht verschachteln.",
  },
  tooLong: {
    en: "This analysis has as many moves as it can hold.",
    de: "Mehr Züge passen nicht in diese Analyse.",
  },
  toMove: { en: "{name} to move", de: "{name} ist am Zug" },
  diceNext: { en: "Choose the roll", de: "Wähle den Wurf" },
  random: { en: "Roll", de: "Würfeln" },
  randomNote: { en: "Roll the dice at random", de: "Die Würfel zufällig fallen lassen" },
  rollNote: { en: "Continue with this roll", de: "Mit diesem Wurf weiter" },
  rolls: { en: "Possible rolls", de: "Mögliche Würfe" },
  moves: { en: "Moves and variations", de: "Züge und Varianten" },
  noMoves: {
    en: "Play a move on the board. Every other move you try from the same position becomes a variation.",
    de: "Spiele einen Zug auf dem Brett. Jeder andere Zug aus derselben Stellung wird eine Variante.",
  },
  variation: { en: "Variation", de: "Variante" },
  startPosition: { en: "Start", de: "Anfang" },
  startNote: { en: "Go to the start (Home)", de: "Zum Anfang (Pos1)" },
  moveNote: { en: "Go to this move", de: "Zu diesem Zug" },
  backNote: { en: "One move back (left arrow)", de: "Einen Zug zurück (Pfeil links)" },
  forwardNote: { en: "One move forward (right arrow)", de: "Einen Zug vor (Pfeil rechts)" },
  lastNote: { en: "Go to the end of the line (End)", de: "Zum Ende der Variante (Ende)" },
  back: { en: "Back", de: "Zurück" },
  forward: { en: "Forward", de: "Vor" },
  last: { en: "To the end", de: "Zum Ende" },
  flip: { en: "Flip board", de: "Brett drehen" },
  flipNote: { en: "Look from the other side (f)", de: "Von der anderen Seite sehen (f)" },
  undo: { en: "Undo edit", de: "Änderung rückgängig" },
  undoNote: { en: "Undo the last edit (Ctrl+Z)", de: "Die letzte Änderung zurücknehmen (Strg+Z)" },
  redo: { en: "Redo edit", de: "Änderung wiederholen" },
  redoNote: {
    en: "Redo the edit you undid (Ctrl+Shift+Z)",
    de: "Die zurückgenommene Änderung wieder machen (Strg+Umschalt+Z)",
  },
  promote: { en: "Promote", de: "Aufwerten" },
  promoteNote: {
    en: "Make this variation the main line where it branches off",
    de: "Diese Variante zur Hauptvariante machen, wo sie abzweigt",
  },
  remove: { en: "Delete", de: "Löschen" },
  removeNote: {
    en: "Delete this move and everything after it",
    de: "Diesen Zug und alles danach löschen",
  },
  comment: { en: "Comment", de: "Kommentar" },
  marks: { en: "Mark this move", de: "Zug bewerten" },
  edit: { en: "Notes on this move", de: "Zu diesem Zug" },
  editStart: { en: "Notes on the start", de: "Zur Anfangsstellung" },
};

/** What marks mean. */
export const marks: Record<MoveMark, { en: string; de: string }> = {
  "!": { en: "Good move", de: "Guter Zug" },
  "!?": { en: "Interesting move", de: "Interessanter Zug" },
  "?!": { en: "Dubious move", de: "Zweifelhafter Zug" },
  "?": { en: "Mistake", de: "Fehler" },
  "??": { en: "Blunder", de: "Patzer" },
  good: { en: "Good position for the mover", de: "Gute Stellung für den, der gezogen hat" },
  bad: { en: "Bad position for the mover", de: "Schlechte Stellung für den, der gezogen hat" },
};

export const engine = {
  title: { en: "Engine", de: "Computer" },
  on: { en: "Engine on", de: "Computer rechnet mit" },
  onNote: { en: "Let the engine analyze this position (l)", de: "Den Computer mitrechnen lassen (l)" },
  lines: { en: "Lines", de: "Varianten" },
  values: { en: "Values on the board", de: "Werte auf dem Brett" },
  thinks: { en: "thinking …", de: "rechnet …" },
  waits: { en: "waiting for the engine …", de: "wartet auf den Computer …" },
  depth: { en: "Depth {depth}", de: "Tiefe {depth}" },
  positions: {
    en: { one: "{count} position", other: "{count} positions" },
    de: { one: "{count} Stellung", other: "{count} Stellungen" },
  },
  exact: { en: "exact", de: "exakt" },
  exactNote: {
    en: "Proven: every line was followed to the end of the game",
    de: "Bewiesen: Alle Varianten sind bis zum Ende des Spiels gerechnet",
  },
  dice: {
    en: "The engine judges decisions. Choose the roll first.",
    de: "Der Computer beurteilt Entscheidungen. Wähle zuerst den Wurf.",
  },
  over: { en: "The game is over.", de: "Das Spiel ist zu Ende." },
  bestLines: { en: "Best lines", de: "Beste Varianten" },
  playNote: {
    en: "Play the line up to this move",
    de: "Die Variante bis zu diesem Zug spielen",
  },
};
