import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { say } from "../../i18n/text";
import { LOOK } from "../../testing/board";
import type { BoardProps } from "../contract";
import { providePointerEvents } from "../dev/pointer";
import { type Recorded, readRecorded } from "../dev/recorded";
import Blokus from "./Blokus.svelte";
import { wantsIntro } from "./intro";
import { allMoves, readPosition, writeMove } from "./position";
import recorded from "./recorded.tsv?raw";
import { readRules, squareOf } from "./rules";
import { flipped, gripOf, normal, type Piece, pieceOf, type Square, turned, wordOf } from "./shape";

const all = readRecorded(recorded);
/** An early position, in which everything fits somewhere. */
const early = all.reduce((best, entry) =>
  count(entry) < count(best) && entry.options === "duo" ? entry : best,
);
/** A position with many pieces. */
const late = all.reduce((best, entry) =>
  count(best) < count(entry) && entry.options === "duo" ? entry : best,
);
/** The size of a square on the screen of these tests. */
const PIXELS = 10;

// Boards have hundreds of squares, and jsdom is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  providePointerEvents();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function propsOf(entry: Recorded, more: Partial<BoardProps> = {}) {
  const rules = readRules(entry.options);
  const pos = rules === null ? null : readPosition(entry.position, rules);
  return {
    game: "blokus",
    options: entry.options,
    position: entry.position,
    scene: { columns: 0, rows: 0, cells: [], tokens: [], labels: [], dice: [], hot_spots: [], status: [] },
    moves: pos === null ? [] : allMoves(pos, pos.toMove ?? 0),
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
      moveNumbers: true,
      legalTargets: true,
      lastMove: true,
      theme: "wood",
      colors: "standard",
      rotated: false,
      bearOff: "right",
      confirmMoves: false,
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
  const rules = readRules(entry.options);
  if (rules === null) throw new Error("these rules can be read");
  const box = { x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0, width: rules.width * PIXELS, height: 0 };
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ ...box, toJSON: () => box });
  const screen = render(Blokus, { props });
  const find = (selector: string) => {
    const found = screen.container.querySelector(selector);
    if (found === null) throw new Error(`there is no ${selector}`);
    return found;
  };
  const squares = (text: string) => text.split(",").flatMap((name) => squareOf(rules, name) ?? []);
  const key = (key: string, init = {}) => fireEvent.keyDown(document.body, { key, ...init });
  const pixels = ({ x, y }: Square) => ({
    clientX: (x + 0.5) * PIXELS,
    clientY: (y + 0.5) * PIXELS,
    pointerId: 1,
  });
  const ghost = () => [...screen.container.querySelectorAll(".ghost .stuff use")].length;
  const sentence = () => screen.container.querySelector(".sentence")?.textContent?.trim();
  return { ...screen, props, rules, find, squares, key, pixels, ghost, sentence };
}

/** How many squares are covered. */
function count(entry: Recorded): number {
  return [...(entry.position.split(" ")[0] ?? "")].filter((sign) => /[1-4]/.test(sign)).length;
}

/** How a piece is brought from its first orientation into that of some squares. */
function turns(piece: Piece, squares: readonly Square[]): ("turn" | "flip")[] {
  const wanted = wordOf(normal(squares));
  for (const flips of [0, 1]) {
    let shape = flips === 0 ? piece.shape : flipped(piece.shape);
    for (let quarters = 0; quarters < 4; quarters++) {
      if (wordOf(shape) === wanted) return [...Array(flips).fill("flip"), ...Array(quarters).fill("turn")];
      shape = turned(shape);
    }
  }
  throw new Error("a piece has all its orientations");
}

/** The square under the grip of a piece that lies on some squares. */
function grip(squares: readonly Square[]): Square {
  const by = gripOf(normal(squares));
  return {
    x: by.x + Math.min(...squares.map(({ x }) => x)),
    y: by.y + Math.min(...squares.map(({ y }) => y)),
  };
}

/** One move of some positions, another one each time. */
const some = all.filter((_, idx) => idx % 50 === 3);
const pick = (moves: readonly string[], number: number) => moves[(number * 37) % moves.length] ?? "";

test("the board can be walked over by keys without a piece", async () => {
  const { container } = render(Blokus, propsOf(early));
  const cell = (square: string) => container.querySelector<HTMLElement>(`[data-square="${square}"]`);
  const start = container.querySelector<HTMLElement>("[role=gridcell][tabindex='0']");
  const [x = 0, y = 0] = start?.dataset.square?.split(" ").map(Number) ?? [];
  start?.focus();
  for (let step = 0; step < 2; step++) {
    await fireEvent.keyDown(document.activeElement as Element, { key: "ArrowRight" });
  }
  expect(document.activeElement).toBe(cell(`${x + 2} ${y}`));
});

