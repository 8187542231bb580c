// What games are worth, in the units in which their players count: in words, on a tag, as a share of a bar, and what a
// worse move has cost.

import type { Translate } from "../i18n/text";
import type { Ending, Valuation } from "../protocol/messages";
import { valuation as texts } from "./texts";

const MINUS = "−";

/** A number as the language writes it, with a minus that cannot be overlooked. */
function number(t: Translate, value: number, digits: number, signs: "auto" | "exceptZero" = "auto"): string {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: signs };
  return value.toLocaleString(t(texts.language), form).replace("-", MINUS);
}

const signed = (t: Translate, value: number, digits: number): string =>
  number(t, value, digits, "exceptZero");

/** Guesses of more than ten discs are told in whole ones. */
const discs = (t: Translate, more: number): string => signed(t, more, Math.abs(more) < 10 ? 1 : 0);

const percent = (t: Translate, chance: number, digits = 0): string => `${number(t, 100 * chance, digits)} %`;

/** A valuation for people. */
export function inWords(t: Translate, worth: Valuation): string {
  switch (worth.unit) {
    case "certain":
      return ended(t, worth.ending, worth.plies);
    case "discs": {
      if (!worth.certain) return t(texts.aboutDiscs, { discs: discs(t, worth.more) });
      if (worth.more === 0) return t(texts.drawn);
      return t(worth.more > 0 ? texts.wonBy : texts.lostBy, { count: Math.abs(worth.more) });
    }
    case "equity":
      return t(texts.equity, { equity: signed(t, worth.points, 3) });
    case "chance":
      return t(texts.chance, { percent: percent(t, worth.win) });
    case "place":
      return t(texts.place, { place: number(t, worth.expected, 1), of: worth.of });
    case "points":
      return t(texts.points, { points: signed(t, worth.expected, 2) });
    case "score":
      return t(texts.score, { score: signed(t, worth.value, Math.abs(worth.value) < 10 ? 1 : 0) });
  }
}

function ended(t: Translate, ending: Ending, plies: number | undefined): string {
  if (ending === "drawn") return t(texts.drawn);
  if (plies === undefined) return t(ending === "won" ? texts.won : texts.lost);
  return t(ending === "won" ? texts.wonIn : texts.lostIn, { count: plies });
}

/** What else is known: the chances behind an equity. */
export function inDetail(t: Translate, worth: Valuation): string | null {
  if (worth.unit !== "equity" || !worth.chances) return null;
  const { win, lose } = worth.chances;
  return t(texts.chances, {
    win: percent(t, win[0], 1),
    winGammon: percent(t, win[1], 1),
    lose: percent(t, lose[0], 1),
    loseGammon: percent(t, lose[1], 1),
  });
}

/** A valuation in a few characters: `win 7` is won in seven moves, `+12` for certain with twelve discs more, and `~+12`
 * about as many. */
export function onTag(t: Translate, worth: Valuation): string {
  switch (worth.unit) {
    case "certain":
      if (worth.ending === "drawn") return t(texts.tagDraw);
      return t(worth.ending === "won" ? texts.tagWin : texts.tagLoss, { count: worth.plies ?? "" }).trim();
    case "discs":
      if (!worth.certain) return `~${discs(t, worth.more)}`;
      return worth.more === 0 ? t(texts.tagDraw) : `${worth.more > 0 ? "+" : MINUS}${Math.abs(worth.more)}`;
    case "equity":
      return signed(t, worth.points, 3);
    case "chance":
      return percent(t, worth.win);
    case "place":
      return number(t, worth.expected, 1);
    case "points":
      return signed(t, worth.expected, 2);
    case "score":
      return signed(t, worth.value, Math.abs(worth.value) < 10 ? 1 : 0);
  }
}

/** The same from the other side of two. */
export function turned(worth: Valuation): Valuation {
  switch (worth.unit) {
    case "certain": {
      const other: Record<Ending, Ending> = { won: "lost", drawn: "drawn", lost: "won" };
      return { ...worth, ending: other[worth.ending] };
    }
    case "discs":
      return { ...worth, more: -worth.more };
    case "equity": {
      const { points, chances } = worth;
      const behind = chances ? { chances: { win: chances.lose, lose: chances.win } } : {};
      return { unit: "equity", points: -points, ...behind };
    }
    case "chance":
      return { ...worth, win: 1 - worth.win };
    case "points":
      return { ...worth, expected: -worth.expected };
    case "score":
      return { ...worth, value: -worth.value };
    case "place":
      return worth;
  }
}

