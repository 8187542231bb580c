export const shell = {
  skip: { en: "Skip to content", de: "Zum Inhalt springen" },
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
    en: "Connection lost – reconnecting. Your game is safe.",
    de: "Verbindung unterbrochen – wird wiederhergestellt. Dein Spiel ist sicher.",
  },
  again: { en: "Try now", de: "Jetzt versuchen" },
  reload: { en: "Reload", de: "Seite neu laden" },
  reloadNote: {
    en: "Reload the page; your games continue where they are",
    de: "Die Seite noch einmal vom Server holen; Spiele gehen weiter, wo sie waren",
  },
  partMissing: {
    en: "This part of the page didn't load.",
    de: "Dieser Teil der Seite konnte nicht geladen werden.",
  },
  darker: { en: "Switch to the dark theme", de: "Zum dunklen Thema wechseln" },
  lighter: { en: "Switch to the light theme", de: "Zum hellen Thema wechseln" },
  otherLabel: { en: "DE: zu Deutsch wechseln", de: "EN: switch to English" },
  close: { en: "Close", de: "Schließen" },
  notLoaded: {
    en: "This page didn't load. Please reload.",
    de: "Diese Seite konnte nicht geladen werden. Bitte lade sie noch einmal.",
  },
  ok: { en: "OK", de: "OK" },
  menu: { en: "Menu (Escape)", de: "Menü (Escape)" },
  newGame: { en: "New game", de: "Neues Spiel" },
  help: { en: "Help", de: "Hilfe" },
  toHome: { en: "Choose a game and an opponent", de: "Spiel und Gegner wählen" },
  toLobby: {
    en: "See who's here and find a game",
    de: "Sehen, wer da ist und welche Tische offen sind",
  },
  toWatch: { en: "Watch live games", de: "Spielen anderer zusehen" },
  toReplay: { en: "Review a game move by move", de: "Eine Aufzeichnung Zug für Zug nachspielen" },
  toNew: { en: "Set up a game with all options", de: "Ein Spiel mit allen Einzelheiten einrichten" },
  toSettings: {
    en: "Language, sound, boards and animation",
    de: "Sprache, Töne, Bretter und wie schnell sich alles bewegt",
  },
  toProfile: {
    en: "Your name, account and past games",
    de: "Dein Name, dein Konto und deine vergangenen Spiele",
  },
  toHelp: { en: "Rules, mouse and keyboard", de: "Die Regeln aller Spiele, Maus und Tasten" },
  toAbout: {
    en: "Version, licenses and privacy",
    de: "Version, Lizenzen und was der Server über dich weiß",
  },
  themeNote: {
    en: "Light or dark page",
    de: "Helle oder dunkle Farben für die ganze Seite",
  },
  languageNote: { en: "Die ganze Seite auf Deutsch, sofort", de: "The whole page in English, at once" },
  menuNote: {
    en: "Open the menu (Escape)",
    de: "Alles, was von überall geht (Escape)",
  },
  closeNote: {
    en: "Close (Escape)",
    de: "Das hier schließen und weitermachen wie zuvor (Escape)",
  },
  againNote: {
    en: "Reconnect now",
    de: "Nicht warten: jetzt mit dem Server verbinden",
  },
  loading: { en: "One moment …", de: "Einen Moment …" },
  inviteFailed: { en: "This invitation doesn't work", de: "Diese Einladung gilt nicht" },
  inviteTitle: { en: "Invitation", de: "Einladung" },
  leaderboard: { en: "Leaderboard", de: "Bestenliste" },
  missingTitle: { en: "Page not found", de: "Seite nicht gefunden" },
  missing: {
    en: "The table may have closed, or the link has a typo.",
    de: "Vielleicht wurde der Tisch geschlossen, oder der Link hat einen Tippfehler.",
  },
  home: { en: "Go to games", de: "Zu den Spielen" },
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
    en: "Less (arrow keys and mouse wheel work too; right-click for the minimum)",
    de: "Ein Schritt weniger; auch mit Pfeiltasten, Mausrad und, bis zum Kleinsten, der rechten Taste",
  },
  moreNote: {
    en: "More (arrow keys and mouse wheel work too)",
    de: "Ein Schritt mehr; auch mit Pfeiltasten und Mausrad",
  },
  bounds: { en: "{min} to {max}", de: "{min} bis {max}" },
};

