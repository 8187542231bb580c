// Comparing boards with pictures that were taken before.
// UPDATE_PICTURES=1 takes new ones, which somebody should look at.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Visitor } from "./visitor";

/** Where the pictures are. */
export const FOLDER = join(import.meta.dirname, "pictures");

/** How many pixels may differ: lines and letters are drawn a little differently on every machine. */
const TOLERANCE = 0.02;

/** How much a color may differ, from 0 to 255, until its pixel counts. */
const SAME_COLOR = 48;

/** The share of pixels in which two pictures differ; all, if their sizes do. */
async function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const urls = [one, other].map((picture) => `data:image/png;base64,${picture.toString("base64")}`);
  return page.evaluate(
    async ([urls, sameColor]) => {
      const pixels = await Promise.all(
        urls.map(async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      const [a, b] = pixels;
      if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
      let n_different = 0;
      for (let idx = 0; idx < a.data.length; idx += 4) {
        const away = [0, 1, 2].some(
          (at) => Math.abs((a.data[idx + at] ?? 0) - (b.data[idx + at] ?? 0)) > sameColor,
        );
        if (away) n_different += 1;
      }
      return n_different / (a.data.length / 4);
    },
    [urls, SAME_COLOR] as const,
  );
}

/** Compares the board with its picture, once it stands still. */
export async function compare(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  await page.mouse.move(2, 2);
  await page.waitForTimeout(300);
  const taken = await page.locator("section.board svg").first().screenshot();
  const path = join(FOLDER, `${name}.png`);
  if (process.env.UPDATE_PICTURES) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, taken);
  }
  // The page's own policy allows no scripts of others; an empty page has none.
  const judge = await page.context().newPage();
  expect(await difference(judge, readFileSync(path), taken)).toBeLessThan(TOLERANCE);
  await visitor.leave();
}
