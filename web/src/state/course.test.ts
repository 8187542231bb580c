import { describe, expect, it } from "vitest";
import type { Chair, TableEvent, TableHappening } from "../protocol/messages";
import { chairsOf, continued, emptyCourse, engineName, needsLook, seatsOf } from "./course";

const chair: Chair = { auto_roll: false, confirm_blocked: false };
const anna = { person: { id: "anna", name: "Anna", guest: true } };
const events = (...whats: TableHappening[]): TableEvent[] =>
  whats.map((what, idx) => ({ seq: idx + 1, at: 0, time: 0, what }));
const moved = (seat: number, text: string): TableHappening => ({
  match: { moved: { seat, text, spent: 100 } },
});

const BEGINNING: TableHappening[] = [
  { sat: { chair: 0, who: anna } },
  { sat: { chair: 1, who: { engine: "level3" } } },
  { began: { names: ["Anna", "level3"] } },
  { match: { "round-started": { players: [0, 1] } } },
];

describe("the course of a table", () => {
  it("adds up who sits where and what was played", () => {
    const course = continued(emptyCourse([chair, chair]), events(...BEGINNING, moved(1, "4"), moved(2, "3")));
    expect(course.seq).toBe(6);
    expect(chairsOf(course.chairs, "anna")).toEqual([0]);
    expect(course.rounds[0]?.plays.map(({ text }) => text)).toEqual(["4", "3"]);
  });

  it("counts an event once, however often it is told", () => {
    const told = events(...BEGINNING, moved(1, "4"));
    const once = continued(emptyCourse([chair, chair]), told);
    expect(continued(once, told)).toEqual(once);
  });

  it("takes nothing that follows a gap, so that what is missing can still be told", () => {
    const told = events(...BEGINNING, moved(1, "4"), moved(2, "3"));
    const begun = continued(emptyCourse([chair, chair]), told.slice(0, 4));
    expect(continued(begun, told.slice(5))).toEqual(begun);
    expect(continued(begun, told).rounds[0]?.plays.map(({ text }) => text)).toEqual(["4", "3"]);
  });

  it("forgets moves that are taken back", () => {
    const back: TableHappening = { match: { "taken-back": { ply: 1 } } };
    const course = continued(
      emptyCourse([chair, chair]),
      events(...BEGINNING, moved(1, "4"), moved(2, "3"), back),
    );
    expect(course.rounds[0]?.plays.map(({ text }) => text)).toEqual(["4"]);
  });

  describe("after moves were taken back", () => {
    const back = (ply: number): TableHappening => ({ match: { "taken-back": { ply } } });
    const undone = (...whats: TableHappening[]) =>
      continued(emptyCourse([chair, chair]), events(...BEGINNING, ...whats)).rounds.at(-1)?.undone;
    const played = [moved(1, "4"), moved(2, "3"), moved(1, "5"), moved(2, "6")];
    const texts = (plays: ReturnType<typeof undone>) => plays?.map(({ text }) => text);

    it("knows what people can play again, the earliest first", () => {
      expect(texts(undone(...played, back(2)))).toEqual(["5"]);
      expect(texts(undone(...played, back(2), back(0)))).toEqual(["4", "5"]);
    });

    it("goes on to the next one where it was played again, whatever a computer answers", () => {
      expect(texts(undone(...played, back(0), moved(1, "4"), moved(2, "1")))).toEqual(["5"]);
    });

    it("forgets all of it when somebody plays something else, or another round begins", () => {
      expect(undone(...played, back(0), moved(1, "7"))).toEqual([]);
      const next: TableHappening = { match: { "round-started": { players: [1, 0] } } };
      expect(undone(...played, back(0), next)).toEqual([]);
    });
  });

  it("keeps rolls among the moves", () => {
    const rolled: TableHappening = { match: { rolled: { text: "31" } } };
    const course = continued(emptyCourse([chair, chair]), events(...BEGINNING, rolled));
    expect(course.rounds[0]?.plays).toEqual([{ seat: null, text: "31", spent: null }]);
  });

  it("begins a new round after the old one has ended", () => {
    const course = continued(
      emptyCourse([chair, chair]),
      events(
        ...BEGINNING,
        { match: { "round-ended": { end: "over", points: [1, 0] } } },
        { match: { ready: { seat: 1 } } },
        { match: { "round-started": { players: [1, 0] } } },
      ),
    );
    expect(course.rounds.map(({ end }) => end)).toEqual(["over", null]);
    expect(course.rounds[0]?.ready).toEqual([1]);
    expect(seatsOf(course.rounds[1]?.players ?? [], [0])).toEqual([2]);
  });

  it("asks for the table again only when more has changed than the moves", () => {
    expect(needsLook(events(moved(1, "4")))).toBe(false);
    expect(needsLook(events({ left: { chair: 0 } }))).toBe(true);
    expect(needsLook(events({ match: { "round-ended": { end: "over", points: [] } } }))).toBe(true);
  });
});

it("levels have a name in every language, other players keep theirs", () => {
  const level = (n: string, seconds?: number) => (seconds ? `Stufe ${n} in ${seconds} s` : `Stufe ${n}`);
  expect(engineName("level7", level)).toBe("Stufe 7");
  expect(engineName("level7:time=1500", level)).toBe("Stufe 7 in 1.5 s");
  expect(engineName("welfenlab-2006", level)).toBe("welfenlab-2006");
  expect(engineName("welfenlab-2006:w1=2.5,w4=0", level)).toBe("welfenlab-2006 (w1=2.5, w4=0)");
  expect(engineName(`welfenlab-2006:${"w1=1,".repeat(20)}`, level)).toBe("welfenlab-2006 (…)");
  expect(engineName("Anna: the first", level)).toBe("Anna: the first");
});
