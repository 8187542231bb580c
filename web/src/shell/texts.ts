export const shell = {
  skip: { en: "Skip to the content", de: "Zum Inhalt springen" },
  navigation: { en: "Main", de: "Haupt" },
  play: { en: "Play", de: "Spielen" },
  lobby: { en: "Lobby", de: "Lobby" },
  watch: { en: "Watch", de: "Zuschauen" },
  replay: { en: "Replay", de: "Nachspielen" },
  settings: { en: "Settings", de: "Einstellungen" },
  about: { en: "About Brettwerk", de: "Über Brettwerk" },
  license: { en: "Free software: MIT or Apache 2.0", de: "Freie Software: MIT oder Apache 2.0" },
  profile: { en: "Profile of {name}", de: "Profil von {name}" },
  newcomer: { en: "You", de: "Du" },
  lost: {
    en: "The connection is lost. Nothing is lost with it: it comes back by itself.",
    de: "Die Verbindung ist unterbrochen. Verloren geht nichts: Sie kommt von selbst zurück.",
  },
  again: { en: "Try now", de: "Jetzt versuchen" },
  reload: { en: "Load the page again", de: "Seite neu laden" },
  reloadNote: {
    en: "Fetch the page from the server once more; games go on where they were",
    de: "Die Seite noch einmal vom Server holen; Spiele gehen weiter, wo sie waren",
  },
  partMissing: {
    en: "This part of the page could not be loaded.",
    de: "Dieser Teil der Seite konnte nicht geladen werden.",
  },
  darker: { en: "Switch to the dark theme", de: "Zum dunklen Thema wechseln" },
  lighter: { en: "Switch to the light theme", de: "Zum hellen Thema wechseln" },
  otherLabel: { en: "DE: zu Deutsch wechseln", de: "EN: switch to English" },
  close: { en: "Close", de: "Schließen" },
  notLoaded: {
    en: "This page could not be loaded. Please load it again.",
    de: "Diese Seite konnte nicht geladen werden. Bitte lade sie noch einmal.",
  },
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
  toSettings: {
    en: "Language, sounds, boards and how fast things move",
    de: "Sprache, Töne, Bretter und wie schnell sich alles bewegt",
  },
  toProfile: {
    en: "Your name, your account and your past games",
    de: "Dein Name, dein Konto und deine vergangenen Spiele",
  },
  toHelp: { en: "The rules of all games, mouse and keys", de: "Die Regeln aller Spiele, Maus und Tasten" },
  toAbout: {
    en: "Version, licenses and what the server knows of you",
    de: "Version, Lizenzen und was der Server über dich weiß",
  },
  themeNote: {
    en: "Light or dark colors for the whole page",
    de: "Helle oder dunkle Farben für die ganze Seite",
  },
  languageNote: { en: "Die ganze Seite auf Deutsch, sofort", de: "The whole page in English, at once" },
  menuNote: {
    en: "All that can be done from everywhere (Escape)",
    de: "Alles, was von überall geht (Escape)",
  },
  closeNote: {
    en: "Close this and go on as before (Escape)",
    de: "Das hier schließen und weitermachen wie zuvor (Escape)",
  },
  againNote: {
    en: "Do not wait: connect to the server now",
    de: "Nicht warten: jetzt mit dem Server verbinden",
  },
  loading: { en: "One moment …", de: "Einen Moment …" },
  missingTitle: { en: "There is nothing here", de: "Hier ist nichts" },
  missing: {
    en: "The address leads nowhere. Perhaps the table was closed, or a letter is missing.",
    de: "Die Adresse führt nirgendwohin. Vielleicht wurde der Tisch geschlossen, oder ein Buchstabe fehlt.",
  },
  home: { en: "To the games", de: "Zu den Spielen" },
  level: { en: "Computer, level {level}", de: "Computer, Stufe {level}" },
  levelFor: {
    en: "Computer, level {level} ({seconds} s)",
    de: "Computer, Stufe {level} ({seconds} s)",
  },
  computer: { en: "Computer", de: "Computer" },
};

export const numberField = {
  less: { en: "{label}: less", de: "{label}: weniger" },
  more: { en: "{label}: more", de: "{label}: mehr" },
  lessNote: {
    en: "One step less; the arrow keys, the mouse wheel and, for the least, the right button do it too",
    de: "Ein Schritt weniger; auch mit Pfeiltasten, Mausrad und, bis zum Kleinsten, der rechten Taste",
  },
  moreNote: {
    en: "One step more; the arrow keys and the mouse wheel do it too",
    de: "Ein Schritt mehr; auch mit Pfeiltasten und Mausrad",
  },
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
  quit: { en: "Quit", de: "Beenden" },
  continueNote: { en: "Back to where you were (Escape)", de: "Zurück, wo du warst (Escape)" },
  newNote: {
    en: "Against computers or at one screen, with all choices",
    de: "Gegen Computer oder an einem Bildschirm, mit allen Einzelheiten",
  },
  lobbyNote: {
    en: "See who is here, join a table or open one",
    de: "Sehen, wer da ist, mitspielen oder einen Tisch aufmachen",
  },
  elsewhereNote: {
    en: "Play on a server of the original programs",
    de: "Auf einem Server der Originalprogramme spielen",
  },
  settingsNote: {
    en: "Language, sounds, boards and how fast things move",
    de: "Sprache, Töne, Bretter und wie schnell sich alles bewegt",
  },
  helpNote: { en: "How every game is played here", de: "Wie jedes Spiel hier gespielt wird" },
  introNote: { en: "See the opening scene again", de: "Den Vorspann noch einmal sehen" },
  aboutNote: {
    en: "Version, licenses and what the server knows of you",
    de: "Version, Lizenzen und was der Server über dich weiß",
  },
  quitNote: {
    en: "Leave the table and the server; your games are kept",
    de: "Tisch und Server verlassen; deine Spiele bleiben erhalten",
  },
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
  stayNote: { en: "Everything stays as it is (Escape)", de: "Alles bleibt, wie es ist (Escape)" },
  leaveNote: {
    en: "The game waits for you; you can come back",
    de: "Das Spiel wartet auf dich; du kannst zurückkommen",
  },
  giveUpNote: {
    en: "The others win, and nobody waits for you",
    de: "Die anderen gewinnen, und niemand wartet auf dich",
  },
};

export const pairing = {
  title: { en: "Looking for somebody", de: "Suche nach jemandem" },
  seeking: { en: "{game}: looking …", de: "{game}: Suche läuft …" },
  stop: { en: "Stop", de: "Aufhören" },
  stopNote: { en: "Look for nobody any more", de: "Nach niemandem mehr suchen" },
  found: { en: "Somebody is found", de: "Jemand ist gefunden" },
  begins: { en: "Somebody is found: your game begins.", de: "Jemand ist gefunden: Dein Spiel beginnt." },
  waits: {
    en: "Somebody is found and waits for you at another table.",
    de: "Jemand ist gefunden und wartet an einem anderen Tisch auf dich.",
  },
  go: { en: "To that table", de: "Zu diesem Tisch" },
  goNote: {
    en: "Leave this page and play there; what you play here goes on",
    de: "Diese Seite verlassen und dort spielen; was du hier spielst, geht weiter",
  },
  close: { en: "Close", de: "Schließen" },
  closeNote: { en: "Take this message away", de: "Diese Nachricht wegnehmen" },
};
