import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { disc, grid, LOOK, props } from "../testing/board";
import ConnectFour from "./connect4/ConnectFour.svelte";
import { columnOfKey, heights } from "./connect4/landing";
import { providePointerEvents } from "./dev/pointer";
import Generic from "./generic/Generic.svelte";
import { begins, walked } from "./grid";
import { flipped, squareOf } from "./othello/flips";
import Othello from "./othello/Othello.svelte";
import { seatPaint } from "./seats";

const COLUMNS = ["1", "2", "3", "4", "5", "6", "7"];

describe("Connect Four", () => {
  const board = () => grid(7, 6, "hole");

  it("drops a disc by the number of its column", async () => {
    const given = props(board(), { moves: COLUMNS });
    render(ConnectFour, given);
    await fireEvent.keyDown(document.body, { key: "4" });
    expect(given.onmove).toHaveBeenCalledWith("4");
  });

  it("walks by arrow keys and drops by Enter", async () => {
    const given = props(board(), { moves: COLUMNS });
    render(ConnectFour, given);
    const cell = screen.getByRole("gridcell", { name: "Column 4, row 6: empty" });
    cell.focus();
    await fireEvent.keyDown(cell, { key: "ArrowRight" });
    const next = screen.getByRole("gridcell", { name: "Column 5, row 6: empty" });
    await fireEvent.keyDown(next, { key: "Enter" });
    expect(given.onmove).toHaveBeenCalledWith("5");
  });

  it("hears digits on the board only where they must not act everywhere", async () => {
    const given = props(board(), { moves: COLUMNS, look: { ...LOOK, keysEverywhere: false } });
    render(ConnectFour, given);
    await fireEvent.keyDown(document.body, { key: "4" });
    expect(given.onmove).not.toHaveBeenCalled();
    await fireEvent.keyDown(screen.getByRole("gridcell", { name: "Column 1, row 1: empty" }), { key: "4" });
    expect(given.onmove).toHaveBeenCalledWith("4");
  });

  it("asks why a full column cannot be played", async () => {
    const scene = board();
    scene.tokens = Array.from({ length: 6 }, (_, row) => disc({ column: 3, row }, "yellow"));
    const given = props(scene, { moves: COLUMNS.filter((move) => move !== "4") });
    render(ConnectFour, given);
    await fireEvent.keyDown(document.body, { key: "4" });
    expect(given.onmove).not.toHaveBeenCalled();
    expect(given.onillegal).toHaveBeenCalledWith("4");
  });

  it("lets a move be planned while the other thinks, but not by who only watches", async () => {
    const given = props(board(), { active: false, seat: 2 });
    render(ConnectFour, given);
    await fireEvent.keyDown(document.body, { key: "7" });
    expect(given.onmove).toHaveBeenCalledWith("7");
    const watching = props(board(), { active: false, seat: null });
    render(ConnectFour, watching);
    await fireEvent.keyDown(document.body, { key: "7" });
    expect(watching.onmove).not.toHaveBeenCalled();
  });

  it("plays a move that has to be confirmed only at the second press", async () => {
    const given = props(board(), { moves: COLUMNS, look: { ...LOOK, confirmMoves: true } });
    render(ConnectFour, given);
    await fireEvent.keyDown(document.body, { key: "4" });
    expect(given.onmove).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: "Play 4" }));
    expect(given.onmove).toHaveBeenCalledWith("4");
  });

  it("draws one's own move before the server has answered", () => {
    const { container } = render(ConnectFour, props(board(), { pending: "4", active: false }));
    expect(container.querySelectorAll(".disc.pending")).toHaveLength(1);
  });

  it("tells screen readers what lies where and what was played last", () => {
    const scene = board();
    scene.tokens = [disc({ column: 3, row: 5 }, "red")];
    render(ConnectFour, props(scene, { last: { seat: 2, text: "4" } }));
    expect(screen.getByRole("gridcell", { name: "Column 4, row 1: red, last move" })).toBeTruthy();
  });

  it("numbers discs in the order in which they were played", () => {
    const scene = board();
    scene.tokens = [disc({ column: 3, row: 5 }, "yellow"), disc({ column: 3, row: 4 }, "red")];
    const { container } = render(
      ConnectFour,
      props(scene, {
        played: [
          { seat: 1, text: "4" },
          { seat: 2, text: "4" },
        ],
        look: { ...LOOK, moveNumbers: true },
      }),
    );
    expect([...container.querySelectorAll(".number")].map((text) => text.textContent)).toEqual(["1", "2"]);
  });

  it("knows keys for boards up to 32 columns", () => {
    expect([columnOfKey("1", 7), columnOfKey("9", 32), columnOfKey("a", 32), columnOfKey("w", 32)]).toEqual([
      0, 8, 9, 31,
    ]);
    expect([
      columnOfKey("8", 7),
      columnOfKey("0", 32),
      columnOfKey("x", 32),
      columnOfKey("Enter", 32),
    ]).toEqual([null, null, null, null]);
  });

  it("counts the discs of every column", () => {
    const scene = grid(3, 2);
    scene.tokens = [disc({ column: 1, row: 1 }, "red"), disc({ column: 1, row: 0 }, "red")];
    expect(heights(scene)).toEqual([0, 2, 0]);
  });
});

