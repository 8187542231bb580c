export const analysis = {
  title: { en: "Analysis", de: "Analyse" },
  begin: { en: "Analyze this game", de: "Dieses Spiel analysieren" },
  about: {
    en: "The engine checks every position briefly and rates each move.",
    de: "Der Computer prüft jede Stellung kurz und bewertet jeden Zug.",
  },
  runs: {
    en: { one: "{done} of {count} position", other: "{done} of {count} positions" },
    de: { one: "{done} von {count} Stellung", other: "{done} von {count} Stellungen" },
  },
  stop: { en: "Stop", de: "Anhalten" },
  stopNote: {
    en: "Stop here and keep what was found",
    de: "Behalten, was bekannt ist, und nicht weitersuchen",
  },
  showNote: {
    en: "Show the position with the best move",
    de: "Das Brett vor diesem Zug zeigen, mit dem besseren",
  },
  playOnNote: {
    en: "Play against the computer from this position",
    de: "Von dieser Stellung aus gegen den Computer spielen",
  },
  bar: { en: "{name}: {share} %, {value}", de: "{name}: {share} % des Balkens, {value}" },
  graph: {
    en: "Evaluation move by move; higher is better for {name}",
    de: "Verlauf der Runde, Zug um Zug; oben ist gut für {name}",
  },
  graphOfAll: {
    en: "Evaluation move by move, for each player",
    de: "Verlauf der Runde, Zug um Zug, für alle Spieler",
  },
  mistakes: { en: "Biggest mistakes", de: "Die größten Fehler" },
  none: { en: "No mistakes worth mentioning.", de: "Kein nennenswerter Fehler." },
  mistake: {
    en: "Move {number}, {name}: {played} ({got}). Better: {better} ({best}).",
    de: "Zug {number}, {name}: {played} ({got}). Besser: {better} ({best}).",
  },
  inaccuracy: { en: "Inaccuracy", de: "Ungenauigkeit" },
  error: { en: "Mistake", de: "Fehler" },
  blunder: { en: "Blunder", de: "Patzer" },
  unseen: {
    en: {
      one: "{count} move could not be analyzed.",
      other: "{count} moves could not be analyzed.",
    },
    de: {
      one: "{count} Zug konnte nicht analysiert werden.",
      other: "{count} Züge konnten nicht analysiert werden.",
    },
  },
  show: { en: "Show best move", de: "Besten Zug zeigen" },
  playOn: { en: "Play on from here", de: "Ab hier weiterspielen" },
};

export const valuation = {
  language: { en: "en", de: "de" },
  won: { en: "won", de: "gewonnen" },
  drawn: { en: "drawn", de: "unentschieden" },
  lost: { en: "lost", de: "verloren" },
  wonIn: {
    en: { one: "wins in {count} move", other: "wins in {count} moves" },
    de: { one: "gewonnen in {count} Zug", other: "gewonnen in {count} Zügen" },
  },
  lostIn: {
    en: { one: "loses in {count} move", other: "loses in {count} moves" },
    de: { one: "verloren in {count} Zug", other: "verloren in {count} Zügen" },
  },
  wonBy: {
    en: { one: "wins by {count} disc", other: "wins by {count} discs" },
    de: { one: "gewonnen mit {count} Stein mehr", other: "gewonnen mit {count} Steinen mehr" },
  },
  lostBy: {
    en: { one: "loses by {count} disc", other: "loses by {count} discs" },
    de: { one: "verloren mit {count} Stein weniger", other: "verloren mit {count} Steinen weniger" },
  },
  aboutDiscs: { en: "about {discs} discs", de: "etwa {discs} Steine" },
  equity: { en: "equity {equity}", de: "Equity {equity}" },
  chances: {
    en: "Wins {win} (gammon {winGammon}), loses {lose} (gammon {loseGammon}).",
    de: "Gewinnt {win}, mit Gammon {winGammon}; verliert {lose}, mit Gammon {loseGammon}.",
  },
  chance: { en: "{percent} to win", de: "{percent} Gewinnchance" },
  place: { en: "average place {place} of {of}", de: "im Mittel Platz {place} von {of}" },
  points: { en: "{points} points on average", de: "im Mittel {points} Punkte" },
  score: { en: "not solved, score {score}", de: "nicht gelöst, Wertung {score}" },
  tagWin: { en: "win {count}", de: "Sieg {count}" },
  tagLoss: { en: "loss {count}", de: "verl. {count}" },
  tagDraw: { en: "draw", de: "remis" },
  gaveWin: { en: "gave away the win", de: "hat einen Gewinn vergeben" },
  gaveDraw: { en: "gave away the draw", de: "hat ein Unentschieden vergeben" },
  costDiscs: { en: "cost {discs} discs", de: "kostete {discs} Steine" },
  cost: { en: "cost {cost}", de: "kostete {cost}" },
  costChance: { en: "cost {percent} winning chance", de: "kostete {percent} Gewinnchance" },
  costPlace: { en: "cost {places} places", de: "kostete {places} Plätze" },
  costPoints: { en: "cost {points} points", de: "kostete {points} Punkte" },
};

export const graph = {
  at: { en: "Move {number}: {value}", de: "Zug {number}: {value}" },
  better: { en: "{name} better", de: "{name} besser" },
  even: { en: "even", de: "gleich" },
  valuesFor: { en: "Values for {name}", de: "Werte für {name}" },
};

export const terms = {
  tree: { en: "Search tree", de: "Suchbaum" },
  treeNote: {
    en: "Show the search tree for this position in a new tab",
    de: "Die Vorausschau von dieser Stellung zeigen, in einem anderen Tab",
  },
  evaluation: { en: "Evaluation", de: "Bewertung" },
  explain: { en: "Explain the moves", de: "Züge erklären" },
  explainNote: {
    en: "Show what this evaluation counts for the best moves",
    de: "Zeigen, was diese Bewertung an den besten Zügen zählt, Größe für Größe",
  },
  term: { en: "Term", de: "Größe" },
  sum: { en: "Sum", de: "Summe" },
  nothing: {
    en: "This evaluation has nothing to say about this position.",
    de: "Diese Bewertung sagt über die Züge in dieser Stellung nichts.",
  },
};
