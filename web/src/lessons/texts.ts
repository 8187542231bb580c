// The introductions to the rules.

export const lessons = {
  title: { en: "Learn {game}", de: "{game} lernen" },
  step: { en: "Step {number} of {count}", de: "Schritt {number} von {count}" },
  steps: { en: "Steps", de: "Schritte" },
  toStep: { en: "Go to step {number}", de: "Zu Schritt {number} gehen" },
  toStepNote: {
    en: "Read rule {number} and try it on the board",
    de: "Regel {number} lesen und auf dem Brett ausprobieren",
  },
  show: { en: "Show me", de: "Zeig es mir" },
  showNote: { en: "Make the move for me", de: "Den Zug für mich machen" },
  next: { en: "Next", de: "Weiter" },
  nextNote: { en: "Go to the next step (Enter)", de: "Zum nächsten Schritt gehen (Enter)" },
  again: { en: "Again", de: "Noch einmal" },
  againNote: { en: "Put the pieces back", de: "Die Stellung wieder aufbauen" },
  play: { en: "Play a game", de: "Ein Spiel beginnen" },
  playNote: { en: "Play against the computer", de: "Gegen den Computer spielen" },
  wrong: {
    en: "That is allowed, but try another move.",
    de: "Das ist erlaubt, aber versuch einen anderen Zug.",
  },
  done: { en: "That is all you need to know. Have fun!", de: "Mehr musst du nicht wissen. Viel Spaß!" },
  unknown: { en: "There is no introduction to this game.", de: "Für dieses Spiel gibt es keine Einführung." },
  offer: { en: "New to {game}?", de: "{game} ist neu für dich?" },
  offerNote: {
    en: "A few steps on the real board show the rules",
    de: "Ein paar Schritte auf dem Brett zeigen die Regeln",
  },
  learn: { en: "Learn the rules", de: "Regeln lernen" },
  dismiss: { en: "No, thanks", de: "Nein, danke" },
  dismissNote: { en: "Don't offer this again", de: "Nicht noch einmal anbieten" },
} as const;
