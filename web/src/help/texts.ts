// The rules in short, and what mouse and keys do.

import type { Entry } from "../i18n/text";

/** A page of the help: paragraphs, and perhaps advice. */
export type Chapter = {
  id: string;
  title: Entry;
  /** What the picture of the start position shows. */
  start: Entry;
  rules: Entry[];
  /** A position that shows what the rules mean, and what is to be seen in it. */
  example?: { options: string; position: string; about: Entry };
  /** The options of a small game for a first try. */
  trial?: string;
  advice?: { title: Entry; points: Entry[] };
};

export const help = {
  title: { en: "Help", de: "Hilfe" },
  intro: {
    en: "Short rules for every game, and what the mouse and keyboard can do.",
    de: "Die Regeln der Spiele in Kürze und alles, was Maus und Tasten können.",
  },
  rules: { en: "Rules", de: "Regeln" },
  mouse: { en: "Mouse and touch", de: "Maus und Finger" },
  keys: { en: "Keyboard", de: "Tasten" },
  keysNote: {
    en: "Letter and number keys work everywhere on the page; in Settings you can limit them to the board.",
    de: "Buchstaben und Ziffern wirken, wo immer der Fokus ist; in den Einstellungen lassen sie sich auf das Brett beschränken.",
  },
  play: { en: "Play {game}", de: "{game} spielen" },
  toRules: { en: "Jump to the rules of {game}", de: "Zu den Regeln von {game}" },
  toMouse: { en: "Jump to mouse and touch", de: "Zu dem, was Maus und Finger tun" },
  toKeys: { en: "Jump to the keyboard", de: "Zu dem, was die Tasten tun" },
  workshop: { en: "Weights workshop", de: "Werkstatt für Gewichte" },
  workshopNote: {
    en: "When you run Brettwerk on your own machine, you can improve its computer players: evolve weights, compare weight files and play them against each other.",
    de: "Wo du Brettwerk auf dem eigenen Rechner betreibst, lassen sich Computerspieler verbessern: Lass Gewichte sich entwickeln, vergleiche Gewichtsdateien und lass sie gegeneinander spielen.",
  },
  openWorkshop: { en: "Open the workshop", de: "Werkstatt öffnen" },
  toWorkshop: {
    en: "Improve and compare player weights",
    de: "Gewichte von Spielern verbessern und vergleichen",
  },
  trees: { en: "Search trees", de: "Suchbäume" },
  treesNote: {
    en: "How computers look ahead: explore minimax and alpha-beta on small boards, move by move.",
    de: "Wie Computer vorausschauen: Minimax und Alpha-Beta auf kleinen Brettern, Zug um Zug zu öffnen.",
  },
  openTrees: { en: "Show search trees", de: "Suchbäume zeigen" },
  toTrees: { en: "See how computers look ahead", de: "Sehen, wie Computer vorausschauen" },
  learn: { en: "Learn it on the board", de: "Auf dem Brett lernen" },
  learnNote: {
    en: "The rules in a few steps, made by yourself",
    de: "Die Regeln in ein paar Schritten, selbst ausgeführt",
  },
  playNote: { en: "Set up this game", de: "Ein Spiel davon einrichten" },
  tryIt: { en: "Try it: {variant}", de: "Ausprobieren: {variant}" },
  tryNote: {
    en: "A short game against a beginner; undo and hints are free",
    de: "Ein kurzes Spiel gegen einen Anfänger, mit Zurücknehmen und Tipps",
  },
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
        en: "Players take turns dropping a disc into one of the columns; it falls to the lowest free space.",
        de: "Zwei Spieler werfen abwechselnd Scheiben ihrer Farbe in die Spalten eines stehenden Bretts; jede fällt, so weit sie kann.",
      },
      {
        en: "The first player to line up four – horizontally, vertically or diagonally – wins. If the board fills up first, it's a draw.",
        de: "Wer zuerst vier davon in einer Linie hat, waagrecht, senkrecht oder schräg, gewinnt. Ein volles Brett ohne eine solche Linie ist unentschieden.",
      },
      {
        en: "Other board sizes and line lengths are available under New game.",
        de: "Andere Brettgrößen und andere Zahlen in einer Reihe lassen sich bei einem neuen Spiel wählen.",
      },
    ],
    example: {
      options: "7x6x4",
      position: "-------/-------/-------/-------/---OO--/-XXXXO-",
      about: {
        en: "Yellow has four in a row in the bottom row, and wins.",
        de: "Gelb hat vier in der untersten Reihe und gewinnt.",
      },
    },
    trial: "6x5x4",
    advice: {
      title: { en: "Tips", de: "Wie man es gut spielt" },
      points: [
        {
          en: "The center column belongs to more lines than any other. Start there.",
          de: "Die mittlere Spalte gehört zu den meisten Linien. Fang dort an.",
        },
        {
          en: "Two open ends win: three in a row with a playable space on both sides can't be stopped.",
          de: "Drei in einer Reihe mit einem spielbaren Platz an beiden Enden sind nicht aufzuhalten.",
        },
        {
          en: "Before every move, check what it allows: your disc is the floor for the next one.",
          de: "Sieh vor jedem Zug nach, was er erlaubt: Auf deiner Scheibe landet die nächste.",
        },
        {
          en: "The player who starts profits from threats in odd rows, the other from those in even rows.",
          de: "Wer beginnt, hat von Drohungen in ungeraden Reihen am meisten, der andere von denen in geraden.",
        },
      ],
    },
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
        en: "Black goes first. Place a disc so that it traps opposing discs in a straight line between it and another of yours; all trapped discs, in every direction, are flipped.",
        de: "Schwarz beginnt. Ein Stein darf dort liegen, wo er fremde Steine in gerader Linie zwischen sich und einem anderen eigenen einschließt; alle so eingeschlossenen werden gedreht, in jeder Richtung.",
      },
      {
        en: "If you can't flip any discs, you pass. When neither player can move, the game is over and the player with more discs wins.",
        de: "Wer nichts einschließen kann, setzt aus. Kann es keiner, ist das Spiel zu Ende, und wer mehr Steine hat, gewinnt.",
      },
      {
        en: "Reversi, the older game, is a variant: the board starts empty, the first four discs go in the center and flip nothing, and each player has half of the discs. When yours run out, you pass.",
        de: "Reversi, das ältere Spiel, ist eine Variante: Das Brett ist anfangs leer, die ersten vier Steine kommen in die Mitte und drehen nichts, und jeder hat die Hälfte aller Steine. Sind deine aufgebraucht, setzt du aus.",
      },
    ],
    example: {
      options: "8x8",
      position: "---------------------------OX------XXX-------------------------- O",
      about: {
        en: "Black has played f5: the white disc on e5 stood between two black ones and was flipped.",
        de: "Schwarz hat auf f5 gesetzt: Der weiße Stein auf e5 stand zwischen zwei schwarzen und wurde gedreht.",
      },
    },
    trial: "6x6",
    advice: {
      title: { en: "Tips", de: "Wie man es gut spielt" },
      points: [
        {
          en: "Corners can never be flipped, and they make whole edges safe: a corner is worth many discs.",
          de: "Ecken lassen sich nie zurückdrehen, und von ihnen aus werden ganze Ränder sicher: Eine Ecke ist viele Steine wert.",
        },
        {
          en: "Squares next to an empty corner – above all the diagonal one – give it away. Stay off them while the corner is free.",
          de: "Die Felder neben einer leeren Ecke schenken sie dem Gegner, am meisten das schräg daneben. Meide sie, solange die Ecke frei ist.",
        },
        {
          en: "Edges are hard to attack; take them when that doesn't give away a corner.",
          de: "Ränder sind schwer anzugreifen; nimm sie, wenn das keine Ecke verschenkt.",
        },
        {
          en: "Mobility decides the middle game: keep many moves for yourself and leave your opponent few, so they have to play where they don't want to.",
          de: "In der Mitte des Spiels entscheidet die Beweglichkeit: Behalte viele Züge und lass dem Gegner wenige, damit er dort setzen muss, wo er nicht will.",
        },
        {
          en: "Your early disc count means little, and fewer is often better: anything you own now can still be flipped.",
          de: "Wie viele Steine du anfangs hast, bedeutet wenig, und wenige sind oft besser: Was jetzt dein ist, kann noch gedreht werden.",
        },
        {
          en: "Near the end you can force your opponent to pass: where a region has an odd number of free squares, whoever moves there first also moves last.",
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
        en: "Both sides race around the board in opposite directions. Each die moves one checker; you may use both dice for the same one. Doubles count four times.",
        de: "Beide Seiten laufen gegeneinander um das Brett. Jeder Würfel zieht einen Stein um seine Zahl, denselben oder zwei; ein Pasch zählt vierfach.",
      },
      {
        en: "A point with two or more opposing checkers is blocked. A single checker can be hit: it goes to the bar and must re-enter before anything else moves.",
        de: "Ein Punkt mit zwei fremden Steinen ist gesperrt. Ein einzelner wird geschlagen: Er kommt auf die Bar und muss wieder herein, bevor sonst etwas zieht.",
      },
      {
        en: "Once all your checkers are in your home board, you may bear them off. The first to bear off all of them wins: double if the opponent has none off (gammon), triple if they also still have one on the bar or in the winner's home board (backgammon).",
        de: "Sind alle Steine im eigenen Heimfeld, werden sie hinausgewürfelt. Wer alle draußen hat, gewinnt: doppelt, wenn der andere noch keinen draußen hat (Gammon), dreifach, wenn dabei einer auf der Bar oder im Heimfeld des Siegers steht (Backgammon).",
      },
      {
        en: "Before rolling you may offer to double the stakes. Your opponent takes the cube and plays on for double, or passes and loses the current stakes.",
        de: "Vor dem Wurf darf man den Einsatz verdoppeln. Der andere nimmt den Würfel und spielt um das Doppelte, oder er gibt auf und verliert den bisherigen Einsatz.",
      },
    ],
    trial: "hypergammon",
    advice: {
      title: { en: "Tips", de: "Wie man es gut spielt" },
      points: [
        {
          en: "Make points – two checkers together – above all your 5 point and your bar point (7): they block the opponent.",
          de: "Mach Punkte aus zwei Steinen, vor allem deinen Punkt 5 und den Punkt 7: Sie halten den Gegner auf.",
        },
        {
          en: "Ahead in the race, run and play safe; behind, hold a point in the opponent's home board and wait for a shot.",
          de: "Wer im Rennen vorn liegt, läuft und meidet Gefahr; wer zurückliegt, hält einen Punkt im Heimfeld des Gegners und wartet auf einen Treffer.",
        },
        {
          en: "A single checker seven or more pips away is hit less often than one within six.",
          de: "Ein einzelner Stein, der sieben oder mehr Augen entfernt ist, wird seltener getroffen als ein näherer.",
        },
        {
          en: "Take a double when you expect to win at least one game in four.",
          de: "Nimm eine Verdopplung an, wenn du mindestens eins von vier Spielen gewinnst.",
        },
      ],
    },
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
        en: "Each color has 21 pieces of one to five squares. The first piece must cover that color's starting square, usually a corner.",
        de: "Jede Farbe hat 21 Steine aus einem bis fünf Feldern. Der erste bedeckt das Startfeld seiner Farbe, meist eine Ecke.",
      },
      {
        en: "Every other piece must touch a piece of its own color at a corner, but never along an edge. Other colors may be touched freely.",
        de: "Jeder weitere muss einen der eigenen Farbe an einer Ecke berühren und darf nie einen entlang einer Kante berühren. Fremde Farben dürfen beliebig berührt werden.",
      },
      {
        en: "If you can't place a piece, you pass. At the end every square you have left costs a point; placing everything earns 15 points, plus 5 if the single square came last.",
        de: "Wer nicht mehr legen kann, setzt aus. Am Ende zählt jedes übrige Feld gegen seine Farbe; wer alles gelegt hat, bekommt 15 Punkte und 5 mehr, wenn der Einer zuletzt kam.",
      },
      {
        en: "Boards may have sides of 3 to 30 squares. With a side below five, pieces that are longer never fit; above 20 × 20 it makes sense to give every color more of each piece.",
        de: "Bretter dürfen 3 bis 30 Felder breit und hoch sein. Unter fünf Feldern passen längere Steine nie; über 20 × 20 ist es sinnvoll, jeder Farbe mehr von jedem Stein zu geben.",
      },
    ],
    example: {
      options: "duo",
      position:
        "............../............../............../............../....1.2......./....112......./....1122....../......1.22..../......11.2..../......1..22.../............../............../............../.............. 1 -",
      about: {
        en: "Duo, the game for two: each piece touches another of its color at a corner, and none along an edge.",
        de: "Duo, das Spiel zu zweit: Jeder Stein berührt einen anderen seiner Farbe an einer Ecke und keinen entlang einer Kante.",
      },
    },
    trial: "duo",
    advice: {
      title: { en: "Tips", de: "Wie man es gut spielt" },
      points: [
        {
          en: "Head for the middle first, with large pieces: space in the corners is left for later.",
          de: "Zuerst in die Mitte, mit großen Steinen: In den Ecken ist auch später noch Platz.",
        },
        {
          en: "Keep small pieces for the end, when only narrow gaps are left.",
          de: "Heb kleine Steine für das Ende auf, wenn nur enge Lücken bleiben.",
        },
        {
          en: "Count corners, yours and theirs: a piece that opens several for you and closes one for them is good.",
          de: "Zähl Ecken, deine und fremde: Gut ist ein Stein, der dir mehrere öffnet und anderen eine nimmt.",
        },
        {
          en: "Slip through: where two pieces of another color touch at a corner, you can pass between them.",
          de: "Schlüpf hindurch: Wo sich zwei fremde Steine nur an einer Ecke berühren, kommst du dazwischen durch.",
        },
      ],
    },
  },
];

