export const standingTexts = {
  title: { en: "Ratings and results", de: "Wertungen und Ergebnisse" },
  none: { en: "No finished games yet.", de: "Noch wurde kein Match beendet." },
  game: { en: "Game", de: "Spiel" },
  rating: { en: "Rating", de: "Wertung" },
  uncertain: {
    en: "? Ratings with a question mark are still provisional.",
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
    en: "Results against people and each computer level",
    de: "Ergebnisse gegen Menschen und gegen jede Stufe",
  },
  opponent: { en: "Opponent", de: "Gegner" },
  people: { en: "people", de: "Menschen" },
  several: { en: "several", de: "mehrere" },
};

export const matchesTexts = {
  title: { en: "Finished games", de: "Beendete Matches" },
  replay: { en: "Replay", de: "Nachspielen" },
  older: { en: "Older games", de: "Ältere Matches" },
  replayNote: { en: "Step through the game move by move", de: "Dieses Match Zug für Zug ansehen" },
  olderNote: { en: "Show older games", de: "Auch Matches davor zeigen" },
  rated: { en: "rated", de: "gewertet" },
  wonBy: { en: "won", de: "gewonnen" },
  drawnBy: { en: "drawn", de: "remis" },
  lostBy: { en: "lost", de: "verloren" },
};

export const chartTexts = {
  title: { en: "{game}: rating over time", de: "{game}: Verlauf der Wertung" },
  about: {
    en: "From {from} to {to} over {count} rated games",
    de: "Von {from} auf {to} in {count} gewerteten Spielen",
  },
};

export const leadersTexts = {
  title: { en: "Leaderboard", de: "Bestenliste" },
  intro: {
    en: "The strongest players of each game, by rated games.",
    de: "Die stärksten Spieler jedes Spiels, nach gewerteten Spielen.",
  },
  notHere: {
    en: "This server keeps no ratings.",
    de: "Dieser Server führt keine Wertungen.",
  },
  toLeaders: { en: "See the strongest players", de: "Die stärksten Spieler sehen" },
  game: { en: "Game", de: "Spiel" },
  place: { en: "Place", de: "Platz" },
  player: { en: "Player", de: "Spieler" },
  rating: { en: "Rating", de: "Wertung" },
  matches: { en: "Rated games", de: "Gewertete Matches" },
  none: {
    en: "Nobody has enough rated games yet.",
    de: "Noch hat niemand genug gewertete Matches dieses Spiels gespielt.",
  },
};
