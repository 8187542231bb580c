import { describe, expect, it } from "vitest";
import type { Contest, Tournament, TournamentView } from "../protocol/messages";
import { dutyOf, points, remark, score, winners } from "./tournament";

const person = (id: string) => ({ person: { id, name: id.toUpperCase(), guest: true }, has_left: false });
const contest = (change: Partial<Contest> = {}): Contest => ({
  first: 0,
  second: 1,
  table: "t1",
  deadline: 9_000,
  ...change,
});
const cup = (change: Partial<Tournament> = {}): Tournament => ({
  id: "cup",
  host: { id: "host", name: "Host", guest: true },
  terms: {
    name: "Cup",
    game: "othello",
    options: "8x8",
    clock: "5m+3s",
    rated: false,
    format: "round-robin",
    arrival: 60_000,
  },
  phase: "running",
  created: 0,
  players: [person("anna"), person("bert"), person("carl")],
  rounds: [{ began: 0, contests: [contest()], free: 2 }],
  ...change,
});

describe("in a running tournament", () => {
  it("one plays, is free, waits, or has nothing to do", () => {
    expect(dutyOf(cup(), "anna")).toEqual({ kind: "play", table: "t1", opponent: "BERT", deadline: 9_000 });
    expect(dutyOf(cup(), "bert")).toEqual({ kind: "play", table: "t1", opponent: "ANNA", deadline: 9_000 });
    expect(dutyOf(cup(), "carl")).toEqual({ kind: "free" });
    const decided = cup({ rounds: [{ began: 0, contests: [contest({ result: "draw" })] }] });
    expect(dutyOf(decided, "anna")).toEqual({ kind: "wait" });
    expect(dutyOf(cup(), "a stranger")).toBeNull();
    expect(dutyOf(cup({ phase: "over" }), "anna")).toBeNull();
    const left = cup({ players: [{ ...person("anna"), has_left: true }, person("bert"), person("carl")] });
    expect(dutyOf(left, "anna")).toBeNull();
  });
});

it.each([
  [undefined, null, false],
  ["first", "1 : 0", false],
  ["second-by-forfeit", "0 : 1", true],
  ["draw", "½ : ½", false],
  ["nobody-came", "0 : 0", true],
] as const)("the result %s is written %s", (result, written, isRemarked) => {
  const met = contest(result === undefined ? {} : { result });
  expect(score(met)).toBe(written);
  expect(remark(met) !== null).toBe(isRemarked);
});

it("points are written with fractions", () => {
  expect([0, 0.5, 1, 2.5, 3.25].map(points)).toEqual(["0", "½", "1", "2½", "3¼"]);
});

it("who is first when it is over has won, and several may", () => {
  const standing = (player: number, rank: number) =>
    ({ player, rank }) as TournamentView["standings"][number];
  const standings = [standing(1, 1), standing(0, 1), standing(2, 3)];
  expect(winners({ tournament: cup({ phase: "over" }), standings })).toEqual(["BERT", "ANNA"]);
  expect(winners({ tournament: cup(), standings })).toEqual([]);
});
