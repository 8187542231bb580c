import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readPosition, writePosition } from "../boards/backgammon/position";
import { boardOf, cleared, offOf, put, taken, textOf } from "./board";
import SetupEditor from "./SetupEditor.svelte";

const OTHELLO = "---------------------------OX------XO--------------------------- X";
const CONNECT4 = "-------/-------/-------/-------/---O---/---X---";
const BACKGAMMON = "4HPwATDgc/ABMA:cIkFAAAAAAAE";

function at(board: { places: readonly { name: string }[] }, name: string): number {
  return board.places.findIndex((place) => place.name === name);
}

describe("a position that is set up", () => {
  it("is written as it was read, in every game", () => {
    const duo = `${Array.from({ length: 14 }, () => ".".repeat(14)).join("/")} 1 -`;
    for (const [game, options, text] of [
      ["othello", "8x8", OTHELLO],
      ["othello", "8x8 reversi", `${OTHELLO} 30 30`],
      ["connect4", "7x6x4", CONNECT4],
      ["blokus", "duo", duo],
      ["backgammon", "standard", BACKGAMMON],
    ] as const) {
      const board = boardOf(game, options, text);
      expect(board && textOf(board), game).toBe(text);
    }
    expect(boardOf("othello", "8x8", "XX")).toBeNull();
    expect(boardOf("chess", "", "8/8")).toBeNull();
  });

  it("changes where something is put and taken", () => {
    let board = boardOf("othello", "8x8", OTHELLO) as NonNullable<ReturnType<typeof boardOf>>;
    board = put(board, at(board, "a1"), 2);
    board = taken(board, at(board, "d4"));
    expect(textOf({ ...board, toMove: 2 })).toBe(
      "O---------------------------X------XO--------------------------- O",
    );
    expect(textOf(cleared(board))).toBe(`${"-".repeat(64)} X`);
  });

  it("has no more checkers than the game, and those that are left are home", () => {
    let board = boardOf("backgammon", "standard", BACKGAMMON) as NonNullable<ReturnType<typeof boardOf>>;
    expect([offOf(board, 1), offOf(board, 2)]).toEqual([0, 0]);
    expect(put(board, 23, 1)).toBe(board);
    board = taken(board, 23);
    expect(offOf(board, 1)).toBe(1);
    // On a bar only its owner's checkers lie, whatever one has in hand.
    board = put(board, 24, 2);
    expect(readPosition(textOf(board), "standard")?.sides[1][25]).toBe(1);
    const empty = readPosition(textOf(cleared(board)), "standard");
    expect([empty?.sides[1][0], empty?.sides[2][0]]).toEqual([15, 15]);
  });

  it("keeps dice, cube and score", () => {
    const position = {
      ...(readPosition(BACKGAMMON, "standard") as NonNullable<ReturnType<typeof readPosition>>),
      mover: 2 as const,
      phase: "doubled" as const,
      dice: null,
      cube: { value: 4, owner: 1 as const },
      match: { length: 7, points: { 1: 3, 2: 5 }, crawford: false },
    };
    expect(readPosition(writePosition(position, "match=7"), "match=7")).toEqual(position);
    const board = boardOf("backgammon", "match=7", writePosition(position, "match=7"));
    expect(board?.toMove, "who answers").toBe(1);
    expect(board && textOf(board)).toBe(writePosition(position, "match=7"));
  });
});

afterEach(() => vi.restoreAllMocks());

describe("the editor", () => {
  it("puts and removes by mouse and keys, and opens only what the rules allow", async () => {
    const asked: string[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (path) => {
      if (String(path).startsWith("/api/games")) return Response.json([]);
      const text = new URLSearchParams(String(path).split("?")[1]).get("position") ?? "";
      asked.push(text);
      const isPossible = !text.startsWith("-------/-------/-------/-------/---O---/-------");
      return isPossible
        ? Response.json({ position: text, moves: [], scene: {}, hash: "0", to_move: "nobody" })
        : Response.json({ code: "settings", sentence: "a disc floats above an empty cell" }, { status: 400 });
    });
    const opened: string[] = [];
    render(SetupEditor, {
      game: "connect4",
      options: "7x6x4",
      start: "-------/-------/-------/-------/-------/-------",
      position: CONNECT4,
      onopen: (text: string) => opened.push(text),
      oncancel: () => {},
    });
    const analyze = () => screen.getByRole("button", { name: "Analyze this position" }) as HTMLButtonElement;
    await waitFor(() => expect(analyze().disabled).toBe(false));
    // A press on a disc of the color in hand takes it away; what floats is refused with the reason.
    await fireEvent.pointerDown(screen.getByRole("gridcell", { name: /^d1: / }), { pointerType: "touch" });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("floats"));
    expect(analyze().disabled).toBe(true);
    const cell = screen.getByRole("gridcell", { name: /^d1: / });
    cell.focus();
    await fireEvent.keyDown(cell, { key: "2" });
    await fireEvent.keyDown(cell, { key: "Enter" });
    await waitFor(() => expect(analyze().disabled).toBe(false));
    await fireEvent.keyDown(cell, { key: "ArrowUp" });
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^d2: /);
    await fireEvent.keyDown(document.activeElement as Element, { key: "Delete" });
    await waitFor(() => expect(asked.at(-1)).toBe("-------/-------/-------/-------/-------/---O---"));
    await waitFor(() => expect(analyze().disabled).toBe(false));
    await fireEvent.click(analyze());
    expect(opened).toEqual(["-------/-------/-------/-------/-------/---O---"]);
  });
});
