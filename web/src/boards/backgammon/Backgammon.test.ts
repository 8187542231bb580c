import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { say } from "../../i18n/text";
import type { BoardProps } from "../contract";
import { providePointerEvents } from "../dev/pointer";
import { type Recorded, readRecorded } from "../dev/recorded";
import Backgammon from "./Backgammon.svelte";
import { HEIGHT, spotBox, type View, WIDTH } from "./geometry";
import { Plays, type Step } from "./plays";
import { opponent, type Player, readPosition } from "./position";
import recorded from "./recorded.tsv?raw";
import { boardOf } from "./stage.svelte";

const all = readRecorded(recorded);
const plays = all.filter(({ moves }) => moves[0]?.includes("/"));
/** Every tenth position: all of them are entered without a screen in the tests of plays. */
const some = plays.filter((_, idx) => idx % 10 === 0);

// jsdom is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  providePointerEvents();
  const box = { x: 0, y: 0, left: 0, top: 0, right: WIDTH, bottom: HEIGHT, width: WIDTH, height: HEIGHT };
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ ...box, toJSON: () => box });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function propsOf(entry: Recorded, more: Partial<BoardProps> = {}) {
  return {
    game: "backgammon",
    options: entry.options,
    position: entry.position,
    scene: { columns: 0, rows: 0, cells: [], tokens: [], labels: [], dice: [], hot_spots: [], status: [] },
    moves: entry.moves,
    seat: entry.seat,
    toMove: { seat: entry.seat },
    last: null,
    active: true,
    pending: null,
    hint: null,
    values: null,
    look: {
      animation: 0,
      coordinates: true,
      moveNumbers: false,
      legalTargets: true,
      lastMove: true,
      theme: "wood",
      colors: "standard",
      rotated: false,
      bearOff: "right",
      confirmMoves: true,
      anchors: false,
      space: false,
      shadows: true,
      movingHints: false,
      room: true,
      sound: false,
      keysEverywhere: true,
    },
    t: (text, values) => say("en", text, values),
    onmove: vi.fn(),
    onroll: vi.fn(),
    onaction: vi.fn(),
    onillegal: vi.fn(),
    say: vi.fn(),
    ...more,
  } satisfies BoardProps;
}

/** The board, and hands to play on it. */
function sit(entry: Recorded, more: Partial<BoardProps> = {}) {
  const props = propsOf(entry, more);
  const screen = render(Backgammon, { props });
  const area = screen.container.querySelector(".area");
  if (area === null) throw new Error("there is no board");
  const view: View = { near: entry.seat as Player, rotated: props.look.rotated, bearOff: props.look.bearOff };
  const xy = (place: number) => {
    const spot = place === 25 ? "bar" : place === 0 ? "off" : { point: place };
    const box = spotBox(view, spot, true);
    return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerId: 1 };
  };
  const press = async (place: number, button = 0) => {
    await fireEvent.pointerDown(area, { ...xy(place), button });
    await fireEvent.pointerUp(area, { ...xy(place), button });
  };
  const drag = async (from: number, to: number) => {
    await fireEvent.pointerDown(area, { ...xy(from), button: 0 });
    await fireEvent.pointerMove(area, xy(to));
    await fireEvent.pointerUp(area, xy(to));
  };
  const key = (key: string, init = {}) => fireEvent.keyDown(document.body, { key, ...init });
  return { ...screen, props, press, drag, key };
}

/** The steps of some complete play, by a path through the entry that depends on the number of the position. */
function somePath(entry: Recorded, number: number): { steps: Step[]; plays: Plays; text: string } {
  const pos = readPosition(entry.position, entry.options);
  if (pos?.dice == null) throw new Error(`no roll: ${entry.position}`);
  const board = { mine: pos.sides[pos.mover], theirs: pos.sides[opponent(pos.mover)] };
  const plays = new Plays(board, pos.dice, entry.moves);
  let turn = plays.begin();
  for (;;) {
    const steps = plays.steps(turn);
    const step = steps[number % Math.max(1, steps.length)];
    if (step === undefined) return { steps: [...turn.done], plays, text: plays.finished(turn) ?? "" };
    turn = plays.play(turn, step);
  }
}

