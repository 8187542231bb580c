// What every introduction says, step by step, with the position and the moves that it waits for.

import type { Entry } from "../i18n/text";

/** A step: something to do on the board. */
export type Step = {
  /** What the rule is, and what to do. */
  text: Entry;
  /** The position; the start of the game if it is missing. */
  position: string | null;
  /** Which moves are meant; any if it is missing. */
  accepts?: RegExp;
  /** A move that is meant, for those who want to be shown. */
  shown: string;
  /** What is said when it is done. */
  praise: Entry;
};

/** The introduction to a game. */
export type Lesson = { game: string; options: string; steps: Step[] };

const CONNECT4: Step[] = [
  {
    text: {
      en: "Players take turns. A disc falls to the lowest free cell of its column. Drop one in any column.",
      de: "Es wird abwechselnd gezogen. Eine Scheibe fällt auf das unterste freie Feld ihrer Spalte. Wirf eine in irgendeine Spalte.",
    },
    position: null,
    shown: "4",
    praise: { en: "That is a move already.", de: "Das ist schon ein Zug." },
  },
  {
    text: {
      en: "Four in a row win. You have three beside each other: complete the row.",
      de: "Vier in einer Reihe gewinnen. Du hast drei nebeneinander: Vervollständige die Reihe.",
    },
    position: "415162",
    accepts: /^[37]$/,
    shown: "7",
    praise: { en: "Four in a row: you win.", de: "Vier in einer Reihe: gewonnen." },
  },
  {
    text: {
      en: "A column counts as well. Stack the fourth disc.",
      de: "Eine Spalte zählt genauso. Setze die vierte Scheibe darauf.",
    },
    position: "414142",
    accepts: /^4$/,
    shown: "4",
    praise: { en: "Four on top of each other win, too.", de: "Auch vier übereinander gewinnen." },
  },
  {
    text: {
      en: "Diagonals are easily overlooked. Find the fourth disc of the diagonal from the lower left.",
      de: "Diagonalen übersieht man leicht. Finde die vierte Scheibe der Diagonale von links unten.",
    },
    position: "-------/-------/-------/--XX---/-XOO---/XOOX--O",
    accepts: /^4$/,
    shown: "4",
    praise: { en: "A diagonal wins as well.", de: "Eine Diagonale gewinnt auch." },
  },
  {
    text: {
      en: "Your opponent has three in the bottom row and would win next. Block!",
      de: "Der Gegner hat drei in der untersten Reihe und würde gleich gewinnen. Verhindere es!",
    },
    position: "-------/-------/-------/-------/--XX---/-XOOO--",
    accepts: /^6$/,
    shown: "6",
    praise: {
      en: "Look for such threats before every move.",
      de: "Halte vor jedem Zug nach solchen Drohungen Ausschau.",
    },
  },
  {
    text: {
      en: "Two threats at once cannot both be blocked. Make three in the bottom row that are open on both sides.",
      de: "Zwei Drohungen auf einmal lassen sich nicht abwehren. Mache drei in der untersten Reihe, die auf beiden Seiten offen sind.",
    },
    position: "-------/-------/-------/-------/--OO---/--XX---",
    accepts: /^[25]$/,
    shown: "5",
    praise: {
      en: "Whatever comes now, you win next.",
      de: "Was jetzt auch kommt, du gewinnst im nächsten Zug.",
    },
  },
];

const EMPTY_ROW = "--------";

/** A board of Othello with black to move. */
const othello = (...rows: string[]): string => `${rows.join("").padEnd(64, "-")} X`;

