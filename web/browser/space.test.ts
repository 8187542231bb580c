// The table in space: what it is made of, what is written there, and what lies over the picture.

import { describe, expect, it } from "vitest";
import { squareOf } from "../src/boards/blokus/rules";
import { START, sight } from "../src/boards/blokus/space/camera";
import { edgesOf } from "../src/boards/blokus/space/lettering";
import type { Vector } from "../src/boards/blokus/space/matrix";
import { placeOf, reachOf } from "../src/boards/blokus/space/table";
import { rulesOf } from "./blokus";
import { PHONE, Visitor } from "./visitor";

/** Comes to a table in space that somebody has all seats of. */
async function inSpace(settings: object = {}, device?: typeof PHONE): Promise<Visitor> {
  const anna = await Visitor.come(device);
  await anna.page.addInitScript((chosen) => {
    if (localStorage.getItem("brettwerk.settings")?.includes('"space":true')) return;
    const kept = { animation: 0, level: 1, space: true, confirm: [], ...chosen };
    // Where things move, the opening scene would take the first key.
    localStorage.setItem("brettwerk.blokus.intro", "seen");
    localStorage.setItem("brettwerk.settings", JSON.stringify(kept));
  }, settings);
  await anna.begin("Blokus", "Pass and play", "Classic, four players");
  await anna.page.locator(".space canvas").waitFor();
  await rests(anna);
  return anna;
}

