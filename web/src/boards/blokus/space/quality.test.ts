import { describe, expect, test } from "vitest";
import { BEST, Pace, type Quality } from "./quality";

/** Draws so many pictures that take as long as the machine needs, and at least as long as the screen. */
function draw(pace: Pace, count: number, time: (quality: Quality) => number): void {
  for (let picture = 0; picture < count; picture++) pace.drawn(Math.max(16.7, time(pace.quality)));
}

/** A machine whose pictures take longer the more pixels they have. */
const slow =
  (milliseconds: number) =>
  ({ scale, shadows, smooth }: Quality) =>
    milliseconds * scale * scale * (shadows === "soft" ? 2 : 1) * (smooth ? 2 : 1);

describe("the quality of what moves", () => {
  test("stays the best where pictures come in time", () => {
    const pace = new Pace();
    draw(pace, 500, () => 8);
    expect(pace.quality).toEqual(BEST);
  });

  test("is lowered step by step until pictures come in time, pixels first", () => {
    const pace = new Pace();
    const seen: Quality[] = [];
    for (let picture = 0; picture < 40; picture++) {
      draw(pace, 1, slow(60));
      if (seen.at(-1) !== pace.quality) seen.push(pace.quality);
    }
    expect(slow(60)(pace.quality)).toBeLessThanOrEqual(20);
    expect(seen.map(({ scale }) => scale)).toEqual(
      seen.map(({ scale }) => scale).toSorted((one, other) => other - one),
    );
    expect(seen[0]?.scale).toBe(1);
    expect(pace.quality.scale).toBeLessThanOrEqual(0.5);
  });

  test("survives a single late picture", () => {
    const pace = new Pace();
    draw(pace, 10, () => 16);
    pace.drawn(200);
    draw(pace, 10, () => 16);
    expect(pace.quality).toEqual(BEST);
  });

  test("is raised again when the machine has room, and ever more seldom where it has not", () => {
    const pace = new Pace();
    draw(pace, 40, slow(60));
    const low = pace.quality.scale;
    draw(pace, 400, () => 5);
    expect(pace.quality.scale).toBeGreaterThan(low);

    const tight = new Pace();
    const late = (pictures: number) => {
      let found = 0;
      for (let picture = 0; picture < pictures; picture++) {
        if (slow(40)(tight.quality) > 20) found += 1;
        draw(tight, 1, slow(40));
      }
      return found;
    };
    late(60);
    expect(late(2_000)).toBeLessThan(40);
  });

  test("begins where one measured picture says that there is time", () => {
    const pace = new Pace();
    pace.guess(4);
    expect(pace.quality).toEqual(BEST);
    pace.guess(60);
    expect(pace.quality.scale).toBeLessThan(1);
    pace.guess(10_000);
    expect(pace.quality).toMatchObject({ scale: 0.35, shadows: "none", smooth: false });
  });

  test("is not lowered for nothing where something else makes pictures rare", () => {
    const pace = new Pace();
    pace.guess(4);
    draw(pace, 100, () => 33);
    expect(pace.quality).toEqual(BEST);
  });

  test("is still lowered where pictures are known to be costly", () => {
    const pace = new Pace();
    pace.guess(10_000);
    draw(pace, 100, () => 33);
    expect(pace.quality.scale).toBe(0.35);
  });

  test("is the best when everything rests, unless one would have to wait for it", () => {
    const pace = new Pace();
    pace.guess(60);
    expect(pace.rest).toEqual(BEST);
    pace.guess(900);
    expect(pace.rest).toMatchObject({ scale: 0.75, smooth: false });
  });

  test("is better for what is drawn once and kept, and nothing is kept where that is not needed", () => {
    const pace = new Pace();
    expect(pace.kept).toBeNull();
    pace.guess(200);
    expect(pace.kept?.scale).toBeGreaterThan(pace.quality.scale);
    // Where only what moves is drawn, pictures in time do not mean that there is time for all of it.
    draw(pace, 1_000, () => 10);
    expect(pace.kept).not.toBeNull();
    expect(200 * pace.quality.price).toBeLessThanOrEqual(20);
  });

  test("does not take a rest for a late picture", () => {
    const pace = new Pace();
    for (let flight = 0; flight < 20; flight++) {
      pace.begin();
      draw(pace, 2, () => 400);
    }
    expect(pace.quality).toEqual(BEST);
  });
});
