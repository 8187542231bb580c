export const analysis = {
  title: { en: "Analysis", de: "Analyse" },
  begin: { en: "Analyse this round", de: "Diese Runde analysieren" },
  about: {
    en: "The strongest player looks at every position for a moment, and tells what the moves were worth.",
    de: "Der stärkste Spieler sieht sich jede Stellung kurz an und sagt, was die Züge wert waren.",
  },
  runs: { en: "{done} of {count} positions", de: "{done} von {count} Stellungen" },
  stop: { en: "Stop", de: "Anhalten" },
  bar: { en: "{name}: {share} % of the bar, {value}", de: "{name}: {share} % des Balkens, {value}" },
  graph: {
    en: "Course of the round, move by move; above is good for {name}",
    de: "Verlauf der Runde, Zug um Zug; oben ist gut für {name}",
  },
  graphOfAll: {
    en: "Course of the round, move by move, for each player",
    de: "Verlauf der Runde, Zug um Zug, für alle Spieler",
  },
  wonBy: {
    en: { one: "won by {count} disc", other: "won by {count} discs" },
    de: { one: "gewonnen mit {count} Scheibe mehr", other: "gewonnen mit {count} Scheiben mehr" },
  },
  lostBy: {
    en: { one: "lost by {count} disc", other: "lost by {count} discs" },
    de: { one: "verloren mit {count} Scheibe weniger", other: "verloren mit {count} Scheiben weniger" },
  },
  wonIn: {
    en: { one: "won in {count} move", other: "won in {count} moves" },
    de: { one: "gewonnen in {count} Zug", other: "gewonnen in {count} Zügen" },
  },
  lostIn: {
    en: { one: "lost in {count} move", other: "lost in {count} moves" },
    de: { one: "verloren in {count} Zug", other: "verloren in {count} Zügen" },
  },
  mistakes: { en: "The largest mistakes", de: "Die größten Fehler" },
  none: { en: "No mistake worth mentioning.", de: "Kein nennenswerter Fehler." },
  mistake: {
    en: "Move {number}, {name}: {played} ({got}). Better: {better} ({best}).",
    de: "Zug {number}, {name}: {played} ({got}). Besser: {better} ({best}).",
  },
  show: { en: "Show better", de: "Besseres zeigen" },
  playOn: { en: "Play on from here", de: "Ab hier weiterspielen" },
};