describe("a piece", () => {
  test("is laid by clicks, turned by the wheel and flipped by the right button", async () => {
    for (const [number, entry] of some.entries()) {
      const { props, find, squares, pixels, unmount } = sit(entry);
      const text = pick(props.moves, number);
      const piece = pieceOf(squares(text)) as Piece;
      await fireEvent.click(find(`[data-piece="${piece.index}"]`));
      for (const turn of turns(piece, squares(text))) {
        if (turn === "turn") await fireEvent.wheel(find(".board"), { deltaY: 100 });
        else await fireEvent.pointerDown(find(".board"), { ...pixels({ x: 0, y: 0 }), button: 2 });
      }
      await fireEvent.pointerDown(find(".board"), { ...pixels(grip(squares(text))), button: 0 });
      expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
      unmount();
    }
  });

  test("is laid where it is seen on a board that is turned around", async () => {
    const entry = early;
    const { props, find, squares, rules, key } = sit(entry, {
      look: { ...propsOf(entry).look, rotated: true },
    });
    // The boxes of these tests have no height, so the lower edge is where the upper one is.
    const seen = ({ x, y }: Square) => ({
      clientX: (rules.width - x - 0.5) * PIXELS,
      clientY: -(y + 0.5) * PIXELS,
      pointerId: 1,
    });
    const plain = (text: string) => turns(pieceOf(squares(text)) as Piece, squares(text)).length === 0;
    const text = props.moves.find(plain) ?? "";
    await fireEvent.click(find(`[data-piece="${pieceOf(squares(text))?.index}"]`));
    await fireEvent.pointerMove(window, { ...seen(grip(squares(text))), pointerType: "mouse" });
    const held = find('[data-square][tabindex="0"]').getAttribute("data-square");
    await key("ArrowRight");
    const { x, y } = grip(squares(text));
    expect(held).toBe(`${x} ${y}`);
    expect(find('[data-square][tabindex="0"]').getAttribute("data-square")).toBe(`${x - 1} ${y}`);
    await key("ArrowLeft");
    await key("Enter");
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
  });

  test("is laid by dragging it out of the tray", async () => {
    for (const [number, entry] of some.entries()) {
      const { props, find, squares, pixels, key, unmount } = sit(entry);
      const text = pick(props.moves, number + 5);
      const piece = pieceOf(squares(text)) as Piece;
      const slot = find(`[data-piece="${piece.index}"]`);
      await fireEvent.pointerDown(slot, { ...pixels({ x: 50, y: 50 }), button: 0 });
      for (const turn of turns(piece, squares(text))) await key(turn === "turn" ? "r" : "f");
      await fireEvent.pointerMove(slot, pixels(grip(squares(text))));
      await fireEvent.pointerUp(slot, pixels(grip(squares(text))));
      expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
      unmount();
    }
  });

  test("is chosen and turned by arrow keys and flipped by the space bar before it is on the board", async () => {
    const { find, key, ghost } = sit(early);
    await key("ArrowRight");
    const held = () => find("[data-piece][aria-checked=true]");
    const first = held().getAttribute("data-piece");
    await key("ArrowRight");
    expect(held().getAttribute("data-piece")).not.toBe(first);
    await key("ArrowLeft");
    expect(held().getAttribute("data-piece")).toBe(first);
    const drawn = () => held().innerHTML;
    const shapes = [drawn()];
    for (const turn of ["ArrowUp", " "]) {
      await key(turn);
      shapes.push(drawn());
    }
    await key(" ");
    await key("ArrowDown");
    expect(new Set(shapes).size).toBe(3);
    expect(drawn()).toBe(shapes[0]);
    expect(ghost()).toBe(0);
  });

  test("is laid by keys alone", async () => {
    for (const [number, entry] of some.entries()) {
      const { props, find, squares, key, unmount, rules } = sit(entry);
      const text = pick(props.moves, number + 9);
      const piece = pieceOf(squares(text)) as Piece;
      for (let tries = 0; find('[role="radio"]') && tries < 25; tries++) {
        await key("ArrowRight");
        if (find('[aria-checked="true"]').getAttribute("data-piece") === String(piece.index)) break;
      }
      for (const turn of turns(piece, squares(text))) await key(turn === "turn" ? "r" : " ");
      await key("Enter");
      const to = grip(squares(text));
      // Into the upper left corner, and from there to the square.
      for (let step = 0; step < rules.width; step++) await key("ArrowLeft");
      for (let step = 0; step < rules.height; step++) await key("ArrowUp");
      for (let step = 0; step < to.x; step++) await key("ArrowRight");
      for (let step = 0; step < to.y; step++) await key("ArrowDown");
      await key("Enter");
      expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
      unmount();
    }
  });

  test("waits for a confirmation where that is wanted", async () => {
    const entry = early;
    const { props, find, squares, pixels, getByText } = sit(entry, {
      look: { ...propsOf(entry).look, confirmMoves: true },
    });
    const text =
      props.moves.find((text) => turns(pieceOf(squares(text)) as Piece, squares(text)).length === 0) ?? "";
    await fireEvent.click(find(`[data-piece="${pieceOf(squares(text))?.index}"]`));
    await fireEvent.pointerDown(find(".board"), { ...pixels(grip(squares(text))), button: 0 });
    expect(props.onmove).not.toHaveBeenCalled();
    await fireEvent.click(getByText("Place"));
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
  });

  test("that does not fit is hatched, says why, and is not sent", async () => {
    const entry = early;
    const { props, find, pixels, container, sentence, getByText } = sit(entry);
    await fireEvent.click(find('[role="radio"].fits'));
    await fireEvent.pointerMove(find(".board"), pixels({ x: 0, y: 0 }));
    expect(container.querySelector(".ghost.wrong")).not.toBeNull();
    expect(sentence()).toMatch(/sticks out|must touch|must cover/);
    await fireEvent.pointerDown(find(".board"), { ...pixels({ x: 0, y: 0 }), button: 0 });
    expect(props.onmove).not.toHaveBeenCalled();
    expect((getByText("Place") as HTMLButtonElement).disabled).toBe(true);
  });

  test("under a finger goes to the square beside it where it fits", async () => {
    const entry = early;
    const { props, find, squares, pixels } = sit(entry);
    const legal = new Set(props.moves);
    const text =
      props.moves.find((text) => turns(pieceOf(squares(text)) as Piece, squares(text)).length === 0) ?? "";
    const slot = find(`[data-piece="${pieceOf(squares(text))?.index}"]`);
    const at = pixels(grip(squares(text)));
    // The finger is below the piece, and a square too far to the left.
    const finger = {
      ...at,
      clientX: at.clientX - PIXELS,
      clientY: at.clientY + 2.5 * PIXELS + 18,
      pointerType: "touch",
    };
    await fireEvent.pointerDown(slot, { ...finger, button: 0 });
    await fireEvent.pointerMove(slot, finger);
    await fireEvent.pointerUp(slot, finger);
    const [sent] = vi.mocked(props.onmove).mock.calls[0] ?? [];
    expect(legal.has(sent ?? "")).toBe(true);
  });

  test("that a finger has dragged is placed by a tap of which the browser makes no click", async () => {
    const { props, find, squares, pixels, getByText } = sit(early, { look: { ...LOOK, confirmMoves: true } });
    const text =
      props.moves.find((text) => turns(pieceOf(squares(text)) as Piece, squares(text)).length === 0) ?? "";
    const slot = find(`[data-piece="${pieceOf(squares(text))?.index}"]`);
    const at = pixels(grip(squares(text)));
    const finger = { ...at, clientY: at.clientY + 2.5 * PIXELS + 18, pointerType: "touch" };
    await fireEvent.pointerDown(slot, { ...finger, button: 0 });
    await fireEvent.pointerMove(slot, finger);
    await fireEvent.pointerUp(slot, finger);
    expect(props.onmove).not.toHaveBeenCalled();

    const place = getByText("Place");
    const tap = { pointerId: 2, pointerType: "touch", clientX: 1, clientY: 0 };
    await fireEvent.pointerDown(place, tap);
    await fireEvent.pointerUp(place, { ...tap, clientY: 50 });
    expect(props.onmove).not.toHaveBeenCalled();
    await fireEvent.pointerDown(place, tap);
    await fireEvent.pointerUp(place, tap);
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith(text);
  });

  test("is turned, flipped, moved and put back by buttons as well", async () => {
    const { find, getByLabelText, ghost, key, sentence } = sit(early);
    await fireEvent.click(getByLabelText("Next piece"));
    expect(sentence()).toMatch(/^Place Piece/);
    const drawn = () => find('[aria-checked="true"]').innerHTML;
    const before = drawn();
    await fireEvent.click(getByLabelText("Turn right (R)"));
    expect(drawn()).not.toBe(before);
    await fireEvent.click(getByLabelText("Turn left (Shift R)"));
    expect(drawn()).toBe(before);
    await key("Enter");
    expect(ghost()).toBeGreaterThan(0);
    for (const name of ["Move left", "Move right", "Move up", "Move down", "Flip (F)"]) {
      await fireEvent.click(getByLabelText(name));
    }
    await fireEvent.click(getByLabelText("Put back"));
    expect(ghost()).toBe(0);
  });
});

