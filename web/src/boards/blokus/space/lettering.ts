// Text in the room: of any size, at any place, always turned towards whoever looks.

import type { Position } from "../position";
import { columnName, type Rules } from "../rules";
import { TARGET } from "./camera";
import { axes, scale, type Vector } from "./matrix";
import type { Rgb } from "./renderer";
import type { Rectangle } from "./room";
import { cornerOf } from "./table";

/** Some words, the middle of their place, and how high they are in squares of the board. */
export type Label = { text: string; at: Vector; size: number; color: Rgb };

/** How high the lines that tell the points are. */
const POINTS = 1.4;
/** How high the names of columns and rows are, how far from the squares, and what color they have. */
const EDGES = 1;
const RIM = 0.45;
const INK: Rgb = [0.35, 0.25, 0.15];
/** Letters are drawn this high, in points of a picture, and then made as small as they are seen. */
const LETTERS = 64;
const FONT = `600 ${0.75 * LETTERS}px Georgia, "Times New Roman", serif`;

/** What everybody has, in the corner to the left of their pieces. */
export function labelsOf({ rules }: Position, texts: readonly string[], paints: readonly Rgb[]): Label[] {
  return texts.map((text, idx) => {
    const [x, , z] = cornerOf(rules, idx + 1);
    return { text, at: [x, POINTS / 2, z], size: POINTS, color: paints[idx] ?? [1, 1, 1] };
  });
}

/** The names of columns and rows, on the rim of the board where the flat board has them. */
export function edgesOf({ width, height }: Rules): Label[] {
  const label = (text: string, x: number, z: number): Label => ({
    text,
    at: [x, EDGES / 2, z],
    size: EDGES,
    color: INK,
  });
  const columns = Array.from({ length: width }, (_, x) =>
    label(columnName(x), x + 0.5 - width / 2, height / 2 + RIM),
  );
  const rows = Array.from({ length: height }, (_, y) =>
    label(String(height - y), -width / 2 - RIM, y + 0.5 - height / 2),
  );
  return [...columns, ...rows];
}

/** The rectangle of a label that is so many times as wide as high, upright on the screen of who looks from a place. */
export function turnedTo(eye: Vector, { at, size }: Label, width: number): Rectangle {
  const [right, up] = axes(eye, TARGET);
  return { middle: at, across: scale(right, (size * width) / 2), along: scale(up, -size / 2) };
}

/** Words as a picture, light on whatever is behind them; nothing where the browser draws no letters. */
export function written(text: string, [red, green, blue]: Rgb): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (pen === null) return null;
  pen.font = FONT;
  canvas.width = Math.ceil(pen.measureText(text).width) + LETTERS / 2;
  canvas.height = LETTERS;
  // A new size makes a canvas forget everything.
  pen.font = FONT;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = LETTERS / 7;
  pen.strokeStyle = "#fff8ea";
  pen.strokeText(text, canvas.width / 2, LETTERS / 2);
  pen.fillStyle = `rgb(${[red, green, blue].map((channel) => Math.round(170 * channel)).join(" ")})`;
  pen.fillText(text, canvas.width / 2, LETTERS / 2);
  return canvas;
}