/** How one move earlier sees a certain end: it is one move further away. */
export function aged(worth: Valuation): Valuation {
  if (worth.unit !== "certain" || worth.plies === undefined) return worth;
  return { ...worth, plies: worth.plies + 1 };
}

const SHARE_OF_ENDING: Record<Ending, number> = { won: 100, drawn: 50, lost: 0 };

/** How much of the bar belongs to who is worth this, from 0 to 100; never all of it while the game is open. */
export function share(worth: Valuation): number {
  const open = (lead: number) => 50 + 48 * Math.max(-1, Math.min(1, lead));
  switch (worth.unit) {
    case "certain":
      return SHARE_OF_ENDING[worth.ending];
    case "discs":
      if (worth.certain) return 50 + 50 * Math.sign(worth.more);
      // A guess is off by some 18 discs: so sure is one of a lead.
      return open(Math.tanh(worth.more / 22));
    case "equity":
      return open(Math.tanh(worth.points / 0.87));
    case "chance":
      return open(2 * worth.win - 1);
    case "place":
      return open(1 - (2 * (worth.expected - 1)) / Math.max(1, worth.of - 1));
    case "points":
      return open(worth.expected);
    case "score":
      return open(Math.tanh(worth.value / 18));
  }
}

/** What the choice of a worse move has cost. */
export type Cost = {
  /** In the unit of the game, in words; nothing if the two are not counted in the same. */
  words: (t: Translate) => string | null;
  /** How much it is compared with the least that is worth mentioning. */
  weight: number;
};

/** The least losses that are worth mentioning; twice as much is a mistake, and four times a blunder. */
const NOTABLE = { discs: 2, equity: 0.02, chance: 0.05, place: 0.15, points: 0.05, share: 4 };

const ENDINGS: Ending[] = ["lost", "drawn", "won"];

/** A blunder and more: an end thrown away by one step, from won to drawn or from drawn to lost. */
const ONE_ENDING = 8;

/** What it costs to get one thing instead of another. */
export function cost(best: Valuation, got: Valuation): Cost {
  if (best.unit === "certain" && got.unit === "certain") {
    const steps = ENDINGS.indexOf(best.ending) - ENDINGS.indexOf(got.ending);
    const gave = best.ending === "won" ? texts.gaveWin : texts.gaveDraw;
    return { words: (t) => (steps > 0 ? t(gave) : null), weight: ONE_ENDING * steps };
  }
  if (best.unit === "discs" && got.unit === "discs") {
    const lost = best.more - got.more;
    const digits = best.certain && got.certain ? 0 : 1;
    const words = (t: Translate) => t(texts.costDiscs, { discs: number(t, lost, digits) });
    return { words, weight: lost / NOTABLE.discs };
  }
  if (best.unit === "equity" && got.unit === "equity") {
    const lost = best.points - got.points;
    return { words: (t) => t(texts.cost, { cost: number(t, lost, 3) }), weight: lost / NOTABLE.equity };
  }
  if (best.unit === "chance" && got.unit === "chance") {
    const lost = best.win - got.win;
    const words = (t: Translate) => t(texts.costChance, { percent: percent(t, lost) });
    return { words, weight: lost / NOTABLE.chance };
  }
  if (best.unit === "place" && got.unit === "place") {
    const lost = got.expected - best.expected;
    return { words: (t) => t(texts.costPlace, { places: number(t, lost, 1) }), weight: lost / NOTABLE.place };
  }
  if (best.unit === "points" && got.unit === "points") {
    const lost = best.expected - got.expected;
    return {
      words: (t) => t(texts.costPoints, { points: number(t, lost, 2) }),
      weight: lost / NOTABLE.points,
    };
  }
  return { words: () => null, weight: (share(best) - share(got)) / NOTABLE.share };
}

/** How bad a mistake is. */
export type Degree = "inaccuracy" | "mistake" | "blunder";

/** How bad a loss of so much is; nothing if it is not worth mentioning. */
export function degree(weight: number): Degree | null {
  if (weight < 1) return null;
  return weight < 2 ? "inaccuracy" : weight < 4 ? "mistake" : "blunder";
}