describe("the opening scene", () => {
  const moving = { look: { ...propsOf(early).look, animation: 250 as const } };
  beforeEach(() => localStorage.clear());

  test("ends at any key, and is shown once", async () => {
    const first = sit(early, moving);
    await vi.waitFor(() => expect(first.container.ownerDocument.querySelector(".intro")).not.toBeNull());
    await fireEvent.keyDown(window, { key: "x" });
    expect(document.querySelector(".intro")).toBeNull();
    first.unmount();
    sit(early, moving);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.querySelector(".intro")).toBeNull();
  });

  test("ends at a click", async () => {
    sit(early, moving);
    await vi.waitFor(() => expect(document.querySelector(".intro")).not.toBeNull());
    await fireEvent.pointerDown(document.body);
    expect(document.querySelector(".intro")).toBeNull();
  });

  test("is not shown to who wants no motion", () => {
    expect(wantsIntro(localStorage, true, 250)).toBe(false);
    expect(wantsIntro(localStorage, false, 0)).toBe(false);
    expect(wantsIntro(localStorage, false, 250)).toBe(true);
  });
});

describe("the board", () => {
  test("shows every recorded position with its pieces", () => {
    for (const entry of some) {
      const { container, unmount } = sit(entry);
      expect(container.querySelectorAll(".board use")).toHaveLength(count(entry));
      unmount();
    }
  });

  test("names every square for screen readers", () => {
    const { container, rules } = sit(early);
    const labels = [...container.querySelectorAll("[role=gridcell]")].map((cell) =>
      cell.getAttribute("aria-label"),
    );
    expect(labels).toHaveLength(rules.width * rules.height);
    expect(labels[0]).toBe("a14, free");
  });

  test("numbers the pieces in the order in which they came", () => {
    const { container, rules } = sit(late);
    const laid = readPosition(late.position, rules)?.laid ?? [];
    cleanup();
    const played = laid.map(({ word, color }) => ({ seat: color, text: word }));
    const again = sit(late, { played });
    expect(container.querySelectorAll(".order")).toHaveLength(0);
    const orders = [...again.container.querySelectorAll(".order")].map((order) => order.textContent);
    expect(orders.length).toBeGreaterThan(10);
    expect(orders).toEqual(laid.map((_, idx) => String(idx + 1)));
  });

  test("lets the pieces of others fly from the tray, and back when they are taken back", async () => {
    const look = { ...propsOf(late).look, animation: 250 as const };
    localStorage.setItem("brettwerk.blokus.intro", "seen");
    const { container, rerender, rules } = sit(late, { look });
    const [first] = readPosition(late.position, rules)?.laid ?? [];
    const flights = (kind: string) => container.querySelectorAll(kind).length;
    // The position without its first piece, as after taking back.
    const cells =
      late.position
        .split(" ")[0]
        ?.split("/")
        .map((row) => [...row]) ?? [];
    for (const { x, y } of first?.squares ?? []) (cells[y] ?? [])[x] = ".";
    const earlier = `${cells.map((row) => row.join("")).join("/")} 1 -`;
    expect(flights(".flight")).toBe(0);
    await rerender({ position: earlier });
    expect(flights(".flight.back")).toBe(1);
    await rerender({ position: late.position });
    expect([flights(".flight"), flights(".flight.back")]).toEqual([1, 0]);
    // What flies is drawn in the air only, so every square is drawn once.
    const drawn = [...container.querySelectorAll(".board svg use[x]")].map(
      (use) => `${use.getAttribute("x")} ${use.getAttribute("y")}`,
    );
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn).toHaveLength(count(late));
  });

  test("draws a move that was sent before it is acknowledged", async () => {
    const { rerender, props, ghost, container, squares } = sit(early);
    const text = props.moves[0] ?? "";
    await rerender({ pending: text, active: false, moves: [] });
    expect(ghost()).toBe(squares(text).length);
    expect(container.querySelector(".ghost.sent")).not.toBeNull();
  });

  test("shows a hint on the board and in the tray", () => {
    const entry = early;
    const hint = propsOf(entry).moves.at(-1) ?? "";
    const { container, squares } = sit(entry, { hint });
    expect(container.querySelectorAll(".hint-square")).toHaveLength(squares(hint).length);
    expect(container.querySelectorAll(".piece.hinted")).toHaveLength(1);
  });

  test("shows what the best move of a piece is worth", async () => {
    const [move = ""] = propsOf(early).moves;
    const { container, find, squares } = sit(early, { values: { [move]: { value: -0.5, tag: "25 %" } } });
    expect(container.querySelectorAll(".worth")).toHaveLength(1);
    expect(find(`[data-piece="${pieceOf(squares(move))?.index}"] .worth`).textContent).toBe("25 %");
  });

  test.each([
    ["who plays and has no piece in the hand", {}],
    ["who watches", { active: false, moves: [], seat: null }],
  ])("is walked over by arrows, square by square, by somebody %s", async (_, more) => {
    const { container, rules, props } = sit(late, more);
    const focused = () => document.activeElement as HTMLElement;
    const press = (key: string) => fireEvent.keyDown(focused(), { key });
    container.querySelector<HTMLElement>('[data-square][tabindex="0"]')?.focus();
    for (let step = 0; step < rules.height; step++) await press("ArrowUp");
    for (let step = 0; step < rules.width; step++) await press("ArrowLeft");
    const heard = [focused().getAttribute("aria-label")];
    for (let x = 1; x < rules.width; x++) {
      await press("ArrowRight");
      expect(focused().getAttribute("data-square")).toBe(`${x} 0`);
      expect(container.querySelectorAll('[data-square][tabindex="0"]')).toHaveLength(1);
      heard.push(focused().getAttribute("aria-label"));
    }
    const labels = [...container.querySelectorAll(`[data-square$=" 0"]`)].map((cell) =>
      cell.getAttribute("aria-label"),
    );
    expect(heard).toEqual(labels);
    const row = late.position.split("/")[0] ?? "";
    expect(heard.map((label) => /, free/.test(label ?? ""))).toEqual(
      [...row].map((sign) => !/[1-4]/.test(sign)),
    );
    expect(container.querySelector('[aria-checked="true"]')).toBeNull();
    expect(props.onmove).not.toHaveBeenCalled();
  });

  test("keeps the square to which a click or a screen reader has led", async () => {
    const { find } = sit(early);
    const square = find('[data-square="3 5"]') as HTMLElement;
    square.focus();
    await fireEvent.keyDown(square, { key: "ArrowRight" });
    expect(document.activeElement?.getAttribute("data-square")).toBe("4 5");
  });

  test("takes no piece for somebody who watches", async () => {
    const { find, container, sentence } = sit(early, { active: false, moves: [], seat: null });
    await fireEvent.click(find('[role="radio"].fits'));
    expect(container.querySelector('[aria-checked="true"]')).toBeNull();
    expect(sentence()).toBe("");
  });

  test("takes no piece in an earlier position of one's own turn", async () => {
    const { find, container } = sit(early, { active: false, moves: [] });
    await fireEvent.click(find('[role="radio"].fits'));
    expect(container.querySelector('[aria-checked="true"]')).toBeNull();
  });

  test("lets a move be planned while others think", async () => {
    const other = early.seat === 1 ? 2 : 1;
    const { props, find, key, sentence } = sit(early, { active: false, moves: [], seat: other });
    await fireEvent.click(find('[role="radio"].fits'));
    expect(sentence()).toMatch(/^Place/);
    await key("Enter");
    await key("Enter");
    expect(props.onmove).toHaveBeenCalledOnce();
  });

  test("shows the pieces of the others on request", async () => {
    const { container, getByRole } = sit(early);
    const other = container.querySelector('[data-score][aria-pressed="false"]') as Element;
    await fireEvent.click(other);
    expect(getByRole("radiogroup").getAttribute("aria-label")).toMatch(/^Pieces of /);
    expect(other.getAttribute("aria-pressed")).toBe("true");
  });

  test("shows nothing rather than a wrong position", () => {
    const { container } = render(Blokus, {
      props: propsOf({ ...early, position: "nonsense" }),
    });
    expect(container.querySelector("svg")).toBeNull();
  });

  test("writes a move as the server does, whatever the order of its squares", () => {
    const { rules, props, squares } = sit(early);
    for (const text of props.moves) expect(writeMove(rules, squares(text).toReversed())).toBe(text);
  });
});
