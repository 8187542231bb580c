// Whole games of backgammon and Blokus on their boards: by mouse, by dragging, by keyboard and by finger.

import { describe, expect, it } from "vitest";
import { readRules, squareOf } from "../src/boards/blokus/rules";
import {
  flipped,
  gripOf,
  normal,
  type Piece,
  pieceOf,
  type Square,
  turned,
  wordOf,
} from "../src/boards/blokus/shape";
import { DESKTOP, PHONE, Visitor } from "./visitor";

type Spot = { place: number; x: number; y: number };

/** What can be done on the backgammon board now. */
type Choice = { button: string | null; spots: Spot[]; targets: Record<number, number> };

function choice(visitor: Visitor): Promise<Choice> {
  return visitor.page.evaluate(() => {
    const button = document.querySelector(".controls button.main:not(:disabled)");
    const cells = [...document.querySelectorAll<HTMLElement>("[data-place]")];
    const spot = (cell: HTMLElement) => {
      const box = cell.getBoundingClientRect();
      return { place: Number(cell.dataset.place), x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const movable = cells.filter((cell) => /can move to/.test(cell.ariaLabel ?? ""));
    const targets = movable.map((cell) => {
      const [, first = ""] = /can move to ([^,]+)/.exec(cell.ariaLabel ?? "") ?? [];
      return [Number(cell.dataset.place), /^\d+$/.test(first) ? Number(first) : 0];
    });
    return {
      button: button?.textContent?.trim() ?? null,
      spots: movable.map(spot),
      targets: Object.fromEntries(targets),
    };
  });
}

/** How a checker is moved. */
const WAYS = {
  mouse: (visitor: Visitor, { x, y }: Spot) => visitor.page.mouse.click(x, y),
  finger: (visitor: Visitor, { x, y }: Spot) => visitor.page.touchscreen.tap(x, y),
  keyboard: async (visitor: Visitor, { place }: Spot) => {
    for (const key of place === 25 ? "b" : String(place)) await visitor.page.keyboard.press(key);
    await visitor.page.keyboard.press("Enter");
  },
  dragging: async (visitor: Visitor, { place, x, y }: Spot) => {
    const to = (await choice(visitor)).targets[place];
    const goal = await visitor.page.locator(`[data-place="${to}"]`).first().boundingBox();
    if (goal === null) throw new Error("a target is on the board");
    await visitor.page.mouse.move(x, y);
    await visitor.page.mouse.down();
    await visitor.page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 4 });
    await visitor.page.mouse.up();
  },
};

describe("backgammon", () => {
  it.each([
    ["mouse", DESKTOP],
    ["keyboard", DESKTOP],
    ["finger", PHONE],
  ] as const)("is played to the end by %s", async (way, device) => {
    const anna = await Visitor.come(device);
    await sit(anna);
    while (!(await anna.isOver())) await step(anna, way);
    expect(await anna.played()).toBeGreaterThan(5);
    await anna.leave();
  });

  it("is played by dragging checkers", async () => {
    const anna = await Visitor.come();
    await sit(anna);
    while ((await anna.played()) < 8 && !(await anna.isOver())) await step(anna, "dragging");
    await anna.leave();
  });
});

async function sit(visitor: Visitor): Promise<void> {
  await visitor.begin("Backgammon", "Both here", "Hypergammon");
  await visitor.page.locator(".backgammon").waitFor();
}

/** Moves a checker if one can be moved, and rolls or plays otherwise. */
async function step(visitor: Visitor, way: keyof typeof WAYS): Promise<void> {
  const { button, spots } = await choice(visitor);
  const [spot] = spots;
  if (spot !== undefined) await WAYS[way](visitor, spot);
  else if (button !== null && way === "keyboard") await visitor.page.keyboard.press("Space");
  else if (button !== null) await visitor.page.locator(".controls button.main").click();
  await visitor.page.waitForTimeout(20);
}

const RULES = readRules("junior");