describe("a play", () => {
  test("is entered by left and right clicks", async () => {
    for (const [number, entry] of some.entries()) {
      const { press, props, key, unmount } = sit(entry);
      const { steps, plays, text } = somePath(entry, number);
      let turn = plays.begin();
      for (const step of steps) {
        await press(step.from, plays.step(turn, step.from)?.die === step.die ? 0 : 2);
        turn = plays.play(turn, step);
      }
      expect(props.onmove).not.toHaveBeenCalled();
      await key(" ");
      expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
      unmount();
    }
  });

  test("is entered by dragging", async () => {
    for (const [number, entry] of some.entries()) {
      const { drag, props, getByText, unmount } = sit(entry);
      const { steps, text } = somePath(entry, number + 1);
      for (const step of steps) await drag(step.from, step.to);
      await fireEvent.click(getByText("Confirm"));
      expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
      unmount();
    }
  });

  test("is entered by the numbers of points, with D for the other die", async () => {
    for (const [number, entry] of some.entries()) {
      const { key, props, unmount } = sit(entry);
      const { steps, plays, text } = somePath(entry, number + 2);
      let turn = plays.begin();
      for (const step of steps) {
        if (plays.step(turn, step.from)?.die !== step.die) {
          await key("d");
          turn = plays.swap(turn);
        }
        for (const digit of String(step.from)) await key(digit);
        const others = plays.origins(turn).map(String);
        const isOpen = others.some(
          (other) => other !== String(step.from) && other.startsWith(String(step.from)),
        );
        if (isOpen) await key("Enter");
        turn = plays.play(turn, step);
      }
      await key(" ");
      expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
      unmount();
    }
  });

  test("is entered with arrows and Enter in the grid", async () => {
    const entry = some[0] as Recorded;
    const { props, container, key } = sit(entry);
    const { steps, text } = somePath(entry, 0);
    for (const step of steps) {
      const cell = container.querySelector<HTMLElement>(`[data-place="${step.from}"]`);
      cell?.focus();
      await tick();
      await fireEvent.keyDown(cell as HTMLElement, { key: "Enter" });
    }
    await key(" ");
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
  });

  /** A position in which checkers can leave places as wanted. */
  function leaving(fits: (origins: number[]) => boolean): Recorded {
    const found = plays.find(({ position, options, moves }) => {
      const pos = readPosition(position, options);
      if (pos?.dice == null) return false;
      const turns = new Plays(boardOf(pos.sides, pos.mover), pos.dice, moves);
      return fits(turns.origins(turns.begin()));
    });
    if (found === undefined) throw new Error("no such position was recorded");
    return found;
  }

  test("is entered by a number and Enter while a cell of the grid has the focus", async () => {
    // The 2 may be the beginning of a longer number.
    const entry = leaving((origins) => origins.includes(2) && origins.some((place) => place >= 20));
    const { container, getByText } = sit(entry);
    const cell = container.querySelector("[role=gridcell][tabindex='0']") as HTMLElement;
    cell.focus();
    await fireEvent.keyDown(cell, { key: "2" });
    getByText("2…");
    await fireEvent.keyDown(cell, { key: "Enter" });
    getByText(/^2\/[01off]+$/);
  });

  test("takes the Enter behind a number for that number, and not for the cell with the focus", async () => {
    const entry = leaving((origins) => origins.includes(13) && origins.includes(8) && !origins.includes(1));
    const { container } = sit(entry);
    const entered = () => container.querySelector(".entered")?.textContent ?? "";
    const cell = container.querySelector('[data-place="8"]') as HTMLElement;
    cell.focus();
    for (const key of ["1", "3", "Enter"]) await fireEvent.keyDown(cell, { key });
    expect(entered()).toMatch(/^13\/\d+$/);
    // The next one is for the cell.
    await fireEvent.keyDown(cell, { key: "Enter" });
    expect(entered()).toMatch(/\b8\/\d+/);
  });

  test("goes at once where nothing shall be confirmed", async () => {
    const entry = some[1] as Recorded;
    const { press, props } = sit(entry, { look: { ...propsOf(entry).look, confirmMoves: false } });
    const { steps, plays, text } = somePath(entry, 0);
    let turn = plays.begin();
    for (const step of steps) {
      await press(step.from, plays.step(turn, step.from)?.die === step.die ? 0 : 2);
      turn = plays.play(turn, step);
    }
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
  });

  test("stays on the board while it is not acknowledged, and goes back when it was refused", async () => {
    const entry = some[2] as Recorded;
    const { container, rerender } = sit(entry);
    const { text } = somePath(entry, 0);
    const labels = () =>
      [...container.querySelectorAll("[data-place]")].map((cell) => cell.getAttribute("aria-label"));
    await rerender({ active: false, moves: [] });
    const before = labels();
    await rerender({ pending: text });
    const sent = labels();
    expect(sent).not.toEqual(before);
    await rerender({ pending: null });
    expect(labels()).toEqual(before);
  });

  test("can be taken back step by step", async () => {
    const entry = some[0] as Recorded;
    const { press, key, getByLabelText, container } = sit(entry);
    const entered = () => container.querySelector(".entered")?.textContent;
    const begun = entered();
    const [first] = somePath(entry, 0).steps;
    await press(first?.from ?? 0);
    expect(entered()).not.toBe(begun);
    await fireEvent.click(getByLabelText("Undo checker"));
    expect(entered()).toBe(begun);
    await press(first?.from ?? 0);
    await key("Backspace");
    expect(entered()).toBe(begun);
  });

  test("that is illegal is asked about, and nothing moves", async () => {
    const entry = all.find(
      ({ moves }) => moves.includes("8/5 6/5") || moves.includes("24/20 13/8"),
    ) as Recorded;
    const { drag, props, container } = sit(entry);
    await drag(13, 1);
    expect(props.onillegal).toHaveBeenCalledExactlyOnceWith("13/1");
    expect(container.querySelector(".entered")?.textContent).toMatch(/^To play/);
  });
});

