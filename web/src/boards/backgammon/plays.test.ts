import { describe, expect, test, vi } from "vitest";
import { readRecorded } from "../dev/recorded";
import { type Board, isSame, Plays, playStep, stepsOf, type Turn, writeSteps } from "./plays";
import { at, opponent, type Player, pips, readPosition } from "./position";
import recorded from "./recorded.tsv?raw";

// Every move of hundreds of positions takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The recorded positions in which checkers can be moved. */
const positions = readRecorded(recorded).map(({ position, options, moves, status, seat }) => {
  const pos = readPosition(position, options);
  if (pos === null) throw new Error(`unreadable: ${position}`);
  const board: Board = { mine: pos.sides[pos.mover], theirs: pos.sides[opponent(pos.mover)] };
  return { pos, board, moves, status, seat };
});
const plays = positions.filter(({ pos, moves }) => pos.phase === "playing" && moves[0]?.includes("/"));

function playsOf({ pos, board, moves }: (typeof plays)[number]): Plays {
  return new Plays(board, pos.dice ?? [1, 1], moves);
}

/** Every end of every order in which the steps of a turn can be entered. */
function ends(plays: Plays, enter: (turn: Turn) => Turn[]): Set<string> {
  const texts = new Set<string>();
  const seen = new Set<string>();
  const go = (turn: Turn) => {
    const key = JSON.stringify([turn.board, turn.left]);
    if (seen.has(key)) return;
    seen.add(key);
    const nexts = enter(turn);
    const text = plays.finished(turn);
    if (text !== null) texts.add(text);
    expect(nexts.length === 0).toBe(text !== null);
    nexts.forEach(go);
  };
  go(plays.begin());
  return texts;
}

describe("recorded positions", () => {
  test("are read as the program reads them", () => {
    expect(plays.length).toBeGreaterThanOrEqual(200);
    for (const { pos, status } of positions) {
      const [, white, black] = /pips: white (\d+), black (\d+)/.exec(status) ?? [];
      expect([pips(pos.sides[1]), pips(pos.sides[2])]).toEqual([Number(white), Number(black)]);
      for (const seat of [1, 2] as Player[]) {
        const total = pos.sides[seat].reduce((sum, count) => sum + count, 0);
        expect([3, 15]).toContain(total);
      }
    }
  });

  test("tell whose turn it is and which dice fell", () => {
    for (const { pos, status, seat } of plays) {
      expect(pos.mover).toBe(seat);
      const [, color, dice] = /(white|black) to play (\d\d)/.exec(status) ?? [];
      expect([pos.mover === 1 ? "white" : "black", pos.dice?.join("")]).toEqual([color, dice]);
    }
  });

  test("let every legal play be entered by clicks, and nothing else", () => {
    for (const entry of plays) {
      const plays = playsOf(entry);
      const clicked = ends(plays, (turn) =>
        plays
          .origins(turn)
          .flatMap((from) => [plays.step(turn, from), plays.step(turn, from, true)])
          .flatMap((step) => (step === null ? [] : [plays.play(turn, step)])),
      );
      expect([...clicked].sort()).toEqual([...entry.moves].sort());
    }
  });

  test("let every legal play be entered by dragging, and nothing else", () => {
    for (const entry of plays) {
      const plays = playsOf(entry);
      const dragged = ends(plays, (turn) =>
        [turn, plays.swap(turn)].flatMap((turn) =>
          plays
            .origins(turn)
            .flatMap((from) => [...plays.ways(turn, from).values()])
            .map((way) => way.reduce((turn, step) => plays.play(turn, step), turn)),
        ),
      );
      expect([...dragged].sort()).toEqual([...entry.moves].sort());
    }
  });

  test("take every legal play as text, and each of its steps in reverse order", () => {
    for (const entry of plays) {
      const plays = playsOf(entry);
      for (const text of entry.moves) {
        expect(plays.typed(text)).toBe(text);
        expect(plays.typed(text.replaceAll("*", "").toUpperCase())).toBe(text);
      }
    }
  });

  test("write entered plays as the program does, up to the order of equal results", () => {
    for (const entry of plays) {
      for (const text of entry.moves) {
        const steps = stepsOf(entry.board, text) ?? [];
        const again = stepsOf(entry.board, writeSteps(steps)) ?? [];
        expect(isSame(steps.reduce(playStep, entry.board), again.reduce(playStep, entry.board))).toBe(true);
      }
    }
  });
});

describe("a play", () => {
  const start = readPosition("4HPwATDgc/ABMA:cIkFAAAAAAAE", "standard");
  const board: Board = { mine: start?.sides[1] ?? [], theirs: start?.sides[2] ?? [] };
  const plays = new Plays(board, [3, 1], ["8/5 6/5", "13/10/9", "24/21/20"]);

  test("uses the left die first, and the other on request or after swapping", () => {
    const turn = plays.begin();
    expect(plays.step(turn, 24)).toMatchObject({ to: 21, die: 3 });
    expect(plays.step(turn, 24, true)).toMatchObject({ to: 23, die: 1 });
    expect(plays.step(plays.swap(turn), 24)).toMatchObject({ to: 23, die: 1 });
    expect(plays.step(turn, 6, true)).toMatchObject({ to: 5, die: 1 });
  });

  test("may go several dice in one drag", () => {
    const way = plays.ways(plays.begin(), 13).get(9);
    expect(way?.map((step) => step.die)).toEqual([3, 1]);
  });

  test("is worth what the best play is worth that can come of it", () => {
    const [made, run] = [
      { value: 0.22, tag: "+0.220" },
      { value: -0.05, tag: "−0.050" },
    ];
    const values = { "8/5 6/5": made, "13/10/9": run };
    const begun = plays.begin();
    expect(plays.best(begun, values)).toBe(made);
    const [step] = plays.ways(begun, 13).get(10) ?? [];
    expect(step === undefined ? null : plays.best(plays.play(begun, step), values)).toBe(run);
    expect(plays.best(begun, {})).toBeNull();
  });

  test("can be taken back step by step", () => {
    const begun = plays.begin();
    const turn = plays.play(begun, plays.step(begun, 8) ?? { from: 0, to: 0, die: 0, hits: false });
    expect(at(turn.board.mine, 5)).toBe(1);
    expect(plays.undo(turn)).toEqual(begun);
  });

  test("is finished only when it is legal", () => {
    const begun = plays.begin();
    expect(plays.finished(begun)).toBeNull();
    expect(plays.typed("8/5")).toBeNull();
    expect(plays.typed("6/5, 8/5")).toBe("8/5 6/5");
    expect(plays.typed("24/20")).toBe("24/21/20");
    expect(plays.typed("12/8")).toBeNull();
    expect(plays.typed("what?")).toBeNull();
  });

  test("is written with stars and numbers", () => {
    const steps = stepsOf(board, "13/8(2) 6/1*(2)") ?? [];
    expect(steps.length).toBe(4);
    expect(writeSteps(stepsOf(board, "8/5 6/5") ?? [])).toBe("8/5 6/5");
    expect(writeSteps(stepsOf(board, "13/11/9") ?? [])).toBe("13/11/9");
    expect(writeSteps(stepsOf(board, "6/4(2)") ?? [])).toBe("6/4(2)");
  });

  test("of a position that cannot be read is not offered", () => {
    for (const text of ["", "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cIkF", "////////////////:", "hello world"]) {
      expect(readPosition(text, "standard")).toBeNull();
    }
  });
});