/** A legal move, its piece, how it is turned from the way it lies in the tray, and where it is held. */
function wish(moves: readonly string[]) {
  if (RULES === null) throw new Error("there is a Junior");
  const wishes = moves.map((text) => {
    const squares = text.split(",").flatMap((name) => squareOf(RULES, name) ?? []);
    const piece = pieceOf(squares) as Piece;
    const by = gripOf(normal(squares));
    const at = {
      x: by.x + Math.min(...squares.map(({ x }) => x)),
      y: by.y + Math.min(...squares.map(({ y }) => y)),
    };
    return { piece, at, wanted: wordOf(normal(squares)), size: squares.length };
  });
  // Large pieces first, or the game is long.
  return wishes.toSorted((one, other) => other.size - one.size)[0];
}

/** Turns the piece in the hand until it lies as wanted; it may have been turned before. */
async function turn(
  visitor: Visitor,
  wanted: string,
  act: { turn: () => Promise<void>; flip: () => Promise<void> },
) {
  const lying = () =>
    visitor.page
      .locator('[role="radio"][aria-checked="true"] use')
      .evaluateAll((uses) =>
        uses.map((use) => ({ x: Number(use.getAttribute("x")) / 20, y: Number(use.getAttribute("y")) / 20 })),
      );
  const shape = normal(await lying());
  for (const isFlipped of [false, true]) {
    let now = isFlipped ? flipped(shape) : shape;
    for (let quarters = 0; quarters < 4; quarters++) {
      if (wordOf(now) === wanted) {
        if (isFlipped) await act.flip();
        for (let again = 0; again < quarters; again++) await act.turn();
        return;
      }
      now = turned(now);
    }
  }
  throw new Error("a piece has all its orientations");
}

/** The middle of a square on the screen. */
async function pixels(visitor: Visitor, { x, y }: Square): Promise<{ x: number; y: number }> {
  const box = await visitor.page.locator(`[data-square="${x} ${y}"]`).boundingBox();
  if (box === null) throw new Error("the square is on the board");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describe("Blokus", () => {
  it("is played to the end by mouse, wheel and right button", async () => {
    const anna = await Visitor.come();
    await anna.begin("Blokus", "Both here", "Junior");
    await anna.page.locator(".blokus").waitFor();
    while (!(await anna.isOver())) {
      const move = wish(anna.moves);
      if (move === undefined) continue;
      const before = await anna.played();
      await anna.page.locator(`[data-piece="${move.piece.index}"]`).click();
      const { x, y } = await pixels(anna, move.at);
      await anna.page.mouse.move(x, y);
      await turn(anna, move.wanted, {
        turn: () => anna.page.mouse.wheel(0, 100),
        flip: () => anna.page.mouse.click(x, y, { button: "right" }),
      });
      await anna.page.locator(".ghost.fits").waitFor();
      await anna.page.mouse.click(x, y);
      await Promise.race([
        anna.untilPlayed(before + 1),
        anna.page.getByRole("button", { name: "Play again" }).waitFor(),
      ]);
    }
    expect(await anna.played()).toBeGreaterThan(10);
    await anna.leave();
  });

  it("is played by keys alone, and in space as well", async () => {
    const anna = await Visitor.come();
    await anna.begin("Blokus", "Both here", "Junior");
    await anna.page.locator(".blokus").waitFor();
    const key = (name: string) => anna.page.keyboard.press(name);
    for (let ply = 0; ply < 3; ply++) {
      await anna.untilPlayed(ply);
      await anna.page.waitForFunction(() =>
        /Choose/.test(document.querySelector(".sentence")?.textContent ?? ""),
      );
      if (ply === 2) {
        await anna.page.getByRole("button", { name: "3D view" }).click();
        await anna.page.locator("canvas").waitFor();
        await anna.page.locator("body").click({ position: { x: 2, y: 2 } });
      }
      const move = wish(anna.moves);
      if (move === undefined) throw new Error("there is a move");
      const chosen = anna.page.locator(`[data-piece="${move.piece.index}"][aria-checked="true"]`);
      while ((await chosen.count()) === 0) await key("n");
      await turn(anna, move.wanted, { turn: () => key("r"), flip: () => key("f") });
      await key("Enter");
      for (let step = 0; step < 14; step++) await key("ArrowLeft");
      for (let step = 0; step < 14; step++) await key("ArrowUp");
      for (let step = 0; step < move.at.x; step++) await key("ArrowRight");
      for (let step = 0; step < move.at.y; step++) await key("ArrowDown");
      await key("Enter");
    }
    await anna.untilPlayed(3);
    await anna.leave();
  });
});