describe("a finger on a small board", () => {
  /** The board on a phone: its points are 23 pixels wide. */
  const onPhone = (entry: Recorded) => {
    const width = 345;
    const seat = sit(entry);
    const box = { ...new DOMRect(), left: 0, top: 0, width, height: (width * HEIGHT) / WIDTH } as DOMRect;
    vi.mocked(Element.prototype.getBoundingClientRect).mockReturnValue(box);
    return { ...seat, unit: width / WIDTH };
  };
  const area = (container: Element) => container.querySelector(".area") as Element;

  test("means the checker beside it that can move, half a finger away, and is told so", async () => {
    // Nothing else can move from the points beside it.
    const isAlone = (entry: Recorded) => {
      const pos = readPosition(entry.position, entry.options);
      if (pos?.dice == null) return null;
      const all = new Plays(boardOf(pos.sides, pos.mover), pos.dice, entry.moves);
      const turn = all.begin();
      const origins = all.origins(turn);
      const place = origins.find(
        (one) =>
          14 < one &&
          one < 18 &&
          ![one - 2, one - 1, one + 1, one + 2].some((other) => origins.includes(other)),
      );
      const isFree =
        place !== undefined && [place - 1, place + 1].every((other) => all.wayTo(turn, other) === null);
      return isFree ? place : null;
    };
    const entry = plays.find((one) => isAlone(one) !== null) as Recorded;
    const place = isAlone(entry) ?? 0;
    const view: View = { near: entry.seat as Player, rotated: false, bearOff: "right" };
    for (const side of [-1, 1]) {
      const { container, unit, unmount } = onPhone(entry);
      const { x, y, width, height } = spotBox(view, { point: place }, true);
      const at = {
        clientX: (x + width / 2) * unit + side * (11.5 + 20),
        clientY: (y + height / 2) * unit,
        pointerId: 1,
        pointerType: "touch",
      };
      await fireEvent.pointerDown(area(container), { ...at, button: 0 });
      expect(container.querySelector(".aim")?.textContent).toBe(String(place));
      await fireEvent.pointerUp(area(container), at);
      expect(container.querySelector(".entered")?.textContent).toContain(`${place}/`);
      expect(container.querySelector(".aim")).toBeNull();
      unmount();
    }
  });
});

