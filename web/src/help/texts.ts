// The rules in short, and what mouse and keys do.

import type { Entry } from "../i18n/text";

/** A page of the help: paragraphs, and perhaps advice. */
export type Chapter = {
  id: string;
  title: Entry;
  /** What the picture of the start position shows. */
  start: Entry;
  rules: Entry[];
  advice?: { title: Entry; points: Entry[] };
};

export const help = {
  title: { en: "Help", de: "Hilfe" },
  intro: {
    en: "The rules of the games in short, and everything that mouse and keys can do.",
    de: "Die Regeln der Spiele in Kürze und alles, was Maus und Tasten können.",
  },
  rules: { en: "Rules", de: "Regeln" },
  mouse: { en: "Mouse and fingers", de: "Maus und Finger" },
  keys: { en: "Keys", de: "Tasten" },
  keysNote: {
    en: "Letters and digits act wherever the focus is; in the settings they can be kept to the board.",
    de: "Buchstaben und Ziffern wirken, wo immer der Fokus ist; in den Einstellungen lassen sie sich auf das Brett beschränken.",
  },
  play: { en: "Play {game}", de: "{game} spielen" },
  toRules: { en: "To the rules of {game}", de: "Zu den Regeln von {game}" },
  toMouse: { en: "To what mouse and fingers do", de: "Zu dem, was Maus und Finger tun" },
  toKeys: { en: "To what the keys do", de: "Zu dem, was die Tasten tun" },
  workshop: { en: "Weights workshop", de: "Werkstatt für Gewichte" },
  workshopNote: {
    en: "Where you run Brettwerk on your own machine, computer players can be improved: let weights evolve, compare weight files and play them against each other.",
    de: "Wo du Brettwerk auf dem eigenen Rechner betreibst, lassen sich Computerspieler verbessern: Lass Gewichte sich entwickeln, vergleiche Gewichtsdateien und lass sie gegeneinander spielen.",
  },
  openWorkshop: { en: "Open the workshop", de: "Werkstatt öffnen" },
  toWorkshop: {
    en: "Improve and compare the weights of players",
    de: "Gewichte von Spielern verbessern und vergleichen",
  },
  trees: { en: "Search trees", de: "Suchbäume" },
  treesNote: {
    en: "How computers look ahead: minimax and alpha-beta on small boards, to be opened move by move.",
    de: "Wie Computer vorausschauen: Minimax und Alpha-Beta auf kleinen Brettern, Zug um Zug zu öffnen.",
  },
  openTrees: { en: "Show search trees", de: "Suchbäume zeigen" },
  toTrees: { en: "See how computers look ahead", de: "Sehen, wie Computer vorausschauen" },
  playNote: { en: "Set up a game of it", de: "Ein Spiel davon einrichten" },
};

