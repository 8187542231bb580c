import { describe, expect, it } from "vitest";
import type { PlayerCard } from "../protocol/messages";
import { playerText, quickBlokus, usualSitter, withTime } from "./create";

const seat = { en: "a seat", de: "ein Platz" };

it("people here come first, then those elsewhere, and computers play the rest", () => {
  const sitters = [0, 1, 2, 3].map((seat) => usualSitter(seat, 1, 2, 7));
  expect(sitters).toEqual(["me", "open", "open", "level7"]);
});

it("a quick game is Blokus for four with one person on any seat", () => {
  const { game, options, chairs } = quickBlokus(3, 2);
  const computer = { engine: "level3" };
  expect([game, options, chairs]).toEqual(["blokus", "classic", [computer, computer, "me", computer]]);
  const seats = Array.from({ length: 200 }, () => quickBlokus(3).chairs.indexOf("me"));
  expect([...new Set(seats)].sort()).toEqual([0, 1, 2, 3]);
});

it("a computer player is given its time in milliseconds", () => {
  expect(withTime("level5", null)).toBe("level5");
  expect(withTime("level5", 1.5)).toBe("level5:time=1500");
  expect(withTime("welfenlab-2006:w1=2", 0.05)).toBe("welfenlab-2006:w1=2,time=50");
});

describe("a computer player with weights", () => {
  const weight = (name: string, usual: number) => ({
    name,
    usual,
    about: seat,
    least: -10,
    most: 10,
    is_whole: false,
  });
  const player: PlayerCard = {
    name: "welfenlab-2006",
    about: seat,
    fields: [],
    weights: [weight("w1", 2), weight("w2", 0)],
  };
  const withWeights = (player: PlayerCard, weights: Record<string, number>) =>
    playerText(player, {}, weights);

  it("is chosen by its name alone while all are as usual", () => {
    expect(withWeights(player, {})).toBe("welfenlab-2006");
    expect(withWeights(player, { w1: 2 })).toBe("welfenlab-2006");
  });

  it("names those that differ", () => {
    expect(withWeights(player, { w1: -3.5, w2: 0 })).toBe("welfenlab-2006:w1=-3.5");
    expect(withWeights(player, { w2: 4, w1: 1 })).toBe("welfenlab-2006:w1=1,w2=4");
  });
});

describe("a computer player with options", () => {
  const label = seat;
  const player: PlayerCard = {
    name: "blokus-2005",
    about: seat,
    fields: [
      {
        pattern: "{difficulty}",
        fields: [
          {
            name: "difficulty",
            label,
            answers: {
              choice: [
                ["hard", seat],
                ["easy", seat],
              ],
            },
          },
        ],
      },
      {
        pattern: "depth={depth}",
        fields: [{ name: "depth", label, answers: { number: { least: 1, most: 9, step: 1, usual: 4 } } }],
      },
      { pattern: "as-written", fields: [{ name: "as-written", label, answers: "switch" }] },
    ],
    weights: [{ name: "step", usual: 20, about: seat, least: 0, most: 50, is_whole: false }],
  };

  it("is chosen by its name alone while all are as usual", () => {
    expect(playerText(player, {}, {})).toBe("blokus-2005");
    expect(playerText(player, { difficulty: "hard", depth: "4", "as-written": "" }, {})).toBe("blokus-2005");
  });

  it("names those that differ, and then its weights", () => {
    expect(playerText(player, { difficulty: "easy" }, {})).toBe("blokus-2005:easy");
    expect(playerText(player, { depth: "2", "as-written": "yes" }, { step: 3 })).toBe(
      "blokus-2005:depth=2,as-written,step=3",
    );
  });

  it("is as usual where a field is left empty", () => {
    expect(playerText(player, { depth: "" }, {})).toBe("blokus-2005");
  });
});