const OTHELLO: Step[] = [
  {
    text: {
      en: "Place a disc so that white discs stand in line between it and another one of yours: they flip. Choose a marked square.",
      de: "Setze einen Stein so, dass weiße Steine in einer Linie zwischen ihm und einem anderen von dir stehen: Sie werden umgedreht. Wähle ein markiertes Feld.",
    },
    position: null,
    shown: "d3",
    praise: { en: "The disc in between is yours now.", de: "Der Stein dazwischen gehört jetzt dir." },
  },
  {
    text: {
      en: "A move flips in every direction at once: straight and diagonal. Play in the middle of the cross.",
      de: "Ein Zug dreht in alle Richtungen zugleich um, gerade und schräg. Spiele in die Mitte des Kreuzes.",
    },
    position: othello("---X----", "---O----", "---O----", "XOO-OX--"),
    accepts: /^d4$/,
    shown: "d4",
    praise: { en: "Three lines at once.", de: "Drei Linien auf einmal." },
  },
  {
    text: {
      en: "If you can flip nothing, you pass. That is the only move here.",
      de: "Wer nichts umdrehen kann, setzt aus. Hier ist das der einzige Zug.",
    },
    position: othello("O-------", "-X------"),
    accepts: /^pass$/,
    shown: "pass",
    praise: { en: "White moves again.", de: "Weiß ist noch einmal dran." },
  },
  {
    text: {
      en: "Nobody can flip a disc in a corner. Take the corner.",
      de: "Einen Stein in der Ecke kann niemand mehr umdrehen. Nimm die Ecke.",
    },
    position: othello("-OOX----", EMPTY_ROW, EMPTY_ROW, "----OX--", "---XO---"),
    accepts: /^a1$/,
    shown: "a1",
    praise: { en: "It is yours until the end.", de: "Sie gehört dir bis zum Schluss." },
  },
  {
    text: {
      en: "A disc diagonally beside an empty corner gives the corner away. Play anywhere but on b2.",
      de: "Ein Stein schräg neben einer leeren Ecke verschenkt die Ecke. Spiele überallhin, nur nicht auf b2.",
    },
    position: othello(EMPTY_ROW, EMPTY_ROW, "--O-----", "---XO---", "---OX---"),
    accepts: /^(?!b2)/,
    shown: "f4",
    praise: { en: "The corner stays closed.", de: "Die Ecke bleibt zu." },
  },
  {
    text: {
      en: "When nobody can move, the side with more discs wins. Take the last square.",
      de: "Wenn niemand mehr ziehen kann, gewinnt, wer mehr Steine hat. Nimm das letzte Feld.",
    },
    position: othello(
      "OOOOXXXX",
      "OOOXXXXX",
      "OOXXXXXX",
      "OXXXXXXX",
      "XXXXXXOO",
      "XXXXXXOO",
      "XXXXXOOO",
      "XXXXXOO-",
    ),
    shown: "h8",
    praise: { en: "Count the discs: black wins.", de: "Zähle die Steine: Schwarz gewinnt." },
  },
];

const BACKGAMMON: Step[] = [
  {
    text: {
      en: "Your checkers run home to your points 1 to 6, each die moving one checker by its number. Play 3 and 1.",
      de: "Deine Steine laufen nach Hause auf deine Felder 1 bis 6; jeder Würfel zieht einen Stein um seine Zahl. Spiele 3 und 1.",
    },
    position: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    shown: "24/23 13/10",
    praise: { en: "Both dice were played.", de: "Beide Würfel sind gespielt." },
  },
  {
    text: {
      en: "Two checkers make a point on which your opponent cannot land. Make your point 5: from 8 and from 6.",
      de: "Zwei Steine machen ein Feld, auf dem der Gegner nicht landen kann. Mache dein Feld 5: von 8 und von 6.",
    },
    position: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    accepts: /^8\/5 6\/5$/,
    shown: "8/5 6/5",
    praise: { en: "A wall is growing.", de: "Eine Mauer wächst." },
  },
  {
    text: {
      en: "A checker that stands alone is a blot. Hit the one on your point 4.",
      de: "Ein Stein, der allein steht, kann geschlagen werden. Schlage den auf deinem Feld 4.",
    },
    position: "XGID=-b--a-E-C---dE---c-e----B-:0:0:1:42:0:0:0:0:10",
    accepts: /\*/,
    shown: "8/4* 6/4",
    praise: { en: "It goes to the bar and begins again.", de: "Er kommt auf die Bar und beginnt von vorn." },
  },
  {
    text: {
      en: "Who has a checker on the bar must enter it first, into the opponent's home. With 6 the point is taken, with 3 it is open.",
      de: "Wer einen Stein auf der Bar hat, bringt ihn zuerst ins Haus des Gegners zurück. Mit der 6 ist das Feld besetzt, mit der 3 ist es offen.",
    },
    position: "XGID=-b----E-C---eE---c-e----AA:0:0:1:63:0:0:0:0:10",
    shown: "bar/22 24/18",
    praise: { en: "It is in the game again.", de: "Er ist wieder im Spiel." },
  },
  {
    text: {
      en: "Once all your checkers are home, you bear them off. Use both dice.",
      de: "Sobald alle deine Steine zu Hause sind, würfelst du sie hinaus. Nutze beide Würfel.",
    },
    position: "XGID=-CCCBBB------------bbbccc-:0:0:1:65:0:0:0:0:10",
    accepts: /^6\/off 5\/off$/,
    shown: "6/off 5/off",
    praise: {
      en: "Who has borne off all fifteen first wins.",
      de: "Wer zuerst alle fünfzehn hinaushat, gewinnt.",
    },
  },
  {
    text: {
      en: "Before rolling you may double the stake with the cube; your opponent takes, or passes and loses. You are far ahead: double.",
      de: "Vor dem Würfeln darfst du mit dem Dopplerwürfel den Einsatz verdoppeln; der Gegner nimmt an, oder er lehnt ab und verliert. Du liegst weit vorn: Verdopple.",
    },
    position: "XGID=-DDCBB------e------ebba---:0:0:1:00:0:0:0:0:10",
    accepts: /^double$/,
    shown: "double",
    praise: {
      en: "Who takes owns the cube and may double next.",
      de: "Wer annimmt, besitzt den Würfel und darf als Nächster verdoppeln.",
    },
  },
];