/** What a mouse or a finger does. */
export const MOUSE: { where: Entry; what: Entry }[] = [
  {
    where: { en: "Connect Four, Othello", de: "Vier gewinnt, Othello" },
    what: {
      en: "click a column or square to play; if moves need confirmation, click again",
      de: "eine Spalte oder ein Feld anklicken, um dort zu spielen; wo Züge bestätigt werden, noch einmal",
    },
  },
  {
    where: { en: "Backgammon", de: "Backgammon" },
    what: {
      en: "click a checker to move it with the left die, right-click for the other one, or drag it; click the dice to swap them",
      de: "einen Stein anklicken, um ihn mit dem ersten Würfel zu ziehen, mit der rechten Taste mit dem zweiten, oder ihn ziehen; die Würfel anklicken, um sie zu tauschen",
    },
  },
  {
    where: { en: "Blokus", de: "Blokus" },
    what: {
      en: "pick a piece from the tray, rotate with the wheel, flip with a right-click, click to place it",
      de: "einen Stein aus der Ablage nehmen, mit dem Rad drehen, mit der rechten Taste umdrehen, zum Legen klicken",
    },
  },
  {
    where: { en: "Blokus in 3D", de: "Blokus in 3D" },
    what: {
      en: "drag to look around, scroll or pinch to zoom",
      de: "ziehen, um sich umzusehen, am Rad drehen oder zwei Finger spreizen, um näher zu kommen",
    },
  },
  {
    where: { en: "Number fields", de: "Zahlenfelder" },
    what: {
      en: "the wheel changes the focused number, a right-click sets the minimum",
      de: "das Rad ändert die Zahl, in der man ist, ein Rechtsklick wählt die kleinste",
    },
  },
  {
    where: { en: "Panels", de: "Bereiche" },
    what: {
      en: "drag them by their title to the other side or out of the dock",
      de: "an der Kopfzeile auf die andere Seite oder herausziehen",
    },
  },
];

