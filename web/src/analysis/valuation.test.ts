import { describe, expect, it } from "vitest";
import { say, type Translate } from "../i18n/text";
import type { LevelChances, Valuation } from "../protocol/messages";
import { cost, degree, inDetail, inWords, onTag, share, turned } from "./valuation";

const en: Translate = (entry, values) => say("en", entry, values);
const de: Translate = (entry, values) => say("de", entry, values);

const won = (plies?: number): Valuation => ({ unit: "certain", ending: "won", ...(plies ? { plies } : {}) });
const lost = (plies: number): Valuation => ({ unit: "certain", ending: "lost", plies });
const drawn: Valuation = { unit: "certain", ending: "drawn" };
const discs = (more: number, certain = false): Valuation => ({ unit: "discs", more, certain });
const equity = (points: number, chances?: LevelChances): Valuation =>
  chances ? { unit: "equity", points, chances } : { unit: "equity", points };
const chance = (win: number): Valuation => ({ unit: "chance", win });
const place = (expected: number): Valuation => ({ unit: "place", expected, of: 4 });

describe("a valuation", () => {
  it.each<[Valuation, string, string, string]>([
    [won(7), "wins in 7 moves", "gewonnen in 7 Zügen", "win 7"],
    [lost(1), "loses in 1 move", "verloren in 1 Zug", "loss 1"],
    [won(), "won", "gewonnen", "win"],
    [drawn, "drawn", "unentschieden", "draw"],
    [discs(6.31), "about +6.3 discs", "etwa +6,3 Steine", "~+6.3"],
    [discs(-14.6), "about −15 discs", "etwa −15 Steine", "~−15"],
    [discs(12, true), "wins by 12 discs", "gewonnen mit 12 Steinen mehr", "+12"],
    [discs(-1, true), "loses by 1 disc", "verloren mit 1 Stein weniger", "−1"],
    [discs(0, true), "drawn", "unentschieden", "draw"],
    [equity(-0.084), "equity −0.084", "Equity −0,084", "−0.084"],
    [chance(0.624), "62 % to win", "62 % Gewinnchance", "62 %"],
    [place(1.84), "average place 1.8 of 4", "im Mittel Platz 1,8 von 4", "1.8"],
    [{ unit: "points", expected: 0.5 }, "+0.50 points on average", "im Mittel +0,50 Punkte", "+0.50"],
    [{ unit: "score", value: -21 }, "not solved, score −21", "nicht gelöst, Wertung −21", "−21"],
  ])("%o is told in the unit of its game", (worth, english, german, tag) => {
    expect([inWords(en, worth), inWords(de, worth), onTag(en, worth)]).toEqual([english, german, tag]);
  });

  it("of backgammon comes with chances to win and to lose", () => {
    const chances: LevelChances = { win: [0.523, 0.141, 0.006], lose: [0.477, 0.12, 0.004] };
    const worth = equity(0.069, chances);
    expect(inDetail(en, worth)).toBe("Wins 52.3 % (gammon 14.1 %), loses 47.7 % (gammon 12.0 %).");
    expect(inDetail(de, turned(worth))).toBe(
      "Gewinnt 47,7 %, mit Gammon 12,0 %; verliert 52,3 %, mit Gammon 14,1 %.",
    );
    expect(inDetail(en, equity(0.069))).toBeNull();
  });

  it.each([won(7), drawn, discs(6), discs(-12, true), equity(0.3), chance(0.7)])(
    "%o is as much of the bar to one as the other lacks",
    (worth) => expect(share(worth) + share(turned(worth))).toBeCloseTo(100),
  );

  it("fills the bar only when the game is decided", () => {
    expect([won(3), lost(4), drawn, discs(2, true)].map(share)).toEqual([100, 0, 50, 100]);
    for (const open of [discs(60), equity(2.9), chance(1), place(1)]) {
      expect(share(open)).toBeGreaterThan(90);
      expect(share(open)).toBeLessThan(100);
    }
  });
});

describe("what a worse move costs", () => {
  it.each<[Valuation, Valuation, string | null, string | null]>([
    [discs(4), discs(-2), "cost 6.0 discs", "mistake"],
    [discs(12, true), discs(2, true), "cost 10 discs", "blunder"],
    [discs(4), discs(2.5), "cost 1.5 discs", null],
    [equity(0.1), equity(0.085), "cost 0.015", null],
    [equity(0.1), equity(0.075), "cost 0.025", "inaccuracy"],
    [equity(0.1), equity(0.05), "cost 0.050", "mistake"],
    [equity(0.1), equity(0.016), "cost 0.084", "blunder"],
    [chance(0.6), chance(0.48), "cost 12 % winning chance", "mistake"],
    [place(1.8), place(2.2), "cost 0.4 places", "mistake"],
    [won(7), drawn, "gave away the win", "blunder"],
    [drawn, lost(8), "gave away the draw", "blunder"],
    [won(7), won(21), null, null],
    [{ unit: "score", value: 10 }, lost(4), null, "blunder"],
  ])("%o instead of %o", (best, got, words, how) => {
    const told = cost(best, got);
    expect([told.words(en), degree(told.weight)]).toEqual([words, how]);
  });
});