export const CHAPTERS: Chapter[] = [
  {
    id: "connect4",
    title: { en: "Connect Four", de: "Vier gewinnt" },
    start: {
      en: "The start: an empty upright board of seven columns and six rows.",
      de: "Der Anfang: ein leeres, stehendes Brett mit sieben Spalten und sechs Reihen.",
    },
    rules: [
      {
        en: "Two players drop discs of their color in turn into the columns of an upright board; each disc falls as far as it can.",
        de: "Zwei Spieler werfen abwechselnd Scheiben ihrer Farbe in die Spalten eines stehenden Bretts; jede fällt, so weit sie kann.",
      },
      {
        en: "Who first has four of them in a line, across, upright or slanting, wins. A full board without such a line is a draw.",
        de: "Wer zuerst vier davon in einer Linie hat, waagrecht, senkrecht oder schräg, gewinnt. Ein volles Brett ohne eine solche Linie ist unentschieden.",
      },
      {
        en: "Boards of other sizes, and other numbers in a row, can be chosen for a new game.",
        de: "Andere Brettgrößen und andere Zahlen in einer Reihe lassen sich bei einem neuen Spiel wählen.",
      },
    ],
  },
  {
    id: "othello",
    title: { en: "Othello", de: "Othello" },
    start: {
      en: "The start: two white discs on d4 and e5 and two black ones on e4 and d5, in the middle of an empty board of 8 × 8 squares.",
      de: "Der Anfang: zwei weiße Steine auf d4 und e5 und zwei schwarze auf e4 und d5, mitten auf einem leeren Brett mit 8 × 8 Feldern.",
    },
    rules: [
      {
        en: "Black begins. A disc may be laid where it encloses discs of the other color in a straight line between itself and another one of yours; all discs so enclosed, in every direction, are flipped.",
        de: "Schwarz beginnt. Ein Stein darf dort liegen, wo er fremde Steine in gerader Linie zwischen sich und einem anderen eigenen einschließt; alle so eingeschlossenen werden gedreht, in jeder Richtung.",
      },
      {
        en: "Who can enclose nothing passes. When neither can, the game is over, and who has more discs wins.",
        de: "Wer nichts einschließen kann, setzt aus. Kann es keiner, ist das Spiel zu Ende, und wer mehr Steine hat, gewinnt.",
      },
      {
        en: "Reversi, the older game, is a variant: the board is empty at first, the first four discs go to the middle and flip nothing, and each player has half of all discs. If yours are used up, you pass.",
        de: "Reversi, das ältere Spiel, ist eine Variante: Das Brett ist anfangs leer, die ersten vier Steine kommen in die Mitte und drehen nichts, und jeder hat die Hälfte aller Steine. Sind deine aufgebraucht, setzt du aus.",
      },
    ],
    advice: {
      title: { en: "How to play it well", de: "Wie man es gut spielt" },
      points: [
        {
          en: "Corners can never be flipped back, and whole edges grow safe from them: a corner is worth many discs.",
          de: "Ecken lassen sich nie zurückdrehen, und von ihnen aus werden ganze Ränder sicher: Eine Ecke ist viele Steine wert.",
        },
        {
          en: "The squares beside an empty corner hand it to the other side, the slanting neighbor most of all. Stay away from them as long as the corner is free.",
          de: "Die Felder neben einer leeren Ecke schenken sie dem Gegner, am meisten das schräg daneben. Meide sie, solange die Ecke frei ist.",
        },
        {
          en: "Edges are hard to attack; take them when that gives away no corner.",
          de: "Ränder sind schwer anzugreifen; nimm sie, wenn das keine Ecke verschenkt.",
        },
        {
          en: "Mobility decides the middle of the game: have many moves, and leave the other side few, so that it must play where it does not want to.",
          de: "In der Mitte des Spiels entscheidet die Beweglichkeit: Behalte viele Züge und lass dem Gegner wenige, damit er dort setzen muss, wo er nicht will.",
        },
        {
          en: "How many discs you have early on means little, and few are often better: what is yours now can all be flipped.",
          de: "Wie viele Steine du anfangs hast, bedeutet wenig, und wenige sind oft besser: Was jetzt dein ist, kann noch gedreht werden.",
        },
        {
          en: "Near the end, a pass can be won: where an odd number of squares is left in a region, who moves there first also moves there last.",
          de: "Gegen Ende lässt sich ein Aussetzen erzwingen: Wo in einem Gebiet eine ungerade Zahl Felder frei ist, hat dort den letzten Zug, wer den ersten hat.",
        },
      ],
    },
  },
  {
    id: "backgammon",
    title: { en: "Backgammon", de: "Backgammon" },
    start: {
      en: "The start: each side has two checkers on its 24 point, five on 13, three on 8 and five on 6; none is on the bar.",
      de: "Der Anfang: Jede Seite hat zwei Steine auf ihrem Punkt 24, fünf auf 13, drei auf 8 und fünf auf 6; keiner ist auf der Bar.",
    },
    rules: [
      {
        en: "Both sides run around the board in opposite directions. Each die moves one checker by its number, the same one or two; doubles count four times.",
        de: "Beide Seiten laufen gegeneinander um das Brett. Jeder Würfel zieht einen Stein um seine Zahl, denselben oder zwei; ein Pasch zählt vierfach.",
      },
      {
        en: "A point with two checkers of the other side is closed. A single one there is hit: it goes to the bar and must enter again before anything else moves.",
        de: "Ein Punkt mit zwei fremden Steinen ist gesperrt. Ein einzelner wird geschlagen: Er kommt auf die Bar und muss wieder herein, bevor sonst etwas zieht.",
      },
      {
        en: "With all checkers in the home board one bears them off. Who has borne off all wins: double if the other has none off (gammon), triple if one of theirs is still on the bar or in the winner's home (backgammon).",
        de: "Sind alle Steine im eigenen Heimfeld, werden sie hinausgewürfelt. Wer alle draußen hat, gewinnt: doppelt, wenn der andere noch keinen draußen hat (Gammon), dreifach, wenn dabei einer auf der Bar oder im Heimfeld des Siegers steht (Backgammon).",
      },
      {
        en: "Before rolling, one may double the stakes. The other side takes the cube and plays on for twice as much, or drops and loses what was at stake.",
        de: "Vor dem Wurf darf man den Einsatz verdoppeln. Der andere nimmt den Würfel und spielt um das Doppelte, oder er gibt auf und verliert den bisherigen Einsatz.",
      },
    ],
  },
  {
    id: "blokus",
    title: { en: "Blokus", de: "Blokus" },
    start: {
      en: "The start: an empty board of 20 × 20 squares; each color begins in the corner that is marked with it.",
      de: "Der Anfang: ein leeres Brett mit 20 × 20 Feldern; jede Farbe beginnt in der Ecke, die mit ihr markiert ist.",
    },
    rules: [
      {
        en: "Each color has 21 pieces of one to five squares. The first one covers the start of its color, usually a corner.",
        de: "Jede Farbe hat 21 Steine aus einem bis fünf Feldern. Der erste bedeckt das Startfeld seiner Farbe, meist eine Ecke.",
      },
      {
        en: "Every further piece must touch one of its color at a corner, and may never touch one along an edge. Other colors may be touched in any way.",
        de: "Jeder weitere muss einen der eigenen Farbe an einer Ecke berühren und darf nie einen entlang einer Kante berühren. Fremde Farben dürfen beliebig berührt werden.",
      },
      {
        en: "Who cannot lay a piece any more passes. In the end every square that is left counts against its color; who has laid everything gets 15 points, and 5 more if the single square came last.",
        de: "Wer nicht mehr legen kann, setzt aus. Am Ende zählt jedes übrige Feld gegen seine Farbe; wer alles gelegt hat, bekommt 15 Punkte und 5 mehr, wenn der Einer zuletzt kam.",
      },
    ],
  },
];