export const menu = {
  title: { en: "Menu", de: "Menü" },
  continue: { en: "Continue", de: "Weiter" },
  new: { en: "New game", de: "Neues Spiel" },
  lobby: { en: "Play with people", de: "Mit anderen spielen" },
  elsewhere: { en: "Connect to another server", de: "Mit einem anderen Server verbinden" },
  settings: { en: "Settings", de: "Einstellungen" },
  help: { en: "Help", de: "Hilfe: Regeln, Maus, Tasten" },
  manual: { en: "Manual", de: "Handbuch" },
  intro: { en: "Opening scene", de: "Vorspann" },
  about: { en: "About Brettwerk", de: "Über Brettwerk" },
  quit: { en: "Quit", de: "Beenden" },
  continueNote: { en: "Back to where you were (Escape)", de: "Zurück, wo du warst (Escape)" },
  newNote: {
    en: "Against computers or on one screen, with all options",
    de: "Gegen Computer oder an einem Bildschirm, mit allen Einzelheiten",
  },
  watch: { en: "Watch", de: "Zuschauen" },
  watchNote: { en: "Watch live games", de: "Laufenden Spielen zusehen" },
  replay: { en: "Replay", de: "Nachspielen" },
  replayNote: { en: "Review a game move by move", de: "Ein Spiel Zug für Zug ansehen" },
  puzzles: { en: "Puzzles", de: "Aufgaben" },
  puzzlesNote: {
    en: "Find the one move that is much better",
    de: "Den einen Zug finden, der viel besser ist",
  },
  analysis: { en: "Analysis board", de: "Analysebrett" },
  analysisNote: {
    en: "Try out moves with the engine beside you",
    de: "Züge ausprobieren, der Computer rechnet mit",
  },
  tournaments: { en: "Tournaments", de: "Turniere" },
  tournamentsNote: {
    en: "Join or set up a tournament",
    de: "Bei einem Turnier mitmachen oder eines anlegen",
  },
  leaders: { en: "Leaderboard", de: "Bestenliste" },
  leadersNote: { en: "See the strongest players", de: "Die stärksten Spieler sehen" },
  lobbyNote: {
    en: "See who's here, join a game or create one",
    de: "Sehen, wer da ist, mitspielen oder einen Tisch aufmachen",
  },
  elsewhereNote: {
    en: "Play on a server of the original programs",
    de: "Auf einem Server der Originalprogramme spielen",
  },
  settingsNote: {
    en: "Language, sound, boards and animation",
    de: "Sprache, Töne, Bretter und wie schnell sich alles bewegt",
  },
  helpNote: { en: "Rules and controls of every game", de: "Wie jedes Spiel hier gespielt wird" },
  manualPath: { en: "/manual/", de: "/manual/de/" },
  manualNote: {
    en: "The whole book, in another tab",
    de: "Das Handbuch in einem neuen Tab; manche Kapitel auf Englisch",
  },
  introNote: { en: "Watch the opening scene again", de: "Den Vorspann noch einmal sehen" },
  aboutNote: {
    en: "Version, licenses and privacy",
    de: "Version, Lizenzen und was der Server über dich weiß",
  },
  quitNote: {
    en: "Leave; your games are saved",
    de: "Tisch und Server verlassen; deine Spiele bleiben erhalten",
  },
  note: {
    en: "Escape opens and closes this menu. Games keep running.",
    de: "Escape öffnet und schließt dieses Menü; ein Spiel geht derweil weiter.",
  },
};

export const yourGames = {
  title: { en: "Your games", de: "Deine Spiele" },
  against: { en: "{game} vs. {names}", de: "{game} gegen {names}" },
  yourTurn: { en: "Your turn", de: "Du bist am Zug" },
  yourTurnLeft: { en: "Your turn: {time} left", de: "Du bist am Zug: noch {time}" },
  theirTurn: { en: "Their turn", de: "Gegner am Zug" },
  waiting: { en: "Waiting for players", de: "Wartet auf Mitspieler" },
  invited: { en: "{name} invites you", de: "{name} lädt dich ein" },
  answer: { en: "View", de: "Ansehen" },
  all: { en: "Show all {count}", de: "Alle {count} zeigen" },
  allHereNote: { en: "Show every game in progress", de: "Alle laufenden Spiele zeigen" },
  resume: { en: "Resume", de: "Weiterspielen" },
  goNote: { en: "Go back to this game", de: "Zurück zu diesem Spiel" },
  more: { en: "{count} more", de: "{count} weitere" },
  allNote: { en: "All your games in progress", de: "Alle deine laufenden Spiele" },
};

export const leaving = {
  title: { en: "Leave this game?", de: "Dieses Spiel verlassen?" },
  text: {
    en: 'Your opponent is still playing. The game stays open and you can come back from "Your games", but your clock keeps running.',
    de: "Dein Gegner spielt noch. Das Spiel bleibt offen, und unter „Deine Spiele“ kommst du zurück, aber deine Uhr läuft weiter.",
  },
  stay: { en: "Keep playing", de: "Weiterspielen" },
  leave: { en: "Leave for now", de: "Erst einmal gehen" },
  giveUp: { en: "Resign and leave", de: "Aufgeben und gehen" },
  stayNote: { en: "Stay at the table (Escape)", de: "Alles bleibt, wie es ist (Escape)" },
  leaveNote: {
    en: "The game waits; come back any time",
    de: "Das Spiel wartet auf dich; du kannst zurückkommen",
  },
  giveUpNote: {
    en: "Your opponents win",
    de: "Die anderen gewinnen, und niemand wartet auf dich",
  },
};

export const pairing = {
  title: { en: "Finding an opponent", de: "Gegnersuche" },
  seeking: { en: "{game}: finding an opponent …", de: "{game}: Suche läuft …" },
  stop: { en: "Stop", de: "Aufhören" },
  stopNote: { en: "Stop searching", de: "Suche beenden" },
  found: { en: "Opponent found", de: "Gegner gefunden" },
  begins: { en: "Opponent found – game on!", de: "Gegner gefunden – los geht's!" },
  waits: {
    en: "Opponent found! They're waiting at another table.",
    de: "Gegner gefunden! Er wartet an einem anderen Tisch.",
  },
  go: { en: "Go to game", de: "Zum Spiel" },
  goNote: {
    en: "Go to the new game; this one keeps running",
    de: "Diese Seite verlassen und dort spielen; was du hier spielst, geht weiter",
  },
  close: { en: "Close", de: "Schließen" },
  closeNote: { en: "Dismiss", de: "Diese Nachricht wegnehmen" },
};