const DUO_OPENED =
  "............../............../............../............../....1........./....1........./....111......./.......222..../.........2..../.........2..../............../............../............../.............. 1 -";

const DUO_ENDING =
  "......22.2.222/..2222.2.22.12/1..1.2..221112/1..11.22.1.21./111.1122.112.1/...1..1211.2.1/1111.1112.12.1/.2....1.2112.1/.21111.2212..1/.2.1..12.2221./.2.2..112.211./..2222122..1.1/22..1122.221.1/22.111..22..11 1 -";

const BLOKUS: Step[] = [
  {
    text: {
      en: "Your first piece must cover a marked starting square. Choose a piece, turn it, and place it.",
      de: "Dein erster Stein muss ein markiertes Startfeld bedecken. Wähle einen Stein, drehe ihn und lege ihn.",
    },
    position: null,
    shown: "e10",
    praise: { en: "Every color begins on its own square.", de: "Jede Farbe beginnt auf ihrem eigenen Feld." },
  },
  {
    text: {
      en: "From then on every piece touches one of yours at a corner, and none at an edge. Place one at a marked corner.",
      de: "Danach berührt jeder Stein einen von dir an einer Ecke, aber keinen an einer Kante. Lege einen an eine markierte Ecke.",
    },
    position: DUO_OPENED,
    shown: "h9",
    praise: { en: "Corner to corner: that is the whole rule.", de: "Ecke an Ecke: Das ist die ganze Regel." },
  },
  {
    text: {
      en: "Pieces of others may touch yours in any way. Large pieces are hard to place later: place one of five squares.",
      de: "Steine anderer dürfen deine beliebig berühren. Große Steine sind später schwer zu legen: Lege einen mit fünf Feldern.",
    },
    position: DUO_OPENED,
    accepts: /^([^,]+,){4}[^,]+$/,
    shown: "h9,i9,j9,k9,l9",
    praise: { en: "Small pieces still fit at the end.", de: "Kleine Steine passen am Ende noch." },
  },
  {
    text: {
      en: "Who cannot place any piece is out. When nobody can, the one with the fewest squares left wins. Place one more piece.",
      de: "Wer keinen Stein mehr legen kann, scheidet aus. Wenn niemand mehr kann, gewinnt, wer die wenigsten Felder übrig hat. Lege noch einen Stein.",
    },
    position: DUO_OPENED,
    shown: "d7",
    praise: {
      en: "Who places all pieces gets extra points.",
      de: "Wer alle Steine legt, bekommt Zusatzpunkte.",
    },
  },
  {
    text: {
      en: "At the end small pieces decide. The single square still fits into a gap: place it at b13.",
      de: "Am Ende entscheiden kleine Steine. Der einzelne passt noch in eine Lücke: Lege ihn auf b13.",
    },
    position: DUO_ENDING,
    accepts: /^b13$/,
    shown: "b13",
    praise: {
      en: "Every square that is left counts against you.",
      de: "Jedes übrige Feld zählt gegen dich.",
    },
  },
];

export const LESSONS: Lesson[] = [
  { game: "connect4", options: "7x6x4", steps: CONNECT4 },
  { game: "othello", options: "8x8", steps: OTHELLO },
  { game: "backgammon", options: "standard", steps: BACKGAMMON },
  { game: "blokus", options: "duo", steps: BLOKUS },
];

export const lessonOf = (game: string | null): Lesson | undefined =>
  LESSONS.find((lesson) => lesson.game === game);
