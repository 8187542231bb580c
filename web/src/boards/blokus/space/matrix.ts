// The little linear algebra that a camera needs. Matrices are column by column, as WebGL takes them.

export type Vector = readonly [number, number, number];
export type Matrix = Float32Array;

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vector, by: number): Vector {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function normalize(a: Vector): Vector {
  return scale(a, 1 / Math.hypot(...a));
}

/** The axes of somebody who looks from a place to another: to the right, up, and backward. */
export function axes(from: Vector, to: Vector): [Vector, Vector, Vector] {
  const back = normalize(subtract(from, to));
  const right = normalize(cross([0, 1, 0], back));
  return [right, cross(back, right), back];
}

/** The world as seen from a place. */
export function lookAt(from: Vector, to: Vector): Matrix {
  const [right, up, back] = axes(from, to);
  return new Float32Array([
    ...[right[0], up[0], back[0], 0],
    ...[right[1], up[1], back[1], 0],
    ...[right[2], up[2], back[2], 0],
    ...[-dot(right, from), -dot(up, from), -dot(back, from), 1],
  ]);
}

/** Things farther away are smaller. `angle` is the height of the view in radians. */
export function perspective(angle: number, aspect: number, near: number, far: number): Matrix {
  const focus = 1 / Math.tan(angle / 2);
  const depth = near - far;
  return new Float32Array([
    ...[focus / aspect, 0, 0, 0],
    ...[0, focus, 0, 0],
    ...[0, 0, (near + far) / depth, -1],
    ...[0, 0, (2 * near * far) / depth, 0],
  ]);
}

/** Things keep their size, as seen by the sun. */
export function orthographic(half: number, near: number, far: number): Matrix {
  return new Float32Array([
    ...[1 / half, 0, 0, 0],
    ...[0, 1 / half, 0, 0],
    ...[0, 0, 2 / (near - far), 0],
    ...[0, 0, (near + far) / (near - far), 1],
  ]);
}

/** Everything pressed flat on a level plane, along the rays of a light. */
export function flattened([x, y, z]: Vector, height: number): Matrix {
  const [across, along] = [x / y, z / y];
  return new Float32Array([
    ...[1, 0, 0, 0],
    ...[-across, 0, -along, 0],
    ...[0, 0, 1, 0],
    ...[across * height, height, along * height, 1],
  ]);
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const product = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[4 * k + row] ?? 0) * (b[4 * column + k] ?? 0);
      product[4 * column + row] = sum;
    }
  }
  return product;
}
