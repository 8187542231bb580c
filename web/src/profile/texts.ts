export const standingTexts = {
  title: { en: "Strength and results", de: "Stärke und Ergebnisse" },
  none: { en: "No match was finished yet.", de: "Noch wurde kein Match beendet." },
  game: { en: "Game", de: "Spiel" },
  rating: { en: "Rating", de: "Wertung" },
  uncertain: {
    en: "? A rating with a question mark is still too uncertain to be compared.",
    de: "? Eine Wertung mit Fragezeichen ist zum Vergleichen noch zu unsicher.",
  },
  won: { en: "Won", de: "Gewonnen" },
  drawn: { en: "Drawn", de: "Remis" },
  lost: { en: "Lost", de: "Verloren" },
  points: { en: "Points", de: "Punkte" },
  perMove: { en: "Per move", de: "Je Zug" },
  longest: { en: "Wins in a row", de: "Siege in Folge" },
  opponents: { en: "By opponent", de: "Nach Gegner" },
  opponentsNote: {
    en: "Results against people and against each level",
    de: "Ergebnisse gegen Menschen und gegen jede Stufe",
  },
  opponent: { en: "Opponent", de: "Gegner" },
  people: { en: "people", de: "Menschen" },
  several: { en: "several", de: "mehrere" },
};

export const matchesTexts = {
  title: { en: "Finished matches", de: "Beendete Matches" },
  replay: { en: "Replay", de: "Nachspielen" },
  older: { en: "Older matches", de: "Ältere Matches" },
  replayNote: { en: "Look at this match move by move", de: "Dieses Match Zug für Zug ansehen" },
  olderNote: { en: "Show matches before these as well", de: "Auch Matches davor zeigen" },
  rated: { en: "rated", de: "gewertet" },
  wonBy: { en: "won", de: "gewonnen" },
  drawnBy: { en: "drawn", de: "remis" },
  lostBy: { en: "lost", de: "verloren" },
};

export const leadersTexts = {
  title: { en: "Leaderboard", de: "Bestenliste" },
  game: { en: "Game", de: "Spiel" },
  place: { en: "Place", de: "Platz" },
  player: { en: "Player", de: "Spieler" },
  rating: { en: "Rating", de: "Wertung" },
  matches: { en: "Rated matches", de: "Gewertete Matches" },
  none: {
    en: "Nobody has played enough rated matches of this game yet.",
    de: "Noch hat niemand genug gewertete Matches dieses Spiels gespielt.",
  },
};
