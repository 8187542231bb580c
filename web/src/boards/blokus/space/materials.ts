// What the room is made of: textures for wall, table and board, reckoned point by point so that they repeat without seams.

import type { BoardTheme } from "../../contract";

/** What a texture covers. */
export type Surface = "wall" | "table" | "board";

/** A square picture that repeats in both directions: red, green, blue and opacity from 0 to 255 for each point. */
export type Texture = { size: number; pixels: Uint8Array };

/** A color from 0 to 1 a channel. */
type Paint = readonly [number, number, number];

/** The color of a point of the texture, whose places reach from 0 to 1. */
type Painter = (x: number, y: number) => Paint;

const SIZES: Record<Surface, number> = { wall: 128, table: 256, board: 128 };

/** The color of the air far away, and of whatever lies outside the room. */
export const DUSK: Record<BoardTheme, Paint> = {
  wood: [0.14, 0.085, 0.05],
  paper: [0.55, 0.49, 0.4],
  slate: [0.06, 0.07, 0.08],
  "2006": [0.1, 0.13, 0.17],
};

// A board has its color from its theme; its texture only makes it lighter or darker.
const PAINTERS: Record<BoardTheme, Record<Surface, Painter>> = {
  wood: {
    wall: (x, y) => {
      const seam = line(x * 4, 0.03);
      const grain = noise(x, y, 40, 4, 11) * 0.5 + noise(x, y, 90, 12, 12) * 0.3;
      return shade([0.5, 0.38, 0.27], (0.72 + 0.28 * grain) * (1 - 0.45 * seam));
    },
    table: (x, y) => {
      const plank = Math.floor(y * 4);
      const shift = random(plank, 3, 1);
      const rings =
        noise(x + shift, y, 5, 24, 1) * 0.6 +
        noise(x + shift, y, 10, 96, 2) * 0.3 +
        noise(x, y, 30, 128, 3) * 0.12;
      const tone = (0.62 + 0.55 * rings) * (0.9 + 0.18 * random(plank, 9, 1));
      return shade([0.46, 0.29, 0.17], tone * (1 - 0.5 * line(y * 4, 0.02)));
    },
    board: (x, y) => grey(0.84 + 0.1 * noise(x, y, 4, 32, 21) + 0.06 * noise(x, y, 8, 64, 22)),
  },
  paper: {
    wall: (x, y) => {
      const stripe = Math.floor(x * 8) % 2 === 0 ? 1 : 0.94;
      const motif = Math.abs(wrapped(x * 8) - 0.5) + Math.abs(wrapped(y * 8) - 0.5) < 0.14 ? 0.86 : 1;
      return shade([0.86, 0.81, 0.72], stripe * motif);
    },
    table: (x, y) => {
      const weave = 0.5 + 0.25 * Math.sin(2 * Math.PI * 64 * x) + 0.25 * Math.sin(2 * Math.PI * 64 * y);
      return shade([0.8, 0.73, 0.62], 0.86 + 0.1 * weave + 0.1 * (noise(x, y, 16, 16, 31) - 0.5));
    },
    board: (x, y) => {
      const fleck = noise(x, y, 48, 48, 32) > 0.86 ? 0.07 : 0;
      return grey(0.95 + 0.05 * noise(x, y, 20, 20, 33) - fleck);
    },
  },
  slate: {
    wall: (x, y) => {
      const row = Math.floor(y * 8);
      const along = x * 4 + (row % 2) / 2;
      const mortar = Math.max(line(y * 8, 0.06), line(along, 0.03));
      const stone = 0.75 + 0.3 * random(Math.floor(along) % 4, row, 41) + 0.2 * noise(x, y, 32, 32, 42);
      return mix(shade([0.22, 0.24, 0.27], stone), [0.34, 0.36, 0.38], 0.8 * mortar);
    },
    table: (x, y) => {
      const cloud =
        noise(x, y, 4, 4, 43) * 0.5 + noise(x, y, 12, 12, 44) * 0.3 + noise(x, y, 48, 48, 45) * 0.2;
      const vein = Math.abs(noise(x, y, 5, 5, 46) - 0.5) < 0.012 ? 0.25 : 0;
      return shade([0.25, 0.27, 0.3], 0.65 + 0.6 * cloud + vein);
    },
    board: (x, y) => grey(0.82 + 0.18 * noise(x, y, 64, 64, 47)),
  },
  // As many colors as a card of those days had for a picture of its size.
  "2006": {
    wall: (x, y) => {
      const isLight = (Math.floor(x * 4) + Math.floor(y * 4)) % 2 === 0;
      const [u, v] = [wrapped(x * 4), wrapped(y * 4)];
      const bevel = u < 0.06 || v < 0.06 ? 0.12 : u > 0.94 || v > 0.94 ? -0.12 : 0;
      return shade([0.56, 0.62, 0.7], (isLight ? 1 : 0.86) + bevel);
    },
    table: (x, y) => {
      const felt = noise(x, y, 128, 128, 51) * 0.6 + noise(x, y, 32, 32, 52) * 0.4;
      return shade([0.07, 0.36, 0.2], 0.84 + Math.round(4 * felt) * 0.07);
    },
    board: (x, y) => grey(0.9 + (Math.floor(y * 64) % 2) * 0.05 + 0.05 * noise(x, y, 16, 64, 53)),
  },
};

/** The texture of a surface in some material. */
export function textureOf(theme: BoardTheme, surface: Surface): Texture {
  const size = SIZES[surface];
  const paint = PAINTERS[theme][surface];
  const pixels = new Uint8Array(4 * size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [red, green, blue] = paint(column / size, row / size);
      const at = 4 * (row * size + column);
      pixels[at] = level(red);
      pixels[at + 1] = level(green);
      pixels[at + 2] = level(blue);
      pixels[at + 3] = 255;
    }
  }
  return { size, pixels };
}

function level(channel: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, channel)));
}

function shade([red, green, blue]: Paint, by: number): Paint {
  return [red * by, green * by, blue * by];
}

function grey(tone: number): Paint {
  return [tone, tone, tone];
}

function mix(one: Paint, other: Paint, part: number): Paint {
  const between = (idx: 0 | 1 | 2) => one[idx] + (other[idx] - one[idx]) * part;
  return [between(0), between(1), between(2)];
}

function wrapped(value: number): number {
  return value - Math.floor(value);
}

/** 1 near every whole number, and 0 elsewhere. */
function line(value: number, width: number): number {
  const at = wrapped(value);
  return Math.min(at, 1 - at) < width ? 1 : 0;
}

/** A number from 0 to 1 that belongs to a point of a lattice. */
function random(column: number, row: number, seed: number): number {
  let bits = Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 0xffffffff;
}

/** A soft landscape of so many hills across and along, which goes on at the other edge. */
function noise(x: number, y: number, across: number, along: number, seed: number): number {
  const [u, v] = [wrapped(x) * across, wrapped(y) * along];
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [right, below] = [(column + 1) % across, (row + 1) % along];
  const [s, t] = [ease(u - column), ease(v - row)];
  const upper = random(column, row, seed) * (1 - s) + random(right, row, seed) * s;
  const lower = random(column, below, seed) * (1 - s) + random(right, below, seed) * s;
  return upper * (1 - t) + lower * t;
}

function ease(time: number): number {
  return time * time * (3 - 2 * time);
}
