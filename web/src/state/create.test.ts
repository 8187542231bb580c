import { expect, it } from "vitest";
import type { GameCard } from "../protocol/messages";
import { seatsWith } from "./create";

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