describe("Othello", () => {
  const start = () => {
    const scene = grid(8, 8, "felt");
    scene.tokens = [
      disc({ column: 3, row: 3 }, "white"),
      disc({ column: 4, row: 3 }, "black"),
      disc({ column: 3, row: 4 }, "black"),
      disc({ column: 4, row: 4 }, "white"),
    ];
    return scene;
  };

  it("says which squares can be played on, and plays by Enter", async () => {
    const given = props(start(), { moves: ["c4", "d3", "e6", "f5"] });
    render(Othello, given);
    const square = screen.getByRole("gridcell", { name: "c4: empty, can be played" });
    square.focus();
    await fireEvent.keyDown(square, { key: "Enter" });
    expect(given.onmove).toHaveBeenCalledWith("c4");
  });

  it("asks why another square cannot be played on", async () => {
    const given = props(start(), { moves: ["c4"] });
    render(Othello, given);
    const square = screen.getByRole("gridcell", { name: "a1: empty" });
    square.focus();
    await fireEvent.keyDown(square, { key: "Enter" });
    expect(given.onillegal).toHaveBeenCalledWith("a1");
  });

  it("announces a pass, and lets who must pass do it by a button", async () => {
    const given = props(start(), { moves: ["pass"], last: { seat: 2, text: "pass" } });
    render(Othello, given);
    expect(given.say).toHaveBeenCalledWith("White passes.");
    await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
    expect(given.onmove).toHaveBeenCalledWith("pass");
  });

  it("shows the discs that are left in Reversi, and says when they are used up", () => {
    const position = `${"-".repeat(64)} X 0 29`;
    const { container, unmount } = render(Othello, props(grid(8, 8, "felt"), { position, moves: ["pass"] }));
    expect([...container.querySelectorAll(".supply")].map((left) => left.textContent)).toEqual([
      "0 left",
      "29 left",
    ]);
    expect(container.querySelector(".notice")?.textContent).toContain("You are out of discs.");
    screen.getByRole("grid", { name: /^Reversi board/ });
    unmount();
    const othello = render(Othello, props(start(), { position: `${"-".repeat(64)} X`, moves: ["pass"] }));
    expect(othello.container.querySelector(".supply")).toBeNull();
    expect(othello.container.querySelector(".notice")?.textContent).toContain("You have no legal move.");
  });

  it("numbers the squares in the order in which they were played on", () => {
    const scene = start();
    scene.tokens.push(disc({ column: 3, row: 2 }, "black"), disc({ column: 2, row: 2 }, "white"));
    const played = [
      { seat: 1, text: "d3" },
      { seat: 2, text: "pass" },
      { seat: 1, text: "c3" },
    ];
    const numbers = (moveNumbers: boolean) => {
      const { container, unmount } = render(
        Othello,
        props(scene, { played, look: { ...LOOK, moveNumbers } }),
      );
      const found = [...container.querySelectorAll(".number")].map((text) => text.textContent);
      unmount();
      return found;
    };
    expect(numbers(true)).toEqual(["1", "3"]);
    expect(numbers(false)).toEqual([]);
  });

  it("keeps the marks of turned discs when a hint or values come, and says a pass once", async () => {
    const scene = start();
    const after = { ...scene, tokens: scene.tokens.map((token) => ({ ...token, tint: "black" as const })) };
    const given = props(scene, { last: { seat: 1, text: "c4" } });
    const { container, rerender } = render(Othello, given);
    const turned = () => container.querySelectorAll(".turned").length;
    await rerender({ scene: after });
    expect(turned()).toBe(2);
    await rerender({ scene: structuredClone(after), hint: "d3", values: {} });
    expect(turned()).toBe(2);
    vi.useFakeTimers();
    await rerender({ last: { seat: 2, text: "pass" } });
    expect(container.querySelector(".notice")?.textContent).toBe("White passes.");
    vi.advanceTimersByTime(2_000);
    await rerender({ scene: structuredClone(after), last: { seat: 2, text: "pass" }, hint: null });
    expect(container.querySelector(".notice")).toBeNull();
    expect(given.say).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it("turns discs over in the order of their distance", () => {
    const before = [disc({ column: 3, row: 3 }, "white"), disc({ column: 4, row: 3 }, "white")];
    const now = [disc({ column: 3, row: 3 }, "black"), disc({ column: 4, row: 3 }, "black")];
    const turned = flipped([...before], [...now, disc({ column: 2, row: 3 }, "black")], {
      column: 2,
      row: 3,
    });
    expect([...turned]).toEqual([
      ["3,3", 1],
      ["4,3", 2],
    ]);
  });

  it("reads squares, and no pass", () => {
    expect(squareOf("d3", 8)).toEqual({ column: 3, row: 2 });
    expect([squareOf("pass", 8), squareOf("i9", 8), squareOf(null, 8)]).toEqual([null, null, null]);
  });
});

describe("the board for any game", () => {
  const nim = () => {
    const scene = grid(3, 1);
    scene.tokens = [{ ...disc({ column: 0, row: 0 }, "black"), caption: "3" }];
    scene.hot_spots = [{ place: { column: 0, row: 0 }, prefix: "1" }];
    return scene;
  };

  it("plays at once where only one move begins", async () => {
    const given = props(nim(), { moves: ["1-1"] });
    render(Generic, given);
    await fireEvent.click(screen.getByRole("gridcell", { name: "Column 1, row 1: black 3, can be played" }));
    expect(given.onmove).toHaveBeenCalledWith("1-1");
  });

  it("asks which move is meant where several begin", async () => {
    const given = props(nim(), { moves: ["1-1", "1-2", "1-3"] });
    render(Generic, given);
    await fireEvent.click(screen.getByRole("gridcell", { name: /can be played/ }));
    expect(given.onmove).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: "1-2" }));
    expect(given.onmove).toHaveBeenCalledWith("1-2");
  });

  it("numbers what was laid on a place that the move names", () => {
    const scene = grid(3, 1);
    scene.tokens = [disc({ column: 0, row: 0 }, "black"), disc({ column: 2, row: 0 }, "white")];
    scene.labels = [
      ...["a", "b", "c"].map((text, column) => ({ place: { column, row: -1 }, text })),
      { place: { column: -1, row: 0 }, text: "1" },
    ];
    const played = [
      { seat: 1, text: "c1" },
      { seat: 2, text: "a1" },
    ];
    const numbers = (moveNumbers: boolean) => {
      const { container, unmount } = render(
        Generic,
        props(scene, { played, look: { ...LOOK, moveNumbers } }),
      );
      const found = [...container.querySelectorAll(".number")].map((text) => text.textContent);
      unmount();
      return found;
    };
    expect(numbers(true)).toEqual(["2", "1"]);
    expect(numbers(false)).toEqual([]);
  });

  it("tells beginnings of moves from longer names", () => {
    expect([begins("a1", "a1"), begins("a1", "a1-b2"), begins("a1", "a10")]).toEqual([true, true, false]);
  });
});

