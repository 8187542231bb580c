export const shell = {
  skip: { en: "Skip to the content", de: "Zum Inhalt springen" },
  navigation: { en: "Main", de: "Haupt" },
  play: { en: "Play", de: "Spielen" },
  lobby: { en: "Lobby", de: "Lobby" },
  watch: { en: "Watch", de: "Zuschauen" },
  replay: { en: "Replay", de: "Nachspielen" },
  settings: { en: "Settings", de: "Einstellungen" },
  about: { en: "About Brettwerk", de: "Über Brettwerk" },
  licence: { en: "Free software: MIT or Apache 2.0", de: "Freie Software: MIT oder Apache 2.0" },
  profile: { en: "Profile of {name}", de: "Profil von {name}" },
  newcomer: { en: "You", de: "Du" },
  lost: {
    en: "The connection is lost. Nothing is lost with it: it comes back by itself.",
    de: "Die Verbindung ist unterbrochen. Verloren geht nichts: Sie kommt von selbst zurück.",
  },
  again: { en: "Try now", de: "Jetzt versuchen" },
  darker: { en: "Switch to the dark theme", de: "Zum dunklen Thema wechseln" },
  lighter: { en: "Switch to the light theme", de: "Zum hellen Thema wechseln" },
  otherLabel: { en: "DE: zu Deutsch wechseln", de: "EN: switch to English" },
  close: { en: "Close", de: "Schließen" },
  ok: { en: "OK", de: "OK" },
  menu: { en: "Menu (Escape)", de: "Menü (Escape)" },
  newGame: { en: "New game", de: "Neues Spiel" },
  help: { en: "Help", de: "Hilfe" },
  toHome: { en: "Choose a game and an opponent", de: "Spiel und Gegner wählen" },
  toLobby: {
    en: "See who is here and which tables are open",
    de: "Sehen, wer da ist und welche Tische offen sind",
  },
  toWatch: { en: "Look on at games of others", de: "Spielen anderer zusehen" },
  toReplay: { en: "Play a record again, move by move", de: "Eine Aufzeichnung Zug für Zug nachspielen" },
  toNew: { en: "Set up a game with all its choices", de: "Ein Spiel mit allen Einzelheiten einrichten" },
  loading: { en: "One moment …", de: "Einen Moment …" },
  missingTitle: { en: "There is nothing here", de: "Hier ist nichts" },
  missing: {
    en: "The address leads nowhere. Perhaps the table was closed, or a letter is missing.",
    de: "Die Adresse führt nirgendwohin. Vielleicht wurde der Tisch geschlossen, oder ein Buchstabe fehlt.",
  },
  home: { en: "To the games", de: "Zu den Spielen" },
  level: { en: "Computer, level {level}", de: "Computer, Stufe {level}" },
  computer: { en: "Computer", de: "Computer" },
};

export const numberField = {
  less: { en: "{label}: less", de: "{label}: weniger" },
  more: { en: "{label}: more", de: "{label}: mehr" },
  bounds: { en: "{min} to {max}", de: "{min} bis {max}" },
};

export const menu = {
  title: { en: "Menu", de: "Menü" },
  continue: { en: "Continue", de: "Weiter" },
  new: { en: "New game", de: "Neues Spiel" },
  lobby: { en: "Play with others", de: "Mit anderen spielen" },
  elsewhere: { en: "Connect to another server", de: "Mit einem anderen Server verbinden" },
  settings: { en: "Settings", de: "Einstellungen" },
  help: { en: "Help: rules, mouse, keys", de: "Hilfe: Regeln, Maus, Tasten" },
  intro: { en: "Opening scene", de: "Vorspann" },
  about: { en: "About Brettwerk", de: "Über Brettwerk" },
  note: {
    en: "Escape opens and closes this menu; a game goes on meanwhile.",
    de: "Escape öffnet und schließt dieses Menü; ein Spiel geht derweil weiter.",
  },
};

export const leaving = {
  title: { en: "A game is going on", de: "Ein Spiel läuft" },
  text: {
    en: "Others play with you at this table. If you only leave it, the game stays as it is and waits for you, but your clock runs on.",
    de: "An diesem Tisch spielen andere mit dir. Wenn du ihn nur verlässt, bleibt das Spiel, wie es ist, und wartet auf dich, aber deine Uhr läuft weiter.",
  },
  stay: { en: "Go on playing", de: "Weiterspielen" },
  leave: { en: "Leave the table", de: "Tisch verlassen" },
  giveUp: { en: "Give up and leave", de: "Aufgeben und gehen" },
};
