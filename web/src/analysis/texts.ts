export const analysis = {
  title: { en: "Analysis", de: "Analyze" },
  begin: { en: "Analyze this round", de: "Diese Runde analysieren" },
  about: {
    en: "The strongest player looks at every position for a moment, and tells what the moves were worth.",
    de: "Der stärkste Spieler sieht sich jede Stellung kurz an und sagt, was die Züge wert waren.",
  },
  runs: {
    en: { one: "{done} of {count} position", other: "{done} of {count} positions" },
    de: { one: "{done} von {count} Stellung", other: "{done} von {count} Stellungen" },
  },
  stop: { en: "Stop", de: "Anhalten" },
  stopNote: {
    en: "Keep what is known, and look no further",
    de: "Behalten, was bekannt ist, und nicht weitersuchen",
  },
  showNote: {
    en: "Show the board before this move, with the better one",
    de: "Das Brett vor diesem Zug zeigen, mit dem besseren",
  },
  playOnNote: {
    en: "Begin a game against the computer from this position",
    de: "Von dieser Stellung aus gegen den Computer spielen",
  },
  bar: { en: "{name}: {share} % of the bar, {value}", de: "{name}: {share} % des Balkens, {value}" },
  graph: {
    en: "Course of the round, move by move; above is good for {name}",
    de: "Verlauf der Runde, Zug um Zug; oben ist gut für {name}",
  },
  graphOfAll: {
    en: "Course of the round, move by move, for each player",
    de: "Verlauf der Runde, Zug um Zug, für alle Spieler",
  },
  mistakes: { en: "The largest mistakes", de: "Die größten Fehler" },
  none: { en: "No mistake worth mentioning.", de: "Kein nennenswerter Fehler." },
  mistake: {
    en: "Move {number}, {name}: {played} ({got}). Better: {better} ({best}).",
    de: "Zug {number}, {name}: {played} ({got}). Besser: {better} ({best}).",
  },
  inaccuracy: { en: "Inaccuracy", de: "Ungenauigkeit" },
  error: { en: "Mistake", de: "Fehler" },
  blunder: { en: "Blunder", de: "Patzer" },
  unseen: {
    en: {
      one: "{count} move was not valued, so nobody knows whether it was a mistake.",
      other: "{count} moves were not valued, so nobody knows whether they were mistakes.",
    },
    de: {
      one: "{count} Zug wurde nicht bewertet; ob er ein Fehler war, ist unbekannt.",
      other: "{count} Züge wurden nicht bewertet; ob sie Fehler waren, ist unbekannt.",
    },
  },
  show: { en: "Show better", de: "Besseres zeigen" },
  playOn: { en: "Play on from here", de: "Ab hier weiterspielen" },
};

export const valuation = {
  language: { en: "en", de: "de" },
  won: { en: "won", de: "gewonnen" },
  drawn: { en: "drawn", de: "unentschieden" },
  lost: { en: "lost", de: "verloren" },
  wonIn: {
    en: { one: "won in {count} move", other: "won in {count} moves" },
    de: { one: "gewonnen in {count} Zug", other: "gewonnen in {count} Zügen" },
  },
  lostIn: {
    en: { one: "lost in {count} move", other: "lost in {count} moves" },
    de: { one: "verloren in {count} Zug", other: "verloren in {count} Zügen" },
  },
  wonBy: {
    en: { one: "won by {count} disc", other: "won by {count} discs" },
    de: { one: "gewonnen mit {count} Stein mehr", other: "gewonnen mit {count} Steinen mehr" },
  },
  lostBy: {
    en: { one: "lost by {count} disc", other: "lost by {count} discs" },
    de: { one: "verloren mit {count} Stein weniger", other: "verloren mit {count} Steinen weniger" },
  },
  aboutDiscs: { en: "about {discs} discs", de: "etwa {discs} Steine" },
  equity: { en: "equity {equity}", de: "Equity {equity}" },
  chances: {
    en: "Wins {win}, with a gammon {winGammon}; loses {lose}, with a gammon {loseGammon}.",
    de: "Gewinnt {win}, mit Gammon {winGammon}; verliert {lose}, mit Gammon {loseGammon}.",
  },
  chance: { en: "{percent} to win", de: "{percent} Gewinnchance" },
  place: { en: "place {place} of {of} on average", de: "im Mittel Platz {place} von {of}" },
  points: { en: "{points} points on average", de: "im Mittel {points} Punkte" },
  score: { en: "not solved, score {score}", de: "nicht gelöst, Wertung {score}" },
  gaveWin: { en: "gave a win away", de: "hat einen Gewinn vergeben" },
  gaveDraw: { en: "gave a draw away", de: "hat ein Unentschieden vergeben" },
  costDiscs: { en: "cost {discs} discs", de: "kostete {discs} Steine" },
  cost: { en: "cost {cost}", de: "kostete {cost}" },
  costChance: { en: "cost {percent} of the chance to win", de: "kostete {percent} Gewinnchance" },
  costPlace: { en: "cost {places} places", de: "kostete {places} Plätze" },
  costPoints: { en: "cost {points} points", de: "kostete {points} Punkte" },
};

export const terms = {
  tree: { en: "Search tree", de: "Suchbaum" },
  treeNote: {
    en: "Show the look-ahead from this position, in another tab",
    de: "Die Vorausschau von dieser Stellung zeigen, in einem anderen Tab",
  },
  evaluation: { en: "Evaluation", de: "Bewertung" },
  explain: { en: "Explain the moves", de: "Züge erklären" },
  explainNote: {
    en: "Show what this evaluation counts in the best moves, term by term",
    de: "Zeigen, was diese Bewertung an den besten Zügen zählt, Größe für Größe",
  },
  term: { en: "Term", de: "Größe" },
  sum: { en: "Sum", de: "Summe" },
  nothing: {
    en: "This evaluation says nothing about the moves in this position.",
    de: "Diese Bewertung sagt über die Züge in dieser Stellung nichts.",
  },
};