describe("the dice", () => {
  const rolling = all.find(({ moves }) => moves.includes("roll")) as Recorded;
  test("cannot be thrown while they are in the air", async () => {
    const { props, rerender, queryByText } = sit(rolling);
    await rerender({ toMove: { dice: rolling.seat }, moves: [] });
    expect(queryByText("Roll")).not.toBeNull();
    await rerender({ rolling: true });
    expect(queryByText("Roll")).toBeNull();
    expect(props.onroll).not.toHaveBeenCalled();
  });

  test("are rolled by button, by a click on them and by the space key", async () => {
    const { getByText, container, key, props } = sit(rolling);
    await fireEvent.click(getByText("Roll"));
    await fireEvent.click(container.querySelector(".dice") as Element);
    await key(" ");
    expect(vi.mocked(props.onmove).mock.calls).toEqual([["roll"], ["roll"], ["roll"]]);
  });

  test("wait for a click at the next roll, though the last one was a decision", async () => {
    const { getByText, props, rerender } = sit(rolling);
    await fireEvent.click(getByText("Roll"));
    // After the decision the server throws by itself; then others play, and nobody may double any more.
    const other = { toMove: { seat: 3 - rolling.seat }, moves: [], active: false };
    await rerender({ ...other, pending: null });
    await rerender({ toMove: { dice: rolling.seat }, moves: [], active: true });
    expect(props.onroll).not.toHaveBeenCalled();
    await fireEvent.click(getByText("Roll"));
    expect(props.onroll).toHaveBeenCalledOnce();
  });

  test("do not fall for somebody who watches", async () => {
    const { queryByText, key, props } = sit(rolling, {
      seat: null,
      toMove: { dice: 1 },
      moves: [],
      active: false,
    });
    expect(queryByText("Roll")).toBeNull();
    await key(" ");
    expect(props.onroll).not.toHaveBeenCalled();
  });
});

describe("the cube", () => {
  test("is answered by explicit buttons, none of which is chosen beforehand", async () => {
    const doubled = all.find(({ moves }) => moves.includes("take")) as Recorded;
    const { getByText, props } = sit(doubled);
    expect(document.activeElement).toBe(document.body);
    expect(getByText(/doubles to/)).toBeTruthy();
    await fireEvent.click(getByText("Pass"));
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith("pass");
  });

  test("is turned by a click on it", async () => {
    const rolling = all.find(({ moves }) => moves.includes("double")) as Recorded;
    const { container, props } = sit(rolling);
    await fireEvent.click(container.querySelector(".cube") as Element);
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith("double");
  });
});

describe("the board", () => {
  test("tells screen readers each step, a hit with a word", async () => {
    const entry = plays.find(({ moves }) => moves.some((move) => /^\d+\/\d+\* /.test(move))) as Recorded;
    const { props, drag } = sit(entry);
    const [from, to] = (entry.moves.find((move) => /^\d+\/\d+\* /.test(move)) ?? "")
      .split(/[/*]/)
      .map(Number);
    await drag(from ?? 0, to ?? 0);
    expect(props.say).toHaveBeenCalledWith(`${from}/${to} star`);
  });

  test("names every place and where its checkers can go", () => {
    const { container } = sit(plays[0] as Recorded);
    const labels = [...container.querySelectorAll("[role=gridcell]")].map((cell) =>
      cell.getAttribute("aria-label"),
    );
    expect(labels).toHaveLength(28);
    expect(labels.some((label) => /^Point 13: 5 Black checkers, can move to /.test(label ?? ""))).toBe(true);
  });

  test("says German when it is asked in German", () => {
    const { getByText } = sit(plays[0] as Recorded, { t: (text, values) => say("de", text, values) });
    expect(getByText("Ziehen")).toBeTruthy();
  });

  test("shows nothing rather than a wrong position", () => {
    const { container } = render(Backgammon, {
      props: propsOf({ ...(plays[0] as Recorded), position: "nonsense" }),
    });
    expect(container.querySelector("svg")).toBeNull();
  });
});
