import { expect, it } from "vitest";
import type { FinishedMatch, MatchPage } from "../protocol/messages";
import { coursesOf, ratedBy } from "./course";

const match = (game: string, finished: number): FinishedMatch =>
  ({
    table: `t${finished}`,
    game,
    rated: true,
    finished,
    players: [
      { chair: 0, user: "bert", name: "Bert" },
      { chair: 1, user: "anna", name: "Anna" },
    ],
  }) as unknown as FinishedMatch;
const page = (after: number): MatchPage =>
  ({
    changes: [{ chair: 1, before: 1500, after, deviation: 50, provisional: false }],
  }) as unknown as MatchPage;

it("a match tells the rating of who played it", () => {
  expect(ratedBy("anna", match("othello", 7), page(1512))).toEqual({
    game: "othello",
    time: 7,
    rating: 1512,
  });
  expect(ratedBy("bert", match("othello", 7), page(1512))).toBeNull();
  expect(ratedBy("anna", match("othello", 7), { changes: [] } as unknown as MatchPage)).toBeNull();
});

it("ratings make a course for every game with more than one, from the oldest to the newest", () => {
  const rated = (game: string, time: number, rating: number) => ({ game, time, rating });
  const all = [rated("othello", 3, 1530), rated("blokus", 2, 1490), rated("othello", 1, 1510)];
  expect(coursesOf(all)).toEqual([
    { game: "othello", points: [rated("othello", 1, 1510), rated("othello", 3, 1530)] },
  ]);
});
