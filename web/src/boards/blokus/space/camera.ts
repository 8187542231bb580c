// Where the board is seen from: a point on a sphere around its middle.

import {
  add,
  axes,
  lookAt,
  type Matrix,
  multiply,
  perspective,
  scale,
  subtract,
  type Vector,
} from "./matrix";

/** The height of the view in radians. */
const ANGLE = 0.62;
const LOWEST = 0.16;
const HIGHEST = Math.PI / 2 - 0.001;

/** Angles around and above the board, and how far away it is as a multiple of what shows everything. */
export type Camera = { around: number; above: number; distance: number };

export const START: Camera = { around: 0, above: 0.98, distance: 0.98 };

/** The camera moved by some angles and brought nearer by some factor, as far as that makes sense. */
export function moved(camera: Camera, by: { around?: number; above?: number; closer?: number }): Camera {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  return {
    around: camera.around + (by.around ?? 0),
    above: within(camera.above + (by.above ?? 0), LOWEST, HIGHEST),
    distance: within(camera.distance / (by.closer ?? 1), 0.35, 1.8),
  };
}

/** What the camera sees on a screen of some shape; `reach` is how far the things lie from the middle. */
export function sight(camera: Camera, aspect: number, reach: number): { eye: Vector; matrix: Matrix } {
  const eye = eyeOf(camera, aspect, reach);
  const far = 3 * Math.hypot(...eye) + 4 * reach;
  return { eye, matrix: multiply(perspective(ANGLE, aspect, 0.5, far), lookAt(eye, TARGET)) };
}

/** What is looked at: a little below the board, so that what is near, and therefore large, has room. */
export const TARGET: Vector = [0, -1, 0];

function eyeOf({ around, above, distance }: Camera, aspect: number, reach: number): Vector {
  const away = (distance * reach) / (Math.tan(ANGLE / 2) * Math.min(1, aspect));
  const flat = Math.cos(above) * away;
  return [Math.sin(around) * flat, Math.sin(above) * away + TARGET[1], Math.cos(around) * flat];
}

/** Where the ray through a point of the screen meets the board; the screen reaches from −1 to 1. */
export function onBoard(
  camera: Camera,
  aspect: number,
  reach: number,
  x: number,
  y: number,
): { x: number; z: number } | null {
  const eye = eyeOf(camera, aspect, reach);
  const [right, up, back] = axes(eye, TARGET);
  const height = Math.tan(ANGLE / 2);
  const ray = subtract(add(scale(right, x * height * aspect), scale(up, y * height)), back);
  if (ray[1] >= 0) return null;
  const time = -eye[1] / ray[1];
  return { x: eye[0] + time * ray[0], z: eye[2] + time * ray[2] };
}

/** Whether nothing but the plane of the board can be seen, as far as some distance from its middle. */
export function seesOnly(camera: Camera, aspect: number, reach: number, distance: number): boolean {
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => onBoard(camera, aspect, reach, x, y)));
  return corners.every(
    (corner) => corner !== null && Math.max(Math.abs(corner.x), Math.abs(corner.z)) < distance,
  );
}
