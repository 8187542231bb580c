// Backgammon in a real browser: positions to begin with, and hands that play on the board.

import { BAR, OFF, type Player } from "../src/boards/backgammon/position";
import type { ChairChoice, NewTable } from "../src/protocol/messages";
import type { Visitor } from "./visitor";

/** The checkers of one side: how many lie on each of its own places; all others are off. */
export type Heaps = Record<number, number>;

/** What lies on the table when a round begins. */
export type Laid = { white: Heaps; black: Heaps; mover?: Player; dice?: [number, number] };

/** The position as text: GNU Backgammon's ids, which the server reads. */
export function written({ white, black, mover = 1, dice = [0, 0] }: Laid): string {
  const [movers, others] = mover === 1 ? [white, black] : [black, white];
  const side = (heaps: Heaps) =>
    Array.from({ length: BAR }, (_, idx) => `${"1".repeat(heaps[idx + 1] ?? 0)}0`).join("");
  const number = (value: number, width: number) =>
    [...value.toString(2).padStart(width, "0")].reverse().join("");
  const seat = mover === 1 ? 1 : 0;
  // The cube lies in the middle, and no match is played.
  const match = [
    number(0, 4),
    number(3, 2),
    number(seat, 1),
    number(0, 1),
    number(1, 3),
    number(seat, 1),
    number(0, 3),
    number(dice[0], 3),
    number(dice[1], 3),
    number(0, 45),
  ].join("");
  return `${base64(side(others) + side(movers), 10)}:${base64(match, 9)}`;
}

/** Bits, the lowest of each byte first, in base 64. */
function base64(bits: string, length: number): string {
  const byte = (idx: number) => [...bits.slice(8 * idx, 8 * idx + 8)].reverse().join("").padStart(8, "0");
  const bytes = Array.from({ length }, (_, idx) => Number.parseInt(byte(idx), 2));
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}

/** A table that begins with a position; both sides are one's own unless somebody else is named. */
export function tableAt(laid: Laid, chairs: ChairChoice[] = ["me", "me"]): NewTable {
  return {
    game: "backgammon",
    options: "standard nocube",
    chairs,
    start: written(laid),
    undo: "free",
    hints: true,
  };
}

/** The middle of a place of the player to move, in pixels of the window. */
export async function middle({ page }: Visitor, place: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-place="${place}"]`).first().boundingBox();
  if (box === null) throw new Error(`there is no place ${place} on the board`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** How a pointer goes from one place of the window to another. */
export type Drag = (
  visitor: Visitor,
  from: { x: number; y: number },
  to: { x: number; y: number },
) => Promise<void>;

/** The three pointers that there are. */
export const DRAGS = {
  mouse: async ({ page }, from, to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  },
  touch: async ({ page }, from, to) => {
    const devtools = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    await send("touchStart", [from]);
    for (const share of [0.3, 0.6, 1]) await send("touchMove", [between(from, to, share)]);
    await send("touchEnd", []);
    await devtools.detach();
  },
  pen: async ({ page }, from, to) => {
    const devtools = await page.context().newCDPSession(page);
    const send = (type: "mousePressed" | "mouseMoved" | "mouseReleased", at: { x: number; y: number }) =>
      devtools.send("Input.dispatchMouseEvent", {
        type,
        ...at,
        button: "left",
        buttons: type === "mouseReleased" ? 0 : 1,
        clickCount: 1,
        force: 0.5,
        pointerType: "pen",
      });
    await send("mousePressed", from);
    for (const share of [0.3, 0.6, 1]) await send("mouseMoved", between(from, to, share));
    await send("mouseReleased", to);
    await devtools.detach();
  },
} satisfies Record<string, Drag>;

function between(from: { x: number; y: number }, to: { x: number; y: number }, share: number) {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** What the board says about a place of the player to move, such as "Point 6: 5 White checkers". */
export async function label({ page }: Visitor, place: number): Promise<string> {
  return (await page.locator(`[data-place="${place}"]`).first().getAttribute("aria-label")) ?? "";
}

type Spot = { place: number; x: number; y: number };

/** What can be done on the backgammon board now. */
type Choice = {
  button: string | null;
  spots: Spot[];
  targets: Record<number, number>;
  entered: string | null;
};

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
      entered: document.querySelector(".entered")?.textContent ?? null,
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

/** Sits down at a board with three checkers of each side, on which games are short. */
export async function sit(visitor: Visitor): Promise<void> {
  await visitor.begin("Backgammon", "Pass and play", "Hypergammon");
  await visitor.page.locator(".backgammon").waitFor();
}

/** So many looks at a board on which nothing changes mean that nothing will, however busy the machine is. */
const STUCK = 3_000;

/** Plays until the game is over. */
export async function playToEnd(visitor: Visitor, way: keyof typeof WAYS): Promise<void> {
  let [before, n_same] = ["", 0];
  while (!(await visitor.isOver())) {
    const seen = JSON.stringify(await step(visitor, way));
    n_same = seen === before ? n_same + 1 : 0;
    before = seen;
    if (n_same === STUCK) throw new Error(`nothing happens any more: ${seen}`);
  }
}

/** Moves a checker if one can be moved, and rolls or plays otherwise; the result is what there was to choose from. */
export async function step(visitor: Visitor, way: keyof typeof WAYS): Promise<Choice> {
  const seen = await choice(visitor);
  const { button, spots } = seen;
  const [spot] = spots;
  if (spot !== undefined) await WAYS[way](visitor, spot);
  else if (button !== null && way === "keyboard") await visitor.page.keyboard.press("Space");
  else if (button !== null) await visitor.page.locator(".controls button.main").click();
  await visitor.page.waitForTimeout(20);
  return seen;
}

export { OFF };