/** What a mouse or a finger does. */
export const MOUSE: { where: Entry; what: Entry }[] = [
  {
    where: { en: "Connect Four, Othello", de: "Vier gewinnt, Othello" },
    what: {
      en: "click a column or a square to play there; where moves are confirmed, click again",
      de: "eine Spalte oder ein Feld anklicken, um dort zu spielen; wo Züge bestätigt werden, noch einmal",
    },
  },
  {
    where: { en: "Backgammon", de: "Backgammon" },
    what: {
      en: "click a checker to move it by the first die, with the right button by the second, or drag it; click the dice to swap them",
      de: "einen Stein anklicken, um ihn mit dem ersten Würfel zu ziehen, mit der rechten Taste mit dem zweiten, oder ihn ziehen; die Würfel anklicken, um sie zu tauschen",
    },
  },
  {
    where: { en: "Blokus", de: "Blokus" },
    what: {
      en: "take a piece from the tray, turn it by the wheel, flip it by the right button, click to lay it",
      de: "einen Stein aus der Ablage nehmen, mit dem Rad drehen, mit der rechten Taste umdrehen, zum Legen klicken",
    },
  },
  {
    where: { en: "Blokus in space", de: "Blokus im Raum" },
    what: {
      en: "drag to look around, turn the wheel or spread two fingers to come closer",
      de: "ziehen, um sich umzusehen, am Rad drehen oder zwei Finger spreizen, um näher zu kommen",
    },
  },
  {
    where: { en: "Number fields", de: "Zahlenfelder" },
    what: {
      en: "the wheel changes the number in which you are, a right click chooses the least",
      de: "das Rad ändert die Zahl, in der man ist, ein Rechtsklick wählt die kleinste",
    },
  },
  {
    where: { en: "Panels", de: "Bereiche" },
    what: {
      en: "drag them by their heads to the other side or out of the docks",
      de: "an der Kopfzeile auf die andere Seite oder herausziehen",
    },
  },
];

