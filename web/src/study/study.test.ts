import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { server } from "../connection/server.svelte";
import type { Command, DrawnPosition, Message } from "../protocol/messages";
import { grid } from "../testing/board";
import { Engine, type Insight } from "./engine.svelte";
import { keep, MAX_KEPT_CHARS, readEngine, readKept } from "./kept";
import { rolled } from "./rolls";
import { fromPosition, Study } from "./study.svelte";

const HEADING = { game: "nim", options: "", players: ["Anna", "Bert"], startsAsUsual: true };

/** A server that plays any word but "illegal" and writes down what was played. */
function draws(path: string): Response {
  const query = new URLSearchParams(path.split("?")[1]);
  const [before, move] = [query.get("position") ?? "", query.get("move")];
  if (move === "illegal") return Response.json({ code: "illegal-move", sentence: "not so" }, { status: 400 });
  const position = move === null ? before : `${before} ${move}`.trim();
  const count = position === "" ? 0 : position.split(" ").length;
  const drawn: DrawnPosition = {
    scene: grid(4, 1),
    moves: ["a", "b"],
    position,
    hash: "0".repeat(16),
    to_move: { seat: 1 + (count % 2) },
    ...(move === null ? {} : { played: { by: 1 + ((count + 1) % 2), text: move, spent: null } }),
  };
  return Response.json(drawn);
}

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (path) => draws(String(path)));
});

afterEach(() => vi.restoreAllMocks());

describe("a study", () => {
  const begun = () => new Study(fromPosition(HEADING, ""));

  it("plays moves for every seat, branches, and goes where a move is known", async () => {
    const study = begun();
    await study.playAll(["a", "b"]);
    expect(study.path).toEqual([0, 0]);
    study.back();
    await study.play("c");
    expect(study.path).toEqual([0, 1]);
    study.first();
    await study.play("a");
    expect(study.root.next).toHaveLength(1);
    expect(study.node.move).toEqual({ by: 1, text: "a", spent: null });
  });

  it("undoes every edit and makes it again, and forgets what was undone after another one", async () => {
    const study = begun();
    await study.playAll(["a", "b"]);
    study.mark("!");
    study.comment("good");
    study.remove();
    expect(study.path).toEqual([0]);
    study.undo();
    expect(study.node).toMatchObject({ mark: "!", comment: "good" });
    study.undo();
    study.undo();
    expect(study.node).toMatchObject({ mark: null, comment: "" });
    study.redo();
    expect(study.node.mark).toBe("!");
    study.comment("other");
    expect(study.canRedo).toBe(false);
    for (let n = 0; n < 5; n += 1) study.undo();
    expect(study.root.next).toEqual([]);
  });

  it("tells why a move cannot be played, and stays where it was", async () => {
    const study = begun();
    expect(await study.play("illegal")).toBe(false);
    expect(study.problem?.sentence).toBe("not so");
    expect(study.path).toEqual([]);
    await study.play("a");
    expect(study.problem).toBeNull();
  });

  it("is a record that can be opened again", async () => {
    const study = begun();
    await study.playAll(["a", "b"]);
    study.back();
    await study.play("c");
    expect(await study.record()).toContain("1 a\n(\n2 c\n)\n2 b\nresult open\n");
  });
});

describe("what is kept in the browser", () => {
  it("is read as it was kept, and nothing else", () => {
    expect(keep({ record: "x", path: [0, 1], address: "/analysis" })).toBe(true);
    expect(readKept(localStorage.getItem("brettwerk.study"))).toEqual({
      record: "x",
      path: [0, 1],
      address: "/analysis",
    });
    expect(keep({ record: "x".repeat(MAX_KEPT_CHARS + 1), path: [], address: "" })).toBe(false);
    for (const text of [null, "", "{", "[]", '{"record":1,"address":"a"}']) expect(readKept(text)).toBeNull();
    expect(readKept('{"record":"x","address":"a","path":[-1]}')?.path).toEqual([]);
  });
});