describe("a finger on cells that it hides", () => {
  /** A finger or another pointer that is over one cell after the other, each so many pixels wide. */
  const pointing = (container: Element, width: number) => {
    providePointerEvents();
    const board = container.querySelector("svg") as Element;
    const box = { ...new DOMRect(0, 0, width, width), width } as DOMRect;
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(box);
    return (type: "pointerDown" | "pointerMove" | "pointerUp", cell: string, pointerType = "touch") => {
      document.elementFromPoint = () => container.querySelector(`[data-cell="${cell}"]`);
      return fireEvent[type](board, { pointerType, button: 0 });
    };
  };
  const none = document.elementFromPoint;
  afterEach(() => {
    document.elementFromPoint = none;
    vi.restoreAllMocks();
  });

  it("is told which column it means, and plays the one over which it is lifted", async () => {
    const moves = Array.from({ length: 32 }, (_, idx) => String(idx + 1));
    const given = props(grid(32, 4, "hole"), { moves });
    const { container } = render(ConnectFour, given);
    const finger = pointing(container, 11);
    const sign = () => container.querySelector(".aim")?.textContent;
    await finger("pointerDown", "15,2");
    expect(sign()).toBe("16");
    await finger("pointerMove", "17,2");
    expect(sign()).toBe("18");
    expect(given.onmove).not.toHaveBeenCalled();
    await finger("pointerUp", "17,2");
    expect(given.onmove).toHaveBeenCalledExactlyOnceWith("18");
    expect(sign()).toBeUndefined();
  });

  it("is told which square of Othello it means", async () => {
    const { container } = render(Othello, props(grid(8, 8, "felt"), { moves: ["d3"] }));
    await pointing(container, 39)("pointerDown", "3,2");
    expect(container.querySelector(".aim")?.textContent).toBe("d3");
  });

  it("needs no sign where cells are large, and no mouse does", async () => {
    const { container } = render(Othello, props(grid(8, 8, "felt"), { moves: ["d3"] }));
    await pointing(container, 44)("pointerDown", "3,2");
    expect(container.querySelector(".aim")).toBeNull();
    await pointing(container, 20)("pointerDown", "3,2", "mouse");
    expect(container.querySelector(".aim")).toBeNull();
  });
});

describe("seats", () => {
  it("of Blokus have the colors of their pieces, in every set of colors", () => {
    const paint = seatPaint("blokus", { ...LOOK, colors: "deutan" });
    expect(paint.split("; ")).toContain("--tint-red: var(--piece-red)");
    expect(seatPaint("othello", LOOK)).toBe("");
  });
});

describe("boards of cells", () => {
  it("are walked over by keys, and nobody falls off", () => {
    const corner = { column: 0, row: 0 };
    expect(walked(corner, "ArrowLeft", 8, 8)).toEqual(corner);
    expect(walked(corner, "End", 8, 8)).toEqual({ column: 7, row: 0 });
    expect(walked(corner, "x", 8, 8)).toBeNull();
  });
});
