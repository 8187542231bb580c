import { describe, expect, test } from "vitest";
import type { BoardTheme } from "../../contract";
import { type Surface, type Texture, textureOf } from "./materials";

const THEMES: BoardTheme[] = ["wood", "paper", "slate", "2006"];
const SURFACES: Surface[] = ["wall", "table", "board"];

const brightness = ({ pixels, size }: Texture, column: number, row: number) => {
  const at = 4 * (((row + size) % size) * size + ((column + size) % size));
  return (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
};

describe("every material", () => {
  test("gives wall, table and board a texture that no other has", () => {
    const seen = new Set(
      THEMES.flatMap((theme) => SURFACES.map((surface) => textureOf(theme, surface).pixels.join())),
    );
    expect(seen.size).toBe(THEMES.length * SURFACES.length);
  });

  test.each(THEMES.flatMap((theme) => SURFACES.map((surface) => [theme, surface] as const)))(
    "%s: the %s is no plain color, and repeats without a seam",
    (theme, surface) => {
      const texture = textureOf(theme, surface);
      const { size } = texture;
      const tones = new Set<number>();
      for (let at = 0; at < size; at++) tones.add(brightness(texture, at, (7 * at) % size));
      expect(tones.size).toBeGreaterThan(2);
      /** The largest step between neighbors in two lines of points. */
      const step = (idx: number, isAcross: boolean) =>
        Math.max(
          ...Array.from({ length: size }, (_, at) =>
            isAcross
              ? Math.abs(brightness(texture, idx, at) - brightness(texture, idx - 1, at))
              : Math.abs(brightness(texture, at, idx) - brightness(texture, at, idx - 1)),
          ),
        );
      const inside = (isAcross: boolean) =>
        Math.max(...Array.from({ length: size - 1 }, (_, idx) => step(idx + 1, isAcross)));
      expect(step(0, true)).toBeLessThanOrEqual(inside(true));
      expect(step(0, false)).toBeLessThanOrEqual(inside(false));
    },
  );

  test("looks the same whenever it is made", () => {
    expect(textureOf("wood", "board").pixels.join()).toBe(textureOf("wood", "board").pixels.join());
  });
});