it("the engine is set as it was, or as usual", () => {
  expect(readEngine('{"isOn":true,"lines":3,"showsValues":true}')).toEqual({
    isOn: true,
    lines: 3,
    showsValues: true,
  });
  for (const text of [null, "{", "null", '{"isOn":1,"lines":99}']) {
    expect(readEngine(text)).toEqual({ isOn: false, lines: 1, showsValues: false });
  }
});

describe("dice on the board", () => {
  const DICE = ["11", "21", "22", "31", "32", "33"];

  it("fall as two dice do, and again where doubles do not count", () => {
    const faces =
      (...wanted: number[]) =>
      () =>
        ((wanted.shift() ?? 1) - 0.5) / 6;
    expect(rolled(DICE, faces(1, 2))).toBe("21");
    expect(rolled(DICE, faces(2, 2))).toBe("22");
    expect(rolled(["21", "12"], faces(3, 3, 1, 2))).toBe("12");
    expect(rolled(["heads", "tails"], () => 0.6)).toBe("tails");
  });
});

describe("the engine", () => {
  const told: Command[] = [];
  let say: (message: Message) => void = () => {};
  let number = 0;

  beforeEach(() => {
    told.length = 0;
    vi.useFakeTimers();
    vi.spyOn(server, "reserve").mockImplementation(() => {
      number += 1;
      return number;
    });
    vi.spyOn(server, "send").mockImplementation(async (command) => {
      told.push(command);
      return {};
    });
    vi.spyOn(server, "say").mockImplementation((command) => void told.push(command));
    vi.spyOn(server, "listen").mockImplementation((listener) => {
      say = listener;
      return () => {};
    });
  });

  afterEach(() => vi.useRealTimers());

  const WANTED = { game: "nim", options: "", position: "one" };
  const insight = (change: Partial<Insight>): Insight => ({
    type: "analysis",
    number,
    seat: 1,
    depth: 3,
    nodes: 10,
    elapsed: 5,
    is_final: false,
    moves: [{ text: "a" }],
    lines: [["a", "b"]],
    ...change,
  });

  it("tells what is known of the position one looks at, and nothing of others", () => {
    const engine = new Engine();
    engine.open();
    engine.look(WANTED, 1);
    expect(told).toEqual([{ type: "analyze", ...WANTED, lines: 1 }]);
    say(insight({}));
    expect(engine.insight?.depth).toBe(3);
    const before = number;
    engine.look({ ...WANTED, position: "two" }, 1);
    expect(engine.insight).toBeNull();
    say(insight({ number: before, depth: 9 }));
    expect(engine.insight).toBeNull();
    say(insight({ depth: 4, is_final: true }));
    expect([engine.insight, engine.isThinking]).toMatchObject([{ depth: 4 }, false]);
  });

  it("knows again what it has found to the end, and lets the server rest when one leaves", () => {
    const engine = new Engine();
    const leave = engine.open();
    engine.look(WANTED, 1);
    say(insight({ is_final: true }));
    engine.stop();
    engine.look(WANTED, 1);
    expect(engine.insight?.is_final).toBe(true);
    expect(told).toHaveLength(1);
    engine.look({ ...WANTED, position: "two" }, 1);
    leave();
    expect(told.at(-1)).toEqual({ type: "stop-analysis" });
  });

  it("waits where it is asked to, and asks again; other problems are told", () => {
    const engine = new Engine();
    engine.open();
    engine.look(WANTED, 1);
    say({ type: "refused", number, problem: { code: "too-fast", sentence: "wait" } });
    expect(engine.problem).toBeNull();
    vi.advanceTimersByTime(3_000);
    expect(told).toHaveLength(2);
    say({ type: "refused", number, problem: { code: "rated-match", sentence: "no" } });
    expect(engine.problem?.code).toBe("rated-match");
  });
});
