// How somebody lays pieces of Blokus in a browser: by mouse, by keys and by finger.

import type { Locator } from "playwright-core";
import { type Rules, readRules, squareOf } from "../src/boards/blokus/rules";
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
import type { Visitor } from "./visitor";

/** A board on which a game is over after a dozen pieces. */
export const SMALL = "custom 8x8 colors=2";

export function rulesOf(options: string): Rules {
  const rules = readRules(options);
  if (rules === null) throw new Error(`${options} can be read`);
  return rules;
}

/** A legal move: its piece, the way it lies, and the square by which it is held. */
type Wish = { piece: Piece; at: Square; wanted: string; size: number };

/** The move that somebody who lays large pieces first would choose, so that the game is not long. */
function wish(rules: Rules, moves: readonly string[]): Wish | undefined {
  const wishes = moves.map((text) => {
    const squares = text.split(",").flatMap((name) => squareOf(rules, name) ?? []);
    const piece = pieceOf(squares) as Piece;
    const by = gripOf(normal(squares));
    const at = {
      x: by.x + Math.min(...squares.map(({ x }) => x)),
      y: by.y + Math.min(...squares.map(({ y }) => y)),
    };
    return { piece, at, wanted: wordOf(normal(squares)), size: squares.length };
  });
  return wishes.toSorted((one, other) => other.size - one.size)[0];
}

/** Turns the piece in the hand until it lies as wanted; it may have been turned before. */
async function turn(
  visitor: Visitor,
  wanted: string,
  act: { turn: () => Promise<void>; flip: () => Promise<void> },
) {
  const lying = await visitor.page
    .locator('[role="radio"][aria-checked="true"] use')
    .evaluateAll((uses) =>
      uses.map((use) => ({ x: Number(use.getAttribute("x")) / 20, y: Number(use.getAttribute("y")) / 20 })),
    );
  const shape = normal(lying);
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

/** The middle of a square on the screen, and how wide it is. */
export async function pixels(
  visitor: Visitor,
  { x, y }: Square,
): Promise<{ x: number; y: number; width: number }> {
  const box = await visitor.page.locator(`[data-square="${x} ${y}"]`).boundingBox();
  if (box === null) throw new Error("the square is on the board");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

/** Lays pieces in one way until the game is over, or until so many were laid. */
export async function playOn(
  visitor: Visitor,
  rules: Rules,
  lay: (visitor: Visitor, move: Wish) => Promise<void>,
  enough = Number.POSITIVE_INFINITY,
): Promise<void> {
  await visitor.page.locator(".blokus").waitFor();
  const again = visitor.page.getByRole("button", { name: "Rematch" });
  for (;;) {
    const before = await visitor.played();
    const move = wish(rules, visitor.moves);
    if (before >= enough || (await visitor.isOver())) return;
    // Nobody can move any more, which is told before the end.
    if (move === undefined) return again.waitFor();
    await lay(visitor, move);
    await Promise.race([visitor.untilPlayed(before + 1), again.waitFor()]);
    // The moves of the next color have come with the move itself.
    await visitor.page.locator(".ghost.sent").waitFor({ state: "detached" });
  }
}

export async function byMouse(visitor: Visitor, move: Wish): Promise<void> {
  const { page } = visitor;
  await page.locator(`[data-piece="${move.piece.index}"]`).click();
  const { x, y } = await pixels(visitor, move.at);
  await page.mouse.move(x, y);
  await turn(visitor, move.wanted, {
    turn: () => page.mouse.wheel(0, 100),
    flip: () => page.mouse.click(x, y, { button: "right" }),
  });
  await page.locator(".ghost.fits").waitFor();
  await page.mouse.click(x, y);
}

export async function byKeys(visitor: Visitor, move: Wish): Promise<void> {
  const { page } = visitor;
  const key = (name: string) => page.keyboard.press(name);
  const chosen = page.locator(`[data-piece="${move.piece.index}"][aria-checked="true"]`);
  while ((await chosen.count()) === 0) await key("n");
  await turn(visitor, move.wanted, { turn: () => key("r"), flip: () => key("f") });
  await key("Enter");
  const held = await page.locator('[data-square][tabindex="0"]').getAttribute("data-square");
  const [x = 0, y = 0] = (held ?? "").split(" ").map(Number);
  const walk = async (by: number, [back, on]: [string, string]) => {
    for (let step = 0; step < Math.abs(by); step++) await key(by < 0 ? back : on);
  };
  await walk(move.at.x - x, ["ArrowLeft", "ArrowRight"]);
  await walk(move.at.y - y, ["ArrowUp", "ArrowDown"]);
  await key("Enter");
}

export async function byFinger(visitor: Visitor, move: Wish): Promise<void> {
  const { page } = visitor;
  const tool = (name: string): Locator => page.getByRole("button", { name });
  await page.locator(`[data-piece="${move.piece.index}"]`).tap();
  await turn(visitor, move.wanted, {
    turn: () => tool("Turn right (R)").tap(),
    flip: () => tool("Flip (F)").tap(),
  });
  await page.locator(".blokus .board").scrollIntoViewIfNeeded();
  // A tap means the square under the finger; only a finger that slides has the piece above it.
  const { x, y } = await pixels(visitor, move.at);
  await page.touchscreen.tap(x, y);
  await page.locator(".ghost.fits").waitFor();
  await tool("Place").tap();
}