/** Waits until the sharp picture of a rest is there, and on the screen. */
async function rests({ page }: Visitor): Promise<void> {
  await page.waitForTimeout(300);
  await page.locator('.space canvas[data-state="rests"]').waitFor();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

type Rgb = [number, number, number];

/** The colors of the picture around a place, whose sides reach from 0 to 1. */
async function colors(visitor: Visitor, x: number, y: number, side = 0.04): Promise<Rgb[]> {
  const picture = (await visitor.page.locator(".space canvas").screenshot()).toString("base64");
  return visitor.page.evaluate(
    async ([picture, x, y, side]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const pen = canvas.getContext("2d");
      if (pen === null) return [];
      pen.drawImage(image, 0, 0);
      const length = Math.round(side * image.width);
      const { data } = pen.getImageData(
        x * image.width - length / 2,
        y * image.height - length / 2,
        length,
        length,
      );
      const found: Rgb[] = [];
      for (let at = 0; at < data.length; at += 4)
        found.push([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
      return found;
    },
    [picture, x, y, side] as const,
  );
}

const mean = (found: Rgb[]) =>
  [0, 1, 2].map((channel) =>
    Math.round(found.reduce((sum, color) => sum + (color[channel] ?? 0), 0) / found.length),
  );

/** How far the colors of a place are from a plain one. */
const spread = (found: Rgb[]) => {
  const tones = found.map(([red, green, blue]) => red + green + blue);
  return Math.max(...tones) - Math.min(...tones);
};

/** Where a point of space is in the picture, whose sides reach from 0 to 1, before anybody has looked around. */
function seenAt(point: Vector): { x: number; y: number } {
  const { matrix } = sight(START, 1, reachOf(rulesOf("classic")));
  const [x, y, , depth] = [0, 1, 2, 3].map((row) =>
    [...point, 1].reduce((sum, part, column) => sum + part * (matrix[4 * column + row] ?? 0), 0),
  ) as [number, number, number, number];
  return { x: (1 + x / depth) / 2, y: (1 - y / depth) / 2 };
}

/** Plays a move by its name. */
async function play({ page }: Visitor, move: string): Promise<void> {
  await page.getByLabel("Type a move").fill(move);
  await page.keyboard.press("Enter");
}

describe("a table in space", () => {
  it("has walls, a table and a board of the material that was chosen", async () => {
    const seen = { wall: new Set<string>(), table: new Set<string>(), board: new Set<string>() };
    for (const theme of ["wood", "paper", "slate", "2006"]) {
      const anna = await inSpace({ theme });
      await anna.page.getByRole("application").focus();
      for (let step = 0; step < 6; step++) await anna.page.keyboard.press("ArrowDown");
      await rests(anna);
      // Somebody who looks along the table sees the wall above it.
      for (const [surface, x, y] of [
        ["wall", 0.5, 0.08],
        ["table", 0.5, 0.95],
        ["board", 0.5, 0.5],
      ] as const) {
        const found = await colors(anna, x, y, 0.08);
        expect(spread(found), `${theme} ${surface}`).toBeGreaterThan(4);
        seen[surface].add(mean(found).join());
      }
      await anna.leave();
    }
    expect([seen.wall.size, seen.table.size, seen.board.size]).toEqual([4, 4, 4]);
  });

  it("has the points of everybody written beside the board, where they were put", async () => {
    const anna = await inSpace();
    // The corner of the board nearest to the letters of the one who sits opposite.
    const corner = seenAt([11.66, 0, -11.66]);
    const before = await colors(anna, corner.x, corner.y, 0.07);
    // Nothing on the table is as light as the edges of letters, and nothing beside them is.
    const isLight = ([red, green, blue]: Rgb) => red > 205 && green > 195 && blue > 175;
    expect(before.filter(isLight).length).toBeGreaterThan(5);
    const beside = await colors(anna, corner.x + 0.1, corner.y - 0.02, 0.05);
    expect(beside.filter(isLight)).toEqual([]);
    // They tell what is new: yellow is the second to move.
    for (const [ply, move] of ["a20", "t20"].entries()) {
      await play(anna, move);
      await anna.untilPlayed(ply + 1);
    }
    await rests(anna);
    const after = await colors(anna, corner.x, corner.y, 0.07);
    expect(after).not.toEqual(before);
    await anna.leave();
  });

  it("marks what was laid last, names columns and rows and lets a hint blink, or not", async () => {
    const rules = rulesOf("classic");
    const laid = seenAt(placeOf(rules, squareOf(rules, "a20") ?? { x: 0, y: 0 }));
    const letter = seenAt(edgesOf(rules).find(({ text }) => text === "k")?.at ?? [0, 0, 0]);
    const seen: { stud: number; name: number }[] = [];
    for (const isShown of [true, false]) {
      const motion = { animation: isShown ? 120 : 0, movingHints: true };
      const anna = await inSpace({ lastMove: isShown, coordinates: isShown, anchors: false, ...motion });
      await play(anna, "a20");
      await anna.untilPlayed(1);
      await rests(anna);
      seen.push({
        stud: spread(await colors(anna, laid.x, laid.y, 0.02)),
        name: spread(await colors(anna, letter.x, letter.y, 0.02)),
      });
      await anna.page.getByRole("button", { name: "Hint" }).click();
      await anna.page.locator(".piece.hinted").waitFor();
      await anna.page.waitForTimeout(700);
      const state = await anna.page.locator(".space canvas").getAttribute("data-state");
      expect(state).toBe(isShown ? "moves" : "rests");
      await anna.leave();
    }
    const [shown, hidden] = seen;
    expect(shown?.stud).toBeGreaterThan((hidden?.stud ?? 0) + 100);
    expect(shown?.name).toBeGreaterThan((hidden?.name ?? 0) + 100);
  });

  it.each([
    ["a desktop", undefined],
    ["a phone", PHONE],
  ])(
    "tells on %s on a pane that one sees through how to look around, until it is known",
    async (_, device) => {
      const anna = await inSpace({}, device);
      const { page } = anna;
      const note = page.locator(".note");
      const [pane, canvas] = [await note.boundingBox(), await page.locator(".space canvas").boundingBox()];
      if (pane === null || canvas === null) throw new Error("both are shown");
      expect(pane.x).toBeGreaterThanOrEqual(canvas.x);
      expect(pane.y).toBeGreaterThanOrEqual(canvas.y);
      expect(pane.x + pane.width).toBeLessThanOrEqual(canvas.x + canvas.width);
      expect(pane.height).toBeLessThan(canvas.height / 4);
      const ground = await note.evaluate((node) => getComputedStyle(node).backgroundColor);
      const opacity = Number(/, ([\d.]+)\)$/.exec(ground)?.[1]);
      expect(opacity).toBeGreaterThan(0.4);
      expect(opacity).toBeLessThan(0.9);
      // The pointer goes through it to the table.
      const [x, y] = [pane.x + 12, pane.y + pane.height / 2];
      expect(await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName, [x, y] as const)).toBe(
        "CANVAS",
      );
      await note.getByRole("button", { name: "Got it" }).click();
      await note.waitFor({ state: "detached" });
      await page.reload();
      await page.locator(".space canvas").waitFor();
      expect(await note.count()).toBe(0);
      await anna.leave();
    },
  );

  it("needs no words for who looks around by keys", async () => {
    const anna = await inSpace();
    await anna.page.locator(".note").getByText("Drag to look around").waitFor();
    await anna.page.getByRole("application").focus();
    await anna.page.keyboard.press("ArrowLeft");
    await anna.page.locator(".note").waitFor({ state: "detached" });
    await anna.leave();
  });
});