const SPACE: Entry = { en: "Space", de: "Leertaste" };

/** What keys do, with the words that stand on them. */
export const KEYS: { keys: (string | Entry)[]; where: Entry; what: Entry }[] = [
  {
    keys: ["Esc"],
    where: { en: "everywhere", de: "überall" },
    what: {
      en: "the menu; a piece in the hand goes back first",
      de: "das Menü; ein Stein in der Hand geht vorher zurück",
    },
  },
  {
    keys: ["←", "→", "↑", "↓"],
    where: { en: "boards", de: "Bretter" },
    what: { en: "walk over the board; Enter plays", de: "über das Brett gehen; Enter spielt" },
  },
  {
    keys: [{ en: "Shift + L", de: "Umschalt + L" }, "C", "M", "T"],
    where: { en: "boards", de: "Bretter" },
    what: {
      en: "with a cell in focus: let a screen reader say the row, the column, the possible moves, the clocks",
      de: "mit einem Feld im Fokus: einen Screenreader die Reihe, die Spalte, die möglichen Züge, die Uhren sagen lassen",
    },
  },
  {
    keys: ["Enter"],
    where: { en: "tables", de: "Tische" },
    what: {
      en: "to the chat, unless the board uses it; Escape leaves it",
      de: "zum Plausch, wenn das Brett sie nicht braucht; Escape verlässt ihn",
    },
  },
  {
    keys: ["h", "?"],
    where: { en: "tables", de: "Tische" },
    what: { en: "hint", de: "Tipp" },
  },
  {
    keys: ["⌫"],
    where: { en: "tables", de: "Tische" },
    what: {
      en: "take back; in backgammon the steps entered first; with Shift, play again what was taken back",
      de: "zurücknehmen, im Backgammon erst eingegebene Schritte; mit Umschalt Zurückgenommenes wieder spielen",
    },
  },
  {
    keys: ["v"],
    where: { en: "Backgammon, Blokus", de: "Backgammon, Blokus" },
    what: { en: "see the board from the other side", de: "das Brett von der anderen Seite sehen" },
  },
  {
    keys: ["1–9", "a–w"],
    where: { en: "Connect Four", de: "Vier gewinnt" },
    what: { en: "drop a disc into that column", de: "eine Scheibe in diese Spalte werfen" },
  },
  {
    keys: ["←", "→"],
    where: { en: "Blokus", de: "Blokus" },
    what: {
      en: "previous and next piece; move it once it is on the board",
      de: "voriger und nächster Stein; bewegt ihn, sobald er auf dem Brett ist",
    },
  },
  {
    keys: ["↑", "↓"],
    where: { en: "Blokus", de: "Blokus" },
    what: {
      en: "turn the piece; move it once it is on the board",
      de: "den Stein drehen; bewegt ihn, sobald er auf dem Brett ist",
    },
  },
  {
    keys: [SPACE],
    where: { en: "Blokus", de: "Blokus" },
    what: { en: "flip the piece (also f)", de: "den Stein umdrehen (auch f)" },
  },
  {
    keys: ["r"],
    where: { en: "Blokus", de: "Blokus" },
    what: {
      en: "turn the piece, with Shift the other way",
      de: "den Stein drehen, mit Umschalt anders herum",
    },
  },
  {
    keys: [SPACE, "d"],
    where: { en: "Backgammon", de: "Backgammon" },
    what: {
      en: "roll or finish the move; swap the dice",
      de: "würfeln oder den Zug beenden; Würfel tauschen",
    },
  },
  {
    keys: ["d3", "8/5 6/5"],
    where: { en: "list of moves", de: "Zugliste" },
    what: {
      en: "type a move in the game's notation into its field",
      de: "einen Zug in der Notation des Spiels in das Feld tippen",
    },
  },
];
