export const report = {
  title: { en: "Game report", de: "Spielbericht" },
  about: {
    en: "The engine judges every decision: what it cost, the turning points, and how you used your time.",
    de: "Der Computer beurteilt jede Entscheidung: was sie kostete, die Wendepunkte und wie die Zeit genutzt wurde.",
  },
  make: { en: "Full report", de: "Ganzer Bericht" },
  makeNote: {
    en: "Judge every decision of the game; the report is kept",
    de: "Jede Entscheidung der Partie beurteilen; der Bericht wird aufbewahrt",
  },
  runs: {
    en: { one: "{done} of {count} decision", other: "{done} of {count} decisions" },
    de: { one: "{done} von {count} Entscheidung", other: "{done} von {count} Entscheidungen" },
  },
  ahead: {
    en: { one: "{count} report comes first", other: "{count} reports come first" },
    de: { one: "{count} Bericht kommt vorher", other: "{count} Berichte kommen vorher" },
  },
  waits: {
    en: "You can leave this page; the report is made anyway.",
    de: "Du kannst die Seite verlassen; der Bericht entsteht trotzdem.",
  },
  save: { en: "Save as page", de: "Als Seite speichern" },
  saveNote: {
    en: "One HTML file with graph, boards and all moves",
    de: "Eine HTML-Datei mit Grafik, Brettern und allen Zügen",
  },
  figures: { en: "Figures of the players", de: "Zahlen der Spieler" },
  rating: { en: "Performance rating", de: "Leistungswert" },
  ratingNote: {
    en: "500 × mean loss; 0 is perfect",
    de: "500 × mittlerer Verlust; 0 ist perfekt",
  },
  perMove: { en: "Lost per move", de: "Verlust je Zug" },
  checkers: { en: "… with checkers", de: "… mit Steinen" },
  cube: { en: "… with the cube", de: "… mit dem Würfel" },
  luck: { en: "Luck of the dice", de: "Würfelglück" },
  first: { en: "First third", de: "Erstes Drittel" },
  middle: { en: "Middle third", de: "Mittleres Drittel" },
  last: { en: "Last third", de: "Letztes Drittel" },
  delay: { en: "Plies of delay", de: "Halbzüge Verzögerung" },
  inaccuracies: { en: "Inaccuracies ?!", de: "Ungenauigkeiten ?!" },
  mistakes: { en: "Mistakes ?", de: "Fehler ?" },
  blunders: { en: "Blunders ??", de: "Patzer ??" },
  soundTime: { en: "Time, sound move", de: "Zeit, guter Zug" },
  mistakenTime: { en: "Time, mistake", de: "Zeit, Fehler" },
  unknown: { en: "Not judged", de: "Nicht beurteilt" },
  turning: { en: "Turning points", de: "Wendepunkte" },
  noTurning: {
    en: "No single decision turned the game.",
    de: "Keine einzelne Entscheidung hat die Partie gewendet.",
  },
  turn: {
    en: "Move {number}, {name}: {played}, better {better}",
    de: "Zug {number}, {name}: {played}, besser {better}",
  },
  turnNote: { en: "Show the position before this move", de: "Die Stellung vor diesem Zug zeigen" },
  thresholds: {
    en: "?! from {inaccuracy}, ? from {mistake}, ?? from {blunder}",
    de: "?! ab {inaccuracy}, ? ab {mistake}, ?? ab {blunder}",
  },
  seconds: { en: "{seconds} s", de: "{seconds} s" },
};

export const unit = {
  result: { en: "{amount} games", de: "{amount} Partien" },
  discs: { en: "{amount} discs", de: "{amount} Steine" },
  equity: { en: "{amount} equity", de: "{amount} Equity" },
  chance: { en: "{amount} % to win", de: "{amount} % Gewinnchance" },
  place: { en: "{amount} places", de: "{amount} Plätze" },
  points: { en: "{amount} points", de: "{amount} Punkte" },
  share: { en: "{amount} % of the bar", de: "{amount} % des Balkens" },
};

export const averages = {
  title: { en: "Reports over time", de: "Berichte im Verlauf" },
  about: {
    en: "Only you see this. It grows with every report about one of your games.",
    de: "Das siehst nur du. Es wächst mit jedem Bericht über eins deiner Spiele.",
  },
  game: { en: "{game}: lost per move", de: "{game}: Verlust je Zug" },
  rated: { en: "{game}: performance rating", de: "{game}: Leistungswert" },
  mean: {
    en: { one: "Mean {mean} in {count} game", other: "Mean {mean} in {count} games" },
    de: { one: "Mittel {mean} in {count} Spiel", other: "Mittel {mean} in {count} Spielen" },
  },
  chart: {
    en: "From {from} to {to}; lower is better",
    de: "Von {from} bis {to}; weniger ist besser",
  },
};