const SPACE: Entry = { en: "Space", de: "Leertaste" };

/** What keys do, with the words that stand on them. */
export const KEYS: { keys: (string | Entry)[]; where: Entry; what: Entry }[] = [
  {
    keys: ["Esc"],
    where: { en: "anywhere", de: "überall" },
    what: {
      en: "open the menu; puts a held piece back first",
      de: "das Menü; ein Stein in der Hand geht vorher zurück",
    },
  },
  {
    keys: ["←", "→", "↑", "↓"],
    where: { en: "boards", de: "Bretter" },
    what: { en: "move around the board; Enter plays", de: "über das Brett gehen; Enter spielt" },
  },
  {
    keys: [{ en: "Shift + L", de: "Umschalt + L" }, "C", "M", "T"],
    where: { en: "boards", de: "Bretter" },
    what: {
      en: "on the board: have the screen reader read the row, column, legal moves or clocks",
      de: "mit einem Feld im Fokus: einen Screenreader die Reihe, die Spalte, die möglichen Züge, die Uhren sagen lassen",
    },
  },
  {
    keys: ["t"],
    where: { en: "tables", de: "Tische" },
    what: {
      en: "to the chat, as Enter does while you only watch; Escape leaves it",
      de: "zum Chat, wie Enter für alle, die nur zusehen; Escape verlässt ihn",
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
      en: "undo (in backgammon, checkers first); with Shift, redo",
      de: "zurücknehmen, im Backgammon erst eingegebene Schritte; mit Umschalt Zurückgenommenes wieder spielen",
    },
  },
  {
    keys: ["v"],
    where: { en: "Backgammon, Blokus", de: "Backgammon, Blokus" },
    what: { en: "turn the board around", de: "das Brett von der anderen Seite sehen" },
  },
  {
    keys: ["←", "→", "↑", "↓"],
    where: { en: "analysis board", de: "Analysebrett" },
    what: {
      en: "one move back or forward; to the variation before or after. Home and End: to the start and the end",
      de: "einen Zug zurück oder vor; zur Variante davor oder danach. Pos1 und Ende: zum Anfang und zum Ende",
    },
  },
  {
    keys: ["f", "l"],
    where: { en: "analysis board", de: "Analysebrett" },
    what: {
      en: "flip the board (in Blokus only v); engine on or off",
      de: "das Brett drehen (bei Blokus nur v); Computer ein oder aus",
    },
  },
  {
    keys: ["n", "←", "→"],
    where: { en: "puzzles", de: "Aufgaben" },
    what: {
      en: "next puzzle; once it is solved, one move of the solution back or forward",
      de: "nächste Aufgabe; nach der Lösung einen Zug der Lösung zurück oder vor",
    },
  },
  {
    keys: [{ en: "Ctrl + Z", de: "Strg + Z" }],
    where: { en: "analysis board", de: "Analysebrett" },
    what: {
      en: "undo the last edit; with Shift, redo it",
      de: "die letzte Änderung zurücknehmen; mit Umschalt wieder machen",
    },
  },
  {
    keys: ["1–9", "a–w"],
    where: { en: "Connect Four", de: "Vier gewinnt" },
    what: { en: "drop a disc in that column", de: "eine Scheibe in diese Spalte werfen" },
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
      en: "rotate the piece; move it once it is on the board",
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
      en: "rotate the piece; with Shift, counterclockwise",
      de: "den Stein drehen, mit Umschalt anders herum",
    },
  },
  {
    keys: [SPACE, "d"],
    where: { en: "Backgammon", de: "Backgammon" },
    what: {
      en: "roll or confirm; swap the dice",
      de: "würfeln oder den Zug beenden; Würfel tauschen",
    },
  },
  {
    keys: ["d3", "8/5 6/5"],
    where: { en: "move list", de: "Zugliste" },
    what: {
      en: "type a move in notation",
      de: "einen Zug in der Notation des Spiels in das Feld tippen",
    },
  },
];
