import { describe, expect, it } from "vitest";
import type { GameCard, PlayerCard } from "../protocol/messages";
import { seatsWith, withWeights } from "./create";

const seat = { en: "a seat", de: "ein Platz" };
const variant = (options: string, n_seats: number) => ({
  options,
  name: seat,
  seats: Array.from({ length: n_seats }, () => seat),
});
const BLOKUS = { variants: [variant("classic", 4), variant("duo", 2)] } as GameCard;

it.each([
  ["", 4],
  ["classic players=3", 3],
  ["duo scoring=basic", 2],
  ["custom 8x8 colours=2", 2],
  ["custom 9x9 starts=a1,i1,e9", 3],
  ["custom 20x20", 4],
])("a game with the options %j has %d seats", (options, seats) => {
  expect(seatsWith(BLOKUS, options)).toBe(seats);
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
    weights: [weight("w1", 2), weight("w2", 0)],
  };

  it("is chosen by its name alone while all are as usual", () => {
    expect(withWeights(player, {})).toBe("welfenlab-2006");
    expect(withWeights(player, { w1: 2 })).toBe("welfenlab-2006");
  });

  it("names those that differ", () => {
    expect(withWeights(player, { w1: -3.5, w2: 0 })).toBe("welfenlab-2006:w1=-3.5");
    expect(withWeights(player, { w2: 4, w1: 1 })).toBe("welfenlab-2006:w1=1,w2=4");
  });
});
